"""The same job on Spark: answers equal those of the command line, however the rows are spread and whatever dies."""

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import zipfile

import numpy as np
import pyarrow as pa
import pytest
from on_spark import (
    BINARY,
    ROOT,
    Corpus,
    check_stats,
    generated,
    job,
    lines_of,
    pairs_on_spark,
    removed_on_spark,
    start,
    words,
)

sys.path.append(str(ROOT / "tests" / "cases"))

import collections_of_truth
import textkin.spark
from textkin.spark import _packets, _tasks, _worker


def of_known_truth(name, folder):
    """A collection with the command line's options for it, and the package's."""
    found = collections_of_truth.load(name)
    names = [option[2:].replace("-", "_") for option in found.options[::2]]
    return Corpus(folder, found.documents, found.options), dict(zip(names, found.options[1::2], strict=True))


@pytest.mark.parametrize("name", ("us-code", "powershell-docs", "tang-poems", "generated"))
def test_answers_are_those_of_the_command_line(spark, tmp_path, name):
    corpus, options = (Corpus(tmp_path, generated(3000)), {}) if name == "generated" else of_known_truth(name, tmp_path)
    removed, removal_stats = corpus.dedup()
    pairs, pair_stats = corpus.pairs()
    assert removed and pairs
    for partitions in (1, 2, 8, 37):
        frame = corpus.frame(spark, partitions).cache()
        result = textkin.spark.dedup(frame, order="place", partitions=partitions, **options)
        assert removed_on_spark(result) == removed
        check_stats(result.stats, removal_stats)
        assert {row.id for row in result.kept.select("id").collect()} == {
            id for id, _ in corpus.documents
        } - removed.keys()
        found = textkin.spark.pairs(frame, order="place", partitions=partitions, **options)
        assert pairs_on_spark(found) == pairs
        check_stats(found.stats, pair_stats)
        result.unpersist(), found.unpersist(), frame.unpersist()


@pytest.mark.parametrize(
    "keep", ("last", "longest", "shortest", "field:rank", "field:rank:min", "prefer:d[1-4]*", "prefer:none")
)
def test_keep_rules_are_those_of_the_command_line(spark, tmp_path, keep):
    documents = [(id, text, place % 7, place) for place, (id, text) in enumerate(generated(600, seed=8))]
    with open(tmp_path / "in.jsonl", "w", encoding="utf-8") as out:
        for id, text, rank, _ in documents:
            out.write(json.dumps({"id": id, "text": text, "rank": rank}) + "\n")
    command = [BINARY, "dedup", "in.jsonl", "--method", "lsh", "--keep", keep, "--quiet", "-o", "kept.jsonl"]
    subprocess.run(list(map(str, command)), check=True, timeout=60, cwd=tmp_path)
    kept = {json.loads(line)["id"] for line in (tmp_path / "kept.jsonl").read_text().splitlines()}
    frame = spark.createDataFrame(documents, "id string, text string, rank long, place long").repartition(3)
    result = textkin.spark.dedup(frame, keep=keep, order="place", partitions=3)
    assert {row.id for row in result.kept.collect()} == kept
    result.unpersist()


def test_twenty_thousand_alike_documents_in_a_bucket(spark):
    common = words(200, 5000, 1)
    documents = [(f"d{i:05}", f"{common} own{i}") for i in range(20_000)]
    result = textkin.spark.dedup(spark.createDataFrame(documents, "id string, text string"), partitions=4)
    assert result.stats["removed"] == 19_999
    assert result.stats["verified"] < 100_000, "all were compared with all"
    assert [row.kept for row in result.removed.select("kept").distinct().collect()] == ["d00000"]
    result.unpersist()


def test_a_component_larger_than_memory_goes_to_scratch(spark, tmp_path):
    common = words(400, 5000, 1)
    corpus = Corpus(tmp_path, [(f"d{i:05}", f"{common} {words(60, 5000, i)}") for i in range(8_000)])
    removed, _ = corpus.dedup("-t", "0.7")
    result = textkin.spark.dedup(corpus.frame(spark, 3), 0.7, order="place", partitions=3, memory=32 << 20)
    assert removed_on_spark(result) == removed
    result.unpersist()


def test_without_a_broadcast_spark_joins(spark, tmp_path, monkeypatch):
    corpus = Corpus(tmp_path, generated(500))
    monkeypatch.setattr(textkin.spark._components, "MOST_BROADCAST", 0)
    result = textkin.spark.dedup(corpus.frame(spark, 3), order="place", partitions=3)
    assert removed_on_spark(result) == corpus.dedup()[0]
    result.unpersist()


def test_empty_texts_stay(spark):
    documents = [(str(i), (None, "", " \n", "...")[i % 4]) for i in range(1000)]
    frame = spark.createDataFrame(documents, "id string, text string").repartition(5)
    result = textkin.spark.dedup(frame)
    assert result.kept.count() == 1000
    assert (result.stats["documents"], result.stats["empty"], result.stats["removed"]) == (1000, 1000, 0)
    assert repr(result) == "DedupResult(documents=1000, kept=1000, removed=0)"
    assert textkin.spark.pairs(frame).pairs.count() == 0


def test_no_rows(spark):
    result = textkin.spark.dedup(spark.createDataFrame([], "id string, text string"))
    assert (result.kept.count(), result.stats["documents"], result.stats["removed"]) == (0, 0, 0)


def test_ids_of_another_type_and_the_order_of_ids(spark):
    text = words(50, 500, 2)
    frame = spark.createDataFrame([(30, text), (4, text), (7, "another text")], "id int, text string")
    assert [tuple(row) for row in textkin.spark.dedup(frame).removed.collect()] == [(30, 4, 1.0, "identical")]
    found = textkin.spark.pairs(frame)
    assert [tuple(row)[:3] for row in found.pairs.collect()] == [(4, 30, 1.0)]
    assert repr(found) == "PairsResult(documents=3, pairs=1)"


def test_what_cannot_be_is_refused(spark):
    frame = spark.createDataFrame(
        [("a", "one"), ("b", "two"), ("a", "three"), (None, "four")], "id string, text string"
    )
    with pytest.raises(ValueError, match="1 rows have no id in column 'id'"):
        textkin.spark.dedup(frame)
    with pytest.raises(ValueError, match="id 'a' stands 2 times in column 'id'"):
        textkin.spark.dedup(frame.where("id is not null"))
    with pytest.raises(ValueError, match="no column 'body'; it has id, text"):
        textkin.spark.pairs(frame, text="body")
    with pytest.raises(ValueError, match="leave out the exact method"):
        textkin.spark.pairs(frame, exact=True)
    with pytest.raises(ValueError, match="'threads' has no meaning on Spark"):
        textkin.spark.pairs(frame, threads=3)
    with pytest.raises(ValueError, match="keep='best' is no rule"):
        textkin.spark.dedup(frame, keep="best")
    with pytest.raises(ValueError, match=r"^there is no option 'thresold'; did you mean threshold\?$"):
        textkin.spark.dedup(frame, thresold=0.9)
    with pytest.raises(ValueError, match="threshold 1.5"):
        textkin.spark.dedup(frame, 1.5)


def test_little_data_is_few_tasks(spark, tmp_path):
    corpus = Corpus(tmp_path, generated(1500, seed=7))
    frame = corpus.frame(spark, 37).cache()
    frame.count()
    result = textkin.spark.dedup(frame, order="place")
    removed, stats = corpus.dedup()
    assert removed_on_spark(result) == removed
    check_stats(result.stats, stats)
    # Two cores, and less text than a task takes at a time.
    assert result.stats["partitions"] == result.removed.rdd.getNumPartitions() == 2


def test_a_worker_reads_no_archive_again(tmp_path, monkeypatch):
    archive = str(tmp_path / "archive.zip")
    with zipfile.ZipFile(archive, "w") as out:
        out.writestr("in_an_archive.py", "")
    monkeypatch.syspath_prepend(archive)
    import in_an_archive

    assert archive in sys.path_importer_cache
    task = _worker.quick(lambda batches: batches)
    assert list(task(iter([1, 2]))) == [1, 2]
    assert archive not in sys.path_importer_cache
    assert importlib.reload(in_an_archive) is in_an_archive


def by_part(documents, rows_a_chunk, monkeypatch):
    """What the first stage sends to each part, whatever the pieces."""
    monkeypatch.setattr(_tasks, "_CHUNK_ROWS", rows_a_chunk)
    words = ["--method=lsh", "--threads=1", f"--memory={512 << 20}"]
    settings = _tasks.Settings(words, {}, parts=5, memory=512 << 20)
    hashes = [random.Random(id).randrange(-(2**63), 2**63) for id, _ in documents]
    batch = pa.record_batch({_tasks.ID_HASH: pa.array(hashes), _tasks.TEXT: [text for _, text in documents]})
    sent = {}
    for packets in _tasks.sketch(settings)(iter([batch])):
        for row in packets.to_pylist():
            numbers = (
                row["payload"] if row["kind"] == _packets.STATS else np.frombuffer(row["payload"], np.uint64).tolist()
            )
            sent.setdefault((row["part"], row["kind"]), []).append(numbers)
    for (_, kind), pieces in sent.items():
        if kind == _packets.STATS:
            counts = [json.loads(piece) for piece in pieces]
            pieces[:] = [sum(count[name] for count in counts) for name in sorted(counts[0])]
        else:
            width = 2 if kind == _packets.RECORDS else 1
            pieces[:] = sorted(tuple(piece[i : i + width]) for piece in pieces for i in range(0, len(piece), width))
    return sent


def test_a_task_sends_the_same_to_each_part_in_any_order_of_its_rows(monkeypatch):
    documents = generated(300, seed=4)
    expected = by_part(documents, 1 << 17, monkeypatch)
    assert len(expected) == 5 + 5 + 1
    for seed, rows in enumerate((1000, 64, 7)):
        random.Random(seed).shuffle(documents)
        assert by_part(documents, rows, monkeypatch) == expected


def test_lines_of_files_are_kept_as_they_are(spark, tmp_path, monkeypatch):
    documents = generated(900, seed=5)
    folder = tmp_path / "in"
    folder.mkdir()
    for name, part in (("a", documents[:400]), ("b", documents[400:410]), ("c", documents[410:])):
        lines = [f'{{ "text":{json.dumps(text)}, "id" : "{id}", "more": [1, 2.50]}}\n' for id, text in part]
        lines.insert(3, "\n")
        lines.insert(5, '{"id": "broken", "text": \n')
        (folder / f"{name}.jsonl").write_text("".join(lines))
    inputs = [folder / f"{name}.jsonl" for name in "abc"]
    command = [
        BINARY,
        "dedup",
        *inputs,
        "--method",
        "lsh",
        "--quiet",
        "-o",
        tmp_path / "kept.jsonl",
        "--shingle",
        "word:3",
    ]
    subprocess.run(list(map(str, command)), check=True, timeout=60, stderr=subprocess.PIPE)
    # Files are cut into many pieces, which must not show.
    spark.conf.set("spark.sql.files.maxPartitionBytes", "50000")
    words = ("dedup", folder, "--format", "jsonl", "-o", tmp_path / "kept", "--removed", tmp_path / "removed")
    job(monkeypatch, *words, "--stats", tmp_path / "stats.json", "--shingle", "word:3", "--partitions", 5)
    spark.conf.unset("spark.sql.files.maxPartitionBytes")
    assert lines_of(tmp_path / "kept") == sorted((tmp_path / "kept.jsonl").read_text().splitlines())
    stats = json.loads((tmp_path / "stats.json").read_text())
    assert spark.read.parquet(str(tmp_path / "removed")).count() == stats["removed"] > 0


def test_columns_of_parquet_stay(spark, tmp_path, monkeypatch):
    corpus = Corpus(tmp_path, generated(300, seed=6))
    removed, _ = corpus.dedup()
    corpus.frame(spark, 1).orderBy("place").coalesce(1).selectExpr("*", "array(place) as more").write.parquet(
        str(tmp_path / "in.parquet")
    )
    job(monkeypatch, "dedup", tmp_path / "in.parquet", "-o", tmp_path / "kept", "--stats", tmp_path / "s.json")
    kept = spark.read.parquet(str(tmp_path / "kept"))
    assert kept.columns == ["id", "text", "place", "more"]
    assert {row.id for row in kept.collect()} == {id for id, _ in corpus.documents} - removed.keys()


def executors(session):
    """The processes of a local cluster's executors, which are children of this session's Java machine."""
    java = session.sparkContext._gateway.proc.pid
    found = subprocess.run(
        ["pgrep", "-P", str(java), "-f", "CoarseGrainedExecutorBackend"], stdout=subprocess.PIPE, check=False
    )
    return [int(line) for line in found.stdout.split()]


def kill_one_in(session, stages, killed):
    """Kills an executor in each of the first `stages` stages in which some tasks are done and others are not."""
    tracker = session.sparkContext.statusTracker()
    seen = set()
    while len(killed) < stages:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info is None or stage in seen or not 0 < info.numCompletedTasks < info.numTasks:
                continue
            running = executors(session)
            if len(running) == 2:
                os.kill(running[0], signal.SIGKILL)
                seen.add(stage)
                killed.append(stage)
        time.sleep(0.01)


@pytest.mark.long
def test_a_killed_worker_changes_nothing(spark, tmp_path):
    corpus = Corpus(tmp_path, generated(4000))
    removed, stats = corpus.dedup()
    spark.stop()
    cluster = start("local-cluster[2,1,1024]", **{"spark.executor.memory": "512m"})
    try:
        frame = corpus.frame(cluster, 40).cache()
        assert frame.count() == 4000
        killed = []
        killer = threading.Thread(target=kill_one_in, args=(cluster, 2, killed), daemon=True)
        killer.start()
        result = textkin.spark.dedup(frame, order="place", partitions=40)
        assert killed, "no worker was killed in the middle"
        assert removed_on_spark(result) == removed
        check_stats(result.stats, stats)
    finally:
        cluster.stop()
