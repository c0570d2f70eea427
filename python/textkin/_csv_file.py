"""CSV (RFC 4180), whose rows stay byte for byte."""

import csv
from array import array
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np
import pyarrow as pa

_ROWS = 4096  # of a batch,
_BYTES = 8 << 20  # or as many as these
_BOM = b"\xef\xbb\xbf"


class _Lines:
    """The lines of a file as text, and how many bytes of it have been handed out: csv takes a line only when the record
    that it reads goes on there, so between two records that is where the next one begins."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.bytes = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._file:
            text = line.removeprefix(_BOM) if self.bytes == 0 else line
            self.bytes += len(line)
            yield text.decode("utf-8", "surrogateescape")


class CsvFile:
    """A TableFile: commas, quotes, a first row of names; every column holds strings, in bytes as they stand there."""

    def __init__(self, path: str) -> None:
        csv.field_size_limit((1 << 31) - 1)
        self._path = path
        self._ends = array("q")  # of the header, then of each row; known once the batches were read
        for header, _ in self._records():
            self._names = header
            break
        else:
            raise ValueError("an empty file; CSV has a first row of names")
        self.schema = pa.schema([(name, pa.binary()) for name in self._names])

    def _records(self) -> Iterator[tuple[list[str], int]]:
        """Each row with the place behind it; empty lines are no rows."""
        with open(self._path, "rb") as file:
            lines = _Lines(file)
            reader = csv.reader(lines, strict=True)
            try:
                for row in reader:
                    if row:
                        yield row, lines.bytes
            except csv.Error as error:
                raise ValueError(f"line {reader.line_num}: not valid CSV ({error})") from error

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        places = [self._names.index(name) for name in columns]
        schema = pa.schema([(name, pa.binary()) for name in columns])
        ends = array("q")
        rows: list[list[bytes]] = []
        size = 0

        def batch() -> pa.RecordBatch:
            values = [pa.array(column, pa.binary()) for column in zip(*rows, strict=True)]
            return pa.record_batch(values, schema)

        for row, end in self._records():
            ends.append(end)
            if len(row) != len(self._names):
                raise ValueError(f"row {len(ends) - 1} has {len(row)} fields, the first row has {len(self._names)}")
            if len(ends) == 1:
                continue
            rows.append([row[place].encode("utf-8", "surrogateescape") for place in places])
            size += sum(map(len, rows[-1]))
            if len(rows) == _ROWS or size >= _BYTES:
                yield batch()
                rows, size = [], 0
        if rows:
            yield batch()
        self._ends = ends

    def write_kept(self, target: str, kept: np.ndarray) -> None:
        # The header and each run of rows that stay.
        stays = np.concatenate([[True], kept, [False]])
        edges = np.flatnonzero(np.diff(np.concatenate([[False], stays])))
        ends = [0, *self._ends]
        with open(self._path, "rb") as source, open(target, "wb") as out:
            for begin, end in edges.reshape(-1, 2).tolist():
                source.seek(ends[begin])
                left = ends[end] - ends[begin]
                while left > 0:
                    piece = source.read(min(left, 1 << 20))
                    if not piece:
                        raise ValueError("shorter than it was")
                    out.write(piece)
                    left -= len(piece)
