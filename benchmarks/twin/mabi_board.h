/* What the C twins of the kernels share: bitboards, groups, moves; as in mabi_search/kernels/board.py,
 * groups.py and moves.py. */
#include <stdint.h>

typedef uint64_t word;

enum { ALTERNATE, PASSED, RUN, LAST_CALL, OVER };
enum { BY_PIECE, BY_GROUP };
enum { UNIQUE, LEADER, NO_FREEZE };
enum { RUN_RULE, RESUME_RULE, FINAL_RULE, PLAIN_RULE };
enum { SITUATION, PLACEMENT, NO_REPETITION };

typedef struct {
    word board, edge;
    int64_t paralysis, freeze, pass_rule, repetition;
} setting_t;

#define INLINE static inline __attribute__((always_inline))

static const word NOT_A = 0xFEFEFEFEFEFEFEFE, NOT_H = 0x7F7F7F7F7F7F7F7F;

INLINE int popcount(word w) { return __builtin_popcountll(w); }
INLINE word lowest(word w) { return w & -w; }
INLINE word north(word w) { return w << 8; }
INLINE word south(word w) { return w >> 8; }
INLINE word east(word w) { return w << 1 & NOT_A; }
INLINE word west(word w) { return w >> 1 & NOT_H; }
INLINE word adjacent(word w) { return north(w) | south(w) | east(w) | west(w); }

INLINE word flood(word seed, word pieces) {
    for (word group = seed;;) {
        word grown = (group | adjacent(group)) & pieces;
        if (grown == group) return group;
        group = grown;
    }
}

typedef struct {
    int most; /* size of the largest group */
    word top; /* what of it is frozen if the other side's are smaller */
} leaders_t;

INLINE leaders_t leaders(const setting_t *s, word pieces) {
    word joined = pieces & adjacent(pieces), top = pieces ^ joined;
    int tops = popcount(top), most = pieces != 0;
    while (joined) {
        word group = flood(lowest(joined), joined);
        joined ^= group;
        int size = popcount(group);
        if (size > most) {
            top = group, tops = 1, most = size;
        } else if (size == most) {
            top |= group, tops++;
        }
    }
    if (s->freeze == NO_FREEZE || (s->freeze == UNIQUE && tops != 1)) top = 0;
    return (leaders_t){most, top};
}

/* Who of `own` may step, given the leaders of its side. */
INLINE word free_pieces(const setting_t *s, word own, word enemy, leaders_t lead) {
    word joined = own & adjacent(own), single = own ^ joined, held = 0;
    int most = enemy != 0;
    word rest = enemy & adjacent(enemy);
    while (rest) {
        word larger = flood(lowest(rest), rest);
        rest ^= larger;
        int size = popcount(larger);
        if (size > most) most = size;
        word around = adjacent(larger), touched = around & joined;
        held |= around & single;
        if (size > 2)
            while (touched) {
                word group = flood(lowest(touched), joined);
                if (popcount(group) < size) held |= s->paralysis == BY_GROUP ? group : group & around;
                touched &= ~group;
            }
    }
    if (lead.most > most) held |= lead.top;
    return own & ~held;
}

INLINE int mode_after_pass(const setting_t *s, int mode) {
    if (mode == PASSED || mode == LAST_CALL || (mode == RUN && s->pass_rule == FINAL_RULE)) return OVER;
    if (s->pass_rule == PLAIN_RULE || (mode == RUN && s->pass_rule == RESUME_RULE)) return LAST_CALL;
    return PASSED;
}
