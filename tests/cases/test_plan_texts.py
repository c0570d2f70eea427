"""`textkin plan INPUT`: what suits some texts, and the command that takes it."""

import random
import shlex

import pytest

from samples import prose


def words_of(text, size):
    words = text.split()
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def jaccard(a, b):
    return len(a & b) / len(a | b)


@pytest.fixture
def texts(textkin):
    textkin.jsonl("in.jsonl", [prose(i, 200 + i) for i in range(60)])
    return textkin


def test_trials_are_what_the_pairs_come_to(textkin):
    a, b = prose(1, 80), prose(2, 50) + " " + " ".join(prose(1, 80).split()[:40])
    textkin.jsonl("in.jsonl", [a, b])
    answer = textkin("plan", "in.jsonl", "--format", "json").json()
    assert answer["sample"] == {"texts": 2, "pairs": 1}
    trials = {trial["shingle"]: trial for trial in answer["shingles"]}
    for size in (1, 2, 3, 5, 8):
        expected = jaccard(words_of(a, size), words_of(b, size))
        trial = trials[f"word:{size}"]
        assert trial["mean"] == trial["one_in_ten"] == trial["highest"] == pytest.approx(expected, abs=1e-12)


def test_a_changed_word_costs_what_is_said(textkin):
    words = [f"w{i}" for i in range(90)]
    changed = words[:40] + ["other"] + words[41:]
    textkin.jsonl("two.jsonl", [" ".join(words), " ".join(f"x{i}" for i in range(90))])
    trials = {trial["shingle"]: trial for trial in textkin("plan", "two.jsonl", "--format", "json").json()["shingles"]}
    for size in (1, 2, 3, 5, 8):
        measured = jaccard(words_of(" ".join(words), size), words_of(" ".join(changed), size))
        assert trials[f"word:{size}"]["one_word_changed"] == pytest.approx(measured, abs=1e-12)


def test_the_command_is_one(texts):
    out = texts("plan", "in.jsonl", "-t", "0.6", "--recall", "0.9").stdout.decode()
    assert "60 documents" in out and "<-" in out
    command = shlex.split(out.splitlines()[-1])
    assert command[:3] == ["textkin", "pairs", "in.jsonl"] and {"--threshold=0.6", "--recall=0.9", "--shingle=word:5"} <= set(command)
    texts(*command[1:], "-q")


@pytest.mark.parametrize("length, least", [(30, 3), (300, 4), (1_500, 4), (2_000, 5), (30_000, 5), (100_000, 6)])
def test_the_rule_of_twenty(textkin, length, least):
    """The least k with 20^k >= 100 characters of a long text."""
    textkin.jsonl("in.jsonl", [("ab " * length)[:length], ("cd " * length)[:length]])
    assert textkin("plan", "in.jsonl", "--format", "json").json()["least_characters"] == least


def test_short_texts_get_short_shingles_and_a_word_of_warning(textkin):
    textkin.jsonl("in.jsonl", [prose(i, 12) for i in range(80)])
    answer = textkin("plan", "in.jsonl", "--format", "json").json()
    assert answer["words_of_a_text"] == 12 and answer["shingle"] == "word:1"
    textkin.jsonl("in.jsonl", [prose(i, 4) for i in range(80)])
    assert "one changed word" in textkin("plan", "in.jsonl", "--format", "json").json()["warning"]


def test_boilerplate_is_told(textkin):
    shared = prose("form", 300)
    textkin.jsonl("in.jsonl", [shared + " " + prose(i, 60) for i in range(40)])
    answer = textkin("plan", "in.jsonl", "--format", "json").json()
    assert "forms" in answer["warning"] and answer["shingle"] == "word:8"


def test_what_is_asked_for_is_obeyed(texts):
    usual = texts("plan", "in.jsonl", "--format", "json").json()
    asked = texts("plan", "in.jsonl", "--shingle", "char:10", "--documents", "6000", "--hashes", "128", "--format", "json").json()
    assert asked["shingle"] == "char:10" and asked["hashes"] == 128
    assert asked["for_documents"] == 6000 and asked["documents"] == usual["documents"] == 60
    assert "--shingle=char:10" in asked["command"] and "documents" not in asked["command"]
    more = texts("plan", "in.jsonl", "--documents", "6000", "--format", "json").json()
    assert more["expected_candidates"] == pytest.approx(usual["expected_candidates"] * 6000 * 5999 / (60 * 59))
    assert more["band_record_bytes"] == 100 * usual["band_record_bytes"]
    assert usual["features"] == sum(len(words_of(prose(i, 200 + i), 5)) for i in range(60))


@pytest.mark.parametrize("words", [("--stem", "english"), ("--stop-words", "english"), ("--fingerprint", "rabin")], ids=" ".join)
def test_what_is_of_words_is_tried_with_words(texts, words):
    asked = texts("plan", "in.jsonl", *words, "--format", "json").json()
    assert [trial["shingle"] for trial in asked["shingles"]] == [f"word:{size}" for size in (1, 2, 3, 4, 5, 6, 8)]
    given = texts("plan", "in.jsonl", *words, "--shingle", "word:7", "--format", "json").json()
    assert given["shingle"] == "word:7" and given["shingles"][-1]["shingle"] == "word:7"
    assert texts("plan", "in.jsonl", *words, "--shingle", "word:8", "--format", "json").json()["shingle"] == "word:8"


def test_order_threads_and_repeats_change_nothing(texts):
    once = texts("plan", "in.jsonl", "--format", "json").json()
    lines = texts.path("in.jsonl").read_text().splitlines()
    random.Random(1).shuffle(lines)
    texts.write("in.jsonl", "\n".join(lines) + "\n")
    assert texts("plan", "in.jsonl", "--threads", "1", "--simd", "scalar", "--format", "json").json() == once


def test_a_large_collection_is_drawn_from(textkin):
    textkin.jsonl("in.jsonl", [prose(i % 900, 60) for i in range(1200)])
    answer = textkin("plan", "in.jsonl", "--format", "json").json()
    assert answer["documents"] == 1200 and answer["sample"] == {"texts": 200, "pairs": 4000}
    assert answer["shingles"][4]["highest"] < 0.1, "copies of one text are one text of the sample"


@pytest.mark.parametrize(
    "records, options, said",
    [
        (["one text", "one text"], [], "fewer than two different"),
        (["", " "], [], "fewer than two different"),
        (["a b", "c d"], ["--background", "in.jsonl"], "leave out --background"),
        (["acgt", "ttta"], ["--shingle", "kmer:3"], "--background"),
        (["a:1", "b:2"], ["--weights", "suffix"], "--background"),
    ],
)
def test_what_it_cannot_look_at(textkin, records, options, said):
    textkin.jsonl("in.jsonl", records)
    errors = textkin("plan", "in.jsonl", *options, exit=2).errors
    assert said in errors and len(errors.strip().splitlines()) == 1
