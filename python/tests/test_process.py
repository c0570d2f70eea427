"""A run in a process that does other things: Ctrl-C, threads, forks, other libraries."""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest

import textkin

PACKAGE = pathlib.Path(textkin.__file__).parents[1]
TEXTS = [f"the {i} th text has {i * i} words and {i % 7} more of them" for i in range(2000)]


def script(body):
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    return subprocess.Popen(
        [sys.executable, "-c", body], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )


LONG_RUN = """
import numpy, pathlib, pyarrow, sys, textkin
texts = 3 * [" ".join(str((i * 7919 + j * j) % 50021) for j in range(60)) for i in range(50021)]
items = pyarrow.array(numpy.arange(4000000)).cast("string")
print("ready", flush=True)
try:
    while True:  # on a fast machine one is over before the signal comes
        textkin.{call}
except KeyboardInterrupt:
    print("interrupted", len(textkin.pairs(["a b c", "a b c"])), flush=True)
"""


def processor_seconds(child):
    fields = pathlib.Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    "call",
    [
        "dedup(texts, method='lsh')",
        "pairs(texts, exact=True)",
        "passages(texts)",
        "report(texts, {report!r})",
        "MinHash(1024).update_batch(items)",
        "ICWS(256).update_batch(items)",
    ],
)
@pytest.mark.parametrize("delay", [0.3, 1.0])
def test_control_c_ends_a_run_within_a_second(call, delay, tmp_path):
    """A second of work: a busy machine takes longer to do it."""
    report = tmp_path / "report.html"
    child = script(LONG_RUN.replace("{call}", call.replace("{report!r}", repr(str(report)))))
    assert child.stdout.readline() == b"ready\n"
    time.sleep(delay)
    before, begin = processor_seconds(child), time.monotonic()
    child.send_signal(signal.SIGINT)
    line = child.stdout.readline()
    waited = time.monotonic() - begin
    worked = processor_seconds(child) - before if child.poll() is None else 0
    child.communicate(timeout=60)
    assert line == b"interrupted 1\n"
    assert worked < 1
    assert waited < 1 or os.getloadavg()[0] > (os.cpu_count() or 1)
    assert {path.name for path in tmp_path.iterdir()} <= {report.name}, "something is half written"


def test_a_run_in_another_thread_ends_by_what_its_progress_raises():
    """Python gives Ctrl-C to the main thread; a run elsewhere is ended by its caller."""
    began, stop = threading.Event(), threading.Event()

    def watch(*about):
        began.set()
        if stop.is_set():
            raise InterruptedError("no longer wanted")

    texts = 3 * [" ".join(str((i * 7919 + j * j) % 50021) for j in range(60)) for i in range(50021)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = pool.submit(textkin.pairs, texts, exact=True, progress=watch)
        second = pool.submit(textkin.pairs, ["a b c", "a b c"])
        assert began.wait(60)
        begin = time.process_time()
        stop.set()
        with pytest.raises(InterruptedError):
            first.result(60)
        assert time.process_time() - begin < 1
        assert len(second.result(60)) == 1


def test_runs_of_several_threads_go_on_side_by_side():
    expected = textkin.pairs(TEXTS, 0.5)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for table in pool.map(lambda _: textkin.pairs(TEXTS, 0.5), range(8)):
            assert table.equals(expected)
    first, second = threading.Event(), threading.Event()

    def meet(mine, other):
        """Each run waits in its callback until the other has begun: neither would end if they took turns."""

        def progress(*about):
            mine.set()
            assert other.wait(60)

        return progress

    long = [" ".join(str((i * 7919 + j * j) % 50021) for j in range(60)) for i in range(50021)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(textkin.pairs, long, exact=True, progress=meet(*both)) for both in ((first, second), (second, first))]
        assert runs[0].result(300).equals(runs[1].result(300))


def test_a_callback_may_call_textkin():
    inner = []

    def progress(*about):
        inner.append(len(textkin.pairs(["a b c", "a b c"])))

    textkin.pairs(3 * TEXTS * 20, 0.5, exact=True, progress=progress)
    assert inner and set(inner) == {1}


def _in_child(work):
    """The exit code of a forked child that does `work`; None where it hangs."""
    child = os.fork()
    if child == 0:
        os._exit(work())
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def test_a_child_forked_during_a_run_says_so():
    began, stop = threading.Event(), threading.Event()

    def hold(*about):
        began.set()
        stop.wait(120)

    def work():
        try:
            textkin.pairs(["a b c", "a b c"])
        except RuntimeError as error:
            return 7 if "forked while textkin was at work" in str(error) else 8
        return 9

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        run = pool.submit(textkin.pairs, TEXTS * 20, 0.5, exact=True, progress=hold)
        assert began.wait(60)
        code = _in_child(work)
        stop.set()
        run.result(120)
    assert code == 7
    assert _in_child(lambda: 3 if len(textkin.pairs(["a b c", "a b c"])) == 1 else 4) == 3


def test_the_interpreter_goes_on_meanwhile():
    ticks = []
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        run = pool.submit(textkin.pairs, TEXTS * 20, 0.5, exact=True)
        while not run.done():
            ticks.append(time.monotonic())
            time.sleep(0.001)
        run.result()
    assert len(ticks) > 10


def test_a_forked_child_can_run_too():
    expected = textkin.pairs(TEXTS, 0.5, threads=2)
    assert _in_child(lambda: 0 if textkin.pairs(TEXTS, 0.5, threads=2).equals(expected) else 1) == 0


@pytest.mark.parametrize("order", ["import pyarrow.parquet, textkin", "import textkin, pyarrow.parquet"])
def test_beside_the_libraries_of_parquet(order, tmp_path):
    body = f"""
{order}
import pathlib, pyarrow as pa
table = pa.table({{"text": ["a b c d e f", "A b c d e f"], "id": ["x", "y"]}})
pyarrow.parquet.write_table(table, {str(tmp_path / "t.parquet")!r})
pathlib.Path({str(tmp_path / "t.jsonl")!r}).write_text('{{"id": "x", "text": "a b c d e f"}}\\n' * 1)
again = pyarrow.parquet.read_table({str(tmp_path / "t.parquet")!r})
assert len(textkin.pairs(again)) == 1
assert len(textkin.pairs(pathlib.Path({str(tmp_path / "t.jsonl")!r}), against=again)) == 2
"""
    child = script(body)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 0, errors.decode()


def test_the_import_brings_neither_numpy_nor_pyarrow():
    child = script("import sys, textkin; print([name for name in ('numpy', 'pyarrow', 'pandas') if name in sys.modules])")
    printed, errors = child.communicate(timeout=60)
    assert printed == b"[]\n", errors.decode()
