"""Columns of files on disk as columns in memory: held there as far as there is room, else in a scratch file that is
mapped, so that memory may let go of them at any time."""

from __future__ import annotations

import contextlib
import itertools
import mmap
import tempfile
from collections.abc import Iterable
from typing import IO

from ._late import pa
from ._textkin import MappedFile

_ALIGNED = 64  # bytes, as Arrow lays out its buffers


class Spool:
    """Tables of which all are held, or all are in one scratch file without a name, under TMPDIR. It lives until nothing
    refers to a table of it."""

    def __init__(self, room: int) -> None:
        """`room`: bytes that may be held."""
        self._room = room
        self._held: list[tuple[pa.Schema, list[pa.RecordBatch]]] = []
        self._file: IO[bytes] | None = None
        self._begins: list[int] = []

    def add(self, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        if self._file is not None:
            return self._write(self._file, schema, batches)
        held: list[pa.RecordBatch] = []
        self._held.append((schema, held))
        behind = iter(batches)
        for batch in behind:
            held.append(batch)
            self._room -= batch.nbytes
            if self._room < 0:
                return self._begin_file(behind)

    def _begin_file(self, behind: Iterable[pa.RecordBatch]) -> None:
        """All that is held goes there, and what is `behind` the last of it."""
        self._file = tempfile.TemporaryFile(prefix="textkin-")  # noqa: SIM115 (closed when it is mapped)
        *before, (schema, last) = self._held
        self._held = []
        for table in before:
            self._write(self._file, *table)
        self._write(self._file, schema, itertools.chain(last, behind))

    def _write(self, file: IO[bytes], schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        file.write(bytes(-file.tell() % _ALIGNED))
        self._begins.append(file.tell())
        with pa.ipc.new_stream(file, schema) as writer:
            for batch in batches:
                writer.write_batch(batch)

    def tables(self) -> tuple[list[pa.Table], MappedFile | None]:
        """What was added, one table each; called once, at the end. The tables keep the mapping; there is none where all
        are held."""
        if self._file is None:
            return [pa.Table.from_batches(batches, schema) for schema, batches in self._held], None
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
