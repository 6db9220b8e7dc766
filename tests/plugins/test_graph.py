"""Graphs from files: what other programs write, what people type, and what is refused."""

from __future__ import annotations

import json
import time

import networkx as nx
import pytest

from msweeper.errors import MsweeperError, OutOfRange, ParseError
from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.topology import Topology, check_labels
from msweeper_graph.formats import MAX_NODES, read_graph
from msweeper_graph.labels import label_of
from tests.support import REGISTRY

REGISTERED = REGISTRY.find("graph")
PETERSEN = nx.petersen_graph()


def board(text: str) -> Topology:
    return REGISTERED.build({"file": text})


def edges(topology: Topology) -> set[frozenset[str]]:
    return {
        frozenset((topology.label(cell), topology.label(other)))
        for cell in topology
        for other in topology.neighbors(cell)
    }


def expected(graph: nx.Graph) -> set[frozenset[str]]:
    return {
        frozenset((str(a).replace(" ", "_"), str(b).replace(" ", "_"))) for a, b in graph.edges()
    }


def without(graph: nx.Graph) -> str:
    return "\n".join(f"{a} {b}" for a, b in graph.edges())


def with_attributes(graph: nx.Graph) -> str:
    return "\n".join(nx.generate_edgelist(graph))


def node_link(graph: nx.Graph) -> str:
    return json.dumps(nx.node_link_data(graph, edges="links"))


def node_link_with_edges(graph: nx.Graph) -> str:
    return json.dumps(nx.node_link_data(graph, edges="edges"))


def graphml(graph: nx.Graph) -> str:
    return "\n".join(nx.generate_graphml(graph))


def short_json(graph: nx.Graph) -> str:
    return json.dumps({"edges": [[a, b] for a, b in graph.edges()], "nodes": list(graph.nodes)})


@pytest.mark.parametrize(
    "graph",
    [
        pytest.param(PETERSEN, id="Petersen"),
        pytest.param(nx.karate_club_graph(), id="karate"),
        pytest.param(nx.relabel_nodes(nx.path_graph(4), "abcd".__getitem__), id="names"),
        pytest.param(nx.MultiGraph([(1, 2), (1, 2), (2, 3)]), id="parallel"),
    ],
)
@pytest.mark.parametrize(
    "write",
    [without, with_attributes, node_link, node_link_with_edges, graphml, short_json],
)
def test_what_networkx_writes(graph: nx.Graph, write: object) -> None:
    assert callable(write)
    found = board(write(graph))
    assert sorted(found.labels) == sorted(map(str, graph.nodes))
    assert edges(found) == expected(graph)


def test_names_with_blanks() -> None:
    graph = nx.relabel_nodes(nx.path_graph(3), ["New York", "a:b", "#1"].__getitem__)
    for write in (node_link, graphml, short_json):
        found = board(write(graph))
        assert sorted(found.labels) == ["New_York", "_1", "a_b"]
        assert found.degree(found.cell("a_b")) == 2


def test_nodes_that_are_tuples() -> None:
    found = board(node_link(nx.grid_2d_graph(2, 3)))
    assert list(found.labels) == ["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]


def test_an_edge_list_as_people_type_it() -> None:
    found = board("# towns\noslo\tbern   # by train\n\n  bern rome\r\nlima\nbern oslo {'km': 7}\n")
    assert sorted(found.labels) == ["bern", "lima", "oslo", "rome"]
    assert edges(found) == {frozenset(("oslo", "bern")), frozenset(("bern", "rome"))}
    assert found.degree(found.cell("lima")) == 0


def test_positions_are_where_cells_stand() -> None:
    at = {"a": (0, 0), "b": (4, 0), "c": (2, 3)}
    graph = nx.Graph([("a", "b"), ("b", "c")])
    for node, (x, y) in at.items():
        graph.nodes[node].update(x=x, y=y)
    short = {"edges": [["a", "b"], ["b", "c"]], "positions": {k: list(v) for k, v in at.items()}}
    pos = {"nodes": [{"id": k, "pos": list(v)} for k, v in at.items()], "links": []}
    for text in (graphml(graph), node_link(graph), json.dumps(short), json.dumps(pos)):
        found = board(text)
        assert {found.label(cell): tuple(found.layout.places[cell]) for cell in found} == {
            "a": (0, 0, 0), "b": (0, 0, 8), "c": (0, 3, 4),
        }  # fmt: skip


def test_positions_that_yed_draws_with() -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
    <graphml xmlns="http://graphml.graphdrawing.org/xmlns"
             xmlns:y="http://www.yworks.com/xml/graphml">
      <key id="d6" for="node" yfiles.type="nodegraphics"/>
      <graph edgedefault="undirected" id="G">
        <node id="n0"><data key="d6">
          <y:ShapeNode><y:Geometry x="300.5" y="17.0"/></y:ShapeNode></data></node>
        <node id="n1"><data key="d6">
          <y:ShapeNode><y:Geometry x="85.25" y="17.0"/></y:ShapeNode></data></node>
        <edge id="e0" source="n0" target="n1"/>
      </graph>
    </graphml>"""
    found = board(text)
    assert list(found.labels) == ["n1", "n0"]
    assert [place.row for place in found.layout.places] == [0, 0]
    assert found.adjacency == ((1,), (0,))


GRAPHML = '<graphml><graph edgedefault="undirected">{}</graph></graphml>'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a b\na b c", "line 2: it has 3 names"),
        ("a b\n\nc c", "line 3: an edge joins c to itself"),
        ("a,b\nb,c", "'a,b' is one name: put a blank"),
        ("# nothing", "it has no nodes"),
        ("a, b\nb, c", "line 1: the comma in 'a,' separates nothing"),
        ("a ,b", "line 1: the comma in ',b' separates nothing"),
        ("a b\nb c,", "line 2: the comma in 'c,' separates nothing"),
        ("a b;\nb c;", "line 1: the semicolon in 'b;' separates nothing"),
        ("graph { a -- b }", "line 1: it has a brace, where only attributes can stand"),
        ("graph { a -- b }", "the formats that are read are edge lists"),
        ("graph G { a -- b }", "line 1: it has a brace"),
        ('graph G { "a" -- "b" }', "line 1: it has a brace"),
        ("strict graph {", "line 1: it has a brace"),
        ("a {'km': 7}", "line 1: it has a brace"),
        ("graph [\nnode [\nid 0\n]", "line 1: 'graph [' is no pair of names"),
        ("*Vertices 2\n1\n2", "line 1: '*Vertices 2' is no pair of names"),
        ("a;b x\na:b y", "line 2: 'a;b' and 'a:b' would both be called a_b"),
        ('{"edges": [["a", "a"]]}', "joins a to itself"),
        ('{"edges": [["a"]]}', "is no edge"),
        ('{"edges": {"a": "b"}}', "edges are a list"),
        ('{"edges": [["a", null]]}', "None' is no name"),
        ('{"edges": [["a", true]]}', "True' is no name"),
        ('{"directed": true, "nodes": [], "links": []}', "it is directed"),
        ('{"nodes": [{"name": "a"}], "links": []}', "a node has no id"),
        ('{"edges": [["a", ""]]}', "an empty name"),
        ('{"a": 1}', "has edges, a list"),
        ('{"nodes": [{"id": "a"}], "adjacency": []}', "has edges, a list"),
        ('{"edges": [[1, 2], ["1", 3]]}', '1 and "1" would both be called 1'),
        ('{"edges": [[[1, 2], 3], ["1,2", 4]]}', '[1, 2] and "1,2" would both be called 1,2'),
        ('{"edges": [[1, 2], [1.0, 3]]}', "one node is called 1 and 1.0"),
        ('{"nodes": ["a", "b", "a"], "edges": []}', "the node 'a' is listed twice"),
        ('{"nodes": [{"id": "a"}, {"id": "a"}], "links": []}', "the node 'a' is listed twice"),
        ('{"edges": [["a", "b"]], "links": [["a", "c"]]}', "edges and links, and they differ"),
        ('{"edges": [["a", "b"]], "edges": [["a", "c"]]}', "'edges' stands twice"),
        ('{"nodes": [{"id": "a", "pos": null, "x": 1, "y": 2}], "links": []}', "position of a is"),
        ('{"nodes": [{"id": "a", "pos": [1, 2, 3]}], "links": []}', "position of a is no pair"),
        (
            '{"nodes": [{"id": "a", "pos": [1, 2]}], "links": [], "positions": {"a": [1, 3]}}',
            "a stands at two places",
        ),
        (
            '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 0, "target": 1}]}',
            "an edge has '0', which is the id of no node",
        ),
        (f'{{"nodes": [{"[" * 500}1{"]" * 500}], "edges": []}}', "lists within each other"),
        (f'{{"nodes": [{"[" * 17}1{"]" * 17}], "edges": []}}', "more than 16 lists"),
        (f'{{"edges": [{"[" * 500}1{"]" * 500}]}}', "is no edge"),
        ("[[1, 2]]", "is an object with edges"),
        ('{"edges": [', "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ('{"edges": [["a", "b"]], "positions": {"a": [0, 0]}}', "b has no position"),
        ('{"edges": [["a", "b"]], "positions": {"c": [0, 0]}}', "'c' has a position, and is no"),
        ('{"edges": [["a", "b"]], "positions": {"a": [0, "up"]}}', "position of a is 'up'"),
        ('{"edges": [["a", "b"]], "positions": {"a": [0, NaN]}}', "NaN is no number"),
        ('{"edges": [["a", "b"]], "positions": {"a": [0, 1e999]}}', "position of a is 'inf'"),
        ('{"edges": [["a", "b"]], "positions": {"a": 3}}', "no pair of numbers"),
        (GRAPHML.format('<edge source="a" target="b" directed="true"/>'), "it is directed"),
        (GRAPHML.replace("undirected", "directed").format(""), "it is directed"),
        (GRAPHML.format('<edge source="a"/>'), "line 1: an element has no target"),
        (GRAPHML.format('<node id="a"/><node id="a"/>'), "line 1: the node 'a' is listed twice"),
        (GRAPHML.format("<hyperedge/>"), "more than two nodes"),
        (GRAPHML.format('<node id="a"><graph/></node>'), "more than one graph"),
        (GRAPHML.format('<node id="a">'), "this is no GraphML"),
        ("<svg/>", "has no graph in it"),
        (f'<!DOCTYPE g [<!ENTITY x "y">]>{GRAPHML}', "document type and entities"),
        (f'<!DOCTYPE g SYSTEM "http://example.org/x.dtd">{GRAPHML}', "document type and entities"),
    ],
)
def test_what_cannot_be_a_board(text: str, why: str) -> None:
    with pytest.raises(OutOfRange) as caught:
        board(text)
    assert why in str(caught.value)
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300
    with pytest.raises(ParseError):
        read_graph(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [], "edges": [["a", "b"]]}',
        '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [["a", "b"]], "edges": []}',
        '{"links": [["a", "b"]], "edges": [["a", "b"]]}',
        "a b {}",
        "a b {'color': '#fff'}",
        'a b {"km": {1: 2}}',
        "a b {7: 1}  # seven",
        f'{{"edges": [["a", "b"]], "metadata": {"[" * 500}{"]" * 500}}}',
    ],
)
def test_what_is_one_edge(text: str) -> None:
    assert edges(board(text)) == {frozenset("ab")}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("aZ09", "aZ09"),
        ("!\"$&'()*+-.<>?[\\]^_`{|}~", "!\"$&'()*+-.<>?[\\]^_`{|}~"),
        (":;=@#/% \t\x00\x7f", "___________"),
        (",a,,b,", "_a,_b_"),
        ("Zürich", "Zürich"),
        ("東京–Київ", "東京–Київ"),
        ("a\u00adb\u200bc\u2028d\ue000", "a_b_c_d_"),
        ("\U0001f600", "U+1F600"),  # from Unicode 6.1, 8 and 17
        ("\u08b4\U0001e6c0", "U+08B4U+1E6C0"),
    ],
)
def test_labels(name: str, label: str) -> None:
    assert label_of(name) == label
    check_labels([label])


def test_every_character_makes_a_label() -> None:
    for number in (
        *range(0x3400),
        *range(0xA000, 0xAC00),
        *range(0xD700, 0x20000),
        *range(0xE0000, 0xE0200),
    ):
        label = label_of(chr(number))
        if not (label.isascii() and len(label) == 1):
            check_labels([label])
        assert label == chr(number) or not chr(number).isalnum() or label.startswith("U+")


def test_names_that_would_be_labelled_alike() -> None:
    assert len(board("\U0001f600 \U0001f601")) == 2
    with pytest.raises(OutOfRange, match="would both be called U"):
        board("\U0001f600 U+1F600")


def test_entities_are_never_expanded() -> None:
    """A few lines that would grow to gigabytes."""
    steps = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(12))
    text = f'<!DOCTYPE g [<!ENTITY a0 "aaaaaaaaaa">{steps}]><graphml>&a12;</graphml>'
    began = time.monotonic()
    with pytest.raises(OutOfRange, match="document type"):
        board(text)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n".join(f"{i} {i + 1}" for i in range(MAX_NODES)), id="nodes"),
        pytest.param("a b\n" * 1_000_001, id="edges"),
        pytest.param("a" * 40_000_001, id="characters"),
    ],
)
def test_huge_files_are_refused(text: str) -> None:
    with pytest.raises(OutOfRange, match=r"(it|file) has more than"):
        board(text)


def test_the_default_is_a_dodecahedron() -> None:
    found = REGISTRY.topology("graph")
    assert found.spec == "graph"
    graph = nx.Graph([tuple(edge) for edge in edges(found)])
    assert nx.is_isomorphic(graph, nx.dodecahedral_graph())


def test_specs_come_back_and_ids_rebuild() -> None:
    found = board(without(PETERSEN))
    assert found.spec.startswith("graph:file=lz.")
    other = load_plugins(environ={})  # knows nothing of files given earlier
    assert other.topology(found.spec) == found
    assert other.topology(found.spec).fingerprint == found.fingerprint
    game = Game(found, 2, seed="maple")
    game.open(0)
    again = Game.from_id(game.id, other.topology(game.id.spec))
    again.open(0)
    assert again.view == game.view


def test_junk_never_breaks_the_plugin() -> None:
    """Cut and damaged files are refused, or are boards; nothing else."""
    for text in (node_link(PETERSEN), graphml(PETERSEN)):
        for stop in range(1, len(text), 97):
            for junk in (
                text[:stop],
                text[:stop] + '"' + text[stop:],
                text[:stop] + text[stop + 9 :],
            ):
                try:
                    board(junk)
                except MsweeperError as error:
                    assert isinstance(error, OutOfRange | ParseError)  # noqa: PT017
