"""`textkin index query` by the runs of words that a question shares with documents: containment both ways, counts, and
thresholds that are too low for bands, with a recall that is stated and kept."""

import json
import math
import random

import pytest

import collections_of_truth
from index_model import Model
from index_texts import WORDS, text

CONTAINED = ("--measure", "containment", "-t")
STORED = ("--contained", "stored", *CONTAINED)


def part_of(draw, words):
    """Some of them, in stretches of many lengths, with other words between: or every sixth one another."""
    if draw.random() < 0.2:
        return [draw.choice(WORDS) if i % 6 == 5 else word for i, word in enumerate(words)]
    part, out = draw.random(), []
    while words:
        stretch, words = words[: draw.choice((5, 6, 9, 25))], words[25:]
        out += stretch if draw.random() < part else draw.choices(WORDS, k=len(stretch))
    return out


def planted(draw, count):
    """Questions, and documents that hold one of them, or a part, or are held by one, or share a part with one."""
    questions = [text(draw, draw.choice((12, 20, 40, 120, 350))) for _ in range(count)]
    documents = []
    for question in questions:
        words = question.split()
        around = lambda: draw.choices(WORDS, k=draw.choice((0, 30, 200, 900)))
        begin = draw.randrange(max(1, len(words) - 80))
        documents.append(" ".join(around() + words + around()))  # an essay that holds the whole source
        documents.append(" ".join(words[begin : begin + draw.choice((10, 40, 80))]))  # a source that the question holds
        documents += [" ".join(around() + part_of(draw, words) + around()) for _ in range(3)]
        documents.append(" ".join(part_of(draw, words)))
    return questions, documents


def stated_of(textkin, name="sure.tsv"):
    header, *rows = (textkin.folder / name).read_text().splitlines()
    cells = [dict(zip(header.split("\t"), row.split("\t"), strict=True)) for row in rows]
    return {row["id"]: float(row["recall"]) for row in cells}, cells


def expected_rows(textkin, asked, stored, words):
    """Those of `pairs`; what is stored in what is asked is the same with both sides exchanged."""
    words = [word for word in words if word != "--recall"]
    if "--contained" not in words:
        return textkin("pairs", asked, "--against", stored, "--exact", "-q", *words).stdout.splitlines()[1:]
    exchanged = textkin("pairs", stored, "--against", asked, "--exact", "-q", *words[2:]).stdout.splitlines()[1:]
    rows = (row.split(b"\t") for row in exchanged)
    return [b"\t".join((b, a, *rest, y, x)) for a, b, *rest, x, y in rows]


def check_found(textkin, found, every):
    """No other row, and as many as is stated; those of whom all is stated are all there."""
    assert set(found) <= set(every) and len(found) == len(set(found)), "another row"
    recall, _ = stated_of(textkin)
    stated = [recall[row.split(b"\t")[0].decode()] for row in every]
    slack = 3 * math.sqrt(sum(p * (1 - p) for p in stated))
    assert len(found) >= sum(stated) - slack, (len(found), sum(stated), len(every))
    certain = {row for row, p in zip(every, stated) if p == 1}
    assert certain <= set(found)
    return sum(stated) / max(len(every), 1)


@pytest.mark.parametrize("words", [(*CONTAINED, t) for t in ("0.2", "0.5", "0.8", "1")] + [(*STORED, t) for t in ("0.2", "0.5", "0.9")]
                         + [("-t", t) for t in ("0.05", "0.1", "0.3", "0.45")] + [("--measure", "overlap", "-t", "12"), ("--measure", "dice", "-t", "0.3")])
def test_as_many_are_found_as_is_stated(textkin, words):
    draw = random.Random(41)
    questions, documents = planted(draw, 150)
    model = Model(textkin)
    model.add([(f"d{i}", one) for i, one in enumerate(documents)])
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": one} for i, one in enumerate(questions)])
    every = expected_rows(textkin, asked, model.against(), words)
    exact = model.query(asked, "--exact", *words).stdout.splitlines()[1:]
    assert sorted(exact) == sorted(every) and len(every) > 100
    for recall in ("0.5", "0.95", "0.999"):
        answer = model.query(asked, "--answers", "sure.tsv", "--stats", "stats.json", "--recall", recall, *words)
        found = answer.stdout.splitlines()[1:]
        assert found == [row for row in exact if row in set(found)], "another order"
        check_found(textkin, found, every)
        assert json.loads((textkin.folder / "stats.json").read_text())["method"] == "runs"


def test_whole_texts_are_certain(textkin):
    """A sentence of 12 words, or a book: where the whole question stands in a document, it is found."""
    draw = random.Random(42)
    questions = [text(draw, length) for length in (12, 13, 20, 35, 60, 300, 2000) for _ in range(20)]
    model = Model(textkin)
    model.add([(f"d{i}", " ".join((text(draw, 200), one, text(draw, 200)))) for i, one in enumerate(questions)])
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": one} for i, one in enumerate(questions)])
    rows = model.query(asked, *CONTAINED, "1", "--answers", "sure.tsv").table()
    assert [(row["a"], row["b"]) for row in rows] == [(f"q{i}", f"d{i}") for i in range(len(questions))]
    _, cells = stated_of(textkin)
    assert all(float(row["recall"]) == 1 for row in cells[:60]) and all(float(row["recall"]) > 0.95 for row in cells)


def test_what_is_done_to_it_changes_no_row(textkin):
    """In pieces, replaced, removed, merged, copied, in four folders: the rows, and how sure they are, of one add."""
    draw = random.Random(43)
    questions, texts = planted(draw, 60)
    documents = [(f"d{i}", one) for i, one in enumerate(texts)]
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": one} for i, one in enumerate(questions)])
    ways = ((*CONTAINED, "0.5"), (*STORED, "0.5"), ("-t", "0.2"))

    def answers(*names):
        out = []
        for words in ways:
            rows = textkin("index", "query", *names, asked, "-q", "--answers", "sure.tsv", *words).stdout.splitlines()
            _, cells = stated_of(textkin)
            out.append((sorted(rows), [(row["found"], row["recall"], row["skipped_as_common"]) for row in cells]))
        return out

    whole = Model(textkin, name="whole")
    whole.add(documents)
    right = answers("whole")
    assert all(len(rows) > 50 for rows, _ in right)
    model = Model(textkin, name="pieces")
    model.add([(id, text(draw, 90)) for id, _ in documents[::3]])  # each of them is replaced
    for i in range(7):
        model.add(documents[i::7])
    assert answers("pieces") == right
    gone = [id for id, _ in draw.sample(documents, 90)]
    model.remove(gone)
    left = [(sorted(row for row in rows if row.split(b"\t")[1].decode() not in gone)) for rows, _ in right]
    assert [rows for rows, _ in answers("pieces")] == left
    model.add([document for document in documents if document[0] in gone])
    textkin("index", "merge", "pieces")
    assert answers("pieces") == right
    textkin("index", "snapshot", "pieces", "copy")
    textkin("index", "remove", "pieces", "--purge", *(id for id, _ in documents[:200]))
    assert answers("copy") == right
    textkin("index", "rebuild", "copy", "anew")
    assert answers("anew") == right
    names = [f"s{i}" for i in range(4)]
    homes = [draw.randrange(4) for _ in documents]
    for i, name in enumerate(names):
        Model(textkin, name=name).add([one for one, home in zip(documents, homes) if home == i])
    assert answers(*names) == right


def test_fields_sequences_and_check(textkin):
    draw = random.Random(44)
    questions, texts = planted(draw, 40)
    textkin("index", "create", "idx", "--field", "year")
    for year in "ab":
        some = [{"id": f"{year}{i}", "text": one, "year": year} for i, one in enumerate(texts)]
        textkin("index", "add", "idx", textkin.jsonl("some.jsonl", some))
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": one} for i, one in enumerate(questions)])
    all_of = lambda *words: textkin("index", "query", "idx", asked, *CONTAINED, "0.5", "-q", *words).table()
    both, first = all_of(), all_of("--where", "year=a")
    assert len(both) == 2 * len(first) > 80 and {row["b"][0] for row in first} == {"a"}
    assert all_of("--as-of", "1") == first == all_of("--not", "year=b")
    done = textkin("index", "query", "idx", asked, *CONTAINED, "0.5", "--check", "--stats", "stats.json")
    audit = json.loads((textkin.folder / "stats.json").read_text())["audit"]
    assert audit["found"] == len(both) and audit["neighbours"] == len(all_of("--exact"))
    assert done.table() == both and "checked: " in done.errors
    piped = textkin("index", "query", "idx", "-", "--as", "jsonl", *CONTAINED, "0.5", "--check", stdin=(textkin.folder / "asked.jsonl").read_bytes())
    said = lambda run: [line for line in run.errors.splitlines() if "checked: " in line]
    assert piped.stdout == done.stdout and said(piped) == said(done) != []
    top = all_of("--top", "2")
    best = all_of("--top", "2", "--exact")
    assert len(top) == len(best) and sum(row in best for row in top) >= 0.95 * len(best)


def test_what_is_common_lowers_what_is_stated(textkin):
    """10,001 documents of one template: its runs are not looked up, and the answer says so."""
    draw = random.Random(45)
    template, own = text(draw, 70), text(draw, 70)
    model = Model(textkin)
    model.add([(f"d{i}", f"{template} {' '.join(draw.choices(WORDS, k=12))}") for i in range(10_001)] + [("own", f"{own} {template}")])
    asked = textkin.jsonl("asked.jsonl", [{"id": "both", "text": f"{template} {own}"}, {"id": "own", "text": own}, {"id": "template", "text": template}])
    rows = model.query(asked, *CONTAINED, "0.8", "--answers", "sure.tsv").table()
    assert ("both", "own") in [(row["a"], row["b"]) for row in rows]
    recall, cells = stated_of(textkin)
    assert recall["own"] > 0.95 and recall["template"] == 0 and 0.95 <= recall["both"] < 1
    skipped = [int(row["skipped_as_common"]) for row in cells]
    assert skipped[1] == 0 and 0 < skipped[0] < 20 and skipped[2] == skipped[0]
    assert "which more than 10000 documents have, were not looked up" in cells[2]["statement"]


def test_what_cannot_be_answered_is_refused(textkin):
    draw = random.Random(46)
    asked = textkin.jsonl("asked.jsonl", [text(draw, 40), "two words", ""])
    for name, options in (("without", ("--passages", "none")), ("characters", ("--shingle", "char:5")), ("nine", ("--passages", "9")), ("idx", ())):
        Model(textkin, *options, name=name).add([("a", text(draw, 90))])
    refused = lambda *words: textkin("index", "query", *words, exit=2).errors
    without = refused("without", asked, *CONTAINED, "0.5")
    assert "textkin index rebuild without NEW --passages 12" in without and "add --exact" in without
    assert "add --exact" in refused("without", asked, "-t", "0.1") and "--least 0.5" in refused("without", asked, "-t", "0.1")
    assert "add --exact" in refused("characters", asked, *CONTAINED, "0.5")
    assert "do not all keep passages" in refused("idx", "nine", asked, *CONTAINED, "0.5")
    assert "--contained has no use" in refused("idx", asked, "-t", "0.5", "--contained", "stored")
    textkin("index", "rebuild", "without", "with", "--passages", "12")
    assert textkin("index", "query", "with", asked, *CONTAINED, "0.5", "-q").stdout.count(b"\n") == 1
    textkin("index", "query", "characters", asked, *CONTAINED, "0.5", "--exact", "-q")


@pytest.mark.parametrize("name", ["us-code", "powershell-docs", "movie-reviews", "laws-de"])
def test_collections(textkin, name):
    """Every eighth document asked against all, by default options: as many rows of `pairs --exact` as is stated."""
    collection = collections_of_truth.load(name)
    documents = collection.documents[:800]
    model = Model(textkin)
    model.add(documents)
    asked = textkin.jsonl("asked.jsonl", [{"id": id, "text": one} for id, one in documents[::8]])
    for words in ((*CONTAINED, "0.3"), (*CONTAINED, "0.8"), (*STORED, "0.5"), ("-t", "0.1"), ("-t", "0.3")):
        every = expected_rows(textkin, asked, model.against(), words)
        found = model.query(asked, "--answers", "sure.tsv", *words).stdout.splitlines()[1:]
        check_found(textkin, found, every)
