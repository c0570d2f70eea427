"""decontaminate(): each document is searched for what it shares with test sets, of which every task has all.

Nothing crosses documents there, so there is nothing to shuffle but hashes of ids, which must differ. What is told of an
item over all documents is made of those that share something, in one task.
"""

import json
import time
from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T
from pyspark.sql.pandas.types import from_arrow_type

from .. import _commands, _options
from .._doors import worded
from .._inputs import Input
from .._options import SparkDecontaminateOptions
from .._row_edits import check_unmarked
from . import _leak_tasks, _packets, _tasks, _test_sets, _worker
from ._checks import by_part, check_ids, check_problems
from ._job import of_frame
from ._leak_results import DecontaminateResult
from ._leak_tasks import MET, PACKET
from ._rows import Rows
from ._test_sets import TestSets
from ._workers import check_workers

# How a run on one machine went.
_OF_A_MACHINE = ("version", "seconds", "peak_memory_bytes", "threads")


def settings_of(action: str, margin: int | None, memory: int | str, options: dict[str, Any]) -> _tasks.Settings:
    """Options as tasks take them; `parts` is still to be said. ValueError: one that has no meaning here."""
    for name in options:
        if name not in SparkDecontaminateOptions.__annotations__:
            raise ValueError(f"option {name!r} has no meaning for decontaminate on Spark; leave it out")
    fails = "all" if options.pop("on_error", "skip") == "fail" else ""
    if options.get("invalid_utf8") == "fail":
        options["invalid_utf8"] = "skip"  # a task knows no place in the input to name
        fails = fails or "invalid-utf8"
    size = _options.size(memory)
    reading = {name: options.get(name) for name in ("invalid_utf8", "simd")} | {"threads": 1, "memory": size}
    return _tasks.Settings(_options.words(reading), {"action": action, "margin": margin, **options}, 1, size, fails)


def _of_sets(sets: TestSets, settings: _tasks.Settings) -> dict[str, Any]:
    """What a run says of the sets alone. What is wrong with options or sets is said by it, and not by a task."""
    given, nothing = _test_sets.Given(sets), Input([""], "<rows>")
    options = settings.options | {"threads": 1, "memory": settings.memory, "progress": False}
    words = ["decontaminate", *nothing.words, *(f"--against={word}" for word in given.words)]
    stats: dict[str, Any] = json.loads(_commands._run(words, [nothing, given], options, {}).stats)
    return stats


def _search(rows: Rows, settings: _tasks.Settings, sets: TestSets, shared: Any, of_sets: dict[str, Any]) -> DataFrame:
    id = F.col(rows.id)
    names = [_tasks.ID, *rows.place]
    columns = rows.data.select(
        F.when(id.isNotNull(), F.xxhash64(id)).alias(_tasks.ID_HASH),
        F.col(rows.text).cast("string").alias(_tasks.TEXT),
        id.alias(_tasks.ID),
        *rows.place,
        *([F.col(rows.refused).isNotNull().alias(_tasks.REFUSED)] if rows.refused else []),
    )
    if settings.most_parts is not None:
        columns = columns.coalesce(settings.parts)
    kinds = [T.StructField(name, from_arrow_type(kind)) for name, kind in _leak_tasks.kinds(sets.items.type).items()]
    places = [T.StructField(name, columns.schema[name].dataType) for name in names]  # what is of no row has none
    schema = T.StructType([*places, *kinds])
    return columns.mapInArrow(_worker.quick(_leak_tasks.search(settings, shared, names, of_sets)), schema)


def _repeated(packets: DataFrame, parts: int) -> _packets.Received:
    """Hashes that several ids have."""
    found = _packets.Received()
    ids = packets.where(F.col("kind") == _packets.IDS)
    for row in by_part(ids, parts).mapInArrow(_worker.quick(_tasks.link), _packets.SCHEMA).collect():
        found.add([row.kind], [bytes(row.payload)])
    return found


def _stats(of_sets: dict[str, Any], sums: dict[str, int], sets: TestSets, met: list[int]) -> dict[str, Any]:
    """As one machine counts. `sums`: of tasks; `met`: the numbers of items that leaked."""
    leaked = np.bincount(np.searchsorted(sets.ends, met, side="right"), minlength=len(sets.ends)).tolist()
    told = []
    for place, one in enumerate(of_sets["sets"]):
        told.append(one | {"leaked": leaked[place], "documents": sums.get(f"documents_{place}", 0)})
    stats = {name: value for name, value in of_sets.items() if name not in _OF_A_MACHINE}
    stats |= {name: sums.get(name, 0) for name in _leak_tasks.SUMS if name in stats}
    stats["problems"] += of_sets["problems"] + sums.get("refused", 0) + sets.refused
    stats["input_bytes"] += of_sets["input_bytes"]
    return stats | {"sets": told}


def decontaminate_rows(rows: Rows, sets: TestSets, settings: _tasks.Settings) -> DecontaminateResult:
    """`settings`: with parts."""
    spark = rows.data.sparkSession
    began = time.monotonic()
    check_workers(spark)
    of_sets = _of_sets(sets, settings)
    shared = sets.broadcast(spark)
    found = _search(rows, settings, sets, shared, of_sets).persist(StorageLevel.MEMORY_AND_DISK)
    packets = found.where(F.col(PACKET).isNotNull()).select(f"{PACKET}.*")
    total = _packets.Received()
    for row in packets.where(F.col("kind") == _packets.STATS).collect():
        total.add([row.kind], [bytes(row.payload)])
    sums = total.stats()
    check_problems(rows, settings, sums)
    if sums.get("null_ids"):
        rows.name_all(sums["null_ids"])
    check_ids(rows, _repeated(packets, settings.parts).take(_packets.IDS))
    met = [row.item for row in found.where(F.col(MET).isNotNull()).select(f"{MET}.item").distinct().collect()]
    stats = _stats(of_sets, sums, sets, met)
    stats |= {"partitions": settings.parts, "seconds": {"total": round(time.monotonic() - began, 3)}}
    return DecontaminateResult(rows, sets, shared, found, stats, settings, sums.get("problems", 0) > 0)


@worded
def decontaminate(
    data: DataFrame,
    against: Any,
    *,
    text: str = "text",
    id: str = "id",
    against_text: str | None = None,
    against_id: str | None = None,
    action: str = "drop",
    margin: int | None = None,
    order: str | Sequence[str] | None = None,
    partitions: int | None = None,
    memory: int | str = 512 << 20,
    **options: Unpack[SparkDecontaminateOptions],
) -> DecontaminateResult:
    """Which rows of a DataFrame share a run of 13 words (see shingle), or with by="passages" a passage, with an item of test
    sets: the answers of textkin.decontaminate(). Runs now; its DataFrames are ready when it returns.

    Args:
        data: a DataFrame of any size; read once here and once more for `kept`, so cache it where that is dear or not
            repeatable.
        against: the test items, which must fit in a task's memory: a DataFrame (taken in the order of its ids), what
            textkin.decontaminate() takes in memory, with DataFrames among its frames too, or paths that Spark reads
            (JSON lines, Parquet, texts; local, hdfs://, s3a://): of these each file is a test set of its own. The driver
            reads them once.
        text, id: columns, of both. Ids of rows must differ, and no row may be without one. A row without a text
            stays; one with a text that cannot be used (see `problems` of the result) does not.
        against_text, against_id: those of the test items, where they have other names.
        action: what becomes of such a row: "drop", "flag", or "cut": what it shares is taken out of it.
        margin: with "cut": words that go too on either side; None: 30.
        order: columns that say which row is earlier, then the id: for `first` and `best` of `leaks` alone.
        partitions: among which hashes of ids are compared; None: as for dedup(). Never changes the answer.
        memory: bytes (or "512MiB") a task that the engine keeps to, beside what Spark and Arrow hold. Never changes the
            answer.
        options: by, sensitivity, guarantee, max_gap, min_length, and how texts are read; see textkin.Options.

    Returns: a DecontaminateResult: kept, leaked or cuts, passages, leaks, stats.
    Raises: as dedup(), and ValueError where against has no item.
    """
    settings = settings_of(action, margin, memory, dict(options))
    rows, settings = of_frame(data, text, id, order, partitions, settings)
    if action == "flag":
        check_unmarked(data.columns, "the DataFrame")
    sets = _test_sets.read(data.sparkSession, against, against_text or text, against_id or id, settings)
    return decontaminate_rows(rows, sets, settings)
