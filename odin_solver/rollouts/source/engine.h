/* The state of a solo game as one flat struct, and what the modules share. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tables.h"

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

enum {
    MOST_NODES = 48,
    MOST_MOVES = 640,
    MOST_PLACINGS = 16384,
    MOST_DISHES = 12,
    MOST_TURNS = 8,
    MOST_PAUSES = 2,
    MOST_HAND = 12 /* further cards in the hand have no value */
};

/* A board, with what follows from its tiles. */
typedef struct {
    uint8_t id, income, missing, crown;
    uint8_t open_slots[2];
    uint8_t touched; /* changes whenever a tile is laid */
    uint8_t won;     /* bit set of the bonuses won */
    uint8_t gives;   /* their value */
    uint8_t n_specials;
    uint8_t pins; /* bits: the cloakpin, the drinking horn */
    Mask covered;
    Mask apart[2]; /* cells of the colours that must not touch: green, or orange and red */
} Board;

/* A node of the stack; the meaning of the fields depends on the kind:
   K_START_ACTION  a space
   K_EFFECT, K_OFFER, K_EITHER, K_SAIL, K_EXPLORE  a effect
   K_TURN          a turns of other players before it
   K_ROLL          a dice action
   K_LAST_INCOME   a silver
   K_MOUNTAIN      a effect, b step, c bit set of the strips used
   K_UPGRADE       a goods left, b times, c optional, more[] goods made, n of them
   K_TRADE         more[] goods traded, n of them
   K_DICE_ACTION   a action, b ore, c boats, more[0] rolls, more[1] result
   K_PAY_DICE      a action, b amount, c loot or NONE
   K_SPECIAL_SALE  a left, b bought
   With occupations:
   K_START_ACTION, K_FOURTH_COLUMN a space, more[] cards played since Vikings were placed, n of them
   K_EITHER        b items of strips come before ore is paid
   K_EXPLORE       b any board, with any ship
   K_UPGRADE       c bits: optional, asked by a card, or a fur instead, one good twice
   K_EMIGRATE      a reduction of the price through a card
   K_PAY_DICE      n boats, more[0] second tile or NONE
   K_DRAW_OCCUPATIONS, K_PLAY_OCCUPATIONS  a most, b optional, c begun, more[0] dark ones only
   K_DRAW_STARTING a cards drawn after it
   K_KEEP          a starting occupations, or dark ones
   K_USE_SPACE     a space
   K_PAUSE_IF_CHANGED a number of the supply before, b tiles on boards and boards before
   K_RESUME        a space, more[] what cards know about the action
   K_DEALS         a card, b left, c optional, more[0..1] first deal, more[2] how many,
                   more[3] silver paid instead of the printed number, plus one, more[4..9] bit set of
                   those offered (none: all), more[10] space whose action is to come, plus one
   K_LAY           a tile, b left, c bits: optional, on houses instead of other boards, the rest is kept
   K_STRIP_ITEMS   a most, b kinds of items, c optional, more[0] space to come or NONE, more[1] least
   K_RETURN_VIKING a item paid, b number, c what follows, more[0] space or NONE, more[1] together with the
                   one before
   K_CHOOSE        a card, b number that it needs, c what is chosen */
typedef struct {
    uint8_t kind, a, b, c, n;
    uint8_t more[11];
} Node;

/* A move or an outcome of chance:
   M_OUTCOME    a side of the die, number of the strip, or weapon (NONE if there is none)
   M_USE        a space              M_OPTION     a effect, b option
   M_PLACE      a tile, b board, c orientation, more[0..1] corner, more[2..3] spot,
                more[4] id of the board, more[5] boards of that id before it
   M_BUY_SHIP   a ship               M_ARM        a ship, b ore
   M_SAIL       a boats, more[] ore on each, the printed one included
   M_LOOT       a tile               M_PAY        a weapons, b resources, c action
   M_STRIP      a strip, b items     M_UPGRADE    a good, b twice
   M_TRADE, M_SALE, M_FORGE a tile   M_EXPLORE    a board
   M_EMIGRATE, M_GIVE_SHIP a ship, b ore
   M_SERVE      a dishes, more[] item, 128 added if lengthwise; NONE for an empty cell
   M_OTHER      a space, which another player uses
   With occupations:
   M_LOOT       b second tile or 0    M_PAY        more[0] spears in a raid
   M_TOKEN      a resource token
   M_PLAY_CARD, M_KEEP a card         M_DEAL, M_CARD_DEAL a card, more[0..1] deal, c as in K_DEALS
   M_TAKE_BACK, M_FOLLOW a space      M_CHOICE     a card, b choice, c what is chosen
   M_CARD_USE   a card, b choice, c what is chosen; 39: b ship, c ore; 40: further as M_PLACE
   M_GIVE_SHIP  as without occupations   M_LAY  as M_PLACE */
typedef struct {
    uint8_t kind, a, b, c;
    uint8_t more[MOST_DISHES];
} Move;

typedef struct {
    uint8_t strip, taken;
} OpenStrip;

typedef struct {
    uint8_t board, silver;
} Unexplored;

/* Items whose gains cards watch; of the first ones also what the action itself gave. */
enum {
    W_SILVER, W_WOOD, W_STONE, W_STOCKFISH, W_OTHER, N_GIVEN,
    W_SALT_MEAT = N_GIVEN, W_CHEST, W_CATTLE, W_KNARR, W_SPICES, N_WATCHED
};

/* How tiles of a card are placed. */
enum { LAY_OPTIONAL = 1, LAY_ON_HOUSES = 2, LAY_KEPT = 4 };

/* What upgrades may be through cards. */
enum { UPGRADE_OPTIONAL = 1, UPGRADE_BY_CARD = 2, UPGRADE_OR_FUR = 4, UPGRADE_ONE_TWICE = 8 };

/* Cards that take effect once: bits of what is done. */
enum { D_HERBS = 1, D_BOATS = 2, D_RAIDERS = 4, D_SAILS = 8, D_CUTTER = 16, D_TEACHER = 32 };

/* What cards know about the action under way. */
typedef struct {
    uint8_t gave[N_GIVEN];
    uint8_t spent; /* bits: wood, stone, ore */
    uint8_t kinds; /* bits: items taken from strips */
    uint8_t without_vikings, more_by_ore;
} Action;

/* Occupations, and what they depend on. */
typedef struct {
    Mask hand, played, deck, starting;
    int16_t points;
    uint8_t n_hand, n_played;
    uint8_t on[N_SPACES]; /* Vikings on each space */
    uint8_t done;         /* bit set of cards that take effect once */
    uint8_t warden_round; /* last round in which Vikings were placed in the second column */
    uint8_t on_table[2];  /* game meat and stockfish served last */
    uint8_t contested;    /* whether the order of cards was for the player to choose */
    Action action;
    uint8_t got[N_WATCHED]; /* by the present gain */
    uint8_t before[MOST_PAUSES][N_TILES]; /* tiles of the supply when an event began */
} Cards;

/* Markers and tokens of Harvest; bit sets by their numbers from 0. */
typedef struct {
    uint8_t marker, pile;             /* the one that is face up; those to come */
    uint8_t with_harvest, with_orange; /* markers with a harvest, and with the colour of the orange side */
    uint16_t tokens, free_tokens;
    Pair goods[N_MARKERS][MOST_OF_MARKER];
    Pair sides[2][N_TOKENS][MOST_OF_TOKEN]; /* the back, the orange side */
} Markers;

typedef struct {
    uint8_t length, rounds, round, after_income; /* length: 0 long, 1 short */
    uint8_t after_feast, space, vikings, knarrs;
    uint8_t n_boats, n_longships, emigrated[N_SHIPS];
    uint8_t boats[SMALL_BERTHS], longships[LARGE_BERTHS];
    uint8_t n_strips, hidden_strips, n_exploration, final_placing;
    OpenStrip strips[N_STRIPS];
    Unexplored exploration[MOST_EXPLORATION];
    uint8_t weapons[N_WEAPONS], discards[N_WEAPONS];
    uint16_t penalties, final_income;
    uint64_t placed, blocked, closed; /* bit sets of spaces; closed: for the whole game */
    uint64_t specials;        /* bit set of special tiles that are not taken */
    uint64_t present;         /* bit set of items in the supply */
    uint16_t supply[N_ITEMS];
    uint8_t n_nodes, n_boards, later_vikings; /* those of the rounds after this one */
    uint8_t with_cards;
    uint16_t rulings; /* bit set of those of the game */
    uint8_t players, others; /* others: Vikings that the other players have left */
    uint8_t copy_tiles, copies; /* bit sets of columns: copy tiles, and those that are free */
    uint8_t with_harvest, with_markers; /* the expansion; what is printed on its markers */
    uint8_t built[N_BOARDS]; /* buildings of other players, by board */
    Node stack[MOST_NODES];
    Board boards[MOST_BOARDS]; /* copies leave out what is not used of both */
    Cards cards;
    Markers markers;
} State;

static inline void copy_state(State *to, const State *from) {
    memcpy(to, from, offsetof(State, stack) + from->n_nodes * sizeof(Node));
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

/* Moves and outcomes of chance, in order; those beyond its length are lost. */
enum { LONGEST_LOG = 2048 };

typedef struct {
    int32_t count;
    Move moves[LONGEST_LOG];
} Log;

static inline void note(Log *log, const Move *move) {
    if (log->count < LONGEST_LOG) log->moves[log->count++] = *move;
}

/* Weights of a round; see Prices in odin_solver/rollouts/policies/evaluation.py. */
typedef struct {
    double own[N_ITEMS], cells[N_ITEMS]; /* of the supply */
    double by_itself[N_ITEMS];           /* where items are compared */
    double viking, boat, knarr, longship, ore_aboard;
    double emigrated[N_SHIPS];
    double home_income, home_open, other_income, other_open;
    double boards[N_BOARDS];
    double hand[MOST_HAND + 1], played; /* occupations */
} Prices;

enum { HIDDEN = 64, MOST_RESULTS = 32 };
typedef struct Network Network; /* learned.c */

typedef struct {
    double pass_viking, sword, cells_of_a_viking, bend, income_of_a_cell, later_food, young;
    double next_income, partial_bonus, hole, slack;
    double keep[N_TILES], keep_finally[N_TILES];
    Prices rounds[LONG_ROUNDS];
    union { /* a learned correction, or NULL; an address has 64 bits everywhere, so that all builds are laid out alike */
        const Network *network;
        uint64_t network_address;
    };
} Policy;

/* What a player remembers during a game. */
typedef struct {
    const Policy *policy;
    uint8_t round;
    double gained[N_SPACES + 1]; /* of spaces and passing, when last evaluated in this round */
    uint8_t n_played;
    Mask known_cards;         /* with a gain below */
    double by_card[N_CARDS];  /* gains of playing cards with these in play */
    State rolled;             /* the latest dice action that was evaluated */
    double at_stop[MOST_RESULTS]; /* the values of stopping there, by the result */
    const double *noise; /* added to the value of each open cell, or NULL */
    bool hurried; /* places tiles by what was best before, if nothing else promises more; once all Vikings are
                     placed, ships are considered again only if what buys or arms them has changed */
    uint64_t purse; /* the purse when they were considered last */
    struct PlacedBest {
        double gain;
        uint16_t spot;
        uint8_t touched, ahead; /* the board, and what was ahead, when evaluated */
    } best_on[MOST_BOARDS][N_TILES];
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
