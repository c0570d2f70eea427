"""Results of runs on Spark: DataFrames that are ready, and what the run did in numbers."""

from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

# Ids that every task may hold, so that a join moves no text.
_MOST_BROADCAST = 4_000_000


class PairsResult:
    """pairs: a DataFrame of a, b (ids, a first in the order), similarity, shared, size_a, size_b.
    stats: what the run did, in numbers."""

    def __init__(self, found: DataFrame, stats: dict[str, Any]) -> None:
        self._found = found
        self.stats = stats
        self.pairs = found.where(F.col("a").isNotNull()).drop("_numbers")

    def unpersist(self) -> None:
        """Lets the result go, which Spark holds so that it need not be found again."""
        self._found.unpersist()


class DedupResult:
    """removed: a DataFrame, a row a removed document: id, kept (the id of the one that it is similar to, which stays),
    similarity, reason ("identical": equal shingle sets, or "similar").
    kept: the DataFrame that was given, without the removed rows; it is read again where it is used.
    stats: what the run did, in numbers."""

    def __init__(self, data: DataFrame, id: str, found: DataFrame, stats: dict[str, Any]) -> None:
        self._data, self._id, self._found = data, id, found
        self.stats = stats
        self.removed = found.where(F.col("id").isNotNull()).drop("_numbers")

    @property
    def kept(self) -> DataFrame:
        gone = self.removed.select(F.col("id").alias(self._id))
        if self.stats["removed"] <= _MOST_BROADCAST:
            gone = F.broadcast(gone)
        return self._data.join(gone, self._id, "left_anti")

    def unpersist(self) -> None:
        """Lets the result go, which Spark holds so that it need not be found again. `kept` needs it."""
        self._found.unpersist()
