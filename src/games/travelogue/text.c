/* Travelogue: notation and targets, and words that the other texts share. */
#include "games/travelogue/text.h"

#include "core/notation.h"

const char *tl_destination_name(const struct vl_deck *deck, uint32_t destination)
{
    return destination < TL_DESTINATIONS
               ? vl_deck_text(deck, TL_TABLE_DESTINATIONS, destination, TL_D_NAME)
           : destination == TL_HIDDEN ? "unseen"
                                      : "no destination";
}

void tl_add_card(uint32_t card, struct vl_text *out)
{
    if (card < TL_CARDS)
        vl_text_addf(out, "%s %u", tl_activity_names[tl_activity(card)], tl_number(card));
    else
        vl_text_add(out, "a card");
}

void tl_add_marked_card(const struct vl_deck *deck, uint32_t card, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    tl_add_card(card, out);
    if (tl_has(&d->bonus, card))
        vl_text_add(out, " (bonus)");
    if (tl_has(&d->cloud, card))
        vl_text_add(out, " (cloud)");
}

void tl_add_cards(struct tl_set cards, struct vl_text *out)
{
    bool first = true;
    if (!tl_any(cards))
        vl_text_add(out, "nothing");
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint64_t rest = tl_of_activity(cards, a);
        if (!rest)
            continue;
        vl_text_addf(out, "%s%s ", first ? "" : "; ", tl_activity_names[a]);
        first = false;
        while (rest) {
            uint32_t number = vl_take_lowest(&rest) + 1;
            vl_text_addf(out, "%u%s", number, rest ? ", " : "");
        }
    }
}

struct tl_set tl_known_there(const struct tl_state *s, int viewer, uint32_t seat, bool certain)
{
    struct tl_set there = viewer >= 0 ? s->known[viewer][seat] : s->known[seat][seat];
    struct tl_set elsewhere = tl_no_cards();
    for (uint32_t p = 0; p < s->seats; p++)
        if (p != seat && (int)p != viewer)
            elsewhere = tl_join(elsewhere, viewer >= 0 ? s->known[viewer][p] : s->known[p][p]);
    return certain ? tl_without(there, elsewhere) : tl_both(there, elsewhere);
}

const char *tl_plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

const char *tl_card_key(const struct vl_deck *deck, uint32_t card)
{
    return card < TL_CARDS ? vl_deck_text(deck, TL_TABLE_CARDS, card, TL_C_KEY) : "?";
}

/* The word before a card, a destination or a number, by phase. */
static const char *const words[TL_OVER + 1] = {
    [TL_ALBUM] = "album", [TL_DEAL] = "deal",       [TL_LAY] = "lay",
    [TL_TOP] = "top",     [TL_PICK] = "pick",       [TL_DRAW] = "drawn",
    [TL_GIVE] = "give",   [TL_RETURN] = "return",   [TL_SHOW] = "show",
    [TL_SPEND] = "spend", [TL_REPLACE] = "replace", [TL_RESTOCK] = "restock",
    [TL_SCORE] = "score", [TL_CLOUDS] = "discard",  [TL_MOVE_ON] = "onward",
};

/* Albums and piles are named by their numbers, all else by keys of the deck. */
static bool is_number(uint32_t phase)
{
    return phase == TL_ALBUM || phase == TL_PICK || phase == TL_MOVE_ON;
}

static const char *destination_key(const struct vl_deck *deck, uint32_t destination)
{
    return destination < TL_DESTINATIONS
               ? vl_deck_text(deck, TL_TABLE_DESTINATIONS, destination, TL_D_KEY)
               : "?";
}

/* Kind and bit are enough: no view is needed to name a card, so a redacted move prints as well. */
void tl_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (phase == TL_SPEND && bit == TL_DONE)
        vl_text_add(out, "done");
    else if (phase == TL_SECOND)
        vl_text_add(out, bit == TL_ANOTHER ? "another" : "enough");
    else if (phase == TL_TURN && bit < TL_TRADE)
        vl_text_add(out, bit == TL_TAKE_CARD ? "draw" : bit == TL_PASS ? "pass" : "visit");
    else if (phase == TL_TURN)
        vl_text_addf(out, "agent %u seat %u", (bit - TL_TRADE) / 4 + 1, (bit - TL_TRADE) % 4 + 1);
    else if (phase == TL_TOP)
        vl_text_addf(out, "top %s", destination_key(deck, bit));
    else if (is_number(phase))
        vl_text_addf(out, "%s %u", words[phase], bit + 1);
    else
        vl_text_addf(out, "%s %s", phase < TL_OVER && words[phase] ? words[phase] : "card",
                     tl_card_key(deck, bit));
}

static bool parse_agent(const char *rest, vl_move *move, struct vl_error *err)
{
    uint32_t agent, seat;
    if (!vl_digit(rest, 1, TL_AGENTS, &agent) || strncmp(rest + 1, " seat ", 6) != 0 ||
        !vl_digit(rest + 7, 1, VL_MAX_SEATS, &seat) || rest[8] != '\0')
        return vl_bad_move(
            err, "expected agent 1 to 4 and the seat to trade with, as in agent 2 seat 1; "
                 "seats count from 1");
    return vl_found_move(move, VL_MOVE(TL_TURN, TL_TRADE + 4 * (agent - 1) + seat - 1));
}

static bool parse_argument(const struct vl_deck *deck, uint32_t phase, const char *rest,
                           vl_move *move, struct vl_error *err)
{
    uint32_t n;
    if (is_number(phase)) {
        uint32_t most = phase == TL_ALBUM ? TL_ALBUMS : TL_PILES;
        if (!vl_digit(rest, 1, most, &n) || rest[1] != '\0')
            return vl_bad_move(err, "expected %s and a number from 1 to %u", words[phase], most);
        return vl_found_move(move, VL_MOVE(phase, n - 1));
    }
    int row = phase == TL_TOP          ? vl_deck_find(deck, TL_TABLE_DESTINATIONS, TL_D_KEY, rest)
              : strcmp(rest, "?") == 0 ? TL_HIDDEN
                                       : vl_deck_find(deck, TL_TABLE_CARDS, TL_C_KEY, rest);
    if (row < 0)
        return vl_bad_move(err, "there is no %s \"%.40s\"",
                           phase == TL_TOP ? "destination" : "card", rest);
    return vl_found_move(move, VL_MOVE(phase, row));
}

bool tl_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    static const struct {
        const char *text;
        vl_move move;
    } plain[] = {
        {"done", VL_MOVE(TL_SPEND, TL_DONE)},        {"draw", VL_MOVE(TL_TURN, TL_TAKE_CARD)},
        {"pass", VL_MOVE(TL_TURN, TL_PASS)},         {"visit", VL_MOVE(TL_TURN, TL_VISIT)},
        {"another", VL_MOVE(TL_SECOND, TL_ANOTHER)}, {"enough", VL_MOVE(TL_SECOND, TL_ENOUGH)},
    };
    size_t length = strcspn(text, " ");
    const char *rest = text[length] ? text + length + 1 : text + length;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(plain[i].text, text) == 0)
            return vl_found_move(move, plain[i].move);
    if (vl_is_word("agent", text, length))
        return parse_agent(rest, move, err);
    for (uint32_t phase = TL_ALBUM; phase < TL_OVER; phase++)
        if (words[phase] && vl_is_word(words[phase], text, length))
            return parse_argument(deck, phase, rest, move, err);
    return vl_bad_move(err, "\"%.40s\" is no move here; a turn is draw, agent K seat N, or visit",
                       text);
}

uint32_t tl_empty_agent(const struct tl_state *s)
{
    uint32_t i = 0;
    while (i + 1 < TL_AGENTS && s->agent[i] != TL_NONE)
        i++;
    return i + 1;
}

uint32_t tl_hidden_pile(const struct tl_state *s)
{
    uint32_t p = 0;
    while (p + 1 < TL_PILES && s->pile[p][0] != TL_HIDDEN)
        p++;
    return p + 1;
}

/* What chance lays is touched where it will lie: the next agent without a card, the next hidden
 * pile. */
void tl_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct tl_state *s = tl_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (phase == TL_DEAL || phase == TL_DRAW)
        vl_text_add(out, "deck");
    else if (phase == TL_LAY || phase == TL_RESTOCK)
        vl_text_addf(out, "agent.%u", tl_empty_agent(s));
    else if (phase == TL_REPLACE)
        vl_text_addf(out, "agent.%u", s->trader ? s->trader : 1U);
    else if (phase == TL_TOP)
        vl_text_addf(out, "pile.%u", tl_hidden_pile(s));
    else if (phase == TL_PICK || phase == TL_MOVE_ON)
        vl_text_addf(out, "pile.%u", bit + 1);
    else if (phase == TL_SHOW)
        vl_text_add(out, "trade");
    else if (phase == TL_SECOND)
        vl_text_add(out, bit == TL_ANOTHER ? "deck" : "enough");
    else if (phase == TL_TURN && bit >= TL_TRADE)
        vl_text_addf(out, "agent.%u seat.%u", (bit - TL_TRADE) / 4 + 1, (bit - TL_TRADE) % 4);
    else if (phase == TL_TURN && bit == TL_VISIT)
        vl_text_addf(out, "destination.%u", s->seat);
    else if (phase == TL_TURN)
        vl_text_add(out, bit == TL_TAKE_CARD ? "deck" : "pass");
    else if (phase == TL_ALBUM)
        vl_text_addf(out, "seat.%u", s->seat);
    else if (bit == TL_DONE)
        vl_text_add(out, "done");
    else if (bit < TL_CARDS)
        vl_text_addf(out, "hand.%u", bit);
    else
        vl_text_addf(out, "seat.%u", s->actor);
}
