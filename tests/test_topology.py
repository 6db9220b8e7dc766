"""A topology is a value, and what a plugin says is verified."""

from __future__ import annotations

import copy
import pickle
from array import array
from collections.abc import Sequence
from hashlib import sha256

import pytest

from msweeper.errors import MsweeperError, ParseError, TopologyError, UnknownName
from msweeper.layout import Layout, Place
from msweeper.topology import Topology
from tests.support import ANY, hexagon, names, square


def build(neighbors: Sequence[Sequence[int]], labels: Sequence[str]) -> Topology:
    places = [Place(0, 0, 2 * cell) for cell in range(len(neighbors))]
    return Topology(neighbors, labels, Layout(places))


@pytest.mark.parametrize(
    ("neighbors", "labels", "cell", "words"),
    [
        pytest.param([[1], [0, 2]], "ab", 1, ["cell 1", "(b)", "2", "range(2)"], id="too high"),
        pytest.param([[1, -1], [0]], "ab", 0, ["cell 0", "(a)", "-1"], id="negative"),
        pytest.param([[1], [0, 1]], "ab", 1, ["cell 1", "(b)", "its own"], id="itself"),
        pytest.param([[1, 1], [0]], "ab", 0, ["cell 0", "(a)", "more than once"], id="twice"),
        pytest.param([[1], []], "ab", 0, ["cell 0", "(a)", "1 (b)", "both ways"], id="one-way"),
        pytest.param([[1], [0], []], "aba", 2, ["0 and 2", "a"], id="label twice"),
        pytest.param([[]], ["a b"], 0, ["cell 0", "a b"], id="blank in a label"),
        pytest.param([[]], ["a\u00a0b"], 0, ["cell 0"], id="no-break space in a label"),
        pytest.param([[]], [""], 0, ["cell 0"], id="empty label"),
        pytest.param([[]], [",1"], 0, ["cell 0", ",1"], id="comma first"),
        *[
            pytest.param([[]], [f"a{c}"], 0, [c, "reserved"], id=f"{c} in a label")
            for c in ":;=@#/%"
        ],
    ],
)
def test_a_breach_names_cell_and_label(
    neighbors: Sequence[Sequence[int]], labels: Sequence[str], cell: int, words: list[str]
) -> None:
    with pytest.raises(TopologyError) as caught:
        build(neighbors, list(labels))
    assert caught.value.cell == cell
    assert caught.value.label == labels[cell]
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("far", [2**31, -(2**31) - 1, 2**80])
def test_a_neighbor_beyond_32_bits_is_out_of_range_too(far: int) -> None:
    with pytest.raises(TopologyError) as caught:
        build([[1], [0, far]], ["a", "b"])
    assert caught.value.cell == 1


def test_counts_must_agree() -> None:
    with pytest.raises(TopologyError, match="1 cells have 2 labels and 1 places"):
        Topology([[]], ["a", "b"], Layout([Place(0, 0, 0)]))
    with pytest.raises(TopologyError, match="1 cells have 1 labels and 2 places"):
        Topology([[]], ["a"], Layout([Place(0, 0, 0), Place(0, 0, 2)]))
    with pytest.raises(TopologyError, match="at least one cell"):
        Topology([], [], Layout([]))


def test_neighbors_are_ascending_whatever_the_order_given() -> None:
    topology = build([[2, 1], (c for c in [0]), {0}], ["a", "b", "c"])  # type: ignore[list-item]
    assert topology.neighbors(0) == (1, 2)
    assert topology.adjacency == ((1, 2), (0,), (0,))
    assert [topology.degree(cell) for cell in topology] == [2, 1, 1]
    assert topology.max_degree == 2
    assert list(topology) == [0, 1, 2]
    assert len(topology) == topology.size == 3


@pytest.mark.parametrize("cell", [-1, 15, 10**9])
def test_a_cell_off_the_board_never_counts_from_the_end(cell: int) -> None:
    topology = square(3, 5)
    for method in (topology.neighbors, topology.degree, topology.label):
        with pytest.raises(IndexError):
            method(cell)


@pytest.mark.parametrize(
    ("label", "error", "words"),
    [
        pytest.param("", ParseError, ["empty"], id="empty"),
        pytest.param("1 1", ParseError, ["' '", "1,1", "3,5"], id="blank"),
        pytest.param("1:1", ParseError, ["':'"], id="reserved"),
        pytest.param("a1", ParseError, ["1,1"], id="letters"),
        pytest.param("1,", ParseError, ["1,1"], id="half"),
        pytest.param("4,9", UnknownName, ["3,5"], id="off the board"),
        pytest.param("0,0", UnknownName, ["1,1"], id="from zero"),
        pytest.param("-1,2", UnknownName, ["1,2"], id="negative"),
        pytest.param("01,2", UnknownName, ["1,2"], id="leading zero"),
        pytest.param("+1,2", UnknownName, ["1,2"], id="plus"),
        pytest.param("1_0,2", UnknownName, [], id="underscore"),
        pytest.param("1", UnknownName, [], id="one number"),
        pytest.param("1,1,1", UnknownName, [], id="three numbers"),
        pytest.param("9" * 5000 + ",1", MsweeperError, [], id="more digits than int() takes"),
    ],
)
def test_junk_labels(label: str, error: type[MsweeperError], words: list[str]) -> None:
    with pytest.raises(error) as caught:
        square(3, 5).cell(label)
    for word in words:
        assert word in str(caught.value)


def test_names_as_labels_offer_the_nearest() -> None:
    towns = build([[1], [0]], ["oslo", "rome"])
    assert towns.cell("rome") == 1
    with pytest.raises(UnknownName, match="did you mean oslo"):
        towns.cell("olso")


def test_a_topology_is_frozen() -> None:
    topology = square(3, 5)
    with pytest.raises(AttributeError):
        topology._spec = "hex"
    with pytest.raises(AttributeError):
        topology.size = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        topology.extra = 3
    assert topology == square(3, 5)


def test_what_the_caller_does_later_to_its_lists_changes_nothing() -> None:
    labels, neighbors = ["a", "b"], [[1], [0]]
    topology = build(neighbors, labels)
    labels[0] = "c"
    neighbors[0].clear()
    assert topology.label(0) == "a"
    assert topology.cell("a") == 0
    assert topology.neighbors(0) == (1,)


def test_equal_by_spec_and_adjacency() -> None:
    one, other = square(3, 5), square(3, 5)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, square(5, 3), one.with_spec("else"), hexagon(2)}) == 4
    assert one != "square"
    assert build([[1], [0], []], list("abc")) != build([[], [2], [1]], list("abc"))


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_copies_by_pickle_are_equal(topology: Topology) -> None:
    for other in (pickle.loads(pickle.dumps(topology)), copy.deepcopy(topology)):
        assert other == topology
        assert hash(other) == hash(topology)
        assert other.fingerprint == topology.fingerprint
        assert [other.label(cell) for cell in other] == list(topology.labels)
        assert [other.cell(label) for label in topology.labels] == list(other)
        assert list(other.layout.places) == list(topology.layout.places)


@pytest.mark.parametrize("topology", ANY, ids=names(ANY))
def test_fingerprint_is_the_hash_that_the_design_names(topology: Topology) -> None:
    starts, flat = [0], list[int]()
    for cell in topology:
        flat += topology.neighbors(cell)
        starts.append(len(flat))
    data = "\n".join(topology.labels).encode()
    for values in (starts, flat):
        data += b"".join(value.to_bytes(4, "little") for value in values)
    assert topology.fingerprint == sha256(data).hexdigest()


def test_fingerprint_literal() -> None:
    assert (
        build([[1], [0]], ["a", "b"]).fingerprint
        == sha256(
            b"a\nb" + bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]) + bytes([1, 0, 0, 0, 0, 0, 0, 0])
        ).hexdigest()
    )
    assert build([[1], [0]], ["a", "b"]).fingerprint != build([[1], [0]], ["a", "c"]).fingerprint


def test_with_spec_renames_only() -> None:
    topology = square(3, 5).with_spec("other:1")
    assert topology.spec == "other:1"
    assert topology.adjacency == square(3, 5).adjacency
    assert repr(topology) == "<Topology other:1: 15 cells>"


def test_rows_are_compressed_in_two_arrays() -> None:
    starts, flat = square(1, 3).rows
    assert (starts, flat) == (array("i", [0, 1, 3, 4]), array("i", [1, 0, 2, 1]))
