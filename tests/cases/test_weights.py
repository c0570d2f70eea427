"""Weighted items, --weights suffix: a document is a set of NAME:WEIGHT; also the recipe docs/recipes/visual-words.md."""

import json
import math
import random
import re
import subprocess

import pytest

import reference
from conftest import BINARY

SUFFIX = ["--weights", "suffix"]


def bandable():
    if not BINARY.exists():
        return []
    done = subprocess.run([BINARY, "sketches", "--format", "json"], capture_output=True, check=True)
    return [entry["name"] for entry in json.loads(done.stdout)["sketches"] if entry["bandable"]]


def line(weights):
    return " ".join(f"{name}:{weight}" for name, weight in weights.items()) + "\n"


def write(textkin, name, sets):
    return textkin.write(name, "".join(map(line, sets)))


def copies(weight, unit):
    return max(1, math.floor(weight / unit + 0.5))


def weighted_jaccard(a, b):
    names = a.keys() | b.keys()
    return sum(min(a.get(n, 0), b.get(n, 0)) for n in names) / sum(max(a.get(n, 0), b.get(n, 0)) for n in names)


def probability_jaccard(a, b):
    names = a.keys() | b.keys()
    share = lambda x, y: x / y
    return sum(1 / sum(max(a.get(j, 0) / a[i], b.get(j, 0) / b[i]) for j in names) for i in a.keys() & b.keys())


def histogram(chance, words=400, members=30):
    """Some words of a vocabulary, with weights of a heavy tail."""
    return {word: round(chance.paretovariate(1.2), 2) for word in chance.sample(range(words), members)}


def seen_again(chance, one, change):
    """The same with every weight changed a little and some words lost."""
    return {word: round(weight * chance.uniform(1 - change, 1 + change), 2) for word, weight in one.items() if chance.random() > change / 2}


def album(seed, scenes=60, shots=3, change=0.1):
    chance = random.Random(seed)
    images = []
    for _ in range(scenes):
        scene = histogram(chance)
        images += [seen_again(chance, scene, change) for _ in range(shots)]
    chance.shuffle(images)
    return images


@pytest.fixture(scope="module")
def images(textkin_once):
    textkin_once.images = album(11)
    write(textkin_once, "images.sets", textkin_once.images)
    return textkin_once


def truth(images, unit, threshold):
    counts = [{word: copies(weight, unit) for word, weight in image.items()} for image in images]
    found = {}
    for b in range(len(counts)):
        for a in range(b):
            similarity = weighted_jaccard(counts[a], counts[b])
            if similarity >= threshold:
                found[f"images.sets:{a + 1}", f"images.sets:{b + 1}"] = similarity
    return found


@pytest.mark.parametrize("unit", [0.05, 1, 3])
def test_exact_pairs_are_brute_force_on_rounded_weights(images, unit):
    expected = truth(images.images, unit, 0.6)
    assert len(expected) > 100
    found = images.pairs("images.sets", *SUFFIX, "--weight-unit", unit, "--exact", "-t", 0.6)
    assert {pair: float(row["similarity"]) for pair, row in found.items()} == expected


@pytest.mark.parametrize("sketch", bandable())
def test_every_sketch_with_bands_keeps_the_promises(images, sketch):
    expected = truth(images.images, 0.5, 0.7)
    options = [*SUFFIX, "--weight-unit", 0.5, "-t", 0.7, "--method", "lsh", "--sketch", sketch, "--recall", "0.95"]
    found = images.pairs("images.sets", *options, "--threads", 1)
    assert {pair: float(row["similarity"]) for pair, row in found.items()}.items() <= expected.items()
    assert len(found) >= 0.95 * len(expected)
    assert images("pairs", "images.sets", *options, "--threads", 3).stdout == images("pairs", "images.sets", *options, "--simd", "scalar").stdout


def test_whole_weights_are_repeats(textkin):
    textkin.write("weighted.txt", "a:3 b:1 c:2\n")
    textkin.write("repeated.txt", "a b a c a c\n")
    weighted = textkin("compare", "weighted.txt", "weighted.txt", *SUFFIX, "--format", "json").json()
    repeated = textkin("compare", "repeated.txt", "repeated.txt", "--multiset", "--shingle", "word:1", "--format", "json").json()
    assert weighted["size_a"] == repeated["size_a"] == 6
    assert weighted["weighted"] == repeated["weighted"] == {"jaccard": 1, "probability_jaccard": 1, "cosine": 1}
    assert weighted["sketch"]["estimate"] == 1


@pytest.mark.parametrize("sketch, measure", [("icws", "jaccard"), ("dartminhash", "jaccard"), ("probminhash", "probability_jaccard")])
def test_compare_uses_the_weights_as_they_are(textkin, sketch, measure):
    chance = random.Random(3)
    a = histogram(chance, 60, 40)
    b = {word: round(3 * weight * chance.uniform(0.5, 1.5), 2) for word, weight in a.items() if chance.random() < 0.9}
    write(textkin, "a.txt", [a])
    write(textkin, "b.txt", [b])
    answer = textkin("compare", "a.txt", "b.txt", *SUFFIX, "--sketch", sketch, "--hashes", 1024, "--format", "json").json()
    exact = {"jaccard": weighted_jaccard(a, b), "probability_jaccard": probability_jaccard(a, b)}
    for name, value in exact.items():
        assert answer["weighted"][name] == pytest.approx(value, rel=1e-12)
    assert exact["probability_jaccard"] > exact["jaccard"] + 0.2  # b is thrice a, and J_P does not mind
    norm = lambda x: math.sqrt(sum(w * w for w in x.values()))
    cosine = sum(a[n] * b[n] for n in b) / norm(a) / norm(b)
    assert answer["weighted"]["cosine"] == pytest.approx(cosine, rel=1e-12)
    estimate = answer["sketch"]
    assert estimate["measure"] == ("weighted jaccard" if measure == "jaccard" else "probability jaccard")
    error = math.sqrt(exact[measure] * (1 - exact[measure]) / 1024)
    assert abs(estimate["estimate"] - exact[measure]) < 4 * error
    assert estimate["lower"] <= estimate["estimate"] <= estimate["upper"]
    text = textkin("compare", "a.txt", "b.txt", *SUFFIX, "--sketch", sketch).stdout.decode()
    assert f"probability Jaccard {exact['probability_jaccard']:.4f}" in text and estimate["measure"] in text


def test_plain_documents_are_told_nothing_of_weights(textkin):
    textkin.write("a.txt", "one two three four five six")
    answer = textkin("compare", "a.txt", "a.txt", "--format", "json").json()
    assert "weighted" not in answer and answer["sketch"]["measure"] == "jaccard"
    assert "weight" not in textkin("compare", "a.txt", "a.txt").stdout.decode()


def test_items_that_cannot_be_used_cost_their_document(textkin):
    bad = ["a:1 b", ":3", "a:x", "a:-1", "a:nan", "a:1e99", "a:1 b:2000000"]
    textkin.write("x.sets", "a:1 b:2\n" + "".join(text + "\n" for text in bad) + "a:1 b:2 c:0\n\na:1 b:2\n")
    found = textkin.pairs("x.sets", *SUFFIX, "-t", 0.9, "--problems", "p.jsonl")
    good = ["x.sets:1", "x.sets:9", "x.sets:11"]
    assert list(found) == [(a, b) for i, a in enumerate(good) for b in good[i + 1 :]]
    problems = [json.loads(text) for text in textkin.path("p.jsonl").read_text().splitlines()]
    assert [(p["file"], p["line"], p["reason"]) for p in problems] == [("x.sets", 2 + i, "bad-weights") for i in range(len(bad))]
    assert "2000001 copies" in problems[-1]["message"] and "larger unit" in problems[-1]["message"]
    errors = textkin("pairs", "x.sets", *SUFFIX, "--on-error", "fail", exit=2).errors
    assert "x.sets:2: item 'b' has no weight" in errors
    textkin.jsonl("x.jsonl", [{"id": "one", "text": "a:1 b:2"}, {"id": "two", "text": "a b"}, {"id": "three", "text": "b:2.0 a:1e0"}])
    assert list(textkin.pairs("x.jsonl", *SUFFIX, "--problems", "p.jsonl")) == [("one", "three")]
    assert json.loads(textkin.path("p.jsonl").read_text())["line"] == 2


@pytest.mark.parametrize(
    "options, says",
    [
        (["--weights", "sufix"], "{none,suffix}"),
        (["--weight-unit", "2"], "add --weights suffix"),
        ([*SUFFIX, "--weight-unit", "0"], "from 1e-9 to 1e9"),
        ([*SUFFIX, "--weight-unit", "nan"], "from 1e-9 to 1e9"),
        ([*SUFFIX, "--shingle", "word:2"], "leave out --shingle"),
        ([*SUFFIX, "--tokens", "ascii"], "leave out --tokens"),
        ([*SUFFIX, "--normalize", "nfc"], "leave out --normalize"),
        ([*SUFFIX, "--multiset"], "leave out --multiset"),
    ],
)
def test_wrong_usage(textkin, options, says):
    textkin.write("x.sets", "a:1\n")
    assert says in textkin("pairs", "x.sets", *options, exit=2).errors


def test_stages_and_another_unit(images):
    dedup = [*SUFFIX, "--weight-unit", 0.1, "-t", 0.7, "--method", "lsh"]
    images("dedup", "images.sets", *dedup, "-o", "at-once.sets")
    images("sketch", "images.sets", *dedup, "--run-dir", "run")
    images("join", "--run-dir", "run")
    images("cluster", "--run-dir", "run", "-o", "by-stages.sets")
    kept = images.path("at-once.sets").read_bytes()
    assert images.path("by-stages.sets").read_bytes() == kept
    assert 60 <= len(kept.splitlines()) < len(images.images)
    other = ["--weights", "suffix", "--weight-unit", 0.2, "-t", 0.7, "--method", "lsh"]
    assert "--weight-unit" in images("sketch", "images.sets", *other, "--run-dir", "run", exit=2).errors
    assert "weights.v1:0.1" in images("compare", "images.sets", "images.sets", *SUFFIX, "--as", "document", "--weight-unit", 0.1).stdout.decode()


# Eleven bytes can be a million features: what does not fit is refused, and what the refusal says would do, does.
def test_copies_that_memory_has_no_room_for(textkin):
    textkin.write("x.sets", "".join(f"{i}:400000\n" for i in range(12)))
    errors = textkin("pairs", "x.sets", *SUFFIX, "--memory", "64MiB", "--threads", 1, "--method", "lsh", exit=2).errors
    would_do = re.search(r"copies .*; (\d+) MiB would do, or a larger unit", errors)[1]
    answer = textkin("pairs", "x.sets", *SUFFIX, "--memory", f"{would_do}MiB", "--threads", 1, "--method", "lsh", "--stats", "s.json")
    assert answer.table() == []
    assert textkin.stats("s.json")["peak_memory_bytes"] < 1.1 * (int(would_do) << 20) + (64 << 20)
    textkin("pairs", "x.sets", *SUFFIX, "--memory", "64MiB", "--threads", 1, "--weight-unit", 1000)


RECIPE = (reference.ROOT / "docs/recipes/visual-words.md").read_text()


def test_the_recipe_does_what_it_says(textkin):
    for name, content in re.findall(r"`(\S+)`:\n```\n(.*?)```", RECIPE, re.S):
        textkin.write(name, content)
    checked = 0
    for command, output in re.findall(r"^\$ textkin (.*)\n((?:[^$`].*\n)*)", RECIPE, re.M):
        answered = textkin(*command.split()).stdout.decode().splitlines(keepends=True)
        assert [text for text in answered if text in output.splitlines(keepends=True)] == output.splitlines(keepends=True)
        checked += 1
    assert checked >= 3


# The recipe's case at some size: shots of a scene are found, scenes are kept apart.
def test_shots_of_a_scene_are_one_cluster(textkin):
    chance = random.Random(29)
    images = []
    for scene in range(150):
        words = histogram(chance, 5000, 60)
        images += [{"id": f"scene{scene}-{shot}", "text": line(seen_again(chance, words, 0.1)).strip()} for shot in range(4)]
    chance.shuffle(images)
    textkin.jsonl("images.jsonl", images)
    textkin("dedup", "images.jsonl", *SUFFIX, "--weight-unit", 0.1, "-t", 0.6, "-o", "kept.jsonl", "--removed", "removed.jsonl", "--method", "lsh")
    scene = lambda identifier: identifier.partition("-")[0]
    kept = [scene(json.loads(text)["id"]) for text in textkin.path("kept.jsonl").read_text().splitlines()]
    removed = [json.loads(text) for text in textkin.path("removed.jsonl").read_text().splitlines()]
    assert all(scene(row["id"]) == scene(row["kept"]) for row in removed)
    assert set(kept) == {f"scene{i}" for i in range(150)} and len(kept) <= 160
