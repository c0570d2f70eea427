"""What becomes of the rows of tables on their way into other files: which stay, what is left of texts, what is told."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from ._kept_rows import kept_rows
from ._late import np, pa, pc
from ._texts import solid

Spans = Sequence[tuple[int, int]]

ADDED = "textkin"  # the column at the end


def check_unmarked(names: Sequence[str], path: str) -> None:
    """ValueError where a table has such a column at its end already."""
    for name in names:
        if name == ADDED or name.startswith(f"{ADDED}_"):
            raise ValueError(f"{path} has a column {name!r} already; take the original table")


def left_of(whole: str, spans: Spans | None) -> str:
    """A text without these: code points from 0, ascending, apart; None: nothing of it."""
    if spans is None:
        return ""
    at, parts = 0, []
    for begin, end in spans:
        parts.append(whole[at:begin])
        at = end
    return "".join([*parts, whole[at:]])


def edited(whole: Any, spans: Spans | None) -> Any:
    """The same of a row's text, as what it is. Bytes are read as a run reads them: those that are no UTF-8 are replaced."""
    if isinstance(whole, bytes | bytearray | memoryview):
        return type(whole)(left_of(bytes(whole).decode("utf-8", "replace"), spans).encode())
    return left_of(whole or "", spans)


class RowEdits:
    """Of rows of all tables of a run, in their order, or of one. kept: a mask; marks: what a column `textkin` at the end holds, or
    none."""

    def __init__(
        self,
        kept: np.ndarray,
        column: str = "",
        texts: Mapping[int, Spans | None] | None = None,
        marks: pa.StructArray | None = None,
    ) -> None:
        """`texts`: by row, what is taken out of the text in `column`; None: all of it."""
        self.kept, self.marks, self.column = kept, marks, column
        self._texts = texts or {}
        self._changed = np.array(sorted(self._texts), dtype=np.int64)
        self._before = 0  # rows of all tables before those that these are of

    def of(self, first: int, end: int) -> RowEdits:
        """Those of one table, whose rows count from 0."""
        own = copy.copy(self)
        own.kept = self.kept[first:end]
        own.marks = None if self.marks is None else self.marks.slice(first, end - first)
        own._before = self._before + first
        return own

    def changed(self, first: int, end: int) -> list[int]:
        """The rows in [first, end) whose texts do not stay as they are."""
        begin, behind = np.searchsorted(self._changed, [first + self._before, end + self._before])
        rows: list[int] = (self._changed[begin:behind] - self._before).tolist()
        return rows

    def text(self, row: int, whole: str) -> str:
        """What is left of it."""
        return left_of(whole, self._texts[row + self._before])

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """Of what comes out of tables with that one."""
        return schema if self.marks is None else schema.append(pa.field(ADDED, self.marks.type))

    def batch(self, batch: pa.RecordBatch, first: int) -> list[pa.RecordBatch]:
        """What comes out of a batch whose first row is this one."""
        end = first + len(batch)
        rows = self.changed(first, end)
        arrays = list(batch.columns)
        if rows:
            place = batch.schema.get_field_index(self.column)
            arrays[place] = self._with_texts(arrays[place], rows, first)
        if self.marks is not None:
            arrays.append(self.marks.slice(first, len(batch)))
        if rows or self.marks is not None:
            batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema(batch.schema))
        return kept_rows(batch, self.kept[first:end])

    def _with_texts(self, column: pa.Array, rows: list[int], first: int) -> pa.Array:
        kind = column.type
        column = solid(column)
        if pa.types.is_dictionary(kind):
            column = column.dictionary_decode()
        own = column.type
        whole = column.cast(large(own))
        texts = whole.take(pa.array(np.array(rows) - first)).to_pylist()
        left = [edited(text, self._texts[row + self._before]) for row, text in zip(rows, texts, strict=True)]
        mask = np.zeros(len(column), dtype=bool)
        mask[np.array(rows) - first] = True
        made = pc.replace_with_mask(whole, pa.array(mask), pa.array(left, whole.type)).cast(own)
        return (made.dictionary_encode() if pa.types.is_dictionary(kind) else made).cast(kind)


def large(kind: pa.DataType) -> pa.DataType:
    """Of texts that are bytes, or strings."""
    binary = any(holds(kind) for holds in (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view))
    return pa.large_binary() if binary else pa.large_string()
