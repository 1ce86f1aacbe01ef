/* The compiled engine with every effect of a card in it twice: as it is, and switched off.
   mutations.py writes the sources, in which off() stands at each place of the code, and shift() at
   each number. */
#include <stdbool.h>

static int switched_off = -1;
static inline bool off(int number) { return number == switched_off; }
static inline int shift(int number) { return off(number) - off(number + 1); }

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

/* Clear what is not in use, and hash the rest. */
static uint64_t hash_of_state(State *state) {
#define CLEAR(array, used) memset(&state->array[used], 0, sizeof state->array - (used) * sizeof *state->array)
    CLEAR(boards, state->n_boards);
    CLEAR(stack, state->n_nodes);
    CLEAR(strips, state->n_strips);
    CLEAR(exploration, state->n_exploration);
    CLEAR(boats, state->n_boats);
    CLEAR(longships, state->n_longships);
#undef CLEAR
    return hashed(state, sizeof *state);
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

EXPORTED void answer_all(int32_t n, const int32_t *kinds, const State *states, const Move *moves, uint64_t *answers) {
    for (int at = 0; at < n; at++) answers[at] = answer(kinds[at], &states[at], &moves[at]);
}

/* Whether any of some questions has another answer than it had. */
EXPORTED int32_t differs(int32_t n, const int32_t *which, const int32_t *kinds, const State *states,
                         const Move *moves, const uint64_t *answers) {
    for (int at = 0; at < n; at++)
        if (answer(kinds[which[at]], &states[which[at]], &moves[which[at]]) != answers[which[at]]) return 1;
    return 0;
}
