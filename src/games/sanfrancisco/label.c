/* San Francisco: what a move will do, for buttons and lists. */
#include "games/sanfrancisco/text.h"

/* The lane is named because the two routes of a double link may cost the same: labels must
 * differ. */
static void label_claim(const struct vl_deck *deck, uint32_t arg, struct vl_text *out)
{
    uint32_t route = SF_ROUTE_OF(arg);
    int64_t lane = vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LANE);
    vl_text_add(out, "Claim ");
    sf_add_route_name(deck, route, out);
    if (lane != SF_SINGLE)
        vl_text_addf(out, ", route %s,", lane == SF_LANE_A ? "a" : "b");
    vl_text_add(out, " with ");
    sf_add_payment(deck, arg, out);
}

void sf_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    const struct sf_state *s = sf_seen(view);
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    if (kind == SF_TAKE && arg == SF_DECK) {
        vl_text_add(out, "Draw from the deck");
    } else if (kind == SF_TAKE) {
        vl_text_addf(out, "Take %s from the row%s", sf_a_card(deck, arg).text,
                     arg == SF_FERRY && s->phase == SF_TURN ? ", and no other card" : "");
    } else if (kind == SF_CLAIM) {
        label_claim(deck, arg, out);
    } else if (kind == SF_TICKETS) {
        vl_text_add(out, "Draw tickets");
    } else if (kind == SF_KEEP_ONE && arg == SF_NONE) {
        vl_text_add(out, "Keep one ticket");
    } else if (kind == SF_KEEP_ONE) {
        vl_text_add(out, "Keep ");
        sf_add_ticket(deck, arg, out);
    } else if (kind == SF_KEEP_TWO) {
        vl_text_add(out, "Keep both tickets");
    } else if (kind == SF_PUT) {
        vl_text_addf(out, "Put the %s %s at %s",
                     sf_token_name(deck, (SF_SYMBOLS - (uint32_t)s->placing) % SF_SYMBOLS).text,
                     s->seats == 2 ? "token" : "tokens", sf_place_name(deck, arg));
    } else if (kind == SF_PICK) {
        vl_text_addf(out, "Take the %s token", sf_token_name(deck, arg).text);
    } else {
        vl_default_label(deck, view, move, out);
    }
}
