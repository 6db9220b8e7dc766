"""The menu of ``msweeper`` alone on a terminal: a topology, a level, play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msweeper.cli.lists import levels_json, plugins_text
from msweeper.errors import near_names
from msweeper.plugins import Registry
from msweeper.sitting.levels import plain_levels

__all__ = ["menu"]


def menu(
    registry: Registry,
    default: str,
    play: Callable[[str, str | None], object],
    ask: Callable[[str], str] = input,
) -> None:
    """Offer play, plugins and leaving until the person leaves; end of input leaves too.

    Enter alone takes the first answer: three times Enter plays the default board.
    """
    while True:
        try:
            choice = _pick("msweeper", ["play", "plugins", "leave"], ask)
            if choice == "plugins":
                print(plugins_text(registry.records))
            elif choice == "play":
                _play(registry, default, play, ask)
            else:
                return
        except EOFError:
            print()
            return


def _play(
    registry: Registry,
    default: str,
    play: Callable[[str, str | None], object],
    ask: Callable[[str], str],
) -> None:
    names = sorted(registry.topologies, key=lambda name: (name != default, name))
    if not names:
        print("no topology is installed: see msweeper plugins")
        return
    summaries = [registry.topologies[name].factory.summary for name in names]
    name = _pick("topology", names, ask, summaries)
    if name == "leave":
        return
    levels = plain_levels(registry.topologies[name].factory)
    level = None
    if levels:
        notes = [
            f"{level['mines']} mines on {level['cells']} cells"
            for level in levels_json(registry.topologies[name], levels)
        ]
        level = _pick("level", [level.name for level in levels], ask, notes)
        if level == "leave":
            return
    play(name, level)


def _pick(
    title: str, names: Sequence[str], ask: Callable[[str], str], notes: Sequence[str] = ()
) -> str:
    """Ask until a number, a name or the beginning of one is given; 0 and q mean ``leave``."""
    print(title)
    wide = max(map(len, names))
    for number, name in enumerate(names, 1):
        key = 0 if name == "leave" else number
        note = f"  {notes[number - 1]}" if notes else ""
        print(f"  {key}  {name.ljust(wide)}{note}".rstrip())
    while True:
        given = ask(f"{title} [1]> ").strip().lower()
        if given in ("0", "q", "quit"):
            return "leave"
        if not given:
            return names[0]
        if given.isascii() and given.isdigit() and 0 < int(given) <= len(names):
            return names[int(given) - 1]
        matches = [name for name in names if name == given] or [
            name for name in names if name.startswith(given)
        ]
        if len(matches) == 1:
            return matches[0]
        near = near_names(given, names)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        print(f"{given!r} is no choice{hint} (a number, a name, or 0 to leave)")
