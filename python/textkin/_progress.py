"""Progress and messages of a run, shown where Python's users expect them."""

import logging
import sys
import time
from collections.abc import Callable
from typing import Any

from ._shown import shown
from ._warnings import warn
from ._wording import in_python

logger = logging.getLogger("textkin")
_INTERVAL = 0.1  # seconds


class _TerminalLine:
    """A line of standard error that is written over."""

    def show(self, line: str) -> None:
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


class _NotebookLine:
    """An output of the cell that is replaced: a saved notebook has no trail of lines."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, line: str) -> None:
        from IPython.display import display

        if self._handle is None:
            self._handle = display({"text/plain": line}, raw=True, display_id=True)
        else:
            self._handle.update({"text/plain": line}, raw=True)

    def clear(self) -> None:
        self._handle.update({"text/plain": "", "text/html": ""}, raw=True)


def _in_notebook() -> bool:
    """Whether this process is a kernel; that the modules of kernels were imported says nothing."""
    found = sys.modules.get("IPython")
    return found is not None and getattr(found.get_ipython(), "kernel", None) is not None


def _is_shown() -> bool:
    return _in_notebook() or (sys.stderr is not None and sys.stderr.isatty())


class Progress:
    """What a run says: its progress as one line that moves, notes to the logger `textkin`, warnings as warnings."""

    def __init__(self, wanted: bool | Callable[[str, int, int], object] | None) -> None:
        self._call = wanted if callable(wanted) else None
        self._shown = self._call is None and (_is_shown() if wanted is None else bool(wanted))
        self._line: _TerminalLine | _NotebookLine = _NotebookLine() if _in_notebook() else _TerminalLine()
        self._next = time.monotonic() + _INTERVAL
        self._line_shown = False

    def update(self, stage: str, done: int, total: int) -> None:
        if self._call is not None:
            self._call(stage, done, total)
        if not self._shown or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _INTERVAL
        share = f" ({100 * done / total:.0f} %)" if total else ""
        self._line.show(f"textkin: {stage} {1e-6 * done:.0f} MB{share}")
        self._line_shown = True

    def note(self, line: str) -> None:
        logger.info(in_python(line))

    def warn(self, line: str) -> None:
        self.clear()
        warn(shown(in_python(line)))

    def clear(self) -> None:
        if self._line_shown:
            self._line.clear()
        self._line_shown = False
