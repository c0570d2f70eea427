"""Components of documents that share buckets: which node belongs to which."""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import _textkin
from . import _packets, _tasks, _worker

# Where they are found: in the driver by the engine, or by GraphFrames in DataFrames, of which no machine holds all.
WAYS = ("driver", "graphframes")
# Nodes of a forest that every task may hold, 16 bytes each. More are joined by Spark, which then moves all texts.
MOST_BROADCAST = 1 << 26


class Components(NamedTuple):
    nodes: int  # those of documents that share a bucket
    number: int  # of components
    forest: np.ndarray | None  # uint64 [nodes, 2]: (node, its component), ascending by node
    labels: DataFrame | None  # the same as NODE, COMPONENT, where there is no forest


def check(spark: SparkSession, way: str) -> None:
    if way not in WAYS:
        raise ValueError(f"components {way!r}: it is {' or '.join(WAYS)}")
    if way == "driver":
        return
    try:
        import graphframes  # noqa: F401

        loader = spark.sparkContext._jvm.Thread.currentThread().getContextClassLoader()  # type: ignore[union-attr]
        loader.loadClass("org.graphframes.GraphFrame")
    except Exception as error:
        raise ValueError(
            f"{str(error).splitlines()[0]}: components='graphframes' needs the package graphframes-py, 0.12 or later, "
            "and in the session its jar, spark.jars.packages=io.graphframes:graphframes-spark4_2.13:VERSION"
        ) from error
    if spark.sparkContext.getCheckpointDir() is None:
        raise ValueError(
            "components='graphframes' keeps its rounds in files; first call spark.sparkContext.setCheckpointDir() with "
            "a folder that all workers reach"
        )


def received(linked: DataFrame, way: str) -> _packets.Received:
    """What link tasks found, without links where these stay in DataFrames."""
    wanted = linked if way == "driver" else linked.where(F.col("kind") != _packets.LINKS)
    found = _packets.Received()
    try:
        for row in wanted.select("kind", "payload").collect():
            found.add([row.kind], [bytes(row.payload)])
    except Exception as error:
        if "spark.driver.maxResultSize" not in str(error):
            raise
        raise ValueError(
            "the links of connected documents are more than spark.driver.maxResultSize; raise it and "
            "spark.driver.memory (16 and 76 bytes a link), or pass components='graphframes'"
        ) from error
    return found


def in_driver(spark: SparkSession, links: np.ndarray) -> Components:
    _, forest = _textkin.connect(np.zeros((0, 2), dtype=np.uint64), links)
    count = len(np.unique(forest[:, 1]))
    if len(forest) <= MOST_BROADCAST:
        return Components(len(forest), count, forest, None)
    names = (_tasks.NODE, _tasks.COMPONENT)
    columns = {name: np.ascontiguousarray(forest[:, i]).view(np.int64) for i, name in enumerate(names)}
    return Components(len(forest), count, None, spark.createDataFrame(pa.table(columns)))


def in_dataframes(linked: DataFrame) -> Components:
    """By randomized contraction (Bögeholz, Brand, Todor 2020)."""
    from graphframes import GraphFrame

    packets = linked.where(F.col("kind") == _packets.LINKS)
    links = packets.mapInArrow(_worker.quick(_tasks.unpack_links), "src long, dst long")
    links = links.persist(StorageLevel.MEMORY_AND_DISK)
    nodes = links.select(F.col("src").alias("id")).union(links.select(F.col("dst").alias("id"))).distinct()
    graph = GraphFrame(nodes, links.where("src <> dst"))
    found = graph.connectedComponents(algorithm="randomized_contraction")
    # It has removed what it could be found again from, should a worker be lost.
    labels = found.select(F.col("id").alias(_tasks.NODE), F.col("component").alias(_tasks.COMPONENT)).checkpoint()
    found.unpersist()
    links.unpersist()
    counts = labels.agg(F.count("*"), F.countDistinct(_tasks.COMPONENT)).collect()[0]
    return Components(counts[0], counts[1], None, labels)
