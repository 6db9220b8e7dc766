"""One parameter of a family of topologies: its type, what is allowed, its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, final

from msweeper.content import Contents, pack, tidy, unpack
from msweeper.errors import FileError, OutOfRange, ParseError, UnknownName

__all__ = ["Parameter", "Value"]

Value = int | bool | str
ParameterType = Literal["int", "flag", "choice", "text", "file"]


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a topology. Its type is that of its default.

    An ``int`` has a `minimum` and a `maximum`, both allowed; a ``str`` may have `choices`.
    With ``when=("outline", ("hexagon",))`` it applies only where that other parameter has one of
    those values. The default goes into seeds and must never change.

    With `file` the value is what a text file holds, a ``str``, and the default is ``""``: no
    file. People give a path, as ``--set NAME=@PATH``; the host reads the file, and the plugin and
    the spec get its content (see `msweeper.content`).
    """

    name: str
    default: Value
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    help: str = ""
    when: tuple[str, tuple[Value, ...]] | None = None
    file: bool = False

    @property
    def type(self) -> ParameterType:
        if self.file:
            return "file"
        if isinstance(self.default, bool):
            return "flag"
        if isinstance(self.default, int):
            return "int"
        return "choice" if self.choices else "text"

    def applies(self, values: Mapping[str, Value]) -> bool:
        return self.when is None or values.get(self.when[0]) in self.when[1]

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        if self.type == "flag":
            return "it is yes or no"
        if self.choices:
            return f"it is one of {', '.join(self.choices)}"
        if self.type == "text":
            return "it is a text"
        if self.type == "file":
            return f"it is a text file: {self.name}=@PATH"
        if self.minimum is not None and self.maximum is not None:
            return f"it goes from {self.minimum} to {self.maximum}"
        if self.minimum is not None:
            return f"it is at least {self.minimum}"
        if self.maximum is not None:
            return f"it is at most {self.maximum}"
        return "it is a whole number"

    def parse(self, text: str, contents: Contents | None = None) -> Value:
        """Return the value that `text` stands for, checked; `contents` knows files by their hash.

        Raises:
            ParseError: `text` is not of this type.
            OutOfRange: it is, but not allowed.
            FileError: it is the hash of a file that is not known.
        """
        if self.type == "file" and text:
            try:
                content = unpack(text, contents)
            except ParseError as error:
                raise ParseError(
                    f"{self.name} is a file, given as {self.name}=@PATH: {error}", text=text
                ) from None
            if content is None:
                raise FileError(
                    f"{self.name} is a file that is not known here, with the SHA-256"
                    f" {text.partition('.')[2]}: give it once with --set {self.name}=@PATH"
                )
            return self.check(content)
        if self.type == "flag":
            if text not in ("yes", "no"):
                raise ParseError(f"{self.name} is yes or no, not {text!r}", text=text)
            return text == "yes"
        if self.type == "int":
            digits = text.removeprefix("-")
            if not (digits.isascii() and digits.isdigit()):
                raise ParseError(f"{self.name} is a whole number, not {text!r}", text=text)
            if len(digits) > 18:  # before int() spends its time on a number nobody can want
                raise OutOfRange(self.name, f"{text[:12]}...", self.allowed)
            return self.check(int(text))
        return self.check(text)

    def check(self, value: Value) -> Value:
        """Return `value` if it is allowed.

        Raises:
            OutOfRange: it is not.
        """
        kinds = {"flag": bool, "int": int, "choice": str, "text": str, "file": str}
        good = isinstance(value, kinds[self.type]) and not (
            self.type == "int" and isinstance(value, bool)
        )
        if good and isinstance(value, int):
            good = (self.minimum is None or value >= self.minimum) and (
                self.maximum is None or value <= self.maximum
            )
        if good and self.choices and isinstance(value, str) and value not in self.choices:
            raise UnknownName(f"{self.name}", value, self.choices)
        if not good:
            raise OutOfRange(self.name, value, self.allowed)
        return tidy(str(value)) if self.type == "file" else value

    def write(self, value: Value) -> str:
        """Return the text form of `value`, as a spec holds it; `parse` reads it."""
        return pack(str(value)) if self.type == "file" and value else self.text(value)

    @staticmethod
    def text(value: Value) -> str:
        """Return the text form of a `value` that is no file."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)
