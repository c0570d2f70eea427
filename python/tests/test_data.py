"""What `data` may be: every layout of Arrow strings, nulls, lists, mappings, and what else holds texts."""

import pathlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin

LONG = "one two three four five six seven eight"
TEXTS = [LONG, None, "", "déjà vu, " + LONG, LONG.upper(), "another text that is not like these at all", None, LONG]
ALIKE = [(0, 4), (0, 7), (4, 7)]


def found(table):
    return list(zip(table["a"].to_pylist(), table["b"].to_pylist(), strict=True))


TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.uint32(), pa.large_string()),
    pa.dictionary(pa.int64(), pa.string()),
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_strings_of_every_layout(kind):
    if pa.types.is_dictionary(kind):
        column = pa.chunked_array([pa.array(TEXTS, kind.value_type).dictionary_encode().cast(kind)])
    else:
        column = pa.chunked_array([pa.array([t if t is None else t.encode() for t in TEXTS], pa.binary()).cast(kind)])
    assert found(textkin.pairs(pa.table({"text": column}))) == ALIKE
    slices = pa.chunked_array([column.chunk(0)[:3], column.chunk(0)[3:3], column.chunk(0)[3:7], column.chunk(0)[7:]])
    assert found(textkin.pairs(pa.table({"text": slices}))) == ALIKE
    assert found(textkin.pairs(pa.table({"text": column[2:]}))) == [(2, 5)]


def test_slices_of_dictionaries():
    words = pa.array(["left out", LONG, None, "something else"])[1:]
    column = pa.DictionaryArray.from_arrays(pa.array([2, 0, None, 1, 0]), words)[1:]
    assert found(textkin.pairs(pa.table({"text": column}))) == [(0, 3)]


def test_what_stays_of_rows_without_text():
    result = textkin.dedup(pa.table({"text": TEXTS}))
    assert result.kept.tolist() == [True, True, True, True, False, True, True, False]
    assert result.stats["documents"] == 8
    assert result.stats["empty"] == 3


@pytest.mark.parametrize(
    "nothing", [[], {}, pa.table({"text": pa.array([], pa.string())}), pa.table({"text": pa.nulls(3)})]
)
def test_nothing(nothing):
    table = textkin.pairs(nothing)
    assert len(table) == 0
    assert table.column_names == ["a", "b", "similarity", "shared", "size_a", "size_b"]
    assert textkin.dedup(nothing).kept.tolist() == [True] * len(nothing)


@pytest.mark.parametrize(
    "columns",
    [
        TEXTS,
        tuple(TEXTS),
        [None if text is None else text.encode() for text in TEXTS],
        pa.array(TEXTS),
        pa.chunked_array([TEXTS[:4], TEXTS[4:]]),
        pa.table({"text": TEXTS}),
        pa.record_batch({"text": TEXTS}),
        pa.table({"other": range(8), "text": TEXTS}),
    ],
    ids=lambda data: type(data).__name__,
)
def test_columns(columns):
    assert found(textkin.pairs(columns)) == ALIKE


def test_iterator_of_batches_and_generator_of_texts():
    batches = pa.table({"text": TEXTS}).to_batches(max_chunksize=3)
    assert found(textkin.pairs(pa.RecordBatchReader.from_batches(batches[0].schema, batches))) == ALIKE
    assert found(textkin.pairs(text for text in TEXTS)) == ALIKE


def batches():
    return pa.table({"text": TEXTS}).to_batches(max_chunksize=3)


@pytest.mark.parametrize(
    "data",
    [
        np.array(TEXTS, dtype=object),
        np.array([text or "" for text in TEXTS]),
        [{"n": 1, "text": text} for text in TEXTS],
        {"n": range(8), "text": TEXTS},
        batches(),
        (batch for batch in batches()),
        [pa.table({"text": TEXTS[:3], "n": range(3)}), pa.table({"text": TEXTS[3:]})],
        dict(zip("abcdefgh", TEXTS, strict=True)).values(),
    ],
    ids=["objects", "strings", "records", "columns", "batches", "generator of batches", "tables", "view"],
)
def test_texts_records_and_tables_one_by_one(data):
    assert found(textkin.pairs(data)) == ALIKE


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (LONG.encode(), "in a list"),
        ({LONG, "b"}, "no order"),
        (None, "of type NoneType; give a table"),
        (3, "of type int; give a table"),
        (np.array(LONG), "give a table"),
        ([["a", "b"]], "text 0 is of type list"),
        ({1: LONG, "x": LONG}, "of int, str"),
        ([pathlib.Path("x.txt"), LONG], "both paths and texts"),
    ],
    ids=str,
)
def test_what_is_no_data(data, says):
    with pytest.raises(TypeError, match=says):
        textkin.pairs(data)


def test_paths_and_texts_are_not_taken_for_each_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for i, text in enumerate(TEXTS):
        pathlib.Path(f"{i}.txt").write_text(text or "")
    expected = [(f"{a}.txt", f"{b}.txt") for a, b in ALIKE]
    assert found(textkin.pairs("*.txt")) == expected
    assert found(textkin.pairs(path for path in sorted(tmp_path.glob("*.txt")))) == [
        (str(tmp_path / a), str(tmp_path / b)) for a, b in expected
    ]
    with pytest.raises(FileNotFoundError, match=r"check the path \(a text goes in a list\)") as caught:
        textkin.pairs(LONG * 100)
    assert len(str(caught.value)) < 200
    with pytest.raises(FileNotFoundError, match=r"\*\.jsonl"):
        textkin.pairs("*.jsonl")
    with pytest.warns(RuntimeWarning, match="pathlib.Path"):
        assert found(textkin.pairs(["0.txt", "4.txt"])) == []
    with pytest.raises(TypeError, match="open file"), open("0.txt") as file:
        textkin.pairs(file)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames(library):
    frames = pytest.importorskip(library)
    frame = frames.DataFrame({"n": range(8), "text": TEXTS})
    assert found(textkin.pairs(frame)) == ALIKE
    assert found(textkin.pairs(frames.Series(TEXTS))) == ALIKE
    kept = textkin.dedup(frame).kept
    assert list((frame[kept] if library == "pandas" else frame.filter(kept))["n"]) == [0, 1, 2, 3, 5, 6]


@pytest.mark.parametrize("kind", ["object", "string", "string[pyarrow]", "category"])
def test_strings_of_pandas(kind):
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(TEXTS, dtype=kind)
    assert found(textkin.pairs(pandas.DataFrame({"text": column}))) == ALIKE
    assert found(textkin.pairs(column)) == ALIKE
    assert found(textkin.pairs(pandas.Index(column))) == ALIKE


def test_other_columns_of_pandas_may_hold_anything():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": [f"n{i}" for i in range(8)], "text": TEXTS, "mixed": [1, "two", object(), None] * 2, "n": range(8)})
    frame = pandas.concat([frame, frame[["n"]]], axis=1)
    result = textkin.dedup(frame)
    assert result.apply(frame).shape == (6, 5)
    assert textkin.trim(frame).apply(frame).shape == (8, 5)
    assert found(textkin.pairs(frame, id=None)) == ALIKE


def test_a_dataset_of_pyarrow_has_no_rows_yet(tmp_path):
    dataset = pytest.importorskip("pyarrow.dataset")
    pq.write_table(pa.table({"text": TEXTS}), tmp_path / "in.parquet")
    with pytest.raises(TypeError, match="to_table"):
        textkin.pairs(dataset.dataset(tmp_path / "in.parquet"))


def test_a_lazy_frame_has_no_rows_yet():
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="collect"):
        textkin.pairs(polars.LazyFrame({"text": TEXTS}))


def test_a_hugging_face_dataset_in_the_order_of_its_rows(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    datasets = pytest.importorskip("datasets")
    dataset = datasets.Dataset.from_dict({"text": TEXTS, "n": list(range(8))})
    assert found(textkin.pairs(dataset)) == ALIKE
    turned = dataset.select(range(7, -1, -1))
    assert found(textkin.pairs(turned)) == [(0, 3), (0, 7), (3, 7)]
    kept = textkin.dedup(turned, keep="field:n:min").kept
    assert turned.select(np.flatnonzero(kept))["n"] == [6, 5, 3, 2, 1, 0]
    assert found(textkin.pairs(dataset[:])) == ALIKE  # a mapping of columns
    assert found(textkin.pairs(dataset.to_iterable_dataset())) == ALIKE
    with pytest.raises(ValueError, match="no column 'body'"):
        textkin.pairs(dataset, text="body")
    with pytest.raises(ValueError, match="train"):
        textkin.pairs(datasets.DatasetDict({"train": dataset}))


def test_ids_keep_their_type():
    texts = [LONG, LONG.upper()]
    for ids in (pa.array([7, 9]), pa.array(["x", "y"]), pa.array(["x", "y"]).dictionary_encode(), pa.array([1.5, 2.5])):
        table = textkin.pairs(pa.table({"id": ids, "text": texts}))
        assert table["a"].type == ids.type
        assert found(table) == [tuple(ids.to_pylist())]
    assert found(textkin.pairs({7: LONG, 9: LONG.upper()})) == [(7, 9)]
    assert found(textkin.pairs(pa.table({"key": ["x", "y"], "body": texts}), text="body", id="key")) == [("x", "y")]


def test_repeated_ids():
    table = pa.table({"id": ["x", "x"], "text": [LONG, LONG]})
    with pytest.raises(ValueError, match="x"):
        textkin.pairs(table)
    assert found(textkin.pairs(table, repeated_ids="number")) == [("x", "x#2")]


def test_keep_by_a_column():
    table = pa.table({"text": [LONG, LONG, LONG], "score": [1, 3, 2], "name": ["b", "a", "c"]})
    assert textkin.dedup(table, keep="field:score").kept.tolist() == [False, True, False]
    assert textkin.dedup(table, keep="field:score:min").kept.tolist() == [True, False, False]
    assert textkin.dedup(table, keep="field:name:max").kept.tolist() == [False, False, True]
    missing = table.append_column("none", pa.nulls(3))
    with pytest.warns(RuntimeWarning, match='no document has a number or a string in a field "none"'):
        assert textkin.dedup(missing, keep="field:none").kept.tolist() == [True, False, False]
    with pytest.raises(ValueError, match="no column 'rank'"):
        textkin.dedup(table, keep="field:rank")
    with pytest.raises(ValueError, match="no table"):
        textkin.dedup([LONG], keep="field:score")


def test_what_is_no_unicode():
    broken = pa.array([LONG.encode(), LONG.encode() + b" \xff", LONG.encode() + " \ufffd".encode()])
    assert found(textkin.pairs(broken, 1, normalize="none", shingle="char:3")) == [(1, 2)]
    halves = [LONG + " \ud800", LONG + " \ufffd", LONG + " \U0001f600"]
    assert found(textkin.pairs(halves, 1, normalize="none", shingle="char:3")) == [(0, 1)]
    with pytest.warns(RuntimeWarning, match="<data> row 1: invalid UTF-8; the row was skipped"):
        result = textkin.dedup(broken, 1, normalize="none", shingle="char:3", invalid_utf8="skip")
    assert result.kept.tolist() == [True, False, True]


@pytest.mark.parametrize("given", [list, tuple, lambda texts: dict(zip("abc", texts, strict=True))])
def test_half_of_a_surrogate_pair_is_what_invalid_utf8_says(given):
    halves = given([LONG + " \ud800", LONG + " \udfff", LONG])
    with pytest.raises(ValueError, match='<data> row 0: invalid UTF-8; repair it, or give invalid_utf8="replace" or skip'):
        textkin.dedup(halves, invalid_utf8="fail")
    with pytest.warns(RuntimeWarning, match="<data> row 1: invalid UTF-8; the row was skipped"):
        skipped = textkin.dedup(halves, invalid_utf8="skip")
    assert skipped.kept.tolist() == [False, False, True] and skipped.stats["problems"] == 2
    options = {"normalize": "none", "shingle": "char:3"}
    assert [(a != b) for a, b in found(textkin.pairs(halves, 1, **options))] == [True]  # each is one U+FFFD
    places = textkin.passages([LONG + " \ud800 " + LONG, LONG], guarantee=8).to_pylist()
    assert all((LONG + " \ud800 " + LONG)[p["a_offset"] :][: p["a_length"]].split()[-1] == LONG.split()[-1] for p in places) and places


def test_texts_are_not_copied():
    texts = pa.array([f"{'word ' * 20000}{i}" for i in range(1000)])
    before = pa.total_allocated_bytes()
    textkin.dedup(texts)
    assert pa.total_allocated_bytes() - before < 1 << 20


def test_arrays_outlive_their_answer():
    result = textkin.dedup([LONG] * 1000)
    kept, similarity = result._answer.kept, result._answer.kept_similarity
    del result
    assert (np.asarray(kept) == 0).all()
    assert (np.asarray(similarity) == 1).all()


def test_a_saved_dataset_is_the_files_that_its_state_names(tmp_path):
    """What former calls cached, or an earlier save of more shards left, is none of its rows."""
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict({"text": [f"{word} " * 9 for word in "one two three four five six seven".split()]})
    rows.save_to_disk(tmp_path / "saved", num_shards=3)
    with open(tmp_path / "saved" / "cache-0123456789abcdef.arrow", "wb") as cache:
        cache.write(next((tmp_path / "saved").glob("data-*")).read_bytes())
    (tmp_path / "saved" / "data-00000-of-00001.arrow").write_bytes((tmp_path / "saved" / "data-00000-of-00003.arrow").read_bytes())
    assert textkin.dedup(tmp_path / "saved").stats["documents"] == 7
    datasets.DatasetDict({"train": rows, "test": rows}).save_to_disk(tmp_path / "both")
    assert textkin.dedup(tmp_path / "both", repeated_ids="number").stats["documents"] == 14
    (tmp_path / "saved" / "data-00001-of-00003.arrow").unlink()
    with pytest.raises(ValueError, match=r"state.json names data-00001-of-00003.arrow, which is not there"):
        textkin.dedup(tmp_path / "saved")
