"""The same job on Spark: alike documents of a DataFrame, with the answers of one machine to the byte.

Spark shuffles and groups; the engine works inside its tasks, a thread each. Documents that share a bucket of the plan's
bands are connected; each connected component is then worked on by the engine as a collection of its own, with the
same seeds, the same verification and the same keep rule. So what is found does not depend on partitions, machines or
retries, and is what `textkin dedup --method lsh` finds.

    result = textkin.spark.dedup(df, text="text", id="id", threshold=0.8)
    result.kept.write.parquet(...)                 # df without the removed rows
    result.removed.show()                          # id, kept, similarity, reason
    result = textkin.spark.dedup(df, against=old)  # also without what is like a row of another DataFrame
    pairs = textkin.spark.pairs(df).pairs          # a, b, similarity, shared, size_a, size_b
    clean = textkin.spark.decontaminate(df, tests).kept  # df without the rows that share something with test items
    found = textkin.spark.query(df, "archive")     # the columns of pairs, of the documents of a textkin.Index

textkin must be installed where Spark's Python workers run. `python -m textkin.spark --help` is the same for paths.
"""

try:
    import pyspark  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError("textkin.spark needs PySpark, which is not here: pip install 'textkin[spark]'", name="pyspark") from None

from ._index import index, query
from ._job import dedup, pairs
from ._leak_results import DecontaminateResult
from ._leaks import decontaminate
from ._results import DedupResult, PairsResult

__all__ = ["DecontaminateResult", "DedupResult", "PairsResult", "decontaminate", "dedup", "index", "pairs", "query"]
