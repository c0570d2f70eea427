"""Finds documents that are alike, in tables, lists and files, and says which copies to remove.

The engine is that of the program `textkin`: the same options, the same seeds, the same answers to the byte. Documents
are compared by the Jaccard similarity of their shingles; candidates come from sketches or an exact join, and every pair
is verified on the exact sets.

    table = textkin.pairs(data, threshold=0.8)      # which documents are alike
    result = textkin.dedup(data, keep="longest")    # which of them stay
    clean = data.filter(result.kept)                # data: a pyarrow Table

`data` is anything with an Arrow stream (a pyarrow Table or RecordBatchReader, a polars or pandas DataFrame, a Hugging
Face dataset), a column or list of texts, a mapping of ids to texts, or paths of what the program reads.
"""

from typing import NoReturn

from . import signatures
from ._cleaning import decontaminate, trim
from ._commands import compare, dedup, extract, pairs, passages, plan, report
from ._cut_results import DecontaminateResult, TrimResult
from ._index import Index
from ._index_lsh import IndexLSH
from ._index_writer import Writer
from ._indexes import Indexes
from ._options import Options
from ._results import DedupResult, Found
from ._textkin import version as __version__
from .signatures import sketch
from .sketches import *  # noqa: F403
from .sketches import __all__ as _sketches

# What other libraries have, and what does the same here.
_ELSEWHERE = {
    "HyperLogLog": "it is BottomK that counts different items: BottomK().count()",
    "HyperLogLogPlusPlus": "it is BottomK that counts different items: BottomK().count()",
    "LeanMinHash": "it is MinHash, of which freeze() leaves the signature alone",
    "MinHashLSH": "dedup() and pairs() find what is alike, and IndexLSH has insert() and query()",
    "MinHashLSHForest": "it is Index.query(data, top=K) that finds the K most alike",
    "MinHashLSHEnsemble": "it is pairs(data, against=others, measure=\"containment\")",
    "RMinHash": "it is MinHash, or FastSimilaritySketch",
    "WeightedMinHash": "ICWS and DartMinHash are of weighted sets",
    "WeightedMinHashGenerator": "ICWS and DartMinHash are of weighted sets",
}


def __getattr__(name: str) -> NoReturn:
    there = f"; here {_ELSEWHERE[name]}" if name in _ELSEWHERE else ""
    raise AttributeError(f"module 'textkin' has no attribute {name!r}{there}", name=name)


__all__ = [
    "DecontaminateResult",
    "DedupResult",
    "Found",
    "Index",
    "IndexLSH",
    "Indexes",
    "Options",
    "TrimResult",
    "Writer",
    "__version__",
    "compare",
    "decontaminate",
    "dedup",
    "extract",
    "pairs",
    "passages",
    "plan",
    "report",
    "signatures",
    "sketch",
    "trim",
    *_sketches,
]
