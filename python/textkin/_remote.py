"""Paths of other machines: s3://, hf://, gs://, memory:// and whatever else fsspec and its plug-ins know.

Files are copied into a scratch folder, which is below TMPDIR and goes with the last that refers to it, and read there; ids
and messages call them by the address that was given.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from typing import Any

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://")
# By the scratch folder of each address, what stands there in names.
_names: dict[str, str] = {}


def is_address(path: object) -> bool:
    return isinstance(path, str) and _ADDRESS.match(path) is not None


def shown(line: str) -> str:
    """A line with addresses in place of scratch folders."""
    for folder, address in list(_names.items()):
        line = line.replace(folder, address)
    return line


@contextlib.contextmanager
def naming_scratch(folder: str, address: str) -> Iterator[None]:
    """Lines call what lies in a scratch folder by its address meanwhile."""
    _names[folder] = address
    try:
        yield
    finally:
        _names.pop(folder, None)


def told(error: Exception, address: str) -> Exception:
    """The same failure in one line, as one of Python's own kinds: each place has its own."""
    kinds = (FileNotFoundError, PermissionError, TimeoutError, OSError, ImportError, ValueError)
    kind = next((kind for kind in kinds if isinstance(error, kind)), OSError)
    lines = [line for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return kind(lines[0] if lines[0].startswith(address) else f"{address}: {lines[0]}")


class Fetched:
    """Copies of what an address names: a file, a folder, or what matches a pattern."""

    def __init__(self, address: str) -> None:
        try:
            import fsspec
        except ImportError:
            raise ImportError(f"{address}: reading from there needs fsspec: pip install fsspec, and the plug-in of that place") from None
        try:
            self._fetch(fsspec, address)
        except Exception as error:
            raise told(error, address) from error

    def _fetch(self, fsspec: Any, address: str) -> None:
        system, place = fsspec.core.url_to_fs(address)
        magic = glob.has_magic(place)
        whole = not magic and system.isdir(place)
        files = sorted(system.glob(place) if magic else system.find(place) if whole else [place])
        base = os.path.dirname(re.split(r"[*?\[]", place)[0] + "x") if magic else os.path.dirname(place.rstrip("/"))
        files = [file for file in files if not system.isdir(file)]
        if not files or not system.exists(files[0]):
            raise FileNotFoundError(f"{address}: cannot be opened: no such file or directory")
        self._folder = tempfile.mkdtemp(prefix="textkin-")
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self.prefix = self._folder + os.sep
        _names[self.prefix] = address[: len(address.rstrip("/")) - len(place.rstrip("/"))] + (base + "/" if base else "")
        weakref.finalize(self, _names.pop, self.prefix, None)
        copies = [self._copy(system, file, os.path.relpath(file, base or ".")) for file in files]
        self.paths = [os.path.join(self._folder, os.path.basename(place.rstrip("/")))] if whole else copies

    def _copy(self, system: Any, file: str, name: str) -> str:
        copy = os.path.join(self._folder, name)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        system.get_file(file, copy)
        return copy
