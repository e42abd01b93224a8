"""Every position of a very small board by plain Python that shares nothing with the library.

Squares are complex numbers, sides are "w" and "b". A position of alternate play is (White's squares,
Black's squares, side to move, holder or None, asked), where `asked` is True if the other side has just passed
under the rule "plain", or has ended a run under the rule "resume". Values are found by going through all
positions again and again until nothing changes.
"""

from itertools import combinations

STEPS = (1, -1, 1j, -1j)
TURN = {"w": "b", "b": "w"}


class Plain:
    def __init__(self, ranks, files, white, black, pass_rule="run", freeze="unique", paralysis="piece"):
        known = {
            pass_rule: ("run", "resume", "final", "plain"),
            freeze: ("unique", "leader", "none"),
            paralysis: ("piece", "group"),
        }
        if unknown := [value for value, values in known.items() if value not in values]:
            raise ValueError(f"not known here: {' '.join(unknown)}")
        self.squares = frozenset(complex(x, y) for x in range(files) for y in range(ranks))
        self.pass_rule, self.freeze, self.paralysis = pass_rule, freeze, paralysis
        self.placements = [
            (frozenset(w), frozenset(b))
            for w in combinations(sorted(self.squares, key=str), white)
            for b in combinations(sorted(self.squares.difference(w), key=str), black)
        ]
        self.sizes = {}
        self.next = {}
        self.overtakes = {}
        self.reached = {}

    def groups(self, pieces):
        """Return for each piece its group."""
        found = {}
        for piece in pieces:
            if piece not in found:
                group, edge = {piece}, [piece]
                while edge:
                    here = edge.pop()
                    for step in STEPS:
                        if here + step in pieces and here + step not in group:
                            group.add(here + step)
                            edge.append(here + step)
                for one in group:
                    found[one] = frozenset(group)
        return found

    def most(self, pieces):
        if pieces not in self.sizes:
            self.sizes[pieces] = max(map(len, self.groups(pieces).values()), default=0)
        return self.sizes[pieces]

    def placements_after(self, placement, side):
        """Return the placements that one step of a side leads to, each as often as it does."""
        if (placement, side) in self.next:
            return self.next[placement, side]
        own, enemy = placement if side == "w" else placement[::-1]
        mine, theirs = self.groups(own), self.groups(enemy)
        top = max(self.most(own), self.most(enemy))
        tops = {group for group in (*mine.values(), *theirs.values()) if len(group) == top}
        sole = len(tops) == 1 if self.freeze == "unique" else self.most(own) != self.most(enemy)
        found = []
        for piece in own:
            if self.freeze != "none" and sole and mine[piece] in tops:
                continue
            touching = [piece] if self.paralysis == "piece" else mine[piece]
            if any(
                len(theirs[one + step]) > len(mine[piece])
                for one in touching
                for step in STEPS
                if one + step in theirs
            ):
                continue
            for step in STEPS:
                if piece + step in self.squares - own - enemy:
                    moved = own - {piece} | {piece + step}
                    found.append((moved, enemy) if side == "w" else (enemy, moved))
        self.next[placement, side] = found
        return found

    def holder(self, placement, before):
        white, black = map(self.most, placement)
        return before if white == black else "w" if white > black else "b"

    def can_overtake(self, placement, side):
        """Tell whether a side that moves alone gets ahead, and under "run" stays so."""
        if (placement, side) not in self.overtakes:
            seen, edge, good = {placement}, [placement], False
            while edge and not good:
                here = edge.pop()
                own, enemy = here if side == "w" else here[::-1]
                if self.most(own) > self.most(enemy):
                    good = self.pass_rule == "final" or not self.can_overtake(here, TURN[side])
                for after in self.placements_after(here, side):
                    if after not in seen:
                        seen.add(after)
                        edge.append(after)
            self.overtakes[placement, side] = good
        return self.overtakes[placement, side]

    def positions(self):
        for placement in self.placements:
            if self.holder(placement, None):
                holders = [self.holder(placement, None)]
            elif self.most(placement[0]) > 1:
                holders = ["w", "b"]
            else:
                holders = ["w", "b", None] if self.freeze == "none" else [None]
            for side in "wb":
                for holder in holders:
                    yield placement, side, holder, False
                    if self.pass_rule in ("plain", "resume"):
                        yield placement, side, holder, True

    def answers(self, placement, side, holder):
        """Return the positions in which the other side answers after a run of this side from here."""
        if (placement, side, holder) not in self.reached:
            seen, edge = set(), [(placement, holder)]
            while edge:
                here, held = edge.pop()
                for after in self.placements_after(here, side):
                    one = after, self.holder(after, held)
                    if one not in seen:
                        seen.add(one)
                        edge.append(one)
            self.reached[placement, side, holder] = frozenset((p, TURN[side], h, True) for p, h in seen)
        return self.reached[placement, side, holder]

    def after_pass(self, position, known):
        """Return value and distance of what a pass under "resume" leads to, for the side that runs."""
        placement, side, holder, _ = position
        runner = TURN[side]
        if holder == runner:
            return "win", 0
        value, distance = self.best_answer(self.answers(placement, runner, holder), known)
        return ("", 0) if value == "loss" and holder is None else (value, distance)

    def best_answer(self, answers, known):
        """Return value and distance for the side that runs, which chooses what is answered."""
        found = [known.get(one, ("", 0)) for one in answers]
        if lost := [distance for value, distance in found if value == "loss"]:
            return "win", min(lost)
        if all(value == "win" for value, _ in found):
            return "loss", max((distance for _, distance in found), default=0)
        return "", 0

    def ways(self, position):
        """Return the result of a pass that decides (1, 0, -1), or None; and the positions that follow."""
        placement, side, holder, asked = position
        after = [
            (p, TURN[side], self.holder(p, holder), False) for p in self.placements_after(placement, side)
        ]
        if self.pass_rule == "plain" and not asked:
            return None, [*after, (placement, TURN[side], holder, True)]
        if self.pass_rule == "resume" and not asked:
            return None, after
        if self.pass_rule in ("run", "final") and self.can_overtake(placement, TURN[side]):
            return -1, after
        return (0 if holder is None else 1 if holder == side else -1), after

    def solve(self):
        """Return for each position "win" or "loss" and the distance, "draw" or "undecided" and None."""
        ways = {position: self.ways(position) for position in self.positions()}
        known = {}
        distance = 0
        while True:
            distance += 1
            found = {}
            for position, (passing, after) in ways.items():
                if position in known:
                    continue
                replies = [known.get(one, ("", 0)) for one in after]
                if self.pass_rule == "resume" and not position[3]:
                    replies.append(self.after_pass(position, known))
                if (passing == 1 and distance == 1) or ("loss", distance - 1) in replies:
                    found[position] = ("win", distance)
                elif passing in (-1, None) and all(value == "win" for value, _ in replies):
                    longest = max((d for _, d in replies), default=0)
                    assert longest == distance - 1
                    found[position] = ("loss", distance)
            if not found and distance > 1:
                break
            known |= found
        return known | self.draws({p: way for p, way in ways.items() if p not in known}, known)

    def draws(self, open_ways, known):
        """Tell draws from what is undecided: both sides can force a draw at least."""
        safe = {
            (p, "wb"[value == ("win" if p[1] == "w" else "loss")]): False for p, (value, _) in known.items()
        }
        safe |= {(p, TURN[loser]): True for p, loser in list(safe)}
        changed = True
        while changed:
            changed = False
            for position, (passing, after) in open_ways.items():
                mover, other = position[1], TURN[position[1]]
                passed = self.pass_rule == "resume" and not position[3]
                if not safe.get((position, mover)) and (
                    passing == 0
                    or any(safe.get((one, mover)) for one in after)
                    or (passed and self.pass_is_safe(position, mover, safe))
                ):
                    safe[position, mover] = changed = True
                if (
                    not safe.get((position, other))
                    and all(safe.get((one, other)) for one in after)
                    and (not passed or self.pass_is_safe(position, other, safe))
                ):
                    safe[position, other] = changed = True
        return {
            p: ("draw" if safe.get((p, "w")) and safe.get((p, "b")) else "undecided", None) for p in open_ways
        }

    def pass_is_safe(self, position, who, safe):
        """Tell whether a side that is known to draw at least in the `safe` positions does so after a pass."""
        placement, side, holder, _ = position
        answers = [safe.get((one, who)) for one in self.answers(placement, TURN[side], holder)]
        if who == side:
            return holder in (side, None) and all(answers)
        return holder in (who, None) or any(answers)
