"""`index query --top K`: the K most alike, and with which probability nothing more alike is missing."""

import random

import pytest

from index_model import SOAK, changed, text


def planted(textkin, draw, bases, copies):
    """An index of `copies` of each base, of 95 % down to 40 % similarity, among others."""
    texts = [changed(draw, base, draw.randrange(1, 15)) for base in bases for _ in range(copies)] + [text(draw) for _ in range(500)]
    draw.shuffle(texts)
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", texts))
    return textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": base} for i, base in enumerate(bases)])


def by_question(rows):
    answers = {}
    for row in rows:
        answers.setdefault(row["a"], []).append((row["b"], float(row["similarity"])))
    return answers


def answers_of(textkin, *words):
    found = by_question(textkin("index", "query", "idx", "asked.jsonl", "-q", "--answers", "sure.tsv", *words).table())
    header, *lines = (textkin.folder / "sure.tsv").read_text().splitlines()
    return found, {line.split("\t")[0]: dict(zip(header.split("\t"), line.split("\t"))) for line in lines}


@pytest.mark.parametrize("seed", range(5 if SOAK else 1))
@pytest.mark.parametrize("top, recall", [(1, 0.95), (5, 0.95), (5, 0.6), (12, 0.99)])
def test_what_is_more_alike_is_in_the_list_as_often_as_stated(textkin, seed, top, recall):
    draw = random.Random(100 * seed + top)
    planted(textkin, draw, [text(draw, 170) for _ in range(120)], 30)
    exact = by_question(textkin("index", "query", "idx", "asked.jsonl", "-q", "--exact", "-t", "0.05").table())
    best, sure = answers_of(textkin, "--top", top, "--recall", recall)
    _, every = answers_of(textkin, "-t", "0.5", "--recall", recall)
    more_alike = in_list = stated = 0
    for question, row in sure.items():
        shown = best[question]
        assert len(shown) == top == int(row["found"]) and set(shown) <= set(exact[question])
        assert [similarity for _, similarity in shown] == sorted((similarity for _, similarity in shown), reverse=True)
        assert float(row["at"]) == shown[-1][1] and float(row["recall"]) >= recall
        expected = "each document more similar than the last one shown" if float(row["recall"]) < 1 else "no document is more similar than the last one"
        assert row["statement"].startswith(f"{expected} ")
        above = {one for one in exact[question] if one[1] > shown[-1][1]}
        more_alike += len(above)
        in_list += len(above & set(shown))
        stated += len(above) * float(row["recall"])
    if more_alike:
        error = (stated * (1 - stated / more_alike)) ** 0.5 + 1
        assert in_list >= stated - 3 * error, (in_list, more_alike, stated)
    assert top == 1 or more_alike > 300
    cost, full = (sum(int(row["candidates"]) for row in rows.values()) for rows in (sure, every))
    assert cost < (0.9 if top == 12 else 0.7) * full, (cost, full)


def test_fewer_than_asked_for_are_all_down_to_the_threshold(textkin):
    draw = random.Random(8)
    planted(textkin, draw, [text(draw, 170) for _ in range(20)], 6)
    for words in (("-t", "0.6"), ("-t", "0.6", "--exact")):
        best, sure = answers_of(textkin, "--top", "100", *words)
        found, _ = answers_of(textkin, *words)
        assert {q: sorted(rows) for q, rows in best.items()} == {q: sorted(rows) for q, rows in found.items()}
        assert all(row["at"] == "0.6" and row["statement"].startswith("each document of similarity 0.6 or more") for row in sure.values())


def test_without_a_threshold_it_is_the_least_of_the_index(textkin):
    draw = random.Random(9)
    base = text(draw, 170)
    textkin("index", "create", "idx", "--least", "0.4")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", [changed(draw, base, 18) for _ in range(5)]))
    textkin.jsonl("asked.jsonl", [base])
    rows = textkin("index", "query", "idx", "asked.jsonl", "-q", "--top", "3", "--exact", "-t", "0.1").table()
    assert 0.4 < float(rows[0]["similarity"]) < 0.7
    assert textkin("index", "query", "idx", "asked.jsonl", "-q", "--top", "3").table() == rows
    assert not textkin("index", "query", "idx", "asked.jsonl", "-q").table()
    for measure in ("containment", "dice"):  # of which the index has no least
        assert "give -t" in textkin("index", "query", "idx", "asked.jsonl", "--top", "3", "--measure", measure, exit=2).errors
        assert textkin("index", "query", "idx", "asked.jsonl", "-q", "--top", "3", "--measure", measure, "-t", "0.3", "--exact").table()


def test_a_recall_that_is_not_reached_is_told(textkin):
    draw = random.Random(10)
    texts = [text(draw, 170) for _ in range(5)]
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", texts))
    textkin.jsonl("asked.jsonl", texts)
    missed = "is not reached"
    words = ("index", "query", "idx", "asked.jsonl", "-q")
    assert "--recall 0.9999 is not reached" in textkin(*words, "--measure", "containment", "-t", "0.1", "--recall", "0.9999").errors
    assert missed not in textkin(*words, "--measure", "containment", "-t", "0.1").errors
    assert missed not in textkin(*words, "-t", "0.9", "--recall", "0.9").errors
