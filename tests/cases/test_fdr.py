"""`pairs --fdr`: only pairs that are more alike than chance, against the textbook in exact fractions."""

import json
import math
import random
from fractions import Fraction

import pytest

WORDS = ("--normalize", "none", "--tokens", "whitespace", "--shingle", "word:1")


def chance(universe, a, b, shared):
    """P(X >= shared), X the overlap of random subsets."""
    whole = math.comb(universe, b)
    return Fraction(sum(math.comb(a, x) * math.comb(universe - a, b - x) for x in range(shared, min(a, b) + 1)), whole)


def textbook(p_values, rate, tests, method="bh"):
    """Sort, take the largest i with p_(i) <= q i / T; how many that rejects."""
    if method == "by":
        rate /= sum(Fraction(1, i) for i in range(1, tests + 1))
    found = 0
    for i, p in enumerate(sorted(p_values), 1):
        if p <= rate * i / tests:
            found = i
    return found


def documents(seed, count=60, universe=40, size=12):
    """Random sets, some with planted overlaps."""
    choose = random.Random(seed)
    sets = []
    for i in range(count):
        if i % 5 == 4:
            base = choose.choice(sets)
            kept = choose.sample(sorted(base), choose.randint(6, len(base)))
            sets.append({*kept, *choose.sample(range(universe), 12 - len(kept))})
        else:
            sets.append({*choose.sample(range(universe), size)})
    return sets


def write(textkin, name, sets):
    textkin.jsonl(name, [" ".join(f"w{x}" for x in sorted(s)) for s in sets])


@pytest.mark.parametrize("method", ["bh", "by"])
@pytest.mark.parametrize("rate", ["0.01", "0.1", "0.5"])
@pytest.mark.parametrize("search", [("--exact",), ("--method", "lsh", "--recall", "0.9999", "--hashes", "512")])
def test_it_is_the_step_up_procedure(textkin, method, rate, search):
    sets = documents(1)
    write(textkin, "x.jsonl", sets)
    p_values = {}
    for j, b in enumerate(sets):
        for i, a in enumerate(sets[:j]):
            if len(a & b) / len(a | b) >= 0.3:
                p_values[str(i + 1), str(j + 1)] = chance(40, len(a), len(b), len(a & b))
    tests = math.comb(len(sets), 2)
    rejected = textbook(p_values.values(), Fraction(rate), tests, method)
    limit = sorted(p_values.values())[rejected - 1] if rejected else -1
    expected = {pair for pair, p in p_values.items() if p <= limit}
    rows = textkin.pairs("x.jsonl", *WORDS, "-t", "0.3", *search, "--fdr", rate, "--fdr-method", method, "--universe", 40,
                         "--stats", "stats.json")
    assert set(rows) == expected
    for pair, row in rows.items():
        assert float(row["log10_p_value"]) == pytest.approx(math.log10(p_values[pair]), abs=1e-9)
    fdr = textkin.stats()["fdr"]
    assert (fdr["rate"], fdr["method"], fdr["tests"], fdr["universe"]) == (float(rate), method, tests, 40)
    assert (fdr["found"], fdr["significant"]) == (len(p_values), len(expected)) and textkin.stats()["pairs"] == len(expected)
    assert fdr["log10_p_value"] == (pytest.approx(math.log10(limit), abs=1e-9) if rejected else None)


def test_the_false_ones_are_few(textkin):
    """Twenty collections of random sets with planted copies: the mean share of false pairs is below the rate."""
    shares, found = [], 0
    for seed in range(20):
        choose = random.Random(seed)
        sets = [{*choose.sample(range(150), 15)} for _ in range(60)]
        for i in range(0, 20, 2):
            sets[i + 1] = {*choose.sample(sorted(sets[i]), 10), *choose.sample(range(150), 5)}
        planted = {(str(i + 1), str(i + 2)) for i in range(0, 20, 2)}
        write(textkin, "x.jsonl", sets)
        rows = set(textkin.pairs("x.jsonl", *WORDS, "-t", "0.05", "--exact", "--fdr", "0.2", "--universe", 150))
        shares.append(len(rows - planted) / len(rows) if rows else 0)
        found += len(rows & planted)
    mean = sum(shares) / len(shares)
    error = math.sqrt(sum((s - mean) ** 2 for s in shares) / len(shares) ** 2)
    assert mean <= 0.2 + 3 * error and found > 150


def test_without_it_nothing_changes(textkin):
    write(textkin, "x.jsonl", documents(2))
    plain = textkin("pairs", "x.jsonl", *WORDS, "-t", "0.5", "--exact", "--stats", "s.json")
    assert b"log10_p_value" not in plain.stdout and textkin.stats("s.json")["fdr"] is None


def test_jsonl(textkin):
    write(textkin, "x.jsonl", documents(3))
    options = ("x.jsonl", *WORDS, "-t", "0.4", "--exact", "--fdr", "0.1", "--universe", 40)
    table = textkin("pairs", *options).table()
    lines = [json.loads(line) for line in textkin("pairs", *options, "--format", "jsonl").stdout.decode().splitlines()]
    assert table and [line["log10_p_value"] for line in lines] == [float(row["log10_p_value"]) for row in table]


def test_against_counts_pairs_of_both_sides(textkin):
    sets = documents(4)
    write(textkin, "a.jsonl", sets[:20])
    write(textkin, "b.jsonl", sets[20:])
    textkin("pairs", "a.jsonl", "--against", "b.jsonl", "--repeated-ids", "number", *WORDS, "-t", "0.3", "--exact",
            "--fdr", "0.1", "--stats", "s.json")
    assert textkin.stats("s.json")["fdr"]["tests"] == 20 * 40


def test_the_effective_universe(textkin):
    """1 / sum q^2, q the shares of the occurrences; and the same answer however the work is cut."""
    choose = random.Random(7)
    sets = [{min(int(choose.paretovariate(0.7)), 4000) for _ in range(40)} for _ in range(300)]
    write(textkin, "x.jsonl", sets)
    frequencies = {}
    for s in sets:
        for word in s:
            frequencies[word] = frequencies.get(word, 0) + 1
    total = sum(frequencies.values())
    exact = total**2 / sum(f * f for f in frequencies.values())
    answers = []
    for more in (["--threads", "1"], ["--threads", "3", "--block-size", "4KiB"], ["--memory", "24MiB", "--threads", "1"]):
        rows = textkin("pairs", "x.jsonl", *WORDS, "-t", "0.2", "--method", "lsh", "--fdr", "0.05", "--stats", "s.json", *more)
        answers.append((rows.stdout, textkin.stats("s.json")["fdr"]))
    assert answers[0][1]["universe"] == pytest.approx(exact, rel=0.012)
    assert answers[0] == answers[1] == answers[2]


def test_identical_documents_are_counted_pair_by_pair(textkin):
    sets = [{*range(12)}] * 5 + [{*range(i * 20, i * 20 + 12)} for i in range(2, 8)]
    write(textkin, "x.jsonl", sets)
    rows = textkin.pairs("x.jsonl", *WORDS, "-t", "0.9", "--fdr", "0.05", "--universe", 1000, "--stats", "s.json")
    assert len(rows) == 10 and textkin.stats("s.json")["fdr"]["found"] == 10


def test_the_words_tell_what_was_found(textkin):
    """They told the number of printed pairs for all at the threshold; and an empty other side is no tests, not all pairs."""
    write(textkin, "x.jsonl", documents(6))
    said = textkin("pairs", "x.jsonl", *WORDS, "-t", "0.2", "--exact", "--fdr", "0.05", "--universe", 40, "--stats", "s.json").errors
    fdr = textkin.stats("s.json")["fdr"]
    assert 0 < fdr["significant"] < fdr["found"]
    assert f"{fdr['found']:,} pairs at 0.2 or more" in said and f"of {fdr['found']:,} pairs {fdr['significant']} are" in said
    textkin.write("none.jsonl", "")
    textkin("pairs", "x.jsonl", "--against", "none.jsonl", *WORDS, "-t", "0.2", "--fdr", "0.05", "--stats", "s.json")
    assert textkin.stats("s.json")["fdr"]["tests"] == 0


def test_nothing_significant(textkin):
    write(textkin, "x.jsonl", documents(5))
    assert textkin.pairs("x.jsonl", *WORDS, "-t", "0.2", "--exact", "--fdr", "1e-12", "--universe", 40, "--stats", "s.json") == {}
    assert textkin.stats("s.json")["fdr"]["log10_p_value"] is None


@pytest.mark.parametrize("options, named", [(["--fdr", "1.5"], "--fdr"), (["--fdr", "-0.1"], "--fdr"),
                                            (["--fdr", "0.1", "--fdr-method", "bonferroni"], "bh"),
                                            (["--fdr", "0.1", "--universe", str(2**63 + 1)], "2^63")])
def test_what_cannot_be(textkin, options, named):
    textkin.jsonl("x.jsonl", ["a b", "a b"])
    assert named in textkin("pairs", "x.jsonl", *options, exit=2).errors
