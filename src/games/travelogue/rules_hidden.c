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
 * choice it is in the middle of. TRIES bounds the time; what happens then is said below.
 */
#include "games/travelogue/rules.h"

enum { TRIES = 20000, EXACT_TRIES = 500 };

/* How many of the cards laid face down a viewer sees: its own, and those shown to it. */
VL_RULE static uint32_t given_seen(const struct tl_state *s, int viewer)
{
    return viewer == s->seat                             ? TL_AGENTS
           : viewer == s->partner && s->phase == TL_SHOW ? s->step
                                                         : 0;
}

VL_RULE static uint32_t returned_seen(const struct tl_state *s, int viewer)
{
    return viewer == s->seat && s->phase == TL_SHOW && s->step > s->trader
               ? (uint32_t)s->step - s->trader
               : 0;
}

VL_RULE void tl_redact(const void *deck, const void *state, int seat, void *view)
{
    struct tl_state *v = (struct tl_state *)view;
    const struct tl_state *s = (const struct tl_state *)state;
    (void)deck;
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
        for (uint32_t shown = returned_seen(s, seat); shown; shown--)
            tl_take_lowest(&hidden);
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

VL_RULE vl_move tl_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct tl_state *s = (const struct tl_state *)state;
    uint32_t phase = VL_MOVE_KIND(move);
    (void)deck;
    bool dealt = phase == TL_DEAL || phase == TL_DRAW;
    bool laid = phase == TL_GIVE || phase == TL_RETURN;
    bool shown = phase == TL_SHOW;
    if ((dealt && s->seat != seat) || (laid && s->actor != seat) ||
        (shown && s->seat != seat && s->partner != seat))
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
};

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

VL_RULE static uint32_t seats_of(const struct sampling *job, uint32_t card)
{
    uint32_t seats = 0;
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        if (tl_has(&job->may_hold[p], card))
            seats |= 1U << p;
    return seats;
}

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
    struct tl_set doubtful = tl_no_cards();
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        doubtful = tl_join(doubtful, job->may_hold[p]);
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

VL_RULE static void lay_doubtful_somehow(const struct sampling *job, struct vl_rng *rng,
                                         struct tl_set *held, uint32_t *free_places)
{
    struct tl_set doubtful = tl_no_cards();
    for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
        doubtful = tl_join(doubtful, job->may_hold[p]);
    while (tl_any(doubtful)) {
        uint32_t card = tl_take_lowest(&doubtful), seats = seats_of(job, card);
        if (!places(free_places, seats))
            make_place(job, seats, held, free_places);
        uint32_t at = vl_rng_below(rng, places(free_places, seats));
        uint32_t p = seat_at(free_places, seats, at);
        free_places[p]--;
        tl_add(&held[p], card);
    }
}

/* So many cards of a set, each subset as likely. */
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

/*
 * Splits what a seat holds into its hand and what it has laid down in a trade. A choice half made
 * is the lower part of a whole one, so it can always be completed; cards are shown in ascending
 * order, so what is still hidden lies above them, or the draw is rejected.
 */
VL_RULE static bool lay_out(struct tl_state *s, uint32_t seat, struct tl_set held,
                            struct vl_rng *rng)
{
    if (tl_giver(s) == seat && s->chosen_unknown) {
        uint32_t laid = s->phase == TL_SHOW ? s->chosen_unknown : s->trader;
        struct tl_set whole = draw_some(held, laid, rng);
        if ((int)tl_lowest(whole) < tl_highest(s->chosen))
            return false;
        for (; s->chosen_unknown; s->chosen_unknown--)
            tl_add(&s->chosen, tl_take_lowest(&whole));
        held = tl_without(held, s->chosen);
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
        if (shown && tl_lowest(given) < s->given[shown - 1])
            return false;
        for (; tl_any(given); shown++)
            s->given[shown] = (uint8_t)tl_take_lowest(&given);
    }
    s->hand[seat] = held;
    s->unknown[seat] = 0;
    return true;
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
    for (uint32_t p = 0; p < s->seats; p++) {
        if ((int)p == viewer)
            continue;
        struct tl_set drawn = draw_some(loose, free_places[p], rng);
        loose = tl_without(loose, drawn);
        if (!lay_out(s, p, tl_join(held[p], drawn), rng))
            return false;
    }
    s->deck = loose;
    return s->phase == TL_OVER || tl_any(tl_options(d, s));
}

VL_RULE void tl_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct tl_state *s = (struct tl_state *)state;
    const struct tl_state *seen = (const struct tl_state *)view->state.bytes;
    struct sampling job;
    int viewer = view->seat;
    *s = *seen;
    if (viewer == VL_OPEN)
        return;
    prepare(seen, viewer, &job);
    uint32_t tries = 0;
    while (!try_once((const struct tl_deck *)deck, &job, viewer, rng, s)) {
        VL_ASSERT(++tries < TRIES);
        *s = *seen;
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if ((int)seat != viewer)
            tell(s, seat, viewer);
}
