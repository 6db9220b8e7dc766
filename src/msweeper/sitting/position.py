"""A position as text: what a player sees of a game, as JSON or as a picture."""

from __future__ import annotations

import json
from typing import Any

from msweeper.errors import ParseError
from msweeper.gameid import GameId
from msweeper.plugins import Registry
from msweeper.render.read import read
from msweeper.topology import Topology
from msweeper.view import View

__all__ = ["parse_position"]


def parse_position(text: str, registry: Registry) -> View:
    """Return the view that `text` describes.

    Either a JSON object ``{"spec": ..., "mines": ..., "cells": {label: value}}``, where a value is
    a number, ``"flag"`` or ``"closed"`` and a cell not named is closed; or a line ``SPEC@MINES``,
    whose rest is ignored, and below it the board as it is printed.

    Raises:
        ParseError: it is neither; with the position where that is known.
        UnknownName, OutOfRange: it names what does not exist or cannot be.
        PluginFault: the topology cannot be built.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _parse_json(text, registry)
    head, _, board = text.strip("\r\n").partition("\n")
    if not head.strip():
        raise ParseError("a position is a JSON object, or a line SPEC@MINES and a board", text=text)
    game = GameId.parse(head.split()[0])
    if game.mines is None:
        raise ParseError(
            f"a position is a JSON object, or a line SPEC@MINES and a board, not {game.spec!r}",
            text=text,
        )
    return read(board, registry.topology(game.spec), game.mines)


def _parse_json(text: str, registry: Registry) -> View:
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise ParseError(
            f"this is no JSON: {error.msg} (line {error.lineno}, character {error.colno})",
            text=text,
            position=error.pos,
        ) from None
    except ParseError:
        raise
    except ValueError:
        raise ParseError("a number in this JSON is too long", text=text) from None
    except RecursionError:
        raise ParseError("this JSON is nested too deeply", text=text) from None
    spec, mines, cells = found.get("spec"), found.get("mines"), found.get("cells", {})
    if not isinstance(spec, str):
        raise ParseError("a position needs a text spec, as in hex:radius=2", text=text)
    if not isinstance(mines, int) or isinstance(mines, bool):
        raise ParseError("a position needs a whole number of mines, of the whole board", text=text)
    if not isinstance(cells, dict):
        raise ParseError("cells is an object from labels to what they show", text=text)
    topology = registry.topology(spec)
    return View.of(topology, mines, dict(_cell(topology, *item) for item in cells.items()))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ParseError(f"{twice} is given twice", text=twice)
    return found


def _cell(topology: Topology, label: str, value: Any) -> tuple[int, int | str]:
    cell = topology.cell(label)
    if isinstance(value, str) and (value in ("flag", "closed") or value.isdigit()):
        return cell, value
    if isinstance(value, int) and not isinstance(value, bool):
        return cell, value
    raise ParseError(
        f"{label} shows {value!r}; it can show a number, flag or closed", text=str(value)
    )
