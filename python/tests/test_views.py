"""Frames of polars hand over strings as views, of which pyarrow takes and filters no rows: every door takes them all the same."""

import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin

SENTENCE = "the quick brown fox jumps over the lazy dog near the river bank on monday"
TEXTS = [SENTENCE, "bread needs flour, water, salt and time, which most people leave out of it", f"{SENTENCE}!"]
FRAME = polars.DataFrame({"id": ["a", "b", "c"], "text": TEXTS, "n": [1, 2, 3]})
VIEWS = pa.table(FRAME)
KINDS = {
    "frame": FRAME,
    "table": VIEWS,
    "batch": VIEWS.to_batches()[0],
    "reader": VIEWS,
    "categories": FRAME.with_columns(polars.col("id").cast(polars.Categorical)),
    "bytes": FRAME.with_columns(polars.col("id").cast(polars.Binary)),
}


def test_they_are_views():
    assert pa.types.is_string_view(VIEWS.schema.field("id").type)


def given(kind):
    return VIEWS.to_reader() if kind == "reader" else KINDS[kind]


def plain(ids):
    return [id.decode() if isinstance(id, bytes) else id for id in ids.to_pylist()]


def rows(data):
    table = data.read_all() if isinstance(data, pa.RecordBatchReader) else data
    return list(table["n"]) if isinstance(table, polars.DataFrame) else table["n"].to_pylist()


@pytest.mark.parametrize("kind", KINDS)
def test_dedup(kind):
    result = textkin.dedup(given(kind))
    assert plain(result.removed["id"]) == ["c"]
    assert plain(result.removed["kept"]) == ["a"]
    assert plain(result.labels) == ["a", "b", "a"]
    assert plain(result.clusters["id"]) == ["a", "c"]
    kept = result.apply(given(kind))
    assert type(kept) is type(given(kind))
    assert rows(kept) == [1, 2]
    assert len(textkin.dedup(given(kind), against={"old": TEXTS[1]}).removed) == 2
    if kind != "batch":
        assert [row["kept"] for row in result.annotate(given(kind))["textkin"].to_pylist()] == [True, True, False]


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_passages_and_signatures(kind):
    assert plain(textkin.pairs(given(kind))["b"]) == ["c"]
    assert plain(textkin.passages(given(kind), guarantee=5)["a"]) == ["a"]
    assert plain(textkin.sketch(given(kind))["id"]) == ["a", "b", "c"]


@pytest.mark.parametrize("kind", KINDS)
def test_trim_and_decontaminate(kind):
    result = textkin.trim(given(kind), unit="sentence", emptied="drop")
    assert plain(result.cuts["kept"]) == ["a"]
    assert rows(result.apply(given(kind))) == [1, 2]
    for action, left in (("drop", [2]), ("flag", [1, 2, 3]), ("cut", [2])):
        result = textkin.decontaminate(given(kind), against={"item": SENTENCE}, action=action)
        assert plain((result.cuts if action == "cut" else result.leaked)["id"]) == ["a", "c"]
        assert rows(result.apply(given(kind))) == left


def test_columns_alone():
    result = textkin.dedup(VIEWS["text"])
    for column in (VIEWS["text"], VIEWS["text"].chunk(0)):
        kept = result.apply(column)
        assert type(kept) is type(column)
        assert kept.type == column.type
        assert kept.to_pylist() == TEXTS[:2]


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_files_keep_their_types(tmp_path, suffix):
    file, left = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    if suffix == "parquet":
        pq.write_table(VIEWS, file)
    else:
        with pa.ipc.new_file(file, VIEWS.schema) as sink:
            sink.write_table(VIEWS)
    for call in (textkin.dedup, textkin.trim):
        call(file, output=left)
        table = pq.read_table(left) if suffix == "parquet" else pa.ipc.open_file(left).read_all()
        assert table.schema.types == VIEWS.schema.types


def test_signatures_that_went_through_a_frame():
    made = textkin.sketch(FRAME)
    back = pa.table(polars.from_arrow(made)).replace_schema_metadata(made.schema.metadata)
    assert back.schema.field("id").type == pa.string_view()
    assert plain(textkin.signatures.pairs(back, threshold=0.5)["b"]) == ["c"]
    assert len(textkin.signatures.estimate(back, of=polars.DataFrame({"a": ["a"], "b": ["c"]}))) == 1


def test_an_index(tmp_path):
    index = textkin.Index.create(tmp_path / "archive", fields=["course"])
    assert index.add(FRAME.with_columns(course=polars.lit("x")))["added"] == 3
    assert plain(index.query(FRAME.head(1), threshold=0.9)["b"]) == ["a", "c"]
    assert index.get(FRAME["id"].head(2))["id"].to_pylist() == ["a", "b"]
