"""Several indexes in one question: `index query DIR DIR... INPUT` says what one index says that all documents were added to."""

import random

import pytest

from index_model import SOAK, family, questions_of, text


def answers_of(textkin, path):
    header, *lines = (textkin.folder / path).read_text().splitlines()
    rows = [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]
    for row in rows:
        del row["sequence"]
    return rows


def jsonl(textkin, name, documents):
    return textkin.jsonl(name, [{"id": id, "text": text, "year": str(len(id) % 3)} for id, text in documents])


@pytest.mark.parametrize("seed", range(10 if SOAK else 2))
def test_shards_are_one_index(textkin, seed):
    draw = random.Random(seed)
    texts = family(draw, 400)
    documents = [(f"d{i}" + "x" * draw.randrange(3), one) for i, one in enumerate(texts)]
    shards = [[] for _ in range(4)]
    for document in documents:
        draw.choice(shards).append(document)
    shards[2] += [(f"big{i}", text(draw, 20)) for i in range(2100)]  # this one has a segment
    names = [f"s{i}" for i in range(4)]
    for name in (*names, "one"):
        textkin("index", "create", name, "--field", "year")
    for name, documents in zip(names, shards):
        added = jsonl(textkin, "some.jsonl", documents)
        gone = textkin.write("gone.txt", "".join(id + "\n" for id, _ in draw.sample(documents, len(documents) // 5)))
        for index in (name, "one"):
            textkin("index", "add", index, added)
            textkin("index", "remove", index, "--ids", gone)
    asked = questions_of(textkin, draw, texts, 80)
    for words in (*(("-t", t, *how) for t in ("0.5", "0.6", "0.7", "0.8", "0.9") for how in ((), ("--exact",))),
                  ("--top", "1"), ("--top", "4", "-t", "0.6"), ("--top", "3", "--exact"), ("--where", "year=1", "-t", "0.5"),
                  ("--measure", "containment", "-t", "0.4"), ("--measure", "dice", "-t", "0.8", "--recall", "0.999")):
        expected = textkin("index", "query", "one", asked, "-q", "--answers", "one.tsv", *words).stdout
        assert textkin("index", "query", *names, asked, "-q", "--answers", "all.tsv", *words).stdout == expected, words
        assert answers_of(textkin, "all.tsv") == answers_of(textkin, "one.tsv"), words
    assert expected.count(b"\n") > 30
    assert "4 indexes of" in textkin("index", "query", *names, asked).errors


def test_an_id_of_two_folders_is_told_apart(textkin):
    draw = random.Random(7)
    texts = [text(draw, 100) for _ in range(3)]
    for name, documents in (("a", [("x", texts[0]), ("y", texts[1])]), ("b", [("x", texts[0] + " more"), ("z", texts[2])])):
        textkin("index", "create", name)
        textkin("index", "add", name, jsonl(textkin, "some.jsonl", documents))
    asked = textkin.jsonl("asked.jsonl", texts)
    found = [row["b"] for row in textkin("index", "query", "a", "b", asked, "-q").table()]
    assert found == ["a/x", "b/x", "y", "z"]
    textkin("index", "add", "b", jsonl(textkin, "more.jsonl", [("a/x", "another text")]))
    refused = textkin("index", "query", "a", "b", asked, exit=2).errors
    assert "the id x is in several" in refused and len(refused.splitlines()) == 1
    textkin("index", "remove", "a", "x")
    assert [row["b"] for row in textkin("index", "query", "a", "b", asked, "-q").table()] == ["x", "y", "z"]


def test_what_is_an_index_and_what_is_input(textkin):
    textkin.write("texts/one.txt", "seven words that stand here for all")
    for name, options in (("a", ()), ("b", ()), ("w", ("--shingle", "word:3")), ("f", ("--field", "year"))):
        textkin("index", "create", name, *options)
        textkin("index", "add", name, "texts")
    assert len(textkin("index", "query", "a", "b", "texts", "-q").table()) == 2
    assert "b is an index, which is asked; name an INPUT" in textkin("index", "query", "a", "b", exit=2).errors
    assert "b is an index; name the indexes" in textkin("index", "query", "a", "texts", "b", exit=2).errors
    assert "a is asked twice" in textkin("index", "query", "a", "../" + textkin.folder.name + "/a", "texts", exit=2).errors
    assert "a and w differ in --shingle" in textkin("index", "query", "a", "w", "texts", exit=2).errors
    assert "--as-of is a sequence of one index" in textkin("index", "query", "a", "b", "texts", "--as-of", "1", exit=2).errors
    assert len(textkin("index", "query", "a", "f", "texts", "-q").table()) == 2
    assert "keep different fields" in textkin("index", "query", "a", "f", "texts", "--where", "year=1", exit=2).errors
