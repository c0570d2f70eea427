"""trim, decontaminate and dedup --annotate over files of tables, in Python and on the command line: what comes out is what the
same do with records, and every other column, type and byte stays."""

import csv
import json
import pathlib
import random
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import textkin

RANDOM = random.Random(7)
WORDS = [f"w{i}" for i in range(4000)]
REPEATED = " ".join(RANDOM.choices(WORDS, k=80))
LEAKED = " ".join(RANDOM.choices(WORDS, k=20))


def prose(count):
    return " ".join(RANDOM.choices(WORDS, k=count))


def texts():
    found = [f'{prose(30)}, "{prose(3)}"; naïve 𝒳 {REPEATED} {prose(9)}\nand {prose(20)}' for _ in range(40)]
    found += [f"{prose(60)} {LEAKED} {prose(60)}" for _ in range(5)]
    found += [REPEATED, LEAKED, "", found[3], found[3] + " more"]
    found += [prose(50) for _ in range(300)]
    RANDOM.shuffle(found)
    return found


TEXTS = texts()
TABLE = pa.table(
    {
        "n": pa.array(range(len(TEXTS)), pa.uint16()),
        "id": pa.array(range(1000, 1000 + len(TEXTS)), pa.int64()),
        "text": pa.array(TEXTS, pa.string()),
        "more": pa.array([{"a": [i % 100]} for i in range(len(TEXTS))], pa.struct([("a", pa.list_(pa.int8()))])),
    }
).replace_schema_metadata({"licence": "CC0"})
TABLES = ["in.parquet", "in.arrow", "in.arrows", "in.csv", "in.tsv"]


def write(path, table=TABLE):
    kind = path.suffix
    if kind == ".parquet":
        pyarrow.parquet.write_table(table, path, row_group_size=90, compression="zstd", use_dictionary=["more.a.list.element"])
    elif kind in (".csv", ".tsv"):
        with open(path, "w", newline="", encoding="utf-8") as out:
            rows = csv.writer(out, delimiter="," if kind == ".csv" else "\t")
            rows.writerow(["n", "id", "text"])
            rows.writerows(zip(*(table[name].to_pylist() for name in ("n", "id", "text")), strict=True))
    else:
        with (pa.ipc.new_stream if kind == ".arrows" else pa.ipc.new_file)(path, table.schema) as out:
            out.write_table(table, max_chunksize=77)


def read(path):
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path)
    if path.suffix in (".csv", ".tsv"):
        with open(path, newline="", encoding="utf-8") as lines:
            header, *rows = csv.reader(lines, delimiter="," if path.suffix == ".csv" else "\t", strict=True)
        return pa.table({name: [row[i] for row in rows] for i, name in enumerate(header)})
    with (pa.ipc.open_stream if path.suffix == ".arrows" else pa.ipc.open_file)(path) as reader:
        return reader.read_all()


def texts_of(path):
    return dict(zip(map(str, read(path)["id"].to_pylist()), read(path)["text"].to_pylist(), strict=True))


@pytest.fixture
def there(program, monkeypatch):
    """The documents as every kind of table and as records, and a test set."""
    monkeypatch.setenv("TEXTKIN_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(textkin.__file__).parents[1]))
    for name in TABLES:
        write(program.folder / name)
    program.jsonl("in.jsonl", [(str(1000 + i), text) for i, text in enumerate(TEXTS)])
    program.jsonl("tests.jsonl", [("item", LEAKED), ("other", prose(30))])
    pyarrow.parquet.write_table(pa.table({"id": ["item"], "text": [LEAKED]}), program.folder / "tests.parquet")
    return program


def records(path):
    return {record["id"]: record["text"] for record in map(json.loads, open(path, encoding="utf-8"))}


JOBS = {
    "trim": (["trim"], {}),
    "lines": (["trim", "--unit", "line", "--min-words", "20"], {"unit": "line", "min_words": 20}),
    "emptied": (["trim", "--words", "40", "--emptied", "drop", "--keep", "longest"], {"words": 40, "emptied": "drop", "keep": "longest"}),
    "drop": (["decontaminate", "--against", "tests.jsonl"], {}),
    "cut": (["decontaminate", "--against", "tests.parquet", "--action", "cut", "--margin", "2"], {"action": "cut", "margin": 2}),
}


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("name", TABLES)
def test_what_comes_out_is_that_of_records(there, name, job):
    words, options = JOBS[job]
    there(words[0], "in.jsonl", *words[1:], "-o", "expected.jsonl", "--removed", "expected-removed.jsonl")
    there(words[0], name, *words[1:], "-o", f"out-{name}", "--removed", "removed.jsonl")
    expected = records(there.folder / "expected.jsonl")
    out = there.folder / f"out-{name}"
    assert texts_of(out) == expected and expected != records(there.folder / "in.jsonl")
    assert (there.folder / "removed.jsonl").read_bytes() == (there.folder / "expected-removed.jsonl").read_bytes()
    ours = there.folder / f"ours-{name}"
    if words[0] == "trim":
        result = textkin.trim(there.folder / name, output=ours, **options)
    else:
        result = textkin.decontaminate(there.folder / name, there.folder / words[2], output=ours, **options)
    assert ours.read_bytes() == out.read_bytes()
    assert result.kept.sum() == len(expected)
    if name.endswith(("csv", "tsv")):
        return
    given = read(there.folder / name)
    assert read(out).schema.equals(given.schema, check_metadata=True) and given.schema.metadata == {b"licence": b"CC0"}
    assert read(out).drop(["text"]).equals(given.filter(pa.array(result.kept)).drop(["text"]))


def test_bytes_that_nothing_happens_to_stay(there):
    """Of CSV each other field, and each other row; of Parquet how it was written."""
    there("trim", "in.csv", "-o", "out.csv")
    before, after = ((there.folder / name).read_bytes() for name in ("in.csv", "out.csv"))
    whole, left = texts_of(there.folder / "in.csv"), texts_of(there.folder / "out.csv")
    same = [identifier for identifier, text in whole.items() if left[identifier] == text]
    assert 250 < len(same) < len(whole)
    for row in before.split(b"\r\n")[1:]:
        if b"," in row and row.split(b",")[1].decode() in same:
            assert row + b"\r\n" in after
    odd = b'"id";"text";"x"\n"1";"%s";"a;b"\n2;"%s ""so"" %s";\'q\n' % tuple(word.encode() for word in (REPEATED, REPEATED, prose(4)))
    (there.folder / "odd.csv").write_bytes(odd)
    there("trim", "odd.csv", "-o", "odd-out.csv", "--delimiter", ";")
    first, second, third = (there.folder / "odd-out.csv").read_bytes().splitlines()
    assert [first, second] == odd.splitlines()[:2] and third.startswith(b'2;"so"" w') and third.endswith(b"\";'q")
    there("trim", "in.parquet", "-o", "out.parquet")
    made, out = (pyarrow.parquet.read_metadata(there.folder / name) for name in ("in.parquet", "out.parquet"))
    assert [out.row_group(i).num_rows for i in range(out.num_row_groups)] == [made.row_group(i).num_rows for i in range(made.num_row_groups)]
    assert out.row_group(0).column(2).compression == "ZSTD"


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_marked(there, name):
    there("dedup", "in.jsonl", "-o", "expected.jsonl", "--annotate", "--threshold", "0.7")
    told = there("dedup", name, "-o", f"out-{name}", "--annotate", "--threshold", "0.7", "--removed", "removed.jsonl")
    assert told == b""
    expected = [record["textkin"] for record in map(json.loads, open(there.folder / "expected.jsonl", encoding="utf-8"))]
    assert sum(not mark["kept"] for mark in expected) >= 2
    result = textkin.dedup(there.folder / name, 0.7, annotate=True, output=there.folder / f"ours-{name}")
    assert (there.folder / f"ours-{name}").read_bytes() == (there.folder / f"out-{name}").read_bytes()
    out = read(there.folder / f"out-{name}")
    if name.endswith(("csv", "tsv")):
        assert out.select(["n", "id", "text"]).equals(read(there.folder / name))
        fields = [out[f"textkin_{field}"].to_pylist() for field in ("kept", "cluster", "similarity")]
        found = [{"kept": kept == "true", "cluster": cluster or None, "similarity": float(alike) if alike else None} for kept, cluster, alike in zip(*fields, strict=True)]
    else:
        assert out.schema.names == [*TABLE.schema.names, "textkin"] and out.drop(["textkin"]).equals(read(there.folder / name))
        assert out.schema.field("textkin").type.field("cluster").type == pa.int64()
        found = [mark | {"cluster": mark["cluster"] and str(mark["cluster"])} for mark in out["textkin"].to_pylist()]
        assert out["textkin"].equals(textkin.dedup(TABLE, 0.7).annotate(TABLE)["textkin"])
    assert found == expected
    assert result.kept.tolist() == [mark["kept"] for mark in expected]
    assert "already; take the original table" in there.fails("dedup", f"out-{name}", "-o", f"again-{name}", "--annotate")


@pytest.mark.parametrize("name", ["in.parquet", "in.arrow", "in.csv"])
def test_leaks_are_flagged(there, name):
    there("decontaminate", name, "--against", "tests.jsonl", "--action", "flag", "-o", f"out-{name}", "--leaks", "leaks.tsv")
    out = read(there.folder / f"out-{name}")
    marked = [bool(mark) for mark in (out["textkin_item"] if name.endswith("csv") else out["textkin"]).to_pylist()]
    assert marked == [LEAKED in text for text in TEXTS] and sum(marked) == 6
    if not name.endswith("csv"):
        assert out.drop(["textkin"]).equals(read(there.folder / name))
        assert out["textkin"].equals(textkin.decontaminate(TABLE, there.folder / "tests.jsonl", action="flag").apply(TABLE)["textkin"])
    assert (there.folder / "leaks.tsv").read_text().count("\n") == 2


def test_shards_stay_shards_and_share_what_repeats(there):
    for number, begin in enumerate(range(0, len(TEXTS), 150)):
        (there.folder / "shards").mkdir(exist_ok=True)
        write(there.folder / "shards" / f"{number}.parquet", TABLE.slice(begin, 150))
    there("trim", "shards", "-o", "out/")
    there("trim", "in.jsonl", "-o", "expected.jsonl")
    found = {}
    for path in sorted((there.folder / "out").iterdir()):
        found |= texts_of(path)
    assert found == records(there.folder / "expected.jsonl")


def test_check_and_units(there):
    import subprocess

    from conftest import PROGRAM

    def code(*words):
        return subprocess.run([PROGRAM, *words, "-q"], cwd=there.folder, capture_output=True, timeout=300).returncode

    before = sorted(there.folder.iterdir())
    assert code("trim", "in.parquet", "--check") == 1
    assert code("decontaminate", "in.parquet", "--against", "tests.jsonl", "--check") == 1
    assert code("decontaminate", "tests.parquet", "--against", "in.jsonl", "--shingle", "word:20", "--check") == 1
    assert code("decontaminate", "in.jsonl", "--against", "tests.parquet", "--check") == 1
    assert code("dedup", "in.parquet", "--unit", "paragraph", "--check") == 1
    assert sorted(there.folder.iterdir()) == before
    there("dedup", "in.parquet", "--unit", "line", "-o", "unit.parquet")
    there("trim", "in.parquet", "--unit", "line", "-o", "line.parquet")
    assert (there.folder / "unit.parquet").read_bytes() == (there.folder / "line.parquet").read_bytes()
    assert code("trim", "line.parquet", "--unit", "line", "--check") == 0
    there("decontaminate", "in.jsonl", "--against", "tests.parquet", "-o", "stays.jsonl")
    there("decontaminate", "in.jsonl", "--against", "tests.jsonl", "-o", "expected.jsonl")
    assert (there.folder / "stays.jsonl").read_bytes() == (there.folder / "expected.jsonl").read_bytes()


def test_what_cannot_be_is_refused_before_any_work(there):
    nested = pa.table({"id": ["a"], "doc": pa.array([{"text": REPEATED}])})
    pyarrow.parquet.write_table(nested, there.folder / "nested.parquet")
    words = pa.table({"id": ["a", "b"], "text": pa.array([REPEATED, REPEATED]).dictionary_encode()})
    write(there.folder / "words.arrow", words)
    before = sorted(there.folder.iterdir())
    for command, said in (
        (["trim", "in.parquet"], "a table does not go to standard output"),
        (["trim", "in.parquet", "-o", "in.parquet"], "is an input and would be replaced"),
        (["trim", "in.parquet", "-o", "out.csv"], "kept rows stay in the format of in.parquet"),
        (["trim", "nested.parquet", "--text-field", "doc.text", "-o", "out.parquet"], "no one column 'doc.text'"),
        (["trim", "words.arrow", "-o", "out.arrow"], "words of a dictionary"),
        (["trim", "in.parquet", "in.jsonl", "-o", "out/"], "name tables and other files in runs of their own"),
        (["decontaminate", "in.parquet", "--against", "tests.jsonl"], "a table does not go to standard output"),
    ):
        assert said in there.fails(*command), command
    assert sorted(there.folder.iterdir()) == before
    with pytest.raises(ValueError, match="no one column"):
        textkin.trim(there.folder / "nested.parquet", text="doc.text", output=there.folder / "out.parquet")
    with pytest.raises(ValueError, match=r"result.annotate\(data\)"):
        textkin.dedup(TABLE, annotate=True)
    parquet = pa.table({"id": ["a", "b"], "text": pa.array([REPEATED, "so " + REPEATED]).dictionary_encode()})
    write(there.folder / "words.parquet", parquet)
    textkin.trim(there.folder / "words.parquet", output=there.folder / "out.parquet")
    assert read(there.folder / "out.parquet")["text"].to_pylist() == [REPEATED, "so "]


def test_a_name_alone_makes_no_table_of_a_text_in_a_folder(tmp_path):
    for name in ("a.txt", "b.arrows", "c.parquet"):
        (tmp_path / name).write_text(REPEATED)
    assert textkin.pairs(tmp_path).num_rows == 3
    with pytest.raises(ValueError, match="c.parquet"):
        textkin.pairs([tmp_path / "a.txt", tmp_path / "c.parquet"])
    (tmp_path / "d.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="d.parquet is a table and .*a.txt is none"):
        textkin.pairs(tmp_path)


def test_a_field_of_csv_that_becomes_empty_stays_a_row(there):
    (there.folder / "one.csv").write_text(f"text\n{REPEATED}\n{REPEATED}\nlast\n")
    there("trim", "one.csv", "-o", "out.csv")
    assert (there.folder / "out.csv").read_text() == f'text\n{REPEATED}\n""\nlast\n'
