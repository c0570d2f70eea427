"""`python -m textkin.spark` as a person meets it: what is refused, and how it is said."""

import gzip
import json
import os
import subprocess
import sys

import pytest
from on_spark import BINARY, PACKAGE, ROOT, Corpus, generated, job, lines_of

import textkin.spark
import textkin.spark.__main__
from textkin.spark import _paths


@pytest.fixture
def fails(spark, monkeypatch, capsys):
    """Runs it in this process and its session, to its message."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["textkin.spark", *map(str, words)])
        capsys.readouterr()
        assert textkin.spark.__main__.main() == 2
        said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("textkin: ")]
        assert len(said) == 1
        assert not any(word in said[0] for word in ("Exception", "SQLSTATE", "\tat "))
        return said[0].removeprefix("textkin: ")

    return run


def test_what_cannot_be_is_said_in_a_line(spark, tmp_path, fails):
    corpus = Corpus(tmp_path, generated(20))
    (tmp_path / "there").mkdir()
    table = tmp_path / "a.parquet"
    corpus.frame(spark, 1).write.parquet(str(table))
    (tmp_path / "cut.parquet").write_bytes(next(table.glob("part-*")).read_bytes()[:500])
    broken, twice = tmp_path / "broken.jsonl", tmp_path / "twice.jsonl"
    broken.write_text('{"text": "one"}\n\n{"id": 2}\n')
    twice.write_text(f'{{"id": "{twice}:2", "text": "one"}}\n{{"text": "two"}}\n')
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_text("one\ntwo\n")
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "a.txt").write_text("one")
    (mixed / "b.jsonl").write_text('{"text": "one"}\n')
    out = ("-o", tmp_path / "out")
    cases = [
        ("none.jsonl", ("dedup", tmp_path / "none.jsonl", *out)),
        ("is there already", ("dedup", corpus.path, "-o", tmp_path / "there")),
        ("named for two outputs", ("dedup", corpus.path, *out, "--removed", tmp_path / "out")),
        ("its folder does not exist", ("dedup", corpus.path, *out, "--stats", tmp_path / "no" / "s.json")),
        ("is an input, or lies in one", ("dedup", corpus.path, *out, "--stats", corpus.path)),
        (f"{tmp_path / 's'}: named for two", ("dedup", corpus.path, *out, "--stats", tmp_path / "s", "--problems", tmp_path / "s")),
        ("is no rule", ("dedup", corpus.path, *out, "--keep", "best")),
        ("threshold 2 is not", ("pairs", corpus.path, *out, "-t", "2")),
        ("--memory much", ("pairs", corpus.path, *out, "--memory", "much")),
        ("the name does not say", ("pairs", tmp_path / "there", *out)),
        ("it holds", ("pairs", mixed, *out)),
        ("no column 'body'", ("dedup", table, *out, "--text-field", "body")),
        ("names one column of Parquet here", ("dedup", table, *out, "--text-field", "id", "--text-field", "text")),
        ("cut.parquet", ("dedup", tmp_path / "cut.parquet", *out)),
        ('broken.jsonl:3: no field "text"', ("dedup", broken, *out, "--on-error", "fail")),
        ("no document could be read, so nothing was done; the first problem was: ", ("dedup", nothing, *out)),
        ("is that of a record and the place of another", ("dedup", twice, *out)),
    ]
    said = {part: fails(*words) for part, words in cases}
    assert not {part: message for part, message in said.items() if part not in message}
    assert not (tmp_path / "out").exists()


def test_the_help_says_what_the_command_line_says():
    said = textkin.spark.__main__._parser().format_help()
    for word in ("--audit N", "--keep RULE", "prefer:PATTERN", "--memory SIZE", "--problems FILE.jsonl", "Exit codes"):
        assert word in said
    with pytest.raises(SystemExit) as ended:
        textkin.spark.__main__._parser().parse_args(["dedup"])
    assert ended.value.code == 2


@pytest.mark.parametrize("master", ["local[2]", pytest.param("local-cluster[2,1,1024]", marks=pytest.mark.long)])
def test_spark_submit_runs_the_file(tmp_path, master):
    corpus = Corpus(tmp_path, generated(200))
    removed, stats = corpus.dedup()
    script = ROOT / "python" / "textkin" / "spark" / "__main__.py"
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": PACKAGE}
    settings = {"spark.ui.enabled": "false", "spark.executor.memory": "512m", "spark.driver.host": "127.0.0.1"}
    settings |= {"spark.driver.bindAddress": "127.0.0.1", "spark.executorEnv.PYTHONPATH": PACKAGE}
    command = [os.path.join(os.path.dirname(sys.executable), "spark-submit"), "--master", master]
    command += [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
    command += [script, "dedup", "in.jsonl", "-o", "out", "--memory", "256MiB", "--stats", "s.json"]
    done = subprocess.run(
        list(map(str, command)), cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "_SUCCESS").exists()
    assert lines_of(tmp_path / "out") == sorted((tmp_path / "kept.jsonl").read_text().splitlines())
    assert json.loads((tmp_path / "s.json").read_text())["removed"] == stats["removed"] == len(removed)


def test_what_spark_writes_is_read_by_everything_here(spark, tmp_path, monkeypatch):
    corpus = Corpus(tmp_path, generated(200))
    removed, stats = corpus.dedup()
    job(monkeypatch, "dedup", corpus.path, "-o", tmp_path / "out")
    assert {name.partition(".")[2] for name in os.listdir(tmp_path / "out") if name.startswith("part-")} == {"jsonl"}
    assert (tmp_path / "out" / "_SUCCESS").exists()
    again = textkin.dedup(tmp_path / "out")
    assert (again.stats["documents"], again.stats["removed"]) == (stats["documents"] - len(removed), 0)
    job(monkeypatch, "dedup", tmp_path / "out", "-o", tmp_path / "twice")
    assert lines_of(tmp_path / "twice") == lines_of(tmp_path / "out")


@pytest.mark.parametrize("fields", [("doc.text",), ("messages[].content",), ("prompt", "completion")], ids=" ".join)
def test_texts_within_records(spark, tmp_path, monkeypatch, fields):
    with open(tmp_path / "in.jsonl", "w", encoding="utf-8") as out:
        for id, text in generated(100):
            first, _, rest = text.partition(" ")
            said = {"doc": {"text": text}, "messages": [{"content": first}, {"content": None}, {"content": rest}], "prompt": first, "completion": rest}
            out.write(json.dumps({"id": id, **said}) + "\n")
    words = [word for name in fields for word in ("--text-field", name)]
    kept = ["dedup", tmp_path / "in.jsonl", *words, "--method", "lsh", "-o", tmp_path / "kept.jsonl", "--quiet"]
    subprocess.run(list(map(str, [BINARY, *kept])), check=True, timeout=300)
    job(monkeypatch, "dedup", tmp_path / "in.jsonl", *words, "-o", tmp_path / "out")
    expected = sorted((tmp_path / "kept.jsonl").read_text().splitlines())
    assert lines_of(tmp_path / "out") == expected and 0 < len(expected) < 100


def test_packed_parts_are_called_by_what_they_are(spark, tmp_path):
    rows = spark.createDataFrame([('{"text": "one"}',)], "line string").repartition(1)
    hadoop = spark._jsc.hadoopConfiguration()
    hadoop.set("mapreduce.output.fileoutputformat.compress", "true")
    hadoop.set("mapreduce.output.fileoutputformat.compress.codec", "org.apache.hadoop.io.compress.GzipCodec")
    try:
        _paths.write(rows, ["line"], "jsonl", str(tmp_path / "packed"))
        _paths.write(rows, ["line"], "text", str(tmp_path / "names"))
    finally:
        hadoop.unset("mapreduce.output.fileoutputformat.compress")
    (part,) = (tmp_path / "packed").glob("part-*")
    assert part.name.endswith(".jsonl.gz") and gzip.decompress(part.read_bytes()) == b'{"text": "one"}\n'
    assert [name.suffixes for name in (tmp_path / "names").glob("part-*")] == [[".txt", ".gz"]]


def test_a_folder_of_texts_needs_no_format(spark, tmp_path, monkeypatch):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    words = "the old bridge fell in the spring flood and nobody would carry a stone of it away".split()
    for number, name in enumerate(("a.txt", "deep/b", "deep/c.md")):
        (tmp_path / "in" / name).write_text(" ".join(words[number:]))
    monkeypatch.setattr(sys, "argv", ["textkin.spark", "pairs", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "-t", "0.5", "--stats", str(tmp_path / "s")])
    assert textkin.spark.__main__.main() == 0
    found = {(row.a, row.b) for row in spark.read.parquet(str(tmp_path / "out")).collect()}
    assert found == {("a.txt", "deep/b"), ("a.txt", "deep/c.md"), ("deep/b", "deep/c.md")}


def test_a_driver_without_the_package_says_so_in_a_line(tmp_path):
    file = ROOT / "python" / "textkin" / "spark" / "__main__.py"
    done = subprocess.run([sys.executable, "-S", "-E", str(file), "dedup", "in", "-o", "out"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "lacks the package" in done.stderr


def test_workers_without_the_package_are_told_in_a_line():
    text = "An exception\nTraceback (most recent call last):\n  File x\nModuleNotFoundError: No module named 'textkin._textkin'\n\tat org.apache"
    assert textkin.spark.__main__._report.cause(Exception(text)).startswith("the Python of Spark's workers lacks the package textkin;")
