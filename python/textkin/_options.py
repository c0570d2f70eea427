"""Options: those of the command line that commands share, by their names there with `_` for `-`.

What each means, and what holds without it, stands in the command line alone: signatures and docstrings take it from
there (_doors.py). Here stands of which type each is, for type checkers; a test holds the names against the program's.
"""

import functools
import numbers
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict

from ._wording import engine_options

Path = str | os.PathLike[str]
Size = int | str  # bytes, or "2GiB"


class Working(TypedDict, total=False):
    """How a run behaves; none of them changes a result."""

    threads: int
    memory: Size
    simd: str
    # Of the package: None shows progress on a terminal and in notebooks, True and False always and never; or a function
    # of a stage's name and the bytes done and in all (0: unknown), called every 50 ms in the caller's thread: what it
    # raises ends the run.
    progress: bool | Callable[[str, int, int], object] | None


class Running(Working, total=False):
    """The same where something is read."""

    block_size: Size


class Reading(TypedDict, total=False):
    """How documents are read; most are of paths."""

    as_: str
    lines: bool
    records: bool
    delimiter: str
    extract: str
    extract_memory: Size
    extract_seconds: int
    extract_unconfined: str
    pdf_program: Path
    invalid_utf8: str
    on_error: str
    problems: Path


class Repeating(TypedDict, total=False):
    """Of ids."""

    repeated_ids: str


class Texts(TypedDict, total=False):
    """What a document is compared by."""

    normalize: str | Iterable[str]
    tokens: str
    shingle: str
    multiset: bool
    weights: str
    weight_unit: float
    stop_words: Path
    key: Path
    stem: str
    fingerprint: str


class Sketching(TypedDict, total=False):
    """Which sketch."""

    sketch: str
    hashes: int
    seed: int


class Planning(TypedDict, total=False):
    """Which bands."""

    prefer: str
    bands: int
    rows: int


class Finding(Planning, total=False):
    """How alike documents are found."""

    method: str
    exact: bool
    audit: int


class Told(TypedDict, total=False):
    """What a run says of itself."""

    stats: Path


class Kept(TypedDict, total=False):
    """Where work is kept and taken up."""

    run_dir: Path


class PairsOptions(Finding, Sketching, Texts, Reading, Repeating, Kept, Told, Running, total=False):
    """Options of pairs()."""


class DedupOptions(Finding, Sketching, Texts, Reading, Repeating, Kept, Told, Running, total=False):
    """Options of dedup()."""

    removed: Path
    clusters: Path
    copy_to: Path
    annotate: bool
    check: bool
    all_pairs: bool


class PassagesOptions(Reading, Repeating, Told, Running, total=False):
    """Options of passages() and report()."""

    normalize: str
    key: Path
    group_by: str
    template: Path | list[Path]
    exclude: str | list[str]
    shared_by: int


class TrimOptions(Reading, Repeating, Kept, Told, Running, total=False):
    """Options of trim()."""

    unit: str
    words: int
    bytes: int
    min_words: int
    normalize: str | Iterable[str]
    emptied: str
    removed: Path
    check: bool


class DecontaminateOptions(Texts, Reading, Repeating, Kept, Told, Running, total=False):
    """Options of decontaminate()."""

    by: str
    sensitivity: str
    guarantee: int
    max_gap: int
    min_length: int
    removed: Path
    leaks: Path
    check: bool


class CompareOptions(Sketching, Texts, Reading, Running, total=False):
    """Options of compare()."""


class PlanOptions(Planning, Sketching, Texts, Reading, Repeating, Running, total=False):
    """Options of plan()."""


class SketchedOptions(Texts, Reading, Repeating, Running, total=False):
    """Options of sketch()."""

    seed: int


class SignatureOptions(Sketching, Texts, Reading, Repeating, Running, total=False):
    """Options of signatures.create()."""


class AskOptions(Reading, Repeating, Running, total=False):
    """Options of signatures.add() and signatures.nearest()."""

    key: Path


class MakingOptions(Texts, total=False):
    """Options of Index.create() and Index.rebuild(): what documents are compared by, which stays."""

    memory: Size


class AddingOptions(Reading, Running, total=False):
    """Options of Index.add() and of a writer's add() and seen_or_add()."""


class FoundOptions(Reading, Repeating, Told, Running, total=False):
    """Options of Index.passages() and Index.report()."""


class QueryOptions(FoundOptions, total=False):
    """Options of Index.query()."""

    exact: bool


class SparkOptions(Planning, Sketching, Texts, total=False):
    """Options of textkin.spark.dedup() and pairs(): those of files, threads and ids have no meaning there."""

    method: str
    audit: int
    invalid_utf8: str
    on_error: str
    simd: str


class SparkDecontaminateOptions(Texts, total=False):
    """Options of textkin.spark.decontaminate(): what it writes are DataFrames of its result there."""

    by: str
    sensitivity: str
    guarantee: int
    max_gap: int
    min_length: int
    invalid_utf8: str
    on_error: str
    simd: str


class SparkQueryOptions(TypedDict, total=False):
    """Options of textkin.spark.query()."""

    exact: bool
    invalid_utf8: str
    on_error: str
    simd: str


class Options(Finding, Sketching, Texts, Reading, Repeating, Kept, Told, Running, total=False):
    """All that commands share: what documents are compared by, how candidates are found, and how a run behaves.

    help(textkin.pairs), help(textkin.dedup) and so on list those of a command and say what each means; one that a
    command does not have is a ValueError.
    """

    group_by: str


# Options whose values are a list of words; those of many files are given once for each.
_LISTS = ("normalize", "exclude")
# What nobody else than this package says: there is no such field.
_MAY_BE_EMPTY = ("id_field", "against_id_field")


@functools.cache
def _forms() -> dict[str, set[str]]:
    """Of each argument what stands for its value in the commands that have it; "" of a flag."""
    found: dict[str, set[str]] = {}
    for options in engine_options().values():
        for name, form, _, _ in options:
            found.setdefault(name.replace("-", "_"), set()).add(form)
    return found


def _is_path(forms: set[str]) -> bool:
    return any(word in form for form in forms for word in ("FILE", "FOLDER", "INPUT"))


def _value(name: str, value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        if name == "key":  # which may be the secret itself
            raise TypeError("key= names a FILE that holds the secret bytes; give its path as a str or a Path, not bytes")
        if not isinstance(value, bytes) or not _is_path(_forms().get(name, set())):
            raise TypeError(f"{name}= is a str, not {type(value).__name__}")
        return os.fsdecode(value)
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, Iterable):
        return ",".join(map(str, value))
    if isinstance(value, float) or (isinstance(value, numbers.Rational) and not isinstance(value, numbers.Integral)):
        return float.__repr__(float(value))  # those of numpy are floats whose repr() says so
    return str(value)


def _check_flag(name: str, value: bool) -> None:
    """TypeError where it is a number's, ValueError elsewhere: an option that takes a value would take the next word for it."""
    forms = _forms().get(name, {""})
    if "" in forms:
        return
    form = min(forms)
    if re.fullmatch("[A-Z]", form):
        raise TypeError(f"{name}= is a number, not bool")
    raise ValueError(f"{name}={value} says nothing; it takes a value ({form})")


def words(options: Mapping[str, object]) -> list[str]:
    """Options as the command line takes them; None and False are those that were not given."""
    typed = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if type(value).__name__ in ("bool", "bool_"):  # that of numpy too
            _check_flag(name.rstrip("_"), bool(value))
            typed += [option] if value else []
        elif isinstance(value, str) and not value:
            if name not in _MAY_BE_EMPTY:
                raise ValueError(f"{name}= is an empty str; give it a value, or leave it out")
            typed += [option, ""]
        elif isinstance(value, list | tuple) and name not in _LISTS:
            typed += [f"{option}={_value(name, one)}" for one in value]
        elif value is not None:
            word = _value(name, value)
            if not word:
                raise ValueError(f"{name}= is empty; give it a value, or leave it out")
            typed.append(f"{option}={word}")
    return typed


def size(given: Size, name: str = "memory") -> int:
    """Bytes of what the command line takes as SIZE. ValueError; `name`: of the argument."""
    if not isinstance(given, str):
        return int(given)
    found = re.fullmatch(r"([0-9]+) *([kmgtpe]?)(i?)b?", given.strip().lower())
    if found is None or (found[3] and not found[2]):
        raise ValueError(f"{name}={given!r}: a size is a number of bytes, or one with its unit, as 2GiB or 500MB")
    unit: int = (1024 if found[3] else 1000) ** ("kmgtpe".index(found[2]) + 1 if found[2] else 0)
    return int(found[1]) * unit
