"""Failures are exceptions of Python's own kinds, with the message of the command line in Python's words."""

import os
import pathlib

import pandas as pd
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


def test_no_advice_is_refused():
    with pytest.raises(ValueError, match=r"; name a file \*\.tsv$"):
        textkin.pairs(TEXTS, candidates="c.jsonl")
    with pytest.raises(ValueError) as said:
        textkin.extract(__file__, seconds=0)
    assert "extract_" not in str(said.value)


NESTED = pa.table({"id": ["a", "b"], "text": TEXTS, "n": [1, 2], "doc": [{"text": text} for text in TEXTS]})


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: textkin.dedup(TEXTS, version=True), ValueError, "no option 'version'; help(textkin.dedup) lists them"),
        (lambda: textkin.dedup(TEXTS, memory="much"), ValueError, "memory='much': a size is a number of bytes"),
        (lambda: textkin.dedup(TEXTS, memory=-5), ValueError, "memory= is 0 or more, not -5"),
        (lambda: textkin.dedup(TEXTS, memory=1.5), TypeError, 'memory= is a number of bytes, or a size as "2GiB", not float'),
        (lambda: textkin.dedup(TEXTS, block_size="x"), ValueError, "block_size='x': a size"),
        (lambda: textkin.dedup(TEXTS, threads=-1), ValueError, "threads= is 0 or more, not -1"),
        (lambda: textkin.dedup(TEXTS, seed=-1), ValueError, "seed= is 0 or more, not -1"),
        (lambda: textkin.dedup(TEXTS, seed=2**64), ValueError, "seed=18446744073709551616 is not from 0 to 18446744073709551615"),
        (lambda: textkin.sketch(TEXTS, seed=2**70), ValueError, f"seed={2**70} is not from 0 to 18446744073709551615"),
        (lambda: textkin.pairs(TEXTS, fdr=0), ValueError, "fdr=0 is not above 0"),
        (lambda: textkin.pairs(TEXTS, fdr=0.1, universe=0), ValueError, "universe=0 is not above 0"),
        (lambda: textkin.compare("a", "a", universe=0), ValueError, "universe=0 is not above 0"),
        (lambda: textkin.pairs(TEXTS, bands=0, rows=0), ValueError, "bands=0 is not above 0"),
        (lambda: textkin.plan(bands=2, rows=0), ValueError, "rows=0 is not above 0"),
        (lambda: textkin.MinHash(64, seed=2**64), ValueError, "seed is 18446744073709551616, and at most 2^64 - 1"),
        (lambda: textkin.MinHash(2**40), ValueError, "the number of hashes is 1099511627776, and at most 2^32 - 1"),
        (lambda: textkin.dedup(pd.DataFrame({"text": ["a", "\ud800 b"]})), ValueError, "row 1, column 'text': half of a surrogate pair ('\\ud800'), which is no text"),
        (lambda: textkin.dedup({"a": "b", "x\udfff": "c"}), ValueError, "id 1: half of a surrogate pair ('\\udfff'), which is no text"),
        (lambda: textkin.dedup([{"text": "a"}, {"text": "b\udfff"}]), ValueError, "row 1, column 'text': half of a surrogate pair"),
        (lambda: textkin.dedup(NESTED).annotate(NESTED.append_column("textkin", NESTED["n"])), ValueError, "the data has a column 'textkin' already"),
        (lambda: textkin.decontaminate(NESTED, TEXTS, action="flag").apply(NESTED.append_column("textkin", NESTED["n"])), ValueError, "the data has a column 'textkin' already"),
        (lambda: textkin.plan(documents=-3), ValueError, "documents= is 0 or more"),
        (lambda: textkin.dedup(TEXTS, audit=0), ValueError, "audit=0 is not from 1 to"),
        (lambda: textkin.dedup(TEXTS, method="magic"), ValueError, 'method="magic" is none of auto, exact, lsh'),
        (lambda: textkin.dedup(TEXTS, progress=3), TypeError, "progress= is None, True, False or a function, not int"),
        (lambda: textkin.dedup(TEXTS, keep=3), TypeError, "keep= is a rule"),
        (lambda: textkin.dedup(pd.DataFrame({"text": ["a", 5]})), TypeError, "got a 'int' object, Conversion failed for column text"),
        (lambda: textkin.dedup(pd.Series(["a", 5])), TypeError, "the data is no table with one type"),
        (lambda: textkin.dedup([{"id": 1, "text": "a"}, {"id": "x", "text": "b"}]), ValueError, "of its columns: Could not convert 'x'"),
        (lambda: textkin.dedup({"id": [1, 2], "text": ["a"]}), ValueError, "expected length 1 but got length 2"),
        (lambda: textkin.dedup([{"text": "a", "o": 1}]).annotate([{"text": "a", "o": object()}]), ValueError, "the data is no table with one type"),
        (lambda: textkin.dedup(NESTED, text=""), TypeError, "text= is the name of a column"),
        (lambda: textkin.dedup(NESTED, id=""), ValueError, "id= is an empty str"),
        (lambda: textkin.dedup(TEXTS, run_dir=""), ValueError, "run_dir= is an empty str; give it a value, or leave it out"),
        (lambda: textkin.dedup(TEXTS, key=""), ValueError, "key= is an empty str"),
        (lambda: textkin.dedup(TEXTS, stop_words=""), ValueError, "stop_words= is an empty str"),
        (lambda: textkin.dedup(NESTED, keep="field:doc"), ValueError, "column 'doc' holds struct<text: string>; what is compared are"),
        (lambda: textkin.dedup(NESTED, text=3), TypeError, "text= is the name of a column"),
        (lambda: textkin.dedup(NESTED, text="n"), ValueError, "column 'n' holds no strings but int64"),
        (lambda: textkin.dedup(NESTED, text="doc"), ValueError, "name the column that does, or a field in it"),
        (lambda: textkin.dedup(NESTED, id=["id"]), TypeError, "id= is the name of a column, or None"),
        (lambda: textkin.dedup(TEXTS, output="kept.jsonl"), ValueError, "write what result.apply(data) gives"),
        (lambda: textkin.dedup(TEXTS, run_dir="s3://place/run"), ValueError, "run_dir=s3://place/run: a run takes its work up again"),
        (lambda: textkin.dedup(TEXTS, all_pairs=True).at("x"), TypeError, "threshold= is a number, not str"),
        (lambda: textkin.passages(TEXTS, exclude="junk"), ValueError, 'exclude="junk": it is template'),
        (lambda: textkin.sketch(TEXTS, bits=7), ValueError, 'bits= of sketch="fss": a cell'),
        (lambda: textkin.signatures.read(__file__), ValueError, "make one with textkin.signatures.create()"),
        (lambda: textkin.pairs(TEXTS, sketch="simhash"), ValueError, "by the command `textkin simhash`"),
        (lambda: textkin.MinHash().merge("x"), TypeError, "merged with a sketch, not with str"),
        (lambda: textkin.MinHash().update(None), TypeError, "an item is str or bytes, not NoneType"),
        (lambda: textkin.MinHash().update_batch(3), TypeError, "items are a list of str or bytes, not int"),
        (lambda: textkin.MinHash.bulk([3]), TypeError, "items are a list of str or bytes, not int"),
        (lambda: textkin.MinHash.from_bytes("x"), TypeError, "read of bytes, not of str"),
        (lambda: textkin.MinHash().update_batch(pd.DataFrame({"a": TEXTS})), TypeError, "items are a list or column of str or bytes, not DataFrame; give one of its columns"),
        (lambda: textkin.MinHash.bulk([NESTED]), TypeError, "items are a list or column of str or bytes, not Table; give one of its columns"),
        (lambda: textkin.dedup(__file__, output="-"), ValueError, 'output="-" is standard output, where nothing is written from here; name a file'),
        (lambda: textkin.trim(__file__, output=pathlib.Path("-")), ValueError, 'output="-" is standard output'),
        (lambda: textkin.decontaminate(__file__, TEXTS, output=b"-"), ValueError, 'output="-" is standard output'),
        (lambda: textkin.extract(__file__, seconds="x"), TypeError, "seconds= is a whole number, not the str 'x'"),
        (lambda: textkin.extract(__file__, seconds=0), ValueError, "seconds= and memory= are 1 or more"),
        (lambda: textkin.extract(__file__, unconfined="x"), ValueError, 'unconfined="x" is none of warn, fail'),
    ],
    ids=lambda given: "" if callable(given) else str(given),
)
def test_one_line_that_says_what_to_do(call, kind, says):
    with pytest.raises(kind) as caught:
        call()
    assert says in str(caught.value)
    assert not type(caught.value).__module__.startswith("pyarrow")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("folder", ["", "in/"])
def test_files_in_messages_are_values(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs.jsonl").write_text('{"text": "one two"}\n' + '{"text": 1}\n' * 11)
    with pytest.raises(ValueError, match=f'^output="{folder}kept.parquet": the kept records stay'):
        textkin.dedup("docs.jsonl", output=f"{folder}kept.parquet")
    with pytest.warns(RuntimeWarning, match=r'problems="FILE\.jsonl" lists them all'):
        textkin.dedup("docs.jsonl")
