"""rensa: MinHash in Rust for Python. https://github.com/beowolx/rensa"""

from rivals.rival import Package, Rival
from rivals.shingles import records, shingles

PACKAGE = Package("rensa", "rensa==0.5.0", "libraries")
BATCH = 10_000  # documents that are tokenised before rensa gets them


def deduplicator(bands):
    """The documented way: a deduplicator that takes batches and says for each document whether it stays."""

    def work(job):
        from rensa import RMinHashDeduplicator

        index = RMinHashDeduplicator(threshold=job.threshold, num_perm=128, use_lsh=True, num_bands=bands)
        removed, batch = [], []

        def flush():
            removed.extend(identifier for (identifier, _), stays in zip(batch, index.add_pairs(batch)) if not stays)
            batch.clear()

        for identifier, words in records(job.path):
            batch.append((identifier, list(set(shingles(words)))))
            if len(batch) == BATCH:
                flush()
        flush()
        return removed

    return work


def rho(job):
    """Its fast sketch. In one matrix it would flag every member of a group; document by document the first stays."""
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=job.threshold, num_perm=128, num_bands=8)
    removed = []
    for number, (identifier, words) in enumerate(records(job.path)):
        row = RMinHash.digest_matrix_from_token_sets_rho([shingles(words)], num_perm=128, seed=42)
        if index.insert_matrix_and_query_duplicate_flags(row, number)[0]:
            removed.append(identifier)
    return removed


RIVALS = (
    Rival(
        name="rensa (16 bands)",
        package=PACKAGE,
        settings="RMinHashDeduplicator, 128 permutations, 16 bands; tokenised in Python, one thread",
        work=deduplicator(16),
        removes="estimate of the sketch",
        offers="macOS and Windows; a deduplicator of a stream in memory (textkin's keeps a folder: "
        "Index.writer().seen_or_add())",
    ),
    Rival(
        name="rensa",
        package=PACKAGE,
        settings="RMinHashDeduplicator, 128 permutations, its own bands; tokenised in Python, one thread",
        work=deduplicator(None),
        removes="estimate of the sketch",
    ),
    Rival(
        name="rensa (rho)",
        package=PACKAGE,
        settings="rho sketch, 128 values, 8 bands, document by document; tokenised in Python, one thread",
        work=rho,
        removes="shared band of a sampled sketch",
    ),
)
