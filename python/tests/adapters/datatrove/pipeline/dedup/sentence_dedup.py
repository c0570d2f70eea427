"""Three sentences in a row that stood before: passages of textkin.trim() of as many words as such have at least."""

import dataclasses

import textkin
from datatrove.io import DataFolder, Stored, numbered
from datatrove.utils.hashing import HashConfig
from no_counterpart import nothing

_WORDS_A_SENTENCE = 7


@dataclasses.dataclass
class SentDedupConfig:
    n_sentences: int = 3
    min_doc_words: int = 50
    min_num_sentences: int = 3
    hash_config: HashConfig = dataclasses.field(default_factory=HashConfig)


class SentenceDedupSignature(Stored):
    pass


class SentenceDedupBuildIndex:
    def __init__(self, **_):
        nothing("trim() has no against=: what is trimmed is all in one call")


class SentenceFindDedups:
    def __init__(self, data_folder, output_folder, config, index_folder=None):
        self._data_folder, self._output_folder, self._config = DataFolder(data_folder), DataFolder(output_folder), config

    def __call__(self, data=None, rank=0, world_size=1):
        if rank == 0:
            rows = sorted(numbered(self._data_folder), key=lambda row: int(row[0].split("/")[1]))  # the first of each file leads
            texts = {place: row["text"] for place, row in rows}
            left = textkin.trim(texts, words=_WORDS_A_SENTENCE * self._config.n_sentences).apply(texts)
            for name in self._data_folder.names():
                self._output_folder.write(name, [{"text": left[place]} for place in texts if place.startswith(name)])


class SentenceDedupFilter:
    def __init__(self, data_folder, config):
        self._data_folder = DataFolder(data_folder)

    def __call__(self, data, rank=0, world_size=1):
        for document, row in zip(data, self._data_folder.read(f"{rank:05d}"), strict=True):
            document.text = row["text"].strip()
            if document.text:
                yield document
