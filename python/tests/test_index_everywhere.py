"""One question, four doors: HTTP, the command line on the folder, the command line on the address, and Python give the same
rows."""

import json
import os
import random
import subprocess
import urllib.parse

import textkin
from conftest import PROGRAM
from index_texts import changed, family, text
from serving_index import Served

QUESTIONS = 1000 if os.environ.get("TEXTKIN_SOAK") else 100


def drawn(draw, texts):
    """(route, {parameter: value}, documents) of a question."""
    route = draw.choice(["query", "query", "passages"])
    how = {}
    if draw.random() < 0.5:
        how["where" if draw.random() < 0.5 else "not"] = f"course=c{draw.randrange(4)}"
    if route == "query":
        if draw.random() < 0.7:
            how["threshold"] = str(draw.choice([0.5, 0.55, 0.6, 0.75, 0.8, 0.9, 1.0]))
        if draw.random() < 0.3:
            how["top"] = str(draw.randrange(1, 6))
        if draw.random() < 0.3:
            how["recall"] = str(draw.choice([0.5, 0.9, 0.99, 0.999]))
    else:
        how |= {name: str(draw.choice(values)) for name, values in (("max_gap", (0, 20, 50)), ("min_length", (20, 100)), ("common", (2, 200))) if draw.random() < 0.3}
    if draw.random() < 0.2:
        how["as_of"] = str(draw.randrange(1, 4))
    ids = draw.sample(["é", "a b", "q/1", "x\"y", "ü\\n", "0", "17", "漢字"], draw.randrange(1, 5))
    return route, how, [{"id": id, "text": changed(draw, draw.choice(texts), draw.randrange(6)) + " " + text(draw, draw.randrange(1, 40))} for id in ids]


def command_line(folder, place, route, how):
    words = [word for name, value in how.items() for word in ("--" + name.replace("_", "-"), value)]
    done = subprocess.run([PROGRAM, "index", route, place, "asked.jsonl", "--format", "jsonl", "-q", *words], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def by_python(index, route, how, asked):
    given = {name: value if name in ("where", "not") else float(value) if "." in value else int(value) for name, value in how.items()}
    for name in ("where", "not"):
        if name in given:
            given[{"where": "where", "not": "not_"}[name]] = dict([given.pop(name).split("=")])
    if given.get("top") and "threshold" not in given:
        given["threshold"] = None
    table = getattr(index, route)({one["id"]: one["text"] for one in asked}, **given)
    return getattr(table, "table", table).to_pylist()


def test_the_same_rows_by_every_door(tmp_path):
    draw = random.Random(11)
    texts = family(draw, 150)
    index = textkin.Index.create(tmp_path / "idx", fields=["course"])
    for part in range(3):
        index.add([{"id": f"d{i}", "text": texts[i], "course": f"c{i % 3}"} for i in range(50 * part, 50 * part + 50)])
    index.snapshot(tmp_path / "copy")
    found = 0
    with Served(tmp_path) as server:
        here, there = textkin.Index.open(tmp_path / "copy"), textkin.Index.open(server.address)
        for number in range(QUESTIONS):
            route, how, asked = drawn(draw, texts)
            lines = "".join(json.dumps(one) + "\n" for one in asked)
            (tmp_path / "asked.jsonl").write_text(lines)
            expected = command_line(tmp_path, "copy", route, how)
            assert server.post(f"/{route}?{urllib.parse.urlencode(how)}", lines.encode()) == expected, (number, how)
            assert command_line(tmp_path, server.address, route, how) == expected, (number, how)
            rows = [json.loads(line) for line in expected.splitlines()]
            for one in (here, there):
                given = by_python(one, route, how, asked)
                assert [[row[name] for name in given[0]] for row in rows] == [[*row.values()] for row in given] if given else rows == [], (number, how)
            found += len(rows)
    assert found > QUESTIONS, "a test of nothing"
