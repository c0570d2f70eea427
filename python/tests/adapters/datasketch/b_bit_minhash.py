"""bBitMinHash: a row of signatures of b bits."""

import pickle

from tokens import OF_SETS, text_of
from textkin import signatures


class bBitMinHash:
    def __init__(self, minhash, b=1, r=0.0):
        self._kind = (minhash.hashes, minhash.seed, b)
        self.table = signatures.sketch([text_of(minhash.items)], "kperm", minhash.hashes, bits=b, seed=minhash.seed, **OF_SETS)

    def __eq__(self, other):
        return self._kind == other._kind and self.table["cells"] == other.table["cells"]

    def jaccard(self, other):
        return signatures.estimate(self.table, other.table)["similarity"][0].as_py()

    def bytesize(self):
        return len(pickle.dumps(self.table))
