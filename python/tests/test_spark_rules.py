"""Rules of one machine that need all rows at once: the audit, rows that cannot be used, pairs beyond memory."""

import subprocess
import sys

import pytest
from on_spark import Corpus, generated, removed_on_spark

import textkin.spark


def test_the_audit_is_that_of_the_command_line(spark, tmp_path):
    """A plan that misses pairs, so that there is something to see."""
    corpus = Corpus(tmp_path, generated(1200, seed=21))
    plan = {"bands": 3, "rows": 14}
    typed = ("--bands", 3, "--rows", 14, "--audit", 150, "-t", 0.7)
    removed, stats = corpus.dedup(*typed)
    assert 0.3 < stats["audit"]["recall"] < 1
    frame = corpus.frame(spark, 5).cache()
    result = textkin.spark.dedup(frame, 0.7, order="place", partitions=3, audit=150, **plan)
    assert removed_on_spark(result) == removed
    assert result.stats["audit"] == stats["audit"]
    expected = corpus.run("pairs", "-o", corpus.folder / "pairs.tsv", *typed)["audit"]
    assert expected["found"] < stats["audit"]["found"]
    found = textkin.spark.pairs(frame, 0.7, order="place", partitions=3, audit=150, **plan)
    assert found.stats["audit"] == expected
    result.unpersist(), found.unpersist(), frame.unpersist()


def test_rows_that_cannot_be_used_go(spark, tmp_path):
    """As records go that the command line cannot use."""
    documents = [("a", "x:1 y:2"), ("b", "x:1 y:two"), ("c", "y:2 x:1"), ("d", ""), ("e", ":3"), ("f", "z")]
    corpus = Corpus(tmp_path, documents)
    removed, stats = corpus.dedup("--weights", "suffix")
    kept = {row["id"] for row in corpus.rows("kept.jsonl")}
    assert (kept, stats["problems"]) == ({"a", "d"}, 3)
    frame = corpus.frame(spark, 2)
    result = textkin.spark.dedup(frame, order="place", weights="suffix", partitions=2, audit=10)
    assert removed_on_spark(result) == removed
    assert {row.id for row in result.kept.collect()} == kept
    assert (result.stats["kept"], result.stats["problems"]) == (2, 3)
    assert result.stats["audit"] == corpus.run("dedup", "-o", "-", "--weights", "suffix", "--audit", 10)["audit"]
    problems = [tuple(row) for row in result.problems.collect()]
    assert [problem[:2] for problem in problems] == [(id, "bad-weights") for id in "bef"]
    assert problems[0][2].startswith("row b: ")
    assert problems[0][2].endswith("; the row was skipped")
    with pytest.raises(ValueError, match="^row b: .*; repair or remove it$"):
        textkin.spark.dedup(frame, order="place", weights="suffix", partitions=2, on_error="fail")


# One component, whose pairs are a hundred times its texts.
ALIKE = """
import resource, sys
import pyarrow as pa
from textkin.spark import _job, _tasks

count, memory = int(sys.argv[1]), int(sys.argv[2])
settings = _job.settings_of(0.8, None, memory, {})
common = " ".join(f"w{i}" for i in range(200))
def rows():
    for begin in range(0, count, 1000):
        places = range(begin, min(count, begin + 1000))
        columns = [pa.array([1] * len(places)), pa.array([f"d{i:05}" for i in places])]
        columns.append(pa.array([f"{common} own{i}" for i in places]))
        yield pa.record_batch(columns, [_tasks.COMPONENT, _tasks.ID, _tasks.TEXT])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = 0
for batch in _tasks.compare(settings)(rows()):
    pairs = batch.filter(batch.column("a").is_valid())
    found += len(pairs)
    assert pairs.num_rows == 0 or pairs.column("shared")[0].as_py() == 196
    assert all(x < y for x, y in zip(pairs.column("a").to_pylist()[:9], pairs.column("b").to_pylist()))
print(found, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_pairs_beyond_memory_are_read_from_a_file():
    def run(count, memory):
        command = [sys.executable, "-c", ALIKE, str(count), str(memory)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return map(int, done.stdout.split())

    found, peak = run(4000, 64 << 20)
    assert found == 4000 * 3999 // 2
    pairs = found * 28 >> 20
    assert peak < 150 < pairs, f"{peak} MiB beside {pairs} MiB of pairs"
