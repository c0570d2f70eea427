"""Tables of signatures on the command line: what Python writes it reads, and the other way round, byte for byte."""

import fcntl
import json
import pathlib
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import textkin
from conftest import PROGRAM
from textkin import signatures

TEXTS = [f"the {word} sat on the mat and the {word} was fat, number {i // 3}" for i, word in enumerate(["cat", "dog", "rat"] * 20)] + ["", "one two"]
NUMBERED = pa.table({"id": pa.array(range(100, 100 + len(TEXTS)), pa.int64()), "text": TEXTS})
HOW = {"shingle": "word:2", "hashes": 64}
WORDS = ["--shingle", "word:2", "--hashes", "64"]


@pytest.fixture
def there(program, monkeypatch):
    """The same documents as records and as a table."""
    monkeypatch.setenv("TEXTKIN_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(textkin.__file__).parents[1]))
    program.jsonl("all.jsonl", [(f"d{i}", text) for i, text in enumerate(TEXTS)])
    pyarrow.parquet.write_table(NUMBERED, program.folder / "all.parquet")
    return program


def read(path):
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path)
    with pa.ipc.open_stream(path) if path.suffix == ".arrows" else pa.ipc.open_file(path) as reader:
        return reader.read_all()


@pytest.mark.parametrize("name", ["made.parquet", "made.arrow", "made.feather", "made.arrows"])
@pytest.mark.parametrize("bits", [None, 2, 8])
def test_what_either_writes_is_the_same(there, name, bits):
    more = [] if bits is None else ["--bits", bits]
    for given in ("all.jsonl", "all.parquet"):
        there("signatures", "create", given, "-o", name, *WORDS, *more)
        ours = there.folder / f"ours-{name}"
        signatures.create(there.folder / given, ours, bits=bits, **HOW)
        assert ours.read_bytes() == (there.folder / name).read_bytes()
        found = read(there.folder / name)
        expected = textkin.sketch(there.folder / given, bits=bits, **HOW)
        if name.endswith(".parquet"):  # which calls the values of lists in its own way
            pyarrow.parquet.write_table(expected, there.folder / "written.parquet")
            expected = read(there.folder / "written.parquet")
        assert found.equals(expected, check_metadata=True)
    assert found.schema.field("id").type == pa.int64() and len(found) == len(TEXTS)


def test_a_table_answers_as_the_file(there):
    there("signatures", "create", "all.jsonl", "-o", "all.sig", *WORDS)
    pyarrow.parquet.write_table(textkin.sketch(there.folder / "all.jsonl", **HOW), there.folder / "python.parquet")
    there("signatures", "create", "all.jsonl", "-o", "program.parquet", *WORDS)
    there.jsonl("asked.jsonl", [("q", TEXTS[7]), ("r", TEXTS[8])])
    for table in ("python.parquet", "program.parquet"):
        for words in (["pairs", "FILE", "-t", "0.3"], ["pairs", "all.sig", "FILE", "-t", "0.9", "--format", "jsonl"], ["pairs", "FILE", "FILE"],
                      ["nearest", "asked.jsonl", "--in", "FILE", "--top", "3"], ["nearest", "--in", "all.sig", "--signatures", "FILE"],
                      ["nearest", "--in=FILE", "--signatures=FILE", "--containment"]):
            expected, found = (there("signatures", *(word.replace("FILE", name) for word in words)) for name in ("all.sig", table))
            assert expected == found and found.count(b"\n") > 2, words
        words = [PROGRAM, "signatures", "info", there.folder / table, "--format", "json"]
        told = subprocess.run(words, check=True, capture_output=True, timeout=300).stdout
        assert json.loads(told) == signatures.info(there.folder / "all.sig")
    assert signatures.info(there.folder / "program.parquet") == signatures.info(there.folder / "all.sig")
    kept = signatures.read(there.folder / "program.parquet")
    assert kept.table().equals(signatures.read(there.folder / "all.sig").table(), check_metadata=True)


def test_estimates_of_tables_are_those_of_files_and_of_python(there):
    for name in ("all.sig", "all-cells.parquet"):
        there("signatures", "create", "all.parquet", "-o", name, *WORDS)
    there("signatures", "pairs", "all.sig", "-t", "0.3", "-o", "pairs.tsv")
    words = [PROGRAM, "signatures", "estimate", "--of", "pairs.tsv", "--containment"]
    answers = [subprocess.run([*words, name], cwd=there.folder, check=True, capture_output=True, timeout=300).stdout
               for name in ("all.sig", "all-cells.parquet")]
    assert answers[0] == answers[1] and answers[0].count(b"\n") > 50
    named = pyarrow.csv.read_csv(there.folder / "pairs.tsv", parse_options=pyarrow.csv.ParseOptions(delimiter="\t"))
    ours = signatures.estimate(there.folder / "all-cells.parquet", of=named.select(["a", "b"]), containment=True)
    lines = answers[1].decode().splitlines()[1:]
    assert [line.split("\t")[2] for line in lines] == [repr(value) for value in ours["similarity"].to_pylist()]
    assert [line.split("\t")[0] for line in lines] == [str(value) for value in ours["a"].to_pylist()]


def test_tables_grow_and_are_merged(there):
    first, rest = NUMBERED.slice(0, 40), NUMBERED.slice(40)
    for name, part in (("first", first), ("rest", rest)):
        pyarrow.parquet.write_table(part, there.folder / f"{name}.parquet")
        there("signatures", "create", f"{name}.parquet", "-o", f"{name}-cells.parquet", *WORDS)
    there("signatures", "create", "all.parquet", "-o", "whole.parquet", *WORDS)
    whole = (there.folder / "whole.parquet").read_bytes()
    there("signatures", "merge", "first-cells.parquet", "rest-cells.parquet", "-o", "merged.parquet")
    assert (there.folder / "merged.parquet").read_bytes() == whole
    there("signatures", "merge", "first-cells.parquet", "rest-cells.parquet", "-o", "merged.sig")
    signatures.create(there.folder / "all.parquet", there.folder / "whole.sig", **HOW)
    assert (there.folder / "merged.sig").read_bytes() == (there.folder / "whole.sig").read_bytes()
    there("signatures", "merge", "whole.sig", "-o", "text.parquet")
    assert read(there.folder / "text.parquet").schema.field("id").type == pa.string()
    signatures.merge([there.folder / "first-cells.parquet", there.folder / "rest-cells.parquet"], there.folder / "ours.parquet")
    assert (there.folder / "ours.parquet").read_bytes() == whole
    for add in (lambda: there("signatures", "add", "rest.parquet", "--to", "grown.parquet"),
                lambda: signatures.add(there.folder / "rest.parquet", there.folder / "grown.parquet")):
        (there.folder / "grown.parquet").write_bytes((there.folder / "first-cells.parquet").read_bytes())
        add()
        assert (there.folder / "grown.parquet").read_bytes() == whole


def test_nothing_is_taken_for_something_else(there):
    there("signatures", "create", "all.jsonl", "-o", "made.parquet", *WORDS)
    there("signatures", "create", "all.parquet", "-o", "numbered.parquet", *WORDS)
    there("signatures", "create", "all.jsonl", "-o", "wide.parquet", "--hashes", "32")
    (there.folder / "cut.parquet").write_bytes((there.folder / "made.parquet").read_bytes()[:-9])
    (there.folder / "stop.txt").write_text("the\n")
    before = {path.name: path.read_bytes() for path in there.folder.iterdir()}
    for words, said in (
        (["create", "all.jsonl", "-o", "made.csv"], "a file of signatures; name a file *.sig, or a table *.parquet"),
        (["merge", "made.parquet", "-o", "made.jsonl"], "a file of signatures; name a file *.sig, or a table *.parquet"),
        (["create", "all.parquet", "-o", "all.parquet"], "would be replaced"),
        (["create", "all.jsonl", "-o", "stop.parquet", "--stop-words", "stop.txt"], "list of stop words"),
        (["pairs", "all.parquet"], "all.parquet: a table of signatures has id, size and cells"),
        (["pairs", "cut.parquet"], "cut.parquet: "),
        (["pairs", "made.parquet", "wide.parquet"], "made.parquet"),
        (["add", "all.jsonl", "--to", "made.parquet"], "d0"),
        (["add", "stop.txt", "--to", "numbered.parquet"], "the table's ids are int64"),
        (["nearest", "all.jsonl", "--in", "none.parquet"], "none.parquet"),
    ):
        line = there.fails("signatures", *words)
        assert said in line and "/textkin-" not in line, (words, line)
    assert {path.name: path.read_bytes() for path in there.folder.iterdir()} == before
    with open(there.folder / "made.parquet", "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "another process adds to it" in there.fails("signatures", "add", "stop.txt", "--to", "made.parquet")
    there("signatures", "add", "stop.txt", "--to", "made.parquet")
    assert read(there.folder / "made.parquet")["id"].to_pylist()[-1] == "stop.txt"


def test_lines_are_no_table(there):
    """--lines of a CSV is as without tables."""
    (there.folder / "lines.csv").write_text("one two three four five six\nseven eight nine ten eleven\n")
    there("signatures", "create", "lines.csv", "--lines", "-o", "lines.parquet")
    assert read(there.folder / "lines.parquet")["id"].to_pylist() == ["lines.csv:1", "lines.csv:2"]
    assert signatures.info(there.folder / "lines.parquet")["signatures"] == 2


def test_a_table_stays_within_memory(there):
    """Rows are written a group at a time; what does not fit when it is read is refused by its name."""
    many = pa.table({"text": [f"text number {i} of many {i // 7}" for i in range(60000)]})
    pyarrow.parquet.write_table(many, there.folder / "many.parquet")
    there("signatures", "create", "many.parquet", "-o", "cells.parquet", "--hashes", "512", "--memory", "384MiB")
    table = pyarrow.parquet.ParquetFile(there.folder / "cells.parquet")
    assert table.metadata.num_rows == 60000 and table.metadata.num_row_groups > 2
