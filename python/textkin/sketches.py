"""Sketches by the names that the field knows; sketch_catalog() lists all, and Sketch(name) makes any.

    a, b = MinHash(num_perm=128), MinHash(num_perm=128)
    a.update_batch(["the", "cat", "sat"])
    b.update_batch(["the", "cat", "ran"])
    a.jaccard(b)        # Estimate(0.5, 0.41 to 0.59 at 0.95)

They are not those of other libraries: sketches compare only with sketches made here, with the same kind and seed.
"""

from __future__ import annotations

import builtins
import copy
import numbers
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from . import _data, _textkin
from ._late import np, npt
from ._textkin import sketch_catalog

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


class Estimate(float):
    """An estimate, as a number, with the interval that holds the true value. Printed, or in a file of CSV, it is the number;
    its repr says the interval.

    lower, upper: the interval; confidence: with which it does so at least, 1 where `exact`: then the number is the true
    value; measure: what is estimated.
    """

    __slots__ = ("confidence", "exact", "lower", "measure", "upper")

    lower: float
    upper: float
    confidence: float
    exact: bool
    measure: str

    def __new__(cls, value: float, lower: float, upper: float, confidence: float, exact: bool, measure: str) -> Self:
        made = super().__new__(cls, value)
        made.lower, made.upper, made.confidence, made.exact, made.measure = lower, upper, confidence, exact, measure
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.value, self.lower, self.upper, self.confidence, self.exact, self.measure

    @property
    def value(self) -> float:
        return float(self)

    def __repr__(self) -> str:
        if self.exact:
            return f"Estimate({self.value:.6g}, exact)"
        return f"Estimate({self.value:.4g}, {self.lower:.4g} to {self.upper:.4g} at {self.confidence:g})"

    def __str__(self) -> str:
        return float.__repr__(self)


_TWO_64 = 1 << 64


def _hashes(given: Any) -> npt.NDArray[np.uint64]:
    array = np.asarray(given)
    if isinstance(given, list | tuple) and array.dtype.kind in "fO" and all(isinstance(one, int) for one in given):
        # of ints past 2^63 numpy makes floats, or objects
        if not all(-_TWO_64 // 2 <= one < _TWO_64 for one in given):
            raise TypeError("hashes are unsigned 64-bit integers, and one is larger")
        array = np.array([one % _TWO_64 for one in given], dtype=np.uint64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        shape = "" if array.ndim == 1 else f" with {array.ndim} dimensions"
        raise TypeError(f"hashes are unsigned 64-bit integers in one row, not {array.dtype}{shape}")
    return np.ascontiguousarray(array, dtype=np.uint64)


class Sketch(_textkin.Sketch):
    """The sketch of one set of items: small, and enough to say how alike two sets are.

    An item is str or bytes (or bytearray, memoryview); equal ones count once, in sketches of weighted sets their weights
    add up. As long as there are at most 65,536 the items' hashes are held; then, or by freeze(), a plain set is folded
    into the sketch. copy, pickle and == are those of Python, with what subclasses have of their own; what changes has no
    hash. Not to be used from several threads at a time.

    Args: name: one of sketch_catalog(); hashes: how many samples an estimate rests on (bits, of simhash); seed: the same
    seed, the same sketch. Raises ValueError.
    """

    _kind: ClassVar[str | None] = None  # the name of the sketch that a subclass is; None: any
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, name: str = "fss", hashes: int = 256, seed: int = 1) -> None:
        """name: one of sketch_catalog(); hashes: samples, or bits of simhash; seed."""
        for what, number in (("the number of hashes", hashes), ("the seed", seed)):
            if not isinstance(number, numbers.Integral) or number < 0:
                raise TypeError(f"{what} is a whole number, not {number!r}")
        for what, number, bits in (("the number of hashes", hashes, 32), ("seed", seed, 64)):
            if number >= 1 << bits:
                raise ValueError(f"{what} is {number}, and at most 2^{bits} - 1")
        super().__init__(name, int(hashes), int(seed))

    def __getstate__(self) -> tuple[Any, ...]:
        return (*super().__getstate__(), self.__dict__.copy())

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        super().__setstate__(state[:3])
        if len(state) > 3:  # not in pickles of older versions
            self.__dict__.update(state[3])

    def update_batch(self, items: Any, weights: npt.ArrayLike | None = None) -> None:
        """Adds items: str or bytes of a list or what else holds them, or an Arrow column, of which null is none; weights:
        [items]. Ctrl-C ends it; what was added by then stays."""
        if isinstance(items, str | bytes):
            raise TypeError(f"items are a list of str or bytes, not one {type(items).__name__}")
        if _data.is_table(items):
            raise TypeError(f"items are a list or column of str or bytes, not {type(items).__name__}; give one of its columns")
        if not isinstance(items, Iterable) and not hasattr(items, "__arrow_c_array__"):
            raise TypeError(f"items are a list of str or bytes, not {type(items).__name__}")
        column = _data.column(items)
        super().update_batch(
            tuple(items) if column is None else column,
            None if weights is None else np.ascontiguousarray(weights, dtype=np.float64),
        )

    def merge(self, other: _textkin.Sketch) -> None:
        """This becomes the sketch of the union; of weighted sets with the greater weight of each item. ValueError for a
        sketch of another kind, hashes or seed, and where sketches read from bytes do not merge."""
        if not isinstance(other, _textkin.Sketch):
            raise TypeError(f"a sketch is merged with a sketch, not with {type(other).__name__}")
        super().merge(other)

    def update_hashes(self, hashes: Any, weights: npt.ArrayLike | None = None) -> None:
        """Adds items by well mixed 64-bit hashes of your own: an array or list of integers, of which negative ones count by
        their bits; weights: [items]. TypeError for anything else: a float has lost bits, and what it lost makes items equal."""
        super().update_hashes(_hashes(hashes), None if weights is None else np.ascontiguousarray(weights, dtype=np.float64))

    def estimate(self, other: _textkin.Sketch, confidence: float = 0.95) -> Estimate:
        """The similarity of both sets, in this sketch's measure, with an interval that holds it with at least this
        confidence (Clopper, Pearson 1934, where cells are independent). ValueError for a sketch of another kind."""
        if not isinstance(other, _textkin.Sketch):
            raise TypeError(f"a sketch is compared with a sketch, not with {type(other).__name__}")
        return Estimate(*super()._estimate(other, confidence))

    def jaccard(self, other: _textkin.Sketch, confidence: float = 0.95) -> Estimate:
        """The same, of sketches whose measure is a Jaccard similarity (of weighted sets: weighted)."""
        if "jaccard" not in self.measure:
            raise ValueError(f"sketch '{self.name}' estimates the {self.measure}; see estimate()")
        return self.estimate(other, confidence)

    def count(self) -> Estimate:
        """How many different items: exact as long as they are held or it is known; of a folded set bottomk estimates it
        (Cohen 1997), others raise ValueError."""
        return Estimate(*super()._count())

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"{kind}({f'{self.name!r}, ' if kind == 'Sketch' else ''}{self.hashes}, seed={self.seed})"

    def digest(self) -> npt.NDArray[np.uint32]:
        """The signature, as `words`."""
        return self.words

    def copy(self) -> Self:
        return copy.copy(self)

    @classmethod
    def from_bytes(cls, bytes: bytes) -> Self:
        """What to_bytes() gave: equal, and as good as the one that gave it, but it cannot grow where its items would be
        needed. ValueError for anything else."""
        if not isinstance(bytes, builtins.bytes):
            raise TypeError(f"a sketch is read of bytes, not of {type(bytes).__name__}")
        none = np.array([])
        made = cls.__new__(cls)
        made.__setstate__((bytes, none.astype(np.uint64), none))
        if cls._kind is not None and made.name != cls._kind:
            raise ValueError(f"a sketch '{made.name}' is no {cls.__name__}; Sketch.from_bytes() takes any")
        return made

    @classmethod
    def union(cls, *sketches: Self) -> Self:
        """The sketch of the union of one set or more. Raises as merge()."""
        if not sketches:
            raise ValueError("a union of no sketches has no kind; give one or more")
        whole = sketches[0].copy()
        for sketch in sketches[1:]:
            whole.merge(sketch)
        return whole

    @classmethod
    def bulk(cls, sets: Iterable[Any], *given: Any, **named: Any) -> list[Self]:
        """A sketch of each set of items; the other arguments are those of the class."""
        sketches = []
        for items in sets:
            sketch = cls(*given, **named)
            sketch.update_batch(items)
            sketches.append(sketch)
        return sketches


class MinHash(Sketch):
    """MinHash with k permutations (Broder 1997): the reference, with an exact binomial law."""

    _kind = "kperm"

    def __init__(self, num_perm: int = 128, seed: int = 1) -> None:
        super().__init__("kperm", num_perm, seed)


class FastSimilaritySketch(Sketch):
    """Fast similarity sketching (Dahlgaard, Knudsen, Thorup 2017): more accurate than MinHash, and faster."""

    _kind = "fss"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("fss", hashes, seed)


class SuperMinHash(Sketch):
    """SuperMinHash (Ertl 2017)."""

    _kind = "superminhash"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("superminhash", hashes, seed)


class BottomK(Sketch):
    """The k smallest hashes (Cohen 1997): exact for small sets; also knows how many items a union has."""

    _kind = "bottomk"

    def __init__(self, k: int = 256, seed: int = 1) -> None:
        super().__init__("bottomk", k, seed)


class OnePermutationHashing(Sketch):
    """One-permutation hashing (Li, Owen, Zhang 2012): one hash an item; for sets well above k."""

    _kind = "oph"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("oph", hashes, seed)


class DartMinHash(Sketch):
    """Weighted sets, weighted Jaccard (Christiani 2020)."""

    _kind = "dartminhash"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("dartminhash", hashes, seed)


class ICWS(Sketch):
    """Weighted sets, weighted Jaccard: consistent weighted sampling (Ioffe 2010), the reference."""

    _kind = "icws"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("icws", hashes, seed)


class ProbMinHash(Sketch):
    """Weighted sets whose scale does not matter: probability Jaccard (Ertl 2020)."""

    _kind = "probminhash"

    def __init__(self, hashes: int = 256, seed: int = 1) -> None:
        super().__init__("probminhash", hashes, seed)


class SimHash(Sketch):
    """Signs of sums: the cosine of weighted sets from 64 or 128 bits (Charikar 2002). See estimate()."""

    _kind = "simhash"

    def __init__(self, bits: int = 64, seed: int = 1) -> None:
        super().__init__("simhash", bits, seed)
