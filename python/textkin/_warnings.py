"""Warnings at the line of who called the package, however deep within it they are given."""

import os
import sys
import warnings
from types import FrameType

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def warn(line: str) -> None:
    """A RuntimeWarning at the nearest line outside the package."""
    level = 2
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(line, RuntimeWarning, stacklevel=level)
