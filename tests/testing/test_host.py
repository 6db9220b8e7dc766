"""The checks of what no geometry can break alone: they see it when the host is wrong."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import msweeper.game
from msweeper.factory import Parameter, TopologyFactory, Value
from msweeper.game import Game
from msweeper.minefield import Minefield
from msweeper.record.gamerecord import GameRecord
from msweeper.testing import CheckFailed, Subject, drawing, playing, run_checks
from msweeper.topology import Topology
from msweeper.view import View
from tests.testing.mutants import GOOD

Break = Callable[[pytest.MonkeyPatch], None]


def numbers_off_by_one(patch: pytest.MonkeyPatch) -> None:
    plain = Minefield.__dict__["numbers"].func

    def numbers(field: Minefield) -> array[int]:
        found: array[int] = plain(field)
        if len(field.mines) > 1 and found[0] >= 0:
            found[0] += 1
        return found

    patch.setattr(Minefield, "numbers", property(numbers))


def flood_without_end(patch: pytest.MonkeyPatch) -> None:
    plain = msweeper.game.flood

    def flood(near: Any, numbers: Any, shown: array[int], roots: Sequence[int]) -> list[int]:
        return plain(near, [1 if number >= 0 else -1 for number in numbers], shown, roots)

    patch.setattr(msweeper.game, "flood", flood)


def games_without_moves(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(playing, "played", lambda game, seed: iter(()))


def saves_without_the_last_move(patch: pytest.MonkeyPatch) -> None:
    plain = GameRecord.loads

    def loads(text: str) -> GameRecord:
        record = plain(text)
        moves = record.moves[:-1] if len(record.moves) > 1 else record.moves
        return GameRecord(
            record.id, record.fingerprint, record.mines_at, moves, record.result, record.seconds
        )

    patch.setattr(GameRecord, "loads", loads)


def pictures_read_as_closed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(drawing, "read", lambda text, topology, mines: View.of(topology, mines))


def first_clicks_on_mines(patch: pytest.MonkeyPatch) -> None:
    def place(topology: Topology, mines: int, seed: str, first: object, cell: int, _: int) -> Any:
        return Minefield.of(topology, [cell, *range(cell)][:mines])

    patch.setattr(msweeper.game, "place", place)


def specs_in_short(patch: pytest.MonkeyPatch) -> None:
    def text(self: TopologyFactory, values: dict[str, Value], name: str = "") -> str:
        return f"{name or self.name}:{values['width']}x{values['height']}"

    patch.setattr(TopologyFactory, "text", text)


def sizes_swapped(patch: pytest.MonkeyPatch) -> None:
    plain = TopologyFactory.parse_size

    def parse_size(self: TopologyFactory, text: str, given: Any = None) -> dict[str, Value]:
        found = plain(self, text, given)
        return dict(zip(found, reversed(found.values()), strict=True))

    patch.setattr(TopologyFactory, "parse_size", parse_size)


def anything_is_a_number(patch: pytest.MonkeyPatch) -> None:
    plain = Parameter.parse

    def parse(self: Parameter, text: str) -> Value:
        return plain(self, text) if text.lstrip("-").isascii() and text[-1].isdigit() else 1

    patch.setattr(Parameter, "parse", parse)


def one_more_is_allowed(patch: pytest.MonkeyPatch) -> None:
    plain = Parameter.check

    def check(self: Parameter, value: Value) -> Value:
        return 60 if value == 61 else plain(self, value)

    patch.setattr(Parameter, "check", check)


@pytest.mark.parametrize(
    ("check", "broken"),
    [
        ("numbers", numbers_off_by_one),
        ("floods", flood_without_end),
        ("games-end", games_without_moves),
        ("saves", saves_without_the_last_move),
        ("picture-back", pictures_read_as_closed),
        ("levels", first_clicks_on_mines),
        ("spec-canonical", specs_in_short),
        ("spec-partial", sizes_swapped),
        ("spec-junk", anything_is_a_number),
        ("spec-range", one_more_is_allowed),
    ],
)
def test_it_is_seen(check: str, broken: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    results = {one.check.name: one for one in run_checks(Subject(GOOD), [check])}
    assert [name for name, one in results.items() if one.error is not None] == [check]
    assert isinstance(results[check].error, CheckFailed)


def test_what_is_refused_slowly_is_seen() -> None:
    times = iter(range(0, 1000, 2))  # every look at the clock is two seconds later
    subject = Subject(GOOD, clock=lambda: float(next(times)))
    (result,) = run_checks(subject, ["spec-absurd"])
    assert result.error is not None
    assert result.error.message == "good:width=1000000000 is refused after 2.0 s only"


def test_whatever_a_check_meets_is_its_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(self: Game, cell: int) -> None:
        raise SystemExit(3)

    monkeypatch.setattr(Game, "open", leave)
    results = {one.check.name: one for one in run_checks(Subject(GOOD), ["floods"])}
    assert results["floods"].message == "floods: it raises SystemExit: 3"
