"""pairs --candidates: every pair that meets in a bucket, with both values and the bucket."""

import collections
import itertools

import pytest

import samples

TEXTS = samples.family_corpus(seed=11, families=12, most=6, length=40)
HOW = ("in.jsonl", "--shingle", "word:2", "-t", "0.6", "--sketch", "kperm", "--hashes", "64", "--bands", "32", "--rows", "2", "--seed", "5")


@pytest.fixture
def corpus(textkin):
    textkin.jsonl("in.jsonl", [*TEXTS, TEXTS[0], ""])  # a copy, which a search takes as one, and a text of nothing
    return textkin


def candidates(textkin, *options, name="c.tsv"):
    found = textkin("pairs", *HOW, "--candidates", name, *options)
    header, *lines = textkin.path(name).read_text().splitlines()
    return found, [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_every_candidate_has_both_values(corpus):
    found, rows = candidates(corpus, "--estimates")
    exact = {(row["a"], row["b"]): float(row["similarity"]) for row in corpus("pairs", "in.jsonl", "--shingle", "word:2", "-t", "0.001", "--exact").table()}
    pairs = [(row["a"], row["b"]) for row in rows]
    assert len(pairs) == len(set(pairs)) and all(int(a) < int(b) for a, b in pairs)
    for row in rows:
        assert float(row["similarity"]) == exact.get((row["a"], row["b"]), 0.0)
        shared, a, b = (int(row[column]) for column in ("shared", "size_a", "size_b"))
        assert float(row["similarity"]) == pytest.approx(shared / (a + b - shared))
        assert 1 <= int(row["band"]) <= 32 and 1 <= int(row["bands"]) <= 33 - int(row["band"])
        # Each band that is shared has two cells that agree.
        assert float(row["estimate"]) >= 2 * int(row["bands"]) / 64
    assert any(float(row["similarity"]) < 0.6 for row in rows), "a candidate below the threshold stands there too"
    known = {pair: row for pair, row in zip(pairs, rows)}
    for row in found.table():
        assert known[row["a"], row["b"]]["estimate"] == row["estimate"]
    assert ("1", str(len(TEXTS) + 1)) in known and int(known["1", str(len(TEXTS) + 1)]["bands"]) == 32


def test_a_bucket_holds_every_pair_of_its_documents(corpus):
    """A pair stands at its first band, so a bucket lacks those alone that met before."""
    _, rows = candidates(corpus)
    first = {frozenset((row["a"], row["b"])): int(row["band"]) for row in rows}
    buckets = collections.defaultdict(set)
    for row in rows:
        buckets[int(row["band"]), row["bucket"]] |= {row["a"], row["b"]}
    for (band, _), documents in buckets.items():
        for pair in itertools.combinations(documents, 2):
            assert first[frozenset(pair)] <= band


def test_they_are_as_many_as_the_law_says(corpus):
    """Summed over all pairs: 1 - (1 - J^2)^32."""
    exact = [float(row["similarity"]) for row in corpus("pairs", "in.jsonl", "--shingle", "word:2", "-t", "0.0001", "--exact").table()]
    expected = sum(1 - (1 - j**2) ** 32 for j in exact)
    variance = sum((1 - (1 - j**2) ** 32) * (1 - j**2) ** 32 for j in exact)
    assert abs(len(candidates(corpus)[1]) - expected) < 5 * variance**0.5 + 1


def test_of_two_sides_and_the_same_in_any_memory(corpus):
    corpus.jsonl("other.jsonl", TEXTS[:5])
    _, rows = candidates(corpus, "--against", "other.jsonl")
    assert rows and {int(row["b"]) for row in rows} <= set(range(1, 6))
    whole = corpus.path("c.tsv").read_bytes()
    for options in (("--memory", "150MiB"), ("--threads", "1"), ("--block-size", "4KiB")):
        candidates(corpus, "--against", "other.jsonl", *options)
        assert corpus.path("c.tsv").read_bytes() == whole


def test_the_exact_method_has_none(corpus):
    errors = corpus("pairs", "in.jsonl", "--candidates", "c.tsv", "--exact", exit=2).errors
    assert "--candidates are what bands find, and the exact method has none" in errors
    assert not corpus.path("c.tsv").exists()
