"""Doors: functions that run a command, whose options are the engine's and are shown to people.

A door's signature and docstring list every option of its command by the help of the command line, so that
help(textkin.dedup), IPython and editors show them; its failures speak of arguments (_wording.py).
"""

import difflib
import functools
import inspect
import numbers
import os
import re
import textwrap
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar, cast

from ._options import size
from ._remote_outputs import sent
from ._wording import argument, engine_options, in_python

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)

# What the command line has for things that Python says in another way.
_INSTEAD = {
    "help": "help(textkin.{0}) shows them",
    "quiet": "progress=False says nothing on the way",
    "text_field": "the column or field of the text is text=",
    "id_field": "the column or field of the id is id=",
    "against_text_field": "the column or field of the text of against is against_text=",
    "against_id_field": "the column or field of the id of against is against_id=",
    "text_": "the column or field of the text is text=",
    "output": "{0}() gives its answer back; write that{1}",
    "format": "{0}() gives its answer back; write that{1}",
    "unit": "what repeats inside texts is found by trim(unit=...)",
    "run_dir": "work is kept in a run directory by pairs(), dedup(), trim() and decontaminate()",
}
# What the package has and the command line has not.
_OWN = {"progress": "None: on a terminal and in notebooks; True, False; or a function of (stage, bytes done, in all)"}
_OPTIONS = "options: see Options."  # in a docstring, where they go


class Option(NamedTuple):
    """One of a command, by its name in Python."""

    name: str
    kind: Any
    form: str  # of its value on the command line
    default: Any  # None: none
    doc: str


@functools.cache
def options_of(kinds: type, command: str) -> tuple[Option, ...]:
    """The options of a command that its TypedDict has, in the order of the command line; the package's own last."""
    types = dict(kinds.__annotations__)
    found = []
    for name, form, given, doc in engine_options()[command]:
        if argument(name) in types:
            kind = types.pop(argument(name))
            default: Any = False if kind is bool else (given.strip("[]") or None)
            if default and kind in (int, float):
                default = kind(default)
            found.append(Option(argument(name), kind, form if "|" in form else "", default, in_python(doc)))
    return (*found, *(Option(name, kind, "", None, _OWN[name]) for name, kind in types.items()))


def _parameters(function: Callable[..., Any], options: tuple[Option, ...]) -> Iterator[inspect.Parameter]:
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            yield parameter
    for option in options:
        kind = option.kind if option.default is not None else option.kind | None
        yield inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=kind)


def shown_kind(kind: Any) -> str:
    """A type as people read it."""
    if isinstance(kind, type) and not typing.get_args(kind):
        return kind.__name__
    return str(kind).replace("typing.", "").replace("collections.abc.", "").replace("os.PathLike[str]", "PathLike")


def _listed(options: tuple[Option, ...], indent: str) -> str:
    lines = ["options:"]
    for option in options:
        default = "" if option.default is None else f" = {option.default!r}"
        form = f", {option.form}" if option.form else ""
        line = f"{option.name}: {shown_kind(option.kind)}{default}{form}. {option.doc}"
        lines += textwrap.wrap(line, 116, initial_indent=indent + "    ", subsequent_indent=indent + "        ")
    return "\n".join(lines)


def _unknown(command: str, name: str, known: list[str]) -> str:
    if name in _INSTEAD:
        typed = re.sub("^(Index|Writer)\\.", "index ", command).replace(".", " ")
        other = f", or take the command `textkin {typed}`" if typed in engine_options() else ""
        return f"{command}() has no option {name!r}: {_INSTEAD[name].format(command, other)}"
    near = difflib.get_close_matches(name, known, 1)
    meant = f"did you mean {near[0]}=? " if near else ""
    return f"{command}() has no option {name!r}; {meant}help(textkin.{command}) lists them"


def check_options(command: str, given: Iterable[str], known: list[str]) -> None:
    """ValueError for a keyword that is none of these."""
    for name in given:
        if name not in known:
            raise ValueError(_unknown(command, name, known))


# What a value of each of these types may be; a str of such a number is one too.
_NUMBERS: dict[str, tuple[type, str]] = {"int": (numbers.Integral, "a whole number"), "float": (numbers.Real, "a number")}


# Where something is written.
_WRITTEN = ("output", "report", "removed", "clusters", "candidates", "leaks", "stats", "problems", "copy_to", "run_dir")


def _check_size(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, str | numbers.Integral):
        raise TypeError(f"{name}= is a number of bytes, or a size as \"2GiB\", not {type(value).__name__}")
    if isinstance(value, str):
        size(value, name)
    elif value < 0:
        raise ValueError(f"{name}= is 0 or more, not {value}")


def check_kinds(kinds: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """TypeError for what is no number, size or function where one is asked for, and no bool where that is; ValueError for
    numbers below 0 where something is counted. `kinds`: by their names the types of arguments."""
    for name, value in given.items():
        kind = kinds.get(name)
        written = (kind if isinstance(kind, str) else shown_kind(kind)).removesuffix(" | None")
        if value is not None and written == "int | str" and name != "passages":  # which is a number of words, or "none"
            _check_size(name, value)
        if name == "progress" and not (value is None or isinstance(value, bool) or callable(value)):
            raise TypeError(f"progress= is None, True, False or a function, not {type(value).__name__}")
        if value is None or written not in (*_NUMBERS, "bool"):
            continue
        if written == "bool":
            if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
                raise TypeError(f"{name}= is True or False, not {type(value).__name__}")
            continue
        numeric, what = _NUMBERS[written]
        if isinstance(value, str):
            try:
                number: Any = float(value)
            except ValueError:
                raise TypeError(f"{name}= is {what}, not the str {value[:40]!r}") from None
        elif not isinstance(value, numeric) or isinstance(value, bool):
            second = "; a second collection is against=" if name == "threshold" and "against" in kinds else ""
            raise TypeError(f"{name}= is {what}, not {type(value).__name__}{second}")
        else:
            number = value
        if written == "int" and number < 0:
            raise ValueError(f"{name}= is 0 or more, not {value}")


def reworded(error: Exception) -> Exception:
    """The same failure in Python's words; itself where it has none of the command line's."""
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        return error
    line = in_python(error.args[0])
    return error if line == error.args[0] else type(error)(line)


def _obeying(function: F, called: str, known: Mapping[str, Any], checks: bool) -> F:
    """The same function, whose every argument is obeyed or refused: one that it does not have (where it `checks` names) and one of
    another kind is an error, what it writes to an address is sent there, and its failures are in Python's words. `known`: the
    types of its arguments, first those that go by their place."""
    names = list(known)

    @functools.wraps(function)
    def obeyed(*args: Any, **named: Any) -> Any:
        if checks:
            check_options(called, named, names)
        given = {**dict(zip(names, args, strict=False)), **named}
        check_kinds(known, given)
        plain = {name: os.fsdecode(given[name]) for name in _WRITTEN if isinstance(given.get(name), bytes)}
        with sent({**given, **plain}, _WRITTEN) as there:
            here = {**plain, **there}
            args = tuple(here.get(name, value) for name, value in zip(names, args, strict=False)) + args[len(names) :]
            try:
                return function(*args, **{name: here.get(name, value) for name, value in named.items()})
            except (ValueError, OSError, MemoryError) as error:
                told = reworded(error)
                if told is error:
                    raise
                raise told from None

    return cast(F, obeyed)


def worded(function: F, called: str = "") -> F:
    """Makes a function whose help lists no options, or a method, obey. `called`: a method by its class, which leaves it to this
    to check the names of options."""
    known: dict[str, Any] = {}
    checks = False
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
            known[name] = parameter.annotation
        elif kinds := re.fullmatch(r"Unpack\[(\w+)\]", str(parameter.annotation)):
            known |= function.__globals__[kinds[1]].__annotations__
            checks = bool(called)
    return _obeying(function, called, known, checks)


def worded_methods(kind: C) -> C:
    """The same class, so with each of its public methods."""
    of = "Index" if kind.__name__ == "Asked" else kind.__name__
    for name, method in list(vars(kind).items()):
        if (not name.startswith("_") or name == "__init__") and inspect.isfunction(method):
            setattr(kind, name, worded(method, f"{of}.{name}"))
        elif not name.startswith("_") and isinstance(method, classmethod):
            setattr(kind, name, classmethod(worded(method.__func__, f"{of}.{name}")))
    return kind


def door(kinds: type, command: str) -> Callable[[F], F]:
    """Makes a function with **options the door of a command, whose options are those of `kinds`, a TypedDict."""

    def made(function: F) -> F:
        options = options_of(kinds, command)
        signature = inspect.signature(function)
        shown = signature.replace(parameters=list(_parameters(function, options)))
        known = {name: parameter.annotation for name, parameter in shown.parameters.items()}
        called: Any = _obeying(function, command.replace(" ", "."), known, True)
        called.__signature__ = shown
        doc = inspect.getdoc(function) or ""
        called.__doc__ = doc.replace(_OPTIONS, _listed(options, "    "))
        return cast(F, called)

    return made
