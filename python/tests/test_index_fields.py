"""Fields of an index: what a condition holds for is what was stored, and nothing drops them unsaid."""

import numpy as np
import pyarrow as pa
import pytest

import textkin

WORDS = "one two three four five six seven eight nine ten "


@pytest.fixture
def index(tmp_path):
    made = textkin.Index.create(tmp_path / "ix", fields=["course"])
    made.add(pa.table({"id": ["a", "b"], "text": [WORDS + "p", WORDS + "q"], "course": ["x", "y"]}))
    return made


@pytest.mark.parametrize("option", ["where", "not_"])
@pytest.mark.parametrize("values", [[], (), range(0)], ids=repr)
def test_a_condition_without_values_is_none_that_holds_for_all(index, option, values):
    given = {option: {"course": values}}
    with index.writer() as writer:
        for call in (writer.remove, index.list, lambda **more: index.query([WORDS], **more)):
            with pytest.raises(ValueError, match=rf"^{option}= has no value for 'course'; give it one, or leave 'course' out$"):
                call(**given)
    with pytest.raises(ValueError, match="has no value for 'course'"):
        index.remove(older_than="2099-01-01", **given)
    assert len(index) == 2


def test_what_is_no_value_of_a_field(index):
    for value in (b"x", bytearray(b"x"), None, True, {"x"}, np.array(["x"]), [b"x"]):
        with pytest.raises(TypeError, match="^a field is compared with a str or a number, not with "):
            index.remove(not_={"course": value})
    for name in ("course=x", 3):
        with pytest.raises(ValueError, match=f"^where= is of fields, and the index keeps no field {name!r}$"):
            index.list(where={name: "1"})
    assert len(index) == 2


def test_numbers_are_found_as_they_were_stored(tmp_path):
    numbers = [1e20, -0.0, 1e15, 1e16, 2.0**53, 2.0**60, 1e5, 0.1, 1e-5, 1e22, 5e-324, 3.0, -3.0, 1e308, float("inf"), float(np.float32(0.1))]
    whole = [2**63, 2**64 - 1, 7]
    for name, kept, kind in (("floats", numbers, pa.float64()), ("integers", whole, pa.uint64())):
        index = textkin.Index.create(tmp_path / name, fields=["f"])
        index.add(pa.table({"id": list(map(str, range(len(kept)))), "text": [f"{WORDS}{one}" for one in kept], "f": pa.array(kept, kind)}))
        assert [index.list(where={"f": one})["id"].to_pylist() for one in kept] == [[str(row)] for row in range(len(kept))]
    assert len(index.list(where={"f": [np.int64(7)]})) == len(index.list(where={"f": 7.0})) == 1


def test_fields_of_a_mapping_of_columns_stay_where_the_text_is_nested(index):
    for columns, text in (({"doc": [{"text": WORDS}]}, "doc.text"), ({"m": [[{"c": WORDS}]]}, "m[].c"), ({"u": [WORDS], "v": ["x"]}, ["u", "v"])):
        given = {"id": ["n"], "course": ["z"]} | columns
        for data in (given, pa.table(given)):
            index.add(data, text=text)
            assert index.get(["n"])["course"].to_pylist() == ["z"]
    with index.writer() as writer:
        assert writer.seen_or_add({"id": ["m"], "course": ["z"], "doc": [{"text": "other words that nobody wrote"}]}, text="doc.text")["status"].to_pylist() == ["new"]
    assert index.get(["m"])["course"].to_pylist() == ["z"]


def test_a_mapping_of_ids_has_no_columns(index):
    for named in ({"text": "body"}, {"id": "key"}, {"text": ["prompt", "completion"]}):
        for call in (index.add, index.query):
            with pytest.raises(ValueError, match="names a column, and has no use for texts that stand in none"):
                call({"a": WORDS}, **named)
    assert index.add({"text": WORDS, "doc": WORDS})["added"] == 2
