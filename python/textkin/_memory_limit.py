"""A limit on the memory of this process that is kept, whatever a file of tables asks for."""

import contextlib
import resource
from collections.abc import Iterator

from . import _textkin

_HELD = 8  # the part of a run's memory, where nobody gave an amount, that what is read of tables may have
_LEAST = 32 << 20  # which small files are read with


def _facts(*names: str) -> list[int]:
    """Bytes of /proc/self/status."""
    with open("/proc/self/status") as file:
        lines = dict(line.split(":", 1) for line in file)
    return [int(lines[name].split()[0]) << 10 for name in names]


def room_for_tables(memory: object) -> int:
    """Bytes of each side's tables that may be held in memory beside a run with that --memory (None or 0: not given)."""
    return 0 if memory else _textkin.default_memory() // _HELD


@contextlib.contextmanager
def memory_limit(memory: int) -> Iterator[None]:
    """Within, what would take more than --memory promises (0: nothing) is refused: MemoryError. What is reserved counts
    though it is not used, and mapped files as far as they are in memory now."""
    if memory == 0:
        yield
        return
    reserved, files = _facts("VmData", "RssFile")
    promised = memory + memory // 10 + (64 << 20)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (max(reserved + _LEAST, promised - files), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
