/*
 * Atlas: invariants of the table. Portable. A state may come from outside, so everything
 * that later functions rely on is checked here; the stack of tasks is checked in check_tasks.c.
 *
 * Three things are held: indices are in range, so that no rule reads beyond an array; everything
 * that exists once (cards, goals, souvenirs, tiles, events) is in exactly one place, so that no
 * rule deals it twice; and sums that the state keeps for speed (icons, countries, tokens) are
 * those of the tableau. A name says what holds; it is returned when it does not.
 */
#include "games/atlas/rules.h"

VL_RULE static bool country_or_none(uint32_t country)
{
    return country < AT_COUNTRIES || country == AT_NONE;
}

/* Numbers that other checks and all rules use without looking: these come first. */
VL_RULE static const char *check_numbers(const struct at_state *s)
{
    static const uint8_t words[AT_OPTIONS] = {2, 4, 2, 2, 2, 2};
    uint32_t zero = 0;
    if (s->seats < 2 || s->seats > VL_MAX_SEATS)
        return "2 to 4 seats";
    for (uint32_t i = 0; i < AT_OPTIONS; i++)
        if (s->options[i] >= words[i])
            return "options in range";
    if (s->dantes != s->options[AT_OPTION_DANTE] || s->dantes >= s->seats)
        return "fewer Dantes than seats";
    if (s->step > AT_SETUP_STEPS || s->over > 1 || s->locked > 1 || s->ending > 1)
        return "flags in range";
    if (s->round >= AT_LAST_ROUND && !s->over)
        return "over after the last round";
    if (s->round > AT_LAST_ROUND || s->active_seat >= s->seats)
        return "round and seat in range";
    if (s->main_done > (at_quick(s) ? 2 : 1) || s->bonus_done > 1 || s->travelled > 1 ||
        (at_quick(s) && (s->bonus_done || s->travelled)) || at_spent(s) > 2)
        return "at most two actions a turn";
    if (s->ending != s->locked || s->last_turns >= s->seats ||
        (!s->over && (s->ending != 0) != (s->last_turns != 0)))
        return "the last turns run when the board is locked";
    if (s->lock != AT_NONE && s->lock >= AT_EXPERIENCES)
        return "the lock lies on a token";
    if (s->tasks > AT_DEEPEST || (s->over != 0) != (s->tasks == 0))
        return "something to do until the end";
    if (s->over && s->step != AT_SETUP_STEPS)
        return "no end before the start";
    for (uint32_t i = 0; i < sizeof s->zero; i++)
        zero |= s->zero[i];
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        for (uint32_t i = 0; i < sizeof s->seat[0].zero; i++)
            zero |= s->seat[seat].zero[i];
    for (uint32_t i = s->tasks; i < AT_TASKS; i++)
        zero |= (uint32_t)s->task[i].kind | s->task[i].seat | s->task[i].a | s->task[i].b;
    return zero ? "unused bytes are zero" : 0;
}

/* Everything of a set is in exactly one of its parts. */
VL_RULE static bool in_one_place(uint64_t every, const uint64_t *parts, uint32_t count)
{
    uint64_t all = 0;
    uint32_t number = 0;
    for (uint32_t i = 0; i < count; i++) {
        all |= parts[i];
        number += vl_count(parts[i]);
    }
    return all == every && number == vl_count(every);
}

/* ---- Cards ---- */

/* All cards found so far, and how many: a card in two places makes the count too large. */
struct census {
    uint64_t all[AT_CARD_WORDS];
    uint32_t count;
};

VL_RULE static void count_cards(struct census *census, const uint64_t *cards)
{
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        census->all[w] |= cards[w];
    census->count += vl_count_in(cards, AT_CARD_WORDS);
}

/* Where a card may be: the pile, the discards, the row, a hand, a pack, a tableau, or among those
 * being discarded. What everybody has seen (`shown`) decides what a view hides, so it is held as
 * well. */
VL_RULE static const char *check_cards(const struct at_state *s)
{
    struct census census = {{0, 0, 0}, 0};
    uint64_t open[AT_CARD_WORDS] = {0, 0, 0}, hidden[AT_CARD_WORDS];
    vl_memcpy(hidden, s->pile, sizeof hidden);
    for (uint32_t i = 0; i < AT_ROW; i++) {
        if (s->row[i] == AT_NONE)
            continue;
        if (s->row[i] >= AT_CARDS)
            return "the row holds cards";
        vl_add_to(open, s->row[i]);
        census.count++;
    }
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_seat *p = &s->seat[seat];
        for (uint32_t i = 0; i < p->visits; i++) {
            if (p->tableau[i].card >= AT_CARDS)
                continue;
            vl_add_to(open, p->tableau[i].card);
            census.count++;
        }
        count_cards(&census, p->hand);
        count_cards(&census, p->pack);
        for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
            hidden[w] |= p->pack[w];
    }
    count_cards(&census, s->pile);
    count_cards(&census, s->discard);
    count_cards(&census, s->chosen);
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
        uint64_t every = w < 2 ? ~UINT64_C(0) : vl_first(AT_CARDS - 128);
        uint64_t shown = open[w] | s->discard[w] | s->chosen[w];
        if ((census.all[w] | open[w]) != every)
            return "every card in exactly one place";
        if ((shown & ~s->shown[w]) || (s->shown[w] & (hidden[w] | ~every)))
            return "what lies open has been seen, the piles have not";
    }
    return census.count == AT_CARDS ? 0 : "every card in exactly one place";
}

/* Cards seen in the draft lie hidden in another hand or in a pack. */
VL_RULE static const char *check_peeked(const struct at_state *s)
{
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
            uint64_t places = 0;
            for (uint32_t other = 0; other < s->seats; other++) {
                places |= s->seat[other].pack[w];
                places |= other == seat ? 0 : s->seat[other].hand[w] & ~s->shown[w];
            }
            if (s->seat[seat].peeked[w] & ~places)
                return "what was passed on in the draft is in another hand";
        }
    }
    return 0;
}

/* A country card lies in one tableau (AT-5.1), and a country is explored by one seat (AT-5.2). */
VL_RULE static const char *check_visits(const struct at_deck *d, const struct at_state *s)
{
    uint64_t toured[AT_COUNTRY_WORDS] = {0, 0, 0, 0}, seen[AT_COUNTRY_WORDS] = {0, 0, 0, 0};
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_seat *p = &s->seat[seat];
        struct at_seat again; /* explores the same once more */
        at_clear_seat(&again);
        if (p->visits > AT_TABLEAU)
            return "a tableau in range";
        for (uint32_t i = 0; i < p->visits; i++) {
            uint32_t country = p->tableau[i].country, card = p->tableau[i].card;
            if (country >= AT_COUNTRIES ||
                (card >= AT_CARDS && (card < AT_PLACE0 || card >= AT_PLACE0 + AT_PLACES)) ||
                (card < AT_CARDS && !at_card_in(d, card, country)))
                return "a card of its country";
            if (card >= AT_PLACE0) {
                if (vl_has_in(toured, country))
                    return "a country card lies in one tableau";
                vl_add_to(toured, country);
            }
            at_add_visit(d, &again, country, card);
        }
        if (vl_memcmp(again.tableau, p->tableau, sizeof p->tableau))
            return "an empty end of the tableau";
        if (vl_memcmp(again.icons, p->icons, sizeof p->icons) ||
            vl_memcmp(again.explored, p->explored, sizeof p->explored))
            return "icons and countries are those of the tableau";
        for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++) {
            if (seen[w] & p->explored[w])
                return "nobody explores a country of another";
            seen[w] |= p->explored[w];
        }
    }
    return vl_memcmp(toured, s->toured, sizeof toured) ? "country cards in tableaux" : 0;
}

/* A country card is in the pile, in one hand or in a tableau. */
VL_RULE static const char *check_guides(const struct at_state *s)
{
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++) {
        uint64_t taken = s->toured[w];
        for (uint32_t seat = 0; seat < s->seats; seat++) {
            uint64_t guides = s->seat[seat].guides[w];
            uint64_t every = w < 3 ? ~UINT64_C(0) : vl_first(AT_COUNTRIES - 192);
            if ((guides & taken) || (guides & ~every) || (guides && s->seat[seat].dante))
                return "every country card in one place";
            taken |= guides;
        }
    }
    return 0;
}

/* ---- Goals ---- */

/* A goal is loose in its pile, under it with the seat that knows it, or held by one seat. */
VL_RULE static const char *check_goals(const struct at_state *s)
{
    uint64_t all = s->goals, open[VL_MAX_SEATS + 1] = {s->public_goals}, taken = s->public_goals;
    uint32_t count = vl_count(s->goals), tiles = 0;
    for (uint32_t pile = 0; pile < 2; pile++) {
        if (s->bottoms[pile] > AT_BOTTOMS)
            return "goals under a pile in range";
        for (uint32_t i = 0; i < AT_BOTTOMS; i++) {
            uint32_t goal = s->bottom[pile][i], owner = s->bottom_owner[pile][i];
            if (i >= s->bottoms[pile]) {
                if (goal != AT_NONE || owner != AT_NONE)
                    return "nothing under the goals under a pile";
                continue;
            }
            if (goal >= AT_GOAL_COUNT_ALL || (goal >= AT_GEOGRAPHY) != (pile == 1) ||
                owner >= s->seats || s->seat[owner].dante)
                return "goals lie under their own pile";
            all |= vl_bit(goal);
            count++;
        }
    }
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        const struct at_seat *p = &s->seat[seat];
        all |= p->goals;
        count += vl_count(p->goals);
        taken |= p->public_goals;
        open[1 + seat] = p->public_goals;
        if ((p->goals_done & ~p->goals) || p->printed > 1 || p->score_tile > s->score_tiles ||
            (p->score_tile && !p->printed) || (p->score_tile && vl_has(tiles, p->score_tile)))
            return "goals done are goals held";
        tiles |= p->score_tile ? 1U << p->score_tile : 0U;
        if (!p->dante && !at_quick(s) && p->goals_done)
            return "completed goals stay hidden";
    }
    if (all != vl_first(AT_GOAL_COUNT_ALL) || count != AT_GOAL_COUNT_ALL)
        return "every personal goal in exactly one place";
    if (s->score_tiles > AT_SCORE_TILES || vl_count(tiles) != s->score_tiles)
        return "score tiles in range";
    if (taken != (taken & ~UINT64_C(1) & vl_first(AT_PUBLIC)) ||
        !in_one_place(taken, open, s->seats + 1U))
        return "public goals in one place";
    return 0;
}

/* His goals in order, completed ones left out, and a deck no larger than the printed one. */
VL_RULE static const char *check_dante(const struct at_deck *d, const struct at_state *s,
                                       uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    uint64_t ordered = 0;
    bool ended = false;
    if (p->dante != (seat >= at_humans(s)))
        return "Dante has the last seats";
    for (uint32_t i = 0; i < AT_DANTE_GOALS; i++) {
        if (p->order[i] == AT_NONE) {
            ended = true;
            continue;
        }
        if (ended || p->order[i] >= AT_GOAL_COUNT_ALL || vl_has(ordered, p->order[i]))
            return "Dante's goals in a row";
        ordered |= vl_bit(p->order[i]);
    }
    if (p->dante ? ordered != (p->goals & ~p->goals_done) : ordered != 0)
        return "Dante's open goals are ordered";
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++)
        if (p->deck[i] > (p->dante && (!at_quick(s) || d->dante[i].quick) ? d->dante[i].copies : 0))
            return "Dante's deck in range";
    return 0;
}

/* ---- Seats ---- */

/* Tokens and countries belong together: a token leaves the board for every new country (AT-5.5). In
 * between, the token may be chosen only later; check_tasks.c counts those. */
VL_RULE static const char *check_board(const struct at_deck *d, const struct at_state *s,
                                       uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    bool plain = at_quick(s) || p->dante;
    uint32_t countries = vl_count_in(p->explored, AT_COUNTRY_WORDS), token_slots = 0;
    for (uint32_t slot = 0; slot < AT_BOARD_SLOTS; slot++)
        token_slots |= (uint32_t)(d->slot[slot].token != 0) << slot;
    if (p->dante && p->home != AT_NONE)
        countries--; /* his start card took no token */
    if (countries > AT_TOKENS || p->tokens != AT_TOKENS - countries)
        return "a token for every country";
    if ((p->covered & ~token_slots) || (p->covered & p->disliked) || p->disliked >> AT_BOARD_SLOTS)
        return "tokens and dislikes on their slots";
    if (vl_count(p->covered) != (plain ? 0U : p->tokens + at_tokens_awaited(s, seat)))
        return "tokens on the board are those not placed";
    if (p->money > AT_MOST_MONEY || p->energy > AT_MOST_ENERGY || p->blog > AT_BLOG_SLOTS ||
        p->blogged > 1 || (p->blogged && !p->visits))
        return "money, energy and blog in range";
    if (plain && (p->money || p->energy || p->disliked || p->friends))
        return "no board where none is used";
    if (at_quick(s) && (p->blog || p->blogged || p->learned[0] || p->learned[1]))
        return "no blog and no languages in the quick game";
    for (uint32_t row = 0; row < AT_BONUSES; row++)
        if (p->likes[row] > (plain ? 0 : d->bonus[row].likes))
            return "likes in their slots";
    if ((p->circles & ~0x3eU) || (p->used & ~(uint32_t)p->souvenirs))
        return "souvenirs used are souvenirs held";
    for (uint32_t language = 0; language < AT_LANGUAGES; language++)
        if (vl_has_in(p->learned, language) && language >= d->language_count)
            return "languages that there are";
    return 0;
}

/* Home, character and tiles; every seat has them once the set-up is over. */
VL_RULE static const char *check_person(const struct at_deck *d, const struct at_state *s,
                                        uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    bool plain = at_quick(s) || p->dante;
    uint32_t tiles = 0;
    if (!country_or_none(p->home) || !country_or_none(p->at) ||
        (p->home == AT_NONE) != (p->at == AT_NONE))
        return "home and backpacker on the map";
    for (uint32_t other = 0; other < seat; other++)
        if (p->home != AT_NONE && s->seat[other].home == p->home)
            return "homes are different";
    if ((p->character != AT_NONE && p->character >= AT_CHARACTERS) ||
        (plain && p->character != AT_NONE))
        return "a character of the box";
    for (uint32_t i = 0; i < 2; i++)
        if ((p->offered[i] != AT_NONE && p->offered[i] >= AT_CHARACTERS) || p->side[i] > 1 ||
            (p->offered[i] != AT_NONE && (plain || s->step > AT_STEP_CHOOSE_CHARACTER + 1)))
            return "characters offered in range";
    for (uint32_t i = 0; i < 3; i++) {
        if (p->tile[i] == AT_NONE)
            continue;
        if (p->tile[i] >= AT_TILES || plain || vl_has(s->tiles, p->tile[i]) ||
            vl_has(tiles, p->tile[i]))
            return "tiles in one place";
        tiles |= 1U << p->tile[i];
        for (uint32_t other = 0; other < seat; other++)
            for (uint32_t k = 0; k < 3; k++)
                if (s->seat[other].tile[k] == p->tile[i])
                    return "tiles in one place";
    }
    if (plain || s->step < AT_SETUP_STEPS)
        return 0;
    if (p->character == AT_NONE || p->tile[0] == AT_NONE || p->tile[1] == AT_NONE)
        return "a character and a personality for every seat";
    return at_face(d, p, 0) & at_face(d, p, 1) ? "four different experiences" : 0;
}

/* ---- The map, events, parties ---- */

/* Souvenirs lie on the map or with one seat; the pyramid is filled from its top. */
VL_RULE static const char *check_map(const struct at_state *s)
{
    uint32_t owned = 0, tokens = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        if (owned & s->seat[seat].souvenirs)
            return "a souvenir has one owner";
        owned |= s->seat[seat].souvenirs;
    }
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
        bool on_map = s->souvenir_at[i] < AT_COUNTRIES;
        if (!country_or_none(s->souvenir_at[i]) || (on_map && vl_has(owned, i)) ||
            (!on_map && s->setup != AT_NONE && !vl_has(owned, i)))
            return "every souvenir in one place";
        for (uint32_t k = 0; on_map && k < i; k++)
            if (s->souvenir_at[k] == s->souvenir_at[i])
                return "one souvenir a country";
    }
    if (s->setup == AT_NONE ? owned != 0 || s->step > AT_STEP_SETUP + 1 : s->setup >= AT_SETUPS)
        return "a setup card";
    bool filling = s->tasks && s->task[s->tasks - 1].kind == AT_ROLL_POPULARITY;
    uint32_t filled = s->step <= AT_STEP_POPULARITY ? 0U
                      : filling                     ? s->task[s->tasks - 1].a
                                                    : (uint32_t)AT_EXPERIENCES;
    for (uint32_t slot = 0; slot < AT_EXPERIENCES; slot++) {
        uint32_t token = s->token_at[slot];
        if (slot >= filled ? token != AT_NONE : token >= AT_EXPERIENCES || vl_has(tokens, token))
            return "every experience in one slot";
        if (slot < filled)
            tokens |= 1U << token;
    }
    return s->lock != AT_NONE && filled < AT_EXPERIENCES ? "no lock before the board is set" : 0;
}

/* Events and friends; the quick game has neither (AT-12.1). */
VL_RULE static const char *check_decks(const struct at_deck *d, const struct at_state *s)
{
    uint64_t events[] = {s->events, s->event_discards, s->active};
    uint64_t parties[VL_MAX_SEATS + 2] = {s->parties, s->party_discards};
    if (!in_one_place(at_quick(s) ? 0 : vl_first(AT_EVENTS), events, 3))
        return "every event in one place";
    for (uint32_t i = 0; i < AT_EVENTS; i++) {
        bool active = vl_has(s->active, i);
        if (active ? !s->event_cubes[i] || s->event_cubes[i] > d->event[i].cubes ||
                         s->event_owner[i] >= s->seats
                   : s->event_cubes[i] || s->event_owner[i] != AT_NONE)
            return "cubes on the active events";
    }
    for (uint32_t seat = 0; seat < s->seats; seat++)
        parties[2 + seat] = s->seat[seat].friends;
    if (!in_one_place(at_quick(s) ? 0 : vl_first(AT_PARTIES), parties, s->seats + 2U))
        return "every party card in one place";
    if ((s->characters >> AT_CHARACTERS) || (s->tiles >> AT_TILES))
        return "characters and tiles that there are";
    return 0;
}

/* Cheap checks first: later ones rely on what the earlier ones have held. */
VL_RULE const char *at_check(const void *deck, const void *state)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    const struct at_state *s = (const struct at_state *)state;
    const char *broken = check_numbers(s);
    struct at_seat empty; /* a seat that is not at the table is as at_start left it */
    at_clear_seat(&empty);
    for (uint32_t seat = 0; !broken && seat < VL_MAX_SEATS; seat++) {
        const struct at_seat *p = &s->seat[seat];
        if (p->unknown_cards || p->unknown_pack || p->unknown_goals[0] || p->unknown_goals[1])
            broken = "nothing is unknown in a state";
        else if (seat >= s->seats && vl_memcmp(&empty, p, sizeof empty))
            broken = "absent seats hold nothing";
    }
    if (!broken && (s->unknown_bottoms[0] || s->unknown_bottoms[1]))
        broken = "nothing is unknown in a state";
    broken = broken ? broken : check_visits(d, s);
    broken = broken ? broken : check_cards(s);
    broken = broken ? broken : check_peeked(s);
    broken = broken ? broken : check_guides(s);
    broken = broken ? broken : check_goals(s);
    broken = broken ? broken : check_map(s);
    broken = broken ? broken : check_decks(d, s);
    for (uint32_t seat = 0; !broken && seat < s->seats; seat++) {
        broken = check_dante(d, s, seat);
        broken = broken ? broken : check_board(d, s, seat);
        broken = broken ? broken : check_person(d, s, seat);
    }
    return broken ? broken : at_check_tasks(d, s);
}
