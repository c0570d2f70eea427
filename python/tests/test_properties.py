"""Properties that the C++ tests hold too: symmetry, order, threads, agreement with brute force."""

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
