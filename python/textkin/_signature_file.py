"""A file of signatures as columns: its blocks, which docs/format.md describes."""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Iterator
from typing import Any

from ._late import np, npt, pa

_ROWS, _SIZES, _IDS, _META = 24, 3, 4, 1  # kinds of blocks
_PAGE = 256  # strings


def _blocks(content: memoryview) -> dict[tuple[int, int], memoryview]:
    """{(kind, number): bytes} of a block file."""
    index_offset, index_size = np.frombuffer(content[-32:-16], "<u8").tolist()
    entries = np.frombuffer(
        content[index_offset : index_offset + index_size],
        np.dtype([("kind", "<u4"), ("number", "<u4"), ("offset", "<u8"), ("size", "<u8"), ("checksum", "<u8")]),
    )
    return {(kind, number): content[offset : offset + size] for kind, number, offset, size, _ in entries.tolist()}


def _strings(block: memoryview, count: int) -> list[str]:
    pages = -(-count // _PAGE)
    begins = np.frombuffer(block[: 8 * (pages + 1)], "<u8").tolist()
    found = []
    for page in range(pages):
        strings = min(_PAGE, count - page * _PAGE)
        ends = np.frombuffer(block[begins[page] : begins[page] + 4 * strings], "<u4").tolist()
        first = begins[page] + 4 * strings
        found += [
            bytes(block[first + begin : first + end]).decode()
            for begin, end in zip([0, *ends[:-1]], ends, strict=True)
        ]
    return found


def _unpacked(words: npt.NDArray[np.uint32], cells: int, bits: int) -> npt.NDArray[Any]:
    """Rows of words as rows of cells."""
    if bits in (8, 16, 32, 64):
        return words.view(f"<u{bits // 8}")[:, :cells]
    packed = words.view(np.uint8)
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    spread = (packed[:, :, None] >> shifts) & np.uint8((1 << bits) - 1)
    return spread.reshape(len(words), -1)[:, :cells]


def cell_type(bits: int) -> np.dtype[Any]:
    """Of a column whose values have so many bits."""
    return np.dtype(f"u{max(bits, 8) // 8}")


class SignatureFile:
    """One that the program has checked or made; it is mapped, and its rows are read a stretch of 1 MiB at a time.

    options: how it was made; bits: of a cell that have values; count: cells of a row.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        with open(path, "rb") as stream:
            self._blocks = _blocks(memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)))
        meta = json.loads(bytes(self._blocks[_META, 0]))
        self.options: dict[str, str] = dict(meta["spec"])
        self.bits, self.count = int(self.options["--bits"]), int(self.options["--hashes"])
        self._width: int = meta["words"]
        self._stretches = range(sum(kind == _ROWS for kind, _ in self._blocks))

    @property
    def ids(self) -> pa.Array:
        """Of all rows, as text."""
        sizes = (len(self._sizes(number)) for number in self._stretches)
        names = (_strings(self._blocks[_IDS, number], rows) for number, rows in enumerate(sizes))
        return pa.array([name for some in names for name in some], pa.string())

    def _sizes(self, number: int) -> npt.NDArray[np.uint32]:
        return np.frombuffer(self._blocks[_SIZES, number], "<u4")

    def stretches(self) -> Iterator[tuple[npt.NDArray[np.uint32], npt.NDArray[Any]]]:
        """The exact sizes and the cells of some rows, and of those behind them."""
        for number in self._stretches:
            words = np.frombuffer(self._blocks[_ROWS, number], "<u4").reshape(-1, self._width)
            yield self._sizes(number), _unpacked(words, self.count, self.bits)
