"""textkin.trim() and textkin.decontaminate(): the program's answers, over what people have."""

import json
import pathlib
import pickle

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin
from samples import edited, prose

QUESTION = prose("question", 20)
TESTS = {"q/1": QUESTION, "q/2": prose("other question", 30), "q/3": "three short words"}
ROWS = [
    {"id": "a", "text": f"{prose(1, 30)} {QUESTION.upper()} – {prose(2, 30)}", "n": 1},
    {"id": "b", "text": prose(3, 30), "n": 2},
    {"id": "c", "text": None, "n": 3},
    {"id": "d", "text": QUESTION, "n": 4},
    {"id": "e", "text": f"{prose(3, 30)} {prose(5, 20)}", "n": 5},
]
IDS = [row["id"] for row in ROWS]
TEXTS = [row["text"] for row in ROWS]


def kinds():
    """What people have: by name, the data, and how its rows read as (id or None, text)."""
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    table = pa.Table.from_pylist(ROWS)

    def of_table(found):
        assert found.column_names == ["id", "text", "n"]
        return list(zip(found["id"].to_pylist(), found["text"].to_pylist(), strict=True))

    found = {
        "table": (lambda: table, of_table),
        "dictionary": (lambda: table.set_column(1, "text", table["text"].dictionary_encode()), of_table),
        "reader": (table.to_reader, lambda got: of_table(got.read_all())),
        "polars": (lambda: polars.from_arrow(table), lambda got: of_table(got.to_arrow())),
        "pandas": (lambda: table.to_pandas().set_index(pandas.Index([9, 8, 7, 6, 5])), lambda got: list(zip(got["id"], got["text"], strict=True))),
        "records": (lambda: ROWS, lambda got: [(row["id"], row["text"]) for row in got]),
        "columns": (lambda: {"id": IDS, "text": TEXTS}, lambda got: list(zip(got["id"], got["text"], strict=True))),
        "mapping": (lambda: dict(zip(IDS, TEXTS, strict=True)), lambda got: list(got.items())),
        "list": (lambda: TEXTS, lambda got: [(None, text) for text in got]),
        "column": (lambda: table["text"], lambda got: [(None, text) for text in got.to_pylist()]),
        "series": (lambda: polars.Series("text", TEXTS), lambda got: [(None, text) for text in got]),
    }
    try:
        import datasets
    except ImportError:
        return found
    found["dataset"] = (lambda: datasets.Dataset.from_list(ROWS), lambda got: list(zip(got["id"], got["text"], strict=True)))
    return found


KINDS = ["table", "dictionary", "reader", "polars", "pandas", "records", "columns", "mapping", "list", "column", "series", "dataset"]


def expected_of(rows, named):
    return [(row["id"] if named else None, row["text"]) for row in rows]


def written(program, name, rows=ROWS):
    """A file of those rows that have a text."""
    return program.jsonl(name, [(row["id"], row["text"]) for row in rows if row["text"] is not None])


def read(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("command", "words"), [("trim", ("--words", "20")), ("cut", ("--action", "cut", "--margin", "3"))])
def test_every_kind_is_what_the_program_leaves(program, kind, command, words):
    every = kinds()
    if kind not in every:
        pytest.skip("datasets is not installed")
    make, shown = every[kind]
    written(program, "in.jsonl")
    program.jsonl("tests.jsonl", TESTS.items())
    if command == "trim":
        program("trim", "in.jsonl", *words, "-o", "out.jsonl")
        result = textkin.trim(make(), words=20)
    else:
        program("decontaminate", "in.jsonl", "--against", "tests.jsonl", *words, "-o", "out.jsonl")
        result = textkin.decontaminate(make(), TESTS, action="cut", margin=3)
    left = {row["id"]: row["text"] for row in read(program.folder / "out.jsonl")}
    assert left != {row["id"]: row["text"] for row in ROWS if row["text"]}
    rows = [{**row, "text": left.get(row["id"])} for row in ROWS if row["id"] in left or row["text"] is None]
    got = result.apply(make())
    assert type(got) is type(make()) or kind == "reader"
    assert [(a, None if b != b else b) for a, b in shown(got)] == expected_of(rows, shown(make())[0][0] is not None)


def test_cuts_are_the_programs_rows(program):
    written(program, "in.jsonl")
    program.jsonl("tests.jsonl", TESTS.items())
    program("trim", "in.jsonl", "--words", "20", "-o", "out.jsonl", "--removed", "cuts.jsonl")
    assert textkin.trim(pa.Table.from_pylist(ROWS), words=20).cuts.to_pylist() == read(program.folder / "cuts.jsonl") != []
    program("decontaminate", "in.jsonl", "--against", "tests.jsonl", "--action", "cut", "-o", "out.jsonl", "--removed", "cuts.jsonl")
    rows = [{**row, "set": "<against>"} for row in read(program.folder / "cuts.jsonl")]
    assert textkin.decontaminate(pa.Table.from_pylist(ROWS), TESTS, action="cut").cuts.to_pylist() == rows != []
    program("decontaminate", "in.jsonl", "--against", "tests.jsonl", "-o", "out.jsonl", "--removed", "removed.jsonl")
    rows = [{name: row[name] for name in ("id", "set", "item", "shared", "items")} | {"set": "<against>"} for row in read(program.folder / "removed.jsonl")]
    result = textkin.decontaminate(pa.Table.from_pylist(ROWS), TESTS)
    assert result.leaked.to_pylist() == rows != []
    assert result.kept.tolist() == [False, True, True, False, True]
    assert result.stats["sets"][0] | {"set": ""} == {"set": "", "items": 3, "short_items": 1, "leaked": 1, "documents": 2}


EDITED = [dict(row) for row in ROWS]
EDITED[1]["text"] += " " + edited(TESTS["q/2"], [10, 20]) + " " + prose(9, 20)


@pytest.mark.parametrize("action", ["drop", "flag", "cut"])
def test_passages_are_the_programs_rows(program, action):
    """An edited run that no n-gram finds."""
    program.jsonl("in.jsonl", [(row["id"], row["text"]) for row in EDITED if row["text"]])
    program.jsonl("tests.jsonl", TESTS.items())
    table = pa.Table.from_pylist(EDITED)
    assert textkin.decontaminate(table, TESTS).kept.tolist()[1]
    program("decontaminate", "in.jsonl", "--against", "tests.jsonl", "--by", "passages", "--action", action, "-o", "out.jsonl", "--removed", "removed.jsonl")
    result = textkin.decontaminate(table, TESTS, by="passages", action=action)
    assert result.by == "passages" and [row["id"] for row in result.passages.to_pylist()] == ["a", "b", "d"]
    rows = [{**row, "set": "<against>"} for row in read(program.folder / "removed.jsonl")]
    out = {row["id"]: row["text"] for row in read(program.folder / "out.jsonl")}
    if action == "cut":
        own = ("id", "offset", "length", "words", "set", "item", "shared")
        assert result.cuts.to_pylist() == [{name: row[name] for name in own} for row in rows] != []
    else:
        assert result.passages.to_pylist() == rows != []
        assert result.leaked["item"].to_pylist() == ["q/1", "q/2", "q/1"] and result.leaked["shared"].to_pylist() == [20, 28, 20]
    if action == "flag":
        assert [mark and mark["shared"] for mark in result.apply(table)["textkin"].to_pylist()] == [20, 28, None, 20, None]
    else:
        assert {row["id"]: row["text"] for row in result.apply(table).to_pylist() if row["text"]} == out
    again = pickle.loads(pickle.dumps(result))
    assert again.passages.equals(result.passages) and again.apply(table).equals(result.apply(table))
    with pytest.raises(ValueError, match="n-grams have no places"):
        textkin.decontaminate(table, TESTS).passages


def test_items_have_their_ids_in_their_type():
    tests = pa.table({"id": [70, 71], "text": [None, QUESTION]})
    leaked = textkin.decontaminate(ROWS, tests).leaked
    assert leaked["item"].to_pylist() == [71, 71] and leaked["id"].to_pylist() == ["a", "d"]
    assert textkin.decontaminate(TEXTS, [QUESTION]).leaked.to_pylist()[0]["item"] == 0


def frames():
    """Two test sets with an item of the same id, as several kinds of frames; what each is of is in `question`."""
    first = pa.table({"key": [7, 8], "question": [QUESTION, "nobody has this"]})
    second = pa.table({"key": [7], "question": [TESTS["q/2"]]})
    made = {"table": (first, second)}
    for name in ("polars", "pandas", "datasets"):
        library = pytest.importorskip(name)
        if name == "datasets":
            made[name] = (library.Dataset(first), library.Dataset(second))
        else:
            made[name] = (library.from_arrow(first), library.from_arrow(second)) if name == "polars" else (first.to_pandas(), second.to_pandas())
    return made


SETS = [dict(row) for row in ROWS]
SETS[4]["text"] += " " + TESTS["q/2"]


@pytest.mark.parametrize("by", ["ngrams", "passages"])
@pytest.mark.parametrize("kind", ["table", "polars", "pandas", "datasets"])
def test_each_frame_is_a_test_set(program, kind, by):
    first, second = frames()[kind]
    program.jsonl("in.jsonl", [(row["id"], row["text"]) for row in SETS if row["text"]])
    for name, table in zip(("one.jsonl", "two.jsonl"), frames()["table"], strict=True):
        (program.folder / name).write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    program("decontaminate", "in.jsonl", "--against=one.jsonl", "--against=two.jsonl", "--by", by, "--against-text-field", "question",
            "--against-id-field", "key", "-o", "out.jsonl", "--removed", "removed.jsonl", "--stats", "stats.json")
    rows = read(program.folder / "removed.jsonl")
    asked = {"against_text": "question", "against_id": "key", "by": by}
    for given, names in (({"one.jsonl": first, "two.jsonl": second}, ("one.jsonl", "two.jsonl")), ([first, second], ("0", "1"))):
        called = dict(zip(("one.jsonl", "two.jsonl"), names, strict=True))
        result = textkin.decontaminate(SETS, given, **asked)
        assert [(row["id"], row["set"]) for row in result.leaked.to_pylist()] == [(row["id"], called[row["set"]]) for row in rows] != []
        assert set(result.leaked["set"].to_pylist()) == set(names) and set(result.leaked["item"].to_pylist()) == {7}
        sets = json.loads((program.folder / "stats.json").read_text())["sets"]
        assert result.stats["sets"] == [{**one, "set": called[one["set"]]} for one in sets]
        if by == "passages":
            ids = {"7#2": 7, "7": 7}
            assert result.passages.to_pylist() == [{**row, "set": called[row["set"]], "item": ids[row["item"]]} for row in rows]
        cut = textkin.decontaminate(SETS, given, action="cut", **asked)
        assert set(cut.cuts["set"].to_pylist()) == set(names)
        assert pickle.loads(pickle.dumps(result)).leaked.equals(result.leaked)


def test_what_is_one_test_set_and_what_is_none(program):
    table = pa.table({"id": ["x"], "text": [QUESTION]})
    for one in (TESTS, table.to_batches(), table.to_pylist(), {"id": ["x"], "text": [QUESTION]}, {"text": table["text"]}, table):
        assert textkin.decontaminate(ROWS, one).leaked["set"].to_pylist() == ["<against>"] * 2
    assert textkin.decontaminate(ROWS, {"a": TESTS, "b": table}).leaked["set"].to_pylist() == ["a", "a"]
    assert [one["set"] for one in textkin.decontaminate(ROWS, [table]).stats["sets"]] == ["0"]
    paths = [written(program, f"{name}.jsonl", [{"id": name, "text": QUESTION}]) for name in "ab"]
    assert textkin.decontaminate(ROWS, paths).leaked["set"].to_pylist() == [str(paths[0])] * 2
    without = pa.table({"text": ["nothing", QUESTION]})
    found = textkin.decontaminate(ROWS, {"ids": table, "none": without}).leaked
    assert found["item"].to_pylist() == ["x", "x"]
    assert textkin.decontaminate(ROWS, {"a": without.slice(0, 1), "b": without}).leaked["item"].to_pylist() == [1, 1]
    with pytest.raises(TypeError, match="'b' is of type list; give a frame for each"):
        textkin.decontaminate(ROWS, {"a": table, "b": ["text"]})
    for name in ("", "-", "<data>"):
        with pytest.raises(ValueError, match="is none that tells one"):
            textkin.decontaminate(ROWS, {name: table})
    with pytest.raises(ValueError, match="no column 'body'"):
        textkin.decontaminate(ROWS, {"a": table}, against_text="body")
    pq.write_table(table, program.folder / "in.parquet")
    for name in ("in.jsonl", "in.parquet"):  # else the frame would be read in place of the file
        path = str(program.folder / name)
        written(program, "in.jsonl")
        with pytest.raises(ValueError, match="is a test set of against= and is data too"):
            textkin.decontaminate(path, {path: table})
    datasets = pytest.importorskip("datasets")
    both = datasets.DatasetDict({"test": datasets.Dataset(table), "dev": datasets.Dataset(without)})
    assert [one["set"] for one in textkin.decontaminate(ROWS, both).stats["sets"]] == ["test", "dev"]


BYTES = [b"\xff\xfe " + QUESTION.encode() + b" tail", None, b"\xff fine", QUESTION.encode()]


BINARY = pa.table({"text": pa.array(BYTES, pa.binary())})
OF_BYTES = {
    "list": lambda: BYTES,
    "columns": lambda: {"text": BYTES},
    "table": lambda: BINARY,
    "view": lambda: pa.table({"text": BINARY["text"].cast(pa.binary_view())}),
    "dictionary": lambda: pa.table({"text": BINARY["text"].dictionary_encode()}),
    "polars": lambda: pytest.importorskip("polars").from_arrow(BINARY),
    "pandas": lambda: pytest.importorskip("pandas").DataFrame({"text": BYTES}),
    "dataset": lambda: pytest.importorskip("datasets").Dataset(BINARY),
}


@pytest.mark.parametrize("kind", OF_BYTES)
def test_bytes_that_are_no_text(kind):
    """They are bytes again; of texts out of which something goes what is no UTF-8 is replaced."""
    data = OF_BYTES[kind]()

    def left(result):
        got = result.apply(data)
        assert type(got) is type(data)
        column = got if kind == "list" else got["text"]
        return column.to_pylist() if isinstance(column, pa.ChunkedArray) else list(column)

    assert left(textkin.decontaminate(data, [QUESTION], action="cut", margin=0)) == ["\ufffd\ufffd tail".encode(), None, BYTES[2]]
    assert left(textkin.trim(data, words=20)) == [*BYTES[:3], b""]
    with pytest.warns(RuntimeWarning, match="2 documents could not be used"):
        skipped = textkin.decontaminate(data, [QUESTION], action="cut", invalid_utf8="skip")
    assert left(skipped) == BYTES[:3]


def test_bytes_that_are_no_text_in_files(tmp_path):
    pq.write_table(BINARY, tmp_path / "in.parquet")
    for done, options in ((textkin.trim, {"words": 20}), (textkin.decontaminate, {"against": [QUESTION], "action": "cut", "margin": 0})):
        done(tmp_path / "in.parquet", output=tmp_path / "out.parquet", **options)
        assert pq.read_table(tmp_path / "out.parquet").equals(done(BINARY, **options).apply(BINARY))


def test_flag():
    result = textkin.decontaminate(ROWS, TESTS, action="flag")
    marked = result.apply(pa.Table.from_pylist(ROWS))
    assert marked.drop_columns("textkin").to_pylist() == ROWS and result.kept.all()
    assert marked["textkin"].to_pylist() == [{"item": "q/1", "shared": 8, "items": 1}, None, None, {"item": "q/1", "shared": 8, "items": 1}, None]


def test_emptied():
    rows = ["one two three four five", "– one two three four five!", "six"]
    kept = textkin.trim(rows, words=5)
    assert kept.emptied.tolist() == [False, True, False] and kept.kept.all()
    assert kept.apply(rows) == ["one two three four five", "", "six"]
    dropped = textkin.trim(rows, words=5, emptied="drop")
    assert dropped.apply(rows) == ["one two three four five", "six"]


def test_of_paths(program):
    path = written(program, "in.jsonl")
    out = program.folder / "out.jsonl"
    result = textkin.trim(str(path), words=20, output=out)
    assert result.cuts["id"].to_pylist() == ["d", "e"]
    assert [row["text"] for row in read(out)][-1] == prose(5, 20)
    with pytest.raises(TypeError, match="result is of files"):
        result.apply(ROWS)
    result = textkin.decontaminate(path, TESTS, action="cut", margin=0, output=out)
    assert [row["id"] for row in read(out)] == ["a", "b", "e"]
    assert result.kept.tolist() == [True, True, False, True]
    textkin.decontaminate(path, TESTS, output=out)
    assert [row["id"] for row in read(out)] == ["b", "e"]


def test_work_is_kept(program):
    path = written(program, "in.jsonl")
    results = [textkin.trim(path, words=20, run_dir=program.folder / "run") for _ in range(2)]
    assert results[0].cuts.equals(results[1].cuts) and results[0].cuts["id"].to_pylist() == ["d", "e"]
    assert any(file.name.startswith("pairs-") for file in (program.folder / "run").iterdir())
    with pytest.raises(ValueError, match="was made with"):
        textkin.trim(ROWS, words=20, run_dir=program.folder / "run")


def test_of_tables_in_files(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(pa.Table.from_pylist(ROWS), path)
    assert textkin.trim(path, words=20).cuts["id"].to_pylist() == ["d", "e"]
    assert textkin.decontaminate(path, TESTS).leaked["id"].to_pylist() == ["a", "d"]
    textkin.trim(path, words=20, output=tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("action", ["drop", "flag", "cut"])
def test_results_can_be_pickled(action):
    result = textkin.decontaminate(ROWS, TESTS, action=action)
    again = pickle.loads(pickle.dumps(result))
    table = pa.Table.from_pylist(ROWS)
    assert again.apply(table).equals(result.apply(table)) and again.stats == result.stats
    trimmed = textkin.trim(ROWS, words=20)
    assert pickle.loads(pickle.dumps(trimmed)).apply(table).equals(trimmed.apply(table))
    assert repr(pickle.loads(pickle.dumps(trimmed))) == repr(trimmed)


def test_what_cannot_be():
    with pytest.raises(ValueError, match="rows in memory"):
        textkin.trim(ROWS, output="x.jsonl")
    with pytest.raises(ValueError, match="margin= has no use"):
        textkin.decontaminate(ROWS, TESTS, margin=3)
    with pytest.raises(ValueError, match=r"found by trim\(unit="):
        textkin.dedup(ROWS, unit="line")
    with pytest.raises(ValueError, match=r"did you mean min_words"):
        textkin.trim(ROWS, unit="line", min_word=3)
    with pytest.raises(ValueError, match="4 rows, and the result is of 5"):
        textkin.trim(ROWS, words=20).apply(ROWS[:4])
    with pytest.raises(TypeError, match="writes one column of texts"):
        textkin.trim(pa.Table.from_pylist(ROWS), text=["id", "text"]).apply(pa.Table.from_pylist(ROWS))
    with pytest.raises(ValueError, match=r"see \.leaked"):
        textkin.decontaminate(ROWS, TESTS).cuts


STRETCH = "one two three four five six seven eight nine ten eleven twelve"
REPEATED = [f"the first text has {STRETCH}", "another text of a few words", f"{STRETCH} stands in a third one", None]


@pytest.mark.parametrize("indices", [pa.int8(), pa.int32()])
@pytest.mark.parametrize("words", [pa.string(), pa.large_string()])
def test_words_of_a_dictionary_stay_such(indices, words):
    kind = pa.dictionary(indices, words)
    column = pa.array(REPEATED).dictionary_encode().cast(kind)
    for data, kind_of in ((column, lambda made: made.type), (pa.table({"text": column}), lambda made: made.schema.field("text").type)):
        for result in (textkin.trim(data, words=8), textkin.decontaminate(data, [STRETCH], shingle="word:8", action="cut", margin=0)):
            assert kind_of(result.apply(data)) == kind


def test_what_is_left_of_more_texts_than_indices_is_not_lost():
    texts = [f"{STRETCH} and behind it text {i}" for i in range(100)] * 2
    column = pa.chunked_array([pa.array([text + f" copy {i}" * (i % 2) for i, text in enumerate(texts)][:120]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))])
    both = pa.chunked_array([*column.chunks, pa.array([f"{STRETCH} other {i}" for i in range(120)]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))])
    left = textkin.trim(both, words=8).apply(both)
    assert pa.types.is_dictionary(left.type) and left.type.value_type == pa.string() and len(left) == 240


def test_categories_and_arrays_stay_such():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    expected = textkin.trim(REPEATED, words=8).apply(REPEATED)
    assert expected != REPEATED
    ordered = pandas.Series(pandas.Categorical(REPEATED, categories=[*REPEATED[2::-1], "of none"], ordered=True))
    enumerated = polars.Series("text", REPEATED, dtype=polars.Enum(REPEATED[:3]))
    for data in (pandas.DataFrame({"text": ordered}), ordered):
        left = textkin.trim(data, words=8).apply(data)
        left = left if isinstance(left, pandas.Series) else left["text"]
        assert isinstance(left.dtype, pandas.CategoricalDtype) and left.dtype.ordered
        assert list(left.dtype.categories[:4]) == [*REPEATED[2::-1], "of none"]
        assert [None if pandas.isna(text) else text for text in left] == expected
    for series, kind in ((enumerated, polars.Enum), (polars.Series("text", REPEATED, dtype=polars.Categorical), polars.Categorical)):
        left = textkin.trim(series, words=8).apply(series)
        assert left.dtype == kind and left.to_list() == expected
        assert textkin.trim(series.to_frame(), words=8).apply(series.to_frame())["text"].to_list() == expected
    for array in (np.array(REPEATED, dtype=object), np.array(REPEATED[:3])):
        left = textkin.trim(array, words=8).apply(array)
        assert isinstance(left, np.ndarray) and left.dtype == array.dtype and left.tolist() == expected[: len(array)]
