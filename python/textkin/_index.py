"""Index: documents that stay, on disk, and are asked for."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Self, Unpack

from . import _index_words as words
from . import _options, _remote
from ._commands import _fields, _run
from ._doors import worded_methods
from ._index_asked import Asked
from ._index_words import Conditions, Path
from ._index_writer import Writer, telling_own
from ._inputs import ID, TEXT
from ._late import pa
from ._options import AddingOptions, MakingOptions
from ._textkin import Answer, OpenIndex, OpenServer
from ._texts import Text

_PATIENCE = 300  # seconds, with a server

# The class has a method list().
Words = list[str]
Sides = list[Any]

_PLANNED = {
    "threshold": "double",
    "rows": "uint64",
    "recall": "double",
    "chance_candidates": "double",
    "look_ups": "uint64",
    "look_ups_merged": "uint64",
}
_LISTED = {"id": "large_string", **dict.fromkeys(("sequence", "size", "bytes"), "uint64")}


def is_address(path: Path) -> bool:
    if isinstance(path, str) and path.startswith(("http://", "https://")):
        return True
    if _remote.is_address(path):
        raise ValueError(f"{os.fspath(path)}: an index is a folder of this machine, or behind a server: http://HOST:PORT/NAME")
    return False


def _new_folder(path: Path) -> str:
    """Of an index that is made of another one."""
    if is_address(path):
        raise ValueError(f"{path}: a new index is a folder of this machine, which a server may have later")
    return os.path.abspath(os.fsdecode(path))


def _refuse_of_server(token: str | None, timeout: int | None) -> None:
    if token is not None or timeout is not None:
        raise ValueError("token and timeout are of a server, and this is a folder; leave them out")


def is_index(folder: Path) -> bool:
    return os.path.exists(os.path.join(folder, "truth", "CURRENT"))


@worded_methods
class Index(Asked):
    """An index in a folder, that documents are added to, asked for and removed from, for years: the folder of
    `textkin index`.

        index = textkin.Index.create("archive", least=0.5, fields=["course"])
        with index.writer() as writer:                      # commits at its end, rolls back on an exception
            writer.add(data, checkpoint={"topic-3": "118223"})
            seen = writer.seen_or_add(more, threshold=0.8)
        found = index.query(data, threshold=0.6, top=5, where={"course": "b"})

    All that it answers is of one `sequence`, whatever is written meanwhile, until refresh() or a change of its own. Any
    number of processes and threads read, one writes at a time. pickle takes its path: who unpickles it opens it, and so
    does a child of fork().

    Args:
        path: the folder, or the address of a `textkin serve`, as "http://host:7070/name"; see Index.open().
        memory: bytes, or "2GiB", that a call may use; None: half of the machine.
        token, timeout: of a server.

    Raises: FileNotFoundError: there is no index. ValueError: damaged, or made by another version. OSError.
    """

    def __new__(
        cls, path: Path, *, memory: int | str | None = None, token: str | None = None, timeout: int | None = None
    ) -> "Index":
        if is_address(path) and cls is Index:
            from ._index_served import ServedIndex  # which is an Index

            kind: Any = ServedIndex
            served: Index = super().__new__(kind)
            return served
        return super().__new__(cls)

    def __init__(
        self, path: Path, *, memory: int | str | None = None, token: str | None = None, timeout: int | None = None
    ) -> None:
        _refuse_of_server(token, timeout)
        self._begin(os.path.abspath(os.fsdecode(path)), memory)

    def _begin(self, path: str, memory: int | str | None) -> None:
        self.path = path
        self._memory = memory
        self._bytes = 0 if memory is None else _options.size(memory)
        self._kept_fields: Words | None = None
        self._lock = threading.Lock()
        self._native: Any = self._open()

    def _open(self) -> Any:
        if not is_index(self.path):
            raise FileNotFoundError(f"{self.path} is no index; textkin.Index.create() makes one")
        self._process = os.getpid()
        return OpenIndex(self.path, self._bytes)

    @classmethod
    def open(
        cls, path: Path, *, memory: int | str | None = None, token: str | None = None, timeout: int | None = None
    ) -> "Index":
        """The index that is in the folder `path`, or behind a server.

            index = textkin.Index.open("http://127.0.0.1:7070/archive", token="...")

        Args:
            path: a folder; or http://HOST:PORT/NAME, or http://unix:PATH:/NAME, of a `textkin serve`. Then documents are
                read here and sent as texts, each change counts as soon as its call returns, and query(), passages() and
                report() are answered as of the sequence of when it was opened, until refresh(): of one that was empty
                then, of the first of them. get(), list(), `in`, stats(), checkpoints() and export() are of now, so what
                query() found may be gone.
            memory: as for Index.
            token: for a server; None: what the variable TEXTKIN_TOKEN of the environment holds. It is not pickled.
            timeout: seconds within which a server must go on answering, and that a request waits where the token asks more
                often than it may; None: 300.

        Raises: as Index; OSError where a server cannot be reached, refuses the token or breaks off: the message says
            what is known. ValueError for what only the folder can do: repair(), audit(), plan(), rebuild(), snapshot(),
            writer().
        """
        return cls(path, memory=memory, token=token, timeout=timeout)

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        least: float | None = None,
        recall: float | None = None,
        fields: Iterable[str] = (),
        passages: int | str | None = None,
        store: str | None = None,
        token: str | None = None,
        timeout: int | None = None,
        **options: Unpack[MakingOptions],
    ) -> Self:
        """An empty index in a folder that does not exist, or is empty; or behind a server that makes some (--indexes), of
        an address that has none.

        Args:
            least: least threshold that it is asked with, but for exact answers; None: 0.5.
            recall: of answers, where a question names none; None: 0.95.
            fields: columns that are kept beside each document, for `where`: a course, a year, an author; a str is one.
            passages: words; every run of so many that a question shares is found; "none": passages cannot be asked for;
                None: 12.
            store: "text"; "sets": the shingles of each document without its text, which verify as well; or "none":
                neither, so that similarities are estimates, with `lower` and `upper`. Passages cannot be asked for
                then. None: "text".
            token, timeout: of a server, as for open().
            options: what a document is compared by, which stays for ever, and memory, as for Index; see Options.
        """
        if not is_address(path):
            _refuse_of_server(token, timeout)
        memory = options.pop("memory", None)
        folder = os.fspath(path) if is_address(path) else os.path.abspath(os.fsdecode(path))
        kept = [fields] if isinstance(fields, str) else fields
        command = ["index", "create", *(f"--field={name}" for name in kept), folder]
        held = [OpenServer(folder, token or "", timeout or _PATIENCE, False)] if is_address(path) else []
        _run(command, [], {"least": least, "recall": recall, "passages": passages, "store": store}, options, held)
        return cls(folder, memory=memory, token=token, timeout=timeout)

    def _held(self) -> Any:
        with self._lock:
            if self._process != os.getpid():
                self._native = self._open()
            return self._native

    def _ask(
        self,
        command: Words,
        own: Mapping[str, Any],
        options: Mapping[str, Any],
        inputs: Sides | None = None,
        opened: Sides | None = None,
    ) -> Answer:
        with telling_own(self.path):
            return super()._ask(command, own, options, inputs, opened)

    def _opened(self) -> Sides:
        return [self._held()]

    def _folders(self) -> Words:
        return [self.path]

    def _sequence(self, opened: Sides) -> int:
        return int(opened[0].sequence)

    def refresh(self) -> int:
        """Goes on to what has been committed by now; its sequence. Questions that are being answered stay as they are."""
        opened = self._open()
        with self._lock:
            self._native = opened
        return int(opened.sequence)

    @property
    def sequence(self) -> int:
        """How many commits changed it: what its answers are as of."""
        return int(self._held().sequence)

    @property
    def fields(self) -> Words:
        """The columns that are kept beside each document."""
        if self._kept_fields is None:  # they stay
            self._kept_fields = [value for option, value in self.stats()["options"] if option == "--field"]
        return self._kept_fields

    # Changes.

    def writer(self, *, memory: int | str | None = None) -> Writer:
        """A with-block of changes that count together; see Writer. OSError where another process, or thread, writes."""
        given = self._memory if memory is None else memory
        return _RefreshingWriter(self, given, 0 if given is None else _options.size(given))

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
        """Adds any number of documents: in batches that are each all or nothing, the checkpoint with the last. Stopped in
        between it is simply run again: the same id and text change nothing.

        Args, Returns: as for Writer.add(), and the sequence then.
        """
        side = words.documents(data, text, id, self.fields, options)
        own = {"on_same_id": on_same_id, "unless_similar": unless_similar, "added_at": words.time_of(added_at)}
        own |= _fields(text, id)
        command = ["add", *words.checkpoints(checkpoint), self.path, *side.words]
        try:
            counts: dict[str, int] = json.loads(self._ask(command, own, options, [side]).text)
        finally:
            self.refresh()
        return counts

    def remove(
        self,
        ids: str | Iterable[str] | None = None,
        *,
        where: Conditions | None = None,
        not_: Conditions | None = None,
        older_than: str | datetime | None = None,
        purge: bool = False,
    ) -> dict[str, int]:
        """Removes documents, all in one step, as Writer.remove(). With `purge` no file keeps a byte of the texts of removed
        documents, these and earlier ones; then there are no answers as of before."""
        command = ["remove", *words.conditions("where", where), *words.conditions("not", not_), self.path]
        command += words.removed_ids(ids, bool(where or not_ or older_than))
        counts: dict[str, int] = json.loads(self._ask(command, {"purge": purge, "older_than": words.time_of(older_than)}, {}).text)
        self.refresh()
        return counts

    def merge(self, *, threads: int | None = None, memory: int | str | None = None) -> None:
        """Makes one segment of all: questions are answered faster after much was added. Answers stay.

        Args:
            threads: None: all of the machine. A server has its own.
            memory: bytes, or "2GiB"; None: as of this index. A server has its own.
        """
        limit = memory if memory is not None or is_address(self.path) else self._memory
        self._ask(["merge", self.path], {}, {"threads": threads, "memory": limit})
        self.refresh()

    def repair(self, all: bool = False) -> int:
        """Makes segments again that are damaged or missing, of the texts; with `all` each. Of how many documents."""
        counts: dict[str, int] = json.loads(self._ask(["repair", self.path], {"all": all}, {}).text)
        self.refresh()
        return counts["documents"]

    # Questions.

    def get(self, ids: str | Iterable[str]) -> pa.Table:
        """Documents by their ids, in that order: id, text, and the fields. KeyError where there is none."""
        listed = words.ids_of(ids)
        kinds = dict.fromkeys(["id", "text", *self.fields], "large_string")
        if not listed:
            return words.schema_of(kinds).empty_table()
        try:
            return words.rows(lambda path: self._ask(["get", f"--output={path}", self.path, *listed], {}, {}), kinds)
        except FileNotFoundError as missing:
            raise KeyError(str(missing)) from None

    def list(self, *, where: Conditions | None = None, not_: Conditions | None = None) -> pa.Table:
        """A row a document, in the order of adding: id, sequence with which it was added, size in shingles, bytes."""
        command = ["list", *words.conditions("where", where), *words.conditions("not", not_), self.path]
        return words.rows(lambda path: self._ask(command, {"output": path, "format": "jsonl"}, {}), _LISTED)

    def stats(self) -> dict[str, Any]:
        """How it was made, and what is in it: the object of `textkin index stats --format json`."""
        found: dict[str, Any] = json.loads(self._ask(["stats", self.path], {"format": "json"}, {}).text)
        return found

    def checkpoints(self) -> dict[str, str]:
        """What was last committed under each name; see Writer.add()."""
        found: dict[str, str] = self.stats()["checkpoints"]
        return found

    def __len__(self) -> int:
        return int(self._held().documents)

    def __contains__(self, id: object) -> bool:
        name = words.name_or_none(id)
        return name is not None and bool(self._held().has(name))

    # Keeping it.

    def verify(self, deep: bool = False) -> None:
        """Checks every byte that answers depend on; ValueError names what is damaged. With `deep` the keys of each text are
        made anew and compared: as long as adding everything again."""
        self._ask(["verify", self.path], {"deep": deep}, {})

    def audit(
        self, sample: int, *, draw: int | None = None, threshold: float | None = None, recall: float | None = None
    ) -> dict[str, Any]:
        """How many alike documents the answers of this index find: `sample` of its documents, another `draw` others, are
        asked about by keys and compared with every text. The object of `textkin index audit --format json`."""
        own = {"sample": sample, "draw": draw, "threshold": threshold, "recall": recall, "format": "json"}
        with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
            path = os.path.join(folder, "audit.json")
            self._ask(["audit", self.path], {**own, "output": path}, {})
            with open(path, encoding="utf-8") as file:
                found: dict[str, Any] = json.load(file)
        return found

    def plan(self, *, recall: float | None = None) -> pa.Table:
        """What a question costs and finds, a row a threshold, without asking any: the columns of `textkin index plan`."""
        command = ["plan", self.path]
        return words.rows(lambda path: self._ask(command, {"recall": recall, "output": path, "format": "jsonl"}, {}), _PLANNED)

    def rebuild(
        self,
        new: Path,
        *,
        least: float | None = None,
        recall: float | None = None,
        passages: int | str | None = None,
        **options: Unpack[MakingOptions],
    ) -> "Index":
        """A new index of the same documents with other options, in a folder that does not exist; what is not named stays as
        it was. Removed documents are not in it, and sequences begin anew."""
        folder = _new_folder(new)
        memory = options.pop("memory", self._memory)
        self._ask(["rebuild", self.path, folder], {"least": least, "recall": recall, "passages": passages}, options)
        return Index(folder, memory=memory)

    def export(self, output: Path, *, times: bool = False) -> None:
        """All documents as JSONL of id, text and fields, in the order of adding, which add() reads again. With `times` each
        has when it was added, as "textkin_added_at": with `added_at="field:textkin_added_at"` it is as old in another index."""
        self._ask(["export", self.path], {"output": os.fspath(output), "times": times}, {})

    def snapshot(self, copy: Path) -> "Index":
        """A copy of now, which is an index of its own, in a folder that does not exist. Large files are hard links."""
        folder = _new_folder(copy)
        self._ask(["snapshot", self.path, folder], {}, {})
        return Index(folder, memory=self._memory)

    def __repr__(self) -> str:
        return f"Index({self.path!r}, documents={len(self)}, sequence={self.sequence})"

    def __reduce__(self) -> Any:
        return _reopened, (type(self), self.path, self._memory)


def _reopened(kind: type[Index], path: str, memory: int | str | None, timeout: int | None = None) -> Index:
    return kind(path, memory=memory, timeout=timeout)


class _RefreshingWriter(Writer):
    """A Writer whose Index sees what it has committed."""

    def __init__(self, index: Index, memory: int | str | None, bytes: int) -> None:
        super().__init__(index.path, index.fields, memory, bytes)
        self._index = index

    def commit(self) -> int:
        sequence = super().commit()
        self._index.refresh()
        return sequence
