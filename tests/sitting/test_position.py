from __future__ import annotations

import json

import pytest

from msweeper.errors import MsweeperError, OutOfRange, ParseError, UnknownName
from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.render.text import header, picture
from msweeper.sitting.position import parse_position
from msweeper.view import View

REGISTRY = load_plugins()
HEX = REGISTRY.topology("hex:radius=2")


def test_json_position() -> None:
    text = '{"spec": "hex:2", "mines": 4, "cells": {"0,0": 1, "1,0": "flag", "0,1": "3"}, "x": 0}'
    cells: dict[int, int | str] = {HEX.cell("0,0"): 1, HEX.cell("1,0"): "flag", HEX.cell("0,1"): 3}
    assert parse_position(text, REGISTRY) == View.of(HEX, 4, cells)


@pytest.mark.parametrize("name", sorted(REGISTRY.topologies))
def test_both_forms_of_the_same_view(name: str) -> None:
    topology = REGISTRY.topology(name)
    game = Game(topology, 5, seed="x")
    game.open(0)
    game.flag(next(cell for cell in topology if game.shows(cell) == "closed"))
    view = game.view
    assert parse_position(f"\n{header(view)}  playing\n{picture(view)}\n", REGISTRY) == view
    values = {topology.label(cell): view.shows(cell) for cell in topology}
    text = json.dumps({"spec": topology.spec, "mines": 5, "cells": values})
    assert parse_position(text, REGISTRY) == view


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("", ParseError, "a JSON object, or a line SPEC@MINES"),
        ("hex:2\n# #", ParseError, "a line SPEC@MINES and a board, not 'hex:2'"),
        ("hex:2@4\n# #", ParseError, "no picture of hex:radius=2"),
        ("hxe:2@4\n# #", UnknownName, "did you mean hex"),
        ("{", ParseError, "this is no JSON"),
        ("{}", ParseError, "needs a text spec"),
        ('{"spec": "hex:2"}', ParseError, "whole number of mines"),
        ('{"spec": "hex:2", "mines": true}', ParseError, "whole number of mines"),
        ('{"spec": "hex:2", "mines": 1.5}', ParseError, "whole number of mines"),
        ('{"spec": "hex:2", "mines": 19}', OutOfRange, "takes 0 to 18"),
        ('{"spec": "hex:2", "mines": 1, "cells": []}', ParseError, "cells is an object"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"9,9": 1}}', UnknownName, "9,9"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": 7}}', OutOfRange, "6 neighbors"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": -1}}', OutOfRange, "6 neighbors"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": "mine"}}', ParseError, "it can show"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": null}}', ParseError, "it can show"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": "²"}}', ParseError, "show"),
        ('{"spec": "hex:2", "mines": 1, "cells": {"0,0": 1, "0,0": 2}}', ParseError, "twice"),
        ("{" + '"a":{' * 100_000, ParseError, "JSON"),
    ],
    ids=range(19),
)
def test_what_is_no_position(text: str, kind: type[MsweeperError], says: str) -> None:
    with pytest.raises(kind, match=says):
        parse_position(text, REGISTRY)
