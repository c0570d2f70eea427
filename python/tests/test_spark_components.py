"""Components on Spark: found in the driver or by GraphFrames, the answers are the same; too many for it is said.

GraphFrames is not installed with the package: TEXTKIN_GRAPHFRAMES names its jar, and `graphframes` must be importable.
"""

import importlib.util
import os
import random

import numpy as np
import pytest
from on_spark import Corpus, check_stats, generated, job, pairs_on_spark, removed_on_spark, start, words

import textkin.spark
from textkin.spark import _components, _packets

JAR = os.environ.get("TEXTKIN_GRAPHFRAMES")
needs_graphframes = pytest.mark.skipif(
    JAR is None or importlib.util.find_spec("graphframes") is None,
    reason="no GraphFrames; pip install graphframes-py, and TEXTKIN_GRAPHFRAMES=the jar of graphframes-spark4_2.13",
)


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    session = start("local[2]", **({"spark.jars": JAR} if JAR else {}))
    session.sparkContext.setCheckpointDir(str(tmp_path_factory.mktemp("rounds")))
    yield session
    session.stop()


def chain(length, seed):
    """Documents of which each is alike to the next, and not to those further on."""
    text = words(40 + 2 * length, 5000, seed).split()
    return [(f"c{seed}-{i}", " ".join(text[2 * i : 2 * i + 40])) for i in range(length)]


@needs_graphframes
def test_answers_are_the_same_by_graphframes(spark, tmp_path):
    corpus = Corpus(tmp_path, generated(800, seed=9) + chain(60, 1) + chain(30, 2))
    removed, removal_stats = corpus.dedup()
    pairs, pair_stats = corpus.pairs()
    frame = corpus.frame(spark, 3).cache()
    results = [textkin.spark.dedup(frame, order="place", components=way) for way in _components.WAYS]
    for result in results:
        assert removed_on_spark(result) == removed
        check_stats(result.stats, removal_stats)
    for name in ("connected", "components"):
        assert results[0].stats[name] == results[1].stats[name] > 0
    found = textkin.spark.pairs(frame, order="place", components="graphframes")
    assert pairs_on_spark(found) == pairs
    check_stats(found.stats, pair_stats)


@needs_graphframes
def test_paths_stars_and_lone_nodes_by_graphframes(spark):
    draw = random.Random(5)
    nodes = [draw.getrandbits(64) for _ in range(4000)]
    links = [*zip(nodes[:1000], nodes[1:1000], strict=False)]  # a path, against its order or with it
    links += [(one, nodes[1500]) for one in nodes[1501:2000]]  # a star
    links += [(one, one) for one in nodes[2000:2100]]  # alone
    links += [tuple(draw.sample(nodes[2100:], 2)) for _ in range(1500)]
    draw.shuffle(links)
    numbers = np.array(links, dtype=np.uint64)
    rows = [(0, _packets.LINKS, numbers[i : i + 700].tobytes()) for i in range(0, len(numbers), 700)]
    rows.append((0, _packets.STATS, b"{}"))
    by_driver = _components.in_driver(spark, numbers)
    by_graphframes = _components.in_dataframes(spark.createDataFrame(rows, _packets.SCHEMA))
    assert by_graphframes[:2] == by_driver[:2]
    groups = []
    for labels in (by_driver.forest.view(np.int64).tolist(), by_graphframes.labels.collect()):
        members = {}
        for node, component in labels:
            members.setdefault(component, []).append(node)
        groups.append(sorted(map(sorted, members.values())))
    assert groups[0] == groups[1]


@needs_graphframes
def test_the_job_over_paths_by_graphframes(spark, tmp_path, monkeypatch):
    corpus = Corpus(tmp_path, generated(200, seed=4))
    removed, _ = corpus.dedup()
    job(
        monkeypatch,
        "dedup",
        corpus.path,
        "-o",
        tmp_path / "out",
        "--removed",
        tmp_path / "gone",
        "--components",
        "graphframes",
    )
    assert {row.id for row in spark.read.parquet(str(tmp_path / "gone")).collect()} == removed.keys()


def test_what_cannot_be_is_refused(spark, monkeypatch):
    frame = spark.createDataFrame([("a", "one"), ("b", "two")], "id string, text string")
    with pytest.raises(ValueError, match="components 'tasks': it is driver or graphframes"):
        textkin.spark.dedup(frame, components="tasks")
    if JAR is None:
        with pytest.raises(ValueError, match="needs the package graphframes-py, 0.12 or later"):
            textkin.spark.dedup(frame, components="graphframes")
    else:
        monkeypatch.setattr(spark.sparkContext, "getCheckpointDir", lambda: None)
        with pytest.raises(ValueError, match="setCheckpointDir"):
            textkin.spark.dedup(frame, components="graphframes")


def test_more_links_than_the_driver_takes(spark):
    # Each has a twin, and so a link of its own.
    documents = [(f"{i}-{j}", words(40, 5000, i)) for i in range(1500) for j in (0, 1)]
    frame = spark.createDataFrame(documents, "id string, text string").repartition(2)
    settings = spark.sparkContext._jsc.sc().conf()
    settings.set("spark.driver.maxResultSize", "4k")
    try:
        with pytest.raises(
            ValueError, match="spark.driver.maxResultSize; raise it .* or pass components='graphframes'"
        ):
            textkin.spark.dedup(frame)
    finally:
        settings.remove("spark.driver.maxResultSize")
    result = textkin.spark.dedup(frame)
    assert result.stats["removed"] == 1500
