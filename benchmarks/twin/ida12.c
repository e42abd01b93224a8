/* The C twin of kernels/twelve/ida.py: the same tables, the same order of swaps, the same lanes and
 * prefetches, the same node counts. Only for comparison; nothing installs or tests it.
 *
 * Built and called by benchmarks/twin/__init__.py. */
#include <stdint.h>
#include <string.h>

enum { CLASSES = 20160, LANES = 16, LEVELS = 26, RANKS = 9, LINE = 24, CARDS = 15 };
enum { SOLVED, UNSOLVABLE, UNDECIDED };

typedef struct {
    uint64_t ring, todo, others;
    uint32_t pattern, order, slack, banned, played, unused;
} frame_t;

typedef struct {
    int64_t deal, nodes;
    int pending;
    uint32_t depth, bound, distance, cut;
    uint64_t targets[CARDS];
    frame_t frames[LEVELS];
} lane_t;

typedef struct {
    const uint64_t *card_targets, *reach; /* (cards, 15), (cards, 4) */
    const uint8_t *pairs;
    int64_t hand, ranks, no_undo;
    const uint32_t *lower, *level;
    const uint8_t *distance, *pattern_of;
    const uint32_t *steps;
    const uint16_t *orders;
    const uint64_t *rings;
    const uint8_t *cards, *banned, *turns_left;
    uint8_t *status, *bound;
    int64_t *nodes;
    uint8_t *lines;
    int64_t *wins;
    int64_t count, max_nodes;
} work_t;

static inline uint64_t reachable(const work_t *w, int64_t deal, uint64_t ring) {
    uint64_t swaps = 0;
    for (int own = 0; own < w->hand; own++)
        swaps |= w->reach[w->cards[deal * CARDS + ((ring >> 4 * own) & 15)] * 4 + own];
    return swaps;
}

static inline int fits(const work_t *w, const lane_t *l, uint64_t ring, int swap) {
    int pair = w->pairs[swap];
    uint64_t stone = (ring >> 4 * (pair >> 4)) & 15, other = (ring >> 4 * (pair & 15)) & 15;
    return l->targets[stone] >> other & 1;
}

static inline int first_fitting(const work_t *w, const lane_t *l, uint64_t ring, uint64_t swaps) {
    for (; swaps; swaps &= swaps - 1) {
        int swap = __builtin_ctzll(swaps);
        if (fits(w, l, ring, swap)) return swap;
    }
    return -1;
}

static inline void enter(const work_t *w, const frame_t *f) {
    uint64_t index = (uint64_t)f->pattern * CLASSES + f->order;
    __builtin_prefetch(&w->lower[index]);
    if (f->slack) __builtin_prefetch(&w->level[index]);
}

static void deepen(const work_t *w, lane_t *l, uint32_t bound) {
    l->bound = bound;
    l->cut = 0;
    l->depth = 0;
    l->frames[0].slack = bound - l->distance;
    enter(w, &l->frames[0]);
}

static int order_of(uint64_t ring) {
    int first = 0, rank = 0, left = RANKS;
    unsigned seen = 0;
    for (int place = 0; place < 12; place++) {
        int stone = ring >> 4 * place & 15;
        if (stone >= RANKS) continue;
        if (left == RANKS) {
            first = stone;
        } else {
            int value = stone - first - 1;
            if (value < 0) value += RANKS;
            rank = rank * left + value - __builtin_popcount(seen & ((1u << value) - 1));
            seen |= 1u << value;
        }
        left--;
    }
    return rank < 40319 - rank ? rank : 40319 - rank;
}

static int start(const work_t *w, lane_t *l, int64_t deal) {
    uint64_t ring = w->rings[deal];
    int mask = 0;
    for (int place = 0; place < 12; place++) mask |= ((ring >> 4 * place & 15) >= RANKS) << place;
    uint32_t pattern = w->pattern_of[mask], order = order_of(ring);
    uint8_t distance = w->distance[(uint64_t)pattern * CLASSES + order];
    w->nodes[deal] = 0;
    w->wins[deal] = distance == 0;
    w->bound[deal] = distance;
    if (!distance || distance > w->turns_left[deal]) {
        w->status[deal] = distance ? UNSOLVABLE : SOLVED;
        if (distance) w->bound[deal] = w->turns_left[deal] + 1;
        return 0;
    }
    for (int stone = 0; stone < 12; stone++)
        l->targets[stone] = w->card_targets[w->cards[deal * CARDS + stone] * CARDS + stone];
    l->deal = deal + 1;
    l->distance = distance;
    l->nodes = 0;
    l->frames[0].ring = ring;
    l->frames[0].pattern = pattern;
    l->frames[0].order = order;
    l->frames[0].banned = w->banned[deal];
    deepen(w, l, distance);
    return 1;
}

static inline int look(const work_t *w, lane_t *l) {
    frame_t *f = &l->frames[l->depth];
    uint64_t index = (uint64_t)f->pattern * CLASSES + f->order;
    uint64_t swaps = reachable(w, l->deal - 1, f->ring);
    if (f->banned) swaps &= ~(1ull << (f->banned - 1));
    uint64_t lower = w->lower[index] & swaps, level = 0, others = 0;
    l->nodes++;
    if (l->bound - l->depth == 1) {
        int win = first_fitting(w, l, f->ring, lower);
        if (win >= 0) {
            f->played = win;
            return 1;
        }
        lower = 0;
    } else if (f->slack) {
        level = w->level[index] & swaps;
        if (f->slack > 1) others = swaps & ~(lower | level);
    }
    if (!l->cut) l->cut = first_fitting(w, l, f->ring, swaps & ~(lower | level | others)) >= 0;
    f->todo = lower | level << 32;
    f->others = others;
    return 0;
}

static inline uint32_t undo_after(const work_t *w, int64_t deal, uint64_t ring, int own, int other) {
    int hand = w->hand, others = 12 - hand;
    if (!w->no_undo || other >= 2 * hand) return 0;
    int bit = (other - hand) * others + (12 - hand + own) - hand;
    int stone = ring >> 4 * own & 15, card = w->cards[deal * CARDS + stone];
    uint64_t by_place = w->reach[card * 4 + other - hand] >> bit;
    uint64_t by_stone = w->card_targets[card * CARDS + stone] >> (ring >> 4 * other & 15);
    return by_place & by_stone & 1 ? 1 + bit : 0;
}

static inline int descend(const work_t *w, lane_t *l) {
    int shift = 4 * w->hand;
    for (int depth = l->depth; depth >= 0; depth--) {
        frame_t *f = &l->frames[depth];
        uint64_t ring = f->ring, todo = f->todo, others = f->others;
        while (todo | others) {
            uint32_t swap, cost;
            if (todo) {
                swap = __builtin_ctzll(todo);
                todo &= todo - 1;
                cost = swap >> 5;
                swap &= 31;
            } else {
                swap = __builtin_ctzll(others);
                others &= others - 1;
                cost = 64;
            }
            if (!fits(w, l, ring, swap)) continue;
            uint32_t step = w->steps[f->pattern * 32 + swap], pattern = step & 255;
            uint64_t spot = (uint64_t)(step >> 8) * CLASSES + f->order;
            uint32_t slack;
            if (cost == 64) {
                uint32_t order = w->orders[spot];
                uint32_t there = w->distance[(uint64_t)pattern * CLASSES + order];
                if (there + depth + 1 > l->bound) {
                    l->cut = 1;
                    continue;
                }
                slack = l->bound - there - depth - 1;
            } else {
                slack = f->slack - cost;
            }
            f->todo = todo;
            f->others = others;
            f->played = swap;
            int own = w->pairs[swap] >> 4, other = w->pairs[swap] & 15;
            uint64_t difference = (ring >> 4 * own ^ ring >> 4 * other) & 15;
            uint64_t child = ring ^ difference << 4 * own ^ difference << 4 * other;
            frame_t *c = f + 1;
            c->ring = child >> shift | (child & ((1ull << shift) - 1)) << (48 - shift);
            c->banned = undo_after(w, l->deal - 1, ring, own, other);
            c->pattern = pattern;
            c->order = spot;
            c->slack = slack;
            l->depth = depth + 1;
            l->pending = 1;
            __builtin_prefetch(&w->orders[spot]);
            return 1;
        }
    }
    return 0;
}

static void finish(const work_t *w, lane_t *l, int status, int bound) {
    int64_t deal = l->deal - 1;
    w->status[deal] = status;
    w->bound[deal] = bound;
    w->nodes[deal] = l->nodes;
    w->wins[deal] = status == SOLVED;
    if (status == SOLVED)
        for (int turn = 0; turn < bound; turn++) w->lines[deal * LINE + turn] = w->pairs[l->frames[turn].played];
    l->deal = 0;
}

static inline int advance(const work_t *w, lane_t *l) {
    if (l->pending) {
        frame_t *f = &l->frames[l->depth];
        f->order = w->orders[f->order];
        l->pending = 0;
        enter(w, f);
        return 0;
    }
    if (l->nodes >= w->max_nodes) return finish(w, l, UNDECIDED, l->bound), 1;
    if (look(w, l)) return finish(w, l, SOLVED, l->bound), 1;
    if (descend(w, l)) return 0;
    int left = w->turns_left[l->deal - 1];
    if (!l->cut || (int)l->bound >= left) return finish(w, l, UNSOLVABLE, left + 1), 1;
    deepen(w, l, l->bound + 1);
    return 0;
}

void search(const work_t *w) {
    static lane_t lanes[LANES];
    int64_t started = 0, finished = 0;
    memset(lanes, 0, sizeof lanes);
    while (finished < w->count)
        for (int i = 0; i < LANES; i++) {
            if (lanes[i].deal) finished += advance(w, &lanes[i]);
            while (!lanes[i].deal && started < w->count) finished += !start(w, &lanes[i], started++);
        }
}
