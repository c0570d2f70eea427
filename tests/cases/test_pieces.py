"""What of a passage is the same on both sides: pieces on the page, and shares that are made of them."""

import random

from samples import prose
from test_report import Page, report


def pieces(textkin, a, b):
    """The pieces of the only pair, of all its passages, and the pair."""
    textkin.jsonl("in.jsonl", [{"id": "a", "text": a}, {"id": "b", "text": b}])
    (pair,) = Page(report(textkin, "in.jsonl")).data["pairs"]
    for passage in pair["passages"]:
        assert passage[6] == sum(words for *_, words in passage[9])
    return [tuple(piece) for passage in pair["passages"] for piece in passage[9]], pair


def test_own_words_between_copied_ones_are_not_equal(textkin):
    copied, own, others = prose("copied", 120).split(), [f"own{i}" for i in range(50)], [f"other{i}" for i in range(50)]
    a = [word for i in range(10) for word in copied[12 * i : 12 * i + 12] + own[5 * i : 5 * i + 5]]
    b = [word for i in range(10) for word in copied[12 * i : 12 * i + 12] + others[5 * i : 5 * i + 5]]
    found, pair = pieces(textkin, " ".join(a), " ".join(b))
    assert found == [(17 * i, 17 * i, 12) for i in range(10)]
    assert (pair["a_matched"], pair["a_equal"], pair["b_equal"]) == (165, 120, 120)
    (row,) = textkin("report", "in.jsonl", "--format", "tsv", "-o", "-").table()
    assert (row["matched_a"], row["equal_a"], row["words_a"]) == ("165", "120", "170")
    assert float(row["share_a"]) == float(row["share_b"]) == 120 / 170
    page = Page(report(textkin, "in.jsonl")).data
    assert [(d["matched"], d["equal"], len(d["equal_spans"])) for d in page["documents"]] == [(165, 120, 10)] * 2


def test_no_word_of_a_reordered_text_is_missing(textkin):
    sentences = [prose(f"sentence {i}", 12 + i).capitalize() + "." for i in range(24)]
    other = sentences[:]
    random.Random(5).shuffle(other)
    found, pair = pieces(textkin, " ".join(sentences), " ".join(other))
    words = sum(len(sentence.split()) for sentence in sentences)
    assert pair["a_equal"] == pair["b_equal"] == words
    assert len(found) > 12 and [b for _, b, _ in found] != sorted(b for _, b, _ in found)


def test_long_passages_have_pieces_too(textkin):
    words = prose("book", 30000).split()
    other = words[:]
    for i in range(0, 30000, 50):
        other[i + 20] = f"changed{i}"
    found, pair = pieces(textkin, " ".join(words), " ".join(other))
    assert len(found) == 601 and pair["a_equal"] == 30000 - 600


def test_what_is_not_counted_is_in_no_share(textkin):
    exercise, copied = prose("exercise", 40), prose("copied", 30)
    textkin.write("t.txt", exercise)
    textkin.write("a.txt", f"{exercise} {copied} {prose('own a', 30)}")
    textkin.write("b.txt", f"{exercise} {copied} {prose('own b', 30)}")
    (row,) = textkin("report", "a.txt", "b.txt", "--template", "t.txt", "--format", "tsv", "-o", "-").table()
    assert (row["equal_a"], row["words_a"]) == ("30", "60")


def test_moved_sentences_that_begin_alike_keep_their_words(textkin):
    starts = [prose(f"s{i}", 14).split() for i in range(6)]
    sentences = [" ".join(["the", *words]) for words in starts]
    _, pair = pieces(textkin, " ".join(sentences), " ".join(sentences[i] for i in (3, 0, 5, 2, 4, 1)))
    assert pair["a_equal"] == pair["b_equal"] == 6 * 15


def test_a_sentence_copied_inside_another_passage_is_equal(textkin):
    frame, far = prose("frame", 120).split(), prose("far", 60).split()
    rewritten = [f"other{i}" for i in range(30)]
    sentence = far[15:45]
    a = " ".join(frame[:60] + sentence + frame[60:])
    b = " ".join(frame[:60] + rewritten + frame[60:] + [f"between{i}" for i in range(200)] + far)
    _, pair = pieces(textkin, a, b)
    assert pair["a_equal"] == 150
    assert len(pair["passages"]) > 1
