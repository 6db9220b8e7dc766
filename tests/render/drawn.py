"""Reads a picture back with nothing but an XML parser: what stands where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """A group of a picture: its class, title, outline, and symbol with circle."""

    mark: str
    title: str
    outline: tuple[Point, ...]
    symbol: str
    circle: tuple[float, float, float]


@dataclass(frozen=True)
class Drawn:
    root: ElementTree.Element
    cells: tuple[Cell, ...]
    ghosts: tuple[Cell, ...]
    size: Point

    @property
    def style(self) -> str:
        return self.root.findtext(f"{SVG}style") or ""

    @property
    def symbols(self) -> set[str]:
        return {part.get("id", "") for part in self.root.findall(f"{SVG}defs/*")}

    @property
    def words(self) -> list[tuple[Point, ...]]:
        """The points of each text beside the board."""
        found = self.root.findall(f"{SVG}g[@class='words']/{SVG}path")
        return [pairs(path.get("d", "")) for path in found]


def pairs(path: str) -> tuple[Point, ...]:
    """Return all points of a path of absolute M, L, H, V, C."""
    found: list[Point] = []
    for command, rest in re.findall(r"([MLHVC])([^MLHVCZ]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", rest)]
        if command == "H":
            found.append((values[0], found[-1][1]))
        elif command == "V":
            found.append((found[-1][0], values[0]))
        else:
            found += zip(values[::2], values[1::2], strict=True)
    return tuple(found)


def parse(text: str) -> Drawn:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    groups = {g.get("id"): [_cell(child) for child in g] for g in root.findall(f"{SVG}g[@id]")}
    return Drawn(root, tuple(groups["cells"]), tuple(groups.get("ghosts", ())), (width, height))


def _cell(group: ElementTree.Element) -> Cell:
    path, use = group.find(f"{SVG}path"), group.find(f"{SVG}use")
    assert path is not None
    symbol, circle = "", (0.0, 0.0, 0.0)
    if use is not None:
        symbol = use.get("href", "").removeprefix("#")
        found = re.fullmatch(r"translate\((\S+) (\S+)\)scale\((\S+)\)", use.get("transform", ""))
        assert found is not None
        circle = (float(found[1]), float(found[2]), 100 * float(found[3]))
    title = group.findtext(f"{SVG}title") or ""
    return Cell(group.get("class", ""), title, pairs(path.get("d", "")), symbol, circle)
