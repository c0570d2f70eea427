"""What an index should hold, as a map beside it, and texts for it: for the tests of `textkin index`."""

import os

import conftest
from index_texts import changed, family, text

LIBRARY = conftest.BINARY.parent / "libtextkin_faults.so"
__all__ = ["LIBRARY", "SOAK", "Model", "changed", "check_prefix", "family", "questions_of", "text"]
SOAK = os.environ.get("TEXTKIN_SOAK") == "1"


class Model:
    """What the index should hold, as a map, and the program that holds it."""

    def __init__(self, textkin, *options, name="idx"):
        self.textkin, self.name, self.alive = textkin, name, {}
        textkin("index", "create", name, *options)

    def add(self, documents, *options):
        records = [{"id": id, "text": text} for id, text in documents]
        answer = self.textkin("index", "add", self.name, self.textkin.jsonl("batch.jsonl", records), *options)
        for id, text in documents:
            if self.alive.get(id) != text:
                self.alive.pop(id, None)
                self.alive[id] = text
        return answer

    def remove(self, ids):
        self.textkin("index", "remove", self.name, "--ids", self.textkin.write("ids.txt", "".join(id + "\n" for id in ids)))
        for id in ids:
            self.alive.pop(id, None)

    def against(self):
        return self.textkin.jsonl("alive.jsonl", [{"id": id, "text": text} for id, text in self.alive.items()])

    def query(self, questions, *options):
        return self.textkin("index", "query", self.name, questions, "-q", *options)

    def holds(self):
        rows = self.textkin("index", "list", self.name).table()
        assert [row["id"] for row in rows] == list(self.alive)


def questions_of(textkin, draw, texts, count):
    asked = [changed(draw, draw.choice(texts), draw.randrange(6)) for _ in range(count - 2)] + [text(draw), ""]
    return textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": text} for i, text in enumerate(asked)])


def check_prefix(model, documents):
    """What is there is a prefix of what was added, whole batches of it, and the same add again completes it."""
    rows = [row["id"] for row in model.textkin("index", "list", model.name).table()]
    assert rows == [id for id, _ in documents[: len(rows)]]
    model.textkin("index", "verify", model.name)
    return len(rows)
