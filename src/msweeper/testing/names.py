"""Checks of labels and specs: the texts by which people name cells and boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msweeper.errors import MsweeperError, OutOfRange, ParseError, UnknownName
from msweeper.factory import MAX_CELLS, Parameter, TopologyFactory, Value
from msweeper.spec import Spec
from msweeper.testing.contract import CheckFailed, NotTried, at, breach, check, factory_of
from msweeper.testing.subject import Subject
from msweeper.topology import RESERVED

__all__ = [
    "check_label_junk",
    "check_labels",
    "check_labels_back",
    "check_labels_known",
    "check_spec_absurd",
    "check_spec_canonical",
    "check_spec_junk",
    "check_spec_partial",
    "check_spec_range",
]

_JUNK = ("", "?", " ", "0x1", "1.0", "1e3", "--1", ",", ",,", "\u0661", "no such cell", "1,1\n")
_ABSURD = (10**9, -(10**9), 10**40)
_AT_ONCE = 1.0  # seconds: what is refused without building takes thousandths


@check()
def check_labels(subject: Subject) -> None:
    """Labels are unique, and hold nothing that cannot be typed or is reserved."""
    for topology, *_ in subject.boards:
        seen: dict[str, int] = {}
        for cell, label in enumerate(topology.labels):
            bad = next((c for c in label if c in RESERVED or c.isspace()), None)
            if bad is None and not label.isprintable():
                bad = next(c for c in label if not c.isprintable())
            if bad is not None:
                raise breach(
                    topology, cell, f"the label {label!r} holds {bad!r}, which is reserved"
                )
            if not label or label.strip(",") != label or ",," in label:
                raise breach(topology, cell, f"the label {label!r} cannot be typed")
            first = seen.setdefault(label, cell)
            if first != cell:
                raise breach(topology, cell, f"cells {first} and {cell} are both labelled {label}")


@check("labels")
def check_labels_back(subject: Subject) -> None:
    """Every label leads back to its cell."""
    for topology, *_ in subject.boards:
        for cell, label in enumerate(topology.labels):
            try:
                found = topology.cell(label)
            except (ParseError, UnknownName) as error:
                raise breach(topology, cell, f"{label} leads to no cell: {error}") from error
            if found != cell or topology.label(cell) != label:
                raise breach(
                    topology, cell, f"{at(topology, cell)} has a label that leads to cell {found}"
                )


@check()
def check_labels_known(subject: Subject) -> str:
    """Some cells have the labels that the author wrote down."""
    if not subject.labels:
        raise NotTried("no label is declared")
    topology = subject.one.topology
    for cell, label in subject.labels.items():
        found = topology.labels[cell] if 0 <= cell < topology.size else "no cell"
        if found != label:
            raise CheckFailed(
                f"cell {cell} is {found}, {label} is expected",
                spec=topology.spec,
                cell=cell,
                label=found,
            )
    return f"{len(subject.labels)} of {topology.size}"


@check("labels-back")
def check_label_junk(subject: Subject) -> None:
    """What is no label is refused as unknown, or as no label, and never with another error."""
    for topology, *_ in subject.small:
        known = set(topology.labels)
        signs = [f"{topology.labels[0]}{sign}1" for sign in sorted(RESERVED)]
        for text in (*_JUNK, *signs, f" {topology.labels[0]}", f"{topology.labels[-1]},7"):
            if text in known:
                continue
            try:
                cell = topology.cell(text)
            except (ParseError, UnknownName):
                continue
            except Exception as error:
                raise CheckFailed(
                    f"{text!r} is refused with {type(error).__name__}, not as an unknown label",
                    spec=topology.spec,
                ) from error
            raise breach(topology, cell, f"{text!r} is taken for {at(topology, cell)}")


# Specs


@check()
def check_spec_canonical(subject: Subject) -> None:
    """The spec of a board is in its canonical form, and names that very board."""
    for topology, values, _ in subject.boards:
        if not topology.spec and subject.factory is None:
            raise NotTried("the board has no name")
        try:
            spec = Spec.parse(topology.spec)
        except ParseError as error:
            raise CheckFailed(f"its spec does not parse: {error}", spec=topology.spec) from error
        if spec.size is not None:
            raise CheckFailed(
                f"its spec gives the size in short ({spec.size}): it must name each parameter",
                spec=topology.spec,
            )
        if str(spec) != topology.spec:
            raise CheckFailed(f"its spec is written {spec} elsewhere", spec=topology.spec)
        if subject.factory is None:
            continue
        again = subject.factory.values(subject.parse(spec))
        if again != {**subject.factory.values({}, complete=False), **values}:
            raise CheckFailed("its spec gives other parameters", spec=topology.spec)
        if subject.factory.text(again, subject.name) != topology.spec:
            raise CheckFailed("its spec is not the one of its parameters", spec=topology.spec)


@check("spec-canonical")
def check_spec_partial(subject: Subject) -> None:
    """A spec with its size in short, in another order or with gaps gives the same as in full."""
    factory = factory_of(subject)
    for topology, values, _ in subject.boards:
        settings = Spec.parse(topology.spec).settings
        texts = [Spec(subject.name, None, tuple(reversed(settings)))]
        sizes = factory.size_names(values)
        if sizes and len(settings) >= len(sizes):
            short = "x".join(Parameter.text(values[name]) for name in sizes)
            rest = tuple((key, text) for key, text in settings if key not in sizes)
            texts.append(Spec(subject.name, short, rest))
            texts.append(Spec(subject.name, short.upper(), rest))
        gaps = tuple(
            (key, text) for key, text in settings if values[key] != factory.parameter(key).default
        )
        texts.append(Spec(subject.name, None, gaps))
        for spec in texts:
            found = factory.text(factory.values(subject.parse(Spec.parse(str(spec)))), subject.name)
            if found != topology.spec:
                raise CheckFailed(f"{spec} gives {found}", spec=topology.spec)
    if factory.size:
        many = "x".join(["3"] * (len(factory.size) + 1))
        _refuses(subject, f"{subject.name}:{many}", ParseError)


@check()
def check_spec_junk(subject: Subject) -> None:
    """A spec that is no possible text is refused with an error that says so."""
    factory = factory_of(subject)
    name = subject.name
    _refuses(subject, f"{name}:no-such-parameter=1", UnknownName)
    for text in (f"{name}:", f"{name}:=1", f"{name}:x y=1", f"{name}:a=1,a=2", f"{name}:,"):
        _refuses(subject, text, ParseError, UnknownName)
    for parameter in factory.parameters:
        key = f"{name}:{parameter.name}"
        if parameter.type == "int":
            for text in ("x", "1.5", "1e3", "0x3", "%20", "%D9%A1"):
                _refuses(subject, f"{key}={text}", ParseError)
        elif parameter.type == "flag":
            for text in ("maybe", "1", "true"):
                _refuses(subject, f"{key}={text}", ParseError)
        elif parameter.type == "choice":
            _refuses(subject, f"{key}=no-such-choice", UnknownName)


@check()
def check_spec_range(subject: Subject) -> None:
    """A parameter just outside its range is refused, and the message says what is allowed."""
    factory = factory_of(subject)
    for parameter in factory.parameters:
        for limit, step in ((parameter.minimum, -1), (parameter.maximum, 1)):
            if limit is None or parameter.type != "int":
                continue
            text = f"{subject.name}:{parameter.name}={limit + step}"
            message = str(_refuses(subject, text, OutOfRange))
            if parameter.name not in message or str(limit) not in message:
                raise CheckFailed(f"{text} is refused without saying what is allowed: {message}")


@check()
def check_spec_absurd(subject: Subject) -> None:
    """Absurd sizes are refused at once, and so is the largest size if it has too many cells."""
    factory = factory_of(subject)
    names = factory.size_names(factory.values({}, complete=False))
    texts = [f"{subject.name}:{name}={number}" for name in names for number in _ABSURD]
    if len(names) > 1:
        texts.append(f"{subject.name}:{'x'.join(['1000000000'] * len(names))}")
    for text in texts:
        begin = subject.clock()
        error = _refuses(subject, text, OutOfRange, ParseError)
        seconds = subject.clock() - begin
        if seconds > _AT_ONCE:
            raise CheckFailed(f"{text} is refused after {seconds:.1f} s only")
        if len(str(error)) > 300:
            raise CheckFailed(f"{text} is refused in {len(str(error))} characters")
    largest = dict(_largest(factory))
    with suppress(OutOfRange):  # refused: that is what the limit is for
        count = factory.count(**factory.values(largest))
        if count > MAX_CELLS:
            raise CheckFailed(f"{count:,} cells are allowed, the limit is {MAX_CELLS:,}")


def _largest(factory: TopologyFactory) -> Iterator[tuple[str, Value]]:
    values = factory.values({}, complete=False)
    for parameter in factory.parameters:
        if parameter.maximum is not None and parameter.applies(values):
            yield parameter.name, parameter.maximum


def _refuses(subject: Subject, text: str, *errors: type[Exception]) -> Exception:
    """Return the error with which `text` is refused.

    Raises:
        CheckFailed: it is not, or with another error.
    """
    factory = factory_of(subject)
    wanted = " or ".join(error.__name__ for error in errors)
    try:
        factory.values(factory.parse(Spec.parse(text)))
    except errors as error:
        return error
    except MsweeperError as error:
        raise CheckFailed(
            f"{text!r} is refused with {type(error).__name__}, not with {wanted}: {error}"
        ) from error
    raise CheckFailed(f"{text!r} is allowed, {wanted} is expected")
