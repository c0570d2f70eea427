"""The job: which stages there are, and what Spark moves between them.

1. sketch: texts -> band records, in packets. Spark brings those of a range of keys together.
2. link: a range of keys -> what it connects. That is united, in the driver or by GraphFrames: components.
3. assign: texts -> those in a component. Spark brings each component together, best documents first.
4. the engine, on whole components.
"""

import json
import time
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import _commands, _options, _textkin
from .._options import Options
from . import _components, _packets, _tasks, _worker
from ._components import Components
from ._results import DedupResult, PairsResult

_ORDER = "_order_"
# Of a machine, or without a meaning for rows of a DataFrame.
NOT_HERE = {
    "threads",
    "run_dir",
    "stats",
    "problems",
    "progress",
    "repeated_ids",
    "as_",
    "lines",
    "records",
    "audit",
    "on_error",
}


def _settings(
    threshold: float, recall: float | None, options: dict[str, Any], parts: int, memory: int
) -> _tasks.Settings:
    for name in options:
        if name in NOT_HERE:
            raise ValueError(f"option {name!r} has no meaning on Spark; leave it out")
    if options.pop("exact", False) or options.pop("method", "lsh") == "exact":
        raise ValueError("on Spark candidates come from bands; leave out the exact method")
    own = {"threshold": threshold, "recall": recall, **options}
    words = _options.words({**own, "method": "lsh", "threads": 1, "memory": memory})
    _textkin.sketch_rows(
        words, _textkin.Rows(("",), None, None), False
    )  # what is wrong should be said here, not by a task
    return _tasks.Settings(words, own, parts, memory)


def _field(data: DataFrame, name: str) -> None:
    if name not in data.columns:
        raise ValueError(f"the DataFrame has no column {name!r}; it has {', '.join(data.columns)}")


def _keep(data: DataFrame, keep: str, names: Column) -> tuple[str, Column | None]:
    """A keep rule as tasks take it, and what it looks at in each row. `names`: an array of those that prefer: knows."""
    if keep.startswith("prefer:"):
        _commands.dedup([""], keep=keep)
        return keep, names
    if not keep.startswith("field:"):
        _commands.dedup([""], keep=keep)  # what is wrong should be said here, not by a task
        return keep, None
    name, least = keep.removeprefix("field:"), ""
    if name.endswith((":min", ":max")):
        name, least = name[:-4], ":min" if name.endswith(":min") else ""
    _field(data, name)
    kind, value = data.schema[name].dataType, F.col(name)
    if isinstance(kind, T.TimestampType | T.TimestampNTZType):
        value = F.unix_micros(value.cast("timestamp"))
    elif isinstance(kind, T.DateType):
        value = F.unix_date(value)
    elif not isinstance(kind, T.NumericType | T.StringType | T.BooleanType):
        raise ValueError(f"keep {keep!r}: column {name!r} is {kind.simpleString()}, which has no greatest value here")
    return f"field:{_tasks.KEEP}{least}", value


class _Job:
    def __init__(
        self, data: DataFrame, text: str, id: str, order: Sequence[str], settings: _tasks.Settings, most: int | None
    ) -> None:
        for name in [text, id, *order]:
            _field(data, name)
        self.data, self.text, self.id, self.order, self.settings = data, text, id, order, settings
        self._most_parts = most
        self._text_bytes = 0
        self.seconds: dict[str, float] = {}
        self._began = time.monotonic()

    def _done(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._began, 3)
        self._began = now

    def find_components(self, way: str) -> tuple[Components, dict[str, int]]:
        """Those of all documents that share a bucket with another, and numbers of all tasks."""
        spark = self.data.sparkSession
        _components.check(spark, way)
        id = F.col(self.id)
        columns = self.data.select(
            F.when(id.isNotNull(), F.xxhash64(id)).alias(_tasks.ID_HASH),
            F.col(self.text).cast("string").alias(_tasks.TEXT),
        )
        if self._most_parts is not None:
            columns = columns.coalesce(self.settings.parts)
        packets = columns.mapInArrow(_worker.quick(_tasks.sketch(self.settings)), _packets.SCHEMA)
        linked = self._by_part(packets).mapInArrow(_worker.quick(_tasks.link), _packets.SCHEMA)
        if way != "driver":
            linked = linked.persist(StorageLevel.MEMORY_AND_DISK)
        received = _components.received(linked, way)
        stats = received.stats()
        self._done("sketch")
        if stats.get("null_ids"):
            raise ValueError(f"{stats['null_ids']} rows have no id in column {self.id!r}; give each its own")
        self._text_bytes = stats.get("input_bytes", 0)
        self._check_ids(received.take(_packets.IDS))
        if way == "driver":
            components = _components.in_driver(spark, received.take(_packets.LINKS))
        else:
            components = _components.in_dataframes(linked)
            linked.unpersist()
        self._done("components")
        return components, stats

    def _by_part(self, packets: DataFrame) -> DataFrame:
        # Since Spark 4.1 a row can say its partition; before, it is hashed, and partitions are less even.
        if hasattr(packets, "repartitionById"):
            return packets.repartitionById(self.settings.parts, "part")
        return packets.repartition(self.settings.parts, "part")

    def _check_ids(self, hashes: np.ndarray) -> None:
        if not len(hashes):
            return
        some = [int(one) for one in hashes[:1000].view(np.int64)]
        id = F.col(self.id)
        repeated = (
            self.data.where(F.xxhash64(id).isin(some)).groupBy(id).count().where("count > 1").orderBy(self.id).head()
        )
        if repeated is not None:
            raise ValueError(
                f"id {repeated[0]!r} stands {repeated['count']} times in column {self.id!r}; ids must differ"
            )

    def by_component(self, components: Components, keep: Column | None = None) -> DataFrame:
        """The documents in components: by component, and in each in order; with what a keep rule looks at."""
        order = [F.col(name) for name in [*self.order, self.id]]
        data = self.data.select(
            F.col(self.id).alias(_tasks.ID),
            F.coalesce(F.col(self.text).cast("string"), F.lit("")).alias(_tasks.TEXT),
            *([] if keep is None else [keep.alias(_tasks.KEEP)]),
            *(column.alias(f"{_ORDER}{i}") for i, column in enumerate(order)),
        )
        fields = [T.StructField(f.name, f.dataType) for f in data.schema]
        parts = self.settings.parts
        if self._most_parts is not None:
            parts = _few(data.sparkSession, self._most_parts, self._text_bytes)
            data = data.coalesce(parts)
        if components.forest is not None:
            schema = T.StructType([*fields, T.StructField(_tasks.COMPONENT, T.LongType())])
            shared = data.sparkSession.sparkContext.broadcast(components.forest)
            found = data.mapInArrow(_worker.quick(_tasks.assign(self.settings, shared)), schema)
        else:
            schema = T.StructType([*fields, T.StructField(_tasks.NODE, T.LongType())])
            named = data.mapInArrow(_worker.quick(_tasks.name_nodes(self.settings)), schema)
            found = named.join(components.labels, _tasks.NODE).select(*data.columns, _tasks.COMPONENT)
        sorts = [F.col(f"{_ORDER}{i}").asc_nulls_last() for i in range(len(order))]
        together = found.repartition(parts, _tasks.COMPONENT)
        columns = [_tasks.COMPONENT, _tasks.ID, _tasks.TEXT, *([] if keep is None else [_tasks.KEEP])]
        return together.sortWithinPartitions(_tasks.COMPONENT, *sorts).select(*columns)

    def add_up(self, found: DataFrame, stage: str, *more: str) -> dict[str, Any]:
        """Runs the engine in all tasks; the sums of its numbers, and the recall that it predicts."""
        total = dict.fromkeys(("exact_duplicates", "candidates", "verified", "pairs", "runs", *more), 0)
        steps = np.zeros((1 << 16) + 1, dtype=np.uint64)
        for row in found.where(F.col("_numbers").isNotNull()).select("_numbers").collect():
            numbers = json.loads(row[0])
            places, counts = numbers.pop("similarities", ([], []))
            np.add.at(steps, np.array(places, dtype=np.int64), np.array(counts, dtype=np.uint64))
            for name, number in numbers.items():
                total[name] += number
        self._done(stage)
        return {**total, "recall_predicted": _textkin.predicted_recall(self.settings.words, steps)}


def _estimated_bytes(data: DataFrame) -> int:
    """What Spark thinks that a DataFrame has: of files their size, of what is cached the truth, of a join much."""
    return int(str(data._jdf.queryExecution().optimizedPlan().stats().sizeInBytes()))


def _few(spark: SparkSession, most: int, text_bytes: int) -> int:
    """Tasks for so much text: one for each core, and for each piece that the engine takes at a time."""
    return min(most, max(spark.sparkContext.defaultParallelism, -(-text_bytes // _tasks.CHUNK_BYTES)))


def _stats(
    job: _Job, components: Components, stats: dict[str, int], found: dict[str, Any], command: str
) -> dict[str, Any]:
    own = job.settings.options
    plan = _commands.plan(**{name: value for name, value in own.items() if name in _PLAN and value is not None})
    return {
        "command": command,
        "method": "lsh",
        "threshold": own["threshold"],
        **{name: stats.get(name, 0) for name in ("documents", "empty", "problems", "features", "input_bytes")},
        **found,
        **{name: plan[name] for name in ("bands", "rows", "hashes", "recall_target", "recall_at_threshold")},
        "connected": components.nodes,
        "components": components.count,
        "partitions": job.settings.parts,
        "record_bytes": stats.get("record_bytes", 0),
        "seconds": job.seconds,
    }


_PLAN = {"threshold", "recall", "bands", "rows", "sketch", "hashes", "seed", "prefer"}


def _start(
    data: DataFrame,
    text: str,
    id: str,
    order: str | Sequence[str] | None,
    partitions: int | None,
    memory: int,
    settings: Any,
) -> _Job:
    columns = [order] if isinstance(order, str) else list(order or [])
    spark = data.sparkSession
    parts, most = partitions, None
    if parts is None:
        most = max(2 * spark.sparkContext.defaultParallelism, data.rdd.getNumPartitions())
        parts = _few(spark, most, _estimated_bytes(data))
    return _Job(data, text, id, columns, _settings(*settings, parts, memory), most)


def dedup(
    data: DataFrame,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: str = "text",
    id: str = "id",
    keep: str = "first",
    order: str | Sequence[str] | None = None,
    partitions: int | None = None,
    memory: int = 512 << 20,
    components: str = "driver",
    **options: Unpack[Options],
) -> DedupResult:
    """Which rows of a DataFrame stay when copies go. Runs now; its DataFrames are ready when it returns.

    Args:
        data: a DataFrame; read twice here and once more for `kept`, so cache it where that is dear or not repeatable.
        threshold, recall: as for textkin.dedup().
        text, id: columns. Ids must differ, and no row may be without one. A row without a text stays.
        keep: "first", "last", "longest", "shortest", "field:NAME", "field:NAME:min" (a column) or "prefer:PATTERN" (of
            the id: a glob, or a folder).
        order: columns that say which row is earlier, for "first", "last" and ties; then the id. None: by the id alone.
            A DataFrame has no order of its own; with the order of the files the answer is that of `textkin dedup`.
        partitions: of what is shuffled; None: twice the cores or as many as `data` has, and fewer of little data, whose
            own are then taken together. Never changes the answer.
        memory: bytes a task that the engine keeps to, beside what Spark and Arrow hold. Never changes the answer.
        components: who unites what is connected: "driver", which gets 16 bytes for each connected document, one to as
            many times as there are bands; or "graphframes", in DataFrames of any size, for which GraphFrames has to be
            in the session. Never changes the answer.
        options: see textkin.Options; those of files and threads have no meaning here.

    Returns: a DedupResult: kept, removed, stats.
    Raises: ValueError: a wrong option, a missing column, repeated or missing ids. Spark's own where a task failed.
    """
    job = _start(data, text, id, order, partitions, memory, (threshold, recall, options))
    rule, looked_at = _keep(data, keep, F.array(F.col(id).cast("string")))
    joined, stats = job.find_components(components)
    kind = data.schema[id].dataType.simpleString()
    schema = f"id {kind}, kept {kind}, similarity double, reason string, _numbers binary"
    task = _worker.quick(_tasks.remove(job.settings, rule))
    found = job.by_component(joined, looked_at).mapInArrow(task, schema)
    found = found.persist(StorageLevel.MEMORY_AND_DISK)
    numbers = job.add_up(found, "resolve", "removed")
    result = _stats(job, joined, stats, numbers, "dedup")
    result["kept"] = result["documents"] - result["removed"]
    return DedupResult(data, id, found, result)


def pairs(
    data: DataFrame,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: str = "text",
    id: str = "id",
    order: str | Sequence[str] | None = None,
    partitions: int | None = None,
    memory: int = 512 << 20,
    components: str = "driver",
    **options: Unpack[Options],
) -> PairsResult:
    """All pairs of rows at or above a similarity, each verified on the exact sets of shingles. Runs now.

    Args: as for dedup(); `order` says which of a pair is a.
    Returns: a PairsResult: pairs, stats.
    Raises: as dedup().
    """
    job = _start(data, text, id, order, partitions, memory, (threshold, recall, options))
    joined, stats = job.find_components(components)
    kind = data.schema[id].dataType.simpleString()
    schema = f"a {kind}, b {kind}, similarity double, shared bigint, size_a bigint, size_b bigint, _numbers binary"
    found = job.by_component(joined).mapInArrow(_worker.quick(_tasks.compare(job.settings)), schema)
    found = found.persist(StorageLevel.MEMORY_AND_DISK)
    return PairsResult(found, _stats(job, joined, stats, job.add_up(found, "resolve"), "pairs"))
