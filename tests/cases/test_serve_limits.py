"""`textkin serve` within its limits of time: an answer that takes longer than --deadline is stopped, and a token asks as often as it may."""

import os
import pathlib
import re
import threading
import time

import pytest

from samples import prose
from serving import FORM, LINES, TEXT, form, lines_of, serving

READER = "a-token-of-a-reader-0123456789"
OTHER = "another-token-of-a-reader-0123"
WRITER = "a-token-of-a-writer-0123456789"
TICKS = os.sysconf("SC_CLK_TCK")


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [prose(i) for i in range(50)]))
    return textkin


@pytest.fixture
def alike(textkin):
    """An index of texts that are all alike, so that each question of the same kind is long."""
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": f"d{i}", "text": variant(i)} for i in range(300)]))
    return textkin


SHARED = prose("shared", 400)


def variant(number):
    return f"{prose(f'before {number}', 20)} {SHARED} {prose(f'behind {number}', 20)}"


MANY = [{"id": f"q{i}", "text": variant(1000 + i)} for i in range(3000)]


def processor_of(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def comes_to_rest(server):
    """Whether nothing is worked on any more, soon."""
    until = time.monotonic() + 60
    before = processor_of(server)
    while time.monotonic() < until:
        time.sleep(0.5)
        now = processor_of(server)
        if now - before <= 0.05:
            return True
        before = now
    return False


@pytest.mark.parametrize("route, parameters", [("query", "threshold=0.5"), ("query", "threshold=0.2"), ("passages", "common=10000"), ("report", "common=10000"), ("class", "common=10000")])
def test_what_takes_longer_than_the_deadline_is_stopped(alike, route, parameters):
    """Hundreds of thousands of pairs are compared, which takes many times the deadline; others are answered meanwhile."""
    body, type = (form(*(("file", one["id"] + ".txt", one["text"]) for one in MANY)), FORM) if route == "class" else (lines_of(MANY), LINES)
    with serving(alike, "idx", "--deadline", "0.5") as server:
        late = server("POST", f"/v1/indexes/idx/{route}?{parameters}", body, type)
        assert late.status == 504 and "--deadline" in late.problem() and late.headers["Retry-After"] is None
        assert comes_to_rest(server)
        assert server("GET", "/v1/indexes/idx").json()["documents"] == 300
        assert server("POST", "/v1/indexes/idx/query?top=1", variant(7), TEXT).status == 200


def test_a_change_that_comes_too_late_is_not_made(alike):
    with serving(alike, "idx", "--deadline", "0.5") as server:
        late = server("POST", "/v1/indexes/idx/documents?unless_similar=0.99", lines_of(MANY), LINES)
        assert late.status == 504 and "nothing of it was made" in late.problem()
        assert comes_to_rest(server)
        assert server("GET", "/v1/indexes/idx").json()["documents"] == 300
        assert server.add([{"id": "new", "text": prose("new")}]).rows()[-1]["added"] == 1
        assert server("GET", "/v1/indexes/idx/documents/new").status == 200 and server("GET", "/v1/indexes/idx/documents/q1").status == 404
    alike("index", "verify", "idx", "--deep")


def test_a_deadline_that_nothing_can_keep(index):
    """What waits is not begun then; what is put in order takes its time."""
    with serving(index, "idx", "--deadline", "0.000001") as server:
        for method, path, body, type in (("POST", "query", prose(3), TEXT), ("POST", "passages", prose(3), TEXT), ("GET", "documents", None, None), ("GET", "export", None, None), ("GET", "documents/1", None, None),
                                         ("POST", "documents", lines_of([{"id": "x", "text": "y z"}]), LINES), ("PUT", "documents/x", "y z", TEXT), ("PUT", "documents/x", "<p>y z", "text/html"), ("DELETE", "documents/1", None, None),
                                         ("POST", "remove", "1", TEXT)):
            answer = server(method, "/v1/indexes/idx/" + path, body, type)
            assert answer.status == 504 and answer.problem(), (method, path, answer.body)
        for method, path in (("GET", "/healthz"), ("GET", "/metrics"), ("POST", "/v1/indexes/idx/verify"), ("POST", "/v1/indexes/idx/merge"), ("GET", "/v1/indexes/idx/snapshot")):
            assert server(method, path).status == 200, path
    assert index("index", "stats", "idx", "--format", "json").json()["documents"] == 50
    for wrong in ("0", "-1", "nan", "soon"):
        assert "--deadline" in index("serve", "idx", "--try", "--deadline", wrong, exit=2).errors


def test_others_are_answered_while_long_questions_end(alike):
    """With both threads at work on what nobody can answer in time, who waits is answered by their end, well or too late."""
    answers = []
    body = lines_of(MANY)

    def long_one():
        answers.append(server("POST", "/v1/indexes/idx/passages?common=10000", body, LINES).status)

    with serving(alike, "idx", "--deadline", "1") as server:
        long_ones = [threading.Thread(target=long_one) for _ in range(4)]
        for one in long_ones:
            one.start()
        short = [server("POST", "/v1/indexes/idx/query?top=1", variant(7), TEXT).status for _ in range(5)]
        for one in long_ones:
            one.join()
        assert set(answers) == {504} and set(short) <= {200, 504}
        assert server("POST", "/v1/indexes/idx/query?top=1", variant(7), TEXT).status == 200


def tokens(index, *lines):
    index.write("tokens", "\n".join(lines) + "\n")
    (index.folder / "tokens").chmod(0o600)
    return "tokens"


def test_a_token_asks_as_often_as_it_may(index):
    """One of twenty requests in a hundred seconds: the first passes, and the next not, wherever it goes; other tokens go on."""
    with serving(index, "idx", "--tokens", tokens(index, f"reader {READER} rate=0.01", f"reader {OTHER}", f"writer {WRITER} idx as=anna rate=1000000")) as server:
        assert server("GET", "/v1/me", token=READER).status == 200
        for method, path, body, type in (("GET", "/v1/me", None, None), ("POST", "/v1/indexes/idx/query", prose(3), TEXT), ("GET", "/v1/indexes/nothing", None, None), ("PUT", "/v1/indexes/idx/documents/x", "y", TEXT)):
            refused = server(method, path, body, type, token=READER)
            assert refused.status == 429 and 1 <= int(refused.headers["Retry-After"]) <= 100 and refused.headers["Retry-After"] in refused.problem()
        assert server("GET", "/healthz", token=READER).status == 200
        for token in (OTHER, WRITER):
            assert [server("GET", "/v1/me", token=token).status for _ in range(20)] == 20 * [200]
        assert server("GET", "/v1/me", token="a-token-that-is-not-known").status == 401
        assert 'route="/v1/me",status="429"' in server("GET", "/metrics", token=OTHER).body.decode()
    with serving(index, "idx", "--rate", "0.01", "--tokens", tokens(index, f"reader {READER}", f"reader {OTHER} rate=100000")) as server:
        assert [server("GET", "/v1/me", token=READER).status for _ in range(3)] == [200, 429, 429]
        assert [server("GET", "/v1/me", token=OTHER).status for _ in range(3)] == [200, 200, 200]


def test_a_long_body_of_who_asks_too_often_is_not_read(index):
    with serving(index, "idx", "--rate", "0.01", "--tokens", tokens(index, f"reader {READER}")) as server:
        assert server("GET", "/v1/me", token=READER).status == 200
        with server.socket() as own:
            own.sendall(f"POST /v1/indexes/idx/query HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {READER}\r\nContent-Type: text/plain\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n".encode())
            assert own.recv(1 << 12).startswith(b"HTTP/1.1 429 ")


def test_a_rate_that_cannot_be_is_refused(index):
    assert "--tokens" in index("serve", "idx", "--try", "--rate", "5", exit=2).errors
    for wrong in ("rate=", "rate=0", "rate=-1", "rate=x", "rate=inf", "rate=nan", "rate=1x"):
        assert "tokens:1" in index("serve", "idx", "--try", "--tokens", tokens(index, f"reader {READER} {wrong}"), exit=2).errors
    for wrong in ("0", "-1", "x", "nan", "inf"):
        assert "--rate" in index("serve", "idx", "--try", "--rate", wrong, "--tokens", tokens(index, f"reader {READER}"), exit=2).errors


def test_what_a_question_lacks_is_said_of_the_memory_of_the_server(textkin):
    """It has a share of it; who starts the server gives the whole."""
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": i, "text": "a " * 28} for i in range(30_000)]), "--memory", "256MiB")
    ask = lambda server: server("POST", "/v1/indexes/idx/query?threshold=0.9&top=1", lines_of([{"id": "q", "text": "a " * 28}]), LINES)  # noqa: E731
    given = 64
    for _ in range(3):
        with serving(textkin, "idx", memory=f"{given}MiB") as server:
            answer = ask(server)
        if answer.status == 200:
            break
        said, would_do = map(int, re.search(r"--memory (\d+) MiB .*; (\d+) MiB would do", answer.problem()).groups())
        assert said == given < would_do
        given = would_do
    assert answer.status == 200 and given > 64, answer.body
