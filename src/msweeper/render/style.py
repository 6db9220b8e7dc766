"""The style sheet of a picture: every color and width, none of them in the drawing itself."""

from __future__ import annotations

from collections.abc import Mapping

from msweeper.render.marks import Mark
from msweeper.render.palette import DARK, LIGHT, Palette, Scheme
from msweeper.render.strokes import SYMBOLS
from msweeper.view import CLOSED, FLAG, HIT, MINE, RIGHT_FLAG, WRONG_FLAG

__all__ = ["style"]


def style(used: Mapping[str, Mark], highest: int, scheme: Scheme) -> str:
    """Return the style sheet: what never changes, then colors, dark ones under a condition."""
    lines = [
        "use,.words path{fill:none;stroke-linecap:round;stroke-linejoin:round}",
        "#cells path,#ghosts path,.rim{stroke-width:1;stroke-linejoin:round}",
        ".links{fill:none;stroke-width:1.5}",
        ".rim{fill:none;stroke-width:4;stroke-linecap:round}",
        "#ghosts{opacity:.5}",
        ".pole,.spikes,.tick,.cross{fill:none;stroke-width:11}",
        ".cross{stroke-width:9}",
        ".tick{stroke-width:16}",
    ]
    sheets = {
        Scheme.LIGHT: _colors(used, highest, LIGHT),
        Scheme.DARK: _colors(used, highest, DARK),
    }
    if scheme is not Scheme.AUTO:
        lines += sheets[scheme]
    else:
        lines += sheets[Scheme.LIGHT]
        lines += ["@media (prefers-color-scheme:dark){", *sheets[Scheme.DARK], "}"]
    return "\n".join(lines) + "\n"


def _colors(used: Mapping[str, Mark], highest: int, colors: Palette) -> list[str]:
    """Return the rules of one palette, for the marks in use."""
    under = {
        FLAG: colors.closed,
        CLOSED: colors.closed,
        MINE: colors.closed,
        HIT: colors.open,
        RIGHT_FLAG: colors.right,
        WRONG_FLAG: colors.wrong,
    }
    lines = [
        f".page{{fill:{colors.page}}}",
        f".words path{{stroke:{colors.text}}}",
        f".rim{{stroke:{colors.rim}}}",
        f"#cells path,#ghosts path,.links{{stroke:{colors.edge}}}",
        f".pole,.spikes,.tick,.cross{{stroke:{colors.ink}}}",
        f".ball{{fill:{colors.ink}}}",
        f".dot{{fill:{colors.text}}}",
        f".cloth{{fill:{colors.cloth}}}",
        f".star{{fill:{colors.star}}}",
        f".glint{{fill:{colors.closed}}}",
    ]
    for mark in sorted(used.values(), key=lambda mark: (mark.percent, mark.code)):
        fill = under.get(mark.code, colors.open)
        if mark.percent >= 0:
            fill = colors.chance(mark.percent)
        ink = colors.number(mark.code, highest) if mark.code > 0 else colors.ink
        lines.append(f".{mark.name} path{{fill:{fill}}}")
        if mark.symbol and mark.symbol not in SYMBOLS:
            lines.append(f".{mark.name} use{{stroke:{ink}}}")
    return lines
