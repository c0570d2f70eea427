"""What a rival has and textkin has not: a use of it says so, in a line that becomes a row of outcomes.tsv."""

from typing import Any, NoReturn


class NoCounterpart(Exception):
    """Neither a ValueError nor a TypeError, which tests wait for."""


def nothing(line: str) -> NoReturn:
    raise NoCounterpart(line)


def absent(line: str) -> Any:
    """A class, or a function, of which every use says so."""

    class Absent:
        def __init__(self, *_: Any, **__: Any) -> None:
            nothing(line)

        @classmethod
        def __getattr__(cls, name: str) -> NoReturn:
            nothing(line)

    return Absent


def attribute(line: str) -> property:
    """An attribute that says so."""
    return property(lambda _: nothing(line))
