"""Real collections in a textkin.Index: the rows of `textkin.pairs` at every threshold, where all are found; and containment."""

import collections_of_truth
import pytest

import textkin

MOST = 400  # documents of each: a part is enough here, tests/cases/test_index_collections.py asks about all


def of(table):
    """Rows without what only one of the two says; ids as text."""
    columns = ["a", "b", "similarity", "shared", "size_a", "size_b"]
    return sorted(tuple(str(row[name]) if name in "ab" else row[name] for name in columns) for row in table.select(columns).to_pylist())


@pytest.fixture(scope="module", params=["us-code", "powershell-docs", "tang-poems", "laws-de", "movie-reviews"])
def kept(request, tmp_path_factory):
    collection = collections_of_truth.load(request.param)
    words = [*collection.options]
    options = {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}
    documents = dict(collection.documents[:MOST])
    index = textkin.Index.create(tmp_path_factory.mktemp("index") / "idx", **options)
    index.add(documents)
    return index, documents, options


@pytest.mark.parametrize("threshold", [0.5, 0.7, 0.8, 0.9])
def test_rows_are_those_of_pairs(kept, threshold):
    index, documents, options = kept
    expected = of(textkin.pairs(documents, threshold, against=documents, exact=True, **options))
    assert len(expected) >= MOST * 0.9
    assert of(index.query(documents, threshold, exact=True)) == expected
    found = index.query(documents, threshold)
    assert set(of(found)) <= set(expected) and found.num_rows >= found.recall * len(expected)
