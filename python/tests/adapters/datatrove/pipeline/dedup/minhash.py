"""The four stages of MinHash: the first keeps texts, the third is textkin.dedup()."""

import dataclasses

import textkin
from datatrove.io import DataFolder, Stored, numbered
from datatrove.utils.hashing import HashConfig
from no_counterpart import absent, nothing
from textkin import signatures


@dataclasses.dataclass
class MinhashConfig:
    n_grams: int = 5
    num_buckets: int = 14
    hashes_per_bucket: int = 8
    seed: int = 1
    hash_config: HashConfig = dataclasses.field(default_factory=HashConfig)

    @property
    def threshold(self):
        """At which half of the pairs or more share a bucket."""
        return (1 / self.num_buckets) ** (1 / self.hashes_per_bucket)


class MinhashDedupSignature(Stored):
    def __init__(self, output_folder, config, skip_existing_sigs=False):
        super().__init__(output_folder, config)
        self.num_hashes = config.num_buckets * config.hashes_per_bucket

    def get_shingles(self, text):
        return text

    def get_signature(self, text):
        table = signatures.sketch([text], "kperm", self.num_hashes, shingle=f"word:{self.config.n_grams}", seed=self.config.seed)
        cells, width = table["cells"][0].as_py(), self.config.hashes_per_bucket
        return [tuple(cells[i : i + width]) for i in range(0, len(cells), width)]

    def check_can_skip_sig_writing(self, rank):
        nothing("a run is taken up by its run directory (run_dir=), not file by file")


class MinhashDedupBuckets:
    def __init__(self, input_folder, output_folder, config):
        self.input_folder, self._output_folder = DataFolder(input_folder), DataFolder(output_folder)

    def __call__(self, data=None, rank=0, world_size=1):
        if rank == 0:
            for name in self.input_folder.names():
                self._output_folder.write(name, self.input_folder.read(name))

    def get_worker_hash_range(self, *_):
        nothing("no ranges of hashes for workers: threads and Spark share the work without being told")


class MinhashDedupCluster:
    def __init__(self, input_folder, output_folder, config, save_cluster_id=False, save_cluster_size=False):
        self._input_folder, self._output_folder = DataFolder(input_folder), DataFolder(output_folder)
        self._config = config

    def __call__(self, data=None, rank=0, world_size=1):
        texts = {place: row["text"] for place, row in numbered(self._input_folder)}
        found = textkin.dedup(texts, self._config.threshold, shingle=f"word:{self._config.n_grams}")
        labels = found.labels.tolist()
        rows = [
            {"kept": bool(kept), "cluster": label if labels.count(label) > 1 else -1, "size": labels.count(label)}
            for kept, label in zip(found.kept, labels, strict=True)
        ]
        self._output_folder.write("rows", rows)


class MinhashDedupFilter:
    def __init__(self, input_folder, load_cluster_ids=False, load_cluster_sizes=False):
        self._input_folder = DataFolder(input_folder)

    def __call__(self, data, rank=0, world_size=1):
        for document, row in zip(data, self._input_folder.read("rows"), strict=True):
            if row["kept"]:
                document.metadata |= {"minhash_cluster_id": row["cluster"], "minhash_cluster_size": row["size"]}
                yield document


read_sigs = absent("signatures are read by textkin.signatures.read(), from files of our own")
