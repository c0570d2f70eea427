"""textkin itself, as its users run it: one command, files in and out."""

import json

from rivals.rival import Rival

BASIS = "exact sets of shingles"


def dedup(*options):
    def command(job):
        return [job.textkin, "dedup", job.path, "-o", job.scratch / "kept.jsonl", "--removed", job.scratch / "removed.jsonl",
                "-t", job.threshold, "--threads", job.threads, "--quiet", *options]

    return command


def removed(job):
    return [json.loads(line)["id"] for line in (job.scratch / "removed.jsonl").read_text().splitlines()]


def pairs(job):
    return [job.textkin, "pairs", job.path, "-o", job.scratch / "pairs.tsv", "--exact", "-t", job.threshold,
            "--threads", job.threads, "--quiet"]


def reported(job):
    return [tuple(line.split("\t")[:2]) for line in (job.scratch / "pairs.tsv").read_text().splitlines()[1:]]


RIVALS = (
    Rival(name="textkin dedup", settings="as it is; two threads", command=dedup(), read=removed, removes=BASIS),
    Rival(name="textkin dedup --exact", settings="all pairs, no sketch; two threads", command=dedup("--exact"), read=removed,
          removes=BASIS),
    Rival(name="textkin pairs --exact", settings="all pairs, no sketch; two threads", command=pairs, read=reported,
          answer="pairs", removes=BASIS),
)
