/* Lookup tables that follow from the generated ones, filled when the library is loaded. */
#include "engine.h"

enum { N_EFFECTS = sizeof EFFECTS / sizeof *EFFECTS, MOST_TIMES = 2, MOST_COVERED = TABLE_CELLS / SHIP_COVERS };

/* What an exchange needs if no card changes it. */
typedef struct {
    uint64_t items;      /* that have to be present */
    bool counts, places; /* whether more than one of them is needed; berths, buildings or a special tile */
} Needs;

static Needs needs_of[N_EFFECTS];
static uint64_t items_for[N_SPACES];               /* without which a space cannot be used */
static uint64_t within_reach[5];                   /* spaces for so many Vikings */
static uint8_t upgrades[MOST_TIMES + 1][N_ITEMS];  /* what an item is upgraded to */
static uint64_t upgradable[MOST_TIMES + 1];
static uint8_t first_dish[N_ITEMS], more_dishes[N_ITEMS]; /* cells of food on the table */
/* Cells of all tables from a round on, with so many ships emigrated. */
static uint8_t later_tables[2 * LONG_ROUNDS + 1][MOST_COVERED + 1];
/* Wood, stone, ore and silver left on a strip when so many of its items are taken. */
static uint8_t strip_left[N_STRIPS][MOST_STRIP_ITEMS + 1][4];

static Needs find_needs(const Effect *effect) {
    Needs needs = {0};
    for (int at = 0; at < effect->pays.count; at++) {
        Pair pair = PAIRS[effect->pays.start + at];
        bool plain = pair.item < N_ITEMS && pair.item != I_SHEEP && pair.item != I_CATTLE;
        if (plain) needs.items |= 1ull << pair.item;
        needs.counts |= !plain || pair.count > 1;
    }
    for (int at = 0; at < effect->takes.count; at++) {
        int item = PAIRS[effect->takes.start + at].item;
        needs.places |= item >= N_ITEMS || ITEMS[item].kind == ITEM_SPECIAL;
    }
    return needs;
}

static void fill_lookups(void) {
    for (int effect = 0; effect < N_EFFECTS; effect++) needs_of[effect] = find_needs(&EFFECTS[effect]);
    for (int space = 0; space < N_SPACES; space++) {
        const Space *what = &SPACES[space];
        for (int vikings = what->column; vikings < 5; vikings++) within_reach[vikings] |= 1ull << space;
        for (int at = 0; at < what->effects.count && !what->any_one_will_do; at++) {
            int effect = NODES[what->effects.start + at];
            if (EFFECTS[effect].kind == E_EXCHANGE) items_for[space] |= needs_of[effect].items;
        }
    }
    for (int item = 0; item < N_ITEMS; item++) {
        upgrades[0][item] = (uint8_t)item;
        for (int times = 0; times <= MOST_TIMES; times++) {
            int before = times ? upgrades[times - 1][item] : NONE;
            if (times) upgrades[times][item] = before == NONE ? NONE : ITEMS[before].upgrades_to;
            if (upgrades[times][item] != NONE) upgradable[times] |= 1ull << item;
        }
        if (ITEMS[item].kind == ITEM_GOOD && ITEMS[item].served_as != NONE) {
            first_dish[item] = ITEMS[item].wide;
            more_dishes[item] = ITEMS[item].narrow;
        }
    }
    for (int strip = 0; strip < N_STRIPS; strip++)
        for (int taken = STRIPS[strip].n_items - 1; taken >= 0; taken--) {
            Pair next = STRIPS[strip].items[taken];
            memcpy(strip_left[strip][taken], strip_left[strip][taken + 1], sizeof strip_left[strip][taken]);
            int kind = next.item == I_WOOD ? 0 : next.item == I_STONE ? 1 : next.item == I_ORE ? 2 : 3;
            strip_left[strip][taken][kind] = (uint8_t)(strip_left[strip][taken][kind] + next.count);
        }
    for (int round = 2 * LONG_ROUNDS - 1; round >= 0; round--)
        for (int ships = 0; ships <= MOST_COVERED; ships++) {
            bool played = round < (int)(sizeof ROUNDS / sizeof *ROUNDS);
            int open = played ? ROUNDS[round].open_cells - SHIP_COVERS * ships : 0;
            int later = round + 1 == LONG_ROUNDS ? 0 : later_tables[round + 1][ships];
            later_tables[round][ships] = (uint8_t)(later + (open > 0 ? open : 0));
        }
}
