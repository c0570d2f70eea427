"""Which text of a row is compared, and which ids rows have: several columns, nested fields, no ids, bytes."""

import json
import pathlib
import random
import sys
import uuid
import warnings

import pyarrow as pa
import pyarrow.parquet
import pytest

import textkin
from textkin._texts import text_column

LONG = "the river rose two metres in one night"
NESTED = pa.table(
    {
        "messages": [
            [{"role": "user", "content": LONG}, {"role": "bot", "content": "yes"}],
            [{"role": "user", "content": LONG}, {"role": "bot", "content": "yes"}],
            None,
            [],
            [{"role": "user", "content": None}],
        ],
        "doc": [{"text": "p q r s t u"}, {"text": "p q r s t u"}, None, {"text": None}, {"text": ""}],
        "doc.text": ["1 2 3 4 5", "5 4 3 2 1", "6 7 8 9 0", None, ""],
    }
)


def found(data, **named):
    return [(row["a"], row["b"], row["shared"]) for row in textkin.pairs(data, **named).to_pylist()]


def test_several_columns():
    data = pa.table({"prompt": [LONG, LONG, None], "completion": ["a b c d e", "a b c d e", None]})
    both = textkin.pairs([LONG + "\na b c d e"] * 2)["shared"][0].as_py()
    assert found(data, text=["prompt", "completion"]) == [(0, 1, both)]
    assert textkin.dedup(data, text=["prompt", "completion"]).kept.tolist() == [True, False, True]
    other = data.set_column(1, "completion", pa.array(["a b c d e", "f g h i j", None]))
    assert found(other, text=["prompt", "completion"], threshold=0.9) == []
    assert found(other, text="prompt", threshold=0.9) == [(0, 1, 4)]


def test_nested():
    whole = textkin.pairs([LONG + "\nyes"] * 2)["shared"][0].as_py()
    assert found(NESTED, text="messages[].content") == [(0, 1, whole)]
    assert found(NESTED.slice(1), text="messages[].content") == []
    assert found(NESTED.drop(["doc.text"]), text="doc.text") == [(0, 1, 2)]
    assert found(NESTED, text="doc.text") == []  # the column of that name
    assert found(NESTED.to_pylist(), text="messages[].content") == [(0, 1, whole)]


def test_of_other_libraries(tmp_path):
    datasets = pytest.importorskip("datasets")
    polars = pytest.importorskip("polars")
    records = [{"messages": one} for one in NESTED["messages"].to_pylist()]
    for data in (datasets.Dataset.from_list(records), polars.DataFrame(records)):
        assert [pair[:2] for pair in found(data, text="messages[].content")] == [(0, 1)]


def test_of_files(tmp_path):
    path = tmp_path / "chats.parquet"
    pyarrow.parquet.write_table(NESTED.drop(["doc.text"]), path, row_group_size=2)
    kept = tmp_path / "kept.parquet"
    result = textkin.dedup(path, text=["messages[].content", "doc.text"], output=kept)
    assert result.kept.tolist() == [True, False, True, True, True]
    assert pyarrow.parquet.read_table(kept).num_rows == 4


def chats(number):
    """Records of every form that both a table and JSON lines have."""
    draw = random.Random(number)
    said = [f"{LONG} {number % 7}", f"so {LONG} \"{number % 5}\" \\ é\n\t", "", "yes 学会了国", None]
    items = [{"role": "user", "content": draw.choice(said)} for _ in range(draw.randrange(4))]
    return {
        "id": f"r{number}",
        "messages": draw.choice([items, items, items, [None, *items], None]),
        "tags": draw.choice([["a b c", None, f"d e f {number % 3}"], [], None]),
        "doc": draw.choice([{"text": draw.choice(said), "title": "t"}, {"text": None, "title": None}, None]),
        "prompt": draw.choice(said),
        "completion": draw.choice(said),
        "meta.text": draw.choice(said),
        "meta": {"text": "not that"},
    }


@pytest.fixture(scope="module")
def ways(tmp_path_factory):
    """The same rows as a frame, and by path as Parquet, JSON lines, an array of JSON and one within an object."""
    folder = tmp_path_factory.mktemp("ways")
    rows = [chats(number) for number in range(300)]
    table = pa.Table.from_pylist(rows)
    pyarrow.parquet.write_table(table, folder / "rows.parquet", row_group_size=70)
    for name, ascii_only in (("rows.jsonl", False), ("escaped.jsonl", True)):
        lines = [json.dumps(row, ensure_ascii=ascii_only) for row in rows]
        (folder / name).write_text("".join(line + "\n" for line in lines), "utf-8")
    (folder / "rows.json").write_text(json.dumps(rows, indent=1), "utf-8")
    (folder / "object.json").write_text(json.dumps({"data": rows, "total": len(rows)}), "utf-8")
    return table, folder


NAMED = ["doc.text", "messages[].content", "messages[].role", "tags[]", "meta.text", ["prompt", "completion"],
         ["completion", "prompt"], ["doc.text", "messages[].content"], ["meta.text", "none.of", "tags[]", "prompt"]]


@pytest.mark.parametrize("text", NAMED, ids=str)
def test_a_frame_parquet_and_json_lines_give_the_same(ways, text):
    table, folder = ways
    there = [name for name in ([text] if isinstance(text, str) else text) if not name.startswith("none")]
    of_table = text if isinstance(text, str) else there  # of records a field that no record has is none; of a table an error
    options = {"threshold": 0.5, "shingle": "word:2", "progress": False}
    expected = textkin.pairs(table, text=of_table, **options).to_pylist()
    assert len(expected) > 50
    kept = textkin.dedup(table, text=of_table, threshold=0.7, progress=False)
    without = {row["id"] for row, whole in zip(table.to_pylist(), text_column(table, of_table).to_pylist(), strict=True) if whole is None}
    assert textkin.pairs(folder / "rows.parquet", text=of_table, **options).to_pylist() == expected
    for name in ("rows.jsonl", "escaped.jsonl", "rows.json", "object.json"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of records without a text
            assert textkin.pairs(folder / name, text=text, **options).to_pylist() == expected, name
            out = folder / f"kept of {name}l"
            result = textkin.dedup(folder / name, text=text, threshold=0.7, output=out, progress=False)
        # A record without a text is a problem there, and a row without one stays.
        left = [id for id, stays in zip(table["id"].to_pylist(), kept.kept, strict=True) if stays and id not in without]
        assert [json.loads(line)["id"] for line in out.read_text("utf-8").splitlines()] == left
        assert result.stats["problems"] == len(without)
    rows = textkin.dedup(folder / "rows.parquet", text=of_table, threshold=0.7, output=folder / "kept.parquet")
    assert rows.kept.tolist() == kept.kept.tolist()


@pytest.mark.parametrize("text", NAMED[:-1], ids=str)
def test_places_are_those_of_the_joined_text(ways, text):
    table, folder = ways
    expected = textkin.passages(table, text=text, guarantee=6, min_length=20).to_pylist()
    cuts = textkin.trim(table, text=text, words=6, progress=False).cuts.to_pylist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert textkin.passages(folder / "escaped.jsonl", text=text, guarantee=6, min_length=20).to_pylist() == expected
        assert textkin.trim(folder / "rows.jsonl", text=text, words=6, progress=False).cuts.to_pylist() == cuts


def left_of_fields(record, text, spans):
    """A record without these stretches of its joined text, by a way of its own."""
    spots = []  # (where its string is, its key), in the order of the names

    def walk(value, steps, put, item):
        if not steps or value is None:
            return spots.append((put, value)) if value is not None or item else None
        if steps[0] == "[]":
            for at, one in enumerate(value):
                walk(one, steps[1:], (value, at), True)
            return None if value else spots.append((None, None))
        return walk(value.get(steps[0]), steps[1:], (value, steps[0]), item)

    for name in [text] if isinstance(text, str) else text:
        if name in record:
            walk(record[name], [], (record, name), False)
        else:
            steps = name.replace("[]", ".[]").split(".")
            walk(record[steps[0]], steps[1:], (record, steps[0]), False)
    gone = {at for begin, end in spans for at in range(begin, end)}
    begin = 0
    for put, value in spots:
        if value is not None:
            put[0][put[1]] = "".join(letter for at, letter in enumerate(value, begin) if at not in gone)
        begin += len(value or "") + 1
    return record


@pytest.mark.parametrize("text", ["doc.text", "messages[].content", ["prompt", "completion"], ["doc.text", "messages[].content", "meta.text"]], ids=str)
def test_what_is_cut_goes_where_it_stands(ways, tmp_path, text):
    table, folder = ways
    records = {row["id"]: row for row in map(json.loads, (folder / "rows.jsonl").read_text("utf-8").splitlines())}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trimmed = textkin.trim(folder / "escaped.jsonl", text=text, words=4, output=tmp_path / "left.jsonl")
        tests = tmp_path / "tests.jsonl"
        tests.write_text(json.dumps({"text": LONG}) + "\n")
    spans = {}
    for row in trimmed.cuts.to_pylist():
        spans.setdefault(row["id"], []).append((row["offset"], row["offset"] + row["length"]))
    assert spans
    left = [json.loads(line) for line in (tmp_path / "left.jsonl").read_text("utf-8").splitlines()]
    assert len(left) > 50
    for record in left:
        assert record == left_of_fields(records[record["id"]], text, spans.get(record["id"], []))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("doc.tex", "there is no field 'tex'; name one of 'text'"),
        ("body", "no column 'body'; name the one that there is, of 'messages', 'doc'"),
        ("messages.content", "stands for each item"),
        ("doc[]", "there is no list but struct"),
        ("messages[].role.name", "no struct before 'name' but string"),
        ("messages[]", "holds no strings"),
        ("doc", "holds no strings"),
    ],
)
def test_what_is_not_there(text, message):
    with pytest.raises(ValueError, match=message):
        textkin.pairs(NESTED.drop(["doc.text"]), text=text)
    with pytest.raises(TypeError, match="a list of such names"):
        textkin.pairs(NESTED, text=[])


def test_no_ids():
    data = pa.table({"id": ["a", "a", "b"], "text": [LONG, LONG, "x"]})
    with pytest.raises(ValueError, match='repeated_ids="number", or another id='):
        textkin.pairs(data)
    assert found(data, id=None) == [(0, 1, 4)]
    assert textkin.dedup(data, id=None).removed.to_pylist()[0]["id"] == 1


def test_no_ids_of_files(tmp_path):
    lines = tmp_path / "docs.jsonl"
    lines.write_text(f'{{"id": "a", "text": "{LONG}"}}\n' * 2)
    assert found(lines, id=None) == [(f"{lines}:1", f"{lines}:2", 4)]
    table = tmp_path / "docs.parquet"
    pyarrow.parquet.write_table(pa.table({"id": ["a", "a"], "text": [LONG, LONG]}), table)
    assert found(table, id=None) == [(f"{table}:0", f"{table}:1", 4)]


def ids():
    names = [uuid.UUID(int=1 << 127 | number) for number in range(2)]
    raw = [name.bytes for name in names]
    found = {"binary": pa.array(raw), "of 16 bytes": pa.array(raw, pa.binary(16)), "large": pa.array(raw, pa.large_binary())}
    return found | ({"uuid": pa.array(raw, pa.uuid())} if hasattr(pa, "uuid") else {})


@pytest.mark.parametrize("kind", ids())
def test_ids_of_bytes_keep_their_type(kind):
    column = ids()[kind]
    data = pa.table({"id": column, "text": [LONG, LONG]})
    pairs = textkin.pairs(data)
    assert pairs.schema.field("a").type == column.type
    assert pairs["b"].combine_chunks().equals(column.slice(1))
    twice = pa.table({"id": pa.concat_arrays([column, column]), "text": [LONG] * 4})
    with pytest.raises(ValueError, match="80000000000000000000000000000000' stands twice"):
        textkin.pairs(twice)


def test_ids_that_name_nothing():
    data = pa.table({"id": [{"a": 1}, {"a": 2}], "text": [LONG, LONG]})
    with pytest.raises(ValueError, match="struct<a: int64>, which names no row"):
        textkin.pairs(data)
    assert found(data, id=None) == [(0, 1, 4)]


def other_side():
    old = pa.table({"key": ["o1", "o2"], "q": [LONG, "x"], "a": ["a b c d e", "y"]})
    return pa.table({"id": ["n1", "n2"], "body": [f"{LONG}\na b c d e", "nothing of it"]}), old


OTHER = {"against_text": ["q", "a"], "against_id": "key"}


@pytest.mark.parametrize("way", ["frame", "parquet", "jsonl"])
def test_the_other_side_has_names_of_its_own(way, tmp_path):
    new, old = other_side()
    given = old
    if way == "parquet":
        given = tmp_path / "old.parquet"
        pyarrow.parquet.write_table(old, given)
    elif way == "jsonl":
        given = tmp_path / "old.jsonl"
        given.write_text("".join(json.dumps(row) + "\n" for row in old.to_pylist()))
    assert [row[:2] for row in found(new, text="body", against=given, **OTHER)] == [("n1", "o1")]
    assert textkin.dedup(new, text="body", against=given, **OTHER).removed["kept"].to_pylist() == ["o1"]
    assert textkin.passages(new, text="body", against=given, guarantee=6, min_length=10, **OTHER)["b"].to_pylist() == ["o1"]
    assert textkin.report(new, tmp_path / "page.html", text="body", against=given, **OTHER)["against_documents"] == 2
    assert textkin.decontaminate(new, given, text="body", shingle="word:8", **OTHER).leaked["item"].to_pylist() == ["o1"]
    numbers = textkin.pairs(new, text="body", against=given, against_text="q", against_id=None, threshold=0.2)
    assert numbers["b"].to_pylist() == ([0] if way == "frame" else [f"{given}:{0 if way == 'parquet' else 1}"])


def test_names_of_another_side_that_is_not_there():
    new, old = other_side()
    with pytest.raises(ValueError, match="against_text= has no use without against; leave it out"):
        textkin.pairs(new, text="body", against_text="q")
    with pytest.raises(ValueError, match="no column 'none'"):
        textkin.pairs(new, text="body", against=old, against_text="none")


def test_of_tables_on_the_command_line(program, monkeypatch):
    monkeypatch.setenv("TEXTKIN_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(textkin.__file__).parents[1]))
    new, old = other_side()
    for name, table in (("new", new), ("old", old)):
        pyarrow.parquet.write_table(table, program.folder / f"{name}.parquet")
        (program.folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    words = ("--text-field", "body", "--against-text-field", "q", "--against-text-field", "a", "--against-id-field", "key")
    expected = program("pairs", "new.jsonl", *words, "--against", "old.jsonl")
    assert b"n1\to1" in expected
    for first, second in (("new.parquet", "old.parquet"), ("new.jsonl", "old.parquet"), ("new.parquet", "old.jsonl")):
        assert program("pairs", first, *words, "--against", second) == expected
    assert program("pairs", "old.parquet", "old.parquet", "--text-field", "q", "--text-field", "a", "--id-field", "key", "--repeated-ids", "number", "-t", "0.9").count(b"o1") == 2
