"""Packets: what tasks hand to each other, many numbers a row, so that Spark moves few rows.

A row has `part` (the partition that it goes to), `kind` and `payload` (bytes):
records  uint64 [n, 2]: (node, key of a band), ascending by key; keys of one part are of one range
links    uint64 [n, 2]: (node, least node that it is connected with)
ids      uint64 [n]: hashes of ids, ascending; to find repeated ones
stats    JSON: numbers of a task, which the driver adds up
"""

import json
from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa

RECORDS, LINKS, IDS, STATS = range(4)
SCHEMA = "part int, kind tinyint, payload binary"
_ARROW = pa.schema([("part", pa.int32()), ("kind", pa.int8()), ("payload", pa.binary())])
_LARGEST = 64 << 20  # bytes of a payload


def rows(kind: int, parts: list[int], payloads: list[bytes]) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(
        [pa.array(parts, pa.int32()), pa.array([kind] * len(parts), pa.int8()), pa.array(payloads, pa.binary())],
        schema=_ARROW,
    )


def stats(numbers: Mapping[str, int]) -> pa.RecordBatch:
    """All go to one part, so that each is taken once however tasks are repeated."""
    return rows(STATS, [0], [json.dumps(numbers).encode()])


def whole(kind: int, numbers: np.ndarray) -> Iterator[pa.RecordBatch]:
    """All of `numbers`, in pieces that are not too long for a row."""
    step = _LARGEST // (8 * (2 if numbers.ndim == 2 else 1))
    for begin in range(0, len(numbers), step):
        yield rows(kind, [0], [numbers[begin : begin + step].tobytes()])


def shared_out(kind: int, keys: np.ndarray, numbers: np.ndarray, parts: int) -> Iterator[pa.RecordBatch]:
    """`numbers`, whose `keys` (uint64) ascend, each to the part of its key; the parts are equal ranges of keys."""
    bounds = [-(-(part << 64) // parts) for part in range(1, parts)]
    ends = [0, *np.searchsorted(keys, np.array(bounds, dtype=np.uint64)).tolist(), len(keys)]
    filled = [part for part in range(parts) if ends[part] < ends[part + 1]]
    if filled:
        yield rows(kind, filled, [numbers[ends[part] : ends[part + 1]].tobytes() for part in filled])


class Received:
    """What came in packets, by kind."""

    def __init__(self) -> None:
        self._payloads: dict[int, list[bytes]] = {kind: [] for kind in range(4)}
        self.record_bytes = 0

    def add(self, kinds: list[int], payloads: list[bytes]) -> None:
        for kind, payload in zip(kinds, payloads, strict=True):
            self._payloads[kind].append(payload)
            self.record_bytes += len(payload) if kind == RECORDS else 0

    def take(self, kind: int) -> np.ndarray:
        """What came since the last time: uint64 [n, 2], of ids [n]."""
        joined = b"".join(self._payloads[kind])
        self._payloads[kind] = []
        if kind == RECORDS:
            self.record_bytes = 0
        numbers = np.frombuffer(joined, dtype=np.uint64)
        return numbers if kind == IDS else numbers.reshape(-1, 2)

    def stats(self) -> dict[str, int]:
        total: dict[str, int] = {}
        for payload in self._payloads[STATS]:
            for name, number in json.loads(payload).items():
                total[name] = total.get(name, 0) + number
        return total
