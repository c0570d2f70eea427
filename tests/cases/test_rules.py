"""`textkin rules`: association rules without support pruning, against brute force over the columns."""

import gzip
import json
import random
import re
from collections import defaultdict
from fractions import Fraction

import pytest

COLUMNS = ["a", "b", "similarity", "confidence", "shared", "size_a", "size_b"]


def columns_of(rows):
    """Items in the order in which they come first, each with the set of its rows."""
    columns = defaultdict(set)
    for number, items in enumerate(rows):
        for item in items:
            columns[item].add(number)
    return dict(columns)


def brute_force(rows, similarity=None, confidence=None, min_support=2, max_support=10**9):
    """Rows as the program should print them, in its order."""
    columns = columns_of(rows)
    names = [name for name in columns if len(columns[name]) >= min_support]
    found = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            shared = len(columns[a] & columns[b])
            if shared < min_support or shared > max_support or shared == 0:
                continue
            jaccard = Fraction(shared, len(columns[a] | columns[b]))
            if similarity is not None and jaccard < Fraction(similarity):
                continue
            directions = [(a, b), (b, a)]
            if confidence is None:
                directions = [(a, b) if len(columns[a]) <= len(columns[b]) else (b, a)]
            for x, y in directions:
                if confidence is None or Fraction(shared, len(columns[x])) >= Fraction(confidence):
                    found.append((x, y, float(jaccard), shared / len(columns[x]), shared, len(columns[x]), len(columns[y])))
    return found


def rules(textkin, *arguments, **how):
    answer = textkin("rules", *arguments, **how)
    assert answer.stdout.decode().splitlines()[0].split("\t") == COLUMNS
    return [(r["a"], r["b"], float(r["similarity"]), float(r["confidence"]), int(r["shared"]), int(r["size_a"]), int(r["size_b"]))
            for r in answer.table()]


def baskets(seed, count=400, items=120):
    """Popular items by chance, and rare ones that come together or imply each other."""
    chance = random.Random(seed)
    rows = []
    for number in range(count):
        row = [f"i{min(int(chance.expovariate(0.06)), items)}" for _ in range(chance.randrange(8))]
        if number % 97 == 0:
            row += ["caviar", "vodka"]  # both in 5 rows or so, always together
        if number % 61 == 0:
            row += ["saffron", "rice"]
        elif number % 23 == 0:
            row += ["rice"]
        chance.shuffle(row)
        rows.append(row)
    return rows


def write(textkin, name, rows):
    return textkin.write(name, "".join(" ".join(row) + "\n" for row in rows))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("asked", [
    {"similarity": "0.1"}, {"similarity": "0.5"}, {"similarity": "1"}, {"confidence": "0.2"}, {"confidence": "0.5"},
    {"confidence": "0.9"}, {"confidence": "1"}, {"similarity": "0.2", "confidence": "0.4"}, {"confidence": "0.3", "min_support": 1},
    {"confidence": "0.2", "max_support": 4}, {"similarity": "0.05", "min_support": 3, "max_support": 5},
    {"similarity": "0.05", "min_support": 4}, {"confidence": "0.1", "min_support": 10},
])
def test_all_rules_are_found(textkin, seed, asked):
    rows = baskets(seed)
    write(textkin, "x.txt", rows)
    options = [word for name, value in asked.items() for word in (f"--{name.replace('_', '-')}", value)]
    expected = brute_force(rows, **asked)
    assert expected
    assert rules(textkin, "x.txt", "--exact", *options) == expected


def test_rare_rules_stand_beside_frequent_ones(textkin):
    rows = baskets(7)
    write(textkin, "x.txt", rows)
    found = {(a, b): (confidence, shared) for a, b, _, confidence, shared, _, _ in rules(textkin, "x.txt", "--confidence", "0.9")}
    assert found[("caviar", "vodka")] == found[("vodka", "caviar")] == (1.0, 5)
    assert found[("saffron", "rice")][0] == 1.0 and ("rice", "saffron") not in found


def test_lsh_finds_similar_items_as_promised(textkin):
    """300 pairs of items that share 30 of 60 rows; half of the rows of others."""
    chance = random.Random(4)
    rows = [[] for _ in range(20000)]
    planted = 300
    for pair in range(planted):
        places = chance.sample(range(len(rows)), 60)
        for place in places[:45]:
            rows[place].append(f"a{pair}")
        for place in places[15:]:
            rows[place].append(f"b{pair}")
    write(textkin, "x.txt", rows)
    truth = {frozenset(rule[:2]) for rule in rules(textkin, "x.txt", "--similarity", "0.5", "--exact")}
    assert len(truth) == planted
    found = rules(textkin, "x.txt", "--similarity", "0.5", "--method", "lsh", "--recall", "0.9", "--stats", "s.json")
    pairs = {frozenset(rule[:2]) for rule in found}
    assert pairs <= truth and all(rule[2] == 0.5 and rule[4] == 30 for rule in found)
    stats = textkin.stats("s.json")
    promised = stats["recall_at_threshold"]
    assert stats["method"] == "lsh" and promised >= 0.9
    assert len(pairs) / planted >= promised - 3.5 * (promised * (1 - promised) / planted) ** 0.5


def test_forms_of_input(textkin):
    rows = baskets(2, count=120)
    write(textkin, "x.txt", rows)
    expected = textkin("rules", "x.txt", "--confidence", "0.5").stdout
    text = textkin.path("x.txt").read_bytes()
    textkin.write("x.sets.gz", gzip.compress(text))
    textkin.jsonl("x.jsonl", [{"basket": " ".join(row)} for row in rows])
    textkin.write("d/1", text[: text.index(b"\n", 1000) + 1])
    textkin.write("d/2", text[text.index(b"\n", 1000) + 1 :])
    for arguments in (["x.sets.gz"], ["x.jsonl", "--text-field", "basket"], ["d"], ["-"], ["x.txt", "--as", "sets"],
                      ["x.txt", "--threads", 3], ["x.txt", "--block-size", 100], ["x.txt", "--simd", "scalar"]):
        assert textkin("rules", *arguments, "--confidence", "0.5", stdin=text).stdout == expected, arguments


def test_items_are_as_the_text_options_say(textkin):
    textkin.write("x.txt", "Tea, milk\ntea milk\nTEA MILK!\n")
    assert rules(textkin, "x.txt", "--confidence", "0.5") == []
    found = rules(textkin, "x.txt", "--confidence", "0.5", "--tokens", "unicode", "--normalize", "nfkc-casefold")
    assert found == [("tea", "milk", 1.0, 1.0, 3, 3, 3), ("milk", "tea", 1.0, 1.0, 3, 3, 3)]


def test_rows_in_json(textkin):
    rows = [['quote"', "back\\slash", "日本"]] * 3
    write(textkin, "x.txt", rows)
    lines = textkin("rules", "x.txt", "--similarity", "0.5", "--format", "jsonl", "--stats", "s.json").stdout.decode().splitlines()
    found = [json.loads(line) for line in lines]
    assert [list(row) for row in found] == [COLUMNS] * 3
    assert [(row["a"], row["b"]) for row in found] == [('quote"', "back\\slash"), ('quote"', "日本"), ("back\\slash", "日本")]
    stats = textkin.stats("s.json")
    assert (stats["command"], stats["transactions"], stats["documents"], stats["pairs"]) == ("rules", 3, 3, 3)


HOSTILE = {
    "empty": b"", "blank": b"\n\n\n", "alone": b"alone\n", "nul": b"\0 \0 a\n\0 a\n", "no-unicode": b"\xff\xfe a\n\xff\xfe a\n",
    "one-item-again-and-again": b"a " * 70000 + b"\n", "long-items": (b"x" * 60000 + b" y\n") * 2,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input(textkin, content):
    textkin.write("x.txt", content)
    for options in (["--confidence", "0.5"], ["--similarity", "0.5"], ["--confidence", "0.01", "--min-support", "1"]):
        textkin("rules", "x.txt", *options)


def test_what_cannot_be_is_refused(textkin):
    textkin.write("x.txt", "a b\na b\n")
    for options, named in (([], "--confidence"), (["--confidence", "0"], "--confidence"), (["--similarity", "1.5"], "--similarity"),
                           (["--confidence", "nan"], "--confidence"), (["--confidence", "0.5", "--min-support", "0"], "--min-support"),
                           (["--confidence", "0.5", "--max-support", "1"], "--max-support"),
                           (["--confidence", "0.5", "--method", "lsh"], "--method has no use without --similarity"),
                           (["--confidence", "0.5", "--prefer", "speed"], "--prefer has no use without --similarity"), (["--confidence", "0.5", "--format", "xml"], "jsonl"),
                           (["--confidence", "0.5", "--run-dir", "d"], "--run-dir"), (["--similarity", "0.5", "--multiset"], "--multiset")):
        errors = textkin("rules", "x.txt", "-o", "never", *options, exit=2).errors
        assert named in errors, options
        assert not textkin.path("never").exists()
    textkin.write("long.txt", "y\n" + "x" * 70000 + " y\n")
    errors = textkin("rules", "long.txt", "--confidence", "0.5", exit=2).errors
    assert "long.txt:2" in errors and "70000" in errors
    textkin.write("broken.jsonl", '{"text": "a b"}\n{"text": "a b"}\n{broken\n')
    errors = textkin("rules", "broken.jsonl", "--confidence", "0.5", "--stats", "s.json").errors
    assert "broken.jsonl:3" in errors and textkin.stats("s.json")["problems"] == 1
    textkin("rules", "missing.txt", "--confidence", "0.5", exit=2)


def test_memory(textkin):
    """Too little is refused with a line that names what would do, which does; the answer is the same."""
    chance = random.Random(1)
    rows = [[f"i{chance.randrange(50000)}" for _ in range(20)] + ["x", "y"] * (number % 5000 == 0) for number in range(60000)]
    write(textkin, "x.txt", rows)
    expected = rules(textkin, "x.txt", "--confidence", "0.9", "--min-support", "8")
    assert {rule[:2] for rule in expected} >= {("x", "y"), ("y", "x")}
    options = ("x.txt", "--confidence", "0.9", "--min-support", "8", "--threads", "1", "--memory")
    amounts = ["8MiB"]
    while len(amounts) < 5 and (done := textkin("rules", *options, amounts[-1], exit=None)).code != 0:
        told = re.search(r"(\d+) MiB would do(.*)", done.errors)
        assert "--memory" in done.errors and (len(amounts) == 1 or "a document is an item here" in told[2])
        amounts.append(f"{told[1]}MiB")
    assert 1 < len(amounts) < 5 and done.code == 0
    assert rules(textkin, *options, amounts[-1]) == expected
