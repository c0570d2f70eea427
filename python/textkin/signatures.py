"""Files of signatures that stay: made once, added to, merged, compared, searched, and read as arrays and tables.

    from textkin import signatures

    signatures.create(data, "all.sig", bits=8)
    signatures.add(more, "all.sig")
    signatures.nearest(questions, "all.sig", top=5)     # a pyarrow Table
    kept = signatures.read("all.sig")
    kept.table()                                        # id, size, cells: for Arrow and Parquet
    kept.features()                                     # 2^b k features for learning, as indices
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from typing import Any, Unpack


from . import _signature_tables, _textkin
from ._commands import _DATA, _fields, _reads_tables, _run
from ._doors import door, worded
from ._inputs import ID, TEXT, Input, check_fields, check_reading, word_of
from ._late import np, npt, pa
from ._options import AskOptions, SignatureOptions, SketchedOptions, Working
from ._signature_file import SignatureFile, cell_type
from ._texts import Text

__all__ = ["Signatures", "add", "create", "estimate", "info", "merge", "nearest", "pairs", "read", "sketch", "write"]

Path = str | os.PathLike[str]

_NUMBERS = ("similarity", "lower", "upper", "distance", "p_value")
_COUNTS = ("shared", "hashes", "size_a", "size_b")
_CONTAINMENT = ("a_in_b", "a_in_b_lower", "a_in_b_upper", "b_in_a", "b_in_a_lower", "b_in_a_upper")


def _side(data: Any, text: Text, id: str | None, options: Mapping[str, Any]) -> Input:
    side = Input(data, _DATA, text, id, None, _reads_tables(options), options.get("delimiter"))
    check_fields(text, id, [side])
    check_reading(options, [side])
    return side


@door(SignatureOptions, "signatures create")
def create(
    data: Any,
    output: Path,
    *,
    bits: int | None = None,
    text: Text = TEXT,
    id: str | None = ID,
    **options: Unpack[SignatureOptions],
) -> None:
    """The signatures of `data` as a file.

    Args:
        data, text, id: as for textkin.pairs(). Ids become text; row numbers where there are none.
        output: the file, which appears when it is complete. *.parquet, *.arrow and *.feather are a table: that of sketch().
        bits: of a cell that are kept, 1, 2, 4, 8, 16 or 32 (Li, König 2010); None: all.
        options: see Options.

    Raises: as textkin.pairs().
    """
    side = _side(data, text, id, options)
    own = {"output": output, "bits": bits} | _fields(text, id)
    with _signature_tables.in_place(output, side.ids_called) as places:
        _run(["signatures", "create", *side.words], [side], own, options, in_place=places)


@door(SketchedOptions, "signatures create")
def sketch(
    data: Any,
    sketch: str = "fss",
    hashes: int | None = None,
    *,
    bits: int | None = None,
    text: Text = TEXT,
    id: str | None = ID,
    **options: Unpack[SketchedOptions],
) -> pa.Table:
    """The signature of each document as a row of a table: of its text, normalised and cut into shingles as dedup() does.

    Args:
        data, text, id: as for textkin.pairs().
        sketch: "fss", "kperm" (MinHash), "bottomk" and others of sketch_catalog(); hashes: cells of a
            signature; None: 256, or the most that the sketch has.
        bits: of a cell that are kept, 1, 2, 4, 8, 16 or 32 (Li, König 2010); None: all.
        options: see Options.

    Returns: a table: id (in the type of the data's ids; row numbers as int64 where it has none), size (the exact number of
    shingles; 0: the cells mean nothing), cells (a list of fixed size, of unsigned integers). How it was made is in the
    schema's metadata under b"textkin". Parquet and Arrow files keep all of it. Raises: as textkin.pairs().
    """
    side = _side(data, text, id, options)
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        file = os.path.join(folder, "rows.sig")
        own = {"output": file, "bits": bits, "sketch": sketch, "hashes": hashes} | _fields(text, id)
        _run(["signatures", "create", *side.words], [side], own, options)
        table = read(file).table()
    return table.set_column(0, "id", side.ids_called(table["id"]))


@door(AskOptions, "signatures add")
def add(data: Any, to: Path, *, text: Text = TEXT, id: str | None = ID, **options: Unpack[AskOptions]) -> None:
    """The signatures of `data` behind those of the file or table `to`, made as they were. An id that is there is a ValueError.

    Args:
        data, text, id: as for textkin.pairs().
        options: see Options.
    """
    side = _side(data, text, id, options)
    with _signature_tables.added_to(to) as places:
        _run(["signatures", "add", *side.words], [side], {"to": to} | _fields(text, id), options, in_place=places)


@worded
def merge(files: list[Path], output: Path, *, memory: int | str | None = None) -> None:
    """Files, or tables, that were made alike as one, one behind the other."""
    words = ["signatures", "merge", *map(word_of, files)]
    with _signature_tables.merged(words[2:], output) as places:
        _run(words, [], {"output": output, "memory": memory}, {}, in_place=places)


@worded
def info(file: Path) -> dict[str, Any]:
    """What a file, or a table, holds and how it was made; all of it is read, and every checksum checked."""
    word = word_of(file)
    with _signature_tables.read_from([word]) as places:
        words = ["signatures", "info", word]
        found: dict[str, Any] = json.loads(_run(words, [], {"format": "json"}, {}, in_place=places).text)
    return found


def _columns(containment: bool) -> dict[str, pa.DataType]:
    columns = {"a": pa.string(), "b": pa.string(), **dict.fromkeys(_NUMBERS, pa.float64())}
    columns |= dict.fromkeys(_COUNTS, pa.uint64())
    return columns | dict.fromkeys(_CONTAINMENT if containment else (), pa.float64())


def _read_rows(rows: str, containment: bool) -> pa.Table:
    import pyarrow.json as json_lines

    schema = pa.schema(_columns(containment))
    if os.path.getsize(rows) == 0:
        return schema.empty_table()
    parse = json_lines.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    return json_lines.read_json(rows, parse_options=parse).select(schema.names)


def _rows(words: list[str], sides: list[Input | None], own: dict[str, Any], options: Mapping[str, Any]) -> pa.Table:
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        rows = os.path.join(folder, "rows.jsonl")
        _run(words, sides, {**own, "output": rows, "format": "jsonl"}, options)
        return _read_rows(rows, bool(own.get("containment")))


def _called(rows: pa.Table, a: _signature_tables.Source | None, b: _signature_tables.Source) -> pa.Table:
    """The ids of rows in the types that the tables have."""
    if a is not None:
        rows = rows.set_column(0, "a", a.ids(rows["a"]))
    return rows.set_column(1, "b", b.ids(rows["b"]))


@door(AskOptions, "signatures nearest")
def nearest(
    data: Any,
    file: Path | pa.Table,
    top: int = 10,
    *,
    threshold: float | None = None,
    containment: bool = False,
    confidence: float | None = None,
    universe: int | None = None,
    text: Text = TEXT,
    id: str | None = ID,
    **options: Unpack[AskOptions],
) -> pa.Table:
    """Of each document of `data` the `top` most similar rows of a file of signatures, best first; every row is looked at.

    Args:
        data, text, id: as for textkin.pairs(). They are sketched as the file was.
        file: a file of signatures, a table that sketch() made, or a *.parquet, *.arrow or *.feather of one.
        threshold: least similarity of a row.
        containment: also columns of what share of each set the other has, with intervals.
        confidence: of the intervals; None: 0.95. universe: shingles that chance draws from, for p_value.
        options: see Options.

    Returns: a table: a (asked), b (in the file), similarity with lower and upper, distance (Mash's) and p_value, shared of
        hashes samples, size_a, size_b. Raises: as textkin.pairs().
    """
    side = _side(data, text, id, options)
    own: dict[str, Any] = {"top": top, "threshold": threshold, "containment": containment, "confidence": confidence}
    own |= {"universe": universe} | _fields(text, id)
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        there = _signature_tables.Source(file, folder, "there.sig")
        rows = _rows(["signatures", "nearest", *side.words], [side], own | {"in": there.path}, options)
    return _called(rows, None, there)


@door(Working, "signatures pairs")
def pairs(
    file: Path | pa.Table,
    other: Path | pa.Table | None = None,
    threshold: float = 0.8,
    *,
    containment: bool = False,
    confidence: float | None = None,
    universe: int | None = None,
    **options: Unpack[Working],
) -> pa.Table:
    """All pairs of rows of a file that are estimated at least as alike as `threshold`, or of rows of two files that were
    made alike. Columns as of nearest(), ids in the types that tables have.

    Args:
        file, other: files of signatures, tables that sketch() made, or *.parquet, *.arrow and *.feather of them.
        options: see Options.
    """
    own: dict[str, Any] = {"threshold": threshold, "containment": containment, "confidence": confidence, "universe": universe}
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        sides = [_signature_tables.Source(file, folder, "first.sig")]
        if other is not None:
            sides.append(_signature_tables.Source(other, folder, "second.sig"))
        rows = _rows(["signatures", "pairs", *(side.path for side in sides)], [], own, options)
    return _called(rows, sides[0], sides[-1])


@worded
def estimate(
    file: Path | pa.Table,
    other: Path | pa.Table | None = None,
    of: pa.Table | None = None,
    *,
    containment: bool = False,
    confidence: float = 0.95,
    universe: int | None = None,
) -> pa.Table:
    """What signatures say of given pairs: a row each, in their order, with the columns of nearest().

    Args:
        file, other: as for pairs(), two that were made alike; without `other` both rows are of `file`.
        of: a table with columns a (ids of `file`) and b (of `other`), as pairs() gives them; None: row i of one with row i of the other.
        containment, confidence, universe: as for nearest().

    Raises: ValueError for an id that has no signature, and for signatures that were not made alike.
    """
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        first = _signature_tables.Source(file, folder, "first.sig")
        second = first if other is None else _signature_tables.Source(other, folder, "second.sig")
        sides = [first.path] if other is None else [first.path, second.path]
        if of is None:
            counts = {info(path)["signatures"] for path in sides}
            if len(counts) > 1:
                raise ValueError(f"row i is compared with row i, and there are {' and '.join(map(str, sorted(counts)))}; name the pairs by of=")
            of_a = of_b = np.arange(counts.pop(), dtype=np.uint32)
        else:
            of_a = _signature_tables.rows_of(of["a"], read(first.path).ids)
            of_b = _signature_tables.rows_of(of["b"], read(second.path).ids)
        rows = os.path.join(folder, "rows.jsonl")
        _textkin.estimate_rows(sides, of_a, of_b, rows, containment, confidence, universe or 0)
        return _called(_read_rows(rows, containment), first, second)


@worded
def write(table: pa.Table, output: Path) -> None:
    """A table that sketch() or read().table() made as a file of signatures: the one that create() would have left of the
    same data, so under *.parquet, *.arrow and *.feather a table. ValueError for a table that does not say how it was made,
    or whose ids are neither text nor whole numbers."""
    _signature_tables.write(table, os.fspath(output))


class Signatures:
    """A file of signatures in memory.

    ids: a pyarrow array of strings; sizes: the exact number of shingles of each (0: the cells mean nothing); cells: a row
    a document, as unsigned integers of 8, 16, 32 or 64 bits, whose values have `bits` bits; options: how it was made.
    """

    def __init__(
        self, ids: pa.Array, sizes: npt.NDArray[Any], cells: npt.NDArray[Any], bits: int, options: dict[str, str]
    ) -> None:
        self.ids, self.sizes, self.cells, self.bits, self.options = ids, sizes, cells, bits, options

    def __len__(self) -> int:
        return len(self.sizes)

    def table(self) -> pa.Table:
        """Columns id, size and cells, a list of fixed size; how it was made is in the schema's metadata under b"textkin".
        pyarrow.parquet.write_table() and others keep all of it."""
        flat = pa.array(np.ascontiguousarray(self.cells).reshape(-1))
        cells = pa.FixedSizeListArray.from_arrays(flat, self.cells.shape[1])
        table = pa.table({"id": self.ids, "size": pa.array(self.sizes), "cells": cells})
        return table.replace_schema_metadata({"textkin": json.dumps(self.options)})

    def features(self) -> npt.NDArray[np.uint32]:
        """The 2^b k features of each document for learning (Li, Shrivastava, Moore, König 2011): cell i of value v is
        feature i 2^b + v. A row has the k features that are 1; all others are 0, and the product of two rows is the
        number of cells that agree. Take at most 16 bits."""
        values = 1 << self.bits
        if self.bits > 16 or values * self.cells.shape[1] > 1 << 32:
            raise ValueError(f"cells of {self.bits} bits have too many values for features; keep fewer: bits=8")
        begins = np.arange(self.cells.shape[1], dtype=np.uint32) * np.uint32(values)
        return self.cells.astype(np.uint32) + begins


@worded
def read(file: Path) -> Signatures:
    """A file of signatures, or a table of them in a file, as arrays; it is checked first, as info() does. Raises: as textkin.pairs()."""
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        path = _signature_tables.Source(file, folder, "rows.sig").path
        info(path)
        there = SignatureFile(path)
        sizes, cells = [np.zeros(0, np.uint32)], [np.zeros((0, there.count), cell_type(there.bits))]
        for some, rows in there.stretches():
            sizes.append(some)
            cells.append(rows)
        return Signatures(there.ids, np.concatenate(sizes), np.concatenate(cells), there.bits, there.options)
