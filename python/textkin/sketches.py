"""Sketches by the names that the field knows; sketch_catalog() lists all, and Sketch(name) makes any.

    a, b = MinHash(num_perm=128), MinHash(num_perm=128)
    a.update_batch(["the", "cat", "sat"])
    b.update_batch(["the", "cat", "ran"])
    a.jaccard(b)        # Estimate(0.5, 0.41 to 0.59 at 0.95)

They are not those of other libraries: sketches compare only with sketches made here, with the same kind and seed.
"""

from ._textkin import Estimate, Sketch, sketch_catalog

__all__ = [
    "BottomK",
    "DartMinHash",
    "Estimate",
    "FastSimilaritySketch",
    "ICWS",
    "MinHash",
    "OnePermutationHashing",
    "ProbMinHash",
    "SimHash",
    "Sketch",
    "SuperMinHash",
    "sketch_catalog",
]


class MinHash(Sketch):
    """MinHash with k permutations (Broder 1997): the reference, with an exact binomial law."""

    def __init__(self, num_perm: int = 128, seed: int = 1) -> None:
        super().__init__("kperm", num_perm, seed)


class FastSimilaritySketch(Sketch):
    """Fast similarity sketching (Dahlgaard, Knudsen, Thorup 2017): more accurate than MinHash, and faster."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("fss", hashes, seed)


class SuperMinHash(Sketch):
    """SuperMinHash (Ertl 2017)."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("superminhash", hashes, seed)


class BottomK(Sketch):
    """The k smallest hashes (Cohen 1997): exact for small sets; also knows how many items a union has."""

    def __init__(self, k: int = 256, seed: int = 1) -> None:
        super().__init__("bottomk", k, seed)


class OnePermutationHashing(Sketch):
    """One-permutation hashing (Li, Owen, Zhang 2012): one hash an item; for sets well above k."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("oph", hashes, seed)


class DartMinHash(Sketch):
    """Weighted sets, weighted Jaccard (Christiani 2020)."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("dartminhash", hashes, seed)


class ICWS(Sketch):
    """Weighted sets, weighted Jaccard: consistent weighted sampling (Ioffe 2010), the reference."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("icws", hashes, seed)


class ProbMinHash(Sketch):
    """Weighted sets whose scale does not matter: probability Jaccard (Ertl 2020)."""

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("probminhash", hashes, seed)


class SimHash(Sketch):
    """Signs of sums: the cosine of weighted sets from 64 or 128 bits (Charikar 2002). See estimate()."""

    def __init__(self, bits: int = 64, seed: int = 1) -> None:
        super().__init__("simhash", bits, seed)
