/* The C twin of kernels/twelve/ida.py: the same tables, the same words of legal swaps, the same order of
 * swaps, the same lanes and prefetches, the same node counts. Only for comparison; nothing installs or tests it.
 *
 * Built and called by benchmarks/twin/__init__.py. */
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline)) /* so that `hand` is a constant */
#define EACH 0x0001000100010001ull
#define LOW(hand) (((1ull << (12 - hand)) - 1) * EACH)
#define HIGH(hand) (((1ull << 12) - (1ull << (12 - hand))) * EACH)

enum { CLASSES = 20160, LANES = 16, LEVELS = 26, RANKS = 9, LINE = 24, CARDS = 15 };
enum { UNKNOWN = 255 }; /* slack of a node whose distance is still to be looked up */
enum { SOLVED, UNSOLVABLE, UNDECIDED };

typedef struct {
    uint64_t ring, todo, others, takes[4];
    uint32_t pattern, order, slack, banned, played;
} frame_t;

typedef struct {
    int64_t deal, nodes;
    uint64_t spot;
    uint32_t depth, bound, distance, cut, open;
    uint32_t reach[16][4];
    frame_t frames[LEVELS];
} lane_t;

typedef struct {
    const uint64_t *card_targets, *reach; /* (cards, 15), (cards, 4) */
    const uint8_t *pairs;
    int64_t hand, ranks, no_undo;
    const uint64_t *sets;
    const uint8_t *distance, *pattern_of;
    const uint32_t *steps;
    const uint16_t *orders;
    const uint64_t *rings;
    const uint8_t *cards;
    const uint64_t *backs;
    const uint8_t *turns_left;
    uint8_t *status, *bound;
    int64_t *nodes;
    uint8_t *lines;
    int64_t *wins;
    int64_t count, max_nodes;
} work_t;

INLINE uint64_t own_swaps(int hand, uint64_t own) {
    if (hand == 4) {
        uint64_t x = own >> 4 & 0x00FF00FF00FF00FF;
        x = (x | x >> 8) & 0x0000FFFF0000FFFF;
        return (x | x >> 16) & 0xFFFFFFFF;
    }
    uint64_t x = own >> 3 & 0x01FF01FF01FF;
    return (x & 0x1FF) | (x >> 7 & 0x3FE00) | (x >> 14 & 0x7FC0000);
}

INLINE uint64_t reachable(const lane_t *l, int hand, uint64_t ring) {
    uint64_t r = l->reach[ring & 15][0] | l->reach[ring >> 4 & 15][1] | l->reach[ring >> 8 & 15][2];
    return hand == 4 ? r | l->reach[ring >> 12 & 15][3] : r;
}

INLINE void enter(const work_t *w, lane_t *l) {
    frame_t *f = &l->frames[l->depth];
    if (l->spot) f->order = w->orders[l->spot - 1];
    uint64_t index = (uint64_t)f->pattern * CLASSES + f->order;
    __builtin_prefetch(&w->sets[index]);
    if (f->slack == UNKNOWN) __builtin_prefetch(&w->distance[index]);
}

static void deepen(lane_t *l, uint32_t bound) {
    l->open = 0;
    l->spot = 0;
    l->bound = bound;
    l->cut = 0;
    l->depth = 0;
    l->frames[0].slack = bound - l->distance;
}

static inline int order_of(uint64_t ring, int numbers) {
    int first = ring >> 4 * __builtin_ctz(numbers) & 15, rank = 0, left = RANKS - 1;
    unsigned seen = 0;
    for (int rest = numbers & (numbers - 1); rest; rest &= rest - 1) {
        int value = (int)(ring >> 4 * __builtin_ctz(rest) & 15) - first - 1;
        value += RANKS & value >> 31;
        rank = rank * left-- + value - __builtin_popcount(seen & ((1u << value) - 1));
        seen |= 1u << value;
    }
    return rank < 40319 - rank ? rank : 40319 - rank;
}

INLINE void start(const int hand, const work_t *w, lane_t *l, int64_t deal) {
    uint64_t ring = w->rings[deal];
    int mask = 0;
    for (int place = 0; place < 12; place++) mask |= ((ring >> 4 * place & 15) >= RANKS) << place;
    uint32_t pattern = w->pattern_of[mask], order = order_of(ring, ~mask & 0xFFF);
    for (int seat = 0; seat < 4; seat++) l->frames[0].takes[seat] = 0;
    for (int place = 0; place < 12; place++) {
        int stone = ring >> 4 * place & 15, card = w->cards[deal * CARDS + stone];
        l->frames[0].takes[place / hand] |= w->card_targets[card * CARDS + stone] << 16 * (place % hand);
        for (int own = 0; own < 4; own++) l->reach[stone][own] = w->reach[card * 4 + own];
    }
    for (int seat = 0; seat < 12 / hand; seat++) {
        uint64_t stones = l->frames[0].takes[seat], takes = 0;
        for (int other = 0; other < 12; other++) takes |= (stones >> (ring >> 4 * other & 15) & EACH) << other;
        l->frames[0].takes[seat] = takes;
    }
    l->deal = deal + 1;
    l->nodes = 0;
    l->frames[0].ring = ring;
    l->frames[0].pattern = pattern;
    l->frames[0].order = order;
    l->frames[0].banned = 0;
    for (int own = 0; own < hand; own++) {
        uint32_t way = w->backs[deal] >> 4 * own & 15;
        if (way) l->frames[0].banned = 1 + own * (12 - hand) + own + way - hand;
    }
    deepen(l, 0);
    l->frames[0].slack = UNKNOWN;
}

INLINE uint64_t turned(const int hand, uint64_t x, int own, int other) {
    uint64_t y = (x >> own ^ x >> other) & EACH;
    x ^= y << own ^ y << other;
    return (x >> hand & LOW(hand)) | (x << (12 - hand) & HIGH(hand));
}

INLINE uint64_t after(const int hand, uint64_t ring, int own, int other) {
    uint64_t d = (ring >> 4 * own ^ ring >> 4 * other) & 15;
    ring ^= d << 4 * own ^ d << 4 * other;
    return ring >> 4 * hand | (ring & ((1ull << 4 * hand) - 1)) << (48 - 4 * hand);
}

INLINE uint32_t undo(const int hand, const work_t *w, int own, int other) {
    uint32_t back = -(uint32_t)w->no_undo & (other - 2 * hand) >> 31; /* no branch: all ones, or 0 */
    return back & (1 + (other - hand) * (12 - hand) + 12 - 2 * hand + own);
}

INLINE uint64_t legal(const int hand, const lane_t *l, uint64_t ring, uint64_t takes, uint32_t banned) {
    uint64_t swaps = reachable(l, hand, ring) & own_swaps(hand, takes);
    return swaps & ~(1ull << banned >> 1);
}

INLINE int look(const int hand, const work_t *w, lane_t *l) {
    uint32_t depth = l->depth;
    frame_t *f = &l->frames[depth];
    uint64_t index = (uint64_t)f->pattern * CLASSES + f->order;
    uint64_t swaps = legal(hand, l, f->ring, f->takes[0], f->banned);
    uint64_t sets = w->sets[index], lower = sets & swaps, level = 0, others = 0;
    l->nodes++;
    if (l->bound - depth == 1) {
        if (lower) {
            f->played = __builtin_ctzll(lower);
            return 1;
        }
    } else if (f->slack) {
        level = sets >> 32 & swaps;
        if (f->slack > 1) others = swaps & ~(lower | level);
    }
    l->cut |= (swaps & ~(lower | level | others)) != 0;
    f->todo = lower | level << 32;
    f->others = others;
    l->open |= (uint32_t)((f->todo | others) != 0) << depth;
    return 0;
}

INLINE int descend(const int hand, const work_t *w, lane_t *l) {
    if (l->open) {
        uint32_t depth = 31 - __builtin_clz(l->open), slack, swap;
        frame_t *f = &l->frames[depth];
        uint64_t todo = f->todo, others = f->others, spot;
        uint32_t step, pattern;
        if (todo) {
            swap = __builtin_ctzll(todo);
            slack = f->slack - (swap >> 5);
            swap &= 31;
            todo &= todo - 1;
            f->todo = todo;
            l->open ^= (uint32_t)((todo | others) == 0) << depth;
            step = w->steps[f->pattern * 32 + swap], pattern = step & 255;
            spot = (uint64_t)(step >> 8) * CLASSES + f->order;
        } else {
            swap = __builtin_ctzll(others);
            f->others = others & (others - 1);
            l->open ^= (uint32_t)(f->others == 0) << depth;
            step = w->steps[f->pattern * 32 + swap], pattern = step & 255;
            spot = (uint64_t)(step >> 8) * CLASSES + f->order;
            slack = UNKNOWN;
        }
        __builtin_prefetch(&w->orders[spot]);
        f->played = swap;
        int own = w->pairs[swap] >> 4, other = w->pairs[swap] & 15;
        frame_t *c = f + 1;
        c->ring = after(hand, f->ring, own, other);
        c->banned = undo(hand, w, own, other);
        c->pattern = pattern;
        c->slack = slack;
        l->spot = spot + 1;
        l->depth = depth + 1;
        int seat = other / hand, lane = 16 * (other - seat * hand);
        uint64_t d = (f->takes[0] >> 16 * own ^ f->takes[seat] >> lane) & 0xFFFF, e = d << lane;
        for (int i = 1; i < 12 / hand; i++)
            c->takes[i - 1] = turned(hand, f->takes[i] ^ (-(uint64_t)(i == seat) & e), own, other);
        c->takes[12 / hand - 1] = turned(hand, f->takes[0] ^ d << 16 * own, own, other);
        return 1;
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

INLINE int settled_by_distance(const work_t *w, lane_t *l, uint32_t distance) {
    int left = w->turns_left[l->deal - 1];
    l->distance = distance;
    deepen(l, distance);
    if (distance == 0) return finish(w, l, SOLVED, 0), 1;
    if ((int)distance > left) return finish(w, l, UNSOLVABLE, left + 1), 1;
    return 0;
}

INLINE int in_time(lane_t *l, uint32_t distance) {
    if (distance + l->depth > l->bound) return l->cut = 1, 0;
    l->frames[l->depth].slack = l->bound - distance - l->depth;
    return 1;
}

INLINE int advance(const int hand, const work_t *w, lane_t *l) {
    frame_t *f = &l->frames[l->depth];
    int near = 1;
    if (f->slack == UNKNOWN) {
        uint32_t distance = w->distance[(uint64_t)f->pattern * CLASSES + f->order];
        if (!l->bound) {
            if (settled_by_distance(w, l, distance)) return 1;
        } else
            near = in_time(l, distance);
    }
    if (near && l->nodes >= w->max_nodes) return finish(w, l, UNDECIDED, l->bound), 1;
    if (near && look(hand, w, l)) return finish(w, l, SOLVED, l->bound), 1;
    if (descend(hand, w, l)) return 0;
    int left = w->turns_left[l->deal - 1];
    if (!l->cut || (int)l->bound >= left) return finish(w, l, UNSOLVABLE, left + 1), 1;
    deepen(l, l->bound + 1);
    return 0;
}

INLINE void run(const int hand, const work_t *w) {
    static lane_t lanes[LANES];
    int64_t started = 0, finished = 0;
    memset(lanes, 0, sizeof lanes);
    while (finished < w->count) {
        for (int i = 0; i < LANES; i++) {
            if (lanes[i].deal) finished += advance(hand, w, &lanes[i]);
            if (!lanes[i].deal && started < w->count) start(hand, w, &lanes[i], started++);
            lane_t *half_way = &lanes[(i + LANES / 2) % LANES]; /* between two steps of that lane */
            if (half_way->deal) enter(w, half_way);
        }
    }
}

void search(const work_t *w) {
    if (w->hand == 4)
        run(4, w);
    else
        run(3, w);
}
