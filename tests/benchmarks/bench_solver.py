"""How long the odds take, on positions made from seeds. Run it: ``python bench_solver.py``.

Each position is analyzed once, in this process, in the processor's time. For each kind of board
it prints how many positions there were, the median, the 95th percentile and the maximum in
milliseconds, and how many were over the limit that the kind is held to. Then whole games by each
player, and games in which everything that is called safe or a mine is checked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from random import Random

from msweeper.errors import BudgetExceeded
from msweeper.game import Game
from msweeper.plugins import load_plugins
from msweeper.solver.budget import Budget, OutOfBudget
from msweeper.solver.frontier import Frontier
from msweeper.solver.odds import analyze, solve
from msweeper.solver.players import PLAYERS
from msweeper.topology import Topology
from msweeper.view import Status, View

BUDGET = 1.0


def stuck(topology: Topology, mines: int, seed: str) -> Iterator[View]:
    """Yield the positions of one game in which nothing is certain; then a safe cell is opened."""
    game = Game(topology, mines, seed=seed)
    chance = Random(seed)
    game.open(chance.randrange(topology.size))
    field = game.minefield
    assert field is not None
    while not game.status.over:
        frontier = Frontier(game.view)
        frontier.settle()
        safe = frontier.take_safe()
        if not safe:
            safe = certain(frontier)
        if not safe:
            yield game.view
            numbers = field.numbers
            closed = [c for c, shown in enumerate(game.view.cells) if shown < 0 <= numbers[c]]
            safe = [chance.choice(closed)]
        for cell in safe:
            if not game.status.over and game.view.cells[cell] < 0:
                game.open(cell)


def certain(frontier: Frontier) -> list[int]:
    """Return the safe cells that counting finds in time."""
    try:
        solution = solve(frontier, Budget(BUDGET).meter())
    except OutOfBudget:
        return []
    assert solution is not None
    return [cell for share in solution.shares() if not share.mines for cell in share.cells]


def scattered(topology: Topology, mines: int, seed: str, share: float) -> View:
    """Return a position in which a share of all safe cells were opened in any order."""
    game = Game(topology, mines, seed=seed)
    chance = Random(seed)
    order = chance.sample(range(topology.size), topology.size)
    game.open(order[0])
    assert game.minefield is not None
    numbers = game.minefield.numbers
    target = share * (topology.size - mines)
    for cell in order:
        if topology.size - game.closed >= target:
            break
        if numbers[cell] >= 0 and game.view.cells[cell] < 0:
            game.open(cell)
    return game.view


def lattice(topology: Topology, mines: int, seed: str, width: int) -> View:
    """Return a position with every second cell of every second row open: one wide frontier."""
    opened = {cell for cell in topology if cell // width % 2 == 0 and cell % width % 2 == 0}
    closed = [cell for cell in topology if cell not in opened]
    field = set(Random(seed).sample(closed, mines))
    numbers = {cell: sum(n in field for n in topology.neighbors(cell)) for cell in opened}
    return View.of(topology, mines, numbers)


def report(name: str, views: list[View], limit: float) -> None:
    """Analyze all `views` and print one line; `limit` in milliseconds."""
    times: list[float] = []
    failed = 0
    for view in views:
        begin = time.process_time()
        try:
            analyze(view, budget=Budget(BUDGET))
        except BudgetExceeded:
            failed += 1
        times.append((time.process_time() - begin) * 1000)
    times.sort()
    if not times:
        print(f"{name:34}     0 positions")
        return
    print(
        f"{name:34} {len(times):5} positions  median {times[len(times) // 2]:8.2f}"
        f"  95 % {times[int(len(times) * 0.95)]:8.2f}  max {times[-1]:8.2f} ms"
        f"  over {limit:g} ms: {sum(t > limit for t in times)}, out of budget: {failed}",
        flush=True,
    )


def games(topology: Topology, mines: int, name: str, first: str, start: int, count: int) -> None:
    """Play and print games won and games a second, the rules included."""
    begin = time.process_time()
    won = 0
    for n in range(count):
        game = Game(topology, mines, seed=f"bench/{n}", first=first)
        player = PLAYERS[name]()
        game.open(start)
        player.begin(game.view)
        while not game.status.over:
            for cell in player.choose().cells:
                if game.shows(cell) == "closed" and not game.status.over:
                    event = game.open(cell)
                    player.see(event.cells, event.after)
        won += game.status is Status.WON
    seconds = time.process_time() - begin
    print(
        f"{topology.spec}/{mines}, first {first}, {name}: {won} of {count} won"
        f" ({won / count:.1%}), {count / seconds:.0f} games a second",
        flush=True,
    )


def honest(topology: Topology, mines: int, count: int) -> None:
    """Check at every step of whole games that what is called certain is so; print how many."""
    steps = 0
    for n in range(count):
        game = Game(topology, mines, seed=f"honest/{n}")
        game.open(topology.size // 2)
        assert game.minefield is not None
        field = set(game.minefield.mines)
        while not game.status.over:
            analysis = analyze(game.view)
            odds = analysis.odds
            assert analysis.safe == tuple(cell for cell in odds if odds[cell] == 0)
            assert analysis.mine == tuple(cell for cell in odds if odds[cell] == 1)
            assert field.isdisjoint(analysis.safe)
            assert field.issuperset(analysis.mine)
            steps += 1
            guess = min((cell for cell in odds if cell not in field), key=analysis.p)
            for cell in analysis.safe or (guess,):
                if game.shows(cell) == "closed" and not game.status.over:
                    game.open(cell)
    print(f"{topology.spec}/{mines}: {count} games, {steps} steps, nothing certain was wrong")


def main(scale: float = 1.0) -> None:
    """Run all kinds; `scale` times as many positions."""
    build = load_plugins().topology
    expert = build("square:width=30,height=16")
    many = [list(stuck(expert, 99, f"bench/{n}")) for n in range(int(100 * scale))]
    report("30x16/99, nothing certain", [view for game in many for view in game], 50)
    views = [scattered(expert, 99, f"bench/{n}", n % 10 / 10) for n in range(int(300 * scale))]
    report("30x16/99, cells in any order", views, 50)
    large = build("square:width=100,height=100")
    views = [scattered(large, 2000, f"bench/{n}", n % 10 / 10) for n in range(int(20 * scale))]
    report("100x100/2000, cells in any order", views, 20)
    views = []
    for n in range(int(4 * scale)):
        positions = list(stuck(large, 2000, f"bench/{n}"))
        views += positions[:: max(1, len(positions) // 10)]
    report("100x100/2000, nothing certain", views, 20)
    views = [lattice(expert, 99, f"bench/{n}", 30) for n in range(int(12 * scale))]
    report("30x16/99, every second of both", views, 1000)
    for spec, mines in (("cube:6x6x3", 18), ("cube:9x9x4", 49), ("cube:9x9x4", 65)):
        cube = build(spec)
        many = [list(stuck(cube, mines, f"bench/{n}")) for n in range(int(20 * scale))]
        report(f"{spec}/{mines}, nothing certain", [view for game in many for view in game], 1000)
        views = [scattered(cube, mines, f"bench/{n}", n % 10 / 10) for n in range(int(60 * scale))]
        report(f"{spec}/{mines}, cells in any order", views, 1000)
    for spec, mines in (("hex:9", 48), ("hex:12", 102)):
        views = [
            view for n in range(int(30 * scale)) for view in stuck(build(spec), mines, f"bench/{n}")
        ]
        report(f"{spec}/{mines}, nothing certain", views, 50)
    for name in PLAYERS:
        count = int((400 if name == "lowest-risk" else 200) * scale)
        games(expert, 99, name, "safe", 0, count)
        games(expert, 99, name, "open", expert.size // 2, count)
    honest(expert, 99, int(500 * scale))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
