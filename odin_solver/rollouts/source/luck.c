/* Luck: what an outcome of chance is worth above the mean of all. In the mean it is nothing, so that values less
   luck have the same mean and vary less. */
#include "engine.h"

static double luck_of_side(const State *state, int side, Player *player) {
    State after;
    double of_sides[MOST_SIDES];
    copy_state(&after, state);
    double expected = value_of_roll(&after, player, of_sides);
    return of_sides[side - 1] - expected;
}

/* The luck of an outcome. Cards, harvest markers and what other players do count as equal: there are too many to try. Before the
   first round nothing is evaluated. */
static double luck_of(const State *state, const Move *outcome, Player *player) {
    int kind = state->stack[state->n_nodes - 1].kind;
    if (!state->round || !is_chance(kind)) return 0;
    if (kind == K_ROLL) return luck_of_side(state, outcome->a, player);
    if (kind == K_DRAW_OCCUPATION || kind == K_DRAW_STARTING || kind == K_REVEAL_MARKER) return 0;
    Move outcomes[N_CARDS];
    int count = outcomes_of(state, outcomes);
    if (count == 1) return 0;
    double sum = 0, total = 0, met = 0;
    for (int at = 0; at < count; at++) {
        State after;
        copy_state(&after, state);
        apply(&after, &outcomes[at]);
        double found = evaluate(&after, player->policy);
        double weight = kind == K_DRAW_WEAPON ? weapon_pile(state)[outcomes[at].a - I_BOW] : 1;
        sum += weight * found;
        total += weight;
        if (outcomes[at].a == outcome->a) met = found;
    }
    return met - sum / total;
}

EXPORTED double engine_luck(const State *state, const Policy *policy, const Move *outcome) {
    return luck_of(state, outcome, &(Player){.policy = policy});
}
