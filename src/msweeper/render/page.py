"""A game as one HTML file: the drawing of its last position, and every step to it.

The page needs no network, and shows the last position and the list of moves without JavaScript
too. Its script may do nothing but what is written here: the page itself forbids all else.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, final

from msweeper.render.marks import Mark, marks
from msweeper.render.palette import DARK, LIGHT, Palette, Scheme
from msweeper.render.svg import MADE, Drawing, clean
from msweeper.topology import Topology
from msweeper.view import CLOSED, View

__all__ = ["Entry", "Frame", "gallery", "page"]


@final
class Frame(NamedTuple):
    """One position of a game."""

    view: View
    move: str = ""
    """What led to it."""
    seconds: float = 0.0
    """When, by the clock of the game."""
    chance: Callable[[int], float] | None = None
    """From a closed cell to its chance of being a mine; None where that is not shown."""


@final
class Entry(NamedTuple):
    """One picture of a gallery."""

    file: str
    name: str
    summary: str
    spec: str


def page(
    topology: Topology,
    frames: Iterable[Frame],
    *,
    again: str = "",
    scheme: Scheme = Scheme.AUTO,
    links: bool = False,
) -> str:
    """Return the HTML document of a game: its `frames` from the first position to the last.

    The frames are taken one by one, and only what changes is kept. A single frame makes a page
    without controls. `again` is an id for those who want to play the same game; for `links`, see
    `msweeper.render.svg.svg`.

    Raises:
        TopologyError: a cell has no outline that can be drawn.
    """
    drawing = Drawing(topology, links=links)
    known = {Mark.of(CLOSED): 0}
    shown = list(known) * topology.size
    steps: list[tuple[float, str, str, list[int]]] = []
    last: Frame | None = None
    for frame in frames:
        now = marks(frame.view, frame.chance)
        changes: list[int] = []
        for cell, (before, after) in enumerate(zip(shown, now, strict=True)):
            if before is not after and before != after:
                changes += [cell, known.setdefault(after, len(known))]
        steps.append((round(frame.seconds, 3), frame.move, _state(frame.view), changes))
        shown, last = now, frame
    assert last is not None, "a page needs a position"
    live = len(steps) > 1
    picture = drawing.draw(last.view, shown, scheme=scheme, more=known, live=live)
    spec = clean(f"{topology.spec or 'a board'}@{last.view.mines}")
    script = ""
    if live:
        data = {
            "marks": [[mark.name, mark.symbol or "none", mark.words] for mark in known],
            "ghosts": [cell for cell, _ in drawing.figure.ghosts],
            "steps": [
                [f"{_clock(seconds)} {move}".strip(), state, changes, seconds]
                for seconds, move, state, changes in steps
            ],
        }
        script = (
            f'<script type="application/json" id="game">{_json(data)}</script>\n'
            f"<script>{_SCRIPT}</script>\n"
        )
    moves = "".join(
        f'<li value="{number}">{_clock(seconds)} {clean(move)}</li>\n'
        for number, (seconds, move, _, _) in enumerate(steps)
        if number
    )
    invitation = f"<p>Again: <code>msweeper play {clean(again)}</code></p>\n" if again else ""
    listed = f"<details><summary>{len(steps) - 1} moves</summary>\n<ol>\n{moves}</ol></details>\n"
    return _document(
        spec,
        f"<h1>{spec}</h1>\n"
        f'<p id="said" aria-live="polite">{clean(_said(steps))}</p>\n'
        f'{_CONTROLS if live else ""}<div id="board">\n{picture}</div>\n'
        f"{listed if live else ''}{invitation}{script}",
        scheme,
        _SCRIPT if live else None,
    )


def gallery(entries: Sequence[Entry], *, scheme: Scheme = Scheme.AUTO) -> str:
    """Return the HTML document that shows the pictures of `entries`, files in the same folder."""
    figures = "".join(
        f'<figure id="{clean(entry.name)}">\n'
        f'<img src="{clean(entry.file)}" alt="A board of {clean(entry.spec)}">\n'
        f"<figcaption><b>{clean(entry.name)}</b>: {clean(entry.summary)}<br>"
        f"<code>msweeper play {clean(entry.spec)}</code></figcaption>\n</figure>\n"
        for entry in entries
    )
    return _document("msweeper", f"<h1>Every topology</h1>\n{figures}", scheme)


def _state(view: View) -> str:
    if view.status.over:
        return str(view.status)
    return f"{view.mines_left} {'mine' if view.mines_left == 1 else 'mines'} left"


def _said(steps: Sequence[tuple[float, str, str, list[int]]]) -> str:
    """Return the line above the board for the last step, as the script writes it for any."""
    seconds, move, state, _ = steps[-1]
    if len(steps) == 1:
        return state
    return f"{len(steps) - 1}/{len(steps) - 1}  {_clock(seconds)} {move}  ({state})"


def _clock(seconds: float) -> str:
    tenths = int(seconds * 10 + 0.5)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _json(data: object) -> str:
    """Return JSON that stays inside a script element whatever it holds."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _document(title: str, body: str, scheme: Scheme, script: str | None = None) -> str:
    """Return a whole page, `title` and `body` as HTML.

    Where there is a script, the page may load nothing from elsewhere and run no other one.
    """
    policy = ""
    if script is not None:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        policy = (
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
            f" style-src 'unsafe-inline'; script-src 'sha256-{digest}'\">\n"
        )
    light, dark = _page_colors(LIGHT), _page_colors(DARK)
    colors = {
        Scheme.LIGHT: light,
        Scheme.DARK: dark,
        Scheme.AUTO: f"{light}\n@media (prefers-color-scheme:dark){{\n{dark}\n}}",
    }[scheme]
    return (
        "<!doctype html>\n"
        f'<html lang="en">\n<head>\n<meta charset="utf-8">\n<!-- {MADE} -->\n'
        f"{policy}"
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}{colors}\n</style>\n</head>\n<body>\n"
        f"{body}</body>\n</html>\n"
    )


def _page_colors(colors: Palette) -> str:
    return (
        f"body{{background:{colors.page};color:{colors.ink}}}\n"
        f"button{{background:{colors.closed};color:{colors.ink};border-color:{colors.rim}}}\n"
        f"figure{{border-color:{colors.edge}}}"
    )


_STYLE = """\
body{margin:1.5rem auto;padding:0 1rem;max-width:70rem;font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.2rem;overflow-wrap:anywhere}
#said{font-variant-numeric:tabular-nums;white-space:pre-wrap;min-height:1.5em}
#board{overflow:auto}
#board svg{max-width:100%;height:auto}
#controls{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.5rem 0}
#controls[hidden]{display:none}
#controls input{flex:1;min-width:10rem}
button{font:inherit;padding:.2rem .8rem;border:1px solid;border-radius:6px;cursor:pointer}
figure{display:inline-block;vertical-align:top;margin:0 1rem 1rem 0;padding:1rem;border:1px solid;\
border-radius:10px;max-width:100%;box-sizing:border-box}
figcaption{max-width:40rem}
img{max-width:100%;height:auto}
code{overflow-wrap:anywhere}
"""

_CONTROLS = """\
<div id="controls" hidden>
<button type="button" id="back">Back</button>
<button type="button" id="play">Play</button>
<button type="button" id="next">Next</button>
<input type="range" id="at" min="0" step="1" aria-label="Move">
</div>
"""

_SCRIPT = """
"use strict";
(() => {
  const find = id => document.getElementById(id);
  const game = JSON.parse(find("game").textContent);
  const last = game.steps.length - 1;
  const homes = Array.from(find("cells").children, cell => [cell]);
  game.ghosts.forEach((cell, i) => homes[cell].push(find("ghosts").children[i]));

  // what each cell shows, mark 0 before the first step; and what each step took away
  const shown = homes.map(() => 0);
  const before = game.steps.map(([, , changes]) => {
    const old = [];
    for (let i = 0; i < changes.length; i += 2) {
      old.push(changes[i], shown[changes[i]]);
      shown[changes[i]] = changes[i + 1];
    }
    return old;
  });

  const draw = changes => {
    for (let i = 0; i < changes.length; i += 2) {
      const [name, symbol, words] = game.marks[changes[i + 1]];
      for (const home of homes[changes[i]]) {
        home.setAttribute("class", name);
        for (const part of home.children) {
          if (part.tagName === "use") part.setAttribute("href", "#" + symbol);
          if (part.tagName === "title") {
            part.textContent = part.textContent.split(":")[0] + ": " + words;
          }
        }
      }
    }
  };

  let at = last;
  const go = to => {
    to = Math.max(0, Math.min(last, to));
    while (at < to) draw(game.steps[++at][2]);
    while (at > to) draw(before[at--]);
    const [text, state] = game.steps[at];
    find("said").textContent = at + "/" + last + "  " + text + "  (" + state + ")";
    find("at").value = at;
  };

  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    find("play").textContent = "Play";
  };
  const run = () => {
    if (at === last) return stop();
    const pause = 1000 * (game.steps[at + 1][3] - game.steps[at][3]);
    timer = setTimeout(() => { go(at + 1); run(); }, Math.max(150, Math.min(2000, pause)));
  };
  const toggle = () => {
    if (timer) return stop();
    if (at === last) go(0);
    find("play").textContent = "Pause";
    run();
  };
  const step = to => { stop(); go(to); };

  find("back").onclick = () => step(at - 1);
  find("next").onclick = () => step(at + 1);
  find("play").onclick = toggle;
  find("at").max = last;
  find("at").oninput = event => step(Number(event.target.value));
  document.onkeydown = event => {
    if (event.target.id === "at" || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  find("controls").hidden = false;
  go(last);
})();
"""
