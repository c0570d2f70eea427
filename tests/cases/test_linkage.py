"""pairs --clusters: single and complete linkage of the pairs, beside a brute force."""

import collections
import itertools

import pytest

import samples

TEXTS = samples.family_corpus(seed=7, families=14, most=6, length=40)
HOW = ("in.jsonl", "--shingle", "word:1", "-t", "0.45", "--exact")


@pytest.fixture
def corpus(textkin):
    textkin.jsonl("in.jsonl", [*TEXTS, TEXTS[3], TEXTS[3]])
    return textkin


def clusters(textkin, *options):
    """The clusters, and the pairs with their similarities."""
    pairs = {(int(row["a"]), int(row["b"])): float(row["similarity"]) for row in textkin("pairs", *HOW, "--clusters", "c.tsv", *options).table()}
    found = collections.defaultdict(list)
    for line in textkin.path("c.tsv").read_text().splitlines()[1:]:
        cluster, member, size = line.split("\t")
        found[int(cluster)].append((int(member), int(size)))
    for first, members in found.items():
        assert min(members)[0] == first and all(size == len(members) > 1 for _, size in members)
    return {frozenset(member for member, _ in members) for members in found.values()}, pairs


def test_single_linkage_is_connected_components(corpus):
    found, pairs = clusters(corpus)
    linked = {document: {document} for document in range(1, len(TEXTS) + 3)}
    for a, b in pairs:
        union = linked[a] | linked[b]
        for document in union:
            linked[document] = union
    assert found == {frozenset(group) for group in linked.values() if len(group) > 1}
    assert corpus.path("c.tsv").read_text().startswith("cluster\tid\tmembers\n")


def test_complete_linkage_is_that_of_agglomeration(corpus):
    found, pairs = clusters(corpus, "--linkage", "complete")
    groups = [frozenset([document]) for document in range(1, len(TEXTS) + 3)]

    def alike(x, y):
        return min(pairs.get((min(a, b), max(a, b)), 0.0) for a in x for b in y)

    while True:
        best = max(itertools.combinations(groups, 2), key=lambda two: (alike(*two), -min(map(min, two)), -max(map(min, two))))
        if alike(*best) == 0:
            break
        groups = [group for group in groups if group not in best] + [best[0] | best[1]]
    # Equal similarities may merge in another order; what must hold of every order is held here, and the sizes compared.
    for cluster in found:
        assert all((a, b) in pairs for a, b in itertools.combinations(sorted(cluster), 2))
    assert sum(map(len, found)) == sum(len(group) for group in groups if len(group) > 1)
    for x, y in itertools.combinations([*found, *({frozenset([d]) for d in range(1, len(TEXTS) + 3)} - {frozenset([d]) for c in found for d in c})], 2):
        assert alike(x, y) == 0, "two clusters that could be one"


def test_chains_are_not_complete(textkin):
    textkin.write("chain.sets", "a b c d\nb c d e\nc d e f\nx y\n")
    for linkage, members in (("single", ["chain.sets:1", "chain.sets:2", "chain.sets:3"]), ("complete", ["chain.sets:1", "chain.sets:2"])):
        textkin("pairs", "chain.sets", "-t", "0.6", "--exact", "--clusters", "c.tsv", "--linkage", linkage)
        assert [line.split("\t")[1] for line in textkin.path("c.tsv").read_text().splitlines()[1:]] == members


@pytest.mark.parametrize("options, message", [
    (("--against", "in.jsonl"), "--clusters is for one collection"),
    (("--measure", "overlap", "-t", "2"), "leave out --measure overlap"),
])
def test_what_is_refused(corpus, options, message):
    assert message in corpus("pairs", "in.jsonl", "--clusters", "c.tsv", *options, exit=2).errors
