"""Equal contents: textkin.dedup() at a threshold of 1 over whole contents."""

import dataclasses
from collections.abc import Callable

import pyarrow as pa

import textkin
from datatrove.data import Document
from datatrove.io import DataFolder, Stored, numbered
from datatrove.utils.hashing import HashConfig
from tokens import OF_SETS


@dataclasses.dataclass
class ExactDedupConfig:
    content_getter: Callable[[Document], str] = lambda document: document.text
    document_priority: Callable[[Document], int] = lambda _: 1
    hash_config: HashConfig = dataclasses.field(default_factory=HashConfig)


class ExactDedupSignature(Stored):
    def row(self, document):
        return {"text": self.config.content_getter(document), "priority": self.config.document_priority(document)}


class ExactDedupBuildIndex:
    def __init__(self, data_folder, output_folder, index_name, **_):
        self._data_folder, self._output_folder, self._name = DataFolder(data_folder), DataFolder(output_folder), index_name

    def __call__(self):
        self._output_folder.write(self._name, [row for _, row in numbered(self._data_folder)])


class ExactFindDedups:
    def __init__(self, data_folder, output_folder, config, index_folder=None, save_cluster_size=False, lines_to_buffer=None):
        self._data_folder, self._output_folder = DataFolder(data_folder), DataFolder(output_folder)
        self._index_folder = index_folder and DataFolder(index_folder)

    def __call__(self, rank=0, world_size=1):
        if rank > 0:
            return
        rows = numbered(self._data_folder)
        table = pa.table({name: [row[name] for _, row in rows] for name in ("text", "priority")})
        old = self._index_folder and [row["text"] for _, row in numbered(self._index_folder)]
        found = textkin.dedup(table, 1, against=old, keep="field:priority", **OF_SETS)
        labels = found.labels.tolist()
        outcome = {
            place: {"kept": bool(kept), "others": labels.count(label) - 1}
            for (place, _), kept, label in zip(rows, found.kept, labels, strict=True)
        }
        for name in self._data_folder.names():
            self._output_folder.write(name, [row for place, row in outcome.items() if place.startswith(name)])


class ExactDedupFilter:
    def __init__(self, data_folder, config):
        self._data_folder = DataFolder(data_folder)

    def __call__(self, data, rank=0, world_size=1):
        for document, row in zip(data, self._data_folder.read(f"{rank:05d}"), strict=True):
            if row["kept"]:
                document.metadata["duplicate_count"] = row["others"]
                yield document
