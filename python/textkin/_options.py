"""Options: those of the command line that commands share, by their names there with `_` for `-`."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict


class Options(TypedDict, total=False):
    """What documents are compared by, how candidates are found, and how a run behaves.

    Each is an option of the command line; its help (`textkin pairs --help`) says more, and so do its messages. One
    that a command has and that is not listed here is taken too; one that it does not have is a ValueError.
    """

    # What a document is compared by.
    normalize: str | Iterable[str]  # "nfkc-casefold"; from left to right
    tokens: str  # "unicode"
    shingle: str  # "word:5", "char:9", "kmer:21"
    multiset: bool  # repeated shingles count: weighted Jaccard
    weights: str  # "suffix": documents are sets of items NAME:WEIGHT
    weight_unit: float
    stop_words: str | os.PathLike[str]  # a language or a file
    key: str | os.PathLike[str]  # a file of secret bytes
    stem: str  # a language
    fingerprint: str  # "bytes" or "rabin"
    # Finding.
    prefer: str  # "accuracy" or "speed" in place of a recall
    bands: int
    rows: int
    method: str  # "auto", "exact" or "lsh"
    exact: bool
    audit: int  # documents whose neighbours are searched exactly
    sketch: str  # "fss"
    hashes: int  # 256
    seed: int  # 1
    group_by: str  # of paths of passages() and report(): "folder"
    # Input.
    as_: str  # how paths are read: "suffix", "document", "lines", "jsonl", "sets", "fasta"
    lines: bool
    records: bool
    delimiter: str  # of files of CSV; else a comma, and a tab in *.tsv
    extract: str  # of paths: "auto" or "none"; "auto" is the default of passages() and report()
    extract_memory: int | str  # bytes, or "1GiB", of what extracts a file's text; more costs that file
    extract_seconds: int
    extract_unconfined: str  # "warn" or "fail", where the kernel cannot confine that
    pdf_program: str | os.PathLike[str]  # the pdftotext that reads PDFs, by its full path
    repeated_ids: str  # "error" or "number"
    invalid_utf8: str  # "replace", "skip" or "fail"
    on_error: str  # "skip" or "fail"
    problems: str | os.PathLike[str]  # FILE.jsonl
    # Running; none of them changes a result.
    threads: int
    memory: int | str  # bytes, or "2GiB"
    run_dir: str | os.PathLike[str]  # of paths only: what was done is kept and taken up
    block_size: int | str
    simd: str
    stats: str | os.PathLike[str]  # FILE.json
    # Of the package: None shows progress on a terminal and in notebooks, True and False always and never; or a function
    # of a stage's name and the bytes done and in all (0: unknown), called every 50 ms in the caller's thread: what it
    # raises ends the run.
    progress: bool | Callable[[str, int, int], object] | None


def _value(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Iterable):
        return ",".join(map(str, value))
    return repr(value) if isinstance(value, float) else str(value)


def words(options: Mapping[str, object]) -> list[str]:
    """Options as the command line takes them; None and False are those that were not given."""
    typed = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            typed.append(option)
        elif value is not None and value is not False:
            typed.append(f"{option}={_value(value)}")
    return typed


def size(given: int | str) -> int:
    """Bytes of what the command line takes as SIZE."""
    if isinstance(given, int):
        return given
    found = re.fullmatch(r"([0-9]+) *([kmgtpe]?)(i?)b?", given.strip().lower())
    if found is None or (found[3] and not found[2]):
        raise ValueError(f"--memory {given}: a size is a number of bytes, or one with its unit, as 2GiB or 500MB")
    return int(found[1]) * (1024 if found[3] else 1000) ** ("kmgtpe".index(found[2]) + 1 if found[2] else 0)
