"""WeightedMinHash: textkin.ICWS, the same sampling (Ioffe 2010); a vector's places are its items."""

import numpy as np

import textkin
from no_counterpart import attribute


class WeightedMinHash(textkin.ICWS):
    @property
    def hashvalues(self):
        return self.digest().astype(int)

    def __len__(self):
        return self.hashes


class WeightedMinHashGenerator:
    rs = ln_cs = betas = attribute("draws are hashes of item and cell: there is no table of them, and no dimension to fix")

    def __init__(self, dim, sample_size=256, seed=1):
        self.dim, self.sample_size, self.seed = dim, sample_size, seed

    def minhash(self, vector):
        made = WeightedMinHash(self.sample_size, self.seed)
        weights = np.asarray(vector, dtype=np.float64)
        places = np.flatnonzero(weights)
        made.update_batch([str(place) for place in places], weights[places])
        return made

    def minhash_many(self, rows):
        dense = rows.toarray() if hasattr(rows, "toarray") else rows
        return [self.minhash(row) if np.any(row) else None for row in dense]
