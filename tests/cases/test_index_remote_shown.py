"""The rest of `textkin index` against a server: measures, what is not counted, pages, all documents and their list."""

import json
import re

import pytest

from samples import prose
from serving import serving
from test_index_remote import address, documents, questions, same


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", documents(120)))
    textkin("index", "add", "idx", textkin.jsonl("more.jsonl", [{"id": f"é/ {i}?", "text": prose(f"source {i}", 150), "course": "c9"} for i in range(4)]))
    textkin("index", "snapshot", "idx", "copy")
    return textkin


def test_measures_and_exact_answers(index):
    asked = index.jsonl("asked.jsonl", [{"id": f"q{i}", "text": " ".join(one["text"].split()[:40])} for i, one in enumerate(questions(30))])
    with serving(index, "idx") as server:
        rows = 0
        for words in (("--exact", "-t", "0.1"), ("--measure", "containment", "-t", "0.5"), ("--measure", "containment", "--contained", "stored", "-t", "0.3"),
                      ("--measure", "dice", "-t", "0.6"), ("--measure", "cosine", "-t", "0.5", "--top", "2"), ("--measure", "overlap", "-t", "20"), ("-t", "0.2")):
            rows += same(index, server, "index", "query", "DIR", asked, "-q", *words).stdout.count(b"\n")
        assert rows > 200
        for words in (("--contained", "stored"), ("--measure", "nonsense"), ("--measure", "overlap", "-t", "0.5")):
            for place in ("copy", address(server)):
                assert index("index", "query", place, asked, *words, exit=2).errors


def test_an_index_of_cells_answers_with_estimates(textkin):
    textkin("index", "create", "cells", "--store", "none")
    texts = [prose(i, 200) for i in range(30)]
    textkin("index", "add", "cells", textkin.jsonl("docs.jsonl", [{"id": f"l{i}", "text": text} for i, text in enumerate(texts)] + documents(60)))
    textkin("index", "snapshot", "cells", "copy")
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": text + " " + prose(f"end {i}", i)} for i, text in enumerate(texts)] + documents(20))
    with serving(textkin, "cells") as server:
        for words in ((), ("-t", "0.5"), ("--top", "2"), ("--format", "jsonl")):
            here, there = (textkin("index", "query", place, asked, "-q", *words).stdout for place in ("copy", address(server, "cells")))
            assert here == there and b"estimate" in here
        for place in ("copy", address(server, "cells")):
            assert "texts" in textkin("index", "get", place, "d1", exit=2).errors


def test_what_is_not_counted_and_templates(index):
    words = [prose(f"source {i}", 150).split() for i in range(4)]
    index.write("template/exercise.txt", " ".join(words[0][5:70]))
    for i in range(4):
        index.write(f"essays/{i}.txt", " ".join([prose(f"own {i}", 30), *words[0][10:60], prose(f"more {i}", 30), '"', *words[i][80:120], '"', prose(f"end {i}", 10)]))
    index.write("essays/quoting.txt", f"{prose('own', 30)} as they say \"{' '.join(words[1][20:60])}\" (Miller 2019, p. 4). {prose('end', 20)}")
    with serving(index, "idx") as server:
        counts = [same(index, server, "index", "passages", "DIR", "essays", "-q", *more).stdout.count(b"\n")
                  for more in ((), ("--template", "template"), ("--template", "template", "--exclude", "none"), ("--exclude", "quotations"), ("--exclude", "common", "--shared-by", "2"))]
        assert counts[1] < counts[0] == counts[2] > counts[4] > 0, counts
        for page, place in (("here.html", "copy"), ("there.html", address(server))):
            index("index", "report", place, "essays", "-o", page, "--template", "template")
        here, there = ((index.folder / name).read_text() for name in ("here.html", "there.html"))
        assert "é/ 1?" in there and "0.txt" in there and abs(len(here) - len(there)) < 2000
        rows = set()
        for more in ((), ("--exclude", "template"), ("--exclude", "none"), ("--exclude", "template,quotations,references,common"), ("--exclude", "common")):
            for table, place in (("here.jsonl", "copy"), ("there.jsonl", address(server))):
                index("index", "report", place, "essays", "-o", table, "--format", "jsonl", *more)
            rows.add((index.folder / "here.jsonl").read_bytes())
            assert (index.folder / "here.jsonl").read_bytes() == (index.folder / "there.jsonl").read_bytes() != b"", more
        assert len(rows) > 1, "what is left out changes no row"
        assert "document 1" in (index("index", "report", address(server), "essays", "-o", "p.html", "--pseudonyms"), (index.folder / "p.html").read_text())[1]
        for words in (("--marks", "x"), ("--format", "tsv"), ("--stats", "s.json")):
            index.write("x", "")
            assert "server" in index("index", "report", address(server), "essays", "-o", "q", *words, exit=2).errors
        assert not (index.folder / "q.html").exists()


def test_all_documents_and_their_list(index):
    index("index", "add", "idx", index.jsonl("many.jsonl", [{"id": f"n{i}", "text": f"w{i} a b", "course": f"c{i % 7}"} for i in range(12_000)]))
    index("index", "remove", "idx", "n17")
    index("index", "remove", "idx", "n18")
    index("index", "snapshot", "idx", "second")
    with serving(index, "idx") as server:
        for words in ((), ("--format", "jsonl"), ("--where", "course=c3"), ("--not", "course=c3", "--not", "course=c9"), ("--where", "course=none")):
            here, there = (index("index", "list", place, *words).stdout for place in ("second", address(server)))
            assert here == there
        assert here.count(b"\n") <= 1 and index("index", "list", address(server)).stdout.count(b"\n") == 12_123
        assert index("index", "export", address(server)).stdout == index("index", "export", "second").stdout
        index("index", "export", address(server), "-o", "all.jsonl.gz")
        index("index", "create", "again", "--field", "course")
        assert "12122 added" in index("index", "add", "again", "all.jsonl.gz").errors
        said = index("index", "list", address(server), "--where", "nothing=1", exit=2).errors
        assert re.search("no field nothing", said)


def test_a_class_is_compared_with_itself_too(textkin):
    """--within: the table is that of `report` against the same documents, by the folder and by the server."""
    textkin("index", "create", "idx")
    old = [{"id": f"old {i}", "text": prose(f"old {i}", 100)} for i in range(4)]
    textkin("index", "add", "idx", textkin.jsonl("old.jsonl", old))
    shared = prose("shared", 60)
    asked = textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": prose(f"own {i}", 50) + " " + (shared if i < 2 else " ".join(old[i]["text"].split()[20:80]))} for i in range(4)])
    rows = {}
    with serving(textkin, "idx") as server:
        at = f"http://127.0.0.1:{server.port}/idx"
        for words in ((), ("--within",)):
            textkin("index", "report", at, asked, "-o", "there.jsonl", "--format", "jsonl", *words)
            rows[words] = (textkin.folder / "there.jsonl").read_bytes()
        for wrong in ("maybe", ""):
            assert "neither yes nor no" in server("POST", f"/v1/indexes/idx/report?within={wrong}", "a text", "text/plain").problem()
    for words in rows:
        textkin("index", "report", "idx", asked, "-o", "here.jsonl", "--format", "jsonl", *words)
        assert (textkin.folder / "here.jsonl").read_bytes() == rows[words], words
    pairs = {words: {(row["a"], row["b"]) for row in map(json.loads, found.splitlines())} for words, found in rows.items()}
    assert {frozenset(pair) for pair in pairs[("--within",)]} - {frozenset(pair) for pair in pairs[()]} == {frozenset(("q0", "q1"))} and len(pairs[()]) == 2
