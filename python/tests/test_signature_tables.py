"""Signatures as columns: written as files, compared, and estimated, as the files of the same documents are."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import textkin
from textkin import signatures

TEXTS = [f"the {word} sat on the mat and the {word} was fat, number {i // 3}" for i, word in enumerate(["cat", "dog", "rat"] * 20)] + ["", "one two"]
DATA = pa.table({"id": [f"é{i}" for i in range(len(TEXTS))], "text": TEXTS})
NUMBERED = pa.table({"id": pa.array(range(100, 100 + len(TEXTS)), pa.int64()), "text": TEXTS})


@pytest.mark.parametrize("sketch", ["fss", "kperm", "bottomk", "simhash", "superminhash"])
@pytest.mark.parametrize("bits", [None, 1, 2, 4, 8, 16])
def test_a_table_as_a_file_is_the_file(tmp_path, sketch, bits):
    if bits is not None and sketch in ("bottomk", "simhash"):
        pytest.skip("its cells are whole")
    asked = {"sketch": sketch, "bits": bits, "shingle": "word:2"}
    if sketch != "simhash":  # of which there are 128 at most, which need not be said
        asked["hashes"] = 100
    table = textkin.sketch(DATA, **asked)
    signatures.create(DATA, tmp_path / "made.sig", **asked)
    signatures.write(table, tmp_path / "written.sig")
    assert (tmp_path / "written.sig").read_bytes() == (tmp_path / "made.sig").read_bytes()


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows", "feather"])
def test_a_name_of_a_table_is_one(tmp_path, suffix):
    table = textkin.sketch(NUMBERED, hashes=64, bits=8)
    signatures.write(table.append_column("other", table["size"]), tmp_path / f"all.{suffix}")
    assert signatures.pairs(tmp_path / f"all.{suffix}", threshold=0.9).equals(signatures.pairs(table, threshold=0.9))
    with pytest.raises(ValueError, match="name a file \\*.sig, or a table \\*.parquet"):
        signatures.write(table, tmp_path / "all.csv")


def test_pairs_of_columns_are_those_of_files(tmp_path):
    asked = {"hashes": 64, "bits": 8, "shingle": "word:2"}
    table = textkin.sketch(NUMBERED, **asked)
    pyarrow.parquet.write_table(table, tmp_path / "all.parquet")
    signatures.create(NUMBERED, tmp_path / "all.sig", **asked)
    of_file = signatures.pairs(tmp_path / "all.sig", threshold=0.3)
    assert of_file.num_rows > 50
    for given in (table, tmp_path / "all.parquet"):
        found = signatures.pairs(given, threshold=0.3)
        assert found.schema.field("a").type == found.schema.field("b").type == pa.int64()
        assert [str(i) for i in found["b"].to_pylist()] == of_file["b"].to_pylist()
        assert found.drop(["a", "b"]).equals(of_file.drop(["a", "b"]))
    crossed = signatures.pairs(table, tmp_path / "all.sig", threshold=1)
    assert crossed.schema.field("a").type == pa.int64() and crossed.num_rows >= len(TEXTS) - 1
    nearest = signatures.nearest([TEXTS[7]], table, top=1)
    assert nearest["b"].to_pylist() == [107] and nearest["similarity"].to_pylist() == [1.0]


def test_estimates_of_given_pairs():
    table = textkin.sketch(DATA, hashes=128, shingle="word:2")
    found = signatures.pairs(table, threshold=0.2)
    again = signatures.estimate(table, of=found.select(["a", "b"]))
    assert again.equals(found) and found.num_rows > 20
    backwards = found.select(["b", "a"]).rename_columns(["a", "b"]).slice(0, 7)
    assert signatures.estimate(table, of=backwards)["similarity"].to_pylist() == found["similarity"].to_pylist()[:7]
    shifted = textkin.sketch(pa.table({"id": DATA["id"], "text": [*TEXTS[1:], TEXTS[0]]}), hashes=128, shingle="word:2")
    beside = signatures.estimate(table, shifted)
    cells = [np.array(one["cells"].to_pylist()) for one in (table, shifted)]
    sizes = [one["size"].to_numpy() for one in (table, shifted)]
    equal = (cells[0] == cells[1]).sum(axis=1)
    full = (sizes[0] > 0) & (sizes[1] > 0)
    assert beside.num_rows == len(TEXTS) and full.sum() == len(TEXTS) - 2
    assert np.array(beside["shared"].to_pylist())[full].tolist() == equal[full].tolist()
    assert np.array(beside["similarity"].to_pylist())[~full].tolist() == [0.0, 0.0]
    # Within what 128 samples may err, the exact similarity lies in nearly every interval.
    exact = {(row["a"], row["b"]): row["similarity"] for row in textkin.pairs(DATA, 0.05, exact=True, shingle="word:2").to_pylist()}
    inside = [row["lower"] <= exact[row["a"], row["b"]] <= row["upper"] for row in found.to_pylist()]
    assert np.mean(inside) > 0.9


def test_what_is_no_table_of_signatures_is_refused(tmp_path):
    table = textkin.sketch(DATA, hashes=16, bits=8)
    for broken, said in [
        (table.replace_schema_metadata(None), "does not say how"),
        (table.drop(["size"]), "no size"),
        (table.set_column(0, "id", pa.array([0.5] * len(table))), "text or whole numbers"),
        (table.set_column(0, "id", pa.array(["same"] * len(table))), "same"),
        (table.set_column(0, "id", pa.array([None] * len(table), pa.string())), "null"),
        (table.set_column(2, "cells", pa.array([[1, 2]] * len(table), pa.list_(pa.uint8(), 2))), "has 16 cells"),
        (table.replace_schema_metadata({"textkin": table.schema.metadata[b"textkin"].replace(b'"--sketch": "fss"', b'"--sketch": "fuss"')}), "not as this textkin"),
    ]:
        with pytest.raises(ValueError, match=said):
            signatures.pairs(broken)
    with pytest.raises(TypeError, match="not int"):
        signatures.pairs(3)
    with pytest.raises(ValueError, match="is the id of no signature"):
        signatures.estimate(table, of=pa.table({"a": ["é1"], "b": ["nobody"]}))
    with pytest.raises(ValueError, match="name the pairs"):
        signatures.estimate(table, textkin.sketch(DATA.slice(3), hashes=16, bits=8))
    with pytest.raises(ValueError, match="made alike"):
        signatures.pairs(table, textkin.sketch(DATA, hashes=16, bits=4))
    stop = tmp_path / "stop.txt"
    stop.write_text("the\n")
    with pytest.raises(ValueError, match="stop words"):
        signatures.pairs(textkin.sketch(DATA, hashes=16, stop_words=str(stop)))


def test_a_million_signatures_are_their_bytes():
    """64 cells of 8 bits: 64 bytes a signature, 4 of its size, and the id."""
    table = textkin.sketch([f"text number {i} of many that are short" for i in range(20000)], hashes=64, bits=8)
    assert table["cells"].nbytes == 64 * len(table) and table.nbytes <= 80 * len(table)
