"""explain: the printed examples of Kalampokis 2016 and Gakhov 2016, digit for digit, and the pipeline against a reference of twenty lines."""

import itertools

import pytest
import reference
from samples import prose

HAMLET = reference.ROOT / "docs" / "examples" / "hamlet"
SETS = ("--as", "sets")

# Kalampokis 2016, section 3.4 and matrix 4.1.
THESIS = "S1 a d g h k l\nS2 c h i j l\nS3 b d e f g l\nS4 a c d i j l m\n"
THESIS_FUNCTIONS = ("--multipliers", "1,3,5,7,9,11", "--offset", "1", "--modulus", "13")
THESIS_SIGNATURE = [[1, 3, 2, 0], [1, 2, 0, 1], [1, 2, 0, 1], [0, 0, 0, 0], [0, 4, 2, 1], [0, 0, 2, 1]]

# Gakhov 2016: the four documents as bags of words.
GAKHOV = ["python is a programming language", "java is a programming language", "a programming language",
          "python is a snake"]
GAKHOV_FUNCTIONS = ("--multipliers", "1,3", "--offset", "1", "--modulus", "7")


@pytest.fixture
def thesis(textkin):
    for line in THESIS.splitlines():
        name, *elements = line.split()
        textkin.write(f"sets/{name}", " ".join(elements) + "\n")
    return textkin


def words(*arguments):
    return ("--tokens", "whitespace", "--normalize", "none", "--shingle", "word:1", *arguments)


def pair(explanation, a, b):
    names = explanation["documents"]
    return next(p for p in explanation["pairs"] if {names[p["a"]], names[p["b"]]} == {a, b})


def test_signature_matrix_of_kalampokis(thesis):
    answer = thesis("explain", "sets", *words(), *THESIS_FUNCTIONS, "--format", "json", "-t", "0.3").json()
    assert answer["documents"] == ["S1", "S2", "S3", "S4"]
    assert [row["shingle"] for row in answer["rows"]] == list("abcdefghijklm")
    assert answer["sets"] == [[0, 3, 6, 7, 10, 11], [2, 7, 8, 9, 11], [1, 3, 4, 5, 6, 11], [0, 2, 3, 8, 9, 11, 12]]
    assert answer["signature"] == THESIS_SIGNATURE
    assert all(function["permutes"] for function in answer["functions"])
    # The thesis compares the values in the two columns as sets, 2/5; cells are compared place by place, which gives
    # 3/6. The true similarity is 3/10, as it says.
    s1_s4 = pair(answer, "S1", "S4")
    assert (s1_s4["matches"], s1_s4["estimate"]) == (3, 0.5)
    assert (s1_s4["shared"], s1_s4["united"], s1_s4["jaccard"]) == (3, 10, 0.3)
    assert (pair(answer, "S1", "S2")["shared"], pair(answer, "S1", "S2")["united"]) == (2, 9)
    assert (pair(answer, "S2", "S3")["shared"], pair(answer, "S2", "S3")["united"]) == (1, 10)


def test_trace_of_kalampokis(thesis):
    answer = thesis("explain", "sets", *words(), *THESIS_FUNCTIONS, "--format", "json", "--trace").json()
    trace = {step["row"]: step["changes"] for step in answer["trace"]}
    assert sorted(trace) == list(range(13))
    assert {(c["document"], c["after"]) for c in trace[0]} == {(0, 1), (3, 1)} and len(trace[0]) == 12
    # Signature matrix 2, row 1: only S3 leaves infinity, as 2 4 6 8 10 12.
    assert [(c["document"], c["before"], c["after"]) for c in trace[1]] == [(2, None, v) for v in (2, 4, 6, 8, 10, 12)]
    # Signature matrix 11, row 12: SigM[h1][S4] changes to 0, the others remain.
    assert trace[12] == [{"function": 0, "document": 3, "before": 1, "after": 0}]
    printed = thesis("explain", "sets", *words(), *THESIS_FUNCTIONS, "--trace").stdout.decode()
    assert 'row 12, "m": h1 S4 1→0' in printed and "∞→1" in printed


def test_printout_of_kalampokis(thesis):
    printed = thesis("explain", "sets", *words(), *THESIS_FUNCTIONS, "-t", "0.3").stdout.decode()
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for line in ('row shingle S1 S2 S3 S4 h1 h2 h3 h4 h5 h6', '0 "a" 1 0 0 1 1 1 1 1 1 1', '11 "l" 1 1 1 1 12 8 4 0 9 5',
                 "h1(x) = (1 x + 1) mod 13", "h1 1 3 2 0", "h6 0 0 2 1"):
        assert line in lines, printed
    assert any(line.startswith("S1 S4") and "3/6 = 0.5000 3/10 = 0.3000 similar" in line for line in lines), printed


def test_sets_a_line_are_the_same(thesis):
    thesis.write("sets.txt", "".join(line.split(" ", 1)[1] + "\n" for line in THESIS.splitlines()))
    answer = thesis("explain", "sets.txt", *SETS, *THESIS_FUNCTIONS, "--format", "json").json()
    assert answer["signature"] == THESIS_SIGNATURE


def test_signature_of_gakhov(textkin):
    for number, text in enumerate(GAKHOV, 1):
        textkin.write(f"S{number}", text)
    answer = textkin("explain", "S1", "S2", "S3", "S4", *words(), *GAKHOV_FUNCTIONS, "--format", "json").json()
    assert [row["shingle"] for row in answer["rows"]] == "a is java language programming python snake".split()
    assert answer["signature"] == [[1, 1, 1, 0], [1, 0, 1, 1]]
    # Printed as .75: S1 and S3 share 3 of 5.
    assert pair(answer, "S1", "S3")["estimate"] == 1 and pair(answer, "S1", "S3")["jaccard"] == 0.6
    assert pair(answer, "S2", "S4")["estimate"] == 0 and pair(answer, "S2", "S4")["jaccard"] == 2 / 7


def test_tuning_of_kalampokis(textkin):
    textkin.write("a", "x")
    for preference, bands, rows in (("accuracy", 45, 5), ("speed", 25, 9)):
        plan = textkin("explain", "a", "-t", "0.53", "--prefer", preference, "--format", "json").json()["plan"]
        assert (plan["hashes"], plan["bands"], plan["rows"], plan["preference"]) == (225, bands, rows, preference)
        trials = {(t["bands"], t["rows"]): t["rises_at"] for t in plan["trials"]}
        # "Estimated S_Curve" of section 7.2.2.
        assert trials[1, 225] == 1.0
        assert trials[3, 75] == pytest.approx(0.9854585985762907, abs=1e-15)
        assert trials[5, 45] == pytest.approx(0.9648667337285327, abs=1e-15)
        assert trials[9, 25] == pytest.approx(0.9158625473064724, abs=1e-15)
        assert trials[45, 5] == pytest.approx(0.46704367745113423, abs=1e-15)


# Section 7.2.4: the exact similarity of the one pair. Shingles keep their case, repeats count, and the files end as the
# author's did: one in one line feed, the other in two.
EXACT = 0.6417410714285714


def test_the_exact_value_of_kalampokis(textkin):
    for command in (("explain", HAMLET, "--multiset", "-t", "0.53", "--prefer", "accuracy", "--format", "json"),
                    ("explain", HAMLET, "--multiset", "--format", "json")):
        answer = textkin(*command).json()
        found = pair(answer, "Haml_Oth_1.txt", "Haml_Othello_Original.txt")
        assert (found["shared"], found["united"], found["jaccard"]) == (575, 896, EXACT)
        assert max(p["jaccard"] for p in answer["pairs"] if p is not found) < 0.53
    options = ("--shingle", "char:9", "--normalize", "none", "--multiset", "-t", "0.53")
    for more in (("--prefer", "accuracy", "--hashes", "225", "--sketch", "kperm"), ("--exact",), ("--sketch", "icws", "--method", "lsh")):
        (row,) = textkin("pairs", HAMLET, *options, *more).table()
        assert (row["a"], row["b"]) == ("Haml_Oth_1.txt", "Haml_Othello_Original.txt")
        assert (row["similarity"], row["size_a"], row["size_b"], row["shared"]) == (repr(EXACT), "722", "749", "575")


# Section 7.2.2, the hashed shingles of a text that begins "Almost all", and of one that begins "From time to time".
HASHED = {
    "Haml_Oth_1.txt": [55701401, 301582874, 1822317838, 703942433, 986936866, 277514948, 562958157, 457499951, 73835523],
    "Haml_Othello_Original.txt": [624272011, 2020738562, 1079283195, 2061947100, 40935353, 277684182, 238105563],
}


def test_the_hashed_shingles_of_kalampokis(textkin):
    answer = textkin("explain", HAMLET, "--multiset", "--shingle-hash", "murmur3", "--format", "json").json()
    for name, printed in HASHED.items():
        rows = [answer["rows"][row] for row in answer["texts"][answer["documents"].index(name)]]
        assert [row["hash"] for row in rows[: len(printed)]] == [str(value) for value in printed]
        text = (HAMLET / name).read_text()
        assert [row["shingle"].partition("#")[0] for row in rows] == [text[i : i + 9] for i in range(len(text) - 8)]
    out = textkin("explain", HAMLET, "--multiset", "--shingle-hash", "murmur3").stdout.decode()
    assert '"Almost al" 55701401, "lmost all" 301582874, "most all " 1822317838' in out
    assert '"From time" 624272011, "rom time " 2020738562' in out


def test_repeats_are_rows_of_their_own(textkin):
    textkin.write("a.txt", "sea wave sea")
    textkin.write("b.txt", "sea sea sea wave")
    answer = textkin("explain", "a.txt", "b.txt", *words("--multiset"), "--format", "json").json()
    assert [row["shingle"] for row in answer["rows"]] == ["sea", "sea#2", "sea#3", "wave"]
    assert answer["texts"] == [[0, 3, 1], [0, 1, 2, 3]] and answer["sets"] == [[0, 1, 3], [0, 1, 2, 3]]
    assert (answer["pairs"][0]["shared"], answer["pairs"][0]["united"]) == (3, 4)


# Section 4.1.1: the rows in the order b j e m i k g a l h f d c, and the first 1 from the top.
def test_a_permutation_that_is_given(thesis):
    order = "b,j,e,m,i,k,g,a,l,h,f,d,c"
    options = ("--multipliers", "1", "--modulus", "13", "--bands", "1", "--rows", "1", "--format", "json")
    answer = thesis("explain", "sets", *words(), "--rows-order", order, *options).json()
    rows = [row["shingle"] for row in answer["rows"]]
    assert rows == order.split(",")
    assert [rows[value] for value in answer["signature"][0]] == ["k", "j", "b", "j"]
    for wrong, said in ((order + ",q", "'q'"), (order + ",b", "'b'"), (order[2:], "leaves out 'b'"), ("random", "'random'")):
        errors = thesis("explain", "sets", *words(), "--rows-order", wrong, *options, exit=2).errors
        assert said in errors and "--rows-order" in errors and len(errors.splitlines()) == 1


# Gakhov's one-step example: rows 1 to 6 have the numbers 2 5 6 1 4 3. The slide reads the first 1 from the top and prints
# 2 3 2 6; the least number of a column, as the slide before it defines the minhash, is 1 3 2 1.
def test_one_step_of_gakhov(textkin):
    for name, rows in {"S1": "1 2 4", "S2": "6", "S3": "1 3 5 6", "S4": "3 4 5"}.items():
        textkin.write(f"step/{name}", rows)
    answer = textkin("explain", "step", *words(), "--rows-order", "4,1,6,5,2,3", "--multipliers", "1", "--offset", "1", "--modulus", "7",
                     "--bands", "1", "--rows", "1", "--format", "json").json()
    assert answer["signature"] == [[1, 3, 2, 1]]


@pytest.mark.parametrize("preference", ["accuracy", "speed"])
def test_hamlet_of_kalampokis(textkin, preference):
    # Of such a pair "speed" finds 0.4 of all draws.
    answer = textkin("explain", HAMLET, "--multiset", "-t", "0.53", "--prefer", preference, "--seed", 2, "--format", "json").json()
    names = [name.split(".")[0] for name in answer["documents"]]
    similar = [p for p in answer["pairs"] if p["outcome"] == "similar"]
    assert [{names[p["a"]], names[p["b"]]} for p in similar] == [{"Haml_Oth_1", "Haml_Othello_Original"}]
    # The thesis has 0.667 by its 225 functions.
    assert similar[0]["estimate"] == pytest.approx(EXACT, abs=4 * 0.032)
    assert all(p["jaccard"] < 0.53 for p in answer["pairs"] if p is not similar[0])
    assert "Almost al" in {row["shingle"] for row in answer["rows"]}


@pytest.mark.parametrize("order", ["sorted", "first", "hash"])
def test_pipeline_against_reference(textkin, order):
    texts = [prose(i) for i in range(3)]
    texts += [texts[0] + " A last word.", texts[1][:150] + "!" + texts[1][150:], texts[2][: len(texts[2]) // 2]]
    textkin.jsonl("x.jsonl", texts)
    threshold, bands, rows, k = 0.6, 12, 3, 5
    options = ("--shingle", f"char:{k}", "--normalize", "none", "-t", threshold, "--bands", bands, "--rows", rows, "--hashes",
               bands * rows, "--rows-order", order, "--format", "json")
    answer = textkin("explain", "x.jsonl", *options).json()
    spelled = [row["shingle"] for row in answer["rows"]]
    sets = [{t[i : i + k] for i in range(len(t) - k + 1)} for t in texts]
    universe = set().union(*sets)
    assert len(spelled) == len(universe) and set(spelled) == universe
    if order == "sorted":
        assert spelled == sorted(spelled, key=str.encode)
    elif order == "first":
        first = {}
        for text in texts:
            for i in range(len(text) - k + 1):
                first.setdefault(text[i : i + k])
        assert spelled == list(first)
    else:
        assert [row["hash"] for row in answer["rows"]] == sorted(row["hash"] for row in answer["rows"])

    functions = answer["functions"]
    prime = functions[0]["modulus"]
    assert prime >= len(universe) and all(prime % d for d in range(2, int(prime**0.5) + 1))
    number = {shingle: i for i, shingle in enumerate(spelled)}
    signature = [[min((f["multiplier"] * number[s] + f["offset"]) % f["modulus"] for s in shingles) for shingles in sets]
                 for f in functions]
    assert answer["signature"] == signature
    found = {(p["a"], p["b"]): p for p in answer["pairs"]}
    assert set(found) == set(itertools.combinations(range(len(texts)), 2))
    seen = set()
    for (a, b), row in found.items():
        bands_shared = [band for band in range(bands)
                        if all(signature[band * rows + i][a] == signature[band * rows + i][b] for i in range(rows))]
        matches = sum(cells[a] == cells[b] for cells in signature)
        jaccard = len(sets[a] & sets[b]) / len(sets[a] | sets[b])
        outcome = ("not a candidate" if not bands_shared else "filtered out" if matches / len(functions) < threshold
                   else "similar" if jaccard >= threshold else "below the threshold")
        assert (row["bands"], row["matches"], row["jaccard"], row["outcome"]) == (bands_shared, matches, jaccard, outcome)
        seen.add(outcome)
    assert {"not a candidate", "similar"} <= seen
    unfiltered = textkin("explain", "x.jsonl", *options, "--no-filter").json()
    assert all(p["outcome"] != "filtered out" for p in unfiltered["pairs"])


def test_filter_drops_what_the_estimate_is_too_low_for(thesis):
    options = ("explain", "sets", *words(), *THESIS_FUNCTIONS, "--bands", "6", "--rows", "1", "-t", "0.3", "--format", "json")
    # S2 and S4 share 4/8 and one cell of six: the filter loses a similar pair.
    lost = pair(thesis(*options).json(), "S2", "S4")
    assert (lost["matches"], lost["jaccard"], lost["outcome"]) == (1, 0.5, "filtered out")
    assert pair(thesis(*options, "--no-filter").json(), "S2", "S4")["outcome"] == "similar"
    assert "dropped by the filter, though it is similar" in thesis(*options[:-2]).stdout.decode()
    # The thesis reads 0 off the columns of S1 and S2; two cells are equal.
    assert pair(thesis(*options).json(), "S1", "S2")["matches"] == 2


def test_large_input_is_cut_and_says_so(textkin):
    textkin.jsonl("x.jsonl", [prose(i) for i in range(40)])
    printed = textkin("explain", "x.jsonl", "--show", "5").stdout.decode()
    assert "... and 28 more documents" in printed and "more rows" in printed and "... and 220 more functions" in printed
    assert len(printed.splitlines()) < 120
    answer = textkin("explain", "x.jsonl", "--format", "json").json()
    assert not answer["all_pairs"] and len(answer["signature"]) == 225 and len(answer["signature"][0]) == 40


def test_empty_documents_and_repeated_values(textkin):
    textkin.jsonl("x.jsonl", ["", "a b", "", "b c"])
    answer = textkin("explain", "x.jsonl", *words(), "--multipliers", "2,3", "--modulus", "4", "--format", "json").json()
    assert [cells[0] for cells in answer["signature"]] == [None, None]
    assert all(p["outcome"] == "not a candidate" for p in answer["pairs"] if 0 in (p["a"], p["b"]) or 2 in (p["a"], p["b"]))
    assert [f["permutes"] for f in answer["functions"]] == [False, True]
    assert "not a permutation" in textkin("explain", "x.jsonl", *words(), "--multipliers", "2,3", "--modulus", "4").stdout.decode()
    assert textkin("explain", "x.jsonl", "--shingle", "word:1", "--lines").stdout  # options of other commands hold


@pytest.mark.parametrize("arguments, complaint", [
    (("--offset", "1"), "--multipliers"),
    (("--prefer", "speed", "--bands", "2", "--rows", "2"), "--prefer"),
    (("--bands", "2"), "--rows"),
    (("--hashes", "5000"), "4096"),
    (("--weights", "suffix"), "--weights"),
    (("--prefer", "speed", "--hashes", "191"), "191 is a prime"),
    (("--hashes", "191"), "191 is a prime"),
    (("--rows-order", "random"), "--rows-order"),
    (("--rows-order", "drawn"), "--estimator"),
    (("--observations", "3"), "--estimator"),
    (("--draw", "units"), "--estimator"),
    (("--estimator", "rum"), "two documents"),
    (("--estimator", "rum", "a.txt", "--offset", "3"), "--multipliers"),
    (("--estimator", "rum", "a.txt", "--observations", "0"), "--observations"),
    (("--estimator", "rum", "a.txt", "--confidence", "1"), "--confidence"),
    (("--estimator", "rum", "a.txt", "--multipliers", "3", "--observations", "2"), "--multipliers"),
    (("--estimator", "rum", "a.txt", "--multipliers", "3", "--draw", "prime"), "--multipliers"),
    (("--estimator", "rum", "a.txt", "--multipliers", "5000000000"), "5000000000"),
    (("--estimator", "rum", "a.txt", "--draw", "odd"), "--draw"),
    (("--estimator", "rum", "a.txt", "--hashes", "1000000000", "--trace"), "--hashes"),
    (("--estimator", "rum", "big.jsonl"), "two documents"),
    (("--memory", "30MiB", "big.jsonl"), "textkin pairs"),
])
def test_refusals(textkin, arguments, complaint):
    textkin.write("a.txt", "some text")
    textkin.jsonl("big.jsonl", [f"{i} " * 40 + prose(i, 400) for i in range(400)])
    assert complaint in textkin("explain", "a.txt", *arguments, exit=2).errors


def test_ru_and_rum_against_the_definition(textkin):
    """Dembele and Lo 2017, section 2: z(i) = x i + y mod n, 0 written n; the law by all n * n functions."""
    textkin.write("a", "".join(f"{i} " for i in (10, 11, 12, 13, 14, 15)))
    textkin.write("b", "".join(f"{i} " for i in (13, 14, 15, 16, 17)))
    for estimator, rows, jaccard in (("ru", 8, 3 / 8), ("rum", 11, 3 / 8), ("rum-apart", 11, 3 / 8)):
        for extreme in ("minimum", "maximum"):
            answer = textkin("explain", "a", "b", *words(), "--estimator", estimator, "--extreme", extreme, "--hashes", 4000,
                             "--format", "json").json()
            assert (answer["rows"], answer["jaccard"], answer["shared"]) == (rows, jaccard, 3)
            p = answer["match_probability"]
            assert answer["share"] == pytest.approx(p, abs=4 * (p * (1 - p) / 4000) ** 0.5)
            share = answer["share"]
            assert answer["similarity"] == pytest.approx(share if estimator == "ru" else share / (2 - share))
            if rows == 11:  # a prime: S + (1 - S) / n
                s = 6 / 11 if estimator == "rum" else 0
                assert answer["mean_match_probability"] == pytest.approx(s + (1 - s) / 11, rel=1e-8)
    printed = textkin("explain", "a", "b", *words(), "--estimator", "rum-apart").stdout.decode()
    assert "over 11 rows" in printed and "ties" in printed


def test_ru_of_equal_and_empty_documents(textkin):
    textkin.write("a", "x y z")
    textkin.write("e", "")
    assert textkin("explain", "a", "a", *words(), "--estimator", "rum", "--format", "json").json()["similarity"] == 1
    assert textkin("explain", "a", "e", *words(), "--estimator", "ru", "--format", "json").json()["similarity"] == 0
    assert textkin("explain", "e", "e", *words(), "--estimator", "ru", "--format", "json").json()["rows"] == 0
