"""`textkin law ru`: Dembele and Lo 2017 by the enumeration of every x, y and order of the rows."""

import itertools
import math
from fractions import Fraction

import pytest

from test_law import binomial


@pytest.fixture
def law(textkin):
    def ask(*arguments, **how):
        return textkin("law", *arguments, "--format", "json", **how).json()

    return ask


def match_probability(n, a, b, extreme):
    """Every (x, y) of 1..n; a remainder of 0 is written n."""
    def value(x, y, i):
        return (x * i + y) % n or n

    matching = sum(extreme(value(x, y, i) for i in a) == extreme(value(x, y, i) for i in b)
                   for x in range(1, n + 1) for y in range(1, n + 1))
    return Fraction(matching, n * n)


@pytest.mark.parametrize("n, a, b", [(13, [1, 2, 3], [2, 3, 4]), (12, [1, 5, 6, 12], [2, 5, 12]), (31, [*range(1, 7)], [*range(4, 10)])])
@pytest.mark.parametrize("extreme", [min, max])
def test_ru(law, n, a, b, extreme):
    def listed(rows):
        return ",".join(map(str, rows))

    maximum = ["--maximum"] if extreme is max else []
    found = law("ru", "--rows", n, "--set-a", listed(a), "--set-b", listed(b), "--hashes", 20, *maximum)
    p = match_probability(n, a, b, extreme)
    assert Fraction(found["matching"], found["trials"]) == p
    assert found["similarity"] == pytest.approx(len({*a} & {*b}) / len({*a} | {*b}))
    assert sum(row["multipliers"] for row in found["classes"]) == n
    shares = {row["matches"]: row["probability"] for row in found["shares"]}
    for x, expected in enumerate(binomial(20, p)):
        assert shares.get(x, 0) == pytest.approx(float(expected), abs=2e-6)
    assert found["expected"] == pytest.approx(float(p)) and found["sd"] == pytest.approx(math.sqrt(p * (1 - p) / 20))
    within = sum(q for x, q in enumerate(binomial(20, p)) if abs(x / 20 - p) <= found["exact_error"] + 1e-9)
    assert within >= 0.95 and found["chebyshev_error"] > found["gaussian_error"]


def test_ru_within_an_error_and_its_moments(law):
    """Equation 17 for a given epsilon and any centre, and the moments below it."""
    asked = ("ru", "--rows", 13, "--set-a", "1-3", "--set-b", "2-4", "--hashes", 20)
    p = match_probability(13, [1, 2, 3], [2, 3, 4], min)
    pmf = binomial(20, p)
    found = law(*asked, "--within", "0.1", "--moment", "1,2,3.5")
    shares = [Fraction(x, 20) for x in range(21)]
    tenth = Fraction(1, 10)

    def near(centre, error=tenth, of=lambda share: share):
        return float(sum(q for share, q in zip(shares, pmf) if abs(of(share) - centre) <= error))

    assert found["around"] == pytest.approx(float(p)) and found["probability_within"] == pytest.approx(near(p), abs=1e-9)
    assert found["chebyshev_within"] <= found["probability_within"]
    assert found["estimate_within"] == pytest.approx(near(Fraction(1, 2)), abs=1e-9)  # J = 2/4
    for row in found["moments"]:
        assert row["share"] == pytest.approx(sum(float(q) * float(s) ** row["order"] for s, q in zip(shares, pmf)), rel=1e-9)
    assert [row["order"] for row in found["moments"]] == [1, 2, 3.5]
    elsewhere = law(*asked, "--within", "0.15", "--around", "0.25")
    assert elsewhere["probability_within"] == pytest.approx(near(Fraction(1, 4), Fraction(3, 20)), abs=1e-9)
    assert law(*asked, "--within", "0", "--around", "0.5")["probability_within"] == pytest.approx(float(pmf[10]), rel=1e-9)

    # RUM: the estimate is s / (2 - s), near J = 1/3; its moments are not those of the share.
    modified = law("ru", "--modified", "--set-a", "1-4", "--set-b", "3-6", "--hashes", 20, "--within", "0.1", "--moment", "2")
    pmf = binomial(20, Fraction(modified["matching"], modified["trials"]))
    assert modified["estimate_within"] == pytest.approx(near(Fraction(1, 3), tenth, lambda share: share / (2 - share)), abs=1e-9)
    assert modified["moments"][0]["estimate"] == pytest.approx(float(sum(q * (s / (2 - s)) ** 2 for s, q in zip(shares, pmf))), rel=1e-9)


def test_ru_averaged_over_all_orders(law):
    n, size_a, size_b, shared = 6, 3, 2, 1
    total, orders = Fraction(0), 0
    for rows in itertools.permutations(range(1, n + 1), size_a + size_b - shared):
        total += match_probability(n, rows[:size_a], rows[size_a - shared:], min)
        orders += 1
    sizes = ("--size-a", size_a, "--size-b", size_b, "--shared", shared)
    assert law("ru", "--rows", n, *sizes)["mean_probability"] == pytest.approx(float(total / orders), rel=1e-9)
    # n prime: J + (1 - J) / n.
    prime = law("ru", "--rows", 101, "--size-a", 20, "--size-b", 30, "--shared", 10)
    assert prime["mean_probability"] == pytest.approx(1 / 4 + 3 / 4 / 101, rel=1e-12)


def value_of(x, y, row, n):
    return (x * row + y) % n or n


def drawn_match(weights, n, a, b, extreme):
    """P(match), P(all rows apart), P(match | apart), P(the extreme value in both | apart), for a law {(x, y): weight}."""
    whole, match, apart, both, first = sum(weights.values()), 0, 0, 0, 0
    for (x, y), weight in weights.items():
        equal = extreme(value_of(x, y, i, n) for i in a) == extreme(value_of(x, y, i, n) for i in b)
        distinct = len({value_of(x, y, i, n) for i in range(1, n + 1)}) == n
        match += weight * equal
        apart += weight * distinct
        both += weight * (equal and distinct)
        first += weight * (distinct and extreme(1, n) in {value_of(x, y, i, n) for i in {*a} & {*b}})
    return match / whole, apart / whole, both / apart, first / apart


X, Y = {1: 2, 4: 0.5, 5: 0.5, 6: 0.5}, {2: 1, 6: 3}
SETS = ("--rows", 6, "--set-a", "1,2,5", "--set-b", "2,3,5,6", "--hashes", 3)


@pytest.mark.parametrize("extreme", [min, max])
@pytest.mark.parametrize("how", ["both", "x", "y", "table"])
def test_ru_by_a_law_of_x_and_y(law, textkin, extreme, how):
    marginals = ("--law-x", "1:2,4-6:0.5"), ("--law-y", "2,6:3")
    if how == "table":  # not a product: y follows x
        weights = {(1, 2): 2.0, (1, 3): 1.0, (4, 4): 0.5, (5, 5): 2.5, (6, 1): 1.0}
        textkin.write("law.txt", "".join(f"{x} {y}\t{w}\n" for (x, y), w in weights.items()) + "\n")
        given = ["--law-xy", "law.txt"]
    else:
        anything = dict.fromkeys(range(1, 7), 1)
        xs, ys = X if how != "y" else anything, Y if how != "x" else anything
        weights = {(x, y): u * v for x, u in xs.items() for y, v in ys.items()}
        given = [*marginals[0], *marginals[1]] if how == "both" else [*marginals[0 if how == "x" else 1]]
    found = law("ru", *SETS, *given, *(["--maximum"] if extreme is max else []))
    p, apart, match, first = drawn_match(weights, 6, [1, 2, 5], [2, 3, 5, 6], extreme)
    assert (found["probability"], found["apart"], found["match_apart"], found["extreme_apart"]) == pytest.approx((p, apart, match, first))
    assert found["expected"] == pytest.approx(p) and "matching" not in found
    # Over all orders y does not matter, and x by its gcd with n alone.
    orders = [drawn_match(weights, 6, order[:3], order[1:5], extreme)[0] for order in itertools.permutations(range(1, 7), 5)]
    assert found["mean_probability"] == pytest.approx(sum(orders) / len(orders), rel=1e-9)
    gcds = {}
    for (x, _), weight in weights.items():
        gcds[math.gcd(x, 6)] = gcds.get(math.gcd(x, 6), 0) + weight / sum(weights.values())
    assert {row["gcd"]: row["weight"] for row in found["classes"]} == pytest.approx(gcds)


@pytest.mark.parametrize("draw, n", [("uniform", 6), ("units", 6), ("prime", 7), ("uniform", 7)])
def test_rows_apart(law, draw, n):
    """p_ij, P(D_ij) and P(D_n) of two functions, by all pairs of functions; equation 19 is a bound."""
    found = law("ru", "--rows", 6 if draw == "prime" else n, "--set-a", "1-3", "--set-b", "2-5", "--hashes", 2, "--draw", draw)
    assert found["modulus"] == n
    functions = [(x, y) for x in range(1, n + 1) for y in range(1, n + 1) if draw == "uniform" or math.gcd(x, n) == 1]
    weights = dict.fromkeys(functions, 1)
    p, apart, match, first = drawn_match(weights, n, [1, 2, 3], [2, 3, 4, 5], min)
    assert (found["probability"], found["apart"], found["match_apart"]) == pytest.approx((p, apart, match))
    assert found["extreme_apart"] == pytest.approx(first)
    assert Fraction(found["matching"], found["trials"]) == Fraction(p).limit_denominator(10**6)
    columns = [[value_of(x, y, i, n) for i in range(1, n + 1)] for x, y in functions]
    differ = sum(len({*one}) == n and len({*two}) == n for one in columns for two in columns) / len(functions) ** 2
    assert found["all_apart"] == pytest.approx(differ)
    rows = {row["gcd"]: row for row in found["rows_apart"]}
    missing, pairs = 0.0, 0
    for i, j in itertools.combinations(range(n), 2):
        row = rows[math.gcd(j - i, n)]
        shared = sum(one[i] == one[j] for one in columns) / len(functions)
        assert row["share_a_value"] == pytest.approx(shared) and row["all_differ"] == pytest.approx((1 - shared) ** 2)
        missing, pairs = missing + 1 - (1 - shared) ** 2, pairs + 1
    assert sum(row["pairs"] for row in rows.values()) == pairs
    assert found["all_apart_by_pairs"] == pytest.approx(1 - missing) and found["all_apart_by_pairs"] <= differ + 1e-12


def test_rows_apart_on_the_list_of_rum(law):
    found = law("ru", "--modified", "--size-a", 6, "--size-b", 6, "--shared", 2, "--draw", "units", "--hashes", 5)
    assert found["mean_probability"] == pytest.approx(4 / 12) == found["expected"] and found["all_apart"] == 1
    uniform = law("ru", "--modified", "--size-a", 6, "--size-b", 6, "--shared", 2, "--hashes", 5)
    assert uniform["all_apart"] == pytest.approx((4 / 12) ** 5) and uniform["mean_probability"] > 0.4  # phi(12) = 4


def test_rum_estimates_the_modified_similarity(law):
    found = law("ru", "--modified", "--set-a", "1-40", "--set-b", "21-60", "--hashes", 200, "--matches", 100)
    assert (found["rows"], found["shared"]) == (80, 20)
    assert found["modified_similarity"] == pytest.approx(0.5) and found["similarity"] == pytest.approx(1 / 3)
    assert found["estimate"] == pytest.approx(1 / 3)
    assert found["lower"] < 1 / 3 < found["upper"]
    # z sqrt(p (1 - p) / k), through s / (2 - s).
    low, high = (0.5 + sign * 1.959964 * math.sqrt(0.25 / 200) for sign in (-1, 1))
    assert found["gaussian_lower"] == pytest.approx(low / (2 - low), abs=1e-6)
    assert found["gaussian_upper"] == pytest.approx(high / (2 - high), abs=1e-6)


def test_rum_needs_other_numbers_of_functions(law):
    """The bias of the converted share, and its variance: (1 + J)^2 / 2 times that of RU."""
    for size, shared in ((30, 10), (30, 24)):
        similarity, k = shared / (60 - shared), 4000
        sizes = ("--size-a", 30, "--size-b", 30, "--shared", shared, "--draw", "units", "--hashes", k, "--moment", "1,2")
        first, second = (row["estimate"] for row in law("ru", "--modified", *sizes)["moments"])
        p = 2 * similarity / (1 + similarity)
        assert first - similarity == pytest.approx(2 * p * (1 - p) / (2 - p) ** 3 / k, rel=0.01)
        plain = law("ru", "--rows", 60 - shared, *sizes)
        assert plain["expected"] == pytest.approx(similarity) and plain["sd"] ** 2 == pytest.approx(similarity * (1 - similarity) / k)
        assert (second - first**2) / plain["sd"] ** 2 == pytest.approx((1 + similarity) ** 2 / 2, rel=0.01)


@pytest.mark.parametrize("arguments, named", [
    (["ru", "--rows", "7"], "--set-a"),
    (["ru", "--rows", "7", "--set-a", "1,8", "--set-b", "2"], "8"),
    (["ru", "--rows", "7", "--set-a", "1,x", "--set-b", "2"], "'x'"),
    (["ru", "--rows", "7", "--set-a", "5-3", "--set-b", "2"], "5-3"),
    (["ru", "--set-a", "1", "--set-b", "2"], "--rows"),
    (["ru", "--rows", "7", "--modified", "--set-a", "1", "--set-b", "2"], "--rows"),
    (["ru", "--rows", "4000000000", "--set-a", "1", "--set-b", "2"], "minutes"),
    (["ru", "--rows", "4000000000", "--size-a", "2", "--size-b", "2", "--shared", "1"], "minutes"),
    (["ru", "--rows", "7", "--size-a", "3", "--size-b", "2", "--shared", "3"], "--shared"),
    (["ru", "--rows", "7", "--set-a", "1", "--set-b", "2", "--within", "-1"], "--within"),
    (["ru", "--rows", "7", "--set-a", "1", "--set-b", "2", "--around", "0.5"], "--within"),
    (["ru", "--rows", "7", "--set-a", "1", "--set-b", "2", "--moment", "1,0"], "--moment"),
    (["ru", *SETS, "--hashes", "4000000000"], "--hashes"),
    (["ru", *SETS, "--law-x", "7"], "--law-x: '7'"),
    (["ru", *SETS, "--law-y", "1:-2"], "--law-y: '1:-2'"),
    (["ru", *SETS, "--law-x", "1:0"], "weights of x"),
    (["ru", *SETS, "--law-x", "3-1"], "--law-x: '3-1'"),
    (["ru", *SETS, "--law-x", "1", "--draw", "units"], "--draw"),
    (["ru", *SETS, "--draw", "odd"], "--draw"),
    (["ru", *SETS, "--law-xy", "nowhere.txt"], "nowhere.txt"),
    (["ru", "--rows", 2**25, "--size-a", 9, "--size-b", 9, "--shared", 4, "--law-y", "3"], "16777216"),
])
def test_what_cannot_be(textkin, arguments, named):
    errors = textkin("law", *arguments, exit=2).errors
    assert named in errors and len(errors.strip().splitlines()) == 1


@pytest.mark.parametrize("table, named", [("1 2 1\n1 2\n", "law.txt:2"), ("1 2 x\n", "law.txt:1"), ("1 7 1\n", "y = 7"), ("", "add up to 0"),
                                          ("1 2 -1\n", "weight of x = 1")])
def test_a_table_that_is_no_law(textkin, table, named):
    textkin.write("law.txt", table)
    errors = textkin("law", "ru", *SETS, "--law-xy", "law.txt", exit=2).errors
    assert named in errors and len(errors.strip().splitlines()) == 1
