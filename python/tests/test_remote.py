"""Addresses of other machines, through fsspec: files, folders, patterns; names in ids and messages."""

import gc
import json
import tempfile
import warnings

import pyarrow as pa
import pyarrow.parquet
import pytest

import textkin

fsspec = pytest.importorskip("fsspec")
TEXT = "the river rose two metres in one night"


@pytest.fixture
def memory():
    system = fsspec.filesystem("memory")
    lines = "".join(json.dumps({"text": text}) + "\n" for text in (TEXT, "x y z", TEXT))
    for name in ("docs.jsonl", "many/a.jsonl", "many/below/b.jsonl"):
        system.pipe(f"/place/{name}", lines.encode())
    with system.open("/place/docs.parquet", "wb") as file:
        pyarrow.parquet.write_table(pa.table({"text": [TEXT, TEXT]}), file)
    yield system
    system.rm("/place", recursive=True)


def names(table):
    return [(row["a"], row["b"]) for row in table.to_pylist()]


def test_a_file(memory):
    address = "memory://place/docs.jsonl"
    found = textkin.pairs(address)
    assert len(found) == 1
    a, b = names(found)[0]
    assert a.startswith("memory://") and a.endswith("place/docs.jsonl:1") and b.endswith("place/docs.jsonl:3")
    assert textkin.dedup(address).removed["id"].to_pylist() == [b]


def test_a_folder_and_a_pattern(memory):
    assert len(textkin.pairs("memory://place/many")) == 6 + 1
    assert len(textkin.pairs("memory://place/many/*.jsonl")) == 1
    assert len(textkin.pairs("memory://place/many", against="memory://place/docs.jsonl")) == 2 * 2 * 2 + 2


def test_a_table(memory):
    a, b = names(textkin.pairs("memory://place/docs.parquet"))[0]
    assert a.endswith("place/docs.parquet:0") and a.startswith("memory://") and b.endswith(":1")


def test_messages(memory, tmp_path):
    memory.pipe("/place/bad.jsonl", b'{"text": "one"}\n{"text": \n')
    with pytest.warns(RuntimeWarning, match="memory:///?place/bad.jsonl:2: not valid JSON"):
        textkin.pairs("memory://place/bad.jsonl")
    with pytest.raises(FileNotFoundError, match="memory://place/none.jsonl: cannot be opened"):
        textkin.pairs("memory://place/none.jsonl")
    with pytest.raises((ValueError, ImportError), match="^nosuch://place: "):
        textkin.pairs("nosuch://place")


class Unreachable(Exception):
    """As clients of networks have their own."""


@pytest.mark.parametrize(
    ("raised", "kind"),
    [(Unreachable("no route\nat all"), OSError), (PermissionError("not yours"), PermissionError), (Unreachable(), OSError)],
    ids=str,
)
def test_failures_of_a_place_are_one_line_of_pythons_own_kinds(memory, monkeypatch, raised, kind):
    def fail(*_, **__):
        raise raised

    monkeypatch.setattr(type(memory), "get_file", fail)
    with pytest.raises(kind, match="^memory://place/docs.jsonl: [^\\n]+$"):
        textkin.pairs("memory://place/docs.jsonl")


def test_copies_go_without_a_warning(memory, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        textkin.pairs("memory://place/docs.jsonl")
        gc.collect()
    assert list(tmp_path.iterdir()) == []
