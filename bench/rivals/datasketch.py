"""datasketch: MinHashLSH, the loop of its documentation. https://github.com/ekzhu/datasketch"""

from rivals.rival import Package, Rival
from rivals.shingles import records, shingles


def work(job):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=job.threshold, num_perm=128)
    signatures, removed = {}, []
    for identifier, words in records(job.path):
        signature = MinHash(num_perm=128)
        signature.update_batch([shingle.encode() for shingle in set(shingles(words))])
        if any(signatures[other].jaccard(signature) >= job.threshold for other in index.query(signature)):
            removed.append(identifier)
        else:
            index.insert(identifier, signature)
            signatures[identifier] = signature
    return removed


RIVALS = (
    Rival(
        name="datasketch",
        package=Package("datasketch", "datasketch==2.0.0", "libraries"),
        settings="MinHashLSH, 128 permutations, its own bands and rows; one thread",
        work=work,
        removes="estimate of the sketch",
        offers="an index in memory, Redis or Cassandra (textkin.Index is a folder, or behind a server); LSH Ensemble for "
        "containment by bands, HyperLogLog",
    ),
)
