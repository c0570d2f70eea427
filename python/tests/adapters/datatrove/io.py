"""A folder that a block leaves for the next; what lies in it is ours."""

import json
import os

from no_counterpart import nothing


class DataFolder(os.PathLike):
    def __init__(self, path):
        self._path = os.fspath(path)
        os.makedirs(self._path, exist_ok=True)

    def __fspath__(self):
        return self._path

    def write(self, name, rows):
        with open(os.path.join(self._path, name), "w", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows)

    def read(self, name):
        with open(os.path.join(self._path, name), encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def names(self):
        return sorted(os.listdir(self._path))

    def open(self, *_, **__):
        nothing("datatrove's files between its stages are its own; here one call does all stages, and a run directory is not read by others")

    list_files = isfile = open


def get_datafolder(path):
    return DataFolder(path)


class Stored:
    """A block that keeps documents, a file a rank, for a later one that sees all of them."""

    def __init__(self, output_folder, config=None, **_):
        self.output_folder, self.config = DataFolder(output_folder), config

    def content(self, document):
        return document.text

    def __call__(self, data, rank=0, world_size=1):
        self.output_folder.write(f"{rank:05d}", [self.row(document) for document in data])

    def row(self, document):
        return {"text": self.content(document)}


def numbered(folder):
    """[(rank/place, row)] of what Stored kept."""
    return [(f"{name}/{i}", row) for name in folder.names() for i, row in enumerate(folder.read(name))]
