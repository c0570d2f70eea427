"""Which text of a row is compared, and which ids rows have: several columns, nested fields, no ids, bytes."""

import uuid

import pyarrow as pa
import pyarrow.parquet
import pytest

import textkin

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
    lines = tmp_path / "chats.jsonl"
    lines.write_text('{"a": "x", "b": "y"}\n')
    with pytest.raises(ValueError, match="records of JSONL have one field of text"):
        textkin.dedup(lines, text=["a", "b"])


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
