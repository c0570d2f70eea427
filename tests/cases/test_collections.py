"""The collections with an exact truth: --exact equals it, LSH keeps its promise, dedup keeps its rule."""

import json
import math
import statistics
from fractions import Fraction

import pytest

import collections_of_truth
import reference
from collections_of_truth import BOUNDS


@pytest.fixture(scope="module")
def written(textkin_once):
    """Loads a collection and writes it once."""
    loaded = {}

    def get(name):
        if name not in loaded:
            collection = collections_of_truth.load(name)
            collection.path = collection.write(textkin_once.path(f"{name}.jsonl"))
            loaded[name] = collection
        return loaded[name]

    return get


def found_rows(program, collection, *options):
    rows = program("pairs", collection.path, *collection.options, *options, timeout=120).table()
    found = set()
    for row in rows:
        a, b = collection.id_in_truth(row["a"]), collection.id_in_truth(row["b"])
        shared, size_a, size_b = (int(row[name]) for name in ("shared", "size_a", "size_b"))
        found.add((a, b, shared, size_a, size_b) if a < b else (b, a, shared, size_b, size_a))
    assert len(found) == len(rows)
    return found


THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


@pytest.mark.parametrize("name, threshold", [(name, t) for name, bound in BOUNDS.items() for t in THRESHOLDS if t >= bound])
def test_exact_equals_the_truth(textkin_once, written, name, threshold):
    collection = written(name)
    assert found_rows(textkin_once, collection, "--exact", "-t", threshold) == reference.at_least(collection.truth, threshold)


@pytest.mark.parametrize("name", ["us-code", "tang-poems"])
def test_the_same_answer_on_real_text(textkin_once, written, name):
    """Large enough that every stage is cut into pieces."""
    collection = written(name)
    for method in ("exact", "lsh"):
        answers = set()
        for options in (["--threads", 1], ["--threads", 2], ["--threads", 3, "--simd", "scalar"], ["--block-size", "100000"]):
            options = [*collection.options, "-t", 0.5, "--method", method, *options]
            pairs = textkin_once("pairs", collection.path, *options, timeout=120).stdout
            kept = textkin_once("dedup", collection.path, *options, timeout=120).stdout
            answers.add((pairs, kept))
        assert len(answers) == 1


SEEDS = range(1, 21)


@pytest.mark.long
@pytest.mark.parametrize("recall", [0.90, 0.95, 0.99])
@pytest.mark.parametrize("threshold", [0.5, 0.8])
@pytest.mark.parametrize("name", ["us-code", "powershell-docs", "tang-poems"])
def test_lsh_keeps_its_promise(textkin_once, written, record_property, name, threshold, recall):
    collection = written(name)
    truth = reference.at_least(collection.truth, threshold)
    recalls, printed, expected = [], [], []
    for seed in SEEDS:
        found = found_rows(textkin_once, collection, "--method", "lsh", "-t", threshold, "--recall", recall, "--seed", seed,
                           "--stats", "s.json")
        assert found <= truth, "a pair below the threshold, or one that is not alike"
        recalls.append(len(found) / len(truth))
        stats = textkin_once.stats("s.json")
        printed.append(stats["recall_predicted"])
        bands, rows = stats["bands"], stats["rows"]
        similarities = (shared / (size_a + size_b - shared) for _, _, shared, size_a, size_b in truth)
        expected.append(statistics.fmean(1 - (1 - s**rows) ** bands for s in similarities))
    mean = statistics.fmean(recalls)
    error = statistics.stdev(recalls) / math.sqrt(len(recalls))
    predicted, law = statistics.fmean(printed), statistics.fmean(expected)
    print(f"{name} t={threshold} recall>={recall}: {bands} x {rows}, measured {mean:.4f} +- {error:.4f}, "
          f"predicted by the runs {predicted:.4f}, by the law over the true pairs {law:.4f}")
    assert mean >= recall - 3 * error
    assert abs(mean - predicted) <= 0.02
    assert abs(mean - law) <= 0.02


@pytest.mark.parametrize("method", ["exact", "lsh"])
@pytest.mark.parametrize("threshold", [0.5, 0.8])
@pytest.mark.parametrize("name", ["us-code", "powershell-docs", "tang-poems", "sms-spam"])
def test_dedup_keeps_its_rule(textkin_once, written, name, threshold, method):
    """Every removed document's partner stays and is similar by another program's reckoning; no two that stay are alike."""
    collection = written(name)
    options = [*collection.options, "--method", method, "-t", threshold, "--seed", 5]
    textkin_once("dedup", collection.path, *options, "-o", "kept.jsonl", "--removed", "removed.jsonl", timeout=120)
    texts = dict(collection.documents)
    kept = {json.loads(line)["id"] for line in textkin_once.path("kept.jsonl").read_text("utf-8").splitlines()}
    removed = [json.loads(line) for line in textkin_once.path("removed.jsonl").read_text("utf-8").splitlines()]
    assert kept.isdisjoint(row["id"] for row in removed) and len(kept) + len(removed) == len(texts)
    for row in removed:
        assert row["kept"] in kept
        a, b = (collection.shingle(texts[row[side]]) for side in ("id", "kept"))
        similarity = reference.jaccard(a, b)
        assert similarity >= Fraction(str(threshold)) and row["similarity"] == float(similarity)
        assert (row["reason"] == "identical") == (similarity == 1)
    pairs = textkin_once.pairs(collection.path, *options, timeout=120)
    assert not [pair for pair in pairs if kept.issuperset(pair)]
    assert {row["id"] for row in removed} <= {i for pair in pairs for i in pair}
    if method == "exact":
        order = [identifier for identifier, _ in collection.documents]
        expected = reference.keep_rule(order, pairs, order)
        assert {row["id"]: row["kept"] for row in removed} == expected
