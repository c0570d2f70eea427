"""Web pages by their text, their links and the words of their anchors (Gakhov 2016), and the recipe for it."""

import os
import re
import subprocess

import pytest

import reference
from conftest import BINARY

PAGE = """<!DOCTYPE html><html><head><title>{title}</title><script>if (a < b) document.write("<a href='/no'>")</script></head>
<body><!-- <a href="/no">no</a> --><h1>{title}</h1><p>{text}</p><ul>{links}</ul></body></html>
"""


def page(title, text, *links):
    items = "".join(f'<li><a class="x>y" HREF={quote}{href}{quote}>{anchor}</a>'
                    for (href, anchor), quote in zip(links, ['"', "'", ""] * 9))
    return PAGE.format(title=title, text=text, links=items)


STORY = "The river rose two metres in one night and the bridge at the mill was closed until the morning"


@pytest.fixture
def site(textkin):
    textkin.write("site/a.html", page("Flood", STORY, ("/one", "First story"), ("/two?a=1&amp;b=2", "The mill"), ("/three", "Maps")))
    textkin.write("site/b.html", page("Flood", STORY + ".", ("/one#top", "First &amp; story"), ("/two?a=1&amp;b=2", "Mill")))
    textkin.write("site/c.html", page("Bread", "Bread needs flour, water and salt", ("/One", "first story"), ("/four", "mills")))
    return "site"


def found(textkin, *options, threshold=0.01):
    rows = textkin.pairs("site", "--exact", "-t", threshold, *options)
    return {pair: (int(row["shared"]), int(row["size_a"]), int(row["size_b"])) for pair, row in rows.items()}


def test_links_are_tokens_as_they_are_written(textkin, site):
    links = ("--tokens", "links", "--shingle", "word:1", "--normalize")
    assert found(textkin, *links, "none") == {("a.html", "b.html"): (2, 3, 2)}
    folded = found(textkin, *links, "casefold")
    assert folded == {("a.html", "b.html"): (2, 3, 2), ("a.html", "c.html"): (1, 3, 2), ("b.html", "c.html"): (1, 2, 2)}


def test_words_of_anchors(textkin, site):
    anchors = ("--tokens", "anchors", "--shingle", "word:1")
    assert found(textkin, *anchors) == {("a.html", "b.html"): (3, 5, 3), ("a.html", "c.html"): (2, 5, 3),
                                        ("b.html", "c.html"): (2, 3, 3)}
    assert found(textkin, *anchors, "--stop-words", "english", "--stem", "english")[("b.html", "c.html")] == (3, 3, 3)


def test_text_of_pages_by_rabin_fingerprints(textkin, site):
    rows = found(textkin, "--tokens", "html", "--shingle", "word:4", "--fingerprint", "rabin", threshold=0.5)
    assert set(rows) == {("a.html", "b.html")}


def test_hostile_pages(textkin):
    """Depth, things that never end, attributes without quotes: links come out, in linear time."""
    deep = "<div>" * 200000 + '<a href=/x>one</a>' + "</div>" * 100000
    textkin.write("site/1.html", deep)
    textkin.write("site/2.html", "<b><i><a href='/x'>one" + "<!-- " * 100000)
    textkin.write("site/3.html", b"<a href=/x>\xff\xfe one</a\0<a href='/never closed>" + b"<a href=\"" * 100000)
    textkin.write("site/4.html", '<script>' * 100000 + '<a href="/x">')
    rows = textkin.pairs("site", "--tokens", "links", "--shingle", "word:1", "--exact", timeout=20)
    assert set(rows) == {(f"{a}.html", f"{b}.html") for a in (1, 2, 3) for b in (1, 2, 3) if a < b}


RECIPE = reference.ROOT / "docs" / "recipes" / "web-pages.md"


def test_the_recipe_runs_as_it_is_written(textkin, site):
    """Every line that begins with $ is run, in order, in a folder with the pages of this test."""
    commands = re.findall(r"^\$ (.*<<'END'\n(?:.*\n)*?END$|.*)", RECIPE.read_text(), re.M)
    assert len(commands) >= 4
    folder = textkin.folder / "bin"
    folder.mkdir()
    (folder / "textkin").symlink_to(BINARY)
    answers = []
    for command in commands:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=textkin.folder, capture_output=True, text=True,
                              timeout=600, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        answers.append(done.stdout)
    pairs = [{tuple(row.split("\t")[:2]) for row in answer.splitlines()[1:]} for answer in answers]
    assert pairs[0] == pairs[1] == {("a.html", "b.html")}
    assert pairs[3] == {("/One", "/four"), ("/one", "/two?a=1&b=2"), ("/one", "/three"), ("/three", "/two?a=1&b=2")}
    assert pairs[4] == {("a.html", "b.html"), ("a.html", "c.html"), ("b.html", "c.html")}
    assert sorted(path.name for path in (textkin.folder / "clean").iterdir()) == ["a.html", "c.html"]
