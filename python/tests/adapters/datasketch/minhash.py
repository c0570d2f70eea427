"""MinHash: textkin.MinHash, which also keeps its items for what compares sets themselves (Index, signatures)."""

import numpy as np

import textkin
from no_counterpart import attribute, nothing


class MinHash(textkin.MinHash):
    """Where a hash function is given its values are the items (update_hashes); else what it is updated with."""

    permutations = attribute("kperm has no list of permutations: it hashes a pair of item and cell")

    def __init__(self, num_perm=128, seed=1, hashfunc=None, hashvalues=None):
        if hashvalues is not None:
            nothing("a sketch is made of items or of to_bytes(), not of bare cells; many in a table are signatures.write()")
        super().__init__(num_perm, seed)
        self.hashfunc, self.items = hashfunc, set()

    def update(self, item):
        self.update_batch([item])

    def update_batch(self, items):
        if self.hashfunc is None:
            items = [item if isinstance(item, str | bytes) else bytes(memoryview(item)) for item in items]
            super().update_batch(items)
            self.items.update(items)
        else:
            hashes = [self.hashfunc(item) for item in items]
            self.update_hashes(np.array(hashes, np.uint64))
            self.items.update(map(str, hashes))

    @property
    def hashvalues(self):
        return self.digest()

    def __len__(self):
        return self.hashes

    def merge(self, other):
        super().merge(other)
        self.items |= other.items

    def copy(self):
        made = super().copy()
        made.items = set(self.items)
        return made
