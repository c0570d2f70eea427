"""Input that cannot be used: it costs that document, is named, and leaves nothing half-done behind."""

import bz2
import gzip
import json
import lzma
import os
import pathlib
import random as randomness
import shutil
import subprocess
import tempfile

import pytest

from conftest import BINARY, Program
from samples import prose
from test_inputs import zstd

A, B = prose("a"), prose("b")

GOOD = [json.dumps({"id": "x", "text": A}), json.dumps({"id": "y", "text": A})]
BAD_LINES = {
    "broken JSON": b'{"id": "bad", "text": "' + A.encode(),
    "no JSON": A.encode(),
    "not an object": b'["text"]',
    "two objects": b'{"text": "a"} {"text": "b"}',
    "missing field": b'{"id": "bad", "body": "no text"}',
    "number as text": b'{"id": "bad", "text": 17}',
    "null as text": b'{"id": "bad", "text": null}',
    "object as text": b'{"id": "bad", "text": {"text": "inner"}}',
    "text twice": b'{"id": "bad", "text": "' + A.encode() + b'", "te\\u0078t": "other"}',
    "id twice": b'{"id": "x", "text": "' + A.encode() + b'", "id": "bad"}',
    "control character": b'{"id": "bad", "text": "a\x01b"}',
}


@pytest.mark.parametrize("kind", BAD_LINES)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_bad_line_costs_that_line(textkin, kind, place):
    lines = [line.encode() for line in GOOD]
    lines.insert(place, BAD_LINES[kind])
    textkin.write("x.jsonl", b"\n".join(lines) + b"\n")
    answer = textkin("pairs", "x.jsonl", "--stats", "s.json", "--problems", "p.jsonl")
    assert [(row["a"], row["b"]) for row in answer.table()] == [("x", "y")]
    assert f"x.jsonl:{place + 1}" in answer.errors
    stats = textkin.stats("s.json")
    assert (stats["documents"], stats["problems"]) == (2, 1)
    problems = [json.loads(line) for line in textkin.path("p.jsonl").read_text().splitlines()]
    assert [(p["file"], p["line"]) for p in problems] == [("x.jsonl", place + 1)]
    assert problems[0]["reason"] and problems[0]["message"]


@pytest.mark.parametrize("words", [("decontaminate", "x.jsonl", "--against", "y.jsonl", "-o", "kept.jsonl"),
                                   ("decontaminate", "x.jsonl", "--against", "y.jsonl", "--by", "passages", "-o", "kept.jsonl"),
                                   ("compare", "a.txt", "b.txt", "--background", "x.jsonl", "y.jsonl")])  # fmt: skip
def test_what_is_read_second_is_listed_too(textkin, words):
    for name in ("x", "y"):
        textkin.write(f"{name}.jsonl", "\n".join([line.replace('"id": "', f'"id": "{name}') for line in GOOD] + ["{broken", "{again"]) + "\n")
    for name in ("a.txt", "b.txt"):
        textkin.write(name, "some words that both have")
    textkin(*words, "--problems", "p.jsonl")
    listed = [json.loads(line) for line in textkin.path("p.jsonl").read_text().splitlines()]
    assert sorted((row["file"], row["line"]) for row in listed) == [(f"{name}.jsonl", line) for name in "xy" for line in (len(GOOD) + 1, len(GOOD) + 2)]


def test_on_error_fail_stops_at_the_first(textkin):
    textkin.write("x.jsonl", "\n".join([GOOD[0], "{broken", GOOD[1], "{again"]) + "\n")
    answer = textkin("pairs", "x.jsonl", "--on-error", "fail", "-o", "out.tsv", exit=2)
    assert "x.jsonl:2" in answer.errors and "x.jsonl:4" not in answer.errors
    assert not textkin.path("out.tsv").exists()


def test_the_first_ten_are_named_and_all_are_listed(textkin):
    textkin.write("x.jsonl", "".join("{broken\n" for _ in range(25)) + "\n".join(GOOD))
    answer = textkin("pairs", "x.jsonl", "--problems", "p.jsonl", "--stats", "s.json")
    named = [line for line in range(1, 26) if f"x.jsonl:{line}:" in answer.errors or f"x.jsonl:{line} " in answer.errors]
    assert named == list(range(1, 11))
    assert "25" in answer.errors
    lines = [json.loads(line)["line"] for line in textkin.path("p.jsonl").read_text().splitlines()]
    assert lines == list(range(1, 26))
    assert textkin.stats("s.json")["problems"] == 25


def test_lone_surrogate(textkin):
    textkin.write("x.jsonl", "\n".join([GOOD[0], '{"id": "s", "text": "a \\ud800 b"}', GOOD[1]]) + "\n")
    answer = textkin("pairs", "x.jsonl", "--stats", "s.json")
    assert [(row["a"], row["b"]) for row in answer.table()] == [("x", "y")]
    stats = textkin.stats("s.json")
    assert stats["documents"] + stats["problems"] == 3
    if stats["problems"]:
        assert "x.jsonl:2" in answer.errors


@pytest.mark.parametrize("form", ["jsonl", "txt"])
def test_invalid_utf8(textkin, form):
    bad = A.encode() + b" \xff\xfe " + B.encode()
    if form == "jsonl":
        names = ["x.jsonl"]
        textkin.write("x.jsonl", b'{"id": 1, "text": "' + bad + b'"}\n{"id": 2, "text": "' + bad + b'"}\n')
    else:
        names = [textkin.write("x.txt", bad), textkin.write("y.txt", bad)]
    assert len(textkin.pairs(*names)) == 1
    textkin.write("good.txt", A)
    answer = textkin("pairs", *names, "good.txt", "--invalid-utf8", "skip", "--stats", "s.json")
    assert answer.table() == []
    assert (textkin.stats("s.json")["documents"], textkin.stats("s.json")["problems"]) == (1, 2)
    assert "x.jsonl:1" in answer.errors or "x.txt" in answer.errors
    answer = textkin("pairs", *names, "--invalid-utf8", "skip", exit=2)
    assert "no document could be read" in answer.errors
    answer = textkin("pairs", *names, "--invalid-utf8", "fail", exit=2)
    assert "x.jsonl:1" in answer.errors or "x.txt" in answer.errors


@pytest.mark.parametrize("suffix, pack", [("gz", gzip.compress), ("zst", zstd), ("xz", lzma.compress),
                                          ("bz2", bz2.compress)])
@pytest.mark.parametrize("documents", [3, 3000])
@pytest.mark.parametrize("command", ["pairs", "dedup"])
def test_a_truncated_file_always_fails(textkin, suffix, pack, documents, command):
    data = "".join(json.dumps({"id": i, "text": prose(i)}) + "\n" for i in range(documents)).encode()
    packed = pack(data)
    for cut in (len(packed) - 1, len(packed) // 2, 5):
        textkin.write(f"x.jsonl.{suffix}", packed[:cut])
        answer = textkin(command, f"x.jsonl.{suffix}", "-o", "out", exit=2)
        assert f"x.jsonl.{suffix}" in answer.errors
        assert sorted(path.name for path in textkin.folder.iterdir()) == [f"x.jsonl.{suffix}"]


def test_a_compressed_suffix_without_compressed_bytes(textkin):
    textkin.jsonl("x.jsonl.gz", [A, A])
    assert "x.jsonl.gz" in textkin("pairs", "x.jsonl.gz", exit=2).errors


def test_repeated_id_names_both_places(textkin):
    textkin.jsonl("x.jsonl", [{"id": "a", "text": A}, {"id": "b", "text": B}])
    textkin.jsonl("y.jsonl", [{"id": "c", "text": B}, {"id": "d", "text": B}, {"id": "a", "text": A}])
    answer = textkin("dedup", "x.jsonl", "y.jsonl", "-o", "out.jsonl", exit=2)
    assert "x.jsonl:1" in answer.errors and "y.jsonl:3" in answer.errors
    assert not textkin.path("out.jsonl").exists()
    rows = textkin.pairs("x.jsonl", "y.jsonl", "--repeated-ids", "number")
    assert set(rows) == {("a", "a#2"), ("b", "c"), ("b", "d"), ("c", "d")}


def random_value(random):
    return random.choice([1, -2.5, None, True, [1, {"text": 2}], {"text": 1, "id": {"text": 2}}, "plain", "ä \\ \n 😀"])


def random_object(random, number):
    """The text of an object with an own text; keys repeat now and then and may be written with escapes."""
    members = [("id", f"{number}"), ("text", f"{prose(number)} ä\n{number}")]
    members += [(random.choice(["u", "v", "Text", "text ", ""]), random_value(random)) for _ in range(random.randrange(4))]
    if random.random() < 0.3:
        members.append((random.choice(["text", "id", "n"]), random_value(random)))
        members.append(("n", 1))
    if random.random() < 0.2:
        members.append(("huge", 0))  # only the slowest reader takes what stands there
    random.shuffle(members)
    written = []
    for key, value in members:
        spelled = "".join(f"\\u{ord(c):04x}" if random.random() < 0.1 else c for c in key)
        value = "1e999" if key == "huge" else json.dumps(value, ensure_ascii=random.random() < 0.5)
        written.append(f'"{spelled}": {value}')
    return "{" + ", ".join(written) + "}"


@pytest.mark.parametrize("simd", ["auto", "scalar"])
def test_no_text_is_read_otherwise_than_by_python(textkin, simd):
    """Where a key of ours repeats, the record is refused; every other has the text that Python's reader finds."""
    random = randomness.Random(5)
    lines = [random_object(random, number) for number in range(600)]
    wanted = {"text", "id", "n"}
    repeated, plain = set(), []
    for place, line in enumerate(lines, 1):
        keys = [key for key, _ in json.loads(line, object_pairs_hook=list) if key in wanted]
        if len(keys) > len(set(keys)):
            repeated.add(place)
        else:
            plain.append({"id": f"copy{json.loads(line)['id']}", "text": json.loads(line)["text"]})
    assert 50 < len(repeated) < 300
    textkin.write("x.jsonl", "".join(line + "\n" for line in lines))
    textkin.jsonl("copies.jsonl", plain)
    textkin("dedup", "x.jsonl", "copies.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl", "--problems", "problems.jsonl",
            "--keep", "field:n", "--simd", simd)
    problems = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    assert {row["line"] for row in problems if row["reason"] == "repeated-key"} == repeated == {row["line"] for row in problems}
    removed = [json.loads(line) for line in textkin.path("removed.jsonl").read_text().splitlines()]
    assert sorted((row["id"], row["kept"], row["reason"]) for row in removed) == sorted(
        (row["id"], row["id"].removeprefix("copy"), "identical") for row in plain)


def test_an_input_that_is_not_there(textkin):
    assert "nothing.jsonl" in textkin("pairs", "nothing.jsonl", exit=2).errors


@pytest.fixture
def open_folder():
    """A folder that any user may enter, for runs without root's rights."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    subprocess.run(["chmod", "-R", "u+rwX", str(folder)], check=True)
    shutil.rmtree(folder)


NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()


def test_an_unreadable_file_costs_that_document(textkin, open_folder):
    program = Program(open_folder)
    for name in ("d/1.txt", "d/2.txt", "d/3.txt"):
        program.write(name, A)
    program.path("d/2.txt").chmod(0)
    (open_folder / "d").chmod(0o777)
    answer = program("pairs", "d", "--stats", "s.json", prefix=NOBODY)
    assert [(row["a"], row["b"]) for row in answer.table()] == [("1.txt", "3.txt")]
    assert "2.txt" in answer.errors
    assert program.stats("s.json")["problems"] == 1
    assert "2.txt" in program("pairs", "d", "--on-error", "fail", prefix=NOBODY, exit=2).errors


def test_a_read_error_costs_that_document(textkin):
    textkin.write("x.txt", A)
    textkin.write("y.txt", A)
    answer = textkin("pairs", "x.txt", "/proc/self/mem", "y.txt", "--stats", "s.json")
    assert [(row["a"], row["b"]) for row in answer.table()] == [("x.txt", "y.txt")]
    assert "/proc/self/mem" in answer.errors


@pytest.mark.parametrize("options", [
    ["pairs", "-o", "no/such/folder/out.tsv"],
    ["dedup", "-o", "no/such/folder/out.jsonl"],
    ["dedup", "-o", "out.jsonl", "--removed", "no/such/folder/removed.jsonl"],
    ["dedup", "-o", "out.jsonl", "--clusters", "no/such/folder/clusters.tsv"],
    ["pairs", "-o", "out.tsv", "--stats", "no/such/folder/stats.json"],
    ["pairs", "-o", "out.tsv", "--problems", "no/such/folder/problems.jsonl"],
])
def test_output_folder_missing(textkin, options):
    textkin.jsonl("x.jsonl", [A, A])
    answer = textkin(options[0], "x.jsonl", *options[1:], exit=2)
    assert "no/such/folder" in answer.errors
    assert [path.name for path in textkin.folder.iterdir()] == ["x.jsonl"]


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system of 256 KiB, where this machine lets us mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if shutil.which("mount") is None:
        pytest.skip("there is no mount(8)")
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)], capture_output=True)
    if mount.returncode != 0:
        pytest.skip("no right to mount a small tmpfs here: " + mount.stderr.decode().strip())
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_disk_full_leaves_nothing_under_the_final_name(textkin, tiny_disk, suffix):
    textkin.write("x.jsonl", "".join(json.dumps({"id": i, "text": prose(i, 100), "random": os.urandom(400).hex()}) + "\n"
                                     for i in range(2000)))
    answer = textkin("dedup", "x.jsonl", "-o", tiny_disk / f"kept.jsonl{suffix}", exit=2)
    assert f"kept.jsonl{suffix}" in answer.errors and "space" in answer.errors.lower()
    assert list(tiny_disk.iterdir()) == []


def test_disk_full_while_spooling(textkin, tiny_disk):
    data = "".join(json.dumps({"id": i, "text": os.urandom(1000).hex()}) + "\n" for i in range(2000)).encode()
    answer = textkin("pairs", "-", "--run-dir", tiny_disk, "-o", "out.tsv", stdin=data, exit=2)
    assert "space" in answer.errors.lower()
    assert not textkin.path("out.tsv").exists()


def test_standard_output_that_is_full(textkin):
    textkin.jsonl("x.jsonl", [A] * 200)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([str(BINARY), "pairs", "x.jsonl"], stdout=full, stderr=subprocess.PIPE, cwd=textkin.folder)
    assert done.returncode == 2 and b"textkin: " in done.stderr


def test_nothing_is_left_in_the_scratch_folder(textkin):
    """Neither a good run nor a failed one leaves scratch files behind."""
    textkin.path("tmp/x").parent.mkdir(exist_ok=True)
    env = {"TMPDIR": str(textkin.path("tmp"))}
    data = "".join(line + "\n" for line in GOOD).encode()
    textkin("pairs", "-", stdin=data, env=env)
    textkin("pairs", "-", "--on-error", "fail", stdin=data + b"{broken\n", env=env, exit=2)
    assert list(textkin.path("tmp").iterdir()) == []


@pytest.mark.parametrize("change", ["cut", "append", "replace"])
def test_a_file_that_changes_before_its_end_is_read(textkin, change):
    """The pipe is opened once all inputs are listed, and holds the program until the file has changed."""
    textkin.write("b.jsonl", "\n".join(GOOD) + "\n")
    os.mkfifo(textkin.path("a.jsonl"))
    command = [str(BINARY), "pairs", "a.jsonl", "b.jsonl", "-o", "out.tsv"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=textkin.folder)
    with open(textkin.path("a.jsonl"), "w") as pipe:
        if change == "cut":
            os.truncate(textkin.path("b.jsonl"), len(GOOD[0]) + 9)
        elif change == "append":
            with open(textkin.path("b.jsonl"), "a") as file:
                file.write(GOOD[0] + "\n")
        else:
            textkin.write("c.jsonl", GOOD[0] + "\n")
            os.replace(textkin.path("c.jsonl"), textkin.path("b.jsonl"))
        pipe.write(GOOD[0] + "\n")
    errors = program.communicate(timeout=600)[1].decode()
    assert program.returncode == 2
    assert errors == "textkin: b.jsonl: changed while it was read; run again when nothing writes to it\n"
    assert not textkin.path("out.tsv").exists()
