"""What games come to: rates, best times, streaks, trend."""

from __future__ import annotations

from dataclasses import replace

import pytest

from msweeper.simulate import wilson
from msweeper.stats.entry import Key
from msweeper.stats.summary import Summary, Trend, summarize
from tests.stats.games import SPEC, entry, several


def of(results: str) -> Summary:
    (found,) = summarize(several(results))
    return found


def test_no_games_have_no_summary() -> None:
    assert summarize([]) == ()


def test_b33_a_loss_enters_no_best_time() -> None:
    lost, won = entry(0.0, "lost", 0), entry(30.0, "won", 1)
    (found,) = summarize([lost, won])
    assert found.best == (won,)
    assert (found.games, found.losses, found.median) == (2, 1, 30.0)
    assert found.seconds == (30.0,)
    (found,) = summarize([lost, replace(entry(1.0, "left", 2), bbbv=None)])
    assert (found.best, found.median, found.best_speed, found.games) == ((), None, None, 2)


def test_games_without_help_with_help_and_left_are_apart() -> None:
    found = of("wwlLWqqW")
    counts = (found.wins, found.losses, found.helped_wins, found.helped_losses, found.left)
    assert counts == (2, 1, 2, 1, 2)
    assert (found.games, found.finished) == (8, 3)
    assert found.rate == pytest.approx(2 / 3)
    assert found.interval == wilson(2, 3)
    assert [game.seconds for game in found.best] == [10.0, 11.0]
    assert [game.seconds for game in found.helped_best] == [14.0, 17.0]
    assert found.median == 10.5


def test_undo_is_help_too() -> None:
    (found,) = summarize([replace(entry(5.0), undos=1)])
    assert (found.wins, found.helped_wins, found.best) == (0, 1, ())


def test_no_finished_game_has_no_rate() -> None:
    assert (of("qqW").rate, of("qqW").interval) == (None, (0.0, 1.0))


def test_best_are_the_ten_fastest_the_earlier_first() -> None:
    games = [entry(float(20 - n // 2), "won", n) for n in range(24)]
    (found,) = summarize(games)
    assert [game.seconds for game in found.best] == [9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
    assert found.best[0] == games[22]
    assert found.best[1] == games[23]


def test_speed_is_of_wins_with_a_time() -> None:
    games = [
        entry(6.0, "won", 0),
        replace(entry(0.0, "won", 1), bbbv=1),
        entry(1.0, "lost", 2),
        replace(entry(2.0, "won", 3), helps=1),
        replace(entry(9.0, "won", 4), bbbv=None),
    ]
    (found,) = summarize(games)
    assert found.best_speed == 2.0


@pytest.mark.parametrize(
    ("results", "now", "longest"),
    [
        ("", None, None),
        ("w", 1, 1),
        ("l", 0, 0),
        ("wwlw", 1, 2),
        ("wwl", 0, 2),
        ("lwww", 3, 3),
        ("wqw", 2, 2),
        ("q", 0, 0),
        ("wWw", 1, 1),
        ("wLw", 1, 1),
        ("wwlwwwlw", 1, 3),
    ],
)
def test_streaks(results: str, now: int | None, longest: int | None) -> None:
    found = [(summary.streak, summary.longest) for summary in summarize(several(results))]
    assert found == ([] if now is None else [(now, longest)])


def test_trend() -> None:
    assert of("w" * 20).trend is None
    assert of("w" * 20 + "qWL").trend is None
    assert of("l" + "w" * 20).trend == Trend(1.0, 0.0)
    assert of("wlll" + "w" * 5 + "q" + "l" * 15).trend == Trend(0.25, 0.25)


def test_each_board_and_rule_has_its_own() -> None:
    games = [
        replace(entry(1.0), spec="square:width=30,height=16"),
        replace(entry(2.0), proof="count"),
        replace(entry(3.0), first="safe"),
        replace(entry(4.0), mines=9),
        replace(entry(5.0), level="", game="a"),
        replace(entry(6.0), game="b"),
    ]
    found = summarize(games)
    assert [summary.key for summary in found] == [
        Key("square:width=30,height=16", 10, "open", ""),
        Key(SPEC, 9, "open", ""),
        Key(SPEC, 10, "open", ""),
        Key(SPEC, 10, "open", "count"),
        Key(SPEC, 10, "safe", ""),
    ]
    assert [summary.games for summary in found] == [1, 1, 2, 1, 1]
    assert summarize(reversed(games))[2].level == "beginner"


def test_the_last_level_that_is_named_names_the_board() -> None:
    games = [replace(entry(number=n), level=name) for n, name in enumerate(("old", "new", ""))]
    assert summarize(games)[0].level == "new"
