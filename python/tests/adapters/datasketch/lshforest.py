"""MinHashLSHForest: the K most alike of an Index; what is added counts from index() on."""

import os
import tempfile

import textkin
from no_counterpart import attribute

from .lsh import _BANDS, _BUCKETS, items_of


class MinHashLSHForest:
    hashtables = hashranges = keys = attribute(_BUCKETS)
    k = l = attribute(_BANDS)

    def __init__(self, num_perm=128, l=8):
        self._folder = tempfile.TemporaryDirectory()
        self._num_perm, self._waiting = num_perm, {}
        self._lsh = textkin.IndexLSH(os.path.join(self._folder.name, "index"), 0.5, sets=True)

    def is_empty(self):
        return self._lsh.is_empty()

    def add(self, key, minhash):
        if key in self:
            raise ValueError(f"the key {key} is there")
        self._waiting[key] = items_of(minhash, self._num_perm)

    def index(self):
        with self._lsh.insertion_session() as session:
            for key, items in self._waiting.items():
                session.insert(key, items)
        self._waiting = {}

    def query(self, minhash, k):
        return self._lsh.query(items_of(minhash, self._num_perm), 0.01, top=k)

    def get_minhash_hashvalues(self, key):
        return self._lsh.index.get(key)

    def __contains__(self, key):
        return key in self._waiting or key in self._lsh
