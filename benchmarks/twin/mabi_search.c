/* The C twin of mabi_search/kernels/alphabeta: the same search on the same arrays, so that it visits the same
 * nodes; only for comparison, nothing installs it. Names are those of run.py, evaluation.py, table.py, search.py.
 *
 * Built and called by benchmarks/mabi_search_speed.py. */
#include <string.h>

#include "mabi_board.h"

typedef int64_t num;

INLINE int largest(word pieces) {
    word joined = pieces & adjacent(pieces);
    int size = pieces != 0;
    while (joined) {
        word group = flood(lowest(joined), joined);
        int n = popcount(group);
        if (n > size) size = n;
        joined ^= group;
    }
    return size;
}

INLINE int number(word bit) { return __builtin_ctzll(bit); }

INLINE word movable(const setting_t *s, word own, word enemy, int first) {
    word f = free_pieces(s, own, enemy, leaders(s, own));
    return first ? f & s->edge : f;
}

INLINE int count_steps(word empty, word f) {
    return popcount(north(f) & empty) + popcount(south(f) & empty) + popcount(east(f) & empty) +
           popcount(west(f) & empty);
}

INLINE int together_on(word own, word squares) {
    word rest = own;
    int most = 0;
    while (rest) {
        word region = flood(lowest(rest), squares);
        int n = popcount(region & own);
        if (n > most) most = n;
        rest &= ~region;
    }
    return most;
}

INLINE int together(const setting_t *s, word own, word enemy) { return together_on(own, s->board & ~enemy); }

/* Runs: run.py */

enum { PARENT, HOLDS, MOST, DEPTH, BOUND, NODE };
enum { COUNT, HEAP, WAITING, LEFT, SAVED, WHOLE, ENEMY_MOST, STAMP, LEVEL };
enum { AT, AIM, TARGET, BEST, MADE, FOUND };
enum { RUNNING, WINS, LOSES, UNKNOWN };
enum { INDEX_BITS = 24, LAST = (1 << 24) - 1, ANSWER_SHARE = 3, ANSWER_LEAST = 8 };
#define MIX 0x9E3779B97F4A7C15u

typedef struct {
    word *placements;
    num (*nodes)[NODE];
    num *heap, *slots;
    word *enemies;
    num (*levels)[LEVEL];
    num *cursor;
    num entries, deepest;
} runs_t;

INLINE void push(num *heap, num count, num key) {
    num at = count;
    while (at > 0) {
        num above = (at - 1) >> 1;
        if (heap[above] >= key) break;
        heap[at] = heap[above];
        at = above;
    }
    heap[at] = key;
}

INLINE num pop(num *heap, num count) {
    num top = heap[0], last = heap[count - 1], at = 0;
    for (;;) {
        num below = 2 * at + 1;
        if (below >= count - 1) break;
        if (below + 1 < count - 1 && heap[below + 1] > heap[below]) below++;
        if (heap[below] <= last) break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = last;
    return top;
}

INLINE int meet(const runs_t *r, num level, word own, num holds) {
    num *row = r->levels[level], count = row[COUNT], n = r->entries, base = level * n;
    num *slots = r->slots + 2 * base;
    word mixed = (own ^ (word)holds) * MIX;
    num slot = (num)((mixed ^ mixed >> 32) >> 16) & (2 * n - 1);
    while (slots[slot] >> INDEX_BITS == row[STAMP]) {
        num index = slots[slot] & LAST;
        if (r->placements[base + index] == own && r->nodes[base + index][HOLDS] == holds) return 0;
        slot = (slot + 1) & (2 * n - 1);
    }
    if (count == n) {
        row[WHOLE] = 0;
        return 0;
    }
    slots[slot] = row[STAMP] << INDEX_BITS | count;
    r->placements[base + count] = own;
    r->nodes[base + count][HOLDS] = holds;
    row[COUNT] = count + 1;
    return 1;
}

INLINE void queue(const setting_t *s, const runs_t *r, num level, num index) {
    num at = level * r->entries + index, *node = r->nodes[at];
    node[BOUND] = together(s, r->enemies[level], r->placements[at]);
    num worth = 128 + 2 * node[MOST] - node[BOUND];
    push(r->heap + level * r->entries, r->levels[level][HEAP], worth << INDEX_BITS | (LAST - index));
    r->levels[level][HEAP]++;
}

INLINE num add(const setting_t *s, const runs_t *r, num level, word own, num holds, num parent) {
    num *row = r->levels[level], most = largest(own), base = level * r->entries;
    if (most != row[ENEMY_MOST]) holds = most > row[ENEMY_MOST];
    if (!meet(r, level, own, holds)) return -1;
    r->cursor[MADE]++;
    num index = row[COUNT] - 1, *node = r->nodes[base + index];
    node[PARENT] = parent, node[MOST] = most;
    node[DEPTH] = parent < 0 ? 0 : r->nodes[base + parent][DEPTH] + 1;
    if (level == 0 && most > r->nodes[r->cursor[BEST]][MOST]) r->cursor[BEST] = index;
    queue(s, r, level, index);
    return index;
}

INLINE void begin_level(const setting_t *s, const runs_t *r, num level, word own, word enemy, num holds,
                               num left) {
    num *row = r->levels[level];
    row[COUNT] = 0, row[HEAP] = 0, row[WAITING] = -1, row[WHOLE] = 1;
    num saved = left >> 2;
    row[SAVED] = s->pass_rule == RUN_RULE ? (saved > 1 ? saved : 1) : 0;
    row[LEFT] = left - row[SAVED];
    row[ENEMY_MOST] = largest(enemy);
    row[STAMP]++;
    r->enemies[level] = enemy;
    r->cursor[AT] = level;
    if (level == 0) {
        r->cursor[BEST] = 0, r->cursor[FOUND] = -1;
        r->nodes[0][MOST] = 0;
    }
    add(s, r, level, own, holds, -1);
}

INLINE int settles(const setting_t *s, const runs_t *r, num level, num index) {
    num *node = r->nodes[level * r->entries + index];
    return node[HOLDS] && (s->pass_rule == FINAL_RULE || node[BOUND] <= node[MOST]);
}

INLINE num expand(const setting_t *s, const runs_t *r, num level, num index) {
    num at = level * r->entries + index, holds = r->nodes[at][HOLDS];
    word own = r->placements[at], enemy = r->enemies[level], empty = s->board & ~(own | enemy);
    for (word f = movable(s, own, enemy, 0); f; f &= f - 1) {
        word piece = lowest(f);
        for (word targets = adjacent(piece) & empty; targets; targets &= targets - 1) {
            num child = add(s, r, level, own ^ piece ^ lowest(targets), holds, index);
            if (child >= 0 && settles(s, r, level, child)) return child;
        }
    }
    return -1;
}

INLINE int at_once(const setting_t *s, const runs_t *r, num level) {
    num base = level * r->entries;
    if (settles(s, r, level, 0)) return WINS;
    if (!r->nodes[base][HOLDS] && together(s, r->placements[base], r->enemies[level]) <= r->levels[level][ENEMY_MOST])
        return LOSES;
    return RUNNING;
}

INLINE void ask_answers(const setting_t *s, const runs_t *r, num level) {
    num *row = r->levels[level], base = level * r->entries;
    if (row[HEAP]) row[WHOLE] = 0;
    row[LEFT] += row[SAVED];
    row[SAVED] = -1, row[HEAP] = 0;
    for (num index = 0; index < row[COUNT]; index++)
        if (r->nodes[base + index][HOLDS]) queue(s, r, level, index);
}

INLINE void ask_answer(const setting_t *s, const runs_t *r, num level) {
    num *row = r->levels[level], base = level * r->entries;
    if (level + 1 == r->deepest) {
        row[WHOLE] = 0, row[HEAP] = 0;
        return;
    }
    num index = LAST - (pop(r->heap + base, row[HEAP]) & LAST);
    row[HEAP]--;
    row[WAITING] = index;
    num left = row[LEFT] >> ANSWER_SHARE;
    if (left < ANSWER_LEAST) left = ANSWER_LEAST;
    row[LEFT] -= left;
    begin_level(s, r, level + 1, r->enemies[level], r->placements[base + index], 0, left);
}

INLINE int conclude(const runs_t *r, int result, num found) {
    while (result != RUNNING && r->cursor[AT] > 0) {
        num *row = r->levels[r->cursor[AT]];
        num left = (row[LEFT] > 0 ? row[LEFT] : 0) + (row[SAVED] > 0 ? row[SAVED] : 0);
        row = r->levels[--r->cursor[AT]];
        row[LEFT] += left;
        found = row[WAITING];
        if (result == UNKNOWN) row[WHOLE] = 0;
        result = result == LOSES ? WINS : RUNNING;
    }
    if (result == WINS) r->cursor[FOUND] = found;
    return result;
}

static int proceed(const setting_t *s, const runs_t *r, num quota) {
    for (;;) {
        num level = r->cursor[AT], *row = r->levels[level], found = 0;
        int result = row[COUNT] == 1 && row[HEAP] == 1 ? at_once(s, r, level) : RUNNING;
        if (result == RUNNING) {
            int asking = row[SAVED] < 0;
            if (row[HEAP] > 0 && row[LEFT] > 0) {
                if (quota <= 0) return RUNNING;
                quota--;
                if (asking) {
                    ask_answer(s, r, level);
                } else {
                    num key = pop(r->heap + level * r->entries, row[HEAP]);
                    row[HEAP]--, row[LEFT]--;
                    found = expand(s, r, level, LAST - (key & LAST));
                    if (found >= 0) result = WINS;
                }
            } else if (!asking && row[SAVED] > 0) {
                ask_answers(s, r, level);
            } else {
                result = row[HEAP] == 0 && row[WHOLE] ? LOSES : UNKNOWN;
            }
        }
        result = conclude(r, result, found);
        if (result != RUNNING) return result;
    }
}

/* Evaluation: evaluation.py */

enum { WIN = 20000, INFINITE = 30000, PIECE = 100, LIMIT = WIN / 2 - 1, REACH = 7 };
enum { LINES = 6561, HOLDERS = 3, SIZES = 33, STEPS = 16, MARGINS = 10, BESIDE = 9, PHASES = 6, NEAR = 32 };
enum {
    BY_SIZE = 16, BY_STEPS = BY_SIZE + HOLDERS * SIZES * SIZES, BY_MARGIN = BY_STEPS + HOLDERS * STEPS * STEPS,
    BY_BESIDE = BY_MARGIN + HOLDERS * MARGINS * MARGINS, BY_NEAR = BY_BESIDE + HOLDERS * BESIDE * BESIDE,
    BY_LINE = BY_NEAR + 2 * PHASES * NEAR, LEAST_MARGIN = -3
};

INLINE int final(int own, int enemy, int holds) {
    int margin = own - enemy;
    if (margin > 0 || (margin == 0 && holds > 0)) return WIN + PIECE * margin;
    if (margin < 0 || holds < 0) return -WIN + PIECE * margin;
    return 0;
}

INLINE word top_group(word pieces) {
    word joined = pieces & adjacent(pieces), top = lowest(pieces);
    int most = 1;
    while (joined) {
        word group = flood(lowest(joined), joined);
        joined ^= group;
        if (popcount(group) > most) top = group, most = popcount(group);
    }
    return top;
}

INLINE int gathering(const setting_t *s, word own, word known, word enemy) {
    word free = s->board & ~enemy;
    int total = 0;
    for (int distance = 1; distance < REACH; distance++) {
        word grown = (known | adjacent(known)) & free;
        total += (REACH - distance) * popcount(grown & ~known & own);
        known = grown;
    }
    return total;
}

INLINE int freely_together(const setting_t *s, word own, word enemy, int enemy_most) {
    word tops = 0, rest = enemy, reach, beside, open_squares;
    while (rest) {
        word group = flood(lowest(rest), rest);
        rest ^= group;
        if (popcount(group) == enemy_most) tops |= group;
    }
    beside = adjacent(enemy_most == 1 ? enemy : tops) & ~enemy & s->board;
    open_squares = s->board & ~enemy & ~beside;
    reach = own & beside;
    for (rest = own & ~beside; rest;) {
        word region = flood(lowest(rest), open_squares);
        rest &= ~region;
        reach |= region | (adjacent(region) & beside);
    }
    return together_on(own, reach);
}

INLINE int settled(const setting_t *s, word own, word enemy, int mode, int own_most, int enemy_most, int holds) {
    int now = final(own_most, enemy_most, holds);
    if ((mode == PASSED || mode == LAST_CALL) && now >= WIN) return now;
    if ((mode == PASSED || mode == RUN) && now <= -WIN && together(s, own, enemy) <= enemy_most) return -WIN;
    return INFINITE;
}

INLINE int within(int value, int least, int count) {
    int far = value - least;
    return far < 0 ? 0 : far < count ? far : count - 1;
}

INLINE int margin(const setting_t *s, word own, word enemy, int enemy_most) {
    return within(freely_together(s, own, enemy, enemy_most) - enemy_most, LEAST_MARGIN, MARGINS);
}

INLINE word transposed(word w) {
    word moved = (w ^ w << 28) & 0x0F0F0F0F00000000u;
    w ^= moved ^ moved >> 28;
    moved = (w ^ w << 14) & 0x3333000033330000u;
    w ^= moved ^ moved >> 14;
    moved = (w ^ w << 7) & 0x5500550055005500u;
    return w ^ moved ^ moved >> 7;
}

INLINE int ternary(word byte) {
    int value = 0;
    for (int bit = 7; bit >= 0; bit--) value = 3 * value + (byte >> bit & 1);
    return value;
}

INLINE int lines(word own, word enemy, const int16_t *weights, const int16_t *classes) {
    static int digits[256];
    if (!digits[1])
        for (int byte = 0; byte < 256; byte++) digits[byte] = ternary(byte);
    int worth = 0;
    for (int rank = 0; rank < 8; rank++) {
        int line = digits[own >> 8 * rank & 255] + 2 * digits[enemy >> 8 * rank & 255];
        worth += weights[BY_LINE + classes[rank] * LINES + line];
    }
    return worth;
}

INLINE num estimate(const setting_t *s, word own, word enemy, int own_most, int enemy_most, int holds,
                           const int16_t *weights) {
    word empty = s->board & ~(own | enemy), top = top_group(own), enemy_top = top_group(enemy);
    int row = holds + 1, most = own_most > enemy_most ? own_most : enemy_most;
    int phase = most - 1 < 2 * PHASES ? (most - 1) >> 1 : PHASES - 1;
    int steps = within(count_steps(empty, movable(s, own, enemy, 0)), 0, STEPS);
    int enemy_steps = within(count_steps(empty, movable(s, enemy, own, 0)), 0, STEPS);
    int beside = within(popcount(own & adjacent(enemy_top)), 0, BESIDE);
    int enemy_beside = within(popcount(enemy & adjacent(top)), 0, BESIDE);
    int near = within(gathering(s, own, top, enemy) >> 1, 0, NEAR);
    int enemy_near = within(gathering(s, enemy, enemy_top, own) >> 1, 0, NEAR);
    num worth = weights[BY_SIZE + (row * SIZES + own_most) * SIZES + enemy_most];
    worth += weights[BY_STEPS + (row * STEPS + steps) * STEPS + enemy_steps];
    worth += weights[BY_MARGIN + (row * MARGINS + margin(s, own, enemy, enemy_most)) * MARGINS +
                     margin(s, enemy, own, own_most)];
    worth += weights[BY_BESIDE + (row * BESIDE + beside) * BESIDE + enemy_beside];
    worth += weights[BY_NEAR + phase * NEAR + near];
    worth += weights[BY_NEAR + (PHASES + phase) * NEAR + enemy_near];
    worth += lines(own, enemy, weights, weights) + lines(transposed(own), transposed(enemy), weights, weights + 8);
    if (worth > LIMIT) worth = LIMIT;
    return (worth < -LIMIT ? -LIMIT : worth) | 1;
}

/* The table: table.py */

enum { UPPER = 1, LOWER = 2, EXACT = 3, OFFSET = 1 << 15 };

typedef struct {
    word (*keys)[3];
    word *data;
    num size;
} table_t;

INLINE num slot_of(const table_t *t, word own, word enemy, word code) {
    word mixed = own * 0x9E3779B97F4A7C15u ^ enemy * 0xC2B2AE3D27D4EB4Fu ^ code * 0x165667B19E3779F9u;
    mixed = (mixed ^ mixed >> 32) * 0x9E3779B97F4A7C15u;
    return (num)(mixed >> 32) & (t->size - 1);
}

INLINE word probe(const table_t *t, word own, word enemy, word code) {
    num at = slot_of(t, own, enemy, code);
    return t->keys[at][0] == own && t->keys[at][1] == enemy && t->keys[at][2] == code ? t->data[at] : 0;
}

INLINE num score_of(word data) { return (num)(data >> 32) - OFFSET; }
INLINE num depth_of(word data) { return data >> 24 & 255; }
INLINE num bound_of(word data) { return data >> 16 & 255; }
INLINE num move_of(word data) { return data ? (num)(data & 0xFFFF) : -1; }

INLINE void keep(const table_t *t, word own, word enemy, word code, num score, num depth, num bound,
                        num move) {
    num at = slot_of(t, own, enemy, code);
    t->keys[at][0] = own, t->keys[at][1] = enemy, t->keys[at][2] = code;
    t->data[at] = (word)(score + OFFSET) << 32 | (word)depth << 24 | (word)bound << 16 | (word)move;
}

/* The search: search.py */

enum { MAX_PLY = 64, MAX_MOVES = 129, PASS = 0, NO_MOVE = -1, MAX_EFFORT = 9 };
enum {
    N_SIDE, N_MODE, N_HOLDER, N_FIRST, ALPHA, BETA, LOW, N_BEST, BEST_MOVE, N_DEPTH, N_COUNT, NEXT, MOVE, SAME,
    SCOUT, TAINT, IS_KEY, LESS, N_NODE
};
enum { PLY, STATE, VALUE, NODES, KEYS };
enum { ENTER, GO_ON, RETURNED, FINISHED, STILL_RUNNING };
enum { USE_TABLE, USE_SCOUT, USE_KILLERS, USE_HISTORY, USE_JOINS, USE_SETTLED, USE_RUNS, USE_REDUCTIONS };
enum { REDUCED_FROM = 6, REDUCED_DEPTH = 3 };

typedef struct {
    word (*words)[2];
    num (*nodes)[N_NODE];
    num (*moves)[MAX_MOVES], (*order)[MAX_MOVES], (*line)[MAX_PLY];
    num *length;
    num (*killers)[2], (*history)[4096];
    word (*keys)[4];
    num *excluded, *options;
    int16_t *weights;
    num *efforts;
    runs_t runs;
    table_t estimates, proofs;
    num *cursor;
} work_t;

INLINE int holds_of(const num *node) {
    return node[N_HOLDER] == 0 ? 0 : node[N_HOLDER] - 1 == node[N_SIDE] ? 1 : -1;
}

INLINE word code_of(const num *node) {
    return (word)(node[N_SIDE] | node[N_MODE] << 1 | node[N_HOLDER] << 3 | node[N_FIRST] << 5);
}

INLINE num promise(const work_t *w, num ply, num move, num best, num joined) {
    if (move == best) return (num)1 << 40;
    if (w->options[USE_KILLERS] && (move == w->killers[ply][0] || move == w->killers[ply][1])) return (num)1 << 30;
    num worth = 0;
    if (w->options[USE_JOINS]) worth += joined << 20;
    if (w->options[USE_HISTORY]) {
        num h = w->history[w->nodes[ply][N_SIDE]][move];
        worth += h < (1 << 20) - 1 ? h : (1 << 20) - 1;
    }
    return worth;
}

INLINE void list_moves(const setting_t *s, const work_t *w, num ply, num best) {
    num *node = w->nodes[ply], n = 0;
    word own = w->words[ply][0], enemy = w->words[ply][1], empty = s->board & ~(own | enemy);
    for (word f = movable(s, own, enemy, node[N_FIRST]); f; f &= f - 1) {
        word piece = lowest(f), rest = own ^ piece;
        int before = popcount(adjacent(piece) & own);
        for (word targets = adjacent(piece) & empty; targets; targets &= targets - 1) {
            word target = lowest(targets);
            num move = number(piece) + 64 * number(target);
            w->moves[ply][n] = move;
            w->order[ply][n] = promise(w, ply, move, best, popcount(adjacent(target) & rest) - before + 4);
            n++;
        }
    }
    if (n == 0 || node[N_FIRST] == 0) {
        w->moves[ply][n] = PASS;
        w->order[ply][n] = promise(w, ply, PASS, best, 3);
        n++;
    }
    node[N_COUNT] = n, node[NEXT] = 0;
}

INLINE num take_best(const work_t *w, num ply) {
    num *node = w->nodes[ply], at = node[NEXT], first = at;
    if (at == node[N_COUNT]) return NO_MOVE;
    for (num i = at + 1; i < node[N_COUNT]; i++)
        if (w->order[ply][i] > w->order[ply][first]) first = i;
    num move = w->moves[ply][first];
    w->moves[ply][first] = w->moves[ply][at];
    w->order[ply][first] = w->order[ply][at];
    w->moves[ply][at] = move;
    node[NEXT] = at + 1;
    return move;
}

INLINE int is_excluded(const work_t *w, num ply, num move) {
    if (ply == 0)
        for (int i = 0; i < MAX_MOVES && w->excluded[i] != NO_MOVE; i++)
            if (w->excluded[i] == move) return 1;
    return 0;
}

INLINE int reduction(const work_t *w, num ply, num move) {
    num *node = w->nodes[ply];
    return w->options[USE_REDUCTIONS] && move != PASS && node[NEXT] > REDUCED_FROM && node[N_DEPTH] >= REDUCED_DEPTH &&
           node[N_MODE] != RUN;
}

INLINE int make(const setting_t *s, const work_t *w, num ply, num move) {
    num *node = w->nodes[ply], *after = w->nodes[ply + 1];
    word own = w->words[ply][0], enemy = w->words[ply][1];
    int mode;
    after[IS_KEY] = 0;
    if (move == PASS) {
        mode = mode_after_pass(s, node[N_MODE]);
        node[SAME] = 0;
        after[N_HOLDER] = node[N_HOLDER];
    } else {
        mode = node[N_MODE] == PASSED || node[N_MODE] == RUN ? RUN : ALTERNATE;
        own ^= (word)1 << (move & 63) | (word)1 << (move >> 6);
        node[SAME] = mode == RUN;
        if (s->repetition != NO_REPETITION) {
            word white = node[N_SIDE] ? enemy : own, black = node[N_SIDE] ? own : enemy;
            num side = node[SAME] ? node[N_SIDE] : 1 - node[N_SIDE], last = w->cursor[KEYS];
            word code = (word)(side * 4 + mode);
            int n = 0;
            for (num i = 0; i < last; i++)
                n += w->keys[i][0] == white && w->keys[i][1] == black &&
                     (s->repetition == PLACEMENT || w->keys[i][2] == code);
            if (n >= 2) return -1;
            w->keys[last][0] = white, w->keys[last][1] = black, w->keys[last][2] = code;
            after[IS_KEY] = 1;
        }
        int mine = largest(own), theirs = largest(enemy);
        after[N_HOLDER] = node[N_HOLDER];
        if (mine != theirs) after[N_HOLDER] = 1 + (mine > theirs ? node[N_SIDE] : 1 - node[N_SIDE]);
    }
    after[N_MODE] = mode;
    after[N_FIRST] = 0;
    after[N_SIDE] = node[SAME] ? node[N_SIDE] : 1 - node[N_SIDE];
    w->words[ply + 1][0] = node[SAME] ? own : enemy;
    w->words[ply + 1][1] = node[SAME] ? enemy : own;
    return mode;
}

INLINE void leave(const work_t *w, num value) {
    w->cursor[VALUE] = value;
    w->cursor[STATE] = RETURNED;
    w->cursor[PLY]--;
}

static num run_value(const setting_t *s, const work_t *w, num ply) {
    num *node = w->nodes[ply], value;
    const runs_t *r = &w->runs;
    word own = w->words[ply][0], enemy = w->words[ply][1];
    int holding = holds_of(node);
    num depth = node[N_DEPTH] > 0 ? node[N_DEPTH] : 0;
    num effort = w->efforts[depth < MAX_EFFORT ? depth : MAX_EFFORT - 1];
    r->cursor[AIM] = 0;
    r->cursor[MADE] = 0;
    begin_level(s, r, 0, own, enemy, holding > 0, effort);
    int answer = proceed(s, r, effort + 1);
    w->cursor[NODES] += r->cursor[MADE];
    if (answer == WINS) {
        num index = r->cursor[FOUND], steps = r->nodes[index][DEPTH];
        while (r->nodes[index][PARENT] >= 0) {
            num before = r->nodes[index][PARENT], at = r->nodes[before][DEPTH];
            word left = r->placements[before], entered = r->placements[index];
            if (at < MAX_PLY) w->line[ply][at] = number(left & ~entered) + 64 * number(entered & ~left);
            index = before;
        }
        if (steps < MAX_PLY) w->line[ply][steps] = PASS;
        w->length[ply] = steps + 1 < MAX_PLY ? steps + 1 : MAX_PLY;
        value = WIN;
    } else if (answer == LOSES && holding != 0) {
        value = -WIN;
    } else {
        num best = r->nodes[r->cursor[BEST]][MOST] + together(s, own, enemy);
        value = (PIECE / 2 * best - PIECE * r->levels[0][ENEMY_MOST]) | 1;
        if (holding == 0 && value < 1) value = 1;
    }
    if (w->options[USE_TABLE]) {
        word code = code_of(node);
        if (value == WIN || value == -WIN)
            keep(&w->proofs, own, enemy, code, value, 0, value > 0 ? LOWER : UPPER, PASS);
        else
            keep(&w->estimates, own, enemy, code, value, depth, EXACT, PASS);
    }
    return value;
}

INLINE int usable(word found, const num *node, num *score) {
    num bound = bound_of(found);
    *score = score_of(found);
    return (bound & LOWER && *score >= node[BETA]) || (bound & UPPER && *score <= node[ALPHA]) || bound == EXACT;
}

INLINE num known(const setting_t *s, const work_t *w, num ply) {
    num *node = w->nodes[ply], best = NO_MOVE, score;
    word own = w->words[ply][0], enemy = w->words[ply][1];
    node[TAINT] = 0;
    w->length[ply] = 0;
    if (w->options[USE_TABLE]) {
        word code = code_of(node), found = probe(&w->proofs, own, enemy, code);
        if (found && ply > 0 && usable(found, node, &score)) return score;
        best = move_of(found);
        found = probe(&w->estimates, own, enemy, code);
        if (found) {
            int within = node[BETA] - node[ALPHA] > 1;
            if (ply > 0 && depth_of(found) == node[N_DEPTH] && !within && usable(found, node, &score)) return score;
            if (best == NO_MOVE) best = move_of(found);
        }
    }
    int mode = node[N_MODE], may_end = mode == PASSED || mode == LAST_CALL;
    if (node[N_DEPTH] <= 0 || (ply > 0 && w->options[USE_SETTLED] && (may_end || mode == RUN))) {
        int mine = largest(own), theirs = largest(enemy), holding = holds_of(node);
        if (ply > 0 && w->options[USE_SETTLED]) {
            num value = settled(s, own, enemy, mode, mine, theirs, holding);
            if (value != INFINITE) return value;
        }
        if (ply > 0 && w->options[USE_RUNS] && (mode == PASSED || mode == RUN)) return run_value(s, w, ply);
        if (node[N_DEPTH] <= 0) {
            num value = estimate(s, own, enemy, mine, theirs, holding, w->weights);
            num end = final(mine, theirs, holding);
            return may_end && end > value ? end : value;
        }
    }
    list_moves(s, w, ply, best);
    node[LOW] = node[ALPHA];
    node[N_BEST] = -INFINITE, node[BEST_MOVE] = NO_MOVE;
    return INFINITE + 1;
}

INLINE void store(const work_t *w, num ply) {
    num *node = w->nodes[ply];
    if (!w->options[USE_TABLE] || node[TAINT] || node[BEST_MOVE] == NO_MOVE) return;
    if (ply == 0 && w->excluded[0] != NO_MOVE) return;
    word own = w->words[ply][0], enemy = w->words[ply][1], code = code_of(node);
    num score = node[N_BEST], bound = score >= node[BETA] ? LOWER : score <= node[LOW] ? UPPER : EXACT;
    if ((score >= WIN && bound & LOWER) || (score <= -WIN && bound & UPPER))
        keep(&w->proofs, own, enemy, code, score, node[N_DEPTH] < 254 ? node[N_DEPTH] : 254, score > 0 ? LOWER : UPPER, node[BEST_MOVE]);
    if (score < WIN && score > -WIN)
        keep(&w->estimates, own, enemy, code, score, node[N_DEPTH] < 254 ? node[N_DEPTH] : 254, bound, node[BEST_MOVE]);
}

INLINE int take_value(const work_t *w, num ply, num move, num value) {
    num *node = w->nodes[ply];
    if (value > node[N_BEST]) {
        node[N_BEST] = value, node[BEST_MOVE] = move;
        if (value > node[ALPHA]) {
            node[ALPHA] = value;
            w->line[ply][0] = move;
            num rest = w->length[ply + 1] < MAX_PLY - 1 ? w->length[ply + 1] : MAX_PLY - 1;
            for (num i = 0; i < rest; i++) w->line[ply][i + 1] = w->line[ply + 1][i];
            w->length[ply] = rest + 1;
        }
    }
    if (value < node[BETA]) return 0;
    if (move != w->killers[ply][0]) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = move;
    }
    w->history[node[N_SIDE]][move] += node[N_DEPTH] * node[N_DEPTH];
    return 1;
}

INLINE void descend(const work_t *w, num ply, num scout, num less) {
    num *node = w->nodes[ply], *after = w->nodes[ply + 1];
    node[SCOUT] = scout, node[LESS] = less;
    num low = node[ALPHA], high = scout ? low + 1 : node[BETA];
    after[ALPHA] = node[SAME] ? low : -high;
    after[BETA] = node[SAME] ? high : -low;
    after[N_DEPTH] = node[N_DEPTH] - 1 - less;
    w->cursor[PLY] = ply + 1;
    w->cursor[STATE] = ENTER;
}

num search(const setting_t *s, const work_t *w, num quota) {
    num *cursor = w->cursor, last = cursor[NODES] + quota;
    for (;;) {
        num ply = cursor[PLY];
        if (ply < 0) return FINISHED;
        num *node = w->nodes[ply];
        if (cursor[STATE] == ENTER) {
            if (cursor[NODES] >= last) return STILL_RUNNING;
            cursor[NODES]++;
            if (node[IS_KEY]) cursor[KEYS]++;
            num value = known(s, w, ply);
            if (value <= INFINITE) {
                if (node[IS_KEY]) cursor[KEYS]--;
                leave(w, value);
                continue;
            }
            cursor[STATE] = GO_ON;
        }
        int refuted = 0;
        if (cursor[STATE] == RETURNED) {
            num value = node[SAME] ? cursor[VALUE] : -cursor[VALUE];
            if (w->nodes[ply + 1][TAINT]) node[TAINT] = 1;
            if (node[LESS] && node[ALPHA] < value && value < WIN) {
                make(s, w, ply, node[MOVE]);
                descend(w, ply, node[SCOUT], 0);
                continue;
            }
            if (node[SCOUT] && node[ALPHA] < value && value < node[BETA]) {
                make(s, w, ply, node[MOVE]);
                descend(w, ply, 0, 0);
                continue;
            }
            refuted = take_value(w, ply, node[MOVE], value);
            cursor[STATE] = GO_ON;
        }
        while (!refuted) {
            num move = take_best(w, ply);
            if (move == NO_MOVE) break;
            if (is_excluded(w, ply, move)) continue;
            int mode = make(s, w, ply, move);
            if (mode < 0) {
                node[TAINT] = 1;
                continue;
            }
            if (mode == OVER) {
                w->length[ply + 1] = 0;
                refuted = take_value(w, ply, move,
                                     final(largest(w->words[ply][0]), largest(w->words[ply][1]), holds_of(node)));
                continue;
            }
            node[MOVE] = move;
            int scout = w->options[USE_SCOUT] && node[N_BEST] > -INFINITE && node[BETA] - node[ALPHA] > 1;
            descend(w, ply, scout, scout ? reduction(w, ply, move) : 0);
            break;
        }
        if (cursor[PLY] == ply) {
            store(w, ply);
            if (node[IS_KEY]) cursor[KEYS]--;
            leave(w, node[N_BEST]);
        }
    }
}
