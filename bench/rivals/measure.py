"""Runs a command and watches it with all its children: seconds, processor time, peak memory, an end when it takes too long."""

import os
import pathlib
import signal
import subprocess
import threading
import time
import typing

PERIOD = 0.1  # seconds between two looks
TICKS = os.sysconf("SC_CLK_TCK")  # a second


class Measurement(typing.NamedTuple):
    seconds: float  # from start to end
    processor: float  # seconds of processors, of all processes together; other work on the machine changes it little
    peak: float  # MiB
    system: float  # of the processor's seconds those of the system, of processes that were waited for


class TooLong(Exception):
    """It was stopped."""


class Failed(Exception):
    """It ended with an error; the text is the last that it said."""


def measure(command, limit, folder, environment):
    """A Measurement. The command's output goes to output.txt in the folder, where it also runs."""
    log = pathlib.Path(folder) / "output.txt"
    with open(log, "wb") as out:
        start = time.perf_counter()
        child = subprocess.Popen([*map(str, command)], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                 cwd=folder, env=environment, start_new_session=True)
        watch = Watch(child.pid, start + limit)
        watch.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        watch.stop()
    while left := members(child.pid):
        stop(left)
        time.sleep(0.01)
    # The kernel counts what we held when we started the child as the child's; above that its count is the child's own.
    if usage.ru_maxrss * 1024 > of_file("/proc/self/status", "VmHWM:"):
        watch.peak = max(watch.peak, usage.ru_maxrss * 1024)
    if watch.too_long:
        raise TooLong()
    if child.returncode != 0:
        said = log.read_text(errors="replace").strip().splitlines()
        raise Failed(f"exit {child.returncode}: {said[-1] if said else 'no word'}")
    # One count has what ended between two looks, the other what nobody waited for.
    processor = max(usage.ru_utime + usage.ru_stime, sum(watch.processor.values()) / TICKS)
    return Measurement(seconds, processor, watch.peak / 2**20, usage.ru_stime)


class Watch(threading.Thread):
    """Looks at a tree of processes until it is told to stop; ends the tree at the deadline."""

    def __init__(self, root, deadline):
        super().__init__(daemon=True)
        self.root, self.deadline, self.too_long, self.done = root, deadline, False, threading.Event()
        self.peak, self.processor = 0, {}

    def run(self):
        while not self.done.is_set():
            tree = members(self.root)
            self.processor.update(tree)
            self.peak = max(self.peak, memory(tree))
            if time.perf_counter() > self.deadline:
                self.too_long = True
                stop(tree)
            self.done.wait(PERIOD)

    def stop(self):
        self.done.set()
        self.join()


def members(root):
    """The processes of the session that `root` leads, with their ticks: the command, what it started, and so on."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == root and fields[0] != "Z":
                found[int(entry)] = int(fields[11]) + int(fields[12])
    return found


def memory(tree):
    """Bytes that a tree holds. One process: its own peak so far, which no look can miss. Several: the sum of their
    proportional shares, because forked workers share most of their pages."""
    if len(tree) == 1:
        return of_file(f"/proc/{next(iter(tree))}/status", "VmHWM:")
    return sum(of_file(f"/proc/{process}/smaps_rollup", "Pss:") for process in tree)


def of_file(path, key):
    """Bytes on the line of that key; 0 for a process that is gone."""
    try:
        with open(path) as lines:
            return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(key)), 0)
    except OSError:
        return 0


def stop(tree):
    for process in tree:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
