"""`textkin compare` and `textkin plan` as cli.md states them."""

import pytest

import reference
from samples import edited, prose


def test_compare_json(textkin):
    a, b = prose("a", 200), edited(prose("a", 200), [20, 90, 91])
    textkin.write("a.txt", a)
    textkin.write("b.txt", b + " " + prose("tail", 40))
    found = textkin("compare", "a.txt", "b.txt", "--format", "json").json()
    x, y = (reference.words(5)(textkin.path(name).read_text()) for name in ("a.txt", "b.txt"))
    shared = len(x & y)
    assert (found["shared"], found["size_a"], found["size_b"]) == (shared, len(x), len(y))
    assert found["jaccard"] == shared / len(x | y)
    assert found["dice"] == pytest.approx(2 * shared / (len(x) + len(y)), rel=1e-15)
    assert found["containment_a_in_b"] == shared / len(x)
    assert found["containment_b_in_a"] == shared / len(y)
    sketch = found["sketch"]
    assert (sketch["name"].split(".")[0], sketch["hashes"]) == ("fss", 256)
    assert sketch["lower"] <= sketch["estimate"] <= sketch["upper"]
    assert sketch["lower"] <= found["jaccard"] <= sketch["upper"]
    assert 0.9 <= sketch["confidence"] < 1
    assert 0 <= found["chance"]["expected"] < 0.1 and 0 <= found["chance"]["p_value"] < 1e-6


def test_compare_text_names_both(textkin):
    textkin.write("a.txt", prose("a"))
    textkin.write("b.txt", prose("a"))
    out = textkin("compare", "a.txt", "b.txt").stdout.decode()
    assert "a.txt" in out and "b.txt" in out and "1" in out


def test_compare_gives_the_tight_interval_where_it_says_more(textkin):
    textkin.write("a.txt", prose("a", 60))
    textkin.write("b.txt", edited(prose("a", 60), [20, 40]))
    fss = textkin("compare", "a.txt", "b.txt", "--format", "json").json()["sketch"]
    assert fss["lower"] < fss["tight_lower"] <= fss["estimate"] <= fss["tight_upper"] < fss["upper"]
    assert 0.6 < (fss["tight_upper"] - fss["tight_lower"]) / (fss["upper"] - fss["lower"]) < 0.8
    kperm = textkin("compare", "a.txt", "b.txt", "--sketch", "kperm", "--format", "json").json()["sketch"]
    assert "tight_lower" not in kperm
    assert "own variance" in textkin("compare", "a.txt", "b.txt").stdout.decode()


def test_compare_with_a_background(textkin):
    """The share of random pairs that are as alike, against all pairs of the collection."""
    texts = [prose(i // 4 if i < 40 else i, 80) for i in range(100)]  # ten families of four equal texts
    textkin.jsonl("x.jsonl", texts)
    textkin.write("a.txt", prose("a"))
    textkin.write("b.txt", edited(prose("a"), [5, 30]))
    found = textkin("compare", "a.txt", "b.txt", "--background", "x.jsonl", "--confidence", "0.999", "--format", "json").json()
    null = found["background"]
    assert null["pairs"] == 100 * 99 // 2
    share = 10 * 6 / null["pairs"]
    assert null["lower"] <= share <= null["upper"]
    assert null["p_value"] == (null["at_least"] + 1) / (null["pairs"] + 1)
    assert abs(null["at_least"] / null["pairs"] - share) < 0.01 and (null["median"], null["quantile_99"]) == (0, 1)
    assert null["mean"] == pytest.approx(share, abs=0.01)
    assert "random pairs" in textkin("compare", "a.txt", "b.txt", "--background", "x.jsonl").stdout.decode()
    assert "nothing.txt" in textkin("compare", "a.txt", "b.txt", "--background", "nothing.txt", exit=2).errors
    textkin.write("one.jsonl", '{"id": 1, "text": "a"}\n')
    assert "two documents" in textkin("compare", "a.txt", "b.txt", "--background", "one.jsonl", exit=2).errors


def test_compare_says_how_sure_it_is(textkin):
    textkin.jsonl("x.jsonl", [prose(i, 80) for i in range(60)])
    textkin.write("a.txt", prose("a"))
    textkin.write("b.txt", edited(prose("a"), [5, 30]))
    out = textkin("compare", "a.txt", "b.txt", "--confidence", "0.999", "--background", "x.jsonl").stdout.decode()
    assert out.count("at 99.9 % confidence") == 4 and "at 100 %" not in out
    assert "was not picked for being alike" in out and "it ranks pairs" in out
    null = textkin("compare", "a.txt", "b.txt", "--confidence", "0.9", "--background", "x.jsonl", "--format", "json").json()["background"]
    assert null["confidence"] == 0.9


def test_compare_rounds_nothing_to_all_or_none(textkin):
    words = [f"w{x}" for x in range(30_000)]
    textkin.write("a.txt", " ".join(words))
    textkin.write("b.txt", " ".join([*words[:-1], "another"]))
    textkin.write("c.txt", " ".join([*(f"v{x}" for x in range(30_000)), *words[:5]]))
    out = textkin("compare", "a.txt", "b.txt").stdout.decode()
    assert "containment A in B  0.9999    29995 of 29996" in out and "Jaccard             0.9999    29,995 shared" in out
    assert "among at least 1,099,511,627,776 shingles" in out
    assert "Jaccard             0.0001    1 shared" in textkin("compare", "a.txt", "c.txt").stdout.decode()
    chance = textkin("compare", "a.txt", "b.txt", "--format", "json").json()["chance"]
    assert 0 < chance["p_value"] < 1e-300 and chance["log10_p_value"] < -100_000
    asked = textkin("compare", "a.txt", "b.txt", "--universe", 2**40).stdout.decode()
    assert "among 1,099,511,627,776 shingles" in asked


def test_containment_allows_what_the_similarity_allows(textkin):
    """With no equal cell: A in B was at most .0148 where the Jaccard similarity may be .0143, half of that."""
    textkin.write("a.txt", " ".join(f"w{x}" for x in range(3000)))
    textkin.write("b.txt", " ".join(f"v{x}" for x in range(3000)))
    sketch = textkin("compare", "a.txt", "b.txt", "--format", "json").json()["sketch"]
    upper = sketch["upper"]
    assert sketch["containment_a_in_b"]["upper"] == pytest.approx(2 * upper / (1 + upper), abs=2 / 3000)


def test_compare_the_edges(textkin):
    textkin.write("a.txt", prose("a"))
    textkin.write("b.txt", prose("b"))
    textkin.write("empty.txt", "")
    assert textkin("compare", "a.txt", "b.txt", "--format", "json").json()["jaccard"] == 0
    same = textkin("compare", "a.txt", "a.txt", "--format", "json").json()
    assert (same["jaccard"], same["dice"], same["sketch"]["estimate"]) == (1, 1, 1)
    empty = textkin("compare", "a.txt", "empty.txt", "--format", "json").json()
    assert (empty["jaccard"], empty["size_b"]) == (0, 0)
    assert textkin("compare", "empty.txt", "empty.txt", "--format", "json").json()["jaccard"] == 0
    assert "nothing.txt" in textkin("compare", "a.txt", "nothing.txt", exit=2).errors
    textkin("compare", "a.txt", exit=2)


def test_compare_follows_the_text_options(textkin):
    textkin.write("a.txt", "One two THREE four")
    textkin.write("b.txt", "one two three five")
    found = textkin("compare", "a.txt", "b.txt", "--shingle", "word:1", "--format", "json").json()
    assert (found["shared"], found["size_a"], found["size_b"]) == (3, 4, 4)
    found = textkin("compare", "a.txt", "b.txt", "--shingle", "word:1", "--normalize", "none", "--format", "json").json()
    assert found["shared"] == 1


def test_plan_json(textkin):
    plan = textkin("plan", "-t", "0.7", "--recall", "0.9", "--hashes", "128", "--format", "json").json()
    assert plan["bands"] * plan["rows"] <= plan["hashes"] == 128
    assert plan["recall_at_threshold"] >= 0.9
    curve = {round(point["similarity"], 6): point["probability"] for point in plan["curve"]}
    assert curve[0] == 0 and curve[1] == pytest.approx(1)
    assert curve[0.7] == pytest.approx(plan["recall_at_threshold"], abs=1e-9)
    points = [point["probability"] for point in plan["curve"]]
    assert points == sorted(points)


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.7, 0.8, 0.9, 0.95])
@pytest.mark.parametrize("recall", [0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("hashes", [64, 128, 256, 512])
def test_plan_has_the_least_background(textkin, threshold, recall, hashes):
    """Independent rows: the largest r for which some b keeps the promise, and for it the smallest b."""
    def probability(bands, rows):
        return 1 - (1 - threshold**rows) ** bands

    fitting = [rows for rows in range(1, hashes + 1) if probability(hashes // rows, rows) >= recall]
    plan = textkin("plan", "-t", threshold, "--recall", recall, "--hashes", hashes, "--sketch", "kperm", "--format", "json",
                   exit=0 if fitting else 2)
    if not fitting:
        return
    rows = max(fitting)
    bands = next(bands for bands in range(1, hashes + 1) if probability(bands, rows) >= recall)
    found = plan.json()
    assert (found["bands"], found["rows"]) == (bands, rows)


def test_plan_follows_kalampokis(textkin):
    for preference, expected in (("accuracy", (45, 5)), ("speed", (25, 9))):
        plan = textkin("plan", "-t", "0.53", "--hashes", "225", "--prefer", preference, "--format", "json").json()
        assert (plan["bands"], plan["rows"]) == expected
    plan = textkin("plan", "--bands", "20", "--rows", "5", "--hashes", "100", "--sketch", "kperm", "--format", "json").json()
    curve = {round(point["similarity"], 6): point["probability"] for point in plan["curve"]}
    thesis = {0.2: 0.006, 0.3: 0.047, 0.4: 0.186, 0.5: 0.470, 0.6: 0.802, 0.7: 0.975, 0.8: 0.9996}
    for similarity, expected in thesis.items():
        assert curve[similarity] == pytest.approx(expected, abs=0.0006)


def test_plan_draws_a_curve(textkin):
    out = textkin("plan", "-t", "0.8").stdout.decode()
    assert "bands" in out and "rows" in out and len(out.splitlines()) > 10


def test_plan_expects_candidates(textkin):
    textkin.jsonl("x.jsonl", [prose(i) for i in range(300)])
    out = textkin("plan", "-t", "0.8", "--documents", "1000000", "--background", "x.jsonl").stdout.decode()
    assert "candidates" in out


def test_plan_that_cannot_be(textkin):
    errors = textkin("plan", "-t", "0.1", "--recall", "0.999", "--hashes", "2", exit=2).errors
    assert "hashes" in errors
