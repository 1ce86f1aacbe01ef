/* Legal moves, and making them (odin_solver/game/kernel/play.py, anytime.py, game/turn.py). */
#include "engine.h"

static int vikings_needed(const State *state, int space) {
    int needed = SPACES[space].column;
    if (space == A_PLUNDERING && plays(state, C_WARMONGER) && state->n_longships >= 3)
        needed -= state->n_longships - 2;
    return needed;
}

/* Spaces on which no Vikings can be placed: a copy tile lets those of other players be used. */
static uint64_t occupied(const State *state) {
    uint64_t taken = state->placed | state->blocked;
    for (int column = 1; column <= 4; column++)
        if (state->copies >> column & 1) taken &= ~(within_reach[column] & ~within_reach[column - 1]) | state->placed;
    return taken;
}

static int turn_moves(const State *state, Move *out) {
    int count = 0;
    uint64_t open = within_reach[state->vikings < 4 ? state->vikings : 4];
    if (vikings_needed(state, A_PLUNDERING) <= state->vikings) open |= 1ull << A_PLUNDERING;
    for (open &= ~occupied(state); open; open &= open - 1) {
        int space = __builtin_ctzll(open);
        if (!state->with_cards && items_for[space] & ~state->present) continue;
        if (can_be_entered(state, space)) out[count++] = (Move){M_USE, (uint8_t)space};
    }
    out[count++] = (Move){M_PASS};
    return count;
}

/* Legal moves of a decision, moves at any time aside. */
static int node_moves(const State *state, const Node *node, Move *out) {
    switch (node->kind) {
    case K_TURN: return turn_moves(state, out);
    case K_LAST_INCOME:
        out[0] = (Move){M_TAKE_SILVER};
        out[1] = (Move){M_NOTE_POINTS};
        return 2;
    case K_SERVE_FEAST: out[0] = best_feast(state); return 1;
    case K_FINAL_PLACING: out[0] = (Move){M_FINISH}; return 1;
    case K_PAUSE: out[0] = (Move){M_GO_ON}; return 1;
    default: return action_moves(state, node, out);
    }
}

static void buy_ship(State *state, int ship) {
    pay(state, I_SILVER, SHIPS[ship].price);
    gain(state, G_WHALING_BOAT + ship, 1);
    gained(state, SOURCE_OTHER);
}

/* Whether something to come that is compulsory is impossible. */
static bool is_spoilt(const State *state, const Node *node) {
    switch (node->kind) {
    case K_START_ACTION: return !can_be_used(state, node->a);
    case K_EFFECT: return EFFECTS[node->a].kind == E_EXCHANGE && effect_blocked(state, node->a);
    case K_FORGE: return !has(state, I_ORE);
    default: return false;
    }
}

/* Whether spending on a ship or placing a tile would make the action under way impossible. */
static bool spoils(const State *state, const Move *move) {
    if (state->stack[state->n_nodes - 1].kind < K_OFFER) return false;
    State after;
    Move moves[MOST_MOVES];
    copy_state(&after, state);
    if (move->kind == M_BUY_SHIP)
        buy_ship(&after, move->a);
    else
        add(&after, move->a, -1);
    after.n_nodes = state->n_nodes; /* cards may have reacted */
    if (!node_moves(&after, top(&after), moves)) return true;
    for (int at = 0; at + 1 < state->n_nodes; at++)
        if (is_spoilt(&after, &state->stack[at]) && !is_spoilt(state, &state->stack[at])) return true;
    return false;
}

/* Legal moves at any time, except placing tiles. */
static int anytime_moves(const State *state, Move *out) {
    int count = 0;
    for (int ship = 0; ship < N_SHIPS; ship++) {
        Move move = {M_BUY_SHIP, (uint8_t)ship};
        if (has(state, I_SILVER) >= SHIPS[ship].price && free_berths(state, SHIPS[ship].large) > 0
            && !spoils(state, &move))
            out[count++] = move;
    }
    if (state->with_cards) count += anytime_card_moves(state, out + count);
    bool in_action = state->stack[state->n_nodes - 1].kind >= K_OFFER || state->space != NONE;
    if (in_action || !has(state, I_ORE)) return count;
    const uint8_t *loads[] = {state->boats, NULL, state->longships};
    const uint8_t counts[] = {state->n_boats, 0, state->n_longships};
    for (int ship = 0; ship < N_SHIPS; ship++)
        for (int at = 0; at < counts[ship]; at++)
            if ((!at || loads[ship][at] != loads[ship][at - 1])
                && loads[ship][at] < SHIPS[ship].ore_slots)
                out[count++] = (Move){M_ARM, (uint8_t)ship, loads[ship][at]};
    return count;
}

static bool is_placeable(int item) {
    int kind = ITEMS[item].kind;
    return kind == ITEM_GOOD || kind == ITEM_SPECIAL || kind == ITEM_FILLER;
}

static Move place_move(const State *state, int tile, int at, int spot) {
    int id = state->boards[at].id, alike = 0;
    const uint8_t *corner = all_spots[id][tile].spot[spot].at;
    for (int before = 0; before < at; before++) alike += state->boards[before].id == id;
    return (Move){M_PLACE, (uint8_t)tile, (uint8_t)at, corner[0],
                  {corner[1], corner[2], (uint8_t)(spot & 255), (uint8_t)(spot >> 8), (uint8_t)id,
                   (uint8_t)alike}};
}

static int placing_moves(const State *state, Move *out) {
    int count = 0;
    for (uint64_t left = state->present; left; left &= left - 1) {
        int tile = __builtin_ctzll(left);
        Move move = {M_PLACE, (uint8_t)tile};
        if (!is_placeable(tile) || spoils(state, &move)) continue;
        for (int at = 0; at < state->n_boards; at++) {
            const Board *board = &state->boards[at];
            const Spots *spots = &all_spots[board->id][tile];
            int apart = kept_apart(tile, &BOARDS[board->id]);
            for (int spot = 0; spot < spots->count; spot++)
                if (is_legal(board, apart, &spots->spot[spot]) && count < MOST_PLACINGS)
                    out[count++] = place_move(state, tile, at, spot);
        }
    }
    return count;
}

static void fill_slots(State *state) {
    static const int items[2] = {I_WOOD, I_STONE};
    for (int at = 0; at < state->n_boards; at++)
        for (int which = 0; which < 2; which++) {
            uint8_t *open = &state->boards[at].open_slots[which];
            int filled = *open < has(state, items[which]) ? *open : has(state, items[which]);
            *open = (uint8_t)(*open - filled);
            add(state, items[which], -filled);
        }
}

/* Silver that cards give for what is served. */
static int feast_silver(const State *state, const Move *move) {
    bool mead = false;
    int meat = 0;
    for (int at = 0; at < move->a; at++) {
        int dish = move->more[at] == NONE ? NONE : move->more[at] & 127;
        mead |= dish == I_MEAD;
        meat += dish == I_GAME_MEAT || dish == I_WHALE_MEAT;
    }
    return (plays(state, C_SOBER_MAN) && !mead) + (plays(state, C_BARBARIAN) ? meat : 0);
}

static void tell_served(State *state, const Move *move) {
    Event served = {EV_FEAST_SERVED};
    uint8_t *on_table = state->cards.on_table;
    on_table[0] = on_table[1] = 0;
    for (int at = 0; at < move->a; at++) {
        if (move->more[at] == NONE) continue;
        int dish = move->more[at] & 127;
        served.count = (uint8_t)(served.count + (ITEMS[dish].kind == ITEM_ANIMAL || dish == I_PREGNANT_SHEEP || dish == I_PREGNANT_CATTLE));
        served.other = (uint8_t)(served.other + (dish == I_GAME_MEAT || dish == I_WHALE_MEAT));
        on_table[0] += dish == I_GAME_MEAT;
        on_table[1] += dish == I_STOCKFISH;
    }
    emit(state, served);
}

static void serve(State *state, const Move *move) {
    if (state->with_cards) {
        gain(state, I_SILVER, feast_silver(state, move));
        gained(state, SOURCE_CARD);
    }
    for (int at = 0; at < move->a; at++) {
        if (move->more[at] == NONE)
            state->penalties++;
        else
            add(state, move->more[at] & 127, -1);
    }
    if (state->with_cards) tell_served(state, move);
}

static void arm(State *state, int ship, int ore) {
    bool boat = G_WHALING_BOAT + ship == G_WHALING_BOAT;
    uint8_t *loads = boat ? state->boats : state->longships;
    uint8_t *count = boat ? &state->n_boats : &state->n_longships;
    add(state, I_ORE, -1);
    remove_load(loads, count, ore);
    insert_load(loads, count, ore + 1);
}

/* Place Vikings on a space in a game with occupations. */
static void use_with_cards(State *state, Node turn, int space) {
    int needed = vikings_needed(state, space), column = SPACES[space].column;
    state->cards.action = (Action){{0}};
    state->vikings = (uint8_t)(state->vikings - needed);
    state->cards.on[space] = (uint8_t)needed;
    state->placed |= 1ull << space;
    state->space = (uint8_t)space;
    push(state, turn);
    push_kind(state, K_END_OF_ACTION);
    push(state, (Node){.kind = column == 4 ? K_FOURTH_COLUMN : K_START_ACTION, .a = (uint8_t)space});
    emit(state, (Event){EV_ACTION_STARTS, (uint8_t)space, (uint8_t)needed});
    if (column == 3) push(state, (Node){.kind = K_DRAW_OCCUPATIONS, .a = 1});
}

/* Make a legal move of the decision on top of the stack, which has been popped. */
static void do_move(State *state, Node node, const Move *move) {
    switch (node.kind) {
    case K_TURN:
        if (move->kind != M_USE) return;
        if (state->blocked >> move->a & 1) state->copies &= (uint8_t)~(1 << SPACES[move->a].column);
        node.a = (uint8_t)(state->players - 1);
        if (state->with_cards) {
            use_with_cards(state, node, move->a);
            return;
        }
        state->vikings = (uint8_t)(state->vikings - SPACES[move->a].column);
        state->placed |= 1ull << move->a;
        state->space = move->a;
        push(state, node);
        push_kind(state, K_END_OF_ACTION);
        push(state, (Node){.kind = K_START_ACTION, .a = move->a});
        return;
    case K_LAST_INCOME:
        if (move->kind == M_TAKE_SILVER) {
            gain(state, I_SILVER, node.a);
            gained(state, SOURCE_OTHER);
        } else
            state->final_income = node.a;
        return;
    case K_SERVE_FEAST: serve(state, move); return;
    case K_PAUSE: return;
    case K_FINAL_PLACING:
        fill_slots(state);
        emit(state, (Event){EV_SCORING_STARTS});
        return;
    default: do_action_move(state, node, move);
    }
}

/* Do the steps on top of the stack, and decisions that leave no choice. */
static void advance(State *state) {
    while (state->n_nodes) {
        Node node = *top(state);
        if (is_chance(node.kind)) return;
        if (!is_decision(node.kind)) {
            if (state->seated && waits(node.kind)) return;
            state->n_nodes--;
            run_step(state, node);
            if (state->with_cards) as_soon_as(state);
            continue;
        }
        if (node.kind <= K_FINAL_PLACING) return; /* always asked, or always a choice */
        Move moves[MOST_MOVES];
        int count = node_moves(state, top(state), moves);
        if (count > 1 || (count && moves[0].kind != M_SKIP && moves[0].kind != M_DONE)) return;
        if (count && state->with_cards && opens_more(state)) return;
        state->n_nodes--;
        if (count) do_move(state, node, &moves[0]);
    }
}

/* Make a legal move, or let an outcome of chance happen. */
static void apply(State *state, const Move *move) {
    switch (move->kind) {
    case M_PLACE:
        add(state, move->a, -1);
        lay_on(state, move);
        break;
    case M_CARD_DEAL:
    case M_CARD_USE: do_anytime_card(state, move); break;
    case M_BUY_SHIP: buy_ship(state, move->a); break;
    case M_OTHER: other_uses(state, move->a); break;
    case M_ARM: arm(state, move->a, move->b); break;
    default: {
        Node node = state->stack[--state->n_nodes];
        if (is_chance(node.kind))
            do_outcome(state, node, move);
        else
            do_move(state, node, move);
    }
    }
    if (state->with_cards) as_soon_as(state);
    advance(state);
}
