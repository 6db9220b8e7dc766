"""Steps through a saved game: by the key on a terminal, all at once into a pipe."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, final

from msweeper.cli.screen import Screen
from msweeper.errors import UsageError
from msweeper.firstclick import FirstClick
from msweeper.record.gamerecord import GameRecord
from msweeper.record.replay import Tape, begin, do_move, verify
from msweeper.render.text import header
from msweeper.sitting.lines import clock_text
from msweeper.topology import Topology
from msweeper.view import FLAG, Status

__all__ = ["Replay", "numbers", "verdict"]

_HELP = "Enter next   b back   NUMBER jump   p [SPEED] play   q leave"


def verdict(record: GameRecord, topology: Topology) -> tuple[bool, str]:
    """Return whether a record agrees with itself, and a line for each thing that does not."""
    faults = verify(record, topology)
    if not faults:
        return True, f"{record.result}, {record.seconds:g} s, {len(record.moves)} moves: all agrees"
    return False, "\n".join(faults)


def numbers(record: GameRecord, topology: Topology) -> dict[str, Any]:
    """Return the numbers of a game, guesses and luck too.

    Raises:
        UsageError: no mine was placed, so there is nothing to measure.
    """
    from msweeper.stats.measure import measure

    game = begin(record, topology)
    for _, move in record.moves:
        do_move(game, move)
    if game.minefield is None:
        raise UsageError("no cell was opened in this game: there is nothing to measure")
    found = measure(
        topology,
        game.minefield,
        record.moves,
        seconds=record.seconds,
        think=True,
        first=game.first,
    )
    return found.to_json()


@final
class Replay:
    """A record and the place in it."""

    def __init__(
        self,
        record: GameRecord,
        topology: Topology,
        screen: Screen,
        *,
        odds: bool = False,
        ask: Callable[[str], str] = input,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.record = record
        self.topology = topology
        self.screen = screen
        self.odds = odds
        self.tape = Tape(record, topology)
        self._ask = ask
        self._sleep = sleep

    def print_all(self) -> None:
        """Print every step."""
        print(self._frame())
        while self.tape.at < len(self.record.moves):
            print(self._advance())
        print(self._end())

    def step(self) -> None:
        """Step as the person at the terminal says."""
        print(self._frame())
        print(_HELP)
        while True:
            try:
                asked = self._ask(f"{self.tape.at}/{len(self.record.moves)} > ").split()
            except EOFError:
                asked = ["q"]
            word = asked[0] if asked else ""
            if word == "q":
                print(self._end())
                return
            if word == "p":
                self._run(float(asked[1]) if asked[1:] and _is_speed(asked[1]) else 1.0)
            elif word in ("", "b") or word.isdecimal():
                to = (
                    self.tape.at + 1 if not word else self.tape.at - 1 if word == "b" else int(word)
                )
                self._jump(min(max(0, to), len(self.record.moves)))
            else:
                print(_HELP)

    def _run(self, speed: float) -> None:
        """Play on with the pauses there were, `speed` times as fast; Ctrl-C stops it."""
        moves = self.record.moves
        try:
            while self.tape.at < len(moves):
                before = moves[self.tape.at - 1][0] if self.tape.at else 0.0
                self._sleep(max(0.0, moves[self.tape.at][0] - before) / speed)
                print(self._advance())
        except KeyboardInterrupt:
            print()

    def _jump(self, to: int) -> None:
        if to == self.tape.at + 1:
            print(self._advance())
            return
        self.tape.jump(to)
        print(self._frame())

    def _advance(self) -> str:
        """Play the next move; return what is shown of it."""
        seconds, move = self.record.moves[self.tape.at]
        known = self._known(move) if self.odds else ""
        self.tape.jump(self.tape.at + 1)
        return f"{known}{self.tape.at}. {clock_text(seconds)} {move}\n{self._frame()}"

    def _known(self, move: str) -> str:
        """Return the odds before an open, and its risk."""
        from msweeper.errors import BudgetExceeded
        from msweeper.sitting.thinking import percent
        from msweeper.solver import Budget, analyze

        verb, _, label = move.partition(" ")
        view = self.tape.game.view
        protected = view.status is Status.READY and self.tape.game.first is not FirstClick.NONE
        if verb != "open" or protected or view.status.over:
            return ""
        try:
            analysis = analyze(view, budget=Budget(2.0))
        except BudgetExceeded:
            return "the odds would take too long to count\n"
        drawn = self.screen.draw_odds(view, analysis.p)
        chance = analysis.odds[self.topology.cell(label)]
        assert chance is not None
        safe = [cell for cell in analysis.safe if view.cells[cell] != FLAG]
        other = f"; {self.topology.label(safe[0])} was safe" if safe and chance else ""
        return f"{drawn}\n{label} is a mine with {percent(chance)}{other}\n"

    def _frame(self) -> str:
        view = self.tape.game.view
        return f"{header(view)}  {view.status}, {view.mines_left} left\n{self.screen.draw(view)}"

    def _end(self) -> str:
        record = self.record
        return (
            f"{record.result} in {clock_text(record.seconds)}, {len(record.moves)} moves;"
            f" again: msweeper play {record.id}"
        )


def _is_speed(text: str) -> bool:
    try:
        return 0 < float(text) < 1e6
    except ValueError:
        return False
