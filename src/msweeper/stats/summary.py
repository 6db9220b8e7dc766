"""What the games on one board come to: rates, best times, streaks, trend.

A game counts as *helped* where a hint or undo was used, won or lost: it is kept apart from rates,
times and speeds. A game that was *left* counts as a game and for nothing else: it was saved, and
can be taken up again. A *streak* is of games won without help, one after another; every other game
that was finished ends it, also a helped win, since undo would else protect a streak.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import final

from msweeper.simulate import wilson
from msweeper.stats.entry import Entry, Key

__all__ = ["BEST", "RECENT", "Summary", "Trend", "summarize"]

BEST = 10
"""How many best times there are."""
RECENT = 20
"""How many games the trend calls recent."""


@final
@dataclass(frozen=True, slots=True)
class Trend:
    """The win rates of the last `RECENT` games without help, and of all before them."""

    recent: float
    before: float


@final
@dataclass(frozen=True, slots=True)
class Summary:
    """All games on one board by one set of rules."""

    key: Key
    level: str
    """The level's name, as the last game that has one says."""
    wins: int
    """Won without help."""
    losses: int
    """Lost without help."""
    helped_wins: int
    helped_losses: int
    left: int
    best: tuple[Entry, ...]
    """The `BEST` fastest wins without help, fastest first; of equals the earlier first."""
    helped_best: tuple[Entry, ...]
    """The `BEST` fastest helped wins."""
    median: float | None
    """Of the seconds of all wins without help."""
    best_speed: float | None
    """The highest 3BV per second of a win without help."""
    streak: int
    """The streak that goes on."""
    longest: int
    """The longest streak."""
    trend: Trend | None
    """None where there are no games before the recent ones."""
    seconds: tuple[float, ...]
    """Of all wins without help, oldest first."""

    @property
    def games(self) -> int:
        """All games, left ones too."""
        return self.finished + self.helped_wins + self.helped_losses + self.left

    @property
    def finished(self) -> int:
        """The games without help that were won or lost."""
        return self.wins + self.losses

    @property
    def rate(self) -> float | None:
        """The share of `finished` that was won."""
        return self.wins / self.finished if self.finished else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `rate`."""
        return wilson(self.wins, self.finished)


def summarize(entries: Iterable[Entry]) -> tuple[Summary, ...]:
    """Return a summary for each key, in the order of keys; `entries` come oldest first."""
    by_key: dict[Key, list[Entry]] = {}
    for entry in entries:
        by_key.setdefault(entry.key, []).append(entry)
    return tuple([_summary(key, by_key[key]) for key in sorted(by_key)])


def _summary(key: Key, entries: list[Entry]) -> Summary:
    finished = [entry for entry in entries if entry.result != "left"]
    plain = [entry for entry in finished if not entry.helped]
    wins = [entry for entry in plain if entry.result == "won"]
    helped_wins = [entry for entry in finished if entry.helped and entry.result == "won"]
    speeds = [speed for entry in wins if (speed := entry.bbbv_per_second) is not None]
    streak, longest = _streaks(finished)
    return Summary(
        key=key,
        level=next((entry.level for entry in reversed(entries) if entry.level), ""),
        wins=len(wins),
        losses=len(plain) - len(wins),
        helped_wins=len(helped_wins),
        helped_losses=len(finished) - len(plain) - len(helped_wins),
        left=len(entries) - len(finished),
        best=_fastest(wins),
        helped_best=_fastest(helped_wins),
        median=median([entry.seconds for entry in wins]) if wins else None,
        best_speed=max(speeds, default=None),
        streak=streak,
        longest=longest,
        trend=_trend([entry.result == "won" for entry in plain]),
        seconds=tuple([entry.seconds for entry in wins]),
    )


def _fastest(wins: list[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(wins, key=lambda entry: entry.seconds)[:BEST])


def _streaks(finished: list[Entry]) -> tuple[int, int]:
    """Return the streak that goes on, and the longest one."""
    streak = longest = 0
    for entry in finished:
        streak = streak + 1 if entry.result == "won" and not entry.helped else 0
        longest = max(longest, streak)
    return streak, longest


def _trend(won: list[bool]) -> Trend | None:
    before, recent = won[:-RECENT], won[-RECENT:]
    if not before:
        return None
    return Trend(sum(recent) / len(recent), sum(before) / len(before))
