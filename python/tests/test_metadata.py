"""Rows of each kind of frame, through each kind of file: columns, types, metadata and indexes are what they were."""

import datetime
import decimal
import os

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

import textkin

# Several batches of whoever reads or writes in batches, none of them full.
ROWS = 50_000 if os.environ.get("TEXTKIN_SOAK") else 9_001
GROUP = ROWS // 4
# Every fifth row is the one before it with another last word: some go, and the others are all kinds of neighbours.
TEXTS = [f"report {i - (i % 5 == 4)} of station {(i - (i % 5 == 4)) * 7919 % 10007} says that the level at noon was {(i - (i % 5 == 4)) * 31 % 977} and rising slowly {'today' if i % 5 == 4 else 'now'}" for i in range(ROWS)]
ASKED = {"threshold": 0.7, "shingle": "word:3"}
METADATA = {b"made by": b"somebody", b"bytes": bytes(range(256))}


def arrow():
    numbers = pa.array(range(ROWS))
    columns = {
        "id": pa.array([f"n{i}" for i in range(ROWS)], pa.large_string()), "text": pa.array(TEXTS),
        "small": numbers.cast(pa.int32()).cast(pa.int64()), "half": pa.array(np.arange(ROWS) / 2, pa.float32()),
        "flag": pa.array([None if i % 3 == 0 else i % 2 == 0 for i in range(ROWS)]),
        "when": pa.array(np.arange(ROWS) * 10**9, pa.timestamp("us", "Europe/Berlin")), "day": pa.array([i % 20000 for i in range(ROWS)], pa.date32()),
        "price": pa.array([decimal.Decimal(i) / 100 for i in range(ROWS)], pa.decimal128(12, 2)),
        "kind": pa.array([f"kind {i % 7}" for i in range(ROWS)]).dictionary_encode(), "raw": pa.array([bytes([i % 256, 0]) for i in range(ROWS)], pa.binary()),
        "list": pa.array([[i, None] if i % 4 else None for i in range(ROWS)], pa.list_(pa.int32())),
        "pair": pa.array([{"x": i, "y": str(i)} for i in range(ROWS)], pa.struct([pa.field("x", pa.int32(), nullable=False), pa.field("y", pa.string())])),
        "vector": pa.array([[i, 1] for i in range(ROWS)], pa.list_(pa.float32(), 2)), "nothing": pa.nulls(ROWS),
    }
    table = pa.table(columns)
    fields = [field.with_metadata({b"unit": b"m"}) if field.name == "half" else field for field in table.schema]
    fields[0] = fields[0].with_nullable(False)
    return table.cast(pa.schema(fields, METADATA))


def kept_of(data):
    kept = textkin.dedup(data, **ASKED).kept
    assert 0 < (~kept).sum() < ROWS / 4
    return kept


def same(table, expected):
    assert table.schema.equals(expected.schema, check_metadata=True), f"{table.schema}\n{expected.schema}"
    assert table.equals(expected)


def test_arrow_stays_as_it_is():
    table = arrow()
    result = textkin.dedup(table, **ASKED)
    same(result.apply(table), table.filter(result.kept))
    same(result.annotate(table).drop(["textkin"]), table)
    reader = result.apply(table.to_reader())
    same(reader.read_all() if hasattr(reader, "read_all") else reader, table.filter(result.kept))


@pytest.mark.parametrize("index", ["named", "of times", "of two levels", "plain"])
def test_pandas_keeps_index_attributes_and_types(index, tmp_path):
    frame = pd.DataFrame({
        "text": TEXTS, "whole": pd.array([None if i % 3 == 0 else i for i in range(ROWS)], "Int64"), "kind": pd.Categorical([f"k{i % 5}" for i in range(ROWS)], ordered=True),
        "when": pd.date_range("2020-01-01", periods=ROWS, freq="min", tz="Asia/Tokyo"), "span": pd.to_timedelta(np.arange(ROWS), "s"),
        "any": [{"a": i} if i % 2 else None for i in range(ROWS)], "text2": pd.array([str(i) for i in range(ROWS)], "string")})
    if index == "named":
        frame.index = pd.Index([f"row {i}" for i in range(ROWS)], name="key")
    elif index == "of times":
        frame.index = pd.date_range("1999-01-01", periods=ROWS, freq="h", name="at")
    elif index == "of two levels":
        frame.index = pd.MultiIndex.from_arrays([[i // 9 for i in range(ROWS)], [i % 9 for i in range(ROWS)]], names=["outer", "inner"])
    frame.attrs["made by"] = "somebody"
    result = textkin.dedup(frame, **ASKED)
    clean = result.apply(frame)
    pd.testing.assert_frame_equal(clean, frame[result.kept], check_freq=False)
    assert clean.attrs == frame.attrs and clean.index.names == frame.index.names
    # By a file, whose schema says what the index was.
    frame.drop(columns="any").to_parquet(tmp_path / "in.parquet")
    textkin.dedup(tmp_path / "in.parquet", output=tmp_path / "out.parquet", **ASKED)
    expected = pd.read_parquet(tmp_path / "in.parquet")[result.kept]
    if index == "plain":  # which a file holds as a number of rows
        expected = expected.reset_index(drop=True)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "out.parquet"), expected, check_freq=False)


def test_polars_keeps_types(tmp_path):
    frame = pl.DataFrame({"text": TEXTS, "list": [[i, None] for i in range(ROWS)], "pair": [{"x": i, "y": str(i)} for i in range(ROWS)]}).with_columns(
        kind=pl.Series([f"k{i % 5}" for i in range(ROWS)]).cast(pl.Categorical), of=pl.Series([("a", "b")[i % 2] for i in range(ROWS)]).cast(pl.Enum(["a", "b"])),
        when=pl.lit(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)), price=pl.Series(range(ROWS)).cast(pl.Decimal(12, 2)),
        vector=pl.Series([[i, 1] for i in range(ROWS)]).cast(pl.Array(pl.Float32, 2)), small=pl.Series(range(ROWS)).cast(pl.UInt16))
    result = textkin.dedup(frame, **ASKED)
    clean = result.apply(frame)
    assert clean.schema == frame.schema and clean.equals(frame.filter(result.kept))
    frame.write_parquet(tmp_path / "in.parquet")
    textkin.dedup(tmp_path / "in.parquet", output=tmp_path / "out.parquet", **ASKED)
    again = pl.read_parquet(tmp_path / "out.parquet")
    assert again.schema == pl.read_parquet(tmp_path / "in.parquet").schema and again.equals(pl.read_parquet(tmp_path / "in.parquet").filter(result.kept))


def test_hugging_face_keeps_features(tmp_path):
    features = datasets.Features({"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["no", "yes"]), "tags": datasets.Sequence(datasets.Value("int32")),
                                  "square": datasets.Array2D((1, 2), "float32")})
    dataset = datasets.Dataset.from_dict({"text": TEXTS, "label": [i % 2 for i in range(ROWS)], "tags": [[i] for i in range(ROWS)], "square": [[[i, 1]] for i in range(ROWS)]}, features=features)
    result = textkin.dedup(dataset, **ASKED)
    clean = result.apply(dataset)
    assert clean.features == features and clean["text"][:] == [text for text, kept in zip(TEXTS, result.kept, strict=True) if kept]
    dataset.to_parquet(str(tmp_path / "in.parquet"))
    textkin.dedup(tmp_path / "in.parquet", output=tmp_path / "out.parquet", **ASKED)
    again = datasets.Dataset.from_parquet(str(tmp_path / "out.parquet"), cache_dir=str(tmp_path / "cache"))
    assert again.features == features and again["tags"][:] == clean["tags"][:]


def test_duckdb_keeps_types():
    connection = duckdb.connect()
    table = arrow().select(["id", "text", "half", "flag", "when", "price", "list", "pair"])
    connection.register("given", table)
    relation = connection.sql("select * from given")
    result = textkin.dedup(relation, **ASKED)
    clean = result.apply(relation)
    assert clean.types == relation.types and clean.columns == relation.columns
    assert clean.fetchall() == connection.from_arrow(table.filter(result.kept)).fetchall()


def write_parquet(table, path):
    pyarrow.parquet.write_table(table, path, row_group_size=GROUP)


def write_feather(table, path):
    pyarrow.feather.write_feather(table, path, chunksize=GROUP)


def write_stream(table, path):
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as stream:
        stream.write_table(table, max_chunksize=GROUP)


def read_stream(path):
    with pa.OSFile(str(path), "rb") as file:
        return pa.ipc.open_stream(file).read_all()


FILES = {
    "parquet": (write_parquet, pyarrow.parquet.read_table),
    "arrow": (write_feather, pyarrow.feather.read_table),
    "feather": (write_feather, pyarrow.feather.read_table),
    "arrows": (write_stream, read_stream),
}


@pytest.mark.parametrize("into", FILES)
@pytest.mark.parametrize("of", FILES)
def test_files_keep_everything(of, into, tmp_path):
    table = arrow()
    write, read = FILES[of][0], FILES[into][1]
    write(table, tmp_path / f"in.{of}")
    given = FILES[of][1](tmp_path / f"in.{of}")
    if "parquet" in (of, into) and of != into:  # the name of another format is refused, and nothing is left
        with pytest.raises(ValueError, match=f"in.{of}"):
            textkin.dedup(tmp_path / f"in.{of}", output=tmp_path / f"out.{into}", **ASKED)
        assert not (tmp_path / f"out.{into}").exists()
        return
    textkin.dedup(tmp_path / f"in.{of}", output=tmp_path / f"out.{into}", **ASKED)
    same(read(tmp_path / f"out.{into}"), given.filter(kept_of(given)))


def test_csv_keeps_every_byte_of_what_stays(tmp_path):
    table = arrow().select(["id", "text", "small", "half", "day"])
    pyarrow.csv.write_csv(table, tmp_path / "in.csv")
    textkin.dedup(tmp_path / "in.csv", output=tmp_path / "out.csv", **ASKED)
    lines = (tmp_path / "in.csv").read_bytes().splitlines(keepends=True)
    kept = kept_of(table)
    assert (tmp_path / "out.csv").read_bytes() == lines[0] + b"".join(line for line, stays in zip(lines[1:], kept, strict=True) if stays)
