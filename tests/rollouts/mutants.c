/* The compiled engine with every effect of a card in it twice: as it is, and switched off.
   mutations.py writes the sources, in which off() stands at each place of the code. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static int switched_off = -1;
static uint8_t come_by[N_PLACES]; /* what an answer has come by */
static inline bool off(int number) {
    come_by[number] = 1;
    return number == switched_off;
}

#include "all.c"

/* --- what is data about cards --- */

/* What a change is about: the card, the field by its name in mutations.py, where in it. */
enum { POINTS, ROLLS_OF, WORTH, PLAYED, KEYS, TRIGGERED, OFFERED, ANYTIME, DISCOUNT, REACTION };

/* Is this the change that is looked for? Count down, and say what it is about. */
static bool found(int *left, int32_t *what, int card, int field, int at) {
    if ((*left)--) return false;
    what[0] = card;
    what[1] = field;
    what[2] = at;
    return true;
}

static const Op NOTHING = {.kind = O_GAIN};

/* A deal that takes what it gave. */
static void turn_deal(int number) {
    Span pays = DEALS[number].pays;
    DEALS[number].pays = DEALS[number].takes;
    DEALS[number].takes = pays;
}

/* Say what the entry of a card with a number in the tables is about, and perhaps switch it off;
   whether there is one. */
EXPORTED int32_t table_entry(int32_t left, int32_t switched, int32_t *what) {
#define CHANGE(field, at, happens) if (found(&left, what, card, field, at)) { if (switched) happens; return true; }
    for (int card = 1; card < N_CARDS; card++) {
        CardInfo *info = &CARDS[card];
        if (info->points) CHANGE(POINTS, 0, info->points = 0)
        for (int dice = 0; dice < N_DICE; dice++) {
            if (info->rolls[dice]) CHANGE(ROLLS_OF, dice, info->rolls[dice] = 0)
            for (int paid = 0; paid < 3; paid++)
                if (info->worth[dice][paid]) CHANGE(WORTH, 3 * dice + paid, info->worth[dice][paid] = 0)
        }
        for (int op = info->played.start; op < info->played.start + info->played.count; op++)
            CHANGE(PLAYED, op - info->played.start, OPS[op] = NOTHING)
        for (int at = 0; at < info->triggers.count; at++) {
            Trigger *trigger = &TRIGGERS[info->triggers.start + at];
            for (int key = 0; key < 64; key++)
                if (trigger->keys >> key & 1) CHANGE(KEYS, key, (trigger->keys &= ~(1ull << key)))
            for (int op = trigger->ops.start; op < trigger->ops.start + trigger->ops.count; op++)
                CHANGE(TRIGGERED, op - trigger->ops.start, OPS[op] = NOTHING)
        }
        for (int deal = info->deals.start; deal < info->deals.start + info->deals.count; deal++)
            CHANGE(OFFERED, deal - info->deals.start, turn_deal(deal))
        if (info->more_deals.start != info->deals.start)
            for (int deal = info->more_deals.start; deal < info->more_deals.start + info->more_deals.count; deal++)
                CHANGE(OFFERED, 100 + deal - info->more_deals.start, turn_deal(deal))
        for (int deal = info->anytime.start; deal < info->anytime.start + info->anytime.count; deal++)
            CHANGE(ANYTIME, deal - info->anytime.start, turn_deal(deal))
        for (int at = 0; at < N_DISCOUNTS; at++)
            if (DISCOUNTS[at].card == card) CHANGE(DISCOUNT, at, DISCOUNTS[at].card = 0)
        for (int event = 0; event < N_EVENTS; event++)
            if (holds(&REACTING[event], (unsigned)card))
                CHANGE(REACTION, event, REACTING[event].word[card >> 6] &= ~(1ull << (card & 63)))
    }
    return false;
#undef CHANGE
}

EXPORTED void switch_off(int32_t place) { switched_off = place; }

/* --- questions of the tests --- */

enum { APPLY, MOVES, PLACINGS, OUTCOMES, SCORE };

static uint64_t hashed(const void *bytes, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t at = 0; at < size; at++) hash = (hash ^ ((const uint8_t *)bytes)[at]) * 1099511628211u;
    return hash;
}

/* Do something with each array of which only the beginning is in use. */
#define IN_PART(DO)                          \
    DO(boards, n_boards)                     \
    DO(stack, n_nodes)                       \
    DO(strips, n_strips)                     \
    DO(exploration, n_exploration)           \
    DO(boats, n_boats)                       \
    DO(longships, n_longships)

/* Clear what is not in use, and hash the rest. */
static uint64_t hash_of_state(State *state) {
#define CLEAR(array, used) \
    memset(&state->array[state->used], 0, sizeof state->array - state->used * sizeof *state->array);
    IN_PART(CLEAR)
    return hashed(state, sizeof *state);
}

/* Fill what is not in use with what another state has at its beginning, and with boards full of
   things, loaded longships and such nodes as are looked for: nobody may see it. */
static void fill(State *state, const State *other) {
#define FILL(array, used)                                                                \
    for (size_t at = state->used; at < sizeof state->array / sizeof *state->array; at++) \
        state->array[at] = other->array[at - state->used];
    IN_PART(FILL)
    for (int at = state->n_longships; at < LARGE_BERTHS; at++)
        state->longships[at] = (uint8_t)((at + other->vikings) % 3 + 1);
    for (int at = state->n_nodes; at < MOST_NODES; at++)
        state->stack[at].kind = (at - state->n_nodes) % 4 < 3 ? K_TURN : K_PAUSE_IF_CHANGED;
    static const uint8_t ids[] = {B_SHED, B_STONE_HOUSE, B_LONG_HOUSE, B_HOME + 1};
    for (int at = state->n_boards; at < MOST_BOARDS; at++)
        state->boards[at] = (Board){.id = ids[(at + other->vikings) % 4], .income = 9, .open_slots = {1, 1},
                                    .touched = 1, .won = 1, .n_specials = 3, .pins = 3};
}

/* What the engine answers, as a number; the order of moves is no part of it. */
static uint64_t answer(int32_t kind, const State *state, const Move *move) {
    static Move moves[MOST_MOVES + MOST_PLACINGS];
    if (kind == APPLY) {
        State after = *state;
        engine_apply(&after, move);
        return hash_of_state(&after);
    }
    if (kind == SCORE) {
        int32_t sheet[N_SCORES];
        engine_score(state, sheet);
        return hashed(sheet, sizeof sheet);
    }
    int count = kind == OUTCOMES ? engine_outcomes(state, moves) : engine_moves(state, kind == PLACINGS, moves);
    uint64_t sum = 0;
    for (int at = 0; at < count; at++) sum += hashed(&moves[at], sizeof(Move));
    return sum;
}

/* For each question the places that its answer comes by, as bits. */
static uint8_t *on_the_way;
enum { PLACE_BYTES = N_PLACES / 8 + 1 };

EXPORTED void answer_all(int32_t n, const int32_t *kinds, State *states, const Move *moves, uint64_t *answers) {
    free(on_the_way);
    on_the_way = calloc((size_t)n, PLACE_BYTES);
    for (int at = 0; at < n; at++) fill(&states[at], &states[(at + n / 2) % n]);
    for (int at = 0; at < n; at++) {
        memset(come_by, 0, sizeof come_by);
        answers[at] = answer(kinds[at], &states[at], &moves[at]);
        for (int place = 0; place < N_PLACES; place++)
            on_the_way[(size_t)at * PLACE_BYTES + place / 8] |= (uint8_t)(come_by[place] << place % 8);
    }
}

/* Whether any of some questions has another answer than it had; what is switched off matters only
   where an answer comes by. */
EXPORTED int32_t differs(int32_t n, const int32_t *which, const int32_t *kinds, const State *states,
                         const Move *moves, const uint64_t *answers) {
    for (int each = 0; each < n; each++) {
        int at = which[each];
        bool matters = switched_off < 0
                       || on_the_way[(size_t)at * PLACE_BYTES + switched_off / 8] >> switched_off % 8 & 1;
        if (matters && answer(kinds[at], &states[at], &moves[at]) != answers[at]) return 1;
    }
    return 0;
}
