/* Several seats at one table: whose turn it is, and what that seat sees of the others (odin_solver/game/kernel/seats.py,
   game/turn.py). A game of one has no table; what is done here to a state without one is done to it alone. */
#include "engine.h"

static Table *table_of(const State *state) { return (Table *)(state - (state->seated - 1)); }

/* The seat whose turn it is at the table of a state. */
static State *sitting(const State *state) {
    if (!state->seated) return (State *)state;
    Table *table = table_of(state);
    return &table->seats[table->seat];
}

/* Copy a game with all its seats. Returns the seat whose turn it is. */
static State *copy_game(Table *to, const State *from) {
    if (!from->seated) {
        copy_state(to->seats, from);
        return to->seats;
    }
    const Table *table = table_of(from);
    size_t seats = sizeof table->seats;
    memcpy((char *)to + seats, (const char *)table + seats, sizeof *to - seats);
    for (int seat = 0; seat < table->n_seats; seat++) {
        copy_state(&to->seats[seat], &table->seats[seat]);
        to->seats[seat].seated = (uint8_t)(seat + 1);
    }
    return &to->seats[to->seat];
}

/* Take over what lies on the table. */
static void take_over(State *to, const State *from) {
    to->n_strips = from->n_strips;
    to->hidden_strips = from->hidden_strips;
    memcpy(to->strips, from->strips, sizeof to->strips);
    to->n_exploration = from->n_exploration;
    memcpy(to->exploration, from->exploration, sizeof to->exploration);
    to->specials = from->specials;
    memcpy(to->weapons, from->weapons, sizeof to->weapons);
    memcpy(to->discards, from->discards, sizeof to->discards);
    to->copies = from->copies;
    to->cards.deck = from->cards.deck;
    to->cards.starting = from->cards.starting;
    to->markers.marker = from->markers.marker;
    to->markers.pile = from->markers.pile;
    to->markers.free_tokens = from->markers.free_tokens;
}

/* Give a seat the turn. */
static void sit(Table *table, int seat) {
    State *state = &table->seats[seat];
    if (seat != table->seat) take_over(state, &table->seats[table->seat]);
    table->seat = (uint8_t)seat;
    state->blocked = state->closed;
    state->others = state->others_pins = 0;
    memset(state->built, 0, sizeof state->built);
    unsigned acting = 0;
    for (int at = 0; at < table->n_left; at++) acting |= 1u << table->left[at];
    for (int each = 0; each < table->n_seats; each++) {
        const State *other = &table->seats[each];
        if (each == seat) continue;
        state->blocked |= other->placed;
        if (table->step != K_TURN || acting >> each & 1) state->others = (uint8_t)(state->others + other->vikings);
        for (int at = 0; at < other->n_boards; at++) {
            const Board *board = &other->boards[at];
            state->others_pins |= board->pins;
            if (BOARDS[board->id].kind == BOARD_BUILDING) state->built[board->id]++;
        }
    }
}

/* Let a seat have the phase that all have one after the other. */
static void hold_phase(Table *table, State *state) {
    Node node = state->stack[--state->n_nodes];
    if (node.kind == K_MOUNTAIN_PHASE) {
        if (state->later_seats + 1 == table->n_seats) shorten_strips(state, table->lost);
        after_shortening(state, table->lost);
    } else {
        run_step(state, node);
    }
    if (state->with_cards) as_soon_as(state);
    advance(state);
}

/* Whether a seat has nothing more to do before the others. */
static bool is_done(const Table *table, const State *state) {
    if (!state->n_nodes) return true;
    int kind = state->stack[state->n_nodes - 1].kind;
    return waits(kind) || (kind == K_TURN && (table->step != K_TURN || table->acted));
}

/* Give one seat after the other the turn, until somebody or chance has to decide. */
static void go_round(Table *table) {
    while (is_done(table, &table->seats[table->seat])) {
        if (!table->n_left) {
            if (table->step == K_TURN) table->first = table->last;
            State *begins = &table->seats[table->first];
            if (!begins->n_nodes) return;
            table->step = top(begins)->kind;
            table->last = table->first;
            while (table->n_left < table->n_seats) {
                table->left[table->n_left] = (uint8_t)((table->first + table->n_left) % table->n_seats);
                table->n_left++;
            }
        }
        int seat = table->left[0];
        State *state = &table->seats[seat];
        sit(table, seat);
        if (table->step == K_TURN) {
            top(state)->a = table->acted = 0;
            return;
        }
        table->n_left--;
        memmove(table->left, table->left + 1, table->n_left);
        state->later_seats = table->n_left;
        hold_phase(table, state);
    }
}

/* A card has taken a tile from a board of another player. */
static void give_up_pins(Table *table, const State *to) {
    for (int seat = 0; seat < table->n_seats; seat++) {
        State *state = &table->seats[seat];
        for (int at = 0; at < state->n_boards && state != to; at++) {
            Board *board = &state->boards[at];
            uint8_t taken = board->pins & (uint8_t)~to->others_pins;
            if (!taken) continue;
            board->pins ^= taken;
            board->n_specials--;
            board->touched++;
        }
    }
}

/* Make a move of the seat whose turn it is, or let chance happen. Returns the seat whose turn it is then. */
static State *make(State *state, const Move *move) {
    if (!state->seated) {
        apply(state, move);
        return state;
    }
    Table *table = table_of(state);
    if (top(state)->kind == K_TURN && (move->kind == M_USE || move->kind == M_PASS)) {
        uint8_t seat = table->left[0];
        table->acted = 1;
        table->n_left--;
        memmove(table->left, table->left + 1, table->n_left);
        if (move->kind == M_USE) table->left[table->n_left++] = table->last = seat;
    }
    apply(state, move);
    give_up_pins(table, state);
    go_round(table);
    return &table->seats[table->seat];
}

static Open open_to(const State *state) {
    Open open = {{~occupied(state), state->specials, 0}};
    for (int at = 0; at < state->n_exploration; at++) open.of[2] |= 1ull << state->exploration[at].board;
    for (int id = 0; id < N_BOARDS; id++)
        if (BOARDS[id].kind == BOARD_BUILDING && buildings_left(state, id) > 0) open.of[2] |= 1ull << id;
    return open;
}

/* Let the others go on as greedy does, until it is the turn of a seat. */
static void wait_for_turn(State *state, Player *player, Chance *chance) {
    State *now = sitting(state);
    if (now == state) return;
    Open open = open_to(state); /* as the seat has left it */
    while (now != state && state->n_nodes) {
        Move theirs;
        if (is_chance(top(now)->kind))
            draw(now, chance, &theirs);
        else
            theirs = greedy(now, &player->others[now->seated - 1]);
        now = make(now, &theirs);
    }
    Open left = open_to(state);
    for (int kind = 0; kind < OPEN_KINDS; kind++) player->gone.of[kind] |= open.of[kind] & ~left.of[kind];
}

static void make_and_wait(State *state, const Move *move, Player *player, Chance *chance) {
    make(state, move);
    wait_for_turn(state, player, chance);
}

/* Deal the cards that a seat does not see: the hands of the others, and the deck. */
static void deal_unseen(State *own, uint64_t seed) {
    if (!own->seated || !own->with_cards) return;
    Table *table = table_of(own);
    Mask left[2] = {without(&table->unseen, &STARTING), both(&table->unseen, &STARTING)};
    for (int kind = 0; kind < 2; kind++)
        for (int seat = 0; seat < table->n_seats; seat++) {
            Mask *hand = &table->seats[seat].cards.hand;
            Mask held = kind ? both(hand, &STARTING) : without(hand, &STARTING);
            if (seat == own->seated - 1) continue;
            *hand = without(hand, &held);
            for (int cards = cells_in(&held); cards; cards--) {
                int card = -1;
                seed = mixed(seed);
                for (uint64_t skip = (seed >> 32) * (uint64_t)cells_in(&left[kind]) >> 32; skip + 1; skip--)
                    card = next_card(&left[kind], card + 1);
                put(hand, card);
                drop(&left[kind], card);
            }
        }
    own->cards.deck = sitting(own)->cards.deck = left[0];
}
