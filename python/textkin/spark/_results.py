"""Results of runs on Spark: DataFrames that are ready, and what the run did in numbers."""

from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ._rows import Rows
from ._tasks import ESTIMATE, MEETING, PAIR, Settings

# Ids that every task may hold, so that a join moves no text.
_MOST_BROADCAST = 4_000_000
_MEETING = [name for name, _ in MEETING]
_CANDIDATE = ["a", "b", *_MEETING, *(name for name, _ in ESTIMATE + PAIR)]


class PairsResult:
    """pairs: a DataFrame of a, b (ids, a first in the order), similarity, shared, size_a, size_b; with
    estimates estimate.
    candidates: a DataFrame, a row a pair that meets in a bucket of a band: a, b, bands (in how many), band (the first,
    from 1), bucket (its key, in hexadecimal digits), estimate, similarity, shared, size_a, size_b; if asked for.
    stats: what the run did, in numbers.
    problems: a DataFrame, a row a row that could not be used, if stats["problems"] says that there are: id, reason,
    message; of paths file and line in place of id. It reads the input again."""

    def __init__(self, rows: Rows, found: DataFrame, stats: dict[str, Any], settings: Settings) -> None:
        self._rows, self._found, self._settings = rows, found, settings
        self.stats = stats
        pairs = found.where(F.col("a").isNotNull()).drop("_numbers")
        if settings.candidates:
            self._candidates = pairs.where(F.col("bands").isNotNull()).select(*_CANDIDATE)
            pairs = pairs.where(F.col("bands").isNull()).drop(*_MEETING)
            pairs = pairs if settings.estimates else pairs.drop("estimate")
        self.pairs = pairs

    @property
    def candidates(self) -> DataFrame:
        if not self._settings.candidates:
            raise ValueError("candidates were not asked for; give candidates=True")
        return self._candidates

    @property
    def problems(self) -> DataFrame:
        return self._rows.problems(self._settings)

    def unpersist(self) -> None:
        """Lets the result go, which Spark holds so that it need not be found again."""
        self._found.unpersist()

    def __repr__(self) -> str:
        return f"PairsResult(documents={self.stats['documents']}, pairs={self.stats['pairs']})"


class DedupResult:
    """removed: a DataFrame, a row a removed document: id, kept (the id of the one that it is similar to, which stays),
    similarity, reason ("identical": equal shingle sets, or "similar"), and with against kept_in: "input" or "against".
    kept: the DataFrame that was given, without the removed rows and those that could not be used; it is read again
    where it is used.
    stats, problems: as of PairsResult."""

    def __init__(
        self,
        rows: Rows,
        found: DataFrame,
        stats: dict[str, Any],
        settings: Settings,
        unusable: DataFrame | None,
        old: Rows | None = None,
    ) -> None:
        self._old = old
        self._rows, self._found, self._settings, self._unusable = rows, found, settings, unusable
        self.stats = stats
        self.removed = found.where(F.col("id").isNotNull()).drop("_numbers")

    @property
    def problems(self) -> DataFrame:
        found = self._rows.problems(self._settings)
        return found if self._old is None else found.union(self._old.problems(self._settings))

    @property
    def kept(self) -> DataFrame:
        name = self._rows.id
        gone = self.removed.select(F.col("id").alias(name))
        if self._unusable is not None:
            gone = gone.union(self._unusable.select(name))
        if self.stats["removed"] + self.stats["problems"] <= _MOST_BROADCAST:
            gone = F.broadcast(gone)
        return self._rows.records().join(gone, name, "left_anti")

    def unpersist(self) -> None:
        """Lets the result go, which Spark holds so that it need not be found again. `kept` needs it."""
        self._found.unpersist()

    def __repr__(self) -> str:
        documents, removed = self.stats["documents"], self.stats["removed"]
        return f"DedupResult(documents={documents}, kept={documents - removed}, removed={removed})"
