/* The C twin of mabi_search/kernels/perft.py: the same words, the same flood, leaves counted in bulk at the
 * same places, repetition looked at where it can bite; the stack is the machine's. Only for comparison;
 * nothing installs it.
 *
 * Built and called by benchmarks/mabi_perft.py. */
#include "mabi_board.h"

typedef struct {
    word white, black, code, again;
} arisen_t;

typedef struct {
    setting_t setting;
    arisen_t *keys; /* room for depth more */
    int64_t count, twice;
} path_t;

/* How many steps of the free pieces lead to what has arisen twice. */
static __attribute__((noinline)) int forbidden(const path_t *p, word own, word enemy, word code, word free) {
    word side = code >> 2, mode = code & 3;
    word after = mode == PASSED || mode == RUN ? side << 2 | RUN : (side ^ 1) << 2 | ALTERNATE;
    int n = 0;
    for (int64_t i = 0; i < p->count; i++) {
        const arisen_t *k = p->keys + i;
        if (!k->again || (side ? k->white : k->black) != enemy) continue;
        if (p->setting.repetition == PLACEMENT || k->code == after) {
            word mine = side ? k->black : k->white, origin = own & ~mine, target = mine & ~own;
            n += (origin & free) && lowest(origin) == origin && (adjacent(origin) & target);
        }
    }
    return n;
}

INLINE int64_t leaves_after(const path_t *p, int careful, word own, word enemy, word code, leaders_t lead) {
    const setting_t *s = &p->setting;
    word empty = s->board & ~(own | enemy), f = free_pieces(s, own, enemy, lead);
    int64_t leaves = popcount(north(f) & empty) + popcount(south(f) & empty) + popcount(east(f) & empty) +
                     popcount(west(f) & empty) + 1;
    return careful ? leaves - forbidden(p, own, enemy, code, f) : leaves;
}

INLINE int occurrences(const path_t *p, int64_t count, word white, word black, word code) {
    int n = 0;
    for (int64_t i = 0; i < count; i++)
        n += p->keys[i].white == white && p->keys[i].black == black &&
             (p->setting.repetition == PLACEMENT || p->keys[i].code == code);
    return n;
}

static int64_t count(path_t *p, word own, word enemy, int side, int mode, int first, int depth);

/* careful: something has arisen twice. */
INLINE int64_t leaves_of(const path_t *p, int careful, word own, word enemy, int side, const word steps[4],
                         int stays) {
    const setting_t *s = &p->setting;
    leaders_t still = leaders(s, enemy);
    word code = stays ? side << 2 | RUN : (side ^ 1) << 2 | ALTERNATE;
    int64_t total = 0;
#define ALL_STEPS(TARGETS, BACK)                                                                    \
    for (word left = TARGETS; left; left &= left - 1) {                                             \
        word target = lowest(left), after = own ^ target ^ BACK(target);                            \
        if (careful &&                                                                              \
            occurrences(p, p->count, side ? enemy : after, side ? after : enemy, code) >= 2)        \
            continue;                                                                               \
        total += stays ? leaves_after(p, careful, after, enemy, code, leaders(s, after))            \
                       : leaves_after(p, careful, enemy, after, code, still);                       \
    }
    ALL_STEPS(steps[0], south)
    ALL_STEPS(steps[1], north)
    ALL_STEPS(steps[2], west)
    ALL_STEPS(steps[3], east)
    return total;
}

static __attribute__((noinline)) int64_t allowed_leaves_of(const path_t *p, word own, word enemy, int side,
                                                           const word steps[4], int stays) {
    return leaves_of(p, 1, own, enemy, side, steps, stays);
}

static int64_t step(path_t *p, word own, word enemy, int side, int mode, int depth) {
    int after_mode = mode == PASSED || mode == RUN ? RUN : ALTERNATE;
    int after_side = after_mode == RUN ? side : side ^ 1, known = 0;
    int is_key = p->setting.repetition != NO_REPETITION;
    if (is_key) {
        arisen_t key = {side ? enemy : own, side ? own : enemy, after_side << 2 | after_mode, 0};
        known = occurrences(p, p->count, key.white, key.black, key.code);
        if (known >= 2) return 0;
        key.again = known;
        p->keys[p->count] = key;
    }
    if (depth == 1) return 1;
    p->count += is_key;
    p->twice += known > 0;
    int64_t total = after_mode == RUN ? count(p, own, enemy, after_side, after_mode, 0, depth - 1)
                                      : count(p, enemy, own, after_side, after_mode, 0, depth - 1);
    p->count -= is_key;
    p->twice -= known > 0;
    return total;
}

static int64_t count(path_t *p, word own, word enemy, int side, int mode, int first, int depth) {
    const setting_t *s = &p->setting;
    word empty = s->board & ~(own | enemy), f = free_pieces(s, own, enemy, leaders(s, own));
    if (first) f &= s->edge;
    word steps[4] = {north(f) & empty, south(f) & empty, east(f) & empty, west(f) & empty};
    int64_t total = 0;
    if (!first || !(steps[0] | steps[1] | steps[2] | steps[3])) {
        int after = mode_after_pass(s, mode);
        if (depth == 1)
            total++;
        else if (after == OVER)
            ;
        else if (depth == 2)
            total += leaves_after(p, p->twice > 0, enemy, own, (side ^ 1) << 2 | after, leaders(s, enemy));
        else
            total += count(p, enemy, own, side ^ 1, after, 0, depth - 1);
    }
    if (depth == 2) {
        int stays = mode == PASSED || mode == RUN;
        if (p->twice) return total + allowed_leaves_of(p, own, enemy, side, steps, stays);
        return total + (stays ? leaves_of(p, 0, own, enemy, side, steps, 1)
                              : leaves_of(p, 0, own, enemy, side, steps, 0));
    }
    for (int way = 0; way < 4; way++)
        for (word left = steps[way]; left; left &= left - 1) {
            word target = lowest(left), back;
            back = way == 0 ? south(target) : way == 1 ? north(target) : way == 2 ? west(target) : east(target);
            total += step(p, own ^ target ^ back, enemy, side, mode, depth);
        }
    return total;
}

int64_t perft(const setting_t *setting, word own, word enemy, word code, int64_t first, word *keys, int64_t known,
              int64_t depth) {
    path_t path = {*setting, (arisen_t *)keys, known, 0};
    for (int64_t i = 0; i < known && setting->repetition != NO_REPETITION; i++)
        path.twice += path.keys[i].again =
            occurrences(&path, i, path.keys[i].white, path.keys[i].black, path.keys[i].code) > 0;
    return count(&path, own, enemy, (int)(code >> 2), (int)(code & 3), (int)first, (int)depth);
}
