"""What the numbers prove, cell by cell, each with its reason; the easiest first.

Everything is a *claim*: among these closed cells there are so many mines, at least and at most.
A number is a claim about its closed neighbors. A claim that leaves no choice settles its cells;
two claims that overlap make claims about what they share and what they do not. Each claim keeps
the numbers that it follows from, so each deduction can name all that is needed to prove it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, final

from msweeper.solver.budget import Budget
from msweeper.solver.conflict import fits, irreducible, listed
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["Deduction", "deduce", "explain"]

_CHAIN = 6  # numbers that a claim may follow from, at most
_CLAIMS = 2_000


@final
@dataclass(frozen=True, slots=True)
class Deduction:
    """One closed cell that is proved, and what proves it."""

    cell: int
    is_mine: bool
    because: tuple[int, ...]
    """The open cells whose numbers prove it without any other one, ascending."""
    uses_count: bool
    """Whether the number of mines of the whole board is needed too."""
    rule: str
    """``one number``, ``two numbers``, ``chain``, ``mine count`` or ``every minefield``."""
    reason: str
    """Why, in labels: what follows the colon of `text`."""

    def text(self, topology: Topology) -> str:
        """Return a sentence: ``3,4 is safe: 3,3 needs 1 mine and has it at 2,3``."""
        what = "a mine" if self.is_mine else "safe"
        return f"{topology.label(self.cell)} is {what}: {self.reason}"


class _Claim(NamedTuple):
    """From `low` to `high` mines among `cells`, which are not empty."""

    cells: frozenset[int]
    low: int
    high: int
    numbers: frozenset[int]
    """The open cells that it follows from."""
    uses_count: bool


def deduce(
    view: View, *, count: bool = True, budget: Budget | None = None
) -> tuple[Deduction, ...]:
    """Return what follows from one number, two numbers, chains of them, and the mine count.

    In the order in which they were found, the easiest first: what comes later may need what
    came before, and then names its numbers too. Sound, but not complete: `explain` has a
    reason for every cell that is certain. Flags are ignored.

    Args:
        count: whether the number of mines of the board may be used.
        budget: when its seconds are over, what was found until then is returned.

    Cost: some milliseconds for a middle game of 30x16.
    """
    return tuple(_Deducer(view, budget or Budget()).run(count))


def explain(view: View, cell: int, *, budget: Budget | None = None) -> Deduction | None:
    """Return the easiest reason found why `cell` is certain, or None where it is not.

    Where no simple deduction settles it, all minefields that fit are counted, and the numbers
    are reduced until none can be spared.

    Raises:
        BudgetExceeded: it could not be found out in time.
    """
    if view.cells[cell] >= 0:
        return None
    budget = budget or Budget()
    for found in deduce(view, budget=budget):
        if found.cell == cell:
            return found
    meter = budget.strict_meter()
    numbers = [n for n, shown in enumerate(view.cells) if shown >= 0]
    for use_count in (False, True):
        for is_mine in (False, True):
            against = {"safe": (cell,)} if is_mine else {"mines": (cell,)}

            def enough(some: Collection[int], against: dict[str, tuple[int]] = against) -> bool:
                return not fits(view, some, use_count=use_count, meter=meter, **against)  # noqa: B023

            if enough(numbers):
                because = irreducible(numbers, enough, view.topology)
                what = "a mine" if is_mine else "no mine"
                total = f" with {_mines(view.mines)}" if use_count else ""
                which = f" that fits {listed(because, view.topology)}" if because else ""
                reason = f"every minefield{total}{which} has {what} here"
                return Deduction(cell, is_mine, because, use_count, "every minefield", reason)
    return None


def _mines(count: int) -> str:
    return f"{count} mine{'s' * (count != 1)}"


def _verb(verb: str, claim: _Claim) -> str:
    return verb if len(claim.numbers) > 1 else f"{verb}s"


@final
class _Deducer:
    def __init__(self, view: View, budget: Budget) -> None:
        self.view = view
        self._clock = budget.clock
        self._end = None if budget.seconds is None else budget.clock() + budget.seconds
        self.topology = view.topology
        near = view.topology.adjacency
        cells = view.cells
        self.closed = {
            number: around
            for number, shown in enumerate(cells)
            if shown >= 0 and (around := [c for c in near[number] if cells[c] < 0])
        }
        self.known: dict[int, Deduction] = {}

    def run(self, count: bool) -> Iterator[Deduction]:
        """Yield one layer of deductions after the other, always by the easiest rule that helps."""
        while True:
            found = self._singles() or self._pairs() or self._chains()
            if not found and count:
                found = self._count()
            if not found:
                return
            easiest = min([len(deduction.because) for deduction in found])
            for deduction in found:
                if len(deduction.because) == easiest and deduction.cell not in self.known:
                    self.known[deduction.cell] = deduction
                    yield deduction

    def _over(self) -> bool:
        return self._end is not None and self._clock() > self._end

    def _singles(self) -> list[Deduction]:
        """Numbers that have all their mines, or only as many cells as mines."""
        found: list[Deduction] = []
        for number, around in self.closed.items():
            unknown = [c for c in around if c not in self.known]
            if not unknown:
                continue
            mines = [c for c in around if c in self.known and self.known[c].is_mine]
            need = self.view.cells[number]
            name = self.topology.label(number)
            if need == len(mines):
                if not need:
                    reason = f"{name} shows 0"
                else:
                    has = "it" if need == 1 else "them"
                    reason = f"{name} needs {_mines(need)} and has {has} at {self._list(mines)}"
                found += self._settle(unknown, False, (number,), mines, "one number", reason)
            elif need == len(mines) + len(unknown):
                safe = [c for c in around if c in self.known and not self.known[c].is_mine]
                only = self._list(sorted(mines + unknown))
                reason = f"{name} needs {_mines(need)} and has no other closed cell than {only}"
                if safe:
                    reason += f", for {self._list(safe)} {'is' if len(safe) == 1 else 'are'} safe"
                found += self._settle(unknown, True, (number,), safe, "one number", reason)
        return found

    def _claims(self) -> list[_Claim]:
        """What the numbers say about cells that are not known yet."""
        claims: list[_Claim] = []
        for number, around in self.closed.items():
            unknown = frozenset([c for c in around if c not in self.known])
            if unknown:
                facts = [self.known[c] for c in around if c in self.known]
                need = self.view.cells[number] - sum([fact.is_mine for fact in facts])
                claims.append(
                    _Claim(
                        unknown,
                        need,
                        need,
                        frozenset([number]).union(*[fact.because for fact in facts]),
                        any(fact.uses_count for fact in facts),
                    )
                )
        return claims

    def _pairs(self) -> list[Deduction]:
        """Two numbers whose closed neighbors overlap."""
        found: list[Deduction] = []
        claims = self._claims()
        for one, other in _overlapping(claims):
            if self._over():
                break
            shared = one.cells & other.cells
            alone = one.cells - shared
            if not alone:
                continue
            most = min(other.high, len(shared))
            least = other.low - len(other.cells - shared)
            names = self._list(sorted(one.numbers)), self._list(sorted(other.numbers))
            where = self._list(sorted(shared))
            if one.low - most == len(alone):
                reason = (
                    f"{names[0]} {_verb('leave', one)} {_mines(one.low)} for"
                    f" {self._list(sorted(one.cells))}, and {names[1]} {_verb('allow', other)} at"
                    f" most {most} in {where}"
                )
                found += self._conclude(alone, True, (one, other), "two numbers", reason)
            elif one.high == least:
                reason = (
                    f"{names[0]} {_verb('leave', one)} {_mines(one.high)} for"
                    f" {self._list(sorted(one.cells))}, and {names[1]} {_verb('need', other)}"
                    f" {least} in {where}"
                )
                found += self._conclude(alone, False, (one, other), "two numbers", reason)
        return found

    def _chains(self) -> list[Deduction]:
        """Claims made from claims, until one leaves no choice."""
        best: dict[frozenset[int], _Claim] = {}
        where: dict[int, list[frozenset[int]]] = {}
        queue: list[_Claim] = []

        def add(claim: _Claim) -> None:
            old = best.get(claim.cells)
            if old is not None:
                if claim.low <= old.low and claim.high >= old.high:
                    return
            else:
                for cell in claim.cells:
                    where.setdefault(cell, []).append(claim.cells)
            best[claim.cells] = claim
            queue.append(claim)

        for claim in self._claims():
            add(claim)
        for claim in queue:
            if len(queue) > _CLAIMS or self._over():
                break
            for cells in {key: None for cell in sorted(claim.cells) for key in where[cell]}:
                other = best[cells]
                if cells != claim.cells and len(claim.numbers | other.numbers) <= _CHAIN:
                    for made in _combine(claim, other):
                        if made.low == len(made.cells) or made.high == 0:
                            names = self._list(sorted(made.numbers))
                            reason = f"{names} leave no choice"
                            is_mine = made.low > 0
                            return self._conclude(made.cells, is_mine, (made,), "chain", reason)
                        add(made)
        return []

    def _count(self) -> list[Deduction]:
        """Mines left for all unknown cells, less what disjoint claims account for."""
        unknown = {
            cell
            for cell, shown in enumerate(self.view.cells)
            if shown < 0 and cell not in self.known
        }
        mines = [fact for fact in self.known.values() if fact.is_mine]
        safe = [fact for fact in self.known.values() if not fact.is_mine]
        left = self.view.mines - len(mines)
        claims = self._claims()
        for key in (
            lambda claim: (len(claim.cells) - claim.low, -claim.low),
            lambda claim: (-claim.low, len(claim.cells)),
            lambda claim: (-len(claim.cells), claim.low),
            None,
        ):
            apart: list[_Claim] = []
            outside = set(unknown)
            for claim in sorted(claims, key=key) if key else ():
                if claim.cells <= outside:
                    apart.append(claim)
                    outside -= claim.cells
            rest = left - sum([claim.low for claim in apart])
            if outside and rest in (0, len(outside)):
                is_mine = rest > 0
                facts = mines + safe if is_mine else mines
                held = f", {left - rest} of them elsewhere" if apart else ""
                reason = (
                    f"the board has {_mines(self.view.mines)}: {left} left{held}, so"
                    f" {'every other cell is one' if is_mine else 'no other cell is one'}"
                )
                numbers = frozenset().union(
                    *[claim.numbers for claim in apart], *[fact.because for fact in facts]
                )
                return [
                    Deduction(cell, is_mine, tuple(sorted(numbers)), True, "mine count", reason)
                    for cell in sorted(outside)
                ]
        return []

    def _settle(
        self,
        cells: Iterable[int],
        is_mine: bool,
        numbers: Iterable[int],
        facts: Iterable[int],
        rule: str,
        reason: str,
    ) -> list[Deduction]:
        """Return deductions from `numbers` and what was known of the cells `facts`."""
        known = [self.known[cell] for cell in facts]
        because = frozenset(numbers).union(*[fact.because for fact in known])
        uses_count = any(fact.uses_count for fact in known)
        if len(because) > 1:
            rule = "chain"
        ordered = tuple(sorted(because))
        return [Deduction(cell, is_mine, ordered, uses_count, rule, reason) for cell in cells]

    def _conclude(
        self,
        cells: Iterable[int],
        is_mine: bool,
        claims: Sequence[_Claim],
        rule: str,
        reason: str,
    ) -> list[Deduction]:
        """Return deductions from `claims`."""
        because = tuple(sorted(frozenset().union(*[claim.numbers for claim in claims])))
        uses_count = any(claim.uses_count for claim in claims)
        if len(because) > 2:
            rule = "chain"
        return [
            Deduction(cell, is_mine, because, uses_count, rule, reason) for cell in sorted(cells)
        ]

    def _list(self, cells: Sequence[int]) -> str:
        return listed(cells, self.topology)


def _overlapping(claims: Sequence[_Claim]) -> Iterator[tuple[_Claim, _Claim]]:
    """Yield the ordered pairs of claims that share a cell, each once."""
    where: dict[int, list[int]] = {}
    for at, claim in enumerate(claims):
        for cell in claim.cells:
            where.setdefault(cell, []).append(at)
    for at, claim in enumerate(claims):
        for other in sorted({n for cell in claim.cells for n in where[cell]} - {at}):
            yield claim, claims[other]


def _combine(one: _Claim, other: _Claim) -> Iterator[_Claim]:
    """Yield what two claims that overlap say about the shared cells, and each about its own."""
    shared = one.cells & other.cells
    alone, apart = one.cells - shared, other.cells - shared
    numbers = one.numbers | other.numbers
    uses_count = one.uses_count or other.uses_count
    low = max(one.low - len(alone), other.low - len(apart), 0)
    high = min(one.high, other.high, len(shared))
    for cells, least, most in (
        (shared, low, high),
        (alone, max(one.low - high, 0), min(one.high - low, len(alone))),
        (apart, max(other.low - high, 0), min(other.high - low, len(apart))),
    ):
        if cells and (least > 0 or most < len(cells)):
            yield _Claim(cells, least, most, numbers, uses_count)
