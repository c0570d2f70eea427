"""datasketch's names over textkin, as far as textkin has what they name: for datasketch's own tests, and for nothing else."""

from .b_bit_minhash import bBitMinHash
from .hnsw import HNSW
from .hyperloglog import HyperLogLog, HyperLogLogPlusPlus
from .lean_minhash import LeanMinHash
from .lsh import MinHashLSH
from .lsh_bloom import MinHashLSHBloom
from .lshensemble import MinHashLSHEnsemble
from .lshforest import MinHashLSHForest
from .minhash import MinHash
from .weighted_minhash import WeightedMinHash, WeightedMinHashGenerator

__all__ = [
    "HNSW",
    "HyperLogLog",
    "HyperLogLogPlusPlus",
    "LeanMinHash",
    "MinHash",
    "MinHashLSH",
    "MinHashLSHBloom",
    "MinHashLSHEnsemble",
    "MinHashLSHForest",
    "WeightedMinHash",
    "WeightedMinHashGenerator",
    "bBitMinHash",
]
