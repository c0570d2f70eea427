"""`textkin index` against a server: the same command line with an address in place of the folder writes the same bytes, ends with
the same code, and says what is known where a connection breaks."""

import http.server
import json
import random
import re
import socket
import ssl
import threading

import pytest

from samples import family_corpus, prose
from serving import serving
from tls_front import certificate, tls_front

TOKEN = "a-token-of-a-writer-0123456789"


def documents(count, seed=1):
    return [{"id": f"d{i}", "text": text, "course": f"c{i % 3}", "year": i % 4 + 2020}
            for i, text in enumerate(family_corpus(seed, families=count // 3)[:count])]


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course", "year")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", documents(240)))
    return textkin


def address(server, name="idx"):
    return f"http://127.0.0.1:{server.port}/{name}"


def questions(count, seed=4):
    draw = random.Random(seed)
    return [{"id": f"q{i}", "text": one["text"] if i % 2 else one["text"] + " " + prose(i, 9)} for i, one in enumerate(draw.choices(documents(240), k=count))]


def same(textkin, server, *words, **how):
    """The answer of a command line on the folder `copy`, after the same with the address of idx gave the same bytes."""
    here = textkin(*(word.replace("DIR", "copy") for word in words), **how)
    there = textkin(*(word.replace("DIR", address(server)) for word in words), **how)
    assert there.stdout == here.stdout, words
    return here


def test_a_query_answers_as_on_the_folder(index):
    index("index", "snapshot", "idx", "copy")
    asked = index.jsonl("asked.jsonl", questions(60))
    index.path("essays/x").parent.mkdir(exist_ok=True)
    for i, one in enumerate(questions(5, seed=9)):
        index.write(f"essays/é {i}.txt", one["text"])
    index.write("lines.txt", "".join(one["text"].replace("\n", " ") + "\n" for one in questions(9)))
    rows = 0
    with serving(index, "idx") as server:
        for words in ((), ("-t", "0.5"), ("--top", "3"), ("--top", "2", "-t", "0.9"), ("-t", "0.6", "--recall", "0.99"), ("--where", "course=c1"),
                      ("--not", "course=c1", "--not", "course=c2"), ("--where", "year=2021"), ("--as-of", "1", "-t", "0.5"), ("--format", "jsonl")):
            rows += len(same(index, server, "index", "query", "DIR", asked, "-q", *words).stdout.splitlines())
        same(index, server, "index", "query", "DIR", "essays", "-q")
        same(index, server, "index", "query", "DIR", "lines.txt", "--lines", "-q")
        same(index, server, "index", "query", "DIR", "-", "-q", stdin=(index.folder / asked).read_bytes())
        same(index, server, "index", "query", "DIR", "essays", asked, "-q", "-t", "0.5")
        repeated = index.jsonl("repeated.jsonl", [{"id": "x", "text": documents(3)[0]["text"]}] * 2)
        said = [index("index", "query", place, repeated, exit=2).errors for place in ("copy", address(server))]
        assert said[0] == said[1] and "x" in said[0]
        same(index, server, "index", "query", "DIR", repeated, "--repeated-ids", "number", "-q")
        told = index("index", "query", address(server), asked, "--stats", "stats.json").errors
        assert "method server" in told and index.stats()["documents"] == 60
        index("index", "query", address(server), asked, "-o", "rows.tsv", "-q")
        assert (index.folder / "rows.tsv").read_bytes() == index("index", "query", "copy", asked, "-q").stdout
    assert rows > 300, "a test of nothing"


def test_how_sure_answers_are_is_what_the_folder_says(index):
    """--answers and --check, whatever the ids of the questions are, and where they go in several pieces."""
    index("index", "snapshot", "idx", "copy")
    draw = random.Random(5)
    asked = index.jsonl("asked.jsonl", [one | {"text": " ".join(f"w{i}" if draw.random() < 0.05 else word for word in one["text"].split())} for i, one in enumerate(questions(200))])
    some = index.jsonl("some.jsonl", [{"id": f'"é\n{i}' if i % 3 else "same", "text": one["text"]} for i, one in enumerate(questions(9))])
    long = index.jsonl("long.jsonl", [{"id": f"long {i}", "text": one["text"] + " " + prose(i, 150_000)} for i, one in enumerate(questions(8))])
    neighbours = 0
    with serving(index, "idx") as server:
        for data, words in ((asked, ("--check",)), (asked, ("--check", "-t", "0.5", "--recall", "0.01")), (asked, ("--check", "-t", "0.2")), (asked, ("--top", "3", "--check")),
                            (asked, ("--check", "--where", "course=c1", "--as-of", "1")), (asked, ("--measure", "containment", "-t", "0.6", "--check")), (asked, ("--exact", "-t", "0.4")),
                            (some, ("--check", "--repeated-ids", "number", "--format", "jsonl")), (long, ("--check", "--measure", "containment", "-t", "0.3", "--contained", "stored"))):
            told, sure, stats = [], [], []
            for place in ("copy", address(server)):
                told.append(index("index", "query", place, data, *words, "--answers", "sure", "--stats", "stats.json"))
                sure.append((index.folder / "sure").read_bytes())
                stats.append(index.stats()["audit"])
            assert told[0].stdout == told[1].stdout and sure[0] == sure[1] and stats[0] == stats[1], words
            assert sure[0].count(b"\n") == len((index.folder / data).read_bytes().splitlines()) + ("jsonl" not in words)
            checked = [[line for line in one.errors.splitlines() if "checked: " in line] for one in told]
            assert checked[0] == checked[1] and len(checked[0]) == ("--check" in words)
            neighbours += stats[0]["neighbours"] if stats[0] else 0
        index("index", "query", address(server), asked, "--check", "-q")
        assert "leave one out" in server("POST", "/v1/indexes/idx/query?check=true&exact=true", "a text", "text/plain").problem()
        rows = server("POST", "/v1/indexes/idx/query?check=true&answers=true", documents(9)[1]["text"], "text/plain").rows()
        assert "statement" in rows[-2] and rows[-1]["neighbours"] == rows[-1]["found"] == len(rows) - 2 > 0
        assert len(server("POST", "/v1/indexes/idx/query?check=false&answers=false", documents(9)[1]["text"], "text/plain").rows()) == len(rows) - 2
    assert neighbours > 1000, "nothing that a check could find"
    turns = iter(((4, 3, 0.5), (8, 4, 0.8)))

    def answer(handler, turn, body):
        if handler.command == "GET":
            return 200, {}, STATS
        known, found, stated = next(turns)
        return 200, {"Textkin-Sequence": "4"}, json.dumps({"documents": body.count(b"\n"), "neighbours": known, "found": found, "stated": stated}).encode() + b"\n"

    with Pretended(answer) as server:
        told = index("index", "query", address(server), long, "--check", "--stats", "stats.json").errors
    assert "checked: 7 of the 12 documents that the answers are about were found; stated was at least 0.7000" in told
    assert index.stats()["audit"]["documents"] == 8 and index.stats()["audit"]["recall"] == 7 / 12


def test_an_add_is_that_of_the_folder(index):
    """The same script on a copy: results, counts, all documents and their fields."""
    index("index", "snapshot", "idx", "copy")
    draw = random.Random(8)
    with serving(index, "idx") as server:
        for step, words in enumerate(((), ("--on-same-id", "keep"), ("--unless-similar", "0.8"), ("--checkpoint", "topic=17", "a b=ü&x=%41"), ("--added-at", "2020-01-31"))):
            some = [{"id": f"d{draw.randrange(300)}", "text": draw.choice(documents(240))["text"] + f" step {step}", "course": draw.choice(["c1", "é", ""]),
                     "year": draw.choice([1.5, 7, True, "x"])} for _ in range(20)] + [{"id": f"none {step}", "text": ""}]
            index.jsonl("some.jsonl", some)
            told = [index("index", "add", place, "some.jsonl", "--results", f"{i}.jsonl", *words).errors for i, place in enumerate(("copy", address(server)))]
            rows = [(index.folder / f"{i}.jsonl").read_bytes() for i in (0, 1)]
            assert told[0] == told[1] and rows[0] == rows[1] and rows[0].count(b"\n") == 21
        index.write("more/é.txt", prose("file", 30))
        index.write("more/b.txt", prose("another file", 30))
        told = same(index, server, "index", "add", "DIR", "more").errors
        assert "2 added" in told
        refused = index.jsonl("refused.jsonl", [{"id": "fresh", "text": "x"}, {"id": "d1", "text": "another"}])
        for place in ("copy", address(server)):
            assert "d1 is in the index with another text" in index("index", "add", place, refused, "--on-same-id", "refuse", exit=2).errors
        stats = [json.loads(index("index", "stats", "copy", "--format", "json").stdout), server("GET", "/v1/indexes/idx").json()]
        assert stats[0]["checkpoints"] == stats[1]["checkpoints"] == {"topic": "17", "a b": "ü&x=%41"}
    for words in (("index", "export"), ("index", "list", "--where", "year=1.5")):
        assert index(*words[:2], "idx", *words[2:]).stdout == index(*words[:2], "copy", *words[2:]).stdout
    assert index("index", "remove", "idx", "--older-than", "2020-02-01").errors == index("index", "remove", "copy", "--older-than", "2020-02-01").errors


def test_passages_and_what_is_shown_are_those_of_the_folder(index):
    """In texts of the user's own and of files that are more than text, with what is not counted."""
    index("index", "add", "idx", index.jsonl("more.jsonl", [{"id": f"ü/ a%b?{i}", "text": prose(f"source {i}", 120), "course": "c9"} for i in range(4)] + [{"id": f"many{i}", "text": prose("many", 60)} for i in range(3)]))
    index("index", "snapshot", "idx", "copy")
    words = [prose(f"source {i}", 120).split() for i in range(4)]
    texts = [" ".join([prose(f"own {i}", 20), *words[i][10:60], prose(f"behind {i}", 20), *words[(i + 1) % 4][70:100]]) for i in range(4)]
    texts[3] += " " + " ".join(prose("many", 60).split()[10:50])
    for i, text in enumerate(texts):
        index.write(f"essays/é {i}.txt", text)
    index.write("essays/page.html", f"<html><body><p>{texts[0]}</p><script>no text</script></body></html>")
    asked = index.jsonl("asked.jsonl", [{"id": "same", "text": text} for text in texts[:1]] + [{"id": f"q{i}", "text": text} for i, text in enumerate(texts)])
    with serving(index, "idx") as server:
        rows = []
        for more in ((), ("--min-length", "40"), ("--where", "course=c9"), ("--format", "jsonl"), ("--max-gap", "0"), ("--as-of", "2"), ("--common", "2")):
            rows.append(same(index, server, "index", "passages", "DIR", "essays", "-q", *more).stdout.count(b"\n"))
            same(index, server, "index", "passages", "DIR", asked, "-q", *more)
        assert min(rows[:5]) > 8, rows
        for place, folder in (("copy", "pan-here"), (address(server), "pan-there")):
            index("index", "passages", place, "essays", "--format", "pan", "-o", folder)
        here, there = (sorted((path.name, path.read_bytes()) for path in (index.folder / name).iterdir()) for name in ("pan-here", "pan-there"))
        assert here == there and len(here) > 4
        told = index("index", "passages", address(server), "essays", "-o", "p.tsv", "--stats", "stats.json").errors
        assert "(--common)" in index("index", "passages", address(server), "essays", "-o", "p.tsv", "--common", "2").errors and "(--common)" not in told
        assert "passages in" in told and f"{len(list((index.folder / 'essays').iterdir()))} documents compared with 247 of the index" in told and index.stats()["index"] == address(server) and index.stats()["sequence"] == 2
        same(index, server, "index", "get", "DIR", "d3", "ü/ a%b?1", "d3")
        same(index, server, "index", "get", "DIR", "--", "d7")
        for at in ("copy", address(server)):
            assert f"no document of {at} has the id nobody" in index("index", "get", at, "d1", "nobody", exit=2).errors
        here, there = (index("index", "stats", at, "--format", "json").json() for at in ("copy", address(server)))
        assert here.pop("file_bytes") and there.pop("file_bytes") and here == there
        assert index("index", "stats", address(server)).stdout.decode().startswith(f"{address(server)}: 247 documents")
        index("index", "create", "plain", "--passages", "none")
    with serving(index, "plain") as server:
        said = [index("index", "passages", at, asked, exit=2).errors for at in ("plain", address(server, "plain"))]
        assert all("--passages" in one for one in said)


def test_a_removal_is_that_of_the_folder(index):
    index("index", "snapshot", "idx", "copy")
    index.write("ids.txt", "d1\r\nnobody\n\nd2")
    old = index.jsonl("old.jsonl", [{"id": f"old {i}", "text": prose(i, 30), "course": f"c{i % 2}", "year": 2020} for i in range(8)])
    with serving(index, "idx") as server:
        for place in (address(server), "copy"):
            index("index", "add", place, old, "--added-at", "2020-01-31")
        for words in (("d5", "d6", "nobody"), ("--ids", "ids.txt"), ("d5",), ("--ids", "/dev/null"), ("--where", "year=2021", "--not", "course=c2"), ("--older-than", "365d", "--where", "course=c1"),
                      ("d9", "d10"), ("--not", "course=c0"), ("--where", "course=none of it")):
            for _ in range(2):
                assert index("index", "remove", address(server), *words).errors == index("index", "remove", "copy", *words).errors
        assert 0 < index("index", "stats", "copy", "--format", "json").json()["documents"] < 100
        for wrong in (("--where", "nothing=1"), ("--older-than", "3x"), ("d20", "--older-than", "2020-02-01"), ("--not", "course=c0", "--ids", "ids.txt")):
            here, there = (index("index", "remove", place, *wrong, exit=2).errors for place in ("copy", address(server)))
            assert here.split(":")[-1].split(";")[0] in there and there.count("\n") == 1, (here, there)
        assert "while no server has it" in index("index", "remove", address(server), "--purge", exit=2).errors
        index.jsonl("dated.jsonl", [{"id": "dated", "text": "words of a day", "course": "c9", "when": "2019-07-01"}])
        for place in (address(server), "copy"):
            index("index", "add", place, "dated.jsonl", "--added-at", "field:when")
            assert "1 removed" in index("index", "remove", place, "--older-than", "2019-12-31").errors
            index("index", "add", place, old, "--added-at", "2020-01-31")
        assert index("index", "export", address(server), "--times").stdout == index("index", "export", "idx", "--times").stdout
        assert b"2020-01-31T00:00:00Z" in index("index", "export", address(server), "--times").stdout
    assert index("index", "export", "idx").stdout == index("index", "export", "copy").stdout


def test_what_an_index_asks_for_is_told_of_a_server_too(textkin):
    textkin("index", "create", "idx", "--recall", "0.8", "--normalize", "code:c")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": "a", "text": prose(1)}]))
    textkin("index", "snapshot", "idx", "copy")
    asked = textkin.jsonl("asked.jsonl", [{"id": "q", "text": prose(1)}])
    with serving(textkin, "idx") as server:
        for place in ("copy", address(server)):
            textkin("index", "query", place, asked, "--stats", "stats.json")
            assert textkin.stats()["recall_target"] == 0.8, place
            textkin("index", "passages", place, asked, "--stats", "stats.json")
            assert textkin.stats()["common"] == 1000, place


def test_an_index_is_made_merged_and_checked_as_a_folder(index):
    (index.folder / "shelf").mkdir()
    index.write("words.txt", "the and")
    index.write("key", "k" * 32)
    (index.folder / "key").chmod(0o600)
    more = [index.jsonl(f"more{i}.jsonl", [{"id": f"{i} {j}", "text": f"{i} {j} " + prose(j, 30)} for j in range(2100)]) for i in range(2)]
    cases = ((), ("--least", "0.3", "--recall", "0.9", "--passages", "8"), ("--store", "sets"), ("--store", "none", "--field", "a b", "é&x=1"), ("--shingle", "char:9", "--passages", "none"),
             ("--stop-words", "german", "--stem", "german", "--multiset", "--tokens", "whitespace"), ("--normalize", "nfc,casefold"), ("--weights", "suffix", "--weight-unit", "0.25", "--passages", "none"),
             ("--fingerprint", "rabin", "--shingle", "word:3"))
    with serving(index, "idx", "--indexes", "shelf") as server:
        for i, words in enumerate(cases):
            own = [index("index", "create", place, *words, exit=None) for place in (f"own{i}", address(server, f"made{i}"))]
            assert own[0].code == own[1].code and own[1].stdout == b"", (words, own[0].errors, own[1].errors)
            if own[0].code == 0:
                here, there = (index("index", "stats", place, "--format", "json").json()["options"] for place in (f"own{i}", address(server, f"made{i}")))
                assert here == there, words
        for words, said in ((("--key", "key"), "--key names a file"), (("--stop-words", "words.txt"), "--stop-words FILE names"), (("--stop-words", "klingon"), "klingon"), (("--least", "2"), "--least 2"),
                            (("--store", "sets", "--passages", "8"), "--passages")):
            told = index("index", "create", address(server, "wrong"), *words, exit=2).errors
            assert said in told and told.count("\n") == 1, told
        assert "of that name" in index("index", "create", address(server, "made0"), exit=2).errors
    with serving(index, "idx") as server:
        assert "--indexes FOLDER" in index("index", "create", address(server, "new"), exit=2).errors
        for name in more:
            index("index", "add", address(server), name, "-q")
        expected = index("index", "query", address(server), more[0], "-q").stdout
        before = index("index", "stats", address(server), "--format", "json").json()
        assert index("index", "merge", address(server)).errors == f"textkin: {address(server)} has one segment\n"
        after = index("index", "stats", address(server), "--format", "json").json()
        assert before["segments"] != after["segments"] == 1 and before["sequence"] == after["sequence"]
        assert index("index", "query", address(server), more[0], "-q").stdout == expected
        for deep in ((), ("--deep",)):
            assert index("index", "verify", address(server), *deep).errors == f"textkin: {address(server)} is whole\n"
        (segment,) = (index.folder / "idx/segments").iterdir()
        content = bytearray(segment.read_bytes())
        content[len(content) // 2] ^= 1
        segment.write_bytes(content)
        told = index("index", "verify", address(server), exit=2).errors
        assert "damaged" in told and told.count("\n") == 1


class Pretended:
    """A server that is told what to answer; `asked` is what came, each with its head and body."""

    def __init__(self, answer):
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def reply(this):
                body = this.rfile.read(int(this.headers.get("Content-Length", 0)))
                self.asked.append((this.command, this.path, dict(this.headers), body))
                given = answer(this, len(self.asked), body)
                if given is None:  # the connection ends
                    this.connection.shutdown(socket.SHUT_RDWR)
                    this.close_connection = True
                    return
                status, fields, text = given
                this.send_response(status)
                for name, value in fields.items():
                    this.send_header(name, value)
                this.send_header("Content-Length", str(len(text)))
                this.end_headers()
                this.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = reply

            def log_message(this, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        self.port = self.server.server_port
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


STATS = json.dumps({"sequence": 4, "documents": 9, "removed": 0, "text_bytes": 1, "file_bytes": 1, "segments": 1, "options": [["--least", "0.5"]], "checkpoints": {}}).encode()


def counts(added, sequence):
    row = {"added": added, "replaced": 0, "unchanged": 0, "kept": 0, "seen": 0, "empty": 0, "sequence": sequence, "documents": 9 + added}
    return json.dumps(row).encode() + b"\n"


def problem(status, detail, **fields):
    return status, {"Content-Type": "application/problem+json", **fields}, json.dumps({"type": "about:blank", "title": "", "status": status, "detail": detail}).encode()


def test_an_add_that_breaks_off_says_what_is_known(textkin):
    """Documents of 1 MB go in pieces of four: the connection ends in the second, or the server refuses it."""
    large = textkin.jsonl("large.jsonl", [{"id": f"d{i}", "text": f"w{i} " * 200_000} for i in range(10)])

    def breaking(second):
        def answer(handler, turn, body):
            if handler.command == "GET":
                return 200, {}, STATS
            return second if turn > 2 else (200, {}, counts(body.count(b"\n"), 5))
        return answer

    with Pretended(breaking(None)) as server:
        said = textkin("index", "add", address(server), large, exit=2).errors
        first = server.asked[1][3].count(b"\n")
        assert len(server.asked) == 3 and 1 < first < 10, "sent again, or not in pieces"
        known = re.search(r"whether documents (\d+) to (\d+) of INPUT are in the index is not known; the (\d+) before them are in it, at sequence 5; the same add again", said)
        assert known and int(known[3]) == first == int(known[1]) - 1 and int(known[2]) == first + server.asked[2][3].count(b"\n"), said
    with Pretended(breaking(problem(504, "too late"))) as server:
        assert "too late; whether documents" in textkin("index", "add", address(server), large, exit=2).errors
    with Pretended(breaking(problem(400, "no"))) as server:
        said = textkin("index", "add", address(server), large, "--results", "r.jsonl", exit=2).errors
        assert f"no; the {first} before them are in it" in said and "not known" not in said
        assert not (textkin.folder / "r.jsonl").exists()


def test_pieces_that_are_too_large_are_made_smaller_and_the_checkpoint_goes_last(textkin):
    large = textkin.jsonl("large.jsonl", [{"id": f"d{i}", "text": f"w{i} " * 100_000} for i in range(12)])

    def answer(handler, turn, body):
        if handler.command == "GET":
            return 200, {}, STATS
        if len(body) > 1_500_000:
            return problem(413, "the body has more than 1500000 bytes; send less at once")
        return 200, {}, counts(body.count(b"\n"), turn)

    with Pretended(answer) as server:
        told = textkin("index", "add", address(server), large, "--checkpoint", "a=1").errors
        assert "12 added" in told
        taken = [(path, body) for method, path, _, body in server.asked if method == "POST" and len(body) <= 1_500_000]
        assert [json.loads(line)["id"] for _, body in taken for line in body.splitlines()] == [f"d{i}" for i in range(12)]
        assert ["checkpoint" in path for path, _ in taken] == [False] * (len(taken) - 1) + [True]
        one = textkin.jsonl("one.jsonl", [{"id": "x", "text": "w " * 1_000_000}])
        assert "send less at once" in textkin("index", "add", address(server), one, exit=2).errors


def test_a_busy_server_is_asked_again_and_others_are_not(textkin):
    text = textkin.write("q.txt", prose(1))
    busy = problem(503, "too many", **{"Retry-After": "1"})
    with Pretended(lambda handler, turn, body: (200, {}, STATS) if turn == 1 else busy if turn == 2 else (200, {"Textkin-Recall": "0.5"}, b"")) as server:
        textkin("index", "query", address(server), text)
        assert [method for method, *_ in server.asked] == ["GET", "POST", "POST"]
    with Pretended(lambda handler, turn, body: problem(503, "it ends")) as server:
        assert "it ends" in textkin("index", "query", address(server), text, exit=2).errors
        assert len(server.asked) == 1
    with Pretended(lambda handler, turn, body: (302, {"Location": "http://127.0.0.1:1/elsewhere"}, b"")) as server:
        said = textkin("index", "query", address(server), text, exit=2, env={"TEXTKIN_TOKEN": TOKEN}).errors
        assert "http://127.0.0.1:1/elsewhere" in said and "nothing is sent there" in said and TOKEN not in said
        assert len(server.asked) == 1 and server.asked[0][2]["Authorization"] == f"Bearer {TOKEN}"
    for wrong in ((200, {}, b"<html>"), (200, {}, b'{"a": "0", "b": 3}\n'), (500, {}, b"oops"), (404, {}, b"")):
        for after in (0, 1):
            with Pretended(lambda handler, turn, body, wrong=wrong, after=after: wrong if turn > after else (200, {}, STATS)) as server:
                said = textkin("index", "query", address(server), text, exit=2).errors
                assert "textkin serve" in said and said.count("\n") == 1


def test_a_token_that_asks_too_often_waits_and_goes_on(index):
    """Of a server with a rate all of an add comes through, and one is told once; beyond --timeout it ends with what to do."""
    index.write("tokens", f"writer {TOKEN} rate=2\n")
    (index.folder / "tokens").chmod(0o600)
    env = {"TEXTKIN_TOKEN": TOKEN}
    with serving(index, "idx", "--tokens", "tokens") as server:
        for _ in range(2):  # what a pause has gathered is used up
            server("GET", "/v1/me", token=TOKEN)
        assert server("GET", "/v1/me", token=TOKEN).status == 429
        told = index("index", "get", address(server), *(f"d{i}" for i in range(4)), env=env)
        assert told.stdout.count(b"\n") == 4
        told = index("index", "add", address(server), index.jsonl("one.jsonl", [{"id": "one", "text": "a b c"}]), env=env).errors
        assert told.count("lets this token ask only so often") <= 1 and "1 added" in told
    text = index.write("q.txt", prose(1))
    often = problem(429, "this token asks more often than it may; come again in 2 seconds", **{"Retry-After": "2"})
    with Pretended(lambda handler, turn, body: (200, {}, STATS) if turn == 1 else often if turn == 2 else (200, {"Textkin-Recall": "0.5"}, b"")) as server:
        told = index("index", "query", address(server), text).errors
        assert told.count("lets this token ask only so often; requests wait for that") == 1 and len(server.asked) == 3
    with Pretended(lambda handler, turn, body: often) as server:
        said = index("index", "query", address(server), text, "--timeout", "3", exit=2).errors
        assert "come again in 2 seconds; to wait for that here give a longer --timeout than 3" in said and len(server.asked) == 2


def test_pieces_that_take_too_long_are_made_smaller_a_few_times(textkin):
    late = problem(504, "it took longer than --deadline of the server allows, and nothing of it was made; ask less at once")
    many = textkin.jsonl("many.jsonl", [{"id": f"d{i}", "text": f"w{i} {i}"} for i in range(64)])

    def stopping(most):
        def answer(handler, turn, body):
            if handler.command == "GET":
                return 200, {}, STATS
            lines = body.count(b"\n")
            return late if lines > most else (200, {"Textkin-Recall": "1.0", "Textkin-Sequence": "4"}, counts(lines, turn) if "documents" in handler.path else b"")
        return answer

    for words in (("query",), ("add",)):
        with Pretended(stopping(16)) as server:
            told = textkin("index", words[0], address(server), many).errors
            assert "64 added" in told or "64 documents" in told
            taken = [body for method, _, _, body in server.asked if method == "POST" and body.count(b"\n") <= 16]
            assert len(taken) == 4 and b"".join(taken).count(b"\n") == 64
        with Pretended(stopping(1)) as server:
            said = textkin("index", words[0], address(server), many, exit=2).errors
            assert "--deadline of the server" in said and "not known" not in said and len([1 for method, *_ in server.asked if method == "POST"]) == 5


def test_a_server_that_says_nothing_is_waited_for_so_long(textkin):
    text = textkin.write("q.txt", prose(1))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        at = f"http://127.0.0.1:{silent.getsockname()[1]}/idx"
        assert "did not answer within 1 seconds" in textkin("index", "query", at, text, "--timeout", "1", exit=2).errors
    assert "cannot be reached" in textkin("index", "query", at, text, exit=2).errors


def test_tokens_and_sockets(index):
    asked = index.jsonl("asked.jsonl", questions(3))
    index.write("tokens", f"writer {TOKEN}\n")
    (index.folder / "tokens").chmod(0o600)
    index.write("token", TOKEN + "\n")
    expected = None
    with serving(index, "idx", "--tokens", "tokens", listen="unix:s.sock"):
        at = "http://unix:s.sock:/idx"
        assert "send a token" in index("index", "query", at, asked, exit=2).errors
        (index.folder / "token").chmod(0o644)
        assert "chmod 600 token" in index("index", "query", at, asked, "--token-file", "token", exit=2).errors
        (index.folder / "token").chmod(0o600)
        expected = index("index", "query", at, asked, "-q", "--token-file", "token").stdout
        assert index("index", "query", at, asked, "-q", env={"TEXTKIN_TOKEN": TOKEN}).stdout == expected
        assert "not known" in index("index", "query", at, asked, exit=2, env={"TEXTKIN_TOKEN": "another-token-0123456789"}).errors
        assert "one word" in index("index", "query", at, asked, exit=2, env={"TEXTKIN_TOKEN": "two words"}).errors
        assert "no index of this name" in index("index", "query", "http://unix:s.sock:/other", asked, "--token-file", "token", exit=2).errors
    assert expected == index("index", "query", "idx", asked, "-q").stdout and expected.count(b"\n") > 3
    assert "with a folder" in index("index", "query", "idx", asked, "--token-file", "token", exit=2).errors


def test_addresses_that_are_none_and_what_servers_do_not_do(index):
    asked = index.jsonl("asked.jsonl", questions(3))
    for at, said in (("http://", "names no host"), ("http://x", "names no index"), ("http://x:99999/idx", "is no port"), ("http://a:b@x/idx", "--token-file"),
                     ("http://x/idx?y=1", "nothing else"), ("http://unix:s.sock", "names no socket"), ("http://x y/idx", "its host")):
        assert said in index("index", "query", at, asked, exit=2).errors
    for command in (("repair",), ("rebuild", "new"), ("audit", "--sample", "2"), ("snapshot", "copy"), ("plan",)):
        first, *rest = command
        said = index("index", first, "http://127.0.0.1:1/idx", *rest, exit=2).errors
        assert f"`textkin index {first}` works on a folder" in said and said.count("\n") == 1
    assert "asked as one where all are folders" in index("index", "query", "idx", "http://127.0.0.1:1/idx", asked, exit=2).errors
    assert not list(index.folder.glob("http*"))


def test_https_is_spoken_with_who_can_be_trusted(index):
    asked = index.jsonl("asked.jsonl", questions(30))
    large = index.jsonl("large.jsonl", [{"id": f"big{i}", "text": prose(f"big {i}", 60_000)} for i in range(30)])
    own, other = certificate(index.folder), certificate(index.folder, "other", "DNS:other.example")
    trust = {"SSL_CERT_FILE": str(own[0])}
    expected = index("index", "query", "idx", asked, "-q").stdout
    with serving(index, "idx") as server:
        with tls_front(server.port, own) as port:
            for host in ("localhost", "127.0.0.1"):
                assert index("index", "query", f"https://{host}:{port}/idx", asked, "-q", env=trust).stdout == expected
            assert "30 added" in index("index", "add", f"https://localhost:{port}/idx", large, env=trust).errors
            assert "not trusted for localhost: self" in index("index", "query", f"https://localhost:{port}/idx", asked, exit=2, env={"SSL_CERT_FILE": str(other[0])}).errors
        with tls_front(server.port, own, maximum_version=ssl.TLSVersion.TLSv1_2) as port:
            assert index("index", "query", f"https://localhost:{port}/idx", asked, "-q", env=trust).stdout == expected
        with tls_front(server.port, other) as port:
            said = index("index", "query", f"https://localhost:{port}/idx", asked, exit=2, env={"SSL_CERT_FILE": str(other[0])}).errors
            assert "not trusted for localhost: hostname mismatch" in said
        assert "no TLS could be agreed on" in index("index", "query", f"https://localhost:{server.port}/idx", asked, exit=2).errors
        assert index("index", "get", address(server), "big29").stdout
    with socket.create_server(("127.0.0.1", 0)) as silent:
        at = f"https://127.0.0.1:{silent.getsockname()[1]}/idx"
        assert "did not answer within 1 seconds" in index("index", "query", at, asked, "--timeout", "1", exit=2).errors
