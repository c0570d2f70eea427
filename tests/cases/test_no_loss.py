"""No command loses what somebody has: no two outputs are one file, and no output is an input, whatever leads to it.

Every command and every option of its help that names a file or a folder is tried: one that is new is tried with them.
"""

import gzip
import itertools
import json
import os
import re
import subprocess

import pytest

from conftest import BINARY
from samples import prose
from test_guide import COMMANDS, help_of, options_of

# What a command needs beside outputs to run over in.jsonl, a.txt, b.txt, in/ and made/, a run directory.
LEAST = {
    "pairs": ["in.jsonl"],
    "dedup": ["in.jsonl"],
    "trim": ["in.jsonl"],
    "decontaminate": ["in.jsonl", "--against", "a.txt"],
    "passages": ["in.jsonl"],
    "report": ["in.jsonl"],
    "extract": ["a.txt"],
    "score": ["truth.tsv", "found.tsv"],
    "compare": ["a.txt", "b.txt"],
    "distance": ["in.jsonl"],
    "simhash": ["in.jsonl"],
    "rules": ["in.jsonl"],
    "plan": [],
    "explain": ["a.txt", "b.txt"],
    "sketches": [],
    "completions": ["bash"],
    "sketch": ["in.jsonl"],
    "join": [],
    "cluster": [],
    "signatures create": ["in.jsonl"], "signatures add": ["in/shard.jsonl"], "signatures merge": ["made.sig"],
    "signatures nearest": ["in.jsonl", "--in", "made.sig"], "signatures info": ["made.sig"], "signatures pairs": ["made.sig"],
    "signatures estimate": ["made.sig", "made.sig"],
    "index create": ["fresh"], "index add": ["idx", "in.jsonl"], "index query": ["idx", "in.jsonl"],
    "index passages": ["idx", "in.jsonl"], "index report": ["idx", "in.jsonl"], "index remove": ["idx", "1"],
    "index get": ["idx", "1"], "index list": ["idx"], "index stats": ["idx"], "index verify": ["idx"], "index merge": ["idx"],
    "index repair": ["idx"], "index export": ["idx"], "index snapshot": ["idx", "copy"], "index rebuild": ["idx", "new"],
    "index audit": ["idx", "--sample", "1"], "index plan": ["idx"],
    "serve": ["idx", "--try"],
    "law error": [], "law hashes": [], "law interval": ["--hashes", "9", "--matches", "3"],
    "law chance": ["--size-a", "9", "--size-b", "9", "--universe", "99"],
    "law samples": ["--size-a", "9", "--size-b", "9", "--shared", "3", "--sample-a", "5", "--sample-b", "5"], "law ru": [],
    "law mash": ["--similarity", "0.5"], "law simhash": [], "law bias": ["--set-a", "1,2", "--set-b", "2,3"],
}
# Options whose FILE is read, and a command that reads it.
READ = {"--pdf-program": "passages", "--key": "pairs", "--of": "simhash", "--template": "passages", "--marks": "report", "--stop-words": "pairs", "--against": "pairs", "--background": "compare",
        "--law-xy": "law ru", "--given-hashes": "explain"}
# What these write is DIR alone, which holds no INPUT: test_index.py.
ONLY_AN_INDEX = {"index create", "index remove", "index verify", "index merge", "index repair", "index snapshot", "index rebuild", "serve"}
RECORDS = [prose(1), prose(1), prose(2), prose(3)]
REFUSED = re.compile("are the same; name|which would be replaced; name|name a place outside it|holds the input|writes too; name")


def outputs_of(command):
    """{option: its word} of what a command writes, by its help."""
    words = {names.split(",")[0]: value for names, (value, _) in options_of(*command).items()}
    return {name: word for name, word in words.items() if re.search("FILE|FOLDER", word) and name not in READ}


@pytest.fixture
def there(textkin):
    """A folder with an input of each kind."""
    textkin.jsonl("in.jsonl", RECORDS)
    textkin.jsonl("in/shard.jsonl", RECORDS)
    for name in ("a.txt", "b.txt"):
        textkin.write(name, prose(name))
    for name in ("truth.tsv", "found.tsv"):
        textkin("passages", "a.txt", "b.txt", "-o", name)
    textkin("sketch", "in.jsonl", "--run-dir", "made", "--method", "lsh")
    textkin("join", "--run-dir", "made")
    textkin("signatures", "create", "a.txt", "-o", "made.sig")
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", "in.jsonl")
    return textkin


def everything(textkin):
    """{name: bytes} of all files."""
    return {str(path.relative_to(textkin.folder)): path.read_bytes() for path in sorted(textkin.folder.rglob("*")) if path.is_file()}


def refuses(textkin, *words, **how):
    """One line, and nothing is written."""
    before = everything(textkin)
    answer = textkin(*words, exit=2, **how)
    (line,) = answer.errors.splitlines()
    assert REFUSED.search(line), line
    assert everything(textkin) == before
    return line


def least_words(command, options=()):
    """A command line that runs, but for `options`."""
    words = [*command, *LEAST[" ".join(command)]]
    if command[0] in ("sketch", "join", "cluster") and "--run-dir" not in options:
        words += ["--run-dir", "fresh" if command[0] == "sketch" else "made"]
    if command[-1] in ("create", "merge") and "-o" not in options:
        words += ["-o", "new.sig"]
    if command == ("signatures", "add") and "--to" not in options:
        words += ["--to", "made.sig"]
    if command[-1] == "report" and "-o" not in options:
        words += ["-o", "page.html"]
    return words


def test_every_command_stands_here():
    if BINARY.exists():
        assert {" ".join(command) for command in COMMANDS} == set(LEAST)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_two_outputs_are_one(there, command):
    outputs = outputs_of(command)
    if " ".join(command) in ONLY_AN_INDEX:
        return
    assert outputs, "every command writes something"
    for one, other in itertools.combinations(outputs, 2):
        if command[0] in ("join", "cluster") and "--run-dir" in (one, other):
            continue  # it is there already: see below
        for first, second in (("x", "x"), ("x", "./x"), ("in/../y", f"{there.folder}/y")):
            line = refuses(there, *least_words(command, (one, other)), one, first, other, second)
            assert one in line and other in line
        if "--run-dir" in (one, other):
            refuses(there, *least_words(command, (one, other)), "--run-dir", "work", other if one == "--run-dir" else one, "work/spool")
        (there.folder / "old").write_bytes(b"old")
        for link in (os.symlink, os.link):
            link(there.folder / "old", there.folder / "alias")
            refuses(there, *least_words(command, (one, other)), one, "old", other, "alias")
            (there.folder / "alias").unlink()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_output_is_an_input(there, command):
    own = [word for word in LEAST[" ".join(command)] if os.path.exists(there.folder / word)]
    for option, word in outputs_of(command).items():
        if option == "--run-dir":
            continue
        for name in ["in.jsonl"] if command[0] in ("join", "cluster") else own:
            os.symlink(there.folder / name, there.folder / "alias")
            for path in (name, f"./{name}", there.folder / name, "alias"):
                if (command[0], option) not in (("dedup", "-o"), ("cluster", "-o"), ("trim", "-o")):
                    refuses(there, *least_words(command, (option,)), option, path)
            (there.folder / "alias").unlink()
        if not own or command[0] in ("extract", "score"):
            continue
        # A folder of inputs: an output in it would be read the next time.
        words = ["in" if word in own else word for word in least_words(command, (option,))]
        for path in ("in/shard.jsonl", "in/new", "in/new/../new"):
            refuses(there, *words, option, path + ("/" if word == "FOLDER" else ""))


@pytest.mark.parametrize("option", READ)
def test_whatever_is_read_is_no_output(there, option):
    words = least_words(tuple(READ[option].split()), ("-o",))
    for name in ("other.jsonl", "words.txt"):
        there.write(name, "other words, and as many as a key has\n")
    refuses(there, *words, option, there.folder / "words.txt", "-o", "words.txt")
    if option not in ("--stop-words", "--of", "--key", "--pdf-program", "--law-xy", "--given-hashes"):
        refuses(there, *words, option, "in", "-o", "in/shard.jsonl")


def test_a_folder_takes_no_input_and_no_name_twice(there):
    there.jsonl("in/deep/shard.jsonl", RECORDS)
    for words in (
        ("dedup", "in", "-o", "in/"), ("dedup", "in", "-o", "./"), ("dedup", "in", "-o", "in/deep/"), ("dedup", "in", "-o", "in/new/"),
        ("dedup", "in.jsonl", "-o", "."),
        ("dedup", "in", "--copy-to", "in"), ("dedup", "in", "--copy-to", "in/new"), ("dedup", "a.txt", "--copy-to", "."),
        ("dedup", "in", "-o", "kept/", "--removed", "kept/shard.jsonl"), ("dedup", "in", "-o", "kept/", "--stats", "kept/deep/shard.jsonl"),
        ("dedup", "in", "-o", "kept/", "--copy-to", "kept"), ("dedup", "in/shard.jsonl", "-o", "kept/", "--copy-to", "kept/deep/.."),
        ("dedup", "in", "--run-dir", "in/work"), ("dedup", "in", "--run-dir", "in"), ("dedup", "in", "--run-dir", "."),
        ("dedup", "in.jsonl", "--run-dir", "."), ("passages", "in", "--format", "pan", "-o", "in/pan"),
    ):
        before = everything(there)
        answer = there(*words, exit=2)
        assert len(answer.errors.splitlines()) == 1 and everything(there) == before, words
    there("dedup", "in/shard.jsonl", "in/deep/shard.jsonl", "--repeated-ids", "number", "-o", "kept/", exit=2)
    # Links: of a shard to an input, and of a folder in the output into the inputs.
    (there.folder / "linked").mkdir()
    os.symlink(there.folder / "in/shard.jsonl", there.folder / "linked/shard.jsonl")
    there("dedup", "in", "-o", "linked/", exit=2)
    (there.folder / "around").mkdir()
    os.symlink(there.folder / "in/deep", there.folder / "around/deep")
    there("dedup", "in", "-o", "around/", exit=2)
    assert (there.folder / "in/shard.jsonl").read_bytes() == (there.folder / "in.jsonl").read_bytes()


def test_what_loses_nothing_is_done(there):
    (there.folder / "kept").mkdir()
    there("dedup", "in", "-o", "kept/", "--removed", "kept/removed.jsonl", "--stats", "kept/stats.json")
    assert sorted(os.listdir(there.folder / "kept")) == ["removed.jsonl", "shard.jsonl", "stats.json"]
    there("dedup", "in", "-o", "in/.kept.jsonl", "--run-dir", "in/.work", "--stats", "stats.json")
    there("dedup", "in.jsonl", "-o", "/dev/null", "--removed", "/dev/null", "--stats", "/dev/null")
    assert there("dedup", "in.jsonl", "--check", "--report", "-", exit=1).stdout.startswith(b"<!")
    assert there("dedup", "in.jsonl", "-o", "/dev/null", "--removed", "-").stdout.count(b"\n") == 1
    there("dedup", "a.txt", "--copy-to", "copies", "--removed", "-")
    there("compare", "a.txt", "a.txt", "-o", "answer")
    there("pairs", "in.jsonl", "--against", "in.jsonl", "-o", "p.tsv")


@pytest.mark.parametrize("command", ["dedup", "cluster", "trim"])
def test_what_could_not_be_used_is_not_lost_in_place(there, command):
    """Neither kept nor listed with what went: the input stays. Elsewhere, and with nothing to lose, all goes on."""
    for name in ("p.jsonl", "link.jsonl"):
        there.write("p.jsonl", json.dumps({"id": "a", "text": prose(1)}) + '\n{"id":"b","body":"words that are nowhere else"}\n')
        there.path("link.jsonl").unlink(missing_ok=True)
        there.path("link.jsonl").symlink_to("p.jsonl")
        words = [command, "p.jsonl"]
        if command == "cluster":
            work = f"work-{name}"
            there("sketch", "p.jsonl", "--run-dir", work)
            there("join", "--run-dir", work)
            words = ["cluster", "--run-dir", work]
        before = there.path("p.jsonl").read_bytes()
        refused = there(*words, "-o", name, "--removed", "r.jsonl", "--problems", "problems.jsonl", exit=2)
        if name == "p.jsonl":
            assert "-o p.jsonl would replace the input, and 1 document in it that could not be used would be lost" in refused.errors
        assert there.path("p.jsonl").read_bytes() == before and not there.path("r.jsonl").exists()
        there(*words, "-o", "elsewhere.jsonl")
        assert there.path("elsewhere.jsonl").read_bytes() == before.splitlines(keepends=True)[0]


@pytest.mark.parametrize("command", ["dedup", "trim"])
@pytest.mark.parametrize("option", ["--stats", "--removed"])
def test_a_run_in_place_that_fails_leaves_the_input(there, command, option):
    before = there.path("in.jsonl").read_bytes()
    there(command, "in.jsonl", "-o", "in.jsonl", option, "/dev/full", *(["--words", "20"] if command == "trim" else []), exit=2)
    assert there.path("in.jsonl").read_bytes() == before
    told = "told.json" if option == "--stats" else "told.jsonl"
    there(command, "in.jsonl", "-o", "in.jsonl", option, told, *(["--words", "20"] if command == "trim" else []))
    assert there.path("in.jsonl").read_bytes() != before and there.path(told).exists()


def test_files_that_a_run_did_not_write_are_told(textkin):
    """Of the folders that it writes to, whatever --quiet says; its own of an earlier run it writes again."""
    for name in ("in/a.txt", "in/b.txt", "in/deep/c.txt"):
        textkin.write(name, prose(1))
    textkin("dedup", "in", "--copy-to", "clean", "-o", "ids")
    assert textkin("dedup", "in", "--copy-to", "clean", "-o", "ids", "-q").errors == ""
    told = textkin("dedup", "in", "--copy-to", "clean", "--keep", "last", "-o", "ids", "-q").errors
    assert told == "textkin: clean holds 1 file that this run did not write: a.txt\n"
    for name in ("clean/.hidden", "clean/deep/x.txt", "clean/elsewhere/x.txt"):
        textkin.write(name, "")
    told = textkin("dedup", "in", "--copy-to", "clean/", "--keep", "last", "-o", "ids", "-q").errors
    assert told == "textkin: clean holds 2 files that this run did not write: a.txt, deep/x.txt\n"
    for number in range(7):
        textkin.jsonl(f"shards/{number}.jsonl", [prose(number)])
    for command in (["dedup"], ["trim", "--words", "20"], ["decontaminate", "--against", "in/a.txt", "--action", "cut"]):
        out = f"out-{command[0]}/"
        textkin(command[0], "shards", *command[1:], "-o", out, "-q", "--repeated-ids", "number")
        for number in range(4):
            textkin.path(f"shards/{number}.jsonl").rename(textkin.path(f"{number}.jsonl"))
        told = textkin(command[0], "shards", *command[1:], "-o", out, "-q", "--repeated-ids", "number").errors
        assert told == f"textkin: {out[:-1]} holds 4 files that this run did not write: 0.jsonl, 1.jsonl, 2.jsonl, ...\n"
        for number in range(4):
            textkin.path(f"{number}.jsonl").rename(textkin.path(f"shards/{number}.jsonl"))


def run(folder, *words, stdout, mode="wb", stdin=None):
    with open(folder / stdout, mode) as out:
        return subprocess.run([BINARY, *words], cwd=folder, stdout=out, stderr=subprocess.PIPE, stdin=stdin, text=True, check=False)


def test_standard_output_is_a_file_like_others(there):
    for words in (("--removed", "out"), ("--removed", "/dev/stdout"), ("--removed", "-"), ("--stats", "/proc/self/fd/1"), ("--report", "./out")):
        done = run(there.folder, "dedup", "in.jsonl", *words, stdout="out")
        assert done.returncode == 2 and "are the same" in done.stderr
    done = run(there.folder, "dedup", "in.jsonl", stdout="in.jsonl", mode="ab")
    assert done.returncode == 2 and "is the input" in done.stderr
    with open(there.folder / "in.jsonl", "rb") as stream:
        done = run(there.folder, "dedup", "-", "-o", "in.jsonl", stdout="out", stdin=stream)
    assert done.returncode == 2 and "is the input" in done.stderr
    done = run(there.folder, "pairs", "in", stdout="in/out.tsv")
    assert done.returncode == 2 and "would be read" in done.stderr
    # Named as a file it is written to and not replaced: what others write there stays.
    (there.folder / "log").write_text("before\n")
    done = run(there.folder, "dedup", "in.jsonl", "-o", "kept.jsonl", "--removed", "/dev/stdout", stdout="log", mode="ab")
    assert done.returncode == 0
    first, second = (there.folder / "log").read_text().splitlines()
    assert first == "before" and json.loads(second)["id"] == "2"


@pytest.mark.parametrize("name, to", [("x.jsonl", "x.jsonl"), ("x.jsonl.gz", "x.jsonl.gz"), ("x.jsonl", "link.jsonl"), ("x.jsonl", "./x.jsonl")])
@pytest.mark.parametrize("options", [(), ("--annotate",), ("--run-dir", "work"), ("--memory", "30MiB", "--method", "lsh")], ids=" ".join)
def test_kept_records_may_take_the_place_of_their_input(there, name, to, options):
    lines = [json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(RECORDS)]
    content = "".join(lines).encode()
    there.write(name, gzip.compress(content) if name.endswith(".gz") else content)
    os.symlink(name, there.folder / "link.jsonl")
    os.chmod(there.folder / name, 0o640)
    there("dedup", name, "-o", "elsewhere.jsonl", *[word for word in options if not word.startswith(("work", "--run"))])
    there("dedup", name, "-o", to, "--removed", "why.jsonl", *options)
    kept = there.path(name).read_bytes()
    assert (gzip.decompress(kept) if name.endswith(".gz") else kept) == there.path("elsewhere.jsonl").read_bytes()
    assert os.stat(there.folder / name).st_mode & 0o777 == 0o640
    assert len(there.path("why.jsonl").read_text().splitlines()) == 1
    if "--run-dir" in options:  # it speaks of an input that is no more
        assert "has changed since the run directory" in there("dedup", name, "-o", to, "--removed", "why.jsonl", *options, exit=2).errors


def test_kept_records_take_the_place_of_their_input_stage_by_stage(there):
    there("cluster", "--run-dir", "made", "-o", "in.jsonl", "--removed", "why.jsonl")
    assert [json.loads(line)["id"] for line in there.path("in.jsonl").read_text().splitlines()] == ["1", "3", "4"]
    assert "has changed" in there("cluster", "--run-dir", "made", "-o", "in.jsonl", exit=2).errors


def test_nothing_else_takes_the_place_of_an_input(there):
    there.jsonl("more.jsonl", [{"id": "m", "text": prose(9)}])
    refuses(there, "dedup", "a.txt", "-o", "a.txt")  # of a document only the name would be written
    refuses(there, "dedup", "in.jsonl", "more.jsonl", "-o", "in.jsonl")
    refuses(there, "dedup", "in.jsonl", "-o", "in.jsonl", "--removed", "in.jsonl")
    there.write("lines.txt", "one line\n")
    refuses(there, "dedup", "lines.txt", "-o", "lines.txt")
    there("dedup", "lines.txt", "--lines", "-o", "lines.txt")


def mode_of(path):
    return os.stat(path).st_mode & 0o777


def test_an_output_keeps_its_mode_and_a_new_one_has_the_usual(there):
    for name in ("kept.jsonl", "why.jsonl", "clusters.tsv", "page.html", "stats.json"):
        there.write(name, "old")
        os.chmod(there.folder / name, 0o600)
    os.mkdir(there.folder / "shards")
    there.write("shards/shard.jsonl", "old")
    os.chmod(there.folder / "shards/shard.jsonl", 0o640)
    there("dedup", "in.jsonl", "-o", "kept.jsonl", "--removed", "why.jsonl", "--clusters", "clusters.tsv", "--report", "page.html", "--stats", "stats.json")
    for name in ("kept.jsonl", "why.jsonl", "clusters.tsv", "page.html", "stats.json"):
        assert there.path(name).read_bytes() != b"old" and mode_of(there.folder / name) == 0o600, name
    there("dedup", "in", "-o", "shards/")
    assert mode_of(there.folder / "shards/shard.jsonl") == 0o640
    saved = os.umask(0o027)
    try:
        there("pairs", "in.jsonl", "-o", "new.tsv")
    finally:
        os.umask(saved)
    assert mode_of(there.folder / "new.tsv") == 0o640


def test_what_a_run_keeps_is_for_its_user_alone(there):
    saved = os.umask(0)
    try:
        there.write("packed.jsonl.gz", gzip.compress(there.path("in.jsonl").read_bytes()))
        there("dedup", "packed.jsonl.gz", "-o", "kept.jsonl", "--run-dir", "deep/work", "--method", "lsh")
    finally:
        os.umask(saved)
    assert mode_of(there.folder / "deep/work") == 0o700
    files = {path.name: mode_of(path) for path in (there.folder / "deep/work").iterdir()}
    assert {"lock", "manifest.json", "spool"} <= set(files) and set(files.values()) == {0o600}, files


LIBRARY = BINARY.parent / "libtextkin_faults.so"


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
@pytest.mark.parametrize("nameless", [True, False], ids=["nameless files", "hidden files"])
def test_what_killed_runs_leave_beside_outputs_goes(there, nameless):
    (there.folder / "out").mkdir()
    outputs = ("-o", "out/kept.jsonl", "--removed", "out/why.jsonl", "--stats", "out/stats.json")
    os.mkfifo(there.folder / "pipe.jsonl")
    process = subprocess.Popen(
        [BINARY, "dedup", "pipe.jsonl", "in.jsonl", "--repeated-ids", "number", *outputs], cwd=there.folder, stderr=subprocess.DEVNULL,
        env=os.environ if nameless else {**os.environ, "LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": "nameless:0"})
    with open(there.folder / "pipe.jsonl", "wb", buffering=0) as pipe:  # it has opened its outputs and waits for its input
        pipe.write(json.dumps({"id": "p", "text": "x"}).encode() + b"\n")
        alive = set(os.listdir(there.folder / "out"))
        assert len(alive) == (0 if nameless else 3)
        there("dedup", "in.jsonl", *outputs)  # another run does not take what that one writes
        assert alive <= set(os.listdir(there.folder / "out"))
        process.kill()
        process.wait()
    there.write("out/.other.textkin-abcdef", "of another output")
    there("dedup", "in.jsonl", *outputs)
    assert set(os.listdir(there.folder / "out")) == {"kept.jsonl", "why.jsonl", "stats.json", ".other.textkin-abcdef"}


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
def test_shards_look_for_leftovers_too(there):
    there("dedup", "in", "-o", "kept/")
    there.write("kept/.shard.jsonl.textkin-abcdef", "left")
    there("dedup", "in", "-o", "kept/")
    assert os.listdir(there.folder / "kept") == ["shard.jsonl"]
    there("dedup", "in", "-o", "kept/", env={"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": "nameless:0"})
    assert os.listdir(there.folder / "kept") == ["shard.jsonl"]
