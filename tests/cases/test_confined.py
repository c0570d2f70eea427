"""What somebody gets who finds a hole in what reads strangers' files: nothing.

A hostile program stands in for pdftotext, and hostile code runs within the process that reads a page, where a hole in the
parser would let it in. Each tries what the file says (tests/confined/acts.cc). That the acts are real is seen by doing them
outside the confinement, and so is that one part of it holds where the kernel lacks the other.
"""

import contextlib
import io
import os
import pathlib
import platform
import socket
import subprocess
import threading
import time
import zipfile

import conftest
import pytest

import hand_ins

BUILD = conftest.BINARY.parent
PROGRAM = BUILD / "textkin_hostile"
LIBRARY = BUILD / "libtextkin_hostile_library.so"

FILES = ["read-passwd", "read-file", "list-folder", "list-root"]
WRITING = ["create", "overwrite", "append", "empty-by-open", "unnamed-file", "truncate", "link", "symlink", "mkdir", "fifo", "chmod",
           "rename", "remove", "remove-folder"]
NETWORK = ["tcp", "udp", "unix-socket", "socket-pair"]
PROCESSES = ["fork", "vfork", "thread", "signal", "signal-group"]
OTHERS = ["read-environment", "own-environment", "inherited-descriptor", "new-rights", "memory-file", "much-memory", "raise-limits"]
# Anybody may do these; what the system may refuse to this user, or on this machine, besides:
SURE = FILES + WRITING + NETWORK + PROCESSES + OTHERS
UNSURE = ["write-below-usr", "ptrace", "read-memory", "open-memory", "mount", "unshare", "keyctl", "bpf", "io-uring", "userfaultfd", "perf"]
ACTS = SURE + UNSURE
LAST = ["exec", "exec-by-path", "exec-again"]  # each in a process of its own
SYSTEM_FILE = pathlib.Path("/usr/textkin-was-here")


def lacks():
    """What this machine's kernel lacks, as the program sees it."""
    done = subprocess.run([conftest.BINARY, "extract", "-", "--extract-unconfined", "fail"], input="é".encode("utf-16"), capture_output=True,
                          timeout=600, check=False)
    return done.stderr.decode() if done.returncode else ""


needs_all = pytest.mark.skipif("lacks" in lacks(), reason="this kernel has no Landlock or no seccomp")
with_landlock = pytest.mark.skipif("Landlock" in lacks(), reason="this kernel has no Landlock")


@contextlib.contextmanager
def listeners(path):
    """A TCP port, a UDP one of the same number and a UNIX socket that take whatever comes."""
    with contextlib.ExitStack() as open_ones:
        tcp = open_ones.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = tcp.getsockname()[1]
        udp = open_ones.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", port))
        local = open_ones.enter_context(socket.socket(socket.AF_UNIX))
        local.bind(path)
        local.listen()
        yield port


class Attack:
    """Files of a user, listeners, and the instructions that name them."""

    def __init__(self, folder, port, unix):
        self.folder, self.port, self.unix = folder, port, unix

    def prepare(self):
        subprocess.run(["rm", "-rf", self.folder], check=True)
        (self.folder / "empty").mkdir(parents=True)
        for name in ("secret", "victim", "doomed"):
            (self.folder / name).write_text("what only the user knows")

    def instructions(self, acts, begin=""):
        targets = {"folder": self.folder, "port": self.port, "socket": self.unix}
        lines = [begin, *(f"target.{key}={value}" for key, value in targets.items()), *(f"act={act}" for act in acts)]
        return "\n".join(lines).encode() + b"\n"

    def seen(self):
        return {path.name: (path.stat().st_mode, path.is_file() and path.read_text()) for path in sorted(self.folder.iterdir())}


@pytest.fixture
def attack(tmp_path, monkeypatch):
    monkeypatch.setenv("TEXTKIN_TEST_SECRET", "a token")
    unix = f"/tmp/textkin-{os.getpid()}.socket"  # a path of a socket is short
    with listeners(unix) as port:
        try:
            made = Attack(tmp_path / "home", port, unix)
            made.prepare()
            yield made
        finally:
            os.unlink(unix)
            SYSTEM_FILE.unlink(missing_ok=True)


def answers(text):
    found = dict(line.split(" ", 1) for line in text.split("\n") if line)
    return {act: said.removeprefix("refused: ") for act, said in found.items()}


def done_by(text):
    return {act for act, said in answers(text).items() if said == "done"}


def outside(attack, acts):
    """The acts, by a program that nobody confines."""
    with open(attack.folder / "secret", "rb") as given:
        done = subprocess.run([PROGRAM], input=attack.instructions(acts), capture_output=True, timeout=600, check=True, pass_fds=[given.fileno()])
    return done.stdout.decode()


def as_pdftotext(textkin, attack, acts, *options, **how):
    textkin.write("a.pdf", attack.instructions(acts, "%PDF-1.4"))
    with open(attack.folder / "secret", "rb") as given:
        os.set_inheritable(given.fileno(), True)
        return textkin("extract", "a.pdf", "--pdf-program", PROGRAM, *options, **how)


def within_the_reader(attack, acts, *prefix):
    """By code within the very process that reads a page."""
    done = subprocess.run([*prefix, conftest.BINARY, "extract", "--here", "html"], input=attack.instructions(acts, "<html>"), capture_output=True,
                          timeout=600, check=False, env={**os.environ, "LD_PRELOAD": str(LIBRARY)})
    return done.stdout.decode() + done.stderr.decode()


def test_the_acts_are_real(attack):
    assert set(SURE) - done_by(outside(attack, ACTS)) == set()
    assert not (attack.folder / "victim").exists()  # it was moved away
    for act in ("exec", "exec-again"):
        assert done_by(outside(attack, [act])) == {act}


@needs_all
def test_a_program_in_place_of_pdftotext_can_do_nothing(textkin, attack):
    before = attack.seen()
    said = as_pdftotext(textkin, attack, ACTS).stdout.decode()
    assert done_by(said) == set() and set(answers(said)) == set(ACTS)
    assert attack.seen() == before and not SYSTEM_FILE.exists()
    for act in LAST:
        said = as_pdftotext(textkin, attack, [act]).stdout.decode()
        assert done_by(said) == set() and set(answers(said)) == {act}


@needs_all
def test_code_in_the_process_that_reads_can_do_nothing(attack):
    before = attack.seen()
    # It was not started by the program here, so it has what it was given.
    acts = [act for act in ACTS if act not in ("own-environment", "inherited-descriptor")]
    said = within_the_reader(attack, acts)
    assert done_by(said) == set() and set(answers(said)) == set(acts)
    assert attack.seen() == before and not SYSTEM_FILE.exists()
    for act in LAST:
        said = within_the_reader(attack, [act])
        assert done_by(said) == set() and set(answers(said)) == {act}


def within_the_unpacker(attack, acts):
    """By code within the very process that takes an archive apart."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", attack.instructions(acts, "<archived>"))
    path = attack.folder.parent / "archive.zip"
    path.write_bytes(packed.getvalue())
    with open(path, "rb") as given:
        done = subprocess.run([conftest.BINARY, "extract", "--here", "archive"], stdin=given, capture_output=True, timeout=600, check=False,
                              env={**os.environ, "LD_PRELOAD": str(LIBRARY)})
    return done.stderr.decode()


@needs_all
def test_code_in_the_process_that_unpacks_can_do_nothing(attack):
    before = attack.seen()
    acts = [act for act in ACTS if act not in ("own-environment", "inherited-descriptor")]
    said = within_the_unpacker(attack, acts)
    assert done_by(said) == set() and set(answers(said)) == set(acts)
    assert attack.seen() == before and not SYSTEM_FILE.exists()
    for act in LAST:
        said = within_the_unpacker(attack, [act])
        assert done_by(said) == set() and set(answers(said)) == {act}


@needs_all
def test_not_even_what_the_system_holds_is_read_within_the_reader(attack):
    # A program that is begun must read its libraries; what reads a page has them.
    assert "Operation not permitted" in answers(within_the_reader(attack, ["read-file"]))["read-file"]


@needs_all
@pytest.mark.skipif(platform.machine() != "x86_64", reason="of this architecture only")
def test_calls_of_another_architecture_end_the_process(textkin, attack):
    errors = as_pdftotext(textkin, attack, ["32-bits"], exit=2).errors
    assert "stopped by signal 31" in errors
    assert within_the_reader(attack, ["32-bits"]) == ""


@pytest.mark.parametrize("lost", ["landlock", "seccomp", "both"])
def test_a_kernel_that_lacks_a_part_is_told_of_once(textkin, lost):
    for i in range(3):
        textkin.write(f"x/{i}.html", hand_ins.html(f"The river rose {i} metres"))
    textkin.write("plain/a.txt", "no process is needed for that")
    textkin.write("plain/b.txt", "nor for that")
    prefix = (PROGRAM, "without", lost)
    (line,) = [line for line in textkin("passages", "x", "--quiet", prefix=prefix).errors.splitlines() if "kernel lacks" in line]
    assert {"landlock": "lacks Landlock:", "seccomp": "lacks seccomp:", "both": "lacks Landlock and seccomp:"}[lost] in line
    assert "kernel lacks" not in textkin("passages", "plain", prefix=prefix).errors
    errors = textkin("passages", "x", "--extract-unconfined", "fail", prefix=prefix, exit=2).errors
    assert "kernel lacks" in errors and "--extract-unconfined" in errors
    assert textkin("extract", "x/1.html", prefix=prefix).stdout.decode().split() == "The river rose 1 metres".split()


@pytest.mark.skipif("seccomp" in lacks(), reason="this kernel has no seccomp")
def test_without_landlock_nothing_is_written_sent_or_begun(textkin, attack):
    before = attack.seen()
    prefix = (PROGRAM, "without", "landlock")
    done = done_by(as_pdftotext(textkin, attack, ACTS, prefix=prefix).stdout.decode())
    assert done <= {*FILES, "read-environment", "open-memory"} and "read-passwd" in done
    assert attack.seen() == before
    acts = [act for act in ACTS if act not in ("own-environment", "inherited-descriptor")]
    assert done_by(within_the_reader(attack, acts, *prefix)) == set()  # it opens no file at all
    # A filter sees no path, so there what stands for pdftotext may become another program, confined as it is.
    known = {"exec": set(), "exec-again": set(), "exec-by-path": {"exec-by-path"}}
    assert {act: done_by(as_pdftotext(textkin, attack, [act], prefix=prefix).stdout.decode()) for act in LAST} == known
    assert all(done_by(within_the_reader(attack, [act], *prefix)) == set() for act in LAST)


@with_landlock
def test_without_seccomp_no_file_is_opened_or_changed(textkin, attack):
    before = {name: content for name, (_, content) in attack.seen().items()}
    prefix = (PROGRAM, "without", "seccomp")
    done = done_by(as_pdftotext(textkin, attack, ACTS, prefix=prefix).stdout.decode())
    assert not done & {*FILES, *WRITING, "read-environment", "open-memory", "ptrace"} - {"chmod"}
    assert {name: content for name, (_, content) in attack.seen().items()} == before


def test_time_ends(textkin, attack):
    assert "took more than" in as_pdftotext(textkin, attack, ["spin"], "--extract-seconds", "1", exit=2).errors
    textkin.write("a.html", hand_ins.html("words"))
    textkin("extract", "a.html")


def children(process):
    """The processes that it started, and that those did."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            if int(lines["PPid"]) == process:
                found += [lines, *children(int(status.parent.name))]
    return found


def stands_ready(process):
    """Whether it is what extracts nothing itself, and forks for each file."""
    with contextlib.suppress(OSError):
        return b"--here-each" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes() and os.readlink(f"/proc/{process}/fd/1") == "/dev/null"
    return False


@needs_all
def test_who_watches_pdftotext_is_confined_too(textkin, attack):
    textkin.write("a.pdf", attack.instructions(["spin"], "%PDF-1.4"))
    command = [conftest.BINARY, "extract", "a.pdf", "--pdf-program", PROGRAM, "--extract-seconds", "20"]
    with subprocess.Popen(command, cwd=textkin.folder, stderr=subprocess.DEVNULL) as run:
        try:
            end = time.monotonic() + 15
            states = []
            while time.monotonic() < end and states != [("2", "1")] * 2:
                states = [(lines["Seccomp"], lines["NoNewPrivs"]) for lines in children(run.pid) if not stands_ready(lines["Pid"])]
                time.sleep(0.05)
        finally:
            run.terminate()
    assert states == [("2", "1")] * 2
    assert run.returncode == 130  # the watcher may kill its child, or this would wait


def test_pdftotext_is_not_looked_for_where_the_user_s_path_leads(textkin, attack):
    (textkin.folder / "bin").mkdir()
    os.symlink(PROGRAM, textkin.folder / "bin" / "pdftotext")
    textkin.write("a.pdf", attack.instructions(["read-passwd"], "%PDF-1.4"))
    where = {"PATH": f"{textkin.folder}/bin:{os.environ['PATH']}"}
    done = subprocess.run([conftest.BINARY, "extract", "a.pdf"], cwd=textkin.folder, capture_output=True, timeout=600, check=False,
                          env={**os.environ, **where})
    assert b"read-passwd" not in done.stdout
    assert "full path" in textkin("extract", "a.pdf", "--pdf-program", "pdftotext", exit=2).errors


def test_what_cannot_be_begun_is_said(textkin):
    textkin.write("a.pdf", hand_ins.pdf("words"))
    script = textkin.path("pdftotext")
    script.write_text("#!/bin/sh\necho words\n")
    assert "cannot be run" in textkin("extract", "a.pdf", "--pdf-program", script, exit=2).errors
    script.chmod(0o755)
    assert "cannot be run" in textkin("extract", "a.pdf", "--pdf-program", script, exit=2).errors
    assert "is not there" in textkin("extract", "a.pdf", "--pdf-program", "/nowhere/pdftotext", exit=2).errors


def test_many_at_once(textkin, attack):
    found = []
    textkin.write("a.pdf", attack.instructions(["read-passwd", "fork"], "%PDF-1.4"))

    def one():
        found.append(textkin("extract", "a.pdf", "--pdf-program", PROGRAM).stdout)

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1
