"""With --against, what is common is what many documents of that side have: what a document has of it is its own affair."""

import json

import pytest

from samples import prose

ITEM = prose("item", 30)


def rows_of(run):
    return [line.split("\t") for line in run.stdout.decode().splitlines()[1:]]


def sides(textkin, inputs, others, alike=False):
    """Near its ends fingerprints of ITEM depend on what stands around it; where texts are `alike`, nothing does."""
    if alike:
        for name, count in (("in", inputs), ("old", others)):
            textkin.jsonl(f"{name}.jsonl", [{"id": f"{name[0]}{n}", "text": ITEM} for n in range(count)])
        return
    textkin.jsonl("in.jsonl", [{"id": f"i{n}", "text": f"{ITEM} {prose(n, 40)}"} for n in range(inputs)])
    textkin.jsonl("old.jsonl", [{"id": f"o{n}", "text": f"{prose(f'old{n}', 40)} {ITEM}"} for n in range(others)])


def common_of(textkin):
    return json.loads(textkin.path("s.json").read_text())["common_fingerprints"]


@pytest.mark.parametrize("inputs, others", [(6, 1), (6, 3), (40, 2), (1, 3)])
def test_each_document_has_its_row_however_many_have_it_too(textkin, inputs, others):
    sides(textkin, inputs, others)
    rows = rows_of(textkin("passages", "in.jsonl", "--against", "old.jsonl", "--common", "3", "--stats", "s.json"))
    assert sorted(row[:2] for row in rows) == sorted([f"i{i}", f"o{o}"] for i in range(inputs) for o in range(others))
    assert common_of(textkin) == 0


def test_what_more_of_the_other_side_have_is_left_out_and_counted(textkin):
    sides(textkin, 2, 4)
    run = textkin("passages", "in.jsonl", "--against", "old.jsonl", "--common", "3", "--stats", "s.json")
    assert rows_of(run) == [] and common_of(textkin) > 0
    assert "stand in more than 3 documents" in run.errors


def test_what_the_other_side_has_alone_is_no_loss(textkin):
    sides(textkin, 1, 9)
    textkin.jsonl("in.jsonl", [{"id": "i", "text": prose("something else", 80)}])
    textkin("passages", "in.jsonl", "--against", "old.jsonl", "--common", "3", "--stats", "s.json")
    assert common_of(textkin) == 0


def test_one_collection_is_as_it_was(textkin):
    sides(textkin, 5, 1, alike=True)
    assert len(rows_of(textkin("passages", "in.jsonl", "--common", "5"))) == 10
    assert rows_of(textkin("passages", "in.jsonl", "--common", "4", "--stats", "s.json")) == [] and common_of(textkin) > 0


def test_within_a_class_both_sides_count(textkin):
    """What many of the archive have is no evidence between two of the class, and each may have it of the archive."""
    sides(textkin, 3, 2, alike=True)

    def pairs(common, *options):
        run = textkin("report", "in.jsonl", "--against", "old.jsonl", "--format", "jsonl", "-o", "-", "--common", common, "--exclude", "none", "--stats", "s.json", *options)
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        return sorted(row["a"][0] + row["b"][0] for row in rows)

    assert pairs("5") == ["ii"] * 3 + ["io"] * 6 and common_of(textkin) == 0
    assert pairs("4") == ["io"] * 6 and common_of(textkin) > 0
    assert pairs("4", "--only-against") == ["io"] * 6 and common_of(textkin) == 0


def test_rows_do_not_depend_on_what_is_asked_beside(textkin):
    """In files and in an index: a document alone, and among others that have the same."""
    sides(textkin, 12, 3)
    textkin("index", "create", "index", "--passages", "12")
    textkin("index", "add", "index", "old.jsonl")
    asked = [("passages", "in.jsonl", "--against", "old.jsonl"), ("index", "passages", "index", "in.jsonl")]
    for words in asked:
        together = textkin(*words, "--common", "3").stdout
        alone = []
        for line in textkin.path("in.jsonl").read_text().splitlines():
            textkin.write("one.jsonl", line + "\n")
            alone += textkin(*["one.jsonl" if word == "in.jsonl" else word for word in words], "--common", "3").stdout.splitlines()[1:]
        assert len(alone) == 36 and together.splitlines()[1:] == alone
    assert textkin(*asked[0], "--common", "3").stdout == textkin(*asked[1], "--common", "3").stdout
    assert rows_of(textkin(*asked[0], "--common", "2")) == rows_of(textkin(*asked[1], "--common", "2")) == []
