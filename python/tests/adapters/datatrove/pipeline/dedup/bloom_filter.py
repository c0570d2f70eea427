"""A text of which most n-grams were seen: a textkin.Index asked for containment of each text before it is added."""

import dataclasses
import os

import textkin
from datatrove.utils.hashing import HashConfig


@dataclasses.dataclass
class BloomFilterConfig:
    m_bytes: int
    k: int
    expected_elements: int
    duplication_threshold: float = 0.8
    n_grams: int = 13
    hash_config: HashConfig = dataclasses.field(default_factory=HashConfig)


class SingleBloomFilter:
    def __init__(self, output_folder, config):
        self._config = config
        self._index = textkin.Index.create(os.path.join(output_folder, "index"), shingle=f"word:{config.n_grams}", passages=config.n_grams)

    def step(self, document):
        asked = [document.text]
        found = self._index.query(asked, self._config.duplication_threshold, measure="containment", contained="input")
        if found.num_rows == 0:
            self._index.add({document.id: document.text})
            return True
        return False
