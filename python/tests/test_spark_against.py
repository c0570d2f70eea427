"""dedup() on Spark of new documents against old ones, which lead and are not judged: the answers of the command line."""

import json
import random
import subprocess

import pytest
from on_spark import BINARY, generated, job, lines_of

import textkin.spark

# Copies of one family stand on both sides, and some ids too.
ALL = generated(900, seed=5)
NEW = [(id, text, place) for place, (id, text) in enumerate(ALL[:500])]
OLD = [(NEW[place][0] if place % 9 == 0 else id, text, place) for place, (id, text) in enumerate(ALL[500:])]


def write(path, rows, of_old=False):
    with open(path, "w", encoding="utf-8") as out:
        for id, text, place in rows:
            record = {"id": id, "text": text, "rank": place % 7}
            if of_old and place % 10 == 0:
                del record["id"]
            out.write(json.dumps(record) + "\n")


def by_the_command_line(folder, *more):
    words = [BINARY, "dedup", "new.jsonl", "--against", "old.jsonl", "--method", "lsh", "--quiet", *more]
    words += ["-o", "kept.jsonl", "--removed", "removed.jsonl", "--stats", "stats.json"]
    subprocess.run(list(map(str, words)), check=True, timeout=60, cwd=folder)
    rows = [json.loads(line) for line in (folder / "removed.jsonl").read_text().splitlines()]
    found = {row["id"]: (row["kept"], row["similarity"], row["reason"], row["kept_in"]) for row in rows}
    return found, json.loads((folder / "stats.json").read_text())


def frame(spark, rows, partitions):
    rows = [(id, text, place, place % 7) for id, text, place in rows]
    random.Random(partitions).shuffle(rows)
    return spark.createDataFrame(rows, "id string, text string, place long, rank long").repartition(partitions)


def told(rows):
    return {row.id: (row.kept, row.similarity, row.reason, row.kept_in) for row in rows.collect()}


COUNTS = ("documents", "empty", "problems", "exact_duplicates", "candidates", "verified", "pairs", "kept", "removed")
COUNTS += ("against_documents", "removed_for_against", "recall_predicted")


@pytest.mark.parametrize("keep", ["first", "longest", "field:rank:min", "prefer:d[1-4]*"])
def test_answers_are_those_of_the_command_line(spark, tmp_path, keep):
    write(tmp_path / "new.jsonl", NEW)
    write(tmp_path / "old.jsonl", OLD)
    removed, stats = by_the_command_line(tmp_path, "--keep", keep, "-t", 0.7)
    assert {row[3] for row in removed.values()} == {"input", "against"} and stats["removed_for_against"] > 20
    for partitions in (1, 7):
        data, old = frame(spark, NEW, partitions), frame(spark, OLD, 3 * partitions)
        found = textkin.spark.dedup(data, 0.7, against=old.drop("rank"), keep=keep, order="place", partitions=partitions)
        assert told(found.removed) == removed
        assert {row.id for row in found.kept.collect()} == {row[0] for row in NEW} - removed.keys()
        assert {name: found.stats[name] for name in COUNTS} == {name: stats[name] for name in COUNTS}
        found.unpersist()


def test_files_are_those_of_the_command_line(spark, tmp_path, monkeypatch):
    """Old records without an id are called by their places."""
    write(tmp_path / "new.jsonl", NEW)
    write(tmp_path / "old.jsonl", OLD, of_old=True)
    removed, stats = by_the_command_line(tmp_path)
    monkeypatch.chdir(tmp_path)
    job(monkeypatch, "dedup", tmp_path / "new.jsonl", "--against", tmp_path / "old.jsonl", "-o", tmp_path / "out", "--removed", tmp_path / "gone", "--stats", "s")
    assert lines_of(tmp_path / "out") == sorted((tmp_path / "kept.jsonl").read_text().splitlines())
    found = told(spark.read.parquet(str(tmp_path / "gone")))
    # The command line calls a file by its argument, which is a full path here.
    assert {id: (row[0].replace(f"{tmp_path}/", ""), *row[1:]) for id, row in found.items()} == removed
    assert any(row[0].startswith("old.jsonl:") for row in removed.values())
    assert json.loads((tmp_path / "s").read_text())["removed_for_against"] == stats["removed_for_against"]


def test_one_side_may_be_empty(spark):
    data = frame(spark, NEW[:50], 2)
    nothing = data.where("id = ''")
    alone, beside = textkin.spark.dedup(data), textkin.spark.dedup(data, against=nothing)
    assert {row.id for row in beside.removed.collect()} == {row.id for row in alone.removed.collect()}
    assert textkin.spark.dedup(nothing, against=data).stats["documents"] == 0


def test_the_other_side_may_have_other_names(spark, tmp_path, monkeypatch):
    data, old = frame(spark, NEW, 3), frame(spark, OLD, 3)
    renamed = old.select(old.id.alias("url"), old.text.alias("content"), "place")
    wanted = told(textkin.spark.dedup(data, against=old, order="place").removed)
    found = textkin.spark.dedup(data, against=renamed, against_text="content", against_id="url", order="place")
    assert told(found.removed) == wanted
    with pytest.raises(ValueError, match="^against_id= has no use without against; leave it out$"):
        textkin.spark.dedup(data, against_id="url")
    with pytest.raises(ValueError, match="the DataFrame has no column 'txt'; it has url, content, place"):
        textkin.spark.dedup(data, against=renamed, against_text="txt", against_id="url")

    monkeypatch.chdir(tmp_path)
    write(tmp_path / "new.jsonl", NEW)
    records = [json.dumps({"url": row[0], "content": row[1]}) for row in OLD]
    (tmp_path / "old.jsonl").write_text("\n".join(records) + "\n")
    names = ("--against-text-field", "content", "--against-id-field", "url")
    done = subprocess.run([BINARY, "dedup", "new.jsonl", "--against", "old.jsonl", *names, "-o", "kept.jsonl"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    job(monkeypatch, "dedup", tmp_path / "new.jsonl", "--against", tmp_path / "old.jsonl", *names, "-o", tmp_path / "out")
    assert lines_of(tmp_path / "out") == sorted((tmp_path / "kept.jsonl").read_text().splitlines())


def test_what_cannot_be(spark):
    data = frame(spark, NEW[:5], 1)
    for against, more, said in (
        (data.selectExpr("id", "text", "cast(place as string) place"), {"order": "place"}, "column 'place' is bigint, and string in against; cast one of them"),
        (data.selectExpr("rank id", "text"), {}, "column 'id' is string, and bigint in against; cast one of them"),
        (data.select("id"), {}, "the DataFrame has no column 'text'; it has id"),
        (data.union(data.limit(1)), {}, "stands 2 times in column 'id'; ids must differ"),
        (data, {"audit": 10}, "audit draws from one DataFrame on Spark; leave it out beside against"),
    ):
        with pytest.raises(ValueError, match=said):
            textkin.spark.dedup(data, against=against, **more)
    with pytest.raises(TypeError, match="^against is of type list, no DataFrame of Spark"):
        textkin.spark.dedup(data, against=["a text"])
