"""The promise of --memory against inputs that were made to break it: SIZE and a tenth and 64 MiB, or a refusal that names an
amount that will do; and what comes out is what comes out with all the memory."""

import gzip
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

import pytest

from conftest import BINARY
from hostile_commands import COMMANDS, COPIES
from hostile_shapes import MEBIBYTE, SHAPES, harmless

# Measures a program from a small process: what a large one forks begins with the peak of its parent.
MEASURE = """
import os, sys
told, *command = sys.argv[1:]
child = os.posix_spawn(command[0], command, os.environ)
_, status, used = os.wait4(child, 0)
os.write(int(told), f"{used.ru_maxrss} {used.ru_utime + used.ru_stime}".encode())
os._exit(os.waitstatus_to_exitcode(status) & 255)
"""
# Amounts beyond this are not tried: the machine may not have them.
MOST_MEBIBYTES = 6 * 1024
# Of a run that hangs; how long others take is the affair of the machine, and of what runs beside.
MOST_SECONDS = 1800


def allowed(mebibytes):
    return mebibytes * MEBIBYTE * 1.1 + 64 * MEBIBYTE


class Done:
    def __init__(self, code, peak, seconds, errors):
        self.code, self.peak, self.seconds, self.errors = code, peak, seconds, errors

    @property
    def amount(self):
        told = re.findall(r"(\d+) MiB would\s+do", self.errors)
        return int(told[-1]) if told else None


def measured(folder, *arguments, timeout=MOST_SECONDS):
    """Seconds are the processor's: other programs may be running."""
    reading, writing = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, "-SIc", MEASURE, str(writing), str(BINARY), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            cwd=folder,
            pass_fds=(writing,),
        )
    finally:
        os.close(writing)
    with os.fdopen(reading) as pipe:
        kibibytes, seconds = pipe.read().split()
    return Done(done.returncode, int(kibibytes) * 1024, float(seconds), done.stderr.decode("utf-8", "replace"))


def copy_inputs(folder, inputs):
    (folder / COPIES).mkdir(exist_ok=True)
    for name in inputs:
        path = folder / name
        if path.is_file():
            shutil.copy(path, folder / COPIES / name)
        elif path.is_dir():
            shutil.copytree(path, folder / COPIES / name, dirs_exist_ok=True)


def run(folder, command, inputs, mebibytes):
    """The first step that fails, or the last one; with the highest peak and the sum of the seconds."""
    for left in ("out", "run"):
        path = folder / left
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    if "decontaminate" in command:
        copy_inputs(folder, inputs)
    peak = seconds = 0
    for step in COMMANDS[command](inputs, f"{mebibytes}MiB"):
        done = measured(folder, *step)
        peak, seconds = max(peak, done.peak), seconds + done.seconds
        if done.code not in (0, 1):
            break
    done.peak, done.seconds = peak, seconds
    return done


def checksum(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keeps_the_promise(folder, command, inputs, mebibytes, same=True, most=MOST_MEBIBYTES):
    """Runs the command, follows refusals to what would do, and holds what comes out against all the memory. Returns the first
    and the last run."""
    tried = [mebibytes]
    first = done = run(folder, command, inputs, mebibytes)
    while True:
        told = f"{command} {inputs} --memory {tried}: exit {done.code}, {done.peak >> 20} MiB\n{done.errors[-500:]}"
        assert done.peak <= allowed(tried[-1]), told
        assert done.code in (0, 1, 2) and (done.code != 2 or "textkin: " in done.errors), told
        if done.code != 2:
            break
        if done.amount is None:
            # Then it is not the memory that it lacks.
            assert run(folder, command, inputs, MOST_MEBIBYTES).code == 2, told
            return first, done
        assert done.amount > tried[-1], told
        if done.amount > most:
            return first, done
        tried.append(done.amount)
        assert len(tried) <= 4, told
        done = run(folder, command, inputs, done.amount)
    if same:
        found = checksum(folder / "out")
        assert run(folder, command, inputs, MOST_MEBIBYTES).code == done.code
        assert checksum(folder / "out") == found, told
    return first, done


# One may be what the other is held against.
TWO_TEXTS = {"one_word", "one_letter", "one_text_again_and_again", "repeated_phrases", "half_alike"}
# They look at all pairs of documents, however many these are.
ALL_PAIRS = {"distance", "explain", "signatures pairs"}


def two_texts(folder, size, draw):
    for name in ("a.txt", "b.txt"):
        with open(folder / name, "wb") as file:
            while file.tell() < size // 2:
                file.write(b" ".join(b"w%d" % draw.randrange(20_000) for _ in range(10_000)) + b"\n")
    return ["a.txt", "b.txt"]


def commands_for(shape):
    """Those that end: `distance`, `explain` and `signatures pairs` look at all pairs of many documents, and what is all alike has them as its answer."""
    alike = {"tiny_and_alike", "all_alike", "many_of_one_word", "gz_bomb", "zst_lines", "xz_lines", "zst_second_frame"}
    many = alike | {"boilerplate", "distinct_words", "tiny_records", "tiny_files", "empty_lines", "many_fields", "harmless"}
    left_out = set(ALL_PAIRS) if shape in many else set()
    if shape not in TWO_TEXTS:
        left_out.add("decontaminate passages")
    if "_ids" in shape:  # all pairs of long ids fill any disk
        left_out.add("distance")
    if shape in {"one_distinct_text", "one_text_again_and_again"}:  # all pairs of the words of a text fill any disk
        left_out.add("rules")
    if shape in alike:  # "index" asks for each document's copies, which are all others
        left_out |= {"pairs", "pairs exact", "simhash", "rules", "index", "index passages"}
    return sorted(COMMANDS.keys() - left_out)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_each_command_does_its_work(tmp_path, command):
    """One that is refused whatever the input keeps every promise: two of them were for months."""
    inputs = (two_texts if command in {"compare", "decontaminate passages"} else harmless)(tmp_path, MEBIBYTE // 4, random.Random(1))
    done = run(tmp_path, command, inputs, 256)
    assert done.code in (0, 1) and (tmp_path / "out").exists(), done.errors


# Each took several times its promise once.
@pytest.mark.parametrize(
    "shape, size, command, mebibytes",
    [
        ("zst_line", 140, "dedup", 64),
        ("zst_lines", 150, "dedup", 64),
        ("zst_second_frame", 150, "dedup", 64),
        ("xz_lines", 150, "dedup", 64),
        ("one_word", 12, "passages", 64),
        ("many_of_one_character", 32, "passages", 64),
        ("one_word", 12, "report", 64),
        ("fillers", 8, "passages", 64),
        ("a_letter_a_word", 24, "dedup", 64),
        ("many_of_one_character", 24, "dedup", 64),
        ("kilobyte_ids", 96, "index", 64),
        ("one_word", 48, "simhash", 64),
        ("many_of_one_character", 3, "explain", 64),
        ("kilobyte_ids", 32, "explain", 64),
        ("long_ids", 150, "dedup", 64),
        ("long_ids", 150, "pairs", 64),
        ("long_ids_of_pairs", 150, "report", 64),
        ("less_than", 24, "report", 80),
        ("boilerplate", 8, "report", 64),
        ("kilobyte_ids", 300, "dedup", 32),
        ("long_ids", 150, "signatures", 64),
        ("long_fields", 150, "dedup by field", 64),
        ("deep_json", 48, "pairs", 128),
        ("empty_lines", 48, "dedup", 64),
        ("empty_lines", 48, "pairs", 64),
        ("empty_lines", 96, "trim", 64),
        ("gz_bomb", 32, "trim lines", 64),
        ("one_word", 8, "trim", 64),
        ("one_word", 12, "decontaminate passages", 64),
        ("one_letter", 6, "decontaminate passages", 64),
        ("one_text_again_and_again", 8, "decontaminate passages", 64),
        ("a_letter_a_word", 32, "rules", 64),
        ("distinct_words", 8, "rules", 64),
    ],
)
def test_what_broke_it(tmp_path, shape, size, command, mebibytes):
    inputs = SHAPES[shape](tmp_path, size * MEBIBYTE, random.Random(1))
    most = 64 if shape == "zst_line" else MOST_MEBIBYTES  # a line of so many bytes takes seconds
    first, last = keeps_the_promise(tmp_path, command, inputs, mebibytes, same=False, most=most)
    assert last.code == 0 or last.amount > most, last.errors
    if shape.startswith(("zst", "xz")):
        assert first.code == 2 and inputs[0] in first.errors and first.amount is not None, first.errors


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(tmp_path, shape):
    """Small ones, each with one command."""
    draw = random.Random(f"{shape} 2")
    inputs = SHAPES[shape](tmp_path, 2 * MEBIBYTE, draw)
    keeps_the_promise(tmp_path, draw.choice(commands_for(shape)), inputs, 32)


def test_seeds_that_went_to_disk_leave_their_room(tmp_path):
    """Words that are all names are one token in a program, so that each pair has hundreds of places in common; 60 KB took 162 MiB."""
    draw = random.Random(15)
    with open(tmp_path / "in.jsonl", "w") as file:
        file.writelines(json.dumps({"id": i, "text": " ".join(f"w{draw.randrange(20_000)}" for _ in range(30))}) + "\n" for i in range(280))
    done = measured(tmp_path, "passages", "in.jsonl", "--normalize", "code:java", "--memory", "32MiB", "-o", "out")
    assert done.code == 0 and done.peak <= 64 * MEBIBYTE, (done.peak >> 20, done.errors)


def refusals(folder, *arguments, mebibytes):
    """The amounts that are named, one run after the other, until it is enough."""
    named = []
    while True:
        done = measured(folder, *arguments, "--memory", f"{mebibytes}MiB", "-o", "out")
        assert done.peak <= allowed(mebibytes), (done.peak >> 20, done.errors)
        if done.code != 2:
            assert done.code in (0, 1), done.errors
            return named
        assert done.amount is not None and done.amount > mebibytes, done.errors
        mebibytes = done.amount
        named.append(mebibytes)


def _words(draw, size, letters):
    """About `size` bytes of words of so many letters, drawn anew for each text."""
    count = size // (letters + 1)
    return " ".join("".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=letters)) for _ in range(count))


def test_a_document_that_cannot_be_read_is_told_what_its_passages_take(tmp_path):
    """Each step of passages knew only its own need, so that the same two texts were refused four times."""
    inputs = SHAPES["one_text_again_and_again"](tmp_path, 16 * MEBIBYTE, random.Random(1))
    assert len(refusals(tmp_path, "passages", *inputs, mebibytes=32)) <= 2


def test_the_largest_file_is_foreseen(tmp_path):
    """Of files that do not fit, each larger than the one before, the first refusal names what the last one needs."""
    draw = random.Random(2)
    for i in range(5):
        (tmp_path / f"{i}.txt").write_text(_words(draw, (6 + i) * MEBIBYTE, 7))
    files = [f"{i}.txt" for i in range(5)]
    assert len(refusals(tmp_path, "pairs", *files, mebibytes=32)) == 1


def test_the_largest_of_many_documents_and_pairs_is_told_at_once(tmp_path):
    """Words of three bytes, and each text has more of them than the one before; then pairs, which need more than they."""
    draw = random.Random(3)
    shared = _words(draw, 3000, 7)
    with open(tmp_path / "in.jsonl", "w") as file:
        for i in range(4):
            file.write(json.dumps({"id": i, "text": f"{_words(draw, (2 + i) * MEBIBYTE, 2)} {shared}"}) + "\n")
    named = refusals(tmp_path, "passages", "in.jsonl", mebibytes=32)
    assert 1 <= len(named) <= 2, named


@pytest.mark.parametrize("key, fields", [(30_000, 3_000), (450_000, 40_000)])
def test_a_line_without_its_field_is_looked_through_in_little_memory(tmp_path, key, fields):
    """Where the field is instead is looked for: each of many fields below a long name took as much as that name, 900 KB more than 6 GB."""
    (tmp_path / "in.jsonl").write_text(json.dumps({"k" * key: {f"a{i}": 1 for i in range(fields)}}) + "\n" + json.dumps({"id": 1, "text": "a b c d e f"}) + "\n")
    done = measured(tmp_path, "dedup", "in.jsonl", "--memory", "64MiB", "-o", "out.jsonl")
    assert done.code == 0 and "no field" in done.errors and done.peak <= allowed(64), (done.peak >> 20, done.errors)


def test_two_large_texts_that_are_the_same_are_foreseen(tmp_path):
    """Adding them told what reading takes, then what their words take; asking with them what one takes, then what a pair takes, then what it shares."""
    inputs = SHAPES["one_distinct_text"](tmp_path, 8 * MEBIBYTE, random.Random(4))
    assert len(refusals(tmp_path, "passages", *inputs, mebibytes=64)) == 1
    assert measured(tmp_path, "index", "create", "run").code == 0
    added = [64]
    while (done := measured(tmp_path, "index", "add", "run", *inputs, "--memory", f"{added[-1]}MiB")).code == 2:
        added.append(done.amount)
    assert done.code == 0 and len(added) == 2, added
    assert len(refusals(tmp_path, "index", "passages", "run", *inputs, mebibytes=added[-1])) == 1


@pytest.mark.parametrize("letters", ["abcdefghij ", "\ufdfa ab", "\u4e00\u4e8c\u4e09\u56db\u4e94"])
def test_a_plan_holds_little_of_long_texts(tmp_path, letters):
    """It tries many shingles on texts that no shingler has measured before."""
    draw = random.Random(1)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("".join(draw.choices(letters, k=9 * MEBIBYTE // len(letters.encode()) * len(letters))), encoding="utf-8")
    done = measured(tmp_path, "plan", "a.txt", "b.txt", "--memory", "64MiB", "-o", "out")
    assert done.code == 0 and done.peak <= allowed(64), (done.peak >> 20, done.errors)


def test_sketches_of_short_texts_are_counted(tmp_path):
    """Their sets are small and stay; a sketch of each is many times as large."""
    with open(tmp_path / "in.jsonl", "w") as file:
        file.writelines(json.dumps({"id": i, "text": " ".join(f"w{(i * 97 + j * j) % 20011}" for j in range(40))}) + "\n" for i in range(40_000))
    (tmp_path / "one.txt").write_text("some words that stand in none of them")
    asked = ["distance", "one.txt", "--against", "in.jsonl", "-o", "out", "--memory"]
    done = measured(tmp_path, *asked, "64MiB")
    assert done.code == 2 and done.peak <= allowed(64), (done.peak >> 20, done.errors)
    again = measured(tmp_path, *asked, f"{done.amount}MiB")
    assert again.code == 0 and again.peak <= allowed(done.amount), (again.peak >> 20, again.errors)


def test_blocks_of_very_short_texts_are_counted(tmp_path):
    """A block of empty lines has a million of them; what is made of each has its own size."""
    (tmp_path / "in.txt").write_bytes(b"\n" * MEBIBYTE)
    (tmp_path / "one.txt").write_text("some words")
    done = measured(tmp_path, "distance", "one.txt", "--against", "in.txt", "--lines", "--memory", "64MiB", "-o", "out")
    assert done.code == 2 and done.peak <= allowed(64), (done.peak >> 20, done.errors)


def test_rows_with_long_ids_in_every_record_are_counted(tmp_path):
    """Of a short record, what --annotate adds is the id that stays for it."""
    text = "the same words as in all of the others here"
    with open(tmp_path / "in.jsonl", "w") as file:
        file.write(json.dumps({"id": "long" * 15_000, "text": text}) + "\n")
        file.writelines(json.dumps({"id": i, "text": text}) + "\n" for i in range(20_000))
    done = measured(tmp_path, "dedup", "in.jsonl", "--annotate", "--memory", "64MiB", "-o", "out")
    assert done.code == 0 and done.peak <= allowed(64), (done.peak >> 20, done.errors)


@pytest.mark.parametrize("option", ["--template", "--marks"])
def test_what_is_read_beside_the_input_is_counted(tmp_path, option):
    draw = random.Random(1)
    (inputs,) = harmless(tmp_path, MEBIBYTE, draw)
    with open(tmp_path / "beside.jsonl", "wb") as file:
        for _ in range(1500):
            file.write(b'{"text":"%s"}\n' % b" ".join(b"w%d" % draw.randrange(10**6) for _ in range(4_000)))
    beside = ["report", inputs, option, "beside.jsonl", "-o", "out", "--memory"]
    done = measured(tmp_path, *beside, "64MiB")
    assert done.code == 2 and done.peak <= allowed(64) and f"{option}: " in done.errors, done.errors
    again = measured(tmp_path, *beside, f"{done.amount}MiB")
    assert again.code == 0 and again.peak <= allowed(done.amount), again.errors


def _index_of_copies(folder, count):
    with open(folder / "in.jsonl", "w") as file:
        file.writelines(f'{{"id": {i}, "text": "{"a " * 28}"}}\n' for i in range(count))
    for words in (["create"], ["add", "in.jsonl", "--memory", "256MiB"]):
        assert measured(folder, "index", words[0], "run", *words[1:]).code == 0


def test_answers_with_very_many_rows_are_not_held(tmp_path):
    """A block of questions is some thousands, and each may be alike to all of an index."""
    _index_of_copies(tmp_path, 4_000)
    lines = (tmp_path / "in.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "asked.jsonl").write_text("".join(lines[:1_100]))
    done = measured(tmp_path, "index", "query", "run", "asked.jsonl", "--memory", "64MiB", "-o", "out")
    assert done.code == 0 and done.peak <= allowed(64), (done.peak >> 20, done.errors)
    with open(tmp_path / "out") as rows:
        assert sum(1 for _ in rows) == 1 + 1_100 * 4_000


def test_what_one_question_meets_is_counted(tmp_path):
    _index_of_copies(tmp_path, 150_000)
    (tmp_path / "asked.txt").write_text("a " * 28)
    asked = ["index", "query", "run", "asked.txt", "-o", "out", "--memory"]
    done = measured(tmp_path, *asked, "32MiB")
    assert done.code == 2 and done.peak <= allowed(32) and "short documents" in done.errors, (done.peak >> 20, done.errors)
    again = measured(tmp_path, *asked, f"{done.amount}MiB")
    assert again.code == 0 and again.peak <= allowed(done.amount), (again.peak >> 20, again.errors)


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz"])
def test_the_text_of_one_file_is_counted(tmp_path, name):
    """`extract` has one file and no --memory: what its process may take holds for what is held of the text, too."""
    draw = random.Random(1)
    text = b" ".join(b"%x" % draw.getrandbits(24) for _ in range(9_000_000))
    (tmp_path / name).write_bytes(gzip.compress(text, 1) if name.endswith("gz") else text)
    done = measured(tmp_path, "extract", name, "-o", "out", "--extract-memory", "32MiB")
    assert done.code == 2 and done.peak <= allowed(32) and "--extract-memory" in done.errors and " --memory" not in done.errors, (done.peak >> 20, done.errors)
    again = measured(tmp_path, "extract", name, "-o", "out", "--extract-memory", f"{done.amount}MiB")
    assert again.code == 0 and again.peak <= allowed(done.amount) and (tmp_path / "out").read_bytes() == text, (again.peak >> 20, again.errors)


def test_rows_on_their_way_are_counted(tmp_path):
    """Of ids so long that thousands of rows of distance are more than the memory."""
    for name, count in (("in.jsonl", 16), ("old.jsonl", 230)):
        (tmp_path / name).write_text("".join(json.dumps({"id": f"{i:06}" * 10_900, "text": f"some words {i}"}) + "\n" for i in range(count)))
    done = measured(tmp_path, "distance", "in.jsonl", "--against", "old.jsonl", "--memory", "64MiB", "--threads", "8", "-o", "out")
    (tmp_path / "out").unlink()
    assert done.code == 0 and done.peak <= allowed(64), (done.peak >> 20, done.errors)


def test_what_stands_in_too_many_documents_is_counted(tmp_path):
    """Where it stands is kept to be told, and nothing but --common bounds how much that is."""
    draw = random.Random(1)
    texts = [" ".join("%x" % draw.getrandbits(24) for _ in range(3000)) for _ in range(1000)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"id": f"{i}-{copy}", "text": text}) + "\n" for i, text in enumerate(texts) for copy in range(3)))
    asked = ["report", "in.jsonl", "--common", "2", "-o", "out", "--memory"]
    done = measured(tmp_path, *asked, "32MiB")
    assert done.code == 2 and done.peak <= allowed(32) and "in more than 2 documents" in done.errors, done.errors
    again = measured(tmp_path, *asked, f"{done.amount}MiB")
    assert again.code == 0 and again.peak <= allowed(done.amount), again.errors


def test_a_window_that_is_not_filled_costs_nothing(tmp_path):
    inputs = SHAPES["zst_lines"](tmp_path, 2 * MEBIBYTE, random.Random(1))
    done = run(tmp_path, "dedup", inputs, 64)
    assert done.code == 0 and done.peak <= allowed(64), done.errors


def test_ids_on_disk_are_the_same_ids(tmp_path):
    inputs = SHAPES["long_ids"](tmp_path, 45 * MEBIBYTE, random.Random(1))
    for command in ("dedup lsh", "passages"):
        first, _ = keeps_the_promise(tmp_path, command, inputs, 32)
        assert first.code == 0, first.errors


def test_two_documents_are_not_sought_among_millions(tmp_path):
    """It read all of them to say how many they are, and asked too little memory for that."""
    inputs = SHAPES["empty_lines"](tmp_path, 96 * MEBIBYTE, random.Random(0))
    _, last = keeps_the_promise(tmp_path, "compare", inputs, 64)
    assert "these inputs hold more" in last.errors


@pytest.mark.skipif("TEXTKIN_SOAK" not in os.environ, reason="minutes; make soak runs it")
def test_an_index_of_millions_under_a_small_memory(tmp_path):
    """The store held the hashes of all keys of each table that it wrote, and filters of all tables."""
    (tmp_path / "in.txt").write_bytes(b"\n" * 6_000_000)
    assert measured(tmp_path, "index", "create", "run").code == 0
    done = measured(tmp_path, "index", "add", "run", "in.txt", "--lines", "--memory", "64MiB")
    assert done.code == 0 and done.peak <= allowed(64), (done.peak >> 20, done.errors)


def test_what_is_held_of_every_file_of_an_index_is_counted(tmp_path):
    """Some bytes a document, which nothing gives back as long as it is open."""
    words = random.Random(7)
    (tmp_path / "in.txt").write_text("".join(" ".join(str(words.randrange(10**6)) for _ in range(60)) + "\n" for _ in range(3_000)))
    for rest in (["create", "run"], ["add", "run", "in.txt", "--lines"]):
        assert measured(tmp_path, "index", *rest).code == 0
    for asked in ("add", "query"):
        done = measured(tmp_path, "index", asked, "run", "in.txt", "--lines", "--memory", "32KiB")
        told = re.search(r"; (\d+) times the --memory would do", done.errors)
        assert done.code == 2 and told, done.errors
        again = measured(tmp_path, "index", asked, "run", "in.txt", "--lines", "--memory", f"{32 * int(told[1])}KiB")
        assert "times" not in again.errors, again.errors


@pytest.mark.skipif("TEXTKIN_SOAK" not in os.environ, reason="make soak draws shapes at random for some minutes")
def test_soak(tmp_path):
    seed = int(os.environ.get("TEXTKIN_SEED", time.time()))
    seconds = float(os.environ.get("TEXTKIN_SOAK_SECONDS", 600))
    draw = random.Random(seed)
    end = time.monotonic() + seconds
    usual = {}  # (command, size) -> seconds of a harmless input
    cases = 0
    while time.monotonic() < end:
        shape = draw.choice(sorted(SHAPES))
        command = draw.choice(commands_for(shape))
        mebibytes, size = draw.choice((64, 128, 256)), draw.choice((8, 32, 96))
        case = f"seed {seed}, case {cases}: {shape} of {size} MiB, {command}, --memory {mebibytes}MiB"
        print(case, flush=True)
        folder = tmp_path / str(cases)
        folder.mkdir()
        inputs = SHAPES[shape](folder, size * MEBIBYTE, random.Random(cases))
        try:
            first, last = keeps_the_promise(folder, command, inputs, mebibytes)
        except AssertionError as broken:
            raise AssertionError(f"{case}\n{broken}") from broken
        shutil.rmtree(folder)
        if (command, size) not in usual:
            folder.mkdir()
            usual_input = two_texts if command in ALL_PAIRS | {"decontaminate passages"} else harmless
            done = run(folder, command, usual_input(folder, size * MEBIBYTE, random.Random(2)), 2048)
            usual[command, size] = max(done.seconds, 0.2)
            shutil.rmtree(folder)
        slower = max(first.seconds, last.seconds) / usual[command, size]
        if slower > 10:
            print(f"  {slower:.0f} times the time of a harmless input", flush=True)
        cases += 1
    print(f"{cases} cases, seed {seed}")
