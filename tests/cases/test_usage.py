"""Wrong usage: one line on stderr that says what to do, and exit code 2."""

import os
import pty
import re
import shutil
import signal
import subprocess
import time

import pytest

import reference
from conftest import BINARY
from samples import prose


def test_help_and_version(textkin):
    out = textkin("--help").stdout.decode()
    for command in ("pairs", "dedup", "compare", "plan"):
        assert command in out
        text = textkin(command, "--help").stdout.decode()
        assert "--threshold" in text or command == "compare"
    assert textkin("--version").stdout.decode().strip().split()[-1].count(".") == 2


def test_catalogues_stand_in_the_help(textkin):
    out = textkin("dedup", "--help").stdout.decode()
    for word in ("nfkc-casefold", "ascii-lower", "unicode", "whitespace", "fss", "longest", "prefer:"):
        assert word in out


@pytest.mark.parametrize("command, typed, meant", [
    ("pairs", "--treshold", "--threshold"),
    ("pairs", "--recal", "--recall"),
    ("pairs", "--normalise", "--normalize"),
    ("dedup", "--kep", "--keep"),
    ("dedup", "--anotate", "--annotate"),
    ("plan", "--hash", "--hashes"),
    ("compare", "--fromat", "--format"),
])
def test_a_mistyped_option_is_suggested(textkin, command, typed, meant):
    textkin.jsonl("x.jsonl", ["a"])
    for arguments in ([f"{typed}=0.5"], [typed, "0.5"]):
        errors = textkin(command, "x.jsonl", *arguments, exit=2).errors
        assert typed in errors and meant in errors
        assert len(errors.strip().splitlines()) <= 3


def test_a_mistyped_command_is_suggested(textkin):
    errors = textkin("dedupe", "x.jsonl", exit=2).errors
    assert "dedupe" in errors and "dedup" in errors.replace("dedupe", "")


@pytest.mark.parametrize("options, named", [
    (["-t", "0"], "threshold"),
    (["-t", "1.5"], "threshold"),
    (["-t", "-1"], "threshold"),
    (["-t", "nan"], "threshold"),
    (["-t", "high"], "threshold"),
    (["--recall", "1"], "recall"),
    (["--recall", "0"], "recall"),
    (["--hashes", "0"], "hashes"),
    (["--hashes", "1000000000"], "hashes"),
    (["--bands", "10"], "rows"),
    (["--threads", "-1"], "threads"),
    (["--threads", "100000"], "--threads 100000: a run has"),
    (["--method", "magic"], "magic"),
    (["--sketch", "fsss"], "fss"),
    (["--normalize", "nfkc-casefol"], "nfkc-casefold"),
    (["--tokens", "unicod"], "unicode"),
    (["--shingle", "word"], "shingle"),
    (["--shingle", "word:0"], "shingle"),
    (["--shingle", "line:3"], "char:"),
    (["--memory", "lots"], "memory"),
    (["--memory", "-5"], "--memory: -5 is below 0"),
    (["--block-size=-5MiB"], "--block-size: -5MiB is below 0"),
    (["--invalid-utf8", "perhaps"], "skip"),
    (["--on-error", "perhaps"], "fail"),
    (["--repeated-ids", "perhaps"], "number"),
    (["--as", "perhaps"], "jsonl"),
    (["--format", "xml"], "jsonl"),
    (["--seed", "x"], "seed"),
    (["--seed", "18446744073709551616"], "--seed: Value 18446744073709551616 not in range 0 to 18446744073709551615"),
    (["--seed=-1"], "--seed: Value -1 not in range 0 to"),
    (["--fdr", "0"], "--fdr: Value 0 is not above 0"),
    (["--fdr", "0.1", "--universe", "0"], "--universe: Value 0 is not above 0"),
    (["--bands", "0", "--rows", "0"], "--bands: Value 0 is not above 0"),
])
def test_values_that_cannot_be(textkin, options, named):
    textkin.jsonl("x.jsonl", [prose(1), prose(1)])
    errors = textkin("pairs", "x.jsonl", "-o", "out.tsv", *options, exit=2).errors
    assert named in errors
    assert not textkin.path("out.tsv").exists()


@pytest.mark.parametrize("words, said", [
    (("dedup", "x.jsonl", "--audit", "0"), "--audit: Value 0 not in range 1 to 4294967294 (textkin dedup --help)"),
    (("index", "audit", "idx", "--sample=-1"), "--sample: Value -1 is not above 0 (textkin index audit --help)"),
])
def test_a_range_is_said_in_our_words_whatever_the_library_says(textkin, words, said):
    assert textkin(*words, exit=2).errors == f"textkin: {said}\n"


def test_no_input(textkin):
    for command in ("pairs", "dedup", "compare"):
        textkin(command, exit=2)
    textkin(exit=2)


def test_combinations_that_cannot_be(textkin):
    textkin.jsonl("x.jsonl", [prose(1)])
    textkin.write("x.txt", prose(1))
    textkin("dedup", "x.txt", "--annotate", exit=2)
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--copy-to", "folder", exit=2)
    assert not textkin.path("kept.jsonl").exists()


def test_quiet_is_quiet(textkin):
    textkin.jsonl("x.jsonl", [prose(i // 2) for i in range(100)])
    assert textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--quiet").errors == ""


def test_no_escape_codes_without_a_terminal(textkin):
    textkin.jsonl("x.jsonl", [prose(i // 2) for i in range(100)])
    answer = textkin("dedup", "x.jsonl", "-o", "kept.jsonl")
    assert "\x1b" not in answer.errors and "\r" not in answer.errors
    assert b"\x1b" not in textkin("plan").stdout


def test_a_terminal_with_no_color(textkin):
    """On a terminal, NO_COLOR takes the colours away."""
    textkin.jsonl("x.jsonl", [prose(i // 2) for i in range(100)])
    try:
        leader, follower = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal can be made here: {error}")
    child = subprocess.Popen([str(BINARY), "plan"], cwd=textkin.folder, stdout=follower, stderr=follower,
                             env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"})
    os.close(follower)
    out = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        out += part
    os.close(leader)
    assert child.wait(timeout=30) == 0
    assert b"bands" in out and b"\x1b[3" not in out


@pytest.mark.parametrize("words, name", [
    (["--removed", ""], "--removed"), (["--removed="], "--removed"), (["--run-dir", ""], "--run-dir"), (["--key", ""], "--key"), (["--problems="], "--problems"),
    (["--clusters", ""], "--clusters"), (["--stats", ""], "--stats"), (["--report", ""], "--report"), (["--copy-to", ""], "--copy-to"), (["--stop-words", ""], "--stop-words"),
    (["--id-field", ""], "--id-field"), (["--threads", ""], "--threads"), (["--seed", ""], "--seed"), (["--keep", ""], "--keep"), (["--against", ""], "--against"),
    (["--against", "x.jsonl", ""], "--against"), (["--against="], "--against"), (["-t", ""], "-t"), (["--text-field", "text", "--text-field", ""], "--text-field"),
])
def test_an_option_with_nothing_as_its_value(textkin, words, name):
    """As a variable that is not set leaves it."""
    textkin.jsonl("x.jsonl", [prose(1), prose(1)])
    assert textkin("dedup", "x.jsonl", "-o", "kept.jsonl", *words, "-q", exit=2).errors == f"textkin: {name} '' is empty; give it a value, or leave it out\n"
    assert [path.name for path in textkin.folder.iterdir()] == ["x.jsonl"]


def test_of_every_command(textkin):
    for words, name in ((["decontaminate", "x.jsonl", "--against", "", "-q"], "--against"), (["pairs", "x.jsonl", "-o", ""], "-o"), (["index", "create", "idx", "--store", ""], "--store"),
                        (["law", "error", "--hashes", ""], "--hashes"), (["serve", "idx", "--tokens", ""], "--tokens"), (["pairs", "x.jsonl", "--candidates", ""], "--candidates")):
        assert f"{name} '' is empty" in textkin(*words, exit=2).errors
    assert textkin("pairs", "", exit=2).errors == "textkin: an input has an empty name; name a file or a directory\n"


def test_a_file_that_may_not_grow(textkin):
    """A limit on the size of files ends the run with a line, not by a signal."""
    textkin.jsonl("x.jsonl", [prose(i) for i in range(3000)])
    errors = textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "-q", exit=2, prefix=("bash", "-c", 'ulimit -f 8; exec "$0" "$@"')).errors
    assert "kept.jsonl: cannot be written: the file is larger than this place allows" in errors


@pytest.mark.parametrize("ignored, ends", [(False, True), (True, False)])
def test_the_end_of_a_session(textkin, ignored, ends):
    """It ends a run as SIGTERM does; with nohup nothing does."""
    textkin.path("tmp/x").parent.mkdir(exist_ok=True)
    child = subprocess.Popen([str(BINARY), "dedup", "-", "-o", "kept.jsonl"], cwd=textkin.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL),
                             env={**os.environ, "TMPDIR": str(textkin.folder / "tmp")})
    child.stdin.write(b'{"text": "a b c"}\n' * 1000)
    child.stdin.flush()
    time.sleep(0.5)
    child.send_signal(signal.SIGHUP)
    time.sleep(0.2)
    _, errors = child.communicate(timeout=30)
    assert child.returncode == (130 if ends else 0), errors
    assert textkin.path("kept.jsonl").exists() != ends
    assert list((textkin.folder / "tmp").iterdir()) == []


def test_interrupted(textkin):
    """Ctrl-C ends the run with 130 and leaves neither output nor scratch."""
    textkin.path("tmp/x").parent.mkdir(exist_ok=True)
    child = subprocess.Popen([str(BINARY), "dedup", "-", "-o", "kept.jsonl"], cwd=textkin.folder, stdin=subprocess.PIPE,
                             stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(textkin.folder / "tmp")})
    child.stdin.write(b'{"text": "a b c"}\n' * 1000)
    child.stdin.flush()
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert child.returncode == 130, errors
    assert not textkin.path("kept.jsonl").exists()
    assert list((textkin.folder / "tmp").iterdir()) == []
    assert [path.name for path in textkin.folder.iterdir()] == ["tmp"]


def test_a_reader_that_goes_away(textkin):
    """`textkin pairs | head -1` ends; it does not hang or crash."""
    textkin.jsonl("x.jsonl", [prose(1)] * 3000)
    done = subprocess.run(f"'{BINARY}' pairs x.jsonl --repeated-ids number | head -n 1", shell=True, cwd=textkin.folder,
                          capture_output=True, timeout=600)
    assert done.stdout.startswith(b"a\tb\t")
    assert b"terminate" not in done.stderr and b"core dumped" not in done.stderr


def helped(*command):
    text = subprocess.run([BINARY, *command, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  textkin (.*)$", text.partition("\nExamples, as they run in docs/examples:\n")[2], re.MULTILINE), text


def commands(*above):
    listed = helped(*above)[1].partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return [(*above, name) for name in re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)]


def all_commands():
    return [(), *(found for command in commands() for found in (command, *commands(*command)))] if BINARY.exists() else []


@pytest.mark.parametrize("command", all_commands(), ids=" ".join)
def test_the_examples_of_a_command_are_its_own_and_run(textkin, command):
    lines, _ = helped(*command)
    assert 1 <= len(lines) <= 4 and lines[-1].split()[: len(command)] == list(command)
    shutil.copytree(reference.ROOT / "docs" / "examples", textkin.folder, dirs_exist_ok=True)
    for line in lines:
        before = {(path, path.stat().st_ino) for path in textkin.folder.rglob("*")}
        done = textkin(*line.split(), exit=1 if "--check" in line else 0)
        assert done.stdout.strip() or done.errors.strip() or {(path, path.stat().st_ino) for path in textkin.folder.rglob("*")} != before, line


def test_no_help_has_a_word_of_the_library_that_parses(textkin):
    for command in all_commands():
        assert "{false}" not in helped(*command)[1] and "{true}" not in helped(*command)[1], command


@pytest.mark.parametrize("words, option", [
    (("pairs", "--exact", "--recall", "0.5"), "--recall"), (("pairs", "--measure", "containment", "--recall", "0.7"), "--recall"),
    (("pairs", "--exact", "--sketch", "kperm"), "--sketch"), (("dedup", "--exact", "--hashes", "64"), "--hashes"),
    (("pairs", "--measure", "overlap", "-t", "3", "--hashes", "64"), "--hashes"),
], ids=str)  # fmt: skip
def test_the_exact_method_takes_nothing_that_it_has_no_use_for(textkin, words, option):
    textkin.jsonl("x.jsonl", [prose(1), prose(1)])
    assert f"{option} has no use with the exact method" in textkin(words[0], "x.jsonl", *words[1:], exit=2).errors
    for used in (("--estimates", "--sketch", "kperm", "--hashes", "64"), ("--audit", "1"), ("--seed", "3")):
        textkin("pairs", "x.jsonl", "--exact", *used)
    # A run directory knows them of the stage before.
    textkin("sketch", "x.jsonl", "--exact", "--run-dir", "work")
    textkin("join", "--run-dir", "work")
    textkin("cluster", "--run-dir", "work", "-o", "kept.jsonl")


@pytest.mark.parametrize("words", [("compare", "a.txt", "b.txt"), ("explain", "a.txt", "b.txt", "--hashes", "4"), ("distance", "a.txt", "b.txt"), ("plan",),
                                   ("plan", "a.txt", "b.txt"), ("simhash", "--plan", "--documents", "9"), ("passages", "a.txt", "b.txt")], ids=" ".join)  # fmt: skip
def test_what_keeps_no_work_takes_no_folder_for_it(textkin, words):
    for name in ("a.txt", "b.txt"):
        textkin.write(name, prose(name))
    assert f"{words[0]} keeps no --run-dir" in textkin(*words, "--run-dir", "work", exit=2).errors
    assert not textkin.path("work").exists() and "--run-dir" not in textkin(words[0], "--help").stdout.decode()
