"""The command that makes boards."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from msweeper.errors import GaveUp
from msweeper.game import Game
from msweeper.gameid import Proof
from msweeper.generator import generate
from msweeper.generator.generate import usual_start
from msweeper.lottery import new_seed
from msweeper.sitting.choose import Board

__all__ = ["make_boards"]


def make_boards(
    board: Board,
    *,
    proof: Proof | None,
    start: str | None,
    seconds: float,
    count: int | None,
    jsonl: bool,
    progress: bool,
) -> None:
    """Print an id, or a JSON document, for each board; each has `seconds` of its own.

    Board ``n`` of `count` has the seed ``SEED/n``; a single one has ``SEED``.

    Raises:
        GaveUp: a board was not found in time; the others are printed all the same.
    """
    topology = board.topology
    cell = usual_start(topology, board.mines) if start is None else topology.cell(start)
    seed = board.seed if board.seed is not None else new_seed()
    missing: GaveUp | None = None
    for name in [seed] if count is None else [f"{seed}/{n}" for n in range(count)]:
        try:
            document = _make(board, proof, cell, name, seconds, progress)
        except GaveUp as error:
            missing = error
            continue
        print(json.dumps(document, ensure_ascii=False) if jsonl else document["id"], flush=True)
    if missing is not None:
        raise missing


def _make(
    board: Board, proof: Proof | None, start: int, seed: str, seconds: float, progress: bool
) -> dict[str, Any]:
    topology = board.topology
    began = time.monotonic()
    attempts = 1
    if proof is None:
        game = Game(topology, board.mines, seed=seed, first=board.first, start=start)
    else:

        def report(tried: int, spent: float) -> None:
            sys.stderr.write(f"\r{tried} tried, {spent:.1f} s ")
            sys.stderr.flush()

        try:
            made = generate(
                topology,
                board.mines,
                seed=seed,
                start=start,
                first=board.first,
                use_count=proof is Proof.COUNT,
                seconds=seconds,
                report=report if progress else None,
            )
        finally:
            if progress:
                sys.stderr.write("\r\x1b[K")
        attempts = made.attempts
        if made.attempt is None:
            game = Game(topology, minefield=made.minefield, start=start, proof=proof)
        else:
            game = Game(
                topology,
                board.mines,
                seed=seed,
                first=board.first,
                start=start,
                attempt=made.attempt,
                proof=proof,
            )
    assert game.minefield is not None
    return {
        "id": str(game.id),
        "spec": topology.spec,
        "mines": board.mines,
        "start": topology.label(start),
        "no_guess": proof is not None,
        "bbbv": game.minefield.bbbv,
        "attempts": attempts,
        "seconds": round(time.monotonic() - began, 3),
    }
