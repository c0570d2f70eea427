"""Spark in tests: a session, documents in an order, what the command line says of them, and answers to compare."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest

if shutil.which("java") is None:
    pytest.skip("no Java, which Spark runs on; apt-get install openjdk-17-jre-headless", allow_module_level=True)
pytest.importorskip("pyspark", reason="no pyspark; pip install -r packaging/python-spark.txt")

ROOT = pathlib.Path(__file__).resolve().parents[2]

import textkin.spark
import textkin.spark.__main__
from pyspark.sql import SparkSession

BINARY = pathlib.Path(os.environ.get("TEXTKIN", ROOT / "build" / "textkin")).resolve()
PACKAGE = os.path.dirname(os.path.dirname(sys.modules["textkin._textkin"].__file__))


def start(master, **settings):
    """A session of its own, whose workers find the package where this process does."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH", "")]))
    builder = SparkSession.builder.master(master).appName("textkin tests")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "2g",
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
        "spark.sql.shuffle.partitions": "4",
        **settings,
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


class Corpus:
    """Documents in an order, and what the command line says of them."""

    def __init__(self, folder, documents, options=()):
        self.documents, self.folder, self.options = documents, folder, options
        self.path = folder / "in.jsonl"
        with open(self.path, "w", encoding="utf-8") as out:
            for id, text in documents:
                out.write(json.dumps({"id": id, "text": text}, ensure_ascii=False) + "\n")

    def run(self, command, *more):
        stats = self.folder / "stats.json"
        words = [BINARY, command, self.path, "--method", "lsh", "--quiet", "--stats", stats, *self.options, *more]
        subprocess.run(list(map(str, words)), check=True, timeout=300, stdout=subprocess.PIPE)
        return json.loads(stats.read_text())

    def rows(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def dedup(self, *more):
        """Removed documents with what removed them, and the statistics."""
        stats = self.run("dedup", "-o", self.folder / "kept.jsonl", "--removed", self.folder / "removed.jsonl", *more)
        return {row["id"]: (row["kept"], row["similarity"], row["reason"]) for row in self.rows("removed.jsonl")}, stats

    def pairs(self):
        stats = self.run("pairs", "-o", self.folder / "pairs.jsonl", "--format", "jsonl")
        rows = self.rows("pairs.jsonl")
        return {(r["a"], r["b"]): (r["similarity"], r["shared"], r["size_a"], r["size_b"]) for r in rows}, stats

    def frame(self, spark, partitions):
        rows = [(id, text, place) for place, (id, text) in enumerate(self.documents)]
        random.Random(partitions).shuffle(rows)
        return spark.createDataFrame(rows, "id string, text string, place long").repartition(partitions)


def removed_on_spark(result):
    rows = result.removed.collect()
    found = {row.id: (row.kept, row.similarity, row.reason) for row in rows}
    assert len(found) == len(rows), "a document was removed twice"
    return found


def pairs_on_spark(result):
    rows = result.pairs.collect()
    found = {(row.a, row.b): (row.similarity, row.shared, row.size_a, row.size_b) for row in rows}
    assert len(found) == len(rows), "a pair was found twice"
    return found


COUNTS = ("documents", "empty", "problems", "exact_duplicates", "candidates", "verified", "pairs")


def check_stats(on_spark, stats):
    assert {name: on_spark[name] for name in COUNTS} == {name: stats[name] for name in COUNTS}
    assert on_spark["recall_predicted"] == stats["recall_predicted"]


def words(count, of, seed):
    return " ".join(f"w{number}" for number in random.Random(seed).choices(range(of), k=count))


def generated(count, seed=3):
    """Families of edited copies among texts of their own, some empty, some very short."""
    draw = random.Random(seed)
    documents = []
    while len(documents) < count:
        text = words(draw.choice((0, 3, 60, 120, 400)), 3000, draw.random()).split()
        for _ in range(draw.choice((1, 1, 1, 2, 5))):
            copy = list(text)
            for _ in range(draw.choice((0, 0, 1, 2, 8))):
                if copy:
                    copy[draw.randrange(len(copy))] = f"x{draw.randrange(10**6)}"
            documents.append((f"d{draw.randrange(10**12)}-{len(documents)}", " ".join(copy)))
    draw.shuffle(documents)
    return documents[:count]


def job(monkeypatch, *words):
    """`python -m textkin.spark` in this process and its session."""
    monkeypatch.setattr(sys, "argv", ["textkin.spark", *map(str, words)])
    assert textkin.spark.__main__.main() == 0


def lines_of(folder):
    return sorted(
        line for part in folder.glob("part-*") for line in part.read_text(encoding="utf-8").split("\n") if line
    )
