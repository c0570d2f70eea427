"""--prefer: the bands and rows of Kalampokis 2016 at scale, in pairs and dedup; what is found is exact as ever."""

import pytest
from samples import prose


def collection():
    texts = []
    for i in range(60):
        text = prose(i)
        texts += [text, text + f" And {i} more words than before in this one."]
    return texts


def test_pairs_are_exact_whatever_is_preferred(textkin):
    texts = collection()
    textkin.jsonl("x.jsonl", texts)
    options = ("--shingle", "char:9", "-t", "0.53", "--hashes", "225", "--sketch", "kperm", "--stats", "stats.json")
    exact = textkin.pairs("x.jsonl", *options[:4], "--exact")
    for preference, bands, rows in (("accuracy", 45, 5), ("speed", 25, 9)):
        found = textkin.pairs("x.jsonl", *options, "--prefer", preference)
        stats = textkin.stats()
        assert (stats["method"], stats["bands"], stats["rows"], stats["recall_target"]) == ("lsh", bands, rows, 0)
        # The recall of the plan is stated, and what was found is what the exact join finds.
        assert stats["recall_at_threshold"] == reference_probability(0.53, bands, rows)
        assert found and all(exact[pair] == {**row} for pair, row in found.items())
        assert len(found) >= 0.9 * len(exact)
    assert textkin.pairs("x.jsonl", *options, "--bands", "45", "--rows", "5") == textkin.pairs(
        "x.jsonl", *options, "--prefer", "accuracy")


def reference_probability(similarity, bands, rows):
    return pytest.approx(1 - (1 - similarity**rows) ** bands, rel=1e-9)


def test_dedup_in_a_run_directory_takes_up_the_preference(textkin):
    textkin.jsonl("x.jsonl", collection())
    options = ("-t", "0.6", "--hashes", "225", "--prefer", "speed")
    whole = textkin("dedup", "x.jsonl", *options, "-o", "whole.jsonl", "--removed", "why.jsonl")
    textkin("sketch", "x.jsonl", *options, "--run-dir", "run")
    textkin("join", "--run-dir", "run")
    textkin("cluster", "--run-dir", "run", "-o", "staged.jsonl")
    assert (textkin.folder / "staged.jsonl").read_bytes() == (textkin.folder / "whole.jsonl").read_bytes()
    assert whole.errors
    textkin("dedup", "x.jsonl", "-t", "0.6", "--hashes", "225", "--run-dir", "run", "-o", "kept.jsonl", exit=2)


def test_prefer_and_recall_exclude_each_other(textkin):
    textkin.jsonl("x.jsonl", ["a b c"])
    assert "--recall" in textkin("pairs", "x.jsonl", "--prefer", "speed", "--recall", "0.9", exit=2).errors
    assert "--prefer" in textkin("pairs", "x.jsonl", "--prefer", "speed", "--bands", "4", "--rows", "2", exit=2).errors
    assert "accuracy" in textkin("pairs", "x.jsonl", "--prefer", "quality", exit=2).errors


def test_a_prime_number_of_hashes_is_refused_with_one_that_is_none(textkin):
    """The thesis: "191 is not a valid No-Prime Integer". 191 bands of one row would make every pair a candidate."""
    textkin.jsonl("x.jsonl", [prose(1), prose(1)])
    for command in (("plan",), ("pairs", "x.jsonl"), ("dedup", "x.jsonl", "-o", "kept.jsonl")):
        options = (*command, "--prefer", "accuracy", "-t", "0.53", "--sketch", "kperm", "--hashes")
        errors = textkin(*options, 191, exit=2).errors
        assert "191 is a prime" in errors and "--hashes 192" in errors and len(errors.splitlines()) == 1
        textkin(*options, 192)
    assert not textkin.path("nothing").exists()
