"""Tables of signatures, as sketch() and Signatures.table() give them, where a file of signatures is expected."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import _textkin
from ._inputs import word_of
from ._late import np, npt, pa, pc, pq
from ._signature_file import SignatureFile, cell_type
from ._table_files import OpenTable, appearing, named
from ._texts import solid, solid_type

_TABLES = (".parquet", ".arrow", ".arrows", ".feather")
_OTHERS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
_GROUP_BYTES = 32 << 20  # of cells, a row group


def is_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file of that name is a table."""
    return os.fspath(path).endswith(_TABLES)


def packed(cells: npt.NDArray[Any], bits: int) -> npt.NDArray[np.uint32]:
    """Rows of cells as the rows of words of a file: cells side by side, `bits` bits each, filled up to whole words."""
    rows, count = cells.shape
    words = -(-count * bits // 32)
    if bits >= 8:
        small = np.ascontiguousarray(cells.astype(f"<u{bits // 8}")).view(np.uint8).reshape(rows, -1)
    else:
        each = 8 // bits
        filled = np.zeros((rows, -(-count // each) * each), np.uint8)
        filled[:, :count] = cells
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        small = np.bitwise_or.reduce(filled.reshape(rows, -1, each) << shifts, axis=2)
    whole = np.zeros((rows, 4 * words), np.uint8)
    whole[:, : small.shape[1]] = small
    return whole.view("<u4").reshape(rows, words)


def _batches(source: Any) -> tuple[pa.Schema, Iterator[pa.RecordBatch]] | None:
    """Rows of the table that is meant; None for a file of signatures."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if not is_table(path):
            return None
        file = OpenTable(path, path, None)
        with named(path):
            _options(file.table.schema)
        return file.table.schema, file.table.batches(_COLUMNS)
    if hasattr(source, "__arrow_c_stream__"):
        table = source if isinstance(source, pa.Table) else pa.table(source)
        _options(table.schema)
        return table.schema, iter(table.select(_COLUMNS).to_batches())
    raise TypeError(f"signatures are a file of them, a table that sketch() made, or a file of such a table, not {type(source).__name__}")


_COLUMNS = ["id", "size", "cells"]


def _options(schema: pa.Schema) -> dict[str, str]:
    told = (schema.metadata or {}).get(b"textkin")
    missing = set(_COLUMNS) - set(schema.names)
    if missing:
        raise ValueError(f"a table of signatures has id, size and cells, as sketch() makes them; this one has no {', '.join(sorted(missing))}")
    if told is None:
        raise ValueError("this table does not say how its signatures were made: sketch() writes that into the schema's metadata under b'textkin', "
                         "which data frames of polars and pandas drop; keep a pyarrow Table, or a file of it")
    options: dict[str, str] = json.loads(told)
    _check_list(options)
    return options


def _check_list(options: Mapping[str, str]) -> None:
    if options.get("--stop-words") == "FILE":
        raise ValueError("a table does not hold the list of stop words that its signatures were made with; keep a file of signatures")


class Source:
    """A file of signatures: one that is there, or one of a table's rows in a folder that is not kept."""

    def __init__(self, source: Any, folder: str, name: str) -> None:
        found = _batches(source)
        self.kind: pa.DataType | None = None  # of the table's ids
        if found is None:
            self.path = word_of(source)
            return
        self.path = os.path.join(folder, name)
        with named(os.fspath(source)) if isinstance(source, (str, os.PathLike)) else contextlib.nullcontext():
            self.kind = _write(*found, self.path)

    def ids(self, names: pa.Array | pa.ChunkedArray) -> Any:
        """What a result calls rows, in the type of the table's ids."""
        if self.kind is None:
            return names
        try:
            return pc.cast(names, self.kind)
        except pa.ArrowInvalid:
            raise ValueError(f"the table's ids are {self.kind}, and those of new rows are not; name a column of such numbers as the id") from None


def write(table: pa.Table, output: str) -> None:
    """The file that signatures.create() would have left, in the format that its name says."""
    if is_table(output):
        _options(table.schema)
        own = table.select(_COLUMNS)
        with appearing([output]) as (part,), named(output), _sink(part, output, own.schema) as sink:
            sink.write_table(own)
        return
    if output.endswith(_OTHERS):
        raise ValueError(f"{output}: its name says another format than a file of signatures; name a file *.sig, or a table *.parquet")
    _write(table.schema, iter(table.select([name for name in _COLUMNS if name in table.column_names]).to_batches()), output)


def _write(schema: pa.Schema, batches: Iterator[pa.RecordBatch], output: str) -> pa.DataType:
    """The type of the ids."""
    options = _options(schema)
    kind = solid_type(schema.field("id").type)
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not (pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise ValueError(f"ids of signatures are text or whole numbers, and here they are {kind}")
    bits, count = int(options["--bits"]), int(options["--hashes"])
    names, sizes, words = [], [np.zeros(0, np.uint32)], [np.zeros((0, -(-count * bits // 32)), np.dtype("<u4"))]
    for batch in batches:
        if len(batch) == 0:
            continue
        if any(batch[name].null_count for name in _COLUMNS):
            raise ValueError("a row of a table of signatures has an id, a size and cells; here one is null")
        flat = batch["cells"].flatten().to_numpy(zero_copy_only=False)
        if len(flat) != len(batch) * count:
            raise ValueError(f"a signature of this table has {count} cells, and there are {len(flat)} in {len(batch)} rows")
        words.append(packed(flat.reshape(len(batch), count), bits))
        sizes.append(np.ascontiguousarray(batch["size"].to_numpy(), dtype=np.uint32))
        names.append(pc.cast(solid(batch["id"]), pa.large_string()))
    rows = np.concatenate(words)
    del words
    ids = pa.chunked_array([pa.concat_arrays(names) if names else pa.array([], pa.large_string())])
    _textkin.write_signatures(output, list(options.items()), ids, np.concatenate(sizes), rows.reshape(-1), rows.shape[1])
    return kind


def _sink(path: str, target: str, schema: pa.Schema) -> Any:
    """What takes tables, in the format that the target's name says."""
    if target.endswith(".parquet"):
        return pq.ParquetWriter(path, schema)
    return pa.ipc.new_stream(path, schema) if target.endswith(".arrows") else pa.ipc.new_file(path, schema)


def save(file: str, output: str, called: Callable[[pa.Array], Any]) -> None:
    """A file of signatures as a file of a table, in the format that its name says. `called`: its ids in the type that they
    are to have. Memory: ids, and a row group."""
    made = SignatureFile(file)
    _check_list(made.options)
    ids = called(made.ids)
    cells = pa.list_(pa.from_numpy_dtype(cell_type(made.bits)), made.count)
    schema = pa.schema([("id", ids.type), ("size", pa.uint32()), ("cells", cells)], {"textkin": json.dumps(made.options)})
    whole = pa.table({"id": ids})["id"]
    with appearing([output]) as (part,), named(output), _sink(part, output, schema) as sink:
        first, size = 0, 0
        parts: list[pa.RecordBatch] = []

        def give() -> None:
            if parts:
                rows = pa.Table.from_batches(parts, schema)
                sink.write_table(rows, len(rows))

        for sizes, rows in made.stretches():
            flat = pa.array(np.ascontiguousarray(rows).reshape(-1))
            own = whole.slice(first, len(sizes)).combine_chunks()
            own = own.chunk(0) if isinstance(own, pa.ChunkedArray) else own
            parts.append(pa.record_batch([own, pa.array(sizes), pa.FixedSizeListArray.from_arrays(flat, made.count)], schema=schema))
            first, size = first + len(sizes), size + flat.nbytes
            if size >= _GROUP_BYTES:
                give()
                parts, size = [], 0
        give()


@contextlib.contextmanager
def in_place(output: str | os.PathLike[str], called: Callable[[pa.Array], Any]) -> Iterator[dict[str, str]]:
    """What a run is to write to in the place of `output`, where that is a table: it becomes one at the end."""
    if not is_table(output):
        yield {}
        return
    target = os.fspath(output)
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        file = os.path.join(folder, "made.sig")
        yield {target: file}
        save(file, target, called)


@contextlib.contextmanager
def read_from(paths: Sequence[str | os.PathLike[str]]) -> Iterator[dict[str, str]]:
    """What a run is to read in the place of those of these files of signatures that are tables."""
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        yield {path: source.path for path, source in _sources(paths, folder).items()}


def _sources(paths: Sequence[str | os.PathLike[str]], folder: str) -> dict[str, Source]:
    tables = dict.fromkeys(os.fspath(path) for path in paths if is_table(path))
    return {path: Source(path, folder, f"{number}.sig") for number, path in enumerate(tables)}


@contextlib.contextmanager
def added_to(path: str | os.PathLike[str]) -> Iterator[dict[str, str]]:
    """What a run is to make longer in the place of a file of signatures, where that is a table: it becomes it at the end.
    One at a time: the table is locked, as files of signatures are."""
    if not is_table(path):
        yield {}
        return
    target = os.fspath(path)
    with open(target, "rb") as file, tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(f"{target}: another process adds to it; wait for it, and add again") from None
        source = Source(target, folder, "longer.sig")
        if not os.path.samestat(os.fstat(file.fileno()), os.stat(target)):
            raise OSError(f"{target}: another process adds to it; wait for it, and add again")
        yield {target: source.path}
        save(source.path, target, source.ids)


@contextlib.contextmanager
def merged(paths: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str]) -> Iterator[dict[str, str]]:
    """What a run is to read and to write in the place of files of signatures that are merged, where these are tables. Ids
    have their type in a table where all that are merged are tables with that one, else they are text."""
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        tables = _sources(paths, folder)
        kinds = {source.kind for source in tables.values()} if len(tables) == len({os.fspath(path) for path in paths}) else set()
        alike = next(iter(tables.values())).ids if len(kinds) == 1 else lambda names: names
        with in_place(output, alike) as places:
            yield places | {path: source.path for path, source in tables.items()}


def _told(line: str, places: Mapping[str, str]) -> str:
    for typed, file in places.items():
        line = line.replace(file, typed)
    return line


class Told:
    """Takes what a run says, and hands it on with the names of the tables that it knew as other files."""

    def __init__(self, to: Any, places: Mapping[str, str]) -> None:
        self._to, self._places = to, places
        self.update = to.update

    def note(self, line: str) -> None:
        self._to.note(_told(line, self._places))

    def warn(self, line: str) -> None:
        self._to.warn(_told(line, self._places))


@contextlib.contextmanager
def naming(places: Mapping[str, str]) -> Iterator[None]:
    """Failures of a run, so too."""
    try:
        yield
    except (ValueError, OSError, MemoryError) as error:
        said = [_told(word, places) if isinstance(word, str) else word for word in error.args]
        if said == list(error.args):
            raise
        raise type(error)(*said) from None


def rows_of(names: Any, ids: pa.ChunkedArray | pa.Array) -> npt.NDArray[np.uint32]:
    """The rows that ids name."""
    asked = solid(names) if isinstance(names, (pa.Array, pa.ChunkedArray)) else pa.array(names)
    places = pc.index_in(pc.cast(asked, pa.large_string()), value_set=pc.cast(solid(ids), pa.large_string()))
    if places.null_count:
        missing = pc.filter(asked, pc.is_null(places))[0].as_py()
        raise ValueError(f"{missing!r} is the id of no signature here")
    if isinstance(places, pa.ChunkedArray):
        places = places.combine_chunks()
    return np.ascontiguousarray(places.to_numpy(zero_copy_only=False), dtype=np.uint32)
