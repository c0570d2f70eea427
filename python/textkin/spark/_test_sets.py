"""Test sets of decontaminate(): read once, in the driver, and handed to every task whole, since they are small."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_type

from .. import _commands, _data
from .._ids import names_of_ids
from .._inputs import Input
from .._test_sets import sets_of
from .._textkin import Rows as EngineRows
from .._texts import columns_of, missing, solid, text_column
from . import _paths, _tasks
from ._checks import check_problems

_AGAINST = "<against>"


class TestSets(NamedTuple):
    """Items of a set follow each other, set by set."""

    names: list[str]  # of sets
    ends: list[int]  # of sets, in items
    texts: pa.ChunkedArray
    items: pa.Array  # what results call items, in their own type
    refused: int = 0  # records that hold no item
    problems: DataFrame | None = None  # those; the driver's

    def sets(self, items: np.ndarray) -> pa.Array:
        """The names of the sets of these items, by their numbers."""
        places = np.searchsorted(np.array(self.ends), items, side="right")
        return pa.array(self.names, pa.string()).take(pa.array(places))

    def broadcast(self, spark: SparkSession) -> Any:
        return spark.sparkContext.broadcast(self._replace(problems=None))


class Given(Input):
    """They as a side of a run, which calls items by their numbers, or as results do."""

    def __init__(self, sets: TestSets, called: bool = False) -> None:
        self.words, self.in_memory, self.tables = [_AGAINST], True, None
        self.length, self._fetched = len(sets.items), []
        items = sets.items if called else pa.array(np.arange(self.length))
        names = names_of_ids(pa.chunked_array([items]), "id")
        begins = [0, *sets.ends[:-1]]
        columns = [[column.slice(begin, end - begin) for column in (sets.texts, names)] for begin, end in zip(begins, sets.ends, strict=True)]
        self.sources = {_AGAINST: [(name, EngineRows(*both, None)) for name, both in zip(sets.names, columns, strict=True)]}

    def ids(self, columns: tuple[np.ndarray, np.ndarray, np.ndarray], documents: np.ndarray) -> pa.Array:
        """Numbers of items."""
        return pa.array(columns[0][documents].astype(np.int64))


def _typed(ids: Any) -> pa.Array:
    """Ids in their type, or, where Spark has none like it, as they are called."""
    column = solid(ids)
    if pa.types.is_large_string(column.type) or pa.types.is_dictionary(column.type):
        column = pc.cast(column, pa.string())
    try:
        from_arrow_type(column.type)
    except Exception:  # which kind it is differs between versions of Spark
        column = pc.cast(names_of_ids(column, "id"), pa.string())
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _one_set(texts: Any, items: pa.Array) -> TestSets:
    column = solid(texts if isinstance(texts, pa.Array | pa.ChunkedArray) else pa.chunked_array(texts))
    whole = column if isinstance(column, pa.ChunkedArray) else pa.chunked_array([column])
    return TestSets([_AGAINST], [len(whole)], whole, items)


def _of_rows(data: Any, text: str, id: str) -> TestSets:
    """Of what is in memory: one set; row numbers where rows have no ids."""
    texts, ids = _data.column(data), None
    if texts is None and (table := _data.table(data, [*columns_of(text), id])) is not None:
        if id in table.column_names:
            ids = table[id]
        elif id != "id":
            raise missing(id, _data.names(data))
        texts = text_column(table, text, _data.names(data))
    elif texts is None:
        texts = pa.array(data.values() if isinstance(data, Mapping) else data, pa.string())
        ids = pa.chunked_array([pa.array(list(data))]) if isinstance(data, Mapping) else None
    items = pa.array(np.arange(len(texts), dtype=np.int64)) if ids is None else _typed(ids)
    return _one_set(texts, items)


def _in_one(columns: Sequence[Any], otherwise: pa.DataType) -> pa.ChunkedArray:
    """Below each other; where their types differ, in that one."""
    if len({column.type for column in columns}) > 1:
        plain = (pc.cast(one, one.type.value_type) if pa.types.is_dictionary(one.type) else one for one in columns)
        columns = [pc.cast(one, otherwise) for one in plain]
    chunks = [chunk for one in columns for chunk in (one.chunks if isinstance(one, pa.ChunkedArray) else [one])]
    return pa.chunked_array(chunks, columns[0].type)


def _of_several(sets: Mapping[str, Any], text: str, id: str) -> TestSets:
    """Of what is in memory, by their names; in their order."""
    parts = [_of_rows(data, text, id) for data in sets.values()]
    items = [part.items for part in parts]
    if len({one.type for one in items}) > 1:
        items = [names_of_ids(pa.chunked_array([one]), id) for one in items]
    ends = np.cumsum([len(part.items) for part in parts]).tolist()
    texts = _in_one([part.texts for part in parts], pa.large_binary())
    return TestSets(list(sets), ends, texts, _in_one(items, pa.string()).combine_chunks())


def _table(data: Any, text: str, id: str) -> Any:
    """Of a DataFrame a table in the order of ids: it has none of its own, and of items that share as much the first is told.
    What is no DataFrame is as it is."""
    if not hasattr(data, "sparkSession"):
        return data
    for name in (text, id):
        if name not in data.columns:
            raise ValueError(f"the DataFrame of test items has no column {name!r}; it has {', '.join(data.columns)}")
    rows = data.select(F.col(id).alias(_tasks.ID), F.col(text).cast("string").alias(_tasks.TEXT))
    table = rows.orderBy(_tasks.ID, _tasks.TEXT).toArrow()
    if table[_tasks.ID].null_count:
        raise ValueError(f"{table[_tasks.ID].null_count} test items have no id in column {id!r}; give each its own")
    return table.rename_columns([id, text])


def _in_memory(against: Any, text: str, id: str) -> Any:
    """With tables in place of DataFrames."""
    if isinstance(against, Mapping):
        return {name: _table(data, text, id) for name, data in against.items()}
    if isinstance(against, list | tuple):
        return [_table(data, text, id) for data in against]
    return _table(against, text, id)


def _numbered(sets: TestSets, settings: _tasks.Settings) -> pa.Array:
    """What the command line calls items: an id that stood before gets its number."""
    own = {"repeated_ids": "number", "threads": 1, "memory": settings.memory, "progress": False}
    given, nobody = Given(sets, called=True), Input([""], "<nobody>")
    answer = _commands._run(["decontaminate", *given.words, "--against=<nobody>"], [given, nobody], own, {})
    rows, id_bytes, id_ends = answer.documents
    names = pa.LargeStringArray.from_buffers(len(rows), pa.py_buffer(id_ends), pa.py_buffer(id_bytes))
    places = np.zeros(len(sets.items), dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return pc.cast(names.take(pa.array(places)), pa.string()) if len(rows) else sets.items


def _format_of(spark: SparkSession, paths: list[str], otherwise: str | None) -> str:
    """By their names, which say one; `otherwise`: where they say nothing."""
    named = {found: path for path in paths if (found := _paths.format_of_name(path.rstrip("/")))}
    if len(named) > 1:
        raise ValueError(f"{' and '.join(named.values())} are of several formats; name test sets of one, or join them in a table")
    try:
        return _paths.format_of(spark, paths)
    except ValueError:
        if otherwise is None:
            raise
        return otherwise


def of_paths(
    spark: SparkSession, paths: list[str], format: str | None, text: Sequence[str], id: str | None, settings: _tasks.Settings
) -> TestSets:
    """A set a file that holds items, named as the command line names it. `format`: where names do not say it."""
    rows = _paths.read(spark, paths, _format_of(spark, paths, format), text, id, settings, "")

    def read() -> pa.Table:
        named = {_tasks.ID: F.col(rows.id).cast("string"), _tasks.TEXT: F.col(rows.text).cast("string")}
        columns = [*(F.col(name) for name in rows.order), *(column.alias(name) for name, column in named.items())]
        return rows.usable().select(*columns).orderBy(*rows.order).toArrow()

    table = read()
    if table[_tasks.ID].null_count:
        rows.name_all(table[_tasks.ID].null_count)
        table = read()
    refused = rows.count_refused()
    # Of texts nobody has counted them.
    check_problems(rows, settings, {"problems": int(settings.fails != ""), "refused": refused, "documents": len(table)})
    if not len(table):
        raise ValueError(f"{paths[0]}: no test item is there; name the files of the test sets")
    argument, file = (table[name].to_numpy() for name in rows.order[:2])
    ends = [*(np.flatnonzero((argument[1:] != argument[:-1]) | (file[1:] != file[:-1])) + 1).tolist(), len(table)]
    names = [file[end - 1] for end in ends]
    sets = TestSets(names, ends, table[_tasks.TEXT], _typed(table[_tasks.ID]), refused, rows.problems(settings))
    return sets._replace(items=_numbered(sets, settings))


def read(spark: SparkSession, against: Any, text: str, id: str, settings: _tasks.Settings) -> TestSets:
    """Of DataFrames, of paths that Spark reads, or of what is in this process's memory."""
    sets = _read(spark, against, text, id, settings)
    if not len(sets.items):
        raise ValueError("against has no test item; give what is to be looked for")
    return sets


def _read(spark: SparkSession, against: Any, text: str, id: str, settings: _tasks.Settings) -> TestSets:
    against = _in_memory(against, text, id)
    with _data.told():
        if sets := sets_of(against):
            return _of_several(sets, text, id)
        data = _data.settled(against)
        paths = [data] if isinstance(data, str) else _data.paths(data)
        if paths is None:
            return _of_rows(data, text, id)
    return of_paths(spark, [str(path) for path in paths], None, [text], None if id == "id" else id, settings)
