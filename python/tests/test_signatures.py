"""textkin.signatures: the files of the command line, from tables, and as arrays."""

import inspect
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import textkin
from textkin import signatures
from textkin._options import Options

TEXTS = [f"the {word} sat on the mat and the {word} was fat, number {i // 3}" for i, word in enumerate(["cat", "dog", "rat"] * 40)]


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 16, 32])
def test_a_file_as_arrays_and_as_a_table(program, bits):
    path = program.folder / "all.sig"
    data = pa.table({"id": [f"é{i}" for i in range(len(TEXTS))], "text": TEXTS})
    signatures.create(data, path, bits=bits, shingle="word:2", hashes=100)
    program.jsonl("all.jsonl", zip(data["id"].to_pylist(), TEXTS, strict=True))
    program("signatures", "create", "all.jsonl", "-o", "same.sig", "--bits", bits, "--shingle", "word:2", "--hashes", 100)
    assert path.read_bytes() == (program.folder / "same.sig").read_bytes()
    kept = signatures.read(path)
    assert len(kept) == len(TEXTS) and kept.ids.to_pylist() == data["id"].to_pylist()
    assert kept.cells.shape == (len(TEXTS), 100) and kept.cells.dtype.itemsize == max(1, bits // 8) and int(kept.cells.max()) < 1 << bits
    # Cells that agree are those that the engine counts.
    rows = signatures.pairs(path, threshold=0, universe=10000)
    assert rows.num_rows > 100
    place = {name: i for i, name in enumerate(kept.ids.to_pylist())}
    for row in rows.slice(0, 200).to_pylist():
        a, b = place[row["a"]], place[row["b"]]
        assert row["shared"] == int((kept.cells[a] == kept.cells[b]).sum()) and row["size_a"] == kept.sizes[a]
    table = kept.table()
    pyarrow.parquet.write_table(table, program.folder / "all.parquet")
    again = pyarrow.parquet.read_table(program.folder / "all.parquet")
    assert again.schema.field("cells").type.list_size == 100 and again["cells"].to_pylist() == kept.cells.tolist()
    if bits == 32:
        with pytest.raises(ValueError, match="too many values"):
            kept.features()
        return
    features = kept.features()
    hot = np.zeros((len(kept), 100 << bits if bits < 8 else 1), np.uint8)
    if bits < 8:
        np.put_along_axis(hot, features, 1, axis=1)
        assert (hot.sum(axis=1) == 100).all()
        assert int(hot[0].astype(int) @ hot[3]) == int((kept.cells[0] == kept.cells[3]).sum())


def test_the_nearest_and_what_is_added(program):
    path = program.folder / "all.sig"
    signatures.create(TEXTS[:60], path, sketch="bottomk", hashes=64, shingle="word:2")
    signatures.add({f"n{i}": text for i, text in enumerate(TEXTS[60:])}, path)
    assert signatures.info(path)["signatures"] == len(TEXTS)
    found = signatures.nearest({"q": TEXTS[7]}, path, 3, containment=True)
    assert found.num_rows == 3 and found["a"].to_pylist() == ["q"] * 3 and found["b"][0].as_py() == "7"
    assert found["similarity"][0].as_py() == 1 and found["b_in_a_upper"][0].as_py() == 1
    assert signatures.nearest({"q": "nothing of that kind"}, path).num_rows == 0
    signatures.create(TEXTS[:3], program.folder / "b.sig", sketch="bottomk", hashes=64, shingle="word:2")
    assert set(signatures.pairs(path, program.folder / "b.sig", 0.99)["b"].to_pylist()) == {"0", "1", "2"}
    with pytest.raises(ValueError, match="stands twice"):
        signatures.merge([path, program.folder / "b.sig"], program.folder / "c.sig")
    assert signatures.read(path).cells.dtype == np.uint64


def test_errors_are_those_of_the_command_line(program):
    with pytest.raises(ValueError, match="no file of signatures"):
        signatures.read(program.jsonl("a.jsonl", [("1", "one")]))
    with pytest.raises(FileNotFoundError):
        signatures.info(program.folder / "none")
    with pytest.raises(ValueError, match="1, 2, 4, 8, 16 or 32"):
        signatures.create(TEXTS, program.folder / "a.sig", bits=3)


@pytest.mark.parametrize("form", ["create", "add", "nearest", "pairs"])
def test_every_option_of_the_command_line(program, form):
    listed = set(re.findall(r"^  (?:-\w,)?--([a-z0-9-]+)", program("signatures", form, "--help").decode(), re.MULTILINE))
    own = set(inspect.signature(getattr(signatures, form)).parameters) | {x.rstrip("_") for x in Options.__annotations__}
    # `in` is the file; rows of a file are asked with pairs().
    elsewhere = {"help", "output", "format", "text-field", "id-field", "quiet", "in", "signatures"}
    assert {name for name in listed - elsewhere if name.replace("-", "_") not in own} == set()
    assert textkin.signatures is signatures


def test_signatures_as_a_table(tmp_path):
    """The cells of the file that the command makes, and ids in their own type."""
    data = pa.table({"id": [7, 3, 9], "text": [TEXT_A, None, TEXT_B]})
    table = textkin.sketch(data, hashes=64, bits=8, shingle="word:2")
    assert table.schema.field("id").type == pa.int64() and table["id"].to_pylist() == [7, 3, 9]
    assert table.schema.field("cells").type == pa.list_(pa.uint8(), 64)
    assert table["size"].to_pylist()[1] == 0
    file = tmp_path / "all.sig"
    signatures.create(data, file, sketch="fss", hashes=64, bits=8, shingle="word:2")
    kept = signatures.read(file)
    assert table.drop(["id"]).equals(kept.table().drop(["id"]))
    pyarrow.parquet.write_table(table, tmp_path / "cells.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "cells.parquet").equals(table)
    assert textkin.sketch([TEXT_A, TEXT_B], hashes=64)["id"].to_pylist() == [0, 1]
    assert textkin.sketch({"x": TEXT_A}, "kperm", 32, seed=5).num_rows == 1


def test_names_that_look_like_options(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for suffix in ("sig", "parquet"):
        signatures.create([TEXT_A, TEXT_A], f"-a.{suffix}")
        assert signatures.info(f"-a.{suffix}")["signatures"] == len(signatures.read(f"-a.{suffix}")) == 2
        assert len(signatures.pairs(f"-a.{suffix}")) == 1 == len(signatures.nearest([TEXT_A], f"-a.{suffix}", top=1))
        signatures.merge([f"-a.{suffix}"], f"-b.{suffix}")
        assert len(signatures.estimate(f"-a.{suffix}", f"-b.{suffix}")) == 2


def test_signatures_of_a_table_are_those_of_dedup():
    """Of texts that are the same to dedup() all cells are."""
    cells = textkin.sketch([TEXT_A, TEXT_A.upper() + "!"])["cells"].to_pylist()
    assert cells[0] == cells[1] and textkin.dedup([TEXT_A, TEXT_A.upper() + "!"]).kept.tolist() == [True, False]


TEXT_A = "the river rose two metres in one night and the bridge was gone"
TEXT_B = "bread needs flour water salt and time of these time is what most people leave out"
