"""ServedIndex: an Index behind a server; textkin.Index.open("http://...") gives one."""

import os
from typing import Any, NoReturn

from ._doors import worded_methods
from ._index import _PATIENCE, Index, _reopened
from ._index_words import Path
from ._textkin import OpenServer


@worded_methods
class ServedIndex(Index):
    """See Index.open(). Threads, fork: as Index. pickle takes its address; who unpickles it has a token of its own, in
    TEXTKIN_TOKEN."""

    def __init__(
        self, path: Path, *, memory: int | str | None = None, token: str | None = None, timeout: int | None = None
    ) -> None:
        self._token, self._timeout = token, timeout
        self._begin(os.fspath(path), memory)

    def _open(self) -> Any:
        self._process = os.getpid()
        return OpenServer(self.path, self._token or "", _PATIENCE if self._timeout is None else self._timeout)

    def _as_of(self, asked: int | None) -> int | None:
        if asked is None and self.sequence == 0:  # as of which nothing can be asked
            self.refresh()
        return (self.sequence or None) if asked is None else asked

    def __reduce__(self) -> Any:
        return _reopened, (type(self), self.path, self._memory, self._timeout)

    def writer(self, *, memory: int | str | None = None) -> NoReturn:
        raise ValueError(
            "a block of changes would hold the server's one writer, which is everybody's, so each call there is committed by "
            "itself; take add(), with unless_similar=, and remove()"
        )

    def rebuild(self, new: Path, **options: Any) -> NoReturn:
        raise ValueError(f"an index is made anew where its folder is, and {self.path} is a server's")

    def snapshot(self, copy: Path) -> NoReturn:
        raise ValueError(f"a copy is made where the folder is, and {self.path} is a server's; export() writes the documents")
