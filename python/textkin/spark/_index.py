"""An index on Spark: a DataFrame asks one, or becomes the shards of one."""

import itertools
import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Unpack

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import _options
from .._index import Index
from .._index_words import Conditions, Path
from .._indexes import MANIFEST, Indexes, shards
from .._options import SparkQueryOptions, Texts
from . import _tasks, _worker
from ._job import NOT_HERE
from ._workers import check_frame, check_workers

_ROWS = "similarity double, shared int, size_a int, size_b int"
_PART = "_part"


def _check_options(options: dict[str, Any]) -> None:
    for name in options:
        if name in NOT_HERE:
            raise ValueError(f"option {name!r} has no meaning on Spark; leave it out")


def _check_columns(data: DataFrame, names: Iterable[str]) -> None:
    for name in names:
        if name not in data.columns:
            raise ValueError(f"the DataFrame has no column {name!r}; it has {', '.join(data.columns)}")


def _check_ids(ids: pa.ChunkedArray, name: str) -> None:
    if ids.null_count:
        raise ValueError(f"{ids.null_count} rows have no id in column {name!r}; give each its own")


def _asked(index: Path | Index | Indexes | Iterable[Path], memory: int) -> Index | Indexes:
    """What is named, with a task's memory."""
    if isinstance(index, Index | Indexes):
        folders = index._folders()
    elif not isinstance(index, str | os.PathLike):
        folders = [os.path.abspath(path) for path in index]
    elif os.path.exists(os.path.join(index, MANIFEST)):
        folders = shards(index)
    else:
        folders = [os.path.abspath(index)]
    return Index(folders[0], memory=memory) if len(folders) == 1 else Indexes(folders, memory=memory)


def query(
    data: DataFrame,
    index: Path | Index | Indexes | Iterable[Path],
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    top: int | None = None,
    where: Conditions | None = None,
    not_: Conditions | None = None,
    measure: str = "jaccard",
    contained: str | None = None,
    text: str = "text",
    id: str = "id",
    memory: int | str = 512 << 20,
    **options: Unpack[SparkQueryOptions],
) -> DataFrame:
    """The documents of an index that are alike to each row of a DataFrame: the rows of Index.query(). Each task opens the
    index for reading; nothing is shuffled.

    Args:
        data: what is asked about. index: an Index, Indexes, or their folders: which every worker sees under that path.
        threshold, recall, top, where, not_, measure, contained: as for Index.query(). text, id: columns.
        memory: bytes (or "512MiB") a task that the engine keeps to.
        options: exact, and how texts are read; see textkin.Options.

    Returns: a DataFrame, worked out when it is read, in no order: a (in the type of the id), b (string), similarity
        (double), shared, size_a, size_b (int). Of one folder all is of the sequence of when this was called.
    Raises: ValueError: a wrong option, a missing column. Spark's own where a task failed.
    """
    _check_options(dict(options))
    check_frame(data)
    check_workers(data.sparkSession)
    _check_columns(data, [text, id])
    asked = _asked(index, _options.size(memory))
    given: dict[str, Any] = {"threshold": threshold, "recall": recall, "top": top, "where": where, "not_": not_}
    given |= {"measure": measure, "contained": contained, "threads": 1, **options}
    asked.query([""], **given)  # what is wrong should be said here, not by a task
    if isinstance(asked, Index) and asked.sequence > 0:
        given["as_of"] = asked.sequence
    kind = data.schema[id].dataType.simpleString()
    rows = data.select(F.col(id).alias(_tasks.ID), F.col(text).cast("string").alias(_tasks.TEXT))
    size = _options.size(memory)

    def ask(batches: _tasks.Batches) -> _tasks.Batches:
        for chunk in _tasks._chunks(batches, size):
            _check_ids(chunk[_tasks.ID], id)
            found = asked.query(chunk[_tasks.TEXT], **given).table
            columns = [chunk[_tasks.ID].take(found["a"]), pc.cast(found["b"], pa.string()), found["similarity"]]
            columns += [pc.cast(found[name], pa.int32()) for name in ("shared", "size_a", "size_b")]
            yield from pa.table(columns, names=["a", "b", "similarity", "shared", "size_a", "size_b"]).to_batches()

    return rows.mapInArrow(_worker.quick(ask), f"a {kind}, b string, {_ROWS}")


def _runs(batches: _tasks.Batches, memory: int) -> Iterator[tuple[int, Iterator[pa.Table]]]:
    """The rows of each part, which come one part after the other."""

    def pieces() -> Iterator[tuple[int, pa.Table]]:
        for chunk in _tasks._chunks(batches, memory):
            parts = chunk[_PART].to_pylist()
            begin = 0
            for part, rows in itertools.groupby(parts):
                count = len(list(rows))
                yield part, chunk.slice(begin, count)
                begin += count

    for part, some in itertools.groupby(pieces(), lambda piece: piece[0]):
        yield part, (table for _, table in some)


def _make(folder: str, tables: Iterable[pa.Table], id: str, made: dict[str, Any], memory: int) -> int:
    """A shard, which is there when it is whole; a task that runs again, or twice, makes it once."""
    hidden = f"{folder}.{uuid.uuid4().hex}"
    try:
        shard = Index.create(hidden, memory=memory, **made)
        for table in tables:
            _check_ids(table[id], id)
            counts = shard.add(table, id=id, text=_tasks.TEXT, threads=1)
            repeated = counts["replaced"] + counts["unchanged"]
            if repeated:
                raise ValueError(f"{repeated} rows repeat an id of column {id!r}; ids must differ")
        shard.merge()
        documents = len(shard)
        del shard
        try:
            os.rename(hidden, folder)
        except OSError:
            if not os.path.isdir(folder):
                raise
        return documents
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def index(
    data: DataFrame,
    path: Path,
    *,
    text: str = "text",
    id: str = "id",
    shards: int | None = None,
    fields: Sequence[str] = (),
    least: float | None = None,
    recall: float | None = None,
    memory: int | str = 512 << 20,
    **options: Unpack[Texts],
) -> Indexes:
    """The rows of a DataFrame as an index in shards: a folder each, and a manifest that names them. Runs now. What they
    are asked together is what one index of all rows would be asked (textkin.Indexes, query(), `textkin index query`).

    Args:
        data: documents; ids must differ, and no row may be without one. A row without a text is an empty document.
        path: a folder that does not exist, or is empty, on a file system that the driver and every worker see.
        shards: how many; a row's id says in which it is. None: one for each core.
        fields, least, recall, options: as for Index.create(). memory: a task, in bytes or as "512MiB".

    Returns: the Indexes. Raises: ValueError; Spark's own where a task failed.
    """
    _check_options(dict(options))
    _check_columns(data, [text, id, *fields])
    folder = os.path.abspath(os.fspath(path))
    made: dict[str, Any] = {"least": least, "recall": recall, "fields": list(fields), **options}
    with tempfile.TemporaryDirectory(prefix="textkin-") as scratch:
        Index.create(os.path.join(scratch, "index"), **made)  # what is wrong should be said here, not by a task
    if os.path.exists(folder) and os.listdir(folder):
        raise ValueError(f"{folder} exists already; name a folder that does not exist, or is empty")
    os.makedirs(folder, exist_ok=True)
    check_workers(data.sparkSession)
    count = shards or data.sparkSession.sparkContext.defaultParallelism
    size = _options.size(memory)
    name = F.col(id).cast("string")
    part = F.coalesce(F.pmod(F.xxhash64(name), F.lit(count)).cast("int"), F.lit(0))
    rows = data.select(
        part.alias(_PART), name.alias(id), F.col(text).cast("string").alias(_tasks.TEXT), *(F.col(one) for one in fields)
    )
    rows = rows.repartition(count, _PART).sortWithinPartitions(_PART, id)

    def make(batches: _tasks.Batches) -> _tasks.Batches:
        for number, tables in _runs(batches, size):
            shard = f"shard-{number:05d}"
            documents = _make(os.path.join(folder, shard), tables, id, made, size)
            yield pa.RecordBatch.from_pydict({"shard": [shard], "documents": [documents]})

    schema = T.StructType([T.StructField("shard", T.StringType()), T.StructField("documents", T.LongType())])
    found = sorted(row.shard for row in rows.mapInArrow(_worker.quick(make), schema).collect())
    if not found:
        found = ["shard-00000"]
        Index.create(os.path.join(folder, found[0]), **made)
    manifest = os.path.join(folder, MANIFEST)
    with open(manifest + ".part", "w", encoding="utf-8") as file:
        json.dump({"shards": found}, file)
        file.flush()
        os.fsync(file.fileno())
    os.rename(manifest + ".part", manifest)
    return Indexes(folder, memory=None)
