"""MinHashLSHEnsemble: an Index asked for containment of the question."""

import os
import tempfile

import textkin
from no_counterpart import nothing

from .lsh import items_of


class MinHashLSHEnsemble:
    def __init__(self, threshold=0.9, num_perm=128, num_part=16, m=8, weights=None, storage_config=None):
        if storage_config is not None:
            nothing("an index is a folder, or behind a server of ours; not in Redis or Cassandra")
        self._folder = tempfile.TemporaryDirectory()
        self._threshold, self._num_perm = threshold, num_perm
        self._lsh = textkin.IndexLSH(os.path.join(self._folder.name, "index"), sets=True)

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name != "_folder"}

    def is_empty(self):
        return self._lsh.is_empty()

    def index(self, entries):
        with self._lsh.insertion_session() as session:
            for key, minhash, _ in entries:
                session.insert(str(key), items_of(minhash, self._num_perm))

    def query(self, minhash, size):
        asked = self._lsh._text(items_of(minhash, self._num_perm))
        found = self._lsh.index.query([asked], self._threshold, measure="containment", contained="input", exact=True)
        return [int(key) for key in found["b"].to_pylist()]

    def __contains__(self, key):
        return str(key) in self._lsh
