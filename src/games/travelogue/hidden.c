/*
 * Travelogue: what a seat may know, and filling in what it may not (TL-10). Portable.
 *
 * A view counts the cards of other hands and puts them among the deck's; what the viewer knows of
 * them is in its sets of `known`. Of the others' knowledge it keeps what it shares: the whole
 * table's, and the cards that passed directly between the viewer and another seat.
 *
 * Determinize draws an assignment of the hidden cards to hands and deck, each as likely as any
 * other that fits the sizes and the viewer's sets. Cards that may be in several hands are laid
 * into a free place of one of them. That a place is as likely as any other takes a rejection: a
 * card whose hands have F free places of at most M that any earlier draws could have left is
 * accepted with F / M. A whole draw is also rejected if another seat could not go on with the
 * choice it is in the middle of. After many rejections there is a way out for each of the two,
 * which always gives a possible deal, though not quite evenly (see below).
 */
#include "games/travelogue/rules.h"

enum { TRIES = 100000, EXACT_TRIES = 500, PLAIN_TRIES = 500 };

/* How many of the given cards a viewer sees: its own, and those shown to it. */
VL_RULE static uint32_t given_seen(const struct tl_state *s, int viewer)
{
    bool shown = viewer == s->partner && s->phase == TL_SHOW;
    return viewer == s->seat ? (uint32_t)TL_AGENTS : shown ? (uint32_t)s->step : 0;
}

/* The returned cards that the active seat has been shown. */
VL_RULE static struct tl_set returned_seen(const struct tl_state *s)
{
    struct tl_set set = tl_no_cards(), rest = s->chosen;
    for (uint32_t rank = 0; s->step >= TL_RETURNED && tl_any(rest); rank++) {
        uint32_t card = tl_take_lowest(&rest);
        if (s->step >> rank & 1U)
            tl_add(&set, card);
    }
    return set;
}

/* Hands of others, cards laid face down and the knowledge of others go. What stays of another
 * seat's knowledge is what the viewer can work out: the whole table's, and the cards that it got
 * from that seat itself. `step` shows how many returned cards were shown, not which: their ranks
 * would tell. */
VL_RULE void tl_redact(const void *deck, const void *state, int seat, void *view)
{
    struct tl_state *v = (struct tl_state *)view;
    const struct tl_state *s = (const struct tl_state *)state;
    *v = *s;
    for (int other = 0; other < v->seats; other++) {
        if (other == seat)
            continue;
        v->unknown[other] = (uint8_t)tl_count(s->hand[other]);
        v->deck = tl_join(v->deck, s->hand[other]);
        v->hand[other] = tl_no_cards();
        for (int p = 0; p < v->seats; p++)
            if (p != other)
                v->known[other][p] = tl_no_cards();
        v->gave[other] =
            seat >= 0 ? tl_both(s->gave[other], tl_holding(s, (uint32_t)seat)) : tl_no_cards();
    }
    uint32_t giver = tl_giver(s);
    if (giver != TL_NONE && (int)giver != seat) {
        struct tl_set hidden = s->chosen;
        if (seat == s->seat)
            hidden = tl_without(hidden, returned_seen(s));
        if (s->step >= TL_RETURNED)
            v->step = (uint8_t)(TL_RETURNED + vl_first(vl_count(s->step) - 1));
        v->chosen_unknown = (uint8_t)tl_count(hidden);
        v->deck = tl_join(v->deck, hidden);
        v->chosen = tl_without(v->chosen, hidden);
    }
    for (uint32_t i = given_seen(s, seat); i < TL_AGENTS; i++) {
        if (s->given[i] == TL_NONE)
            continue;
        tl_add(&v->deck, s->given[i]);
        v->given[i] = TL_HIDDEN;
    }
}

/* Cards are moved unseen by dealing and drawing, and between the two traders (TL-10.3). */
VL_RULE vl_move tl_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct tl_state *s = (const struct tl_state *)state;
    uint32_t phase = VL_MOVE_KIND(move);
    bool dealt = phase == TL_DEAL || phase == TL_DRAW;
    bool laid = phase == TL_GIVE || phase == TL_RETURN;
    if ((dealt && s->seat != seat) || (laid && s->actor != seat) ||
        (phase == TL_SHOW && s->seat != seat && s->partner != seat))
        return VL_MOVE(phase, TL_HIDDEN);
    return move;
}

/* What is to be sampled. */
struct sampling {
    struct tl_set loose;                  /* hidden cards that may be anywhere */
    struct tl_set held[VL_MAX_SEATS];     /* hidden cards that a seat must hold */
    struct tl_set may_hold[VL_MAX_SEATS]; /* cards that one of several seats must hold */
    uint32_t size[VL_MAX_SEATS];          /* hidden cards of each seat, laid down ones included */
    uint32_t rejected;                    /* draws, for want of a place */
    uint32_t stuck;                       /* draws with which the acting seat could not go on */
};

/* Sorts the hidden cards by what the viewer knows: loose ones may be anywhere, those that one seat
 * must hold are laid there at once, and doubtful ones, which are with one of several seats, are
 * drawn. */
VL_RULE static void prepare(const struct tl_state *s, int viewer, struct sampling *job)
{
    struct tl_set once = tl_no_cards(), twice = tl_no_cards();
    vl_memset(job, 0, sizeof *job);
    for (uint32_t p = 0; p < s->seats; p++) {
        if ((int)p == viewer)
            continue;
        job->size[p] = s->unknown[p];
        if (tl_giver(s) == p)
            job->size[p] += s->chosen_unknown;
        for (uint32_t i = 0; i < TL_AGENTS && s->seat == p; i++)
            job->size[p] += s->given[i] == TL_HIDDEN;
        /* What lies open before the viewer is not among the hidden cards. */
        job->may_hold[p] = tl_both(s->deck, viewer >= 0 ? s->known[viewer][p] : s->known[p][p]);
        twice = tl_join(twice, tl_both(once, job->may_hold[p]));
        once = tl_join(once, job->may_hold[p]);
    }
    job->loose = tl_without(s->deck, once);
    for (uint32_t p = 0; p < s->seats; p++) {
        job->held[p] = tl_without(job->may_hold[p], twice);
        job->may_hold[p] = tl_both(job->may_hold[p], twice);
        job->size[p] -= tl_count(job->held[p]);
    }
}

/* The seats that may hold a doubtful card, as a mask. */
VL_RULE static uint32_t seats_of(const struct sampling *job, uint32_t card)
{
    uint32_t seats = 0;
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        if (tl_has(&job->may_hold[p], card))
            seats |= 1U << p;
    return seats;
}

VL_RULE static struct tl_set doubtful_cards(const struct sampling *job)
{
    struct tl_set cards = tl_no_cards();
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        cards = tl_join(cards, job->may_hold[p]);
    return cards;
}

/* The free places of some seats together. */
VL_RULE static uint32_t places(const uint32_t *free_places, uint32_t seats)
{
    uint32_t sum = 0;
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        sum += seats >> p & 1U ? free_places[p] : 0;
    return sum;
}

/* The seat that has the free place number `at`, counted over some seats. */
VL_RULE static uint32_t seat_at(const uint32_t *free_places, uint32_t seats, uint32_t at)
{
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++) {
        if (!(seats >> p & 1U))
            continue;
        if (at < free_places[p])
            return p;
        at -= free_places[p];
    }
    VL_UNREACHABLE();
}

/*
 * Lays the cards with several possible holders. Cards with fewer possible holders go first, so
 * that the bound M is tight: of the places of `seats`, those are gone for certain that cards with
 * no other place have taken. Returns false for a rejected draw.
 */
VL_RULE static bool lay_doubtful(const struct sampling *job, struct vl_rng *rng,
                                 struct tl_set *held, uint32_t *free_places)
{
    uint32_t laid[1U << VL_MAX_SEATS] = {0};
    struct tl_set doubtful = doubtful_cards(job);
    for (uint32_t width = 2; width <= VL_MAX_SEATS && tl_any(doubtful); width++) {
        for (struct tl_set rest = doubtful; tl_any(rest);) {
            uint32_t card = tl_take_lowest(&rest), seats = seats_of(job, card);
            if (vl_count(seats) != width)
                continue;
            tl_drop(&doubtful, card);
            uint32_t most = places(job->size, seats);
            for (uint32_t other = 1; other < 1U << VL_MAX_SEATS; other++)
                most -= (other & ~seats) == 0 ? laid[other] : 0;
            uint32_t at = most ? vl_rng_below(rng, most) : 0;
            if (at >= places(free_places, seats))
                return false;
            uint32_t p = seat_at(free_places, seats, at);
            free_places[p]--;
            tl_add(&held[p], card);
            laid[seats]++;
        }
    }
    return true;
}

/*
 * The way out when exact draws are rejected too often: a seat that is full hands one of its
 * doubtful cards on to another seat that may hold it, until a place is free. The seats are few, so
 * a search over them finds the shortest chain; one exists, because the true deal is one.
 */
VL_RULE static void make_place(const struct sampling *job, uint32_t seats, struct tl_set *held,
                               uint32_t *free_places)
{
    uint32_t reached = seats, from[VL_MAX_SEATS] = {0}, via[VL_MAX_SEATS] = {0};
    for (uint32_t step = 0; step < VL_MAX_SEATS && !places(free_places, reached); step++) {
        uint32_t before = reached;
        for (uint32_t p = 0; p < VL_MAX_SEATS; p++) {
            if (!(before >> p & 1U))
                continue;
            for (struct tl_set rest = tl_both(held[p], job->may_hold[p]); tl_any(rest);) {
                uint32_t card = tl_take_lowest(&rest), more = seats_of(job, card) & ~reached;
                for (uint32_t q = 0; q < VL_MAX_SEATS; q++)
                    if (more >> q & 1U) {
                        from[q] = p;
                        via[q] = card;
                    }
                reached |= more;
            }
        }
    }
    VL_ASSERT(places(free_places, reached));
    uint32_t q = 0;
    while (!(reached >> q & 1U) || !free_places[q])
        q++;
    while (!(seats >> q & 1U)) {
        tl_drop(&held[from[q]], via[q]);
        tl_add(&held[q], via[q]);
        free_places[q]--;
        q = from[q];
        free_places[q]++;
    }
}

/* The way out of lay_doubtful: it lays every card in turn and makes a place where there is none.
 * The deal is possible but not quite evenly drawn, so this comes only after EXACT_TRIES
 * rejections. */
VL_RULE static void lay_doubtful_somehow(const struct sampling *job, struct vl_rng *rng,
                                         struct tl_set *held, uint32_t *free_places)
{
    struct tl_set doubtful = doubtful_cards(job);
    while (tl_any(doubtful)) {
        uint32_t card = tl_take_lowest(&doubtful), seats = seats_of(job, card);
        if (!places(free_places, seats))
            make_place(job, seats, held, free_places);
        uint32_t p = seat_at(free_places, seats, vl_rng_below(rng, places(free_places, seats)));
        free_places[p]--;
        tl_add(&held[p], card);
    }
}

/* `count` cards of a set, each subset as likely. */
VL_RULE static struct tl_set draw_some(struct tl_set from, uint32_t count, struct vl_rng *rng)
{
    struct tl_set drawn = tl_no_cards();
    for (; count; count--) {
        uint32_t card = tl_nth(from, vl_rng_below(rng, tl_count(from)));
        tl_drop(&from, card);
        tl_add(&drawn, card);
    }
    return drawn;
}

/* The bits of `step` for the returned cards that the active seat has seen. */
VL_RULE static void rank_shown(struct tl_state *s, struct tl_set shown)
{
    s->step = TL_RETURNED;
    struct tl_set rest = s->chosen;
    for (uint32_t rank = 0; tl_any(rest); rank++)
        if (tl_has(&shown, tl_take_lowest(&rest)))
            s->step = (uint8_t)(s->step | 1U << rank);
}

/* Splits what a seat holds into its hand and what it has laid down in a trade. A choice half made
 * is the lower part of a whole one, so it can always be completed. */
VL_RULE static void lay_out(struct tl_state *s, uint32_t seat, struct tl_set held,
                            struct vl_rng *rng)
{
    if (tl_giver(s) == seat && s->chosen_unknown) {
        struct tl_set shown = s->chosen;
        uint32_t laid = s->phase == TL_SHOW ? s->chosen_unknown : s->trader;
        struct tl_set whole = draw_some(held, laid, rng);
        for (; s->chosen_unknown; s->chosen_unknown--)
            tl_add(&s->chosen, tl_take_lowest(&whole));
        held = tl_without(held, s->chosen);
        if (tl_any(shown))
            rank_shown(s, shown);
    }
    uint32_t shown = 0, hidden = 0;
    for (uint32_t i = 0; i < TL_AGENTS && s->seat == seat; i++) {
        hidden += s->given[i] == TL_HIDDEN;
        shown += s->given[i] < TL_CARDS;
    }
    if (hidden) {
        struct tl_set mine = held;
        tl_drop(&mine, s->taken);
        struct tl_set given = draw_some(mine, hidden, rng);
        held = tl_without(held, given);
        for (; tl_any(given); shown++)
            s->given[shown] = (uint8_t)tl_take_lowest(&given);
    }
    s->hand[seat] = held;
    s->unknown[seat] = 0;
}

/*
 * The way out when a seat is in the middle of a choice that few hands could go on with: enough of
 * the cards it needs are laid into its hand first. Hands with more of them than needed come a
 * little too often this way.
 */
VL_RULE static struct tl_set needed(const struct tl_deck *d, const struct tl_state *s,
                                    struct tl_set held, struct tl_set loose, uint32_t places_left,
                                    struct vl_rng *rng)
{
    uint32_t value = 0, count = 0;
    struct tl_set wanted = tl_no_cards();
    if (s->phase == TL_SPEND || s->phase == TL_SCORE)
        value = tl_value(d, s->destination[s->seat], s->chosen);
    if (value) {
        wanted = tl_up_to(value);
        count = 1;
    } else if (s->phase == TL_CLOUDS) {
        wanted = tl_above(tl_highest(s->chosen));
        count = s->unknown[s->actor] - tl_cloud_limit(d, s);
    }
    uint32_t there = tl_count(tl_both(held, wanted));
    wanted = tl_both(wanted, loose);
    count = there < count ? count - there : 0;
    count = count < places_left ? count : places_left;
    count = count < tl_count(wanted) ? count : tl_count(wanted);
    return draw_some(wanted, count, rng);
}

/* What another seat knows in a sampled state: what the table knows, and what it gave the viewer. */
VL_RULE static void tell(struct tl_state *s, uint32_t seat, int viewer)
{
    struct tl_set own = tl_holding(s, seat);
    for (uint32_t p = 0; p < s->seats; p++) {
        if (p == seat)
            continue;
        s->known[seat][p] = tl_without(s->known[p][p], tl_join(own, s->gave[seat]));
        if ((int)p == viewer)
            s->known[seat][p] = tl_join(s->known[seat][p], s->gave[seat]);
    }
}

/* One draw; false if it is rejected. */
VL_RULE static bool try_once(const struct tl_deck *d, struct sampling *job, int viewer,
                             struct vl_rng *rng, struct tl_state *s)
{
    struct tl_set held[VL_MAX_SEATS], loose = job->loose;
    uint32_t free_places[VL_MAX_SEATS];
    vl_memcpy(held, job->held, sizeof held);
    vl_memcpy(free_places, job->size, sizeof free_places);
    if (job->rejected >= EXACT_TRIES) {
        lay_doubtful_somehow(job, rng, held, free_places);
    } else if (!lay_doubtful(job, rng, held, free_places)) {
        job->rejected++;
        return false;
    }
    if (job->stuck >= PLAIN_TRIES && s->actor != viewer) {
        uint32_t p = s->actor;
        struct tl_set first = needed(d, s, held[p], loose, free_places[p], rng);
        held[p] = tl_join(held[p], first);
        loose = tl_without(loose, first);
        free_places[p] -= tl_count(first);
    }
    for (uint32_t p = 0; p < s->seats; p++) {
        if ((int)p == viewer)
            continue;
        struct tl_set drawn = draw_some(loose, free_places[p], rng);
        loose = tl_without(loose, drawn);
        lay_out(s, p, tl_join(held[p], drawn), rng);
    }
    s->deck = loose;
    if (s->phase == TL_OVER || tl_any(tl_options(d, s)))
        return true;
    job->stuck++;
    return false;
}

VL_RULE struct tl_effort tl_sample(const struct tl_deck *d, const struct vl_view *view,
                                   struct vl_rng *rng, struct tl_state *s)
{
    const struct tl_state *seen = tl_seen(view);
    struct sampling job;
    struct tl_effort effort = {1, true};
    int viewer = view->seat;
    *s = *seen;
    if (viewer == VL_OPEN)
        return effort;
    prepare(seen, viewer, &job);
    for (; !try_once(d, &job, viewer, rng, s); effort.draws++) {
        VL_ASSERT(effort.draws < TRIES);
        *s = *seen;
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if ((int)seat != viewer)
            tell(s, seat, viewer);
    effort.exact = job.rejected < EXACT_TRIES && job.stuck < PLAIN_TRIES;
    return effort;
}

VL_RULE void tl_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    tl_sample((const struct tl_deck *)deck, view, rng, (struct tl_state *)state);
}
