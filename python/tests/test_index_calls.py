"""Wrong calls of an index end in one line, in Python's words; what is easily meant otherwise is taken as it is meant."""

import json

import numpy as np
import pyarrow as pa
import pytest

import textkin

TEXTS = {"a": "one two three four five six", "b": "x y"}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    made = textkin.Index.create(tmp_path_factory.mktemp("calls") / "archive")
    made.add(TEXTS)
    return made


def test_a_str_is_one_field(tmp_path):
    assert textkin.Index.create(tmp_path / "one", fields="course").fields == ["course"]
    assert textkin.Index.create(tmp_path / "two", fields=["course", "year"]).fields == ["course", "year"]


def writing(index, call):
    with index.writer() as writer:
        return call(writer)


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda index: textkin.Index(index.path, memory="1KB"), MemoryError, "its share of memory= has room for 0"),
        (lambda _: textkin.Index.create("s3://place/archive"), ValueError, "s3://place/archive: an index is a folder of this machine"),
        (lambda _: textkin.Index("s3://place/archive"), ValueError, "s3://place/archive: an index is a folder"),
        (lambda index: index.query(TEXTS, where={"course": "b"}), ValueError, 'Index.create(PATH, fields=["course"]) makes one'),
        (lambda index: index.list(where=3), TypeError, "where= is a mapping of fields to values, as {'course': 'b'}, not int"),
        (lambda index: index.list(not_=["b"]), TypeError, "not_= is a mapping of fields"),
        (lambda index: index.remove(older_than="x"), ValueError, 'older_than="x" is no age and no time'),
        (lambda index: index.remove(["a"], older_than="365d"), ValueError, "take one of them at a time"),
        (lambda index: index.remove([], where={"course": "a"}), ValueError, "take one of them at a time"),
        (lambda index: index.audit(sample=-1), ValueError, "sample= is 0 or more, not -1"),
        (lambda index: index.query(TEXTS, top=1.5), TypeError, "top= is a whole number, not float"),
        (lambda index: index.query(TEXTS, top=0), ValueError, "top=0 is not above 0"),
        (lambda index: index.query(TEXTS, text_field="body"), ValueError, "Index.query() has no option 'text_field': the column or field of the text is text="),
        (lambda index: index.query(TEXTS, id_field="key"), ValueError, "Index.query() has no option 'id_field'"),
        (lambda index: index.query(TEXTS, output="rows.tsv"), ValueError, "gives its answer back; write that, or take the command `textkin index query`"),
        (lambda index: index.query(TEXTS, format="jsonl"), ValueError, "Index.query() has no option 'format'"),
        (lambda index: index.query(TEXTS, treshold=0.9), ValueError, "Index.query() has no option 'treshold'; did you mean threshold=?"),
        (lambda index: index.query(TEXTS, help="x"), ValueError, "Index.query() has no option 'help'"),
        (lambda index: index.query(TEXTS, answers="rows.jsonl"), TypeError, "answers= is True or False, not str"),
        (lambda index: index.query(TEXTS, exact="yes"), TypeError, "exact= is True or False, not str"),
        (lambda index: index.query(TEXTS, progress="yes"), TypeError, "progress= is None, True, False or a function, not str"),
        (lambda index: index.query(TEXTS, quiet=True), ValueError, "Index.query() has no option 'quiet': progress=False"),
        (lambda index: index.passages(TEXTS, output="rows.tsv"), ValueError, "Index.passages() has no option 'output'"),
        (lambda index: index.report(TEXTS, "page.html", within="no"), TypeError, "within= is True or False, not str"),
        (lambda index: index.add(TEXTS, output="x"), ValueError, "Index.add() has no option 'output'"),
        (lambda index: writing(index, lambda one: one.add(TEXTS, format="x")), ValueError, "Writer.add() has no option 'format'"),
        (lambda index: index.remove(["a"], purge="ja"), TypeError, "purge= is True or False, not str"),
        (lambda index: writing(index, lambda one: one.seen_or_add(TEXTS, 0)), ValueError, "threshold= of what was seen is from the index's least= to 1, not 0"),
        (lambda index: writing(index, lambda one: one.seen_or_add(TEXTS, None)), TypeError, "threshold= of what was seen is from the index's least= to 1, not None"),
        (lambda index: textkin.Index(index.path, memory=1.5e9), TypeError, 'memory= is a number of bytes, or a size as "2GiB", not float'),
        (lambda index: textkin.Index(index.path, memory=True), TypeError, "memory= is a number of bytes"),
        (lambda index: index.writer(memory=-1), ValueError, "memory= is 0 or more, not -1"),
        (lambda index: index.rebuild("memory://place/new"), ValueError, "memory://place/new: an index is a folder of this machine"),
        (lambda index: index.snapshot("http://127.0.0.1/new"), ValueError, "http://127.0.0.1/new: a new index is a folder of this machine"),
    ],
    ids=lambda given: "" if callable(given) else str(given),
)
def test_one_line_in_pythons_words(index, call, kind, says):
    with pytest.raises(kind) as caught:
        call(index)
    assert says in str(caught.value)
    assert "--" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_size_is_any_whole_number_and_a_wrong_one_leaves_no_index(tmp_path):
    with pytest.raises(ValueError, match="^memory='lots': a size is a number of bytes, or one with its unit"):
        textkin.Index.create(tmp_path / "ix", memory="lots")
    index = textkin.Index.create(tmp_path / "ix", memory=np.int64(10**9), passages="none")
    assert len(textkin.Index(index.path, memory=np.int64(10**9))) == 0
    with index.writer(memory=np.int64(10**9)) as writer:
        writer.add(TEXTS)


def test_a_purge_of_named_documents_leaves_no_byte_of_them(tmp_path):
    index = textkin.Index.create(tmp_path / "ix")
    index.add({"gone": "words of somebody who asked zyxwvut", "-b": "other words", "stays": "words that stay"})
    assert index.remove(["gone", "-b"], purge=True) | {"sequence": 0} == {"removed": 2, "unknown": 0, "purged": 2, "sequence": 0, "documents": 1}
    assert not any(b"zyxwvut" in file.read_bytes() for file in (tmp_path / "ix").rglob("*") if file.is_file())


def test_ids_that_are_numbers(tmp_path):
    index = textkin.Index.create(tmp_path / "numbers")
    index.add(pa.table({"id": [1, 2], "text": ["a b c", "d e f"]}))
    assert index.get([1])["text"].to_pylist() == ["a b c"]
    assert 1 in index and np.int64(2) in index and "1" in index
    assert not any(other in index for other in (3, True, 1.5, None, "x"))


def test_ages_outlive_an_export(tmp_path):
    index = textkin.Index.create(tmp_path / "ix", fields=["course"])
    index.add([{"id": "a", "text": "alpha beta", "course": "1"}], added_at="2020-01-31")
    index.add([{"id": "b", "text": "gamma delta", "course": "2"}])
    index.export(tmp_path / "all.jsonl", times=True)
    other = textkin.Index.create(tmp_path / "other", fields=["course"])
    other.add(tmp_path / "all.jsonl", added_at="field:textkin_added_at")
    other.export(tmp_path / "again.jsonl", times=True)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()
    assert other.remove(older_than="365d")["removed"] == 1 and other.list()["id"].to_pylist() == ["b"]
    with pytest.raises(ValueError, match="nothing in its field course"):
        other.add([{"id": "c", "text": "no words", "course": ""}], added_at="field:course")


def test_fields_are_kept_as_they_are_written(tmp_path):
    """007 is no 7, whatever stands in other rows of the file, and a number of eighteen digits no other one."""
    (tmp_path / "monday.csv").write_text("id,text,course\na,alpha beta,007\nb,gamma delta,7\nc,eps zeta,1E3\n")
    (tmp_path / "tuesday.csv").write_text("id,text,course\nd,alpha beta x,007\ne,gamma delta y,1E3\nf,h i,X\n")
    index = textkin.Index.create(tmp_path / "ix", fields=["course"])
    index.add([tmp_path / "monday.csv", tmp_path / "tuesday.csv"])
    index.add(pa.table({"id": ["g", "h"], "text": ["k l", "m n"], "course": pa.array([20261234567890123, 20261234567890124])}))
    index.add([{"id": "i", "text": "o p", "course": 20261234567890124}])
    index.add([{"id": "j", "text": "q r", "course": 2.5}])
    index.export(tmp_path / "all.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert {row["id"]: row["course"] for row in rows} == {
        **{"a": "007", "b": "7", "c": "1E3", "d": "007", "e": "1E3", "f": "X"},
        **{"g": "20261234567890123", "h": "20261234567890124", "i": "20261234567890124", "j": "2.5"},
    }
    assert index.list(where={"course": "20261234567890123"})["id"].to_pylist() == ["g"]
    index.remove(where={"course": "7"})
    assert index.list()["id"].to_pylist() == list("acdefghij")


def test_a_writer_that_was_closed_in_its_block_ends_well(tmp_path):
    index = textkin.Index.create(tmp_path / "index")
    with index.writer() as writer:
        writer.add({"a": "one text of some words"})
        writer.commit()
        writer.add({"b": "another text of some words"})
        writer.close()
    assert len(index) == 1
    with pytest.raises(ValueError, match="closed"), index.writer() as writer:
        writer.close()
        writer.add({"c": "a third text of some words"})


def test_who_writes_in_this_process_is_told_so(tmp_path):
    index = textkin.Index.create(tmp_path / "index")
    with index.writer():
        for call in (index.writer, lambda: index.add({"a": "some words"}), lambda: index.remove(["a"]), index.merge):
            with pytest.raises(OSError, match="this process has a writer of the index .*index open; end its block, or close"):
                call()
        assert len(index.query(["some words of a text"])) == 0
    index.add({"a": "one text of some words"})
    assert len(index) == 1


def test_passages_are_called_by_the_ids_of_a_table(tmp_path):
    index = textkin.Index.create(tmp_path / "index")
    words = " ".join(f"word{i}" for i in range(40))
    index.add({"there": words})
    assert index.passages(pa.table({"id": ["asked"], "text": [words]}))["a"].to_pylist() == ["asked"]
    assert index.passages({"asked": words})["a"].to_pylist() == ["asked"]
    assert index.passages(pa.table({"name": ["asked"], "body": [words]}), text="body", id="name")["a"].to_pylist() == ["asked"]


def test_audit_plan_and_rebuild_are_of_the_sequence_that_is_open(tmp_path):
    """They were of the newest one, and nothing said so."""
    words = "one two three four five six seven eight nine ten "
    writer = textkin.Index.create(tmp_path / "x")
    writer.add({"a": words + "p", "b": words + "q"})
    before = textkin.Index.open(tmp_path / "x")
    writer.remove(["a"])
    writer.add({"c": words + "c", "d": words + "d"})
    assert before.list()["id"].to_pylist() == before.rebuild(tmp_path / "made").list()["id"].to_pylist() == ["a", "b"]
    assert before.audit(100)["documents"] == 2 and writer.audit(100)["documents"] == 3
    assert before.plan().num_rows > 0
