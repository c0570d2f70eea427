"""Columns of files on disk as columns in memory: kept in a scratch file that is mapped, so that memory may let go of
them at any time."""

import mmap
import os
import tempfile
import threading
from collections.abc import Iterable

import pyarrow as pa

_LEFT_IN_MEMORY = 32 << 20  # bytes of mapped files, by and by
_INTERVAL = 0.02  # seconds


class Spool:
    """A table in a scratch file without a name, under TMPDIR. It lives until nothing refers to the table or to it."""

    def __init__(self, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        with tempfile.TemporaryFile(prefix="textkin-") as file:
            with pa.ipc.new_file(file, schema) as writer:
                for batch in batches:
                    writer.write_batch(batch)
            file.flush()
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.table = pa.ipc.open_file(pa.BufferReader(pa.py_buffer(self._map))).read_all()

    def let_go(self) -> None:
        """Takes the file's pages out of this process; they come again as they are looked at."""
        self._map.madvise(mmap.MADV_DONTNEED)


def _mapped_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as facts:
        return int(facts.read().split()[2]) * mmap.PAGESIZE


class KeptSmall:
    """While it is entered, what is mapped of `spools` takes little memory. Pages of files count as a process's memory
    for as long as nobody else needs it, and a limit is a promise."""

    def __init__(self, spools: Iterable[Spool]) -> None:
        self._spools = list(spools)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="textkin-spool", daemon=True)

    def _watch(self) -> None:
        least = _mapped_bytes()
        while not self._over.wait(_INTERVAL):
            now = _mapped_bytes()
            least = min(least, now)
            if now > least + _LEFT_IN_MEMORY:
                for spool in self._spools:
                    spool.let_go()

    def __enter__(self) -> "KeptSmall":
        for spool in self._spools:
            spool.let_go()
        if self._spools:
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
