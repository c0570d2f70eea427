"""What many documents have: common is a share of the class, and a stretch that many have is told, counted or not."""

import json
import re

import pytest

from samples import edited, prose
from test_exclusions import check, table
from test_report import Page, report

PARAGRAPH = prose("the paragraph", 150)


def class_of(documents, having, paragraph=PARAGRAPH, more=""):
    """Essays of which the first `having` have the paragraph in their middle."""
    return [f"{prose(f'a{i}', 200)} {paragraph + more if i < having else ''} {prose(f'b{i}', 200)}" for i in range(documents)]


def shared(data):
    return [(found["words"], found["documents"]) for found in data["shared_passages"]]


def test_one_paragraph_in_twelve_of_thirty(textkin):
    textkin.jsonl("in.jsonl", class_of(30, 12))
    textkin("report", "in.jsonl", "-o", "r.html", "--stats", "stats.json")
    data = check(Page(textkin.path("r.html").read_text()).data)
    assert data["pairs_found"] == 66 and shared(data) == [(150, 12)]
    assert [count for longest, _, count in data["all_documents"] if longest == 0] == [18]
    (found,) = data["shared_passages"]
    for document, first, words, offset, length in found["places"]:
        assert (first, words) == (200, 150)
        assert Page(textkin.path("r.html").read_text()).texts[document][offset:offset + length] == PARAGRAPH
    assert len(found["places"]) == 12
    assert textkin.stats()["shared_passages"] == [{"words": 150, "documents": 12, "whole": 12}]
    errors = textkin("report", "in.jsonl", "-o", "r.html").errors
    assert "1 passage of 150 words stands in 12 documents" in errors
    assert len(table(textkin, "in.jsonl")) == 66


def test_who_has_half_of_it_is_not_said_to_have_it(textkin):
    words = prose("the passage", 100).split()
    textkin.jsonl("in.jsonl", [f"{prose(f'a{i}', 50)} {' '.join(words[:100 if i < 8 else 51])} {prose(f'b{i}', 50)}" for i in range(10)])
    answer = textkin("report", "in.jsonl", "-o", "r.html", "--stats", "stats.json")
    assert "1 passage of 100 words stands in 8 documents, part of it in 2 more\n" in answer.errors
    assert textkin.stats()["shared_passages"] == [{"words": 100, "documents": 10, "whole": 8}]
    (found,) = Page(textkin.path("r.html").read_text()).data["shared_passages"]
    assert found["whole"] == 8 and sorted(place[2] for place in found["places"]) == [51] * 2 + [100] * 8


def test_an_answer_between_two_printed_questions_is_not_everybodys(textkin):
    """Two have the same answer, six have their own: the questions stand in eight documents, that answer in two."""
    questions = [prose("question 1", 20) + ".", prose("question 2", 20) + "."]
    texts = [f"{questions[0]} {prose('copied', 30) if i < 2 else prose(f'own {i}', 300)} {questions[1]} {prose(f'end {i}', 30)}" for i in range(8)]
    textkin.jsonl("in.jsonl", texts)
    page = Page(report(textkin, "in.jsonl"))
    assert shared(page.data) == [(20, 8), (20, 8)]
    for found, question in zip(page.data["shared_passages"], questions):
        for document, _, _, offset, length in found["places"]:
            assert page.texts[document][offset:offset + length] == question.rstrip(".")


def test_what_was_not_compared_makes_numbers_of_documents_least_ones(textkin):
    everywhere = prose("in nearly all", 60)
    textkin.jsonl("in.jsonl", [f"{text} {everywhere if i < 25 else ''} {prose(f'c{i}', 50)}" for i, text in enumerate(class_of(30, 6))])
    errors = textkin("report", "in.jsonl", "--common", "7", "-o", "out").errors
    assert "runs of 5 words that stand in more than 7 documents (--common)" in errors
    assert "2 passages stand in many documents; the first, of 60 words, in at least 25\n" in errors
    assert "2 passages stand in many documents; the first, of 60 words, in 25" in textkin("report", "in.jsonl", "-o", "out").errors


def test_what_more_have_than_are_compared_is_told_with_all_of_them(textkin):
    textkin.jsonl("in.jsonl", [f"{prose('common', 60)} {prose(i, 40)}" for i in range(250)])
    answer = textkin("report", "in.jsonl", "-o", "r.html", "--stats", "stats.json")
    found = textkin.stats()["shared_passages"]
    assert found[0]["documents"] == 250 and 48 <= found[0]["words"] <= 60
    assert f"the first, of {found[0]['words']} words, in at least 250\n" in answer.errors
    assert Page(textkin.path("r.html").read_text()).data["shared_passages"][0]["documents"] == 250


def test_over_half_is_common_and_told(textkin):
    textkin.jsonl("in.jsonl", class_of(30, 16))
    answer = textkin("report", "in.jsonl", "-o", "r.html")
    data = check(Page(textkin.path("r.html").read_text()).data)
    assert data["pairs_found"] == 0 and data["excluded_pairs"] == 120 and data["shared_by"] == 14
    assert shared(data) == [(150, 16)] and "1 passage of 150 words stands in 16 documents" in answer.errors
    assert "more than half of the documents" in data["exclusions"][3]["text"]
    textkin.jsonl("half.jsonl", class_of(30, 15))
    assert len(table(textkin, "half.jsonl")) == 105
    assert "16 documents" in textkin("passages", "in.jsonl", "--exclude", "common").errors


@pytest.mark.parametrize("documents, having, pairs", [(3, 3, 3), (8, 8, 28), (11, 11, 55), (12, 12, 0)])
def test_in_a_small_class_nothing_is_common_that_eleven_do_not_have(textkin, documents, having, pairs):
    textkin.jsonl("in.jsonl", class_of(documents, having))
    data = check(Page(report(textkin, "in.jsonl")).data)
    assert data["pairs_found"] == pairs
    assert shared(data) == ([(150, having)] if having >= 5 else [])


def test_a_number_is_a_number_of_documents(textkin):
    textkin.jsonl("in.jsonl", class_of(30, 4))
    assert shared(Page(report(textkin, "in.jsonl")).data) == []
    data = check(Page(report(textkin, "in.jsonl", "--shared-by", "2")).data)
    assert data["pairs_found"] == 0 and shared(data) == [(150, 4)]
    assert "more than 2 others" in data["exclusions"][3]["text"]


def test_what_is_common_to_the_class_is_so_beside_a_large_archive(textkin):
    textkin.jsonl("in.jsonl", class_of(30, 20))
    textkin.jsonl("old.jsonl", [{"id": f"old {i}", "text": text} for i, text in enumerate(class_of(100, 60))])
    textkin.jsonl("one.jsonl", class_of(1, 1))
    data = check(Page(report(textkin, "one.jsonl", "--against", "old.jsonl")).data)
    assert shared(data) == [(150, 61)] and data["pairs_found"] == 1, "its own words before the paragraph"


@pytest.mark.parametrize("hand_ins, counts", [(6, 6), (12, 0)])
def test_what_a_class_has_from_one_text_of_an_archive_is_told(textkin, hand_ins, counts):
    """They are not compared with each other: each has a passage with that text alone, which has one with all of them."""
    textkin.jsonl("in.jsonl", class_of(hand_ins, hand_ins))
    textkin.jsonl("old.jsonl", [{"id": f"old {i}", "text": f"{prose(f'o{i}', 200)} {PARAGRAPH if i == 7 else ''}"} for i in range(40)])
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", "old.jsonl")
    told = f"1 passage of 150 words stands in {hand_ins + 1} documents\n"
    for command in (["report", "in.jsonl", "--against", "old.jsonl", "--only-against"], ["index", "report", "idx", "in.jsonl"]):
        answer = textkin(*command, "-o", "r.html", "--stats", "stats.json")
        assert told in answer.errors and textkin.stats()["shared_passages"] == [{"words": 150, "documents": hand_ins + 1, "whole": hand_ins + 1}]
        data = check(Page(textkin.path("r.html").read_text()).data)
        assert shared(data) == [(150, hand_ins + 1)] and data["pairs_found"] == counts
        assert {data["documents"][place[0]]["id"] for place in data["shared_passages"][0]["places"]} == {"old 7", *(f"{i + 1}" for i in range(hand_ins))}
    assert told in textkin("passages", "in.jsonl", "--against", "old.jsonl", "--exclude", "common").errors
    assert told in textkin("index", "passages", "idx", "in.jsonl", "--exclude", "common").errors


def test_what_few_hand_ins_and_much_of_an_archive_have_is_one_passage(textkin):
    textkin.jsonl("in.jsonl", class_of(3, 3))
    textkin.jsonl("old.jsonl", [{"id": f"old {i}", "text": f"{prose(f'o{i}', 200)} {PARAGRAPH if i < 10 else ''}"} for i in range(40)])
    assert shared(Page(report(textkin, "in.jsonl", "--against", "old.jsonl", "--only-against")).data) == [(150, 13)]
    assert shared(Page(report(textkin, "in.jsonl", "--against", "old.jsonl")).data) == [(150, 13)]


@pytest.mark.parametrize("other", ["a", "z"])
def test_drafts_of_one_person_who_has_it_are_documents(textkin, other):
    """Those are not compared with each other, whichever folder comes first."""
    for i, text in enumerate(class_of(7, 6)):
        textkin.write(f"class/{other if i == 0 else 'm'}/{i}.txt", text)
    assert shared(Page(report(textkin, "class", "--group-by", "folder")).data) == [(150, 6)]


@pytest.mark.parametrize("first", [True, False])
def test_running_heads_of_one_are_not_words_that_all_have(textkin, first):
    words = PARAGRAPH.split()
    paged = " ".join(part for at in range(0, 150, 50) for part in (f"Anna Meyer Essay 2026 page {at // 50}", *words[at:at + 50]))
    texts = class_of(5, 5)
    texts.insert(0 if first else 5, f"{prose('c', 200)} {paged} {prose('d', 200)}")
    textkin.jsonl("in.jsonl", texts)
    assert shared(Page(report(textkin, "in.jsonl")).data) == [(150, 6)]


def test_two_paragraphs_and_one_within_the_other(textkin):
    more = " " + prose("more of it", 80)
    texts = class_of(30, 12) + class_of(40, 6, PARAGRAPH, more)[:6]
    texts = [f"{text} {prose('second', 60) if 5 < i < 15 else ''}" for i, text in enumerate(texts)]
    textkin.jsonl("in.jsonl", [{"id": f"{i}", "text": text} for i, text in enumerate(texts)])
    found = shared(Page(report(textkin, "in.jsonl", "--shared-by", "40")).data)
    assert found == [(150, 18), (60, 9)]


def test_edited_here_and_there_it_is_one_passage(textkin):
    chance = [range(7 * i % 23, 150, 31) for i in range(12)]
    texts = class_of(30, 0)
    for i, places in enumerate(chance):
        texts[i] = f"{prose(f'c{i}', 100)} {edited(PARAGRAPH, places)} {prose(f'd{i}', 100)}"
    textkin.jsonl("in.jsonl", texts)
    (found,) = shared(Page(report(textkin, "in.jsonl")).data)
    assert found[1] == 12 and 140 <= found[0] <= 155


def test_the_machines_outputs(textkin):
    textkin.jsonl("in.jsonl", class_of(30, 16))
    textkin("report", "in.jsonl", "--format", "jsonl", "-o", "t.jsonl", "--stats", "s.json")
    assert textkin.path("t.jsonl").read_text() == ""
    assert json.loads(textkin.path("s.json").read_text())["shared_passages"] == [{"words": 150, "documents": 16, "whole": 16}]


def test_nothing_is_told_where_little_is_shared(textkin):
    textkin.jsonl("in.jsonl", class_of(12, 2))
    answer = textkin("report", "in.jsonl", "-o", "r.html")
    assert not re.search(r"stands? in", answer.errors)
