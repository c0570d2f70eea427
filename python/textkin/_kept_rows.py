"""The rows of a batch that stay."""

from __future__ import annotations

from ._late import np, pa



def kept_rows(batch: pa.RecordBatch, kept: np.ndarray) -> list[pa.RecordBatch]:
    """Those rows of a batch that `kept` (bool [rows]) names, in order; of types that Arrow cannot filter, as slices."""
    if kept.all():
        return [batch]
    try:
        return [batch.filter(pa.array(kept))]
    except NotImplementedError:
        edges = np.flatnonzero(np.diff(np.concatenate([[False], kept, [False]])))
        return [batch.slice(begin, end - begin) for begin, end in edges.reshape(-1, 2).tolist()]
