"""What a rival is: how it is installed, how it is used, and what it answers.

A rival's file is read twice: by compare.py, to know the rival, and by answer.py inside the rival's own Python, to run
it. So it imports its library inside the function that uses it.
"""

import dataclasses
import pathlib
import typing


@dataclasses.dataclass(frozen=True)
class Job:
    """One collection to look at. All that a run writes goes below `scratch`, which is fresh for each run."""

    path: pathlib.Path
    threshold: float
    threads: int
    scratch: pathlib.Path
    python: str = ""  # of the rival's environment
    textkin: str = ""  # the program


@dataclasses.dataclass(frozen=True)
class Package:
    """What is installed for a rival; rivals that share an environment name share the environment."""

    name: str
    requirement: str  # pinned, as pip reads it
    environment: str
    with_it: tuple = ()  # requirements that it forgets, or that must be kept back
    python: tuple = (3, 11)  # the oldest that it runs on
    programs: tuple = ()  # that must be on PATH

    @property
    def version(self):
        return self.requirement.split("==")[1]


@dataclasses.dataclass(frozen=True)
class Rival:
    """One row of the table. Either `work` runs in the rival's Python and returns the answer, or `command` is a program
    and `read` reads the answer from what it left in the scratch folder."""

    name: str
    settings: str
    package: typing.Optional[Package] = None  # None: textkin itself
    answer: str = "removed"  # ids of removed documents; or "pairs": (id, id) at or above the threshold
    documents: typing.Optional[int] = None  # more than these take too long
    work: typing.Optional[typing.Callable] = None
    command: typing.Optional[typing.Callable] = None
    read: typing.Optional[typing.Callable] = None
    removes: str = ""  # on what evidence a document goes, or a pair is reported
    offers: str = ""  # what it does that textkin does not


def removed_of_pairs(order, pairs):
    """The removal loop that users write around pairs: in order, a document goes if a similar one stays before it."""
    neighbours, kept, removed = {}, set(), []
    for a, b in pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    for document in order:
        if any(other in kept for other in neighbours.get(document, ())):
            removed.append(document)
        else:
            kept.add(document)
    return removed
