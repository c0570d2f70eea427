"""Run directories: work that is kept, taken up, done stage by stage, and refused where it is of other options or inputs."""

import fcntl
import gzip
import json
import os
import random
import subprocess

import pytest

from conftest import BINARY

LSH = ("--method", "lsh", "-t", "0.7")


def records(count, seed=1):
    draw = random.Random(seed)
    words = [f"w{i}" for i in range(800)]
    base = []
    for i in range(count):
        if base and draw.random() < 0.3:
            text = list(draw.choice(base))
            text[draw.randrange(len(text))] = draw.choice(words)
        else:
            text = draw.choices(words, k=draw.randrange(10, 40))
            base.append(text)
        yield {"id": f"d{i}", "text": " ".join(text), "rank": i * 31 % 97}


def lines(count, seed=1):
    return "".join(json.dumps(record) + "\n" for record in records(count, seed))


@pytest.fixture
def corpus(textkin):
    return textkin.write("in.jsonl", lines(4_000))


OUTPUTS = ("kept.jsonl", "why.jsonl", "c.tsv")
TO_FILES = ("-o", "kept.jsonl", "--removed", "why.jsonl", "--clusters", "c.tsv")


def answer(textkin):
    return [textkin.path(name).read_bytes() for name in OUTPUTS]


@pytest.fixture
def expected(textkin, corpus):
    textkin("dedup", corpus, *LSH, *TO_FILES)
    return answer(textkin)


def test_a_finished_run_is_taken_up(textkin, corpus, expected):
    for _ in range(2):
        textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", "--stats", "stats.json")
        assert answer(textkin) == expected
    assert textkin.stats()["documents"] == 4_000


@pytest.mark.parametrize("method", ["exact", "auto", "lsh"])
def test_every_method_is_taken_up(textkin, corpus, method):
    options = ("dedup", corpus, "--method", method, "-t", "0.7", *TO_FILES)
    textkin(*options, "--stats", "stats.json")
    wanted, stats = answer(textkin), textkin.stats()
    for _ in range(2):
        textkin(*options, "--run-dir", "run", "--stats", "stats.json")
        assert answer(textkin) == wanted
        again = textkin.stats()
        for key in ("method", "method_reason", "recall_predicted", "candidates", "verified", "pairs", "removed", "kept", "empty"):
            assert again[key] == stats[key], key


def test_pairs_are_taken_up(textkin, corpus):
    wanted = textkin("pairs", corpus, *LSH).stdout
    for _ in range(2):
        assert textkin("pairs", corpus, *LSH, "--run-dir", "run").stdout == wanted


def test_stage_by_stage(textkin, corpus, expected):
    textkin("sketch", corpus, "--method", "lsh", "-t", "0.7", "--run-dir", "run", "--stats", "stats.json")
    assert textkin.stats()["documents"] == 4_000
    textkin("join", "--run-dir", "run", "--stats", "stats.json")
    assert textkin.stats()["pairs"] > 0
    textkin("cluster", "--run-dir", "run", *TO_FILES, "--stats", "stats.json")
    assert answer(textkin) == expected
    assert textkin.stats()["removed"] > 0


def test_stages_for_pairs_serve_every_keep_rule(textkin, corpus):
    textkin("sketch", corpus, *LSH, "--run-dir", "run")
    textkin("join", "--run-dir", "run", "--for", "pairs")
    for keep in ["first", "longest", "last"]:
        textkin("dedup", corpus, *LSH, *TO_FILES, "--keep", keep)
        wanted = answer(textkin)
        textkin("cluster", "--run-dir", "run", *TO_FILES, "--keep", keep)
        assert answer(textkin) == wanted


def test_a_keep_rule_of_a_field(textkin, corpus):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--keep", "field:rank")
    wanted = answer(textkin)
    textkin("sketch", corpus, *LSH, "--keep", "field:rank", "--run-dir", "run")
    textkin("join", "--run-dir", "run")
    textkin("cluster", "--run-dir", "run", *TO_FILES)
    assert answer(textkin) == wanted


def test_values_of_a_field_have_a_version(textkin, corpus):
    """Those of before were rounded: a run directory that has such is not gone on with."""
    textkin("sketch", corpus, *LSH, "--keep", "field:rank", "--run-dir", "run")
    assert "|values.v2" in textkin.path("run/manifest.json").read_text()
    textkin("sketch", corpus, *LSH, "--run-dir", "other")
    assert "values.v" not in textkin.path("other/manifest.json").read_text()


def test_all_pairs_of_a_run_directory_that_has_some(textkin, corpus):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    errors = textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", "--all-pairs", exit=2).errors
    assert "run was made for the pairs that dedup needs" in errors and "dedup --all-pairs" in errors


def test_stages_in_the_wrong_order(textkin, corpus):
    assert "run" in textkin("join", "--run-dir", "run", exit=2).errors
    textkin("sketch", corpus, *LSH, "--run-dir", "run")
    errors = textkin("cluster", "--run-dir", "run", *TO_FILES, exit=2).errors
    assert "textkin join" in errors
    assert not textkin.path("kept.jsonl").exists()
    for command in [("sketch", corpus, *LSH), ("join",), ("cluster",)]:
        assert "--run-dir" in textkin(*command, exit=2).errors
    assert "cluster" in textkin("join", "--run-dir", "run", "--audit", "10", exit=2).errors


@pytest.mark.parametrize(
    "change, named",
    [
        (("--shingle", "word:3"), "--shingle"),
        (("--seed", "7"), "--seed"),
        (("--hashes", "128"), "--hashes"),
        (("-t", "0.9"), "--threshold"),
        (("--keep", "longest"), "--keep"),
        (("--normalize", "none"), "--normalize"),
        (("--text-field", "id"), "--text-field"),
    ],
)
def test_other_options_are_refused(textkin, corpus, change, named):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    kept = textkin.path("kept.jsonl").read_bytes()
    errors = textkin("dedup", corpus, "--method", "lsh", *(() if "-t" in change else ("-t", "0.7")), *change, *TO_FILES, "--run-dir", "run", exit=2).errors
    assert named in errors and "run" in errors
    assert textkin.path("kept.jsonl").read_bytes() == kept


def test_what_changes_no_result_may_change(textkin, corpus, expected):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", "--threads", "1")
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", "--threads", "2", "--memory", "64MiB", "--simd", "scalar")
    assert answer(textkin) == expected


def test_other_inputs_are_refused(textkin, corpus):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    with open(textkin.path(corpus), "a") as file:
        file.write('{"id": "new", "text": "one more"}\n')
    errors = textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", exit=2).errors
    assert corpus in errors and "chang" in errors
    textkin.write("more.jsonl", lines(10, 2))
    assert "INPUT" in textkin("dedup", corpus, "more.jsonl", *LSH, *TO_FILES, "--run-dir", "run", exit=2).errors


def test_a_file_that_was_only_touched_is_the_same(textkin, corpus, expected):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    os.utime(textkin.path(corpus), (1, 1))
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    assert answer(textkin) == expected
    changed = bytearray(textkin.path(corpus).read_bytes())
    changed[100] ^= 1
    textkin.path(corpus).write_bytes(changed)
    assert "chang" in textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", exit=2).errors


def test_one_run_at_a_time(textkin, corpus):
    textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run")
    with open(textkin.path("run/lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another run" in textkin("dedup", corpus, *LSH, *TO_FILES, "--run-dir", "run", exit=2).errors


def test_compressed_input_and_a_stream(textkin, corpus, expected):
    content = textkin.path(corpus).read_bytes()
    textkin.write("in.jsonl.gz", gzip.compress(content, mtime=0))
    for _ in range(2):
        textkin("dedup", "in.jsonl.gz", *LSH, *TO_FILES, "--run-dir", "packed")
        assert answer(textkin) == expected
    for _ in range(2):
        textkin("dedup", "-", *LSH, *TO_FILES, "--run-dir", "stream", stdin=content)
        assert answer(textkin) == expected


@pytest.mark.parametrize("method", ["lsh", "exact"])
@pytest.mark.parametrize("command", ["dedup", "pairs", "sketch"])
def test_a_stream_that_gives_other_bytes_is_refused(textkin, method, command):
    """What comes is read, and is the answer or no answer; stages that are given no input need none."""
    options = ("--method", method, "--run-dir", "stream")
    first, other = lines(40).encode(), lines(41).encode()
    textkin(command, "-", *options, stdin=first)
    expected = None if command == "sketch" else textkin(command, "-", *options, stdin=first).stdout
    for given in (other, first[:-9], b""):
        refused = textkin(command, "-", *options, stdin=given, exit=2)
        assert refused.stdout == b"" and "standard input gives other bytes" in refused.errors
    if command == "sketch":
        textkin("join", "--run-dir", "stream")
        assert textkin("cluster", "--run-dir", "stream").stdout == textkin("dedup", "-", "--method", method, stdin=first).stdout
    else:
        assert textkin(command, "-", *options, stdin=first).stdout == expected


def test_a_pipe_that_gives_other_bytes_is_refused(textkin, corpus):
    """Also one that was read long before what comes next, which a run directory holds."""
    for name, given, code in (("first", lines(40), 0), ("again", lines(40), 0), ("other", lines(41), 2)):
        textkin.write(name, given)
        script = f'"$0" dedup <(cat {name}) {corpus} --as jsonl --repeated-ids number --method lsh --run-dir piped -q -o {name}.out'
        done = subprocess.run(["bash", "-c", script, str(BINARY)], cwd=textkin.folder, capture_output=True, text=True, check=False)
        assert done.returncode == code and ("gives other bytes" in done.stderr) == (code == 2), done.stderr
    assert textkin.path("first.out").read_bytes() == textkin.path("again.out").read_bytes()
    assert not textkin.path("other.out").exists()


def test_problems_are_remembered(textkin):
    name = textkin.write("in.jsonl", "broken\n" + lines(50) + '{"id": "x"}\n')
    options = ("dedup", name, *LSH, *TO_FILES, "--problems", "problems.jsonl", "--run-dir", "run")
    first = textkin(*options)
    problems = textkin.path("problems.jsonl").read_bytes()
    again = textkin(*options)
    assert textkin.path("problems.jsonl").read_bytes() == problems
    told = [[line for line in run.errors.splitlines() if "in.jsonl" in line or "could not be used" in line] for run in (first, again)]
    assert told[0] == told[1] and len(told[0]) >= 3


def test_nothing_is_left_without_a_name(textkin, corpus):
    scratch = textkin.path("tmp/x").parent
    textkin("dedup", corpus, *LSH, *TO_FILES, "--memory", "40MiB", env={"TMPDIR": str(scratch)})
    assert list(scratch.iterdir()) == []
