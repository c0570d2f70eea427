"""--sensitivity: presets of what must be found, with what was measured for them."""

import json

from samples import prose
from test_report import Page, report


def rows(textkin, *options):
    return len(textkin("passages", "a.txt", "b.txt", *options).table())


def test_a_preset_sets_what_is_not_given(textkin):
    shared = prose("shared", 10)
    textkin.write("a.txt", f"{prose('a', 60)} {shared} {prose('b', 60)}")
    textkin.write("b.txt", f"{prose('c', 60)} {shared} {prose('d', 60)}")
    assert [rows(textkin, "--sensitivity", name) for name in ("strict", "normal", "short")] == [0, 0, 1]
    assert rows(textkin) == 0
    assert rows(textkin, "--sensitivity", "short", "--guarantee", "12", "--min-length", "200") == 0
    assert rows(textkin, "--sensitivity", "strict", "--guarantee", "9") == 1
    stats = {}
    for name, guarantee, least in (("strict", 20, 200), ("normal", 12, 100), ("short", 8, 40)):
        textkin("passages", "a.txt", "b.txt", "--sensitivity", name, "--stats", "s.json")
        stats = json.loads(textkin.path("s.json").read_text())
        assert (stats["sensitivity"], stats["guarantee"], stats["min_length"]) == (name, guarantee, least)
    textkin("passages", "a.txt", "--sensitivity", "loud", exit=2)


def test_the_page_says_what_was_measured(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 40), prose("same", 40)])
    texts = set()
    for name in ("strict", "normal", "short"):
        said = Page(report(textkin, "in.jsonl", "--sensitivity", name)).data["sensitivity"]
        assert said["name"] == name and "of 100" in said["text"]
        texts.add(said["text"])
    assert len(texts) == 3
    own = Page(report(textkin, "in.jsonl", "--guarantee", "9")).data["sensitivity"]
    assert own["name"] == "normal" and "--guarantee" in own["text"] and own["text"] not in texts
