"""explain --estimator simhash: the fingerprint step by step, as Gakhov 2016 shows it, and as simhash.v1 has it."""

import math

import pytest

import reference

EXAMPLES = reference.ROOT / "docs" / "examples" / "literature"


def steps(textkin, *options):
    return textkin("explain", *options, "--estimator", "simhash", "--format", "json").json()


def test_gakhovs_fingerprint(textkin):
    answer = steps(textkin, EXAMPLES / "tagged.sets", "--weights", "suffix", "--given-hashes", EXAMPLES / "tagged.hashes", "--trace")
    (document,) = answer["documents"]
    ferret, go = document["features"]
    assert [ferret["weight"], go["weight"]] == [1.0, 0.9]
    assert ferret["sums"] == pytest.approx([-1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1])
    assert document["sums"] == pytest.approx([-1.9, 1.9, -0.1, 1.9, -1.9, 1.9, -0.1, 1.9, -1.9, 0.1, -0.1, 0.1, -1.9, 1.9, 1.9, 1.9])
    assert document["fingerprint"] == "0101010101010111"


def test_gakhovs_table(textkin):
    answer = steps(textkin, EXAMPLES / "table.sets", "--given-hashes", EXAMPLES / "table.hashes", "--permutation", "2,4,3,1")
    assert [document["fingerprint"] for document in answer["documents"]] == ["0110", "0010", "0010", "1001", "1110"]
    assert [row["fingerprint"] for row in answer["table"]] == ["0010", "0010", "0011", "0111", "1100"]
    assert [row["document"] for row in answer["table"]] == [2, 3, 1, 5, 4]


TEXTS = ["the old bridge and the old mill", "the old bridge and the new mill", "bread needs flour water salt and time", "bread bread bread"]


@pytest.mark.parametrize("weighting", ["none", "tf", "tf-idf"])
def test_they_are_the_fingerprints_of_simhash(textkin, weighting):
    textkin.jsonl("in.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(TEXTS)])
    how = ("in.jsonl", "--shingle", "word:1", "--normalize", "nfkc-casefold", "--weighting", weighting, "--seed", "7")
    shown = {(pair["a"], pair["b"]): pair for pair in steps(textkin, *how)["pairs"]}
    rows = textkin("simhash", *how, "--distance", "31", "--blocks", "32").table()
    assert len(rows) == sum(pair["distance"] <= 31 for pair in shown.values()) > 0
    for row in rows:
        pair = shown[int(row["a"]) + 1, int(row["b"]) + 1]
        assert (pair["distance"], pair["estimate"]) == (int(row["distance"]), float(row["estimate"]))
        assert math.isclose(pair["cosine"], float(row["cosine"]), rel_tol=1e-12)


def test_counts_of_a_multiset_are_weights(textkin):
    textkin.write("a.txt", "a b a")
    (document,) = steps(textkin, "a.txt", "--shingle", "word:1", "--multiset")["documents"]
    assert [(feature["feature"], feature["weight"]) for feature in document["features"]] == [("a", 2), ("b", 1)]
    assert all(abs(value) in (1, 3) for value in document["sums"])


def test_fewer_bits_are_the_first_ones(textkin):
    textkin.write("a.txt", "a b c")
    whole, half = (steps(textkin, "a.txt", "--shingle", "word:1", *bits)["documents"][0]["fingerprint"] for bits in ((), ("--bits", "32")))
    assert len(whole) == 64 and half == whole[:32]


def test_a_tie_has_the_bit_of_the_least_feature_and_is_told(textkin):
    textkin.write("a.sets", "x y\n")
    textkin.write("h", "x 01\ny 10\n")
    out = textkin("explain", "a.sets", "--estimator", "simhash", "--given-hashes", "h").stdout.decode()
    assert "2 sums are 0" in out


@pytest.mark.parametrize("given, options, message", [
    ("x 01\n", (), "has no line for the feature 'y'"),
    ("x 01\ny 2\n", (), "h:2: not a line"),
    ("x 01\ny 011\n", (), "h:2: 3 digits, where the lines before have 2"),
    ("x 01\nx 11\n", (), "h:2: this feature has a hash already"),
    ("", (), "has no line"),
    ("x 01\ny 11\n", ("--permutation", "1,1"), "--permutation has the place of each of the 2 bits"),
    ("x 01\ny 11\n", ("--bits", "2"), "--bits has no use"),
])
def test_what_is_refused(textkin, given, options, message):
    textkin.write("a.sets", "x y\n")
    textkin.write("h", given)
    assert message in textkin("explain", "a.sets", "--estimator", "simhash", "--given-hashes", "h", *options, exit=2).errors


def test_options_of_simhash_have_no_use_without(textkin):
    textkin.write("a.sets", "x y\n")
    assert "--bits has no use without --estimator simhash" in textkin("explain", "a.sets", "--bits", "16", exit=2).errors
