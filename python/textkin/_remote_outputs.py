"""Outputs at addresses of other machines: written whole on this one, then copied there under their names.

Scratch lies below TMPDIR and goes with the call. A place whose files appear only when they are complete is given the file under
its name; any other under a name of its own beside it, which is then moved: whoever reads there meets no half of an output.
"""

from __future__ import annotations

import contextlib
import glob
import os
import posixpath
import re
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from ._remote import is_address, naming_scratch, told

# Where a file is not there before the last of its bytes is.
_WHOLE = {"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "hf", "memory"}
# Sent behind the others: where it is there, so is what is said of it.
_LAST = "output"


class _Output:
    """One address, and where it stands on this machine until it is sent."""

    def __init__(self, address: str, scratch: str) -> None:
        try:
            import fsspec
        except ImportError:
            raise ImportError(f"{address}: writing there needs fsspec: pip install fsspec, and the plug-in of that place") from None
        try:
            self._system, self._place = fsspec.core.url_to_fs(address)
            self._folder = address.endswith("/") or self._system.isdir(self._place)
        except Exception as error:
            raise told(error, address) from error
        self._address = address
        self.path = os.path.join(scratch, posixpath.basename(self._place.rstrip("/")) or "out") + ("/" if self._folder else "")

    def send(self) -> None:
        try:
            if not self._folder and os.path.isfile(self.path):
                self._put(self.path, self._place)
            for folder, _, files in os.walk(self.path) if self._folder else ():
                below = os.path.relpath(folder, self.path)
                for file in sorted(files):
                    self._put(os.path.join(folder, file), posixpath.normpath(posixpath.join(self._place, below, file)))
        except Exception as error:
            raise told(error, self._address) from error

    def _put(self, file: str, place: str) -> None:
        above = posixpath.dirname(place)
        self._system.makedirs(above, exist_ok=True)
        protocols = self._system.protocol
        if not _WHOLE.isdisjoint([protocols] if isinstance(protocols, str) else protocols):
            self._system.put_file(file, place)
            return
        part = posixpath.join(above, f".{posixpath.basename(place)}.{uuid.uuid4().hex[:8]}.part")
        try:
            self._system.put_file(file, part)
            self._system.mv(part, place)
        except BaseException:
            with contextlib.suppress(Exception):
                self._system.rm_file(part)
            raise


def _would_replace(output: str, data: str) -> bool:
    """Whether an output is an input, or lies in one, or the other way round."""
    one, other = output.rstrip("/"), data.rstrip("/")
    if glob.has_magic(other):
        stem = posixpath.dirname(re.split(r"[*?\[]", other)[0] + "x")
        return one.startswith(stem)
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")


def _check(outputs: Mapping[str, str], inputs: list[str]) -> None:
    named: dict[str, str] = {}
    for name, address in outputs.items():
        if name == "run_dir":
            raise ValueError(f"run_dir={address}: a run takes its work up again on this machine; name a folder of it")
        for data in inputs:
            if _would_replace(address, data):
                raise ValueError(f"{name}={address} is the input {data}, or lies with it, and would be replaced; name another")
        if other := named.get(address.rstrip("/")):
            raise ValueError(f"{other}= and {name}= are both {address}; each needs a name of its own")
        named[address.rstrip("/")] = name


@contextlib.contextmanager
def sent(given: Mapping[str, Any], written: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """By the names of arguments those of `given` that are written to addresses, as paths of this machine; what stands there
    is sent when the body has ended well."""
    outputs = {name: given[name] for name in written if is_address(given.get(name))}
    if not outputs:
        yield {}
        return
    _check(outputs, [given[name] for name in ("data", "against") if is_address(given.get(name))])
    with tempfile.TemporaryDirectory(prefix="textkin-") as scratch, contextlib.ExitStack() as names:
        places: dict[str, _Output] = {}
        for name, address in outputs.items():
            folder = os.path.join(scratch, name)
            os.mkdir(folder)
            places[name] = _Output(address, folder)
            names.enter_context(naming_scratch(folder + os.sep, posixpath.dirname(address.rstrip("/")) + "/"))
        yield {name: place.path for name, place in places.items()}
        for name in sorted(places, key=lambda name: name == _LAST):
            places[name].send()
