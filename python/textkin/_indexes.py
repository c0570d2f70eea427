"""Indexes: several folders that are asked as one index."""

import json
import os
from collections.abc import Iterable
from typing import Any

from ._doors import worded_methods
from ._index import Index
from ._index_asked import Asked
from ._index_words import Path

MANIFEST = "shards.json"


def shards(folder: Path) -> list[str]:
    """The folders that the manifest in `folder` names. FileNotFoundError where there is none."""
    path = os.path.join(os.path.abspath(os.fspath(folder)), MANIFEST)
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    if not isinstance(manifest, dict) or not isinstance(manifest.get("shards"), list):
        raise ValueError(f"{path} names no shards; make the folder anew")
    return [os.path.join(os.path.dirname(path), name) for name in manifest["shards"]]


@worded_methods
class Indexes(Asked):
    """Several indexes of the same text options that are asked as one: a folder a year, or the shards that
    textkin.spark.index() made. An answer about a document depends on no other, so the rows are those of one index that
    all were added to, one folder behind the other. An id that several folders have is FOLDER/ID, by the folder's
    whole path, and `in` takes either.

        old = textkin.Indexes(["2024", "2025", "2026"])
        found = old.query(data, threshold=0.6)

    Each is of the sequence of when it was opened, until refresh(). Threads, fork and pickle: as Index.

    Args: paths: the folders; or one that textkin.spark.index() wrote. memory: as for Index.
    """

    def __init__(self, paths: Path | Iterable[Path], *, memory: int | str | None = None) -> None:
        named = shards(paths) if isinstance(paths, str | os.PathLike) else list(paths)
        if not named:
            raise ValueError("there is no index to ask; name a folder")
        self._memory = memory
        self.indexes = [Index(path, memory=memory) for path in named]

    def _opened(self) -> list[Any]:
        return [index._held() for index in self.indexes]

    def _folders(self) -> list[str]:
        return [index.path for index in self.indexes]

    def _sequence(self, opened: list[Any]) -> int:
        return int(opened[0].sequence) if len(opened) == 1 else 0

    def refresh(self) -> None:
        """Goes on to what has been committed by now."""
        for index in self.indexes:
            index.refresh()

    def __len__(self) -> int:
        return sum(map(len, self.indexes))

    def __contains__(self, id: object) -> bool:
        return any(id in index or _in_folder(id, index) for index in self.indexes)

    def __repr__(self) -> str:
        return f"Indexes({len(self.indexes)} folders, documents={len(self)})"

    def __reduce__(self) -> Any:
        return _reopened, (self._folders(), self._memory)


def _in_folder(id: object, index: Index) -> bool:
    """Whether it is FOLDER/ID of one that is there."""
    folder = index.path + "/"
    return isinstance(id, str) and id.startswith(folder) and id[len(folder) :] in index


def _reopened(folders: list[str], memory: int | str | None) -> Indexes:
    return Indexes(folders, memory=memory)
