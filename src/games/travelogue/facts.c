/* Travelogue: the facts that boards draw, which a person would work out by looking; the prompt. */
#include "core/facts.h"
#include "games/travelogue/judge.h"
#include "games/travelogue/text.h"

static void put_cards(struct vl_json *json, const char *key, struct tl_set set)
{
    vl_json_open_array(json, key);
    while (tl_any(set))
        vl_json_int(json, tl_take_lowest(&set));
    vl_json_end_array(json);
}

static const char *clause_of(const struct tl_state *s)
{
    static const char *const clauses[TL_OVER + 1] = {
        [TL_ALBUM] = "TL-2.1",   [TL_DEAL] = "TL-2.2",    [TL_LAY] = "TL-2.3",
        [TL_TOP] = "TL-2.4",     [TL_PICK] = "TL-2.5",    [TL_TURN] = "TL-3.1",
        [TL_DRAW] = "TL-4.1",    [TL_SECOND] = "TL-4.2",  [TL_GIVE] = "TL-5.4",
        [TL_RETURN] = "TL-5.6",  [TL_SHOW] = "TL-5.7",    [TL_REPLACE] = "TL-5.8",
        [TL_SPEND] = "TL-6.1",   [TL_SCORE] = "TL-6.4",   [TL_CLOUDS] = "TL-7.3",
        [TL_RESTOCK] = "TL-7.6", [TL_MOVE_ON] = "TL-8.1", [TL_OVER] = "TL-9.4",
    };
    if (s->phase == TL_TOP && s->destination[s->seat] < TL_DESTINATIONS)
        return "TL-8.2"; /* not at set-up */
    return clauses[s->phase];
}

/* A card or a destination; null where there is none. */
static void put_or_null(struct vl_json *json, const char *key, uint32_t number)
{
    vl_json_key(json, key);
    if (number == TL_NONE)
        vl_json_null(json);
    else
        vl_json_int(json, number);
}

static void put_ending(const struct tl_state *s, struct vl_json *json)
{
    uint32_t deck = tl_deck_count(s);
    if (s->phase == TL_OVER)
        vl_json_put_string(json, "ending", "The game is over");
    else if (s->last_turns == 1)
        vl_json_put_string(json, "ending", "This is the last turn of the game");
    else if (s->last_turns)
        vl_facts_say(json, "ending", "Last turns: %u to go, this one included", s->last_turns);
    else if (!deck)
        vl_json_put_string(json, "ending",
                           "The deck is empty: from the next turn on every turn is a last one");
    else
        vl_facts_say(json, "ending", "%u card%s to draw; then everybody has one last turn", deck,
                     tl_plural(deck));
    vl_json_put_bool(json, "last_round", s->last_turns > 0);
}

/* What each seat shows, and what the viewer knows of it: cards there for certain and perhaps. Of
 * its own hand the viewer knows everything; there it is told what the others know, as a warning. */
static void put_travellers(const struct tl_state *s, int viewer, const struct vl_score *score,
                           struct vl_json *json)
{
    vl_json_open_array(json, "travellers");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_json_object(json);
        vl_json_put_int(json, "hand", tl_hand_count(s, seat));
        vl_json_put_int(json, "points", score->points[seat]);
        vl_json_put_int(json, "album", s->album[seat]);
        put_or_null(json, "destination", s->destination[seat]);
        put_cards(json, "scored", tl_scored_by(s, seat));
        if ((int)seat != viewer) {
            put_cards(json, "known", tl_known_there(s, viewer, seat, true));
            put_cards(json, "maybe", tl_known_there(s, viewer, seat, false));
        } else {
            /* What the others know of the looking seat's own hand. */
            struct tl_set told = s->known[seat][seat];
            for (uint32_t other = 0; other < s->seats; other++)
                told = tl_join(told, s->gave[other]);
            put_cards(json, "told", tl_both(told, s->hand[seat]));
        }
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_json_object(json);
        vl_facts_say(json, "note", "hand %u · %u scored", tl_hand_count(s, seat),
                     tl_count(tl_scored_by(s, seat)));
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* What a visit would bring now: bonuses to take (TL-7.2), and the clouds over the others
 * (TL-7.3). */
static void put_agents(const struct vl_deck *deck, const struct tl_state *s, struct vl_json *json)
{
    const struct tl_deck *d = deck->data;
    struct tl_set lying = tl_below_agents(s);
    uint32_t limit = tl_cloud_limit(d, s);
    vl_json_put_int(json, "bonuses", tl_count(tl_both(lying, d->bonus)));
    vl_json_put_int(json, "clouds", tl_count(tl_both(lying, d->cloud)));
    put_or_null(json, "cloud_limit", limit == 255 ? TL_NONE : limit);
}

/* The visit under way: how its value grows as cards are picked. */
static void put_visit(const struct vl_deck *deck, const struct tl_state *s, struct vl_json *json)
{
    const struct tl_deck *d = deck->data;
    if (!vl_json_open_if(json, "visit", s->phase == TL_SPEND || s->phase == TL_SCORE))
        return;
    uint32_t destination = s->destination[s->seat], value = tl_value(d, destination, s->chosen);
    struct tl_set scoring = tl_both(s->hand[s->seat], tl_up_to(value));
    vl_json_put_int(json, "seat", s->seat);
    vl_json_put_int(json, "destination", destination);
    vl_json_put_int(json, "value", value);
    vl_json_open_array(json, "rows");
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t count = vl_count(tl_of_activity(s->chosen, a));
        vl_json_object(json);
        vl_json_put_int(json, "count", count);
        vl_json_put_int(json, "limit", d->limit[destination][a]);
        vl_json_put_int(json, "value", d->value[destination][count]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    put_cards(json, "scoring", scoring);
    vl_json_end_object(json);
}

/* What the looking seat could score now, at its destination and at the tops of the piles. */
static void put_reach(const struct vl_deck *deck, const struct tl_state *s, int viewer,
                      struct vl_json *json)
{
    bool may = viewer >= 0 && s->phase >= TL_PICK && s->phase != TL_SPEND && s->phase != TL_SCORE &&
               s->destination[viewer] < TL_DESTINATIONS;
    struct tl_plan plan = {0};
    if (may)
        plan = tl_highest_plan(deck->data, s, (uint32_t)viewer);
    if (!vl_json_open_if(json, "reach", plan.possible))
        return;
    vl_json_put_int(json, "value", plan.value);
    vl_json_put_int(json, "card", plan.card);
    vl_json_put_int(json, "points", tl_number(plan.card));
    vl_json_put_int(json, "discards", tl_count(plan.spend));
    vl_json_end_object(json);
}

/* The trade under way. How many cards lie there is open to all; which ones, only as far as the view
 * has them (TL-10.3). */
static void put_trade(const struct tl_state *s, struct vl_json *json)
{
    bool laid = s->phase == TL_RETURN || s->phase == TL_SHOW;
    if (!vl_json_open_if(json, "trade", s->trader))
        return;
    vl_json_put_int(json, "agent", s->trader);
    vl_json_put_int(json, "active", s->seat);
    vl_json_put_int(json, "partner", s->partner);
    /* The agent's card: it still lies there, it was taken, or the trade is done. */
    put_or_null(json, "card", s->phase == TL_GIVE ? s->agent[s->trader - 1] : s->taken);
    vl_json_put_int(json, "given",
                    laid ? s->trader : tl_count(s->chosen) + (int64_t)s->chosen_unknown);
    vl_json_put_int(json, "returned", laid ? tl_count(s->chosen) + (int64_t)s->chosen_unknown : 0);
    put_cards(json, "given_seen", laid ? tl_given(s) : s->chosen);
    put_cards(json, "returned_seen", laid ? s->chosen : tl_no_cards());
    vl_json_end_object(json);
}

/* The label of the button that finishes what has been begun. */
static void put_offer(const struct vl_deck *deck, const struct tl_state *s, int viewer,
                      struct vl_json *json)
{
    uint32_t destination = s->destination[s->seat];
    bool visitor = viewer == s->seat;
    if (s->phase == TL_DRAW && visitor)
        vl_json_put_string(json, "offer", s->step ? "Draw the second card" : "Draw a card");
    else if (s->phase == TL_SCORE && visitor)
        vl_facts_say(json, "offer", "End the visit with a value of %u",
                     tl_value(deck->data, destination, s->chosen));
    else if (s->phase == TL_RETURN && visitor)
        vl_facts_say(json, "offer", "Give %u card%s", s->trader, tl_plural(s->trader));
    else if (s->phase == TL_SHOW && viewer == s->partner)
        vl_facts_say(json, "offer", "Return %u card%s", s->trader, tl_plural(s->trader));
    else if (s->phase == TL_TOP && visitor && destination < TL_DESTINATIONS)
        vl_facts_say(json, "offer", "Set out for %s", tl_destination_name(deck, destination));
    else
        vl_json_put_string(json, "offer", "");
}

/* Only what can be done: a visit or a trade that is not possible is not named. */
static void prompt_turn(const struct vl_deck *deck, const struct tl_state *s, struct vl_text *out)
{
    uint64_t bits = tl_options(deck->data, s).word[0];
    const char *first = bits & vl_bit(TL_PASS) ? "Pass" : "Draw";
    const char *name = tl_destination_name(deck, s->destination[s->seat]);
    bool trade = bits >> TL_TRADE, visit = bits & vl_bit(TL_VISIT);
    if (trade && visit)
        vl_text_addf(out, "%s, trade at an agent, or visit %s", first, name);
    else if (trade)
        vl_text_addf(out, "%s, or trade at an agent", first);
    else if (visit)
        vl_text_addf(out, "%s, or visit %s", first, name);
    else
        vl_text_add(out, first);
}

/* A visit under way: its value, and whether more discards are possible or needed. */
static void prompt_visit(const struct tl_deck *d, const struct tl_state *s, struct vl_text *out)
{
    struct vl_choice choice;
    uint32_t value = tl_value(d, s->destination[s->seat], s->chosen);
    bool enough = tl_meet(s->hand[s->seat], tl_up_to(value));
    tl_choice(d, s, &choice);
    bool more = choice.candidate_count || !enough; /* not all of a hand may be known */
    vl_text_addf(out, "The visit is worth %u: %s%s", value, more ? "discard more cards" : "be done",
                 more && enough ? ", or be done" : "");
}

void tl_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    static const char *const plain[TL_OVER + 1] = {
        [TL_PICK] = "Choose your first destination from the tops of the piles",
        [TL_SECOND] = "Draw another card, or leave it at one",
        [TL_SHOW] = "The traders look at their new cards",
        [TL_OVER] = "The game is over",
    };
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = tl_seen(view);
    uint32_t chosen = tl_count(s->chosen) + s->chosen_unknown;
    const char *name = tl_destination_name(deck, s->destination[s->seat]);
    if (s->phase == TL_TURN)
        prompt_turn(deck, s, out);
    else if (s->phase == TL_GIVE || s->phase == TL_RETURN)
        vl_text_addf(out, "Choose %u %scard%s to give%s", s->trader - chosen, chosen ? "more " : "",
                     tl_plural(s->trader - chosen), s->phase == TL_RETURN ? " in return" : "");
    else if (s->phase == TL_SPEND && chosen)
        prompt_visit(d, s, out);
    else if (s->phase == TL_SPEND)
        vl_text_addf(out, "Discard cards for your visit to %s", name);
    else if (s->phase == TL_SCORE)
        vl_text_addf(out, "Score a card with a number up to %u",
                     tl_value(d, s->destination[s->seat], s->chosen));
    else if (s->phase == TL_CLOUDS)
        vl_text_addf(out, "The clouds leave you %u cards: discard %u", tl_cloud_limit(d, s),
                     tl_hand_count(s, s->actor) - tl_cloud_limit(d, s));
    else if (s->phase == TL_MOVE_ON)
        vl_text_addf(out, "Lay %s under a pile and take its top card", name);
    else
        vl_text_add(out, plain[s->phase] ? plain[s->phase] : "A card is drawn");
}

void tl_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tl_state *s = tl_seen(view);
    struct vl_score score;
    int viewer = view->seat == VL_OPEN ? (int)s->actor : view->seat;
    tl_score(deck->data, s, &score);
    vl_facts_begin(deck, view, clause_of(s), json);
    put_ending(s, json);
    vl_facts_numbers(json, "points", score.points, 1, s->seats);
    vl_json_put_int(json, "deck_count", tl_deck_count(s));
    put_cards(json, "discards", tl_discards(s));
    put_agents(deck, s, json);
    put_travellers(s, viewer, &score, json);
    put_visit(deck, s, json);
    put_reach(deck, s, viewer, json);
    put_trade(s, json);
    put_offer(deck, s, viewer, json);
    vl_json_end_object(json);
}
