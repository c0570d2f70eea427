"""Columns of files on disk as columns in memory: kept in a scratch file that is mapped, so that memory may let go of
them at any time."""

from __future__ import annotations

import contextlib
import mmap
import tempfile
from collections.abc import Iterable

from ._late import pa
from ._textkin import MappedFile

_ALIGNED = 64  # bytes, as Arrow lays out its buffers


class Spool:
    """Tables in one scratch file without a name, under TMPDIR. It lives until nothing refers to a table of it."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="textkin-")  # noqa: SIM115 (closed when it is mapped)
        self._begins: list[int] = []

    def add(self, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        self._file.write(bytes(-self._file.tell() % _ALIGNED))
        self._begins.append(self._file.tell())
        with pa.ipc.new_stream(self._file, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)

    def tables(self) -> tuple[list[pa.Table], MappedFile]:
        """What was added, one table each; called once, at the end. The tables keep the mapping."""
        self._file.flush()
        mapping = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        self._file.close()
        with contextlib.suppress(OSError):  # a system without huge pages; else 2 MiB would come where a text is wanted
            mapping.madvise(mmap.MADV_NOHUGEPAGE)
        buffer = pa.py_buffer(mapping)
        tables = [pa.ipc.open_stream(pa.BufferReader(buffer.slice(begin))).read_all() for begin in self._begins]
        # What was unpacked is given back to the system, for the run needs it.
        pa.default_memory_pool().release_unused()
        return tables, MappedFile(buffer.address, buffer.size)
