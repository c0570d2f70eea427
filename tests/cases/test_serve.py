"""`textkin serve`: what a server answers is what the command line says of the same folder, byte by byte; what it acknowledged
is there; docs/openapi.yaml says all of it."""

import hashlib
import http.client
import json
import random
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest

import reference
from conftest import BINARY
from samples import family_corpus, prose
from serving import FORM, LINES, OPEN, PAGE, TEXT, Server, contract, fields_of, form, lines_of, serving

OTHER_TYPES = {"Metrics": "text/plain; version=0.0.4", "Contract": "application/yaml", "Text": "text/plain", "Page": "text/html", "ClassReport": "text/html", "Archive": "application/x-tar"}
WRITER = "a-token-of-a-writer-0123456789"
READER = "a-token-of-a-reader-0123456789"
ADMIN = "a-token-of-an-admin-0123456789"


def documents(count, seed=1):
    return [{"id": f"d{i}", "text": text, "course": f"c{i % 3}"} for i, text in enumerate(family_corpus(seed, families=count // 3)[:count])]


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", documents(240)))
    return textkin


def tokens(textkin):
    textkin.write("tokens", f"# who may ask\nreader {READER}\n\nwriter {WRITER}\nadmin {ADMIN}\n")
    (textkin.folder / "tokens").chmod(0o600)
    return "tokens"


def question(path, **parameters):
    return path + "?" + urllib.parse.urlencode(parameters, doseq=True) if parameters else path


def test_answers_are_those_of_the_command_line(index):
    """A few hundred questions, one by one and in bulk, by one connection and several, as text and as lines."""
    draw = random.Random(4)
    asked = [{"id": f"q{i}", "text": one["text"] if i % 2 else one["text"] + " " + prose(i, 9)} for i, one in enumerate(draw.choices(documents(240), k=40))]
    cases = [({}, []), ({"threshold": "0.5"}, ["-t", "0.5"]), ({"top": "3"}, ["--top", "3"]), ({"threshold": "0.6", "recall": "0.99"}, ["-t", "0.6", "--recall", "0.99"]),
             ({"where": ["course=c1"]}, ["--where", "course=c1"]), ({"not": ["course=c1", "course=c2"]}, ["--not", "course=c1", "--not", "course=c2"]),
             ({"as_of": "1", "threshold": "0.5"}, ["--as-of", "1", "-t", "0.5"])]
    with serving(index, "idx") as server:
        connection = server.connect()
        seen = 0
        for parameters, words in cases:
            index.jsonl("body", asked)
            expected = index("index", "query", "idx", "body", "--as", "jsonl", "--format", "jsonl", "-q", *words).stdout
            path = question("/v1/indexes/idx/query", **parameters)
            found = server("POST", path, lines_of(asked), LINES, connection=connection)
            assert found.status == 200 and found.body == expected and found.headers["Textkin-Sequence"] == "1"
            assert 0.5 <= float(found.headers["Textkin-Recall"]) <= 1
            alone = []
            for one in asked:
                answer = server("POST", question("/v1/indexes/idx/query", id=one["id"], **parameters), one["text"], TEXT, connection=connection)
                assert answer.status == 200
                alone.append(answer.body)
            assert b"".join(alone) == expected
            seen += len(expected.splitlines())
        assert seen > 200, "a test of nothing"


def test_passages_stats_and_documents_are_those_of_the_command_line(index):
    index("index", "add", "idx", index.jsonl("more.jsonl", [{"id": "ü/ a%b", "text": prose(5, 90), "course": "c9"}]))
    text = prose("before", 20) + " " + " ".join(prose(5, 90).split()[10:50]) + " " + prose("behind", 20)
    with serving(index, "idx") as server:
        index.write("q", text)
        for parameters, words in (({}, []), ({"min_length": "40"}, ["--min-length", "40"]), ({"where": "course=c9"}, ["--where", "course=c9"])):
            expected = index("index", "passages", "idx", "q", "--extract", "none", "--format", "jsonl", "-q", *words).stdout
            found = server("POST", question("/v1/indexes/idx/passages", id="q", **parameters), text, TEXT)
            assert expected and found.status == 200 and found.body == expected
        assert server("GET", "/v1/indexes/idx").json() == index("index", "stats", "idx", "--format", "json").json() | {"file_bytes": server("GET", "/v1/indexes/idx").json()["file_bytes"]}
        for id in ("ü/ a%b", "d7"):
            found = server("GET", "/v1/indexes/idx/documents/" + urllib.parse.quote(id, safe=""))
            assert found.status == 200 and found.body == index("index", "get", "idx", id).stdout
        assert server("GET", "/v1/indexes/idx/documents/%C3%BC%2F%20").status == 404
        assert server("GET", "/v1/indexes").json() == {"indexes": [{"name": "idx", "documents": 241, "sequence": 2, "read_only": False}]}


def test_changes_are_those_of_the_command_line(index):
    """The same script against a server and by the command line on a copy: counts, rows and all documents are the same."""
    index("index", "snapshot", "idx", "copy")
    draw = random.Random(8)
    with serving(index, "idx") as server:
        for step in range(8):
            some = [{"id": f"d{draw.randrange(300)}", "text": draw.choice(documents(240))["text"] + f" step {step}", "course": "c1"} for _ in range(20)]
            index.jsonl("some.jsonl", some)
            if step % 4 == 3:
                ids = [one["id"] for one in some] + ["nobody"]
                told = server("POST", "/v1/indexes/idx/remove", "\n".join(ids), TEXT).json()
                index("index", "remove", "copy", *ids)
                assert told["removed"] + told["unknown"] == len(ids) and told["unknown"] >= 1
            else:
                how = {"unless_similar": "0.8"} if step % 2 else {"on_same_id": "keep"}
                found = server("POST", question("/v1/indexes/idx/documents", **how), lines_of(some), LINES)
                words = ["--unless-similar", "0.8"] if step % 2 else ["--on-same-id", "keep"]
                index("index", "add", "copy", "some.jsonl", "--results", "rows.jsonl", *words)
                assert found.status == 200
                *rows, counts = found.body.splitlines(keepends=True)
                assert b"".join(rows) == (index.folder / "rows.jsonl").read_bytes()
                assert json.loads(counts)["sequence"] == int(found.headers["Textkin-Sequence"])
            stats = server("GET", "/v1/indexes/idx").json()
            assert stats["sequence"] == index("index", "stats", "copy", "--format", "json").json()["sequence"], "not as of what was acknowledged"
        put = server("PUT", "/v1/indexes/idx/documents/new%2Fone", "a text of its own", TEXT)
        assert put.status == 200 and put.rows()[0]["status"] == "new" and put.rows()[-1]["added"] == 1
        assert server("PUT", "/v1/indexes/idx/documents/new%2Fone", "a text of its own", TEXT).rows()[-1]["unchanged"] == 1
        assert server("GET", "/v1/indexes/idx/documents/new%2Fone").json()["text"] == "a text of its own"
        assert server("DELETE", "/v1/indexes/idx/documents/new%2Fone").json()["removed"] == 1
        assert server("DELETE", "/v1/indexes/idx/documents/new%2Fone").status == 404
    assert sorted(index("index", "export", "idx").stdout.splitlines()) == sorted(index("index", "export", "copy").stdout.splitlines())
    index("index", "verify", "idx", "--deep")


def test_a_batch_is_all_or_nothing(index):
    with serving(index, "idx") as server:
        def state():
            return {name: value for name, value in server("GET", "/v1/indexes/idx").json().items() if name != "file_bytes"}

        before = state()
        good = lines_of([{"id": "good", "text": prose(1)}])
        for body, said in (
            (good + '{"id": "bad", "te', "body:2"), (good + '{"id": 4.5}\n', "body:2"), (good + lines_of([{"text": "without an id"}]), "no id"),
            (good.encode() + b'{"id": "x", "text": "\xff\xfe"}\n', "body:2"), ("", "empty"),
        ):
            answer = server("POST", "/v1/indexes/idx/documents", body, LINES)
            assert answer.status == 400 and said in answer.problem(), answer.body
        refused = server("POST", "/v1/indexes/idx/documents?on_same_id=refuse", good + lines_of([{"id": "d1", "text": "another"}]), LINES)
        assert refused.status == 409 and "the id d1 is in the index with another text" in refused.problem()
        assert server("GET", "/v1/indexes/idx/documents/good").status == 404
        assert state() == before
        assert server("POST", "/v1/indexes/idx/documents", good, LINES).status == 200
        assert server("GET", "/v1/indexes/idx/documents/good").status == 200


def test_of_twins_that_arrive_together_one_is_new(index):
    """Sixteen clients add the same texts under other ids, a change each."""
    texts = [prose(f"twin {i}", 40) for i in range(10)]
    new = []

    def client(number):
        connection = server.connect()
        for i, text in enumerate(texts):
            answer = server("POST", "/v1/indexes/idx/documents?unless_similar=0.8", lines_of([{"id": f"{number}/{i}", "text": text}]), LINES, connection=connection)
            assert answer.status == 200
            new.extend(row["id"].split("/")[1] for row in answer.rows() if row.get("status") == "new")

    with serving(index, "idx") as server:
        clients = [threading.Thread(target=client, args=(number,)) for number in range(16)]
        for one in clients:
            one.start()
        for one in clients:
            one.join()
        assert sorted(new) == sorted(str(i) for i in range(10))
        assert server("GET", "/v1/indexes/idx").json()["documents"] == 250


def test_nothing_that_was_acknowledged_is_lost_when_it_is_killed(index):
    """Killed at drawn moments while four clients add; what they were told is there, and of each batch all or nothing."""
    draw = random.Random(3)
    known = set()
    for turn in range(4):
        server = Server(index, "idx")
        told, stop = [], threading.Event()

        def client(number, server=server, told=told, stop=stop, turn=turn):
            i = 0
            while not stop.is_set():
                batch = [f"{turn}-{number}-{i}-{part}" for part in range(3)]
                try:
                    answer = server.add([{"id": id, "text": prose(id, 30)} for id in batch])
                except OSError:
                    return
                except Exception as error:
                    if type(error).__module__ == "http.client":
                        return
                    raise
                if answer.status == 200:
                    told.extend(batch)
                i += 1

        clients = [threading.Thread(target=client, args=(number,)) for number in range(4)]
        for one in clients:
            one.start()
        until = time.monotonic() + 30
        while len(told) < 12 and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(draw.random())
        server.process.send_signal(signal.SIGKILL)
        stop.set()
        for one in clients:
            one.join()
        server.end(signal.SIGKILL)
        assert told, "a test of nothing"
        known |= set(told)
        there = {json.loads(line)["id"] for line in index("index", "export", "idx").stdout.splitlines()}
        assert known <= there
        parts = [id.rpartition("-")[0] for id in there if "-" in id]
        assert all(parts.count(batch) == 3 for batch in set(parts)), "a part of a batch"
    index("index", "verify", "idx")


def test_a_signal_ends_it_when_what_is_on_its_way_is_done(index):
    server = Server(index, "idx")
    body = lines_of([{"id": f"n{i}", "text": prose(f"n{i}", 200)} for i in range(2000)]).encode()
    adding = server.socket()
    adding.sendall(b"POST /v1/indexes/idx/documents HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                   + f"Content-Type: {LINES}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
    assert adding.recv(100).startswith(b"HTTP/1.1 100 ")  # its head was read: it is on its way
    idle = server.socket()
    half = server.socket()
    half.sendall(b"GET /hea")
    server.process.send_signal(signal.SIGTERM)
    assert idle.recv(1) == b"" and half.recv(1) == b""  # the signal has come
    adding.sendall(body)
    answer = http.client.HTTPResponse(adding)
    answer.begin()
    said = answer.read()
    assert answer.status == 200, said
    assert json.loads(said.splitlines()[-1])["added"] == 2000
    assert answer.headers["Connection"] == "close"
    assert server.end() == 0
    assert index("index", "stats", "idx", "--format", "json").json()["documents"] == 2240


@pytest.mark.parametrize("role, path", [("GET", path) for path in ("/healthz", "/readyz")])
def test_health_needs_no_token(index, role, path):
    with serving(index, "idx", "--tokens", tokens(index)) as server:
        assert server(role, path).json() == {"status": "ok"}


MARK = {"texts": "0123456789abcdef 0123456789abcdef", "ids": ["a", "b"], "mark": "case", "note": ""}


def ask_each_route(server, token=None):
    """{(method, path): status} of a request that would do."""
    asked = {}
    for (method, path), (_, _, bodies, _) in contract().items():
        body, type = (None, None) if not bodies else (lines_of([MARK]), LINES) if path.endswith("/marks") else (lines_of([{"id": "z", "text": "x y"}]), LINES) if LINES in bodies else (form(("file", "z.txt", "x y")), FORM) if "multipart/form-data" in bodies else ("z", TEXT)
        whole = path == "/v1/indexes/{name}" and method != "GET"  # an index that is made, and removed
        asked[method, path] = server(method, path.replace("{name}", "made" if whole else "idx").replace("{id}", "d1") + ("?confirm=made" if whole and method == "DELETE" else ""), body, type, token=token)
    return asked


# The least role of each route; a route without a row fails the test below.
NOBODY, READS, WRITES, MAKES = range(4)
WHO_MAY = {("GET", path): NOBODY for path in OPEN} | {
    ("GET", "/metrics"): READS,
    ("GET", "/v1/me"): READS,
    ("POST", "/v1/text"): READS,
    ("GET", "/v1/indexes"): READS,
    ("GET", "/v1/indexes/{name}"): READS,
    ("PUT", "/v1/indexes/{name}"): MAKES,
    ("DELETE", "/v1/indexes/{name}"): MAKES,
    ("POST", "/v1/indexes/{name}/verify"): WRITES,
    ("POST", "/v1/indexes/{name}/merge"): WRITES,
    ("GET", "/v1/indexes/{name}/snapshot"): WRITES,
    ("POST", "/v1/indexes/{name}/query"): READS,
    ("POST", "/v1/indexes/{name}/passages"): READS,
    ("POST", "/v1/indexes/{name}/report"): READS,
    ("POST", "/v1/indexes/{name}/class"): READS,
    ("GET", "/v1/indexes/{name}/marks"): READS,
    ("POST", "/v1/indexes/{name}/marks"): WRITES,
    ("GET", "/v1/indexes/{name}/export"): READS,
    ("GET", "/v1/indexes/{name}/documents"): READS,
    ("POST", "/v1/indexes/{name}/documents"): WRITES,
    ("POST", "/v1/indexes/{name}/remove"): WRITES,
    ("GET", "/v1/indexes/{name}/documents/{id}"): READS,
    ("PUT", "/v1/indexes/{name}/documents/{id}"): WRITES,
    ("DELETE", "/v1/indexes/{name}/documents/{id}"): WRITES,
}


def routes_of_the_source():
    """The rows of the server's own table, (method, path)."""
    return re.findall(r'\{"([A-Z]+)",\s*"(/[^"]*)"', (reference.ROOT / "src/serve/service/routes.cc").read_text())


OPEN_ROUTES = {route for route, role in WHO_MAY.items() if role == NOBODY}
WITHOUT_DEADLINE = {  # what is put in order, and what is answered at once
    ("PUT", "/v1/indexes/{name}"), ("DELETE", "/v1/indexes/{name}"), ("POST", "/v1/indexes/{name}/verify"), ("POST", "/v1/indexes/{name}/merge"), ("GET", "/v1/indexes/{name}/snapshot"),
    ("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/openapi.yaml"), ("GET", "/metrics")}


def test_each_route_has_a_row_of_who_may():
    rows = routes_of_the_source()
    assert len(rows) == len(set(rows)) and set(rows) == set(WHO_MAY) == set(contract())


def test_who_may_do_what(index):
    """Every route for each role, and for none."""
    (index.folder / "shelf").mkdir()
    with serving(index, "idx", "--tokens", tokens(index), "--indexes", "shelf") as server:
        for token, role in ((None, NOBODY), ("a-token-of-a-reader-012345678X", NOBODY), (READER, READS), (WRITER, WRITES), (ADMIN, MAKES)):
            assert server("PUT", "/v1/indexes/idx/documents/d1", "one that is there", TEXT, token=WRITER).status == 200
            for (method, path), answer in ask_each_route(server, token).items():
                well = 201 if (method, path) == ("PUT", "/v1/indexes/{name}") else 200
                assert answer.status == (well if role >= WHO_MAY[method, path] else 403 if role else 401), (token, method, path, answer.body)
                if answer.status == 401:
                    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert ADMIN.encode() not in server.said() and WRITER.encode() not in server.said() and READER.encode() not in server.said()
    for mode, said in ((0o640, "chmod 600"), (0o604, "chmod 600")):
        (index.folder / "tokens").chmod(mode)
        assert said in index("serve", "idx", "--try", "--tokens", "tokens", exit=2).errors
    for content, said in (("writer short\n", "tokens:1"), ("owner " + WRITER, "tokens:1"), ("admin sha256:" + 63 * "a", "tokens:1"), ("# none\n", "no token")):
        index.write("tokens", content)
        (index.folder / "tokens").chmod(0o600)
        assert said in index("serve", "idx", "--try", "--tokens", "tokens", exit=2).errors


def test_lines_of_tokens_that_would_say_something_else(index):
    """A token that sees all indexes because its line was cut, none because of what sha256sum writes, or of its last line alone."""
    asks = {"Authorization": "bearer " + READER}  # of schemes the case does not count
    comments = ("# " + "x" * 97 + "\n") * 10500
    hashed = f"reader sha256:{hashlib.sha256(READER.encode()).hexdigest()}  -"
    for content, said in ((comments + f"reader {READER} other\n", "more than 1048576 bytes"), (f"reader {READER} idx\nwriter {READER} other\n", "tokens:2: this token stands in an earlier line"),
                          (f"reader {READER} as=Anna /Berg\n", "/Berg is no name of an index"), (f"reader {READER} Rate=1\n", "Rate=1 is no name")):
        index.write("tokens", content)
        (index.folder / "tokens").chmod(0o600)
        assert said in index("serve", "idx", "--try", "--tokens", "tokens", exit=2).errors
    for line in (hashed, hashed + " idx"):
        index.write("tokens", line + "\n")
        (index.folder / "tokens").chmod(0o600)
        with serving(index, "idx", "--tokens", "tokens") as server:
            assert server("GET", "/v1/indexes/idx", **asks).status == 200


def test_an_answer_says_as_of_which_sequence_it_is(index):
    put = lambda server, id, text: server("PUT", f"/v1/indexes/idx/documents/{id}", text, TEXT)  # noqa: E731
    with serving(index, "idx") as server:
        for id in ("one", "two", "three", "one"):
            assert put(server, id, "some words that are new " + id * len(id)).status in (200, 201)
        for path, body, type in (("documents?limit=1", None, None), ("query?threshold=0.1", "some words", TEXT), ("passages?", "some words", TEXT), ("report?", "some words", TEXT)):
            method = "GET" if body is None else "POST"
            newest = server(method, f"/v1/indexes/idx/{path}", body, type)
            assert newest.status == 200, newest.body
            sequence = int(newest.headers["Textkin-Sequence"])
            before = server(method, f"/v1/indexes/idx/{path}&as_of={sequence - 1}", body, type)
            assert before.headers["Textkin-Sequence"] == str(sequence - 1)
            assert "as_of=0: it is 1 or more" in server(method, f"/v1/indexes/idx/{path}&as_of=0", body, type).problem()
        assert "older_than= is empty" in server("POST", "/v1/indexes/idx/remove?where=course=x&older_than=").problem()
        assert "added_at= is empty" in server("POST", "/v1/indexes/idx/documents?added_at=", lines_of([{"id": "x", "text": "y"}]), LINES).problem()
        assert "no UTF-8" in put(server, "M%FCller", "words").problem()


def test_it_is_reached_from_this_machine_alone_unless_there_are_tokens(index):
    assert "--tokens" in index("serve", "idx", "--listen", "0.0.0.0:0", "--try", exit=2).errors
    assert "--tokens" in index("serve", "idx", "--listen", "[::]:0", "--try", exit=2).errors
    index("serve", "idx", "--listen", "0.0.0.0:0", "--try", "--tokens", tokens(index))
    for wrong in ("elsewhere.example:80", "7070", "127.0.0.1:99999", "unix:", "127.0.0.1:"):
        assert "--listen" in index("serve", "idx", "--listen", wrong, "--try", exit=2).errors
    with serving(index, "idx") as server:
        assert server("GET", "/healthz", Host="evil.example").status == 403
        assert server("GET", "/healthz", Origin="https://evil.example").status == 403
        assert server("GET", "/healthz", Origin="null").status == 403
        assert server("GET", "/healthz", Host=f"localhost:{server.port}", Origin=f"http://localhost:{server.port}").status == 200
        assert server("GET", "/healthz", Host="LOCALHOST").status == 200  # names of hosts know no case


def test_a_socket_of_the_file_system(index):
    with serving(index, "idx", listen="unix:ask") as server:
        assert (index.folder / "ask").stat().st_mode & 0o777 == 0o600
        assert server("GET", "/v1/indexes/idx").status == 200
        assert "another server's" in index("serve", "idx", "--read-only", "--listen", "unix:ask", "--try", exit=2).errors
    killed = Server(index, "idx", listen="unix:ask")
    killed.end(signal.SIGKILL)
    assert (index.folder / "ask").exists()
    with serving(index, "idx", listen="unix:ask") as server:  # what the dead one left is no hindrance
        assert server("GET", "/healthz").status == 200
    assert not (index.folder / "ask").exists()
    assert "no socket" in index("serve", "idx", "--listen", "unix:docs.jsonl", "--try", exit=2).errors


def test_several_indexes_by_name_and_for_reading_only(index):
    index("index", "create", "a folder")
    index("index", "add", "a folder", index.jsonl("one.jsonl", [{"id": "only here", "text": prose(77)}]))
    assert "NAME=" in index("serve", "a folder", "--try", exit=2).errors
    assert "two indexes" in index("serve", "idx", "idx=a folder", "--try", exit=2).errors
    with serving(index, "idx", "other=a folder", "--read-only") as server:
        assert [one["name"] for one in server("GET", "/v1/indexes").json()["indexes"]] == ["idx", "other"]
        assert server("POST", "/v1/indexes/other/query", prose(77), TEXT).rows()[0]["b"] == "only here"
        assert server("POST", "/v1/indexes/idx/query", prose(77), TEXT).rows() == []
        assert server("POST", "/v1/indexes/third/query", prose(77), TEXT).status == 404
        assert server.add([{"id": "x", "text": "y"}]).status == 403
        index("index", "add", "idx", index.jsonl("two.jsonl", [{"id": "late", "text": prose(78)}]))  # another process writes
        until = time.monotonic() + 20
        while not server("POST", "/v1/indexes/idx/query", prose(78), TEXT).rows():
            assert time.monotonic() < until, "never sees what another process wrote"
            time.sleep(0.1)
    with serving(index, "idx") as server:
        assert "writes" in index("index", "add", "idx", "two.jsonl", exit=2).errors, "two that write"


def test_the_contract_is_kept(index):
    """Statuses, types and fields of every answer are those of docs/openapi.yaml, and its parameters are those of the routes."""
    known = contract()
    (index.folder / "shelf").mkdir()
    with serving(index, "idx", "--tokens", tokens(index), "--indexes", "shelf", token=ADMIN) as server:
        for (method, path), answer in ask_each_route(server).items():
            statuses, parameters, bodies, schema = known[method, path]
            assert (429 in statuses) == ((method, path) not in OPEN_ROUTES) and (504 in statuses) == ((method, path) not in WITHOUT_DEADLINE), (method, path)
            assert answer.status in (200, 201) and answer.headers["X-Request-Id"], (method, path, answer.body)
            asked = path.replace("{name}", "idx").replace("{id}", "d2")
            if path in PAGE:
                continue  # test_serve_page.py
            if schema in OTHER_TYPES:
                assert answer.headers["Content-Type"].startswith(OTHER_TYPES[schema])
            for one in [] if schema in OTHER_TYPES else answer.rows() if answer.headers["Content-Type"] == LINES else [answer.json()]:
                assert any(fields <= set(one) for fields in fields_of(schema)), (path, one)
            if path.startswith("/v1"):
                wrong = server(method, asked + "?nonsense=1", "x" if bodies else None, TEXT if TEXT in bodies else next(iter(bodies), None))
                assert wrong.status == 400 and 400 in statuses
                named = re.search(r"only (.*)", wrong.problem())
                assert set(named[1].split(", ") if named else []) == parameters, path
            for status, answer in (
                (401, server(method, asked, token="nobody-knows-this-token")), (405, server("PATCH", asked)),
                (415, server(method, asked, "x", "image/png") if bodies else None),
                (404, server(method, asked.replace("idx", "nothing"), "x" if bodies else None, next(iter(bodies), None)) if "{name}" in path and (method, path) != ("PUT", "/v1/indexes/{name}") else None),
                (403, server(method, asked, Origin="http://elsewhere.example")),
            ):
                if answer is None or (status == 401 and path in OPEN):
                    continue
                assert answer.status == status and answer.problem(), (method, path, status)
                assert status in statuses or status == 405, (method, path, status)
        assert server("GET", "/v2").status == 404 and server("GET", "/v1/indexes/").status == 404
        assert server("PATCH", "/v1/indexes").headers["Allow"] == "GET"


def test_wrong_parameters_are_named(index):
    with serving(index, "idx") as server:
        for parameters, said in ({"threshold": "high"}, "threshold=high is not a number"), ({"threshold": "2"}, "threshold"), ({"top": "-1"}, "top=-1"), \
                ({"where": "year=1"}, "no field year"), ({"as_of": "99"}, "99"), ({"recall": ["0.5", "0.6"]}, "twice"), ({"threshold": "nan"}, "finite"):
            answer = server("POST", question("/v1/indexes/idx/query", **parameters), "some words of a text", TEXT)
            assert answer.status == 400 and said in answer.problem(), (parameters, answer.body)
        assert server("POST", question("/v1/indexes/idx/query", threshold="0.1"), "some words of a text", TEXT).status == 200
        for path in ("/v1/indexes?a%0Ab%1B%0D=1", "/v1/indexes/idx/documents?where=a%0Ab", "/v1/indexes/idx/documents/not%0Athere"):
            answer = server("GET", path)
            assert answer.status in (400, 404) and not set(answer.problem()) & set(map(chr, range(32)))
        for path in ("/v1/indexes/idx/documents/%", "/v1/indexes/idx/documents/%zz", "/v1/indexes/idx/documents/a%00b"):
            assert server("GET", path).status == 400


def test_metrics_count_what_was_answered(index):
    """Of each route how many requests, how they ended and how long they took; what strangers call a route stands nowhere."""
    with serving(index, "idx", "--tokens", tokens(index), token=READER) as server:
        for _ in range(3):
            assert server("POST", "/v1/indexes/idx/query", prose(1), TEXT).status == 200
        server("POST", "/v1/indexes/idx/query?top=x", prose(1), TEXT)
        server("GET", "/v1/indexes/idx/documents/somebody")
        server("BREW", "/a-name-of-somebody")
        assert server("GET", "/metrics", token="a-token-that-is-not-known").status == 401
        text = server("GET", "/metrics").body.decode()
        values = dict(re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.M))
        query = 'method="POST",route="/v1/indexes/{name}/query"'
        assert values[f'textkin_requests_total{{{query},status="200"}}'] == "3" and values[f'textkin_requests_total{{{query},status="400"}}'] == "1"
        assert values['textkin_requests_total{method="GET",route="/v1/indexes/{name}/documents/{id}",status="404"}'] == "1"
        assert values['textkin_requests_total{method="",route="",status="404"}'] == "1" and "somebody" not in text
        buckets = [int(values[name]) for name in values if name.startswith(f"textkin_request_seconds_bucket{{{query}")]
        assert buckets == sorted(buckets) and buckets[-1] == 4 == int(values[f"textkin_request_seconds_count{{{query}}}"])
        assert int(values[f"textkin_received_bytes_total{{{query}}}"]) == 4 * len(prose(1).encode())
        assert values['textkin_sequence{index="idx"}'] == "1" and values['textkin_waiting_changes{index="idx"}'] == "0"
