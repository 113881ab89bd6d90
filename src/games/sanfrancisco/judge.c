/*
 * San Francisco: its judgement.
 *
 * Every route has a benefit, its points, its token and its share of the tickets that the plan
 * completes, and takes time: a turn to claim, half a turn for each card that is missing. The seat
 * claims what brings most for the time, or draws cards towards it, or tickets if these promise
 * more. In the last turn only what counts at once is looked at.
 *
 * Values are in cents of a point. The numbers were found by playing styles against each other: each
 * was changed alone, and a change was kept where it won in `valise arena` (docs/bots.md; the rules
 * page has how the styles do). They are estimates: the order of the moves is what counts.
 */
#include "games/sanfrancisco/judge.h"

#include "games/sanfrancisco/text.h"

enum {
    A_TURN = 100,
    HELD = 28,    /* the time that a card of the hand has cost, and that spending it costs again */
    LACKING = 62, /* the time that a missing card will cost: two are drawn in a turn, not all fit */
    RESERVE = 4000,        /* so that weights stay above zero */
    HUNGRY = 4,            /* tickets that a hungry player wants before building */
    CONTESTED = 80,        /* more for a planned route that another network has reached, */
    CONTESTED_DOUBLE = 30, /* less where the link has a second route */
    BLOCKS_ONE = 120,      /* taking a route away from the only rival, */
    BLOCKS_SOME = 50,      /* or from one of several */
    ANY_CARD = 30,         /* a card that no target needs */
    FERRY_CARD = 60,       /* a ferry fits every route: worth this more */
    ALIKE = 4,             /* for each card of the same kind in the hand: sets claim grey routes */
    UNSEEN = 6,            /* a card of the deck hides what the seat is after */
    FERRY_COST = 45,       /* a ferry paid, which would have served elsewhere */
    COLOUR_COST = 12,      /* a card paid of a colour that another target needs */
    PENDING_COST = 150,    /* a ticket not completed yet makes new ones less welcome */
};

/* ---- What a route brings ---- */

/* One more token, when `held` are held: each further one scores more (SF-7.3), so that the first
 * ones, which score nothing themselves, are worth having too. */
static int32_t token_value(uint32_t held)
{
    static const int32_t cents[SF_SYMBOLS + 1] = {70, 110, 150, 190, 220, 290, 300, 0};
    return cents[held];
}

/* The points of the planned tickets, spread over the spaces of the plan: every route of it is
 * needed, and a longer one takes more time. A ticket counts twice its worth, since failing costs as
 * much (SF-6.4). */
static int32_t ticket_share(const struct sf_mind *mind, uint32_t route)
{
    if (!vl_has(mind->plan.routes, route) || !mind->plan.spaces)
        return 0;
    return mind->ticket_points * mind->d->spaces[route] / (int32_t)mind->plan.spaces;
}

/* What a claim brings, in cents. The standard style counts points at once half as much again,
 * because what is claimed cannot be lost any more; planned routes gain where rivals come near,
 * others where they block one. A route that eats the cars of the plan is nearly worthless, however
 * many points it has. */
static int32_t benefit(const struct sf_mind *mind, uint32_t route)
{
    const struct sf_deck *d = mind->d;
    const struct sf_state *s = mind->s;
    uint32_t spaces = d->spaces[route], cars = s->cars[mind->seat];
    bool planned = vl_has(mind->plan.routes, route);
    int32_t value = 100 * d->points[route];
    if (mind->style == SF_LONG_ROUTE)
        return value * (int32_t)spaces; /* the longer the better, wherever it leads */
    if (mind->style == SF_STANDARD || mind->style == SF_ROUTE_FOCUSED)
        value = value * (mind->style == SF_STANDARD ? 3 : 4) / 2; /* a bird in the hand */
    if (vl_has(mind->tokens, route))
        value += token_value(vl_count(s->tokens[mind->seat]));
    value += ticket_share(mind, route);
    if (mind->style == SF_STANDARD) {
        if (planned && vl_has(mind->near, route))
            value += vl_has(d->lane_a | d->lane_b, route) ? CONTESTED_DOUBLE : CONTESTED;
        if (!planned && vl_has(mind->joins, route))
            value += s->seats == 2 ? BLOCKS_ONE : BLOCKS_SOME;
    }
    if (!planned && mind->plan.spaces &&
        (spaces + mind->plan.spaces > cars || cars - spaces <= SF_LAST_CARS))
        value = value / 10 - 200; /* the plan needs these cars, or the time */
    return value;
}

/* Benefit for the time it takes: the cards held have cost time as well, though less (HELD). */
static int32_t rate(const struct sf_mind *mind, uint32_t route, uint32_t missing)
{
    uint32_t held = mind->d->spaces[route] - missing;
    int32_t time = A_TURN + (int32_t)(held * HELD + missing * LACKING);
    if ((int32_t)(missing * A_TURN / 2) > mind->turns)
        return 0; /* too late for it */
    return benefit(mind, route) * A_TURN / time;
}

/* ---- What to draw for ---- */

/* The planned routes, or, with nothing planned, the three that pay best. */
static uint64_t find_targets(const struct sf_mind *mind)
{
    int32_t best[3] = {0, 0, 0};
    uint64_t chosen[3] = {0, 0, 0};
    if (mind->plan.routes)
        return mind->plan.routes;
    for (uint64_t rest = mind->open; rest;) {
        uint32_t route = vl_take_lowest(&rest), at = 2;
        int32_t value = rate(mind, route, sf_missing(mind->d, &mind->purse, route));
        if (value <= best[2])
            continue;
        for (; at && value > best[at - 1]; at--) {
            best[at] = best[at - 1];
            chosen[at] = chosen[at - 1];
        }
        best[at] = value;
        chosen[at] = vl_bit(route);
    }
    return chosen[0] | chosen[1] | chosen[2];
}

/* The kinds of which one more card brings a route nearer that misses some, as a mask. */
static uint32_t kinds_for(const struct sf_mind *mind, uint32_t route, uint32_t missing)
{
    const struct sf_deck *d = mind->d;
    uint32_t ferry = 1U << SF_FERRY;
    if (missing == 1 && vl_has(mind->purse.short_of, route))
        return ferry;
    return d->colour[route] == SF_GREY ? mind->purse.longest | ferry
                                       : 1U << d->colour[route] | ferry;
}

/* A card is worth what it brings nearer: the best target counts whole, others a quarter. */
static void value_cards(struct sf_mind *mind)
{
    uint64_t hand = mind->s->hand[mind->seat];
    int32_t best[SF_KINDS] = {0}, rest_sum[SF_KINDS] = {0}, sum = 0;
    for (uint64_t rest = mind->targets; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        uint32_t missing = sf_missing(mind->d, &mind->purse, route);
        int32_t value = rate(mind, route, missing), gain = value * 2 / (int32_t)(missing + 1);
        mind->best_rate = value > mind->best_rate ? value : mind->best_rate;
        for (uint64_t kinds = missing ? kinds_for(mind, route, missing) : 0; kinds;) {
            uint32_t kind = vl_take_lowest(&kinds);
            rest_sum[kind] += gain;
            best[kind] = gain > best[kind] ? gain : best[kind];
        }
    }
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        int32_t extra = kind == SF_FERRY ? FERRY_CARD : ALIKE * (int32_t)sf_of(hand, kind);
        mind->card[kind] = ANY_CARD + best[kind] + (rest_sum[kind] - best[kind]) / 4 + extra;
        sum += mind->card[kind] * (int32_t)sf_of(mind->s->deck, kind);
    }
    uint32_t unseen = sf_total(mind->s->deck);
    mind->card[SF_DECK] = unseen ? sum / (int32_t)unseen + UNSEEN : 0;
}

/* Who the seat is and what is near it. */
static void look_round(struct sf_mind *mind, const struct sf_deck *d, const struct sf_state *s,
                       uint32_t seat, uint32_t style)
{
    uint32_t cars = s->cars[seat] < SF_MOST_SPACES ? s->cars[seat] : SF_MOST_SPACES;
    mind->d = d;
    mind->s = s;
    mind->seat = seat;
    mind->style = style;
    mind->plan = (struct sf_plan){0, 0, 0, 0};
    mind->purse = sf_open_purse(d, s->hand[seat]);
    mind->open = sf_open(d, s, seat) & d->up_to[cars];
    mind->tokens = sf_token_routes(d, s, seat);
    mind->near = mind->joins = mind->targets = mind->weighed = 0;
    mind->best_rate = 0;
    for (uint32_t other = 0; other < s->seats; other++) {
        const struct sf_net *net = other == seat ? NULL : sf_net_of(d, s->claimed[other]);
        mind->near |= net ? net->near : 0;
        mind->joins |= net ? net->joins : 0;
    }
    mind->net = sf_net_of(d, s->claimed[seat]);
    sf_start_plans(&mind->planner, d, s, seat);
    mind->turns = mind->planner.turns;
}

/* The long-route style has no plan: it claims by length alone. Tickets count twice (SF-6.4). */
static void make_plan(struct sf_mind *mind)
{
    mind->ticket_points = 0;
    if (mind->style == SF_LONG_ROUTE)
        return;
    mind->plan = sf_make_plan(&mind->planner, mind->s->tickets[mind->seat], mind->style);
    mind->plan.routes &= mind->open;
    for (uint64_t rest = mind->plan.tickets; rest;)
        mind->ticket_points += 200 * mind->d->worth[vl_take_lowest(&rest)];
}

/* Goes as far as the weights of the moves of this phase need it, or all the way. */
static void think(struct sf_mind *mind, const struct sf_deck *d, const struct sf_state *s,
                  uint32_t style, bool all)
{
    look_round(mind, d, s, s->seat, style);
    bool draws = mind->turns >= A_TURN && (s->phase == SF_TURN || s->phase == SF_SECOND);
    if (s->phase != SF_KEEP || all)
        make_plan(mind);
    if (!draws && !all)
        return;
    mind->targets = find_targets(mind);
    value_cards(mind);
}

/* ---- Weights of moves ---- */

/* What the cards of a payment would be worth for other targets. */
static int32_t payment_cost(const struct sf_mind *mind, uint32_t arg)
{
    uint32_t colour = SF_COLOUR_OF(arg), ferries = SF_FERRIES_OF(arg), route = SF_ROUTE_OF(arg);
    int32_t cost = FERRY_COST * (int32_t)ferries;
    uint64_t others = mind->targets & ~vl_bit(route);
    if (colour < SF_COLOURS && (others & mind->d->suit[colour]))
        cost += COLOUR_COST * (int32_t)(mind->d->spaces[route] - ferries);
    return cost;
}

/* Tickets that a route completes: it joins the parts in which their places lie. */
static uint32_t completes(const struct sf_mind *mind, uint32_t route)
{
    const struct sf_deck *d = mind->d;
    const uint8_t *part = mind->net->part;
    uint32_t fresh = 0, a = part[d->end[route][0]], b = part[d->end[route][1]];
    for (uint64_t rest = mind->s->tickets[mind->seat] & ~mind->net->completed; rest;) {
        uint32_t ticket = vl_take_lowest(&rest);
        uint32_t from = part[d->ticket_end[ticket][0]], to = part[d->ticket_end[ticket][1]];
        fresh |= (uint32_t)((from == a && to == b) || (from == b && to == a)) << ticket;
    }
    return fresh;
}

/* What a claim changes in the final score, all else as it stands. */
static int32_t counts_now(const struct sf_mind *mind, uint32_t route)
{
    uint32_t tokens = vl_count(mind->s->tokens[mind->seat]);
    int32_t value = 100 * mind->d->points[route];
    if (vl_has(mind->tokens, route))
        value += 100 * (sf_token_points(tokens + 1) - sf_token_points(tokens));
    for (uint64_t rest = completes(mind, route); rest;)
        value += 200 * mind->d->worth[vl_take_lowest(&rest)];
    return value;
}

/* The route is weighed once for all ways to pay for it. */
static int32_t claim_weight(struct sf_mind *mind, uint32_t arg)
{
    uint32_t route = SF_ROUTE_OF(arg);
    bool last = mind->turns < A_TURN;
    if (!vl_has(mind->weighed, route)) {
        mind->weighed |= vl_bit(route);
        mind->claim[route] =
            last ? counts_now(mind, route) + 50
                 : benefit(mind, route) * A_TURN / (A_TURN + HELD * mind->d->spaces[route]);
    }
    return mind->claim[route] - (last ? 0 : payment_cost(mind, arg));
}

/* The best card to go with another: the second of a draw. */
static int32_t best_second(const struct sf_mind *mind, uint32_t first)
{
    uint64_t row = mind->s->row - (first == SF_DECK ? 0 : sf_cards(first, 1));
    int32_t best = sf_deck_size(mind->s) ? mind->card[SF_DECK] : 0;
    for (uint32_t kind = 0; kind < SF_COLOURS; kind++)
        if (sf_of(row, kind) && mind->card[kind] > best)
            best = mind->card[kind];
    return best;
}

/* A draw is a step towards the best target: six tenths of its rate, so that a claim that is
 * possible now comes first. As a second card only the cards themselves differ. */
static int32_t take_weight(const struct sf_mind *mind, uint32_t kind)
{
    if (mind->turns < A_TURN)
        return 0; /* cards count nothing */
    int32_t cards = mind->card[kind];
    if (mind->s->phase == SF_SECOND)
        return cards;
    if (kind != SF_FERRY)
        cards += best_second(mind, kind);
    return mind->best_rate * 6 / 10 + cards / 8; /* the cards tell draws apart */
}

/* With less than two turns left no tickets are drawn, but for the last turn, where what they
 * promise (mostly those that are completed already) is weighed against claims. The hungry style
 * first draws up to HUNGRY tickets; two others draw when all are completed. */
static int32_t tickets_weight(const struct sf_mind *mind)
{
    const struct sf_state *s = mind->s;
    uint32_t pending = s->tickets[mind->seat] & ~mind->net->completed;
    if (mind->style == SF_LONG_ROUTE || mind->turns < 2 * A_TURN)
        return mind->turns < A_TURN ? sf_ticket_hope(mind) - 100 : -RESERVE;
    if (mind->style == SF_TICKET_HUNGRY && vl_count(s->tickets[mind->seat]) < HUNGRY)
        return RESERVE;
    if (mind->style == SF_ONE_STEP || mind->style == SF_ROUTE_FOCUSED)
        return pending ? -RESERVE : sf_ticket_hope(mind);
    return sf_ticket_hope(mind) * 8 / 10 - PENDING_COST * (int32_t)vl_count(pending);
}

/* The plan with these tickets tells their worth together: two that share a way promise more than
 * each alone. Completed ones bring their points for certain and need no plan. */
static int32_t keep_weight(struct sf_mind *mind, uint32_t kept)
{
    const struct sf_state *s = mind->s;
    uint32_t style = mind->style == SF_LONG_ROUTE ? SF_STANDARD : mind->style;
    int32_t value = sf_make_plan(&mind->planner, s->tickets[mind->seat] | kept, style).value;
    uint32_t done = kept & mind->net->completed;
    for (uint64_t rest = done; rest;)
        value += 100 * mind->d->worth[vl_take_lowest(&rest)];
    if (mind->style == SF_TICKET_HUNGRY)
        value += 600 * (int32_t)vl_count(kept);
    if (mind->style == SF_LONG_ROUTE) /* the least that may be lost */
        for (uint64_t rest = kept & ~done; rest;)
            value -= 400 * mind->d->worth[vl_take_lowest(&rest)];
    return value;
}

/* A stack is best where the plan comes by, rather ends than passes, and few others will. These
 * weights and those of tokens are compared only with each other. */
static int32_t put_weight(const struct sf_mind *mind, uint32_t place)
{
    int32_t mine = (int32_t)vl_count(mind->plan.routes & mind->d->at[place]);
    int32_t passing = mine == 1 ? 160 : mine ? 150 : 0;
    return passing - 15 * (int32_t)vl_count(mind->d->at[place]);
}

/* Rather the token that will not be come by again. */
static int32_t pick_weight(const struct sf_mind *mind, uint32_t symbol)
{
    const struct sf_state *s = mind->s;
    for (uint32_t e = 0; e < 2; e++) {
        uint32_t place = mind->d->end[s->route][e];
        if (s->symbol[place] == symbol)
            return 200 - 60 * (int32_t)vl_count(mind->plan.routes & mind->d->at[place]) -
                   20 * s->left[symbol] - 4 * (int32_t)vl_count(mind->open & mind->d->at[place]);
    }
    return 0;
}

/* A pass is the only move where it is legal, so its weight does not matter. */
static int32_t weigh(struct sf_mind *mind, vl_move move)
{
    uint32_t arg = VL_MOVE_ARG(move);
    switch (VL_MOVE_KIND(move)) {
    case SF_TAKE:
        return take_weight(mind, arg);
    case SF_CLAIM:
        return claim_weight(mind, arg);
    case SF_TICKETS:
        return tickets_weight(mind);
    case SF_KEEP_ONE:
        return keep_weight(mind, 1U << arg);
    case SF_KEEP_TWO:
        return keep_weight(mind, 1U << (arg & 0xffU) | 1U << (arg >> 8));
    case SF_PUT:
        return put_weight(mind, arg);
    case SF_PICK:
        return pick_weight(mind, arg);
    default:
        return 0;
    }
}

void sf_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    struct sf_mind mind;
    think(&mind, deck, sf_seen(view), style, false);
    for (uint32_t i = 0; i < count; i++) {
        int32_t weight = weigh(&mind, moves[i]) + RESERVE;
        weights[i] = weight > 0 ? weight : 0;
    }
}

/* Points so far, what the plan completes, and what cars and hidden tickets usually bring. */
void sf_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    const struct sf_deck *d = deck;
    const struct sf_state *s = sf_seen(view);
    struct vl_score score;
    sf_score(deck, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        points[seat] = score.points[seat];
        if (s->phase == SF_OVER)
            continue;
        struct sf_planner planner;
        sf_start_plans(&planner, d, s, seat);
        if (planner.turns > A_TURN) {
            struct sf_plan plan = sf_make_plan(&planner, s->tickets[seat], SF_STANDARD);
            for (uint64_t rest = plan.tickets; rest;)
                points[seat] += d->worth[vl_take_lowest(&rest)] * 8 / 5;
            points[seat] += s->cars[seat] * 9 / 10;
        }
        points[seat] += 4 * s->tickets_unknown[seat];
    }
}

/* ---- Why ---- */

/* " and completes A - B (6) and C - D (4)" */
static void add_tickets(const struct vl_deck *deck, const char *words, uint32_t tickets,
                        struct vl_text *out)
{
    for (uint64_t rest = tickets; rest; words = " and ") {
        vl_text_add(out, words);
        sf_add_ticket(deck, vl_take_lowest(&rest), out);
    }
}

/* What it does for the tickets comes first; blocking a rival only where it does nothing else. */
static void explain_claim(const struct vl_deck *deck, const struct sf_mind *mind, uint32_t arg,
                          struct vl_text *out)
{
    const struct sf_deck *d = mind->d;
    const struct sf_state *s = mind->s;
    uint32_t route = SF_ROUTE_OF(arg), fresh = completes(mind, route);
    uint32_t tokens = sf_tokens_for(d, s, mind->seat, route);
    uint64_t planned = s->claimed[mind->seat] | mind->plan.routes;
    uint32_t needs = 0; /* the tickets that the plan would not complete without it */
    if (vl_has(mind->plan.routes, route))
        needs = mind->plan.tickets & ~sf_completed(d, planned & ~vl_bit(route), mind->plan.tickets);
    vl_text_addf(out, "it scores %s",
                 sf_count((uint32_t)sf_route_points(d->spaces[route]), "point").text);
    if (fresh) {
        add_tickets(deck, " and completes ", fresh, out);
    } else if (needs) {
        add_tickets(deck, " and is on the way of ", needs, out);
    } else if (vl_has(mind->plan.routes, route)) {
        vl_text_add(out, " and is on the way");
    } else if (vl_has(mind->joins, route)) {
        vl_text_add(out, " and stands in the way of another network");
    }
    if (tokens)
        vl_text_addf(out, ", with a %s token", sf_token_name(deck, vl_lowest(tokens)).text);
}

static void explain_take(const struct vl_deck *deck, const struct sf_mind *mind, uint32_t kind,
                         struct vl_text *out)
{
    if (kind == SF_DECK) {
        vl_text_add(out, "nothing in the row helps more than an unseen card");
        return;
    }
    for (uint64_t rest = mind->targets; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        uint32_t missing = sf_missing(mind->d, &mind->purse, route);
        if (missing && vl_has(kinds_for(mind, route, missing), kind)) {
            vl_text_addf(out, "%s brings ", sf_a_card(deck, kind).text);
            sf_add_route_name(deck, route, out);
            vl_text_add(out, " nearer");
            return;
        }
    }
    vl_text_addf(out, "%s may be of use later", sf_a_card(deck, kind).text);
}

/* What the ticket takes, and how it compares with the other one that was offered (SF-6.1). */
static void explain_keep(struct sf_mind *mind, uint32_t ticket, struct vl_text *out)
{
    const struct sf_state *s = mind->s;
    uint32_t kept = 1U << ticket, other = s->offer[mind->seat] & ~kept;
    uint32_t missing = sf_ticket_way(mind->d, s, mind->seat, ticket).cost;
    int32_t more = other ? keep_weight(mind, kept) - keep_weight(mind, other) : 0;
    if (missing == 0)
        vl_text_add(out, "it is completed already");
    else if (missing == SF_NO_WAY)
        vl_text_add(out, "it can no longer be completed");
    else
        vl_text_addf(out, "it takes %s for %s", sf_count(missing, "more space").text,
                     sf_count(mind->d->worth[ticket], "point").text);
    if (more > 0)
        vl_text_add(out, " and promises more than the other");
    else if (more < 0)
        vl_text_add(out, "; the other promises more");
}

static void explain_keep_both(struct sf_mind *mind, struct vl_text *out)
{
    uint32_t both = mind->s->offer[mind->seat], low = both & (~both + 1);
    int32_t value = keep_weight(mind, both);
    if (value >= keep_weight(mind, low) && value >= keep_weight(mind, both & ~low))
        vl_text_add(out, "one network can serve both");
    else
        vl_text_add(out, "two can score more, but one of them alone promises more");
}

void sf_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    struct sf_mind mind;
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    think(&mind, deck->data, sf_seen(view), SF_STANDARD, true);
    if (kind == SF_CLAIM)
        explain_claim(deck, &mind, arg, out);
    else if (kind == SF_TAKE)
        explain_take(deck, &mind, arg, out);
    else if (kind == SF_TICKETS)
        vl_text_add(out, "there is time and there are cars for another ticket");
    else if (kind == SF_KEEP_ONE)
        explain_keep(&mind, arg, out);
    else if (kind == SF_KEEP_TWO)
        explain_keep_both(&mind, out);
    else if (kind == SF_PUT)
        vl_text_add(out, vl_count(mind.plan.routes & mind.d->at[arg]) ? "the way leads there"
                                                                      : "few come by there");
    else if (kind == SF_PICK)
        vl_text_add(out, "the other one can still be come by");
    else
        vl_text_add(out, "nothing else can be done");
}
