/* Travelogue: what a move will do, for buttons and lists. */
#include "games/travelogue/text.h"

static void label_action(const struct vl_deck *deck, const struct tl_state *s, uint32_t bit,
                         struct vl_text *out)
{
    if (bit >= TL_TRADE) {
        uint32_t agent = (bit - TL_TRADE) / 4;
        vl_text_addf(out, "Agent %u: trade with {%u} for ", agent + 1, (bit - TL_TRADE) % 4);
        tl_add_card(agent < TL_AGENTS ? s->agent[agent] : (uint32_t)TL_NONE, out);
    } else if (bit == TL_TAKE_CARD) {
        vl_text_add(out, "Draw a card");
    } else if (bit == TL_PASS) {
        vl_text_add(out, "Pass");
    } else {
        vl_text_addf(out, "Visit %s", tl_destination_name(deck, s->destination[s->seat]));
    }
}

void tl_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    static const char *const verbs[TL_OVER + 1] = {
        [TL_GIVE] = "Give",   [TL_RETURN] = "Return",  [TL_SPEND] = "Spend",
        [TL_SCORE] = "Score", [TL_CLOUDS] = "Discard",
    };
    const struct tl_state *s = tl_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    uint32_t own = s->destination[s->actor];
    if (phase == TL_SPEND && bit == TL_DONE) {
        vl_text_addf(out, "Done: the visit is worth %u", tl_value(deck->data, own, s->chosen));
    } else if (phase == TL_SECOND) {
        vl_text_add(out, bit == TL_ANOTHER ? "Draw a second card" : "One card is enough");
    } else if (phase == TL_TURN) {
        label_action(deck, s, bit, out);
    } else if (phase == TL_PICK && bit < TL_PILES) {
        vl_text_addf(out, "Set out for %s, pile %u", tl_destination_name(deck, s->pile[bit][0]),
                     bit + 1);
    } else if (phase == TL_MOVE_ON && bit < TL_PILES) {
        uint32_t top = s->pile[bit][0] < TL_DESTINATIONS ? s->pile[bit][0] : own;
        vl_text_addf(out, "Set out for %s, %s under pile %u", tl_destination_name(deck, top),
                     tl_destination_name(deck, own), bit + 1);
    } else if (phase <= TL_OVER && verbs[phase]) {
        vl_text_addf(out, "%s ", verbs[phase]);
        tl_add_card(bit, out);
    } else {
        vl_default_label(deck, view, move, out);
    }
}
