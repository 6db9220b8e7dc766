"""The page of a game: every step of it, nothing of its mines before the end, no way out of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msweeper.game import Game
from msweeper.lattice import from_edges
from msweeper.layout import Caption, Place
from msweeper.render.marks import marks
from msweeper.render.page import Entry, Frame, gallery, page
from msweeper.render.palette import DARK, LIGHT, Scheme
from msweeper.render.svg import MADE
from msweeper.solver import analyze
from msweeper.topology import Topology
from msweeper.view import View
from tests.render.drawn import parse
from tests.render.test_svg import HOSTILE, STRANGERS
from tests.support import ANY, cube, games, hexagon, names, square

VOID = {"meta", "input", "br", "img", "path", "use", "rect"}


class Page(HTMLParser):
    """Reads a page as a browser would: what is open, which links, which scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.text: dict[str, str] = {}
        self.attributes: dict[str, dict[str, str | None]] = {}
        self.handlers: list[str] = []
        self.last = ""
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [found[name] or "" for name in ("src", "href", "action") if name in found]
        self.handlers += [name for name in found if name.startswith("on")]
        self.attributes[found.get("id") or tag] = found
        if tag == "script":
            self.scripts.append((found, ""))
        if tag not in VOID:
            self.stack.append(tag)
        self.last = found.get("id") or tag

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1] == "script":
            found, text = self.scripts[-1]
            self.scripts[-1] = found, text + data
        self.text[self.last] = self.text.get(self.last, "") + data

    @property
    def game(self) -> Any:
        return json.loads(self.scripts[0][1])


def frames(game: Game) -> Iterator[Frame]:
    """Play the history of a game again, from the first position."""
    events = game.events
    for _ in events:
        game.undo()
    yield Frame(game.view)
    for number, event in enumerate(events):
        game.redo()
        yield Frame(game.view, event.action.text(game.topology), number + 0.25)


def played(board: Topology, *, odds: bool = False) -> list[Frame]:
    """A won game, with a flag set and taken away."""
    game = Game(board, minefield=range(1, board.size - 1, 5))
    game.flag(0)
    game.flag(0)
    for cell in board:
        if game.shows(cell) == "closed" and cell % 5 != 1:
            game.open(cell)
            if game.status.over:
                break
    found = list(frames(game))
    if odds:
        found = [f if f.view.status.over else f._replace(chance=analyze(f.view).p) for f in found]
    return found


def states(text: str) -> list[list[str]]:
    """Return the classes of all cells after each step, from the data of the page alone."""
    game = Page(text).game
    cells = parse(picture(text)).cells
    shown = [game["marks"][0][0]] * len(cells)
    found = []
    for _, _, changes, _ in game["steps"]:
        for cell, mark in zip(changes[::2], changes[1::2], strict=True):
            shown[cell] = game["marks"][mark][0]
        found.append(shown[:])
    return found


def picture(text: str) -> str:
    return text[text.index("<svg") : text.index("</svg>") + 6]


SOME = [square(3, 5), hexagon(2), cube(3, 4, 5), *STRANGERS]
BOARDS = pytest.mark.parametrize("board", SOME, ids=names(SOME))


@BOARDS
@pytest.mark.parametrize("odds", [False, True], ids=["plain", "odds"])
def test_every_step_is_there(board: Topology, odds: bool) -> None:
    history = played(board, odds=odds)
    text = page(board, history)
    expected = [[mark.name for mark in marks(f.view, f.chance)] for f in history]
    assert states(text) == expected
    drawn = parse(picture(text))
    assert [cell.mark for cell in drawn.cells] == expected[-1]
    game = Page(text).game
    assert {mark[1] for mark in game["marks"]} - {"none"} == drawn.symbols
    for mark, _, _ in game["marks"]:
        assert f".{mark} path{{fill:" in drawn.style
    assert [step[0].partition(" ")[2] for step in game["steps"]] == [f.move for f in history]
    assert [step[3] for step in game["steps"]] == [f.seconds for f in history]


@given(games(st.sampled_from([*ANY, *STRANGERS])))
def test_every_step_of_any_game_is_there(game: Game) -> None:
    history = list(frames(game))
    text = page(game.topology, history)
    if len(history) == 1:
        assert "<script" not in text
        return
    assert states(text) == [[mark.name for mark in marks(f.view)] for f in history]


def test_without_a_script_it_is_a_picture_with_the_moves() -> None:
    found = Page(page(square(3, 5), played(square(3, 5))))
    assert "hidden" in found.attributes["controls"]
    assert found.text["h1"].strip() == "square:width=5,height=3@3"
    assert re.fullmatch(r"\d+/\d+  0:\d\d\.\d open \S+  \(won\)", found.text["said"].strip())
    assert "0:00.3 flag 1,1" in found.text["li"]


def test_one_position_has_no_controls() -> None:
    board = square(3, 5)
    found = Page(page(board, [Frame(View.of(board, 3))]))
    assert found.scripts == []
    assert "controls" not in found.attributes
    assert found.text["said"].strip() == "3 mines left"


def test_nothing_is_needed_from_elsewhere() -> None:
    text = page(hexagon(2), played(hexagon(2)), again="hex:radius=2@3/seed=a")
    found = Page(text)
    assert all(link.startswith("#") for link in found.links)
    assert found.handlers == []
    assert text.count("http") == text.count("http-equiv") + text.count("http://www.w3.org/2000/svg")
    assert not re.search(r"url\(|@import|fetch|XMLHttp|innerHTML|eval|document\.write", text)
    policy = found.attributes["meta"]
    assert MADE in text[:200]
    policy = next(
        dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        for tag in re.findall(r"<meta[^>]*>", text)
        if "Content-Security-Policy" in tag
    )
    (kind, _), (runs, script) = found.scripts
    assert kind["type"] == "application/json"
    assert runs == {}
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert policy["content"] == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )


def test_texts_of_a_plugin_stay_texts() -> None:
    board = from_edges(
        ["<script>", "]]>", "\"'&", "<!--"],
        [("<script>", "]]>"), ("<!--", "]]>")],
        [(0, 0, 0), (0, 0, 2), (1, 0, 0), (1, 0, 2)],
        titles=[HOSTILE, HOSTILE],
        captions=[Caption(HOSTILE, Place(0, 0, 0), "left")],
    ).with_spec("<script>alert('&\"")
    game = Game(board, minefield=[1])
    for cell in (0, 2, 3):
        game.open(cell)
    text = page(board, list(frames(game)), again=f"{HOSTILE}/seed=</code>")
    found = Page(text)
    assert len(found.scripts) == 2
    assert text.count("</script>") == 2
    assert text.count("<script") == 2
    assert found.text["h1"].strip() == "<script>alert('&\"@1"
    assert [step[0][7:] for step in found.game["steps"]] == [
        "",
        "open <script>",
        "open \"'&",
        "open <!--",
    ]
    text.encode()


@pytest.mark.parametrize("scheme", Scheme)
def test_schemes(scheme: Scheme) -> None:
    text = page(square(3, 5), played(square(3, 5)), scheme=scheme)
    assert (f"body{{background:{LIGHT.page}" in text) is (scheme is not Scheme.DARK)
    assert (f"body{{background:{DARK.page}" in text) is (scheme is not Scheme.LIGHT)
    assert text.count("prefers-color-scheme") == 2 * (scheme is Scheme.AUTO)


def test_gallery() -> None:
    text = gallery([Entry("a.svg", "a", "<b> & c", "a:n=1@2"), Entry("b.svg", "b", "d", "b@1")])
    found = Page(text)
    assert found.links == ["a.svg", "b.svg"]
    assert "&lt;b&gt; &amp; c" in text
    assert "msweeper play a:n=1@2" in text
    assert MADE in text[:200]


BROWSER = """
const fs = require("fs");
const [file, cells] = JSON.parse(fs.readFileSync(0, "utf8"));
const text = fs.readFileSync(file, "utf8");
const [json, script] = text.split("</script>").map(part => part.slice(part.lastIndexOf("<script")))
  .map(part => part.slice(part.indexOf(">") + 1));
const node = (tagName, attributes, textContent = "", children = []) => ({
  tagName, attributes, textContent, children,
  setAttribute(name, value) { this.attributes[name] = value; },
});
const group = ([mark, symbol, title]) => node("g", { class: mark }, "", [
  ...(title ? [node("title", {}, title)] : []), node("path", {}),
  node("use", { href: "#" + symbol }),
]);
const ids = { game: node("script", {}, json), controls: { hidden: true } };
for (const id of ["back", "next", "play", "at", "said"]) ids[id] = node(id, {});
ids.cells = node("g", {}, "", cells[0].map(group));
ids.ghosts = node("g", {}, "", cells[1].map(group));
global.document = { getElementById: id => ids[id] };
const timers = [];
global.setTimeout = (run, pause) => timers.push([run, pause]);
global.clearTimeout = () => { timers.length = 0; };
new Function(script)();
const look = () => [ids.cells, ids.ghosts].map(home => home.children.map(cell => [
  cell.attributes.class, cell.children.at(-1).attributes.href.slice(1),
  cell.children.length > 2 ? cell.children[0].textContent : "",
])).concat([ids.said.textContent, ids.at.value]);
const key = name => document.onkeydown({ key: name, target: {}, preventDefault() {} });
const last = JSON.parse(json).steps.length - 1;
const seen = { start: look(), back: [], next: [], slider: [], played: [] };
for (let i = 0; i <= last; i++) { seen.back.push(look()); key("ArrowLeft"); }
for (let i = 0; i <= last; i++) { seen.next.push(look()); ids.next.onclick(); }
for (let i = 0; i <= last; i++) {
  const to = (i * 7) % (last + 1);
  ids.at.oninput({ target: { value: String(to) } });
  seen.slider.push([to, look()]);
}
key("End");
ids.play.onclick();
seen.played.push(look());
seen.pauses = [];
while (timers.length) {
  const [run, pause] = timers.shift();
  seen.pauses.push(pause);
  run();
  seen.played.push(look());
}
seen.hidden = ids.controls.hidden;
console.log(JSON.stringify(seen));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run the page's script")
@BOARDS
def test_the_script_shows_every_step(board: Topology, tmp_path: Path) -> None:
    history = played(board, odds=True)
    text = page(board, history)
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    drawn = parse(picture(text))

    def groups(text: str) -> list[list[list[str]]]:
        drawn = parse(text)
        return [
            [[cell.mark, cell.symbol or "none", cell.title] for cell in part]
            for part in (drawn.cells, drawn.ghosts)
        ]

    done = subprocess.run(
        ["node", "-e", BROWSER],
        input=json.dumps([str(tmp_path / "page.html"), groups(picture(text))]),
        capture_output=True,
        text=True,
        check=True,
    )
    seen = json.loads(done.stdout)
    # what the pictures of the single positions show
    expected = [groups(picture(page(board, history[: n + 1]))) for n in range(len(history))]
    last = len(history) - 1
    assert len(drawn.cells) == board.size
    assert seen["hidden"] is False
    assert seen["start"][:2] == expected[-1]
    assert [found[:2] for found in seen["back"]] == expected[::-1]
    assert [found[:2] for found in seen["next"]] == expected
    assert all(found[:2] == expected[to] for to, found in seen["slider"])
    assert [found[:2] for found in seen["played"]] == expected
    assert [found[3] for found in seen["next"]] == list(range(last + 1))
    assert seen["start"][2] == Page(text).text["said"].strip()
    assert all(150 <= pause <= 2000 for pause in seen["pauses"])
