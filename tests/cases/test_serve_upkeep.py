"""Indexes that a server makes, checks, merges, copies and removes."""

import io
import json
import tarfile
import threading
import urllib.parse

import pytest

from samples import family_corpus, prose
from serving import LINES, TEXT, Server, lines_of, serving


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", family_corpus(1, families=40)))
    (textkin.folder / "shelf").mkdir()
    return textkin


def made(name, **parameters):
    return f"/v1/indexes/{name}?" + urllib.parse.urlencode(parameters, doseq=True)


def test_an_index_is_made_as_by_the_command_line_and_stays(index):
    cases = {"plain": ({}, []), "low": ({"least": "0.3", "recall": "0.9", "passages": "8"}, ["--least", "0.3", "--recall", "0.9", "--passages", "8"]),
             "sets": ({"store": "sets"}, ["--store", "sets"]), "fields": ({"field": ["course", "year"], "passages": "none"}, ["--field", "course", "--field", "year", "--passages", "none"]),
             "items": ({"weights": "suffix", "weight_unit": "0.5", "passages": "none"}, ["--weights", "suffix", "--weight-unit", "0.5", "--passages", "none"]),
             "chars": ({"shingle": "char:9", "normalize": "casefold", "passages": "none"}, ["--shingle", "char:9", "--normalize", "casefold", "--passages", "none"])}
    with serving(index, "--indexes", "shelf") as server:
        assert server("GET", "/v1/indexes").json() == {"indexes": []}
        for name, (parameters, words) in cases.items():
            answer = server("PUT", made(name, **parameters))
            assert answer.status == 201 and answer.json() == {"name": name, "documents": 0, "sequence": 0, "read_only": False}
            index("index", "create", f"own-{name}", *words)
            own = index("index", "stats", f"own-{name}", "--format", "json").json()
            assert server("GET", f"/v1/indexes/{name}").json()["options"] == own["options"]
        assert server.add([{"id": "x", "text": prose(1)}], name="low").rows()[-1]["added"] == 1
        for parameters, said in ({"least": "2"}, "--least"), ({"least": "x"}, "least=x"), ({"store": "nothing"}, "store=nothing"), ({"shingle": "nonsense"}, "nonsense"), \
                ({"normalize": "nonsense"}, "nonsense"), ({"field": ["a", "a"]}, "twice"), ({"passages": "many"}, "passages=many"), ({"passages": "0"}, "passages=0"), ({"weight_unit": "3"}, "--weight-unit"), \
                ({"shingle": "char:9", "tokens": "ascii"}, "--tokens has no use"), ({"shingle": "kmer:21", "normalize": "nfc"}, "--normalize has no use"), ({"store": "sets", "passages": "8"}, "passages"):
            answer = server("PUT", made("wrong", **parameters))
            assert answer.status == 400 and said in answer.problem(), parameters
        assert server("PUT", made("low")).status == 409
        for name in ("%2E%2E", "a%2Fb", ".hidden", "%C3%A4", "x" * 101, "a%20b"):
            assert server("PUT", made(name)).status == 400, name
    assert sorted(path.name for path in (index.folder / "shelf").iterdir()) == sorted(cases)
    with serving(index, "idx", "--indexes", "shelf") as server:
        assert [one["name"] for one in server("GET", "/v1/indexes").json()["indexes"]] == sorted([*cases, "idx"])
        assert server("POST", "/v1/indexes/low/query", prose(1), TEXT).rows()[0]["b"] == "x"


def test_one_index_that_cannot_be_served_is_told_and_the_others_are(index):
    for name in ("good", "damaged", "lost", "two words"):
        index("index", "create", f"shelf/{name}")
    (index.folder / "shelf/damaged/truth/CURRENT").write_text("x")
    (index.folder / "shelf/lost/truth/CURRENT").unlink()
    (index.folder / "shelf/link").symlink_to("good")
    with serving(index, "--indexes", "shelf") as server:
        assert [one["name"] for one in server("GET", "/v1/indexes").json()["indexes"]] in (["good"], ["link"])
        for name in ("damaged", "lost"):
            answer = server("GET", f"/v1/indexes/{name}")
            assert answer.status == 503 and "could not be opened" in answer.problem()
            assert server("PUT", made(name)).status == 409
        log = (index.folder / "serve.log").read_text()
        for told in ("shelf/damaged is not served: ", "put back a snapshot", "shelf/lost is not served: ", "shelf/two words is not served: ", " is the folder of "):
            assert told in log, log
    with serving(index, "--indexes", "shelf", "spaced=shelf/two words") as server:
        assert server("GET", "/v1/indexes/spaced").status == 200
    (index.folder / "all").mkdir()
    (index.folder / "shelf/damaged").rename(index.folder / "all/damaged")
    assert "damaged" in index("serve", "--indexes", "all", "--listen", "127.0.0.1:0", exit=2).errors
    assert "is the folder of" in index("serve", "a=shelf/good", "b=shelf/link", "--try", exit=2).errors


def test_nothing_is_removed_but_an_index_of_the_shelf_that_is_meant(index):
    with serving(index, "idx", "--indexes", "shelf") as server:
        for name in ("one", "two"):
            assert server("PUT", made(name)).status == 201
            server.add([{"id": "x", "text": prose(1)}], name=name)
        for parameters in ({}, {"confirm": "two"}, {"confirm": ""}):
            answer = server("DELETE", made("one", **parameters))
            assert answer.status == 400 and "confirm=one" in answer.problem()
        answer = server("DELETE", made("idx", confirm="idx"))
        assert answer.status == 403 and "none of the folder" in answer.problem()
        (index.folder / "shelf/one/notes.txt").write_text("mine")
        answer = server("DELETE", made("one", confirm="one"))
        assert answer.status == 403 and "notes.txt" in answer.problem()
        (index.folder / "shelf/one/notes.txt").unlink()
        assert server("GET", "/v1/indexes/one/documents/x").status == 200
        assert server("DELETE", made("one", confirm="one")).json() == {"removed": "one"}
        assert server("GET", "/v1/indexes/one").status == 404 and server("DELETE", made("one", confirm="one")).status == 404
        assert [path.name for path in (index.folder / "shelf").iterdir()] == ["two"]
        assert server("PUT", made("one")).status == 201 and server("GET", "/v1/indexes/one").json()["documents"] == 0
        assert server("GET", "/v1/indexes/two").json()["documents"] == 1
    with serving(index, "idx") as server:
        assert server("PUT", made("new")).status == 403 and "--indexes" in server("PUT", made("new")).problem()
    with serving(index, "idx", "--indexes", "shelf", "--read-only") as server:
        assert server("DELETE", made("two", confirm="two")).status == 403 and server("PUT", made("three")).status == 403
    assert "no such folder" in index("serve", "--indexes", "nowhere", "--try", exit=2).errors
    assert "--indexes" in index("serve", "--try", exit=2).errors


def test_what_a_removal_left_goes_when_the_server_starts(index):
    index("index", "snapshot", "idx", "shelf/.removed-old")
    index("index", "snapshot", "idx", "shelf/kept")
    (index.folder / "idx/.snapshot-of-a-killed-one").mkdir()
    (index.folder / "shelf/.removed-2023").mkdir()
    (index.folder / "shelf/.removed-2023/notes.txt").write_text("somebody's, who knows nothing of this name")
    (index.folder / "shelf/.removed-loop").symlink_to(".removed-loop")
    with serving(index, "idx", "--indexes", "shelf") as server:
        assert [one["name"] for one in server("GET", "/v1/indexes").json()["indexes"]] == ["idx", "kept"]
    assert {path.name for path in (index.folder / "shelf").iterdir()} == {"kept", ".removed-2023", ".removed-loop"}
    assert (index.folder / "shelf/.removed-2023/notes.txt").exists()
    assert not (index.folder / "idx/.snapshot-of-a-killed-one").exists()


def test_a_snapshot_is_an_index_as_of_then(index):
    """While others add: the copy is whole, has what was acknowledged before, and answers as the index did."""
    with serving(index, "idx") as server:
        asked = lines_of([{"id": f"q{i}", "text": text} for i, text in enumerate(family_corpus(1, families=40)[::3])])
        expected = server("POST", "/v1/indexes/idx/query", asked, LINES).body
        stop, told = threading.Event(), []

        def client():
            i = 0
            while not stop.is_set():
                told.append(server.add([{"id": f"new {i}", "text": f"{i} " + prose(f"new {i}", 40)}]).status)
                i += 1

        adding = threading.Thread(target=client)
        adding.start()
        while len(told) < 3:
            pass
        answer = server("GET", "/v1/indexes/idx/snapshot")
        stop.set()
        adding.join()
        assert answer.status == 200 and answer.headers["Content-Type"] == "application/x-tar" and set(told) == {200}
        sequence = int(answer.headers["Textkin-Sequence"])
        assert answer.headers["Content-Disposition"] == f'attachment; filename="idx-{sequence}.tar"'
        with tarfile.open(fileobj=io.BytesIO(answer.body)) as archive:
            assert all(member.name == "idx" or member.name.startswith("idx/") for member in archive)
            assert all(member.mode == (0o700 if member.isdir() else 0o600) for member in archive)
            archive.extractall(index.folder / "unpacked", filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(index.folder / "unpacked")
        assert not [path for path in (index.folder / "idx").iterdir() if path.name.startswith(".")]
        assert server("POST", "/v1/indexes/idx/verify").json()["whole"] is True
    index("index", "verify", "unpacked/idx", "--deep")
    assert index("index", "stats", "unpacked/idx", "--format", "json").json()["sequence"] == sequence >= 4
    index.write("asked", asked)
    assert index("index", "query", "unpacked/idx", "asked", "--as", "jsonl", "--format", "jsonl", "-q").stdout == expected


def test_a_merge_changes_no_answer(index):
    for i in range(3):
        index("index", "add", "idx", index.jsonl("more.jsonl", [{"id": f"{i} {j}", "text": f"{i} {j} " + prose(j, 30)} for j in range(2100)]))
    asked = lines_of([{"id": f"q{i}", "text": text} for i, text in enumerate(family_corpus(1, families=40)[::3])])
    with serving(index, "idx") as server:
        before = server("GET", "/v1/indexes/idx").json()
        expected = server("POST", "/v1/indexes/idx/query", asked, LINES).body
        answer = server("POST", "/v1/indexes/idx/merge")
        assert answer.json() == {"merged": True, "sequence": before["sequence"]}
        after = server("GET", "/v1/indexes/idx").json()
        assert after["segments"] == 1 and after["documents"] == before["documents"]
        assert server("POST", "/v1/indexes/idx/query", asked, LINES).body == expected
        assert server.add([{"id": "behind", "text": prose("behind")}]).status == 200


def test_what_is_damaged_is_told(index):
    """A byte of a segment's file, changed below a server that runs."""
    index("index", "add", "idx", index.jsonl("more.jsonl", [{"id": f"{j}", "text": f"{j} " + prose(j, 30)} for j in range(2100)]))
    with serving(index, "idx") as server:
        for deep in ("false", "true"):
            assert server("POST", f"/v1/indexes/idx/verify?deep={deep}").json() == {"whole": True, "sequence": 2}
        assert server("POST", "/v1/indexes/idx/verify?deep=very").status == 400
        (segment,) = (index.folder / "idx/segments").iterdir()
        content = bytearray(segment.read_bytes())
        content[len(content) // 2] ^= 1
        segment.write_bytes(content)
        answer = server("POST", "/v1/indexes/idx/verify")
        assert answer.status == 500 and "damaged" in answer.problem()
        assert server("GET", "/healthz").status == 200


def test_a_killed_server_leaves_an_index_or_none(index):
    """An index is made and filled, the server killed: what it made is there."""
    server = Server(index, "--indexes", "shelf")
    assert server("PUT", made("one", field="course")).status == 201
    assert server.add([{"id": "x", "text": prose(1), "course": "b"}], name="one").status == 200
    server.end(9)
    with serving(index, "--indexes", "shelf") as server:
        assert json.loads(server("GET", "/v1/indexes/one/documents/x").body)["course"] == "b"
