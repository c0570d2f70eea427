"""SetSimilaritySearch: an exact all-pairs join in Python. https://github.com/ekzhu/SetSimilaritySearch"""

from rivals.rival import Package, Rival
from rivals.shingles import records, shingles


def work(job):
    from SetSimilaritySearch import all_pairs

    names, sets = [], []
    for identifier, words in records(job.path):
        names.append(identifier)
        sets.append(set(shingles(words)))
    pairs = all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=job.threshold)
    return [(names[a], names[b]) for a, b, _ in pairs]


RIVALS = (
    Rival(
        name="SetSimilaritySearch",
        package=Package("SetSimilaritySearch", "SetSimilaritySearch==1.0.1", "libraries"),
        settings="all_pairs, jaccard; one thread",
        answer="pairs",
        documents=20_000,
        work=work,
        removes="exact sets",
        offers="Python and NumPy alone, so every platform that has those",
    ),
)
