"""`textkin index`: an index that stays says what `pairs --against` says of the documents that it has, whatever became of it on
the way: any order and size of adds, replacements, removals, merges."""

import json
import os
import pathlib
import random
import subprocess
import time

import pytest

import conftest
import reference
from index_model import Model, SOAK, changed, family, questions_of, text


@pytest.mark.parametrize("seed", range(20 if SOAK else 3))
def test_rows_are_those_of_pairs(textkin, seed):
    """A script of adds in pieces of any size, replacements and removals; then exact answers are those of pairs, byte by byte,
    and those by keys are among them, with the recall that they state."""
    draw = random.Random(seed)
    model = Model(textkin)
    texts = family(draw, 300)
    for step in range(12):
        if step % 3 == 2:
            model.remove(draw.sample(sorted(model.alive), len(model.alive) // 5) + ["nobody"])
        else:
            size = draw.choice((1, 7, 60, 200))
            model.add([(f"d{draw.randrange(250)}", draw.choice(texts)) for _ in range(size)])
        if step == 7:
            textkin("index", "merge", "idx")
    model.holds()
    asked = questions_of(textkin, draw, texts, 60)
    for threshold in ("0.5", "0.7", "0.8", "0.9"):
        expected = textkin("pairs", asked, "--against", model.against(), "-t", threshold, "--exact", "-q").stdout
        assert model.query(asked, "-t", threshold, "--exact").stdout == expected
        found = model.query(asked, "-t", threshold).stdout.splitlines()
        rows = expected.splitlines()
        assert set(found) <= set(rows) and found == [row for row in rows if row in set(found)], "another row, or another order"
        assert len(found) - 1 >= 0.95 * (len(rows) - 1)
    textkin("index", "verify", "idx")


def test_pieces_give_the_same_answers(textkin):
    draw = random.Random(5)
    texts = family(draw, 400)
    documents = [(f"d{i}", text) for i, text in enumerate(texts)]
    asked = questions_of(textkin, draw, texts, 100)
    answers = set()
    for pieces in (1, 7, 40):
        model = Model(textkin, name=f"in-{pieces}")
        for i in range(pieces):
            model.add(documents[i * len(documents) // pieces : (i + 1) * len(documents) // pieces])
        answers.add(model.query(asked, "-t", "0.6").stdout)
        third = draw.sample(documents, len(documents) // 3)
        model.remove([id for id, _ in third])
        model.add(sorted(third, key=lambda one: int(one[0][1:])))
        back = model.query(asked, "-t", "0.6").stdout.splitlines()
        assert sorted(back) == sorted(answers.copy().pop().splitlines())
    assert len(answers) == 1


def test_the_same_again_changes_nothing(textkin):
    model = Model(textkin)
    documents = [("a", "one two three four five six"), ("b", "seven eight nine ten eleven twelve")]
    assert "2 added" in model.add(documents).errors
    again = model.add(documents).errors
    assert "0 added, 0 replaced, 2 unchanged" in again and "at sequence 1" in again
    assert "1 replaced" in model.add([("a", "other words stand here now at last")]).errors
    assert "1 left out" in textkin("index", "add", "idx", textkin.jsonl("more.jsonl", [{"id": "a", "text": "x"}]), "--on-same-id", "keep").errors
    refused = textkin("index", "add", "idx", "more.jsonl", "--on-same-id", "refuse", exit=2)
    assert "the id a is in the index with another text" in refused.errors
    model.holds()


def test_short_texts_are_found_for_certain(textkin):
    draw = random.Random(11)
    texts = [text(draw, draw.randrange(1, 67)) for _ in range(500)]
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 1) for text in texts])
    expected = textkin("pairs", asked, "--against", model.against(), "-t", "0.5", "--exact", "-q")
    assert len(expected.table()) > 250
    assert model.query(asked, "-t", "0.5", "--answers", "sure.tsv").stdout == expected.stdout
    header, *rows = (textkin.folder / "sure.tsv").read_text().splitlines()
    assert header.split("\t") == ["id", "sequence", "found", "recall", "rows", "candidates", "verified", "skipped_as_common", "at", "statement"]
    assert len(rows) == 500 and all(float(row.split("\t")[3]) >= 0.95 for row in rows)


def test_other_measures_and_low_thresholds_exactly(textkin):
    draw = random.Random(3)
    texts = family(draw, 200)
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    asked = questions_of(textkin, draw, texts, 40)
    for words in (("--measure", "containment", "-t", "0.4"), ("-t", "0.05"), ("--measure", "overlap", "-t", "12")):
        expected = textkin("pairs", asked, "--against", model.against(), "--exact", "-q", *words).stdout
        assert model.query(asked, "--exact", *words).stdout == expected
    textkin("index", "create", "without", "--passages", "none")
    assert "add --exact" in textkin("index", "query", "without", asked, "-t", "0.4", exit=2).errors


def test_top(textkin):
    draw = random.Random(4)
    base = text(draw, 400)
    model = Model(textkin)
    model.add([(f"d{i}", changed(draw, base, i)) for i in range(30)])
    asked = textkin.jsonl("asked.jsonl", [base])
    rows = model.query(asked, "-t", "0.5", "--exact").table()
    best = sorted(rows, key=lambda row: -float(row["similarity"]))[:4]
    assert model.query(asked, "-t", "0.5", "--exact", "--top", "4").table() == best
    assert model.query(asked, "-t", "0.5", "--top", "4").table() == best


def test_as_of(textkin):
    draw = random.Random(6)
    texts = family(draw, 60)
    model = Model(textkin)
    asked = questions_of(textkin, draw, texts, 20)
    then = []
    for step in range(4):
        model.add([(f"d{draw.randrange(40)}", draw.choice(texts)) for _ in range(20)])
        then.append(model.query(asked, "-t", "0.5", "--exact").stdout)
    for sequence, answer in enumerate(then, 1):
        assert model.query(asked, "-t", "0.5", "--exact", "--as-of", sequence).stdout == answer
    assert "the index is at sequence 4" in textkin("index", "query", "idx", asked, "--as-of", "5", exit=2).errors


def test_get_list_stats(textkin):
    model = Model(textkin, "--shingle", "word:2")
    model.add([("é/1", "naïve\ttexts\nwith \"all\" of it"), ("b", "plain")], "--checkpoint", "topic-3=118223")
    got = [json.loads(line) for line in textkin("index", "get", "idx", "b", "é/1").stdout.splitlines()]
    assert got == [{"id": "b", "text": "plain"}, {"id": "é/1", "text": 'naïve\ttexts\nwith "all" of it'}]
    stats = textkin("index", "stats", "idx", "--format", "json").json()
    assert stats["documents"] == 2 and stats["sequence"] == 1 and stats["checkpoints"] == {"topic-3": "118223"}
    assert ["--shingle", "word:2"] in stats["options"]
    assert "no document of idx has the id c" in textkin("index", "get", "idx", "b", "c", exit=2).errors


def test_what_is_refused_says_what_to_do(textkin):
    textkin.write("a.txt", "some words that stand here")
    assert "textkin index create nowhere" in textkin("index", "query", "nowhere", "a.txt", exit=2).errors
    assert "textkin index create nowhere" in textkin("index", "add", "nowhere", "a.txt", exit=2).errors
    textkin("index", "create", "idx")
    assert "exists already" in textkin("index", "create", "idx", exit=2).errors
    assert "--least 2" in textkin("index", "create", "other", "--least", "2", exit=2).errors
    assert not (textkin.folder / "other").exists()
    assert (textkin.folder / "idx").stat().st_mode & 0o777 == 0o700
    textkin.write("idx/in.txt", "a text in the folder of the index")
    assert "idx" in textkin("index", "add", "idx", "idx/in.txt", exit=2).errors


def test_only_one_writes_and_others_read(textkin):
    model = Model(textkin)
    model.add([("a", "one two three four five six seven")])
    asked = textkin.jsonl("asked.jsonl", ["one two three four five six seven"])
    writer = subprocess.Popen([conftest.BINARY, "index", "add", "idx", "-"], cwd=textkin.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 30
        while not any(os.path.realpath(path).endswith("idx/truth/LOCK") for path in pathlib.Path(f"/proc/{writer.pid}/fd").iterdir()):
            assert time.monotonic() < deadline and writer.poll() is None
            time.sleep(0.02)
        assert "another process writes to the index idx" in textkin("index", "remove", "idx", "nobody", exit=2).errors
        assert len(model.query(asked).table()) == 1
    finally:
        writer.kill()
        writer.communicate()
    model.add([("b", "one two three four five six eight")])  # the lock went with its process


def test_a_template_lowers_the_recall_that_is_stated(textkin):
    """16,000 copies of one text with other ends: their bands are hot; the answer says so, and exactly all are found."""
    draw = random.Random(31)
    template = text(draw, 120)
    records = [{"id": f"t{i}", "text": f"{template} {text(draw, 6)}"} for i in range(16_000)]
    records += [{"id": f"o{i}", "text": text(draw, 120)} for i in range(300)]
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("in.jsonl", records))
    asked = textkin.jsonl("asked.jsonl", [{"id": "template", "text": template}, {"id": "other", "text": changed(draw, records[-1]["text"], 2)}])
    textkin("index", "query", "idx", asked, "-t", "0.7", "--answers", "sure.tsv", "-o", "found.tsv")
    header, *lines = (textkin.folder / "sure.tsv").read_text().splitlines()
    sure = {line.split("\t")[0]: dict(zip(header.split("\t"), line.split("\t"))) for line in lines}
    assert float(sure["other"]["recall"]) >= 0.95 and sure["other"]["skipped_as_common"] == "0" and sure["other"]["found"] == "1"
    assert int(sure["template"]["skipped_as_common"]) > 5 and float(sure["template"]["recall"]) < float(sure["other"]["recall"])
    every = len(textkin("index", "query", "idx", asked, "-t", "0.7", "--exact", "-q").table()) - 1
    assert int(sure["template"]["found"]) >= float(sure["template"]["recall"]) * every * 0.9


def test_seen_or_add(textkin):
    """Of 40 families that come in any order one document each is new, whether they come at once or one by one."""
    draw = random.Random(37)
    bases = [text(draw, length) for length in (5, 30, 70, 200) for _ in range(10)]
    documents = [(f"d{i}", bases[i % 40] if draw.random() < 0.7 else changed(draw, bases[i % 40], 1) if i % 40 >= 30 else bases[i % 40])
                 for i in range(600)]
    draw.shuffle(documents)
    for pieces in (1, 5):
        name = f"in-{pieces}"
        textkin("index", "create", name)
        seen = {}
        for part in range(pieces):
            records = [{"id": id, "text": text} for id, text in documents[part * 600 // pieces : (part + 1) * 600 // pieces]]
            textkin("index", "add", name, textkin.jsonl("some.jsonl", records), "--unless-similar", "0.8", "--results", "became.jsonl")
            became = [json.loads(line) for line in (textkin.folder / "became.jsonl").read_text().splitlines()]
            assert [row["id"] for row in became] == [record["id"] for record in records]
            seen |= {row["id"]: row for row in became}
        new = [id for id, row in seen.items() if row["status"] == "new"]
        assert {int(id[1:]) % 40 for id in new} == set(range(40)) and 40 <= len(new) <= 42
        texts = dict(documents)
        for id, row in seen.items():
            if row["status"] == "seen":
                assert row["partner"] in new and row["similarity"] >= 0.8
                assert texts[row["partner"]] != texts[id] or row["similarity"] == 1
        assert f"{len(new)} documents" in textkin("index", "stats", name).stdout.decode()
    assert "--least 0.5" in textkin("index", "add", "in-1", "some.jsonl", "--unless-similar", "0.3", exit=2).errors


def test_where_and_not(textkin):
    """Answers about some of the documents are those of `pairs` against these."""
    draw = random.Random(41)
    texts = family(draw, 200)
    records = [{"id": f"d{i}", "text": text, "course": draw.choice(["a", "b", 7, None]), "more": 1} for i, text in enumerate(texts)]
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", records))
    asked = questions_of(textkin, draw, texts, 50)
    cases = ((["--where", "course=b"], lambda of: of == "b"), (["--not", "course=b"], lambda of: of != "b"),
             (["--where", "course=7"], lambda of: of == 7), (["--not", "course=a", "course=b"], lambda of: of not in ("a", "b")))
    for words, holds in cases:
        some = textkin.jsonl("some.jsonl", [record for record in records if holds(record["course"])])
        for how in (["--exact"], []):
            expected = textkin("pairs", asked, "--against", some, "-t", "0.6", "--exact", "-q").stdout
            found = textkin("index", "query", "idx", asked, "-t", "0.6", "-q", *how, *words).stdout
            assert found == expected if how else set(found.splitlines()) <= set(expected.splitlines())
        assert [row["id"] for row in textkin("index", "list", "idx", *words).table()] == [r["id"] for r in records if holds(r["course"])]
        counted = sum(holds(record["course"]) for record in records)
        for how in (["--exact"], []):
            textkin("index", "query", "idx", asked, "-t", "0.6", "--stats", "s.json", "--answers", "sure.tsv", "-o", "o.tsv", *how, *words)
            statements = [line.split("\t")[-1] for line in (textkin.folder / "sure.tsv").read_text().splitlines()[1:]]
            assert all(said.startswith("of the documents that --where and --not leave, each document of") for said in statements)
            if how:
                reason = textkin.stats("s.json")["method_reason"]
                assert reason == f"all {counted} documents of the index that --where and --not leave were compared"
    textkin("index", "query", "idx", asked, "-t", "0.6", "--answers", "sure.tsv", "-o", "o.tsv", "--exact", "--stats", "s.json")
    assert textkin.stats("s.json")["method_reason"] == "all 200 documents of the index were compared"
    assert "--where" not in (textkin.folder / "sure.tsv").read_text()
    assert json.loads(textkin("index", "get", "idx", "d0").stdout)["course"] in ("a", "b", "7", "")
    textkin("index", "export", "idx", "-o", "back.jsonl")
    textkin("index", "create", "again", "--field", "course")
    textkin("index", "add", "again", "back.jsonl")
    assert textkin("index", "list", "again", "--where", "course=b").table() == textkin("index", "list", "idx", "--where", "course=b").table()
    textkin("index", "remove", "idx", "--where", "course=b")
    assert not textkin("index", "list", "idx", "--where", "course=b").table()
    assert "keeps no field year, only course" in textkin("index", "query", "idx", asked, "--where", "year=1", exit=2).errors


@pytest.mark.parametrize("name", ["us-code", "powershell-docs", "laws-de"])
def test_collections_are_asked_against_themselves(textkin, name):
    """Every document of a real collection against an index of all: exactly the rows of `pairs`, and by keys as many as stated."""
    collection = reference.DATA / name
    if not collection.exists():
        pytest.skip(f"{collection} is not here; set TEXTKIN_DATA to the folder with the collections")
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", collection, timeout=120)
    textkin("index", "export", "idx", "-o", "all.jsonl")
    for threshold in ("0.5", "0.8"):
        expected = textkin("pairs", "all.jsonl", "--against", "all.jsonl", "-t", threshold, "--exact", "-q", timeout=120).stdout
        assert textkin("index", "query", "idx", "all.jsonl", "-t", threshold, "--exact", "-q", timeout=120).stdout == expected
        found = textkin("index", "query", "idx", "all.jsonl", "-t", threshold, "--answers", "sure.tsv", "-q", timeout=120).stdout
        assert set(found.splitlines()) <= set(expected.splitlines())
        stated = min(float(line.split("\t")[3]) for line in (textkin.folder / "sure.tsv").read_text().splitlines()[1:])
        assert stated >= 0.95 and found.count(b"\n") >= stated * expected.count(b"\n")


def test_several_fields(textkin):
    """Answers about the documents of which several conditions hold are those of `pairs` against these; all fields come back."""
    draw = random.Random(43)
    texts = family(draw, 200)
    records = [{"id": f"d{i}", "course": draw.choice(["a", "b"]), "text": text, "year": draw.choice([2024, 2025, None]), "author": f"n{i % 9}, \"é\""}
               for i, text in enumerate(texts)]
    textkin("index", "create", "idx", "--field", "course", "year", "author")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", records))
    asked = questions_of(textkin, draw, texts, 60)
    words = ("--where", "course=b", "--where", "year=2025", "--not", f"author={records[3]['author']}")
    some = [r for r in records if r["course"] == "b" and r["year"] == 2025 and r["author"] != records[3]["author"]]
    assert 10 < len(some) < 60
    expected = textkin("pairs", asked, "--against", textkin.jsonl("some.jsonl", some), "-t", "0.5", "--exact", "-q").stdout
    assert textkin("index", "query", "idx", asked, "-t", "0.5", "-q", "--exact", *words).stdout == expected
    assert [row["id"] for row in textkin("index", "list", "idx", *words).table()] == [r["id"] for r in some]
    written = {key: "" if value is None else str(value) for key, value in records[3].items()}
    assert json.loads(textkin("index", "get", "idx", "d3").stdout) == written
    assert list(json.loads(textkin("index", "get", "idx", "d3").stdout)) == ["id", "text", "course", "year", "author"]
    # Fields alone make another document; one that is missing is empty.
    again = textkin("index", "add", "idx", textkin.jsonl("more.jsonl", [{**records[0], "year": 1999}, {"id": "new", "text": "x"}]))
    assert "1 added, 1 replaced" in again.errors
    assert [row["id"] for row in textkin("index", "list", "idx", "--where", "course=", "--where", "year=").table()] == ["new"]
    textkin("index", "export", "idx", "-o", "back.jsonl")
    textkin("index", "create", "again", "--field", "author", "--field", "course", "--field", "year")
    textkin("index", "add", "again", "back.jsonl")
    assert textkin("index", "query", "again", asked, "-t", "0.5", "-q", "--exact", *words).stdout == textkin(
        "index", "query", "idx", asked, "-t", "0.5", "-q", "--exact", *words).stdout
    assert "keeps no field name, only course, year, author" in textkin("index", "list", "idx", "--where", "name=x", exit=2).errors
    for names, said in ((("a", "b", "a"), "--field a is given twice"), (("text",), "--field text: that is kept"), (("a=b",), "without =")):
        assert said in textkin("index", "create", "other", "--field", *names, exit=2).errors
