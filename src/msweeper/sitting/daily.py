"""The seed of the day: the same everywhere, until midnight in UTC."""

from __future__ import annotations

__all__ = ["daily_seed"]


def daily_seed() -> str:
    """Return today's seed."""
    from datetime import UTC, datetime  # late: few games ask

    return f"daily/{datetime.now(UTC).date().isoformat()}"
