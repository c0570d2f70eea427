"""Runs a command and watches it with all its children: seconds, peak memory, and an end when it takes too long."""

import os
import pathlib
import signal
import subprocess
import threading
import time

PERIOD = 0.1  # seconds between two looks


class TooLong(Exception):
    """It was stopped."""


class Failed(Exception):
    """It ended with an error; the text is the last that it said."""


def measure(command, limit, folder, environment):
    """(seconds, peak MiB). The command's output goes to output.txt in the folder, where it also runs."""
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
    stop(members(child.pid))
    # The kernel counts what we held when we started the child as the child's; above that its count is the child's own.
    if usage.ru_maxrss * 1024 > of_file("/proc/self/status", "VmHWM:"):
        watch.peak = max(watch.peak, usage.ru_maxrss * 1024)
    if watch.too_long:
        raise TooLong()
    if child.returncode != 0:
        said = log.read_text(errors="replace").strip().splitlines()
        raise Failed(f"exit {child.returncode}: {said[-1] if said else 'no word'}")
    return seconds, watch.peak / 2**20


class Watch(threading.Thread):
    """Looks at a tree of processes until it is told to stop; ends the tree at the deadline."""

    def __init__(self, root, deadline):
        super().__init__(daemon=True)
        self.root, self.deadline, self.peak, self.too_long, self.done = root, deadline, 0, False, threading.Event()

    def run(self):
        while not self.done.is_set():
            tree = members(self.root)
            self.peak = max(self.peak, memory(tree))
            if time.perf_counter() > self.deadline:
                self.too_long = True
                stop(tree)
            self.done.wait(PERIOD)

    def stop(self):
        self.done.set()
        self.join()


def members(root):
    """The processes of the session that `root` leads: the command, what it started, and what those started."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == root and fields[0] != "Z":
                found.append(int(entry))
    return found


def memory(tree):
    """Bytes that a tree holds. One process: its own peak so far, which no look can miss. Several: the sum of their
    proportional shares, because forked workers share most of their pages."""
    if len(tree) == 1:
        return of_file(f"/proc/{tree[0]}/status", "VmHWM:")
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
