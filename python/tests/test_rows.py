"""Results beside the rows that they are of: labels, kept rows of every kind of data, annotations, pickles."""

import copy
import pickle

import numpy as np
import pyarrow as pa
import pytest

import textkin

TEXTS = ["the cat sat on the mat today", None, "another text of more words here", "The cat sat on the mat, today"]
TABLE = pa.table({"id": ["a", "b", "c", "d"], "text": TEXTS, "n": [1, 2, 3, 4]})


@pytest.fixture(scope="module")
def result():
    return textkin.dedup(TABLE)


def test_labels_are_those_of_the_rows(result):
    assert result.labels.to_pylist() == ["a", "b", "c", "a"]
    assert result.kept.tolist() == [True, True, True, False]
    assert textkin.dedup(TEXTS).labels.to_pylist() == [0, 1, 2, 0]
    new = textkin.dedup({"x": TEXTS[2], "y": TEXTS[0]}, against={"old": TEXTS[3]})
    assert new.labels.to_pylist() == ["x", "y"]
    assert new.removed["kept"].to_pylist() == ["old"]


def test_a_row_that_cannot_be_used_has_no_label():
    bytes_ = pa.table({"text": pa.array([b"\xff\xfe one two", b"a b c d e f", b"a b c d e f"], pa.binary())})
    with pytest.warns(RuntimeWarning):
        found = textkin.dedup(bytes_, invalid_utf8="skip")
    assert found.labels.to_pylist() == [None, 1, 1]
    assert found.annotate(bytes_)["textkin"].to_pylist()[0] is None


def kinds():
    polars, pandas, datasets = (pytest.importorskip(name) for name in ("polars", "pandas", "datasets"))
    frame = TABLE.to_pandas()
    odd = frame.set_index(pandas.Index([7, 7, 1, 2]))
    dataset = datasets.Dataset.from_dict(TABLE.to_pydict())
    return {
        "table": (TABLE, lambda x: x["n"].to_pylist()),
        "batch": (TABLE.to_batches()[0], lambda x: x["n"].to_pylist()),
        "reader": (TABLE.to_reader(max_chunksize=3), lambda x: x.read_all()["n"].to_pylist()),
        "column": (TABLE["n"], lambda x: x.to_pylist()),
        "polars": (polars.from_arrow(TABLE), lambda x: x["n"].to_list()),
        "polars series": (polars.Series([1, 2, 3, 4]), lambda x: x.to_list()),
        "pandas": (frame, lambda x: x["n"].tolist()),
        "pandas with an odd index": (odd, lambda x: x["n"].tolist()),
        "pandas series": (frame["n"], lambda x: x.tolist()),
        "dataset": (dataset, lambda x: x["n"][:]),
        "stream of a dataset": (dataset.to_iterable_dataset(), lambda x: [row["n"] for row in x]),
        "numpy": (np.array([1, 2, 3, 4]), lambda x: x.tolist()),
        "list": ([1, 2, 3, 4], list),
        "tuple": ((1, 2, 3, 4), list),
        "records": (TABLE.to_pylist(), lambda x: [row["n"] for row in x]),
        "columns": (TABLE.to_pydict(), lambda x: x["n"]),
        "mapping": ({1: "x", 2: "y", 3: "z", 4: "x"}, list),
    }


KINDS = "table batch reader column polars pandas dataset numpy list tuple records columns mapping".split()
KINDS += ["polars series", "pandas with an odd index", "pandas series", "stream of a dataset"]


@pytest.mark.parametrize("kind", KINDS)
def test_apply(result, kind):
    data, numbers = kinds()[kind]
    kept = result.apply(data)
    assert type(kept) is type(data)
    assert numbers(kept) == [1, 2, 3]


def test_apply_to_a_relation_of_duckdb(result):
    duckdb = pytest.importorskip("duckdb")
    kept = result.apply(duckdb.from_arrow(TABLE))
    assert kept.filter("n > 1").order("n").fetchall() == [("b", None, 2), ("c", TEXTS[2], 3)]


def test_other_data_is_refused(result, tmp_path, program):
    for data in (TABLE.slice(1), [1, 2], {"n": [1, 2]}):
        with pytest.raises(ValueError, match="the result is of 4"):
            result.apply(data)
    with pytest.raises(TypeError, match="has no rows"):
        result.apply("docs.jsonl")
    of_paths = textkin.dedup(program.jsonl("docs.jsonl", enumerate(["a b c d e f", "a b c d e f"])))
    assert of_paths.labels.to_pylist() == ["0", "0"]
    with pytest.raises(TypeError, match="output="):
        of_paths.apply(["x", "y"])


def test_annotate(result):
    found = result.annotate(TABLE)
    assert found.column_names == ["id", "text", "n", "textkin"]
    none = {"kept": True, "cluster": None, "similarity": None}
    kept, gone = ({"kept": stays, "cluster": "a", "similarity": 1.0} for stays in (True, False))
    assert found["textkin"].to_pylist() == [kept, none, none, gone]
    assert result.annotate(TABLE.to_pylist()).equals(found)
    with pytest.raises(TypeError, match="no table"):
        result.annotate(TEXTS)


def test_pickles(result):
    for same in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert repr(same) == repr(result)
        assert (same.kept == result.kept).all()
        for name in ("ids", "labels", "removed", "clusters"):
            assert getattr(same, name).equals(getattr(result, name))
        assert same.stats == result.stats
        assert same.apply(TABLE).equals(result.apply(TABLE))
        assert same.annotate(TABLE).equals(result.annotate(TABLE))
