/*
 * Travelogue: whether a state can be. Portable.
 *
 * Any bytes may come here (a state loaded from outside): what passes can be played to its end. The
 * words returned name the first invariant that is broken.
 */
#include "games/travelogue/rules.h"

/* Numbers before sets: later checks use them as indexes. What is unknown belongs to views alone,
 * and seats that are not there must be empty, because the sums below run over all four. */
VL_RULE static const char *check_header(const struct tl_state *s)
{
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    if (s->phase < TL_ALBUM || s->phase > TL_OVER)
        return "a phase of the game";
    if (s->seat >= s->seats || s->actor >= s->seats || s->partner >= s->seats)
        return "seats in range";
    if (s->trader > TL_AGENTS || s->step >= 2 * TL_RETURNED || s->last_turns > s->seats)
        return "agent, cards drawn and last turns in range";
    if (s->chosen_unknown)
        return "nothing is unknown in a state";
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        if (s->unknown[seat])
            return "nothing is unknown in a state";
        if (seat >= s->seats && (tl_any(s->hand[seat]) || tl_any(s->gave[seat]) || s->album[seat] ||
                                 s->destination[seat] != TL_NONE))
            return "absent seats hold nothing";
        for (uint32_t p = 0; p < VL_MAX_SEATS; p++)
            if ((seat >= s->seats || p >= s->seats) && tl_any(s->known[seat][p]))
                return "absent seats know nothing";
    }
    return 0;
}

/* Adds a set to those seen so far; false if it shares a card with them or holds what is none. */
VL_RULE static bool apart(struct tl_set *seen, struct tl_set more)
{
    if (tl_meet(*seen, more) || tl_any(tl_without(more, tl_all_cards())))
        return false;
    *seen = tl_join(*seen, more);
    return true;
}

VL_RULE static bool cards_or_none(const uint8_t *cards, struct tl_set *seen)
{
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        if (cards[i] != TL_NONE && (cards[i] >= TL_CARDS || !apart(seen, tl_card(cards[i]))))
            return false;
    return true;
}

/* The discard pile has no member: it is what lies nowhere else (tl_discards). So cards can be there
 * twice, which is checked here, but never be missing. Whose a scored card is says its two bits. */
VL_RULE static const char *check_cards(const struct tl_state *s)
{
    struct tl_set seen = tl_no_cards();
    if (!apart(&seen, s->deck) || !apart(&seen, s->scored) || !apart(&seen, s->chosen) ||
        !cards_or_none(s->given, &seen) || !cards_or_none(s->agent, &seen))
        return "every card in one place";
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (!apart(&seen, s->hand[seat]))
            return "every card in one place";
    struct tl_set scored = tl_no_cards();
    for (uint32_t seat = 0; seat < s->seats; seat++)
        scored = tl_join(scored, tl_scored_by(s, seat));
    if (!tl_same(scored, s->scored) ||
        tl_any(tl_without(tl_join(s->scorer[0], s->scorer[1]), s->scored)))
        return "every scored card under the album of a seat";
    return 0;
}

/* A pile is a top, cards never seen, cards laid under it, and nothing. */
VL_RULE static bool pile_fits(const struct tl_state *s, uint32_t p, uint32_t *seen,
                              uint32_t *hidden, uint32_t *size)
{
    uint32_t stage = 0;
    for (uint32_t i = 0; i < TL_PILE_SIZE; i++) {
        uint8_t card = s->pile[p][i];
        if (card == TL_NONE) {
            stage = 2;
            continue;
        }
        if (stage == 2 || (card != TL_HIDDEN && card >= TL_DESTINATIONS))
            return false;
        (*size)++;
        if (card == TL_HIDDEN) {
            if (stage)
                return false;
            (*hidden)++;
            continue;
        }
        if (i)
            stage = 1;
        if (*seen >> card & 1U)
            return false;
        *seen |= 1U << card;
    }
    return true;
}

/* The 18 destinations are with the seats and in the piles. Those that nobody has seen have no
 * number (TL-2.6): they are counted, and what has been seen must be there once. */
VL_RULE static const char *check_destinations(const struct tl_state *s)
{
    uint32_t seen = 0, hidden = 0, total = 0, picked = 0, hidden_tops = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint8_t card = s->destination[seat];
        if (card == TL_NONE)
            continue;
        if (card >= TL_DESTINATIONS || seen >> card & 1U)
            return "every destination in one place";
        seen |= 1U << card;
        picked++;
    }
    for (uint32_t p = 0; p < TL_PILES; p++) {
        uint32_t size = 0;
        if (!pile_fits(s, p, &seen, &hidden, &size) || size < 2)
            return "piles of destinations in order";
        hidden_tops += s->pile[p][0] == TL_HIDDEN;
        total += size;
    }
    if (total + picked != TL_DESTINATIONS || hidden + vl_count(seen) != TL_DESTINATIONS)
        return "every destination in one place";
    if (s->phase < TL_TOP ? hidden_tops != TL_PILES : (s->phase == TL_TOP) != (hidden_tops > 0))
        return "the tops of the piles are seen in time";
    if (s->phase < TL_TOP ? picked : s->phase > TL_PICK && picked != s->seats)
        return "every seat has a destination once the game has begun";
    uint32_t first = s->phase < TL_LAY ? 0 : tl_starter(s);
    for (uint32_t i = 0; i < s->seats; i++)
        if ((s->destination[(first + i) % s->seats] != TL_NONE) != (i < picked))
            return "destinations are picked in turn order";
    uint32_t last = (first + (picked ? picked - 1 : 0)) % s->seats;
    if (s->phase == TL_PICK && (picked == s->seats || s->seat != (first + picked) % s->seats))
        return "destinations are picked in turn order";
    if (s->phase == TL_TOP && picked < s->seats && s->seat != last)
        return "destinations are picked in turn order";
    return 0;
}

/* Before the first destination is picked. */
VL_RULE static const char *check_setting_up(const struct tl_state *s)
{
    uint32_t albums = 0, laid = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        bool dealt = s->phase > TL_ALBUM || seat < s->seat;
        if (dealt ? s->album[seat] < 1 || s->album[seat] > TL_ALBUMS : s->album[seat])
            return "an album for each seat";
        if (dealt && albums >> s->album[seat] & 1U)
            return "albums with different numbers";
        albums |= dealt ? 1U << s->album[seat] : 0;
    }
    if (s->phase > TL_PICK)
        return 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint32_t count = tl_count(s->hand[seat]);
        bool full = s->phase > TL_DEAL || (s->phase == TL_DEAL && seat < s->seat);
        bool some = s->phase == TL_DEAL && seat == s->seat;
        if (full ? (count != TL_HAND && s->phase != TL_TOP) : some ? count >= TL_HAND : count)
            return "five cards are dealt to each seat in turn";
    }
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        laid += s->agent[i] != TL_NONE;
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        if (s->phase <= TL_LAY && (s->agent[i] != TL_NONE) != (i < laid))
            return "the agents' cards are laid in order";
    if (s->phase < TL_LAY ? laid : s->phase == TL_LAY && laid == TL_AGENTS)
        return "the agents' cards are laid in order";
    if (s->phase == TL_LAY && s->seat != tl_starter(s))
        return "the highest album starts";
    if (s->phase != TL_TOP && (tl_any(s->scored) || tl_any(tl_discards(s))))
        return "nothing is scored or discarded at set-up";
    return 0;
}

/* TL-6.1: no more discards of an activity than the destination allows. */
VL_RULE static bool within_limits(const struct tl_deck *d, const struct tl_state *s)
{
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++)
        if (vl_count(tl_of_activity(s->chosen, a)) > d->limit[s->destination[s->seat]][a])
            return false;
    return true;
}

/* A trade goes through phases: cards are given, returned, then shown to both; last the agent's card
 * is replaced. `taken`, `given` and `step` have a meaning in some of them only, and are none
 * elsewhere. The given cards lie ascending, shown and hidden ones each for itself, so that their
 * order tells nothing. */
VL_RULE static bool trade_fits(const struct tl_state *s)
{
    bool returning = s->phase == TL_RETURN, showing = s->phase == TL_SHOW;
    bool trading = s->phase == TL_GIVE || returning || showing || s->phase == TL_REPLACE;
    bool laid = returning || showing;
    if (!trading)
        return !s->trader && !s->partner && s->taken == TL_NONE && !tl_any(tl_given(s));
    if (!s->trader || s->partner == s->seat || s->actor != (returning ? s->partner : s->seat))
        return false;
    if ((s->agent[s->trader - 1] == TL_NONE) != (s->phase != TL_GIVE))
        return false;
    if (laid ? s->taken >= TL_CARDS || !tl_has(&s->hand[s->seat], s->taken) : s->taken != TL_NONE)
        return false;
    for (uint32_t i = 0; i < TL_AGENTS; i++) {
        bool there = laid && i < s->trader;
        if ((s->given[i] != TL_NONE) != there)
            return false;
        if (there && i && i != s->step && s->given[i] <= s->given[i - 1])
            return false;
    }
    if (s->phase == TL_GIVE && tl_count(s->hand[s->partner]) < s->trader)
        return false;
    if (showing && s->step < TL_RETURNED)
        return tl_count(s->chosen) == s->trader && s->step < s->trader;
    if (showing)
        return tl_count(s->chosen) == s->trader &&
               (s->step & (TL_RETURNED - 1U)) + 1U < 1U << s->trader;
    return s->phase == TL_REPLACE || tl_count(s->chosen) < s->trader;
}

/* What each phase needs to be played on. The last check asks the rules themselves whether there is
 * a move, so that no state without one gets through. */
VL_RULE static const char *check_turn(const struct tl_deck *d, const struct tl_state *s)
{
    uint32_t phase = s->phase;
    bool deck = tl_any(s->deck), empty_agent = false;
    bool choosing = phase == TL_GIVE || phase == TL_RETURN || phase == TL_SHOW ||
                    phase == TL_SPEND || phase == TL_SCORE || phase == TL_CLOUDS;
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        empty_agent |= s->agent[i] == TL_NONE && i + 1U != s->trader;
    if (!choosing && tl_any(s->chosen))
        return "cards are chosen only in a choice";
    if (!trade_fits(s))
        return "a trade in order";
    if ((phase == TL_CLOUDS) != (s->actor != s->seat) && phase != TL_RETURN)
        return "the acting seat";
    if (phase == TL_SECOND ? s->step != 1
        : phase == TL_DRAW ? s->step > 1
                           : s->step && phase != TL_SHOW)
        return "cards drawn in this turn";
    if (phase == TL_OVER ? s->last_turns || deck : s->last_turns && deck)
        return "the last turns come with an empty deck";
    if (phase == TL_TURN && !deck && !s->last_turns)
        return "the last turns come with an empty deck";
    if (phase > TL_LAY && phase != TL_CLOUDS && phase != TL_RESTOCK && deck && empty_agent)
        return "a card below each agent while the deck lasts";
    if (phase == TL_RESTOCK && !empty_agent)
        return "an agent without a card";
    if ((phase == TL_SPEND || phase == TL_SCORE) && !within_limits(d, s))
        return "discards within the limits";
    if (phase == TL_CLOUDS && tl_count(s->hand[s->actor]) <= tl_cloud_limit(d, s))
        return "too many cards under the clouds";
    if (phase != TL_OVER && !tl_any(tl_options(d, s)))
        return "the acting seat can move";
    return 0;
}

/* The viewer's sets name the true holder of every card in them, and no card of the viewer. */
VL_RULE static bool knows_truly(const struct tl_state *s, uint32_t viewer, bool table)
{
    struct tl_set all = tl_no_cards(), truly = tl_no_cards();
    for (uint32_t p = 0; p < s->seats; p++) {
        if (p == viewer && !table)
            continue;
        struct tl_set may = table ? s->known[p][p] : s->known[viewer][p];
        all = tl_join(all, may);
        truly = tl_join(truly, tl_both(may, tl_holding(s, p)));
    }
    return tl_same(all, truly);
}

/* TL-10: what is known must be true, a seat knows at least what the whole table knows, and of a
 * card that it gave away itself it knows the one place. Sampling relies on all three: an untrue set
 * would leave no deal that fits. */
VL_RULE static const char *check_knowledge(const struct tl_state *s)
{
    if (!knows_truly(s, 0, true))
        return "what the table knows is true";
    for (uint32_t viewer = 0; viewer < s->seats; viewer++) {
        if (!knows_truly(s, viewer, false))
            return "what a seat knows is true";
        struct tl_set own = tl_holding(s, viewer), table = tl_no_cards(), all = tl_no_cards();
        struct tl_set gave = s->gave[viewer];
        for (uint32_t p = 0; p < s->seats; p++) {
            if (p == viewer)
                continue;
            table = tl_join(table, s->known[p][p]);
            all = tl_join(all, s->known[viewer][p]);
            struct tl_set rest = tl_without(s->known[viewer][p], s->known[p][p]);
            for (uint32_t q = 0; q < s->seats; q++)
                if (tl_meet(rest, s->known[q][q]))
                    return "a seat knows what the table knows";
            /* A card handed over directly is known to be there and nowhere else. */
            struct tl_set there = tl_both(gave, s->known[viewer][p]);
            if (!tl_same(there, tl_both(gave, tl_holding(s, p))))
                return "a seat knows whom it gave a card";
            for (uint32_t q = 0; q < s->seats; q++)
                if (q != viewer && q != p && tl_meet(there, s->known[viewer][q]))
                    return "a seat knows whom it gave a card";
        }
        if (tl_any(tl_without(table, tl_join(all, own))))
            return "a seat knows what the table knows";
        if (tl_any(tl_without(gave, all)))
            return "a seat knows whom it gave a card";
    }
    return 0;
}

VL_RULE const char *tl_check(const void *deck, const void *state)
{
    const struct tl_state *s = (const struct tl_state *)state;
    const char *broken = check_header(s);
    broken = broken ? broken : check_cards(s);
    broken = broken ? broken : check_setting_up(s);
    broken = broken ? broken : check_destinations(s);
    broken = broken ? broken : check_turn((const struct tl_deck *)deck, s);
    return broken ? broken : check_knowledge(s);
}
