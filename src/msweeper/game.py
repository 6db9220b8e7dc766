"""The rules and their history: one minefield, what is open, and every action as an event."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, final

from msweeper.actions import Action, Verb
from msweeper.errors import IllegalAction, ParseError, UsageError
from msweeper.firstclick import FirstClick, check_first, default_first, zone
from msweeper.gameid import GameId, Proof, decode_mines, encode_mines
from msweeper.lottery import clean_seed, draw, key, new_seed, tickets
from msweeper.minefield import Minefield, check_mines
from msweeper.topology import Topology
from msweeper.view import (
    CLOSED,
    FLAG,
    HIT,
    MINE,
    RIGHT_FLAG,
    WRONG_FLAG,
    Status,
    View,
    shows,
)

__all__ = ["Change", "Event", "Game", "flood", "place"]


class Change(NamedTuple):
    """What one cell showed before and after, as codes of `msweeper.view`."""

    cell: int
    before: int
    after: int


@final
@dataclass(frozen=True, slots=True)
class Event:
    """One action and all that it changed. The three arrays run in parallel, in no fixed order."""

    action: Action
    cells: array[int]
    before: array[int]
    after: array[int]
    status_before: Status
    status: Status

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes in cell order."""
        return tuple(sorted(map(Change, self.cells, self.before, self.after)))


def place(
    topology: Topology, mines: int, seed: str, first: FirstClick, cell: int, attempt: int = 0
) -> Minefield:
    """Return the minefield that `seed` gives when `cell` is opened first under the rule `first`."""
    drawn = tickets(key(topology.spec, seed, attempt), topology.size)
    return Minefield(topology, draw(drawn, mines, zone(topology, first, cell)))


def flood(
    near: Sequence[Sequence[int]], numbers: Sequence[int], shown: array[int], roots: Sequence[int]
) -> list[int]:
    """Return the cells that opening the safe, closed `roots` opens, and mark them in `shown`.

    What is marked is no longer ``CLOSED``; the numbers are for the caller to write. Flags stop
    it. Iterative: any size. Cost: the degrees of the zeros that it opens.
    """
    opened = list(dict.fromkeys(roots))
    for cell in opened:
        shown[cell] = 0
    stack = [cell for cell in opened if not numbers[cell]]
    while stack:
        for cell in near[stack.pop()]:
            if shown[cell] == CLOSED:
                shown[cell] = 0
                opened.append(cell)
                if not numbers[cell]:
                    stack.append(cell)
    return opened


@final
class Game:
    """One game from its first to its last action.

    Mines are placed at the first open, so that the first-click rule can be kept; given a
    `minefield`, they are there from the start and no rule holds. Not thread-safe.

    Args:
        topology: the board.
        mines: how many; 0 to size - 1.
        seed: any text without a line break; a random one if left out.
        first: the first-click rule; the default is ``open`` where it can be kept, else ``safe``.
        minefield: the mines themselves; `mines`, `seed` and `first` do not go with it.
        start: the cell that is meant to be opened first; with a seed, the mines are placed for it
            at once.
        attempt: which attempt of a generator this is; needs `start` and a seed.
        proof: what a generator claims of the board; kept for the id, not checked here.
        generator: makes the minefield when the first cell is opened: from that cell to the
            minefield and the attempt that drew it, None for one that has no seed. What it
            raises goes through, and nothing has changed.

    Raises:
        OutOfRange: the mines do not fit, or the rule cannot be kept for every first cell.
        UsageError: arguments that do not go together.
    """

    def __init__(
        self,
        topology: Topology,
        mines: int | None = None,
        *,
        seed: str | None = None,
        first: FirstClick | str | None = None,
        minefield: Minefield | Iterable[int] | None = None,
        start: int | None = None,
        attempt: int = 0,
        proof: Proof | None = None,
        generator: Callable[[int], tuple[Minefield, int | None]] | None = None,
    ) -> None:
        self.topology = topology
        self._minefield: Minefield | None = None
        self.seed: str | None = None
        if minefield is not None:
            if seed is not None or first not in (None, FirstClick.NONE):
                raise UsageError("a given minefield goes with no seed and no first-click rule")
            if not isinstance(minefield, Minefield):
                minefield = Minefield.of(topology, minefield)
            if minefield.topology != topology:
                raise UsageError("the minefield belongs to another topology")
            if mines is not None and mines != len(minefield.mines):
                raise UsageError(
                    f"{mines} mines were asked for, but the minefield has {len(minefield.mines)}"
                )
            self._minefield = minefield
            self.mines = len(minefield.mines)
            self.first = FirstClick.NONE
        else:
            if mines is None:
                raise UsageError("a game needs a number of mines or a minefield")
            self.mines = check_mines(topology, mines)
            self.first = (
                default_first(topology, mines)
                if first is None
                else check_first(topology, mines, FirstClick.named(first))
            )
            self.seed = new_seed() if seed is None else clean_seed(seed)
        self._given_start = start
        self.start = start
        """The cell that is meant to be opened first, or was."""
        self.attempt = attempt
        self.proof = proof
        self._generator = generator
        if start is None and generator is None and (attempt or proof is not None):
            raise UsageError("an attempt and a proof need a start")
        if start is not None:
            topology._check(start)
            self._place(start)
        self.status = Status.READY
        self._shown = array("i", [CLOSED]) * topology.size
        self._flags: set[int] = set()
        self._safe_left = topology.size - self.mines
        self._events: list[Event] = []
        self._undone: list[Event] = []

    @classmethod
    def from_id(cls, game_id: GameId | str, topology: Topology) -> Game:
        """Begin the game that an id names, on the topology that its spec names.

        Raises:
            ParseError: the literal minefield is damaged.
            OutOfRange, UsageError: as for `Game`.
        """
        if isinstance(game_id, str):
            game_id = GameId.parse(game_id)
        name = game_id.spec.partition(":")[0]
        if topology.spec and topology.spec.partition(":")[0] != name:
            raise UsageError(f"{game_id} is no game on {topology.spec}")
        game_id = game_id.with_spec(topology.spec)
        start = None if game_id.start is None else topology.cell(game_id.start)
        if game_id.at is None:
            return cls(
                topology,
                game_id.mines,
                seed=game_id.seed,
                first=game_id.first,
                start=start,
                attempt=game_id.attempt,
                proof=game_id.proof,
            )
        mines = decode_mines(game_id.at, topology.size)
        if len(mines) != game_id.mines:
            raise ParseError(
                f"the id says {game_id.mines} mines, its minefield has {len(mines)}",
                text=str(game_id),
            )
        return cls(topology, minefield=mines, start=start, proof=game_id.proof)

    # What is known

    @property
    def view(self) -> View:
        """What a player may know now: a copy, which later actions do not change."""
        return View(self.topology, self.mines, self._shown[:], self.status)

    @property
    def minefield(self) -> Minefield | None:
        """Where the mines are; None before they are placed. Not for players."""
        return self._minefield

    @property
    def id(self) -> GameId:
        """The id with which the same game begins again; the first open may still matter."""
        return self._literal() if self.seed is None else self._seeded(self._given_start)

    @property
    def minefield_id(self) -> GameId:
        """The id of the very minefield: literal or by its seed and start, whichever is shorter."""
        if self._minefield is None or self._given_start is not None:
            return self.id
        if self.seed is None or self.first is FirstClick.NONE:
            return self.id
        return min(self._literal(), self._seeded(self.start), key=lambda found: len(str(found)))

    @property
    def origin_id(self) -> GameId:
        """The id that keeps seed and rule: with the start, once the mines are placed for it."""
        if self.seed is None or self._minefield is None:
            return self.id
        return self._seeded(self.start)

    def _seeded(self, start: int | None) -> GameId:
        usual = self.first is default_first(self.topology, self.mines)
        return GameId(
            self.topology.spec,
            self.mines,
            None if usual else self.first,
            self.seed,
            start=None if start is None else self.topology.label(start),
            proof=None if start is None else self.proof,
            attempt=self.attempt,
        )

    def _literal(self) -> GameId:
        assert self._minefield is not None
        start = self._given_start
        return GameId(
            self.topology.spec,
            self.mines,
            at=encode_mines(self._minefield.mines, self.topology.size),
            start=None if start is None else self.topology.label(start),
            proof=self.proof,
        )

    @property
    def free_first_click(self) -> FirstClick | None:
        """The rule that still protects the first open; None where the mines are placed."""
        waits = self._minefield is None and self.first is not FirstClick.NONE
        return self.first if waits else None

    @property
    def flags(self) -> int:
        """How many cells carry a flag, also at the end."""
        return self.mines if self.status is Status.WON else len(self._flags)

    @property
    def mines_left(self) -> int:
        """Mines minus flags; may be negative."""
        return self.mines - self.flags

    @property
    def closed(self) -> int:
        """How many cells are not open, flagged ones counted too."""
        return self._safe_left + self.mines

    @property
    def events(self) -> tuple[Event, ...]:
        """The history that led here, oldest first; what was undone is not in it."""
        return tuple(self._events)

    def shows(self, cell: int) -> str:
        """Return the text of what `cell` shows."""
        self.topology._check(cell)
        return shows(self._shown[cell])

    # Actions

    def act(self, action: Action) -> Event:
        """Do `action`.

        Returns:
            The event: everything that changed.

        Raises:
            IllegalAction: the rules do not allow it now; nothing has changed.
        """
        if self.status.over:
            raise IllegalAction(f"the game is {self.status}: undo, or begin another")
        cell = action.cell
        self.topology._check(cell)
        if action.verb is Verb.OPEN:
            self._may_open(cell)
            self._place(cell)
            return self._open(action, [cell])
        if action.verb is Verb.FLAG:
            return self._flag(action)
        return self._open(action, self._around(cell))

    def open(self, cell: int) -> Event:
        """Open `cell`, and everything around zeros that this opens. See `act`."""
        return self.act(Action(Verb.OPEN, cell))

    def flag(self, cell: int) -> Event:
        """Put a flag on `cell`, or take it away. See `act`."""
        return self.act(Action(Verb.FLAG, cell))

    def chord(self, cell: int) -> Event:
        """Open all closed neighbors of the number `cell` that has as many flags. See `act`."""
        return self.act(Action(Verb.CHORD, cell))

    def undo(self) -> Event:
        """Take the last action back, the fatal one too; the mines stay where they are.

        Returns:
            The event that was taken back.

        Raises:
            IllegalAction: there is none.
        """
        if not self._events:
            raise IllegalAction("there is nothing to undo")
        event = self._events.pop()
        self._undone.append(event)
        self._replay(event.cells, event.after, event.before, event.status_before)
        return event

    def redo(self) -> Event:
        """Do the last undone action again.

        Raises:
            IllegalAction: there is none, or another action came between.
        """
        if not self._undone:
            raise IllegalAction("there is nothing to redo")
        event = self._undone.pop()
        self._events.append(event)
        self._replay(event.cells, event.before, event.after, event.status)
        return event

    # Inside

    def _may_open(self, cell: int) -> None:
        shown = self._shown[cell]
        if shown == FLAG:
            raise IllegalAction(f"{self.topology.label(cell)} is flagged: unflag it first")
        if shown >= 0:
            raise IllegalAction(f"{self.topology.label(cell)} is open already")

    def _place(self, cell: int) -> None:
        if self._minefield is not None:
            return
        if self._generator is not None:
            self._minefield, attempt = self._generator(cell)
            self.start = self._given_start = cell
            if attempt is None:
                self.seed = None
            else:
                self.attempt = attempt
        else:
            assert self.seed is not None
            self.start = cell
            self._minefield = place(
                self.topology, self.mines, self.seed, self.first, cell, self.attempt
            )

    def _around(self, cell: int) -> list[int]:
        """Return the cells that a chord on `cell` opens."""
        label = self.topology.label(cell)
        number = self._shown[cell]
        if number < 0:
            raise IllegalAction(f"{label} is closed: a chord starts from an open number")
        if number == 0:
            raise IllegalAction(f"{label} shows 0: there is nothing around it to open")
        near = self.topology.neighbors(cell)
        flags = sum(1 for other in near if self._shown[other] == FLAG)
        if flags != number:
            raise IllegalAction(
                f"{label} shows {number} and has {flags} flag{'s' * (flags != 1)} around it:"
                " a chord needs as many flags as the number"
            )
        closed = [other for other in near if self._shown[other] == CLOSED]
        if not closed:
            raise IllegalAction(f"{label} has no closed cell around it that has no flag")
        return closed

    def _flag(self, action: Action) -> Event:
        shown = self._shown[action.cell]
        if shown >= 0:
            raise IllegalAction(f"{self.topology.label(action.cell)} is open: it takes no flag")
        after = CLOSED if shown == FLAG else FLAG
        return self._record(action, [action.cell], [shown], [after], self.status)

    def _open(self, action: Action, cells: list[int]) -> Event:
        assert self._minefield is not None
        numbers = self._minefield.numbers
        hit = [cell for cell in cells if numbers[cell] < 0]
        safe = [cell for cell in cells if numbers[cell] >= 0]
        opened = flood(self.topology.near, numbers, self._shown, safe)
        before = [CLOSED] * len(opened)
        after = [numbers[cell] for cell in opened]
        status = Status.PLAYING
        if hit:
            status = Status.LOST
            ends = self._uncover(hit)
        elif len(opened) == self._safe_left:
            status = Status.WON
            ends = [Change(mine, self._shown[mine], RIGHT_FLAG) for mine in self._minefield.mines]
        else:
            ends = []
        for change in ends:
            opened.append(change.cell)
            before.append(change.before)
            after.append(change.after)
        return self._record(action, opened, before, after, status)

    def _uncover(self, hit: list[int]) -> list[Change]:
        """Return how the end is shown: mines, those hit, right and wrong flags."""
        assert self._minefield is not None
        after = dict.fromkeys(self._minefield.mines, MINE)
        for cell in self._flags:
            after[cell] = RIGHT_FLAG if cell in after else WRONG_FLAG
        for cell in hit:
            after[cell] = HIT
        return [Change(cell, self._shown[cell], code) for cell, code in after.items()]

    def _record(
        self, action: Action, cells: list[int], before: list[int], after: list[int], status: Status
    ) -> Event:
        event = Event(
            action, array("i", cells), array("i", before), array("i", after), self.status, status
        )
        self._events.append(event)
        self._undone.clear()
        self._replay(event.cells, event.before, event.after, status)
        return event

    def _replay(self, cells: array[int], old: array[int], new: array[int], status: Status) -> None:
        shown, flags = self._shown, self._flags
        for cell, was, now in zip(cells, old, new, strict=True):
            shown[cell] = now
            if now >= 0:
                if was < 0:
                    self._safe_left -= 1
            elif was >= 0:
                self._safe_left += 1
            elif now in (FLAG, RIGHT_FLAG, WRONG_FLAG):
                if status is not Status.WON:  # a win shows mines as flags that nobody put
                    flags.add(cell)
            elif was == FLAG:
                flags.discard(cell)
        self.status = status

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.status}>"
