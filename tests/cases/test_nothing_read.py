"""Where nothing could be read there is no answer: an error, not a page without a pair; and what reading shows is no accusation."""

import html.parser
import json

import pytest

import hand_ins
from samples import prose

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


def refused(textkin, command, *arguments):
    errors = textkin(command, *arguments, "-o", "out", exit=2).errors
    assert not textkin.path("out").exists()
    return errors.strip().splitlines()[-1]


@pytest.mark.parametrize("command", ["report", "passages"])
def test_nothing_read_is_an_error(textkin, command):
    textkin.write("in/a.png", PICTURE)
    textkin.write("in/b.png", PICTURE)
    last = refused(textkin, command, "in")
    assert "in: no document could be read, so nothing was done" in last and "a.png" in last and "have its text recognised" in last
    textkin.path("empty").mkdir()
    assert "empty: holds no file" in refused(textkin, command, "empty")
    textkin.write("none.jsonl", b"")
    assert "none.jsonl: holds no document" in refused(textkin, command, "none.jsonl")
    textkin.write("scan.txt", " \n")
    assert "scan.txt: no word was found in 1 document" in refused(textkin, command, "scan.txt")


def test_nothing_is_added(textkin):
    textkin("index", "create", "idx")
    textkin.write("in.jsonl", b'{"id": "a"}\n[]\n')
    last = textkin("index", "add", "idx", "in.jsonl", exit=2).errors.strip().splitlines()[-1]
    assert "in.jsonl: no document could be read, so nothing was done; the first problem was: " in last and "compared" not in last
    assert b"idx: 0 documents" in textkin("index", "stats", "idx").stdout


@pytest.mark.parametrize("command", ["report", "passages"])
def test_neither_side_may_be_missing(textkin, command):
    textkin.write("in/a.txt", prose(1))
    textkin.write("old/a.png", PICTURE)
    assert "old: no document could be read" in refused(textkin, command, "in", "--against", "old")
    assert "old: no document could be read" in refused(textkin, command, "old", "--against", "in")


@pytest.mark.parametrize("command", ["report", "passages"])
def test_one_that_is_read_is_enough(textkin, command):
    textkin.write("in/a.png", PICTURE)
    textkin.write("in/b.txt", prose(1))
    assert "could not be used" in textkin(command, "in", "-o", "out").errors


class Page(html.parser.HTMLParser):
    """The data of a page."""

    def __init__(self, path):
        super().__init__()
        self.inside = False
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        self.inside = dict(attributes).get("id") == "data"

    def handle_data(self, data):
        if self.inside:
            self.data, self.inside = json.loads(data), False


def test_notes_of_reading_are_no_flags_of_the_writer(textkin):
    shared = prose("shared", 60)
    textkin.write("in/a.txt", (f"{prose(1)} Café. {shared}").encode("windows-1252"))
    textkin.write("in/b.html", hand_ins.html(f"{prose(2)} {shared}").replace("</p>", "<span hidden>not seen</span></p>"))
    textkin("report", "in", "-o", "r.html")
    first, second = Page(textkin.path("r.html")).data["documents"]
    assert (first["notes"], first["reading"]) == ([], ["read as WINDOWS-1252, by its look"])
    assert ["hidden text: 2 words" in flag for flag in second["notes"]] == [True] and second["reading"] == []


@pytest.mark.parametrize("word", ["“quoted” – and so on…", "It’s", "naïve", "El Niño", "Brontë", "Škoda", "façade"])
def test_english_is_not_taken_for_another_language(textkin, word):
    sentence = "The river rose two metres in one night, and the bridge was gone before anybody could see it go, they said. "
    charset = "windows-1250" if word == "Škoda" else "windows-1252"
    textkin.write("a.txt", (sentence * 4 + word + ". " + sentence * 2).encode(charset))
    answer = textkin("extract", "a.txt")
    assert word in answer.stdout.decode()
    assert "read as WINDOWS-1252" in answer.errors


def test_the_last_line_and_the_page_of_a_clean_up_count_alike(textkin):
    # b equals a, and both go for c, which is longer and only similar: removed as similar, both of them.
    text = prose("same", 60)
    textkin.jsonl("in.jsonl", [{"id": "a", "text": text}, {"id": "b", "text": text}, {"id": "c", "text": text + " and more"}])
    answer = textkin("dedup", "in.jsonl", "-t", "0.8", "--keep", "longest", "-o", "kept.jsonl", "--removed", "r.jsonl", "--report", "r.html")
    reasons = [json.loads(line)["reason"] for line in textkin.path("r.jsonl").read_text().splitlines()]
    assert reasons == ["similar", "similar"]
    assert "2 removed (0 identical, 2 similar" in answer.errors and Page(textkin.path("r.html")).data["identical"] == 0
