"""The examples of docs/recipes print what the pages say, and their figures are what comes out."""

import gzip
import itertools
import json
import re
from collections import Counter, defaultdict

import pytest

import examples
import reference

PAGES = ["archive.md", "association-rules.md", "ingest.md", "map-reduce.md", "near-duplicates.md", "nightly.md", "other-sets.md", "passages.md",
         "signatures.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples(textkin, page):
    assert examples.run(textkin, (reference.ROOT / "docs" / "recipes" / page).read_text()) > 0


TABLE = [row.split(" | ") for row in re.findall(r"^\| (.*) \|$", (reference.ROOT / "docs/recipes/near-duplicates.md").read_text(), re.M)]
LABELS = {"us-code": "cite", "powershell-docs": "page"}


def cluster_figures(textkin, name, *options):
    """Kept documents, clusters, and precision and recall of the pairs within clusters."""
    path = reference.DATA / name / "docs.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        label = {record["id"]: record[LABELS[name]] for record in map(json.loads, lines)}
    textkin("dedup", path, "-o", "kept", "--clusters", "clusters.tsv", "--stats", "s.json", *options, timeout=120)
    clusters = defaultdict(list)
    for line in textkin.path("clusters.tsv").read_text().splitlines()[1:]:
        cluster, member, _, _ = line.split("\t")
        clusters[cluster].append(member)
    pairs = [pair for members in clusters.values() for pair in itertools.combinations(members, 2)]
    right = sum(label[a] == label[b] for a, b in pairs)
    true = sum(count * (count - 1) // 2 for count in Counter(label.values()).values())
    return len(label), textkin.stats("s.json")["kept"], len(clusters), right / len(pairs), right / true


def near(figures, others):
    return all(abs(a - b) <= 0.01 * max(a, b) for a, b in zip(figures, others))


@pytest.mark.parametrize("row", [row for row in TABLE if row[0] in LABELS], ids=lambda row: f"{row[0]}-{row[2]}")
def test_the_clusters_of_near_duplicates(textkin, row):
    name, documents, threshold, kept, clusters, precision, recall = row
    if not (reference.DATA / name).is_dir():
        pytest.skip(f"{reference.DATA / name} is not here; set TEXTKIN_DATA to the folder with the collections")
    figures = cluster_figures(textkin, name, "--exact", "-t", threshold)
    assert figures[:3] == (int(documents), int(kept), int(clusters))
    assert (f"{figures[3]:.3f}", f"{figures[4]:.3f}") == (precision, recall)
    assert near(cluster_figures(textkin, name, "--method", "lsh", "--recall", "0.99", "-t", threshold), figures)


@pytest.mark.parametrize("size", [100, 1000])
@pytest.mark.parametrize("method", ["exact", "lsh"])
def test_the_planted_articles(textkin, size, method):
    folder = reference.DATA / "articles-minhash"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here; set TEXTKIN_DATA to the folder with the collections")
    articles = folder / f"articles_{size}.train"
    ids = [line.split(" ")[0] for line in articles.read_text().splitlines()]
    rows = textkin.pairs(articles, "--lines", "--shingle", "word:3", "-t", "0.5", "--method", method, *(("--recall", "0.999") if method == "lsh" else ()))
    name = lambda place: ids[int(place.rpartition(":")[2]) - 1]
    found = {frozenset((name(a), name(b))) for a, b in rows}
    assert found == {frozenset(line.split()) for line in (folder / f"articles_{size}.truth").read_text().splitlines()}
