"""Results of trim() and decontaminate(): what goes of texts, and the data without it."""

from __future__ import annotations

import functools
import json
from typing import Any

from ._data import parts, settled, table_of
from ._frames import rows_of
from ._inputs import Input
from ._late import np, npt, pa
from ._left_texts import column_named, texts_of, with_texts
from ._results import _documents
from ._row_edits import ADDED, RowEdits, Spans, check_unmarked, edited
from ._textkin import Answer
from ._texts import Text


class _Cut:
    """What both have: a run's answer, whose passages say what goes of which document."""

    _PICKLED: tuple[str, ...] = ("stats", "kept", "cuts", "_spans", "_paths", "_text")

    def __init__(self, answer: Answer, data: Input, text: Text) -> None:
        self._answer, self._data, self._text = answer, data, text
        self._paths = not data.in_memory or data.tables is not None
        self._found: dict[str, Any] = {name: np.ascontiguousarray(field) for name, field in answer.passages.items()}

    @functools.cached_property
    def stats(self) -> dict[str, Any]:
        """What the run did, in numbers: the object of --stats."""
        stats: dict[str, Any] = json.loads(self._answer.stats)
        return stats

    @functools.cached_property
    def _gone(self) -> npt.NDArray[np.bool_]:
        """Of each document, whether nothing of it comes out."""
        kept = self._answer.kept
        gone: npt.NDArray[np.bool_] = kept != np.arange(len(kept), dtype=np.uint32)
        return gone

    def _rows(self, documents: Any) -> Any:
        return self._answer.documents[0][documents] if self._data.in_memory else documents

    def _of_rows(self, of_documents: npt.NDArray[np.bool_], others: bool) -> npt.NDArray[np.bool_]:
        """The same of rows; `others`: of those without a text."""
        if not self._data.in_memory:
            return of_documents
        mask = np.full(self._data.length, others)
        mask[self._answer.documents[0]] = of_documents
        return mask

    def _ids(self, documents: Any) -> pa.Array:
        return self._data.ids(self._answer.documents, documents)

    @functools.cached_property
    def _spans(self) -> dict[int, list[tuple[int, int]]]:
        """By row, what is taken out of it: ascending, apart."""
        spans: dict[int, list[tuple[int, int]]] = {}
        begins = self._found["a_offset"].astype(np.int64)
        ends = begins + self._found["a_length"]
        rows = self._rows(self._found["a"])
        for row, begin, end in zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True):
            spans.setdefault(row, []).append((begin, end))
        return spans

    def _check(self, data: Any, rows: int) -> None:
        if rows != len(self.kept):
            raise ValueError(f"this has {rows} rows, and the result is of {len(self.kept)}; give the data that it is of")

    def _refuse_paths(self) -> None:
        if self._paths:
            raise TypeError("this result is of files; give the function an output= for the records")

    def _changed(self, emptied: npt.NDArray[np.bool_] | None) -> dict[int, Spans | None]:
        """By row, what is taken out of its text; None: all of it."""
        texts: dict[int, Spans | None] = dict(self._spans)
        return texts | dict.fromkeys([] if emptied is None else np.flatnonzero(emptied).tolist())

    def _left(self, data: Any, emptied: npt.NDArray[np.bool_] | None) -> Any:
        """All rows, with what is left of their texts."""
        name = column_named(self._text)
        texts = texts_of(data, name)
        self._check(data, len(texts))
        for row, spans in self._changed(emptied).items():
            texts[row] = edited(texts[row], spans)
        return with_texts(data, name, texts)

    def _edits(self, emptied: npt.NDArray[np.bool_] | None) -> RowEdits:
        """The same for the files of tables that this is of."""
        return RowEdits(self.kept, column_named(self._text), self._changed(emptied))

    kept: Any  # of each kind of result

    def __getstate__(self) -> dict[str, Any]:
        """All that can be asked of it, for pickle."""
        return {name: getattr(self, name) for name in self._PICKLED}


def _read(data: Any) -> Any:
    if isinstance(data, pa.RecordBatchReader):
        return data.read_all()
    if (held := parts(data)) is not None:
        return type(data)(_read(part) for part in held)
    return data if isinstance(data, np.ndarray) else settled(data)


def _as_given(given: Any, table: Any) -> Any:
    return table.to_reader() if isinstance(given, pa.RecordBatchReader) else table


class TrimResult(_Cut):
    """What repeats in documents, and the documents without it."""

    _PICKLED = (*_Cut._PICKLED, "emptied")

    def __init__(self, answer: Answer, data: Input, text: Text, drops: bool) -> None:
        super().__init__(answer, data, text)
        self._drops = drops

    @functools.cached_property
    def emptied(self) -> npt.NDArray[np.bool_]:
        """A mask, bool [rows] (of paths [documents]): True where no word is left of a text that had some."""
        return self._of_rows(self._gone, False)

    @functools.cached_property
    def kept(self) -> npt.NDArray[np.bool_]:
        """A mask, bool [rows] (of paths [documents]): True where the row comes out: all do but, with emptied="drop",
        those of which no word is left."""
        mask: npt.NDArray[np.bool_] = ~self.emptied if self._drops else np.ones(len(self.emptied), dtype=bool)
        return mask

    @functools.cached_property
    def cuts(self) -> pa.Table:
        """A row a stretch that goes: id, offset and length (code points of the text as it was, from 0), words, kept and
        kept_offset: where the same words stay; by rows, then by offset."""
        found = self._found
        columns = {"id": self._ids(found["a"]), "offset": found["a_offset"], "length": found["a_length"]}
        columns |= {"words": found["a_words"], "kept": self._ids(found["b"]), "kept_offset": found["b_offset"]}
        return pa.table(columns)

    def apply(self, data: Any) -> Any:
        """`data` with what is left of its texts, as what it is: a data frame of polars or pandas, a Hugging Face dataset, a
        pyarrow Table, column or reader, a relation of DuckDB, a list, a mapping.

        `data` has the rows that the result is of, in their order; it may have other columns. ValueError for another number
        of rows; TypeError for paths, whose records trim() writes to its `output`, and where `text` named several columns.
        """
        self._refuse_paths()
        given = _read(data)
        return _as_given(data, rows_of(self._left(given, self.emptied), self.kept))

    def edits(self) -> RowEdits:
        """What becomes of the rows of files of tables."""
        return self._edits(self.emptied)

    def __repr__(self) -> str:
        return f"TrimResult(documents={self.stats['documents']}, cuts={len(self.cuts)}, emptied={int(self.emptied.sum())})"


class DecontaminateResult(_Cut):
    """Which documents share runs of words, or passages, with test items, and the documents without them, or marked, or cut."""

    _PICKLED = (*_Cut._PICKLED, "leaked", "passages", "action", "by", "_marks")

    def __init__(self, answer: Answer, data: Input, against: Input, text: Text) -> None:
        super().__init__(answer, data, text)
        self._against = against
        # What becomes of documents has no place in an item; behind it stand the passages, which have.
        of_passages = self._found["b_length"] > 0
        self._of_passages = {name: field[of_passages] for name, field in self._found.items()}
        self._found = {name: field[~of_passages] for name, field in self._found.items()}

    @functools.cached_property
    def action(self) -> str:
        """ "drop", "flag" or "cut"."""
        return str(self.stats["action"])

    @functools.cached_property
    def by(self) -> str:
        """ "ngrams" or "passages"."""
        return str(self.stats["by"])

    @functools.cached_property
    def kept(self) -> npt.NDArray[np.bool_]:
        """A mask, bool [rows] (of paths [documents]): True where the row comes out: with "flag" all, with "cut" those of which
        something is left. Rows without a text come out."""
        return self._of_rows(~self._gone, True)

    def _items(self, found: dict[str, Any]) -> dict[str, pa.Array]:
        """The columns set and item."""
        items = found["b"] - np.uint32(_documents(self._answer))
        sets = self.stats["sets"]
        ends = np.cumsum([one["items"] for one in sets], dtype=np.int64)
        names = pa.array([one["set"] for one in sets], pa.string()).take(pa.array(np.searchsorted(ends, items, side="right")))
        return {"set": self._against.by_address(names), "item": self._against.ids(self._answer.against, items)}

    @functools.cached_property
    def leaked(self) -> pa.Table:
        """A row a document that shares something: id, set and item (the test item that shares most with it), shared (how
        many n-grams, or of passages how many of the item's words), items (how many items share any); in input order. Sets
        are called by their names, or files. With "cut" see `cuts`."""
        found = self._found
        if self.action == "cut":
            raise ValueError('with action="cut" a row is a stretch: see .cuts')
        columns = {"id": self._ids(found["a"])} | self._items(found)
        return pa.table(columns | {"shared": found["equal"], "items": found["b_words"]})

    @functools.cached_property
    def cuts(self) -> pa.Table:
        """With "cut" a row a stretch that goes: id, offset and length (code points of the text as it was, from 0), words,
        set and item (the test item that shares most with it), shared (how many n-grams, or equal words of the passage in it that
        has most); by rows, then by offset. A document that goes as a whole is one."""
        if self.action != "cut":
            raise ValueError('there are cuts with action="cut"; see .leaked')
        found = self._found
        columns = {"id": self._ids(found["a"]), "offset": found["a_offset"], "length": found["a_length"]}
        return pa.table(columns | {"words": found["a_words"]} | self._items(found) | {"shared": found["equal"]})

    @functools.cached_property
    def passages(self) -> pa.Table:
        """With by="passages" a row a passage: id, offset and length (code points of the text as it was, from 0), words, set,
        item, item_offset, item_length and item_words (the same of the test item), identity (the share of the longer side's words
        that are the same on the other one); by rows, then by items, then by offset."""
        if self.by != "passages":
            raise ValueError('there are passages with by="passages"; n-grams have no places')
        found = self._of_passages
        columns = {"id": self._ids(found["a"]), "offset": found["a_offset"], "length": found["a_length"]}
        columns |= {"words": found["a_words"]} | self._items(found) | {"item_offset": found["b_offset"]}
        columns |= {"item_length": found["b_length"], "item_words": found["b_words"]}
        longer = np.maximum(np.maximum(found["a_words"], found["b_words"]), 1)
        return pa.table(columns | {"identity": found["equal"] / longer})

    @functools.cached_property
    def _marks(self) -> pa.StructArray | None:
        """Of each row, what it shares; null where nothing."""
        if self.action != "flag" or not self._data.in_memory:
            return None
        places = np.zeros(self._data.length, dtype=np.int64)
        missing = np.ones(self._data.length, dtype=bool)
        rows = self._rows(self._found["a"])
        places[rows], missing[rows] = np.arange(len(rows)), False
        marks = self.leaked.select(["item", "shared", "items"]).to_struct_array()
        whole = marks.combine_chunks() if isinstance(marks, pa.ChunkedArray) else marks
        return whole.take(pa.array(places, mask=missing))

    def apply(self, data: Any) -> Any:
        """`data` as it comes out, as what it is (see TrimResult.apply()): the rows that share nothing; with "cut" all rows of
        which something is left, with what is left of their texts; with "flag" all rows, as a pyarrow Table with a
        column `textkin` at its end: a struct of item, shared and items, null where nothing is shared.

        Raises: as TrimResult.apply().
        """
        self._refuse_paths()
        if self._marks is not None:
            table = table_of(data)
            self._check(data, len(table))
            check_unmarked(table.column_names, "the data")
            return table.append_column(ADDED, self._marks)
        if self.action == "drop":
            return rows_of(data, self.kept)
        given = _read(data)
        return _as_given(data, rows_of(self._left(given, None), self.kept))

    def edits(self) -> RowEdits:
        """What becomes of the rows of files of tables."""
        return self._edits(None) if self.action == "cut" else RowEdits(self.kept, marks=self._marks)

    def __getstate__(self) -> dict[str, Any]:
        without = {"leaked" if self.action == "cut" else "cuts", *([] if self.by == "passages" else ["passages"])}
        return {name: getattr(self, name) for name in self._PICKLED if name not in without}

    def __repr__(self) -> str:
        stats = self.stats
        return f"DecontaminateResult(documents={stats['documents']}, leaking={stats['leaking']}, kept={stats['kept']})"
