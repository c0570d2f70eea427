"""What is easily typed by accident is refused before any work, with nothing lost, or does what stands there."""

import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from conftest import BINARY
from samples import prose

TEXTS = [prose(1), prose(2)]


@pytest.mark.parametrize("command", ["pairs", "dedup", "decontaminate", "passages", "distance", "simhash"])
@pytest.mark.parametrize("other", ["-", "/dev/stdin"])
def test_standard_input_is_one_side(textkin, command, other):
    """Of both sides it would be all of one and nothing of the other."""
    data = textkin.path(textkin.jsonl("two.jsonl", TEXTS)).read_bytes()
    ways = ["--as", "jsonl"] if other != "-" else []
    refused = textkin(command, "-", "--against", other, *ways, "-q", stdin=data, exit=2)
    assert f"INPUT - and --against {other} are one stream, which can be read only once" in refused.errors and refused.stdout == b""
    assert textkin(command, "-", "--against", "two.jsonl", "-q", stdin=data, exit=None).code in (0, 2)  # the same documents by another way


def test_a_file_on_standard_input_is_that_file(textkin):
    textkin.jsonl("two.jsonl", TEXTS)
    for command, words in (("dedup", []), ("decontaminate", [])):
        with open(textkin.path("two.jsonl"), "rb") as given:
            done = subprocess.run([BINARY, command, "-", "--against", "two.jsonl", *words, "-q"], stdin=given, capture_output=True, cwd=textkin.folder, timeout=600, check=False)
        assert done.returncode == 2 and b"is INPUT and --against too, so that all of it would go" in done.stderr and done.stdout == b"", done.stderr


@pytest.mark.parametrize("name", ["identical", "segment-000000", "pairs-000000", "manifest.json", "app.js", "lock"])
def test_a_folder_of_something_else_is_no_run_directory(textkin, name):
    textkin.jsonl("in.jsonl", TEXTS)
    textkin.write(f"project/{name}", '{"name": "my web app"}')
    errors = textkin("pairs", "in.jsonl", "--run-dir", "project", exit=2).errors
    assert f"project is no run directory, but holds {name}; name a folder that is empty, or does not exist" in errors
    assert {path.name: path.read_text() for path in textkin.path("project").iterdir()} == {name: '{"name": "my web app"}'}


def test_an_empty_folder_becomes_a_run_directory_and_stays_one(textkin):
    textkin.jsonl("in.jsonl", TEXTS)
    textkin.path("run/.hidden").write_text("not looked at")
    expected = textkin("pairs", "in.jsonl").stdout
    assert textkin("pairs", "in.jsonl", "--run-dir", "run").stdout == expected
    assert textkin.path("run/lock").read_text() == "textkin run directory\n"
    textkin.path("run/manifest.json").unlink()  # as of a run that was killed before it had one
    assert textkin("pairs", "in.jsonl", "--run-dir", "run").stdout == expected
    textkin.path("run/lock").write_text("")  # as of an older version
    assert textkin("pairs", "in.jsonl", "--run-dir", "run").stdout == expected


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", TEXTS))
    return textkin


def test_nothing_is_written_into_an_index(index):
    before = sorted(path.name for path in index.path("idx").rglob("*"))
    for words in (["snapshot", "idx", "idx/copy"], ["rebuild", "idx", "idx/truth/copy"], ["create", "idx/truth/new"], ["export", "idx", "-o", "idx/segments/x.jsonl"]):
        errors = index("index", *words, exit=2).errors
        assert "lies in the index" in errors or "lies in the input folder idx" in errors
    assert "is no run directory, but holds" in index("pairs", "docs.jsonl", "--run-dir", "idx", exit=2).errors
    assert sorted(path.name for path in index.path("idx").rglob("*")) == before


def test_words_in_brackets_are_themselves(textkin):
    """What parses the command line takes [1,2] for the words 1 and 2."""
    textkin("index", "create", "idx")
    ids = ["1", "2", "[1,2]", "[]", "[1", "\x1fx"]
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": id, "text": prose(number)} for number, id in enumerate(ids)]))

    def ids_of(*words):
        return [json.loads(line)["id"] for line in textkin("index", *words).stdout.splitlines()]

    def left():
        return ids_of("list", "idx", "--format", "jsonl")

    assert ids_of("get", "idx", "--", "[1,2]", "[]") == ["[1,2]", "[]"]
    assert "1 removed" in textkin("index", "remove", "idx", "[1,2]").errors and left() == ["1", "2", "[]", "[1", "\x1fx"]
    assert "3 removed" in textkin("index", "remove", "idx", "--", "[]", "[1", "\x1fx").errors and left() == ["1", "2"]
    textkin.write("[n]", prose(5))
    textkin.write("n", prose(6))
    textkin.write("other", prose(5))
    assert [(row["a"], row["b"]) for row in textkin("pairs", "[n]", "other").table()] == [("[n]", "other")]
    for words in (["pairs", "[no]"], ["[pairs]"], ["law", "[x]"]):
        errors = textkin(*words, exit=2).errors
        assert words[-1] in errors and "\x1f" not in errors


@pytest.mark.parametrize("words", [
    ["index", "add", "idx", "docs.jsonl", "--unless-similar", "0"], ["pairs", "docs.jsonl", "--memory", "0"], ["pairs", "docs.jsonl", "--threads", "0"],
    ["pairs", "docs.jsonl", "--block-size", "0"], ["cluster", "--run-dir", "run", "--at", "0"], ["index", "plan", "idx", "--recall", "0"],
], ids=lambda words: words[-2])
def test_zero_is_not_the_same_as_nothing(index, words):
    index("dedup", "docs.jsonl", "--run-dir", "run", "-o", os.devnull)
    assert " 0 " in index(*words, exit=2).errors


def test_what_was_new_is_not_lost_with_its_list(index):
    """An add whose --results cannot be written adds nothing: the next one would call all of them unchanged."""
    more = index.jsonl("more.jsonl", [{"id": f"more{number}", "text": prose(number)} for number in range(40)])
    errors = index("index", "add", "idx", more, "--unless-similar", "0.8", "--results", "/dev/full", exit=2).errors
    assert "/dev/full" in errors and "the disk is full" in errors
    assert index("index", "stats", "idx", "--format", "json").json()["documents"] == 2
    index("index", "add", "idx", more, "--unless-similar", "0.8", "--results", "rows.jsonl")
    rows = [line for line in index.path("rows.jsonl").read_text().splitlines() if '"new"' in line]
    assert len(rows) == 38  # but those of the two that are there


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGKILL])
def test_a_rebuild_that_ends_early_leaves_no_index(textkin, stop):
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [" ".join(prose(n + k) for k in range(4)) for n in range(4000)]), "-q")
    writer = subprocess.Popen([BINARY, "index", "rebuild", "idx", "new", "--shingle", "word:3"], cwd=textkin.folder, stderr=subprocess.PIPE)
    end = time.monotonic() + 60
    begun = textkin.folder / ".new.making/truth/CURRENT"
    while not (seen := begun.exists()) and time.monotonic() < end and writer.poll() is None:
        time.sleep(0.005)
    assert seen, "a new index is made under a hidden name"
    writer.send_signal(stop)
    said = writer.communicate(timeout=60)[1]
    if writer.returncode == 0:
        pytest.skip("the rebuild was done before it could be stopped")
    assert not textkin.path("new").exists()
    if stop == signal.SIGTERM:
        assert writer.returncode == 130 and not textkin.path(".new.making").exists(), said
    assert "new.making" not in textkin("serve", "--indexes", ".", "--listen", "127.0.0.1:0", "--try", exit=None).errors
    textkin("index", "rebuild", "idx", "new", "--shingle", "word:3")
    assert not textkin.path(".new.making").exists()
    assert textkin("index", "stats", "new", "--format", "json").json()["documents"] == 4000


def test_a_snapshot_without_room_leaves_nothing(index, tmp_path_factory):
    disk = tmp_path_factory.mktemp("disk")
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "none", disk], check=False, capture_output=True).returncode != 0:
        pytest.skip("a small disk can be mounted by root alone")
    try:
        index("index", "merge", "idx")
        errors = index("index", "snapshot", "idx", disk / "copy", exit=2).errors
        assert "No space left" in errors or "the disk is full" in errors
        assert list(disk.iterdir()) == []
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        index("index", "snapshot", "idx", disk / "copy")
        assert index("index", "list", disk / "copy").stdout == index("index", "list", "idx").stdout
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["index", "--help"], ["pairs", "--help"]], ids=" ".join)
def test_help_that_cannot_be_written_is_an_error(textkin, words):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BINARY, *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"cannot be written" in done.stderr
    head = shutil.which("head")
    done = subprocess.run(f"set -o pipefail; {BINARY} {' '.join(words)} | {head} -c 1", shell=True, executable="/bin/bash", capture_output=True, check=False)
    assert done.stderr == b""
