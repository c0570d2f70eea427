"""gaoya: MinHash index in Rust for Python. https://github.com/serega/gaoya"""

from rivals.rival import Package, Rival
from rivals.shingles import records


def work(job):
    from gaoya.minhash import MinHashStringIndex

    # Its own cutting is parallel but keeps punctuation; over our words with spaces it makes the shingles of the others.
    names, texts = [], []
    for identifier, words in records(job.path):
        names.append(identifier)
        texts.append(" ".join(words))
    index = MinHashStringIndex(hash_size=32, jaccard_threshold=job.threshold, num_bands=None, band_size=None, num_hashes=128,
                               analyzer="word", ngram_range=(5, 5))
    index.par_bulk_insert_docs(list(range(len(texts))), texts)
    kept, removed = set(), []
    for document, similar in enumerate(index.par_bulk_query(texts)):
        if any(other in kept for other in similar):
            removed.append(names[document])
        else:
            kept.add(document)
    return removed


RIVALS = (
    Rival(
        name="gaoya",
        package=Package("gaoya", "gaoya==0.2.2", "libraries"),
        settings="MinHashStringIndex, 128 hashes of 32 bits (it takes 21 x 6 of them), bulk insert and query in two threads",
        work=work,
        removes="estimate of the sketch",
        offers="an index in memory (textkin.Index is a folder), and one for Rust programs",
    ),
)
