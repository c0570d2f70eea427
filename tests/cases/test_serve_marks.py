"""Marks of reviewers: kept beside an index, with who and when, through kills, copies and damage."""

import json
import re
import signal
import threading
import time

import pytest

from samples import prose
from serving import FORM, LINES, TEXT, Server, form, lines_of, serving

TEXTS = "0123456789abcdef fedcba9876543210"
ANNA, BEN, READER = "a-token-of-anna-0123456789", "a-token-of-ben-01234567890", "a-token-of-a-reader-0123456789"
MARKS = "/v1/indexes/idx/marks"


def mark(texts=TEXTS, word="case", note="", **more):
    return {"texts": texts, "ids": ["anna.txt", "ben.txt"], "mark": word, "note": note, **more}


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx")
    textkin.write("tokens", f"writer {ANNA} as=anna\nwriter {BEN} as=ben\nreader {READER} as=carl\n")
    (textkin.folder / "tokens").chmod(0o600)
    return textkin


def kept(server, **how):
    return {(one["texts"], one["by"]): one for one in server("GET", MARKS, **how).rows()}


def test_marks_say_who_and_when_and_the_last_one_counts(index):
    with serving(index, "idx", "--tokens", "tokens", token=ANNA) as server:
        assert server("GET", "/v1/me").json() == {"role": "writer", "by_token": True, "name": "anna", "indexes": ["idx"]}
        begin = time.time() * 1000 - 1000
        assert server("GET", MARKS).body == b""
        assert server("POST", MARKS, lines_of([mark(note="from page 2 on", by="somebody else", at=5, words=140, page="abc"), mark("a" * 16 + " " + "b" * 16)]), LINES).json() == {"kept": 2}
        assert server("POST", MARKS, lines_of([mark(word="talk", note="قال <b>")]), LINES, token=BEN).json() == {"kept": 1}
        assert server("POST", MARKS, lines_of([mark(word="cleared", note="a source in common")]), LINES).json() == {"kept": 1}
        all = kept(server, token=READER)
        assert set(all) == {(TEXTS, "anna"), (TEXTS, "ben"), ("a" * 16 + " " + "b" * 16, "anna")}
        mine = all[TEXTS, "anna"]
        assert mine["mark"] == "cleared" and mine["note"] == "a source in common" and begin < mine["at"] < time.time() * 1000 + 1000
        assert all[TEXTS, "ben"]["note"] == "قال <b>" and mine["ids"] == ["anna.txt", "ben.txt"]
        assert server("POST", MARKS, lines_of([mark()]), LINES, token=READER).status == 403
        assert server("GET", "/v1/indexes/idx").json()["sequence"] == 0, "no change of the index"
    assert (index.folder / "idx/marks.jsonl").stat().st_mode & 0o777 == 0o600
    with serving(index, "idx", "--read-only") as server:  # and who says himself who he is
        assert set(kept(server)) == set(all)
        assert server("POST", MARKS, lines_of([mark()]), LINES).status == 403
    with serving(index, "idx") as server:
        assert server("POST", MARKS, lines_of([mark(by="dora")]), LINES).status == 200
        assert set(kept(server)) == set(all) | {(TEXTS, "dora")}


def test_a_mark_is_as_its_contract_says(index):
    """With the greater hash first it would be a second mark of the pair, which none of the page takes back."""
    with serving(index, "idx") as server:
        refused = server("POST", MARKS, lines_of([mark(), mark(" ".join(reversed(TEXTS.split())))]), LINES)
        assert refused.status == 400 and "line 2 of the body" in refused.problem() and "the lesser first" in refused.problem()
        assert server("GET", MARKS).body == b""


def test_what_was_replaced_or_withdrawn_leaves_the_file(index):
    """It is about people, and of texts that no index may have, so that no purge reaches it."""
    path = index.folder / "idx/marks.jsonl"
    with serving(index, "idx", "--tokens", "tokens", token=ANNA) as server:
        server("POST", MARKS, lines_of([mark(word="case", note="Maria cheated"), mark("a" * 16 + " " + "b" * 16, note="another")]), LINES)
        server("POST", MARKS, lines_of([mark(word="talk", note="to be heard")]), LINES, token=BEN)
        server("POST", MARKS, lines_of([mark(word="cleared", note="a common source")]), LINES)
        assert "Maria cheated" not in path.read_text() and "a common source" in path.read_text()
        assert server("POST", MARKS, lines_of([mark(word="", note="")]), LINES).json() == {"kept": 1}
        assert "common source" not in path.read_text() and len(path.read_text().splitlines()) == 2
        assert set(kept(server)) == {(TEXTS, "ben"), ("a" * 16 + " " + "b" * 16, "anna")}


def test_what_is_no_mark_is_refused_and_nothing_is_kept(index):
    with serving(index, "idx") as server:
        good = lines_of([mark()])
        for body, said in ((good + "{", "line 2"), (good + "[]", "line 2"), (good + "4", "line 2"), ("", "empty"), ("\n\n", "empty"),
                           (lines_of([mark("x y")]), "texts"), (lines_of([mark(TEXTS.upper())]), "texts"), (lines_of([mark(word="guilty")]), "mark"),
                           (lines_of([mark(note="x" * 20001)]), "20,000"), (lines_of([mark() | {"ids": ["a"]}]), "ids"), (lines_of([mark() | {"ids": [1, 2]}]), "ids"),
                           (lines_of([mark() | {"mark": 3}]), "mark"), ("[" * 100000, "line 1")):
            answer = server("POST", MARKS, body, LINES)
            assert answer.status == 400 and said in answer.problem(), (said, answer.body)
        assert server("POST", MARKS, good, TEXT).status == 415
        assert server("GET", MARKS).body == b""
        assert server("POST", MARKS, lines_of([mark(more={"a": [1]}, words=-3, page=7)]), LINES).status == 200
        (one,) = server("GET", MARKS).rows()
        assert set(one) == {"texts", "ids", "mark", "note", "by", "at", "page"} and one["page"] == ""


def test_marks_survive_a_kill_and_what_was_cut_is_left_out(index):
    server = Server(index, "idx")
    told, stop = [], threading.Event()

    def client(number):
        i = 0
        while not stop.is_set():
            try:
                answer = server("POST", MARKS, lines_of([mark(f"{number:016x} {i + 99:016x}", note="n" * 200)]), LINES)
            except Exception:
                return
            if answer.status == 200:
                told.append(f"{number:016x} {i + 99:016x}")
            i += 1

    clients = [threading.Thread(target=client, args=(number,)) for number in range(3)]
    for one in clients:
        one.start()
    until = time.monotonic() + 30
    while len(told) < 20 and time.monotonic() < until:
        time.sleep(0.01)
    server.process.send_signal(signal.SIGKILL)
    stop.set()
    for one in clients:
        one.join()
    server.end(signal.SIGKILL)
    assert len(told) >= 20
    file = index.folder / "idx/marks.jsonl"
    with file.open("ab") as cut:
        cut.write(b"0123456789abcdef {\"texts\": \"01")
    with serving(index, "idx") as server:
        assert {texts for texts, _ in kept(server)} >= set(told)
        before = len(kept(server))
        assert server("POST", MARKS, lines_of([mark()]), LINES).status == 200
        assert len(kept(server)) == before + 1
    index("index", "snapshot", "idx", "copy")
    index("index", "rebuild", "idx", "anew", "--passages", "8")
    for folder in ("copy", "anew"):
        with serving(index, f"idx={folder}") as server:
            assert len(kept(server)) == before + 1
    content = file.read_bytes()
    file.write_bytes(content[:40] + b"X" + content[41:])
    with serving(index, "idx") as server:
        answer = server("GET", MARKS)
        assert answer.status == 500 and "damaged" in answer.problem() and json.loads(answer.body)["detail"].count("marks.jsonl") == 1
        assert server("POST", MARKS, lines_of([mark()]), LINES).status == 500
        assert server("POST", "/v1/indexes/idx/query", "some words", TEXT).status == 200
    assert file.read_bytes() == content[:40] + b"X" + content[41:]


def hashes_of(server, *texts):
    """As a report knows the texts of a class: {name: hash}."""
    answer = server("POST", "/v1/indexes/idx/class", form(*(("file", f"{i}.txt", text) for i, text in enumerate(texts))), FORM)
    data = json.loads(re.search(r'id="data">(.*?)</script>', answer.body.decode(), re.DOTALL)[1])
    return {one["id"]: one["hash"] for one in data["documents"]}


def test_a_purge_takes_what_was_said_of_the_texts(index):
    """Of a text that is removed, or replaced; not of one that stays, under whatever id. Nothing of the note is left in any file."""
    shared = prose("shared", 60)
    old = {"gone": prose("g", 50) + " " + shared, "stays": prose("s", 50) + " " + shared, "replaced": prose("r", 50) + " " + shared,
           "twice": prose("t", 50) + " " + shared, "also twice": prose("t", 50) + " " + shared}
    with serving(index, "idx") as server:
        server.add([{"id": id, "text": text} for id, text in old.items()])
        known = hashes_of(server, prose("own", 50) + " " + shared)
        assert set(known) == set(old) | {"0.txt"}

        def said(a, b, note, **more):
            return mark(" ".join(sorted((known[a], known[b]))), note=note, **more) | {"ids": [a, b]}

        marks = [said("0.txt", id, f"a note about {id}, and a word of it: zzz{id.replace(' ', '')}zzz") for id in old] + [said("gone", "stays", "of both: zzzbothzzz")]
        first = [one | {"note": "an earlier note: zzzgoneearlierzzz"} for one in marks[:1]]
        assert server("POST", MARKS, lines_of(first + marks), LINES).json() == {"kept": 7}
        server("DELETE", "/v1/indexes/idx/documents/gone")
        server("DELETE", "/v1/indexes/idx/documents/twice")
        server("PUT", "/v1/indexes/idx/documents/replaced", prose("new", 80), TEXT)
        assert len(server("GET", MARKS).rows()) == 5, "what is removed has its marks: it is there as of before"
    (index.folder / "idx/marks.jsonl.new").write_text("left by a kill: zzzleftzzz")
    index("index", "remove", "idx", "--purge")
    everything = b"".join(path.read_bytes() for path in (index.folder / "idx").rglob("*") if path.is_file())
    assert not re.search(rb"zzz(gone|replaced|both|left)", everything)
    with serving(index, "idx") as server:
        assert {tuple(one["ids"]) for one in server("GET", MARKS).rows()} == {("0.txt", "stays"), ("0.txt", "also twice")}, "whose text stays"
        assert server("POST", MARKS, lines_of([mark()]), LINES).status == 200 and len(server("GET", MARKS).rows()) == 3
        server("DELETE", "/v1/indexes/idx/documents/also twice".replace(" ", "%20"))
    file = index.folder / "idx/marks.jsonl"
    content = file.read_bytes()
    file.write_bytes(content[:40] + b"X" + content[41:])
    failed = index("index", "remove", "idx", "--purge", exit=None)
    assert failed.code != 0 and "damaged" in failed.errors and "marks.jsonl" in failed.errors
    file.write_bytes(content)
    index("index", "remove", "idx", "--purge")
    with serving(index, "idx") as server:
        assert len(server("GET", MARKS).rows()) == 2


def test_marks_that_do_not_count_any_more_leave_the_file(index):
    file = index.folder / "idx/marks.jsonl"
    with serving(index, "idx") as server:
        pairs = [f"{i:016x} {i + 1:016x}" for i in range(10)]
        for turn in range(40):
            assert server("POST", MARKS, lines_of([mark(pairs[turn % 10], note=f"note {turn}")]), LINES).status == 200
            assert file.read_bytes().count(b"\n") == min(turn + 1, 10)
        assert {one["note"] for one in server("GET", MARKS).rows()} == {f"note {turn}" for turn in range(30, 40)}
        # A large one is not written anew each time, but before most of it is of yesterday.
        lines = set()
        for turn in range(80):
            large = [mark(f"{turn % 2:016x} {i:016x}", note=f"{turn} " + 19000 * "x") for i in range(20, 30)]
            assert server("POST", MARKS, lines_of(large), LINES).status == 200
            lines.add(file.read_bytes().count(b"\n"))
        assert 40 < max(lines) <= 70 and {one["note"][:2] for one in server("GET", MARKS).rows()} == {"no", "78", "79"}
        # While many write and the file is replaced, nobody writes into the old one.
        told = set()

        def client(number):
            for i in range(60):
                if server("POST", MARKS, lines_of([mark(f"{number:016x} {i % 7 + 999:016x}", note=f"{number} {i}")]), LINES).status == 200:
                    told.add((number, i))

        clients = [threading.Thread(target=client, args=(number,)) for number in range(100, 104)]
        for one in clients:
            one.start()
        for one in clients:
            one.join()
        assert len(told) == 240
        notes = {one["note"] for one in server("GET", MARKS).rows()}
        assert notes >= {f"{number} {i}" for number in range(100, 104) for i in range(53, 60)}
    assert not file.with_name("marks.jsonl.new").exists() and file.stat().st_mode & 0o777 == 0o600
