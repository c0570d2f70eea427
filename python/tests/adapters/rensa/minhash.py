"""RMinHash: textkin.MinHash. CMinHash, which has two permutations and cells of 64 bits: the same, with its 32 bits."""

import array

import textkin
from no_counterpart import nothing

_HASHES = "the hash of an item is not given out: take items, or hashes of your own by update_hashes()"
_RHO = "no rho sketch: documents are never sampled"


def items_of(tokens):
    """One token, or many."""
    if isinstance(tokens, bytes | bytearray | memoryview):
        tokens = [tokens]
    return [_item(token) for token in tokens]


def _item(token):
    return token.tobytes() if isinstance(token, array.array) else token


class Matrix:
    """Rows of cells."""

    def __init__(self, sketches):
        self.sketches = sketches

    def len(self):
        return len(self.sketches)

    def get_num_perm(self):
        return self.sketches[0].hashes

    def to_rows(self):
        return [sketch.digest() for sketch in self.sketches]


class RMinHash(textkin.MinHash):
    ALGORITHM_VERSION = 2

    def __init__(self, num_perm, seed):
        if num_perm == 0:
            raise ValueError("num_perm is 0")
        super().__init__(num_perm, seed)
        self.items = set()

    def update(self, tokens):
        items = items_of(tokens)
        try:
            self.update_batch(items)
        except TypeError as refused:
            raise TypeError(f"each item must be str or bytes: {refused}") from None
        self.items.update(item if isinstance(item, str) else bytes(item) for item in items)

    def __setstate__(self, state):
        if isinstance(state, tuple):
            return super().__setstate__(state)
        try:
            super().__setstate__(textkin.MinHash.from_bytes(state).__getstate__())
        except ValueError as refused:
            raise ValueError(f"rebuild it: {refused}") from None

    def jaccard(self, other):
        if self.hashes != other.hashes:
            raise ValueError(f"num_perm mismatch: {self.hashes} and {other.hashes}")
        if self.seed != other.seed:
            raise ValueError(f"seed mismatch: {self.seed} and {other.seed}")
        return super().jaccard(other)

    def digest(self):
        return super().digest().tolist()

    @classmethod
    def from_token_sets(cls, token_sets, num_perm, seed):
        made = []
        for tokens in token_sets:
            made.append(cls(num_perm, seed))
            made[-1].update(tokens)
        return made

    @classmethod
    def digests_from_token_sets(cls, token_sets, num_perm, seed):
        return [sketch.digest() for sketch in cls.from_token_sets(token_sets, num_perm, seed)]

    @classmethod
    def digest_matrix_from_token_sets(cls, token_sets, num_perm, seed):
        return Matrix(cls.from_token_sets(token_sets, num_perm, seed))

    digest_matrix_from_token_byte_sets = digest_matrix_from_token_sets

    @classmethod
    def digest_matrix_from_token_hash_sets(cls, hash_sets, num_perm, seed):
        made = []
        for hashes in hash_sets:
            made.append(cls(num_perm, seed))
            made[-1].update_hashes(hashes)
        return Matrix(made)

    @staticmethod
    def hash_token_sets(token_sets):
        nothing(_HASHES)

    @staticmethod
    def digest_matrix_from_token_sets_rho(*_, **__):
        nothing(_RHO)

    digest_matrix_from_token_hash_sets_rho = digest_matrix_from_flat_token_hashes_rho = digest_matrix_from_token_sets_rho

    @classmethod
    def digest_matrix_from_flat_token_hashes(cls, flat, offsets, num_perm, seed):
        nothing("no flat list of hashes with offsets: a call for each set, or signatures.sketch() of a table of texts")


class CMinHash(RMinHash):
    digest_u64 = RMinHash.digest
    digests64_from_token_sets = RMinHash.digests_from_token_sets

    @classmethod
    def digests64_from_token_hash_sets(cls, hash_sets, num_perm, seed):
        return cls.digest_matrix_from_token_hash_sets(hash_sets, num_perm, seed).to_rows()
