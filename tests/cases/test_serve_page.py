"""What the page of a server asks: its files and their policy, and what was handed in compared as a class."""

import base64
import hashlib
import json
import re
import urllib.parse

import pytest

from hand_ins import docx, packed, pdf
from samples import prose
from serving import FORM, form, serving

def policy_of(answer):
    return dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))


def asked(path="class", **parameters):
    return f"/v1/indexes/idx/{path}" + ("?" + urllib.parse.urlencode(parameters, doseq=True) if parameters else "")


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": f"old{i}", "text": prose(f"old {i}", 200), "course": f"c{i % 2}"} for i in range(10)]))
    return textkin


def page_data(html):
    return json.loads(re.search(r'id="data">(.*?)</script>', html.decode(), re.DOTALL)[1])


def shared_of(html):
    """{(a, b)} of a page, of the pairs that count."""
    data = page_data(html)
    ids = [one["id"] for one in data["documents"]]
    return {(ids[pair["a"]], ids[pair["b"]]) for pair in data["pairs"][:data["pairs_found"]]}


ESSAYS = {
    "anna/essay.txt": prose("own a", 100) + " " + prose("exercise", 40) + " " + prose("stolen", 60),
    "ben/essay.docx": docx(prose("own b", 100), prose("exercise", 40), prose("stolen", 60)),
    "clara/essay.pdf": pdf(prose("own c", 100) + " " + prose("exercise", 40), prose("old 3", 200)[:700]),
    "dora/essay.txt": prose("own d", 100) + " " + prose("exercise", 40),
}
TASK = ("template", "task.docx", docx(prose("exercise", 40)))


def test_files_and_their_policy(index):
    with serving(index, "idx") as server:
        page = server("GET", "/")
        policy = policy_of(page)
        assert policy["default-src"] == "'none'" and policy["connect-src"] == "'self'" and policy["form-action"] == "'none'" and policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in page.headers["Content-Security-Policy"] and "http" not in page.headers["Content-Security-Policy"]
        for name in re.findall(r'(?:href|src)="([^"#][^"]*)"', page.body.decode()):
            assert "//" not in name and server("GET", "/" + name).status == 200, "something from elsewhere"
        assert not re.search(rb"<script>|<style|\son\w+=|\sstyle=", page.body)
        script = server("GET", "/page.js")
        assert script.headers["Content-Type"].startswith("text/javascript") and script.headers["X-Content-Type-Options"] == "nosniff"
        for way in (b"innerHTML", b"outerHTML", b"insertAdjacentHTML", b"document.write", b"eval(", b"localStorage", b"setTimeout(\""):
            assert way not in script.body, way
        # The frame lets the one script and the one style of a report be, and asks for nothing.
        policy = policy_of(server("GET", "/frame.html"))
        assert policy["default-src"] == "'none'" and policy["sandbox"] == "allow-scripts allow-downloads allow-modals" and "connect-src" not in policy and policy["frame-ancestors"] == "'self'"
        report = server("POST", asked(), form(("file", "a.txt", "some words")), FORM).body
        for element, directive in (("script", "script-src"), ("style", "style-src")):
            (inside,) = re.findall(rf"<{element}>(.*?)</{element}>".encode(), report, re.DOTALL)
            assert policy[directive].split()[-1] == "'sha256-" + base64.b64encode(hashlib.sha256(inside).digest()).decode() + "'"
        assert server("GET", "/page.css?x=1").status == 400 and server("GET", "/page.html").status == 404


def test_a_class_is_compared_with_each_other_and_with_the_archive(index):
    """The pairs are those of `textkin report FOLDER --against DOCUMENTS --template`, of Word and PDF files too."""
    for name, content in ESSAYS.items():
        index.write(f"class/{name}", content)
    index.write("task.docx", TASK[2])
    for i in range(10):
        index.write(f"old/old{i}", prose(f"old {i}", 200))
    index("report", "class", "--template", "task.docx", "--against", "old", "-o", "r.html", "-q")
    expected = {(a, b.removeprefix("old/")) for a, b in shared_of((index.folder / "r.html").read_bytes())}
    assert expected == {("anna/essay.txt", "ben/essay.docx"), ("clara/essay.pdf", "old3")}
    body = form(TASK, *(("file", name, content) for name, content in ESSAYS.items()))
    with serving(index, "idx") as server:
        answer = server("POST", asked(title="FILM 204"), body, FORM)
        assert answer.status == 200, answer.body
        assert answer.headers["Content-Type"].startswith("text/html") and answer.headers["Textkin-Sequence"] == "1"
        assert shared_of(answer.body) == expected
        data = page_data(answer.body)
        assert data["inputs"] == ["FILM 204"] and data["against"] == ["idx"] and data["against_documents"] == 10 and data["command"] == ""
        assert "task.docx" in str(data["exclusions"]) and str(index.folder) not in answer.body.decode() and "/tmp" not in answer.body.decode()
        rows = server("POST", asked(format="jsonl"), body, FORM).rows()
        assert {(row["a"], row["b"]) for row in rows if row["longest"]} == expected
        # Without the template its words count; each alone; with a condition; as persons
        free = form(*(("file", name, content) for name, content in ESSAYS.items()))
        assert len(shared_of(server("POST", asked(), free, FORM).body)) == 7
        assert shared_of(server("POST", asked(within="no"), body, FORM).body) == {("clara/essay.pdf", "old3")}
        assert shared_of(server("POST", asked(where="course=c0"), body, FORM).body) == {("anna/essay.txt", "ben/essay.docx")}
        twice = form(*(("file", name, ESSAYS["anna/essay.txt"]) for name in ("anna/1.txt", "anna/2.txt", "ben/1.txt")))
        assert len(shared_of(server("POST", asked(), twice, FORM).body)) == 3
        assert len(shared_of(server("POST", asked(group_by="folder"), twice, FORM).body)) == 2


def test_what_the_index_has_is_by_nobody(index):
    """Documents of the index are numbered behind those that have a person: one was the first person's, or none's at all."""
    with serving(index, "idx") as server:
        for people in (1, 2, 4, 16):
            body = form(*(("file", f"p{i}/essay.txt", prose("old 3", 200) if i % 2 == 0 else prose(f"own {i}", 100)) for i in range(people)))
            rows = server("POST", asked(group_by="folder", format="jsonl"), body, FORM).rows()
            assert {row["a"] for row in rows if row["b"] == "old3" and row["longest"]} == {f"p{i}/essay.txt" for i in range(0, people, 2)}


def test_what_was_handed_in_may_be_the_archive_of_a_platform(index):
    platform = packed({name: content for name, content in ESSAYS.items()})
    with serving(index, "idx") as server:
        answer = server("POST", asked(), form(TASK, ("file", "FILM204.zip", platform), ("file", "scan.png", b"\x89PNG\r\n\x1a\n" + bytes(99))), FORM)
        assert answer.status == 200, answer.body
        data = page_data(answer.body)
        assert len(shared_of(answer.body)) == 2 and "scan.png" in str(data["problem_lines"])
        assert str(index.folder) not in answer.body.decode()


@pytest.mark.parametrize("name", ["../x.txt", "a/../../x.txt", "/etc/x.txt", "a//x.txt", ".hidden", "a/.b/x.txt", "", "x" * 300, "a/" * 600 + "x", "a\0b"])
def test_names_lead_nowhere_else(index, name):
    with serving(index, "idx") as server:
        answer = server("POST", asked(), form(("file", name, "some words")), FORM)
        assert answer.status == 400 and answer.problem()


def test_names_of_any_kind(index):
    names = ["ü ö/ß.txt", "عربي.txt", 'with "quotes".txt', "back\\slash.txt", "line\nbreak.txt", "<b>bold</b>.txt", "%2e%2e.txt", "ab;c=d.txt", "-"]
    body = form(*(("file", name, prose("same", 50)) for name in names))
    with serving(index, "idx") as server:
        answer = server("POST", asked(), body, FORM)
        assert answer.status == 200, answer.body
        assert {one["id"] for one in page_data(answer.body)["documents"]} == set(names)
        assert b"<b>bold" not in answer.body


def test_broken_forms_are_refused_in_one_line(index):
    good = form(("file", "a.txt", "some words of a text"))
    with serving(index, "idx") as server:
        cases = [
            (b"", "boundary", FORM), (good, "boundary", "multipart/form-data"), (good, "boundary", "multipart/form-data; boundary=" + "x" * 71),
            (good, "begin", "multipart/form-data; boundary=other"), (form(("paper", "a.txt", "x")), "paper", FORM), (form(("template", "a.txt", "x y z")), "nothing was handed in", FORM),
            (form(("file", "a.txt", "x"), ("file", "a.txt", "y")), "two files", FORM), (form(("file", "a", "x"), ("file", "a/b", "y")), "a", FORM),
            (form(("file", "a.txt", "x y"), ("template", "t", "x"), ("template", "t", "y")), "two templates", FORM), (form(("file", "a.txt", "")), "no word", FORM),
        ]
        for body, said, type in cases:
            answer = server("POST", asked(), body, type)
            assert answer.status == 400 and said in answer.problem(), (said, answer.body)
        for end in range(1, len(good) - 4, 7):
            answer = server("POST", asked(), good[:end], FORM)
            assert answer.status == 400 and answer.problem(), end
        for parameters, said in (({"within": "maybe"}, "within=maybe is none of no, yes"), ({"format": "tsv"}, "html, jsonl"), ({"group_by": "x"}, "none, folder"),
                                 ({"title": ""}, "title"), ({"where": "year=1"}, "no field year"), ({"max_gap": "-1"}, "max_gap=-1"), ({"as_of": "99"}, "99")):
            answer = server("POST", asked(**parameters), good, FORM)
            assert answer.status == 400 and said in answer.problem(), (parameters, answer.body)
        assert server("POST", asked(), good, "text/plain").status == 415
