/*
 * Atlas: the words of each kind of task: notation, clauses, prompts, labels, lines of the log,
 * reasons.
 *
 * What is the same in every position stands in the table below, as a pattern (see at_say) where the
 * answer is named in it. What depends on the position, such as the price of a leg, has a function
 * in facts.c (prompt), label.c, narrate.c or judge.c, and NULL here.
 */
#include "games/atlas/names.h"

/* Shorthand for what follows the word of a move. */
#define NO_ARGUMENT .argument = AT_ARG_NONE
#define NUMBER(most) .argument = AT_ARG_NUMBER, .table = (most)
#define SLOT .argument = AT_ARG_SLOT
#define CARD .argument = AT_ARG_CARD, .table = AT_T_DESTINATIONS
#define COUNTRY .argument = AT_ARG_COUNTRY, .table = AT_T_COUNTRIES
#define GOAL .argument = AT_ARG_GOAL
#define KEY(rows) .argument = AT_ARG_KEY, .table = (rows)
#define WORD(list) .argument = AT_ARG_WORD, .words = (list)
#define SHIFT .argument = AT_ARG_SHIFT

/* One row a kind, in the order of at_task_kind. The words of a kind stand together so that a change
 * of a rule finds all its texts in one place. */
static const struct at_words all_words[AT_TASK_KINDS] = {
    [AT_NO_TASK] = {.clause = "AT-11.1", .prompt = "The game is over"},
    [AT_ROLL_SETUP] = {"setup", NUMBER(AT_SETUPS), .clause = "AT-1.2",
                       .line = "Setup card %n puts eight souvenirs on the map."},
    [AT_ROLL_PUBLIC] = {"public", KEY(AT_T_PUBLIC), .clause = "AT-1.3",
                        .line = "Public goal: %n. %t"},
    [AT_ROLL_POPULARITY] = {"token", WORD(at_experience_words), .clause = "AT-1.4"},
    [AT_ROLL_FLIP] = {"flip", CARD, .clause = "AT-3.2", .setup_clause = "AT-1.5",
                      .line = "Into the row: %k."},
    [AT_ROLL_CHARACTER] = {"offer", KEY(AT_T_CHARACTERS), .clause = "AT-1.7",
                           .line = "%s is offered %n, who speaks %l."},
    [AT_ROLL_TILE] = {"tile", KEY(AT_T_PERSONALITY), .clause = "AT-1.11",
                      .line = "%s got the tile %k."},
    [AT_ROLL_GOAL] = {"goal", GOAL, .clause = "AT-7.8", .setup_clause = "AT-1.8",
                      .quick_clause = "AT-12.8", .line = "%s drew the goal %n: %t",
                      .hidden_line = "%s drew a %p goal."},
    [AT_ROLL_DEAL] = {"deal", CARD, .clause = "AT-8.4", .setup_clause = "AT-1.9",
                      .quick_clause = "AT-12.7", .line = "%s drew %k.",
                      .hidden_line = "%s drew a card from the pile."},
    [AT_ROLL_PACK] = {"pack", CARD, .clause = "AT-1.10"},
    [AT_ROLL_LEFT] = {"leftover", CARD, .clause = "AT-1.10",
                      .line = "%n was left over and discarded."},
    [AT_ROLL_SHOW] = {"see", CARD, .clause = "AT-1.10"},
    [AT_ROLL_PARTY] = {"meet", KEY(AT_T_PARTY), .clause = "AT-5.11"},
    [AT_ROLL_EVENT] = {"event", KEY(AT_T_EVENTS), .clause = "AT-9.1", .line = "Event: %n. %t"},
    [AT_ROLL_DANTE_GOAL] = {"dante-goal", GOAL, .clause = "AT-13.10", .setup_clause = "AT-13.3"},
    [AT_ROLL_DANTE_HOME] = {"dante-start", CARD, .clause = "AT-13.4"},
    [AT_ROLL_DANTE_CARD] = {"dante-flip", KEY(AT_T_DANTE), .clause = "AT-13.6"},
    [AT_DANTE_TAKE] = {"dante-take", .argument = AT_ARG_DANTE, .clause = "AT-13.8"},
    [AT_DANTE_SHIFTS] = {"dante-shift", SHIFT, .clause = "AT-13.11"},
    [AT_DANTE_BLOGS] = {"dante-blog", SLOT, .clause = "AT-13.12",
                        .line = "%s blogged about %v, up to slot %n."},
    [AT_DANTE_SHOPS] = {"dante-souvenir", KEY(AT_T_SOUVENIRS), .clause = "AT-13.13"},
    [AT_DANTE_PAUSES] = {"dante-pause", NO_ARGUMENT, .clause = "AT-13.6"},
    [AT_ASK_CHARACTER] = {"character", NUMBER(2), .clause = "AT-1.7",
                          .prompt = "Choose a character", .label = "Play %n, who speaks %l",
                          .line = "%s plays %n."},
    [AT_ASK_PICK] = {"pick", CARD, .clause = "AT-1.10",
                     .prompt = "Keep one card of the pack and pass the others on",
                     .label = "Keep %k", .line = "%s kept %n and passed the pack on.",
                     .hidden_line = "%s kept a card and passed the pack on."},
    [AT_ASK_FACES] = {"faces", .argument = AT_ARG_FACES, .clause = "AT-8.6",
                      .setup_clause = "AT-1.11", .prompt = "Choose what you like and dislike",
                      .why = "your cards show more of what you would like"},
    [AT_ASK_HOME] = {"home", COUNTRY, .clause = "AT-1.12", .prompt = "Choose your home country",
                     .label = "Live in %n", .line = "%s lives in %n."},
    [AT_ASK_TURN] = {.clause = "AT-2.1", .quick_clause = "AT-12.3"},
    [AT_ASK_TRAVEL] = {.clause = "AT-4.1", .quick_clause = "AT-12.4"},
    [AT_ASK_GO] = {"go", COUNTRY, .clause = "AT-4.1", .quick_clause = "AT-12.4"},
    [AT_ASK_BUY] = {"buy-here", KEY(AT_T_SOUVENIRS), .none = "nothing", .clause = "AT-4.11",
                    .quick_clause = "AT-12.5",
                    .prompt = "Take the souvenir before you explore, or leave it",
                    .none_label = "Leave the souvenir", .why = "a souvenir scores",
                    .none_why = "the money is worth more"},
    [AT_ASK_TOKEN] = {"uncover", WORD(at_row_words), .clause = "AT-5.5",
                      .prompt = "Choose the row that gives an explore token",
                      .label = "Place a token from the %n row: opens %o",
                      .line = "%s placed a token from the %n row, which opens %o.",
                      .why = "%n then gives more: %o"},
    [AT_ASK_SHIFT] = {"shift", SHIFT, .clause = "AT-5.6"},
    [AT_ASK_LIKE] = {"like", .argument = AT_ARG_LIKE, .clause = "AT-5.9",
                     .why = "it brings a bonus action nearer"},
    [AT_ASK_DISLIKE] = {"dislike", WORD(at_row_words), .clause = "AT-5.10",
                        .prompt = "Choose the row that suffers a dislike",
                        .label = "A dislike on %n", .line = "%s suffered a dislike in the %n row.",
                        .why = "that slot is missed least"},
    [AT_ASK_DRAW] = {"take", .argument = AT_ARG_DRAW, .clause = "AT-8.4",
                     .quick_clause = "AT-12.7"},
    [AT_ASK_COUNTRY] = {"guide", COUNTRY, .clause = "AT-8.4", .quick_clause = "AT-12.7",
                        .prompt = "Name the country card", .label = "Take the card of %n",
                        .line = "%s took the country card of %n."},
    [AT_ASK_LANGUAGE] = {"learn", KEY(AT_T_LANGUAGES), .none = "nothing", .clause = "AT-5.13",
                         .prompt = "Learn a language of your latest card", .label = "Learn %n",
                         .none_label = "Learn nothing",
                         .none_why = "no language is worth learning now"},
    [AT_ASK_BLOG] = {"post", SLOT, .clause = "AT-7.3",
                     .prompt = "Choose the slot of the blog track",
                     .line = "%s blogged about %v, up to slot %n."},
    [AT_ASK_REPLAN] = {"discard", CARD, .none = "done", .clause = "AT-8.8",
                       .prompt = "Discard the cards that you want to replace",
                       .label = "Discard %k", .none_label = "Discard no more",
                       .line = "%s discarded %n.", .why = "it promises less than a new card would",
                       .none_why = "the other cards are worth keeping"},
    [AT_ASK_TILE] = {"change", KEY(AT_T_PERSONALITY), .none = "nothing", .clause = "AT-8.6",
                     .prompt = "Take a personality tile of the supply, or stay as you are",
                     .label = "Try %k", .none_label = "Stay as you are",
                     .line = "%s took a tile to look at: %k.",
                     .why = "another personality may suit your cards better",
                     .none_why = "your personality suits your cards"},
    [AT_ASK_PILE] = {"draw-goal", WORD(at_pile_words), .clause = "AT-7.8",
                     .quick_clause = "AT-12.8", .prompt = "Choose the pile of the new goal",
                     .label = "Draw a %n goal", .why = "one pile is as good as the other"},
    [AT_ASK_DROP] = {"drop", .argument = AT_ARG_DROP, .clause = "AT-7.8",
                     .prompt = "Discard one of your goals", .label = "Discard the goal %n",
                     .line = "%s put %n under its pile.",
                     .hidden_line = "%s put a goal under its pile.",
                     .why = "of your goals it is the furthest from done"},
    [AT_ASK_EVICT] = {"flee", COUNTRY, .clause = "AT-9.4",
                      .prompt = "Your country is blocked: choose where to go",
                      .label = "Move to %n", .line = "%s had to leave for %n."},
    [AT_ASK_REVEAL] = {"reveal", GOAL, .none = "nothing", .clause = "AT-12.8",
                       .prompt = "Show the goals that you have completed",
                       .label = "Show the completed goal %n",
                       .line = "%s completed the goal %n: %t",
                       .why = "it is completed, and a new goal takes its place",
                       .none_why = "nothing else is completed"},
};

const struct at_words *at_words_of(uint32_t kind)
{
    return &all_words[kind < AT_TASK_KINDS ? kind : AT_NO_TASK];
}

/* Two kinds follow different clauses by what the task holds; all others by the table. */
const char *at_clause_of(const struct at_state *s, const struct at_task *task)
{
    const struct at_words *words = at_words_of(task->kind);
    const char *own = s->step < AT_SETUP_STEPS ? words->setup_clause
                      : at_quick(s)            ? words->quick_clause
                                               : NULL;
    if (task->kind == AT_ASK_SHIFT && task->a)
        return "AT-7.9";
    if (task->kind == AT_ROLL_DANTE_HOME && s->options[AT_OPTION_START])
        return "AT-13.5";
    return own ? own : words->clause ? words->clause : "AT-2.1";
}

/* ---- Patterns ---- */

/* Characters are drawn by their rows, and chosen as one of the two that are offered. */
static uint32_t character_of(const struct at_scene *t, uint32_t kind, uint32_t arg)
{
    return kind == AT_ASK_CHARACTER ? t->p->offered[arg & 1U] : arg;
}

/* The answer by its name; nothing for answers that hold two things. */
static void add_name(const struct at_scene *t, uint32_t kind, uint32_t arg, struct vl_text *out)
{
    const struct at_words *words = at_words_of(kind);
    if (kind == AT_ASK_CHARACTER)
        vl_text_add(out, at_name(t->deck, AT_T_CHARACTERS, character_of(t, kind, arg)));
    else if (words->argument == AT_ARG_NUMBER || words->argument == AT_ARG_SLOT)
        vl_text_addf(out, "%u", words->argument == AT_ARG_NUMBER ? arg + 1 : arg);
    else if (words->argument == AT_ARG_GOAL || words->argument == AT_ARG_DROP)
        vl_text_add(out, at_goal_name(t->deck, arg));
    else if (words->argument == AT_ARG_WORD)
        vl_text_add(out, at_word_at(words->words, arg));
    else if (words->table == AT_T_PUBLIC)
        vl_text_add(out, at_public_name(t->deck, arg));
    else if (words->table)
        vl_text_add(out, at_name(t->deck, words->table, arg));
}

/* The sentence on a goal or event. */
static const char *text_of(const struct vl_deck *deck, const struct at_words *words, uint32_t arg)
{
    if (words->argument == AT_ARG_GOAL)
        return at_goal_text(deck, arg);
    return vl_deck_text(deck, words->table, arg,
                        words->table == AT_T_PUBLIC ? (uint32_t)AT_PUBLIC_TEXT : AT_EVENT_TEXT);
}

/* Walks over the pattern; a percent sign and a letter stand for a part that names.h lists. */
void at_say(const struct at_scene *t, uint32_t kind, uint32_t arg, const char *pattern,
            struct vl_text *out)
{
    const struct at_words *words = at_words_of(kind);
    const struct vl_deck *deck = t->deck;
    const struct at_seat *p = t->p;
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            vl_text_char(out, *pattern);
            continue;
        }
        char part = *++pattern;
        if (part == 's')
            vl_text_addf(out, "{%u}", t->seat);
        else if (part == 'n')
            add_name(t, kind, arg, out);
        else if (part == 'k' && words->argument == AT_ARG_CARD)
            at_add_card(deck, arg, out);
        else if (part == 'k')
            at_add_tile(deck, arg, out);
        else if (part == 't')
            vl_text_add(out, text_of(deck, words, arg));
        else if (part == 'l')
            at_add_languages(deck, character_of(t, kind, arg), out);
        else if (part == 'o')
            at_add_opened(deck, p, arg, out);
        else if (part == 'p')
            vl_text_add(out, at_pile_words[t->task.a & 1U]);
        else /* 'v' */
            vl_text_add(out, at_visit_name(deck, p->tableau[p->visits - 1U].country,
                                           p->tableau[p->visits - 1U].card));
    }
}
