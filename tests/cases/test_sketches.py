"""Every sketch of the catalogue, as the program lists it: those with bands keep the promises, the others are refused."""

import json
import math
import random
import subprocess

import pytest

from conftest import BINARY
from samples import family_corpus

THRESHOLD = "0.5"
PLANTED = 400


def catalogue():
    if not BINARY.exists():
        return []
    done = subprocess.run([BINARY, "sketches", "--format", "json"], capture_output=True, check=True)
    return json.loads(done.stdout)["sketches"]


BANDABLE = [entry for entry in catalogue() if entry["bandable"]]
OTHERS = [entry for entry in catalogue() if not entry["bandable"]]
NAMES = [entry["name"] for entry in BANDABLE]


def hashes(entry):
    """The default number, or the nearest that the sketch has."""
    step = entry["multiple_of"]
    return max(step, min(256, entry["max_hashes"]) // step * step)


def lsh(entry, *more):
    return ["--method", "lsh", "--sketch", entry["name"], "--hashes", hashes(entry), "-t", THRESHOLD, *more]


def by_name(name):
    return next(entry for entry in BANDABLE if entry["name"] == name)


def planted():
    """Sets in pairs that share 40 of 80 items, and in pairs that share 38 of 82; no item is in two pairs."""
    chance = random.Random(5)
    lines = []
    for pair in range(2 * PLANTED):
        shared = 40 if pair < PLANTED else 38
        items = [f"{pair}-{i}" for i in range(120 - shared)]
        lines += [" ".join(items[:60]), " ".join(items[60 - shared : 120 - shared])]
    order = list(range(len(lines)))
    chance.shuffle(order)
    return [lines[i] for i in order], order


@pytest.fixture(scope="module")
def written(textkin_once):
    lines, order = planted()
    textkin_once.write("x.sets", "".join(line + "\n" for line in lines))
    alike = {}
    for place, original in enumerate(order):
        if original < 2 * PLANTED:
            alike.setdefault(original // 2, []).append(f"x.sets:{place + 1}")
    textkin_once.planted = {tuple(pair) for pair in alike.values()}
    textkin_once.jsonl("texts.jsonl", family_corpus("sketches", families=40, most=6))
    return textkin_once


def test_the_list_for_people_names_what_the_list_for_programs_names(textkin):
    entries = textkin("sketches", "--format", "json").json()["sketches"]
    names = [entry["name"] for entry in entries]
    assert {"fss", "kperm"} <= set(names) and len(set(names)) == len(names)
    text = textkin("sketches").stdout.decode()
    usage = textkin("pairs", "--help").stdout.decode()
    for entry in entries:
        assert entry["version"].startswith(entry["name"] + ".v") and entry["reference"] and entry["doc"]
        assert (entry["not_bandable"] is None) == entry["bandable"]
        line = next(line for line in text.splitlines() if line.startswith(entry["name"] + " "))
        assert entry["version"] in line and entry["measure"] in line and entry["reference"] in line
        assert entry["name"] in usage


@pytest.mark.parametrize("name", NAMES)
def test_pairs_at_the_threshold_are_found_as_promised(written, record_property, name):
    entry = by_name(name)
    found = set(written.pairs("x.sets", *lsh(entry, "--recall", "0.9"), "--stats", "s.json"))
    assert found <= written.planted, "a pair below the threshold"
    stats = written.stats("s.json")
    assert stats["method"] == "lsh" and stats["hashes"] == hashes(entry)
    promised = stats["recall_at_threshold"]
    assert promised >= 0.9
    error = math.sqrt(promised * (1 - promised) / PLANTED)
    share = len(found) / PLANTED
    print(f"{name}: promised {promised:.4f}, found {share:.4f} of {PLANTED} pairs at {THRESHOLD}, standard error {error:.4f}")
    assert share >= promised - 3.5 * error


@pytest.mark.parametrize("name", NAMES)
def test_dedup_removes_only_what_is_alike(written, name):
    entry = by_name(name)
    written("dedup", "x.sets", *lsh(entry, "--recall", "0.9"), "-o", "kept.sets", "--removed", "removed.jsonl", "--stats", "s.json")
    removed = [json.loads(line) for line in written.path("removed.jsonl").read_text().splitlines()]
    partners = {b: a for a, b in written.planted}
    assert all(partners[row["id"]] == row["kept"] and row["similarity"] == 0.5 for row in removed)
    promised = written.stats("s.json")["recall_at_threshold"]
    assert len(removed) / PLANTED >= promised - 3.5 * math.sqrt(promised * (1 - promised) / PLANTED)
    assert len(written.path("kept.sets").read_text().splitlines()) == 4 * PLANTED - len(removed)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_bytes(written, name):
    answers = set()
    for options in (["--threads", 1], ["--threads", 3], ["--simd", "scalar", "--threads", 2], ["--block-size", 4096]):
        options = [*lsh(by_name(name)), *options]
        answers.add((written("pairs", "texts.jsonl", *options).stdout, written("dedup", "texts.jsonl", *options).stdout))
    assert len(answers) == 1
    assert all(len(pairs.splitlines()) > 20 for pairs, _ in answers)


@pytest.mark.parametrize("name", NAMES)
def test_the_audit_agrees(written, name):
    written("pairs", "x.sets", *lsh(by_name(name), "--recall", "0.9"), "--audit", 10**6, "--stats", "s.json")
    audit = written.stats("s.json")["audit"]
    assert audit["neighbours"] == 2 * PLANTED
    assert audit["found"] == 2 * written.stats("s.json")["pairs"]


@pytest.mark.parametrize("entry", OTHERS, ids=[entry["name"] for entry in OTHERS])
def test_a_sketch_without_bands_is_refused_with_the_reason(written, entry):
    for command in (["pairs", "texts.jsonl"], ["dedup", "texts.jsonl", "-o", "never.jsonl"], ["plan"]):
        errors = written(*command, "--sketch", entry["name"], "--hashes", hashes(entry), exit=2).errors
        assert entry["name"] in errors and entry["not_bandable"] in errors and "fss" in errors
        assert len(errors.strip().splitlines()) == 1
    assert not written.path("never.jsonl").exists()
