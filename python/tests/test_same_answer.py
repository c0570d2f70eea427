"""The command line and the package give the same bytes, whatever the data comes in."""

import json

import pyarrow as pa
import pytest
from conftest import cluster_rows, read_collection, removed_lines, tsv

import textkin

COLLECTIONS = ["us-code", "powershell-docs", "tang-poems"]
OPTIONS = {"tang-poems": {"normalize": "none", "shingle": "char:3"}}


def flags(options):
    return [f"--{name}={value}" for name, value in options.items()]


@pytest.fixture(params=COLLECTIONS)
def collection(request, program):
    documents = read_collection(request.param)
    options = OPTIONS.get(request.param, {})
    return documents, program.jsonl("docs.jsonl", documents), options


def table_of(documents):
    return pa.table({"id": [i for i, _ in documents], "text": [t for _, t in documents]})


def forms(documents, path):
    table = table_of(documents)
    yield "table", table
    yield "chunks", pa.Table.from_batches(table.to_batches(max_chunksize=701))
    yield "reader", pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=97))
    yield "mapping", dict(documents)
    yield "path", path


def test_pairs(collection, program):
    documents, path, options = collection
    expected = program("pairs", path, "--threshold=0.5", *flags(options))
    for form, data in forms(documents, path):
        assert tsv(textkin.pairs(data, 0.5, **options)) == expected, form
    table = textkin.pairs([text for _, text in documents], 0.5, **options)
    ids = pa.array([i for i, _ in documents])
    named = table.set_column(0, "a", ids.take(table["a"])).set_column(1, "b", ids.take(table["b"]))
    assert tsv(named) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_pairs_by_bands(collection, program, threads):
    documents, path, options = collection
    expected = program("pairs", path, "--method=lsh", "--seed=7", *flags(options))
    assert tsv(textkin.pairs(table_of(documents), method="lsh", seed=7, threads=threads, **options)) == expected


@pytest.mark.parametrize("keep", ["first", "longest"])
def test_dedup(collection, program, keep):
    documents, path, options = collection
    names = ["--removed=removed.jsonl", "--clusters=clusters.tsv", f"--keep={keep}"]
    program("dedup", path, "-o", "kept.jsonl", *names, *flags(options))
    kept_lines = (program.folder / "kept.jsonl").read_bytes()
    lines = path.read_bytes().splitlines(keepends=True)
    for form, data in forms(documents, path):
        result = textkin.dedup(data, keep=keep, **options)
        assert b"".join(line for line, kept in zip(lines, result.kept, strict=True) if kept) == kept_lines, form
        assert removed_lines(result.removed) == (program.folder / "removed.jsonl").read_bytes(), form
        assert cluster_rows(result.clusters) == (program.folder / "clusters.tsv").read_bytes(), form
        assert result.stats["removed"] == len(result.removed)


def test_dedup_of_paths_writes_what_the_program_writes(program):
    path = program.jsonl(
        "docs.jsonl", [("1", "a b c d e f"), ("2", "A b, c d e f"), ("3", "quite another text of words")]
    )
    program("dedup", path, "-o", "kept.jsonl")
    textkin.dedup(path, output=program.folder / "again.jsonl")
    assert (program.folder / "again.jsonl").read_bytes() == (program.folder / "kept.jsonl").read_bytes()


def test_a_hundred_thousand_documents(program):
    texts = [
        " ".join(str((i // 3 * 7919 + j * j * (1 + i % 3 // 2 * (j > 45))) % 50021) for j in range(50))
        for i in range(100_000)
    ]
    path = program.jsonl("docs.jsonl", enumerate(texts))
    program("dedup", path, "-o", "kept.jsonl", "--removed=removed.jsonl")
    result = textkin.dedup(pa.table({"text": texts}))
    removed = (program.folder / "removed.jsonl").read_text().splitlines()
    assert [(str(r["id"]), str(r["kept"]), r["similarity"], r["reason"]) for r in result.removed.to_pylist()] == [
        (str(r["id"]), str(r["kept"]), r["similarity"], r["reason"]) for r in map(json.loads, removed)
    ]
    assert len(removed) > 30_000
    assert result.stats["method"] == "lsh"
    table = textkin.pairs(texts)
    assert tsv(table) == program("pairs", path)
    assert len(table) > 30_000


def test_less_memory_changes_nothing():
    table = pa.table(
        {"text": [" ".join(str((i // 2 * 7919 + j * j) % 50021) for j in range(40)) for i in range(30000)]}
    )
    whole = textkin.dedup(table, method="lsh")
    little = textkin.dedup(table, method="lsh", memory="32MiB", threads=2)
    assert (little.kept == whole.kept).all()
    assert little.stats["spilled_bytes"] > 0


def test_against(program):
    documents = read_collection("us-code")
    half = len(documents) // 2
    first = program.jsonl("first.jsonl", documents[:half])
    second = program.jsonl("second.jsonl", documents[half:])
    expected = program("pairs", first, "--against", second, "--threshold=0.5", "--measure=containment")
    given = {"threshold": 0.5, "measure": "containment"}
    assert tsv(textkin.pairs(table_of(documents[:half]), against=table_of(documents[half:]), **given)) == expected
    assert tsv(textkin.pairs(table_of(documents[:half]), against=second, **given)) == expected
    assert tsv(textkin.pairs(first, against=dict(documents[half:]), **given)) == expected


def test_passages(program):
    documents = read_collection("us-code")[:120]
    path = program.jsonl("docs.jsonl", documents)
    expected = program("passages", path)
    found = textkin.passages(table_of(documents))
    rows = ("\t".join(map(str, row.values())) + "\n" for row in found.to_pylist())
    assert ("\t".join(found.column_names) + "\n" + "".join(rows)).encode() == expected
    assert len(found) > 10


def test_report(program):
    documents = read_collection("us-code")[:40]
    path = program.jsonl("docs.jsonl", documents)
    program("report", path, "-o", "expected.html")
    stats = textkin.report(table_of(documents), program.folder / "given.html")
    assert stats["documents"] == 40
    assert (program.folder / "given.html").stat().st_size == pytest.approx(
        (program.folder / "expected.html").stat().st_size, rel=0.05
    )
