"""`textkin dedup --report`: one HTML file with the figures of the run, in which ids and texts stay data."""

import json
import random
import re
from collections import Counter, defaultdict

import pytest

from samples import edited, family_corpus, prose
from test_report import HOSTILE, Page


def page_of(textkin, *arguments, name="r.html", **how):
    textkin("dedup", *arguments, "--report", name, **how)
    return Page(textkin.path(name).read_bytes().decode())


def texts_of(page):
    return {int(attributes["id"][5:]): json.loads(text) for attributes, text in page.scripts
            if attributes.get("id", "").startswith("text-")}


def removed_rows(textkin):
    return [json.loads(line) for line in textkin.path("removed.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("method", ["lsh", "exact"])
@pytest.mark.parametrize("keep", ["first", "longest"])
def test_the_figures_are_those_of_the_lists(textkin, method, keep):
    texts = family_corpus("figures", families=60, most=8) + ["", "short", "short"]
    textkin.jsonl("x.jsonl", texts)
    page = page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl", "--clusters", "clusters.tsv",
                   "--stats", "stats.json", "-t", "0.6", "--keep", keep, "--method", method, "--audit", "40")
    data, rows, stats = page.data, removed_rows(textkin), textkin.stats()
    clusters = [line.split("\t") for line in textkin.path("clusters.tsv").read_text().splitlines()[1:]]
    records = {json.loads(line)["id"]: line for line in textkin.path("x.jsonl").read_text().splitlines()}

    assert len(rows) > 50 and data["removed"] == len(rows) == stats["removed"]
    assert data["documents_read"] == stats["documents"] == len(texts) and data["empty"] == stats["empty"] == 1
    assert data["identical"] == sum(row["reason"] == "identical" for row in rows) > 0
    assert data["clusters"] == len({cluster for cluster, *_ in clusters})
    assert data["bytes"] == sum(len(line.encode()) for line in records.values())
    assert data["removed_bytes"] == sum(len(records[row["id"]].encode()) for row in rows)
    similar = [row["similarity"] for row in rows if row["reason"] == "similar"]
    assert data["similarities"] == [sum(i <= 100 * s + 1e-9 < i + 1 for s in similar) for i in range(100)]

    ids = [document["id"] for document in data["documents"]]
    shown = {(ids[r["document"]], ids[r["kept"]], r["similarity"], r["identical"]) for r in data["shown"]}
    assert shown == {(row["id"], row["kept"], row["similarity"], row["reason"] == "identical") for row in rows}
    for row in data["shown"]:
        assert row["similarity"] == row["shared"] / (row["size"] + row["size_kept"] - row["shared"])
    members = defaultdict(list)
    for row in rows:
        members[row["kept"]].append(row)
    assert {ids[c["kept"]]: (c["removed"], c["least"], c["removed_bytes"]) for c in data["largest"]} == {
        kept: (len(gone), min(row["similarity"] for row in gone), sum(len(records[row["id"]].encode()) for row in gone))
        for kept, gone in members.items()}
    assert [c["removed"] for c in data["largest"]] == sorted((c["removed"] for c in data["largest"]), reverse=True)
    assert texts_of(page) == {i: json.loads(records[id])["text"] for i, id in enumerate(ids)}

    assert (data["threshold"], data["method"], data["fate"], data["keep"]) == (0.6, method, "removed", keep)
    assert (data["removed_list"], data["clusters_list"]) == ("removed.jsonl", "clusters.tsv")
    audit = stats["audit"]
    assert data["audit"] == audit and audit["neighbours"] > 0
    if method == "exact":
        assert data["curve"] == [] and "recall_predicted" not in data
    else:
        plan = textkin("plan", "-t", "0.6", "--format", "json").json()
        assert data["curve"] == [[point["similarity"], point["probability"]] for point in plan["curve"]]
        for key in ("bands", "rows", "hashes", "recall_target", "recall_at_threshold", "recall_predicted"):
            assert data[key] == stats[key], key


def test_check_writes_the_report_alone(textkin):
    textkin.jsonl("x.jsonl", [prose("a"), prose("a").upper(), prose("b")])
    data = page_of(textkin, "x.jsonl", "--check", "-o", "kept.jsonl", "--removed", "removed.jsonl", exit=1).data
    assert sorted(path.name for path in textkin.folder.iterdir()) == ["r.html", "x.jsonl"]
    assert (data["fate"], data["removed"], data["removed_list"]) == ("checked", 1, "")
    assert page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "--annotate").data["fate"] == "annotated"
    assert page_of(textkin, "x.jsonl", "-o", "kept.jsonl").data["fate"] == "removed"


def test_what_was_not_found_is_not_said_to_be_missing(textkin):
    """One band of 200 rows meets nothing: two texts that are alike were said not to be, with a recall "by what was found"."""
    textkin.jsonl("x.jsonl", [prose("a"), edited(prose("a"), [3])])
    words = ("x.jsonl", "--check", "--bands", "1", "--rows", "200", "--seed", "1")
    said = textkin("dedup", *words).errors
    assert "nothing was found, by which the recall here could be told" in said and "recall expected" not in said
    data = page_of(textkin, *words).data
    assert data["removed"] == 0 and data["recall_at_threshold"] < 0.01 and "recall_predicted" not in data
    assert "recall expected here" in textkin("dedup", "x.jsonl", "--check", "--method", "lsh", exit=1).errors


def test_nothing_to_remove(textkin):
    textkin.jsonl("x.jsonl", [prose("a"), prose("b")])
    data = page_of(textkin, "x.jsonl", "--check").data
    assert (data["removed"], data["clusters"], data["shown"], data["largest"], data["documents"]) == (0, 0, [], [], [])
    textkin.write("none.jsonl", "")
    assert page_of(textkin, "none.jsonl", "--check").data["documents_read"] == 0


def test_the_page_cannot_go_where_the_kept_records_go(textkin):
    textkin.jsonl("x.jsonl", [prose("a")])
    assert "--report" in textkin("dedup", "x.jsonl", "-o", "k.html", "--report", "k.html", exit=2).errors
    assert "--report" in textkin("dedup", "x.jsonl", "--report", "-", exit=2).errors
    assert b"<!DOCTYPE html>" in textkin("dedup", "x.jsonl", "--check", "--report", "-").stdout
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--report", "missing/r.html", exit=2)
    assert sorted(path.name for path in textkin.folder.iterdir()) == ["x.jsonl"]


def test_the_last_stage_writes_it_too(textkin):
    textkin.jsonl("x.jsonl", family_corpus("stages", families=20))
    page_of(textkin, "x.jsonl", "-o", "kept.jsonl", name="whole.html")
    textkin("sketch", "x.jsonl", "--run-dir", "work")
    textkin("join", "--run-dir", "work")
    textkin("cluster", "--run-dir", "work", "-o", "kept.jsonl", "--report", "staged.html")
    assert textkin.path("whole.html").read_bytes() == textkin.path("staged.html").read_bytes()


@pytest.mark.parametrize("keep", ["alike", "identical"])
def test_hostile_ids_and_texts_stay_data(textkin, keep):
    def records(words):
        for i, word in enumerate(words):
            text = f"{word} {prose(str(i), 60)} {word}"
            yield {"id": f"kept {word}", "text": text}
            yield {"id": word, "text": text.upper() if keep == "identical" else edited(text, [30])}

    pages = []
    for words in ([str(i) for i in range(len(HOSTILE))], HOSTILE):
        textkin.jsonl("x.jsonl", list(records(words)))
        pages.append(page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "-t", "0.7"))
    assert pages[0].elements == pages[1].elements
    expected = list(records(HOSTILE))
    assert [d["id"] for d in pages[1].data["documents"]] == [record["id"] for record in expected]
    assert list(texts_of(pages[1]).values()) == [record["text"] for record in expected]
    assert pages[0].scripts[-1] == pages[1].scripts[-1]
    shows = pages[0].scripts[-1][1]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", shows)


def test_long_texts_of_every_script_come_whole(textkin):
    # Written in pieces: characters of one to four bytes, and what JSON and HTML escape, at any place of a piece.
    draw = random.Random(7)
    text = "".join(draw.choice("aé中😀<\"\\\n \u2028") for _ in range(300_000))
    textkin.jsonl("x.jsonl", [text, text + " "])
    page = page_of(textkin, "x.jsonl", "-o", "kept.jsonl")
    assert texts_of(page) == {0: text, 1: text + " "}


def test_ids_as_long_as_a_book_are_shortened(textkin):
    id = "é" * 30_000
    textkin.jsonl("x.jsonl", [{"id": id, "text": prose("a")}, {"id": "b" + id, "text": prose("a")}])
    documents = page_of(textkin, "x.jsonl", "-o", "kept.jsonl").data["documents"]
    assert len(documents) == 2
    for document in documents:
        assert re.fullmatch(r"b?é{490,500}\.\.\. \(6000[01] bytes\)", document["id"])


def test_nothing_is_fetched(textkin):
    textkin.jsonl("x.jsonl", [prose("same", 40), prose("same", 40)])
    page_of(textkin, "x.jsonl", "-o", "kept.jsonl")
    text = textkin.path("r.html").read_text()
    assert not re.search(r"https?:|//[a-z]|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", re.sub(r"(?m)^\s*//.*$", "", text))
    for tag, attributes in Page(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form") and "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
    assert "default-src 'none'" in text


def crowd(count):
    """Many removed documents: a few large families, pairs of every similarity, identical ones."""
    draw = random.Random(11)
    for family in range(count // 4):
        original = prose(f"crowd/{family}", 40)
        yield original
        yield from (edited(original, draw.sample(range(40), draw.randrange(1, 4))) for _ in range(2))
        yield original.upper()
    for size in range(150, 40, -1):
        original = prose(f"large/{size}", 40)
        yield from (edited(original, [draw.randrange(40)]) if i else original for i in range(size // 10))


def test_more_than_the_page_holds(textkin):
    textkin.jsonl("x.jsonl", list(crowd(8000)))
    data = page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl", "-t", "0.5").data
    rows = removed_rows(textkin)
    assert data["removed"] == len(rows) > 4000
    ids = [document["id"] for document in data["documents"]]
    shown = [ids[row["document"]] for row in data["shown"]]
    assert len(shown) == len(set(shown)) <= 2000
    by_doubt = sorted(rows, key=lambda row: (row["similarity"], int(row["id"])))
    assert shown[:800] == [row["id"] for row in by_doubt[:800]]
    # Of each similarity some, as many as of any other where there are so many.
    spread = Counter(int(100 * row["similarity"] + 1e-9) for row in data["shown"][800:1600])
    whole = Counter(int(100 * row["similarity"] + 1e-9) for row in by_doubt[800:])
    quota = 800 // len({int(100 * row["similarity"] + 1e-9) for row in rows})
    assert all(spread[step] >= min(quota, whole[step]) for step in whole)
    # The largest clusters, the least similar of each.
    clusters = defaultdict(list)
    for row in by_doubt:
        clusters[row["kept"]].append(row["id"])
    largest = sorted(clusters, key=lambda kept: (-len(clusters[kept]), int(kept)))[:100]
    assert [ids[c["kept"]] for c in data["largest"]] == largest
    for kept in largest:
        assert set(clusters[kept][:4]) <= set(shown)


def test_texts_that_are_too_long_for_the_page_stay_out_of_it(textkin):
    long = "x" * 35_000_000
    textkin.jsonl("x.jsonl", [f"{prose('big', 30)} {long}", f"{prose('big', 30)} y{long}", prose("small", 20), prose("small", 20)])
    page = page_of(textkin, "x.jsonl", "-o", "kept.jsonl")
    assert [d["text"] for d in page.data["documents"]] == [False, False, True, True]
    assert set(texts_of(page)) == {2, 3}


@pytest.mark.parametrize("method", ["lsh", "exact", "auto"])
def test_the_same_page_for_any_threads_and_blocks(textkin, method):
    textkin.jsonl("x.jsonl", list(crowd(2000)))
    pages = []
    for options in [("--threads", "1"), ("--threads", "5"), ("--threads", "2", "--memory", "64MiB"), ("--simd", "scalar")]:
        page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "--method", method, "-t", "0.6", "--audit", "100", *options)
        pages.append(textkin.path("r.html").read_bytes())
    assert len(set(pages)) == 1


def test_memory_is_kept(textkin):
    mebibyte = 1 << 20
    # Two records, each most of what such a run may hold, of characters that JSON and HTML write as six bytes.
    long = "<" * 4_000_000
    textkin.jsonl("x.jsonl", [*crowd(60_000), f"{prose('long')} {long}", f"{edited(prose('long'), [30, 31])} {long}"])
    pages = []
    for memory in ("8GiB", "40MiB"):
        page_of(textkin, "x.jsonl", "-o", "kept.jsonl", "--method", "lsh", "--threads", "2", "--memory", memory, "--stats", "stats.json")
        pages.append(textkin.path("r.html").read_bytes())
    assert pages[0] == pages[1] and len(pages[0]) > 40_000_000
    assert textkin.stats()["peak_memory_bytes"] <= 40 * mebibyte * 1.1 + 64 * mebibyte
