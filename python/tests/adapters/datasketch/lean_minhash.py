"""LeanMinHash: the bytes of a sketch, and what is read back from them."""

import textkin


class LeanMinHash:
    def __init__(self, minhash=None, seed=None, hashvalues=None):
        if minhash is None:
            from .minhash import MinHash

            MinHash(seed=seed, hashvalues=hashvalues)  # says that there is no such thing
        self._sketch = textkin.MinHash.from_bytes(minhash.to_bytes())

    @classmethod
    def _of(cls, sketch):
        made = cls.__new__(cls)
        made._sketch = sketch
        return made

    @property
    def seed(self):
        return self._sketch.seed

    @property
    def hashvalues(self):
        return self._sketch.words

    def update(self, item):
        raise TypeError("a lean sketch does not grow")

    def is_empty(self):
        return self._sketch.is_empty()

    def count(self):
        return self._sketch.count()

    def jaccard(self, other):
        return self._sketch.jaccard(other._sketch)

    def merge(self, other):
        self._sketch.merge(other._sketch)

    @classmethod
    def union(cls, *lean):
        return cls._of(textkin.MinHash.union(*(one._sketch for one in lean)))

    def bytesize(self, byteorder="@"):
        return len(self._sketch.to_bytes())

    def serialize(self, buffer, byteorder="@"):
        buffer[: self.bytesize()] = self._sketch.to_bytes()

    @classmethod
    def deserialize(cls, buffer, byteorder="@"):
        return cls._of(textkin.MinHash.from_bytes(bytes(buffer)))

    def __eq__(self, other):
        return self._sketch == other._sketch

    def __hash__(self):
        return hash(self._sketch.to_bytes())
