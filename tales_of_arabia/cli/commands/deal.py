"""`tales deal`: a random deal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from secrets import randbits

from _gamekit.arguments import add_json, whole_number
from _gamekit.philox import MAX_SEED
from _gamekit.program import ANSWERED, as_text
from tales_of_arabia import show
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_deck, deck_of
from tales_of_arabia.game.dealing import FEWEST_PLAYERS, MOST_PLAYERS
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.record import Record
from tales_of_arabia.game.rules import Game

EXAMPLES = ["tales deal --players 4 --seed 7 --player 2", "tales deal --players 4 --seed 7 > evening.txt"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Deals the cards, the same for the same seed. With --player, prints the hand of
one player and nothing of the others. Without it, prints a record with all hands
and the draw pile, for 'tales referee' and 'tales score'."""
    parser.add_argument(
        "--players",
        type=whole_number(FEWEST_PLAYERS, MOST_PLAYERS),
        required=True,
        metavar="N",
        help="number of players",
    )
    parser.add_argument(
        "--player", type=whole_number(1, MOST_PLAYERS), metavar="N", help="the player whose hand is shown"
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), metavar="S", help="seed of the deal (default: random)"
    )
    add_deck(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    player, deck = options.player, deck_of(options)
    if player is not None and player > options.players:
        raise ArgumentError(f"there is no player {player}; the players are 1 to {options.players}")
    seed = randbits(32) if options.seed is None else options.seed
    game = Game.dealt(options.players, seed, deck=deck)
    hands = {seat: game.hand(seat).cards for seat in game.scores}
    if player is not None and options.seed is None:
        PROGRAM.say(f"the deal has the seed {seed}; give the others --seed {seed}")
    if options.json:
        shown = hands if player is None else {player: hands[player]}
        PROGRAM.print_json(
            {"players": options.players, "seed": seed}
            | {"hands": {str(seat): list(cards) for seat, cards in shown.items()}}
            | ({"pile": list(game.draw)} if player is None else {})
        )
    elif player is None:
        pile = tuple(card for card in game.draw if card is not None)
        record = Record(options.players, deck=deck, deck_file=options.deck, deals=hands, pile=pile)
        print(record)
    else:
        PROGRAM.show(show.report.hand_view(deck, hands[player]), as_text)
    return ANSWERED
