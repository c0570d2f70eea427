"""Tasks that read: lines of JSON as the command line reads them, and which rows a run cannot use."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import types as T

from .. import _textkin
from . import _tasks

Batches = Iterator[pa.RecordBatch]

LINE, ID, TEXT, FIELD, REASON, WHAT = "value", "_id", "_text", "_field", "_reason", "_what"
_ARROW = {
    ID: pa.string(),
    TEXT: pa.string(),
    FIELD: pa.struct([("number", pa.float64()), ("beyond", pa.int16()), ("text", pa.string())]),
    REASON: pa.string(),
    WHAT: pa.string(),
}
SPARK: dict[str, T.DataType] = {name: T.StringType() for name in (LINE, ID, TEXT, REASON, WHAT)}
SPARK[FIELD] = T.StructType().add("number", T.DoubleType()).add("beyond", T.ShortType()).add("text", T.StringType())


def _strings(column: tuple[np.ndarray, np.ndarray], valid: np.ndarray) -> pa.Array:
    """A copy of the engine's column, with nulls where it is not valid."""
    data, ends = column
    whole = pa.LargeStringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(data))
    return pc.if_else(pa.array(valid.astype(bool)), pc.cast(whole, pa.string()), pa.scalar(None, pa.string()))


def _reasons(refused: Sequence[Any], count: int) -> dict[str, pa.Array]:
    reasons: list[str | None] = [None] * count
    whats: list[str | None] = [None] * count
    for one in refused:
        reasons[one.row], whats[one.row] = one.reason, one.what
    return {REASON: pa.array(reasons, pa.string()), WHAT: pa.array(whats, pa.string())}


def _field(read: Any) -> pa.Array:
    numbers = np.asarray(read.numbers)
    no = np.isnan(numbers)
    beyond = pa.array(np.asarray(read.beyond), mask=no)
    parts = [pa.array(numbers, mask=no), beyond, _strings(read.values, np.asarray(read.textual))]
    return pa.StructArray.from_arrays(parts, fields=list(_ARROW[FIELD]))


def read_lines(words: list[str], memory: int, field: str, wanted: Sequence[str]) -> Callable[[Batches], Batches]:
    """Rows with LINE -> those that hold a record, or what should be one, with `wanted` in place of or beside LINE. Of a
    record that cannot be used REASON is not null; of one without an id, ID is."""

    def task(batches: Batches) -> Batches:
        for chunk in _tasks._chunks(batches, memory):
            read = _textkin.read_lines(words, _textkin.Rows(chunk[LINE], None, None), field)
            usable = np.asarray(read.usable).astype(bool)
            columns = _reasons(read.refused, len(chunk))
            columns[ID] = _strings(read.ids, np.asarray(read.named))
            if TEXT in wanted:
                columns[TEXT] = _strings(read.texts, usable)
            if FIELD in wanted:
                columns[FIELD] = _field(read)
            table = chunk if LINE in wanted else chunk.drop_columns([LINE])
            for name in wanted:
                if name != LINE:
                    table = table.append_column(pa.field(name, _ARROW[name]), columns[name])
            yield from table.filter(pa.array(usable | columns[REASON].is_valid().to_numpy(False))).to_batches()

    return task


def refuse(words: list[str], memory: int) -> Callable[[Batches], Batches]:
    """Rows with _tasks.TEXT -> those that a run cannot use, with REASON and WHAT in its place."""

    def task(batches: Batches) -> Batches:
        for chunk in _tasks._chunks(batches, memory):
            refused = _textkin.read_rows(words, _textkin.Rows(chunk[_tasks.TEXT], None, None))
            columns = _reasons(refused, len(chunk))
            table = chunk.drop_columns([_tasks.TEXT])
            for name, column in columns.items():
                table = table.append_column(name, column)
            yield from table.filter(columns[REASON].is_valid()).to_batches()

    return task
