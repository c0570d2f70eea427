"""The deduplicators of a stream: a textkin.Index of the sets that stay; CMinHash's, whose rule is the estimate of every pair, of sketches."""

import os
import tempfile

import textkin
from tokens import OF_SETS, text_of

from .minhash import CMinHash, RMinHash


class _Deduplicator:
    _kind = RMinHash

    def __init__(self, threshold, num_perm, seed):
        if not 0 <= threshold <= 1:
            raise ValueError(f"threshold is {threshold}")
        self._threshold, self._num_perm, self._seed = threshold, num_perm, seed

    def _sketch(self, given):
        if not isinstance(given, RMinHash):
            made = self._kind(self._given_num_perm(), self._seed)
            made.update(given)
            given = made
        if self._num_perm not in (None, given.hashes):
            raise ValueError(f"num_perm mismatch: {given.hashes}, not {self._num_perm}")
        return given

    def _given_num_perm(self):
        if self._num_perm is None:
            raise ValueError("num_perm is not configured")
        return self._num_perm

    def add(self, key, given):
        if not isinstance(key, str):
            raise TypeError("a key is a str")
        sketch = self._sketch(given)
        new = key not in self and not self.get_duplicates(sketch)
        if new:
            self._keep(key, sketch)
        return new

    def is_duplicate(self, key, given):
        if not isinstance(key, str):
            raise TypeError("a key is a str")
        sketch = self._sketch(given)
        return key in self or bool(self.get_duplicates(sketch))

    def add_pairs(self, entries):
        return [self.add(key, given) for key, given in entries]

    def is_duplicate_pairs(self, entries):
        return [self.is_duplicate(key, given) for key, given in entries]

    def get_duplicate_sets(self, given):
        return [self.get_duplicates(one) for one in given]

    def is_empty(self):
        return self.len() == 0


class RMinHashDeduplicator(_Deduplicator):
    def __init__(self, threshold, num_perm, use_lsh, num_bands=None, seed=42):
        super().__init__(threshold, num_perm, seed)
        self._folder = tempfile.TemporaryDirectory()
        self._index = textkin.Index.create(os.path.join(self._folder.name, "index"), least=min(threshold, 0.5), **OF_SETS)

    def __contains__(self, key):
        return key in self._index

    def _keep(self, key, sketch):
        self._index.add({key: text_of(sketch.items)})

    def get_duplicates(self, given):
        found = self._index.query([text_of(self._sketch(given).items)], self._threshold)
        return found["b"].to_pylist()

    def len(self):
        return len(self._index)

    def remove(self, key):
        return self._index.remove([key])["removed"] == 1

    def clear(self):
        self._index.remove(self._index.list()["id"].to_pylist())


class CMinHashDeduplicator(_Deduplicator):
    _kind = CMinHash

    def __init__(self, threshold, num_perm=None, seed=42):
        super().__init__(threshold, num_perm, seed)
        self._kept, self._inferred = {}, num_perm is None

    def __contains__(self, key):
        return key in self._kept

    def _keep(self, key, sketch):
        self._num_perm = sketch.hashes
        self._kept[key] = textkin.MinHash.from_bytes(sketch.to_bytes())

    def get_duplicates(self, given):
        sketch = textkin.MinHash.from_bytes(self._sketch(given).to_bytes())
        return [key for key, kept in self._kept.items() if sketch.jaccard(kept) >= self._threshold]

    def len(self):
        return len(self._kept)

    def _forget(self):
        if self._inferred and not self._kept:
            self._num_perm = None

    def remove(self, key):
        removed = self._kept.pop(key, None) is not None
        self._forget()
        return removed

    def clear(self):
        self._kept.clear()
        self._forget()
