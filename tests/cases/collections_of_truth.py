"""The collections with an exact truth: how each is read, the options that give its definition, and its bound."""

import json
import re

import pytest

import reference

WORDS = ("--normalize", "ascii-lower", "--tokens", "ascii", "--shingle")
CHARACTERS = ("--normalize", "none", "--shingle")


class Collection:
    """Documents, truth, and the options under which the program's definition is the truth's."""

    def __init__(self, name, documents, truth, options, shingle):
        self.name, self.documents, self.options = name, documents, options
        self.truth = reference.read_truth(reference.DATA / name / truth)
        self.shingle = shingle

    @staticmethod
    def id_in_truth(identifier):
        """Documents whose id is given twice stand in the truth under the one id."""
        return identifier.removesuffix("#2")

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="\n") as out:
            for identifier, text in self.documents:
                out.write(json.dumps({"id": identifier, "text": text}, ensure_ascii=False) + "\n")
        return path


def from_jsonl(name, size):
    def read():
        documents = reference.read_jsonl(reference.DATA / name / "docs.jsonl.gz")
        return Collection(name, documents, f"exact_w{size}.tsv", (*WORDS, f"word:{size}"), reference.words(size))

    return read


def sms_spam():
    lines = (reference.DATA / "sms-spam" / "sms.tsv").read_text(encoding="utf-8").split("\n")
    rows = (line.split("\t", 2) for line in lines if line)
    documents = [(number, text) for number, _, text in rows]
    return Collection("sms-spam", documents, "exact_w1.tsv", (*WORDS, "word:1"), reference.words(1))


def tang_poems():
    dropped = re.compile("[\x00-\x7f\u3000-\u303f\uff00-\uffef]")
    documents = []
    for edition in ("tang", "yuding"):
        documents += reference.read_jsonl(reference.DATA / "tang-poems" / f"{edition}.jsonl.gz")
    named = {}
    for identifier, text in documents:  # eight ids name two poems each; see id_in_truth
        named[identifier if identifier not in named else identifier + "#2"] = dropped.sub("", text)
    documents = list(named.items())
    shingle = lambda text: reference.shingles(text, 3)
    return Collection("tang-poems", documents, "exact_c3.tsv", (*CHARACTERS, "char:3"), shingle)


def udhr_unicode():
    paths = sorted((reference.DATA / "udhr-unicode").glob("*.txt"))
    # The truth was made from texts without white space at their ends.
    documents = [(path.stem, path.read_bytes().decode("utf-8").strip()) for path in paths]
    options = ("--normalize", "collapse-space", "--shingle", "char:4")
    shingle = lambda text: reference.shingles(re.sub(r"\s+", " ", text), 4)
    return Collection("udhr-unicode", documents, "exact_c4.tsv", options, shingle)


READERS = {
    "us-code": from_jsonl("us-code", 5),
    "powershell-docs": from_jsonl("powershell-docs", 5),
    "movie-reviews": from_jsonl("movie-reviews", 3),
    "laws-de": from_jsonl("laws-de", 5),
    "sms-spam": sms_spam,
    "tang-poems": tang_poems,
    "udhr-unicode": udhr_unicode,
}
# The truth lists every pair from this similarity up.
BOUNDS = {"us-code": 0.3, "powershell-docs": 0.3, "movie-reviews": 0.1, "laws-de": 0.2, "sms-spam": 0.5, "tang-poems": 0.3,
          "udhr-unicode": 0.2}


def load(name):
    """Skips the test, visibly, where the data is not at hand."""
    if not (reference.DATA / name).is_dir():
        pytest.skip(f"{reference.DATA / name} is not here; set TEXTKIN_DATA to the folder with the collections")
    return READERS[name]()
