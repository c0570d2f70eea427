"""Progress and messages of a run, shown where Python's users expect them."""

import logging
import sys
import time
import warnings
from collections.abc import Callable

logger = logging.getLogger("textkin")
_INTERVAL = 0.1  # seconds


def _is_shown() -> bool:
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)


class Progress:
    """What a run says: its progress as one line that moves, notes to the logger `textkin`, warnings as warnings."""

    def __init__(self, wanted: bool | Callable[[str, int, int], object] | None) -> None:
        self._call = wanted if callable(wanted) else None
        self._shown = self._call is None and (_is_shown() if wanted is None else bool(wanted))
        self._next = time.monotonic() + _INTERVAL
        self._line_shown = False

    def update(self, stage: str, done: int, total: int) -> None:
        if self._call is not None:
            self._call(stage, done, total)
        if not self._shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _INTERVAL
        share = f" ({100 * done / total:.0f} %)" if total else ""
        print(f"\r\033[Ktextkin: {stage} {1e-6 * done:.0f} MB{share}", end="", file=sys.stderr, flush=True)
        self._line_shown = True

    def note(self, line: str) -> None:
        logger.info(line)

    def warn(self, line: str) -> None:
        self.clear()
        warnings.warn(line, RuntimeWarning, stacklevel=4)

    def clear(self) -> None:
        if self._line_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self._line_shown = False
