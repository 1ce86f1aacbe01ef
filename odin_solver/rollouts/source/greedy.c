/* The greedy policy: the best move, one ahead. */
#include <math.h>

#include "engine.h"

enum { MANY = 2, LEAST = 2, DRAWN = 6 };

static double value(State *state, Player *player);

static void forget_gains(const State *state, Player *player) {
    if (player->round == state->round) return;
    player->round = state->round;
    for (int at = 0; at <= N_SPACES; at++) player->gained[at] = 1e300;
    player->known_cards = (Mask){{0}};
}

static double after_move(const State *state, const Move *move, Player *player) {
    State after;
    copy_state(&after, state);
    apply(&after, move);
    return value(&after, player);
}

/* The value of passing in a state whose evaluation is known. */
static double value_of_passing(const State *state, double now, const Player *player) {
    return now - player->policy->pass_viking * state->vikings;
}

static double value_of(const State *state, const Move *move, Player *player) {
    if (move->kind == M_PASS) return value_of_passing(state, evaluate(state, player->policy), player);
    return after_move(state, move, player);
}

/* Remember what a move that can be chosen now was found to be worth. */
static double noted(Player *player, const Move *move, double value) {
    Valued *valued = player->valued;
    if (valued) {
        valued->moves[valued->count] = *move;
        valued->values[valued->count++] = value;
    }
    return value;
}

static const double *item_values(const State *state, const Player *player) {
    return player->policy->rounds[state->round - 1].by_itself;
}

/* --- choices --- */

/* The value of what a move about one tile brings. */
static double gain_of_good(const Move *move, const double *of) {
    switch (move->kind) {
    case M_UPGRADE: return of[upgrades[1 + move->b][move->a]] - of[move->a];
    case M_TRADE: return of[upgrades[1][move->a]] - of[move->a];
    case M_SALE: return of[move->a] - ITEMS[move->a].price;
    default: return of[move->a];
    }
}

static double gain_of_loot(const Loot *loot, const Policy *policy, const double *of) {
    double value = of[loot->tile] - policy->sword * loot->sword;
    return loot->other == NONE ? value : value + of[loot->other];
}

static double gain_of_deal(int number, const double *of) {
    double points = 0;
    for (int side = 0; side < 2; side++) {
        Span span = side ? DEALS[number].takes : DEALS[number].pays;
        for (int at = 0; at < span.count; at++) {
            Pair pair = PAIRS[span.start + at];
            if (pair.item < N_ITEMS) points += (side ? pair.count : -pair.count) * of[pair.item];
        }
    }
    return points;
}

static double gain_of_items(const State *state, const Move *move, const double *of) {
    double points = 0;
    if (move->kind != M_STRIP) return 0;
    const OpenStrip *open = &state->strips[move->a - 1];
    for (int at = 0; at < move->b; at++) {
        Pair pair = STRIPS[open->strip].items[open->taken + at];
        points += pair.count * of[pair.item];
    }
    return points;
}

/* The gain of playing a card of the hand, whatever is under way, when first evaluated in this round
   with these cards in play. */
static double gain_of_card(const State *state, int card, Player *player) {
    if (player->round != state->round || player->n_played != state->cards.n_played) {
        forget_gains(state, player);
        player->n_played = state->cards.n_played;
        player->known_cards = (Mask){{0}};
    }
    if (holds(&player->known_cards, card)) return player->by_card[card];
    State after;
    copy_state(&after, state);
    after.n_nodes = 0;
    after.placed = 0;
    after.space = NONE;
    double before = evaluate(&after, player->policy);
    play_card(&after, card, true);
    advance(&after);
    player->by_card[card] = value(&after, player) - before;
    put(&player->known_cards, card);
    return player->by_card[card];
}

/* The evaluation if cards can be played now, and perhaps later in the action: the gains of the best
   ones are added up. Changes the state. */
static double value_of_cards(State *state, Player *player) {
    int optional = top(state)->b, most = 0, kept = 0, n_gains = 0;
    bool only_dark = top(state)->more[0];
    double gains[N_CARDS];
    for (EACH_CARD(card, state->cards.hand)) {
        if (only_dark && holds(&STARTING, (unsigned)card)) continue;
        double gain = gain_of_card(state, card, player);
        int at = n_gains++;
        for (; at && gains[at - 1] < gain; at--) gains[at] = gains[at - 1];
        gains[at] = gain;
    }
    for (int at = 0; at < state->n_nodes; at++) {
        if (state->stack[at].kind == K_PLAY_OCCUPATIONS)
            most += state->stack[at].a;
        else
            state->stack[kept++] = state->stack[at];
    }
    state->n_nodes = (uint8_t)kept;
    advance(state);
    double found = value(state, player);
    for (int at = 0; at < n_gains && at < most; at++)
        if (gains[at] > 0 || (!at && !optional)) found += gains[at];
    return found;
}

/* Append the best moves by their gains, the first of equal ones first. */
static int append_best(const Move *moves, const double *gains, int count, int many, Move *out) {
    bool used[MOST_LOOT];
    int found = 0;
    memset(used, false, (unsigned)count);
    for (; found < many && found < count; found++) {
        int best = -1;
        for (int at = 0; at < count; at++)
            if (!used[at] && (best < 0 || gains[at] > gains[best])) best = at;
        used[best] = true;
        out[found] = moves[best];
    }
    return found;
}

/* Leave the less promising moves of each kind out; returns the number of those kept. */
static int choices(const State *state, const Node *node, Player *player, int many, Move *moves, int count) {
    if (count <= many || node->kind == K_TURN || ((node->kind == K_DEALS || node->kind == K_LAY) && node->b == 1)
        || !state->round) /* items have no values yet */
        return count;
    if (node->kind == K_PAY_DICE) {
        moves[1] = moves[count - 1];
        return 2;
    }
    const double *of = item_values(state, player);
    Move loot[MOST_LOOT], goods[MOST_LOOT], strips[N_STRIPS], kept[MOST_MOVES];
    double of_loot[MOST_LOOT], of_goods[MOST_LOOT];
    int n_loot = 0, n_goods = 0, n_strips = 0, n_kept = 0;
    for (int at = 0; at < count; at++) {
        const Move *move = &moves[at];
        switch (move->kind) {
        case M_LOOT:
            of_loot[n_loot] = gain_of_loot(&(Loot){move->a, move->b, move->c}, player->policy, of);
            loot[n_loot++] = *move;
            break;
        case M_UPGRADE:
        case M_TRADE:
        case M_SALE:
        case M_FORGE:
            of_goods[n_goods] = gain_of_good(move, of);
            goods[n_goods++] = *move;
            break;
        case M_DEAL: /* more of them will follow */
            of_goods[n_goods] = gain_of_deal(move->more[0] | move->more[1] << 8, of);
            goods[n_goods++] = *move;
            break;
        case M_LAY: {
            State after;
            copy_state(&after, state);
            lay_on(&after, move);
            of_goods[n_goods] = evaluate(&after, player->policy);
            goods[n_goods++] = *move;
            break;
        }
        case M_PLAY_CARD:
            of_goods[n_goods] = gain_of_card(state, move->a, player);
            goods[n_goods++] = *move;
            break;
        case M_STRIP: /* as many items as possible */
            if (!n_strips || strips[n_strips - 1].a != move->a) strips[n_strips++] = *move;
            break;
        default: kept[n_kept++] = *move;
        }
    }
    n_kept += append_best(loot, of_loot, n_loot, many, kept + n_kept);
    n_kept += append_best(goods, of_goods, n_goods, many, kept + n_kept);
    memcpy(kept + n_kept, strips, n_strips * sizeof *strips);
    n_kept += n_strips;
    if (node->kind == K_MOUNTAIN && many < MANY) {
        int best = 0;
        for (int at = 1; at < n_kept; at++)
            if (gain_of_items(state, &kept[at], of) > gain_of_items(state, &kept[best], of)) best = at;
        kept[0] = kept[best];
        n_kept = 1;
    }
    memcpy(moves, kept, n_kept * sizeof *kept);
    return n_kept;
}

/* --- dice --- */

enum { MOST_PAID = 64, MOST_SIDES = 16 };

/* The same where cards change what counts: the cheapest items for each sum. */
static int special_prices(const State *state, const Payment *payment, const double *of, double *prices) {
    int most = 0;
    for (int at = 0; at < MOST_PAID; at++) prices[at] = at ? 1e300 : 0;
    for (int kind = 0; kind < N_PAID; kind++) {
        int worth = payment->worth[kind];
        for (int left = worth ? least(has(state, payment->item[kind]), 12) : 0; left; left--) {
            most = least(most + worth, MOST_PAID - 1);
            for (int sum = most; sum; sum--) {
                double paid = prices[sum > worth ? sum - worth : 0] + of[payment->item[kind]];
                if (paid < prices[sum]) prices[sum] = paid;
            }
        }
    }
    return most + 1;
}

/* The value of the items to be paid for 0, 1, 2 ... points; returns how many there are. */
static int dice_prices(const State *state, int action, const double *of, double *prices) {
    Payment payment = payment_of(state, action);
    if (!is_printed(&payment)) return special_prices(state, &payment, of, prices);
    int cheap = DICE[action].weapon, dear = DICE[action].resource, count = 1;
    if (of[cheap] > of[dear] || (of[cheap] == of[dear] && has(state, cheap) > has(state, dear))) {
        int other = cheap;
        cheap = dear;
        dear = other;
    }
    prices[0] = 0;
    for (int left = has(state, cheap); left && count < MOST_PAID; left--, count++)
        prices[count] = prices[count - 1] + of[cheap];
    for (int left = has(state, dear); left && count < MOST_PAID; left--, count++)
        prices[count] = prices[count - 1] + of[dear];
    return count;
}

/* What follows a success that costs nothing. The dice action is on top of the stack. */
static void succeed(const State *state, int loot, int other, State *after) {
    copy_state(after, state);
    Node *node = top(after);
    *node = (Node){.kind = K_PAY_DICE, .a = node->a, .c = (uint8_t)loot, .n = node->c, .more = {(uint8_t)other}};
    Move nothing = {M_PAY, 0, 0, node->a};
    apply(after, &nothing);
}

/* The value of looting. The state after the loot before is used again if nothing followed it. */
static double value_of_loot(const State *state, const Loot *loot, Player *player, State *after, int *before) {
    if (*before != NONE) {
        add(after, *before, -1);
        if (ITEMS[*before].kind == ITEM_SPECIAL) after->specials |= 1ull << *before;
        gain(after, loot->tile, 1);
    } else {
        succeed(state, loot->tile, loot->other, after);
        if (state->with_cards || top(after)->kind != K_TURN) return value(after, player);
    }
    *before = loot->tile;
    return evaluate(after, player->policy);
}

/* The value of stopping at each result: items paid have the same value in every state. */
static void find_stops(const State *state, Player *player, int low, int high, double *found) {
    int action = state->stack[state->n_nodes - 1].a;
    const double *of = item_values(state, player);
    double prices[MOST_PAID], failure;
    int n_prices = dice_prices(state, action, of, prices);
    State after;
    copy_state(&after, state);
    top(&after)->more[1] = 1;
    Move fail = {M_FAIL};
    apply(&after, &fail);
    failure = value(&after, player);
    if (!DICE[action].high) {
        succeed(state, NONE, NONE, &after);
        double success = value(&after, player);
        for (int result = low; result <= high; result++) {
            double otherwise = result ? failure : success;
            found[result] = failure;
            if (result < n_prices) {
                double paid = success - prices[result];
                found[result] = paid > otherwise ? paid : otherwise;
            }
        }
        return;
    }
    /* Loot by its value; only the best that can be reached is tried. */
    Loot loot[MOST_LOOT], order[MOST_LOOT];
    double gains[MOST_LOOT], looted[MOST_LOOT];
    bool tried[MOST_LOOT] = {false};
    int n_loot = list_loot(state, loot), before = NONE;
    for (int each = 0; each < n_loot; each++) {
        double gain = gain_of_loot(&loot[each], player->policy, of);
        int at = each;
        for (; at && gains[at - 1] < gain; at--) {
            order[at] = order[at - 1];
            gains[at] = gains[at - 1];
        }
        order[at] = loot[each];
        gains[at] = gain;
    }
    for (int result = low; result <= high; result++) {
        found[result] = failure;
        for (int at = 0, able = 0; at < n_loot && able < MANY; at++) {
            int need = needed_for(&order[at]) - result;
            if (need >= n_prices) continue;
            able++;
            if (!tried[at]) looted[at] = value_of_loot(state, &order[at], player, &after, &before);
            tried[at] = true;
            double won = looted[at] - prices[need > 0 ? need : 0];
            if (won > found[result]) found[result] = won;
        }
    }
}

/* Whether two states are alike but for the result on top; without cards the number of rolls does not matter either. */
static bool same_action(const State *one, const State *other) {
    if (one->n_nodes != other->n_nodes) return false;
    const Node *action = &one->stack[one->n_nodes - 1], *its = &other->stack[one->n_nodes - 1];
    size_t compared = (size_t)((const char *)&action->more - (const char *)one);
    if (memcmp(one, other, compared)) return false;
    if (memcmp(one->boards, other->boards, one->n_boards * sizeof(Board))) return false;
    return !one->with_cards
           || (action->more[0] == its->more[0] && !memcmp(&one->cards, &other->cards, sizeof one->cards));
}

/* The same, found once for all rolls of an action. */
static const double *stops(const State *state, Player *player, int low, int high) {
    if (!same_action(state, &player->rolled)) {
        double found[MOST_RESULTS] = {0}; /* a card may bring another roll meanwhile */
        find_stops(state, player, low, high, found);
        copy_state(&player->rolled, state);
        memcpy(player->at_stop, found, sizeof found);
    }
    return player->at_stop;
}

/* The expected value of a roll with optimal stopping (rules, 4); changes the state.
   of_sides  gets the value after each side; may be NULL */
static double value_of_roll(State *state, Player *player, double *of_sides) {
    state->n_nodes--; /* the roll; the dice action comes to the top */
    Node action = *top(state);
    const DiceInfo *dice = &DICE[action.a];
    double found = 0;
    int results[MOST_SIDES], low = MOST_RESULTS, high = 0;
    for (int side = 1; side <= dice->sides; side++) {
        results[side - 1] = result_of(state, &action, side);
        if (results[side - 1] < low) low = results[side - 1];
        if (results[side - 1] > high) high = results[side - 1];
    }
    const double *at_stop = stops(state, player, low, high);
    int more = rolls_allowed(state) - action.more[0] - 1;
    for (int left = 0; left <= (more > 0 ? more : 0); left++) {
        double again = found, sum = 0;
        for (int at = 0; at < dice->sides; at++) {
            double value = at_stop[results[at]];
            bool must_stop = !left || (!dice->high && !results[at]);
            if (!must_stop && again > value) value = again;
            if (of_sides) of_sides[at] = value;
            sum += value;
        }
        found = sum / dice->sides;
    }
    return found;
}

/* --- values --- */

/* The mean value after drawing cards from some places in the deck. Without a network cards that are not played have the
   same value. */
static double value_of_drawing(const State *state, Player *player) {
    int samples = player->policy->network ? DRAWN : 1;
    double sum = 0;
    for (int sample = 0; sample < samples; sample++) {
        State after;
        copy_state(&after, state);
        int from = N_CARDS * sample / samples;
        while (after.n_nodes && top(&after)->kind == K_DRAW_OCCUPATION) {
            int card = next_card(&after.cards.deck, from);
            if (card < 0) card = next_card(&after.cards.deck, 0);
            Move drawn = {M_OUTCOME, (uint8_t)card, 1};
            apply(&after, &drawn);
            from = card + 1;
        }
        sum += value(&after, player);
    }
    return sum / samples;
}

/* The evaluation after the action under way, at best or on average; changes the state. */
static double value(State *state, Player *player) {
    if (!state->n_nodes) return evaluate(state, player->policy);
    Node node = *top(state);
    Move moves[MOST_MOVES];
    switch (node.kind) {
    case K_TURN:
    case K_SERVE_FEAST:
    case K_FINAL_PLACING: return evaluate(state, player->policy);
    case K_ROLL: return value_of_roll(state, player, NULL);
    case K_DRAW_OCCUPATION: return value_of_drawing(state, player);
    case K_DRAW_WEAPON:
    case K_DRAW_STARTING:
    case K_REVEAL_MARKER:
    case K_REVEAL_STRIP: /* weapons are worth the same */
        outcomes_of(state, moves);
        apply(state, &moves[0]);
        return value(state, player);
    case K_FOURTH_COLUMN: { /* cards are added afterwards */
        Move skip = {M_SKIP};
        apply(state, &skip);
        return value(state, player);
    }
    case K_PLAY_OCCUPATIONS: return value_of_cards(state, player);
    default: break;
    }
    bool one_by_one = node.kind == K_UPGRADE || node.kind == K_MOUNTAIN
                      || ((node.kind == K_DEALS || node.kind == K_LAY) && node.b > 1);
    int many = one_by_one ? 1 : MANY;
    int count = node_moves(state, top(state), moves);
    count = choices(state, top(state), player, many, moves, count);
    double best = -1e300;
    for (int at = 0; at < count; at++) {
        double found;
        if (at + 1 < count) {
            found = after_move(state, &moves[at], player);
        } else {
            apply(state, &moves[at]);
            found = value(state, player);
        }
        if (found > best) best = found;
    }
    return best;
}

/* The best of all choices of a decision. */
static Move best_choice(const State *state, Player *player) {
    Move moves[MOST_MOVES];
    const Node *node = &state->stack[state->n_nodes - 1];
    int count = node_moves(state, node, moves), best = 0;
    count = choices(state, node, player, MANY, moves, count);
    if (count == 1) return moves[0];
    double highest = -1e300;
    for (int at = 0; at < count; at++) {
        double found = noted(player, &moves[at], value_of(state, &moves[at], player));
        if (found > highest) {
            highest = found;
            best = at;
        }
    }
    return moves[best];
}

/* What a player thinks of a turn beyond its value: the best of these sums is drawn as by a softmax. */
static double taste_of(const Player *player, const Move *move) {
    if (!player->doubt) return 0;
    double number = (mixed(player->taste + (move->kind == M_PASS ? N_SPACES : move->a)) >> 11) + 0.5;
    return -player->doubt * log(-log(number * 0x1p-53));
}

/* The best move of a turn. Moves are evaluated in the order of their latest gains in this round,
   as long as one may still beat the best. */
static Move best_turn(const State *state, Player *player, double now) {
    Move moves[MOST_MOVES];
    forget_gains(state, player);
    int count = turn_moves(state, moves), order[N_SPACES + 1];
    double latest[N_SPACES + 1];
    for (int each = 0; each < count; each++) {
        double gain = player->gained[moves[each].kind == M_PASS ? N_SPACES : moves[each].a];
        int at = each;
        for (; at && latest[at - 1] < gain; at--) {
            order[at] = order[at - 1];
            latest[at] = latest[at - 1];
        }
        order[at] = each;
        latest[at] = gain;
    }
    Move best = {M_PASS};
    double highest = -1e300;
    for (int looked = 0; looked < count; looked++) {
        const Move *move = &moves[order[looked]];
        double *gained = &player->gained[move->kind == M_PASS ? N_SPACES : move->a];
        if (looked >= LEAST && *gained + player->policy->slack < highest - now) break;
        double found = move->kind == M_PASS ? value_of_passing(state, now, player) : after_move(state, move, player);
        *gained = noted(player, move, found) - now;
        found += taste_of(player, move);
        if (found > highest) {
            highest = found;
            best = *move;
        }
    }
    return best;
}

/* The place of a move at any time in the alphabetical order of their texts, which decides ties. */
static int alphabetical(const Move *move) {
    int ship = G_WHALING_BOAT + move->a;
    if (move->kind == M_ARM) return (ship == G_WHALING_BOAT ? 8 : 0) + move->b;
    return 16 + (ship == G_WHALING_BOAT ? 2 : ship == G_LONGSHIP ? 1 : 0);
}

/* The best move at any time, tiles aside, if it is better than the present value. */
static bool best_extra(const State *state, Player *player, double now, Move *out) {
    Move extra[MOST_MOVES];
    int count = anytime_moves(state, extra), most = -1;
    double highest = 0;
    for (int at = 0; at < count; at++) {
        double found = noted(player, &extra[at], after_move(state, &extra[at], player));
        if (most < 0 || found > highest
            || (found == highest && alphabetical(&extra[at]) > alphabetical(&extra[most]))) {
            highest = found;
            most = at;
        }
    }
    if (most < 0 || highest <= now + 1e-9) return false; /* sums may be rounded differently */
    *out = extra[most];
    return true;
}

/* What ships are bought and armed with, and the ships, in a round. */
static uint64_t purse_of(const State *state) {
    uint64_t ships = state->n_boats + 8ull * state->knarrs + 64ull * state->n_longships;
    return state->round + (ships << 8) + ((uint64_t)has(state, I_SILVER) << 24) + ((uint64_t)has(state, I_ORE) << 40);
}

/* The greedy move. */
static Move greedy(const State *state, Player *player) {
    const Node *node = &state->stack[state->n_nodes - 1];
    Move move;
    switch (node->kind) {
    case K_SERVE_FEAST: return best_feast(state);
    case K_FINAL_PLACING: return best_place(state, player, &move) ? move : (Move){M_FINISH};
    case K_PAUSE: return best_place(state, player, &move) ? move : (Move){M_GO_ON};
    case K_TURN: break;
    default: return best_choice(state, player);
    }
    bool settled = player->hurried && !state->vikings;
    if (!settled || player->purse != purse_of(state)) {
        double now = evaluate(state, player->policy);
        Move best = best_turn(state, player, now);
        if (best_extra(state, player, now, &move)) return move;
        if (best.kind != M_PASS) return best;
        player->purse = settled ? purse_of(state) : 0;
    }
    return best_place(state, player, &move) ? move : (Move){M_PASS};
}
