"""What decontaminate() gives on Spark: DataFrames that are ready, and what the run did in numbers."""

from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T
from pyspark.sql.pandas.types import from_arrow_schema

from .._row_edits import ADDED
from . import _leak_tasks, _paths, _reading, _tasks, _worker
from ._leak_tasks import CUT, FATE, LEAK, LEFT, PASSAGE
from ._results import _MOST_BROADCAST
from ._rows import Rows
from ._tasks import Settings
from ._test_sets import TestSets


class DecontaminateResult:
    """kept: the DataFrame that was given as it comes out: without the rows that share something with a test item; with "cut"
    all rows of which something is left, with what is left of their texts; with "flag" all rows, with a column `textkin`
    at their end, a struct of item, shared and items, null where nothing is shared. It is read again where it is used.
    leaked: a DataFrame, a row a row that shares something: id, set and item (the test item that shares most with it),
    shared (how many n-grams, or of passages how many of the item's words), items (how many items share any).
    cuts: with "cut" in place of that a row a stretch that goes: id, offset, length, words, set, item, shared.
    passages: with by="passages" a row a passage: id, offset, length, words, set, item, item_offset, item_length, item_words,
    identity. All as of textkin.decontaminate(), in no order.
    leaks: a DataFrame, a row a test item that leaked, in their order: the columns of `textkin decontaminate --leaks`. One
    task makes it, when it is read, of all rows that share something.
    stats: what the run did, in numbers, with a row a test set.
    problems: a DataFrame, a row a row that could not be used, as of PairsResult; of paths those of the test sets first."""

    def __init__(
        self,
        rows: Rows,
        sets: TestSets,
        shared: Any,
        found: DataFrame,
        stats: dict[str, Any],
        settings: Settings,
        unusable: bool,
    ) -> None:
        """`shared`: the sets, broadcast. `unusable`: whether there are texts that cannot be used."""
        self._unusable = unusable
        self._rows, self._sets, self._shared, self._found, self._settings = rows, sets, shared, found, settings
        self._named = rows.named(found)
        self.stats = stats

    def _of(self, kind: str) -> DataFrame:
        return self._named.where(F.col(kind).isNotNull()).select(F.col(_tasks.ID).alias("id"), f"{kind}.*")

    @property
    def leaked(self) -> DataFrame:
        if self.stats["action"] == "cut":
            raise ValueError('with action="cut" a row is a stretch: see .cuts')
        return self._of(LEAK)

    @property
    def cuts(self) -> DataFrame:
        if self.stats["action"] != "cut":
            raise ValueError('there are cuts with action="cut"; see .leaked')
        return self._of(CUT)

    @property
    def passages(self) -> DataFrame:
        if self.stats["by"] != "passages":
            raise ValueError('there are passages with by="passages"; n-grams have no places')
        return self._of(PASSAGE)

    @property
    def leaks(self) -> DataFrame:
        rows = self._rows
        order = [F.col(name) for name in [*rows.order, rows.id]]
        data = rows.usable().select(
            F.col(rows.id).alias(_tasks.ID),
            F.col(rows.text).cast("string").alias(_tasks.TEXT),
            *(column.alias(f"_order{i}") for i, column in enumerate(order)),
        )
        wanted = data.join(self._small(self._of(FATE).select(F.col("id").alias(_tasks.ID))), _tasks.ID, "left_semi")
        sorts = [F.col(f"_order{i}").asc_nulls_last() for i in range(len(order))]
        together = wanted.repartition(1).sortWithinPartitions(*sorts).select(_tasks.ID, _tasks.TEXT)
        by, kind = self.stats["by"], rows.data.schema[rows.id].dataType
        columns = from_arrow_schema(_leak_tasks.item_columns(by, self._sets.items.type, pa.null()))
        schema = T.StructType([T.StructField(f.name, kind if f.name in ("first", "best") else f.dataType) for f in columns])
        return together.mapInArrow(_worker.quick(_leak_tasks.tell_items(self._settings, self._shared, by)), schema)

    @property
    def kept(self) -> DataFrame:
        rows, action, name = self._rows, self.stats["action"], self._rows.id
        fates = self._small(self._of(FATE).select(F.col("id").alias(name), "gone", "left"))
        records = self._usable()
        if action == "drop":
            return records.join(fates, name, "left_anti")
        if isinstance(rows, _paths.JsonLines):
            return self._lines(records, fates)
        if action == "flag":
            marks = self._of(LEAK).select(F.col("id").alias(name), F.struct("item", "shared", "items").alias(ADDED))
            return records.join(self._small(marks), name, "left").select(*records.columns, ADDED)
        gone, left = f"{LEFT}_gone", LEFT
        fates = fates.withColumnsRenamed({"gone": gone, "left": left})
        kind = records.schema[rows.text].dataType
        joined = records.join(fates, name, "left").where(~F.coalesce(gone, F.lit(False)))
        texts = F.coalesce(F.col(left).cast(kind), F.col(rows.text)).alias(rows.text)
        return joined.select(*(texts if column == rows.text else F.col(column) for column in records.columns))

    def _usable(self) -> DataFrame:
        """The records that come in."""
        rows, records = self._rows, self._rows.records()
        if not self._unusable:
            return records
        unusable = rows.refused_texts(self._settings, [rows.id]).select(rows.id)
        return records.join(self._small(unusable), rows.id, "left_anti")

    def _lines(self, records: DataFrame, fates: DataFrame) -> DataFrame:
        """Records of JSON lines, those that share something as the command line writes them."""
        joined = records.join(fates, self._rows.id, "left").where(~F.coalesce("gone", F.lit(False)))
        lines = joined.select(_reading.LINE, F.col("gone").isNotNull().alias(LEFT))
        task = _leak_tasks.rewrite(self._settings, self._shared, self._rows.fields)
        return lines.mapInArrow(_worker.quick(task), T.StructType().add(_reading.LINE, T.StringType()))

    def _small(self, ids: DataFrame) -> DataFrame:
        """For a join, which then moves no text."""
        few = self.stats["leaking"] + self.stats["problems"] <= _MOST_BROADCAST
        return F.broadcast(ids) if few else ids

    @property
    def problems(self) -> DataFrame:
        found = self._rows.problems(self._settings)
        return found if self._sets.problems is None else self._sets.problems.union(found)

    def unpersist(self) -> None:
        """Lets the result go, which Spark holds so that it need not be found again. All of it but the numbers needs it."""
        self._found.unpersist()
        self._shared.unpersist()

    def __repr__(self) -> str:
        stats = self.stats
        return f"DecontaminateResult(documents={stats['documents']}, leaking={stats['leaking']}, kept={stats['kept']})"
