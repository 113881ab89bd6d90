/*
 * Atlas: why a move is refused, and why a table element cannot be touched, with the clause.
 *
 * The rules only list what is legal; they do not say why something is not. So this file asks the
 * same questions again, in the order in which a person would: is it the time for it, is the card
 * there, can it be paid, does the map allow it. The first that fails is told.
 *
 * An element is of a kind ("country", "post") and has a key, a word or a number. Most kinds answer
 * one task; while that task is asked, the element stands for a move of it. Countries and cards
 * serve for several things and have functions of their own.
 */
#include <ctype.h>
#include <string.h>

#include "core/target.h"
#include "games/atlas/names.h"

/* ---- Moves ---- */

/* False if exploring here is refused; true if that is not the reason. */
static bool refuse_explore(const struct at_scene *t, uint32_t country, uint32_t card,
                           struct vl_error *err)
{
    for (uint32_t other = 0; other < t->s->seats; other++)
        if (other != t->seat && vl_has_in(t->s->seat[other].explored, country))
            return vl_refuse(err, "AT-5.2", "%s has been explored by somebody else",
                             at_country_name(t->deck, country));
    if (at_barred(t->s, t->seat, country))
        return vl_refuse(err, "AT-10.5", "no token is left for a new country");
    if (card >= AT_PLACE0 && vl_has_in(t->s->toured, country))
        return vl_refuse(err, "AT-5.1", "the card of %s lies in a tableau already",
                         at_country_name(t->deck, country));
    if (card < AT_CARDS && t->d->card[card].need_count &&
        t->p->icons[t->d->card[card].need] < t->d->card[card].need_count)
        return vl_refuse(err, "AT-5.14", "%s asks for %u %s in your tableau",
                         at_card_name(t->deck, card), t->d->card[card].need_count,
                         at_experience_name(t->deck, t->d->card[card].need));
    uint32_t price = at_price(t->d, t->s, t->seat, country, card);
    if (price > t->p->money)
        return vl_refuse(err, "AT-5.3", "it costs %u money and you have %u", price, t->p->money);
    return true;
}

/* The bonus row of an action. */
static uint32_t bonus_of(uint32_t act)
{
    return act >= AT_ACT_BLOG && act <= AT_ACT_REPLAN ? act - AT_ACT_BLOG + AT_ACTION_BLOG
                                                      : AT_ACTION_EXPLORE;
}

/* Souvenirs are taken at other times in the quick game. */
static void refuse_souvenir(const struct at_scene *t, struct vl_error *err)
{
    if (at_souvenir_in(t->s, t->p->at) == AT_NONE)
        vl_refuse(err, "AT-4.10", "there is no souvenir in %s", at_country_name(t->deck, t->p->at));
    else if (t->quick)
        vl_refuse(err, "AT-12.5", "a souvenir is taken where a travel ends");
    else if (t->p->money < AT_SOUVENIR_PRICE)
        vl_refuse(err, "AT-4.10", "a souvenir costs %d money and you have %u", AT_SOUVENIR_PRICE,
                  t->p->money);
    else
        vl_refuse(err, "AT-4.10", "no souvenir can be taken here and now");
}

/* What the quick game refuses by clauses of its own; false: the common ones decide. */
static bool refuse_quick(const struct at_scene *t, uint32_t act, uint32_t how, struct vl_error *err)
{
    if (how != AT_MAIN)
        vl_refuse(err, "AT-12.3", "the quick game has no bonus actions");
    else if (act >= AT_ACT_BLOG && act <= AT_ACT_REPLAN)
        vl_refuse(err, "AT-12.1", "the quick game has no such action");
    else if (act == AT_ACT_END)
        vl_refuse(err, "AT-12.3", "a turn is two actions: one is still to come");
    else if (act == AT_ACT_REFRESH)
        vl_refuse(err, "AT-12.6", "each souvenir of yours refreshes the row once a turn");
    else if (t->s->main_done >= 2)
        vl_refuse(err, "AT-12.3", "both actions are done");
    else if (act == AT_ACT_DRAW)
        vl_refuse(err, "AT-12.7", "nothing is left to draw");
    else
        return false;
    return true;
}

/* The clause on how a travel goes. */
static const char *travel_clause(const struct at_scene *t)
{
    return t->quick ? "AT-12.4" : "AT-4.1";
}

/* A travel under way. */
static void refuse_leg(const struct at_scene *t, vl_move move, struct vl_error *err)
{
    uint32_t act = AT_MOVE_ACT(move);
    if (act == AT_ACT_BUY)
        refuse_souvenir(t, err);
    else if (act == AT_ACT_END && (t->task.a & AT_BOUGHT))
        vl_refuse(err, "AT-4.10", "a souvenir was taken at the start: a leg must follow");
    else if (act == AT_ACT_DIRECT && !(t->task.a & AT_DIRECT))
        vl_refuse(err,
                  t->task.a & AT_REWARD ? "AT-4.9"
                  : t->quick            ? "AT-12.4"
                                        : "AT-4.8",
                  t->task.a & AT_REWARD ? "a travel won by blogging is no direct flight"
                                        : "a direct flight is the whole turn");
    else
        vl_refuse(err, travel_clause(t), "this travel cannot go on like that");
}

/* An action of a turn. The last reason is the one that is left when all others are excluded. */
static void refuse_act(const struct at_scene *t, vl_move move, struct vl_error *err)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    uint32_t card = act == AT_ACT_DIRECT ? what >> 1 : what;
    bool leg = act <= AT_ACT_DIRECT;
    bool by_card = act == AT_ACT_FLY || act == AT_ACT_DIRECT || act == AT_ACT_CARD;
    if (by_card && !at_can_use(t->s, t->seat, card))
        vl_refuse(err, "AT-3.1", "that card is neither in your hand nor in the row");
    else if (t->quick && refuse_quick(t, act, how, err))
        return;
    else if (how != AT_MAIN && t->s->bonus_done)
        vl_refuse(err, "AT-2.1", "the bonus action is done");
    else if (how != AT_MAIN && !at_can_pay_bonus(t->d, t->p, bonus_of(act), how))
        vl_refuse(err, "AT-2.4", "a bonus action takes full likes in its row or a souvenir");
    else if (!leg && how == AT_MAIN && act < AT_ACT_REPLAN && t->s->main_done && !t->quick)
        vl_refuse(err, "AT-2.1", "the main action is done");
    else if (act == AT_ACT_END)
        vl_refuse(err, "AT-2.2", "the main action is still to come");
    else if (act == AT_ACT_CARD && !at_card_in(t->d, card, t->p->at))
        vl_refuse(err, "AT-5.1", "%s is not where you are", at_card_name(t->deck, card));
    else if ((act == AT_ACT_CARD || act == AT_ACT_PLACE) && t->p->at < AT_COUNTRIES &&
             !refuse_explore(t, t->p->at, act == AT_ACT_CARD ? card : AT_PLACE0 + what % 3, err))
        return;
    else if (act == AT_ACT_DIRECT &&
             !refuse_explore(t, t->d->card[card].country[what & 1U], card, err))
        return;
    else if (act == AT_ACT_BUY)
        refuse_souvenir(t, err);
    else if (act == AT_ACT_AIRPORT && t->p->at < AT_COUNTRIES && !t->d->country[t->p->at].airport)
        vl_refuse(err, "AT-4.6", "%s has no major airport", at_country_name(t->deck, t->p->at));
    else if (act == AT_ACT_DIRECT && at_spent(t->s))
        vl_refuse(err, t->quick ? "AT-12.4" : "AT-4.8", "a direct flight is the whole turn");
    else if (leg)
        vl_refuse(err, travel_clause(t),
                  "you cannot travel like that from here with what you have");
    else if (act == AT_ACT_BLOG)
        vl_refuse(err, "AT-7.1", "there is no card that you could blog about now");
    else if (act == AT_ACT_REST && at_free_rest(t->d, t->p))
        vl_refuse(err, "AT-8.2", "resting is free here: take the full rest");
    else if (act == AT_ACT_WORK || act == AT_ACT_REST)
        vl_refuse(err, "AT-8.3", "nothing lies open there, or you cannot pay for it");
    else if (act == AT_ACT_DRAW || act == AT_ACT_REFRESH)
        vl_refuse(err, "AT-12.3", "only the quick game has that action");
    else
        vl_refuse(err, "AT-2.1", "that action is not open now");
}

/* Another question is open, or the answer is not among those offered. */
void at_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct at_scene scene = at_scene_of(deck, view), *t = &scene;
    const struct at_task task = t->task;
    uint32_t kind = VL_MOVE_KIND(move);
    struct vl_text prompt = {0};
    at_prompt(deck, view, &prompt);
    if (task.kind == AT_NO_TASK) {
        vl_refuse(err, "AT-10.3", "the game is over");
    } else if (kind == AT_ASK_TURN && task.kind == AT_ASK_TURN) {
        refuse_act(t, move, err);
    } else if (kind == AT_ASK_TRAVEL && task.kind == AT_ASK_TRAVEL) {
        refuse_leg(t, move, err);
    } else if (kind != task.kind) {
        vl_refuse(err, t->clause, "something else is asked now: %s", vl_text_string(&prompt));
    } else if (kind == AT_ASK_HOME) {
        vl_refuse(err, "AT-1.12",
                  "that country cannot be a home: Antarctica, a souvenir, or taken");
    } else if (kind == AT_ASK_GO) {
        vl_refuse(err, t->clause, "that country is out of reach");
    } else if (kind == AT_ASK_SHIFT) {
        vl_refuse(err, task.a ? "AT-7.9" : "AT-5.7",
                  task.a ? "you hold it less than three times, or it is locked or not on the card"
                         : "that token is locked, not on the card, or has no neighbour there");
    } else {
        vl_refuse(err, t->clause, "that is not among the choices: %s", vl_text_string(&prompt));
    }
    vl_text_free(&prompt);
}

/* ---- Table elements ---- */

enum source { FROM_TABLE, FROM_WORDS, FROM_NUMBERS, ALONE };

#define KEYS(rows) .source = FROM_TABLE, .table = rows
#define WORDS(list) .source = FROM_WORDS, .words = list
#define NUMBERS(first, last) .source = FROM_NUMBERS, .least = first, .most = last
#define GOALS_STAY "AT-6.5", "your goals stay hidden and count at the end"

/* A kind of element: what is said of it while the seat is free to act, where its keys come from,
 * and the task that it answers. */
static const struct element {
    const char *kind, *clause, *why;
    enum source source;
    uint32_t table, least, most;
    const char *const *words;
    uint32_t task;
} elements[] = {
    {"country", KEYS(AT_T_COUNTRIES)},
    {"card", KEYS(AT_T_DESTINATIONS)},
    {"souvenir", "AT-4.10",
     "you take a souvenir at the start or the end of a travel, where it lies",
     KEYS(AT_T_SOUVENIRS)},
    {"goal", GOALS_STAY, KEYS(AT_T_GEOGRAPHY)},
    {"goal", GOALS_STAY, KEYS(AT_T_VEXILLOLOGY)},
    {"goals", GOALS_STAY, .source = ALONE},
    {"pile", "AT-8.4", "choose first what you do: you draw when you work, replan or blog",
     .source = ALONE},
    {"continent", "AT-8.4", "choose first what you do: you draw country cards when you work",
     WORDS(at_continent_words)},
    {"experience", "AT-5.6", "popularity shifts when you explore", WORDS(at_experience_words),
     .task = AT_ASK_SHIFT},
    {"bonus", "AT-2.4", "for a bonus action choose the action, then how you pay for it",
     WORDS(at_action_words), .task = AT_ASK_LIKE},
    {"slot", "AT-5.9", "a dislike is turned when you gain a like", KEYS(AT_T_BOARD),
     .task = AT_ASK_LIKE},
    {"board", "AT-5.5", "an explore token leaves your board when you explore a new country",
     WORDS(at_row_words)},
    {"buy-here", "AT-4.11", "that souvenir is offered at the end of a direct flight",
     KEYS(AT_T_SOUVENIRS), .task = AT_ASK_BUY},
    {"learn", "AT-5.13", "you learn languages by exploring, working and blogging",
     KEYS(AT_T_LANGUAGES), .task = AT_ASK_LANGUAGE},
    {"change", "AT-8.6", "another personality comes from the board or the blog track",
     KEYS(AT_T_PERSONALITY), .task = AT_ASK_TILE},
    {"post", "AT-7.3", "choose to blog first, then the slot", NUMBERS(1, AT_BLOG_SLOTS),
     .task = AT_ASK_BLOG},
    {"draw-goal", "AT-7.8", "you draw goals at a goal slot of the blog track", WORDS(at_pile_words),
     .task = AT_ASK_PILE},
    {"character", "AT-1.7", "you have chosen your character", NUMBERS(0, 1),
     .task = AT_ASK_CHARACTER},
    {"faces", "AT-8.6", "you have chosen what you like and dislike", NUMBERS(0, 63),
     .task = AT_ASK_FACES},
    {"setup", "AT-1.2", "the setup card was drawn before the game", NUMBERS(0, AT_SETUPS - 1)},
    {"public", "AT-6.1", "a public goal goes to the first seat that meets it", KEYS(AT_T_PUBLIC)},
    {"offer", "AT-1.7", "characters are offered before the game", KEYS(AT_T_CHARACTERS)},
    {"tile", "AT-1.11", "personality tiles are dealt before the game", KEYS(AT_T_PERSONALITY)},
    {"meet", "AT-5.11", "you meet friends when you explore a card with a Party icon",
     KEYS(AT_T_PARTY)},
    {"event", "AT-9.1", "events come when a post passes their line", KEYS(AT_T_EVENTS)},
    {"dante-flip", "AT-13.6", "Dante flips his cards himself", KEYS(AT_T_DANTE)},
    {"dante-souvenir", "AT-13.13", "Dante fetches his souvenirs himself", KEYS(AT_T_SOUVENIRS)},
    {"dante-blog", "AT-13.12", "Dante blogs himself", NUMBERS(1, AT_BLOG_SLOTS)},
};

/* Actions that are buttons: their ids are the words of the notation. */
static const uint32_t buttons = 1U << AT_ACT_GROUND | 1U << AT_ACT_AIRPORT | 1U << AT_ACT_BLOG |
                                1U << AT_ACT_WORK | 1U << AT_ACT_REST | 1U << AT_ACT_REPLAN |
                                1U << AT_ACT_DRAW | 1U << AT_ACT_END;

static bool is(const struct element *e, const char *kind)
{
    return strcmp(e->kind, kind) == 0;
}

static bool read_element(const struct at_scene *t, const char *target, const struct element *e,
                         uint32_t *number)
{
    const char *rest = vl_target_rest(target, e->kind);
    *number = 0;
    if (e->source == ALONE)
        return strcmp(target, e->kind) == 0;
    if (e->source == FROM_TABLE)
        return vl_target_key(t->deck, target, e->kind, e->table, AT_ID, number);
    if (e->source == FROM_NUMBERS)
        return vl_target_number(target, e->kind, e->least, e->most, number);
    int found = rest ? at_word(e->words, rest) : -1;
    *number = (uint32_t)found;
    return found >= 0;
}

/* Something else has to be chosen first. */
static void refuse_busy(const struct at_scene *t, struct vl_error *err)
{
    struct vl_text prompt = {0};
    at_prompt(t->deck, t->view, &prompt);
    if (prompt.length)
        prompt.data[0] = (char)tolower((unsigned char)prompt.data[0]);
    vl_refuse(err, t->clause, "not now: %s", vl_text_string(&prompt));
    vl_text_free(&prompt);
}

/* The seat may choose an action or a leg: what it touched has its own time. */
static bool is_free(const struct at_scene *t)
{
    return t->task.kind == AT_ASK_TURN || t->task.kind == AT_ASK_TRAVEL;
}

/* What a travel may still cost, in energy or in steps of the quick game. */
static uint32_t budget_of(const struct at_scene *t)
{
    struct at_task travel = t->task;
    if (travel.kind == AT_ASK_GO && t->s->tasks > 1)
        travel = t->s->task[t->s->tasks - 2];
    if (travel.kind == AT_ASK_TURN)
        travel.b = AT_QUICK_STEPS;
    return at_budget(t->s, travel.seat, &travel);
}

static void refuse_flight(const struct at_scene *t, uint32_t to, struct vl_error *err)
{
    uint32_t from = t->p->at;
    const char *name = at_country_name(t->deck, to);
    struct at_sky sky;
    at_look_up(t->d, t->s, t->d->country[from].area, &sky);
    uint32_t cost = at_flight(&sky, t->d->country[to].area);
    if (to == from)
        vl_refuse(err, "AT-4.1", "you are in %s already", name);
    else if (at_blocked(t->d, t->s, to))
        vl_refuse(err, "AT-9.4", "%s is blocked", name);
    else if (cost == AT_NONE)
        vl_refuse(err, "AT-9.5", "no flight gets to %s now", name);
    else
        vl_refuse(err, t->quick ? "AT-12.4" : "AT-4.5",
                  "the flight to %s takes %u %s, and you have %u", name, cost,
                  t->quick ? "steps" : "energy", budget_of(t));
}

/* A country to which a leg does not lead. */
static void refuse_going(const struct at_scene *t, uint32_t to, struct vl_error *err)
{
    const char *name = at_country_name(t->deck, to);
    if (to == t->p->at)
        vl_refuse(err, "AT-4.1", "you are in %s already", name);
    else if (at_blocked(t->d, t->s, to))
        vl_refuse(err, "AT-9.4", "%s is blocked", name);
    else if (t->task.a == AT_LEG_AIRPORT && !t->d->country[to].airport)
        vl_refuse(err, "AT-4.6", "%s has no major airport", name);
    else if (t->task.a == AT_LEG_TO_CARD && !at_card_in(t->d, t->task.b, to))
        vl_refuse(err, "AT-4.7", "this flight leads to a country of %s",
                  at_card_name(t->deck, t->task.b));
    else if (t->task.a != AT_LEG_GROUND)
        refuse_flight(t, to, err);
    else if (t->quick)
        vl_refuse(err, "AT-12.4", "%s is more than %u steps away by land and sea", name,
                  budget_of(t));
    else
        vl_refuse(err, "AT-4.2", "%s is out of reach by land and sea with your %u energy", name,
                  budget_of(t));
}

static void refuse_home(const struct at_scene *t, uint32_t country, struct vl_error *err)
{
    const char *name = at_country_name(t->deck, country);
    uint32_t owner = 0;
    while (owner < t->s->seats && t->s->seat[owner].home != country)
        owner++;
    if (at_souvenir_in(t->s, country) != AT_NONE)
        vl_refuse(err, "AT-1.12", "%s has a souvenir, so it cannot be your home", name);
    else if (owner < t->s->seats)
        vl_refuse(err, "AT-1.12", "%s is the home of {%u}", name, owner);
    else
        vl_refuse(err, "AT-1.12", "%s cannot be your home", name);
}

static void refuse_guide(const struct at_scene *t, uint32_t country, struct vl_error *err)
{
    const char *name = at_country_name(t->deck, country);
    if (vl_has_in(t->s->toured, country))
        vl_refuse(err, t->clause, "the card of %s lies in a tableau already", name);
    else if (vl_has_in(t->p->guides, country))
        vl_refuse(err, t->clause, "you hold the card of %s already", name);
    else if (t->d->country[country].continent != t->task.a)
        vl_refuse(err, t->clause, "%s is in another continent: you draw from %s", name,
                  at_name(t->deck, AT_T_CONTINENTS, t->task.a));
    else
        vl_refuse(err, t->clause, "the card of %s cannot be drawn", name);
}

/* How an action of the turn would be paid for: as the main one, or as a bonus once that is done. */
static uint32_t likely_how(const struct at_scene *t)
{
    return t->s->main_done && !t->s->bonus_done && !t->quick ? AT_BY_LIKES : AT_MAIN;
}

/* Where the backpacker stands: the place of its card that costs least. */
static vl_move meant_by_here(const struct at_scene *t)
{
    uint32_t seat = t->seat, at = t->p->at, best = 0;
    for (uint32_t slot = 1; slot < AT_PLACES; slot++)
        if (at_price(t->d, t->s, seat, at, AT_PLACE0 + slot) <
            at_price(t->d, t->s, seat, at, AT_PLACE0 + best))
            best = slot;
    return AT_ACT_MOVE(AT_ASK_TURN, likely_how(t), AT_ACT_PLACE, best);
}

static void refuse_country(const struct at_scene *t, uint32_t country, struct vl_error *err)
{
    uint32_t at = t->p->at, kind = t->task.kind;
    if (kind == AT_ASK_HOME)
        refuse_home(t, country, err);
    else if (kind == AT_ASK_GO)
        refuse_going(t, country, err);
    else if (kind == AT_ASK_COUNTRY)
        refuse_guide(t, country, err);
    else if (kind == AT_ASK_EVICT)
        vl_refuse(err, "AT-9.4",
                  at_blocked(t->d, t->s, country) ? "%s is blocked"
                                                  : "%s is not among the nearest open countries",
                  at_country_name(t->deck, country));
    else if (kind == AT_ASK_TURN && country == at)
        at_refuse(t->deck, t->view, meant_by_here(t), err);
    else if (kind == AT_ASK_TRAVEL && country == at)
        refuse_souvenir(t, err);
    else if (is_free(t))
        vl_refuse(err, travel_clause(t), "you are in %s: choose how to travel, then where to",
                  at_country_name(t->deck, at));
    else
        refuse_busy(t, err);
}

/* A card in a turn or a travel: an explore where the backpacker stands, else a flight to it. */
static vl_move touch_flight(const struct at_scene *t, uint32_t card, struct vl_error *err)
{
    bool here = at_card_in(t->d, card, t->p->at), turn = t->task.kind == AT_ASK_TURN;
    vl_move fly = AT_ACT_MOVE(t->task.kind, AT_MAIN, AT_ACT_FLY, card);
    if (!at_can_use(t->s, t->seat, card))
        vl_refuse(err, "AT-3.1", "%s is neither in your hand nor in the row",
                  at_card_name(t->deck, card));
    else if (turn && t->quick && t->s->main_done >= 2)
        vl_refuse(err, "AT-12.3", "both actions are done");
    else if (turn && here)
        return vl_target_refuse(t->deck, t->view,
                                AT_ACT_MOVE(AT_ASK_TURN, likely_how(t), AT_ACT_CARD, card), err);
    else if (!turn && (t->task.a & AT_FLEW))
        vl_refuse(err, "AT-4.1", "you have flown already: one flight a travel");
    else if (here)
        vl_refuse(err, "AT-4.7", "with %s you fly from here, and nothing is within reach",
                  at_card_name(t->deck, card));
    else
        refuse_flight(t, t->d->card[card].country[0], err);
    return fly;
}

static vl_move touch_card(const struct at_scene *t, uint32_t card, struct vl_error *err)
{
    const char *name = at_card_name(t->deck, card);
    uint32_t kind = t->task.kind;
    if (is_free(t))
        return touch_flight(t, card, err);
    if (kind == AT_ASK_PICK)
        vl_refuse(err, "AT-1.10", "%s is not in this pack", name);
    else if (kind == AT_ASK_REPLAN && vl_has_in(t->s->chosen, card))
        vl_refuse(err, "AT-8.8", "you have discarded %s already", name);
    else if (kind == AT_ASK_REPLAN && vl_has_in(t->p->hand, card))
        vl_refuse(err, "AT-8.8", "%s comes too late: cards are discarded in their order", name);
    else if (kind == AT_ASK_REPLAN)
        vl_refuse(err, "AT-8.8", "%s is not in your hand", name);
    else if (kind == AT_ASK_DRAW)
        vl_refuse(err, t->clause, "%s does not lie in the row", name);
    else
        refuse_busy(t, err);
    return kind == AT_ASK_PICK || kind == AT_ASK_REPLAN
               ? VL_MOVE(kind, card)
               : AT_ACT_MOVE(AT_ASK_TURN, AT_MAIN, AT_ACT_FLY, card);
}

/* A row of the board: an explore token leaves it, or a dislike comes on it. */
static void refuse_board(const struct at_scene *t, const struct element *e, uint32_t row,
                         struct vl_error *err)
{
    if (t->task.kind == AT_ASK_TOKEN)
        vl_refuse(err, "AT-5.5", "the %s row has no explore token left", at_row_words[row]);
    else if (t->task.kind == AT_ASK_DISLIKE)
        vl_refuse(err, "AT-5.10", "a dislike never covers the last open slot, as in the %s row",
                  at_row_words[row]);
    else if (is_free(t))
        vl_refuse(err, e->clause, "%s", e->why);
    else
        refuse_busy(t, err);
}

/* Personal goals have one numbering over two tables. */
static uint32_t goal_of(const struct element *e, uint32_t n)
{
    return n + (e->table == AT_T_VEXILLOLOGY ? (uint32_t)AT_GEOGRAPHY : 0);
}

/* Whether a souvenir stands for a refresh of the row, which the quick game has (AT-12.6). */
static bool refreshes(const struct at_scene *t, const struct element *e)
{
    return t->quick && is(e, "souvenir") &&
           (t->task.kind == AT_ASK_TURN || t->task.kind == AT_ASK_DRAW);
}

/* The move that an element stands for where its task is asked, or VL_NO_MOVE: drawn by chance. */
static vl_move meant_by(const struct at_scene *t, const struct element *e, uint32_t n)
{
    uint32_t kind = t->task.kind;
    if (is(e, "country") && kind == AT_ASK_TURN && n == t->p->at)
        return meant_by_here(t);
    if (is(e, "country"))
        return VL_MOVE(kind == AT_ASK_HOME || kind == AT_ASK_COUNTRY || kind == AT_ASK_EVICT
                           ? kind
                           : AT_ASK_GO,
                       n);
    if (is(e, "board"))
        return VL_MOVE(kind == AT_ASK_DISLIKE ? AT_ASK_DISLIKE : AT_ASK_TOKEN, n);
    if (is(e, "goal"))
        return VL_MOVE(kind == AT_ASK_REVEAL ? AT_ASK_REVEAL : AT_ASK_DROP, goal_of(e, n));
    if (refreshes(t, e))
        return kind == AT_ASK_TURN ? AT_ACT_MOVE(AT_ASK_TURN, AT_MAIN, AT_ACT_REFRESH, n)
                                   : VL_MOVE(AT_ASK_DRAW, AT_DRAW_REFRESH + n);
    if (is(e, "pile"))
        return VL_MOVE(AT_ASK_DRAW, AT_DRAW_PILE);
    if (is(e, "continent"))
        return VL_MOVE(AT_ASK_DRAW, AT_DRAW_CONTINENT + n);
    if (is(e, "experience"))
        return VL_MOVE(AT_ASK_SHIFT, n << 4);
    if (is(e, "bonus"))
        return VL_MOVE(AT_ASK_LIKE, AT_NO_SLOT << 3 | n);
    if (is(e, "slot"))
        return VL_MOVE(AT_ASK_LIKE, n << 3 | AT_ACTION_EXPLORE);
    return e->task == AT_NO_TASK ? VL_NO_MOVE : VL_MOVE(e->task, n);
}

/* Goals, the piles and souvenirs, where the task gives them a meaning. */
static void refuse_draw(const struct at_scene *t, const struct element *e, uint32_t n,
                        struct vl_error *err)
{
    uint32_t kind = t->task.kind, goal = goal_of(e, n);
    if (refreshes(t, e))
        vl_refuse(err, "AT-12.6",
                  t->p->souvenirs >> n & 1U ? "this souvenir has refreshed the row in this turn"
                                            : "a souvenir of your own refreshes the row");
    else if ((kind == AT_ASK_DROP || kind == AT_ASK_REVEAL) && is(e, "goal"))
        vl_refuse(err, t->clause,
                  vl_has(t->p->goals & ~t->p->goals_done, goal)
                      ? "%s is not completed"
                      : "%s is not one of your open goals",
                  at_goal_name(t->deck, goal));
    else if (kind == AT_ASK_DRAW && is(e, "pile"))
        vl_refuse(err, t->clause, "no destination card is left in the pile");
    else if (kind == AT_ASK_DRAW && is(e, "continent"))
        vl_refuse(err, t->clause,
                  t->task.b ? "no country card of %s can be drawn"
                            : "this draw is of destination cards: country cards of %s come by work",
                  at_name(t->deck, AT_T_CONTINENTS, n));
    else if (!is_free(t))
        refuse_busy(t, err);
    else if (t->quick && (is(e, "pile") || is(e, "continent")))
        vl_refuse(err, "AT-12.7", "choose the draw action first");
    else
        vl_refuse(err, e->clause, "%s", e->why);
}

/* A token of the pyramid that stays where it is. */
static void refuse_shift(const struct at_scene *t, uint32_t experience, struct vl_error *err)
{
    const char *name = at_experience_name(t->deck, experience);
    if (!vl_has(at_latest_icons(t->d, t->p), experience))
        vl_refuse(err, t->task.a ? "AT-7.9" : "AT-5.6", "%s is not on your latest card", name);
    else if (t->s->lock == experience)
        vl_refuse(err, t->task.a ? "AT-7.9" : "AT-5.7", "%s is locked", name);
    else if (t->task.a && t->p->icons[experience] < 3)
        vl_refuse(err, "AT-7.9", "you hold %s less than three times", name);
    else
        at_refuse(t->deck, t->view, VL_MOVE(AT_ASK_SHIFT, experience << 4), err);
}

/* An element of the task that is asked, which its rules do not offer. */
static void refuse_choice(const struct at_scene *t, const struct element *e, uint32_t n,
                          struct vl_error *err)
{
    uint32_t kind = t->task.kind;
    if (kind == AT_ASK_SHIFT)
        refuse_shift(t, n, err);
    else if (kind == AT_ASK_LIKE && e->source == FROM_TABLE)
        vl_refuse(err, "AT-5.9", "no dislike lies there");
    else if (kind == AT_ASK_LIKE)
        vl_refuse(err, "AT-5.9", "the row of likes for %s is full", at_action_words[n]);
    else if (kind == AT_ASK_LANGUAGE)
        vl_refuse(err, "AT-5.13",
                  at_speaks(t->d, t->p, n) ? "you speak %s already"
                                           : "%s is not spoken where your latest card lies",
                  at_name(t->deck, AT_T_LANGUAGES, n));
    else if (kind == AT_ASK_TILE)
        vl_refuse(err, "AT-8.6", "that tile is not in the supply");
    else if (kind == AT_ASK_BUY)
        vl_refuse(err, "AT-4.11", "that souvenir is not in %s", at_country_name(t->deck, t->p->at));
    else if (kind == AT_ASK_BLOG && n <= t->p->blog)
        vl_refuse(err, "AT-7.3", "your cube stands at slot %u, and goes on from there", t->p->blog);
    else if (kind == AT_ASK_BLOG)
        vl_refuse(err, "AT-7.3", "slot %u is taken or out of reach: your post is worth %u", n,
                  at_blog_value(t->d, t->s, t->seat, at_blog_power(t->d, t->p)));
    else if (kind == AT_ASK_PILE)
        vl_refuse(err, t->clause, "no %s goal is left", at_pile_words[n]);
    else if (kind == AT_ASK_FACES)
        vl_refuse(err, t->clause, "you like and dislike four different experiences");
    else
        at_refuse(t->deck, t->view, meant_by(t, e, n), err);
}

/* An action that is a button. */
static vl_move touch_act(const struct at_scene *t, uint32_t act, struct vl_error *err)
{
    bool leg = act <= AT_ACT_DIRECT || act == AT_ACT_END;
    uint32_t how = leg ? AT_MAIN : act == AT_ACT_REPLAN ? AT_BY_LIKES : likely_how(t);
    vl_move move = AT_ACT_MOVE(AT_ASK_TURN, how, act, 0);
    if (act == AT_ACT_REPLAN && t->task.kind == AT_ASK_TURN && !t->quick && !t->s->bonus_done &&
        !vl_count_in(t->p->hand, AT_CARD_WORDS)) {
        vl_refuse(err, "AT-8.8", "you have no card to discard");
        return move;
    }
    if (t->task.kind == AT_ASK_TURN)
        return vl_target_refuse(t->deck, t->view, move, err);
    if (t->task.kind == AT_ASK_TRAVEL && leg)
        return vl_target_refuse(t->deck, t->view, AT_ACT_MOVE(AT_ASK_TRAVEL, AT_MAIN, act, 0), err);
    if (t->task.kind == AT_ASK_TRAVEL)
        vl_refuse(err, travel_clause(t), "finish this travel first");
    else
        refuse_busy(t, err);
    return move;
}

/* How an action is paid for. */
static void refuse_how(const struct at_scene *t, bool by_likes, struct vl_error *err)
{
    if (t->task.kind != AT_ASK_TURN)
        refuse_busy(t, err);
    else if (t->quick)
        vl_refuse(err, "AT-12.3", "the quick game has no bonus actions");
    else if (t->s->bonus_done)
        vl_refuse(err, "AT-2.1", "the bonus action is done");
    else
        vl_refuse(err, "AT-2.4",
                  by_likes ? "you have no full row of likes for an action that you could do"
                           : "you have no unused souvenir for an action that you could do");
}

/* Buttons: actions, how they are paid for, and leaving a choice out. */
static vl_move touch_button(const struct at_scene *t, const char *target, struct vl_error *err)
{
    const char *word = vl_target_rest(target, "act");
    int act = word ? at_word(at_act_words, word) : -1;
    bool by_likes = strcmp(target, "how.likes") == 0;
    if (act >= 0 && vl_has(buttons, (uint32_t)act))
        return touch_act(t, (uint32_t)act, err);
    if (by_likes || strcmp(target, "how.souvenir") == 0) {
        refuse_how(t, by_likes, err);
        return AT_ACT_MOVE(AT_ASK_TURN, by_likes ? AT_BY_LIKES : AT_BY_SOUVENIR, AT_ACT_BLOG, 0);
    }
    if (strcmp(target, "paid") == 0) {
        vl_move move = AT_ACT_MOVE(AT_ASK_TURN, likely_how(t), AT_ACT_WORK, 1);
        if (t->task.kind == AT_ASK_TURN)
            return vl_target_refuse(t->deck, t->view, move, err);
        refuse_busy(t, err);
        return move;
    }
    if (strcmp(target, "done") != 0)
        return vl_target_unknown(target, err);
    if (is_free(t))
        refuse_busy(t, err);
    else
        vl_refuse(err, t->clause, "this choice cannot be left out");
    return VL_NO_MOVE;
}

vl_move at_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    const struct at_scene scene = at_scene_of(deck, view), *t = &scene;
    const struct element *e = elements, *end = elements + sizeof elements / sizeof *elements;
    uint32_t n = 0;
    if (t->task.kind == AT_NO_TASK) {
        vl_refuse(err, "AT-10.3", "the game is over");
        return VL_NO_MOVE;
    }
    while (e < end && !read_element(t, target, e, &n))
        e++;
    if (e == end)
        return touch_button(t, target, err);
    if (is(e, "card"))
        return touch_card(t, n, err);
    if (is(e, "country"))
        refuse_country(t, n, err);
    else if (is(e, "board"))
        refuse_board(t, e, n, err);
    else if (e->task != AT_NO_TASK && e->task == t->task.kind)
        refuse_choice(t, e, n, err);
    else
        refuse_draw(t, e, n, err);
    return meant_by(t, e, n);
}
