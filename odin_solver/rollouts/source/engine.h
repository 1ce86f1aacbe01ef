/* What the modules share. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tables.h"
#include "../structs.h"

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum { MOST_MOVES = 640, MOST_PLACINGS = 16384, MOST_TURNS = 8 };

/* How tiles of a card are placed. */
enum { LAY_OPTIONAL = 1, LAY_ON_HOUSES = 2, LAY_KEPT = 4 };

/* What upgrades may be through cards. */
enum { UPGRADE_OPTIONAL = 1, UPGRADE_BY_CARD = 2, UPGRADE_OR_FUR = 4, UPGRADE_ONE_TWICE = 8 };

/* Cards that take effect once: bits of what is done. */
enum { D_HERBS = 1, D_BOATS = 2, D_RAIDERS = 4, D_SAILS = 8, D_CUTTER = 16, D_TEACHER = 32 };

/* Copy a state. The copy of a seat has no table: it goes on as a game of one. */
static inline void copy_state(State *to, const State *from) {
    memcpy(to, from, offsetof(State, stack) + from->n_nodes * sizeof(Node));
    to->seated = to->later_seats = 0;
    memcpy(to->boards, from->boards, from->n_boards * sizeof(Board));
    if (from->with_cards) to->cards = from->cards;
    if (from->with_markers) to->markers = from->markers;
}

/* Uniform random numbers of a scenario: a stream for each kind of chance. */
enum {
    CHANCE_DIE, CHANCE_WEAPON, CHANCE_STRIP, CHANCE_OCCUPATION, CHANCE_STARTING, CHANCE_OTHERS,
    CHANCE_MARKER, N_CHANCES
};

typedef struct {
    const double *given[N_CHANCES]; /* numbers from outside; none: from the seed */
    uint32_t n_given[N_CHANCES];
    uint32_t used[N_CHANCES];
    uint64_t seed;
} Chance;

static inline void note(Log *log, const Move *move) {
    if (log->count < LONGEST_LOG) log->moves[log->count++] = *move;
}

enum { MOST_RESULTS = 32 };

/* The moves of a decision that were evaluated, in their order. */
typedef struct {
    int count;
    Move moves[MOST_MOVES];
    double values[MOST_MOVES];
} Valued;

/* What a player may still take: bits of spaces, of special tiles, and of boards that are left. */
enum { OPEN_KINDS = 3 };

typedef struct {
    uint64_t of[OPEN_KINDS];
} Open;

/* What a player remembers during a game. */
typedef struct Player {
    const Policy *policy;
    uint8_t round;
    double gained[N_SPACES + 1]; /* of spaces and passing, when last evaluated in this round */
    uint8_t n_played;
    Mask known_cards;         /* with a gain below */
    double by_card[N_CARDS];  /* gains of playing cards with these in play */
    State rolled;             /* the latest dice action that was evaluated */
    double at_stop[MOST_RESULTS]; /* the values of stopping there, by the result */
    Valued *valued;      /* gets what is evaluated for the next move, or NULL */
    const double *noise; /* added to the value of each open cell, or NULL */
    bool hurried; /* places tiles by what was best before, if nothing else promises more; once all Vikings are
                     placed, ships are considered again only if what buys or arms them has changed */
    uint64_t purse; /* the purse when they were considered last */
    struct PlacedBest {
        double gain;
        uint16_t spot;
        uint8_t touched, ahead; /* the board, and what was ahead, when evaluated */
    } best_on[MOST_BOARDS][N_TILES];
    struct Player *others; /* those at the other seats of a table, by the number of the seat */
    double doubt;          /* how far the values of turns are off in the mean, in points; each space by its own */
    uint64_t taste;        /* the seed of that */
    Open gone;             /* what others have taken since */
} Player;

/* grid.c */
typedef struct {
    Mask mask, required, beside;
    uint8_t at[3]; /* orientation and corner */
} Spot;

/* An orientation of a tile on a board: its cells as bits after the corner, those beside it from a row
   before the corner on, and the corners of its spots, of which the first one has a number; some
   require other cells. */
typedef struct {
    Mask corners, requiring;
    uint64_t beside[2];
    uint16_t first;
    uint8_t after[MOST_CELLS];
} Turn;

typedef struct {
    uint16_t count, turns;
    Spot *spot;
    Turn turn[MOST_TURNS];
} Spots;

static Spots all_spots[N_BOARDS][N_TILES];

static inline bool meets(const Mask *a, const Mask *b) {
    uint64_t common = 0;
    for (int at = 0; at < WORDS; at++) common |= a->word[at] & b->word[at];
    return common;
}
static inline bool within(const Mask *a, const Mask *b) {
    uint64_t outside = 0;
    for (int at = 0; at < WORDS; at++) outside |= a->word[at] & ~b->word[at];
    return !outside;
}
static inline bool holds(const Mask *a, unsigned bit) { return a->word[bit >> 6] >> (bit & 63) & 1; }
static inline int cells_in(const Mask *a) {
    int count = 0;
    for (int at = 0; at < WORDS; at++) count += __builtin_popcountll(a->word[at]);
    return count;
}
/* Whether the deck has a dark occupation: not all that were never seen are with others. */
static inline bool can_draw(const State *state) { return cells_in(&state->cards.deck) > state->others_hidden; }
static inline Mask without(const Mask *a, const Mask *b) {
    Mask found;
    for (int at = 0; at < WORDS; at++) found.word[at] = a->word[at] & ~b->word[at];
    return found;
}
static inline Mask both(const Mask *a, const Mask *b) {
    Mask found;
    for (int at = 0; at < WORDS; at++) found.word[at] = a->word[at] & b->word[at];
    return found;
}
static inline void join(Mask *a, const Mask *b) {
    for (int at = 0; at < WORDS; at++) a->word[at] |= b->word[at];
}

/* The next card of a set from a number on; -1 if there is none. */
static inline int next_card(const Mask *set, int from) {
    for (int word = from >> 6; word < WORDS; word++) {
        uint64_t left = set->word[word];
        if (word == from >> 6) left &= ~0ull << (from & 63);
        if (left) return 64 * word + __builtin_ctzll(left);
    }
    return -1;
}

#define EACH_CARD(card, set) int card = next_card(&(set), 0); card >= 0; card = next_card(&(set), card + 1)

static int kept_apart(int tile, const BoardInfo *board);
static bool is_legal(const Board *board, int apart, const Spot *spot);
static Mask cells_for(const Board *board, int apart);
static Mask corners_in(const Mask *cells, const Turn *turn, int area);
static bool has_spot(const Board *board, int tile);
static void refresh_board(Board *board);
static Board new_board(int id);
static void lay(Board *board, int tile, int spot);

/* cards.c */

/* Sources of gains; those up to SOURCE_NOTED are what the action itself gives. */
enum { SOURCE_ACTION, SOURCE_UPGRADE, SOURCE_NOTED, SOURCE_CARD, SOURCE_SWAP, SOURCE_OTHER };

/* Something that cards may react to: its kind, its key, and what is known about it. */
typedef struct {
    uint8_t kind, key, count, other;
    uint8_t more[N_WATCHED];
} Event;

static void notify(State *state, Mask cards, Event event);
static void note_gain(State *state, int what, int count);
static void tell_gain(State *state, int source);
static void as_soon_as(State *state);
static void play_card(State *state, int card, bool first);
static void return_vikings(State *state, uint64_t spaces, int most, bool together);
static void make_deal(State *state, int number, int price);
static int card_moves(const State *state, const Node *node, Move *out);
static void do_card_move(State *state, Node node, const Move *move);
static int anytime_card_moves(const State *state, Move *out);
static void do_anytime_card(State *state, const Move *move);
static void run_card_step(State *state, Node node);
static void emit_and_pause(State *state, Event event);
static bool opens_more(const State *state);
static void offer_instead(State *state, int board, int won);

static inline bool ruled(const State *state, int ruling) { return state->rulings >> ruling & 1; }
static inline bool plays(const State *state, int card) {
    return state->with_cards && holds(&state->cards.played, card);
}
static inline void emit(State *state, Event event) {
    if (state->with_cards && meets(&state->cards.played, &REACTING[event.kind]))
        notify(state, state->cards.played, event);
}
/* To be called after gains that come together. */
static inline void gained(State *state, int source) {
    if (state->with_cards) tell_gain(state, source);
}

/* items.c */
static inline int has(const State *state, int item) { return state->supply[item]; }
static inline void add(State *state, int item, int count) {
    uint16_t left = (uint16_t)(state->supply[item] + count);
    state->supply[item] = left;
    uint64_t bit = 1ull << item;
    state->present = left ? state->present | bit : state->present & ~bit;
}
static inline void push(State *state, Node node) {
    if (state->n_nodes < MOST_NODES) state->stack[state->n_nodes++] = node;
}
static inline void push_kind(State *state, int kind) { push(state, (Node){.kind = (uint8_t)kind}); }
static inline Node *top(State *state) { return &state->stack[state->n_nodes - 1]; }
static inline const Round *this_round(const State *state) {
    return &ROUNDS[state->length * LONG_ROUNDS + state->round - 1];
}
static inline int animals(const State *state, int kind) {
    return has(state, kind) + has(state, kind == I_SHEEP ? I_PREGNANT_SHEEP : I_PREGNANT_CATTLE);
}
static int held(const State *state, int what);
static int free_berths(const State *state, bool large);
static int buildings(const State *state, int id);
static int buildings_left(const State *state, int id);
static void gain(State *state, int what, int count);
static void gain_pairs(State *state, Span pairs);
static bool can_pay_pairs(const State *state, Span pairs);
static void pay(State *state, int what, int count);
static bool has_room(const State *state, Span pairs);
static int ships_of(const State *state, int ship);
static void remove_ship(State *state, int ship, int ore);

/* actions.c */
static bool can_be_used(const State *state, int space);
static bool can_be_entered(const State *state, int space);
static bool effect_blocked(const State *state, int effect);
static bool node_blocked(const State *state, const Node *node);
static void push_effects(State *state, Span nodes);
static void run_effect(State *state, int effect);
static void start_action(State *state, Node node);
static void take_items(State *state, int at, int count, int source);
static int emigration_price(const State *state, int cheaper, bool by_space);
static int action_moves(const State *state, const Node *node, Move *out);
static void do_action_move(State *state, Node node, const Move *move);
static void clear_strips(State *state);
static int table_cells(const State *state);
static int emigrated_ships(const State *state);

/* feast.c */
static Move best_feast(const State *state);
static int feast_silver(const State *state, const Move *move);

/* phases.c */
static void run_step(State *state, Node node);
static void breed_all(State *state);
static void give_bonuses(State *state, int first_id, int last_id);
static void hold_harvest(State *state, int number);
static int income(const State *state);

/* play.c */
static int node_moves(const State *state, const Node *node, Move *out);
static int anytime_moves(const State *state, Move *out);
static int placing_moves(const State *state, Move *out);
static bool is_placeable(int item);
static Move place_move(const State *state, int tile, int at, int spot);
static void apply(State *state, const Move *move);
static void advance(State *state);
/* Whether a seat waits there for the other ones. */
static inline bool waits(int kind) { return kind <= K_AFTER_ACTIONS; }
static inline bool is_decision(int kind) { return kind >= K_TURN; }
static inline bool is_chance(int kind) { return kind >= K_ROLL && kind <= K_REVEAL_MARKER; }

/* chance.c */
static int outcomes_of(const State *state, Move *out);
static bool others_move(const State *state);
static inline bool chance_decides(const State *state) {
    return is_chance(state->stack[state->n_nodes - 1].kind) || others_move(state);
}
static bool draw(const State *state, Chance *chance, Move *out);

#endif
