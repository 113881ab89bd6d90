/*
 * Travelogue: its judgement.
 *
 * A visit is planned as a whole: for every card that could be scored, the cheapest discards that
 * reach its number, by a small table over activities and values. What a card costs is what it is
 * worth kept, which falls towards the end of the game, when it will not be used any more. A card
 * in the hand is useful by what it adds to the sets of its activity at the destination; drawing,
 * trading and visiting are compared in these terms. Weights are hundredths of a point.
 */
#include "games/travelogue/judge.h"

enum { STYLE_STANDARD, STYLE_HASTY, STYLE_SOCIABLE };

/*
 * In hundredths of a point. Found by playing greedy games against each other: each number was
 * changed alone, and a change was kept where it won in `valise arena` (docs/bots.md; the rules page
 * has the balance that they lead to). They are estimates: the order of the moves is what counts.
 */
enum {
    KEEP_BASE = 95,  /* a card kept for later visits, while there is time to use it */
    KEEP_NUMBER = 3, /* and more for each number: high cards can be scored themselves */
    EAGER = 20,      /* a visit now rather than later */
    HASTE = 140,     /* the same for the hasty style */
    SET_WEIGHT = 62, /* a point of vacation value that a card adds to a set; below 100, because
                        the value only matters up to the number of the card scored */
    SPARE = 49,      /* a card beyond the limit of its activity */
    HIGH_CARD = 5,   /* a card is worth this much more for each number above 7 */
    REFUSE = 65,     /* in percent: what others part with is less than average */
    RISK = 25,       /* a card more than the clouds leave */
    COMPANY = 45,    /* a trade, for the sociable style */
    BASE = 1000,     /* so that weights stay above 0 */
};

/* Turns that a seat may still have: with an empty deck one, else as the deck runs out. */
static uint32_t turns_left(const struct tl_state *s)
{
    uint32_t deck = tl_deck_count(s);
    return s->last_turns ? 1 : 1 + (2 * deck + 3U * s->seats - 1) / (3U * s->seats);
}

/* With four turns or more to come a card is kept at its full value; it falls to 1, not to 0, so
 * that of two plans the one with fewer discards is better even in the last turn. */
static struct tl_keep keep_values(const struct tl_state *s)
{
    struct tl_keep keep;
    int32_t left = (int32_t)turns_left(s), share = left > 4 ? 4 : left - 1;
    for (int32_t n = 0; n <= TL_NUMBERS; n++)
        keep.of[n] = 1 + (KEEP_BASE + KEEP_NUMBER * n) * share / 4;
    return keep;
}

enum { TOP_VALUE = TL_NUMBERS, NEVER = 1 << 28 };

/* The cheapest way to each value, one activity after another. */
struct table {
    int32_t cost[TL_ACTIVITIES + 1][TOP_VALUE + 1];
    uint8_t count[TL_ACTIVITIES][TOP_VALUE + 1];
    uint8_t from[TL_ACTIVITIES][TOP_VALUE + 1];
};

/* One activity after another, as in a knapsack: with n more cards of this one, whose cheapest come
 * first, every value reached before leads to a higher one. Values above 14 count as 14, because no
 * card has a higher number to score. */
static void add_activity(const struct tl_deck *d, uint32_t destination, uint32_t a, uint32_t spent,
                         uint64_t open, const struct tl_keep *keep, struct table *t)
{
    const uint8_t *value = d->value[destination];
    uint32_t room = d->limit[destination][a] - spent;
    for (uint32_t v = 0; v <= TOP_VALUE; v++)
        t->cost[a + 1][v] = NEVER;
    int32_t price = 0;
    for (uint32_t more = 0;; more++) {
        for (uint32_t v = 0; v <= TOP_VALUE; v++) {
            uint32_t sum = v + value[spent + more];
            sum = sum < TOP_VALUE ? sum : TOP_VALUE;
            int32_t cost = t->cost[a][v] + price;
            if (cost < t->cost[a + 1][sum]) {
                t->cost[a + 1][sum] = cost;
                t->count[a][sum] = (uint8_t)more;
                t->from[a][sum] = (uint8_t)v;
            }
        }
        if (more == room || !open)
            return;
        price += keep->of[vl_take_lowest(&open) + 1];
    }
}

/* Reads the cards of a plan back from the table: the lowest of each activity. */
static struct tl_set cards_of(const struct table *t, uint32_t value, struct tl_set open)
{
    struct tl_set spend = tl_no_cards();
    for (uint32_t a = TL_ACTIVITIES; a-- > 0;) {
        uint64_t cards = tl_of_activity(open, a);
        for (uint32_t n = t->count[a][value]; n; n--)
            tl_add(&spend, a * TL_NUMBERS + vl_take_lowest(&cards));
        value = t->from[a][value];
    }
    return spend;
}

/* Starts at value 0 for nothing; what has been discarded already counts through `spent`. */
static void fill_table(const struct tl_deck *d, uint32_t destination, struct tl_set spent,
                       struct tl_set open, const struct tl_keep *keep, struct table *t)
{
    for (uint32_t v = 0; v <= TOP_VALUE; v++)
        t->cost[0][v] = v ? NEVER : 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++)
        add_activity(d, destination, a, vl_count(tl_of_activity(spent, a)), tl_of_activity(open, a),
                     keep, t);
}

/* The cheapest plan that scores this card; among equals the lower card. */
static void plan_for(const struct tl_deck *d, uint32_t destination, struct tl_set spent,
                     struct tl_set open, const struct tl_keep *keep, uint32_t card,
                     struct tl_plan *best)
{
    struct table t;
    uint32_t number = tl_number(card);
    tl_drop(&open, card);
    fill_table(d, destination, spent, open, keep, &t);
    for (uint32_t v = number; v <= TOP_VALUE; v++) {
        int32_t cost = t.cost[TL_ACTIVITIES][v] + keep->of[number];
        int32_t worth = 100 * (int32_t)number - cost;
        if (cost >= NEVER || (best->possible && worth < best->worth) ||
            (best->possible && worth == best->worth && card >= best->card))
            continue;
        *best = (struct tl_plan){true, card, v, cards_of(&t, v, open), worth};
    }
}

/*
 * The table for the whole hand says what each card could be worth at most: without the card that
 * is scored the discards can only cost more. So the promising cards go first, and most need no
 * table of their own.
 */
struct tl_plan tl_best_plan(const struct tl_deck *d, uint32_t destination, struct tl_set spent,
                            struct tl_set hand, struct tl_set open, const struct tl_keep *keep)
{
    struct tl_plan best = {0};
    struct table t;
    int32_t least[TOP_VALUE + 2] = {[TOP_VALUE + 1] = NEVER}; /* cost of a value or more */
    fill_table(d, destination, spent, open, keep, &t);
    for (uint32_t v = TOP_VALUE + 1; v-- > 0;)
        least[v] =
            t.cost[TL_ACTIVITIES][v] < least[v + 1] ? t.cost[TL_ACTIVITIES][v] : least[v + 1];
    while (tl_any(hand)) {
        uint32_t promising = TL_NONE;
        int32_t most = 0;
        for (struct tl_set rest = hand; tl_any(rest);) {
            uint32_t card = tl_take_lowest(&rest), number = tl_number(card);
            int32_t worth = 100 * (int32_t)number - keep->of[number] - least[number];
            if (promising == TL_NONE || worth > most) {
                promising = card;
                most = worth;
            }
        }
        if (most <= -NEVER / 2 || (best.possible && most < best.worth))
            break;
        plan_for(d, destination, spent, open, keep, promising, &best);
        tl_drop(&hand, promising);
    }
    return best;
}

/* With all cards equally cheap the best plan is the highest card, then the fewest discards. */
struct tl_plan tl_highest_plan(const struct tl_deck *d, const struct tl_state *s, uint32_t seat)
{
    struct tl_keep keep;
    for (uint32_t n = 0; n <= TL_NUMBERS; n++)
        keep.of[n] = 1;
    struct tl_plan plan = {0};
    if (s->destination[seat] < TL_DESTINATIONS)
        plan = tl_best_plan(d, s->destination[seat], tl_no_cards(), s->hand[seat], s->hand[seat],
                            &keep);
    plan.value = plan.possible ? tl_value(d, s->destination[seat], plan.spend) : 0;
    return plan;
}

/* What a card adds to a hand that goes to a destination. */
static int32_t useful(const struct tl_deck *d, uint32_t destination, struct tl_set hand,
                      uint32_t card)
{
    uint32_t a = tl_activity(card), number = tl_number(card);
    tl_drop(&hand, card);
    uint32_t count = vl_count(tl_of_activity(hand, a));
    const uint8_t *value = d->value[destination];
    int32_t sum =
        count < d->limit[destination][a] ? SET_WEIGHT * (value[count + 1] - value[count]) : SPARE;
    return sum + (number > 7 ? HIGH_CARD * ((int32_t)number - 7) : 0);
}

/* What a card that is not known is worth to a hand, on average. */
static int32_t useful_on_average(const struct tl_deck *d, const struct tl_state *s, uint32_t seat)
{
    int32_t sum = 0, count = 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        int32_t there = (int32_t)vl_count(tl_of_activity(s->deck, a));
        if (!there)
            continue;
        /* One card of the activity stands for all; its number counts by the middle. */
        sum += there * useful(d, s->destination[seat], s->hand[seat], a * TL_NUMBERS + 8);
        count += there;
    }
    return count ? sum / count : 0;
}

/* `count` cards of a hand that are least useful to it, and not too useful to the one who gets
 * them (or NONE). The own loss counts four times the other's gain. */
static struct tl_set least_useful(const struct tl_deck *d, const struct tl_state *s, uint32_t seat,
                                  struct tl_set from, uint32_t count, uint32_t getter)
{
    struct tl_set result = tl_no_cards(), hand = s->hand[seat];
    for (; count && tl_any(from); count--) {
        uint32_t worst = TL_NONE;
        int32_t least = 0;
        for (struct tl_set rest = from; tl_any(rest);) {
            uint32_t card = tl_take_lowest(&rest);
            int32_t weight = 4 * useful(d, s->destination[seat], hand, card);
            if (getter < s->seats)
                weight += useful(d, s->destination[getter], tl_no_cards(), card);
            if (worst == TL_NONE || weight < least) {
                worst = card;
                least = weight;
            }
        }
        tl_add(&result, worst);
        tl_drop(&from, worst);
        tl_drop(&hand, worst);
    }
    return result;
}

/* ---- The turn ---- */

/* A trade: the agent's card, and my least useful cards for what the partner can spare. */
static int32_t trade_weight(const struct tl_deck *d, const struct tl_state *s, uint32_t agent,
                            int32_t average)
{
    uint32_t seat = s->seat;
    struct tl_set hand = s->hand[seat];
    struct tl_set parted = least_useful(d, s, seat, hand, agent, TL_NONE);
    int32_t weight = (int32_t)agent * average * REFUSE / 100;
    tl_add(&hand, s->agent[agent - 1]);
    weight += useful(d, s->destination[seat], hand, s->agent[agent - 1]);
    while (tl_any(parted)) {
        uint32_t card = tl_take_lowest(&parted);
        weight -= useful(d, s->destination[seat], hand, card);
        tl_drop(&hand, card);
    }
    return weight;
}

/* How well a seat would do as a partner: one with many cards has more to spare, and the leader
 * is served last. */
static int32_t partner_weight(const struct tl_state *s, uint32_t partner)
{
    int32_t points = 0;
    for (struct tl_set rest = tl_scored_by(s, partner); tl_any(rest);)
        points += (int32_t)tl_number(tl_take_lowest(&rest));
    return (int32_t)tl_hand_count(s, partner) - points / 8;
}

/* A visit now: its plan, the bonus cards it takes (TL-7.2), and what the clouds take from others,
 * divided by the seats, since the loss of one rival is only part of a gain. While more than three
 * turns are left it counts a little more (EAGER), or much more (HASTE). */
static int32_t visit_weight(const struct tl_deck *d, const struct tl_state *s, uint32_t style)
{
    struct tl_keep keep = keep_values(s);
    struct tl_set hand = s->hand[s->seat];
    struct tl_plan plan =
        tl_best_plan(d, s->destination[s->seat], tl_no_cards(), hand, hand, &keep);
    uint32_t bonuses = tl_count(tl_both(tl_below_agents(s), d->bonus));
    uint32_t limit = tl_cloud_limit(d, s);
    int32_t weight = plan.worth + (int32_t)bonuses * keep.of[8];
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && tl_hand_count(s, seat) > limit)
            weight += (int32_t)(tl_hand_count(s, seat) - limit) * keep.of[4] / s->seats;
    if (turns_left(s) > 3)
        weight += style == STYLE_HASTY ? HASTE : EAGER;
    return weight;
}

/* What is likely to be lost to clouds with `over` cards more than they leave. */
static int32_t at_risk(int32_t over)
{
    return over > 0 ? RISK * over : 0;
}

/* All actions in one currency: what the hand gains. Cards gained count less towards the end
 * (`share`, in quarters), and a visit saves what the clouds would have taken of a full hand. */
static void prefer_turn(const struct tl_deck *d, const struct tl_state *s, uint32_t style,
                        const vl_move *moves, uint32_t count, int32_t *weights)
{
    int32_t average = useful_on_average(d, s, s->seat), trade[TL_AGENTS + 1] = {0};
    int32_t share = turns_left(s) > 4 ? 4 : (int32_t)turns_left(s) - 1;
    /* What I hold beyond the cards that the clouds are likely to leave me: eight at most. */
    uint32_t limit = tl_cloud_limit(d, s) < 8 ? tl_cloud_limit(d, s) : 8;
    int32_t over = (int32_t)tl_hand_count(s, s->seat) - (int32_t)limit;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bit = VL_MOVE_ARG(moves[i]);
        if (bit == TL_TAKE_CARD) {
            weights[i] = BASE + (2 * average - at_risk(over + 2) + at_risk(over)) * share / 4;
        } else if (bit == TL_PASS) {
            weights[i] = BASE;
        } else if (bit == TL_VISIT) {
            weights[i] = BASE + visit_weight(d, s, style) + at_risk(over) * share / 4;
        } else {
            uint32_t agent = (bit - TL_TRADE) / 4 + 1;
            if (!trade[agent])
                trade[agent] = trade_weight(d, s, agent, average);
            int32_t gain = trade[agent] - at_risk(over + 1) + at_risk(over);
            gain = gain * share / 4 + (style == STYLE_SOCIABLE ? COMPANY : 0);
            weights[i] = BASE + gain + partner_weight(s, (bit - TL_TRADE) % 4);
        }
        weights[i] = weights[i] > 1 ? weights[i] : 1;
    }
}

/* ---- The choices inside an action ---- */

/* Likes the cards of a set, the lowest first, so that they come in ascending order. The weights say
 * only that order: the next card of the set, the others of it, the rest. */
static void prefer_set(struct tl_set set, const vl_move *moves, uint32_t count, int32_t *weights)
{
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        bool in = VL_MOVE_ARG(moves[i]) < TL_CARDS && tl_has(&set, VL_MOVE_ARG(moves[i]));
        weights[i] = in ? (first ? 1000 : 100) : 10;
        first = first && !in;
    }
}

/* The plan is made again at every step, from what has been discarded so far: nothing is kept
 * between moves, so a choice that somebody else began is continued just as well. */
static void prefer_spending(const struct tl_deck *d, const struct tl_state *s, const vl_move *moves,
                            uint32_t count, int32_t *weights)
{
    struct tl_keep keep = keep_values(s);
    struct tl_set hand = s->hand[s->seat];
    struct tl_set open = tl_both(hand, tl_above(tl_highest(s->chosen)));
    struct tl_plan plan = tl_best_plan(d, s->destination[s->seat], s->chosen, hand, open, &keep);
    prefer_set(plan.spend, moves, count, weights);
    if (!tl_any(plan.spend) && VL_MOVE_ARG(moves[count - 1]) == TL_DONE)
        weights[count - 1] = 1000;
}

/* How well a hand fits a destination: its sets, the large ones above all, and the visit that is
 * possible at once. */
static int32_t fit(const struct tl_deck *d, const struct tl_state *s, uint32_t destination,
                   struct tl_set hand)
{
    int32_t sum = 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t count = vl_count(tl_of_activity(hand, a));
        uint32_t limit = d->limit[destination][a];
        int32_t value = d->value[destination][count < limit ? count : limit];
        sum += 10 * value + value * value;
        /* Room to grow where there is something to grow from. */
        sum += count && count < limit ? 4 * (int32_t)(limit - count) : 0;
    }
    struct tl_keep keep = keep_values(s);
    struct tl_plan plan = tl_best_plan(d, destination, tl_no_cards(), hand, hand, &keep);
    return sum + (plan.possible && plan.worth > 0 ? plan.worth / 8 : 0);
}

/* The choice of one thing. Otherwise a second card rather than none; chance moves are all alike. */
static int32_t plain_weight(const struct tl_deck *d, const struct tl_state *s, uint32_t bit,
                            uint32_t index)
{
    if (s->phase == TL_PICK || s->phase == TL_MOVE_ON)
        return 1 + fit(d, s, s->pile[bit][0], s->hand[s->seat]);
    if (s->phase == TL_SCORE)
        return 100 * (int32_t)tl_number(bit);
    return index ? 1 : 100;
}

void tl_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    const struct tl_deck *d = deck;
    const struct tl_state *s = tl_seen(view);
    struct tl_set hand = s->hand[s->actor], open = tl_both(hand, tl_above(tl_highest(s->chosen)));
    uint32_t more = s->phase == TL_CLOUDS ? tl_count(hand) - tl_cloud_limit(d, s)
                                          : s->trader - tl_count(s->chosen);
    uint32_t getter = s->phase == TL_CLOUDS ? TL_NONE : s->phase == TL_GIVE ? s->partner : s->seat;
    if (s->phase == TL_TURN)
        prefer_turn(d, s, style, moves, count, weights);
    else if (s->phase == TL_SPEND)
        prefer_spending(d, s, moves, count, weights);
    else if (s->phase == TL_GIVE || s->phase == TL_RETURN || s->phase == TL_CLOUDS)
        prefer_set(least_useful(d, s, s->actor, open, more, getter), moves, count, weights);
    else
        for (uint32_t i = 0; i < count; i++)
            weights[i] = plain_weight(d, s, VL_MOVE_ARG(moves[i]), i);
}

/* Estimates: one and a half points for every card still to be drawn, shared by the seats, and 0.6
 * to 1.4 for a card in a hand, by the turns that are left to use it. */
void tl_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    const struct tl_state *s = tl_seen(view);
    struct vl_score score;
    tl_score(deck, s, &score);
    int32_t left = (int32_t)turns_left(s), share = left > 4 ? 4 : left - 1;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        int32_t cards = (int32_t)tl_hand_count(s, seat);
        int32_t drawn = (int32_t)tl_deck_count(s) * 150 / s->seats;
        /* Cards in hand count less when few turns are left to use them. */
        points[seat] = score.points[seat] + (cards * (60 + 20 * share) + drawn) / 100;
    }
}

/* The same three cases for cards given, returned and lost to clouds. */
static const char *card_reason(const struct tl_deck *d, const struct tl_state *s, uint32_t card)
{
    uint32_t destination = s->destination[s->actor], a = tl_activity(card);
    uint32_t count = vl_count(tl_of_activity(s->hand[s->actor], a));
    if (destination < TL_DESTINATIONS && count > d->limit[destination][a])
        return "you hold more of this activity than your destination takes";
    return count == 1 ? "it stands alone in your hand" : "it adds least to your next visit";
}

static void explain_turn(const struct vl_deck *deck, const struct tl_state *s, uint32_t bit,
                         struct vl_text *out)
{
    if (bit == TL_TAKE_CARD) {
        vl_text_add(out, "two more cards help most towards a better visit");
    } else if (bit == TL_PASS) {
        vl_text_add(out, "nothing else would bring you anything");
    } else if (bit == TL_VISIT) {
        struct tl_plan plan = tl_highest_plan(deck->data, s, s->seat);
        vl_text_addf(out, "a value of %u is within reach, enough for your %u", plan.value,
                     tl_number(plan.card));
    } else {
        uint32_t card = s->agent[(bit - TL_TRADE) / 4];
        vl_text_addf(out, "%s %u suits your destination, and you part with what you need least",
                     tl_activity_names[tl_activity(card)], tl_number(card));
    }
}

void tl_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = tl_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (phase == TL_TURN)
        explain_turn(deck, s, bit, out);
    else if (phase == TL_SECOND)
        vl_text_add(out, bit == TL_ANOTHER ? "a second card costs nothing"
                                           : "the card stays in the deck a little longer");
    else if (phase == TL_SPEND && bit == TL_DONE)
        vl_text_addf(out, "a value of %u is enough for the card you want to score",
                     tl_value(d, s->destination[s->seat], s->chosen));
    else if (phase == TL_SPEND)
        vl_text_add(out, "it raises the value at the least cost");
    else if (phase == TL_SCORE)
        vl_text_addf(out, "it brings %u points", tl_number(bit));
    else if (phase == TL_PICK || phase == TL_MOVE_ON)
        vl_text_addf(out, "%s takes what you hold",
                     vl_deck_text(deck, TL_TABLE_DESTINATIONS, s->pile[bit][0], TL_D_NAME));
    else
        vl_text_add(out, bit < TL_CARDS ? card_reason(d, s, bit) : "chance decides");
}
