"""The rules: against a tiny reference, and case by case."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction, MsweeperError, OutOfRange, UsageError
from msweeper.firstclick import FirstClick
from msweeper.game import Change, Event, Game
from msweeper.minefield import Minefield
from msweeper.topology import Topology
from msweeper.view import Status
from tests.support import ANY, any_topology, cube, hexagon, names, numbers, square


@dataclass
class Reference:
    """Minesweeper by sets and recursion: slow, and short enough to be seen to be right."""

    topology: Topology
    mines: frozenset[int]
    open: set[int] = field(default_factory=set)
    flags: set[int] = field(default_factory=set)
    hit: set[int] = field(default_factory=set)

    @property
    def status(self) -> str:
        if self.hit:
            return "lost"
        if len(self.open) == self.topology.size - len(self.mines):
            return "won"
        return "playing" if self.open else "ready"

    def number(self, cell: int) -> int:
        return len(self.mines.intersection(self.topology.neighbors(cell)))

    def act(self, verb: str, cell: int) -> bool:
        """Do it if it is allowed; say whether it was."""
        if self.status in ("won", "lost"):
            return False
        near = set(self.topology.neighbors(cell))
        if verb == "flag" and cell not in self.open:
            self.flags ^= {cell}
            return True
        if verb == "open" and cell not in self.open | self.flags:
            self.reveal(cell)
            return True
        if verb == "chord" and cell in self.open and self.number(cell) > 0:
            closed = near - self.open - self.flags
            if self.number(cell) == len(near & self.flags) and closed:
                for other in closed:
                    self.reveal(other)
                return True
        return False

    def reveal(self, cell: int) -> None:
        if cell in self.open | self.flags:
            return
        if cell in self.mines:
            self.hit.add(cell)
            return
        self.open.add(cell)
        if self.number(cell) == 0:
            for other in self.topology.neighbors(cell):
                self.reveal(other)

    def shows(self, cell: int) -> str:
        mine = cell in self.mines
        if cell in self.open:
            return str(self.number(cell))
        if self.status == "won":
            return "right-flag"
        if self.status == "lost" and cell in self.hit:
            return "hit"
        if cell in self.flags:
            if self.status == "lost":
                return "right-flag" if mine else "wrong-flag"
            return "flag"
        return "mine" if mine and self.status == "lost" else "closed"

    def picture(self) -> tuple[list[str], str, int, int]:
        cells = [self.shows(cell) for cell in self.topology]
        flags = len(self.mines) if self.status == "won" else len(self.flags)
        return cells, self.status, flags, self.topology.size - len(self.open)


def picture(game: Game) -> tuple[list[str], str, int, int]:
    """Return all that is visible, from the game, checked against its view."""
    cells = [game.shows(cell) for cell in game.topology]
    view = game.view
    assert [view.shows(cell) for cell in game.topology] == cells
    assert (view.status, view.flags, view.closed) == (game.status, game.flags, game.closed)
    assert view.mines_left == game.mines_left == game.mines - game.flags
    return cells, str(game.status), game.flags, game.closed


@settings(max_examples=200)
@given(any_topology(), st.data())
def test_random_games_against_the_reference(topology: Topology, data: st.DataObject) -> None:
    cells = st.integers(0, topology.size - 1)
    most = max(1, topology.size // 3)
    mines = data.draw(st.sets(cells, max_size=min(most, topology.size - 1)), label="mines")
    game = Game(topology, minefield=mines)
    reference = Reference(topology, frozenset(mines))
    verbs = st.sampled_from(["open", "open", "flag", "flag", "chord", "chord", "undo", "redo"])
    done: list[tuple[str, int]] = []
    undone: list[tuple[str, int]] = []
    for verb, cell in data.draw(st.lists(st.tuples(verbs, cells), max_size=25), label="actions"):
        before, events = picture(game), game.events
        try:
            if verb == "undo":
                event = game.undo()
            elif verb == "redo":
                event = game.redo()
            else:
                event = game.act(Action(Verb(verb), cell))
        except IllegalAction:
            assert picture(game) == before
            assert game.events == events
            allowed = False
        else:
            allowed = True
            assert game.events == (events[:-1] if verb == "undo" else (*events, event))
            assert all(change.before != change.after for change in event.changes)
            assert event.changes == tuple(sorted(event.changes))
            changed = {change.cell for change in event.changes}
            assert len(changed) == len(event.changes)
            after = picture(game)
            assert changed == {c for c in topology if after[0][c] != before[0][c]}
        if verb == "undo":
            assert allowed == bool(done)
            if done:
                undone.append(done.pop())
                reference = Reference(topology, frozenset(mines))
                assert all(reference.act(*action) for action in done)
        elif verb == "redo":
            assert allowed == bool(undone)
            if undone:
                done.append(undone.pop())
                assert reference.act(*done[-1])
        else:
            assert allowed == reference.act(verb, cell)
            if allowed:
                done.append((verb, cell))
                undone.clear()
        assert picture(game) == reference.picture()
    assert [(str(e.action.verb), e.action.cell) for e in game.events] == done
    replay(game)


def replay(game: Game) -> None:
    """Play the events again by their texts, and their changes on a bare list of codes."""
    assert game.minefield is not None
    again = Game(game.topology, minefield=game.minefield)
    codes = [-1] * game.topology.size
    status = Status.READY
    for event in game.events:
        text = event.action.text(game.topology)
        assert again.act(Action.parse(text, game.topology)) == event
        assert event.status_before is status
        status = event.status
        for cell, before, after in event.changes:
            assert codes[cell] == before
            codes[cell] = after
    assert status is game.status
    assert codes == list(game.view.cells)
    assert picture(again) == picture(game)
    while again.events:
        again.undo()
    assert again.view == Game(game.topology, minefield=game.minefield).view


@given(any_topology(), st.sampled_from([None, *FirstClick]), st.text("ab", max_size=3), st.data())
def test_first_click(
    topology: Topology, rule: FirstClick | None, seed: str, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, topology.size - 1))
    cell = data.draw(st.integers(0, topology.size - 1))
    most = topology.size - 1 - max(map(topology.degree, topology))
    if rule is FirstClick.OPEN and mines > most:
        with pytest.raises(OutOfRange, match=f"at most {most} mines"):
            Game(topology, mines, seed=seed, first=rule)
        return
    game = Game(topology, mines, seed=seed, first=rule)
    expected = ("open" if mines <= most else "safe") if rule is None else rule
    assert game.first == expected
    assert game.minefield is None
    game.open(cell)
    assert game.minefield is not None
    assert len(game.minefield.mines) == mines
    if expected == "open":
        assert game.shows(cell) == "0"
    elif expected == "safe":
        assert cell not in game.minefield.mines


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_a_minefield_once_placed_survives_undo(topology: Topology) -> None:
    game = Game(topology, topology.size // 4, seed="maple")
    game.open(0)
    field = game.minefield
    game.undo()
    assert game.status is Status.READY
    assert game.minefield is field
    game.open(topology.size - 1)
    assert game.minefield is field


def test_seed_and_first_cell_give_the_mines_whatever_was_flagged_before() -> None:
    one, other = (Game(hexagon(2), 4, seed="maple") for _ in range(2))
    one.flag(3)
    one.flag(3)
    one.flag(18)
    for game in (one, other):
        game.open(9)
    assert one.minefield == other.minefield


def row(mines: str) -> Game:
    """``row("..*.")``: a game on one row of squares."""
    return Game(square(1, len(mines)), minefield=[i for i, c in enumerate(mines) if c == "*"])


def shown(game: Game) -> str:
    return " ".join(map(game.shows, game.topology))


@pytest.mark.parametrize(
    ("mines", "actions", "after", "words"),
    [
        pytest.param("*..", "f0", "o0", "1,1 is flagged: unflag it first", id="open a flag"),
        pytest.param("*..", "o1", "o1", "1,2 is open already", id="open again"),
        pytest.param("*..", "o1", "f1", "1,2 is open", id="flag an open cell"),
        pytest.param("*..", "", "c1", "1,2 is closed", id="chord on a closed cell"),
        pytest.param("*..", "f1", "c1", "1,2 is closed", id="chord on a flag"),
        pytest.param("*.*...", "o5", "c5", "shows 0", id="chord on a zero"),
        pytest.param("*..", "o1", "c1", "shows 1 and has 0 flags", id="chord without flags"),
        pytest.param("*..", "o1 f0 f2", "c1", "shows 1 and has 2 flags", id="too many flags"),
        pytest.param("*..*.", "o1 o2 f0", "c1", "no closed cell", id="nothing left to chord"),
        pytest.param("*.", "o1", "o0", "the game is won", id="after a win"),
        pytest.param("*..", "o0", "f1", "the game is lost", id="after a loss"),
        pytest.param("*..", "", "u", "nothing to undo", id="undo"),
        pytest.param("*..", "f0 u f1", "r", "nothing to redo", id="redo after another action"),
    ],
)
def test_what_is_not_allowed(mines: str, actions: str, after: str, words: str) -> None:
    game = row(mines)
    do(game, actions)
    before = game.view, game.events, game.flags, game.closed
    with pytest.raises(IllegalAction, match=words):
        do(game, after)
    assert (game.view, game.events, game.flags, game.closed) == before


def do(game: Game, actions: str) -> None:
    """``do(game, "o1 f0 c1 u r")``."""
    for action in actions.split():
        if action[0] in "ur":
            (game.undo if action == "u" else game.redo)()
        else:
            verb = {"o": game.open, "f": game.flag, "c": game.chord}[action[0]]
            verb(int(action[1:]))


@pytest.mark.parametrize(
    ("mines", "actions", "cells", "status"),
    [
        pytest.param("*....", "o4", "right-flag 1 0 0 0", "won", id="flood wins"),
        pytest.param("*....", "f2 o4", "closed closed flag 0 0", "playing", id="flag in a flood"),
        pytest.param(
            "*.*.*", "o1 f2 f4 o0", "hit 2 right-flag closed right-flag", "lost", id="loss"
        ),
        pytest.param("*.*..", "o1 f3 o0", "hit 2 mine wrong-flag closed", "lost", id="wrong flag"),
        pytest.param("*...", "o1 f0 c1", "right-flag 1 0 0", "won", id="chord wins"),
        pytest.param("*...", "o1 f2 c1", "hit 1 wrong-flag closed", "lost", id="chord loses"),
        pytest.param("...", "o1", "0 0 0", "won", id="no mines"),
        pytest.param("*..", "o0 u", "closed closed closed", "ready", id="a loss undone"),
        pytest.param("*..", "f1 o0 u", "closed flag closed", "ready", id="flags come back"),
        pytest.param("*..", "o2", "right-flag 1 0", "won", id="win without a flag"),
        pytest.param("*..", "o2 u r", "right-flag 1 0", "won", id="a win again"),
    ],
)
def test_what_happens(mines: str, actions: str, cells: str, status: str) -> None:
    game = row(mines)
    do(game, actions)
    assert shown(game) == cells
    assert game.status == status


def test_a_chord_that_hits_several_mines_loses_once_and_shows_them_all() -> None:
    game = Game(cube(1, 3, 5), minefield=[0, 1, 2, 14])
    game.open(6)
    game.flag(5)
    game.flag(10)
    game.flag(11)
    event = game.chord(6)
    assert shown(game).split().count("hit") == 3
    assert shown(game).split().count("wrong-flag") == 3
    assert shown(game).split().count("mine") == 1
    assert game.status == "lost"
    assert len(game.events) == 5
    game.undo()
    assert game.status == "playing"
    assert event.status_before is Status.PLAYING


def test_a_chord_that_hits_a_mine_is_lost_even_when_the_rest_would_have_won() -> None:
    game = row("*..")
    do(game, "o1 f2")
    event = game.chord(1)
    assert (event.status, shown(game)) == (Status.LOST, "hit 1 wrong-flag")
    both = Game(square(1, 4), minefield=[0])
    do(both, "o2 u o1 f2 c1")
    assert both.status is Status.LOST
    assert shown(both) == "hit 1 wrong-flag closed"


def test_events_hold_their_changes() -> None:
    game = row("*....")
    game.flag(0)
    event = game.open(4)
    assert event.changes == (
        Change(0, -2, -5), Change(1, -1, 1), Change(2, -1, 0), Change(3, -1, 0), Change(4, -1, 0),
    )  # fmt: skip
    assert (event.status_before, event.status) == (Status.READY, Status.WON)
    assert isinstance(event, Event)


def test_a_view_does_not_change_later() -> None:
    game = row("*....")
    view = game.view
    game.open(4)
    assert view == row("*....").view
    assert view != game.view


def test_a_view_holds_no_minefield() -> None:
    game = Game(hexagon(2), 4, seed="maple")
    game.open(9)
    assert {*game.view.__slots__} == {"topology", "mines", "cells", "status"}
    assert set(game.view.cells) <= {-1, *range(7)}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param({}, UsageError, id="nothing"),
        pytest.param({"mines": 15}, OutOfRange, id="too many"),
        pytest.param({"mines": -1}, OutOfRange, id="negative"),
        pytest.param({"mines": 7, "first": "open"}, OutOfRange, id="rule"),
        pytest.param({"mines": 3, "first": "zone"}, MsweeperError, id="unknown rule"),
        pytest.param({"mines": 3, "seed": "a\nb"}, MsweeperError, id="seed"),
        pytest.param({"minefield": [1], "seed": "a"}, UsageError, id="minefield and seed"),
        pytest.param({"minefield": [1], "first": "safe"}, UsageError, id="minefield and rule"),
        pytest.param({"minefield": [1], "mines": 2}, UsageError, id="minefield and mines"),
        pytest.param({"minefield": [15]}, OutOfRange, id="off the board"),
        pytest.param({"minefield": Minefield(square(5, 3), (1,))}, UsageError, id="another board"),
    ],
)
def test_arguments_that_do_not_go_together(
    arguments: dict[str, object], error: type[MsweeperError]
) -> None:
    with pytest.raises(error):
        Game(square(3, 5), **arguments)  # type: ignore[arg-type]


def test_a_game_without_a_seed_gets_one_that_is_shown() -> None:
    one, other = Game(hexagon(2), 3), Game(hexagon(2), 3)
    assert one.seed != other.seed
    assert f"seed={one.seed}" in str(one.id)
    assert repr(one) == f"<Game {one.id} ready>"


@pytest.mark.parametrize("cell", [-1, 15])
def test_a_cell_off_the_board_never_counts_from_the_end(cell: int) -> None:
    game = Game(square(3, 5), 3, seed="maple")
    for method in (game.open, game.flag, game.chord, game.shows):
        with pytest.raises(IndexError):
            method(cell)
    assert game.minefield is None
    assert game.events == ()


def test_the_reference_counts_like_the_oracle() -> None:
    reference = Reference(hexagon(2), frozenset({0, 7, 9}))
    expected = numbers(hexagon(2), {0, 7, 9})
    assert all(reference.number(c) == expected[c] for c in hexagon(2) if c not in reference.mines)
