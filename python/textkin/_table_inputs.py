"""Files of tables as inputs of a run: which columns are looked at, and their rows."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ._csv_file import CsvFile
from ._late import pa, pc
from ._parquet_file import ParquetFile
from ._spool import Spool
from ._table_files import OpenTable, files_of, named
from ._textkin import MappedFile
from ._texts import Text, columns_of, listed, solid, text_column


class Wanted(NamedTuple):
    """What is looked at in every file of tables, and how its CSV is read."""

    text: Text  # where the texts are
    id: str | None  # the column of ids; None: `default_id` where there is one, else FILE:ROW with rows counted from 0
    default_id: str | None  # None: none
    fields: tuple[str, ...] = ()  # those of values beside each text
    delimiter: str | None = None  # of CSV; None: by the suffix
    orders: bool = True  # fields are those of a keep rule; else they are kept as they are written, as "007" of CSV

    @property
    def values(self) -> list[str]:
        """What the columns of fields are called where they were read."""
        return [f"value{number}" for number in range(len(self.fields))]


def is_string(kind: pa.DataType) -> bool:
    return any(holds(kind) for holds in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def is_binary(kind: pa.DataType) -> bool:
    return any(holds(kind) for holds in (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view))


def _plain(column: pa.Array) -> pa.Array:
    """Without dictionaries and views, for these do not fit into one column of all batches."""
    column = solid(column)
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _names(column: pa.Array) -> pa.Array:
    """Ids of CSV as strings, though what is there may be no UTF-8."""
    if not pa.types.is_binary(column.type):
        return column
    return pa.array([name and name.decode("utf-8", "replace") for name in column.to_pylist()], pa.large_string())


def _numbers(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Of CSV: numbers where every value is one, whole ones as such, and no value where there is nothing."""
    try:
        text = pc.cast(column, pa.large_string())
        given = pc.if_else(pc.equal(text, ""), None, text)
        numbers = pc.cast(given, pa.float64())
    except pa.ArrowInvalid:
        return column
    for whole in (pa.int64(), pa.uint64()):
        with contextlib.suppress(pa.ArrowInvalid):
            return pc.cast(given, whole)
    return numbers


_UNITS = ("s", "ms", "us", "ns")


def _times_as(kinds: Sequence[pa.DataType], name: str) -> pa.DataType | None:
    """What columns of these types are compared as; None: each as it is."""
    times = [kind for kind in kinds if pa.types.is_temporal(kind)]
    others = [kind for kind in kinds if kind not in times and not pa.types.is_null(kind)]
    if not times or len({*times, *others}) == 1:
        return None
    if not others:
        unit = max((getattr(kind, "unit", "s") for kind in times), key=_UNITS.index)
        if all(pa.types.is_timestamp(kind) or pa.types.is_date(kind) for kind in times):
            return pa.timestamp(unit)
        if all(pa.types.is_duration(kind) for kind in times):
            return pa.duration(unit)
        if all(pa.types.is_time(kind) for kind in times):
            return pa.time64("ns")
    found = " and ".join(sorted({str(kind) for kind in kinds}))
    raise ValueError(f"column {name!r} holds {found} in these tables, which do not compare; cast it in some of them")


def same_units(tables: Sequence[TableInput], wanted: Wanted) -> None:
    """Times in the finest unit that any of the tables has them in."""
    for value, name in zip(wanted.values, wanted.fields, strict=True):
        kind = _times_as([table.columns[value].type for table in tables], name)
        for table in tables:
            if kind is None or table.columns[value].type == kind:
                continue
            place = table.columns.schema.get_field_index(value)
            try:
                table.columns = table.columns.set_column(place, value, pc.cast(table.columns[value], kind))
            except pa.ArrowInvalid as error:
                raise ValueError(f"{table.file.path}: column {name!r} does not fit into {kind}: {error}") from None


def _parted(names: Sequence[str]) -> str:
    """What to do where another mark than the delimiter parts the names, as programs write CSV whose decimals have commas."""
    marks = [mark for mark in ";\t|" if len(names) == 1 and mark in names[0]]
    return f"; a {marks[0]!r} parts names in it, which `delimiter` can say" if marks else ""


class TableInput:
    """A file of tables; `columns` are text, id and value0, value1, ... of all its rows, once they were read."""

    columns: pa.Table

    def __init__(self, path: str, relative: str, wanted: Wanted) -> None:
        self.file = OpenTable(path, relative, wanted.delimiter)
        self.rows = 0
        self._wanted = wanted
        names = self.file.table.schema.names
        self._texts = columns_of(wanted.text, names)
        for name in [*self._texts, wanted.id, *wanted.fields]:
            if name is not None and names.count(name) != 1:
                often = "more than one column" if name in names else "no column"
                raise ValueError(f"{path} has {often} {name!r}; name the one that there is, of {listed(names)}{_parted(names)}")

    def read(self, spool: Spool) -> None:
        batches = self._batches()
        with named(self.file.path):
            first = next(batches, None) or self._nothing()
            spool.add(first.schema, itertools.chain([first], batches))
        self.file.check_unchanged()

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for batch in self.file.table.batches(self._looked_at()):
            yield self._chosen(batch)
            self.rows += len(batch)

    def _nothing(self) -> pa.RecordBatch:
        schema = pa.schema([self.file.table.schema.field(name) for name in self._looked_at()])
        return self._chosen(pa.record_batch([pa.array([], field.type) for field in schema], schema))

    def _looked_at(self) -> list[str]:
        wanted = [*self._texts, self._id(), *self._wanted.fields]
        there = self.file.table.schema.names
        return list(dict.fromkeys(name for name in wanted if name is not None and name in there))

    def _id(self) -> str | None:
        return self._wanted.id or self._wanted.default_id

    def _chosen(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        text = text_column(pa.Table.from_batches([batch]), self._wanted.text).combine_chunks()
        columns = {"text": text}
        if self._id() in batch.schema.names:
            columns["id"] = _names(batch.column(self._id()))
        else:
            rows = range(self.rows, self.rows + len(batch))
            columns["id"] = pa.array([f"{self.file.path}:{row}" for row in rows], pa.large_string())
        for name, field in zip(self._wanted.values, self._wanted.fields, strict=True):
            columns[name] = batch.column(field)
        return pa.record_batch([_plain(column) for column in columns.values()], list(columns))

    def remember(self, mapped: MappedFile | None) -> None:
        """That its texts need not be decoded again where it is written."""
        text = self._wanted.text
        if isinstance(self.file.table, ParquetFile) and isinstance(text, str) and self._texts == [text]:
            self.file.table.remember(text, self.columns["text"], mapped)

    def found(self, columns: pa.Table) -> None:
        if self._wanted.orders and isinstance(self.file.table, CsvFile):
            for name in self._wanted.values:
                columns = columns.set_column(columns.schema.get_field_index(name), name, _numbers(columns[name]))
        self.columns = columns


class TableInputs(NamedTuple):
    """The files of tables of one side of a run, by the arguments that name them or their folders."""

    by_argument: dict[str, list[TableInput]]
    mapped: MappedFile | None  # where their columns lie; None: in memory,
    held: int  # which has so many bytes of them

    @property
    def all(self) -> list[TableInput]:
        return [table for tables in self.by_argument.values() for table in tables]


def table_inputs(arguments: Sequence[str], wanted: Wanted, room: int) -> TableInputs | None:
    """None where the arguments are no tables. `room`: bytes of what is looked at that may be held in memory."""
    found = files_of(arguments)
    if found is None:
        return None
    # All are looked at before any is read.
    opened = {name: [TableInput(*file, wanted) for file in files] for name, files in found.items()}
    spool = Spool(room)
    tables = [table for side in opened.values() for table in side]
    for table in tables:
        table.read(spool)
    columns, mapped = spool.tables()
    for table, part in zip(tables, columns, strict=True):
        table.found(part)
        if room > 0:  # else what is mapped would count beside what is written
            table.remember(mapped)
    return TableInputs(opened, mapped, 0 if mapped else sum(part.nbytes for part in columns))
