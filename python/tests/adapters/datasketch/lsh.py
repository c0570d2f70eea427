"""MinHashLSH: textkin.IndexLSH of the sets themselves; what it answers is verified."""

import contextlib
import os
import tempfile

import textkin
from no_counterpart import absent, attribute, nothing

_BUCKETS = "there are no buckets to look into: an Index keeps keys in files, and each answer is verified"
_BANDS = "bands and rows follow from threshold and recall, per question; no weights are set against each other"


def items_of(minhash, num_perm):
    if len(minhash) != num_perm:
        raise ValueError(f"a sketch of {len(minhash)} permutations, not of {num_perm}")
    if not hasattr(minhash, "items"):
        nothing("an Index is of sets; weighted sets are compared as sketches (ICWS, DartMinHash), or by measure=")
    return minhash.items


class MinHashLSH:
    b = r = attribute(_BANDS)
    hashtables = keys = get_counts = get_subset_counts = attribute(_BUCKETS)

    def __init__(self, threshold=0.9, num_perm=128, weights=None, params=None, storage_config=None, **others):
        if storage_config is not None:
            nothing("an index is a folder, or behind a server of ours; not in Redis or Cassandra")
        if weights is not None or params is not None or others:
            nothing(_BANDS)
        self._folder = tempfile.TemporaryDirectory()
        self._num_perm, self._buffer = num_perm, {}
        self._lsh = textkin.IndexLSH(os.path.join(self._folder.name, "index"), threshold, sets=True)

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name != "_folder"}

    def is_empty(self):
        return self._lsh.is_empty()

    def insert(self, key, minhash, check_duplication=True):
        self._lsh.insert(key, items_of(minhash, self._num_perm))

    @contextlib.contextmanager
    def insertion_session(self, buffer_size=50000):
        with self._lsh.insertion_session() as session:
            yield _Session(session, self._num_perm)

    def remove(self, key):
        self._lsh.remove(key)

    def query(self, minhash):
        return self._lsh.query(items_of(minhash, self._num_perm))

    def add_to_query_buffer(self, minhash):
        self._buffer[str(len(self._buffer))] = self._lsh._text(items_of(minhash, self._num_perm))

    def collect_query_buffer(self):
        asked, self._buffer = self._buffer, {}
        return sorted(set(self._lsh.index.query(asked, self._lsh.threshold)["b"].to_pylist()))

    def merge(self, other, check_overlap=False):
        folder = tempfile.TemporaryDirectory()
        moved = os.path.join(folder.name, "moved.jsonl")
        other._lsh.index.export(moved)
        self._lsh.index.add(moved, on_same_id="refuse" if check_overlap else "replace")

    def __contains__(self, key):
        return key in self._lsh


class _Session:
    def __init__(self, session, num_perm):
        self._session, self._num_perm = session, num_perm

    def insert(self, key, minhash, check_duplication=True):
        self._session.insert(key, items_of(minhash, self._num_perm))


MinHashLSHInsertionSession = MinHashLSHDeletionSession = absent(_BUCKETS)
