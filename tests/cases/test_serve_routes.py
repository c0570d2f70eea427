"""The routes of `textkin serve` beside questions and changes: lists, exports, pages, files that are more than text, who asks."""

import hashlib
import re
import shutil
import urllib.parse

import pytest

import hand_ins
import reference
from samples import family_corpus, prose
from serving import LINES, TEXT, lines_of, serving

OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
KINDS = {"docx": (OFFICE, hand_ins.docx), "odt": ("application/vnd.oasis.opendocument.text", hand_ins.odt), "html": ("text/html", hand_ins.html),
         "md": ("text/markdown; charset=utf-8", lambda text: text.encode()), "pdf": ("application/pdf", hand_ins.pdf)}
ADMIN, READER, WRITER = ("a-token-of-an-admin-0123456789", "a-token-of-a-reader-0123456789", "a-token-of-a-writer-0123456789")


def documents(count, seed=1):
    return [{"id": f"d{i:03}", "text": text, "course": f"c{i % 3}"} for i, text in enumerate(family_corpus(seed, families=count // 3)[:count])]


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", documents(120)))
    return textkin


def path(route, **parameters):
    return "/v1/indexes/idx/" + route + "?" + urllib.parse.urlencode(parameters, doseq=True)


def test_a_list_is_that_of_the_command_line_in_parts(index):
    index("index", "remove", "idx", "d005", "d007")
    with serving(index, "idx") as server:
        for parameters, words in (({}, []), ({"where": "course=c1"}, ["--where", "course=c1"]), ({"not": ["course=c1", "course=c2"]}, ["--not", "course=c1", "--not", "course=c2"])):
            expected = index("index", "list", "idx", "--format", "jsonl", *words).stdout
            for limit in (7, 1000):
                parts, after = [], {}
                while True:
                    part = server("GET", path("documents", limit=limit, **parameters, **after))
                    assert part.status == 200 and len(part.rows()) <= limit and part.headers["Textkin-Sequence"] == "2"
                    parts.append(part.body)
                    if part.headers["Textkin-Next"] is None:
                        break
                    assert len(part.rows()) == limit
                    after = {"after": part.headers["Textkin-Next"]}
                assert b"".join(parts) == expected and (limit == 1000) == (len(parts) == 1)
        assert [row["id"] for row in server("GET", path("documents", prefix="d01")).rows()] == [f"d01{i}" for i in range(10)]
        assert len(server("GET", path("documents", as_of=1)).rows()) == 120
        for wrong, said in ({"limit": 0}, "limit=0"), ({"limit": 100001}, "limit"), ({"after": "x"}, "after=x"), ({"as_of": 9}, "9 is not yet"), ({"where": "year=1"}, "year"):
            answer = server("GET", path("documents", **wrong))
            assert answer.status == 400 and said in answer.problem()


def test_an_export_is_that_of_the_command_line(index):
    """Also where it is many pieces, and while documents are added."""
    index("index", "add", "idx", index.jsonl("long.jsonl", [{"id": f"long {i}", "text": prose(i, 20000), "course": "c"} for i in range(30)]))
    expected = index("index", "export", "idx").stdout
    assert len(expected) > 3 << 20
    with serving(index, "idx") as server:
        found = server("GET", "/v1/indexes/idx/export")
        assert found.status == 200 and found.body == expected and found.headers["Content-Type"] == LINES and found.headers["Transfer-Encoding"] == "chunked"
        with server.socket() as own:
            own.sendall(b"GET /v1/indexes/idx/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
            got = own.recv(1000)
            server.add([{"id": "late", "text": prose("late")}])
            while not got.endswith(b"\r\n0\r\n\r\n"):
                got += own.recv(1 << 20)
        assert got.count(b'{"id":"') == expected.count(b'{"id":"') and b'"late"' not in got
        with server.socket() as own:  # who goes away costs nothing
            own.sendall(b"GET /v1/indexes/idx/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
            own.recv(1000)
        with server.socket() as own:
            own.sendall(b"GET /v1/indexes/idx/export HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert own.recv(1000).startswith(b"HTTP/1.1 400") or own.recv(1000)
        assert server("GET", "/healthz").status == 200


def test_a_report_is_that_of_the_command_line(index):
    text = prose("before", 30) + " " + documents(120)[3]["text"] + " " + prose("behind", 30)
    index.write("q", text)
    index("index", "report", "idx", "q", "-o", "r.html", "--extract", "none")
    index("index", "report", "idx", "q", "-o", "r.jsonl", "--format", "jsonl", "--extract", "none")
    with serving(index, "idx") as server:
        page = server("POST", path("report", id="q"), text, TEXT)
        assert page.status == 200 and page.headers["Content-Type"].startswith("text/html")
        own = (index.folder / "r.html").read_text()
        same = [re.search(r'<script type="application/json"[^>]*id="pairs"[^>]*>(.*?)</script>', one, re.S) for one in (page.body.decode(), own)]
        assert len(page.body) > len(own) * 0.9 and page.body.decode().splitlines()[0] == own.splitlines()[0]
        assert (same[0] is None) == (same[1] is None) and (same[0] is None or same[0][1] == same[1][1])
        assert str(index.folder) not in page.body.decode()
        rows = server("POST", path("report", id="q", format="jsonl"), text, TEXT)
        assert rows.body == (index.folder / "r.jsonl").read_bytes() and rows.rows()
        hidden = server("POST", path("report", id="a-secret-name", pseudonyms="true"), text, TEXT)
        assert hidden.status == 200 and b"a-secret-name" not in hidden.body
        for wrong, said in ({"format": "pdf"}, "format=pdf"), ({"exclude": "nonsense"}, "nonsense"), ({"pseudonyms": "yes"}, "pseudonyms=yes"):
            answer = server("POST", path("report", **wrong), text, TEXT)
            assert answer.status == 400 and said in answer.problem()


def test_templates_stand_in_front_of_what_is_asked(index):
    given = prose("given", 60)
    index("index", "add", "idx", index.jsonl("with.jsonl", [{"id": "with", "text": given + " " + prose("own", 50), "course": "c"}]))
    asked = [{"id": "t", "text": given}, {"id": "q", "text": prose("x", 40) + " " + given}]
    with serving(index, "idx") as server:
        assert [row["b"] for row in server("POST", path("passages"), lines_of(asked[1:]), LINES).rows()] == ["with"]
        assert server("POST", path("passages", templates=1), lines_of(asked), LINES).rows() == []
        assert server("POST", path("passages", templates=1, exclude="none"), lines_of(asked), LINES).rows() != []
        for templates in (2, 3):
            assert "no line" in server("POST", path("passages", templates=templates), lines_of(asked), LINES).problem()
        assert "lines of JSON" in server("POST", path("passages", templates=1), "a text", TEXT).problem()


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.skipif(kind == "pdf" and not shutil.which("pdftotext"), reason="pdftotext is not there")) for kind in KINDS])
def test_a_body_may_be_a_file_that_is_more_than_text(index, kind):
    type, make = KINDS[kind]
    text = documents(120)[3]["text"]
    body = make(text)
    index.write(f"q.{kind}", body)
    with serving(index, "idx") as server:
        told = server("POST", "/v1/text", body, type)
        assert told.status == 200 and told.body == index("extract", f"q.{kind}").stdout and told.body.split() == text.encode().split()
        found = server("POST", path("query", id=f"q.{kind}"), body, type)
        assert found.body == index("index", "query", "idx", f"q.{kind}", "--extract", "auto", "--format", "jsonl").stdout and found.rows()
        assert server("POST", path("passages", id=f"q.{kind}"), body, type).body == index("index", "passages", "idx", f"q.{kind}", "--format", "jsonl").stdout
        assert server("POST", path("report", id="q"), body, type).status == 200
        assert server("PUT", "/v1/indexes/idx/documents/put", body, type).rows()[-1]["added"] == 1
        assert server("POST", path("documents", id="posted"), body, type).rows()[-1]["added"] == 1
        assert "id" in server("POST", path("documents"), body, type).problem()
        for id in ("put", "posted"):
            assert server("GET", f"/v1/indexes/idx/documents/{id}").json()["text"].encode() == told.body
        for broken in (body[:len(body) // 2], b"PK\x03\x04 no archive", b"\xff" * 100):
            answer = server("POST", path("query"), broken, type)
            assert answer.status in (200, 400) and (answer.status == 200 or answer.problem())
        assert server("POST", path("query"), b"\x1f\x8b", TEXT, Content_Encoding="gzip").status == 415


def test_what_has_no_text_and_conditions_are_told(index):
    with serving(index, "idx") as server:
        address = "/v1/indexes/idx/documents/one"
        assert "no text was found" in server("PUT", address, "<html><body><img src=scan.png></body></html>", "text/html").problem()
        assert server("PUT", address, "the first", TEXT).status == 200
        for condition in ({"If_None_Match": "*"}, {"If_Match": '"x"'}):
            answer = server("PUT", address, "another", TEXT, **condition)
            assert answer.status == 400 and "if_sequence" in answer.problem()
        assert server("GET", address).json()["text"] == "the first"


def test_what_could_not_be_removed_again_is_not_taken(index):
    index("index", "create", "fields", "--field", "course")
    with serving(index, "fields") as server:
        for record, said in (({"id": ""}, "empty"), ({"id": "a\0b"}, "zero byte"), ({"id": "x", "course": ["7a", "7b"]}, "list"), ({"id": "x", "course": {"a": 1}}, "object")):
            answer = server("POST", "/v1/indexes/fields/documents", lines_of([record | {"text": "some words"}]), LINES)
            assert answer.status == 400 and said in answer.problem(), record
        assert server("GET", "/v1/indexes/fields").json()["documents"] == 0
        assert server("POST", "/v1/indexes/fields/documents", lines_of([{"id": "x", "course": None, "text": "some words"}]), LINES).status == 200


def test_another_charset_is_not_taken_for_utf_8(index):
    with serving(index, "idx") as server:
        utf_16 = "we hold these truths to be self-evident".encode("utf-16-le")  # which is valid UTF-8, with zeros
        for type in ("text/plain; charset=utf-16", 'text/html;  CharSet="koi8-r"', "application/x-ndjson; a=b; charset=latin1"):
            for request in (("POST", path("query")), ("POST", path("documents", id="posted"))):
                answer = server(*request, utf_16, type)
                assert answer.status == 415 and "UTF-8" in answer.problem(), type
        for type in ("text/plain; charset=UTF-8", 'text/plain; charset="utf-8"', "text/html; charset=us-ascii", "text/plain; name=charset"):
            assert server("POST", path("query"), "we hold these truths to be self-evident", type).status == 200, type


def test_a_bomb_costs_itself(index):
    bomb = hand_ins.docx("a " * (30 << 20))
    assert len(bomb) < 1 << 20, "it unpacks to sixty times its size and more"
    with serving(index, "idx") as server:
        answer = server("PUT", "/v1/indexes/idx/documents/bomb", bomb, OFFICE)
        assert answer.status in (200, 400, 413)
        assert server("GET", "/healthz").status == 200 and server("POST", path("query"), prose(3), TEXT).status == 200


def test_a_measure_and_exact_answers(index):
    text = documents(120)[3]["text"]
    half = " ".join(text.split()[:30])
    index.write("q", half)
    with serving(index, "idx") as server:
        for parameters, words in (({"measure": "containment", "threshold": "0.5"}, ["--measure", "containment", "-t", "0.5"]),
                                  ({"measure": "containment", "threshold": "0.3", "contained": "stored"}, ["--measure", "containment", "-t", "0.3", "--contained", "stored"]),
                                  ({"exact": "true", "threshold": "0.1"}, ["--exact", "-t", "0.1"]), ({"exact": "false"}, []), ({"threshold": "0.2"}, ["-t", "0.2"])):
            expected = index("index", "query", "idx", "q", "--format", "jsonl", *words).stdout
            found = server("POST", path("query", id="q", **parameters), half, TEXT)
            assert found.status == 200 and found.body == expected, parameters
        for wrong, said in ({"measure": "nonsense"}, "nonsense"), ({"contained": "both"}, "contained=both"), ({"contained": "stored"}, "no use"), \
                ({"exact": "true", "recall": "0.9"}, "recall"), ({"exact": "maybe"}, "exact=maybe"):
            answer = server("POST", path("query", **wrong), half, TEXT)
            assert answer.status == 400 and said in answer.problem()


def test_a_change_only_where_nothing_changed_meanwhile(index):
    with serving(index, "idx") as server:
        assert server("PUT", path("documents/new", if_sequence=1), "one text", TEXT).rows()[-1]["sequence"] == 2
        for method, route, body in (("PUT", "documents/new", "another"), ("POST", "documents", lines_of([{"id": "x", "text": "y"}])), ("DELETE", "documents/new", None), ("POST", "remove", "new")):
            answer = server(method, path(route, if_sequence=1), body, LINES if route == "documents" else TEXT if body else None)
            assert answer.status == 409 and "sequence 2, not 1" in answer.problem()
        assert server("GET", "/v1/indexes/idx/documents/new").json()["text"] == "one text"
        assert server("DELETE", path("documents/new", if_sequence=2)).json()["removed"] == 1
        assert server("DELETE", path("documents/d001", if_sequence="x")).status == 400
        assert server("GET", "/v1/indexes/idx").json()["sequence"] == 3


def test_who_asks_is_told_what_he_may(index):
    index("index", "create", "other")
    index.write("tokens", f"reader sha256:{hashlib.sha256(READER.encode()).hexdigest()} other\nwriter {WRITER} idx other\nadmin {ADMIN}\n")
    (index.folder / "tokens").chmod(0o600)
    with serving(index, "idx", "other", "--tokens", "tokens") as server:
        for token, role, seen in ((READER, "reader", ["other"]), (WRITER, "writer", ["idx", "other"]), (ADMIN, "admin", ["idx", "other"])):
            assert server("GET", "/v1/me", token=token).json() == {"role": role, "by_token": True, "name": "", "indexes": seen}
            assert [one["name"] for one in server("GET", "/v1/indexes", token=token).json()["indexes"]] == seen
            metrics = server("GET", "/metrics", token=token).body.decode()
            assert re.findall(r'textkin_sequence\{index="(\w+)"\}', metrics) == seen
            assert server("GET", "/v1/indexes/idx", token=token).status == (200 if "idx" in seen else 404)
            assert server("GET", "/v1/indexes/other", token=token).status == 200
        hidden, missing = server("GET", "/v1/indexes/idx/export", token=READER), server("GET", "/v1/indexes/nothing/export", token=READER)
        assert hidden.status == missing.status == 404 and hidden.problem() == missing.problem(), "it tells what is there"
        assert server("GET", "/v1/me").status == 401 and server("GET", "/v1/me", token=hashlib.sha256(READER.encode()).hexdigest()).status == 401
    for token in (READER, WRITER, ADMIN):
        assert token.encode() not in server.said()
    with serving(index, "idx") as server:
        assert server("GET", "/v1/me").json() == {"role": "admin", "by_token": False, "name": "", "indexes": ["idx"]}


def test_the_server_gives_its_contract(index):
    with serving(index, "idx") as server:
        assert server("GET", "/openapi.yaml").body == (reference.ROOT / "docs/openapi.yaml").read_bytes()
