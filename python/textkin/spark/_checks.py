"""What is asked of rows before anything is made of them: that ids differ, and that they can be used where that is wanted."""

import numpy as np
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from . import _tasks
from ._rows import Rows


def by_part(packets: DataFrame, parts: int) -> DataFrame:
    """Packets, each in the partition that it names."""
    # Since Spark 4.1 a row can say its partition; before, it is hashed, and partitions are less even.
    if hasattr(packets, "repartitionById"):
        return packets.repartitionById(parts, "part")
    return packets.repartition(parts, "part")


def hash_of(id: Column, old: bool = False) -> Column:
    """By which repeated ids are found. `old`: of another side, whose ids may be the same."""
    return F.xxhash64(id, F.lit("old")) if old else F.xxhash64(id)


def check_ids(rows: Rows, hashes: np.ndarray, old: bool = False) -> None:
    """ValueError where an id stands twice. `hashes`: those that several rows have."""
    if not len(hashes):
        return
    some = [int(one) for one in hashes[:1000].view(np.int64)]
    name = rows.id
    id = F.col(name)
    found = rows.usable().where(hash_of(id, old).isin(some)).groupBy(id).count().where("count > 1")
    repeated = found.orderBy(name).head()
    if repeated is not None:
        raise ValueError(f"id {repeated[0]!r} stands {repeated['count']} times{rows.where()}; ids must differ")


def check_problems(rows: Rows, settings: _tasks.Settings, stats: dict[str, int]) -> None:
    """ValueError where rows cannot be used, and the run is to end then, or no row can. `stats`: of tasks, which count them."""
    fails, any_of = settings.fails, stats.get("problems", 0) + stats.get("refused", 0)
    nothing = stats.get("documents") == 0
    if not any_of or not (fails or nothing):
        return
    found = rows.problems(settings)
    first = (found.where(F.col("reason") == "invalid-utf8") if fails == "invalid-utf8" else found).head()
    if first is not None and fails:
        raise ValueError(first.message.rpartition("; ")[0] + "; repair or remove it")
    if first is not None:
        raise ValueError(f"no document could be read, so nothing was done; the first problem was: {first.message}")
