"""datatrove: the four MinHash stages of its example. https://github.com/huggingface/datatrove"""

import json

from rivals.rival import Package, Rival
from rivals.shingles import WORD


def work(job):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter, MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter
    from datatrove.utils.word_tokenizers import WordTokenizer

    class Words(WordTokenizer):
        """The words of the others; its own default is spaCy's English."""

        def word_tokenize(self, text):
            return WORD.findall(text)

        def sent_tokenize(self, text):
            return [text]

        def span_tokenize(self, text):
            return [(0, len(text))]

    # It divides work by files.
    shards = job.scratch / "shards"
    shards.mkdir()
    lines = job.path.read_bytes().splitlines(keepends=True)
    for shard in range(job.threads):
        first, last = (len(lines) * i // job.threads for i in (shard, shard + 1))
        (shards / f"{shard}.jsonl").write_bytes(b"".join(lines[first:last]))
    del lines

    config, folder = MinhashConfig(), str(job.scratch)  # 14 buckets of 8 hashes, shingles of five words

    def stage(number, pipeline, tasks):
        LocalPipelineExecutor(pipeline=pipeline, tasks=tasks, workers=job.threads, logging_dir=f"{folder}/log{number}").run()

    reader = JsonlReader(str(shards))
    stage(1, [reader, MinhashDedupSignature(f"{folder}/signatures", config=config, language=Words())], job.threads)
    stage(2, [MinhashDedupBuckets(f"{folder}/signatures", f"{folder}/buckets", config=config)], config.num_buckets)
    stage(3, [MinhashDedupCluster(f"{folder}/buckets", f"{folder}/remove", config=config)], 1)
    removed = JsonlWriter(f"{folder}/removed", compression=None)
    stage(4, [reader, MinhashDedupFilter(f"{folder}/remove", exclusion_writer=removed),
              JsonlWriter(f"{folder}/kept", compression=None)], job.threads)
    return [json.loads(line)["id"] for path in sorted((job.scratch / "removed").rglob("*.jsonl"))
            for line in path.read_text().splitlines()]


RIVALS = (
    Rival(
        name="datatrove",
        package=Package("datatrove", "datatrove==0.10.1", "datatrove",
                        with_it=("orjson", "regex", "tokenizers", "xxhash==3.6.0")),
        settings="MinhashConfig() as it is, 14 x 8, words given to it; two workers, four stages",
        work=work,
        removes="shared bucket, chained",
        offers="thousands of workers on Slurm or Ray; files written to hubs (textkin only reads there); "
        "readers, filters and taggers for a whole pipeline",
    ),
)
