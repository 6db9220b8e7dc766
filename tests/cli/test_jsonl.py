from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from msweeper.plugins import load_plugins
from msweeper.view import View
from tests.cli.conftest import Cli

REGISTRY = load_plugins()


def documents(cli: Cli, *arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    outcome = cli("play", "--jsonl", *arguments, stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_a_whole_game(cli: Cli) -> None:
    first, opened, again, flagged, end = documents(
        cli, "square:3x1", "--mines-at", "1,1", stdin="\n# nothing\n1 2\nopen 1,2; f 1 1\n"
    )
    assert list(first) == ["id", "spec", "mines", "first", "size", "max_degree", "cells", "status"]
    assert first["cells"] == ["1,1", "1,2", "1,3"]
    assert (first["first"], first["status"]) == ("none", "ready")
    assert opened == {
        "action": "open 1,2",
        "ok": True,
        "changes": [{"cell": "1,2", "shows": "1"}],
        "status": "playing",
        "flags": 0,
        "mines_left": 1,
        "closed": 2,
    }
    assert again == {
        "action": "open 1,2",
        "ok": False,
        "error": "illegal-action",
        "message": "1,2 is open already",
    }
    assert flagged["changes"] == [{"cell": "1,1", "shows": "flag"}]
    assert (flagged["flags"], flagged["mines_left"], flagged["closed"]) == (1, 0, 2)
    assert list(end) == [
        "result", "id", "mines_at", "bbbv", "seconds", "opens", "flags", "chords", "undos", "helps"
    ]  # fmt: skip
    assert end["seconds"] >= 0
    assert end | {"seconds": 0} == {
        "result": "left",
        "id": "square:width=3,height=1@1/at=gA/check=" + end["id"][-4:],
        "mines_at": None,
        "bbbv": 1,
        "seconds": 0,
        "opens": 1,
        "flags": 1,
        "chords": 0,
        "undos": 0,
        "helps": 0,
    }


def test_the_end_shows_four_marks_and_undo_takes_them_back(cli: Cli) -> None:
    typed = "flag 1 1; flag 1 2; open 1 4; open 1 5; undo"
    docs = documents(cli, "square:5x1", "--mines-at", "1,1 1,3 1,4", stdin=typed)
    assert docs[3]["changes"] == [
        {"cell": "1,1", "shows": "right-flag"},
        {"cell": "1,2", "shows": "wrong-flag"},
        {"cell": "1,3", "shows": "mine"},
        {"cell": "1,4", "shows": "hit"},
    ]
    assert docs[3]["status"] == "lost"
    assert (docs[4]["ok"], docs[4]["error"]) == (False, "illegal-action")
    assert docs[5]["changes"][0] == {"cell": "1,1", "shows": "flag"}
    assert docs[5]["status"] == "ready"
    assert docs[6]["undos"] == 1


def test_a_win_shows_the_mines_as_flags(cli: Cli) -> None:
    docs = documents(cli, "square:3x1", "--mines-at", "1,1", stdin="1 3")
    assert docs[1]["changes"] == [
        {"cell": "1,1", "shows": "right-flag"},
        {"cell": "1,2", "shows": "1"},
        {"cell": "1,3", "shows": "0"},
    ]
    assert (docs[1]["status"], docs[1]["mines_left"]) == ("won", 0)
    assert (docs[2]["result"], docs[2]["mines_at"]) == ("won", ["1,1"])


@pytest.mark.parametrize("name", sorted(REGISTRY.topologies))
def test_the_documents_are_enough_to_follow_the_game(name: str, cli: Cli) -> None:
    """A program that only reads changes ends with the view that the result implies."""
    topology = REGISTRY.topology(name)
    typed = "; ".join(f"open {label}" for label in topology.labels)
    first, *docs, end = documents(cli, "--topology", name, "--seed", "x", "--graph", stdin=typed)
    assert first["neighbors"] == [list(topology.neighbors(cell)) for cell in topology]
    shown = dict.fromkeys(topology.labels, "closed")
    for doc in docs:
        for change in doc.get("changes", ()):
            shown[change["cell"]] = change["shows"]
        if doc["ok"]:
            assert doc["closed"] == sum(not text.isdigit() for text in shown.values())
    assert end["result"] == "lost"
    mines = {label for label, text in shown.items() if text in ("mine", "hit", "right-flag")}
    assert mines == set(end["mines_at"])
    view = View.of(topology, first["mines"], {topology.cell(k): v for k, v in shown.items()})
    assert view.status == "lost"


def test_other_verbs_answer_in_the_same_frame(cli: Cli, tmp_path: Path) -> None:
    docs = documents(
        cli,
        "hex:1@1",
        "--seed",
        "s",
        stdin=f"board; id; help; xyz; save {tmp_path}/f; 0 0; hint; odds; why 0 0",
    )
    assert docs[1]["picture"].splitlines()[0].split() == ["0", "1"]
    assert docs[2]["id"] == "hex:radius=1@1/first=safe/seed=s".replace("/first=safe", "")
    assert "chord" in docs[3]["help"]
    assert docs[4]["error"] == "parse"
    assert docs[5]["action"] == f"save {tmp_path}/f"
    assert docs[5]["file"].startswith(f"saved {tmp_path}/f")
    over = docs[6]["status"] == "won"
    for doc in docs[7:9]:
        assert doc["ok"] is not over
        assert over or doc["analysis"]["best"]["action"] == "open"
    assert docs[9]["ok"] is not over


def test_games_have_their_own_seeds(cli: Cli) -> None:
    docs = documents(
        cli, "hex:2@3", "--seed", "s", "--games", "3", stdin="new\n0 0\nsame\nnew\nnew\n"
    )
    ids = [doc["id"] for doc in docs if "cells" in doc]
    assert ids[0] == "hex:radius=2@3/seed=s%2F0"
    assert ids[1] == "hex:radius=2@3/seed=s%2F1"
    assert ids[2].startswith("hex:radius=2@3/at=")
    assert ids[3] == "hex:radius=2@3/seed=s%2F2"
    assert len(ids) == 4
    assert [doc["result"] for doc in docs if "result" in doc] == ["left"] * 4
    assert "result" in docs[-1]


def test_errors_are_json_on_stderr(cli: Cli) -> None:
    outcome = cli("play", "--jsonl", "hxe")
    assert outcome.code == 2
    assert outcome.out == ""
    assert json.loads(outcome.err)["error"] == "unknown-name"
    usage = json.loads(cli("topologies", "--json", "--nosuch").err)
    assert usage["error"] == "usage"
