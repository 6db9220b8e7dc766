"""Records as text with bars, as JSON values, and as CSV. Same records, same bytes.

Bars and sparklines are Braille dots: the block characters are as wide as two columns in some
terminals, which Unicode calls ambiguous width; dots are narrow everywhere.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import fields
from textwrap import wrap
from typing import Any

from msweeper.stats.entry import Entry
from msweeper.stats.summary import RECENT, Summary

__all__ = ["COLUMNS", "bar", "sparkline", "text", "to_csv", "to_json"]

COLUMNS = tuple(field.name for field in fields(Entry) if field.name != "game")
"""The columns of the CSV: all of an entry but the game itself."""

_LEVELS = "\u28c0\u28e4\u28f6\u28ff"  # dots filled from below: 1 to 4 rows
_ASCII_LEVELS = "_.-="
_HALF, _FULL, _EMPTY = "\u2847", "\u28ff", "\u28c0"
_BAR = 20
_INDENT = 9  # columns before the facts


def text(
    summaries: Iterable[Summary], width: int = 80, bars: bool = True, *, ascii: bool = False
) -> str:
    """Return a block of lines for each summary; none is longer than `width`, of 40 or more.

    Args:
        bars: whether to draw bars and sparklines, which are for a terminal.
        ascii: whether to draw them in ASCII.
    """
    width = max(40, width)
    blocks = [_block(summary, width, bars, ascii) for summary in summaries]
    return "\n\n".join(blocks) if blocks else "no games are recorded"


def _block(summary: Summary, width: int, bars: bool, ascii: bool) -> str:
    key = summary.key
    title = f"{key.spec}@{key.mines}"
    rules = [summary.level] if summary.level else []
    rules.append(f"first click {key.first}")
    if key.proof:
        rules.append("no guess" if key.proof == "count" else "no guess, without the count")
    lines = [*_chunks(title, width), *_wrapped("", ", ".join(rules), width)]
    if len(lines) == 2 and len(lines[0]) + 2 + len(lines[1].strip()) <= width:
        lines = [f"{lines[0]}  {lines[1].strip()}"]

    def fact(name: str, words: str) -> None:
        lines.extend(_wrapped(name, words, width))

    counts = f"{summary.games}: {summary.wins} won, {summary.losses} lost"
    if summary.left:
        counts += f", {summary.left} left"
    if summary.helped_wins or summary.helped_losses:
        counts += f"; with help {summary.helped_wins} won, {summary.helped_losses} lost"
    fact("games", counts)
    if summary.rate is not None:
        low, high = summary.interval
        drawn = f"{bar(summary.rate, 1, _bar_width(width), ascii=ascii)} " if bars else ""
        fact("won", f"{drawn}{summary.rate:.1%} (95% sure: {low:.1%} to {high:.1%})")
    if summary.trend is not None:
        trend = summary.trend
        fact("trend", f"{trend.recent:.1%} of the last {RECENT}, {trend.before:.1%} before")
    if summary.finished or summary.helped_wins or summary.helped_losses:
        fact("streak", f"{summary.streak} now, {summary.longest} the longest")
    if summary.best:
        assert summary.median is not None
        times = f"best {_time(summary.best[0].seconds)}, median {_time(summary.median)}"
        if summary.best_speed is not None:
            times += f", best 3BV/s {summary.best_speed:.2f}"
        fact("times", times)
        if bars and len(summary.seconds) > 1:
            recent = summary.seconds[-(width - _INDENT) :]
            fact("wins", sparkline(recent, ascii=ascii))
    lines += _best("best", summary.best, width, bars, ascii)
    lines += _best("helped", summary.helped_best, width, bars, ascii)
    return "\n".join(lines)


def _best(name: str, best: Sequence[Entry], width: int, bars: bool, ascii: bool) -> list[str]:
    """Return one line for each of the best times, those columns left out that do not fit."""
    lines = []
    longest = max((len(_time(entry.seconds)) for entry in best), default=0)
    slowest = best[-1].seconds if best else 0.0
    for place, entry in enumerate(best, 1):
        line = f"{name if place == 1 else '':<{_INDENT - 3}}{place:>2} "
        line += f"{_time(entry.seconds):>{longest}}"
        speed = entry.bbbv_per_second
        parts = []
        if bars:
            length = _bar_width(width)
            drawn = bar(entry.seconds, slowest, length, ascii=ascii)
            parts.append(f"{drawn:<{length}}")
        parts.append(f"{entry.when[:10]:<10}")
        parts.append("" if entry.bbbv is None else f"3BV {entry.bbbv}")
        parts.append("" if speed is None else f"{speed:.2f}/s")
        help_used = {"hints": entry.helps, "undone": entry.undos}
        parts.append(", ".join([f"{name} {count}" for name, count in help_used.items() if count]))
        for part in parts:
            if part and len(line) + 2 + len(part) <= width:
                line += f"  {part}"
        lines.append(line.rstrip())
    return lines


def _bar_width(width: int) -> int:
    return min(_BAR, width // 5)


def _wrapped(name: str, words: str, width: int) -> list[str]:
    lines = wrap(words, width - _INDENT, break_on_hyphens=False)
    return [f"{name if not i else '':<{_INDENT}}{line}" for i, line in enumerate(lines)]


def _chunks(title: str, width: int) -> list[str]:
    return [title[at : at + width] for at in range(0, len(title), width)]


def _time(seconds: float) -> str:
    """Return ``12.34 s`` or, from a minute on, ``1:02.34``; hours in front where there are any.

    Cut, not rounded: a time is never shown as a longer or a lower unit than it reached.
    """
    hundredths = round(seconds * 1000) // 10
    minutes, rest = divmod(hundredths, 6000)
    if not minutes:
        return f"{rest / 100:.2f} s"
    hours, minutes = divmod(minutes, 60)
    head = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{head}:{rest / 100:05.2f}"


def bar(value: float, most: float, width: int, *, ascii: bool = False) -> str:
    """Return a bar of `width` columns, filled by the share of `value` in `most`.

    What is above 0 shows at least half a column; what is below `most` is never quite full.
    """
    steps = 2 * width
    filled = int(steps * value / most + 0.5) if most > 0 else 0
    if value > 0:
        filled = max(1, min(filled, steps if value >= most else steps - 1))
    full, half = divmod(filled, 2)
    if ascii:
        return ("#" * full + "+" * half).ljust(width, ".")
    return (_FULL * full + _HALF * half).ljust(width, _EMPTY)


def sparkline(values: Sequence[float], *, ascii: bool = False) -> str:
    """Return one column for each value, from the lowest to the highest in four heights."""
    levels = _ASCII_LEVELS if ascii else _LEVELS
    low, high = min(values, default=0.0), max(values, default=0.0)
    if low == high:
        return levels[1] * len(values)
    top = len(levels) - 1
    return "".join([levels[round(top * (value - low) / (high - low))] for value in values])


def to_json(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    """Return the summaries as JSON values; seconds and rates are rounded."""
    found = []
    for summary in summaries:
        key, trend = summary.key, summary.trend
        found.append(
            {
                "spec": key.spec,
                "mines": key.mines,
                "first": key.first,
                "proof": key.proof or None,
                "level": summary.level or None,
                "games": summary.games,
                "won": summary.wins,
                "lost": summary.losses,
                "helped_won": summary.helped_wins,
                "helped_lost": summary.helped_losses,
                "left": summary.left,
                "rate": _rounded(summary.rate, 4),
                "interval": [round(end, 4) for end in summary.interval]
                if summary.finished
                else None,
                "trend": None
                if trend is None
                else {"recent": round(trend.recent, 4), "before": round(trend.before, 4)},
                "streak": summary.streak,
                "longest_streak": summary.longest,
                "median_seconds": _rounded(summary.median, 3),
                "best_bbbv_per_second": _rounded(summary.best_speed, 4),
                "best": [_game(entry) for entry in summary.best],
                "helped_best": [_game(entry) for entry in summary.helped_best],
            }
        )
    return found


def _game(entry: Entry) -> dict[str, Any]:
    return {
        "seconds": round(entry.seconds, 3),
        "bbbv": entry.bbbv,
        "bbbv_per_second": _rounded(entry.bbbv_per_second, 4),
        "opens": entry.opens,
        "flags": entry.flags,
        "chords": entry.chords,
        "undos": entry.undos,
        "helps": entry.helps,
        "when": entry.when,
        "id": entry.id,
        "uid": entry.uid,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def to_csv(entries: Iterable[Entry]) -> str:
    """Return all games as CSV with a heading, without the games themselves."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in entries:
        values = {name: getattr(entry, name) for name in COLUMNS}
        values["seconds"] = f"{entry.seconds:.3f}"
        writer.writerow(values.values())
    return out.getvalue()
