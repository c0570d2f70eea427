"""`index create --store`: what an index that keeps sets answers, and what it says where a text is needed."""

import json
import random

import pytest

from index_texts import changed, text


@pytest.fixture
def twins(textkin):
    """The same documents in an index that keeps texts and in one that keeps sets; and questions."""
    draw = random.Random(21)
    texts = [text(draw, draw.choice((5, 40, 120, 300))) for _ in range(400)] + [""]
    texts += [changed(draw, one, 3) for one in texts[:60]]
    records = textkin.jsonl("in.jsonl", [{"id": f"d{i}", "text": one, "year": i % 7} for i, one in enumerate(texts)])
    for name, store in (("texts", "text"), ("sets", "sets")):
        textkin("index", "create", name, "--store", store, "--field", "year")
        textkin("index", "add", name, records, "-q")
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": changed(draw, one, i % 9 if one else 0)} for i, one in enumerate(texts[:400:5])])
    return records, asked, texts


def both(textkin, words):
    return [textkin(*(name if word == "IDX" else word for word in words)).stdout for name in ("texts", "sets")]


def test_answers_are_those_of_texts(textkin, twins):
    records, asked, _ = twins
    for words in (("-t", "0.5"), ("-t", "0.8", "--top", "2"), ("-t", "0.3", "--exact"), ("-t", "0.6", "--where", "year=3"), ("-t", "0.7", "--measure", "containment", "--exact")):
        of_texts, of_sets = both(textkin, ("index", "query", "IDX", asked, *words, "-q"))
        assert of_texts == of_sets and of_texts.count(b"\n") > 1, words
    again = textkin("index", "add", "sets", records)
    assert "0 added, 0 replaced, 461 unchanged" in again.errors
    textkin.jsonl("near.jsonl", [{"id": "near", "text": twins[2][3] + " more"}, {"id": "new", "text": "none of it is there or was ever seen before by anybody at all"}])
    textkin("index", "add", "sets", "near.jsonl", "--unless-similar", "0.8", "--results", "what.jsonl", "-q")
    assert [json.loads(line)["status"] for line in open(textkin.folder / "what.jsonl", encoding="utf-8")] == ["seen", "new"]


def test_no_word_of_a_text_is_kept(textkin, twins):
    secret = "unmistakablewatermark"
    for name in ("texts", "sets"):
        textkin("index", "add", name, textkin.jsonl("one.jsonl", [{"id": "s", "text": f"{secret} and some other words"}]), "-q")
    held = {name: any(secret.encode() in path.read_bytes() for path in (textkin.folder / name).rglob("*") if path.is_file()) for name in ("texts", "sets")}
    assert held == {"texts": True, "sets": False}


def test_keys_are_made_again_of_sets(textkin, twins):
    _, asked, texts = twins
    many = textkin.jsonl("many.jsonl", [{"id": f"m{i}", "text": f"{i} {one}"} for i, one in enumerate(texts * 6)])
    textkin("index", "add", "sets", many, "-q")
    textkin("index", "verify", "sets", "--deep")
    before = textkin("index", "query", "sets", asked, "-t", "0.5", "-q").stdout
    segments = list((textkin.folder / "sets/segments").iterdir())
    assert segments
    for segment in segments:
        segment.unlink()
    textkin("index", "repair", "sets")
    textkin("index", "verify", "sets", "--deep")
    assert textkin("index", "query", "sets", asked, "-t", "0.5", "-q").stdout == before


def test_where_a_text_is_needed_it_is_said(textkin, twins):
    _, asked, _ = twins
    for words, hint in ((("get", "sets", "d1"), "index list"), (("export", "sets", "-o", "out.jsonl"), "index list"), (("audit", "sets", "--sample", "5"), "--check"),
                        (("rebuild", "sets", "new"), "add the documents"), (("passages", "sets", asked), "index create NEW")):
        refused = textkin("index", *words, exit=2)
        assert "keeps no texts" in refused.errors and hint in refused.errors, words
    assert "leave --passages out" in textkin("index", "create", "none", "--store", "sets", "--passages", "8", exit=2).errors
    assert "differ in --store" in textkin("index", "query", "texts", "sets", asked, exit=2).errors
    assert b"--store sets" in textkin("index", "stats", "sets").stdout


def test_without_passages_it_is_said_what_makes_them(textkin):
    textkin("index", "create", "idx", "--passages", "none")
    textkin("index", "add", "idx", textkin.jsonl("in.jsonl", [{"id": "a", "text": "some words of a text"}]), "-q")
    said = textkin("index", "passages", "idx", "in.jsonl", exit=2).errors
    assert "textkin index rebuild idx NEW --passages 12" in said
    textkin("index", "rebuild", "idx", "NEW", "--passages", "12")
    textkin("index", "passages", "NEW", "in.jsonl")
