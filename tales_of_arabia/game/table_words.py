"""Text descriptions of the table, for its drawing and for the terminal."""

from __future__ import annotations

from _gamekit.problems import number_of
from tales_of_arabia.game.table import LOST_BY_A_ROW, WON_BY_FINISHING, Table


def title_of(game: Table) -> str:
    """Return a sentence about the teller and the current story."""
    if game.finisher is not None:
        return f"Tales of Arabia: player {game.finisher} has ended the main story"
    if game.over:
        return "Tales of Arabia: nobody can act any more"
    return f"Tales of Arabia: player {game.teller} tells {story(game, len(game.rows) - 1)}"


def story(game: Table, depth: int) -> str:
    """Return the name of the story in a row."""
    return f"the story of the {game.rows[depth - 1][-1]}" if depth else "the main story"


def row_title(game: Table, depth: int) -> str:
    """Return the title of a row: its story, its number of cards and its worth."""
    length, needed = len(game.rows[depth]), game.rules.needed(main=not depth)
    if length < needed:
        worth = f"{needed - length} more needed"
    else:
        worth = f"worth {number_of(length - LOST_BY_A_ROW + WON_BY_FINISHING * (not depth), 'point')}"
    name = story(game, depth)
    return f"{name[0].upper()}{name[1:]}: {number_of(length, 'card')}, {worth}"


def player_words(game: Table, player: int) -> str:
    """Return a line of text about a player."""
    does = " has ended the main story:" if player == game.finisher else " tells:"
    tells = does if player == (game.finisher or game.teller) else ":"
    won = number_of(len(game.won[player - 1]), "card")
    return (
        f"player {player}{tells} {number_of(game.scores[player], 'point')}, {won} won, "
        f"{number_of(game.hand(player).size, 'card')} in hand"
    )


def table_text(game: Table) -> str:
    """Return the table as lines of text."""
    lines = [title_of(game)]
    for depth, row in enumerate(game.rows):
        lines.append(f"{row_title(game, depth)}: {', '.join(row) or 'no card yet'}")
    lines += [player_words(game, player) for player in range(1, game.players + 1)]
    return "\n".join([*lines, f"{number_of(len(game.draw), 'card')} in the draw pile"])


def happened(before: Table, after: Table) -> str:
    """Return the effects of an act: cards drawn, points won, the new teller."""
    effects = []
    drawn = len(before.draw) - len(after.draw)
    if drawn:
        effects.append(f"player {before.teller} draws {number_of(drawn, 'card')}")
    if len(after.rows) < len(before.rows):
        points = after.scores[before.teller] - before.scores[before.teller]
        cards = len(before.rows[-1])
        effects.append(
            f"player {before.teller} wins {number_of(cards, 'story card')}, {number_of(points, 'point')}"
        )
    if after.teller != before.teller:
        effects.append(f"player {after.teller} tells")
    if after.over:
        effects.append("the game is over" if after.finisher else why_over(after))
    return "; ".join(effects)


def why_over(game: Table) -> str:
    """Return a sentence about the end of a game."""
    if game.finisher is None:
        return "nobody can act any more, and the game is over"
    return "the main story has ended, and the game is over"
