"""A hundred thousand documents on Spark: the answers of the command line, however the rows are spread."""

import random

import pytest
from on_spark import Corpus, check_stats, pairs_on_spark, removed_on_spark

import textkin.spark


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Every third text is an earlier one, with up to four of its words changed."""
    draw = random.Random(7)
    vocabulary = [f"w{i}" for i in range(20_000)]
    texts = []
    for i in range(100_000):
        text = list(draw.choice(texts)) if i % 3 == 2 else draw.choices(vocabulary, k=40)
        for _ in range(draw.randrange(5) if i % 3 == 2 else 0):
            text[draw.randrange(40)] = f"x{i}"
        texts.append(text)
    folder = tmp_path_factory.mktemp("large")
    return Corpus(folder, [(f"d{i:06}", " ".join(text)) for i, text in enumerate(texts)])


def test_a_hundred_thousand_documents(spark, corpus):
    removed, removal_stats = corpus.dedup()
    pairs, pair_stats = corpus.pairs()
    assert len(removed) > 5_000 and len(pairs) > 5_000
    lines = spark.read.schema("id string, text string").json(str(corpus.path))
    for partitions in (1, 2, 8, 37):
        frame = lines.repartition(partitions)
        result = textkin.spark.dedup(frame, partitions=partitions)
        assert removed_on_spark(result) == removed
        check_stats(result.stats, removal_stats)
        assert result.kept.count() == 100_000 - len(removed)
        found = textkin.spark.pairs(frame, partitions=partitions)
        assert pairs_on_spark(found) == pairs
        check_stats(found.stats, pair_stats)
        result.unpersist()
        found.unpersist()
