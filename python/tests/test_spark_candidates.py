"""What the bands find, and what the sketches say: `--candidates` and `--estimates` have the rows of the command line."""

import random
import subprocess
import sys

import pytest
from on_spark import BINARY, ROOT, Corpus, generated, job

import textkin.spark
import textkin.spark.__main__

CANDIDATE = ["a", "b", "bands", "band", "bucket", "estimate", "similarity", "shared", "size_a", "size_b"]


def printed(frame):
    """The table as the command line writes it, but for the order of its rows, which a DataFrame does not have."""
    lines = ["\t".join(map(str, row)) for row in frame.collect()]
    return ["\t".join(frame.columns), *sorted(lines)]


def lines_of(path):
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    return [head, *sorted(rows)]


def by_the_command_line(folder, given, *options):
    words = [BINARY, "pairs", given, "--method", "lsh", "--quiet", "--estimates", "-o", folder / "pairs.tsv"]
    words += ["--candidates", folder / "candidates.tsv", *options]
    subprocess.run(list(map(str, words)), check=True, timeout=60)
    return lines_of(folder / "pairs.tsv"), lines_of(folder / "candidates.tsv")


def without_intervals(lines):
    """`pairs` of the command line has three columns more, which are the similarity again where it is exact."""
    rows = [line.split("\t") for line in lines]
    keep = [place for place, name in enumerate(rows[0]) if name not in ("lower", "upper", "basis")]
    return ["\t".join(row[place] for place in keep) for row in rows]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threshold": 0.6}, ("-t", 0.6)),
        ({"threshold": 0.5, "multiset": True, "sketch": "kperm", "hashes": 64, "seed": 9, "shingle": "char:9"},
         ("-t", 0.5, "--multiset", "--sketch", "kperm", "--hashes", 64, "--seed", 9, "--shingle", "char:9")),
    ],
)  # fmt: skip
def test_rows_are_those_of_the_command_line(spark, tmp_path, options, words):
    corpus = Corpus(tmp_path, [*generated(240), ("empty", ""), ("none", ""), ("one", "a word"), ("again", "a word")])
    pairs, candidates = by_the_command_line(tmp_path, corpus.path, *words)
    assert len(pairs) > 40 and len(candidates) > len(pairs), "candidates that are no pairs are part of what is compared"
    found = textkin.spark.pairs(corpus.frame(spark, 3), order="place", partitions=2, estimates=True, candidates=True, **options)
    assert found.candidates.columns == CANDIDATE
    assert printed(found.candidates) == candidates
    assert printed(found.pairs) == without_intervals(pairs)
    found.unpersist()


def test_what_was_not_asked_for_is_not_there(spark, tmp_path):
    frame = Corpus(tmp_path, generated(30)).frame(spark, 1)
    plain = textkin.spark.pairs(frame, order="place", partitions=1)
    with_candidates = textkin.spark.pairs(frame, order="place", partitions=1, candidates=True)
    assert plain.pairs.columns == ["a", "b", "similarity", "shared", "size_a", "size_b"] == with_candidates.pairs.columns
    assert printed(plain.pairs) == printed(with_candidates.pairs)
    with pytest.raises(ValueError, match="candidates=True"):
        plain.candidates  # noqa: B018


def folder_of_texts(folder):
    draw = random.Random(5)
    base = [f"w{draw.randrange(400)}" for _ in range(120)]
    for number, name in enumerate(("a.txt", "deep/b", "deep/c.md", "é f.txt", "z.txt")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(" ".join(word if draw.random() > 0.04 * number else "changed" for word in base))
    return folder


def test_a_folder_of_texts(spark, tmp_path, monkeypatch):
    choice = ("-t", 0.4, "--shingle", "char:9", "--normalize", "none", "--multiset", "--prefer", "accuracy")
    choice += ("--hashes", 225, "--sketch", "minhash")
    for folder in (folder_of_texts(tmp_path / "in"), ROOT / "docs" / "examples" / "hamlet"):
        pairs, candidates = by_the_command_line(tmp_path, folder, *choice)
        assert len(candidates) > 2
        out, met = (tmp_path / f"{folder.name}-{name}" for name in ("pairs", "met"))
        job(monkeypatch, "pairs", folder, "-o", out, *choice, "--estimates", "--candidates", met, "--stats", tmp_path / "s")
        assert printed(spark.read.parquet(str(met))) == candidates
        assert printed(spark.read.parquet(str(out))) == without_intervals(pairs)


@pytest.mark.parametrize("words", [("--candidates", "met"), ("--estimates",)])
def test_dedup_has_neither(monkeypatch, capsys, words):
    monkeypatch.setattr(sys, "argv", ["textkin.spark", "dedup", "in", "-o", "out", *words])
    with pytest.raises(SystemExit) as ended:
        textkin.spark.__main__.main()
    assert ended.value.code == 2 and f"error: {words[0]} is for pairs" in capsys.readouterr().err
