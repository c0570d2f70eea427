"""What stands ready to extract text: it forks for each file, and does no more and no less than a program that is begun for each."""

import contextlib
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import time

import conftest
import pytest

import hand_ins
from samples import prose
from test_confined import ACTS, LIBRARY, PROGRAM, SYSTEM_FILE, Attack, answers, attack, children, done_by, needs_all, stands_ready  # noqa: F401

WITHOUT_FORKS = (PROGRAM, "without", "forks")


class Standing:
    """A process that stands ready, and whoever asks it for children, which are children of this test."""

    def __init__(self, env=None):
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen([conftest.BINARY, "extract", "--here-each"], stdin=theirs, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL, env={**os.environ, **(env or {})})
        self.line.settimeout(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.line.close()
        assert self.process.wait(60) == 0

    def extract(self, suffix, content):
        """What a child said of a file, on both its outputs, and its code."""
        read, write = os.pipe()
        with open(read, "rb") as answer, open(write, "wb") as said, subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as given:
            socket.send_fds(self.line, [suffix.encode()], [given.stdout.fileno(), said.fileno(), said.fileno()])
            (child,) = struct.unpack("i", self.line.recv(4))
            assert child > 0
            said.close()
            given.stdout.close()
            with contextlib.suppress(BrokenPipeError):
                given.communicate(content)
            return answer.read().decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def holds(self, marker):
        """Whether its memory holds these bytes."""
        with open(f"/proc/{self.process.pid}/maps") as maps, open(f"/proc/{self.process.pid}/mem", "rb") as memory:
            for begin, end in re.findall(r"^(\w+)-(\w+) rw", maps.read(), re.MULTILINE):
                memory.seek(int(begin, 16))
                with contextlib.suppress(OSError):
                    if marker in memory.read(int(end, 16) - int(begin, 16)):
                        return True
        return False


def test_its_children_extract_as_the_program_does(textkin):
    with Standing() as standing:
        for i in range(3):
            page = hand_ins.html(f"The river rose {i} metres")
            assert standing.extract("html", page.encode()) == (textkin("extract", "--here", "html", stdin=page.encode()).stdout.decode(), 0)
        said, code = standing.extract("docx", b"PK\3\4 and no more")
        assert code == 2 and said == textkin("extract", "--here", "docx", stdin=b"PK\3\4 and no more", exit=2).errors


@needs_all
def test_code_in_a_fork_can_do_nothing(attack):  # noqa: F811
    before = attack.seen()
    acts = [act for act in ACTS if act not in ("own-environment", "inherited-descriptor")]
    with Standing({"LD_PRELOAD": str(LIBRARY)}) as standing:
        for wanted in (acts, ["exec"], ["exec-by-path"], ["exec-again"]):
            said, _ = standing.extract("html", attack.instructions(wanted, "<html>"))
            assert done_by(said) == set() and set(answers(said)) == set(wanted)
    assert attack.seen() == before and not SYSTEM_FILE.exists()


def test_it_never_holds_what_its_children_read():
    marker = "a-secret-of-somebody-else"
    with Standing() as standing:
        assert marker in standing.extract("html", hand_ins.html(marker).encode())[0]
        assert standing.holds(b"--here-each") and not standing.holds(marker.encode())
        assert standing.holds(b"html")  # what it was told


def test_it_is_for_the_program_itself(textkin):
    assert "a socket as its standard input" in textkin("extract", "--here-each", exit=2).errors


@pytest.fixture
def hand_in_folder(textkin):
    """Files of many kinds, good and bad, that share passages; some stop what reads them."""
    rng = random.Random(146)
    shared = prose("shared", 60)
    for i in range(12):
        text = f"{prose(i)} {shared} {prose(i + 100)}"
        textkin.write(f"in/{i}.html", hand_ins.html(text))
        textkin.write(f"in/{i}.docx", hand_ins.docx(text))
        textkin.write(f"in/{i}.odt", hand_ins.odt(text))
        textkin.write(f"in/{i}.txt", text.encode("utf-16"))
        textkin.write(f"in/{i}.md", f"# {i}\n\n{text}\n")
        broken = bytearray(hand_ins.docx(text))
        for _ in range(10):
            broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        textkin.write(f"in/broken-{i}.docx", bytes(broken))
    textkin.write("in/much.html", hand_ins.html(prose(7, 400_000)))
    textkin.write("in/empty.docx", b"")
    textkin.write("in/a.pdf", hand_ins.pdf(prose(3), shared))
    textkin.write("in/bad.pdf", b"%PDF-1.4 and no more")
    textkin.write("in/class.zip", hand_ins.packed({"a.html": hand_ins.html(shared), "b/c.docx": hand_ins.docx(shared)}))
    return "in"


def both_ways(textkin, *arguments, outputs):
    """What a run writes, with forks and with a program that is begun for each file."""
    found = []
    for prefix in ((), WITHOUT_FORKS):
        answer = textkin(*arguments, prefix=prefix)
        found.append([answer.errors, *(textkin.path(name).read_bytes() for name in outputs)])
    return found


@pytest.mark.parametrize("threads", [1, 5])
def test_the_same_bytes_whether_it_stands_ready_or_is_begun_for_each(textkin, hand_in_folder, threads):
    forked, begun = both_ways(textkin, "passages", hand_in_folder, "--threads", threads, "--problems", "problems.jsonl", "-o", "found.tsv", "--quiet",
                              outputs=["problems.jsonl", "found.tsv"])
    assert forked == begun and len(begun[2].splitlines()) > 100 and b"not extracted" in begun[1]
    forked, begun = both_ways(textkin, "dedup", hand_in_folder, "--extract", "auto", "--extract-memory", "256MiB", "--threads", threads, "--quiet",
                              "--problems", "problems.jsonl", "-o", "kept.tsv", outputs=["problems.jsonl", "kept.tsv"])
    assert forked == begun


def running(folder, *arguments, prefix=()):
    return subprocess.Popen([*prefix, conftest.BINARY, *map(str, arguments)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_until(holds, seconds=30):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def processes_of(run):
    return [int(lines["Pid"]) for lines in children(run.pid)]


@pytest.mark.parametrize("threads", [1, 2])
def test_one_stands_ready_for_each_thread_of_a_run_of_many_files(textkin, threads):
    for i in range(400):
        textkin.write(f"in/{i}.html", hand_ins.html(prose(i, 30)))
    seen = set()
    with running(textkin.folder, "passages", "in", "--threads", threads, "-o", "found.tsv") as run:
        while run.poll() is None:
            seen |= {process for process in processes_of(run) if stands_ready(process)}
    assert run.returncode == 0 and 1 <= len(seen) <= threads


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_stays_when_a_run_is_ended(textkin, attack, how):  # noqa: F811
    for i in range(4):
        textkin.write(f"in/{i}.pdf", attack.instructions(["spin"], "%PDF-1.4"))
    with running(textkin.folder, "passages", "in", "--pdf-program", PROGRAM, "--extract-seconds", "4", "-o", "found.tsv") as run:
        assert wait_until(lambda: len(processes_of(run)) >= 3)
        processes = processes_of(run)
        os.kill(run.pid, how)
    # Where nobody could end them, those that have begun end by their limits of time; and none is begun anew.
    assert wait_until(lambda: not any(alive(process) for process in processes))


def alive(process):
    with contextlib.suppress(OSError):
        return "\nState:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text()
    return False
