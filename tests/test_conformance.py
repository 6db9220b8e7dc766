"""One suite over every registered topology, driven by what is registered."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from msweeper.errors import MsweeperError, OutOfRange, ParseError, UnknownName
from msweeper.factory import MAX_CELLS, Level
from msweeper.firstclick import FirstClick, default_first
from msweeper.game import Game
from msweeper.plugins import Registered
from msweeper.render.text import picture
from msweeper.sitting.levels import family
from msweeper.spec import Spec
from msweeper.topology import RESERVED, Topology
from tests.support import BOARDS, REGISTERED, REGISTRY, small

LEVELS = [(registered, level) for registered in REGISTERED for level in registered.factory.levels]
LEVEL_BOARDS = [registered.build(level.parameters) for registered, level in LEVELS]
every_factory = pytest.mark.parametrize("registered", REGISTERED, ids=lambda r: r.name)
every_board = pytest.mark.parametrize("topology", [*BOARDS, *LEVEL_BOARDS], ids=lambda t: t.spec)
every_level = pytest.mark.parametrize(
    ("registered", "level"), LEVELS, ids=[f"{r.name}-{level.name}" for r, level in LEVELS]
)


# The factory


@every_factory
def test_it_has_no_problems_and_texts(registered: Registered) -> None:
    factory = registered.factory
    assert list(factory.problems()) == []
    assert factory.summary
    assert factory.description
    assert all(parameter.help for parameter in factory.parameters)


@every_factory
def test_small_boards_exist(registered: Registered) -> None:
    assert len(list(small(registered))) > bool(registered.factory.size)


@every_factory
def test_declared_defaults_pass_and_come_back_from_the_spec(registered: Registered) -> None:
    factory = registered.factory
    values = factory.values({})
    assert values == {p.name: p.default for p in factory.parameters}
    text = factory.text(values)
    assert factory.values(factory.parse(Spec.parse(text))) == values
    assert REGISTRY.topology(registered.name).spec == text
    for parameter in factory.parameters:
        assert parameter.parse(parameter.write(parameter.default)) == parameter.default


@every_factory
def test_the_short_size_is_the_long_one(registered: Registered) -> None:
    factory = registered.factory
    for topology in small(registered):
        spec = Spec.parse(topology.spec)
        names = factory.size_names(factory.values(factory.parse(spec)))
        settings = dict(spec.settings)
        short = "x".join(settings[name] for name in names)
        rest = "".join(f",{k}={v}" for k, v in spec.settings if k not in names)
        if short:
            assert REGISTRY.topology(f"{registered.name}:{short}{rest}") == topology
            assert REGISTRY.topology(f"{registered.name}:{short.upper()}{rest}") == topology
    with pytest.raises(ParseError):
        factory.parse_size("x".join(["3"] * (len(factory.size) + 1)))


@every_factory
@pytest.mark.parametrize("number", [-1, 10**9, 10**40])
def test_absurd_sizes_are_refused_at_once(registered: Registered, number: int) -> None:
    factory = registered.factory
    for name in factory.size_names(factory.values({})):
        with pytest.raises(MsweeperError) as caught:
            REGISTRY.topology(f"{registered.name}:{name}={number}")
        assert name in str(caught.value)
        assert len(str(caught.value)) < 200


@every_factory
def test_no_allowed_size_is_beyond_the_limit(registered: Registered) -> None:
    factory = registered.factory
    for board in small(registered):
        given = factory.parse(Spec.parse(board.spec))
        for name in factory.size_names(factory.values(given)):
            maximum = factory.parameter(name).maximum
            assert maximum is not None
            given[name] = maximum
        try:
            values = factory.values(given)
        except OutOfRange as error:
            assert f"{MAX_CELLS:,}" in str(error)  # noqa: PT017
        else:
            assert factory.count(**values) <= MAX_CELLS


@every_level
def test_levels_build_and_can_be_opened(registered: Registered, level: Level) -> None:
    topology = registered.build(level.parameters)
    assert 0 < level.mines < topology.size
    if topology.max_degree == topology.size - 1:  # its first click could open an area of no mines
        assert default_first(topology, level.mines) is FirstClick.SAFE
        return
    assert default_first(topology, level.mines) is FirstClick.OPEN
    game = Game(topology, level.mines, seed="maple")
    game.open(topology.layout.middle())
    assert game.shows(topology.layout.middle()) == "0"


@every_factory
def test_levels_differ_and_grow(registered: Registered) -> None:
    factory = registered.factory
    boards = {level: registered.build(level.parameters) for level in factory.levels}
    assert len({(board, level.mines) for level, board in boards.items()}) == len(factory.levels)
    assert not boards or "beginner" in {level.name for level in factory.levels}
    for level in factory.levels:
        kind = family(factory, factory.values(level.parameters))
        assert level in kind
        for easy, hard in pairwise(kind):
            assert boards[easy].size <= boards[hard].size
            assert easy.mines < hard.mines


# The topology


@every_board
def test_order_is_reading_order(topology: Topology) -> None:
    places = list(topology.layout.places)
    assert places == sorted(places)


@every_board
def test_places_are_apart(topology: Topology) -> None:
    places = list(topology.layout.places)
    assert len(set(places)) == len(places)
    for one, other in pairwise(places):
        if one[:2] == other[:2]:
            assert other.column - one.column >= 2
    assert {place.panel for place in places} == set(range(topology.layout.panels))


@every_board
def test_captions_and_titles_belong_to_panels(topology: Topology) -> None:
    layout = topology.layout
    assert len(layout.titles) in (0, layout.panels)
    for caption in layout.captions:
        assert 0 <= caption.place.panel < layout.panels
        assert caption.text == caption.text.strip() != ""
        assert caption.text.isascii()


@every_board
def test_neighbors_keep_the_rules(topology: Topology) -> None:
    """The same verification that a plugin's own lists go through."""
    verified = Topology(topology.adjacency, topology.labels, topology.layout, spec=topology.spec)
    assert verified == topology
    assert topology.max_degree == max(map(topology.degree, topology))


@every_board
def test_labels_are_unique_and_come_back(topology: Topology) -> None:
    labels = list(topology.labels)
    assert len(set(labels)) == len(labels) == topology.size
    for cell, label in enumerate(labels):
        assert topology.label(cell) == label
        assert topology.cell(label) == cell
        assert not RESERVED.intersection(label)
        assert label.isascii()
        assert label.isprintable()
        assert " " not in label


@every_board
@pytest.mark.parametrize("sign", [*sorted(RESERVED), " ", "\t", "\n", "\u00a0", "\u2003"])
def test_labels_with_reserved_signs_do_not_parse(topology: Topology, sign: str) -> None:
    with pytest.raises(ParseError) as caught:
        topology.cell(f"{topology.label(0)}{sign}1")
    assert caught.value.position == len(topology.label(0))
    assert "\n" not in str(caught.value)


@every_board
@pytest.mark.parametrize("junk", ["", "?", "١", "one,two", "1e3", "0x1", "1.0", "--1", "," * 9])
def test_junk_is_no_label(topology: Topology, junk: str) -> None:
    with pytest.raises((ParseError, UnknownName)) as caught:
        topology.cell(junk)
    assert topology.label(0) in str(caught.value)


@every_board
def test_a_label_off_the_board_offers_the_nearest(topology: Topology) -> None:
    last = topology.label(topology.size - 1).split(",")
    if not all(part.lstrip("-").isdigit() for part in last):
        pytest.skip("its labels are no numbers")
    with pytest.raises(UnknownName) as caught:
        topology.cell(",".join(str(int(part) + 1000) for part in last))
    assert len(caught.value.near) == 1
    topology.cell(caught.value.near[0])


@every_board
def test_the_spec_comes_back(topology: Topology) -> None:
    again = REGISTRY.topology(topology.spec)
    assert again.spec == topology.spec
    assert again == topology
    assert hash(again) == hash(topology)
    assert again.fingerprint == topology.fingerprint
    assert list(again.layout.places) == list(topology.layout.places)
    assert again.layout.captions == topology.layout.captions


@every_board
def test_count_is_the_number_of_cells(topology: Topology) -> None:
    spec = Spec.parse(topology.spec)
    factory = REGISTRY.find(spec.name).factory
    assert factory.count(**factory.values(factory.parse(spec))) == topology.size


@every_board
def test_pickle(topology: Topology) -> None:
    again = pickle.loads(pickle.dumps(topology))
    assert again == topology
    assert again.fingerprint == topology.fingerprint
    assert list(again.layout.places) == list(topology.layout.places)
    assert again.layout.titles == topology.layout.titles


@every_board
def test_boards_differ_from_each_other(topology: Topology) -> None:
    for other in BOARDS:
        assert (other == topology) == (other.spec == topology.spec)


@every_board
def test_the_middle_is_a_cell_like_any(topology: Topology) -> None:
    assert topology.layout.middle() in topology


# The picture


@every_board
def test_every_caption_is_in_the_picture(topology: Topology) -> None:
    text = picture(Game(topology, 0, seed="a").view, width=10_000)
    for title in topology.layout.titles:
        assert title in text
    written = sum(len(caption.text.replace(" ", "")) for caption in topology.layout.captions)
    written += sum(len(decoration.text) for decoration in topology.layout.decorations)
    frame = "#+-|" if topology.layout.ghosts else "#"
    marks = sum(not c.isspace() and c not in frame for c in text)
    assert marks == written + sum(len(t.replace(" ", "")) for t in topology.layout.titles)


@every_board
def test_cells_of_a_row_stand_apart_in_the_picture(topology: Topology) -> None:
    text = picture(Game(topology, 0, seed="a").view)
    assert text.count("#") == topology.size + len(topology.layout.ghosts)
    assert "##" not in text
