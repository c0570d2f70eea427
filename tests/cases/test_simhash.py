"""textkin simhash: pairs within a Hamming distance, with exact similarities beside; clusters, one document, the plan."""

import collections
import math

import pytest

import collections_of_truth
import reference
import samples

CORPUS = [{"id": f"text/{number}", "text": text} for number, text in enumerate(samples.family_corpus(seed=3, families=25, most=5, length=60))]


@pytest.fixture
def corpus(textkin):
    return textkin.jsonl("corpus.jsonl", CORPUS)


def distances(program, *arguments):
    return {(row["a"], row["b"]): int(row["distance"]) for row in program("simhash", *arguments).table()}


def places():
    return {document["id"]: place for place, document in enumerate(CORPUS)}


def test_it_finds_all_pairs_within_the_distance(textkin, corpus):
    """Nearly all pairs come from keys of two bits; every other plan must give what they say."""
    for bits in (64, 128):
        everything = distances(textkin, corpus, "--bits", bits, "--distance", bits // 2 - 1, "--blocks", bits // 2)
        place = places()
        assert all(place[a] < place[b] for a, b in everything)
        assert list(everything) == sorted(everything, key=lambda pair: (place[pair[0]], place[pair[1]]))
        for distance in (0, 3, 6, 10):
            expected = {pair: found for pair, found in everything.items() if found <= distance}
            assert len(expected) > 0 or distance == 0
            for blocks in ([], ["--blocks", distance + 1], ["--blocks", distance + 2]):
                assert distances(textkin, corpus, "--bits", bits, "--distance", distance, *blocks) == expected


def test_similarities_are_those_of_the_sets(textkin, corpus):
    sets = {document["id"]: reference.words(5)(document["text"]) for document in CORPUS}
    for row in textkin("simhash", corpus, "--distance", 20, "--tokens", "ascii", "--normalize", "ascii-lower").table():
        a, b = sets[row["a"]], sets[row["b"]]
        assert float(row["jaccard"]) == len(a & b) / len(a | b)
        assert float(row["cosine"]) == pytest.approx(len(a & b) / math.sqrt(len(a) * len(b)), abs=1e-15)
        assert float(row["estimate"]) == pytest.approx(math.cos(math.pi * int(row["distance"]) / 64), abs=1e-12)


def test_pairs_that_are_left_out_are_counted(textkin, corpus):
    """With --min-cosine it said that fewer pairs are within the distance than there are."""
    every = textkin("simhash", corpus, "--distance", 20).table()
    kept = sum(float(row["cosine"]) >= 0.9 for row in every)
    run = textkin("simhash", corpus, "--distance", 20, "--min-cosine", "0.9", "--stats", "s.json")
    assert len(run.table()) == kept and 0 < kept < len(every)
    assert f"{len(every)} pairs within the distance, {len(every) - kept} of them left out by --min-cosine" in run.errors
    stats = textkin.stats("s.json")
    assert (stats["pairs"], stats["verified"], stats["left_out"]) == (len(every), len(every), len(every) - kept)


@pytest.mark.parametrize("weighting", ["tf", "tf-idf"])
def test_weighted_cosines_are_those_of_the_vectors(textkin, corpus, weighting):
    counts = {document["id"]: collections.Counter(reference.ascii_tokens(document["text"])) for document in CORPUS}
    frequency = collections.Counter(word for words in counts.values() for word in words)
    vectors = {
        identifier: {word: count * (math.log(1 + len(CORPUS) / frequency[word]) if weighting == "tf-idf" else 1)
                     for word, count in words.items()}
        for identifier, words in counts.items()
    }
    rows = textkin("simhash", corpus, "--distance", 20, "--tokens", "ascii", "--normalize", "ascii-lower", "--shingle", "word:1",
                   "--weighting", weighting).table()
    assert len(rows) > 20
    off = []
    for row in rows:
        a, b = vectors[row["a"]], vectors[row["b"]]
        product = sum(weight * b.get(word, 0) for word, weight in a.items())
        cosine = product / math.sqrt(sum(w * w for w in a.values()) * sum(w * w for w in b.values()))
        assert float(row["cosine"]) == pytest.approx(cosine, abs=1e-12)
        off.append(int(row["distance"]) - 64 * math.acos(min(1, cosine)) / math.pi)
    # The fingerprints are of these very vectors: of the near pairs the distance is what the angle says, on average.
    near = [value for value, row in zip(off, rows) if float(row["cosine"]) > 0.95]
    assert len(near) > 10 and abs(sum(near) / len(near)) < 1.5


def weighted_row(textkin, *lines, options=()):
    """The one row of two sets of weighted items, however far they are."""
    textkin.write("two.sets", "".join(f"{line}\n" for line in lines))
    (row,) = textkin("simhash", "two.sets", "--weights", "suffix", "--distance", 63, "--blocks", 64, *options).table()
    return int(row["distance"]), float(row["cosine"]), float(row["jaccard"])


@pytest.mark.parametrize("factor", [100, 0.001, 1e6])
def test_the_cosine_of_weights_does_not_know_their_scale(textkin, factor):
    weights = {"x": 1, "y": 1, "noun": 1.0, "verb": 0.9, "article": 0.1}
    line = lambda times: " ".join(f"{name}:{weight * times!r}" for name, weight in weights.items())
    for options in ([], ["--weighting", "tf"]):
        assert weighted_row(textkin, line(1), line(factor), options=options)[:2] == (0, 1)
    assert weighted_row(textkin, "x:1 y:1", f"x:{factor} y:{factor}")[:2] == (0, 1)


def test_weights_of_items_are_in_the_cosine_and_in_the_jaccard_similarity(textkin):
    one, other = {"play": 1.0, "walk": 0.9, "a": 0.1}, {"play": 1.0, "walk": 0.3, "the": 0.2}
    row = weighted_row(textkin, *(" ".join(f"{n}:{w}" for n, w in s.items()) for s in (one, other)))
    assert row[1] == pytest.approx((1 + 0.9 * 0.3) / math.sqrt((1 + 0.81 + 0.01) * (1 + 0.09 + 0.04)), rel=1e-12)
    assert row[2] == pytest.approx(1.3 / (1 + 0.9 + 0.1 + 0.2), rel=1e-12)
    # What is heavy decides: the sums of the signs of `play` and `walk` alone.
    heavy = weighted_row(textkin, "play:1000 walk:900 a:0.001 an:0.001", "play:1000 walk:900 the:0.001")
    assert heavy[0] == 0 and heavy[1] == pytest.approx(1, abs=1e-9)


def test_counted_shingles_weigh_what_they_count(textkin, corpus):
    options = (corpus, "--distance", 20, "--shingle", "word:1")
    counted = textkin("simhash", *options, "--multiset").table()
    by_name = textkin("simhash", *options, "--weighting", "tf").table()
    assert [{**row, "jaccard": ""} for row in counted] == [{**row, "jaccard": ""} for row in by_name] and len(counted) > 20
    assert any(a["jaccard"] != b["jaccard"] for a, b in zip(counted, by_name))
    assert textkin("simhash", *options, "--multiset", "--weighting", "tf").table() == counted
    expected = {(row["a"], row["b"]): row["similarity"] for row in
                textkin("pairs", corpus, "--shingle", "word:1", "--multiset", "--exact", "-t", "0.01").table()}
    for row in counted:
        assert float(row["jaccard"]) == pytest.approx(float(expected[row["a"], row["b"]]), rel=1e-12)


def test_two_collections(textkin, corpus):
    both = distances(textkin, corpus, "--distance", 8)
    left = textkin.jsonl("left.jsonl", CORPUS[::2])
    right = textkin.jsonl("right.jsonl", CORPUS[1::2])
    in_left = {document["id"] for document in CORPUS[::2]}
    expected = {}
    for (a, b), distance in both.items():
        if (a in in_left) != (b in in_left):
            expected[(a, b) if a in in_left else (b, a)] = distance
    assert expected and distances(textkin, left, "--against", right, "--distance", 8) == expected


def test_what_is_near_one_document(textkin):
    folder = textkin.path("texts")
    folder.mkdir()
    for document in CORPUS:
        (folder / f"{document['id'].replace('/', '_')}.txt").write_text(document["text"])
    file = sorted(folder.iterdir())[0]
    rows = textkin("simhash", folder, "--of", file, "--distance", 12).table()
    expected = distances(textkin, folder, "--against", file, "--distance", 12)
    assert rows and {(row["b"], row["a"]): int(row["distance"]) for row in rows}.items() < expected.items()
    assert [int(row["distance"]) for row in rows] == sorted(int(row["distance"]) for row in rows)
    assert len(rows) == len(expected) - 1 and all(row["b"] != file.name for row in rows)
    assert "holds" in textkin("simhash", folder, "--of", folder, exit=2).errors


def test_clusters_are_around_their_firsts(textkin, corpus):
    pairs = distances(textkin, corpus, "--distance", 8)
    textkin("simhash", corpus, "--distance", 8, "--clusters", "clusters.tsv", "-o", "pairs.tsv")
    first = {}
    for document in CORPUS:
        if document["id"] in first:
            continue
        near = [b for (a, b) in pairs if a == document["id"] and b not in first]
        for member in near:
            first[member] = document["id"]
        if near:
            first[document["id"]] = document["id"]
    lines = textkin.path("clusters.tsv").read_text().splitlines()
    assert lines[0] == "cluster\tid\tdistance"
    rows = [line.split("\t") for line in lines[1:]]
    assert {member: cluster for cluster, member, _ in rows} == first
    assert all(int(distance) == (0 if cluster == member else pairs[cluster, member]) for cluster, member, distance in rows)


def test_the_same_answer(textkin, corpus):
    for weighting in ("none", "tf", "tf-idf"):
        answers = {
            textkin("simhash", corpus, "--distance", 8, "--bits", 128, "--weighting", weighting, *options).stdout
            for options in ([], ["--threads", 1], ["--threads", 3, "--simd", "scalar"], ["--simd", "sse4"], ["--block-size", "1000"],
                            ["--memory", "40MiB"], ["--blocks", 12])
        }
        assert len(answers) == 1 and answers.pop().count(b"\n") > 10


def test_the_plan(textkin):
    rows = textkin("simhash", "--plan", "--documents", 2**34).table()
    by_blocks = {int(row["blocks"]): row for row in rows}
    assert by_blocks[5]["tables"] == "10" and float(by_blocks[5]["matches_a_probe"]) == 512
    assert (by_blocks[5]["least_key_bits"], by_blocks[5]["most_key_bits"]) == ("25", "26")
    assert by_blocks[6]["tables"] == "20" and float(by_blocks[6]["matches_a_probe"]) == 8
    assert by_blocks[4]["tables"] == "4" and by_blocks[4]["least_key_bits"] == "16"
    assert [row["blocks"] for row in rows if row["chosen"] == "yes"] == ["6"]
    assert "41664" in textkin("simhash", "--plan", "--documents", 2**34).errors


def test_short_empty_and_repeated_texts(textkin):
    documents = [{"id": "a", "text": "one"}, {"id": "b", "text": ""}, {"id": "c", "text": "One."}, {"id": "d", "text": ""}]
    path = textkin.jsonl("few.jsonl", documents)
    assert distances(textkin, path) == {("a", "c"): 0}
    assert distances(textkin, textkin.jsonl("none.jsonl", [])) == {}


@pytest.mark.parametrize("options, said", [
    ([], "INPUT"),
    (["x.jsonl", "--bits", "96"], "bits"),
    (["x.jsonl", "--distance", "64"], "not below"),
    (["x.jsonl", "--blocks", "3"], "4 to 64 blocks"),
    (["x.jsonl", "--of", "x.jsonl", "--against", "x.jsonl"], "contradict"),
    (["x.jsonl", "--against", "x.jsonl", "--clusters", "c.tsv"], "one collection"),
    (["x.jsonl", "--weighting", "none", "--multiset"], "--multiset"),
    (["x.jsonl", "--weighting", "none", "--weights", "suffix"], "--weights suffix"),
    (["x.jsonl", "--weights", "suffix", "--weight-unit", "2"], "as they are"),
    (["x.jsonl", "--run-dir", "work"], "--run-dir"),
    (["--plan"], "--documents"),
    (["x.jsonl", "--plan", "--documents", "10"], "no INPUT"),
    (["x.jsonl", "--distance", "10", "--blocks", "60"], "65536 tables"),
])
def test_what_is_refused(textkin, options, said):
    textkin.jsonl("x.jsonl", CORPUS[:3])
    assert said in textkin("simhash", *options, exit=2).errors


# Both find on real texts what their laws say of the pairs that are there: averages over seeds, within four standard errors.
SEEDS = range(1, 13)


@pytest.fixture(scope="module")
def statutes(textkin_once):
    collection = collections_of_truth.load("us-code")
    collection.path = collection.write(textkin_once.path("us-code.jsonl"))
    return collection


def mean_and_error(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


@pytest.mark.parametrize("distance", [3, 6, 10])
def test_simhash_finds_what_its_law_says(textkin_once, statutes, distance):
    def within(cosine):
        p = math.acos(min(1, cosine)) / math.pi
        return sum(math.comb(64, k) * p**k * (1 - p) ** (64 - k) for k in range(distance + 1))

    # Small sets have fewer differing bits than the law says.
    large = {(a, b): shared / math.sqrt(size_a * size_b) for a, b, shared, size_a, size_b in statutes.truth
             if min(size_a, size_b) >= 100 and shared / math.sqrt(size_a * size_b) >= 0.7}
    expected = sum(within(cosine) for cosine in large.values())
    found = []
    for seed in SEEDS:
        rows = textkin_once("simhash", statutes.path, *statutes.options, "--distance", distance, "--seed", seed).table()
        pairs = {tuple(sorted((statutes.id_in_truth(row["a"]), statutes.id_in_truth(row["b"])))) for row in rows}
        found.append(len(pairs & large.keys()))
    mean, error = mean_and_error(found)
    assert len(large) > 100 and abs(mean - expected) < 4 * error + 0.01 * expected


def test_minhash_finds_what_its_law_says(textkin_once, statutes):
    bands, rows = 8, 8
    alike = {(a, b): shared / (size_a + size_b - shared) for a, b, shared, size_a, size_b in statutes.truth
             if 0.5 <= shared / (size_a + size_b - shared) < 1}
    expected = sum(1 - (1 - jaccard**rows) ** bands for jaccard in alike.values())
    found = []
    for seed in SEEDS:
        options = ["--sketch", "kperm", "--hashes", 64, "--bands", bands, "--rows", rows, "--threshold", 0.5, "--seed", seed]
        table = textkin_once("pairs", statutes.path, *statutes.options, *options).table()
        pairs = {tuple(sorted((statutes.id_in_truth(row["a"]), statutes.id_in_truth(row["b"])))) for row in table}
        found.append(len(pairs & alike.keys()))
    mean, error = mean_and_error(found)
    assert abs(mean - expected) < 4 * error + 0.01 * expected
