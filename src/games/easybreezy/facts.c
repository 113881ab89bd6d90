/* Easy Breezy: the facts that boards draw, and the prompt. */
#include "core/facts.h"
#include "games/easybreezy/text.h"

/*
 * What the cards of the looking seat are worth at each city of the ticker: the seats there are, who
 * pays and who rides free, how many are missing, what a departure earns. 0 where a city is closed.
 */
static void put_departures(const struct vl_deck *deck, const struct eb_state *s, int seat,
                           struct vl_json *json)
{
    const struct eb_deck *d = deck->data;
    static const char *const keys[] = {"seats", "paying", "riders", "missing", "earns"};
    int32_t facts[5][EB_CITIES] = {0};
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        if (!s->fare[city])
            continue;
        uint64_t cards = seat >= 0 ? eb_travellers(d, s, (uint32_t)seat, city) : 0;
        int32_t seats = (int32_t)eb_seats(d, s, city),
                riders = (int32_t)vl_count(cards & d->riders);
        int32_t paying = (int32_t)vl_count(cards & d->city[city]), left = seats - paying - riders;
        facts[0][city] = seats;
        facts[1][city] = paying;
        facts[2][city] = riders;
        facts[3][city] = left > 0 ? left : 0;
        facts[4][city] = (paying < seats ? paying : seats) * s->fare[city];
    }
    vl_json_open_object(json, "departures");
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++)
        vl_facts_numbers(json, keys[i], facts[i], 1, EB_CITIES);
    vl_json_end_object(json);
}

/* By seat: how many cards, and the points so far with what they consist of. */
static void put_seats(const struct vl_deck *deck, const struct eb_state *s, struct vl_json *json)
{
    static const char *const parts[] = {"commissions", "city_bonus", "transport_bonus"};
    uint8_t hand[VL_MAX_SEATS], waiting[VL_MAX_SEATS], tickets[VL_MAX_SEATS];
    struct vl_score score;
    eb_score(deck->data, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        hand[seat] = (uint8_t)(vl_count(s->hand[seat]) + s->unknown[seat]);
        waiting[seat] = (uint8_t)vl_count(s->waiting[seat]);
        tickets[seat] = (uint8_t)vl_count(s->tickets[seat]);
    }
    vl_facts_numbers(json, "points", score.points, 1, s->seats);
    vl_json_put_bytes(json, "in_hand", hand, s->seats);
    vl_json_put_bytes(json, "in_waiting", waiting, s->seats);
    vl_json_put_bytes(json, "departed", tickets, s->seats);
    for (uint32_t part = 0; part < sizeof parts / sizeof *parts; part++)
        vl_facts_numbers(json, parts[part], &score.detail[0][part], VL_MAX_CATEGORIES, s->seats);
}

/* A short public line for each seat. */
static void put_notes(const struct eb_state *s, struct vl_json *json)
{
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint32_t tickets = vl_count(s->tickets[seat]), waiting = vl_count(s->waiting[seat]);
        uint32_t hand = vl_count(s->hand[seat]) + s->unknown[seat];
        vl_json_object(json);
        if (waiting)
            vl_facts_say(json, "note", "%u departure%s · hand %u, waiting %u", tickets,
                         tickets == 1 ? "" : "s", hand, waiting);
        else
            vl_facts_say(json, "note", "%u departure%s · hand %u", tickets, tickets == 1 ? "" : "s",
                         hand);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* The departure under way; what it earns counts the paying passengers that are aboard so far. */
static void put_boarding(const struct vl_deck *deck, const struct eb_state *s, struct vl_json *json)
{
    const struct eb_deck *d = deck->data;
    if (!vl_json_open_if(json, "boarding", s->phase == EB_BOARD))
        return;
    vl_json_put_string(json, "city", eb_city_keys[s->city]);
    vl_json_put_int(json, "seats", eb_seats(d, s, s->city));
    vl_json_put_int(json, "aboard", vl_count(s->chosen));
    vl_json_put_int(json, "earns", s->fare[s->city] * vl_count(s->chosen & d->city[s->city]));
    vl_json_end_object(json);
}

/* The prompt and its clause by phase; chance has none of its own, and the prompts of three phases
 * name numbers or cards (see eb_prompt). */
static const struct {
    const char *clause, *prompt;
} phases[EB_OVER + 1] = {
    [EB_TURN] = {"EB-2.1", "Recruit, depart or reorganize"},
    [EB_SECOND] = {"EB-3.3", "Recruit a second passenger, or be done"},
    [EB_BOARD] = {"EB-4.2", NULL},
    [EB_LAY] = {"EB-5.2", "Lay hand cards into your waiting area, or be done"},
    [EB_SWAP] = {"EB-5.3", "Choose a waiting card of yours to swap, or be done"},
    [EB_SWAP_FOR] = {"EB-5.3", NULL},
    [EB_TAKE] = {"EB-5.4", NULL},
    [EB_OVER] = {"EB-6.3", "The game is over"},
};

/* A city ends the game with its last destination card (EB-6.1): those still in the stock and the
 * one in the ticker. The nearest end is the city with the fewest. */
static void put_ending(const struct eb_state *s, struct vl_json *json)
{
    uint32_t fewest = EB_TRANSPORTS + 1;
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        uint32_t left = vl_count((uint32_t)s->stock >> (city * EB_TRANSPORTS) & 7U) + 1;
        fewest = s->fare[city] && left < fewest ? left : fewest;
    }
    if (s->phase == EB_OVER)
        vl_json_put_string(json, "ending", "The game is over");
    else if (s->last_turns)
        vl_facts_say(json, "ending", "Last turns: %u to go, this one included", s->last_turns);
    else
        vl_facts_say(json, "ending",
                     "The game ends when a city runs out of departures: %u more at the nearest one",
                     fewest);
    vl_json_put_bool(json, "last_round", s->last_turns > 0);
}

void eb_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct eb_state *s = eb_seen(view);
    if (s->phase == EB_BOARD)
        vl_text_addf(out, "Choose who travels to %s: %u more", eb_city_names[s->city],
                     eb_seats(deck->data, s, s->city) - vl_count(s->chosen));
    else if (s->phase == EB_SWAP_FOR)
        vl_text_addf(out, "Choose whom you get for %s", eb_name_of(deck, s->swap));
    else if (s->phase == EB_TAKE)
        vl_text_addf(out, "Take waiting cards into your hand, up to %u, or be done",
                     EB_HAND - vl_count(s->hand[s->seat]));
    else
        vl_text_add(out, phases[s->phase].prompt ? phases[s->phase].prompt : "A card is drawn");
}

void eb_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct eb_state *s = eb_seen(view);
    const char *clause = phases[s->phase].clause;
    uint32_t hidden = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        hidden += s->unknown[seat];
    vl_facts_begin(deck, view, clause ? clause : "EB-1.1", json);
    put_ending(s, json);
    put_seats(deck, s, json);
    put_notes(s, json);
    vl_json_put_int(json, "deck_count", vl_count(s->deck) - (int64_t)hidden);
    vl_json_put_int(json, "discard_count", vl_count(s->discard));
    vl_json_put_int(json, "round", s->turns / s->seats + 1);
    put_departures(deck, s, view->seat == VL_OPEN ? s->seat : view->seat, json);
    put_boarding(deck, s, json);
    vl_json_end_object(json);
}
