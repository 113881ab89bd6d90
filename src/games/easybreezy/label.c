/* Easy Breezy: what a move will do, for buttons and lists. */
#include "games/easybreezy/text.h"

/* A departure says what it earns if as many paying passengers board as can: a player who lets free
 * riders ride instead earns less (EB-4.4). */
static void label_action(const struct vl_deck *deck, const struct eb_state *s, uint32_t bit,
                         struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    if (bit < EB_DEPART) {
        vl_text_addf(out, "Recruit %u: ", bit + 1);
        if (s->queue[bit] == EB_NONE)
            vl_text_add(out, "nobody");
        else
            eb_add_card(deck, s->queue[bit], false, out);
    } else if (bit < EB_REORGANIZE) {
        uint32_t city = bit - EB_DEPART, seats = eb_seats(d, s, city);
        uint32_t paying = vl_count(eb_travellers(d, s, s->seat, city) & d->city[city]);
        vl_text_addf(out, "Depart: %s", eb_city_names[city]);
        if (s->fare[city])
            vl_text_addf(out, " %s, $%u", eb_transport_keys[s->transport[city]],
                         s->fare[city] * (paying < seats ? paying : seats));
    } else {
        vl_text_add(out, "Reorganize");
    }
}

void eb_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    static const char *const verbs[EB_OVER + 1] = {
        [EB_BOARD] = "Board", [EB_LAY] = "Lay down", [EB_SWAP] = "Swap",
        [EB_TAKE] = "Take",   [EB_SWAP_FOR] = "For",
    };
    const struct eb_state *s = eb_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE) {
        vl_text_add(out, phase == EB_SECOND ? "Done: no second passenger"
                         : phase == EB_LAY  ? "Done laying down"
                         : phase == EB_SWAP ? "Done swapping"
                                            : "Done: end the turn");
    } else if (phase == EB_TURN || phase == EB_SECOND) {
        label_action(deck, s, bit, out);
    } else if (phase <= EB_OVER && verbs[phase] && bit < deck->rows[EB_PASSENGERS]) {
        vl_text_addf(out, "%s ", verbs[phase]);
        eb_add_card(deck, bit, false, out);
    } else {
        vl_default_label(deck, view, move, out);
    }
}
