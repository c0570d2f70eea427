"""Ids of rows: of indexes of pandas, missing ones, and those that Arrow has as types of their own."""

import os
import pathlib
import subprocess
import sys
import uuid

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin

A = "the river rose two metres in one night and the bridge was gone for good today"
B = "bread needs flour water salt and time of these time is what most people leave out"


def removed(data, **options):
    return [(row["id"], row["kept"]) for row in textkin.dedup(data, **options).removed.to_pylist()]


def test_an_index_named_id_is_the_id_whatever_its_kind():
    frame = pd.DataFrame({"text": [B, A, A]}).rename_axis("id")[1:]
    assert type(frame.index).__name__ == "RangeIndex"
    assert removed(frame) == [(2, 1)]
    assert removed(frame.set_axis(pd.Index([7, 9], name="id"))) == [(9, 7)]
    assert removed(frame, id=None) == [(1, 0)]
    assert removed(frame.rename_axis("other")) == [(1, 0)]
    assert removed(frame.rename_axis("other"), id="other") == [(2, 1)]
    assert removed(frame.assign(id=["x", "y"])) == [("y", "x")]


class Frame(pd.DataFrame):
    @property
    def _constructor(self):
        return Frame


def test_a_class_made_of_a_frame_is_a_frame():
    frame = Frame({"text": [A, A, B]}, index=[5, 6, 7])
    for applied in (textkin.dedup(frame).apply(frame), textkin.trim(frame, words=8).apply(frame)):
        assert isinstance(applied, Frame)
        assert applied.index.to_list()[0] == 5


@pytest.mark.parametrize("nothing", [None, ""])
def test_rows_without_an_id_have_names_that_are_no_other_rows(nothing):
    table = pa.table({"id": ["2", nothing, "x", nothing], "text": [A, A, B, A]})
    assert removed(table) == [("<data>:1", "2"), ("<data>:3", "2")]
    assert textkin.dedup(table).labels.to_pylist() == ["2", "2", "x", "2"]
    assert removed(table.set_column(0, "id", table["id"].dictionary_encode())) == [("<data>:1", "2"), ("<data>:3", "2")]
    pairs = textkin.pairs(table.slice(1, 1), against=table.slice(3, 1)).to_pylist()
    assert [(pair["a"], pair["b"]) for pair in pairs] == [("<data>:0", "<against>:0")]
    assert removed(pa.table({"id": pa.nulls(2), "text": [A, A]})) == [("<data>:1", "<data>:0")]


def test_rows_of_files_without_an_id_are_called_by_their_file(tmp_path):
    program = os.environ.get("TEXTKIN") or str(pathlib.Path(textkin.__file__).parent / "bin" / "textkin")
    for row, name in enumerate(("a.parquet", "b.parquet")):
        pq.write_table(pa.table({"id": ["1" + name, None, "2" + name], "text": [A, A, B]}), tmp_path / name)
    assert removed([tmp_path / "a.parquet"]) == [(f"{tmp_path}/a.parquet:1", "1a.parquet")]
    done = subprocess.run(
        [program, "pairs", "a.parquet", "--against", "b.parquet", "-t", "1", "--quiet"],
        cwd=tmp_path, env=os.environ | {"TEXTKIN_PYTHON": sys.executable}, check=True, capture_output=True, text=True,
    )
    named = [line.split("\t")[:2] for line in done.stdout.splitlines()[1:]]
    assert ["a.parquet:1", "b.parquet:1"] in named and len(named) == 5
    (tmp_path / "c.csv").write_text(f"id,text\n0,{A}\n,{A}\n")
    assert removed(tmp_path / "c.csv") == [(f"{tmp_path}/c.csv:1", "0")]


@pytest.mark.parametrize("ids", [pa.array([1, None, 3]), pa.array([b"\xff" * 16, None, b"\xfe" * 16], pa.binary(16))])
def test_where_ids_are_no_strings_none_is_made_up(ids, tmp_path):
    table = pa.table({"id": ids, "text": [A, A, B]})
    with pytest.raises(ValueError, match="^row 1 has no id in column 'id'; give each row its own, name another column by id=, or"):
        textkin.dedup(table)
    assert removed(table, id=None) == [(1, 0)]
    pq.write_table(table, tmp_path / "in.parquet")
    with pytest.raises(ValueError, match="in.parquet: row 1 has no id in column 'id'"):
        textkin.dedup(tmp_path / "in.parquet")


@pytest.mark.parametrize("nothing", [None, ""])
def test_a_mapping_has_an_id_for_each(nothing):
    with pytest.raises(ValueError, match=f"id 1 of the mapping is {nothing!r}, which names no text"):
        textkin.dedup({"a": A, nothing: A})
    assert removed({"a": A, "b": A}, id=None) == [(1, 0)]


def test_an_index_takes_no_rows_without_an_id(tmp_path):
    index = textkin.Index.create(tmp_path / "index", fields=["course"])
    with pytest.raises(ValueError, match="1 row has no id; give each its own"):
        index.add(pa.table({"id": ["a", None], "text": [A, B], "course": ["x", "y"]}))
    with pytest.raises(ValueError, match="documents of an index have ids"):
        index.add([A])
    assert len(index) == 0


def test_ids_that_are_uuids():
    ids = [uuid.UUID(int=number) for number in (7, 8, 9)]
    kinds = [pd.DataFrame({"id": ids, "text": [A, A, B]})]
    if hasattr(pa, "uuid"):
        kinds.append(pa.table({"id": pa.array([one.bytes for one in ids], pa.uuid()), "text": [A, A, B]}))
    for data in kinds:
        marks = textkin.dedup(data).annotate(data)["textkin"].to_pylist()
        named = [mark["cluster"] and getattr(mark["cluster"], "bytes", mark["cluster"]) for mark in marks]
        assert named == [ids[0].bytes, ids[0].bytes, None]
