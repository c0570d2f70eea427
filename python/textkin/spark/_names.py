"""What documents' files are called and which comes first: as on the command line, wherever they are."""

import itertools
import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F

# What makes a path a pattern to Hadoop.
_OF_PATTERNS = "{}[]*?\\"
# Patterns, and what Hadoop makes shorter.
_UNUSUAL = re.compile(r"[{}\[\]*?\\]|(^|/)\.\.?(/|$)|(?<!:)//")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(//[^/]*/|/(?!/))")
_PATH = "_metadata.file_path"


class Root(NamedTuple):
    """Files that Spark calls `path`, or whose paths begin with `below`, and their names."""

    path: str  # as Spark says it: with scheme and authority, percent-encoded
    below: str  # the same with a slash behind it
    file: str  # the name of the file that is `path` itself
    folder: str  # what the names of files below it begin with


def roots(spark: SparkSession, arguments: Sequence[str], apart: bool = False) -> list[Root]:
    """Of one folder, files have their paths below it as names; of several arguments, of a file and of a pattern, the
    argument as it is written, and what lies below it. `apart`: a root each."""
    folder = None if apart else _folder_of_all(arguments)
    if folder is not None:
        return [Root(*_qualified(spark, folder), folder, folder)]
    found = []
    for argument in arguments:
        places = [argument.find(char) for char in _OF_PATTERNS if char in argument]
        fixed = argument[: argument.rfind("/", 0, min(places)) + 1] if places else argument
        folder = fixed if not fixed or fixed.endswith("/") else fixed + "/"
        if len(arguments) == 1 and not places:
            folder = ""
        found.append(Root(*_qualified(spark, fixed), fixed, folder))
    return found


def _folder_of_all(arguments: Sequence[str]) -> str | None:
    """What many arguments begin with, as a shell makes of a pattern, if their names then sort as they do."""
    pairs = itertools.pairwise(arguments)
    if len(arguments) < 2 or any(second.startswith(first) or second < first for first, second in pairs):
        return None
    if any(_UNUSUAL.search(argument) for argument in arguments):
        return None
    folder = os.path.commonprefix(arguments)
    folder = folder[: folder.rfind("/") + 1]
    with_scheme = any(_SCHEME.match(argument) for argument in arguments)
    return None if with_scheme and not _SCHEME.match(folder) else folder


def _qualified(spark: SparkSession, path: str) -> tuple[str, str]:
    jvm, context = spark._jvm, spark._jsc
    assert jvm is not None and context is not None
    asked = jvm.org.apache.hadoop.fs.Path(path or ".")
    found = asked.getFileSystem(context.hadoopConfiguration()).makeQualified(asked).toUri().toString()
    if found.startswith("file:///"):
        found = "file:" + found[7:]  # as the files of a listing are called
    return found, found.rstrip("/") + "/"


def named(roots: Sequence[Root]) -> tuple[Column, Column]:
    """Of rows of files: the number of the argument, and the name of the file. They sort as the command line reads.
    A file system that answers with other paths than it was asked for leaves them whole, behind all others."""
    # One flat expression: nested ones, of some hundred arguments, are more than Spark's stack holds.
    numbers, names = [], []
    for number, root in enumerate(roots):
        is_file, is_below = (
            f"{_PATH} = {_literal(root.path)}",
            f"startswith({_PATH}, {_literal(root.below)})",
        )
        rest = _decoded(f"substring({_PATH}, {len(root.below) + 1})")
        numbers.append(f"WHEN {is_file} OR {is_below} THEN {number}")
        names.append(f"WHEN {is_file} THEN {_literal(root.file)}")
        names.append(f"WHEN {is_below} THEN concat({_literal(root.folder)}, {rest})")
    numbers.append(f"ELSE {len(roots)} END")
    names.append(f"ELSE {_decoded(_PATH)} END")
    return F.expr(" ".join(["CASE", *numbers])), F.expr(" ".join(["CASE", *names]))


def others(spark: SparkSession, arguments: Sequence[str]) -> Column:
    """Of rows of files: an array of how the file is opened, and what it is called below its argument, which a keep rule
    prefer: also looks at."""
    paths, relatives = [], []
    for root, argument in zip(roots(spark, arguments, apart=True), arguments, strict=True):
        begin = root.folder if root.folder else argument.rstrip("/") + "/"
        rest = _decoded(f"substring({_PATH}, {len(root.below) + 1})")
        is_file, is_below = f"{_PATH} = {_literal(root.path)}", f"startswith({_PATH}, {_literal(root.below)})"
        paths.append(f"WHEN {is_file} THEN {_literal(root.file)}")
        paths.append(f"WHEN {is_below} THEN concat({_literal(begin)}, {rest})")
        relatives.append(f"WHEN {is_file} THEN {_literal(os.path.basename(root.file))} WHEN {is_below} THEN {rest}")
    return F.array(F.expr(" ".join(["CASE", *paths, "END"])), F.expr(" ".join(["CASE", *relatives, "END"])))


def _decoded(path: str) -> str:
    # Spark's own decoder takes + for a space, as in forms.
    return f"url_decode(replace({path}, '+', '%2B'))"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
