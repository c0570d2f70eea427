"""What `textkin compare` tells by sketches alone: containment from known sizes, and estimates from few bits."""

import pytest

from samples import prose


@pytest.fixture
def pair(textkin):
    """A is an excerpt of B."""
    text = prose("a", 1200)
    words = text.split()
    textkin.write("a.txt", " ".join(words[100:300]))
    textkin.write("b.txt", text)
    return ("a.txt", "b.txt")


@pytest.mark.parametrize("sketch", ["fss", "kperm", "superminhash", "bottomk"])
def test_containment_by_the_sketch(textkin, pair, sketch):
    found = textkin("compare", *pair, "--sketch", sketch, "--format", "json").json()
    for name in ("containment_a_in_b", "containment_b_in_a"):
        estimate = found["sketch"][name]
        assert estimate["lower"] <= found[name] <= estimate["upper"]
        assert estimate["lower"] <= estimate["estimate"] <= estimate["upper"]
    assert found["containment_a_in_b"] == 1 > found["containment_b_in_a"]
    text = textkin("compare", *pair, "--sketch", sketch).stdout.decode()
    assert "  A in B" in text and "  B in A" in text


def test_sketches_that_know_no_containment_say_none(textkin, pair):
    found = textkin("compare", *pair, "--sketch", "oph", "--format", "json").json()
    assert "containment_a_in_b" not in found["sketch"] and found["containment_a_in_b"] == 1


def test_bottomk_holds_small_sets_whole(textkin):
    textkin.write("a.txt", prose("a", 150))
    textkin.write("b.txt", prose("a", 100))
    found = textkin("compare", "a.txt", "b.txt", "--sketch", "bottomk", "--format", "json").json()
    sketch = found["sketch"]
    assert sketch["estimate"] == sketch["lower"] == sketch["upper"] == found["jaccard"]
    assert sketch["containment_b_in_a"]["estimate"] == found["containment_b_in_a"]


@pytest.mark.parametrize("bits", [1, 2, 3, 8, 16])
def test_bits(textkin, pair, bits):
    found = textkin("compare", *pair, "--bits", bits, "--confidence", "0.999", "--format", "json").json()
    bbit = found["sketch"]["bbit"]
    assert (bbit["bits"], bbit["bytes"]) == (bits, 256 * bits // 8)
    assert bbit["lower"] <= found["jaccard"] <= bbit["upper"]
    assert bbit["estimate"] == min(max(bbit["raw"], 0), 1)
    assert abs(bbit["estimate"] - found["sketch"]["estimate"]) < (0.25 if bits < 8 else 0.05)
    text = textkin("compare", *pair, "--bits", bits).stdout.decode()
    assert f"{bits}-bit sketch" in text and f"{256 * bits // 8} bytes a document instead of 1024" in text


def test_bits_of_nothing_in_common_may_be_negative(textkin):
    textkin.write("a.txt", prose("a", 300))
    textkin.write("b.txt", prose("b", 300))
    raws = [
        textkin("compare", "a.txt", "b.txt", "--bits", 1, "--seed", seed, "--format", "json").json()["sketch"]["bbit"]["raw"]
        for seed in range(12)
    ]
    assert min(raws) < 0 < max(raws) and all(abs(raw) < 0.3 for raw in raws)
    same = textkin("compare", "a.txt", "a.txt", "--bits", 1, "--format", "json").json()["sketch"]["bbit"]
    assert same["estimate"] == same["raw"] == same["upper"] == 1


@pytest.mark.parametrize(
    ("options", "word"),
    [(["--bits", 0], "1 to 16"), (["--bits", 17], "1 to 16"), (["--bits", 8, "--sketch", "bottomk"], "places"), (["--bits", "x"], "--bits")],
)
def test_bits_that_cannot_be(textkin, pair, options, word):
    errors = textkin("compare", *pair, *options, exit=2).errors
    assert word in errors and len(errors.strip().splitlines()) == 1
