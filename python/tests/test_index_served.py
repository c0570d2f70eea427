"""textkin.Index.open("http://..."): an Index behind a server gives what the Index of its folder gives."""

import os
import pickle
import random

import pyarrow as pa
import pytest

import textkin
from index_texts import changed, family, text
from serving_index import Served

TOKEN = "a-token-of-a-writer-0123456789"


def documents(texts):
    return pa.table({"id": [f"d{i}" for i in range(len(texts))], "text": texts, "course": [f"c{i % 3}" for i in range(len(texts))]})


@pytest.fixture
def folder(tmp_path):
    index = textkin.Index.create(tmp_path / "idx", fields=["course"])
    texts = family(random.Random(3), 120)
    index.add(documents(texts))
    index.snapshot(tmp_path / "copy")
    return tmp_path, texts


def same(here, there):
    assert here.schema == there.schema and here.to_pylist() == there.to_pylist()
    return len(here)


def test_questions_are_answered_as_by_the_folder(folder):
    path, texts = folder
    draw = random.Random(5)
    questions = [changed(draw, draw.choice(texts), 2) for _ in range(40)]
    here = textkin.Index.open(path / "copy")
    (path / "essays").mkdir()
    for i, one in enumerate(questions[:5]):
        (path / "essays" / f"é{i}.txt").write_text(one)
    with Served(path) as server:
        there = textkin.Index.open(server.address)
        assert isinstance(there, textkin.Index) and len(there) == len(here) == 120 and there.sequence == here.sequence
        assert there.fields == here.fields == ["course"]
        found = 0
        data = pa.table({"id": [f"q{i % 39}x{i}" for i in range(40)], "text": questions})
        for options in ({}, {"threshold": 0.5}, {"top": 3}, {"where": {"course": "c1"}}, {"not_": {"course": ["c1", "c2"]}}, {"recall": 0.99, "threshold": 0.6}):
            for asked in (questions, data, path / "essays", {"one": questions[0]}):
                answers = [index.query(asked, **options) for index in (here, there)]
                found += same(answers[0].table.replace_schema_metadata(), answers[1].table.replace_schema_metadata())
                assert answers[0].sequence == answers[1].sequence and answers[1].recall <= 1
        assert found > 200
        for options in ({}, {"threshold": 0.5, "recall": 0.3}):
            sure = [index.query(data, answers=True, check=True, **options) for index in (here, there)]
            assert same(sure[0].answers, sure[1].answers) == 40 and sure[0].stats["audit"] == sure[1].stats["audit"] != None
        for asked in (questions, path / "essays"):
            found = [index.passages(asked).replace_schema_metadata() for index in (here, there)]
            assert same(*found) > 3
        pages, fresh = [], text(draw, 80)
        for index, within in ((here, True), (there, True), (there, False)):
            told = index.report([fresh, fresh], path / "page.html", within=within)
            assert (told == {}) == (index is there)
            pages.append((path / "page.html").read_text())
        assert all(page.startswith("<!DOCTYPE html>") for page in pages) and len(pages[1]) > len(pages[2])
        assert same(here.get(["d7", "d3"]), there.get(["d7", "d3"])) == 2
        assert "d7" in there and "nobody" not in there and 7 not in there
        with pytest.raises(KeyError, match="nobody"):
            there.get(["d1", "nobody"])
        stats = [index.stats() | {"file_bytes": 0} for index in (here, there)]
        assert stats[0] == stats[1]
        assert pickle.loads(pickle.dumps(there)).sequence == there.sequence
        child = os.fork()
        if child == 0:  # its own connection
            os._exit(0 if len(there.query(questions)) == len(here.query(questions)) and "d7" in there else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert len(there.query(questions)) > 0
        assert repr(there) == f"Index({server.address!r}, documents=120, sequence={there.sequence})"


def test_changes_are_those_of_the_folder_and_answers_stay_until_refresh(folder):
    path, texts = folder
    here = textkin.Index.open(path / "copy")
    draw = random.Random(9)
    with Served(path) as server:
        there = textkin.Index(server.address)
        other = textkin.Index.open(server.address)
        before = other.query(texts[:20]).table.to_pylist()
        for step in range(4):
            some = {f"d{draw.randrange(150)}": draw.choice(texts) + f" {step}" for _ in range(20)}
            how = {"checkpoint": {"a": str(step)}} if step % 2 else {"unless_similar": 0.8}
            assert here.add(some, **how) == there.add(some, **how)
            assert here.remove([f"d{step}", "nobody"]) == there.remove([f"d{step}", "nobody"])
        for how in ({"where": {"course": "c1"}, "not_": {"course": "c2"}}, {"older_than": "365d"}, {"older_than": "2020-01-01"}):
            assert here.remove(**how) == there.remove(**how)
        new = {"fresh": text(draw, 50)}
        assert here.add(new, on_same_id="keep", added_at="2020-01-31") == there.add(new, on_same_id="keep", added_at="2020-01-31")
        assert here.checkpoints() == there.checkpoints() == {"a": "3"}
        assert len(here) == len(there) and here.sequence == there.sequence
        assert other.query(texts[:20]).table.to_pylist() == before, "not as of when it was opened"
        other.refresh()
        assert other.query(texts[:20]).table.to_pylist() == here.query(texts[:20]).table.to_pylist() != before
        with pytest.raises(ValueError, match="in the index with another text"):
            there.add({"fresh": "x"}, on_same_id="refuse")
        before = there.query(texts[:20]).table.to_pylist()
        there.merge()
        there.verify()
        there.verify(deep=True)
        assert there.query(texts[:20]).table.to_pylist() == before and there.stats()["segments"] <= 1
        for call in (there.writer, there.repair, lambda: there.audit(3), there.plan, lambda: there.snapshot(path / "no"), lambda: there.rebuild(path / "no")):
            with pytest.raises(ValueError, match="folder|committed by itself"):
                call()


def test_one_that_was_empty_is_of_the_sequence_of_its_first_question(tmp_path):
    textkin.Index.create(tmp_path / "idx")
    with Served(tmp_path) as server:
        there, other = textkin.Index.open(server.address, timeout=7), textkin.Index.open(server.address)
        assert other.query(["some words of a text"]).sequence == other.sequence == 0
        there.add({"a": "some words of a text"})
        found = other.query(["some words of a text"])
        assert found["b"].to_pylist() == ["a"] and found.sequence == other.sequence == 1 == len(other)
        there.remove(["a"])
        assert len(other.query(["some words of a text"])) == 1 and "a" not in other
        assert pickle.loads(pickle.dumps(there))._timeout == 7


def test_an_index_is_made_behind_a_server(folder):
    path, texts = folder
    (path / "shelf").mkdir()
    (path / "tokens").write_text(f"admin {TOKEN}\n")
    (path / "tokens").chmod(0o600)
    options = {"least": 0.4, "fields": ["course"], "passages": 9, "shingle": "word:4", "stop_words": "english", "stem": "english", "multiset": True}
    here = textkin.Index.create(path / "own", **options)
    with Served(path, "--indexes", "shelf", "--tokens", "tokens") as server:
        at = server.address.replace("/idx", "/made")
        there = textkin.Index.create(at, token=TOKEN, timeout=60, **options)
        assert there.stats()["options"] == here.stats()["options"] and there.fields == ["course"] and len(there) == 0
        assert there.add({"x": texts[0]}) == here.add({"x": texts[0]}) and "x" in there
        with pytest.raises(ValueError, match="an index or a folder of that name"):
            textkin.Index.create(at, token=TOKEN)
        with pytest.raises(OSError, match="send a token"):
            textkin.Index.create(at + "2")
        with pytest.raises(ValueError, match="least=2"):
            textkin.Index.create(at + "2", token=TOKEN, least=2)
        (path / "key").write_bytes(b"k" * 32)
        with pytest.raises(ValueError, match="reads none that a request names"):
            textkin.Index.create(at + "2", token=TOKEN, key=path / "key")
    assert len(textkin.Index.open(path / "shelf/made")) == 1
    with pytest.raises(ValueError, match="of a server"):
        textkin.Index.create(path / "none", token=TOKEN)
    assert not (path / "none").exists()


def test_tokens_and_servers_that_are_not_there(folder, monkeypatch):
    path, texts = folder
    (path / "tokens").write_text(f"writer {TOKEN}\n")
    (path / "tokens").chmod(0o600)
    with Served(path, "--tokens", "tokens") as server:
        with pytest.raises(OSError, match="send a token"):
            textkin.Index.open(server.address)
        with pytest.raises(OSError, match="not known"):
            textkin.Index.open(server.address, token="another-token-0123456789")
        with pytest.raises(ValueError, match="one word"):
            textkin.Index.open(server.address, token="two words\r\nX: y")
        index = textkin.Index.open(server.address, token=TOKEN, timeout=20)
        assert index.add({"x": texts[0]})["added"] == 1 and "x" in index
        assert TOKEN.encode() not in pickle.dumps(index)
        monkeypatch.setenv("TEXTKIN_TOKEN", TOKEN)
        assert len(pickle.loads(pickle.dumps(index)).query(texts[:3])) > 0
        with pytest.raises(FileNotFoundError, match="no index of this name"):
            textkin.Index.open(server.address.replace("/idx", "/other"))
    with pytest.raises(OSError, match="cannot be reached"):
        index.refresh()
    with pytest.raises(ValueError, match="of a server"):
        textkin.Index.open(path / "copy", token=TOKEN)
    with pytest.raises(ValueError, match="names no index"):
        textkin.Index.open("http://127.0.0.1:7070")
