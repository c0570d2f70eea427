"""`textkin serve` with many clients and many deaths: what was seen is seen once, what was acknowledged is there, and every door says the same.

A short form here; with TEXTKIN_SOAK=1 (`make soak`) as many as the design asks for: 64 clients and 10,000 documents, 200 kills, 1,000 requests."""

import json
import os
import random
import subprocess
import threading
import time
import urllib.parse

import pytest

from conftest import BINARY
from index_model import LIBRARY
from samples import edited, family_corpus, prose
from serving import LINES, TEXT, Server, lines_of, serving

SOAK = os.environ.get("TEXTKIN_SOAK") == "1"


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    return textkin


def in_threads(count, work):
    failed = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001: told below
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not failed, failed[0]


def test_of_each_family_one_is_new(index):
    """Families of identical text, handed in by many clients at once, in another order by each."""
    clients, families, members = (64, 1000, 10) if SOAK else (16, 20, 8)
    texts = [prose(f"family {i}", 40) for i in range(families)]
    work = [(family, member) for family in range(families) for member in range(members)]
    random.Random(5).shuffle(work)
    new, seen = [], []
    with serving(index, "idx", "--max-connections", "200") as server:
        def client(number):
            connection = server.connect()
            for family, member in work[number::clients]:
                (row, counts) = server("POST", "/v1/indexes/idx/documents?unless_similar=0.8", lines_of([{"id": f"{family}/{member}", "text": texts[family]}]), LINES, connection=connection).rows()
                (new if row["status"] == "new" else seen).append((row, counts["sequence"]))

        in_threads(clients, client)
        assert len(new) == families and len(seen) == families * (members - 1)
        assert sorted(row["id"].split("/")[0] for row, _ in new) == sorted(map(str, range(families)))
        first = {row["id"].split("/")[0]: row["id"] for row, _ in new}
        for row, _ in seen:
            assert row["status"] == "seen" and row["partner"] == first[row["id"].split("/")[0]] and row["similarity"] == 1.0
        assert server("GET", "/v1/indexes/idx").json()["documents"] == families


def test_killed_under_load_nothing_acknowledged_is_lost_or_doubled(index):
    """Four clients add, replace and remove beside one `add` of a large body; after each death the index has what was acknowledged."""
    draw = random.Random(time.time() if SOAK else 11)
    known, doubtful = {}, set()  # id -> text, or None where it is removed; ids of which the last change was not answered
    for turn in range(200 if SOAK else 3):
        began = time.monotonic()
        server = Server(index, "idx")
        assert not SOAK or time.monotonic() - began < 3, "it is ready a second after it was killed, and a second a hundred MB of log"
        lock, told, stop = threading.Lock(), [], threading.Event()

        def client(number, server=server, told=told, stop=stop, turn=turn, draw=draw, lock=lock):
            own = random.Random(turn * 10 + number)
            connection = server.connect()
            for i in range(10**6):
                if stop.is_set():
                    return
                id = f"{number}-{own.randrange(20)}"
                text = None if own.random() < 0.2 else prose(f"{turn} {number} {i}", 30)
                with lock:
                    doubtful.add(id)
                try:
                    path = "/v1/indexes/idx/documents/" + id
                    answer = server("DELETE", path, connection=connection) if text is None else server("PUT", path, text, TEXT, connection=connection)
                except Exception:  # noqa: BLE001: it was killed
                    return
                assert answer.status in (200, 404) and (answer.status == 200 or text is None)
                with lock:
                    known[id] = text
                    doubtful.discard(id)
                    told.append(id)

        def bulk(server=server, turn=turn):
            body = lines_of([{"id": f"bulk {turn} {i}", "text": prose(f"bulk {turn} {i}", 60)} for i in range(2000)])
            try:
                if server("POST", "/v1/indexes/idx/documents", body, LINES).status == 200:
                    known.update({f"bulk {turn} {i}": prose(f"bulk {turn} {i}", 60) for i in range(2000)})
            except Exception:  # noqa: BLE001: it was killed
                pass

        clients = [threading.Thread(target=client, args=(number,)) for number in range(4)] + [threading.Thread(target=bulk)]
        for one in clients:
            one.start()
        until = time.monotonic() + 60
        while len(told) < 8 and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(draw.random() * 0.3)
        server.process.kill()
        stop.set()
        for one in clients:
            one.join()
        server.end(9)
        assert told, "a test of nothing"
        if SOAK and turn % 10 != 9:
            continue
        there = {}
        for line in index("index", "export", "idx").stdout.splitlines():
            row = json.loads(line)
            assert row["id"] not in there, "doubled"
            there[row["id"]] = row["text"]
        for id, text in known.items():
            assert id in doubtful or there.get(id) == text, (turn, id)
        bulks = [id.rpartition(" ")[0] for id in there if id.startswith("bulk")]
        assert all(bulks.count(name) == 2000 for name in set(bulks)), "a part of a bulk"
    index("index", "verify", "idx", "--deep")


def test_every_door_gives_the_same_rows(index):
    """Drawn questions with drawn parameters: over HTTP, by the command line, and by the command line that asks the server."""
    texts = family_corpus(1, families=60)
    documents = [{"id": f"d{i}/ä %{i}", "text": text, "course": f"c{i % 3}"} for i, text in enumerate(texts)]
    index("index", "add", "idx", index.jsonl("docs.jsonl", documents))
    index("index", "remove", "idx", documents[7]["id"], documents[8]["id"])
    draw = random.Random(time.time() if SOAK else 2)
    rows = 0
    with serving(index, "idx") as server:
        connection = server.connect()
        for number in range(1000 if SOAK else 25):
            parameters, words = {}, []

            def take(name, value, word=None, parameters=parameters, words=words):
                parameters[name] = value
                words += [word or "--" + name.replace("_", "-"), str(value)]

            if draw.random() < 0.7:
                take("threshold", draw.choice([0.2, 0.45, 0.5, 0.6, 0.8, 0.95, 1]))
            if draw.random() < 0.3:
                take("recall", draw.choice([0.5, 0.9, 0.999]))
            if draw.random() < 0.3:
                take("top", draw.randrange(1, 6))
            if draw.random() < 0.3:
                take("as_of", draw.randrange(1, 3))
            if draw.random() < 0.3:
                take(draw.choice(["where", "not"]), f"course=c{draw.randrange(3)}")
            if draw.random() < 0.2:
                take("measure", draw.choice(["containment", "dice", "overlap", "cosine"]))
                if parameters["measure"] == "containment" and draw.random() < 0.5:
                    take("contained", "stored")
            text = draw.choice([draw.choice(texts), edited(draw.choice(texts), [3, 15]), prose(number, 30), "a", " ", "ÄÖ ü \U0001f600 x y", draw.choice(texts)[:150] + "\n\n" + draw.choice(texts)])
            id = draw.choice(["q", "ü/ %", "a b", "..", "x" * 200])
            index.jsonl("q.jsonl", [{"id": id, "text": text}])
            answer = server("POST", "/v1/indexes/idx/query?" + urllib.parse.urlencode(parameters | {"id": id}), text, TEXT, connection=connection)
            own = subprocess.run([BINARY, "index", "query", "idx", "q.jsonl", "--format", "jsonl", "-q", *words], cwd=index.folder, capture_output=True, check=False)
            if own.returncode != 0:
                assert answer.status == 400, (parameters, answer.body, own.stderr)
                continue
            assert answer.status == 200 and answer.body == own.stdout, (parameters, text, answer.body, own.stdout)
            lines = server("POST", "/v1/indexes/idx/query?" + urllib.parse.urlencode(parameters), lines_of([{"id": id, "text": text}]), LINES, connection=connection)
            assert lines.body == own.stdout and lines.headers["Textkin-Recall"] == answer.headers["Textkin-Recall"]
            rows += len(answer.rows())
    assert rows > (300 if SOAK else 10), "a test of nothing"


def test_questions_are_answered_as_before_while_documents_are_added(index):
    """What is added is like nothing that is asked: each answer is that of the beginning, and of no sequence before what was told."""
    texts = family_corpus(1, families=30)
    index("index", "add", "idx", index.jsonl("docs.jsonl", [{"id": f"d{i}", "text": text, "course": "c"} for i, text in enumerate(texts)]))
    with serving(index, "idx") as server:
        expected = [server("POST", "/v1/indexes/idx/query?threshold=0.5", text, TEXT).body for text in texts]
        latest, done = [1], threading.Event()

        def adding(_):
            connection = server.connect()
            for i in range(300 if SOAK else 15):
                latest[0] = server.add([{"id": f"n{i}", "text": prose(f"new {i}", 40), "course": "c"}], connection=connection).rows()[-1]["sequence"]
            done.set()

        def asking(number):
            connection = server.connect()
            i = number
            while not done.is_set():
                least = latest[0]
                answer = server("POST", "/v1/indexes/idx/query?threshold=0.5", texts[i % len(texts)], TEXT, connection=connection)
                assert answer.body == expected[i % len(texts)] and int(answer.headers["Textkin-Sequence"]) >= least
                i += 1

        in_threads(5, lambda number: adding(number) if number == 0 else asking(number))
        assert latest[0] == 1 + (300 if SOAK else 15)


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
def test_a_disk_that_is_full_for_a_while(index):
    """What was acknowledged is there, the rest is refused with the reason, who asks is answered, and adding goes on once there is room."""
    documents = [{"id": f"d{i}", "text": prose(f"d{i}", 60)} for i in range(120)]
    full = index.folder / "full"
    acknowledged = set()
    with serving(index, "idx", env={"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": f"full:{full}"}) as server:
        for turn, begin in enumerate(range(0, 120, 20)):
            some = documents[begin : begin + 20]
            if turn % 2:
                full.touch()
                for one in some[:3]:
                    said = server.add([one])
                    assert said.status == 500 and "space" in said.problem().lower(), said.body
                assert server("GET", "/v1/indexes/idx").json()["documents"] == len(acknowledged)
                asked = server("POST", "/v1/indexes/idx/query", documents[7]["text"], TEXT)
                assert [row["b"] for row in asked.rows() if "b" in row] == ["d7"], asked.body
                full.unlink()
            said = server.add(some)
            assert said.status == 200, said.body
            acknowledged |= {one["id"] for one in some}
        assert server("GET", "/v1/indexes/idx").json()["documents"] == len(documents)
    index("index", "verify", "idx", "--deep")
    assert {row["id"] for row in index("index", "list", "idx").table()} == acknowledged
