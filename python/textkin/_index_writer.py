"""Writer: changes of an index that count together."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Self, Unpack

from . import _index_words as words
from ._commands import _fields, _run
from ._doors import worded_methods
from ._index_words import Conditions
from ._inputs import ID, TEXT
from ._late import pa, pc
from ._options import AddingOptions
from ._textkin import IndexWriter
from ._texts import Text

_ADDED = {"id": "large_string", "status": "string", "partner": "large_string", "similarity": "double"}

_open: "weakref.WeakSet[Writer]" = weakref.WeakSet()


@contextlib.contextmanager
def telling_own(folder: str) -> Iterator[None]:
    """Where somebody else writes to an index: that it is this process, if it is. Who waits for that one waits for ever."""
    try:
        yield
    except OSError as error:
        own = [one for one in list(_open) if one._process == os.getpid() and os.path.realpath(one._folder) == os.path.realpath(folder)]
        if not own or "another process writes" not in str(error):
            raise
        raise OSError(f"this process has a writer of the index {folder} open; end its block, or close() it, before") from None


def _let_go() -> None:
    for writer in list(_open):
        writer._native.close()


os.register_at_fork(after_in_child=_let_go)  # the lock is the parent's


@worded_methods
class Writer:
    """Changes of an index that others see all at once, when the with-block ends, or not at all, where it ends by an
    exception or the process is killed. Each call sees what the calls before it did. Made by Index.writer().

    What is not committed yet must fit in memory, in about a 25th of `memory`: MemoryError else; commit() makes
    room. After a call that failed the block can only end. In a child of fork() it is closed.
    """

    def __init__(self, folder: str, fields: list[str], memory: int | str | None, bytes: int) -> None:
        self._folder, self._fields, self._memory = folder, fields, memory
        self._process = os.getpid()
        with telling_own(folder):
            self._native = IndexWriter(folder, bytes)
        self._lock = threading.RLock()
        self.sequence: int | None = None  # of the last commit
        _open.add(self)

    def _call(self, command: list[str], inputs: list[Any], own: dict[str, Any], options: Mapping[str, Any]) -> dict[str, int]:
        if "memory" in options:
            raise ValueError("memory is that of Index.writer(); leave it out here")
        with self._lock:
            memory = {"memory": self._memory} if inputs else {}
            answer = _run(command, inputs, {**own, **memory}, options, [self._native])
        counts: dict[str, int] = json.loads(answer.text)
        return counts

    def add(
        self,
        data: Any,
        *,
        on_same_id: str = "replace",
        unless_similar: float | None = None,
        checkpoint: Mapping[str, str] | None = None,
        added_at: str | datetime | None = None,
        text: Text = TEXT,
        id: str | None = ID,
        **options: Unpack[AddingOptions],
    ) -> dict[str, int]:
        """Adds documents.

        Args:
            data, text, id: as for textkin.pairs(), and with ids: a document has one id for as long as it is there. Of
                tables the index's fields are kept too.
            on_same_id: of a document whose id is there with another text: "replace" that, "keep" that, or "refuse":
                ValueError. The same id and text again change nothing.
            unless_similar: a document with a new id is left out where one of at least this similarity is there, or
                came before it.
            checkpoint: names and values that are committed with these documents, for who goes on behind them: the place
                in a stream. See Index.checkpoints().
            added_at: when they count as added, for `older_than`: "2026-01-31", "2026-01-31T12:00:00Z" or a datetime with
                its time zone; "field:NAME": each at that time of its own; None: now.
            options: those of input and running; see Options.

        Returns: how many were added, replaced, unchanged, kept, seen, without a shingle (empty), could not be used
            (problems), and the documents that are there then.
        """
        side = words.documents(data, text, id, self._fields, options)
        command = ["index", "add", *words.checkpoints(checkpoint), self._folder, *side.words]
        own = {"on_same_id": on_same_id, "unless_similar": unless_similar, "added_at": words.time_of(added_at)}
        own |= _fields(text, id)
        return self._call(command, [side], own, options)

    def seen_or_add(
        self,
        data: Any,
        threshold: float = 0.8,
        *,
        on_same_id: str = "replace",
        checkpoint: Mapping[str, str] | None = None,
        added_at: str | datetime | None = None,
        text: Text = TEXT,
        id: str | None = ID,
        **options: Unpack[AddingOptions],
    ) -> pa.Table:
        """Adds what is not alike to a document that is there, and says of each document which it was. One step: nobody else
        writes meanwhile, so of twins that arrive together one is new.

        Args: as for add(); threshold: least similarity of what was seen, at least the index's `least`.

        Returns: a table, a row a document that could be used: id (large_string), status ("new", "seen", and of an id that
            is there "replaced", "unchanged" or "kept"), and of one that was seen the most alike partner with its
            similarity (double); else null.
        """
        side = words.documents(data, text, id, self._fields, options)
        command = ["index", "add", *words.checkpoints(checkpoint), self._folder, *side.words]
        own = {"on_same_id": on_same_id, "unless_similar": words.seen_from(threshold), "added_at": words.time_of(added_at)}
        own |= _fields(text, id)
        table = words.rows(lambda path: self._call(command, [side], {**own, "results": path}, options), _ADDED)
        partner = pc.if_else(pc.equal(table["status"], "seen"), table["partner"], None)
        return table.set_column(2, "partner", partner)

    def remove(
        self,
        ids: str | Iterable[str] | None = None,
        *,
        where: Conditions | None = None,
        not_: Conditions | None = None,
        older_than: str | datetime | None = None,
    ) -> dict[str, int]:
        """Removes documents by their ids, or all of which conditions hold (see Index.query()); not by both at once, which
        could mean either. older_than: "365d", "12h", or a time: all that were added before that, with conditions only those
        of them.

        Returns: how many were removed, how many ids no document has (unknown), and the documents that are there then.
        """
        command = ["index", "remove", *words.conditions("where", where), *words.conditions("not", not_), self._folder]
        command += words.removed_ids(ids, bool(where or not_ or older_than))
        return self._call(command, [], {"older_than": words.time_of(older_than)}, {})

    def commit(self) -> int:
        """What was done so far counts; the sequence of the index then. The block can go on."""
        with self._lock:
            self.sequence = self._native.commit()
            return self.sequence

    def close(self) -> None:
        """Ends it; what is not committed is gone."""
        with self._lock:
            if self in _open and self.sequence is not None:
                with contextlib.suppress(OSError, ValueError):  # what was committed is safe; the next writer does it
                    self._native.finish()
            self._native.close()
            _open.discard(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None and self in _open:  # else close() was its end
                self.commit()
                self._native.finish()
                _open.discard(self)
        finally:
            self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a writer belongs to its process; pickle the Index")
