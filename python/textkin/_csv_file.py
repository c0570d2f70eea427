"""CSV (RFC 4180), also with other delimiters and compressed, whose rows stay byte for byte."""

from __future__ import annotations

import csv
import itertools
import re
from array import array
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ._late import np, pa
from ._packed_file import reading, suffix_of, writing
from ._row_edits import ADDED, RowEdits

_ROWS = 4096  # of a batch,
_BYTES = 8 << 20  # or as many as these
_GOES, _AS_IT_IS, _CHANGED = 0, 1, 2  # what becomes of a row
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

    def write(self, target: str, edits: RowEdits) -> None:
        # The header, and each run of rows that stay as they are, or go; others by themselves.
        ends = [0, *self._ends]
        ways = np.concatenate([[_AS_IT_IS], np.where(edits.kept, _AS_IT_IS, _GOES)])
        changed = edits.changed(0, len(edits.kept))
        ways[np.array(changed, dtype=np.int64) + 1] *= _CHANGED
        marks = None if edits.marks is None else _Marks(edits.marks, self._delimiter)
        edges = [0, *(np.flatnonzero(np.diff(ways)) + 1).tolist(), len(ways)]
        with reading(self._path) as source, writing(target) as out:
            for begin, end in itertools.pairwise(edges):
                if marks is None and ways[begin] != _CHANGED:
                    self._copy(source, out if ways[begin] == _AS_IT_IS else None, ends[end] - ends[begin])
                    continue
                for row in range(begin, end):
                    record = source.read(ends[row + 1] - ends[row])
                    if len(record) < ends[row + 1] - ends[row]:
                        raise ValueError("shorter than it was")
                    if ways[row] == _CHANGED:
                        record = self._with_text(record, row - 1, edits)
                    if ways[row] != _GOES:
                        out.write(record if marks is None else marks.behind(record, row - 1))

    def _copy(self, source: BinaryIO, out: BinaryIO | None, left: int) -> None:
        while left > 0:
            piece = source.read(min(left, 1 << 20))
            if not piece:
                raise ValueError("shorter than it was")
            if out is not None:
                out.write(piece)
            left -= len(piece)

    def _with_text(self, record: bytes, row: int, edits: RowEdits) -> bytes:
        """Its other fields keep their bytes."""
        begin, end = _field(record, self._delimiter.encode(), self._names.index(edits.column))
        field = record[begin:end]
        quoted = field.startswith(b'"')
        whole = field[1:-1].replace(b'""', b'"') if quoted else field
        left = edits.text(row, whole.decode("utf-8", "replace"))
        alone = not left and len(self._names) == 1  # an empty line would be no row
        return record[:begin] + _written(left, self._delimiter, quoted or alone) + record[end:]


def _written(value: str, delimiter: str, quoted: bool = False) -> bytes:
    """A field."""
    if quoted or any(mark in value for mark in (delimiter, '"', "\r", "\n")):
        value = '"' + value.replace('"', '""') + '"'
    return value.encode()


def _field(record: bytes, delimiter: bytes, number: int) -> tuple[int, int]:
    """Where the field of that number stands in a record that was read before; empty lines may stand before it."""
    at = len(record) - len(record.lstrip(b"\r\n"))
    while True:
        begin = at
        if record[at : at + 1] == b'"':
            at = record.index(b'"', at + 1) + 1
            while record[at : at + 1] == b'"':  # two of them are one that is meant
                at = record.index(b'"', at + 1) + 1
        else:
            found = _END_OF_FIELD[delimiter].search(record, at)
            at = found.start() if found else len(record)
        if number == 0:
            return begin, at
        number -= 1
        at += 1


class _EndOfField(dict[bytes, re.Pattern[bytes]]):
    def __missing__(self, delimiter: bytes) -> re.Pattern[bytes]:
        self[delimiter] = re.compile(b"[\r\n" + re.escape(delimiter) + b"]")
        return self[delimiter]


_END_OF_FIELD = _EndOfField()


class _Marks:
    """Fields that records get at their end: a column of structs has one for each of its fields."""

    def __init__(self, marks: pa.StructArray, delimiter: str) -> None:
        self._delimiter = delimiter
        self._names = [f"{ADDED}_{field.name}" for field in marks.type]
        self._columns = [column.to_pylist() for column in marks.flatten()]

    def behind(self, record: bytes, row: int) -> bytes:
        """`row` -1: of the header."""
        values = self._names if row < 0 else [_plain(column[row]) for column in self._columns]
        added = b"".join(self._delimiter.encode() + _written(value, self._delimiter) for value in values)
        bare = record.rstrip(b"\r\n")
        return bare + added + record[len(bare) :]


def _plain(value: object) -> str:
    """Of a field of CSV."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
