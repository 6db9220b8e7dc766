"""Play for programs: one JSON document a line, for each game its first, its actions, its result."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO, final

from msweeper.cli.linemode import finish
from msweeper.errors import GaveUp, MsweeperError
from msweeper.render.text import picture
from msweeper.sitting.keep import Keeper
from msweeper.sitting.series import Series
from msweeper.sitting.sitting import Result
from msweeper.sitting.typed import HELP, Command, parse_command, split_line
from msweeper.view import shows

__all__ = ["JsonLines"]


@final
class JsonLines:
    """Reads actions, writes documents to `out`, each flushed at once."""

    def __init__(
        self,
        series: Series,
        out: TextIO,
        keeper: Keeper,
        *,
        keeps: bool = False,
        graph: bool = False,
    ) -> None:
        self.series = series
        self.keeper = keeper
        self.keeps = keeps
        self.out = out
        self.graph = graph

    def play(self, lines: Iterable[str]) -> Result:
        """Play until ``quit`` or the end of input; return the last game's result."""
        self._begin()
        for line in lines:
            for text in split_line(line):
                if not self._do(text):
                    return self._result()
        return self._result()

    def _write(self, document: dict[str, Any]) -> None:
        self.out.write(json.dumps(document, ensure_ascii=False) + "\n")
        self.out.flush()

    def _begin(self) -> None:
        game = self.series.sitting.game
        topology = game.topology
        first: dict[str, Any] = {
            "id": str(game.id),
            "spec": topology.spec,
            "mines": game.mines,
            "first": game.first,
            "size": topology.size,
            "max_degree": topology.max_degree,
            "cells": list(topology.labels),
            "status": game.status,
        }
        if self.graph:
            first["neighbors"] = [list(topology.neighbors(cell)) for cell in topology]
        self._write(first)

    def _do(self, text: str) -> bool:
        sitting = self.series.sitting
        topology = sitting.game.topology
        try:
            command = parse_command(text, topology)
            text = command.text(topology)
            if command.verb == "quit" or (command.verb == "new" and not self.series.has_next):
                return False
            if command.verb in ("new", "same"):
                self._result()
                self.series.new() if command.verb == "new" else self.series.same()
                self._begin()
                return True
            event = sitting.run(command)
            extra = self._extra(command)
        except GaveUp:
            raise
        except MsweeperError as error:
            self._write(
                {"action": text, "ok": False, "error": error.kind, "message": error.message}
            )
            return True
        game = sitting.game
        if event is not None and game.status.over and self.keeps:
            finish(self.keeper, self.series)
        answer: dict[str, Any] = {"action": text, "ok": True}
        if event is not None:
            backwards = command.verb == "undo"
            answer["changes"] = [
                {
                    "cell": topology.label(change.cell),
                    "shows": shows(change.before if backwards else change.after),
                }
                for change in event.changes
            ]
        answer |= extra | {
            "status": game.status,
            "flags": game.flags,
            "mines_left": game.mines_left,
            "closed": game.closed,
        }
        self._write(answer)
        return True

    def _extra(self, command: Command) -> dict[str, Any]:
        """Return what a verb is answered with that asks for something."""
        sitting = self.series.sitting
        if command.verb == "board":
            return {"picture": picture(sitting.game.view)}
        if command.verb == "id":
            return {"id": str(sitting.game.id)}
        if command.verb == "help":
            return {"help": HELP}
        if command.verb == "save":
            return {"file": self.keeper.save(sitting, command.argument)}
        if command.verb in ("hint", "odds"):
            from msweeper.sitting.thinking import analysis_json

            return {"analysis": analysis_json(sitting.think())}
        if command.verb == "why" and command.cell is not None:
            return {"analysis": {"why": sitting.why(command.cell)}}
        if command.verb == "look" and command.cell is not None:
            from msweeper.render.speak import describe

            return {"look": list(describe(sitting.game.view, command.cell))}
        return {}

    def _result(self) -> Result:
        result = self.series.sitting.result()
        self._write(
            {
                "result": result.result,
                "id": str(result.id),
                "mines_at": None if result.mines_at is None else list(result.mines_at),
                "bbbv": result.bbbv,
                "seconds": round(result.seconds, 3),
                "opens": result.opens,
                "flags": result.flags,
                "chords": result.chords,
                "undos": result.undos,
                "helps": result.helps,
            }
        )
        return result
