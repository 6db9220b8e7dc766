"""Graphs as boards: the same neighbors as in networkx, however they are drawn."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import combinations
from math import cos, pi, sin

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msweeper.errors import TopologyError, UsageError
from msweeper.game import Game
from msweeper.lattice import from_graph, from_networkx
from msweeper.render.read import read
from msweeper.render.text import picture
from msweeper.topology import Topology

Position = tuple[float, float]


@st.composite
def drawn(draw: st.DrawFn) -> tuple[nx.Graph, Mapping[int, Position] | None]:
    size = draw(st.integers(1, 40))
    edges = draw(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=80)
    )
    graph = nx.MultiGraph()
    graph.add_nodes_from(draw(st.permutations(range(size))))
    graph.add_edges_from(edge for edge in edges if edge[0] != edge[1])
    if draw(st.booleans()):
        return graph, None
    at = st.floats(-5, 5, allow_nan=False)
    return graph, {node: (draw(at), draw(at)) for node in graph}


def same(topology: Topology, graph: nx.Graph) -> bool:
    return all(
        {topology.label(n) for n in topology.neighbors(cell)}
        == {str(other) for other in graph[int(topology.label(cell))]}
        for cell in topology
    )


@settings(max_examples=100)
@given(drawn())
def test_any_graph_is_a_board(case: tuple[nx.Graph, Mapping[int, Position] | None]) -> None:
    graph, positions = case
    topology = from_networkx(graph, positions)
    assert sorted(topology.labels, key=int) == [str(node) for node in sorted(graph)]
    assert same(topology, graph)
    assert Topology(topology.adjacency, topology.labels, topology.layout) == topology
    places = list(topology.layout.places)
    assert places == sorted(places)
    game = Game(topology, 0, seed="a")
    game.open(0)
    assert read(picture(game.view), topology, 0) == game.view


def test_a_small_graph_is_a_list_with_its_neighbors() -> None:
    board = from_networkx(nx.petersen_graph())
    assert picture(Game(board, 2, seed="a").view).splitlines() == [
        "0: #  1 4 5",
        "1: #  0 2 6",
        "2: #  1 3 7",
        "3: #  2 4 8",
        "4: #  0 3 9",
        "5: #  0 7 8",
        "6: #  1 8 9",
        "7: #  2 5 9",
        "8: #  3 5 6",
        "9: #  4 6 7",
    ]


def test_the_list_is_sorted_as_people_count() -> None:
    board = from_graph(["n10", "n9", "b", "n1"], [("n10", "b")])
    assert list(board.labels) == ["b", "n1", "n9", "n10"]


def test_digits_that_are_no_number() -> None:
    board = from_graph(["x10", "²", "x9", "٣x"], [])
    assert list(board.labels) == ["x9", "x10", "²", "٣x"]


def test_positions() -> None:
    ring = {i: ((2 - i // 5) * sin(2 * pi * i / 5), (i // 5 - 2) * cos(2 * pi * i / 5))
            for i in range(10)}  # fmt: skip
    board = from_networkx(nx.petersen_graph(), ring)
    assert picture(Game(board, 2, seed="a").view).splitlines() == [
        "         0: #",
        "",
        "         5: #",
        "4: #             1: #",
        "    9: #     6: #",
        "",
        "      8: # 7: #",
        "",
        "   3: #       2: #",
    ]
    assert same(board, nx.petersen_graph())


def test_rows_by_distance() -> None:
    """A cell touches only cells of its own level and of those before and after it."""
    graph = nx.balanced_tree(2, 4)
    board = from_networkx(graph)
    rows = picture(Game(board, 2, seed="a").view).split("\n\n")
    assert [row.count("#") for row in rows] == [1, 2, 4, 8, 16]
    far = nx.single_source_shortest_path_length(graph, 0)
    levels = {cell: far[int(board.label(cell))] for cell in board}
    order = [levels[cell] for cell in board]
    assert order == sorted(order)


def test_parts_that_do_not_touch_stand_apart() -> None:
    graph = nx.disjoint_union(nx.path_graph(20), nx.path_graph(10))
    graph.add_nodes_from(["x", "y"])
    board = from_networkx(graph)
    lines = picture(Game(board, 2, seed="a").view).splitlines()
    assert (len(lines), lines[20], lines[31]) == (33, "", "")
    assert lines[-1].split() == ["x:", "#", "y:", "#"]


@pytest.mark.parametrize("degree", [5, 12, 120])
def test_pictures_fit_a_window_whatever_the_width_of_a_cell(degree: int) -> None:
    graph = nx.star_graph(degree)
    ring = {node: (sin(node) * (node > 0), cos(node) * (node > 0)) for node in graph}
    for positions in (None, ring):
        view = Game(from_networkx(graph, positions), 2, seed="a").view
        assert max(map(len, picture(view).splitlines())) <= 80


def test_the_published_ones() -> None:
    karate = from_networkx(nx.karate_club_graph())
    assert (karate.size, karate.max_degree) == (34, 17)
    assert sum(map(karate.degree, karate)) == 2 * 78
    assert from_networkx(nx.dodecahedral_graph()).max_degree == 3


def test_labels() -> None:
    grid = from_networkx(nx.grid_2d_graph(2, 3))
    assert grid.label(0) == "0,0"
    assert grid.degree(grid.cell("0,1")) == 3
    assert from_networkx(nx.path_graph(2), label=lambda node: f"v{node}").label(1) == "v1"


def test_refusals() -> None:
    with pytest.raises(UsageError, match="directed"):
        from_networkx(nx.DiGraph([(1, 2)]))
    with pytest.raises(UsageError, match="not dict"):
        from_networkx({1: [2]})
    with pytest.raises(TopologyError, match="edge from 1 to itself"):
        from_networkx(nx.Graph([(1, 1)]))
    with pytest.raises(TopologyError, match="reserved"):
        from_networkx(nx.Graph([("a b", "c")]))
    with pytest.raises(TopologyError, match="at least one node"):
        from_networkx(nx.Graph())
    with pytest.raises(KeyError, match="c"):
        from_graph(["a", "b"], [("a", "c")])
    with pytest.raises(KeyError, match="b"):
        from_graph(["a", "b"], [], {"a": (0, 0)})
    with pytest.raises(TopologyError, match="a stands at"):
        from_graph(["a"], [], {"a": (0, float("nan"))})


def test_without_networkx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(UsageError, match="pip install networkx"):
        from_networkx(object())


def test_the_order_of_edges_does_not_matter() -> None:
    names = "abcdefg"
    edges = list(combinations(names, 2))[::2]
    there = from_graph(names, edges)
    back = from_graph(names, [(b, a) for a, b in edges[::-1] + edges])
    assert there.fingerprint == back.fingerprint
    assert list(there.layout.places) == list(back.layout.places)
