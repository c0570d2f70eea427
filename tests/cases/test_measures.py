"""`pairs --measure`: every measure, one collection and two, against brute force over the definition."""

import math
import random
from fractions import Fraction

import pytest

MEASURES = ["jaccard", "dice", "cosine", "containment", "overlap"]
BANDED = ["jaccard", "dice", "cosine"]


def similarity(measure, shared, x, y):
    """As a number whose order is exact: the cosine by its square."""
    return {
        "jaccard": lambda: Fraction(shared, x + y - shared),
        "dice": lambda: Fraction(2 * shared, x + y),
        "cosine": lambda: Fraction(shared * shared, x * y),
        "containment": lambda: Fraction(shared, x),
        "overlap": lambda: Fraction(shared),
    }[measure]()


def expected(measure, left, threshold, right=None):
    """{(i, j): (shared, size_i, size_j)}; within one collection containment is that of the smaller set."""
    bound = Fraction(threshold)
    bound = bound * bound if measure == "cosine" else bound
    found = {}
    for i, a in enumerate(left):
        for j, b in enumerate(left if right is None else right):
            if right is None and j <= i:
                continue
            shared = len(a & b)
            if not shared:
                continue
            sizes = (len(a), len(b)) if right is not None else sorted((len(a), len(b)))
            if similarity(measure, shared, *sizes) >= bound:
                found[(i, j)] = (shared, len(a), len(b))
    return found


def random_sets(seed, count, universe=40, largest=15):
    """Many alike, many contained in others, some empty, some equal."""
    chance = random.Random(seed)
    sets = []
    for _ in range(count):
        if sets and chance.random() < 0.6:
            members = set(chance.choice(sets))
            for _ in range(chance.randrange(4)):
                members ^= {chance.randrange(universe)}
        else:
            members = set(chance.choices(range(universe), k=chance.randrange(largest)))
        sets.append(frozenset(members))
    return sets


def write(textkin, name, sets):
    return textkin.write(name, "".join(" ".join(map(str, sorted(s))) + "\n" for s in sets))


def numbered(rows):
    place = lambda identifier: int(identifier.rpartition(":")[2]) - 1
    return {(place(a), place(b)): tuple(int(row[name]) for name in ("shared", "size_a", "size_b")) for (a, b), row in rows.items()}


def thresholds(measure):
    return ["1", "2", "5", "9", "14", "30"] if measure == "overlap" else ["0.5", "0.6", "0.75", "0.8", "0.9", "1", "0.2"]


@pytest.mark.parametrize("measure", MEASURES)
def test_one_collection_equals_brute_force(textkin, measure):
    for seed in range(3):
        sets = random_sets(seed, 150)
        write(textkin, "x.sets", sets)
        for threshold in thresholds(measure):
            rows = textkin.pairs("x.sets", "--measure", measure, "-t", threshold, "--exact")
            assert numbered(rows) == expected(measure, sets, threshold), (seed, threshold)


@pytest.mark.parametrize("measure", MEASURES)
def test_two_collections_equal_brute_force(textkin, measure):
    for seed in range(3):
        left, right = random_sets(seed, 90), random_sets(seed + 10, 70, largest=25) + random_sets(seed, 30)
        write(textkin, "x.sets", left)
        write(textkin, "y.sets", right)
        for threshold in thresholds(measure):
            rows = textkin.pairs("x.sets", "--against", "y.sets", "--measure", measure, "-t", threshold, "--exact")
            assert numbered(rows) == expected(measure, left, threshold, right), (seed, threshold)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("against", [False, True])
def test_the_column_is_of_the_measure(textkin, measure, against):
    sets = random_sets(4, 80)
    write(textkin, "x.sets", sets)
    write(textkin, "y.sets", sets)
    more = ["--against", "y.sets"] if against else []
    rows = textkin.pairs("x.sets", *more, "--measure", measure, "-t", "2" if measure == "overlap" else "0.5", "--stats", "s.json")
    assert len(rows) > 50
    for row in rows.values():
        shared, x, y = (int(row[name]) for name in ("shared", "size_a", "size_b"))
        if not against and measure == "containment":
            x, y = sorted((x, y))
        value = float(row["similarity"])
        if measure == "cosine":
            assert value == pytest.approx(shared / math.sqrt(x * y), rel=1e-15)
        else:
            assert value == float(similarity(measure, shared, x, y))
        assert row["similarity"] == row["lower"] == row["upper"] and row["basis"] == "exact"
    assert textkin.stats("s.json")["measure"] == measure
    assert "x.sets" in next(iter(rows))[0]


def test_containment_has_a_direction_between_two_collections(textkin):
    textkin.write("small.sets", "1 2 3\n")
    textkin.write("large.sets", "1 2 3 4 5 6 7 8 9 10\n")
    options = ["--measure", "containment", "-t", "0.9"]
    row, = textkin.pairs("small.sets", "--against", "large.sets", *options).values()
    assert row["similarity"] == "1.0"
    assert not textkin.pairs("large.sets", "--against", "small.sets", *options)
    row, = textkin.pairs("large.sets", "small.sets", *options).values()
    assert (row["similarity"], row["size_a"], row["size_b"]) == ("1.0", "10", "3")


def test_equal_sets_below_the_count_are_no_pair(textkin):
    textkin.write("x.sets", "1 2\n1 2\n3 4 5\n5 4 3\n\n\n")
    options = ["--measure", "overlap", "--repeated-ids", "number"]
    assert set(numbered(textkin.pairs("x.sets", *options, "-t", "3"))) == {(2, 3)}
    assert set(numbered(textkin.pairs("x.sets", *options, "-t", "2"))) == {(0, 1), (2, 3)}
    assert not textkin.pairs("x.sets", *options, "-t", "4")


@pytest.mark.parametrize("measure", ["dice", "cosine"])
@pytest.mark.parametrize("threshold", ["0.6", "0.8"])
def test_lsh_keeps_its_promise(textkin, measure, threshold):
    """Half of the pairs are of equal sizes, half a set and its subset, of which the Jaccard similarity is least."""
    lines, pairs = [], 400
    t = float(threshold)
    for pair in range(pairs):
        items = [f"{pair}-{i}" for i in range(400)]
        if pair % 2:
            x, y = 100, 100
            o = math.ceil(t * 100)
        else:
            x = 100
            y = o = math.ceil((t / (2 - t) if measure == "dice" else t * t) * 100)
        lines += [" ".join(items[:x]), " ".join(items[x - o : x - o + y])]
    textkin.write("x.sets", "\n".join(lines) + "\n")
    options = ["--measure", measure, "-t", threshold]
    truth = numbered(textkin.pairs("x.sets", "--exact", *options))
    assert len(truth) == pairs
    found = numbered(textkin.pairs("x.sets", "--method", "lsh", "--recall", "0.9", *options, "--audit", "100000", "--stats", "s.json"))
    assert found.items() <= truth.items()
    stats = textkin.stats("s.json")
    assert (stats["method"], stats["measure"], stats["threshold"]) == ("lsh", measure, t)
    promised = stats["recall_at_threshold"]
    assert promised >= 0.9
    assert len(found) / pairs >= promised - 3.5 * math.sqrt(promised * (1 - promised) / pairs)
    subsets = [pair for pair in found if pair[0] // 2 % 2 == 0]
    assert len(subsets) >= 0.85 * pairs / 2
    assert stats["audit"]["neighbours"] == 2 * pairs and stats["audit"]["found"] == 2 * len(found)


@pytest.mark.parametrize("measure", ["containment", "overlap"])
def test_measures_without_bands(textkin, measure):
    textkin.write("x.sets", "1 2 3\n1 2 3 4\n")
    threshold = ["-t", "2" if measure == "overlap" else "0.9"]
    assert textkin.pairs("x.sets", "--measure", measure, *threshold, "--stats", "s.json")
    stats = textkin.stats("s.json")
    assert stats["method"] == "exact" and measure in stats["method_reason"]
    for more in (["--method", "lsh"], ["--bands", "20", "--rows", "5"]):
        errors = textkin("pairs", "x.sets", "--measure", measure, *threshold, *more, exit=2).errors
        assert measure in errors and "exact" in errors and "bands" in errors
    textkin("pairs", "x.sets", "--measure", measure, *threshold, "--audit", "9", "--stats", "s.json")
    assert (textkin.stats("s.json")["audit"]["neighbours"], textkin.stats("s.json")["audit"]["found"]) == (2, 2)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("against", [False, True])
def test_an_audit_of_the_exact_method_finds_all(textkin, measure, against):
    sets = random_sets(8, 120)
    write(textkin, "x.sets", sets)
    write(textkin, "y.sets", random_sets(9, 60, largest=25) + random_sets(8, 40))
    more = ["--against", "y.sets"] if against else []
    threshold = "3" if measure == "overlap" else "0.6"
    textkin("pairs", "x.sets", *more, "--exact", "--measure", measure, "-t", threshold, "--audit", "100000", "--stats", "s.json")
    audit = textkin.stats("s.json")["audit"]
    assert audit["found"] == audit["neighbours"] > 20
    assert audit["neighbours"] == textkin.stats("s.json")["pairs"] * (1 if against else 2)


@pytest.mark.parametrize("measure, threshold", [("overlap", "0.8"), ("overlap", "2.5"), ("overlap", "0"), ("overlap", "-3"),
                                                ("dice", "1.5"), ("cosine", "0"), ("containment", "nan"), ("overlap", "1e30")])
def test_thresholds_that_cannot_be(textkin, measure, threshold):
    textkin.write("x.sets", "1 2 3\n")
    errors = textkin("pairs", "x.sets", "--measure", measure, "-t", threshold, exit=2).errors
    assert "threshold" in errors and len(errors.strip().splitlines()) == 1


def test_a_mistyped_measure(textkin):
    textkin.write("x.sets", "1 2 3\n")
    assert "'cosine'" in textkin("pairs", "x.sets", "--measure", "cosin", exit=2).errors
    errors = textkin("pairs", "x.sets", "--measure", "euclidean-distance", exit=2).errors
    assert all(measure in errors for measure in MEASURES)


def test_low_thresholds_need_no_bands_where_the_join_is_exact(textkin):
    textkin.write("x.sets", " ".join(map(str, range(3000))) + "\n1\n")
    assert textkin.pairs("x.sets", "--exact", "--measure", "cosine", "-t", "0.01")
    assert "hashes" in textkin("pairs", "x.sets", "--method", "lsh", "--measure", "cosine", "-t", "0.01", exit=2).errors


def test_dedup_stays_with_jaccard(textkin):
    textkin.write("x.sets", "1 2 3 4 5\n1 2 3 4 5 6\n")
    assert "--measure" in textkin("dedup", "x.sets", "--measure", "dice", exit=2).errors
    textkin("pairs", "x.sets", "--measure", "dice", "--run-dir", "run")
    for command in (["join"], ["cluster", "-o", "kept"]):
        errors = textkin(*command, "--run-dir", "run", exit=2).errors
        assert "dice" in errors and "Jaccard" in errors


def test_a_run_directory_knows_the_measure(textkin):
    write(textkin, "x.sets", random_sets(6, 100))
    options = ["--measure", "cosine", "-t", "0.7", "--method", "lsh"]
    answer = textkin("pairs", "x.sets", *options).stdout
    for _ in range(2):
        assert textkin("pairs", "x.sets", *options, "--run-dir", "run").stdout == answer
    errors = textkin("pairs", "x.sets", "-t", "0.7", "--method", "lsh", "--run-dir", "run", exit=2).errors
    assert "--measure" in errors


@pytest.mark.parametrize("measure", MEASURES)
def test_the_same_bytes(textkin, measure):
    write(textkin, "x.sets", random_sets(7, 400))
    threshold = "4" if measure == "overlap" else "0.6"
    answers = set()
    for options in (["--threads", 1], ["--threads", 3], ["--simd", "scalar"], ["--block-size", 100], ["--memory", "64MiB"]):
        answers.add(textkin("pairs", "x.sets", "--measure", measure, "-t", threshold, *options).stdout)
    assert len(answers) == 1 and len(answers.pop().splitlines()) > 50


@pytest.mark.parametrize("options", [["--weights", "suffix"], ["--multiset"]], ids=" ".join)
def test_the_cosine_of_weights_is_not_that_of_copies(textkin, options):
    textkin.write("w.sets", "x:1 y:2 z:1\nx:10 y:20 z:10\n")
    errors = textkin("pairs", "w.sets", "--measure", "cosine", "-t", "0.5", *options, exit=2).errors
    assert "textkin simhash" in errors and "textkin compare" in errors and len(errors.splitlines()) == 1
    textkin("pairs", "w.sets", "--measure", "dice", "-t", "0.5", *options)


def test_auto_falls_back_to_the_exact_method_where_no_bands_can_serve(textkin):
    textkin.write("two.sets", "1 2 3\n3 4 5\n6 7 8\n")
    assert list(textkin.pairs("two.sets", "-t", "0.01")) == [("two.sets:1", "two.sets:2")]
    assert "method exact" in textkin("pairs", "two.sets", "-t", "0.01").errors
    for dedup in (("dedup", "two.sets", "-o", "kept.sets"), ("sketch", "two.sets", "--run-dir", "work")):
        textkin(*dedup, "-t", "0.01")
    assert len(textkin.path("kept.sets").read_text().splitlines()) == 2
    textkin("join", "--run-dir", "work")
    textkin("cluster", "--run-dir", "work", "-o", "again.sets")
    assert textkin.path("again.sets").read_bytes() == textkin.path("kept.sets").read_bytes()
    assert "hashes" in textkin("pairs", "two.sets", "-t", "0.01", "--method", "lsh", exit=2).errors
