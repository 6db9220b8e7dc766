"""Minesweeper on any geometry. Names are imported when first used, so importing this is cheap."""

__version__ = "0.1.0"
