"""docs/examples/follow.py: a topic is read into an index, killed again and again, and each message counts exactly once."""

import json
import os
import pathlib
import random
import subprocess
import sys
import time

import textkin
from index_texts import changed, text

FOLLOW = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "follow.py"
KILLS = 12


def start(*arguments):
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(textkin.__file__))}
    words = [sys.executable, str(FOLLOW), *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)


def listed(index):
    return index.list().to_pylist(), index.checkpoints(), index.sequence


def test_each_message_counts_exactly_once(tmp_path):
    draw = random.Random(7)
    texts = [text(draw, 80) for _ in range(600)]
    topic = tmp_path / "topic.jsonl"
    with open(topic, "w") as lines:
        for i in range(1200):
            message = {"id": f"m{i}", "text": changed(draw, draw.choice(texts), draw.randrange(8))}
            lines.write(json.dumps(message) + "\n")
    whole = textkin.Index.create(tmp_path / "whole")
    begin = time.monotonic()
    child = start(topic, whole.path, 10)
    assert child.wait(120) == 0, child.stderr.read()
    a_batch = (time.monotonic() - begin) / 120
    whole.refresh()
    assert whole.sequence == 120 and 300 < len(whole) < 1200

    killed = textkin.Index.create(tmp_path / "killed")
    kills, places = 0, set()
    while kills < KILLS:
        before = killed.sequence
        child = start(topic, killed.path, 10)
        deadline = time.monotonic() + 60
        while killed.refresh() == before and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(draw.random() * 4 * a_batch)
        child.kill()
        if child.wait() == 0:
            break
        kills += 1
        killed.refresh()
        places.add(killed.sequence)
        reached = killed.checkpoints().get("topic-3", "0")
        assert sum(map(len, topic.read_bytes().splitlines(keepends=True)[: 10 * killed.sequence])) == int(reached)
    assert kills == KILLS and len(places) > KILLS // 2, "it was killed at one place again and again, or too late"
    child = start(topic, killed.path, 10)
    assert child.wait(120) == 0, child.stderr.read()
    killed.refresh()
    assert listed(killed) == listed(whole)
    killed.verify(deep=True)
