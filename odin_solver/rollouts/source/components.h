/* Types of the generated tables: printed components and effects of the spaces. */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include <stdint.h>

enum { NONE = 255, MOST_CELLS = 13, MOST_DIAGONALS = 2, MOST_BONUSES = 6 };

/* A set of cells of a board, one bit per cell; rows as in odin_solver/rules/geometry.py. */
typedef struct {
    uint64_t word[WORDS];
} Mask;

/* A part of a pool: a start and a length. */
typedef struct {
    uint16_t start, count;
} Span;

/* An item, a ship or a building, and its number. */
typedef struct {
    uint8_t item, count;
} Pair;

enum { ITEM_GOOD, ITEM_ANIMAL, ITEM_SPECIAL, ITEM_FILLER, ITEM_RESOURCE, ITEM_WEAPON };

typedef struct {
    uint8_t kind, color, area, points, upgrades_to, sword, price, tongs, harvest;
    uint8_t served_as, narrow, wide, food_value; /* at the feast */
} Item;

typedef struct {
    uint8_t count;
    uint8_t cells[MOST_CELLS][2];
} Shape;

typedef struct {
    uint8_t column, any_one_will_do, is_crafting, is_weekly_market;
    Span effects;
} Space;

enum {
    E_EXCHANGE, E_OFFER, E_EITHER, E_PER_ANIMAL, E_IF_ANIMAL, E_DICE, E_SAIL, E_MOUNTAIN,
    E_UPGRADE, E_TRADE, E_PLAY_OCCUPATIONS, E_DRAW_OCCUPATIONS, E_DRAW_WEAPONS, E_EXPLORE,
    E_EMIGRATE, E_EMIGRATE_AFTER_EXCHANGE, E_SPECIAL_SALE, E_FORGE, E_NEEDS_KNARR,
    E_NEEDS_LONGSHIPS
};

typedef struct {
    uint8_t kind, item, animal, count, times, optional;
    uint8_t counts[4];
    Span pays, takes, nodes, options;
} Effect;

enum { BOARD_HOME, BOARD_EXPLORATION, BOARD_BUILDING };

typedef struct {
    uint8_t bit, value;
    Mask needs;
} IncomeCell;

typedef struct {
    Span cells;
    uint8_t last_value;
} Diagonal;

typedef struct {
    Mask cells, surround;
    Span gives;
    uint8_t value;
} Bonus;

typedef struct {
    uint8_t kind, points, copies, width, height, stride;
    uint8_t slots[2];
    uint8_t letter, back, turned, action, ships;
    uint64_t specials;
    Mask coverable, negative[2];
    uint8_t n_diagonals, n_bonuses;
    Diagonal diagonals[MOST_DIAGONALS];
    Bonus bonuses[MOST_BONUSES];
} BoardInfo;

typedef struct {
    uint8_t large, price, points, ore_slots, emigration_points;
} ShipInfo;

typedef struct {
    uint8_t vikings, open_cells, harvest, flips;
} Round;

enum { MOST_STRIP_ITEMS = 8 };

typedef struct {
    uint8_t n_items;
    Pair items[MOST_STRIP_ITEMS];
} Strip;

typedef struct {
    uint8_t sides, high, weapon, resource, returned, ore_counts;
    Span reward;
} DiceInfo;

/* --- occupations --- */

/* A constant effect of a card: items of PAIRS, weapons drawn, a question. */
enum { O_GAIN, O_DRAW_WEAPONS, O_DEALS, O_UPGRADE, O_STRIP };

typedef struct {
    uint8_t kind, count, optional; /* weapons, deals left, goods or items; whether it can be skipped */
    uint8_t kinds, before;         /* of a strip: kinds of items; whether the action is to come */
    uint8_t least;                 /* of a strip: fewest items */
    Span span;                     /* of PAIRS or DEALS */
} Op;

/* What a card does on an event with one of these keys: spaces, dice actions, what is built. */
typedef struct {
    uint8_t event;
    uint64_t keys;
    Span ops;
} Trigger;

typedef struct {
    Span pays, takes;
} Deal;

/* A space effect that costs one less of an item through a card, if it costs at least so many. */
typedef struct {
    uint8_t card, effect, item, least;
} Discount;

typedef struct {
    int8_t points, rolls[8]; /* what a roll of a dice action counts more */
    uint8_t worth[8][3];     /* of weapon, resource and spear in dice actions; 0: as printed */
    Span played, triggers, anytime, deals, more_deals;
} CardInfo;

#endif
