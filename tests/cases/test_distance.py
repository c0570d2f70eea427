"""textkin distance: Mash distances by sketch alone, held to the exact values; and the recipe for genomes."""

import json
import math
import os
import random
import re
import shutil
import subprocess

import pytest

import reference
from conftest import BINARY
from test_genomes import GENOMES, NAMES, canonical, fasta, sequence, truth

COLUMNS = ["a", "b", "distance", "p_value", "jaccard", "lower", "upper", "shared", "hashes"]


def mash(j, k):
    return 1 if j == 0 else min(1, -math.log(2 * j / (1 + j)) / k)


def distances(textkin, *arguments):
    return {(row["a"], row["b"]): {name: value if name in "ab" else float(value or "nan") for name, value in row.items()}
            for row in textkin("distance", *arguments).table()}


def short(path):
    return path.rsplit("/", 1)[1].removesuffix(".fa.gz")


@pytest.mark.parametrize("size", [21, 31])
@pytest.mark.parametrize("sketch, hashes", [("bottomk", 1000), ("bottomk", 8000), ("fss", 512), ("kperm", 1024)])
def test_real_genomes_lie_in_the_interval(textkin, size, sketch, hashes):
    exact = truth(size)
    rows = distances(textkin, *(GENOMES / f"{name}.fa.gz" for name in NAMES), "--shingle", f"kmer:{size}",
                     "--sketch", sketch, "--hashes", hashes, "--confidence", "0.999")
    assert [(short(a), short(b)) for a, b in rows] == [(a, b) for i, a in enumerate(NAMES) for b in NAMES[i + 1 :]]
    for (a, b), row in rows.items():
        shared, size_a, size_b = exact.get((short(a), short(b)), (0, 1, 1))
        j = shared / (size_a + size_b - shared)
        # Cells of 32 bits agree by chance once in n / 2^33: one of 1024 in some pairs of these; bottom-k has 64 bits.
        chance = 0 if sketch == "bottomk" or j > 0.01 else 1e-3
        assert row["lower"] - chance <= j <= row["upper"], (a, b)
        assert abs(row["jaccard"] - j) < 4 / math.sqrt(hashes)
        assert row["distance"] == pytest.approx(mash(row["jaccard"], size), abs=1e-12)
        assert (row["hashes"], row["jaccard"]) == (hashes, row["shared"] / hashes)
        assert (row["p_value"] < 1e-100) == (j > 0.01)
    near = next(row for (a, b), row in rows.items() if (short(a), short(b)) == ("shew_os185", "shew_os223"))
    published = {21: 0.03745, 31: 0.030926}[size]
    assert mash(near["upper"], size) <= published <= mash(near["lower"], size)


def test_sets_that_fit_the_sketch_are_exact(textkin):
    a, b = sequence(1, 400), sequence(1, 300) + sequence(2, 100)
    textkin.write("g.fa", fasta(a, b, sequence(3, 5)))
    rows = distances(textkin, "g.fa", "--records", "--shingle", "kmer:11", "--hashes", "1000")
    sets = [canonical(text, 11) for text in (a, b)]
    shared, united = len(sets[0] & sets[1]), len(sets[0] | sets[1])
    row = rows["a", "b"]
    assert (row["shared"], row["hashes"]) == (shared, united)
    assert row["jaccard"] == row["lower"] == row["upper"] == shared / united
    possible, size_a, size_b = 4**11 // 2, *(len(s) for s in sets)
    ways = sum(math.comb(size_a, n) * math.comb(possible - size_a, size_b - n) for n in range(shared, min(size_a, size_b) + 1))
    assert row["p_value"] > 1e-308 or math.log10(ways) - math.log10(math.comb(possible, size_b)) < -308
    chance = json.loads(textkin("compare", *(textkin.write(f"{name}.fa", fasta(text)) for name, text in zip("ab", (a, b))),
                                "--shingle", "kmer:11", "--format", "json").stdout)["chance"]
    assert chance["log10_p_value"] == pytest.approx(math.log10(ways) - math.log10(math.comb(possible, size_b)), rel=1e-9)
    assert row["p_value"] == pytest.approx(chance["p_value"], rel=1e-9)
    empty = rows["a", "c"]
    assert (empty["distance"], empty["p_value"], empty["jaccard"], empty["shared"]) == (1, 1, 0, 0)


def test_rows_beyond_a_distance_or_a_p_are_left_out(textkin):
    base = sequence(5, 2000)
    textkin.write("g.fa", fasta(base, base[:1800] + sequence(6, 200), base[:900] + sequence(7, 1100), sequence(8, 2000)))
    options = ["g.fa", "--records", "--shingle", "kmer:15"]
    rows = distances(textkin, *options)
    assert len(rows) == 6
    assert set(distances(textkin, *options, "--max-distance", "0.02")) == {p for p, r in rows.items() if r["distance"] <= 0.02}
    assert set(distances(textkin, *options, "--max-p", "1e-9")) == {p for p, r in rows.items() if r["p_value"] <= 1e-9}
    assert len(distances(textkin, *options, "--max-distance", "0")) == 0
    assert distances(textkin, *options, "--max-distance", "0.02")


def test_against_and_formats_and_threads(textkin):
    for number in range(5):
        textkin.write(f"{'ab'[number % 2]}/{number}.fa", fasta(sequence(1, 500) + sequence(number, 500)))
    rows = textkin("distance", "a", "--against", "b").table()
    assert list(rows[0]) == COLUMNS
    assert [(row["a"], row["b"]) for row in rows] == [(a, b) for a in ("0.fa", "2.fa", "4.fa") for b in ("1.fa", "3.fa")]
    lines = [json.loads(line) for line in textkin("distance", "a", "--against", "b", "--format", "jsonl").stdout.splitlines()]
    assert [list(line) for line in lines] == [COLUMNS] * 6
    assert [str(line["shared"]) for line in lines] == [row["shared"] for row in rows]
    answers = {textkin("distance", "a", "b", *more).stdout for more in
               (["--threads", 1], ["--threads", 3], ["--simd", "scalar"], ["--block-size", "100"], ["--memory", "64MiB", "--threads", 1])}
    assert len(answers) == 1


def share_below(rows, level):
    return sum(row["p_value"] <= level for row in rows.values()) / len(rows)


@pytest.mark.parametrize("sketch, hashes", [("bottomk", 60), ("bottomk", 1000), ("kperm", 40), ("kperm", 1024), ("fss", 256), ("oph", 256)])
def test_random_sets_have_the_p_that_is_said(textkin, sketch, hashes):
    """1,225 pairs of random sets of 60 to 90 of 700 words: no more of them than that have a p of .01, of .1."""
    choose = random.Random(5)
    textkin.jsonl("r.jsonl", [" ".join(f"w{x}" for x in choose.sample(range(700), choose.randint(60, 90))) for _ in range(50)])
    options = ("r.jsonl", "--shingle", "word:1", "--universe", "700", "--sketch", sketch, "--hashes", hashes)
    rows = distances(textkin, *options)
    assert len(rows) == 1225
    for level in (0.01, 0.1):
        assert share_below(rows, level) <= level + 4 * math.sqrt(level / len(rows)), level
    if sketch != "fss":  # whose cells depend on each other, so that its p errs in the safe direction
        assert share_below(rows, 0.5) > 0.25, "too large to be of use"
    assert all(row["jaccard"] == pytest.approx(row["shared"] / row["hashes"], rel=1e-12) for row in rows.values())
    kept = distances(textkin, *options, "--max-p", "0.1")
    assert kept.keys() == {pair for pair, row in rows.items() if row["p_value"] <= 0.1}


def test_random_genomes_are_no_relatives(textkin):
    """By 4^K k-mers of either strand, and lengths in place of distinct k-mers, these had p-values of 1e-5 and of 1e-23."""
    for name, length, size in (("r", 20_000, 9), ("g", 150, 4)):
        textkin.write(f"{name}.fa", fasta(*(sequence(seed, length) for seed in range(1, 9))))
        rows = distances(textkin, f"{name}.fa", "--records", "--shingle", f"kmer:{size}")
        assert len(rows) == 28 and share_below(rows, 1e-3) == 0 and 0.2 < share_below(rows, 0.5) < 0.9


def test_signatures_have_the_same_p(textkin):
    choose = random.Random(6)
    textkin.jsonl("r.jsonl", [" ".join(f"w{x}" for x in choose.sample(range(700), 80)) for _ in range(40)])
    for bits in ([], ["--bits", "2"]):
        textkin("signatures", "create", "r.jsonl", "--shingle", "word:1", "--sketch", "kperm", "--hashes", "512", *bits, "-o", "r.sig")
        rows = textkin("signatures", "pairs", "r.sig", "-t", "0", "--universe", "700").table()
        low = sum(float(row["p_value"]) <= 0.01 for row in rows)
        assert len(rows) > 700 and low <= len(rows) * 0.01 + 4 * math.sqrt(len(rows) * 0.01)


def test_what_is_nearly_impossible_is_not_called_impossible(textkin):
    words = [f"w{x}" for x in range(3000)]
    textkin.jsonl("t.jsonl", [" ".join(words), " ".join([*words, "end"])])
    rows = distances(textkin, "t.jsonl", "--shingle", "word:5", "--universe", 10**9)
    assert 0 < rows["1", "2"]["p_value"] < 1e-300


def test_an_empty_other_side_has_no_pairs(textkin):
    textkin.jsonl("t.jsonl", ["one two three four", "one two three five"])
    textkin.write("none.jsonl", "")
    assert distances(textkin, "t.jsonl", "--against", "none.jsonl", "--shingle", "word:3") == {}
    assert distances(textkin, "none.jsonl", "--against", "t.jsonl", "--shingle", "word:3") == {}


def test_words_have_a_distance_and_no_p_without_a_universe(textkin):
    textkin.jsonl("t.jsonl", ["one two three four five six", "one two three four five seven"])
    row = distances(textkin, "t.jsonl", "--shingle", "word:3")["1", "2"]
    assert row["distance"] == pytest.approx(mash(3 / 5, 3)) and math.isnan(row["p_value"])
    assert json.loads(textkin("distance", "t.jsonl", "--shingle", "word:3", "--format", "jsonl").stdout)["p_value"] is None
    assert 0 < distances(textkin, "t.jsonl", "--shingle", "word:3", "--universe", "1000")["1", "2"]["p_value"] < 1e-6
    errors = textkin("distance", "t.jsonl", "--shingle", "word:3", "--max-p", "0.1", exit=2).errors
    assert "--max-p needs --universe" in errors


def test_what_cannot_be_is_refused(textkin):
    textkin.write("x.fa", ">a\nACGT\n")
    for options, complaint in (
        (["--sketch", "simhash", "--hashes", "64"], "a distance needs the Jaccard similarity"),
        (["--sketch", "icws"], "a distance needs the Jaccard similarity"),
        (["--sketch", "botomk"], "did you mean 'bottomk'"),
        (["--max-distance", "2"], "--max-distance 2 is not from 0 to 1"),
        (["--max-p", "-1"], "--max-p -1 is not from 0 to 1"),
        (["--confidence", "1"], "confidence 1 is not between 0 and 1"),
        (["--run-dir", "work"], "keeps no --run-dir"),
        (["--format", "csv"], "csv"),
    ):
        assert complaint in textkin("distance", "x.fa", *options, exit=2).errors


RECIPE = reference.ROOT / "docs" / "recipes" / "genomes.md"


def test_the_recipe_runs_as_it_is_written(textkin):
    truth(21)
    folder = textkin.folder / "bin"
    folder.mkdir()
    (folder / "textkin").symlink_to(BINARY)
    (textkin.folder / "genomes").mkdir()
    for name in NAMES:
        shutil.copy(GENOMES / f"{name}.fa.gz", textkin.folder / "genomes")
    answers = []
    for command in re.findall(r"^\$ (.*)", RECIPE.read_text(), re.M):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=textkin.folder, capture_output=True, text=True,
                              timeout=600, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        answers.append({tuple(name.removesuffix(".fa.gz") for name in row.split("\t")[:2]) for row in done.stdout.splitlines()[1:]})
    alike = {("s10", "s10_s11"), ("s10_s11", "s11"), ("shew_os185", "shew_os223")}
    assert len(answers[0]) == 21 and answers[1] == answers[2] == alike
    assert (textkin.folder / "why.jsonl").read_text() == ""
    assert len(list((textkin.folder / "strains").iterdir())) == 7
