"""Paths: files that are more than text are extracted as by the program, with the same bytes and the same refusals."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import hand_ins
import pyarrow as pa
import pyarrow.csv
import pytest
from conftest import PROGRAM
from samples import prose

import textkin

KINDS = {"docx": hand_ins.docx, "odt": hand_ins.odt, "html": hand_ins.html, "md": str, "pdf": hand_ins.pdf}


@pytest.fixture
def folder(program, monkeypatch):
    """A folder of what people hand in, two of each kind, and one that is damaged."""
    monkeypatch.chdir(program.folder)
    given = program.folder / "essays"
    given.mkdir()
    kinds = [kind for kind in KINDS if kind != "pdf" or shutil.which("pdftotext")]
    for number, kind in enumerate(kinds):
        for copy in range(2):
            text = f"{prose(f'{kind}{copy}', 30)} {prose('shared', 40)} {prose(f'{kind}{copy + 7}', 30)}"
            content = KINDS[kind](text)
            (given / f"{number}{copy}.{kind}").write_bytes(content if isinstance(content, bytes) else content.encode())
    (given / "latin.txt").write_bytes(("é " + prose("shared", 40)).encode("latin-1"))
    (given / "broken.docx").write_bytes(b"PK\3\4 this is no zip")
    return given


def test_passages_of_a_folder(program, folder):
    expected = program("passages", "essays", "--threads=2")
    with pytest.warns(RuntimeWarning, match=r"broken.docx: not extracted: "):
        found = textkin.passages("essays", threads=2)
    rows = [found.column_names, *([str(value) for value in row.values()] for row in found.to_pylist())]
    assert "".join("\t".join(row) + "\n" for row in rows).encode() == expected
    assert len(found) >= 36
    row = found.to_pylist()[0]
    text = textkin.extract(folder / row["a"])
    assert prose("shared", 40) in " ".join(text[row["a_offset"] : row["a_offset"] + row["a_length"]].split())


def test_report_of_a_folder_is_the_program_s_to_the_byte(program, folder):
    program("report", "essays", "-o", "expected.html")
    with pytest.warns(RuntimeWarning, match="not extracted"):
        stats = textkin.report("essays", "given.html")
    # But for the command that makes it again, which the package spells in long options.
    given, expected = (re.sub(rb'"command":"(?:[^"\\\\]|\\\\.)*"', b"", pathlib.Path(name).read_bytes()) for name in ("given.html", "expected.html"))
    assert given == expected
    assert stats["documents"] >= 9


def test_extraction_is_asked_for_or_refused(program, folder):
    files = [pathlib.Path("essays/00.docx"), pathlib.Path("essays/20.html")]
    asked = {"threshold": 0.2, "shingle": "word:2"}
    assert len(textkin.pairs(files, extract="auto", **asked)) == 1
    assert len(textkin.pairs(files, **asked)) == 0
    for kind in ("20.html", "latin.txt"):
        assert textkin.extract(f"essays/{kind}").encode() == program("extract", f"essays/{kind}")
    with pytest.raises(ValueError, match="not extracted") as caught:
        textkin.extract("essays/broken.docx")
    assert str(caught.value) == program.fails("extract", "essays/broken.docx")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        textkin.extract("essays/nowhere.docx")
    with pytest.raises(ValueError, match="1 or more"):
        textkin.extract("essays/00.docx", seconds=0)
    with pytest.warns(RuntimeWarning, match="not-extracted"), pytest.raises(ValueError, match="no document could be read.*extract_memory"):
        textkin.passages("essays", extract_memory="30MB")


def command(*words, **environment):
    package = str(pathlib.Path(textkin.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package} | environment
    return subprocess.run([sys.executable, "-m", "textkin", *words], env=environment, capture_output=True, timeout=60)


def test_the_command_line_of_the_package(program):
    path = program.jsonl("docs.jsonl", [("x", "one two three four five six"), ("y", "One two, three four five six")])
    done = command("pairs", str(path), "--quiet")
    assert (done.returncode, done.stdout) == (0, program("pairs", path))
    done = command("dedup", str(path), "--check", "--quiet")
    assert done.returncode == 1
    done = command("pairs", "--threshold=2", str(path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == subprocess.run([PROGRAM, "pairs", "--threshold=2", path], capture_output=True).stderr


def test_the_command_line_of_the_package_reads_tables_with_it(tmp_path):
    table = pa.table({"id": ["x", "y"], "text": ["one two three four five six", "One two, three four five six"]})
    pyarrow.csv.write_csv(table, tmp_path / "t.csv")
    empty = tmp_path / "no-python-here"
    empty.mkdir()
    done = command("dedup", str(tmp_path / "t.csv"), "-o", str(tmp_path / "kept.csv"), "--quiet", PATH=str(empty))
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "kept.csv").read_text().count("\n") == 2


def test_what_reads_a_file_is_confined(program):
    hostile = pathlib.Path(PROGRAM).with_name("textkin_hostile")
    if not hostile.exists():
        pytest.skip(f"{hostile} is not built")
    path = program.folder / "a.pdf"
    path.write_text("%PDF-1.4\nact=fork\nact=create\nact=udp\n")
    lines = textkin.extract(path, pdf_program=hostile).splitlines()
    assert len(lines) == 3 and all(" refused: " in line for line in lines)
    with pytest.raises(ValueError, match="is not there"):
        textkin.extract(path, pdf_program="/nowhere/pdftotext")
