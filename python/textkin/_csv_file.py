"""CSV (RFC 4180), also with other delimiters and compressed, whose rows stay byte for byte."""

from __future__ import annotations

import csv
import itertools
from array import array
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ._late import np, pa
from ._packed_file import reading, suffix_of, writing

_ROWS = 4096  # of a batch,
_BYTES = 8 << 20  # or as many as these
_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
DELIMITERS = {".csv": ",", ".tsv": "\t"}


def _delimiter(word: str) -> str:
    if word == "tab":
        return "\t"
    if len(word) != 1 or not word.isascii() or word in '"\r\n\0':
        raise ValueError(f"--delimiter: {word} is not one character of ASCII other than a quote or a line end, nor tab")
    return word


class _Lines:
    """The lines of a file as text, and how many bytes of it have been handed out: csv takes a line only when the record
    that it reads goes on there, so between two records that is where the next one begins."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.bytes = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._file:
            text = line
            if self.bytes == 0:
                if line.startswith(_UTF_16):
                    raise ValueError("UTF-16, and CSV is read as UTF-8; `iconv -f UTF-16 -t UTF-8` writes it so")
                text = line.removeprefix(_BOM)
            self.bytes += len(line)
            yield text.decode("utf-8", "surrogateescape")


class CsvFile:
    """A TableFile: fields, quotes, a first row of names; every column holds strings, in bytes as they stand there."""

    def __init__(self, path: str, delimiter: str | None = None) -> None:
        csv.field_size_limit((1 << 31) - 1)
        self._path = path
        self._delimiter = _delimiter(delimiter or DELIMITERS[suffix_of(path)])
        self._ends = array("q")  # of the header, then of each row; known once the batches were read
        for header, _, _ in self._records():
            self._names = header
            break
        else:
            raise ValueError("an empty file; CSV has a first row of names")
        self.schema = pa.schema([(name, pa.binary()) for name in self._names])

    def _records(self) -> Iterator[tuple[list[str], int, int]]:
        """Each row with the place behind it, and its line counted from 1; empty lines are no rows."""
        with reading(self._path) as file:
            lines = _Lines(file)
            reader = csv.reader(lines, delimiter=self._delimiter, strict=True)
            line = 1
            try:
                for row in reader:
                    if row:
                        yield row, lines.bytes, line
                    line = reader.line_num + 1
            except csv.Error as error:
                raise ValueError(f"line {line}: not valid CSV ({error})") from error

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        places = [self._names.index(name) for name in columns]
        schema = pa.schema([(name, pa.binary()) for name in columns])
        ends = array("q")
        rows: list[list[bytes]] = []
        size = 0

        def batch() -> pa.RecordBatch:
            values = [pa.array(column, pa.binary()) for column in zip(*rows, strict=True)]
            return pa.record_batch(values, schema)

        for row, end, line in self._records():
            ends.append(end)
            if len(row) != len(self._names):
                raise ValueError(f"line {line}: a row of {len(row)} fields, and the first has {len(self._names)}")
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
        # The header and each run of rows that stay, or go.
        stays = np.concatenate([[True], kept])
        edges = [0, *(np.flatnonzero(np.diff(stays)) + 1).tolist(), len(stays)]
        ends = [0, *self._ends]
        with reading(self._path) as source, writing(target) as out:
            for begin, end in itertools.pairwise(edges):
                left = ends[end] - ends[begin]
                while left > 0:
                    piece = source.read(min(left, 1 << 20))
                    if not piece:
                        raise ValueError("shorter than it was")
                    if stays[begin]:
                        out.write(piece)
                    left -= len(piece)
