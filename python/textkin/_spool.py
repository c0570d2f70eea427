"""Columns of files on disk as columns in memory: kept in a scratch file that is mapped, so that memory may let go of
them at any time."""

import contextlib
import mmap
import tempfile
from collections.abc import Iterable

import pyarrow as pa


class Spool:
    """A table in a scratch file without a name, under TMPDIR. It lives until nothing refers to the table or to it."""

    def __init__(self, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        with tempfile.TemporaryFile(prefix="textkin-") as file:
            with pa.ipc.new_file(file, schema) as writer:
                for batch in batches:
                    writer.write_batch(batch)
            file.flush()
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        with contextlib.suppress(OSError):  # a system without huge pages; else 2 MiB would come where a text is wanted
            self._map.madvise(mmap.MADV_NOHUGEPAGE)
        self.table = pa.ipc.open_file(pa.BufferReader(pa.py_buffer(self._map))).read_all()
        # What was unpacked is given back to the system, for the run needs it.
        pa.default_memory_pool().release_unused()

    @property
    def mapped(self) -> tuple[int, int]:
        """Where the file lies in memory, and its size."""
        buffer = pa.py_buffer(self._map)
        return buffer.address, buffer.size
