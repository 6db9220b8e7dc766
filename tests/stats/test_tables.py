"""Records as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from dataclasses import replace

import pytest

from msweeper.stats.entry import Entry
from msweeper.stats.summary import summarize
from msweeper.stats.tables import COLUMNS, bar, sparkline, text, to_csv, to_json
from tests.stats.games import SPEC, entry, several


def games() -> list[Entry]:
    found = several("wlwwWq")
    found[2] = replace(found[2], seconds=75.5, bbbv=30)
    return found


MANY = [
    *several("wlwwWqLw" * 9),
    *(replace(game, spec="hex:radius=5", mines=18, level="", proof="free") for game in games()),
    replace(entry(3723.999), spec="cube:width=9,height=9,depth=4", level="x" * 50),
    replace(entry(1.0), spec="mask:shape=" + "ab12" * 60),
]

WITH_BARS = """\
square:width=9,height=7@10  beginner, first click open
games    6: 3 won, 1 lost, 1 left; with help 1 won, 0 lost
won      ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣀⣀⣀ 75.0% (95% sure: 30.1% to 95.4%)
streak   0 now, 2 the longest
times    best 10.00 s, median 13.00 s, best 3BV/s 1.20
wins     ⣀⣿⣀
best   1 10.00 s  ⣿⡇⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀  2026-03-01  3BV 12  1.20/s
       2 13.00 s  ⣿⣿⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀  2026-03-01  3BV 12  0.92/s
       3 1:15.50  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿  2026-03-01  3BV 30  0.40/s
helped 1 14.00 s  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿  2026-03-01  3BV 12  0.86/s"""

PLAIN = """\
square:width=9,height=7@10
         beginner, first click open
games    6: 3 won, 1 lost, 1 left; with
         help 1 won, 0 lost
won      75.0% (95% sure: 30.1% to
         95.4%)
streak   0 now, 2 the longest
times    best 10.00 s, median 13.00 s,
         best 3BV/s 1.20
best   1 10.00 s  2026-03-01  3BV 12
       2 13.00 s  2026-03-01  3BV 12
       3 1:15.50  2026-03-01  3BV 30
helped 1 14.00 s  2026-03-01  3BV 12"""


def test_text_with_bars() -> None:
    assert text(summarize(games()), 60) == WITH_BARS


def test_text_without_bars_in_a_narrow_window() -> None:
    assert text(summarize(games()), 40, bars=False) == PLAIN
    assert text(summarize(games()), 7, bars=False) == PLAIN  # no narrower than 40


def test_nothing_recorded_is_said() -> None:
    assert text([]) == "no games are recorded"
    assert to_json([]) == []
    assert to_csv([]) == ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize("width", [40, 41, 60, 79, 80, 132])
@pytest.mark.parametrize("bars", [True, False])
@pytest.mark.parametrize("plain", [True, False])
def test_no_line_is_longer_than_the_window(width: int, bars: bool, plain: bool) -> None:
    found = text(summarize(MANY), width, bars, ascii=plain)
    assert max(map(len, found.splitlines())) <= width
    assert all(line == line.rstrip() for line in found.splitlines())
    assert found.isascii() or (bars and not plain)
    for char in set(found) - {"\n"}:
        assert char.isprintable()
        assert unicodedata.east_asian_width(char) in ("N", "Na")  # one column, wherever
        assert not unicodedata.combining(char)


def test_the_text_is_the_same_each_time() -> None:
    assert text(summarize(MANY)) == text(summarize(list(MANY)))


def test_help_is_marked() -> None:
    helped = [replace(entry(float(n), number=n), helps=n % 2, undos=n // 2) for n in (1, 2, 3)]
    lines = text(summarize(helped), bars=False).splitlines()
    assert [line.partition("/s  ")[2] for line in lines[-3:]] == [
        "hints 1",
        "undone 1",
        "hints 1, undone 1",
    ]


def test_rules_of_no_guess_boards_are_named() -> None:
    count, free = (text(summarize([replace(entry(), proof=p)])) for p in ("count", "free"))
    assert "beginner, first click open, no guess\n" in count
    assert "no guess, without the count\n" in free


def test_the_trend_is_shown_where_there_is_one() -> None:
    found = text(summarize(several("l" * 4 + "wl" * 10)), bars=False)
    assert "trend    50.0% of the last 20, 0.0% before\n" in found


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "0.00 s"),
        (0.019, "0.01 s"),
        (12.34, "12.34 s"),
        (59.999, "59.99 s"),
        (60.0, "1:00.00"),
        (3599.999, "59:59.99"),
        (3723.5, "1:02:03.50"),
        (400000.0, "111:06:40.00"),
    ],
)
def test_times(seconds: float, shown: str) -> None:
    assert f"best {shown}, median {shown}" in text(summarize([entry(seconds)]), bars=False)


@pytest.mark.parametrize(
    ("value", "drawn", "plain"),
    [
        (0, "⣀⣀⣀⣀", "...."),
        (0.001, "⡇⣀⣀⣀", "+..."),
        (0.25, "⣿⣀⣀⣀", "#..."),
        (0.6, "⣿⣿⡇⣀", "##+."),
        (0.999, "⣿⣿⣿⡇", "###+"),
        (1, "⣿⣿⣿⣿", "####"),
    ],
)
def test_bars(value: float, drawn: str, plain: str) -> None:
    assert bar(value, 1, 4) == drawn
    assert bar(value, 1, 4, ascii=True) == plain
    assert bar(0, 0, 4) == "⣀⣀⣀⣀"


@pytest.mark.parametrize(
    ("values", "drawn", "plain"),
    [
        ((), "", ""),
        ((5.0,), "⣤", "."),
        ((2.0, 2.0), "⣤⣤", ".."),
        ((1.0, 2.0, 3.0, 4.0), "⣀⣤⣶⣿", "_.-="),
        ((9.0, 0.0, 4.4), "⣿⣀⣤", "=_."),
    ],
)
def test_sparklines(values: tuple[float, ...], drawn: str, plain: str) -> None:
    assert sparkline(values) == drawn
    assert sparkline(values, ascii=True) == plain


def test_json() -> None:
    won = replace(entry(12.3456), uid="c0ffee", undos=0)
    found = to_json(summarize([won, entry(2.0, "lost", 1)]))
    assert found == [
        {
            "spec": SPEC,
            "mines": 10,
            "first": "open",
            "proof": None,
            "level": "beginner",
            "games": 2,
            "won": 1,
            "lost": 1,
            "helped_won": 0,
            "helped_lost": 0,
            "left": 0,
            "rate": 0.5,
            "interval": [0.0945, 0.9055],
            "trend": None,
            "streak": 0,
            "longest_streak": 1,
            "median_seconds": 12.346,
            "best_bbbv_per_second": 0.972,
            "best": [
                {
                    "seconds": 12.346,
                    "bbbv": 12,
                    "bbbv_per_second": 0.972,
                    "opens": 20,
                    "flags": 3,
                    "chords": 1,
                    "undos": 0,
                    "helps": 0,
                    "when": "2026-03-01T12:00:00.000Z",
                    "id": f"{SPEC}@10/seed=maple-0",
                    "uid": "c0ffee",
                }
            ],
            "helped_best": [],
        }
    ]
    assert json.loads(json.dumps(found)) == found
    (left,) = to_json(summarize(several("q")))
    assert (left["rate"], left["interval"], left["best"]) == (None, None, [])
    trend = to_json(summarize(several("l" + "w" * 20)))[0]["trend"]
    assert trend == {"recent": 1.0, "before": 0.0}


CSV = '''\
spec,mines,first,proof,level,result,seconds,bbbv,opens,flags,chords,undos,helps,id,when,uid
"square:width=9,height=7",10,open,,beginner,won,12.346,12,20,3,1,0,0,\
"square:width=9,height=7@10/seed=maple-0",2026-03-01T12:00:00.000Z,
"square:width=9,height=7",10,open,,"a ""b""",left,3.000,,20,3,1,0,0,\
"square:width=9,height=7@10/seed=maple-1",2026-03-01T12:00:01.000Z,
'''


def test_csv() -> None:
    found = to_csv(
        [entry(12.3456), replace(entry(3.0, "left", 1), bbbv=None, level='a "b"')],
    )
    assert found == CSV
    rows = list(csv.DictReader(io.StringIO(found)))
    assert [row["level"] for row in rows] == ["beginner", 'a "b"']
    assert "game" not in rows[0]
