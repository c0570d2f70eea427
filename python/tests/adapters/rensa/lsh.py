"""RMinHashLSH: a textkin.Index of the sets themselves. A question is answered by all that are at least as alike as the threshold."""

import os
import tempfile

import textkin
from no_counterpart import attribute, nothing
from tokens import OF_SETS, text_of

from .minhash import RMinHash

_STATS = "no sparse check that could be counted: every answer is verified"


class RMinHashLSH:
    get_last_one_shot_sparse_verify_checks = get_last_one_shot_sparse_verify_passes = attribute(_STATS)

    def __init__(self, threshold, num_perm, num_bands):
        if num_perm == 0:
            raise ValueError("num_perm is 0")
        if not 0 < num_bands <= num_perm:
            raise ValueError(f"num_bands is {num_bands}")
        if num_perm % num_bands:
            raise ValueError("num_perm is not divisible by num_bands")
        if not 0 <= threshold <= 1:
            raise ValueError(f"threshold is {threshold}")
        self._folder = tempfile.TemporaryDirectory()
        self._threshold, self._num_perm, self._num_bands = threshold, num_perm, num_bands
        self._index = textkin.Index.create(os.path.join(self._folder.name, "index"), least=min(threshold, 0.5), **OF_SETS)

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name != "_folder"}

    def get_num_perm(self):
        return self._num_perm

    def get_num_bands(self):
        return self._num_bands

    def _text(self, minhash):
        if minhash.hashes != self._num_perm:
            raise ValueError(f"MinHash has {minhash.hashes} permutations, not {self._num_perm}")
        return text_of(minhash.items)

    def insert(self, key, minhash):
        self.insert_pairs([(key, minhash)])

    def insert_pairs(self, pairs):
        texts = {}
        for key, minhash in pairs:
            if not isinstance(key, int):
                raise TypeError("a key is an int")
            texts[str(key)] = self._text(minhash)
        self._index.add(texts)

    def insert_many(self, minhashes, start_key=0):
        self.insert_pairs((start_key + i, minhash) for i, minhash in enumerate(minhashes))

    def insert_matrix(self, matrix, start_key=0):
        self.insert_many(matrix.sketches, start_key)

    def insert_matrix_and_query_duplicate_flags(self, matrix, start_key=0):
        nothing("no row is asked while others are added, but for seen_or_add(), which adds only what is new")

    def remove(self, key):
        return self._index.remove([str(key)])["removed"] == 1

    def query_all(self, minhashes):
        asked = {str(i): self._text(minhash) for i, minhash in enumerate(minhashes)}
        found = self._index.query(asked, max(self._threshold, 0.01))
        rows = [[] for _ in asked]
        for a, b in zip(found["a"].to_pylist(), found["b"].to_pylist(), strict=True):
            rows[int(a)].append(int(b))
        return [sorted(row) for row in rows]

    def query(self, minhash):
        return self.query_all([minhash])[0]

    def query_duplicate_flags(self, minhashes):
        return [len(row) > 1 for row in self.query_all(minhashes)]

    def query_duplicate_flags_matrix(self, matrix):
        return self.query_duplicate_flags(matrix.sketches)

    def query_duplicate_flags_matrix_one_shot(self, matrix):
        self.insert_matrix(matrix)
        return self.query_duplicate_flags_matrix(matrix)

    def is_similar(self, one, other):
        return RMinHash.jaccard(one, other) >= self._threshold
