"""Games for the tests of records: `won`, `lost` and `left` with what matters spelled out."""

from __future__ import annotations

import json
from dataclasses import replace

from msweeper.stats.entry import Entry

SPEC = "square:width=9,height=7"


def entry(seconds: float = 30.0, result: str = "won", number: int = 0) -> Entry:
    """Return a game; `number` makes it another one."""
    return Entry(
        spec=SPEC,
        mines=10,
        first="open",
        level="beginner",
        result=result,
        seconds=seconds,
        bbbv=12,
        opens=20,
        flags=3,
        chords=1,
        id=f"{SPEC}@10/seed=maple-{number}",
        when=f"2026-03-01T12:{number // 60 % 60:02}:{number % 60:02}.000Z",
        game=json.dumps({"number": number, "moves": [[0.0, "open 3,4"]]}),
    )


def several(results: str, first: int = 0) -> list[Entry]:
    """Return a game for each letter: w(on), l(ost), q (left), W and L with help."""
    names = {"w": "won", "l": "lost", "q": "left"}
    return [
        replace(entry(10.0 + i, names[letter.lower()], i), helps=int(letter.isupper()))
        for i, letter in enumerate(results, first)
    ]
