"""Labels of nodes: the same on every Python, whatever its tables of characters say."""

from __future__ import annotations

from unicodedata import ucd_3_2_0

from msweeper.topology import RESERVED

__all__ = ["label_of"]

_SOFT_HYPHEN = "\u00ad"  # a sign in Unicode 3.2, invisible since


def label_of(name: str) -> str:
    """Return `name` so that it can be typed; empty if the name is.

    Letters, digits and signs that Unicode 3.2 knows stay: that version never changes, and every
    Python has it. Asking `str.isprintable` instead gave a label, so a fingerprint, that depended
    on the Python. Characters that came later become ``U+`` and their number; blanks, what is
    reserved and what cannot be seen become ``_``.
    """
    if name.isascii() and name.isalnum():
        return name
    label = "".join(map(_typed, name))
    while ",," in label:
        label = label.replace(",,", ",_")
    if label[:1] == ",":
        label = f"_{label[1:]}"
    if label[-1:] == ",":
        label = f"{label[:-1]}_"
    return label


def _typed(character: str) -> str:
    if character in RESERVED or character == _SOFT_HYPHEN:
        return "_"
    category = ucd_3_2_0.category(character)
    if category == "Cn":  # not in that version
        return f"U+{ord(character):04X}"
    return character if category[0] in "LMNPS" else "_"
