"""Aliases of sketches and measures; copies with shuffled words; pairs of an exact cosine."""

import pytest

TEXT = "the old bridge at Halm fell in the spring flood and nobody in the town would carry a stone of it away"


@pytest.fixture
def two(textkin):
    textkin.jsonl("in.jsonl", [TEXT, TEXT + " before the river rose again", "bread needs flour and water"])
    return textkin


@pytest.mark.parametrize("word, name", [("minhash", "kperm"), ("MinHash", "kperm"), ("Fast Similarity Sketching", "fss"), ("weighted_minhash", "icws")])
def test_a_sketch_by_its_name_in_the_literature(two, word, name):
    asked = ("pairs", "in.jsonl", "--shingle", "word:1", "-t", "0.3", "--method", "lsh", "--multiset" if name == "icws" else "--threads=1", "--stats")
    outs = [two(*asked, f"{sketch}.json", "--sketch", sketch).stdout for sketch in (word, name)]
    assert outs[0] == outs[1] and two.stats(f"{word}.json")["spec"] == two.stats(f"{name}.json")["spec"]
    assert two("law", "error", "--sketch", word).stdout == two("law", "error", "--sketch", name).stdout


@pytest.mark.parametrize("word, name", [("overlap coefficient", "containment"), ("resemblance", "jaccard"), ("Tanimoto", "jaccard"), ("sorensen-dice", "dice"), ("ochiai", "cosine")])
def test_a_measure_by_its_name_in_the_literature(two, word, name):
    asked = ("pairs", "in.jsonl", "--shingle", "word:1", "-t", "0.3", "--stats", "s.json", "--measure")
    assert two(*asked, word).stdout == two(*asked, name).stdout
    assert two.stats("s.json")["measure"] == name


def test_the_catalogue_tells_them(textkin):
    assert "    also: minhash" in textkin("sketches").stdout.decode()
    also = {entry["name"]: entry["also"] for entry in textkin("sketches", "--format", "json").json()["sketches"]}
    assert "minhash" in also["kperm"] and "bottom-k" in also["bottomk"] and also["superminhash"] == ""


def test_distance_by_bottom_k(two):
    asked = ("distance", "in.jsonl", "--shingle", "word:1", "--universe", "1000")
    assert two(*asked, "--sketch", "bottom-k").stdout == two(*asked).stdout


def test_copies_have_the_same_words_in_another_order(textkin):
    textkin.write("a.txt", TEXT.replace(" ", "\n", 4) + "\n")
    lines = textkin("extract", "a.txt", "--shuffle", "50").stdout.decode().splitlines()
    assert len(lines) == 50 == len(set(lines))
    assert all(sorted(line.split(" ")) == sorted(TEXT.split()) for line in lines)
    again = textkin("extract", "a.txt", "--shuffle", "20").stdout.decode().splitlines()
    assert again == lines[:20]
    assert textkin("extract", "a.txt", "--shuffle", "20", "--seed", "2").stdout.decode().splitlines() != again
    # Every word stands first about as often: 50 copies, 15 different words of 21.
    assert len({line.split()[0] for line in lines}) > 8


@pytest.mark.parametrize("options, message", [(("--shuffle", "0"), "from 1 on"), (("--seed", "3"), "without --shuffle"), (("--shuffle", "4000000000"), "take fewer")])
def test_shuffles_that_are_refused(textkin, options, message):
    textkin.write("a.txt", TEXT)
    assert message in textkin("extract", "a.txt", *options, exit=2).errors


def test_pairs_of_an_exact_cosine(textkin):
    words = [f"w{i}" for i in range(30)]
    textkin.jsonl("in.jsonl", [" ".join(words[i : i + 20]) for i in range(0, 11, 2)])
    asked = ("simhash", "in.jsonl", "--shingle", "word:1", "--weighting", "tf-idf", "--distance", "31", "--blocks", "32")
    everything = textkin(*asked).table()
    for least in ("0.5", "0.8"):
        rows = textkin(*asked, "--min-cosine", least, "--stats", "s.json").table()
        assert rows == [row for row in everything if float(row["cosine"]) >= float(least)] and 0 < len(rows) < len(everything)
        stats = textkin.stats("s.json")
        assert stats["pairs"] - stats["left_out"] == len(rows) and stats["pairs"] == len(everything)
    assert "leave out --min-cosine" in textkin(*asked, "--min-cosine", "0.5", "--clusters", "c.tsv", exit=2).errors
    assert "is not up to 1" in textkin(*asked, "--min-cosine", "2", exit=2).errors
