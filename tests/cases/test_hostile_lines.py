"""JSON lines with some of their bytes changed: what is a record, and what its text is, as Python's reader of JSON says.

Some thousands here; with TEXTKIN_SOAK=1 (`make soak`) 150,000, other ones each time (TEXTKIN_SEED=N draws those of N).
"""

import json
import os
import random
import time

import pytest

SOAK = os.environ.get("TEXTKIN_SOAK") == "1"
SEED = int(os.environ.get("TEXTKIN_SEED", time.time() if SOAK else 1))
PIECES = (b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\\u", b"\\ud83d\\ude00", b"\\udc00", b"\\n", b"\\/", b"e", b"-", b"+", b".", b"0",
          b"true", b"null", b"nul", b"NaN", b"Infinity", b" ", b"\t", b"\r", b"\f", b"\0", b"\x1f", b"\x7f", b"\x80", b"\xc3", b"\xed\xa0\x80",
          b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b'"text":', b'"a":{"text":"b"}', b"/*", b"//", b"'")


def word(draw):
    return "".join(draw.choices("abc é日😀\"\\/\n\t\u2028", k=draw.randrange(1, 9)))


def value(draw, depth=0):
    kind = draw.randrange(5 if depth > 2 else 7)
    if kind == 5:
        return [value(draw, depth + 1) for _ in range(draw.randrange(3))]
    if kind == 6:
        return {word(draw): value(draw, depth + 1) for _ in range(draw.randrange(3))}
    return (None, True, -0.5e-3, 12345678901234567890, word(draw))[kind]


def line(draw):
    record = [(word(draw), value(draw)) for _ in range(draw.randrange(3))]
    record.append(("text", " ".join(word(draw) for _ in range(draw.randrange(1, 9)))))
    draw.shuffle(record)
    spaces = draw.choice(((",", ":"), (", ", ": ")))
    return json.dumps(dict(record), ensure_ascii=draw.random() < 0.5, separators=spaces).encode()


def changed(content, draw):
    for _ in range(draw.randrange(3)):
        at = draw.randrange(len(content) + 1)
        behind = min(len(content), at + draw.randrange(1, 6))
        kind = draw.randrange(5)
        if kind == 0:
            content = content[:at] + content[behind:]
        elif kind == 1:
            content = content[:at] + draw.choice(PIECES) + content[at:]
        elif kind == 2:
            content = content[:at] + draw.choice(PIECES) + content[behind:]
        elif kind == 3:
            content = content[:at] + bytes(draw.randrange(256) for _ in content[at : at + 1]) + content[at + 1 :]
        else:
            content = content[:behind] + content[at:]
    return content.replace(b"\n", b" ")


def text_of(content, halves):
    """What Python reads; None: no record with a text. NaN is no JSON, and a key that stands twice has no one value.
    `halves`: whether half of a surrogate pair is U+FFFD; else the record that has one anywhere is none."""

    def no_constant(name):
        raise ValueError(name)

    def pairs_of(pairs):
        return {"once": dict(pairs)} if sum(key == "text" for key, _ in pairs) < 2 else {"twice": pairs}

    try:
        found = json.loads(content.decode(), parse_constant=no_constant, object_pairs_hook=pairs_of)
        if not halves:
            json.dumps(found, ensure_ascii=False).encode()
    except ValueError:
        return None
    text = found.get("once", {}).get("text") if isinstance(found, dict) else None
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(text, str) else None


def records_of(path):
    return [json.loads(record) for record in path.read_text().split("\n") if record]


@pytest.mark.parametrize("invalid", ["skip", "replace"])
def test_changed_lines_are_read_as_python_reads_them(textkin, invalid):
    draw = random.Random(SEED)
    lines = [changed(line(draw), draw) for _ in range(150_000 if SOAK else 4_000)]
    textkin.write("in.jsonl", b"".join(content + b"\n" for content in lines))
    textkin("index", "create", "idx", "--passages", "none")
    textkin("index", "add", "idx", "in.jsonl", "--invalid-utf8", invalid, "--problems", "problems.jsonl")
    textkin("index", "export", "idx", "-o", "out.jsonl")
    found = {record["id"]: record["text"] for record in records_of(textkin.path("out.jsonl"))}
    refused = {problem["line"]: problem["reason"] for problem in records_of(textkin.path("problems.jsonl"))}
    for number, content in enumerate(lines, 1):
        text = found.get(f"in.jsonl:{number}")
        told = f"seed {SEED}, line {number}: {content!r} ({refused.get(number, 'not refused')})"
        if invalid == "skip" or content.isascii():
            assert text == text_of(content, halves=invalid == "replace"), told
        assert (text is None) == (number in refused) or not content.strip(), told
    assert len(found) > len(lines) / 4 and len(refused) > len(lines) / 8
    print(f"seed {SEED}: {len(found)} of {len(lines)} lines are records, {len(refused)} were refused")
