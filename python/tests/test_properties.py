"""Properties that the C++ tests hold too: symmetry, order, threads, agreement with brute force."""

import json
import pathlib
import tempfile

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

import textkin

WORDS = st.lists(st.sampled_from("abcdefg"), max_size=12).map(" ".join)
TEXTS = st.lists(st.none() | WORDS, max_size=14)
GIVEN = {"shingle": "word:2", "normalize": "none", "tokens": "whitespace"}


def shingles(text):
    words = (text or "").split()
    if not words:
        return set()
    return {tuple(words[i : i + 2]) for i in range(max(1, len(words) - 1))}


def brute_force(texts, threshold):
    sets = [shingles(text) for text in texts]
    found = {}
    for a, x in enumerate(sets):
        for b, y in enumerate(sets[a + 1 :], a + 1):
            if x and y and len(x & y) / len(x | y) >= threshold:
                found[a, b] = len(x & y) / len(x | y)
    return found


def found(table):
    return {(a, b): s for a, b, s in zip(*(table[n].to_pylist() for n in ("a", "b", "similarity")), strict=True)}


@given(TEXTS, st.sampled_from([0.3, 0.5, 0.8, 1]))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_exact_pairs_are_those_of_brute_force(texts, threshold):
    assert found(textkin.pairs(texts, threshold, exact=True, **GIVEN)) == brute_force(texts, threshold)


@given(TEXTS, st.randoms(use_true_random=False), st.integers(1, 4))
@settings(deadline=None, max_examples=40, derandomize=True)
def test_order_and_threads(texts, random, threads):
    order = list(range(len(texts)))
    random.shuffle(order)
    pairs = found(textkin.pairs(texts, 0.4, method="lsh", threads=1, **GIVEN))
    shuffled = found(textkin.pairs([texts[i] for i in order], 0.4, method="lsh", threads=threads, **GIVEN))
    assert {tuple(sorted((order[a], order[b]))): s for (a, b), s in shuffled.items()} == pairs


@given(TEXTS, st.integers(1, 5))
@settings(deadline=None, max_examples=40, derandomize=True)
def test_chunks_and_layouts(texts, size):
    table = pa.table({"text": pa.array(texts, pa.string())})
    expected = textkin.dedup(texts, 0.4, **GIVEN).kept.tolist()
    chunks = pa.Table.from_batches(table.to_batches(max_chunksize=size), table.schema)
    assert textkin.dedup(chunks, 0.4, **GIVEN).kept.tolist() == expected
    coded = pa.table({"text": table["text"].combine_chunks().dictionary_encode()})
    assert textkin.dedup(coded, 0.4, **GIVEN).kept.tolist() == expected


@given(TEXTS, st.sampled_from([0.3, 0.6, 1]))
@settings(deadline=None, max_examples=60, derandomize=True)
def test_no_chaining(texts, threshold):
    result = textkin.dedup(texts, threshold, exact=True, **GIVEN)
    alike = brute_force(texts, threshold)
    kept = [i for i, stays in enumerate(result.kept) if stays]
    assert not any((a, b) in alike for a in kept for b in kept)
    for row in result.removed.to_pylist():
        assert alike[tuple(sorted((row["id"], row["kept"])))] == row["similarity"]
        assert result.kept[row["kept"]]


@given(WORDS, WORDS)
@settings(deadline=None, max_examples=30, derandomize=True)
def test_compare_is_symmetric(a, b):
    one, other = textkin.compare(a, b, **GIVEN), textkin.compare(b, a, **GIVEN)
    assert one["jaccard"] == other["jaccard"]
    assert one["containment_a_in_b"] == other["containment_b_in_a"]


METHODS = st.sampled_from(["exact", "lsh"])


@given(TEXTS, st.sampled_from([0.3, 0.6, 1]), METHODS, st.sampled_from(["first", "last", "longest"]))
@settings(deadline=None, max_examples=30, derandomize=True)
def test_what_stays_stays_when_it_is_done_again(texts, threshold, method, keep):
    kept = textkin.dedup(texts, threshold, method=method, keep=keep, **GIVEN).kept
    assert textkin.dedup(
        [texts[i] for i in np.flatnonzero(kept)], threshold, method=method, keep=keep, **GIVEN
    ).kept.all()


@given(TEXTS, st.integers(1, 4), METHODS)
@settings(deadline=None, max_examples=30, derandomize=True)
def test_threads_of_dedup(texts, threads, method):
    one, many = (textkin.dedup(texts, 0.4, method=method, threads=n, **GIVEN) for n in (1, threads))
    assert (one.kept == many.kept).all()
    assert one.removed.equals(many.removed)
    assert one.clusters.equals(many.clusters)


@given(TEXTS, st.tuples(st.floats(0.1, 1), st.floats(0.1, 1)).map(sorted))
@settings(deadline=None, max_examples=30, derandomize=True)
def test_a_higher_threshold_finds_those_pairs_that_reach_it(texts, thresholds):
    low, high = (found(textkin.pairs(texts, threshold, exact=True, **GIVEN)) for threshold in thresholds)
    assert high == {pair: similarity for pair, similarity in low.items() if similarity >= thresholds[1]}


@given(TEXTS, TEXTS, METHODS)
@settings(deadline=None, max_examples=30, derandomize=True)
def test_two_collections_are_alike_both_ways(ones, others, method):
    there = found(textkin.pairs(ones, 0.4, against=others, method=method, **GIVEN))
    back = found(textkin.pairs(others, 0.4, against=ones, method=method, **GIVEN))
    assert there == {(a, b): similarity for (b, a), similarity in back.items()}


@given(st.lists(WORDS, max_size=12), METHODS)
@settings(deadline=None, max_examples=15, derandomize=True)
def test_list_mapping_table_records_and_file_are_the_same(texts, method):
    names = [f"n{i}" for i in range(len(texts))]
    options = {**GIVEN, "method": method}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "docs.jsonl"
        records = [{"id": name, "text": text} for name, text in zip(names, texts, strict=True)]
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        table = pa.table({"id": pa.array(names, pa.string()), "text": pa.array(texts, pa.string())})
        forms = [dict(zip(names, texts, strict=True)), table, *([records] if records else []), path]
        pairs = textkin.pairs(texts, 0.4, **options)
        removed = textkin.dedup(texts, 0.4, **options).removed
        for form in forms:
            same = textkin.pairs(form, 0.4, **options)
            assert [same["a"].to_pylist(), same["b"].to_pylist()] == [
                [names[i] for i in pairs[side].to_pylist()] for side in ("a", "b")
            ]
            assert same.drop(["a", "b"]).equals(pairs.drop(["a", "b"]))
            result = textkin.dedup(form, 0.4, **options)
            assert result.removed["id"].to_pylist() == [names[i] for i in removed["id"].to_pylist()]
            assert result.removed["similarity"].equals(removed["similarity"])
            assert result.ids.to_pylist() == names
