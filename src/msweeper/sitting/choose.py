"""From what a person asked for to one board: topology, mines, rule, seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TypeVar, final

from msweeper.errors import FileError, OutOfRange, ParseError, UsageError
from msweeper.factory import Level, TopologyFactory, Value
from msweeper.firstclick import FirstClick, check_first
from msweeper.game import Game
from msweeper.gameid import GameId, Proof
from msweeper.lottery import clean_seed, new_seed
from msweeper.minefield import Minefield, check_mines
from msweeper.plugins import Registered, Registry
from msweeper.sitting.contents import put_files, read_content
from msweeper.sitting.levels import family, says_size, share_of, starting_level, usual_mines
from msweeper.sitting.settings import Settings
from msweeper.spec import Spec
from msweeper.topology import Topology

__all__ = ["Board", "Request", "choose", "read_board"]

_T = TypeVar("_T")
_PATIENCE = 10.0  # seconds that a proof may take to be checked


@final
@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, as texts; None and empty mean that nothing was said.

    The `settings` come from a person, who may name files in them; a board that may come from
    elsewhere reads none unless it was `typed`.
    """

    board: str | None = None
    topology: str | None = None
    size: str | None = None
    settings: Sequence[str] = ()
    level: str | None = None
    mines: str | None = None
    seed: str | None = None
    first: str | None = None
    mines_at: str | None = None
    proof: Proof | None = None
    """A board without guesses, by this notion of proof."""
    start: str | None = None
    budget: float = 10.0
    """Seconds that a generator may take."""
    typed: bool = field(default=False, compare=False)
    """Whether the board stood among the arguments of a command: only there may it name paths."""


@final
@dataclass(frozen=True, slots=True)
class Board:
    """A board that any number of games can be played on."""

    registered: Registered
    topology: Topology
    mines: int
    level: str | None = None
    """The level that it is, if it is one."""
    first: FirstClick | None = None
    """The rule that was asked for; None: the default."""
    seed: str | None = None
    """The seed that was asked for; None: a new one each time."""
    given: GameId | None = field(default=None, repr=False)
    """The id of the very minefield, where the request named one."""
    proof: Proof | None = None
    """Games on this board need no guess, by this notion of proof."""
    start: int | None = None
    """The cell that is opened first; None: the first click."""
    budget: float = 10.0
    parameters: Mapping[str, Value] = field(default_factory=dict, repr=False)
    """The parameters of the topology that are not left to their defaults."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of boards of this kind."""
        factory = self.registered.factory
        return family(factory, factory.values(self.parameters, complete=False))

    def game(self, seed: str | None = None) -> Game:
        """Begin a game: the literal minefield, else with `seed`, else with the board's own."""
        if self.given is not None and seed is None:
            return Game.from_id(self.given, self.topology)
        seed = self.seed if seed is None else seed
        if self.proof is not None:
            return self._without_guesses(new_seed() if seed is None else seed)
        return Game(self.topology, self.mines, seed=seed, first=self.first)

    def _without_guesses(self, seed: str) -> Game:
        """Begin a game whose mines a generator places, for the first click or the start given.

        Raises:
            GaveUp: from here if there is a start, else from the first open.
        """
        from msweeper.generator import generate

        def place(cell: int) -> tuple[Minefield, int | None]:
            made = generate(
                self.topology,
                self.mines,
                seed=seed,
                start=cell,
                first=self.first,
                use_count=self.proof is Proof.COUNT,
                seconds=self.budget,
            )
            return made.minefield, made.attempt

        if self.start is None:
            return Game(
                self.topology,
                self.mines,
                seed=seed,
                first=self.first,
                proof=self.proof,
                generator=place,
            )
        minefield, attempt = place(self.start)
        if attempt is None:
            return Game(self.topology, minefield=minefield, start=self.start, proof=self.proof)
        return Game(
            self.topology,
            self.mines,
            seed=seed,
            first=self.first,
            start=self.start,
            attempt=attempt,
            proof=self.proof,
        )


def read_board(text: str) -> GameId:
    """Parse a BOARD; ``@FILE`` reads it from a file, for ids too long for a command line.

    Raises:
        ParseError: it is none.
        FileError: the file cannot be read.
    """
    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8-sig").strip()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise FileError(f"cannot read {text[1:]}: {why}", path=text[1:]) from error
    return GameId.parse(text)


def choose(registry: Registry, request: Request, settings: Settings | None = None) -> Board:
    """Return the board that `request` describes, filled up as the documentation says.

    Raises:
        UsageError: parts of the request contradict each other.
        ParseError, UnknownName, OutOfRange: a part cannot be read or is not possible.
        FileError: a file cannot be read, or is named by its hash and not known.
        PluginFault: the plugin failed to build it.
    """
    settings = settings or Settings()
    if request.board is not None and request.topology is not None:
        raise UsageError("give the board as an argument or with --topology, not both")
    asked = request.topology if request.board is None else request.board
    if asked is not None and request.typed:
        board = read_board(put_files(asked, registry))
    else:
        board = GameId.parse(settings.topology if asked is None else asked)
    spec = Spec.parse(board.spec)
    registered = registry.find(spec.name)
    factory = registered.factory
    options = _options(registered, request)  # before the spec: it may name their files by hash
    usual = {} if asked is not None else registered.parse(spec)  # a default may be overridden
    given = {} if asked is None else registered.parse(spec)
    given = _parameters(factory, given, options, usual, request.size)
    topology, values, level, exact = _topology(registered, given, request.level, settings.level)
    board = board.with_spec(topology.spec)
    name = level.name if level is not None and exact else None
    first = _either("first-click rule", board.first, _first(request.first))
    seed = _either("seed", board.seed, request.seed)
    if seed is not None:
        seed = clean_seed(seed)
    if request.mines_at is not None or board.at is not None or board.start is not None:
        if request.mines_at is not None:
            if board.at is not None or seed is not None or first is not None:
                raise UsageError("--mines-at goes with no seed and no first-click rule")
            if request.mines is not None or board.mines is not None:
                raise UsageError("--mines-at says how many mines there are: give no other number")
            cells = [topology.cell(label) for label in request.mines_at.split()]
            board = Game(topology, minefield=Minefield.of(topology, cells)).id
        elif any(v is not None for v in (request.seed, request.first, request.mines)):
            raise UsageError(
                "the board gives its minefield itself: mines, seed and first-click rule do not"
                " go with it"
            )
        if request.proof is not None or request.start is not None:
            raise UsageError("the board gives its minefield itself: no other can be made for it")
        game = Game.from_id(board, topology)  # refuses a damaged one now, not later
        _check_proof(game)
        return Board(
            registered,
            topology,
            game.mines,
            name,
            given=board,
            proof=game.proof,
            parameters=values,
        )
    mines = _either("number of mines", board.mines, _mines(request.mines, topology))
    if mines is None:
        if level is not None and exact:
            mines = level.mines
        else:
            mines = usual_mines(factory, level, given, topology.size)
    elif level is not None and mines != level.mines:
        name = None
    check_mines(topology, mines)
    if first is not None:
        check_first(topology, mines, first)
    if request.start is not None and request.proof is None:
        raise UsageError("--start goes with --no-guess")
    start = None if request.start is None else topology.cell(request.start)
    return Board(
        registered,
        topology,
        mines,
        name,
        first,
        seed,
        proof=request.proof,
        start=start,
        budget=request.budget,
        parameters=values,
    )


def _check_proof(game: Game) -> None:
    """Check again what an id claims of its board."""
    if game.proof is None:
        return
    from msweeper.generator import prove
    from msweeper.solver import Budget

    assert game.minefield is not None
    assert game.start is not None
    count = game.proof is Proof.COUNT
    if not prove(game.minefield, game.start, use_count=count, budget=Budget(_PATIENCE)):
        raise ParseError(
            f"this id claims a board without guesses, and it has some: {game.id}",
            text=str(game.id),
        )


def _options(registered: Registered, request: Request) -> list[tuple[str, Value]]:
    """Return what ``--set`` gives, in order; the file of a ``@PATH`` is read."""
    found: list[tuple[str, Value]] = []
    for item in request.settings:
        key, equals, text = item.partition("=")
        if not equals:
            raise ParseError(f"--set takes KEY=VALUE, not {item!r}", text=item)
        parameter = registered.factory.parameter(key)
        if parameter.type == "file" and text.startswith("@"):
            found.append((key, parameter.check(read_content(text[1:]))))
        else:
            found.append((key, parameter.parse(text, registered.contents)))
    registered.keep(dict(found))
    return found


def _parameters(
    factory: TopologyFactory,
    given: Mapping[str, Value],
    options: Iterable[tuple[str, Value]],
    usual: Mapping[str, Value],
    size: str | None,
) -> dict[str, Value]:
    """Return the parameters `given` by the spec and by options, which must not contradict it.

    The `usual` ones hold where neither says anything.
    """
    values = dict(given)

    def add(source: Iterable[tuple[str, Value]]) -> None:
        for key, value in source:
            if values.setdefault(key, value) != value:
                if factory.parameter(key).type == "file":
                    raise UsageError(f"{key} is given twice, and the files differ")
                raise UsageError(f"{key} is given as {values[key]} and as {value}")

    add(options)
    if size is not None:
        add(factory.parse_size(size, {**usual, **values}).items())
    return {**usual, **values}


def _topology(
    registered: Registered,
    given: Mapping[str, Value],
    level_name: str | None,
    usual: str | None,
) -> tuple[Topology, Mapping[str, Value], Level | None, bool]:
    """Return the topology, its parameters, the level behind it, and whether it is just that level.

    Where nothing was said of the size, the level gives it: the one named, else of the levels
    that agree most with what was said (see `family`) the `usual` one, else ``beginner``, else the
    first. What was said overrides what the level says.
    """
    factory = registered.factory
    level: Level | None = None
    if level_name is not None:
        level = factory.level(level_name)
    elif factory.levels and not says_size(factory, given):
        level = starting_level(factory, given, usual)
    values = {**(level.parameters if level is not None else {}), **given}
    complete = factory.values(values, complete=False)
    values = {  # what a level says of a parameter that does not apply beside `given` is not meant
        name: value
        for name, value in values.items()
        if name in given or factory.parameter(name).applies(complete)
    }
    topology = registered.build(values)
    exact = level is not None and factory.values(level.parameters) == factory.values(values)
    if level is None:  # a size was given that may be a level's all the same
        for known in factory.levels:
            if factory.values(known.parameters) == factory.values(values):
                return topology, values, known, True
    return topology, values, level, exact


def _mines(text: str | None, topology: Topology) -> int | None:
    if text is None:
        return None
    number = text.removesuffix("%")
    whole, _, part = number.partition(".")
    digits = whole.removeprefix("-")
    good = digits.isdigit() and digits.isascii() and len(digits) < 19
    if number != text:
        good = good and ((part.isdigit() and part.isascii() and len(part) < 19) or number == whole)
    else:
        good = good and number == whole
    if not good:
        raise ParseError(f"mines are a number or a percentage like 15%, not {text!r}", text=text)
    if number == text:
        return check_mines(topology, int(text))
    share = Fraction(number) / 100
    if not 0 <= share < 1:
        raise OutOfRange("mines", text, "a percentage goes from 0% to less than 100%")
    return share_of(share, topology.size) if share else 0


def _first(text: str | None) -> FirstClick | None:
    if text is None:
        return None
    try:
        return FirstClick(text)
    except ValueError:
        raise ParseError(
            f"the first-click rule is {', '.join(FirstClick)}, not {text!r}", text=text
        ) from None


def _either(what: str, one: _T | None, other: _T | None) -> _T | None:
    """Return what was said; twice the same is fine."""
    if one is not None and other is not None and one != other:
        raise UsageError(f"the {what} is given as {one} and as {other}")
    return one if one is not None else other
