/* Easy Breezy: notation and targets, and words that the other texts share. */
#include "games/easybreezy/text.h"

#include "core/notation.h"

/* The word before a card, by phase. */
const char *const eb_card_words[EB_OVER + 1] = {
    [EB_DEAL] = "deal", [EB_FLIP] = "flip",    [EB_BOARD] = "board", [EB_LAY] = "lay",
    [EB_SWAP] = "swap", [EB_SWAP_FOR] = "for", [EB_TAKE] = "take",
};

const char *eb_name_of(const struct vl_deck *deck, uint32_t card)
{
    return vl_deck_text(deck, EB_PASSENGERS, card, EB_NAME);
}

/* The deck has a mask for each city and none back: a card is asked for only in texts. */
uint32_t eb_city_of(const struct eb_deck *d, uint32_t card)
{
    for (uint32_t city = 0; city < EB_CITIES; city++)
        if (vl_has(d->city[city], card))
            return city;
    return EB_NONE;
}

/* "June to Chicago, raises Miami" */
void eb_add_card(const struct vl_deck *deck, uint32_t card, bool raise, struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    uint32_t city = eb_city_of(d, card);
    if (city == EB_NONE)
        vl_text_addf(out, "%s, free rider", eb_name_of(deck, card));
    else
        vl_text_addf(out, "%s to %s", eb_name_of(deck, card), eb_city_names[city]);
    if (raise && d->raises[card] != EB_NONE)
        vl_text_addf(out, " (raised %s)", eb_city_names[d->raises[card]]);
}

static const char *key_of(const struct vl_deck *deck, uint32_t card)
{
    return card < deck->rows[EB_PASSENGERS] ? vl_deck_text(deck, EB_PASSENGERS, card, EB_KEY) : "?";
}

void eb_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE)
        vl_text_add(out, "done");
    else if (phase <= EB_OVER && eb_card_words[phase])
        vl_text_addf(out, "%s %s", eb_card_words[phase], key_of(deck, bit));
    else if (phase == EB_TICKER || phase == EB_TICKET)
        vl_text_addf(out, "ticket %s %s", eb_city_keys[eb_seen(view)->city % EB_CITIES],
                     eb_transport_keys[bit % EB_TRANSPORTS]);
    else if (phase == EB_START)
        vl_text_addf(out, "start %u", bit);
    else if (bit < EB_DEPART)
        vl_text_addf(out, "recruit %u", bit + 1);
    else if (bit < EB_REORGANIZE)
        vl_text_addf(out, "depart %s", eb_city_keys[bit - EB_DEPART]);
    else
        vl_text_add(out, "reorganize");
}

/* The city is written for the reader's sake: the phase knows it already, so any other is an
 * error. */
static bool parse_ticket(const struct eb_state *s, const char *text, vl_move *move,
                         struct vl_error *err)
{
    size_t length = strcspn(text, " ");
    const char *word = text + length + (text[length] == ' ');
    int transport = vl_find_word(eb_transport_keys, word, strlen(word));
    if (vl_find_word(eb_city_keys, text, length) != s->city || transport < 0)
        return vl_bad_move(err, "expected ticket %s bus, train or plane",
                           eb_city_keys[s->city % EB_CITIES]);
    return vl_found_move(move, VL_MOVE(s->phase == EB_TICKER ? EB_TICKER : EB_TICKET, transport));
}

static bool parse_card(const struct vl_deck *deck, uint32_t phase, const char *text, vl_move *move,
                       struct vl_error *err)
{
    int card = phase == EB_DEAL && strcmp(text, "?") == 0
                   ? EB_UNKNOWN
                   : vl_deck_find(deck, EB_PASSENGERS, EB_KEY, text);
    if (card < 0)
        return vl_bad_move(err, "there is no passenger \"%.40s\"", text);
    return vl_found_move(move, VL_MOVE(phase, card));
}

bool eb_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    uint32_t n;
    size_t length = strcspn(text, " ");
    const char *rest = text + length + (text[length] == ' ');
    if (strcmp(text, "done") == 0)
        return vl_found_move(move, VL_MOVE(s->phase, EB_DONE));
    if (strcmp(text, "reorganize") == 0)
        return vl_found_move(move, VL_MOVE(EB_TURN, EB_REORGANIZE));
    if (vl_is_word("recruit", text, length)) {
        if (!vl_digit(rest, 1, EB_QUEUE, &n) || rest[1])
            return vl_bad_move(err, "recruit whom? expected recruit 1 to 4");
        return vl_found_move(move, VL_MOVE(s->phase == EB_SECOND ? EB_SECOND : EB_TURN, n - 1));
    }
    if (vl_is_word("depart", text, length)) {
        int city = vl_find_word(eb_city_keys, rest, strlen(rest));
        if (city < 0)
            return vl_bad_move(err,
                               "depart where? expected chicago, miami, new-orleans or new-york");
        return vl_found_move(move, VL_MOVE(EB_TURN, EB_DEPART + city));
    }
    if (vl_is_word("start", text, length)) {
        if (!vl_digit(rest, 0, VL_MAX_SEATS - 1U, &n) || rest[1])
            return vl_bad_move(err, "expected start and a seat from 0");
        return vl_found_move(move, VL_MOVE(EB_START, n));
    }
    if (vl_is_word("ticket", text, length))
        return parse_ticket(s, rest, move, err);
    for (uint32_t phase = 1; phase < EB_OVER; phase++)
        if (eb_card_words[phase] && vl_is_word(eb_card_words[phase], text, length))
            return parse_card(deck, phase, rest, move, err);
    return vl_bad_move(err, "\"%.40s\" is no move of this game", text);
}

/* A card that waits with another seat is touched where it lies; so is an own one that was laid
 * down. All others are in the hand of the acting seat. */
void eb_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct eb_state *s = eb_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE) {
        vl_text_add(out, "done");
    } else if (phase == EB_TURN || phase == EB_SECOND) {
        if (bit < EB_DEPART)
            vl_text_addf(out, "queue.%u", bit + 1);
        else if (bit < EB_REORGANIZE)
            vl_text_addf(out, "ticker.%s", eb_city_keys[bit - EB_DEPART]);
        else
            vl_text_add(out, "reorganize");
    } else if (phase == EB_TICKER || phase == EB_TICKET) {
        vl_text_addf(out, "ticker.%s", eb_city_keys[s->city % EB_CITIES]);
    } else if (phase == EB_START) {
        vl_text_addf(out, "seat.%u", bit);
    } else if (phase == EB_DEAL || phase == EB_FLIP) {
        vl_text_add(out, "deck");
    } else if (phase == EB_SWAP_FOR || vl_has(s->waiting[s->seat], bit)) {
        vl_text_addf(out, "waiting.%u", bit);
    } else {
        vl_text_addf(out, "hand.%u", bit);
    }
}
