from __future__ import annotations

from pathlib import Path

import pytest

from msweeper.errors import (
    FileError,
    MsweeperError,
    OutOfRange,
    ParseError,
    UnknownName,
    UsageError,
)
from msweeper.factory import Level, Parameter, TopologyFactory
from msweeper.lattice import from_edges
from msweeper.plugins import PluginRecord, Registered, Registry, load_plugins
from msweeper.sitting.choose import Request, choose
from msweeper.sitting.settings import Settings, find_paths, load_settings

REGISTRY = load_plugins()


@pytest.mark.parametrize(
    ("request_", "spec", "mines", "level"),
    [
        (Request(), "square:width=9,height=9", 10, "beginner"),
        (Request("hex"), "hex:radius=4", 10, "beginner"),
        (Request(topology="cube"), "cube:width=6,height=6,depth=3", 9, "beginner"),
        (Request("cube", level="expert"), "cube:width=9,height=9,depth=4", 49, "expert"),
        (Request("square:30x16"), "square:width=30,height=16", 99, "expert"),
        (Request("square", size="30x16"), "square:width=30,height=16", 99, "expert"),
        (Request("hex:5"), "hex:radius=5", 15, None),  # 10 of 61 is nearer than 48 of 271
        (Request("hex", size="5", level="expert"), "hex:radius=5", 20, None),
        (Request("hex:radius=4", level="expert"), "hex:radius=4", 13, None),
        (Request("square:width=5,height=3"), "square:width=5,height=3", 2, None),
        (Request("square", settings=["width=5", "height=3"]), "square:width=5,height=3", 2, None),
        (Request("square", settings=["width=5"]), "square:width=5,height=9", 6, None),
        (Request("hex", mines="20"), "hex:radius=4", 20, None),
        (Request("hex:2@3"), "hex:radius=2", 3, None),
        (Request("hex:2", mines="10%"), "hex:radius=2", 2, None),
        (Request("hex:2", mines="12.5%"), "hex:radius=2", 2, None),
        (Request("hex:2", mines="0%"), "hex:radius=2", 0, None),
        (Request("hex:2", mines="0.1%"), "hex:radius=2", 1, None),
        (Request("hex:2", mines="99.9%"), "hex:radius=2", 18, None),
        (Request("hex:0"), "hex:radius=0", 0, None),
        (Request("hex:2", mines_at="0,0 1,-1"), "hex:radius=2", 2, None),
    ],
)
def test_what_is_left_open_is_filled_in(
    request_: Request, spec: str, mines: int, level: str | None
) -> None:
    board = choose(REGISTRY, request_)
    assert (board.topology.spec, board.mines, board.level) == (spec, mines, level)
    assert board.game().mines == mines


@pytest.mark.parametrize(
    ("request_", "kind", "says"),
    [
        (Request("hex", topology="hex"), UsageError, "not both"),
        (Request("hex:5", size="4"), UsageError, "radius is given as 5 and as 4"),
        (Request("hex:2@3", mines="4"), UsageError, "number of mines is given as 3 and as 4"),
        (Request("hex:2@3/seed=a", seed="b"), UsageError, "seed is given as a and as b"),
        (Request("hex:2@3/first=safe/seed=a", first="open"), UsageError, "first-click"),
        (Request("hex:2@3", mines_at="0,0"), UsageError, "--mines-at says how many"),
        (Request("hex:2", mines_at="0,0", seed="a"), UsageError, "no seed"),
        (Request("hex:2", mines_at="0,0", first="open"), UsageError, "no first-click"),
        (Request("hex:2", mines_at="0,0 0,0"), OutOfRange, "mine 0,0 is not possible"),
        (Request("hex:2", mines_at="0,9"), UnknownName, "no cell is called 0,9"),
        (Request("hex:0", mines_at="0,0"), OutOfRange, "takes 0 to 0"),
        (Request("hex:2@2/at=gAA", seed="a"), UsageError, "gives its minefield itself"),
        (Request("hex:2", mines="19"), OutOfRange, "hex:radius=2 takes 0 to 18"),
        (Request("hex:2", mines="-1"), OutOfRange, "mines -1 is not possible"),
        (Request("hex:2", mines="many"), ParseError, "a number or a percentage"),
        (Request("hex:2", mines="1e2"), ParseError, "a number or a percentage"),
        (Request("hex:2", mines="150%"), OutOfRange, "less than 100%"),
        (Request("hex:2", mines="13", first="open"), OutOfRange, "at most 12 mines"),
        (Request("hex:2", first="zone"), ParseError, "open, safe, none"),
        (Request("hex:-1"), OutOfRange, "it goes from 0"),
        (Request("hex:0x3"), ParseError, "should be RADIUS"),
        (Request("square:0x3"), OutOfRange, "width 0 is not possible"),
        (Request("square:9999999999999999999999x3"), OutOfRange, "width 9999"),
        (Request("square:4000000x4000000"), OutOfRange, "the limit is 4,000,000"),
        (Request("cube:4000x4000x4000"), OutOfRange, "the limit is 4,000,000"),
        (Request("hex:9999999"), OutOfRange, "it goes from 0 to 1154"),
        (Request("hxe"), UnknownName, "did you mean hex"),
        (Request("hex", level="hard"), UnknownName, "beginner, intermediate, expert"),
        (Request("hex:radios=3"), UnknownName, "did you mean radius"),
        (Request("hex", settings=["radius"]), ParseError, "KEY=VALUE"),
        (Request("@/nowhere/at/all", typed=True), FileError, "cannot read"),
        (Request("@/nowhere/at/all"), ParseError, "only an argument of a command"),
        (Request("hex:2@3/seed=a\nb"), ParseError, "line break"),
        (Request("hex:2", seed="a\nb"), ParseError, "line break"),
    ],
)
def test_what_does_not_go(request_: Request, kind: type[MsweeperError], says: str) -> None:
    with pytest.raises(kind, match=says):
        choose(REGISTRY, request_)


def test_twice_the_same_is_fine() -> None:
    board = choose(REGISTRY, Request("hex:2@3/seed=a", size="2", mines="3", seed="a"))
    assert str(board.game().id) == "hex:radius=2@3/seed=a"


@pytest.mark.parametrize("seed", ["0", "", " ", "a/b", "é", "%"])
def test_any_seed_is_kept(seed: str) -> None:
    board = choose(REGISTRY, Request("hex:2@3", seed=seed))
    assert board.game().seed == seed
    again = choose(REGISTRY, Request(str(board.game().id)))
    assert again.game().seed == seed


def test_a_board_can_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "id.txt").write_text("hex:radius=2@3/seed=maple\n", encoding="utf-8")
    assert choose(REGISTRY, Request(f"@{tmp_path / 'id.txt'}", typed=True)).seed == "maple"


def registry_of(*levels: Level) -> Registry:
    """A path of cells under the name ``path``."""
    registry = Registry()
    factory = TopologyFactory(
        name="path",
        summary="a path",
        parameters=(Parameter("length", 5, 1, 1000),),
        size=("length",),
        levels=levels,
        count=lambda length: length,
        build=lambda length: from_edges(
            [f"n{i}" for i in range(length)],
            [(f"n{i}", f"n{i + 1}") for i in range(length - 1)],
            [(0, 0, 2 * i) for i in range(length)],
        ),
    )
    record = PluginRecord("path", "stranger", "1")
    registry.topologies["path"] = Registered("path", factory, record)
    return registry


def test_levels_of_strangers() -> None:
    one, two = Level("calm", {"length": 10}, 2), Level("wild", {"length": 40}, 20)
    registry = registry_of(one, two)
    assert choose(registry, Request("path")).level == "calm"  # the first: none is a beginner's
    assert choose(registry, Request("path:20")).mines == 4  # as near to 10 as to 40: the earlier
    assert choose(registry, Request("path:21")).mines == 11  # nearer to 40: half of it
    assert choose(registry_of(), Request("path:20")).mines == 3  # no level at all
    assert choose(registry_of(), Request("path")).topology.spec == "path:length=5"


@pytest.mark.parametrize(
    ("board", "level", "mines"),
    [
        ("square:10x8", None, 10),  # the plain beginner, though the torus has just this size
        ("square:10x8,wrap=torus", "torus-beginner", 17),
        ("square:11x8,wrap=torus", None, 19),
        ("square:wrap=torus", "torus-beginner", 17),
        ("square:neighbors=4", "edges-beginner", 9),
        ("square:neighbors=knight", "knight-beginner", 14),
        ("square:31x16", None, 102),
        ("square:wrap=klein", None, 10),  # no level is one: plane and torus are as near
        ("square:10x8,wrap=klein", None, 17),
        ("square:31x16,wrap=torus,neighbors=knight", None, 132),
        ("square:9x9,wrap=torus,neighbors=knight", None, 14),
        ("square:9x9,wrap=mobius,neighbors=knight", None, 14),
        ("hex:outline=rectangle", "rectangle-beginner", 11),
        ("hex:outline=rhombus,width=16,height=17", None, 46),
        ("hex:outline=triangle", None, 9),
        ("box:3x3x3x3", "beginner", 12),
    ],
)
def test_levels_are_compared_among_boards_of_a_kind(
    board: str, level: str | None, mines: int
) -> None:
    chosen = choose(REGISTRY, Request(board))
    assert (chosen.level, chosen.mines) == (level, mines)


def test_a_usual_level_is_one_of_the_kind() -> None:
    usual = Settings(level="expert")
    assert choose(REGISTRY, Request("square:wrap=torus"), usual).level == "torus-expert"
    assert choose(REGISTRY, Request("square"), usual).level == "expert"
    assert choose(REGISTRY, Request("hex:outline=rhombus"), usual).level == "rhombus-expert"
    assert choose(REGISTRY, Request("square:wrap=torus", level="expert"), usual).mines == 99


@pytest.mark.parametrize(
    ("request_", "first"),
    [
        (Request("square"), "beginner"),
        (Request("square", level="torus-expert"), "torus-beginner"),
        (Request("square:10x8,wrap=torus@9/seed=a"), "torus-beginner"),
        (Request("square:wrap=torus", mines_at="1,1"), "torus-beginner"),
        (Request("square:5x3", level="knight-beginner"), "knight-beginner"),
        (Request("hex:side=5,outline=triangle"), "beginner"),
    ],
)
def test_a_board_knows_the_levels_of_its_kind(request_: Request, first: str) -> None:
    levels = choose(REGISTRY, request_).levels
    assert (levels[0].name, len(levels)) == (first, 3)


def test_a_mask_gives_the_size(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text(("#" * 20 + "\n") * 10 + ("##" + " " * 16 + "##\n") * 3)
    for request in (
        Request("square", settings=[f"mask=@{tmp_path / 'ring.txt'}"]),
        Request(f"square:mask=@{tmp_path / 'ring.txt'}", typed=True),
        Request(settings=[f"mask=@{tmp_path / 'ring.txt'}"]),
    ):
        board = choose(REGISTRY, request)
        assert board.topology.size == 212
        assert (board.level, board.mines) == (None, 33)  # the density of the intermediate level
        assert board.topology.spec.startswith("square:mask=lz.")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_settings_name_the_default(home: Path) -> None:
    home.write_text('topology = "hex"\nlevel = "expert"\n[plugins]\ndisable = ["cube"]\n')
    settings = load_settings(home)
    assert settings == Settings("hex", "expert", ("cube",))
    assert choose(REGISTRY, Request(), settings).topology.spec == "hex:radius=12"
    assert choose(REGISTRY, Request("cube"), settings).level == "expert"
    assert choose(REGISTRY, Request("cube", level="beginner"), settings).level == "beginner"
    # a level that the topology does not have is no reason to refuse it
    assert choose(REGISTRY, Request("cube"), Settings(level="wild")).level == "beginner"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("topology = 3", "must give topology as a text"),
        ("level = 3", "must give level as a text"),
        ("plugins = 3", "must give plugins as a table"),
        ("keys = 3", "must give keys as a table"),
        ('theme = "drak"', "must give theme as one of dark, light, colorblind, mono, not 'drak'"),
        ("[keys]\nopne = 'o'", "sets keys.opne, which is unknown; did you mean keys.open?"),
        ("[keys]\nopen = [3]", "must give keys.open as a key or a list"),
        ("[keys]\nopen = 'zz'", "'zz' is no key that can be bound"),
        ("[plugins]\ndisable = [1]", "must give plugins.disable as a list"),
        ("topology = ", "is no TOML"),
        ('topolgy = "hex"', "sets topolgy, which is unknown; did you mean topology?"),
        (
            "[plugins]\ndisabled = []",
            "sets plugins.disabled, which is unknown; did you mean plugins.disable?",
        ),
    ],
)
def test_a_bad_config_file_is_named(home: Path, text: str, says: str) -> None:
    home.write_text(text)
    with pytest.raises(FileError, match=says):
        load_settings(home)


def test_no_config_file_is_fine(home: Path) -> None:
    assert load_settings(home) == Settings()
    assert load_settings(home / "below") == Settings()


def test_one_variable_moves_all_files(tmp_path: Path) -> None:
    paths = find_paths({"MSWEEPER_HOME": str(tmp_path)})
    assert paths.config.parent == tmp_path
    assert paths.data.parent == tmp_path
    assert find_paths({}).config.name == "config.toml"
