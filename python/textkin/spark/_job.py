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
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import _commands, _options, _textkin
from .._doors import worded
from .._options import SparkOptions
from . import _audit, _components, _packets, _tasks, _worker
from ._checks import by_part, check_ids, check_problems, hash_of
from ._components import Components
from ._results import DedupResult, PairsResult
from ._rows import Rows
from ._workers import check_frame, check_workers

_ORDER = "_order_"
_OLD_SIDE = "old_"
# What Spark calls the types of tasks' columns.
_NAMES = {pa.float64(): "double", pa.int64(): "bigint", pa.string(): "string", pa.binary(): "binary"}
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
    "delimiter",
}


def settings_of(threshold: float, recall: float | None, memory: int | str, options: dict[str, Any]) -> _tasks.Settings:
    """Options as tasks take them; `parts` is still to be said. ValueError: what is wrong with them."""
    for name in options:
        if name in NOT_HERE:
            raise ValueError(f"option {name!r} has no meaning on Spark; leave it out")
    if options.pop("exact", False) or options.pop("method", "lsh") == "exact":
        raise ValueError("on Spark candidates come from bands; leave out the exact method")
    audit = int(options.pop("audit", 0) or 0)
    fails = "all" if options.pop("on_error", "skip") == "fail" else ""
    if options.get("invalid_utf8") == "fail":
        options["invalid_utf8"] = "skip"  # a task knows no place in the input to name
        fails = fails or "invalid-utf8"
    own = {"threshold": threshold, "recall": recall, **options}
    size = _options.size(memory)
    words = _options.words({**own, "method": "lsh", "threads": 1, "memory": size})
    asked = words if audit == 0 else [*words, f"--audit={audit}"]
    _textkin.sketch_rows(
        asked, _textkin.Rows(("",), None, None), False
    )  # what is wrong should be said here, not by a task
    return _tasks.Settings(words, own, 1, size, fails, audit)


def field_of(keep: str) -> str:
    """The field of a keep rule field:NAME, or nothing. ValueError: no rule."""
    if not keep.startswith("field:"):
        _commands.dedup([""], keep=keep)  # what is wrong should be said here, not by a task
        return ""
    name = keep.removeprefix("field:")
    return name[:-4] if name.endswith((":min", ":max")) else name


def _rule(rows: Rows, keep: str) -> tuple[str, Column | None]:
    """A keep rule as tasks take it, and what it looks at in each row."""
    name = field_of(keep)
    if keep.startswith("prefer:"):
        return keep, rows.names()
    if not name:
        return keep, None
    return f"field:{_tasks.KEEP}" + (":min" if keep.endswith(":min") else ""), rows.field(name)


class _Job:
    def __init__(self, rows: Rows, settings: _tasks.Settings, old: Rows | None = None) -> None:
        """`old`: documents that stay."""
        self.rows, self.settings, self.old = rows, settings, old
        self._text_bytes = 0
        self.seconds: dict[str, float] = {}
        self._began = time.monotonic()

    def _done(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._began, 3)
        self._began = now

    def find_components(self, way: str) -> tuple[Components, dict[str, int]]:
        """Those of all documents that share a bucket with another, and numbers of all tasks."""
        spark = self.rows.data.sparkSession
        check_workers(spark)
        _components.check(spark, way)
        packets = self._sketched(self.rows)
        if self.old is not None:
            packets = packets.union(self._sketched(self.old, _OLD_SIDE))
        linked = by_part(packets, self.settings.parts).mapInArrow(_worker.quick(_tasks.link), _packets.SCHEMA)
        if way != "driver":
            linked = linked.persist(StorageLevel.MEMORY_AND_DISK)
        received = _components.received(linked, way)
        stats = received.stats()
        self._done("sketch")
        repeated = received.take(_packets.IDS)
        for rows, side in ((self.rows, ""), (self.old, _OLD_SIDE)):
            if rows is None:
                continue
            told = ("documents", "problems", "refused")
            check_problems(rows, self.settings, {name: stats.get(side + name, 0) for name in told})
            if missing := stats.get(side + "null_ids"):
                rows.name_all(missing)
            check_ids(rows, repeated, rows is self.old)
        both = ("empty", "features", "input_bytes", "problems", "refused", "record_bytes")
        stats |= {name: stats.get(name, 0) + stats.get(_OLD_SIDE + name, 0) for name in both}
        self._text_bytes = stats["input_bytes"]
        if way == "driver":
            components = _components.in_driver(spark, received.take(_packets.LINKS))
        else:
            components = _components.in_dataframes(linked)
            linked.unpersist()
        self._done("components")
        return components, stats

    def _sketched(self, rows: Rows, side: str = "") -> DataFrame:
        id = F.col(rows.id)
        columns = rows.data.select(
            F.when(id.isNotNull(), hash_of(id, bool(side))).alias(_tasks.ID_HASH),
            F.col(rows.text).cast("string").alias(_tasks.TEXT),
            *([F.col(rows.refused).isNotNull().alias(_tasks.REFUSED)] if rows.refused else []),
        )
        if self.settings.most_parts is not None:
            columns = columns.coalesce(self.settings.parts)
        return columns.mapInArrow(_worker.quick(_tasks.sketch(self.settings, side)), _packets.SCHEMA)

    def _placed(self, rows: Rows, keep: Column | None) -> DataFrame:
        """Documents with what they are sorted by, and with what a keep rule looks at."""
        order = [F.col(name) for name in [*rows.order, rows.id]]
        return rows.usable().select(
            F.col(rows.id).alias(_tasks.ID),
            F.coalesce(F.col(rows.text).cast("string"), F.lit("")).alias(_tasks.TEXT),
            *([] if keep is None else [keep.alias(_tasks.KEEP)]),
            *(column.alias(f"{_ORDER}{i}") for i, column in enumerate(order)),
        )

    def by_component(self, components: Components, keep: Column | None = None) -> DataFrame:
        """The documents in components: by component, and in each in order; with what a keep rule looks at."""
        data = self._placed(self.rows, keep)
        if self.old is not None:
            nothing = None if keep is None else F.lit(None).cast(data.schema[_tasks.KEEP].dataType)
            old = self._placed(self.old, nothing).withColumn(_tasks.OLD, F.lit(True))
            data = data.withColumn(_tasks.OLD, F.lit(False)).unionByName(old)
        fields = [T.StructField(f.name, f.dataType) for f in data.schema]
        parts = self.settings.parts
        if self.settings.most_parts is not None:
            parts = _few(data.sparkSession, self.settings.most_parts, self._text_bytes)
            data = data.coalesce(parts)
        if components.forest is not None:
            schema = T.StructType([*fields, T.StructField(_tasks.COMPONENT, T.LongType())])
            shared = data.sparkSession.sparkContext.broadcast(components.forest)
            found = data.mapInArrow(_worker.quick(_tasks.assign(self.settings, shared)), schema)
        else:
            schema = T.StructType([*fields, T.StructField(_tasks.NODE, T.LongType())])
            named = data.mapInArrow(_worker.quick(_tasks.name_nodes(self.settings)), schema)
            found = named.join(components.labels, _tasks.NODE).select(*data.columns, _tasks.COMPONENT)
        sorts = [F.col(name).asc_nulls_last() for name in data.columns if name.startswith(_ORDER)]
        together = found.repartition(parts, _tasks.COMPONENT)
        columns = [_tasks.COMPONENT, *(name for name in data.columns if not name.startswith(_ORDER))]
        return together.sortWithinPartitions(_tasks.COMPONENT, *sorts).select(*columns)

    def audit(self, result: dict[str, Any], unusable: DataFrame | None, found: _audit.Found) -> None:
        """Fills in result["audit"]: null where none was asked for."""
        result["audit"] = None
        if self.settings.audit:
            result["audit"] = _audit.audit(self.rows, self.settings, result["documents"], unusable, found)
            self._done("audit")

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
        **{name: stats.get(name, 0) for name in ("documents", "empty", "features", "input_bytes")},
        "problems": stats.get("problems", 0) + stats.get("refused", 0),
        **found,
        **{name: plan[name] for name in ("bands", "rows", "hashes", "recall_target", "recall_at_threshold")},
        "connected": components.nodes,
        "components": components.number,
        "partitions": job.settings.parts,
        "record_bytes": stats.get("record_bytes", 0),
        "seconds": job.seconds,
    }


_PLAN = {"threshold", "recall", "bands", "rows", "sketch", "hashes", "seed", "prefer"}


def with_parts(settings: _tasks.Settings, rows: Rows, partitions: int | None, old: Rows | None = None) -> _tasks.Settings:
    if partitions is not None:
        return settings._replace(parts=partitions)
    spark = rows.data.sparkSession
    frames = [rows.data, *([] if old is None else [old.data])]
    most = max(2 * spark.sparkContext.defaultParallelism, *(data.rdd.getNumPartitions() for data in frames))
    return settings._replace(parts=_few(spark, most, sum(map(_estimated_bytes, frames))), most_parts=most)


def of_frame(
    data: DataFrame,
    text: str,
    id: str,
    order: str | Sequence[str] | None,
    partitions: int | None,
    settings: _tasks.Settings,
) -> tuple[Rows, _tasks.Settings]:
    check_frame(data)
    rows = Rows(data, text, id, [order] if isinstance(order, str) else list(order or []))
    return rows, with_parts(settings, rows, partitions)


def check_sides(rows: Rows, old: Rows, settings: _tasks.Settings) -> None:
    """ValueError where documents that stay cannot stand beside those that are judged."""
    if settings.audit:
        raise ValueError("audit draws from one DataFrame on Spark; leave it out beside against")
    if len(rows.order) != len(old.order):
        raise ValueError("the files of both sides are of one format on Spark; write one of them as the other")
    for one, other in zip([*rows.order, rows.id], [*old.order, old.id], strict=True):
        kinds = [side.data.schema[name].dataType.simpleString() for side, name in ((rows, one), (old, other))]
        if kinds[0] != kinds[1]:
            raise ValueError(f"column {one!r} is {kinds[0]}, and {kinds[1]} in against; cast one of them")


def dedup_rows(rows: Rows, settings: _tasks.Settings, keep: str, old: Rows | None = None) -> DedupResult:
    """`old`: documents that stay whatever they are like."""
    if old is not None:
        check_sides(rows, old, settings)
    job = _Job(rows, settings, old)
    rule, looked_at = _rule(rows, keep)
    joined, stats = job.find_components(settings.components)
    kind = rows.data.schema[rows.id].dataType.simpleString()
    columns = [(field.name, _NAMES[field.type]) for field in list(_tasks.removed(pa.null(), old is not None))[2:]]
    schema = ", ".join(f"{name} {type}" for name, type in [("id", kind), ("kept", kind), *columns])
    task = _worker.quick(_tasks.remove(settings, rule))
    found = job.by_component(joined, looked_at).mapInArrow(task, schema)
    found = found.persist(StorageLevel.MEMORY_AND_DISK)
    numbers = job.add_up(found, "resolve", "removed", *([] if old is None else ["removed_for_against"]))
    result = _stats(job, joined, stats, numbers, "dedup")
    result["kept"] = result["documents"] - result["removed"]
    if old is not None:
        result["against_documents"] = stats.get(_OLD_SIDE + "documents", 0)
    unusable = rows.refused_texts(settings, [rows.id]) if stats.get("problems") else None
    given = DedupResult(rows, found, result, settings, unusable, old)
    job.audit(result, unusable, _audit.not_both_stay(given.removed))
    return given


def pairs_rows(rows: Rows, settings: _tasks.Settings) -> PairsResult:
    job = _Job(rows, settings)
    joined, stats = job.find_components(settings.components)
    kind = rows.data.schema[rows.id].dataType.simpleString()
    columns = [(field.name, _NAMES[field.type]) for field in list(_tasks.compared(settings, pa.null()))[2:]]
    schema = ", ".join(f"{name} {type}" for name, type in [("a", kind), ("b", kind), *columns])
    found = job.by_component(joined).mapInArrow(_worker.quick(_tasks.compare(settings)), schema)
    found = found.persist(StorageLevel.MEMORY_AND_DISK)
    result = _stats(job, joined, stats, job.add_up(found, "resolve"), "pairs")
    unusable = rows.refused_texts(settings, [rows.id]) if stats.get("problems") else None
    given = PairsResult(rows, found, result, settings)
    job.audit(result, unusable, _audit.among(given.pairs))
    return given


@worded
def dedup(
    data: DataFrame,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: str = "text",
    id: str = "id",
    against: DataFrame | None = None,
    against_text: str | None = None,
    against_id: str | None = None,
    keep: str = "first",
    order: str | Sequence[str] | None = None,
    partitions: int | None = None,
    memory: int | str = 512 << 20,
    components: str = "driver",
    **options: Unpack[SparkOptions],
) -> DedupResult:
    """Which rows of a DataFrame stay when copies go. Runs now; its DataFrames are ready when it returns.

    Args:
        data: a DataFrame; read twice here and once more for `kept`, so cache it where that is dear or not repeatable.
        threshold, recall: as for textkin.dedup().
        text, id: columns. Ids must differ, and no row may be without one. A row without a text stays; one with a text
            that cannot be used (see `problems` of the result) does not.
        against: a DataFrame of documents that stay; its ids may be those of `data` too. What of
            `data` is similar to one of them goes. `audit` is of `data` alone, and refused beside it.
        against_text, against_id: its columns, where they have other names than those of `data`.
        keep: "first", "last", "longest", "shortest", "field:NAME", "field:NAME:min" (a column) or "prefer:PATTERN" (of
            the id: a glob, or a folder).
        order: columns that say which row is earlier, for "first", "last" and ties; then the id. None: by the id alone.
            A DataFrame has no order of its own; with the order of the files the answer is that of `textkin dedup`.
        partitions: of what is shuffled; None: twice the cores or as many as `data` has, and fewer of little data, whose
            own are then taken together. Never changes the answer.
        memory: bytes (or "512MiB") a task that the engine keeps to, beside what Spark and Arrow hold. Never changes the
            answer.
        components: who unites what is connected: "driver", which gets 16 bytes for each connected document, one to as
            many times as there are bands; or "graphframes", in DataFrames of any size, for which GraphFrames has to be
            in the session. Never changes the answer.
        options: see textkin.Options; those of files, ids and threads have no meaning here.

    Returns: a DedupResult: kept, removed, stats.
    Raises: ValueError: a wrong option, a missing column, repeated or missing ids. Spark's own where a task failed.
    """
    settings = settings_of(threshold, recall, memory, dict(options))._replace(components=components)
    rows, settings = of_frame(data, text, id, order, partitions, settings)
    if against is None:
        for name, value in (("against_text", against_text), ("against_id", against_id)):
            if value is not None:
                raise ValueError(f"{name}= has no use without against; leave it out")
        return dedup_rows(rows, settings, keep)
    check_frame(against, "against")
    old = Rows(against, against_text or text, against_id or id, rows.order)
    return dedup_rows(rows, with_parts(settings, rows, partitions, old), keep, old)


@worded
def pairs(
    data: DataFrame,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: str = "text",
    id: str = "id",
    order: str | Sequence[str] | None = None,
    partitions: int | None = None,
    memory: int | str = 512 << 20,
    components: str = "driver",
    estimates: bool = False,
    candidates: bool = False,
    **options: Unpack[SparkOptions],
) -> PairsResult:
    """All pairs of rows at or above a similarity, each verified on the exact sets of shingles. Runs now.

    Args: as for dedup(); `order` says which of a pair is a.
        estimates: also a column of what the sketches say of each pair, beside its exact similarity.
        candidates: also `candidates` of the result: every pair that meets in a bucket of a band, alike or not, with
            both values. Costs a set and a sketch for each of them.
    Returns: a PairsResult: pairs, candidates, stats.
    Raises: as dedup().
    """
    settings = settings_of(threshold, recall, memory, dict(options))
    settings = settings._replace(components=components, estimates=estimates, candidates=candidates)
    return pairs_rows(*of_frame(data, text, id, order, partitions, settings))
