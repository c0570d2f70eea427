"""Runs that are killed, starved, lied to and damaged: they end in the right answer after a resume, or in a clear refusal.

A short form here, whose points are drawn with a fixed seed; with TEXTKIN_SOAK=1 (`make soak`) many more points are tried,
other ones each time (TEXTKIN_SEED=N draws those of N).
"""

import collections
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest

import conftest

LIBRARY = conftest.BINARY.parent / "libtextkin_faults.so"
SOAK = os.environ.get("TEXTKIN_SOAK") == "1"
SEED = int(os.environ.get("TEXTKIN_SEED", time.time() if SOAK else 0))
FOLDER_WORDS = re.compile("run|dir|disk|space|chang|damaged")

needs_library = pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")


def points(short, full, last, seed):
    """Some of 1 .. last, the same on every run of a seed."""
    count = min(full if SOAK else short, last)
    return sorted(drawn(seed).sample(range(1, last + 1), count))


def drawn(seed):
    return random.Random(100 * SEED + seed)


def texts(count, seed):
    draw = random.Random(seed)
    words = [f"w{i}" for i in range(2000)]
    base = []
    for i in range(count):
        if base and draw.random() < 0.3:
            text = draw.choice(base).split()
            for _ in range(draw.randrange(3)):
                text[draw.randrange(len(text))] = draw.choice(words)
            yield " ".join(text)
        else:
            base.append(" ".join(draw.choices(words, k=draw.randrange(8, 30))))
            yield base[-1]


class Job:
    """One `dedup` in a run directory, whose right answer is known."""

    OUTPUTS = ("kept.jsonl", "why.jsonl", "clusters.tsv")

    def __init__(self, folder, name, content, *options):
        self.folder = folder
        self.input = folder / name
        self.input.write_bytes(content)
        self.options = ["--method", "lsh", "-t", "0.7", "--memory", "40MiB", "--threads", "2", *options]
        self.expected = None
        done = self.run("--run-dir", "undisturbed")
        assert done.returncode == 0, done.stderr
        self.expected = self.answer()
        self.files = sorted(path.name for path in (folder / "undisturbed").iterdir())

    def command(self, *more):
        outputs = ["-o", "kept.jsonl", "--removed", "why.jsonl", "--clusters", "clusters.tsv"]
        return [str(conftest.BINARY), "dedup", self.input.name, *outputs, *self.options, *map(str, more)]

    def run(self, *more, **environment):
        for name in self.OUTPUTS:
            (self.folder / name).unlink(missing_ok=True)
        return subprocess.run(
            self.command(*more), cwd=self.folder, capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
        )

    def answer(self):
        return [(self.folder / name).read_bytes() for name in self.OUTPUTS]

    def fresh(self):
        shutil.rmtree(self.folder / "run", ignore_errors=True)

    def left_nothing_half_done(self):
        """Outputs under their names are complete ones."""
        for name, expected in zip(self.OUTPUTS, self.expected):
            path = self.folder / name
            assert not path.exists() or path.read_bytes() == expected, f"{name} is there and is not complete"

    def resumes(self, *more):
        done = self.run("--run-dir", "run", *more)
        assert done.returncode == 0, done.stderr
        assert self.answer() == self.expected

    def resumes_or_refuses(self, what):
        """After damage: the right answer, or exit 2 with one line that names a file of the run; then a fresh run is right."""
        done = self.run("--run-dir", "run")
        if done.returncode == 0:
            assert self.answer() == self.expected, f"{what}: a wrong answer"
            return "right"
        assert done.returncode == 2, f"{what}: exit {done.returncode}\n{done.stderr}"
        last = done.stderr.strip().splitlines()[-1]
        assert last.startswith("textkin: ") and "run" in last and FOLDER_WORDS.search(last), f"{what}: {last}"
        self.left_nothing_half_done()
        return "refused"


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    lines = "".join(json.dumps({"id": f"d{i}", "text": text}) + "\n" for i, text in enumerate(texts(95_000, 1)))
    job = Job(tmp_path_factory.mktemp("faults"), "in.jsonl", lines.encode())
    assert sum(name.startswith("segment-") for name in job.files) >= 3
    return job


def counts_of(job):
    job.fresh()
    done = job.run("--run-dir", "run", LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT_COUNT=str(job.folder / "count"))
    assert done.returncode == 0, done.stderr
    return json.loads((job.folder / "count").read_text())


@pytest.fixture(scope="module")
def counts(job):
    return counts_of(job)


def kill_at(job, last, chosen):
    """Kills runs at some of their calls. Threads share work by the clock, so a run may have a few calls fewer than the
    one that was counted, and then be done: that is right too, but not for most."""
    killed = 0
    for point in chosen:
        job.fresh()
        done = job.run("--run-dir", "run", LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"kill:{point}")
        assert done.returncode == -signal.SIGKILL or (done.returncode == 0 and point > 0.9 * last), done.stderr
        killed += done.returncode != 0
        job.left_nothing_half_done()
        job.resumes()
    assert killed > len(chosen) / 2
    print(f"seed {SEED}: {killed} kills at calls, all resumed to the same bytes")


@needs_library
def test_killed_at_any_call(job, counts):
    kill_at(job, counts["calls"], points(8, 150, counts["calls"], seed=1))


@needs_library
def test_packed_input_killed_at_any_call(tmp_path):
    lines = "".join(json.dumps({"id": f"d{i}", "text": text}) + "\n" for i, text in enumerate(texts(80_000, 8)))
    job = Job(tmp_path, "in.jsonl.gz", gzip.compress(lines.encode(), 1))
    assert "spool" in job.files
    calls = counts_of(job)["calls"]
    kill_at(job, calls, points(4, 60, calls, seed=9))


def test_killed_at_any_time(job):
    job.fresh()
    began = time.monotonic()
    job.resumes()
    whole = time.monotonic() - began
    draw = drawn(2)
    kills = 0
    for _ in range(80 if SOAK else 5):
        job.fresh()
        # Killed again and again, it still comes to its end.
        for _ in range(3):
            process = subprocess.Popen(job.command("--run-dir", "run"), cwd=job.folder, stderr=subprocess.DEVNULL)
            try:
                process.wait(draw.uniform(0.02, whole))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
        job.resumes()
    print(f"seed {SEED}: {kills} kills at any time, all resumed to the same bytes")


@needs_library
def test_disk_full_at_any_byte(job, counts):
    for point in points(6, 40, counts["bytes"], seed=3):
        job.fresh()
        done = job.run("--run-dir", "run", LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"space:{point}")
        assert done.returncode == 2, f"space:{point}: exit {done.returncode}\n{done.stderr}"
        assert "space" in done.stderr, done.stderr
        job.left_nothing_half_done()
        job.resumes()


@needs_library
@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_call_that_fails(job, counts, call):
    for point in points(6, 1000, counts[f"{call}s"], seed=4):
        job.fresh()
        done = job.run("--run-dir", "run", LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"{call}:{point}")
        assert done.returncode == 2, f"{call}:{point}: exit {done.returncode}\n{done.stderr}"
        job.left_nothing_half_done()
        job.resumes()


def stopped_in_the_join(job):
    """A run directory as a kill in the middle of verification leaves it."""
    job.fresh()
    shutil.copytree(job.folder / "undisturbed", job.folder / "run")


def damaged_bytes(content, draw):
    kind = draw.randrange(4)
    place = draw.randrange(len(content))
    if kind == 0:
        return content[:place]
    if kind == 1:
        return content[:place] + bytes([content[place] ^ (1 << draw.randrange(8))]) + content[place + 1 :]
    if kind == 2:
        return content[:place] + bytes(min(64, len(content) - place)) + content[place + 64 :]
    return content + b"more"


def test_damaged_run_files(job):
    draw = drawn(5)
    outcomes = collections.Counter()
    names = [name for name in job.files if name != "lock"]
    for name in names:
        for _ in range(120 if SOAK else 2):
            stopped_in_the_join(job)
            path = job.folder / "run" / name
            content = path.read_bytes()
            if not content:
                continue
            path.write_bytes(damaged_bytes(content, draw))
            outcomes[job.resumes_or_refuses(f"seed {SEED}, {name} damaged")] += 1
        stopped_in_the_join(job)
        (job.folder / "run" / name).unlink()
        outcomes[job.resumes_or_refuses(f"{name} missing")] += 1
    assert outcomes["refused"] > 0
    print(f"seed {SEED}: of {outcomes.total()} damages {dict(outcomes)}, none wrong")


def test_an_input_that_shrinks_while_it_is_read(job):
    content = job.input.read_bytes()
    draw = drawn(6)
    try:
        for _ in range(20 if SOAK else 4):
            job.fresh()
            job.input.write_bytes(content)
            size = draw.randrange(len(content))
            cut = threading.Timer(draw.uniform(0, 0.3), lambda size=size: os.truncate(job.input, size))
            cut.start()
            done = job.run("--run-dir", "run")
            cut.join()
            if done.returncode == 0:
                # It was cut before it was listed, or after it was read to its end.
                answer = job.answer()
                assert answer == job.expected or (job.run().returncode == 0 and answer == job.answer())
                continue
            assert done.returncode == 2, done.stderr
            assert "chang" in done.stderr and "in.jsonl" in done.stderr, done.stderr
            job.left_nothing_half_done()
            # The shorter file is another input: refused for this run directory, if it came to be one before the cut.
            came_to_be = (job.folder / "run" / "manifest.json").exists()
            again = job.run("--run-dir", "run")
            assert again.returncode == (2 if came_to_be else 0), again.stderr
            if not came_to_be:
                answer = job.answer()
                assert job.run().returncode == 0 and answer == job.answer()
    finally:
        job.input.write_bytes(content)
