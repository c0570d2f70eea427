"""Failures are exceptions of Python's own kinds, with the message of the command line in Python's words."""

import os
import pathlib

import pyarrow as pa
import pytest

import textkin
from textkin._wording import in_python

TEXTS = ["one two three four five six", "one two three four five six seven"]


@pytest.mark.parametrize(
    "options",
    [
        {"threshold": 2},
        {"recall": 1.5},
        {"shingle": "x"},
        {"sketch": "fsss"},
        {"bands": 3},
        {"memory": "1KiB"},
        {"method": "lsh", "measure": "containment"},
        {"normalize": ["nfc", "none-such"]},
    ],
    ids=str,
)
def test_the_message_is_that_of_the_command_line_in_the_words_of_python(options, program):
    path = program.jsonl("docs.jsonl", enumerate(TEXTS))
    words = [f"--{k.replace('_', '-')}={','.join(v) if isinstance(v, list) else v}" for k, v in options.items()]
    with pytest.raises((ValueError, MemoryError)) as caught:
        textkin.pairs(TEXTS, **options)
    said = str(caught.value)
    assert said == in_python(program.fails("pairs", path, *words))
    assert "--" not in said


def test_kinds(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        textkin.pairs(tmp_path / "nowhere.jsonl")
    with pytest.raises(ValueError, match="did you mean threads="):
        textkin.pairs(TEXTS, thread=2)
    with pytest.raises(TypeError, match="text 1 is of type int"):
        textkin.pairs(["a", 1])
    with pytest.raises(ValueError, match="holds no strings"):
        textkin.pairs(pa.table({"text": [1, 2]}))
    with pytest.raises(ValueError, match="no column 'body'"):
        textkin.pairs(pa.table({"text": TEXTS}), text="body")
    with pytest.raises(MemoryError, match="memory="):
        textkin.pairs(TEXTS, memory="2MiB")
    with pytest.raises(ValueError, match="in memory"):
        textkin.dedup(TEXTS, output=tmp_path / "kept.jsonl")
    if os.geteuid() != 0:
        return
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="file"):
        textkin.report(TEXTS, tmp_path / "file" / "report.html")


def test_a_broken_line_is_a_warning(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_text('{"text": "one"}\n{"text": \n')
    with pytest.warns(RuntimeWarning, match="docs.jsonl:2: not valid JSON"):
        textkin.pairs(path)


def test_names_of_files_that_look_like_options(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("-x.txt", "<data>"):
        pathlib.Path(name).write_text(TEXTS[0])
    table = textkin.pairs([pathlib.Path("-x.txt"), pathlib.Path("<data>")], 1)
    assert table["a"].to_pylist() == ["./-x.txt"]
    assert table["b"].to_pylist() == ["./<data>"]
