from __future__ import annotations

import json
import re
import time

import pytest

from msweeper.game import Game
from msweeper.plugins import load_plugins
from tests.cli.conftest import Cli
from tests.support import roomy

REGISTRY = load_plugins()
TOPOLOGIES = sorted(REGISTRY.topologies)
POSITION = '{"spec": "hex:radius=2", "mines": 4, "cells": {"0,0": 1}}'  # facts: section 5


def test_analyze_json(cli: Cli) -> None:
    outcome = cli("analyze", "--json", stdin=POSITION)
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert list(found) == ["spec", "mines", "exact", "minefields", "safe", "mine", "odds", "best"]
    assert (found["minefields"], found["exact"]) == ("1320", True)
    assert len(found["odds"]) == 18
    by_cell = {row["cell"]: row for row in found["odds"]}
    assert by_cell["1,0"] == {"cell": "1,0", "mine": "1/6", "p": 0.166666667}
    assert by_cell["0,-2"] == {"cell": "0,-2", "mine": "1/4", "p": 0.25}
    assert list(found["best"]) == ["cell", "action", "p", "why"]


def test_analyze_text_reads_what_play_prints(cli: Cli) -> None:
    for name in TOPOLOGIES:
        topology = REGISTRY.topology(name)
        start = topology.label(topology.layout.middle())
        board = cli("play", name, "--seed", "x", "--final", stdin=start).out
        outcome = cli("analyze", stdin=board)
        assert (outcome.code, outcome.err) == (0, "")
        assert re.search(r" minefields? fits?\n", outcome.out)
        assert outcome.out.splitlines()[-1].startswith("best: open ")
        document = json.loads(cli("analyze", "--json", stdin=board).out)
        assert document["spec"] == topology.spec
        shown = outcome.out.partition("\nsafe: ")[2].splitlines()[0]
        assert shown.split() == document["safe"] or not document["safe"]


def test_jsonl_answers_a_line_for_a_line(cli: Cli) -> None:
    bad = '{"spec": "hex:radius=2", "mines": 4, "cells": {"0,0": 5}}'
    outcome = cli("analyze", "--jsonl", stdin=f"{POSITION}\n\nnonsense\n{bad}\n{POSITION}\n")
    docs = [json.loads(line) for line in outcome.out.splitlines()]
    assert [doc.get("error") for doc in docs] == [None, "parse", "inconsistent-view", None]
    assert "0,0" in docs[2]["message"]
    assert outcome.code == 1
    assert outcome.err == ""


@pytest.mark.parametrize(
    ("stdin", "code", "kind"),
    [
        ('{"spec": "square:3x2", "mines": 0, "cells": {"1,2": 1}}', 1, "inconsistent-view"),
        ("", 2, "parse"),
        ('{"spec": "hxe", "mines": 0}', 2, "unknown-name"),
    ],
)
def test_analyze_refuses(stdin: str, code: int, kind: str, cli: Cli) -> None:
    outcome = cli("analyze", "--json", stdin=stdin)
    assert outcome.code == code
    assert json.loads(outcome.err)["error"] == kind
    assert cli("analyze", "nosuchfile").code == 1


def test_budget_and_estimate(cli: Cli) -> None:
    """Every second cell of every second row of a wide board, and no time at all."""
    cells = {f"{y},{x}": 2 for y in range(2, 16, 2) for x in range(2, 30, 2)}
    position = json.dumps({"spec": "square:30x16", "mines": 99, "cells": cells})
    refused = cli("analyze", "--json", "--budget", "0", stdin=position)
    assert refused.code == 1
    assert json.loads(refused.err)["error"] == "budget-exceeded"
    outcome = cli("analyze", "--json", "--budget", "0", "--estimate", stdin=position)
    assert outcome.code == 0
    found = json.loads(outcome.out)
    assert (found["exact"], found["minefields"]) == (False, None)
    assert all(row["mine"] is None and row["se"] is not None for row in found["odds"])


def test_hints_in_play(cli: Cli) -> None:
    for name in TOPOLOGIES:
        board = roomy(REGISTRY.find(name))
        topology = REGISTRY.topology(board.partition("@")[0])
        start = topology.label(topology.layout.middle())
        outcome = cli("play", board, "--seed", "x", stdin=f"hint\n{start}\nhint\nodds\nwhy {start}")
        assert outcome.code == 0
        assert "by the first-click rule open, the first cell opens an area" in outcome.out
        assert "%" in outcome.out
        assert f"{start} is open and shows 0" in outcome.out
        assert outcome.out.splitlines()[-1].count("4 helps") == 1


def test_following_the_hints_wins_or_was_a_guess(cli: Cli) -> None:
    """The hint's own cell is opened each time; a safe one never loses."""
    for name in TOPOLOGIES:
        topology = REGISTRY.topology(name)
        typed = [topology.label(topology.layout.middle())]
        for _ in range(200):
            out = cli(
                "play", name, "--seed", "h", "--jsonl", stdin="\n".join([*typed, "hint"])
            ).out.splitlines()
            if json.loads(out[-3])["status"] in ("won", "lost"):
                break
            best = json.loads(out[-2])["analysis"]["best"]
            typed.append(best["cell"])
            last_risk = best["p"]
        assert json.loads(out[-3])["status"] == "won" or last_risk > 0


def test_a_loss_tells_its_risk(cli: Cli) -> None:
    board = ("square:4x1", "--mines-at", "1,1 1,4")
    assert (
        "open 1,1 was a mine with 50% (1/2); no cell was safe"
        in cli("play", *board, stdin="1 1").out
    )
    assert "open 1,1 was a mine with 50%" in cli("play", *board, stdin="1 2; 1 1").out
    chord = cli("play", *board, stdin="1 3; f 1 2; c 1 3").out
    assert "chord 1,3 was a mine with 50% (1/2)" in chord
    sure = cli("play", "square:5x1", "--mines-at", "1,2 1,4", stdin="1 3; 1 2").out
    assert "open 1,2 was a mine with 100% (1); 1,1 was safe" in sure


def test_simulate(cli: Cli) -> None:
    arguments = ("simulate", "hex:2@4", "--games", "12", "--seed", "s", "--json")
    one = json.loads(cli(*arguments, "--jobs", "1").out)
    assert list(one) == [
        "spec", "mines", "first", "player", "seed", "games", "won", "rate", "low", "high",
        "guesses_per_game", "seconds", "games_per_second",
    ]  # fmt: skip
    assert one["low"] <= one["rate"] <= one["high"]
    parts = [
        json.loads(cli(*arguments[:2], "--seed", "s", "--json", "-j1", "-n", "6", *more).out)
        for more in ([], ["--from", "6"])
    ]
    assert sum(part["won"] for part in parts) == one["won"]
    text = cli("simulate", "hex:2@4", "--games", "12", "--seed", "s", "-j", "1").out
    assert f"won {one['won']} of 12" in text
    assert cli("simulate", "hex", "--player", "carefull").code == 2
    assert "did you mean careful" in cli("simulate", "hex", "--player", "carefull").err
    assert cli("simulate", "hex:2", "--start", "9,9").code == 2
    assert cli("simulate", "hex:2@2/at=gAA").code == 2


def test_fairness(cli: Cli) -> None:
    found = json.loads(cli("fairness", "square:5x1", "--json").out)
    assert list(found) == [
        "spec", "size", "verdict", "loss", "nullity", "twins", "exchanges", "exhaustive", "alike"
    ]  # fmt: skip
    assert found["exchanges"] == [{"cells": {"1,1": 1, "1,2": -1, "1,4": 1, "1,5": -1}}]
    assert set(found["loss"]) == {"beginner", "intermediate", "expert"}
    text = cli("fairness", "square:5x1").out
    assert "1 + - . + -" in text
    own = json.loads(cli("fairness", "square:5x1@2", "--json").out)
    assert set(own["loss"]) == {"2 mines"}
    assert own["verdict"] == "unfair"
    assert "this board is unfair" in cli("play", "square:5x1@2").out
    for name in TOPOLOGIES:
        assert json.loads(cli("fairness", name, "--json").out)["verdict"] == "fair"
        assert "unfair" not in cli("play", name).out


def test_a_number_too_long_for_python_is_one_bad_line(cli: Cli) -> None:
    huge = '{"spec": "hex:2", "mines": ' + "9" * 5000 + "}"
    outcome = cli("analyze", "--jsonl", stdin=f"{huge}\n{POSITION}\n")
    docs = [json.loads(line) for line in outcome.out.splitlines()]
    assert [doc.get("error") for doc in docs] == ["parse", None]


def test_a_budget_holds_for_the_whole_answer(cli: Cli) -> None:
    """A cube with its surface open here and there: deduction alone would take many seconds."""
    topology = REGISTRY.topology("cube:9x9x4")
    game = Game(topology, 49, seed="budget", first="none")
    assert game.minefield is None
    game.open(topology.layout.middle())
    field = game.minefield
    assert field is not None
    cells = {
        topology.label(cell): field.numbers[cell]
        for cell in range(0, topology.size, 6)
        if field.numbers[cell] >= 0
    }
    position = json.dumps({"spec": topology.spec, "mines": 49, "cells": cells})
    began = time.monotonic()
    outcome = cli("analyze", "--budget", "0.5", "--estimate", stdin=position)
    assert outcome.code == 0
    assert time.monotonic() - began < 15
