"""text-dedup: scripts over Hugging Face datasets. https://github.com/ChenghaoMou/text-dedup"""

import os
import pathlib

from rivals.rival import Package, Rival


CONFIG = """
[input]
input_type = "local_files"
file_type = "json"
[input.read_arguments]
path = "json"
data_files = "{path}"
split = "train"
cache_dir = "cache"
[algorithm]
algorithm_name = "minhash"
text_column = "text"
num_perm = 240
threshold = {threshold}
ngram_size = 5
check_false_positive = true
batch_size = 10000
num_proc = {threads}
[output]
output_dir = "kept"
[debug]
"""


def work(job):
    import datasets
    from text_dedup.config.base import Config
    from text_dedup.minhash import main

    os.chdir(job.scratch)
    pathlib.Path("config.toml").write_text(CONFIG.format(path=job.path, threshold=job.threshold, threads=job.threads))
    config = Config()
    main(config)
    everything = datasets.load_dataset(**config.input.read_arguments)["id"]
    kept = set(datasets.load_from_disk(config.output.output_dir)["id"])
    return [identifier for identifier in everything if identifier not in kept]


RIVALS = (
    Rival(
        name="text-dedup",
        package=Package("text-dedup", "text-dedup==0.4.1", "text-dedup", python=(3, 12)),
        settings="minhash with the settings of its README: 240 permutations, its own bands and rows, check_false_positive; "
        "two processes",
        work=work,
        removes="text, of pairs inside a chained cluster",
        offers="datasets by their names on the Hugging Face hub (textkin reads files by hf://); a Bloom filter",
    ),
)
