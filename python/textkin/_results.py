"""Results of runs, as Arrow tables and NumPy arrays over what the engine found."""

from __future__ import annotations

import functools
import json
import numbers
from typing import Any

from ._data import table_of
from ._frames import rows_of
from ._inputs import Input
from ._late import np, npt, pa, pc
from ._row_edits import ADDED, RowEdits, check_unmarked
from ._textkin import Answer


def _table(columns: dict[str, Any], answer: Answer) -> pa.Table:
    return pa.table(columns).replace_schema_metadata({"textkin": answer.stats})


def pairs_table(answer: Answer, data: Input, against: Input | None, fdr: bool = False, estimates: bool = False) -> pa.Table:
    a, b = answer.a, answer.b
    columns = {"a": data.ids(answer.documents, a)}
    if against is None:
        columns["b"] = data.ids(answer.documents, b)
    else:
        columns["b"] = against.ids(answer.against, b - np.uint32(_documents(answer)))
    for name in ("similarity", "shared", "size_a", "size_b"):
        columns[name] = pa.array(getattr(answer, name))
    if fdr:
        columns["log10_p_value"] = pa.array(answer.log10_p)
    if estimates:
        columns["estimate"] = pa.array(answer.estimate)
    return _table(columns, answer)


def _documents(answer: Answer) -> int:
    rows, _, id_ends = answer.documents
    return max(len(rows), len(id_ends) - 1)


def passages_table(answer: Answer, data: Input, against: Input | None, in_index: bool = False) -> pa.Table:
    found = {name: np.ascontiguousarray(field) for name, field in answer.passages.items()}
    a, b, equal = found.pop("a"), found.pop("b"), found.pop("equal")
    columns = {"a": data.ids(answer.documents, a)}
    if in_index:
        columns["b"] = _ids_in_index(answer, b)
    elif against is None:
        columns["b"] = data.ids(answer.documents, b)
    else:
        columns["b"] = against.ids(answer.against, b - np.uint32(_documents(answer)))
    words = np.maximum(1, np.maximum(found["a_words"], found["b_words"]))
    columns |= found | {"identity": equal / words}
    return _table(columns, answer)


def _ids_in_index(answer: Answer, b: np.ndarray) -> pa.Array:
    """The names that an index has for documents."""
    _, id_bytes, id_ends = answer.against
    ids = pa.LargeStringArray.from_buffers(len(id_ends) - 1, pa.py_buffer(id_ends), pa.py_buffer(id_bytes))
    return ids.take(pa.array(b - np.uint32(_documents(answer))))


def found_table(answer: Answer, data: Input) -> pa.Table:
    """Of a question to an index."""
    columns = {"a": data.ids(answer.documents, answer.a), "b": _ids_in_index(answer, answer.b)}
    for name in ("similarity", *(("lower", "upper") if answer.has_intervals else ()), "shared", "size_a", "size_b"):
        columns[name] = pa.array(getattr(answer, name))
    return _table(columns, answer)


class Found:
    """The answers of an index: a pyarrow Table in all that one does with it, and how sure they are.

    table: the rows; recall: least probability, over all questions, that a document just at the threshold was found;
    sequence: of the index, of which all answers are; answers: a row a question, where that was asked for: id, sequence,
    found, recall, rows, candidates, verified, skipped_as_common; stats: what the run did, in numbers.
    """

    __slots__ = ("__weakref__", "answers", "recall", "sequence", "stats", "table")

    def __init__(self, table: pa.Table, stats: dict[str, Any], sequence: int, answers: pa.Table | None) -> None:
        self.table, self.stats, self.sequence, self.answers = table, stats, sequence, answers
        self.recall: float = 1.0 if stats["method"] == "exact" else stats["recall_predicted"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "table":
            raise AttributeError(name)
        return getattr(self.table, name)

    def __getitem__(self, key: Any) -> Any:
        return self.table[key]

    def __len__(self) -> int:
        return len(self.table)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"Found(rows={len(self)}, recall={self.recall:.4g}, sequence={self.sequence})"


class _Decided:
    """An answer whose decisions are made anew, at another threshold."""

    def __init__(self, answer: Answer, threshold: float) -> None:
        self._answer, self.documents = answer, answer.documents
        self.kept, self.kept_similarity, self.identical = answer.decided_at(threshold)
        own = _documents(answer)
        gone = self.kept[:own] != np.arange(own, dtype=np.uint32)
        stats = json.loads(answer.stats) | {"threshold": threshold, "kept": int(own - gone.sum()), "removed": int(gone.sum())}
        self.stats = json.dumps(stats)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._answer, name)


class DedupResult:
    """Which documents stay, which go, and why.

    Documents are taken best first by the keep rule; one is removed if and only if it is directly similar (verified, at
    or above the threshold) to one that stays.
    """

    _PICKLED = ("kept", "ids", "labels", "removed", "clusters", "stats", "_stays", "_annotations", "_paths")

    def __init__(self, answer: Answer, data: Input, against: Input | None = None) -> None:
        self._paths = not data.in_memory or data.tables is not None
        self._answer = answer
        self._data = data
        self._against = against
        # Documents of `against` are numbered behind those of `data`; they all stay, and are nobody's to keep.
        self._own = len(answer.kept) if against is None else _documents(answer)

    def at(self, threshold: float) -> DedupResult:
        """The same documents at a higher threshold, without another run: equal to dedup() at that, where this found all pairs.

        It needs dedup(..., all_pairs=True), which keeps 20 bytes a pair; its pairs at the higher threshold are found with at
        least the recall of this run, all of them with exact=True. stats are those of the run, with threshold and the counts
        of what stays anew. ValueError for a threshold below that of the run, or where all pairs are not known; of a result
        that was pickled they are not.
        """
        if not hasattr(self, "_answer"):
            raise ValueError("a pickled result has its rows and no pairs; call at() before")
        given: Any = threshold
        if not isinstance(given, numbers.Real):
            raise TypeError(f"threshold= is a number, not {type(given).__name__}")
        return DedupResult(_Decided(self._answer, float(threshold)), self._data, self._against)  # type: ignore[arg-type]

    @functools.cached_property
    def _stays(self) -> npt.NDArray[np.bool_]:
        stays: npt.NDArray[np.bool_] = self._answer.kept[: self._own] == np.arange(self._own, dtype=np.uint32)
        return stays

    @functools.cached_property
    def kept(self) -> npt.NDArray[np.bool_]:
        """A mask, bool [rows]: True where the row stays. Of paths: [documents], in input order.

        Rows without a text, null or empty, stay. A row that could not be used (there was a warning) is False.
        """
        if not self._data.in_memory:
            return self._stays
        mask = np.zeros(self._data.length, dtype=bool)
        mask[self._answer.documents[0]] = self._stays
        return mask

    @functools.cached_property
    def ids(self) -> pa.Array:
        """The ids of all documents in input order; row numbers where the data has none."""
        return self._ids(np.arange(self._own))

    @functools.cached_property
    def removed(self) -> pa.Table:
        """A row a removed document: id, kept (the id of the one that it is similar to), similarity, reason
        ("identical": equal shingle sets, or "similar"), in input order. With `against` also kept_in: "input" or
        "against", where that one is."""
        answer = self._answer
        gone = np.flatnonzero(~self._stays)
        reasons = pa.DictionaryArray.from_arrays(
            pa.array(answer.identical[gone].astype(np.int8)), ["similar", "identical"]
        )
        columns = {"id": self._ids(gone), "kept": self._ids(answer.kept[gone])}
        columns |= {"similarity": answer.kept_similarity[gone], "reason": reasons.dictionary_decode()}
        if self._against is not None:
            columns["kept_in"] = self._sides_of(answer.kept[gone])
        return pa.table(columns)

    @functools.cached_property
    def clusters(self) -> pa.Table:
        """A row a member of each cluster of two or more: cluster (the id of the document that stays), id, role ("kept"
        or "removed"), similarity to the one that stays; by clusters in input order, in each the kept one first. With
        `against` also kept_in: "input" or "against", where that one is: ids are each side's own, so a cluster is known by both.
        """
        kept = self._answer.kept
        gone = np.flatnonzero(~self._stays)  # of `against` nothing goes
        members = np.concatenate([np.unique(kept[gone]), gone.astype(np.uint32)])
        order = np.lexsort((members, kept[members] != members, kept[members]))
        members = members[order]
        roles = pa.DictionaryArray.from_arrays(
            pa.array((kept[members] != members).astype(np.int8)), ["kept", "removed"]
        )
        columns = {"cluster": self._ids(kept[members]), "id": self._ids(members), "role": roles.dictionary_decode()}
        columns |= {"similarity": self._answer.kept_similarity[members]}
        if self._against is not None:
            columns["kept_in"] = self._sides_of(kept[members])
        return pa.table(columns)

    @functools.cached_property
    def labels(self) -> pa.Array:
        """Of each row the id of its cluster: that of the document that stays for it, so its own where it stays; null
        where the row could not be used. Of paths: of each document, in input order. A column to group by: where a document of
        `against` stays, whose id may be one of `data` too, the id of the first row that goes for it; `removed` names it."""
        leads = self._answer.kept[: self._own].copy()
        if self._against is not None:
            gone = np.flatnonzero(leads >= self._own)
            _, first, cluster = np.unique(leads[gone], return_index=True, return_inverse=True)
            leads[gone] = gone[first[cluster]]
        return self._of_rows(self._data.ids(self._answer.documents, leads))

    def apply(self, data: Any) -> Any:
        """The rows of `data` that stay, as what it is: a data frame of polars or pandas, a Hugging Face dataset, a pyarrow
        Table, column or reader that was not read yet, a relation of DuckDB, a list, a mapping.

        `data` has the rows that the result is of, in their order; it may have other columns. ValueError for another number of
        rows: of a reader at its end, of a stream of Hugging Face for more rows only. A list of batches or tables comes back
        as such a list. TypeError for paths, whose kept rows dedup() writes to its `output`.
        """
        self._refuse_paths()
        return rows_of(data, self.kept)

    def annotate(self, data: Any) -> pa.Table:
        """All rows of `data`, any table, as a pyarrow Table with a column `textkin` at its end: a struct of kept (bool),
        cluster (its id) and similarity (to the one that stays), and with `against` kept_in ("input" or "against", where that
        one is); all but kept null where a row is in no cluster of two or more. Raises: as apply()."""
        self._refuse_paths()
        table = table_of(data)
        if len(table) != len(self.kept):
            raise ValueError(f"this has {len(table)} rows, and the result is of {len(self.kept)}; give the data that it is of")
        check_unmarked(table.column_names, "the data")
        return table.append_column(ADDED, self._annotations)

    def edits(self, annotate: bool) -> RowEdits:
        """What becomes of the rows of files of tables."""
        return RowEdits(np.ones(len(self.kept), dtype=bool), marks=self._annotations) if annotate else RowEdits(self.kept)

    def _of_rows(self, of_documents: pa.Array) -> pa.Array:
        """What is said of documents, a row each; null for rows that are none."""
        if not self._data.in_memory:
            return of_documents
        places = np.zeros(self._data.length, dtype=np.int64)
        missing = np.ones(self._data.length, dtype=bool)
        rows = self._answer.documents[0]
        places[rows], missing[rows] = np.arange(len(rows)), False
        return of_documents.take(pa.array(places, mask=missing))

    def _refuse_paths(self) -> None:
        if self._paths:
            raise TypeError("this result is of files; give dedup() an output= for the records that stay")

    @functools.cached_property
    def _annotations(self) -> pa.StructArray:
        """Of each row."""
        kept = self._answer.kept[: self._own]
        in_cluster = ~self._stays
        in_cluster[kept[in_cluster & (kept < self._own)]] = True
        # Taken, for Arrow's if_else() knows no ids of types that extend its own.
        cluster = self._ids(kept).take(pa.array(np.arange(self._own), mask=~in_cluster))
        similarity = pa.array(self._answer.kept_similarity[: self._own], mask=~in_cluster)
        columns = {"kept": pa.array(self._stays), "cluster": cluster, "similarity": similarity}
        if self._against is not None:
            columns["kept_in"] = pc.if_else(pa.array(in_cluster), self._sides_of(kept), None)
        return self._of_rows(pa.StructArray.from_arrays(list(columns.values()), list(columns)))

    def __getstate__(self) -> dict[str, Any]:
        """All that can be asked of it, for pickle: workers return results."""
        return {name: getattr(self, name) for name in self._PICKLED}

    @functools.cached_property
    def stats(self) -> dict[str, Any]:
        """What the run did, in numbers: the object of --stats."""
        stats: dict[str, Any] = json.loads(self._answer.stats)
        return stats

    def _sides_of(self, documents: np.ndarray) -> pa.Array:
        sides = pa.array((documents >= self._own).astype(np.int8))
        return pa.DictionaryArray.from_arrays(sides, ["input", "against"]).dictionary_decode()

    def _ids(self, documents: np.ndarray) -> pa.Array:
        """Of documents of either side; as text where the sides have ids of different types."""
        if self._against is None:
            return self._data.ids(self._answer.documents, documents)
        old = documents >= self._own
        ids = [
            self._data.ids(self._answer.documents, documents[~old]),
            self._against.ids(self._answer.against, documents[old] - np.uint32(self._own)),
        ]
        if ids[0].type != ids[1].type:
            ids = [pc.cast(side, pa.large_string()) for side in ids]
        places = np.empty(len(documents), dtype=np.int64)
        places[~old] = np.arange(len(ids[0]))
        places[old] = len(ids[0]) + np.arange(len(ids[1]))
        return pa.concat_arrays(ids).take(pa.array(places))

    def __repr__(self) -> str:
        documents, kept = len(self._stays), int(self._stays.sum())
        return f"DedupResult(documents={documents}, kept={kept}, removed={documents - kept})"
