"""`textkin law`: each form against sums that are made here in exact fractions, and against the values of the documents."""

import itertools
import math
import re
from fractions import Fraction

import pytest

import reference


@pytest.fixture
def law(textkin):
    def ask(*arguments, **how):
        answer = textkin("law", *arguments, "--format", "json", **how)
        return answer.errors if how.get("exit") else answer.json()

    return ask


def binomial(hashes, p):
    p = Fraction(p).limit_denominator(10**9)
    return [math.comb(hashes, x) * p**x * (1 - p) ** (hashes - x) for x in range(hashes + 1)]


@pytest.mark.parametrize("similarity, within, hashes", [("0.5", "0.05", 128), ("0.8", "0.1", 64), ("0.9", "0.02", 256), ("1", "0", 5)])
def test_error(law, similarity, within, hashes):
    found = law("error", "--hashes", hashes, "--similarity", similarity, "--within", within)
    s, e = Fraction(similarity), Fraction(within)
    expected = sum(p for x, p in enumerate(binomial(hashes, s)) if abs(Fraction(x, hashes) - s) <= e)
    assert found["probability"] == pytest.approx(float(expected), abs=1e-12)
    assert found["standard_error"] == pytest.approx(math.sqrt(s * (1 - s) / hashes))
    assert found["hoeffding"] <= found["probability"] + 1e-12
    assert found["law"] and "Broder" in found["reference"]


def test_the_rule_of_thumb(law):
    """400 hashes for an expected error of .05."""
    assert law("error", "--hashes", 400, "--within", "0.05")["rule_of_thumb"] == 0.05
    assert law("hashes", "--within", "0.05")["rule_of_thumb"] == 400


def test_error_of_the_decision(law):
    found = law("error", "--hashes", 128, "--similarity", "0.7", "--threshold", "0.8")
    assert found["reaches_threshold"] == pytest.approx(float(sum(binomial(128, Fraction(7, 10))[103:])), rel=1e-9)
    assert found["reaches_threshold"] == pytest.approx(0.005, abs=5e-4)


# Hoeffding, then the exact numbers for similarities .5, .8, .9.
SIZES = [("0.1", "0.95", 185, 99, 64, 30), ("0.05", "0.9", 600, 279, 176, 107), ("0.05", "0.95", 738, 399, 248, 147),
         ("0.05", "0.99", 1060, 679, 428, 247), ("0.02", "0.95", 4612, 2424, 1569, 892)]


@pytest.mark.parametrize("within, confidence, hoeffding, half, eight, nine", SIZES)
def test_hashes(law, within, confidence, hoeffding, half, eight, nine):
    for similarity, expected in (("0.5", half), ("0.8", eight), ("0.9", nine)):
        found = law("hashes", "--within", within, "--confidence", confidence, "--similarity", similarity)
        assert (found["hashes"], found["hoeffding"]) == (expected, hoeffding)
        assert found["probability"] >= float(confidence)


def test_the_page_has_the_numbers_of_the_program(law):
    page = (reference.ROOT / "docs/laws.md").read_text()
    rows = re.findall(r"^\| (\.\d+), (\.\d+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.M)
    assert len(rows) == 6
    for within, confidence, *numbers in rows:
        hoeffding, *exact = (int(number.replace(",", "")) for number in numbers)
        for similarity, expected in zip(("0.5", "0.8", "0.9"), exact):
            found = law("hashes", "--within", within, "--confidence", confidence, "--similarity", similarity)
            assert (found["hashes"], found["hoeffding"]) == (expected, hoeffding)


def test_fss_needs_fewer_for_small_sets(law):
    few = law("hashes", "--sketch", "fss", "--union", 60)["hashes"]
    many = law("hashes", "--sketch", "fss")["hashes"]
    assert many == 399 and 0.45 * many < few < 0.6 * many


INTERVALS = [(0, 128, 0, 0.028), (64, 128, 0.410, 0.590), (102, 128, 0.717, 0.863), (122, 128, 0.901, 0.983), (128, 128, 0.972, 1),
             (205, 256, 0.747, 0.848), (256, 256, 0.986, 1)]


@pytest.mark.parametrize("matches, hashes, lower, upper", INTERVALS)
def test_interval(law, matches, hashes, lower, upper):
    found = law("interval", "--matches", matches, "--hashes", hashes)
    assert found["estimate"] == pytest.approx(matches / hashes, abs=1e-12)
    assert found["lower"] == pytest.approx(lower, abs=6e-4) and found["upper"] == pytest.approx(upper, abs=6e-4)
    # The defining tails.
    if matches:
        tail = sum(binomial(hashes, found["lower"])[matches:])
        assert float(tail) == pytest.approx(0.025, rel=1e-4)


def test_interval_of_fss_is_tight_for_small_sets(law):
    sizes = ("--size-a", 100, "--size-b", 100)
    found = law("interval", "--sketch", "fss", "--hashes", 128, "--matches", 64, *sizes)
    assert found["lower"] < found["tight_lower"] < 0.5 < found["tight_upper"] < found["upper"]
    assert found["tight_upper"] - found["tight_lower"] == pytest.approx(0.131, abs=0.003)
    assert found["upper"] - found["lower"] == pytest.approx(0.179, abs=0.002)
    same = law("interval", "--sketch", "kperm", "--hashes", 128, "--matches", 64, *sizes)
    assert same["tight_lower"] == same["lower"]


def test_interval_of_the_modified_similarity(law):
    plain = law("interval", "--hashes", 100, "--matches", 60)
    modified = law("interval", "--hashes", 100, "--matches", 60, "--modified")
    for key in ("estimate", "lower", "upper"):
        assert modified[key] == pytest.approx(plain[key] / (2 - plain[key]), rel=1e-9)


@pytest.mark.parametrize("universe, a, b, shared", [(30, 10, 12, 6), (26**3, 1000, 1000, 60), (3000, 500, 800, 140), (5, 0, 3, 0)])
def test_chance(law, universe, a, b, shared):
    found = law("chance", "--universe", universe, "--size-a", a, "--size-b", b, "--shared", shared)
    whole = math.comb(universe, b)
    pmf = [Fraction(math.comb(a, x) * math.comb(universe - a, b - x), whole) for x in range(min(a, b) + 1)]
    similarity = [Fraction(x, a + b - x) for x in range(len(pmf))]
    mean = float(sum(p * s for p, s in zip(pmf, similarity)))
    square = float(sum(p * s * s for p, s in zip(pmf, similarity)))
    assert found["expected_shared"] == pytest.approx(a * b / universe, abs=1e-12)
    assert found["expected"] == pytest.approx(mean, abs=1e-12)
    assert found["sd"] == pytest.approx(math.sqrt(max(0, square - mean**2)), abs=1e-8)
    assert found["p_value"] == pytest.approx(float(sum(pmf[shared:])), rel=1e-8)
    for level in (0.05, 0.001):
        needed = next((x for x in range(len(pmf)) if float(sum(pmf[x:])) <= level), None)
        expected = None if needed is None else needed / (a + b - needed)
        assert found[f"significant_at_{level}"] == pytest.approx(expected)


def test_chance_of_the_documents(law):
    def similarity(*sizes):
        return law("chance", "--universe", sizes[0], "--size-a", sizes[1], "--size-b", sizes[2])["expected"]

    assert similarity(10**5, 1000, 1000) == pytest.approx(0.00503, abs=5e-6)
    assert similarity(26**3, 1000, 1000) == pytest.approx(0.029, abs=5e-4)
    assert similarity(3000, 500, 800) == pytest.approx(0.114, abs=5e-4)
    found = law("chance", "--universe", 10**5, "--size-a", 1000, "--size-b", 1000, "--shared", 20)
    assert found["p_value"] == pytest.approx(3.1e-3, abs=5e-5)


@pytest.mark.parametrize("universe, a, b", [(100, 20, 30), (12, 9, 8), (5, 0, 3), (7, 7, 4), (0, 0, 0)])
def test_the_whole_law_of_chance(law, universe, a, b):
    """Equation 10, both of its terms, and the moments of equation 11."""
    found = law("chance", "--universe", universe, "--size-a", a, "--size-b", b, "--law", "--moment", "1,2.5,7")
    rows = {row["shared"]: row for row in found["counts"]}
    possible = range(max(0, a + b - universe), min(a, b) + 1)
    assert list(rows) == [*possible] and found["possible_counts"] == len(possible)
    moments = dict.fromkeys((1, 2.5, 7), 0.0)
    for j in possible:
        first, second = (Fraction(math.comb(k, j) * math.comb(universe - k, m - j), math.comb(universe, m)) for k, m in ((a, b), (b, a)))
        assert first == second and rows[j]["probability"] == pytest.approx(float(first), rel=1e-9)
        similarity = j / (a + b - j) if a + b else 0
        assert rows[j]["similarity"] == pytest.approx(similarity)
        for order in moments:
            moments[order] += float(first) * similarity**order
    assert sum(row["probability"] for row in rows.values()) == pytest.approx(1, abs=1e-12)
    assert {row["order"]: row["moment"] for row in found["moments"]} == pytest.approx(moments, rel=1e-9)
    assert moments[1] == pytest.approx(found["expected"])


def test_the_whole_law_of_large_sets_is_cut_where_it_weighs_nothing(law):
    found = law("chance", "--universe", 10**6, "--size-a", 10**4, "--size-b", 10**5, "--law")
    assert found["possible_counts"] == 10**4 + 1 and 400 < len(found["counts"]) < 1200
    assert sum(row["probability"] for row in found["counts"]) == pytest.approx(1, abs=1e-9)
    assert "--law" in law("chance", "--universe", 2**40, "--size-a", 2**39, "--size-b", 2**39, "--law", exit=2)


def test_mash(law):
    assert law("mash", "--similarity", "0.2949")["distance"] == pytest.approx(0.03745, abs=1e-5)
    found = law("mash", "--similarity", "0.2949", "--hashes", 1000, "--size-a", 500000, "--size-b", 500000)
    assert found["lower"] < found["distance"] < found["upper"]
    x = 1 - (1 - 4.0**-21) ** 500000
    assert found["chance_similarity"] == pytest.approx(x / (2 - x), rel=1e-6)
    assert found["log10_p_value"] < -300
    assert law("mash", "--similarity", "0")["distance"] == 1 and law("mash", "--similarity", "1")["distance"] == 0


def test_samples(law):
    """All pairs of samples of {0..4} and {3..7}, three and two members."""
    total, shared, count = Fraction(0), 0, 0
    for a in itertools.combinations(range(5), 3):
        for b in itertools.combinations(range(3, 8), 2):
            both = len({*a} & {*b})
            total, shared, count = total + Fraction(both, 5 - both), shared + both, count + 1
    found = law("samples", "--size-a", 5, "--size-b", 5, "--shared", 2, "--sample-a", 3, "--sample-b", 2)
    assert found["independent_expected"] == pytest.approx(float(total / count), rel=1e-12)
    assert found["independent_shared"] == pytest.approx(shared / count, rel=1e-12)
    assert found["similarity"] == found["joint_expected"] == 0.25


def test_bits_of_a_cell(law):
    """One bit: three times the variance at similarity .5, and Clopper-Pearson through P = C + (1 - C) J."""
    full, one = (law("error", "--similarity", "0.5", *bits)["standard_error"] for bits in ([], ["--bits", 1]))
    assert (one / full) ** 2 == pytest.approx(3, rel=1e-9)
    assert law("hashes", "--bits", 1)["hashes"] == pytest.approx(3 * 399, rel=0.02)
    plain = law("interval", "--hashes", 512, "--matches", 400)
    bits = law("interval", "--hashes", 512, "--matches", 400, "--bits", 2)
    for key in ("estimate", "lower", "upper"):
        assert bits[key] == pytest.approx((plain[key] - 0.25) / 0.75, abs=1e-9)


# P(<= 3), P(<= 6), P(<= 10) of 64 bits for sets of equal sizes.
SIMHASH = [(0.8, 9.7, 0.0085, 0.130, 0.625), (0.9, 6.6, 0.090, 0.499, 0.936), (0.97, 3.6, 0.520, 0.936, 0.999)]


@pytest.mark.parametrize("distance, column", [(3, 0), (6, 1), (10, 2)])
def test_simhash(law, distance, column):
    found = law("simhash", "--bits", 64, "--distance", distance, "--documents", 10**9)
    rows = {row["jaccard"]: row for row in found["found"]}
    for jaccard, mean, *probabilities in SIMHASH:
        assert rows[jaccard]["expected_distance"] == pytest.approx(mean, abs=0.06)
        assert rows[jaccard]["probability"] == pytest.approx(probabilities[column], abs=6e-4)
    unrelated = sum(math.comb(64, x) for x in range(distance + 1)) / 2**64
    assert found["unrelated"] == pytest.approx(unrelated, rel=1e-9)
    assert found["unrelated_pairs"] == pytest.approx(unrelated * 5e17, rel=1e-6)


def test_intervals_name_their_law(law):
    sizes = ("--size-a", 200, "--size-b", 200)
    for sketch, name in (("bottomk", "hypergeometric"), ("fss", "Clopper-Pearson"), ("kperm", "Clopper-Pearson"), ("simhash", "Clopper-Pearson")):
        assert name in law("interval", "--sketch", sketch, "--matches", 20, "--hashes", 64, *sizes)["law"], sketch


def test_no_p_is_called_impossible(law):
    found = law("chance", "--universe", 10**8, "--size-a", 20_000, "--size-b", 20_000, "--shared", 19_000)
    assert 0 < found["p_value"] < 1e-300 and found["log10_p_value"] < -50_000


def test_intervals_of_samples_need_the_sizes(law):
    assert "--size-a" in law("interval", "--sketch", "bottomk", "--matches", 100, exit=2)
    found = law("interval", "--sketch", "bottomk", "--matches", 100, "--size-a", 200, "--size-b", 200)
    plain = law("interval", "--matches", 100)
    assert plain["lower"] < found["lower"] < found["estimate"] < found["upper"] < plain["upper"]


@pytest.mark.parametrize("sketch", ["bottomk", "superminhash", "oph", "fss", "kperm"])
def test_a_union_without_end_is_a_large_one(law, sketch):
    """It was a probability of 1 and a standard error of nan."""
    asked = ("error", "--sketch", sketch, "--hashes", 64, "--similarity", "0.5", "--within", "0.1")
    endless, large = law(*asked, "--union", "inf"), law(*asked, "--union", "1e15")
    assert {key: value for key, value in endless.items() if key != "union"} == {key: value for key, value in large.items() if key != "union"}
    assert 0.5 < endless["probability"] < 1 and 0 < endless["standard_error"] < 0.1, endless


def test_a_sample_of_the_union_is_hypergeometric(law):
    found = law("error", "--sketch", "bottomk", "--hashes", 64, "--union", 200, "--similarity", "0.3", "--within", "0.05")
    counts = [x for x in range(65) if abs(Fraction(x, 64) - Fraction(3, 10)) <= Fraction(1, 20)]
    expected = Fraction(sum(math.comb(60, x) * math.comb(140, 64 - x) for x in counts), math.comb(200, 64))
    assert found["probability"] == pytest.approx(float(expected), rel=1e-9) and "hypergeometric" in found["law"]


@pytest.mark.parametrize("sketch", ["fss", "kperm", "bottomk", "superminhash", "oph", "simhash", "dartminhash"])
def test_any_sketch_has_its_law(law, sketch):
    size = 64 if sketch == "simhash" else 256
    found = law("error", "--sketch", sketch, "--hashes", size, "--similarity", "0.6", "--union", 300, "--within", "0.1")
    assert 0.5 < found["probability"] <= 1 and found["standard_error"] < 0.2


def test_every_form_says_its_law(textkin):
    forms = [("error",), ("hashes",), ("interval", "--matches", 3), ("chance", "--universe", 9, "--size-a", 3, "--size-b", 4),
             ("ru", "--rows", 7, "--set-a", "1,2", "--set-b", "2-3"), ("mash", "--similarity", ".5"),
             ("samples", "--size-a", 9, "--size-b", 9, "--shared", 4, "--sample-a", 3, "--sample-b", 3)]
    for form in forms:
        text = textkin("law", *form).stdout.decode()
        assert "\nlaw: " in text and text.count("\n") > 4, form
        assert re.search(r"\b(19|20)\d\d\b", text.splitlines()[-1]), form
    textkin("law", "error", "-o", "answer.json", "--format", "json")
    assert '"form": "error"' in textkin.path("answer.json").read_text()


@pytest.mark.parametrize("arguments, named", [
    (["error", "--similarity", "1.5"], "--similarity"),
    (["error", "--sketch", "fsss"], "fss"),
    (["error", "--union", "0"], "--union"),
    (["eror"], "error"),
    (["error", "--similarty", "0.5"], "--similarity"),
    ([], "law"),
    (["error", "--bits", "33"], "--bits"),
    (["error", "--bits", "2", "--sketch", "bottomk"], "bands"),
    (["simhash", "--bits", "0"], "--bits"),
    (["simhash", "--distance", "65"], "--distance"),
    (["hashes", "--within", "0"], "--within"),
    (["hashes", "--within", "0.00001"], "larger error"),
    (["hashes", "--confidence", "1"], "--confidence"),
    (["interval", "--matches", "9", "--hashes", "8"], "--matches"),
    (["interval", "--matches", "3", "--size-a", "8"], "--size-b"),
    (["chance", "--universe", "5", "--size-a", "9", "--size-b", "2"], "universe"),
    (["chance", "--universe", "9", "--size-a", "3", "--size-b", "2", "--shared", "3"], "--shared"),
    (["chance", "--universe", "9", "--size-a", "3", "--size-b", "2", "--moment", "inf"], "--moment"),
    (["samples", "--size-a", 9, "--size-b", 9, "--shared", 4, "--sample-a", 10, "--sample-b", 3], "sample"),
    (["mash", "--similarity", "0.5", "--size-a", "3", "--size-b", "3"], "--hashes"),
    (["mash", "--similarity", "0.5", "--kmer", "0"], "--kmer"),
])
def test_what_cannot_be(textkin, arguments, named):
    errors = textkin("law", *arguments, exit=2).errors
    assert named in errors and len(errors.strip().splitlines()) == 1


def expanded(keys):
    found = set()
    for part in keys.split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def agreement_of_every_function(modulus, a, b, units):
    a, b = expanded(a), expanded(b)
    factors = [f for f in range(1, modulus) if not units or math.gcd(f, modulus) == 1]
    equal = sum(min((f * x + s) % modulus for x in a) == min((f * x + s) % modulus for x in b)
                for f in factors for s in range(modulus))
    return Fraction(equal, len(factors) * modulus)


BIASES = [("linear", 13, "0-2", "1-3", "35/78"), ("linear", 31, "0-5", "3-8", "9/31"),
          ("linear-units", 30, "0-5", "3-8", "11/40"), ("linear", 30, "0-5", "3-8", None), ("linear", 12, "0,4,8", "4,5", None)]


@pytest.mark.parametrize("family, modulus, a, b, known", BIASES)
def test_bias(law, family, modulus, a, b, known):
    found = law("bias", "--family", family, "--modulus", modulus, "--set-a", a, "--set-b", b)
    exact = Fraction(found["exact_numerator"], found["exact_denominator"])
    assert exact == agreement_of_every_function(modulus, a, b, family == "linear-units")
    if known:
        assert exact == Fraction(known)
    similarity = len(expanded(a) & expanded(b)) / len(expanded(a) | expanded(b))
    assert found["similarity"] == pytest.approx(similarity)
    assert found["exact_bias"] == pytest.approx(float(exact) - similarity)
    assert found["functions"] >= 100000
    assert found["bias"] == pytest.approx(found["agreements"] / found["functions"] - similarity)
    assert abs(found["bias"] - found["exact_bias"]) < 4 * math.sqrt(0.25 / 1e5)


def test_bias_of_the_default_family_is_none(law):
    for family in ("odd", "murmur3", "polynomial", "mixed-tabulation"):
        found = law("bias", "--family", family, "--set-a", "0-63", "--set-b", "32-95", "--functions", 50000)
        assert abs(found["bias"]) < 4 * math.sqrt(2 / 9 / 50000)
        assert found["lower"] < found["bias"] < found["upper"]
        assert "exact_bias" not in found


@pytest.mark.parametrize("arguments, words", [
    (["--family", "linaer", "--set-a", "1", "--set-b", "1"], "did you mean 'linear'"),
    (["--set-a", "1", "--set-b", "1"], "needs a modulus"),
    (["--family", "odd", "--modulus", "7", "--set-a", "1", "--set-b", "1"], "no parameter"),
    (["--modulus", "7", "--set-a", "1-7", "--set-b", "1"], "keys up to 6"),
    (["--modulus", "7", "--set-a", "3-1", "--set-b", "1"], "'3-1'"),
    (["--modulus", "7", "--set-a", "", "--set-b", "1"], "--set-a '' is empty"),
    (["--modulus", "7", "--set-a", "1", "--set-b", "1", "--functions", "0"], "--functions 0"),
])
def test_bias_refuses_in_a_line(law, arguments, words):
    errors = law("bias", *arguments, exit=2)
    assert words in errors and len(errors.strip().splitlines()) == 1


def test_bounds_that_were_converted_say_so(textkin):
    options = ("law", "ru", "--set-a", "1-40", "--set-b", "21-60", "--hashes", 200, "--matches", 100)
    for line in textkin(*options, "--modified").stdout.decode().splitlines():
        if line.startswith(("lower", "gaussian lower")):
            assert "s / (2 - s)" in line or not line.split()[2:], line
    assert "s / (2 - s)" not in textkin(*options, "--rows", 61).stdout.decode()
