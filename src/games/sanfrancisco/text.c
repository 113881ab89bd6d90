/* San Francisco: notation and targets, and words that the other texts share. */
#include "games/sanfrancisco/text.h"

#include <stdio.h>

#include "core/notation.h"

struct sf_words sf_count(uint32_t count, const char *noun)
{
    struct sf_words words;
    snprintf(words.text, sizeof words.text, "%u %s%s", count, noun, count == 1 ? "" : "s");
    return words;
}

struct sf_words sf_a_card(const struct vl_deck *deck, uint32_t kind)
{
    struct sf_words words;
    const char *key = kind < SF_KINDS ? sf_card_key(deck, kind) : "card";
    snprintf(words.text, sizeof words.text, "a%s %s%s", strchr("aeio", key[0]) ? "n" : "", key,
             kind < SF_COLOURS ? " card" : "");
    return words;
}

/* Names in the deck begin with a capital; within a sentence they do not. */
struct sf_words sf_token_name(const struct vl_deck *deck, uint32_t symbol)
{
    struct sf_words words;
    snprintf(words.text, sizeof words.text, "%s",
             vl_deck_text(deck, SF_T_TOKENS, symbol, SF_S_NAME));
    if (words.text[0] >= 'A' && words.text[0] <= 'Z')
        words.text[0] = (char)(words.text[0] - 'A' + 'a');
    return words;
}

const char *sf_key(const struct vl_deck *deck, uint32_t table, uint32_t row)
{
    return row < deck->rows[table] ? vl_deck_text(deck, table, row, 0) : "?";
}

const char *sf_card_key(const struct vl_deck *deck, uint32_t kind)
{
    return sf_key(deck, SF_T_CARDS, kind);
}

const char *sf_place_name(const struct vl_deck *deck, uint32_t place)
{
    return vl_deck_text(deck, SF_T_PLACES, place, SF_P_NAME);
}

void sf_add_route_key(const struct vl_deck *deck, uint32_t route, struct vl_text *out)
{
    static const char *const lanes[] = {"", ".a", ".b"};
    uint32_t link = (uint32_t)vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LINK);
    vl_text_add(out, vl_deck_text(deck, SF_T_LINKS, link, SF_L_KEY));
    vl_text_add(out, lanes[vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LANE)]);
}

void sf_add_route_name(const struct vl_deck *deck, uint32_t route, struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    vl_text_addf(out, "%s - %s", sf_place_name(deck, d->end[route][0]),
                 sf_place_name(deck, d->end[route][1]));
}

void sf_add_ticket(const struct vl_deck *deck, uint32_t ticket, struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    vl_text_addf(out, "%s - %s (%u)", sf_place_name(deck, d->ticket_end[ticket][0]),
                 sf_place_name(deck, d->ticket_end[ticket][1]), d->worth[ticket]);
}

void sf_add_payment(const struct vl_deck *deck, uint32_t arg, struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    uint32_t colour = SF_COLOUR_OF(arg), ferries = SF_FERRIES_OF(arg);
    if (colour < SF_COLOURS)
        vl_text_addf(out, "%u %s", d->spaces[SF_ROUTE_OF(arg)] - ferries,
                     sf_card_key(deck, colour));
    if (ferries)
        vl_text_addf(out, "%s%u %s", colour < SF_COLOURS ? " and " : "", ferries,
                     ferries == 1 ? "ferry" : "ferries");
}

void sf_add_cards(const struct vl_deck *deck, uint64_t cards, uint32_t hidden, struct vl_text *out)
{
    const char *comma = "";
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        uint32_t count = sf_of(cards, kind);
        if (!count)
            continue;
        vl_text_addf(out, "%s%u %s", comma, count,
                     kind == SF_FERRY && count > 1 ? "ferries" : sf_card_key(deck, kind));
        comma = ", ";
    }
    if (hidden)
        vl_text_addf(out, "%s%u hidden", comma, hidden);
    if (!cards && !hidden)
        vl_text_add(out, "none");
}

/* "claim park-sunset black 2+1": two of the colour and one ferry; ferries alone are one number. */
static void format_claim(const struct vl_deck *deck, uint32_t arg, struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    uint32_t colour = SF_COLOUR_OF(arg), ferries = SF_FERRIES_OF(arg), route = SF_ROUTE_OF(arg);
    vl_text_add(out, "claim ");
    sf_add_route_key(deck, route, out);
    vl_text_addf(out, " %s ", sf_card_key(deck, colour));
    if (colour == SF_FERRY)
        vl_text_addf(out, "%u", ferries);
    else if (ferries)
        vl_text_addf(out, "%u+%u", d->spaces[route] - ferries, ferries);
    else
        vl_text_addf(out, "%u", d->spaces[route]);
}

/* Moves that name one row of a table: the word before its key, and the element that they touch; by
 * the kind of move. What is drawn by chance touches the deck that it comes from. */
static const struct {
    const char *verb, *element;
    uint32_t table;
} named[] = {
    [SF_CARD] = {"card", NULL, SF_T_CARDS},   [SF_GET_TICKET] = {"ticket", NULL, SF_T_TICKETS},
    [SF_TAKE] = {"take", "row", SF_T_CARDS},  [SF_KEEP_ONE] = {"keep", "ticket", SF_T_TICKETS},
    [SF_PUT] = {"put", "place", SF_T_PLACES}, [SF_PICK] = {"token", "token", SF_T_TOKENS},
};
enum { NAMED = sizeof named / sizeof *named };

void sf_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    if (kind == SF_CLAIM)
        format_claim(deck, arg, out);
    else if (kind == SF_TAKE && arg == SF_DECK)
        vl_text_add(out, "take deck");
    else if (kind == SF_KEEP_TWO)
        vl_text_addf(out, "keep %s %s", sf_key(deck, SF_T_TICKETS, arg & 0xffU),
                     sf_key(deck, SF_T_TICKETS, arg >> 8));
    else if (kind == SF_STARTS)
        vl_text_addf(out, "start %u", arg);
    else if (kind < NAMED && named[kind].verb)
        vl_text_addf(out, "%s %s", named[kind].verb, sf_key(deck, named[kind].table, arg));
    else
        vl_text_add(out, kind == SF_TICKETS ? "tickets" : "pass");
}

static bool parse_card(const struct vl_deck *deck, uint32_t kind, const char *word,
                       const char *other, vl_move *move, struct vl_error *err)
{
    int card = strcmp(word, other) == 0 ? (int)SF_UNKNOWN_CARD
                                        : vl_deck_find(deck, SF_T_CARDS, SF_C_KEY, word);
    if (card < 0)
        return vl_bad_move(err, "there is no card \"%.20s\"; expected a colour, ferry or %s", word,
                           other);
    return vl_found_move(move, VL_MOVE(kind, card));
}

static bool parse_ticket(const struct vl_deck *deck, const char *word, uint32_t *ticket,
                         struct vl_error *err)
{
    int row =
        strcmp(word, "?") == 0 ? (int)SF_NONE : vl_deck_find(deck, SF_T_TICKETS, SF_K_KEY, word);
    if (row < 0)
        return vl_bad_move(err, "there is no ticket \"%.40s\"", word);
    *ticket = (uint32_t)row;
    return true;
}

static bool parse_keep(const struct vl_deck *deck, char *const *words, uint32_t count,
                       vl_move *move, struct vl_error *err)
{
    uint32_t a = 0, b = 0;
    if (count < 2 || count > 3)
        return vl_bad_move(err, "keep what? expected one ticket or two");
    if (!parse_ticket(deck, words[1], &a, err) ||
        (count == 3 && !parse_ticket(deck, words[2], &b, err)))
        return false;
    if (count == 3 && a == b && a != SF_NONE)
        return vl_bad_move(err, "the same ticket twice");
    return vl_found_move(move, count == 2 ? VL_MOVE(SF_KEEP_ONE, a)
                                          : VL_MOVE(SF_KEEP_TWO, a < b ? b << 8 | a : a << 8 | b));
}

int sf_find_route(const struct vl_deck *deck, const char *text)
{
    struct vl_text key = {0};
    int found = -1;
    for (uint32_t route = 0; found < 0 && route < deck->rows[SF_T_ROUTES]; route++) {
        vl_text_clear(&key);
        sf_add_route_key(deck, route, &key);
        if (strcmp(vl_text_string(&key), text) == 0)
            found = (int)route;
    }
    vl_text_free(&key);
    return found;
}

/* The number of cards is given although the route has it: a slip in one of the two is found so. */
static bool parse_claim(const struct vl_deck *deck, char *const *words, uint32_t count,
                        vl_move *move, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    int cards = 0, ferries = 0, end = 0;
    if (count != 4)
        return vl_bad_move(
            err, "expected claim, a route, a colour and a number: claim park-sunset black 1");
    int route = sf_find_route(deck, words[1]);
    int colour = vl_deck_find(deck, SF_T_CARDS, SF_C_KEY, words[2]);
    if (route < 0)
        return vl_bad_move(err, "there is no route \"%.40s\"", words[1]);
    if (colour < 0)
        return vl_bad_move(err, "there is no colour \"%.20s\"", words[2]);
    bool mixed = sscanf(words[3], "%1d+%1d%n", &cards, &ferries, &end) == 2;
    bool plain = !mixed && sscanf(words[3], "%1d%n", &cards, &end) == 1;
    if ((!mixed && !plain) || words[3][end] != '\0' || cards < 1 || (mixed && ferries < 1))
        return vl_bad_move(err, "\"%.20s\" is no payment; expected 3, or 2+1 with a ferry",
                           words[3]);
    if (mixed && colour == SF_FERRY)
        return vl_bad_move(err, "ferries alone are one number: ferry %d", cards + ferries);
    if (cards + ferries != d->spaces[route])
        return vl_bad_move(err, "%.40s has %u spaces, not %d", words[1], d->spaces[route],
                           cards + ferries);
    ferries = colour == SF_FERRY ? cards : ferries;
    return vl_found_move(move, VL_MOVE(SF_CLAIM, SF_PAYMENT(colour, ferries) | (uint32_t)route));
}

static bool parse_row(const struct vl_deck *deck, uint32_t kind, uint32_t table, const char *what,
                      const char *word, vl_move *move, struct vl_error *err)
{
    int row = vl_deck_find(deck, table, 0, word);
    if (row < 0)
        return vl_bad_move(err, "there is no %s \"%.30s\"", what, word);
    return vl_found_move(move, VL_MOVE(kind, row));
}

static bool parse_start(const char *word, vl_move *move, struct vl_error *err)
{
    uint32_t seat;
    if (!vl_digit(word, 0, VL_MAX_SEATS - 1, &seat) || word[1])
        return vl_bad_move(err, "there is no seat \"%.20s\"", word);
    return vl_found_move(move, VL_MOVE(SF_STARTS, seat));
}

bool sf_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    char copy[100], *words[5], *rest = copy;
    uint32_t count = 0, ticket;
    if (strlen(text) >= sizeof copy)
        return vl_bad_move(err, "that is too long for a move");
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word; count < 5 && (word = strsep(&rest, " "));)
        words[count++] = word;
    const char *verb = words[0], *what = count > 1 ? words[1] : "";
    if (strcmp(verb, "claim") == 0)
        return parse_claim(deck, words, count, move, err);
    if (strcmp(verb, "keep") == 0)
        return parse_keep(deck, words, count, move, err);
    if (count == 1 && (strcmp(verb, "tickets") == 0 || strcmp(verb, "pass") == 0))
        return vl_found_move(move, VL_MOVE(verb[0] == 't' ? SF_TICKETS : SF_PASS, 0));
    if (count > 2)
        return vl_bad_move(err, "\"%.60s\" is no move of this game", text);
    if (strcmp(verb, "take") == 0)
        return parse_card(deck, SF_TAKE, what, "deck", move, err);
    if (strcmp(verb, "card") == 0)
        return parse_card(deck, SF_CARD, what, "?", move, err);
    if (strcmp(verb, "put") == 0)
        return parse_row(deck, SF_PUT, SF_T_PLACES, "place", what, move, err);
    if (strcmp(verb, "token") == 0)
        return parse_row(deck, SF_PICK, SF_T_TOKENS, "token", what, move, err);
    if (strcmp(verb, "start") == 0)
        return parse_start(what, move, err);
    if (strcmp(verb, "ticket") == 0)
        return parse_ticket(deck, what, &ticket, err) &&
               vl_found_move(move, VL_MOVE(SF_GET_TICKET, ticket));
    return vl_bad_move(
        err, "\"%.60s\" is no move of this game; expected take, claim, tickets or pass", text);
}

void sf_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct sf_state *s = sf_seen(view);
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    bool keeps = kind == SF_KEEP_ONE || kind == SF_KEEP_TWO;
    if (kind == SF_CLAIM) {
        vl_text_add(out, "route.");
        sf_add_route_key(deck, SF_ROUTE_OF(arg), out);
    } else if (kind == SF_STARTS || (keeps && (arg & 0xffU) == SF_NONE)) {
        vl_text_addf(out, "seat.%u", keeps ? s->seat : arg);
    } else if (kind == SF_KEEP_TWO) {
        vl_text_addf(out, "ticket.%s ticket.%s", sf_key(deck, SF_T_TICKETS, arg & 0xffU),
                     sf_key(deck, SF_T_TICKETS, arg >> 8));
    } else if (kind == SF_CARD || (kind == SF_TAKE && arg == SF_DECK)) {
        vl_text_add(out, "deck");
    } else if (kind < NAMED && named[kind].element) {
        vl_text_addf(out, "%s.%s", named[kind].element, sf_key(deck, named[kind].table, arg));
    } else {
        vl_text_add(out, kind == SF_GET_TICKET || kind == SF_TICKETS ? "tickets" : "pass");
    }
}
