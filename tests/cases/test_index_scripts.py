"""Random lives of an index, from outside: what is asked at the end is what ten lines of Python say of the documents that are there."""

import random

import pytest

import reference
from index_model import Model, SOAK, changed
from index_texts import WORDS

SCRIPTS = 5000 if SOAK else 100
PORTIONS = 20
shingles_of = reference.words(5)


def similarity(a, b):
    return len(a & b) / len(a | b) if a | b else 0.0


def right_rows(questions, alive, threshold):
    rows = set()
    for asked, text in questions:
        own = shingles_of(text)
        for id, other in alive.items():
            value = similarity(own, shingles_of(other))
            if value >= threshold:
                rows.add((asked, id, f"{value:.6f}"))
    return rows


def some_text(draw, texts):
    if texts and draw.random() < 0.6:
        return changed(draw, draw.choice(texts), draw.randrange(4))
    return " ".join(draw.choices(WORDS, k=draw.choice((5, 9, 30, 68, 90, 200))))


def live(textkin, draw, name):
    """One script; the right rows, those of --exact and those by keys."""
    model, texts = Model(textkin, "--normalize", "ascii-lower", "--tokens", "ascii", name=name), []
    for _ in range(draw.randrange(2, 5)):
        way = draw.randrange(6)
        if way == 0 and model.alive:
            model.remove(draw.sample(sorted(model.alive), draw.randrange(1, len(model.alive) + 1)))
        elif way == 1:
            textkin("index", "merge", name)
        else:
            texts += [some_text(draw, texts) for _ in range(draw.randrange(1, 25))]
            model.add([(f"d{draw.randrange(30)}", text) for text in draw.sample(texts, min(len(texts), 20))])
    questions = [(f"q{i}", some_text(draw, texts)) for i in range(6)]
    asked = textkin.jsonl("asked.jsonl", [{"id": id, "text": text} for id, text in questions])
    threshold = draw.choice((0.5, 0.6, 0.7, 0.8, 0.9))
    answers = [{(row["a"], row["b"], f"{float(row['similarity']):.6f}") for row in model.query(asked, "-t", threshold, *how).table()}
               for how in (("--exact",), ())]
    return right_rows(questions, model.alive, threshold), *answers


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_random_lives(textkin, portion):
    right, found = 0, 0
    for seed in range(portion, SCRIPTS, PORTIONS):
        expected, exact, by_keys = live(textkin, random.Random(seed), f"in-{seed}")
        assert exact == expected, seed
        assert by_keys <= expected, seed
        right, found = right + len(expected), found + len(by_keys)
    assert right > 0 and found >= 0.95 * right - 3
