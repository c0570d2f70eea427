"""Names and ids of strangers: what a terminal would obey is shown, and tables for programs keep what there is."""

import csv
import io
import json

import pytest

from samples import prose

EVIL = "evil\x1b]0;owned\x07\x1b[2J\u009b31m"
SHOWN = r"evil\x1b]0;owned\x07\x1b[2J\xc2\x9b31m"
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0", '="x"', "\x1b[2J"]


def is_harmless(text):
    return all(character >= " " and not "\x7f" <= character <= "\x9f" or character == "\n" for character in text)


@pytest.mark.parametrize("words", [
    ("pairs", f"{EVIL}.jsonl"), ("pairs", f"{EVIL}.missing"), (EVIL,), ("pairs", "in.jsonl", f"--{EVIL}"), ("pairs", "in.jsonl", "--tokens", EVIL),
    ("pairs", "in.jsonl", "-o", f"{EVIL}/out"), ("dedup", "in.jsonl", "-o", f"{EVIL}.out", "--removed", f"{EVIL}.out"),
    ("pairs", "twice.jsonl"), ("pairs", "line\nfeed\r.jsonl"),
], ids=range(9))
def test_messages_show_what_a_terminal_would_obey(textkin, words):
    textkin.write(f"{EVIL}.jsonl", "no json\n")
    textkin.write("line\nfeed\r.jsonl", "no json\n")
    textkin.jsonl("in.jsonl", [prose(1)])
    textkin.jsonl("twice.jsonl", [{"id": EVIL, "text": prose(1)}, {"id": EVIL, "text": prose(2)}])
    errors = textkin(*words, exit=2).errors
    assert is_harmless(errors) and all(line.startswith("textkin: ") for line in errors.splitlines())
    assert SHOWN in errors or r"line\x0afeed\x0d" in errors or "evil?]0;owned??[2J" in errors


def test_a_name_that_is_no_text_is_shown(textkin):
    name = b"\x9b31m\xff.jsonl"
    (textkin.folder / name.decode("utf-8", "surrogateescape")).write_bytes(b"no json\n")
    errors = textkin("pairs", name.decode("utf-8", "surrogateescape"), exit=2).errors
    assert r"\x9b31m\xff.jsonl" in errors and "\ufffd" not in errors


def test_tables_for_people_show_it_too(textkin):
    for name in (f"{EVIL}.txt", "b.txt"):
        textkin.write(name, prose(name))
    for words in (("compare",), ("explain",), ("explain", "--estimator", "rum"), ("explain", "--trace", "--show", "3")):
        out = textkin(*words, f"{EVIL}.txt", "b.txt").stdout.decode()
        assert is_harmless(out) and SHOWN in out, words


def test_tables_for_programs_keep_every_byte(textkin):
    ids = [EVIL, *FORMULAS]
    records = [{"id": id, "text": prose(1)} for id in ids]
    textkin.jsonl("in.jsonl", records)
    rows = [json.loads(line) for line in textkin("pairs", "in.jsonl", "--exact", "--format", "jsonl").stdout.decode().splitlines()]
    assert {row["a"] for row in rows} | {row["b"] for row in rows} == set(ids)
    table = textkin("pairs", "in.jsonl", "--exact").table()
    unescaped = {cell.replace("\\t", "\t") for row in table for cell in (row["a"], row["b"])}
    assert unescaped == set(ids)
    textkin("dedup", "in.jsonl", "-o", "kept.jsonl", "--removed", "why.jsonl", "--clusters", "clusters.tsv")
    assert [json.loads(line)["id"] for line in textkin.path("why.jsonl").read_text().splitlines()] == ids[1:]
    clusters = list(csv.reader(io.StringIO(textkin.path("clusters.tsv").read_bytes().decode()), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [row[1].replace("\\t", "\t") for row in clusters[1:]] == ids
