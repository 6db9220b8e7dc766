"""Minesweeper on any geometry: bring a geometry, get a game.

Names are imported when they are first used, so ``import msweeper`` costs next to nothing and
loads no plugin.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Action",
    "FirstClick",
    "Game",
    "GameId",
    "Minefield",
    "MsweeperError",
    "Registry",
    "Sitting",
    "Status",
    "Topology",
    "Verb",
    "View",
    "load_plugins",
    "picture",
    "read",
]

_HOME = {
    "Action": "actions",
    "FirstClick": "firstclick",
    "Game": "game",
    "GameId": "gameid",
    "Minefield": "minefield",
    "MsweeperError": "errors",
    "Registry": "plugins",
    "Sitting": "sitting.sitting",
    "Status": "view",
    "Topology": "topology",
    "Verb": "actions",
    "View": "view",
    "load_plugins": "plugins",
    "picture": "render.text",
    "read": "render.read",
}

if TYPE_CHECKING:
    from msweeper.actions import Action, Verb
    from msweeper.errors import MsweeperError
    from msweeper.firstclick import FirstClick
    from msweeper.game import Game
    from msweeper.gameid import GameId
    from msweeper.minefield import Minefield
    from msweeper.plugins import Registry, load_plugins
    from msweeper.render.read import read
    from msweeper.render.text import picture
    from msweeper.sitting.sitting import Sitting
    from msweeper.topology import Topology
    from msweeper.view import Status, View


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'msweeper' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"msweeper.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
