/* The structs that both sides of the compiled engine use: the state of a game of one as one flat struct, several
   of them at a table, moves, weights and results. odin_solver/rollouts/structs.py reads this file. */
#ifndef STRUCTS_H
#define STRUCTS_H

enum {
    MOST_NODES = 48,
    MOST_DISHES = 12,
    MOST_PAUSES = 2,
    MOST_HAND = 12, /* further cards in the hand have no value */
    MOST_FORECASTS = 8,
    HIDDEN = 64,
    MOST_SEATS = 4
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
    uint8_t unused[5]; /* zero: boards are compared byte by byte, and padding has any value */
    Mask covered;
    Mask apart[2]; /* cells of the colours that must not touch: green, or orange and red */
} Board;

/* Kinds of nodes; the names are those of classes in Python, as far as there is one. */
enum {
    /* steps */
    K_NEW_ROUND, K_HARVEST_PHASE, K_EXPLORATION_PHASE, K_WEAPON_PHASE, K_ACTION_PHASE, K_INCOME_PHASE,
    K_BREEDING_PHASE, K_FEAST_PHASE, K_BONUS_PHASE, K_MOUNTAIN_PHASE, K_RETURN_PHASE, K_END_OF_GAME,
    K_AFTER_ACTIONS, K_START_ACTION, K_END_OF_ACTION, K_EFFECT, K_DRAW_OCCUPATIONS, K_FIRST_ROLL,
    K_AFTER_HARVEST, K_NO_HARVEST, K_PAY_INCOME, K_AFTER_FEAST, K_GIVE_BONUSES, K_AFTER_BONUSES, K_USE_SPACE, K_RESUME, K_PAUSE_IF_CHANGED, K_GIVE_SILVER,
    /* chance */
    K_ROLL, K_DRAW_WEAPON, K_REVEAL_STRIP, K_DRAW_OCCUPATION, K_DRAW_STARTING, K_REVEAL_MARKER,
    /* decisions */
    K_TURN, K_LAST_INCOME, K_SERVE_FEAST, K_PAUSE, K_FINAL_PLACING, K_OFFER, K_EITHER, K_SAIL,
    K_EXPLORE, K_FORGE, K_MOUNTAIN, K_UPGRADE, K_TRADE, K_DICE_ACTION, K_PAY_DICE, K_EMIGRATE,
    K_BOAT_TO_KNARR, K_SPECIAL_SALE, K_PLAY_OCCUPATIONS, K_FOURTH_COLUMN, K_DEALS, K_STRIP_ITEMS,
    K_RETURN_VIKING, K_FOLLOWER, K_CHOOSE, K_LAY, K_KEEP, K_TAKE_TOKEN
};

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

/* Kinds of moves. */
enum {
    M_OUTCOME, M_USE, M_PASS, M_SKIP, M_DONE, M_FINISH, M_GO_ON, M_REROLL, M_SUCCEED, M_FAIL,
    M_TAKE_SILVER, M_NOTE_POINTS, M_OPTION, M_PLACE, M_BUY_SHIP, M_ARM, M_SAIL, M_LOOT, M_PAY, M_STRIP,
    M_UPGRADE, M_TRADE, M_SALE, M_FORGE, M_EXPLORE, M_EMIGRATE, M_GIVE_SHIP, M_SERVE, M_PLAY_CARD,
    M_DEAL, M_CARD_DEAL, M_TAKE_BACK, M_FOLLOW, M_CHOICE, M_CARD_USE, M_LAY, M_OTHER, M_KEEP, M_TOKEN
};

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
    uint8_t others_pins; /* bits: the cloakpin, the drinking horn lie on a board of another player */
    uint8_t others_hidden; /* dark occupations that the other players hold, and that nobody else has seen */
    uint8_t with_harvest, with_markers; /* the expansion; what is printed on its markers */
    uint8_t seated, later_seats; /* at a table: the number of the seat plus one, and seats that come after it in a phase */
    uint8_t built[N_BOARDS]; /* buildings of other players, by board */
    Node stack[MOST_NODES];
    Board boards[MOST_BOARDS]; /* copies leave out what is not used of both */
    Cards cards;
    Markers markers;
} State;

/* Several seats at one table. What lies on the table is that of the seat whose turn it is; the other seats have it as
   it was in their last turn.
   first   the seat that begins; last: the one that placed Vikings last
   step    K_TURN, or the phase that the seats have one after the other
   left    seats that have not passed, or that the phase is still to come for, the next one first
   acted   whether the seat has made its placement or passed
   lost    items by kind that the strips have just lost
   unseen  cards that others may hold, as one of the seats sees it, and those that may be drawn */
typedef struct {
    State seats[MOST_SEATS];
    uint8_t n_seats, seat, first, last, step, n_left, left[MOST_SEATS], acted;
    uint8_t lost[N_WATCHED];
    Mask unseen;
} Table;

/* Moves and outcomes of chance, in order; those beyond its length are lost. */
enum { LONGEST_LOG = 2048 };

typedef struct {
    int32_t count;
    Move moves[LONGEST_LOG];
} Log;

/* Weights of a round, as odin_solver/rollouts/weights.py fills them. */
typedef struct {
    double own[N_ITEMS], cells[N_ITEMS]; /* of the supply */
    double by_itself[N_ITEMS];           /* where items are compared */
    double viking, boat, knarr, longship, ore_aboard;
    double emigrated[N_SHIPS];
    double home_income, home_open, other_income, other_open;
    double boards[N_BOARDS];
    double hand[MOST_HAND + 1], played; /* occupations */
} Prices;

/* A hidden layer shared by all rounds, and linear terms of each round: learned.c. */
typedef struct {
    float linear[LONG_ROUNDS][N_INPUTS];
    float constant[LONG_ROUNDS];
    float first[N_INPUTS][HIDDEN];
    float bias[LONG_ROUNDS][HIDDEN];
    float last[LONG_ROUNDS][HIDDEN];
} Network;

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

/* The score sheet (odin_solver/game/scoring.py), in the order of the fields of ScoreSheet. */
enum {
    S_SHIPS, S_EMIGRATION, S_EXPLORATION_BOARDS, S_HOUSES, S_ANIMALS, S_OCCUPATIONS, S_SILVER,
    S_FINAL_INCOME, S_ENGLISH_CROWN, S_HOME_BOARD, S_EXPLORATION_CELLS, S_HOUSE_CELLS, S_PENALTIES,
    N_SCORES
};

/* What a playout brings.
   status        0: played to its end; 1 + kind: the numbers given for a kind of chance were used
                 up; -1: the log is full
   sheet         the score sheet
   forecasts     evaluations at the beginning of each further round */
typedef struct {
    int32_t status, n_forecasts;
    int32_t sheet[N_SCORES];
    double forecasts[MOST_FORECASTS];
} Playout;

#endif
