"""IndexLSH: an index with the words of datasketch."""

import os
import re
import urllib.parse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ._doors import worded_methods
from ._index import Index
from ._index_words import Path
from ._index_writer import Writer

_APART = re.compile(r"[\s%]")
_OF_SETS = {"shingle": "word:1", "tokens": "whitespace", "normalize": "none"}
Item = str | Iterable[str | bytes]


def _token(item: str | bytes) -> str:
    """An item of a set as one token: what would part it is written as %20."""
    if isinstance(item, bytes):
        try:
            item = item.decode()
        except UnicodeDecodeError:
            return urllib.parse.quote(item)
    return _APART.sub(lambda found: urllib.parse.quote(found[0]), item) or "%"


class _Inserting:
    """What inserts: IndexLSH, or a session of it."""

    def __init__(self, lsh: "IndexLSH", writer: Writer) -> None:
        self._lsh, self._writer = lsh, writer

    def insert(self, key: str, item: Item) -> None:
        """A text, or a set, under a key. ValueError where there is another one with that key."""
        self._writer.add({_key(key): self._lsh._text(item)}, on_same_id="refuse")

    def remove(self, key: str) -> None:
        """ValueError where there is no such key."""
        if self._writer.remove([_key(key)])["removed"] == 0:
            raise ValueError(f"there is no key {key!r}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key is a str, not {type(key).__name__}")
    return key


@worded_methods
class IndexLSH:
    """The words of datasketch's MinHashLSH (insert, query, remove, in, len) over an Index, whose folder stays.

        lsh = textkin.IndexLSH("archive", threshold=0.8)
        lsh.insert("a", "a text")                       # or, with sets=True, a set of str: no MinHash is made
        lsh.query("a text that is like it")             # ["a"]: verified, the most alike first

    Each call is a commit of its own that survives a kill; insertion_session() makes one of many, and `index` is the
    Index, for all else. Who has the same folder open elsewhere calls index.refresh().

    Args:
        path: the folder; made where there is none, with `options` (see textkin.Options), which stay.
        threshold: of query(), which may name another; sets: items are sets of str in place of texts.
    """

    def __init__(self, path: Path, threshold: float = 0.8, *, sets: bool = False, **options: Any) -> None:
        self.threshold, self._sets = threshold, sets
        if os.path.exists(path) and os.listdir(path):
            if options:
                raise ValueError(f"{os.fspath(path)} was made already, with options that stay; leave out {', '.join(options)}")
            self.index = Index(path)
            made = dict(self.index.stats()["options"])
            if sets != all(made[f"--{name}"] == value for name, value in _OF_SETS.items()):
                raise ValueError(f"{os.fspath(path)} was made for {'texts' if sets else 'sets'}; say sets={not sets}")
        else:
            own: dict[str, Any] = dict(_OF_SETS) if sets else {}
            self.index = Index.create(path, least=min(threshold, 0.5), **own, **options)

    def _text(self, item: Item) -> str:
        if isinstance(item, str):
            if self._sets:
                raise TypeError("a set is wanted here, not one str; make the index with sets=False for texts")
            return item
        if not self._sets:
            raise TypeError("a text is wanted here; make the index with sets=True for sets")
        return " ".join(sorted({_token(one) for one in item}))

    @contextmanager
    def insertion_session(self) -> Iterator[_Inserting]:
        """A block of insert() and remove() that count together."""
        with self.index.writer() as writer:
            yield _Inserting(self, writer)

    def insert(self, key: str, item: Item) -> None:
        """A text, or a set, under a key. ValueError where there is another one with that key."""
        with self.insertion_session() as session:
            session.insert(key, item)

    def remove(self, key: str) -> None:
        """ValueError where there is no such key."""
        with self.insertion_session() as session:
            session.remove(key)

    def query(self, item: Item, threshold: float | None = None, *, top: int | None = None) -> list[str]:
        """The keys of what is alike, each verified, the most alike first; `top`: only so many."""
        asked = self.threshold if threshold is None else threshold
        found = self.index.query({"asked": self._text(item)}, asked, top=top)
        alike = sorted(zip(found["similarity"].to_pylist(), found["b"].to_pylist(), strict=True), key=lambda one: -one[0])
        return [key for _, key in alike]

    def is_empty(self) -> bool:
        return len(self) == 0

    def __contains__(self, key: object) -> bool:
        return key in self.index

    def __len__(self) -> int:
        return len(self.index)

    def __repr__(self) -> str:
        return f"IndexLSH({self.index.path!r}, threshold={self.threshold}, documents={len(self)})"
