"""What becomes a document, and under which id."""

import bz2
import gzip
import json
import lzma
import os
import subprocess

import pytest

from conftest import BINARY
from samples import prose

A, B = prose("a"), prose("b")


def ids(rows):
    return set(rows)


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


PACKERS = {"gz": gzip.compress, "zst": zstd, "xz": lzma.compress, "bz2": bz2.compress}


def test_jsonl_ids_are_strings_numbers_or_places(textkin):
    textkin.write("d.jsonl", "".join(json.dumps(r) + "\n" for r in [
        {"id": "one", "text": A}, {"id": 17, "text": A}, {"text": A}, {"id": None, "text": A}]))
    found = textkin.pairs("d.jsonl")
    assert {a for pair in found for a in pair} == {"one", "17", "d.jsonl:3", "d.jsonl:4"}


def test_fields_are_named(textkin):
    textkin.jsonl("d.jsonl", [{"key": "x", "body": A, "text": B}, {"key": "y", "body": A, "text": prose("c")}])
    assert ids(textkin.pairs("d.jsonl", "--id-field", "key", "--text-field", "body")) == {("x", "y")}


def test_files_are_documents_named_as_written(textkin):
    textkin.write("x.txt", A)
    textkin.write("sub/y.md", A)
    assert ids(textkin.pairs("./x.txt", "sub/y.md")) == {("./x.txt", "sub/y.md")}


def test_lines(textkin):
    textkin.write("x.txt", f"{A}\n{B}\n{A}\n")
    assert ids(textkin.pairs("--lines", "x.txt")) == {("x.txt:1", "x.txt:3")}
    assert ids(textkin.pairs("--as", "lines", "x.txt")) == {("x.txt:1", "x.txt:3")}


def test_as_overrides_the_suffix(textkin):
    textkin.write("x.jsonl", f"{A}\n{A}\n")
    assert ids(textkin.pairs("--as", "lines", "x.jsonl")) == {("x.jsonl:1", "x.jsonl:2")}
    textkin.jsonl("y.txt", [A, A])
    assert ids(textkin.pairs("--as", "jsonl", "y.txt")) == {("1", "2")}
    textkin.write("z.jsonl", A)
    textkin.write("w.jsonl", A)
    assert ids(textkin.pairs("--as", "document", "z.jsonl", "w.jsonl")) == {("z.jsonl", "w.jsonl")}


def test_directory_order_ids_and_what_is_skipped(textkin):
    for name in ("d/b.txt", "d/a/z.txt", "d/a.txt", "d/B.txt"):
        textkin.write(name, A)
    textkin.write("d/.hidden.txt", A)
    textkin.write("d/.git/x.txt", A)
    os.symlink("b.txt", textkin.path("d/link.txt"))
    rows = list(textkin.pairs("d", "--stats", "s.json"))
    order = ["B.txt", "a.txt", "a/z.txt", "b.txt"]  # bytes: 'B' < 'a'; '.' < '/'
    assert rows == [(a, b) for i, a in enumerate(order) for b in order[i + 1 :]]
    assert textkin.stats("s.json")["documents"] == 4


def test_several_inputs_are_told_apart_by_the_argument(textkin):
    textkin.write("d/x.txt", A)
    textkin.write("e/x.txt", A)
    assert ids(textkin.pairs("d", "e")) == {("d/x.txt", "e/x.txt")}


def test_a_directory_of_jsonl_is_read_as_jsonl(textkin):
    textkin.jsonl("d/1.jsonl", [{"id": "x", "text": A}])
    textkin.write("d/2.ndjson.gz", gzip.compress(json.dumps({"id": "y", "text": A}).encode()))
    textkin.write("d/3.txt", A)
    assert {i for pair in textkin.pairs("d") for i in pair} == {"x", "y", "3.txt"}


@pytest.mark.parametrize("suffix", PACKERS)
def test_compressed_with_several_members(textkin, suffix):
    pack = PACKERS[suffix]
    line = lambda i, text: (json.dumps({"id": i, "text": text}) + "\n").encode()
    whole = line("x", A) + line("y", B) + line("z", A)
    cut = len(line("x", A)) + 20
    textkin.write(f"d.jsonl.{suffix}", pack(whole[:cut]) + pack(whole[cut:]))
    assert ids(textkin.pairs(f"d.jsonl.{suffix}")) == {("x", "z")}


def test_standard_input(textkin):
    data = "".join(json.dumps({"text": t}) + "\n" for t in (A, B, A)).encode()
    assert [(r["a"], r["b"]) for r in textkin("pairs", "-", stdin=data).table()] == [("-:1", "-:3")]


@pytest.mark.parametrize("size", [7, 1000, 100_000])
def test_standard_input_through_a_pipe_that_trickles(textkin, size):
    """Reads of any size give the same lines."""
    data = "".join(json.dumps({"id": i, "text": prose(i // 2, 200)}) + "\n" for i in range(40)).encode()
    child = subprocess.Popen([str(BINARY), "pairs", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for start in range(0, len(data), size):
        child.stdin.write(data[start : start + size])
        child.stdin.flush()
    out, _ = child.communicate(timeout=600)
    assert child.returncode == 0
    assert len(out.decode().splitlines()) == 1 + 20


def test_crlf_and_no_line_end_at_the_end(textkin):
    textkin.write("x.jsonl", f'{{"id": 1, "text": "{A}"}}\r\n{{"id": 2, "text": "{A}"}}')
    assert ids(textkin.pairs("x.jsonl")) == {("1", "2")}
    textkin.write("l.txt", f"{A}\r\n{A}")
    assert textkin.pairs("--lines", "l.txt")[("l.txt:1", "l.txt:2")]["similarity"] == "1.0"


def test_byte_order_mark(textkin):
    textkin.write("x.jsonl", "\ufeff" + "".join(json.dumps({"id": i, "text": A}) + "\n" for i in range(2)))
    assert ids(textkin.pairs("x.jsonl")) == {("0", "1")}
    textkin.write("p.txt", "\ufeff" + A)
    textkin.write("q.txt", A)
    found = textkin.pairs("--normalize", "none", "--shingle", "char:3", "p.txt", "q.txt")
    assert found[("p.txt", "q.txt")]["similarity"] == "1.0"


def test_nul_is_a_character_like_others(textkin):
    textkin.jsonl("x.jsonl", [A + "\x00" + B, A + "\x00" + B, A])
    rows = textkin.pairs("x.jsonl", "-t", "0.9")
    assert ids(rows) == {("1", "2")}
    textkin.write("p.txt", A + "\x00" + B)
    textkin.write("q.txt", A + " " + B)
    assert textkin.pairs("p.txt", "q.txt")[("p.txt", "q.txt")]["similarity"] == "1.0"


def test_escapes_of_json(textkin):
    textkin.write("x.jsonl", '{"id": "\\u00e4\\n", "text": "%s"}\n{"id": "b", "text": "%s"}\n' % (
        "".join(f"\\u{ord(c):04x}" for c in A), A))
    assert textkin("pairs", "x.jsonl").table()[0]["a"] == "ä\\n"


def test_a_line_of_fifty_megabytes(textkin):
    words = [f"w{i}" for i in range(7_000_000)]
    long = " ".join(words)
    assert len(long) > 50_000_000
    textkin.jsonl("x.jsonl", [{"id": "long", "text": long}, {"id": "short", "text": A},
                              {"id": "again", "text": long + " tail"}])
    rows = textkin.pairs("x.jsonl", timeout=120)
    assert ids(rows) == {("long", "again")}
    assert rows[("long", "again")]["size_a"] == str(7_000_000 - 4)


@pytest.mark.parametrize("name", ["x.txt", "x.jsonl", "x.jsonl.zst"])
def test_memory_for_one_huge_document(textkin, name):
    """Bytes, features and the table that tells features apart: less than five times the document."""
    text = " ".join(f"word{i}" for i in range(5_000_000))
    textkin.jsonl("small.jsonl", [A])
    textkin("dedup", "small.jsonl", "-o", "out.jsonl", "--stats", "small.json")
    if name == "x.txt":
        textkin.write(name, text)
    else:
        record = json.dumps({"id": "huge", "text": text}).encode() + b"\n"
        textkin.write(name, record if name == "x.jsonl" else PACKERS["zst"](record))
    textkin("dedup", name, "-o", "out", "--stats", "s.json")
    assert textkin.stats("s.json")["documents"] == 1
    more = textkin.stats("s.json")["peak_memory_bytes"] - textkin.stats("small.json")["peak_memory_bytes"]
    assert more < 5 * len(text)


def test_empty_inputs(textkin):
    textkin.write("empty.jsonl", "")
    assert textkin.pairs("empty.jsonl", "--stats", "s.json") == {}
    assert textkin.stats("s.json")["documents"] == 0
    textkin.path("folder/x").parent.mkdir(exist_ok=True)
    assert textkin.pairs("folder") == {}
    textkin.write("empty.txt", "")
    textkin.write("blank.txt", " \n")
    textkin.write("dots.txt", "...")
    assert textkin.pairs("empty.txt", "blank.txt", "dots.txt", "--stats", "s.json") == {}
    assert (textkin.stats("s.json")["documents"], textkin.stats("s.json")["empty"]) == (3, 3)
    for packer in PACKERS:
        textkin.write(f"e.jsonl.{packer}", PACKERS[packer](b""))
        assert textkin.pairs(f"e.jsonl.{packer}") == {}


def test_blank_lines(textkin):
    textkin.write("x.jsonl", f'{{"id": 1, "text": "{A}"}}\n\n  \n{{"text": "{A}"}}\n')
    assert ids(textkin.pairs("x.jsonl")) == {("1", "x.jsonl:4")}


PIPED = {
    "lines": (lambda lines: lines, "gives JSON records; --as jsonl reads them"),
    "an array": (lambda lines: b"[" + b",".join(lines.splitlines()) + b"]", "gives JSON records; put them into a file"),
    "gzip": (gzip.compress, "gives gzip data; unpack it before (gzip -dc)"),
    "bzip2": (bz2.compress, "gives bzip2 data; unpack it before"),
    "xz": (lzma.compress, "gives xz data; unpack it before"),
    "parquet": (lambda lines: b"PAR1" + lines, "gives a table of Parquet or Arrow"),
}


@pytest.mark.parametrize("kind", PIPED)
def test_a_pipe_that_is_no_text_is_refused(textkin, kind):
    """What its name does not say is looked at as of a file; --as is obeyed, and what is a text stays one."""
    make, said = PIPED[kind]
    textkin.jsonl("new.jsonl", [prose(1), prose(2)])
    old = textkin.path(textkin.jsonl("old.jsonl", [prose(1), prose(3)])).read_bytes()
    textkin.write("given", make(old))

    def run(*options):
        script = f'"$0" dedup new.jsonl --against <(cat given) -q -o kept.jsonl {" ".join(options)}'
        return subprocess.run(["bash", "-c", script, str(BINARY)], cwd=textkin.folder, capture_output=True, text=True, check=False)

    done = run()
    assert done.returncode == 2 and said in done.stderr and "/dev/fd/" in done.stderr, done.stderr
    assert not textkin.path("kept.jsonl").exists()
    other = textkin.path("new.jsonl").read_bytes().splitlines(keepends=True)[1]
    if kind == "lines":
        assert run("--as", "jsonl").returncode == 0 and textkin.path("kept.jsonl").read_bytes() == other
    textkin.write("given", "{ a text }\n" + prose(1))
    assert run().returncode == 0 and textkin.path("kept.jsonl").read_bytes() == other


def test_a_file_that_is_named_twice_is_told(textkin):
    textkin.write("docs/1.txt", prose(1))
    textkin.write("docs/2.txt", prose(2))
    for words in (("docs", "./docs/1.txt"), ("docs/1.txt", "docs/../docs/1.txt")):
        assert f"{words[1]}: named twice among INPUT" in textkin("pairs", *words, "-q").errors
    assert textkin("pairs", "docs", "-q").errors == textkin("pairs", "docs/1.txt", "docs/2.txt", "-q").errors == ""
