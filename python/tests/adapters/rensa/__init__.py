"""rensa's names over textkin, as far as textkin has what they name: for rensa's own tests, and for nothing else."""

from .deduplicators import CMinHashDeduplicator, RMinHashDeduplicator
from .lsh import RMinHashLSH
from .minhash import CMinHash, RMinHash

__all__ = ["CMinHash", "CMinHashDeduplicator", "RMinHash", "RMinHashDeduplicator", "RMinHashLSH"]
