/*
 * Atlas: every kind of task, once. The kinds (atlas.h) and all switches over them (rules.c) are
 * made from this list.
 *
 * A row says: the kind; its answers, written to `list`; what becomes of the task itself; what the
 * answer `arg` (`move` with its kind) does. `task` is the task on top and `p` its seat. Kinds up to
 * AT_LAST_CHANCE are chance: draws, and Dante's forced steps. From AT_FIRST_DO on they need nobody:
 * advance does them at once.
 *
 * What a task asks or does, and what its numbers a and b hold:
 * AT_ROLL_SETUP: which setup card (AT-1.2)
 * AT_ROLL_PUBLIC: a public goal of pile a (AT-1.3)
 * AT_ROLL_POPULARITY: the experience of slot a of the pyramid (AT-1.4)
 * AT_ROLL_FLIP: a card for the lowest empty slot of the row (AT-1.5)
 * AT_ROLL_CHARACTER: the a-th of two characters for a seat (AT-1.7)
 * AT_ROLL_TILE: the a-th of two personality tiles for a seat (AT-1.11)
 * AT_ROLL_GOAL: a personal goal of pile a, hidden (AT-1.8)
 * AT_ROLL_DEAL: a destination card into a hand, hidden (AT-1.9)
 * AT_ROLL_PACK: a card of pack a of the draft, hidden (AT-1.10)
 * AT_ROLL_LEFT: a card left over in pack a is discarded, open (AT-1.10)
 * AT_ROLL_SHOW: the next card of the pack in hand, b of them so far (AT-1.10)
 * AT_ROLL_PARTY: a party card (AT-5.11)
 * AT_ROLL_EVENT: an event (AT-9.1)
 * AT_ROLL_DANTE_GOAL: an open goal of pile a for a Dante (AT-13.3)
 * AT_ROLL_DANTE_HOME: his start card (AT-13.4)
 * AT_ROLL_DANTE_CARD: the card that he flips (AT-13.6)
 * AT_DANTE_TAKE: he takes a card of the row (AT-13.8); a: slot | by which card << 3
 * AT_DANTE_SHIFTS: he shifts popularity after that (AT-13.11)
 * AT_DANTE_BLOGS: he blogs (AT-13.12)
 * AT_DANTE_SHOPS: he goes to the closest souvenir (AT-13.13)
 * AT_DANTE_PAUSES: he does nothing (AT-13.6)
 * AT_ASK_CHARACTER: which of two (AT-1.7)
 * AT_ASK_PICK: a card of the pack in hand (AT-1.10)
 * AT_ASK_FACES: which tiles and sides to like and dislike (AT-1.11, AT-8.6)
 * AT_ASK_HOME: a country to live in (AT-1.12)
 * AT_ASK_TURN: an action (AT-2.1)
 * AT_ASK_TRAVEL: the next leg, a souvenir, or done (AT-4.1)
 * AT_ASK_GO: where a leg leads: a is the kind of leg, b a card
 * AT_ASK_BUY: a souvenir at the end of a direct flight, or none (AT-4.11)
 * AT_ASK_TOKEN: the row that an explore token leaves (AT-5.5)
 * AT_ASK_SHIFT: popularity; a: 1 after blogging
 * AT_ASK_LIKE: where a like goes; a: how many
 * AT_ASK_DISLIKE: which row suffers; a: how many
 * AT_ASK_DRAW: a cards; b: 1 country cards too (quick game: and a refresh)
 * AT_ASK_COUNTRY: which country card of continent a
 * AT_ASK_LANGUAGE: one of the latest card (AT-5.13)
 * AT_ASK_BLOG: the slot to reach (AT-7.3)
 * AT_ASK_REPLAN: cards to discard (AT-8.8)
 * AT_ASK_TILE: a tile of the supply, or none (AT-8.6)
 * AT_ASK_PILE: the pile of the next goal (AT-7.8)
 * AT_ASK_DROP: a goal to discard (AT-7.8)
 * AT_ASK_EVICT: where a backpacker goes that is put out (AT-9.4)
 * AT_ASK_REVEAL: quick game: completed goals, then none; b: how many so far (AT-12.8)
 * AT_DO_REFILL: fills the row, as far as there are cards
 * AT_DO_REFRESH: discards the row first
 * AT_DO_LANGUAGES: what the latest card teaches (AT-5.12)
 * AT_DO_PUBLIC: gives a seat its public goals (AT-6.1)
 * AT_DO_PERSONAL: Dante's completed goals go to the right (AT-13.10)
 * AT_DO_EFFECT: effect a, amount b (signed), for a seat
 * AT_DO_REWARD: what blog slot a gives
 * AT_DO_EVICT: moves backpackers out of countries that event a blocks
 * AT_DO_DANTE: step a of Dante's turn; b: the bonus is used
 */
#ifndef VALISE_GAMES_ATLAS_TASKS_H
#define VALISE_GAMES_ATLAS_TASKS_H

#define AT_ALL_TASKS(TASK)                                                                         \
    TASK(AT_ROLL_SETUP, at_offer_set(list, vl_first(AT_SETUPS)), POP, at_lay_souvenirs(d, s, arg)) \
    TASK(AT_ROLL_PUBLIC, at_list_public(d, s, task.a, list), POP, s->public_goals |= 1U << arg)    \
    TASK(AT_ROLL_POPULARITY, at_list_popularity(s, task.a, list), POP,                             \
         s->token_at[task.a] = (uint8_t)arg)                                                       \
    TASK(AT_ROLL_FLIP, at_list_pile(s, list), POP, at_flip(s, arg))                                \
    TASK(AT_ROLL_CHARACTER, at_offer_set(list, s->characters), POP, offer_character(s, task, arg)) \
    TASK(AT_ROLL_TILE, at_list_tiles(d, s, &task, list), POP, take_tile(s, p, task.a, arg))        \
    TASK(AT_ROLL_GOAL, at_list_goal(s, task.a, list), POP, draw_goal(s, p, arg))                   \
    TASK(AT_ROLL_DEAL, at_list_pile(s, list), POP, at_draw_into(s, p->hand, arg))                  \
    TASK(AT_ROLL_PACK, at_list_pile(s, list), POP, at_draw_into(s, p->pack, arg))                  \
    TASK(AT_ROLL_LEFT, at_list_unseen(s, p->pack, list), POP, leave_over(s, p, arg))               \
    TASK(AT_ROLL_SHOW, at_list_unseen(s, pack_of(s, task), list), STAY, show_next(s, arg))         \
    TASK(AT_ROLL_PARTY, at_offer_set(list, s->parties ? s->parties : s->party_discards), POP,      \
         at_meet(d, s, task.seat, arg))                                                            \
    TASK(AT_ROLL_EVENT, at_offer_set(list, s->events ? s->events : s->event_discards), POP,        \
         at_reveal_event(d, s, task.seat, arg))                                                    \
    TASK(AT_ROLL_DANTE_GOAL, at_list_dante_goals(d, s, task.a, list), POP,                         \
         at_dante_goal(s, p, arg))                                                                 \
    TASK(AT_ROLL_DANTE_HOME, at_list_dante_starts(d, s, task.seat, list), POP,                     \
         at_dante_settle(d, s, task.seat, arg))                                                    \
    TASK(AT_ROLL_DANTE_CARD, at_list_dante_cards(d, s, task.seat, list), POP,                      \
         at_dante_flip(d, s, task, arg))                                                           \
    TASK(AT_DANTE_TAKE, at_offer(list, (task.a & 7U) << 8 | task.b), POP,                          \
         at_dante_take(d, s, task))                                                                \
    TASK(AT_DANTE_SHIFTS, at_list_dante_shift(d, s, task.seat, list), POP,                         \
         at_shift(s, arg >> 4, arg & 15U))                                                         \
    TASK(AT_DANTE_BLOGS, at_offer(list, at_dante_slot(d, s, task.seat)), POP,                      \
         at_apply_blog(d, s, task.seat, arg))                                                      \
    TASK(AT_DANTE_SHOPS, at_offer(list, at_dante_souvenir(d, s, task.seat)), POP,                  \
         at_dante_shop(s, task.seat, arg))                                                         \
    TASK(AT_DANTE_PAUSES, at_offer(list, 0), POP, NOTHING)                                         \
    TASK(AT_ASK_CHARACTER, at_offer_set(list, p->offered[0] == AT_NONE ? 0 : 3), POP,              \
         at_choose_character(p, arg))                                                              \
    TASK(AT_ASK_PICK, at_offer_sets(list, pack_of(s, task), AT_CARD_WORDS), POP,                   \
         at_pick_card(s, task, arg))                                                               \
    TASK(AT_ASK_FACES, at_list_faces(d, p, list), POP, at_choose_faces(s, p, arg))                 \
    TASK(AT_ASK_HOME, at_list_homes(d, s, list), POP, p->home = p->at = (uint8_t)arg)              \
    TASK(AT_ASK_TURN, at_list_turn(d, s, list), STAY, at_apply_turn(d, s, move))                   \
    TASK(AT_ASK_TRAVEL, at_list_travel(d, s, &task, list), STAY,                                   \
         at_apply_leg(d, s, AT_MOVE_ACT(move), AT_MOVE_WHAT(move)))                                \
    TASK(AT_ASK_GO, at_list_go(d, s, &task, list), STAY, at_apply_go(d, s, task, arg))             \
    TASK(AT_ASK_BUY, offer_or_none(list, vl_bit(at_souvenir_in(s, p->at))), STAY,                  \
         at_apply_buy(d, s, task, arg))                                                            \
    TASK(AT_ASK_TOKEN, at_list_token(d, p, list), POP, at_take_token(d, p, arg))                   \
    TASK(AT_ASK_SHIFT, at_list_shift(d, s, &task, list), POP, at_shift(s, arg >> 4, arg & 15U))    \
    TASK(AT_ASK_LIKE, at_list_like(d, p, list), ONE_LESS, at_apply_like(p, arg))                   \
    TASK(AT_ASK_DISLIKE, at_list_dislike(d, p, list), ONE_LESS, at_apply_dislike(d, p, arg))       \
    TASK(AT_ASK_DRAW, at_list_draw(d, s, &task, list), STAY, at_draw(s, task, arg))                \
    TASK(AT_ASK_COUNTRY, at_list_country(d, s, &task, list), POP,                                  \
         at_take_country(s, task.seat, arg))                                                       \
    TASK(AT_ASK_LANGUAGE, at_list_language(d, p, list), POP, at_learn(s, task.seat, arg))          \
    TASK(AT_ASK_BLOG, at_list_blog(d, s, task.seat, list), POP,                                    \
         at_apply_blog(d, s, task.seat, arg))                                                      \
    TASK(AT_ASK_REPLAN, at_list_replan(s, &task, list), STAY, at_apply_replan(s, task, arg))       \
    TASK(AT_ASK_TILE, offer_or_none(list, s->tiles), POP, try_tile(s, task.seat, arg))             \
    TASK(AT_ASK_PILE, list_piles(s, list), ONE_LESS, at_push(s, AT_ROLL_GOAL, task.seat, arg, 0))  \
    TASK(AT_ASK_DROP, at_offer_set(list, p->goals & ~p->goals_done), POP, drop_goal(s, task, arg)) \
    TASK(AT_ASK_EVICT, at_list_evict(d, s, task.seat, list), POP, p->at = (uint8_t)arg)            \
    TASK(AT_ASK_REVEAL, list_completed(d, s, task.seat, list), STAY, reveal(s, task, arg))         \
    TASK(AT_DO_REFILL, NOBODY, POP, at_refill(s))                                                  \
    TASK(AT_DO_REFRESH, NOBODY, POP, at_refresh(s))                                                \
    TASK(AT_DO_LANGUAGES, NOBODY, POP, at_learn_from_visits(d, p))                                 \
    TASK(AT_DO_PUBLIC, NOBODY, POP, at_check_public(d, s, task.seat))                              \
    TASK(AT_DO_PERSONAL, NOBODY, POP, at_dante_personal(d, s, task.seat))                          \
    TASK(AT_DO_EFFECT, NOBODY, POP, at_do_effect(s, task))                                         \
    TASK(AT_DO_REWARD, NOBODY, POP, at_push_effects(s, task.seat, &d->blog[task.a - 1].reward, 1)) \
    TASK(AT_DO_EVICT, NOBODY, POP, at_evict(d, s, task.a))                                         \
    TASK(AT_DO_DANTE, NOBODY, POP, at_dante_step(d, s, task))

#endif
