"""Sets of tokens or integers, a set a line: `--as sets`, or *.sets."""

import gzip
import random
import statistics

import pytest

import reference

HALF = 2616  # the lines of the first of the two tables


def set_join():
    folder = reference.DATA / "set-join"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here; set TEXTKIN_DATA to the folder with the collections")
    return folder


def counts():
    path = reference.DATA / "set-join" / "pair_counts.tsv"
    if not path.exists():
        return []
    return [(threshold, int(pairs)) for _, threshold, pairs in (line.split("\t") for line in path.read_text().splitlines()[1:])]


@pytest.fixture(scope="module")
def joined(textkin_once):
    """The truth from J >= 0.5 up, as ids of the program: {(a, b): (shared, size_a, size_b)}."""
    folder = set_join()
    data = (folder / "dblp-acm.sets").read_bytes()
    textkin_once.write("x.sets", data)
    lines = data.splitlines(keepends=True)
    textkin_once.write("left.sets", b"".join(lines[:HALF]))
    textkin_once.write("right.sets", b"".join(lines[HALF:]))
    textkin_once.truth = {
        (int(a), int(b)): (shared, size_a, size_b)
        for a, b, shared, size_a, size_b in reference.read_truth(folder / "dblp-acm.exact.tsv")
    }
    return textkin_once


def numbered(rows):
    """Rows of `pairs` by line numbers from 0."""
    place = lambda identifier: int(identifier.rpartition(":")[2]) - 1
    return {(place(a), place(b)): tuple(int(row[name]) for name in ("shared", "size_a", "size_b")) for (a, b), row in rows.items()}


def at_least(truth, threshold):
    # The truth is read as fractions; none of the listed thresholds lies within a rounding of one.
    return {pair: sizes for pair, sizes in truth.items() if sizes[0] / (sizes[1] + sizes[2] - sizes[0]) >= float(threshold)}


@pytest.mark.parametrize("threshold, expected", counts())
def test_exact_pairs_are_those_of_the_truth(joined, threshold, expected):
    found = numbered(joined.pairs("x.sets", "--exact", "-t", threshold))
    assert len(found) == expected
    assert found == at_least(joined.truth, threshold)


@pytest.mark.parametrize("threshold", ["0.5", "0.8"])
@pytest.mark.parametrize("method", ["exact", "lsh"])
def test_two_collections(joined, threshold, method):
    sure = ("--recall", "0.9999", "--hashes", "512") if method == "lsh" else ()
    rows = joined.pairs("left.sets", "--against", "right.sets", "--method", method, "-t", threshold, *sure)
    assert all(a.startswith("left.sets:") and b.startswith("right.sets:") for a, b in rows)
    found = {(a, b + HALF): sizes for (a, b), sizes in numbered(rows).items()}
    across = {pair: sizes for pair, sizes in joined.truth.items() if pair[0] < HALF <= pair[1]}
    assert found == at_least(across, threshold) and len(found) > 1000


def test_lsh_keeps_its_promise(joined):
    truth = at_least(joined.truth, "0.5")
    recalls = []
    for seed in range(1, 9):
        found = numbered(joined.pairs("x.sets", "--method", "lsh", "-t", "0.5", "--recall", "0.9", "--seed", seed))
        assert found.items() <= truth.items()
        recalls.append(len(found) / len(truth))
    print(f"recall {statistics.fmean(recalls):.4f}")
    assert statistics.fmean(recalls) >= 0.9


@pytest.mark.parametrize("name, options", [
    ("x.sets", []),
    ("x.txt", ["--as", "sets"]),
    ("x.sets.gz", []),
    ("-", ["--as", "sets"]),
])
def test_how_sets_are_named(textkin, name, options):
    """Case and punctuation count, order and repeats do not; an empty line is an empty set."""
    lines = "3 1 2\n1 2 3 3 2\n\n-1,x\n-1,X\n \t\n1\t2 3\r\n"
    textkin.write(name, gzip.compress(lines.encode()) if name.endswith("gz") else lines)
    rows = textkin.pairs(name, "-t", "0.5", "--stats", "s.json", *options, stdin=lines.encode())
    assert set(rows) == {(f"{name}:{a}", f"{name}:{b}") for a, b in [(1, 2), (1, 7), (2, 7)]}
    assert all(row["size_a"] == "3" for row in rows.values())
    assert textkin.stats("s.json")["empty"] == 2


def test_what_is_typed_is_taken(textkin):
    textkin.write("x.sets", "a b c d\nA B C D\na,b,c,d\n")
    assert set(textkin.pairs("x.sets", "-t", "0.9")) == set()
    assert len(textkin.pairs("x.sets", "-t", "0.9", "--normalize", "ascii-lower")) == 1
    assert len(textkin.pairs("x.sets", "-t", "0.9", "--normalize", "ascii-lower", "--tokens", "unicode")) == 3
    row, = textkin.pairs("x.sets", "-t", "0.9", "--normalize", "ascii-lower", "--shingle", "word:2").values()
    assert row["size_a"] == "3"
    assert len(textkin.pairs("x.sets", "-t", "0.9", "--as", "lines")) == 3, "as lines of text: word:5, unicode"
    assert len(textkin.pairs("x.sets", "-t", "0.9", "--lines")) == 3


def test_sets_and_texts_in_one_run_are_refused(textkin):
    textkin.write("x.sets", "1 2\n")
    textkin.write("y.txt", "1 2\n")
    for arguments in (["x.sets", "y.txt"], ["x.sets", "--against", "y.txt"]):
        errors = textkin("pairs", *arguments, exit=2).errors
        assert "x.sets" in errors and "y.txt" in errors and "--as sets" in errors
    assert textkin.pairs("x.sets", "--against", "y.txt", "--as", "sets")


def test_a_run_directory_knows_that_they_are_sets(textkin):
    textkin.write("x.sets", "1 2 3 4 5 6\n6 5 4 3 2 1\n")
    textkin("sketch", "x.sets", "--run-dir", "run")
    textkin("join", "--run-dir", "run")
    textkin("cluster", "--run-dir", "run", "-o", "kept.sets")
    assert textkin.path("kept.sets").read_text() == "1 2 3 4 5 6\n"
    assert "--as" in textkin("pairs", "x.sets", "--as", "lines", "--run-dir", "run", exit=2).errors


def test_random_sets_equal_brute_force(textkin):
    chance = random.Random(3)
    sets = [frozenset(chance.choices(range(30), k=chance.randrange(12))) for _ in range(200)]
    textkin.write("x.sets", "".join(" ".join(map(str, chance.sample(sorted(s), len(s)))) + "\n" for s in sets))
    for threshold in ("0.25", "0.5", "0.75", "1"):
        assert numbered(textkin.pairs("x.sets", "--exact", "-t", threshold)) == reference.all_pairs(sets, threshold)


@pytest.mark.parametrize("threshold, short", [("0.6", 2), ("0.7", 4), ("0.8", 7), ("0.9", 17)])
def test_short_sets_are_all_found_by_bands(textkin, threshold, short):
    """Families that differ in an element or two, around the largest set that is found without bands; beside another file, too."""
    draw = random.Random(7)
    rows = []
    for _ in range(600):
        own = draw.sample(range(400), draw.randint(1, short + 2))
        for _ in range(draw.randint(1, 4)):
            left = [one for one in own if draw.random() > 0.5 / len(own)]
            rows.append(left + draw.sample(range(400), draw.randrange(2)) or own)
    draw.shuffle(rows)
    textkin.write("x.sets", "".join(" ".join(map(str, row)) + "\n" for row in rows))
    textkin.write("y.sets", "".join(" ".join(map(str, row)) + "\n" for row in draw.sample(rows, 300)))
    for inputs in (["x.sets"], ["x.sets", "--against", "y.sets"]):
        exact = textkin.pairs(*inputs, "-t", threshold, "--method", "exact")
        found = textkin.pairs(*inputs, "-t", threshold, "--method", "lsh")
        assert all(found[pair] == exact[pair] for pair in found)
        least = lambda row: min(int(row["size_a"]), int(row["size_b"]))
        missed = [row for pair, row in exact.items() if pair not in found]
        assert all(least(row) > short for row in missed)
        assert sum(least(row) <= short and row["similarity"] != "1" for row in exact.values()) > 50


def test_bands_that_are_typed_find_short_sets_at_every_threshold(textkin):
    """Records that a run directory keeps of such bands serve a lower threshold, at which short sets are others."""
    draw = random.Random(9)
    rows = [draw.sample(range(60), 8) for _ in range(200)]
    rows += [row[:6] + draw.sample(range(60, 99), 2) for row in rows]
    textkin.write("x.sets", "".join(" ".join(map(str, row)) + "\n" for row in rows))
    asked = ("x.sets", "--method", "lsh", "--bands", "64", "--rows", "2")
    expected = textkin.pairs(*asked, "-t", "0.5")
    assert len(expected) > 150
    textkin("sketch", *asked, "-t", "0.9", "--run-dir", "run")
    textkin("join", *asked[1:], "-t", "0.5", "--for", "pairs", "--run-dir", "run")
    assert textkin.pairs(*asked, "-t", "0.5", "--run-dir", "run") == expected
