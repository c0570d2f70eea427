"""`report --against`: the class with itself and with the archive, and nothing left out unsaid; how rare what is shared is."""

import pytest

from samples import prose
from test_exclusions import check
from test_report import Page, report


@pytest.fixture
def collections(textkin):
    """Hand-ins 1 and 2 share a passage, 2 and 3 have one each of the archive, whose documents share another."""
    inside, old, within = prose("inside", 40), prose("old", 40), prose("of the archive", 40)
    textkin.jsonl("class.jsonl", [f"{prose('a', 90)} {inside}", f"{inside} {prose('b', 50)} {old}", f"{prose('c', 80)} {old}"])
    textkin.jsonl("archive.jsonl", [{"id": "1", "text": f"{prose('d', 60)} {old} {prose('e', 9)} {within}"},
                                    {"id": "old 2", "text": f"{within} {prose('f', 60)}"}])
    return textkin


def pairs_of(data):
    names = [d["id"] + (" of the archive" if d.get("against") else "") for d in data["documents"]]
    return {(names[pair["a"]], names[pair["b"]]) for pair in data["pairs"]}


CLASS = {("1", "2"), ("2", "3")}
ARCHIVE = {("2", "1 of the archive"), ("3", "1 of the archive")}


def test_the_class_with_itself_and_with_the_archive(collections):
    data = check(Page(report(collections, "class.jsonl", "--against", "archive.jsonl")).data)
    assert pairs_of(data) == CLASS | ARCHIVE
    assert (data["compared"], data["against_documents"], data["only_against"]) == (3 + 6, 2, False)
    answer = collections("report", "class.jsonl", "--against", "archive.jsonl", "-o", "r.html", "--stats", "s.json")
    assert "3 documents compared with 2 of --against, and with each other" in answer.errors
    assert (collections.stats("s.json")["against_documents"], collections.stats("s.json")["only_against"]) == (2, False)
    rows = collections("report", "class.jsonl", "--against", "archive.jsonl", "--format", "tsv", "-o", "-").table()
    assert len(rows) == 4


def test_only_against(collections):
    data = check(Page(report(collections, "class.jsonl", "--against", "archive.jsonl", "--only-against")).data)
    assert pairs_of(data) == ARCHIVE and data["compared"] == 6 and data["only_against"]
    errors = collections("report", "class.jsonl", "--against", "archive.jsonl", "--only-against", "-o", "r.html").errors
    assert "3 documents compared with 2 of --against, not with each other" in errors
    assert "--against" in collections("report", "class.jsonl", "--only-against", "-o", "r.html", exit=2).errors


def test_tables_for_programs_have_what_was_asked_for(collections):
    """`passages` and `pairs` compare with --against alone, as their help says, and `passages` says so."""
    answer = collections("passages", "class.jsonl", "--against", "archive.jsonl")
    assert {(row["a"], row["b"]) for row in answer.table()} == {("2", "1"), ("3", "1")}
    assert "3 documents compared with 2 of --against, not with each other" in answer.errors
    near = collections.pairs("class.jsonl", "--against", "archive.jsonl", "-t", "0.01", "--exact")
    assert set(near) == {("2", "1"), ("3", "1")}


def test_without_an_archive_nothing_of_it_is_said(collections):
    data = check(Page(report(collections, "class.jsonl")).data)
    assert pairs_of(data) == CLASS and not data["only_against"]
    assert "--against" not in collections("report", "class.jsonl", "-o", "r.html").errors


def test_what_nobody_else_has(textkin):
    """Words that only two have, and how many others have each passage."""
    many, two = prose("many", 50), prose("two", 35)
    texts = [f"{prose(f'a{i}', 60)} {many} {prose(f'b{i}', 60)} {two if i in (1, 4) else ''}" for i in range(6)]
    textkin.jsonl("in.jsonl", texts)
    data = check(Page(report(textkin, "in.jsonl")).data)
    assert len(data["pairs"]) == 15
    for pair in data["pairs"]:
        alone = {data["documents"][pair["a"]]["id"], data["documents"][pair["b"]]["id"]} == {"2", "5"}
        assert pair["rare_words"] == (35 if alone else 0)
        assert {(p[2], p[10]) for p in pair["passages"]} == ({(50, 4), (35, 0)} if alone else {(50, 4)})
    rows = textkin("report", "in.jsonl", "--format", "tsv", "-o", "-").table()
    assert sorted(row["rare_words"] for row in rows) == ["0"] * 14 + ["35"]


def test_what_does_not_count_is_not_rare_either(textkin):
    quoted, copied = prose("quoted", 30), prose("copied", 20)
    textkin.jsonl("in.jsonl", [f"{prose(i, 40)} “{quoted}” (Miller 2004) {copied} {prose(f'x{i}', 30)}" for i in range(2)])
    (pair,) = check(Page(report(textkin, "in.jsonl")).data)["pairs"]
    assert 20 <= pair["rare_words"] <= 22
    (pair,) = check(Page(report(textkin, "in.jsonl", "--exclude", "none")).data)["pairs"]
    assert pair["rare_words"] == 52


def test_a_source_that_the_archive_has_often_is_not_rare(collections):
    source = prose("a source", 60)
    collections.jsonl("two.jsonl", [f"{prose(i, 50)} {source}" for i in range(2)])
    collections.jsonl("old.jsonl", [f"{source} {prose(f'old {i}', 50)}" for i in range(3)])
    data = check(Page(report(collections, "two.jsonl", "--against", "old.jsonl")).data)
    inside = [pair for pair in data["pairs"] if not data["documents"][pair["b"]].get("against")]
    assert [(pair["rare_words"], pair["passages"][0][10]) for pair in inside] == [(0, 3)]
    alone = check(Page(report(collections, "two.jsonl")).data)["pairs"]
    assert [(pair["rare_words"], pair["passages"][0][10]) for pair in alone] == [(60, 0)]
