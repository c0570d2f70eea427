"""dolma dedupe: a compiled deduplicator (Rust) behind a command line. https://github.com/allenai/dolma

It has no MinHash: a paragraph goes when enough of its word n-grams were seen before, in any text, by a Bloom filter. Texts of
equal length with Jaccard similarity t share 2t / (1 + t) of their n-grams, which is the share that is asked for here. It
compares words as they are written, so it gets ours, with spaces between, as one paragraph; they are written before the clock
starts.
"""

import json
import pathlib

from rivals.rival import Package, Rival
from rivals.shingles import records

# pip would try hundreds of versions until it found these, which dolma's s3fs wants.
KEPT_BACK = ("aiobotocore==2.5.4", "boto3==1.28.17", "botocore==1.31.17")
SHINGLES = 300  # of a document of the collection, near enough for the size of the filter


def command(job):
    folder = job.scratch / "documents"
    folder.mkdir()
    files = [open(folder / f"{shard}.jsonl", "w") for shard in range(job.threads)]  # a thread works on a file
    documents = 0
    for identifier, words in records(job.path):
        files[documents % len(files)].write(json.dumps({"id": identifier, "text": " ".join(words)}) + "\n")
        documents += 1
    for file in files:
        file.close()
    options = {
        "dedupe.name": "near",
        "dedupe.paragraphs.attribute_name": "near",
        "dedupe.paragraphs.by_ngram.ngram_length": 5,
        "dedupe.paragraphs.by_ngram.overlap_threshold": round(2 * job.threshold / (1 + job.threshold), 4),
        "bloom_filter.file": job.scratch / "filter.bin",
        "bloom_filter.estimated_doc_count": documents * SHINGLES,
        "bloom_filter.desired_false_positive_rate": 0.001,
        "processes": job.threads,
    }
    return [pathlib.Path(job.python).with_name("dolma"), "dedupe", "--documents", folder / "*.jsonl",
            "--no-bloom_filter.read_only", *(part for key, value in options.items() for part in (f"--{key}", value))]


def read(job):
    removed = []
    for path in (job.scratch / "attributes" / "near").glob("*.jsonl"):
        rows = map(json.loads, path.read_text().splitlines())
        removed += [row["id"] for row in rows if row["attributes"]["near"]]
    return removed


RIVALS = (
    Rival(
        name="dolma dedupe",
        package=Package("dolma", "dolma==1.2.1", "dolma", with_it=KEPT_BACK),
        settings="paragraphs by n-grams of 5 words in a Bloom filter, overlap 0.89; words cut before the clock starts; only "
        "marks, another command writes the copy; two threads",
        command=command,
        read=read,
        removes="n-grams seen in any earlier text",
        offers="a filter of a size that is fixed beforehand and goes on with the next files",
    ),
)
