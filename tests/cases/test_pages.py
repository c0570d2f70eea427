"""The pages hold together: links lead somewhere, named files and names are there, and the indexes have every page."""

import functools
import re

import pytest

import examples
import reference

ROOT = reference.ROOT
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
DECISIONS = ROOT / "docs" / "decisions"
# Where what a page names may lie; a name with capitals, as src/sketch/NAME.h, stands for any.
FOLDERS = ("include", "src", "cli", "python", "bench", "tests", "scripts", "packaging", "docs")
ANY_NAME = re.compile(r"NAME|<\w+>|\.\.\.")


def name_of(page):
    return str(page.relative_to(ROOT))


@functools.cache
def anchors(page):
    """As GitHub makes them of headings."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading).lower()).replace(" ", "-") for heading in headings}


def links(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", link)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def named_files(page):
    """What stands in backticks and begins with a folder of the tree."""
    for name in re.findall(r"`((?:%s)/[^`\s]*)`" % "|".join(FOLDERS), page.read_text()):
        if not ANY_NAME.search(name):
            yield name.rstrip("/")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_named_files_are_there(page):
    gone = [name for name in named_files(page) if not any(ROOT.glob(name))]
    assert gone == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_names_stand_in_the_files_that_pages_say(page):
    for name, file in re.findall(r"`(\w+)`\s+in\s+`([\w/.]+\.\w+)`", page.read_text()):
        assert re.search(rf"\b{name}\b", (ROOT / file).read_text()), f"{name} in {file}"


def test_the_examples_of_the_tour(textkin):
    assert examples.run(textkin, (ROOT / "docs/tour.md").read_text()) == 3


def test_the_laws_are_where_their_table_says():
    rows = re.findall(r"^\| [^|]+ \| `([a-z_/]+)` \|", (ROOT / "docs/laws.md").read_text(), re.MULTILINE)
    assert len(rows) >= 15
    assert [name for name in rows if not any((ROOT / "src/stats").glob(name if name.endswith("/") else name + ".h"))] == []


def test_the_index_has_every_document():
    linked = {(ROOT / "docs" / link).resolve() for link in links(ROOT / "docs/README.md")}
    pages = {*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/recipes").glob("*.md"), *(ROOT / "docs").glob("*/README.md")}
    assert sorted(pages - linked - {ROOT / "docs/README.md"}) == []


def test_the_index_of_decisions():
    rows = re.findall(r"^\| \[(\d+)\]\((.*?)\) \| .+ \| (.*?) \| (.*?) \|$", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    pages = sorted(path.name for path in DECISIONS.glob("0*.md"))
    assert [(int(number), page) for number, page, _, _ in rows] == [(int(page[:4]), page) for page in pages]
    for number, page, date, status in rows:
        assert page.startswith(f"{int(number):04}-")
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", date), page
        later = re.findall(r"\[(\d+)\]\((\d+)-", status)
        assert re.match(r"(amended|superseded) by \[|holds$", status), page
        assert all(int(one) == int(other) > int(number) for one, other in later), page


@pytest.mark.parametrize("page", sorted(DECISIONS.glob("0*.md")), ids=lambda page: page.name[:4])
def test_a_decision_has_its_parts(page):
    text = page.read_text()
    assert re.match(rf"# 0*{int(page.name[:4])}[.:] \S", text)
    assert "Context" in text and "Choice" in text
