/* San Francisco: the facts that boards draw, and the prompt. */
#include "core/facts.h"
#include "games/sanfrancisco/paths.h"
#include "games/sanfrancisco/text.h"

/*
 * Whether a route can be claimed: in the acting seat's own view for certain, in any other as far as
 * cars, free routes and the number of its cards tell.
 */
static bool may_claim(const struct vl_deck *deck, const struct vl_view *view)
{
    const struct sf_deck *d = deck->data;
    const struct sf_state *s = sf_seen(view);
    uint32_t cars = s->cars[s->seat] < SF_MOST_SPACES ? s->cars[s->seat] : SF_MOST_SPACES;
    uint32_t cards = sf_total(s->hand[s->seat]) + s->unknown[s->seat];
    if (s->unknown[s->seat])
        return (sf_open(d, s, s->seat) & d->up_to[cars < cards ? cars : cards]) != 0;
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = sf_legal_moves(d, s, moves);
    for (uint32_t i = 0; i < count; i++)
        if (VL_MOVE_KIND(moves[i]) == SF_CLAIM)
            return true;
    return false;
}

/* Only what can be done: "Draw cards, claim a route, or draw tickets". */
static void prompt_turn(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct sf_state *s = sf_seen(view);
    const char *actions[3];
    uint32_t count = 0, tickets = sf_tickets_left(s);
    bool cards = s->row || sf_deck_size(s), claims = may_claim(deck, view);
    if (cards)
        actions[count++] = "draw cards";
    if (claims)
        actions[count++] = "claim a route";
    if (tickets == 1)
        actions[count++] = "draw the last ticket";
    else if (tickets)
        actions[count++] = cards && !claims ? "tickets" : "draw tickets";
    if (!count)
        actions[count++] = "nothing can be done: pass";
    struct vl_text text = {0};
    for (uint32_t i = 0; i < count; i++) {
        const char *joint = i + 1 < count ? ", " : count == 2 ? " or " : ", or ";
        vl_text_addf(&text, "%s%s", i == 0 ? "" : joint, actions[i]);
    }
    const char *sentence = vl_text_string(&text);
    vl_text_char(out, (char)(sentence[0] - 'a' + 'A'));
    vl_text_add(out, sentence + 1);
    vl_text_free(&text);
}

/* A second card that is offered can be taken: a ferry of the row cannot (SF-3.2). */
static void prompt_second(const struct sf_state *s, struct vl_text *out)
{
    bool row = (sf_kinds(s->row) & vl_first(SF_COLOURS)) != 0, deck = sf_deck_size(s) != 0;
    vl_text_add(out, row && deck ? "Take a second card, from the row or the deck"
                     : row       ? "Take a second card from the row"
                                 : "Take a second card from the deck");
}

/* The clause and the prompt by phase; those of the turn depend on what can be done. */
static const struct {
    const char *clause, *prompt;
} phases[SF_OVER + 1] = {
    [SF_DEAL] = {"SF-1.2", "A card is drawn"},
    [SF_FLIP] = {"SF-3.1", "A card is drawn"},
    [SF_TICKET] = {"SF-6.1", "A ticket is drawn"},
    [SF_KEEP] = {"SF-6.1", "Keep one ticket or both"},
    [SF_FIRST] = {"SF-1.8", "Who starts is drawn"},
    [SF_PLACE] = {"SF-1.6", "Put a stack of tokens on a place without one"},
    [SF_TURN] = {"SF-2.1", NULL},
    [SF_BLIND] = {"SF-3.1", "A card is drawn"},
    [SF_SECOND] = {"SF-3.1", NULL},
    [SF_TOKEN] = {"SF-5.1", "Take a token from one end of the route or the other"},
    [SF_OVER] = {"SF-7.4", "The game is over"},
};

void sf_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct sf_state *s = sf_seen(view);
    if (s->phase == SF_TURN)
        prompt_turn(deck, view, out);
    else if (s->phase == SF_SECOND)
        prompt_second(s, out);
    else if (s->phase == SF_PLACE && s->seats == 2) /* SF-1.7: single tokens, not stacks */
        vl_text_add(out, "Put a token on a place without one");
    else
        vl_text_add(out, phases[s->phase].prompt);
}

/* While `last_turns` is above the seats, the turn that used up the cars is not over; everybody has
 * one more turn after it (SF-7.1). */
static void put_ending(const struct sf_state *s, struct vl_json *json)
{
    uint32_t fewest = SF_CARS;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        fewest = s->cars[seat] < fewest ? s->cars[seat] : fewest;
    if (s->phase == SF_OVER)
        vl_json_put_string(json, "ending", "The game is over");
    else if (s->last_turns > s->seats)
        vl_json_put_string(json, "ending",
                           "Two cars or fewer are left: one more turn for everybody");
    else if (s->last_turns)
        vl_facts_say(json, "ending", "Last turns: %u to go, this one included", s->last_turns);
    else
        vl_facts_say(json, "ending",
                     "The last turns begin when a seat has two cars or fewer; the fewest now: %u",
                     fewest);
    vl_json_put_bool(json, "last_round", s->last_turns > 0 && s->phase != SF_OVER);
}

static void put_route(const struct vl_deck *deck, uint32_t route, struct vl_json *json)
{
    struct vl_text key = {0};
    sf_add_route_key(deck, route, &key);
    vl_json_string(json, vl_text_string(&key));
    vl_text_free(&key);
}

/* A ticket of a seat: whether it is completed, and if not, the shortest way that is left. */
static void put_ticket(const struct vl_deck *deck, const struct sf_state *s, uint32_t seat,
                       uint32_t ticket, struct vl_json *json)
{
    const struct sf_deck *d = deck->data;
    bool completed = sf_completed(d, s->claimed[seat], 1U << ticket) != 0;
    struct sf_way way = sf_ticket_way(d, s, seat, ticket);
    vl_json_object(json);
    vl_json_put_int(json, "ticket", ticket);
    vl_json_put_string(json, "key", sf_key(deck, SF_T_TICKETS, ticket));
    vl_json_put_string(json, "from", sf_place_name(deck, d->ticket_end[ticket][0]));
    vl_json_put_string(json, "to", sf_place_name(deck, d->ticket_end[ticket][1]));
    vl_json_put_int(json, "points", d->worth[ticket]);
    vl_json_put_bool(json, "completed", completed);
    vl_json_put_bool(json, "possible", way.cost != SF_NO_WAY);
    vl_json_put_int(json, "missing", way.cost == SF_NO_WAY ? 0 : way.cost);
    vl_json_open_array(json, "way");
    for (uint64_t rest = way.routes; rest;)
        put_route(deck, vl_take_lowest(&rest), json);
    vl_json_end_array(json);
    vl_json_end_object(json);
}

/* The tickets that the viewer sees: its own, and at the end all of them, by seat. */
static void put_tickets(const struct vl_deck *deck, const struct sf_state *s, struct vl_json *json)
{
    vl_json_open_array(json, "tickets");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_json_array(json);
        for (uint64_t rest = s->tickets[seat] | s->offer[seat]; rest;)
            put_ticket(deck, s, seat, vl_take_lowest(&rest), json);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
}

/* Before the end the tickets of a seat are hidden, so its public points are those of its routes and
 * tokens; afterwards all of it (SF-7.2). */
static void put_seats(const struct vl_deck *deck, const struct sf_state *s, struct vl_json *json)
{
    struct vl_score score;
    int32_t points[VL_MAX_SEATS];
    sf_score(deck->data, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        points[seat] = s->phase == SF_OVER ? score.points[seat]
                                           : score.detail[seat][0] + score.detail[seat][2];
    vl_facts_numbers(json, "points", points, 1, s->seats);
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint32_t cards = sf_total(s->hand[seat]) + s->unknown[seat];
        uint32_t tickets = vl_count(s->tickets[seat]) + s->tickets_unknown[seat];
        vl_json_object(json);
        vl_facts_say(json, "note", "%s · %s · %s", sf_count(s->cars[seat], "car").text,
                     sf_count(cards, "card").text, sf_count(tickets, "ticket").text);
        vl_json_put_int(json, "cars", s->cars[seat]);
        vl_json_put_int(json, "cards", cards);
        vl_json_put_int(json, "tickets", tickets);
        vl_json_put_int(json, "routes", score.detail[seat][0]);
        vl_json_put_int(json, "tokens", score.detail[seat][2]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* SF-4.6: free routes that the viewer cannot claim any more. */
static void put_closed(const struct vl_deck *deck, const struct sf_state *s, int viewer,
                       struct vl_json *json)
{
    const struct sf_deck *d = deck->data;
    uint64_t free = d->routes & ~sf_taken(s);
    uint32_t seat = viewer >= 0 ? (uint32_t)viewer : s->seat;
    uint64_t closed = viewer >= 0 || s->seats == 2 ? free & ~sf_open(d, s, seat) : 0;
    vl_json_open_array(json, "closed");
    while (closed)
        put_route(deck, vl_take_lowest(&closed), json);
    vl_json_end_array(json);
}

void sf_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct sf_state *s = sf_seen(view);
    vl_facts_begin(deck, view, phases[s->phase].clause, json);
    put_ending(s, json);
    put_seats(deck, s, json);
    put_tickets(deck, s, json);
    put_closed(deck, s, view->seat, json);
    vl_json_put_int(json, "starter", sf_starter(s));
    vl_json_put_int(json, "deck_count", sf_deck_size(s));
    vl_json_put_int(json, "discard_count", sf_total(s->discard));
    vl_json_put_int(json, "ticket_count", sf_tickets_left(s));
    vl_json_end_object(json);
}
