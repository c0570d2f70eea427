"""Every option of every command, by its help: given alone beside words that run, it changes what the command does, or is
refused. What changes nothing is named in options_tried.py with who promises it; a new option must stand there."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

import reference
from conftest import BINARY
from options_tried import COMMANDS, MODES, SHARED
from samples import prose
from test_guide import COMMANDS as KNOWN
from test_guide import options_of

TAKEN = re.compile(r"[\d.]+(e-\d+)? ([mu]?s|[kKMG]?i?B(/s)?)\b")
OF_THE_MACHINE = {"seconds", "peak_memory_bytes", "threads", "simd", "spilled_bytes", "command"}

# One page that says "The running dogs were running"; pdftotext mends the table of objects that it lacks.
PDF = b"""%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 66 >> stream
BT /F1 18 Tf 20 100 Td (The running dogs were running) Tj ET       
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
%%EOF
"""

TEXTS = [
    "The Running dogs were running along the river, and the naïve café-owner saw the dogs; running again, the end of the day.",
    "The running dog was running along the river, and the naive café owner saw the dogs; running again, the end of the days.",
    "Along the river the running dogs were seen by an owner of a café, and the end of the day was the end of the dogs.",
    "A heavy stone lay on the bridge, and nobody in the town would carry it away before the river rose in the spring.",
    "A heavy stone lay upon the bridge, and nobody in the town would carry it away before the river rose in spring.",
    "Nothing of this is told anywhere else in the papers of the town, whatever its people say about bridges and stones.",
]


@pytest.fixture(scope="module")
def world(textkin_once):
    """A folder with an input of each kind; each case runs in a copy."""
    write, jsonl = textkin_once.write, textkin_once.jsonl
    records = [{"id": str(i), "name": f"n{i}", "text": text, "body": prose(i % 3)} for i, text in enumerate(TEXTS)]
    jsonl("in.jsonl", records)
    jsonl("other.jsonl", records[:2])
    for name, record in (("one", records[0]), ("two", records[1])):
        jsonl(f"{name}.jsonl", [record])
        write(f"{name}.sets", "a:1 b:9 c:4\n" if name == "one" else "a:2 b:30 d:1\n")
    jsonl("twice.jsonl", [records[0], {**records[1], "id": "0"}])
    write("broken.jsonl", "".join(json.dumps(record) + "\n" for record in records[:2]) + "{broken\n")
    write("one-broken.jsonl", json.dumps(records[0]) + "\n{broken\n")
    write("bad-bytes.jsonl", json.dumps(records[0]).encode() + b"\n" + json.dumps({"id": "bad", "text": "?"}).encode().replace(b"?", TEXTS[1].encode("latin-1", "replace")) + b"\n")
    write("notes.txt", "".join(text + "\n" for text in TEXTS))
    write("line.txt", TEXTS[0] + "\n")
    write("two.fasta.txt", ">a\nACGTACGTTGCATGCAAGCTTTGACCATGACA\n>b\nACGTACGTTGCATGCAAGCTTTGACCATGACC\n")
    write("one.fasta.txt", ">a\nACGTACGTTGCATGCAAGCTTTGACCATGACA\n")
    write("items.sets", "a:1 b:9 c:4\na:2 b:30 d:1\na:1 c:400\n")
    write("pages/page.html", f"<html><body><p>{TEXTS[0]} {prose(1)}</p></body></html>")
    write("leaf/leaf.html", "<html><body><p>" + TEXTS[0].replace("dogs", "<b>dogs</b>") + "</p></body></html>")
    write("pages/other.html", f"<html><body><div>{TEXTS[0]} <b>{prose(1)}</b> {prose(3)}</div></body></html>")
    write("papers/real.pdf", PDF)
    write("papers/page.txt", TEXTS[0])
    write("marks.csv", "a,b\n")
    write("weights.txt", "1 1 2\n2 5 1\n")
    jsonl("chain.jsonl", ["a b c d e", "c d e f g", "e f g h i"])
    write("hashes.txt", "a:1 01\nb:9 11\nc:4 10\n")
    write("secret.key", "sixteen secret bytes, and more")
    for name in ("exercise.txt", "baskets.txt", "essays"):
        source = reference.ROOT / "docs" / "examples" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, textkin_once.folder / name)
    textkin_once("passages", "essays", "--guarantee", "8", "-o", "true.tsv")
    textkin_once("passages", "essays", "-o", "found.tsv")
    for folder in ("sketched", "joined"):
        textkin_once("sketch", "in.jsonl", "-t", "0.2", "--shingle", "word:2", "--method", "lsh", "--run-dir", folder)
    textkin_once("join", "--run-dir", "joined")
    textkin_once("signatures", "create", "in.jsonl", "--shingle", "word:2", "-o", "kept.sig")
    jsonl("new.jsonl", [{**records[2], "id": "new", "name": "new name"}])
    textkin_once("signatures", "create", "new.jsonl", "--shingle", "word:2", "-o", "other.sig")
    write("named.tsv", "a\tb\n0\tnew\n2\tnew\n")
    write("few.tsv", "a\tb\n2\tnew\n")
    jsonl("old.jsonl", [{**record, "id": f"old {record['id']}"} for record in records])
    textkin_once("signatures", "create", "old.jsonl", "--shingle", "word:2", "-o", "old.sig")
    textkin_once("signatures", "create", "two.fasta.txt", "--records", "--shingle", "kmer:5", "-o", "fasta.sig")
    write("ids.txt", "2\n3\n")
    write("tokens", "reader a-token-of-a-reader\n")
    (textkin_once.folder / "tokens").chmod(0o600)
    jsonl("twins.jsonl", [{"id": "twin", "text": TEXTS[0]}])
    jsonl("part.jsonl", [{"id": "part", "text": TEXTS[0][:60]}])
    textkin_once("index", "create", "idx", "--shingle", "word:2", "--field", "name")
    textkin_once("index", "add", "idx", "other.jsonl")
    textkin_once("index", "add", "idx", "in.jsonl")
    textkin_once("index", "create", "shelf", "--field", "name", "--passages", "30")
    for name in ("anna", "clara"):
        essay = (textkin_once.folder / "essays" / f"{name}.txt").read_text()
        textkin_once("index", "add", "shelf", jsonl("shelved.jsonl", [{"id": name, "name": "n1" if name == "anna" else "n2", "text": essay}]))
    textkin_once("index", "add", "shelf", "in.jsonl")
    return textkin_once.folder


def cleaned(name, content):
    if name.endswith((".gz", ".zst")):
        content = gzip.decompress(content)
    text = content.decode("utf-8", "backslashreplace")
    if text.startswith("{"):
        try:
            value = json.loads(text)
        except ValueError:
            return text
        return {key: part for key, part in value.items() if key not in OF_THE_MACHINE}
    return TAKEN.sub("", text)


KNOWN_LINES = {}  # what a command line that was run did


def run(world, folder, words):
    """What a command line does: exit code, output, messages, files."""
    if tuple(words) in KNOWN_LINES:
        return dict(KNOWN_LINES[tuple(words)])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(world, folder, copy_function=os.link)
    done = subprocess.run([BINARY, *words], cwd=folder, capture_output=True, timeout=600, check=False, stdin=subprocess.DEVNULL)
    said = {"exit": done.returncode, "out": cleaned("", done.stdout), "messages": TAKEN.sub("", done.stderr.decode())}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if "truth" in path.parts or path.name == "latest":
            continue  # of an index; RocksDB's files differ from run to run
        if path.is_file() and not ((world / name).is_file() and (world / name).read_bytes() == path.read_bytes()):
            said[name] = cleaned(name, path.read_bytes())
    if words[0] == "index":
        made = words[3] if words[1] == "rebuild" else words[2]
        shown = subprocess.run([BINARY, "index", "stats", made, "--format", "json"], cwd=folder, capture_output=True, check=False).stdout
        said["index"] = {key: part for key, part in json.loads(shown or "{}").items() if key != "file_bytes"}
    KNOWN_LINES[tuple(words)] = said
    return dict(said)


def without(words, removed):
    """`words` without the options that `removed` gives anew."""
    names = {word for word in removed if word.startswith("-")}
    left, skip = [], False
    for word in words:
        skip = not word.startswith("-") and skip
        if word in names:
            skip = True
        elif not skip:
            left.append(word)
        else:
            skip = False
    return left


def lines_of(command, tried):
    """The words without and with an option."""
    words, inputs = list(command.words), list(command.inputs)
    if tried.inputs == ("--without-sets",):
        words = without(words, ("--set-a", "--set-b"))
    elif tried.inputs == ("--without-rows",):
        words = without(words, ("--rows",))
    elif tried.inputs or "--background" in tried.words and "--background" in words:
        inputs = list(tried.inputs)
    if "--weights" in (*tried.words, *tried.beside):
        words = without(words, ("--shingle",))
    stats = ["--stats", "stats.json"] if command.stats else []
    base = [*without(words, tried.beside), *inputs, *tried.beside, *stats]
    return base, [*without(base, tried.words), *tried.words]


def tried_of(name):
    """{option: Try} of a command."""
    known = {names.split(",")[0]: names for names in options_of(*re.split(r" --| INPUT", name)[0].split())}
    return {option: {**SHARED, **COMMANDS[name].tries}.get(option) for option in known}


CASES = [(name, option) for name in COMMANDS for option in tried_of(name)] if BINARY.exists() else []


def test_every_command_stands_here():
    assert {" ".join(command) for command in KNOWN} <= set(COMMANDS)


@pytest.mark.parametrize("name, option", CASES, ids=lambda part: part)
def test_an_option_changes_something_or_is_refused(world, tmp_path, name, option):
    tried = tried_of(name)[option]
    assert tried is not None, f"{option} of {name} does not stand in options_tried.py"
    base, words = lines_of(COMMANDS[name], tried)
    before, after = (run(world, tmp_path / "run", line) for line in (base, words))
    if tried.expected == "refused":
        assert after["exit"] == 2 and tried.why in after["messages"], (words, after)
        return
    assert before["exit"] in (0, 2) and (after["exit"] in (0, 1) or before["exit"] == 0), (base, before, words, after)
    if not tried.stats and option != "--stats" or tried.expected == "same":
        before.pop("stats.json", None), after.pop("stats.json", None)
    if tried.expected == "same":
        for name in ("messages", *[name for name in before if name.endswith("manifest.json")]):  # which records how it was made
            before.pop(name), after.pop(name)
        assert after == before, (words, "is promised to change nothing:", tried.why)
    else:
        assert after != before, (words, "is accepted and changes nothing", after)


@pytest.mark.parametrize("mode, option", [(mode, option) for mode, (_, _, tries) in MODES.items() for option in tries], ids=lambda part: part)
def test_an_option_that_its_neighbours_leave_no_use_is_refused(world, tmp_path, mode, option):
    words, inputs, tries = MODES[mode]
    words = [words[0], *inputs, *words[1:]]
    assert run(world, tmp_path / "run", words)["exit"] == 0
    refused = run(world, tmp_path / "run", [*words, *tries[option]])
    assert refused["exit"] == 2 and "has no use" in refused["messages"] and len(refused["messages"].splitlines()) == 1, refused
