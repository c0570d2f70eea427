"""Spark MLlib: MinHashLSH and its similarity join. https://spark.apache.org/docs/latest/ml-features.html"""

import os
import sys

from rivals.rival import Package, Rival, removed_of_pairs


def work(job):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.ml import Pipeline
    from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master(f"local[{job.threads}]")
        .config("spark.driver.memory", "6g")
        .config("spark.sql.shuffle.partitions", "16")
        .config("spark.local.dir", str(job.scratch))
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    texts = session.read.schema("id string, text string").json(str(job.path))
    stages = [
        RegexTokenizer(inputCol="text", outputCol="words", pattern="[a-z0-9]+", gaps=False),
        NGram(n=5, inputCol="words", outputCol="shingles"),
        HashingTF(inputCol="shingles", outputCol="features", binary=True),
    ]
    features = Pipeline(stages=stages).fit(texts).transform(texts).select("id", "features").cache()
    model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=5, seed=1).fit(features)
    near = model.approxSimilarityJoin(features, features, 1 - job.threshold, distCol="distance")
    pairs = near.where("datasetA.id < datasetB.id").selectExpr("datasetA.id AS a", "datasetB.id AS b").collect()
    order = [row.id for row in features.select("id").orderBy("id").collect()]
    session.stop()
    return removed_of_pairs(order, [(row.a, row.b) for row in pairs])


RIVALS = (
    Rival(
        name="Spark MLlib",
        package=Package("pyspark", "pyspark==4.2.1", "spark", with_it=("numpy",), programs=("java",)),
        settings="MinHashLSH with 5 tables of one value (its default is 1), approxSimilarityJoin; local[2], 6 GB for the driver",
        documents=20_000,
        work=work,
        removes="Jaccard similarity of the hashed shingles",
        offers="nearest neighbours of one vector, and Euclidean distance by random projections",
    ),
)
