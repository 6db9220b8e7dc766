"""Run by tests as a process of its own: ``add_games PATH FIRST COUNT`` adds games one by one.

Each is named on stdout once it is in; a COUNT of 0 means until killed.
"""

from __future__ import annotations

import itertools
import sys

from msweeper.stats.database import Records
from tests.stats.games import entry


def main() -> None:
    path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    records = Records(path)
    numbers = range(first, first + count) if count else itertools.count(first)
    for number in numbers:
        warning = records.add(entry(number=number))
        print(number, warning or "", flush=True)


if __name__ == "__main__":
    main()
