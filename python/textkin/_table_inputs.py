"""Files of tables as inputs of a run: which columns are looked at, and their rows."""

import itertools
from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from ._spool import Spool
from ._table_files import CsvFile, OpenTable, files_of, named


def is_string(kind: pa.DataType) -> bool:
    return any(holds(kind) for holds in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def _plain(column: pa.Array) -> pa.Array:
    """Without dictionaries and views, for these do not fit into one column of all batches."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return pc.cast(column, pa.large_string()) if pa.types.is_string_view(column.type) else column


def _names(column: pa.Array) -> pa.Array:
    """Ids of CSV as strings, though what is there may be no UTF-8."""
    if not pa.types.is_binary(column.type):
        return column
    return pa.array([name and name.decode("utf-8", "replace") for name in column.to_pylist()], pa.large_string())


def _numbers(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Of CSV: numbers where every value is one, and no value where there is nothing."""
    try:
        text = pc.cast(column, pa.large_string())
        return pc.cast(pc.if_else(pc.equal(text, ""), None, text), pa.float64())
    except pa.ArrowInvalid:
        return column


class TableInput:
    """The tables that one argument names: a file, or a folder of them.

    `table` has the columns text, perhaps id and perhaps value, of all rows of all files in order. Rows of files without
    a column of ids are called FILE:ROW, with rows counted from 0.
    """

    def __init__(self, files: Sequence[tuple[str, str]], text: str, id: str | None, default_id: str, keep: str | None):
        self.files = [OpenTable(path, relative) for path, relative in files]
        self.rows = [0] * len(self.files)
        self._text, self._id, self._keep = text, id, keep
        for file in self.files:
            for name in [text] + ([id] if id else []) + ([keep] if keep else []):
                if file.table.schema.names.count(name) != 1:
                    often = "no column" if name not in file.table.schema.names else "more than one column"
                    raise ValueError(f"{file.path} has {often} {name!r}; name the one that there is")
        self._default_id = default_id
        self.spools = []
        parts = [self._spooled(number) for number in range(len(self.files))]
        for part, file in zip(parts, self.files, strict=True):
            if part.schema != parts[0].schema:
                raise ValueError(f"{file.path}: its columns are of other types than those of {self.files[0].path}")
        self.table = pa.concat_tables(parts)

    def _spooled(self, number: int) -> pa.Table:
        file = self.files[number]
        batches = self._batches(number)
        with named(file.path):
            first = next(batches, None)
            if first is None:
                empty = [pa.array([], field.type) for field in file.table.schema]
                first = self._chosen(number, pa.record_batch(empty, file.table.schema), 0)
            spool = Spool(first.schema, self._counted(number, first, batches))
        self.spools.append(spool)
        file.check_unchanged()
        table = spool.table
        if self._keep and isinstance(file.table, CsvFile):
            place = table.schema.get_field_index("value")
            table = table.set_column(place, "value", _numbers(table["value"]))
        return table

    def _counted(self, number: int, first: pa.RecordBatch, rest: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in itertools.chain([first], rest):
            self.rows[number] += len(batch)
            yield batch

    def _batches(self, number: int) -> Iterator[pa.RecordBatch]:
        file = self.files[number]
        names = [self._text]
        wanted = self._id or self._default_id
        names += [name for name in (wanted, self._keep) if name in file.table.schema.names and name not in names]
        row = 0
        for batch in file.table.batches(names):
            yield self._chosen(number, batch, row)
            row += len(batch)

    def _chosen(self, number: int, batch: pa.RecordBatch, first_row: int) -> pa.RecordBatch:
        file = self.files[number]
        columns = {"text": batch.column(self._text)}
        wanted = self._id or self._default_id
        if wanted in batch.schema.names:
            columns["id"] = _names(batch.column(wanted))
        else:
            rows = range(first_row, first_row + len(batch))
            columns["id"] = pa.array([f"{file.path}:{row}" for row in rows], pa.large_string())
        if self._keep:
            columns["value"] = batch.column(self._keep)
        return pa.record_batch([_plain(column) for column in columns.values()], list(columns))


def table_inputs(
    arguments: Sequence[str], text: str, id: str | None, default_id: str, keep: str | None
) -> dict[str, TableInput] | None:
    """By argument; None where they are no tables."""
    found = files_of(arguments)
    if found is None:
        return None
    return {name: TableInput(files, text, id, default_id, keep) for name, files in found.items()}
