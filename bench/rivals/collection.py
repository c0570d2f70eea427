"""A generated collection with its planted pairs, and how good an answer about it is."""

import pathlib
import subprocess


class Collection:
    """A JSONL file and its planted pairs at or above the threshold."""

    def __init__(self, path, documents, pairs):
        self.path, self.documents, self.pairs = path, documents, pairs

    @property
    def megabytes(self):
        return self.path.stat().st_size / 1e6

    def quality(self, removed):
        """Recall: share of the planted pairs of which one document was removed. Precision: share of the removed
        documents with a planted partner that stays."""
        removed = set(removed)
        found = sum(a in removed or b in removed for a, b in self.pairs)
        partners = {}
        for a, b in self.pairs:
            partners.setdefault(a, []).append(b)
            partners.setdefault(b, []).append(a)
        right = sum(any(other not in removed for other in partners.get(document, ())) for document in removed)
        return share(found, len(self.pairs)), share(right, len(removed))

    def pair_quality(self, reported):
        """Recall: share of the planted pairs that were reported. Precision: share of the reported that are planted."""
        planted = {frozenset(pair) for pair in self.pairs}
        reported = {frozenset(pair) for pair in reported}
        both = len(planted & reported)
        return share(both, len(planted)), share(both, len(reported))


def share(part, whole):
    """Of nothing, all."""
    return part / whole if whole else 1.0


def generate(tool, folder, documents, threshold, accented=0.0):
    """The collection that bench_generate makes; always the same for the same numbers. Kept if it is there."""
    stem = pathlib.Path(folder) / f"{documents}{'-accented' if accented else ''}"
    text, truth = stem.with_suffix(".jsonl"), stem.with_suffix(".tsv")
    if not (text.exists() and truth.exists()):
        command = [tool, "--documents", documents, "--accented-share", accented, "-o", text, "--truth", truth]
        subprocess.run([*map(str, command)], check=True)
    rows = [line.split("\t") for line in truth.read_text().splitlines()[1:]]
    return Collection(text, documents, [(a, b) for a, b, value in rows if float(value) >= threshold])


def first_documents(collection, count):
    """The first of them, as a collection in a file of its own."""
    path = collection.path.with_name(f"first-{count}-of-{collection.documents}.jsonl")
    with open(collection.path, "rb") as lines, open(path, "wb") as out:
        for _ in range(count):
            out.write(next(lines))
    beyond = f"d{count:08}"
    return Collection(path, count, [(a, b) for a, b in collection.pairs if max(a, b) < beyond])
