"""Ids of an index: one value names one document, whatever holds it."""

import datetime
import uuid

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import textkin

WORDS = "one two three four five six seven eight nine ten "
VALUES = [
    ("a", "a"),
    (b"abc", "abc"),
    (b"\xff\x00", "ff00"),
    (uuid.UUID("ff" * 16), "ff" * 16),
    (uuid.UUID("61" * 16), "61" * 16),
    (7, "7"),
    (1.0, "1"),
    (1.5, "1.5"),
    (True, "true"),
    (datetime.date(2024, 1, 31), "2024-01-31"),
    (datetime.datetime(2024, 1, 31), "2024-01-31 00:00:00.000000"),
]


@pytest.mark.parametrize(("value", "name"), VALUES, ids=lambda one: "" if isinstance(one, str) else repr(one))
def test_a_value_has_one_name(tmp_path, value, name):
    index = textkin.Index.create(tmp_path / "ix")
    assert index.add({value: WORDS})["added"] == 1
    assert index.add(pa.table({"id": [value], "text": [WORDS]}))["unchanged"] == 1
    assert index.list()["id"].to_pylist() == [name] == index.get([value])["id"].to_pylist() == index.get(pa.array([value]))["id"].to_pylist()
    assert value in index and name in index
    assert index.remove([value])["removed"] == 1


def test_bytes_are_called_alike_beside_others(tmp_path):
    index = textkin.Index.create(tmp_path / "ix")
    for ids in ([b"abc"], [b"abc", b"\xff"]):
        index.add(pa.table({"id": ids, "text": [WORDS, WORDS + "z"][: len(ids)]}))
    assert index.list()["id"].to_pylist() == ["abc", "ff"]
    for both in ({b"ff": WORDS, b"\xff": WORDS}, pa.table({"id": [b"ff", b"\xff"], "text": [WORDS, WORDS]})):
        with pytest.raises(ValueError, match=r"^ids b'ff' and b'\\xff' in column 'id' would both be called ff; give one another$"):
            index.add(both)


@pytest.fixture
def index(tmp_path):
    made = textkin.Index.create(tmp_path / "ix")
    made.add({"97": WORDS + "p", "98": WORDS + "q", "id": WORDS + "r", "z": WORDS + "s"})
    return made


@pytest.mark.parametrize(
    "ids",
    [b"ab", bytearray(b"ab"), 97, {"z": 1}, pd.DataFrame({"id": ["z"]}), pa.table({"id": ["z"]}), pl.DataFrame({"id": ["z"]}), [None], [float("nan")], pd.Series(["z", None])],
    ids=lambda one: type(one).__name__,
)
def test_what_is_no_list_of_ids_removes_nothing(index, ids):
    with index.writer() as writer:
        for call in (index.get, writer.remove):
            with pytest.raises(TypeError, match=r"^(ids are a str, or a list or column of ids, not \w+|an id is a str, a number, bytes or a UUID, not \w+|id 1 is null, which names no document)$"):
                call(ids)
    with pytest.raises(TypeError, match="^(ids are|an id is|id 1 is)"):
        index.remove(ids)
    assert len(index) == 4


def test_columns_of_ids(index):
    given = (pd.Series(["97"]), pa.array([98]), pl.Series(["id"]), np.array(["z"]))
    assert [index.remove(ids)["removed"] for ids in given] == [1, 1, 1, 1]


def test_what_several_folders_have_is_there_by_its_whole_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        textkin.Index.create(name).add({"x": WORDS})
    both = textkin.Indexes(["a", "b"])
    rows = both.query({"q": WORDS})["b"].to_pylist()
    assert rows == [f"{tmp_path}/a/x", f"{tmp_path}/b/x"] and all(row in both for row in rows)
    assert "x" in both and f"{tmp_path}/a/y" not in both and "a/x" not in both
