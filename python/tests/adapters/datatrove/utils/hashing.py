import dataclasses
from typing import Literal


@dataclasses.dataclass
class HashConfig:
    """Nothing to choose: hashes have as many bits as a collection needs, and what is alike is verified."""

    precision: Literal[32, 64] = 64
    hash_fc: str = "xxhash"
