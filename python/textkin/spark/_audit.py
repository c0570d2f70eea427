"""The audit of a job: what it found of the alike pairs of some documents, drawn as one machine draws them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import _textkin
from . import _tasks, _worker
from ._rows import Rows

_SAMPLE, _NUMBER, _PART = "_sample", "_number", "_part"

# Of the pairs (_SAMPLE, id) that there are, those that were found: a condition on columns that it adds.
Found = Callable[[DataFrame, DataFrame], tuple[DataFrame, Column]]


def _near(settings: _tasks.Settings, shared: Any) -> Callable[[_tasks.Batches], _tasks.Batches]:
    """Rows with ID and TEXT -> _SAMPLE, ID of those that are alike to a sampled document and not it itself. `shared`: a
    broadcast of the sample's numbers, ids and texts."""

    def task(batches: _tasks.Batches) -> _tasks.Batches:
        sample = None
        for chunk in _tasks._chunks(batches, settings.memory):
            if sample is None:
                numbers, ids, texts = shared.value
                sample = _textkin.sample_neighbours(settings.words, _textkin.Rows(texts, None, None))
            found = sample.find(_textkin.Rows(chunk[_tasks.TEXT], None, None))
            places = pa.array(found[:, 0])
            near = pa.table({_SAMPLE: numbers.take(places), _tasks.ID: chunk[_tasks.ID].take(pa.array(found[:, 1]))})
            own = np.array(ids.take(places).to_pylist(), object)
            other = np.array(near[_tasks.ID].to_pylist(), object)
            yield from near.filter(pa.array(own != other, pa.bool_())).to_batches()

    return task


def _drawn(rows: Rows, numbers: list[int], unusable: DataFrame | None) -> DataFrame:
    """The ids of the documents of these numbers in the order of all: _SAMPLE, ID."""
    data = rows.usable()
    if unusable is not None:
        data = data.join(unusable.select(rows.id), rows.id, "left_anti")
    order = [F.col(name) for name in [*rows.order, rows.id]]
    ordered = data.select(
        *(column.alias(f"_order{i}") for i, column in enumerate(order)), F.col(rows.id).alias(_tasks.ID)
    )
    ordered = ordered.orderBy(*(f"_order{i}" for i in range(len(order)))).select(_tasks.ID).persist()
    # The rows of a partition follow each other, in the lower 33 bits.
    place = F.monotonically_increasing_id().bitwiseAND(F.lit((1 << 33) - 1))
    placed = ordered.select(_tasks.ID, F.spark_partition_id().alias(_PART), place.alias(_NUMBER))
    counts = {row[_PART]: row["count"] for row in placed.groupBy(_PART).count().collect()}
    parts = sorted(counts)
    ends = np.cumsum([counts[part] for part in parts])
    wanted = np.array(numbers, dtype=np.int64)
    at = np.searchsorted(ends, wanted, side="right")
    columns = {
        _SAMPLE: np.arange(len(wanted), dtype=np.int32),
        _PART: np.array(parts, dtype=np.int32)[at],
        _NUMBER: wanted - np.where(at > 0, ends[at - 1], 0),
    }
    asked = rows.data.sparkSession.createDataFrame(pa.table(columns))
    found = placed.join(F.broadcast(asked), [_PART, _NUMBER]).select(_SAMPLE, _tasks.ID).toArrow()
    ordered.unpersist()
    return rows.data.sparkSession.createDataFrame(found)


def audit(
    rows: Rows, settings: _tasks.Settings, documents: int, unusable: DataFrame | None, found: Found
) -> dict[str, Any]:
    """As --stats of the command line has it, with its numbers where the order of rows is that of its documents."""
    if documents >= 1 << 32:
        raise ValueError("audit draws from at most 4,294,967,295 documents; leave it out")
    words = [*settings.words, f"--audit={settings.audit}"]
    numbers = _textkin.draw_for_audit(words, documents)
    neighbours = np.zeros(len(numbers), dtype=np.uint64)
    dealt = np.zeros(len(numbers), dtype=np.uint64)
    if numbers:
        drawn = _drawn(rows, numbers, unusable)
        data = rows.usable().select(
            F.col(rows.id).alias(_tasks.ID), F.coalesce(F.col(rows.text).cast("string"), F.lit("")).alias(_tasks.TEXT)
        )
        sample = data.join(F.broadcast(drawn), _tasks.ID).toArrow()
        held = tuple(sample[name] for name in (_SAMPLE, _tasks.ID, _tasks.TEXT))
        shared = rows.data.sparkSession.sparkContext.broadcast(held)
        schema = T.StructType().add(_SAMPLE, T.IntegerType()).add(_tasks.ID, rows.data.schema[rows.id].dataType)
        near, condition = found(data.mapInArrow(_worker.quick(_near(settings, shared)), schema), drawn)
        counted = near.groupBy(_SAMPLE).agg(F.count(F.lit(1)), F.sum(condition.cast("long")))
        for number, all_of_them, some in counted.collect():
            neighbours[number], dealt[number] = all_of_them, some
        shared.unpersist()
    return dict(_textkin.audit_of(neighbours, dealt, documents))


def not_both_stay(removed: DataFrame) -> Found:
    def found(near: DataFrame, drawn: DataFrame) -> tuple[DataFrame, Column]:
        gone = removed.select(F.col("id").alias(_tasks.ID), F.lit(True).alias("_gone"))
        own = drawn.join(gone, _tasks.ID).select(_SAMPLE, F.lit(True).alias("_own_gone"))
        joined = near.join(gone, _tasks.ID, "left").join(F.broadcast(own), _SAMPLE, "left")
        return joined, F.coalesce("_gone", "_own_gone", F.lit(False))

    return found


def among(pairs: DataFrame) -> Found:
    def found(near: DataFrame, drawn: DataFrame) -> tuple[DataFrame, Column]:
        drawn = F.broadcast(drawn)
        halves = [
            pairs.select(F.col(one).alias(_tasks.ID), F.col(other).alias("_other")).join(drawn, _tasks.ID)
            for one, other in (("a", "b"), ("b", "a"))
        ]
        partners = halves[0].union(halves[1])
        partners = partners.select(_SAMPLE, F.col("_other").alias(_tasks.ID), F.lit(True).alias("_found"))
        return near.join(partners, [_SAMPLE, _tasks.ID], "left"), F.coalesce("_found", F.lit(False))

    return found
