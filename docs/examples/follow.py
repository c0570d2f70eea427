"""Reads the messages of a topic into an index, each exactly once: killed at any moment, it goes on behind the last one that
counts.

    python follow.py TOPIC.jsonl ARCHIVE [AT_ONCE]

A file stands for the topic: a message is a line, and the offset of the next one is a number of bytes. With a client of
Kafka's, messages() assigns the partition at `offset` and yields `message.offset + 1, json.loads(message.value)`, and the
client commits nothing (enable.auto.commit=False): the archive knows how far it is.
"""

import itertools
import json
import sys
from collections.abc import Iterator

import textkin

TOPIC = "topic-3"


def messages(topic: str, offset: int) -> Iterator[tuple[int, dict[str, str]]]:
    with open(topic, "rb") as lines:
        lines.seek(offset)
        for line in lines:
            offset += len(line)
            yield offset, json.loads(line)


def follow(topic: str, archive: str, at_once: int) -> None:
    index = textkin.Index.open(archive)
    incoming = messages(topic, int(index.checkpoints().get(TOPIC, "0")))
    while some := list(itertools.islice(incoming, at_once)):
        offset = some[-1][0]
        with index.writer() as writer:  # the messages and how far they go: both count, or neither
            seen = writer.seen_or_add([message for _, message in some], 0.8, checkpoint={TOPIC: str(offset)})
        for row in seen.to_pylist():
            if row["status"] == "seen":
                print(f"{row['id']} is like {row['partner']}", flush=True)


if __name__ == "__main__":
    follow(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 100)
