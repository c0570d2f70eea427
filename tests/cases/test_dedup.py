"""`textkin dedup` as cli.md states it."""

import bz2
import gzip
import json
import lzma
import os
import random
import subprocess

import pytest

import reference
from samples import edited, family_corpus, prose

ASCII = ("--normalize", "ascii-lower", "--tokens", "ascii")


def lines_of(textkin, name):
    return textkin.path(name).read_bytes().splitlines(keepends=True)


def odd_records():
    """Records whose bytes a re-writer would change."""
    original = prose("odd")
    return [
        b'{"id":"a",   "text":"' + original.encode() + b'", "n": 1.0e2, "n": 2}\n',
        b'{"text":"' + original.replace(" ", "\\u0020").encode() + b'","id":"b"}\r\n',
        b'{"id": "c", "text": "' + prose("other").encode() + b'", "big": 123456789012345678901234567890}\r\n',
        b' {"id": "d", "text": "' + edited(original, [1]).encode() + b'"}  \n',
        b'{"id": "e", "text": "gr\xc3\xbc\xc3\x9fe \\/ caf\xc3\xa9 a b c d e f"}',
    ]


def test_kept_records_are_the_input_bytes(textkin):
    records = odd_records()
    textkin.write("x.jsonl", b"".join(records))
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl")
    assert textkin.path("kept.jsonl").read_bytes() == records[0] + records[2] + records[4]


def test_nothing_removed_is_the_same_file(textkin):
    data = b"".join(json.dumps({"id": i, "text": prose(i)}).encode() + b"\n" for i in range(50))
    textkin.write("x.jsonl", data)
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl")
    assert textkin.path("kept.jsonl").read_bytes() == data
    assert textkin("dedup", "x.jsonl").stdout == data


def test_lines_keep_their_bytes(textkin):
    a, b = prose("a"), prose("b")
    textkin.write("x.txt", f"{a}\r\n{a.upper()}\n{b}")
    textkin("dedup", "--lines", "x.txt", "-o", "kept.txt")
    assert textkin.path("kept.txt").read_bytes() == f"{a}\r\n{b}".encode()


def test_a_file_without_a_last_line_end_is_followed_by_the_next(textkin):
    textkin.write("x.jsonl", json.dumps({"id": "x", "text": prose("x")}))
    textkin.write("y.jsonl", json.dumps({"id": "y", "text": prose("y")}) + "\n")
    textkin("dedup", "x.jsonl", "y.jsonl", "-o", "kept.jsonl")
    assert [json.loads(line)["id"] for line in lines_of(textkin, "kept.jsonl")] == ["x", "y"]


def check_rule(textkin, texts, options, best_first, threshold="0.8"):
    """Runs dedup with every output and compares with the rule in a few lines."""
    textkin.jsonl("x.jsonl", texts)
    records = lines_of(textkin, "x.jsonl")
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl", "--clusters", "clusters.tsv",
            "-t", threshold, *ASCII, *options)
    texts = [text["text"] if isinstance(text, dict) else text for text in texts]
    ids = [json.loads(record)["id"] for record in records]
    sets = [reference.words(5)(text) for text in texts]
    pairs = reference.all_pairs(sets, threshold)
    removed = reference.keep_rule(range(len(texts)), pairs, best_first)

    assert lines_of(textkin, "kept.jsonl") == [record for i, record in enumerate(records) if i not in removed]
    rows = [json.loads(line) for line in lines_of(textkin, "removed.jsonl")]
    assert [row["id"] for row in rows] == [ids[i] for i in sorted(removed)]
    for row in rows:
        i, j = ids.index(row["id"]), ids.index(row["kept"])
        assert list(row) == ["id", "kept", "similarity", "basis", "cluster", "reason"]
        assert j == removed[i] and row["cluster"] == ids[j] and row["basis"] == "exact"
        assert row["similarity"] == float(reference.jaccard(sets[i], sets[j]))
        assert row["reason"] == ("identical" if sets[i] == sets[j] else "similar")
    header, *table = textkin.path("clusters.tsv").read_text().splitlines()
    assert header.split("\t") == ["cluster", "id", "role", "similarity"]
    found = {}
    for line in table:
        cluster, identifier, role, similarity = line.split("\t")
        assert (role == "kept") == (cluster == identifier)
        found[identifier] = (cluster, float(similarity))
    expected = {ids[j]: (ids[j], 1.0) for j in removed.values()}
    expected |= {ids[i]: (ids[j], float(reference.jaccard(sets[i], sets[j]))) for i, j in removed.items()}
    assert found == expected
    return removed


METHODS = [["--exact"], ["--method", "lsh", "--recall", "0.9999", "--hashes", "512"]]


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
@pytest.mark.parametrize("seed", range(3))
def test_keep_first_and_last(textkin, method, seed):
    texts = family_corpus(("rule", seed), families=25, most=8)
    order = range(len(texts))
    assert check_rule(textkin, texts, method, order)
    check_rule(textkin, texts, [*method, "--keep", "first"], order)
    check_rule(textkin, texts, [*method, "--keep", "last"], reversed(order))


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
def test_chains_do_not_drag_documents_along(textkin, method):
    """Each text is alike to its neighbours only: a chain in which every second one stays."""
    words = prose("chain", 400).split()
    texts = [" ".join(words[i * 12 : i * 12 + 120]) for i in range(20)]
    removed = check_rule(textkin, texts, method, range(20), threshold="0.8")
    assert sorted(removed) == list(range(1, 20, 2))


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
def test_keep_longest_and_shortest(textkin, method):
    chance = random.Random(5)
    texts = family_corpus(9, families=20, most=6)
    texts = [text + "!" * chance.randrange(4) + " é" * chance.randrange(2) for text in texts]
    order = range(len(texts))
    check_rule(textkin, texts, [*method, "--keep", "longest"], sorted(order, key=lambda i: (-len(texts[i]), i)))
    check_rule(textkin, texts, [*method, "--keep", "shortest"], sorted(order, key=lambda i: (len(texts[i]), i)))


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
def test_keep_by_field(textkin, method):
    chance = random.Random(6)
    scores = [None, -1, 0, 2.5, 10, 1e300, "text", "b", "a"]
    records = [{"id": f"r{i}", "text": text} for i, text in enumerate(family_corpus(10, families=20, most=6))]
    for record in records:
        score = chance.choice(scores)
        if score is not None:
            record["score"] = score

    def best_first(direction):
        def key(i):
            score = records[i].get("score")
            kind = 2 if score is None else 1 if isinstance(score, str) else 0
            return (kind, i) if kind == 2 else (kind, Sortable(score, direction), i)

        return sorted(range(len(records)), key=key)

    check_rule(textkin, records, [*method, "--keep", "field:score"], best_first("max"))
    check_rule(textkin, records, [*method, "--keep", "field:score:max"], best_first("max"))
    check_rule(textkin, records, [*method, "--keep", "field:score:min"], best_first("min"))


@pytest.mark.parametrize("less, greater", [(2**53, 2**53 + 1), (2**64 - 2, 2**64 - 1), (-(2**63), -(2**63) + 1),
                                           (1700000000000000000, 1700000000000000001), (9007199254740992.0, 2**53 + 1), (False, True)])
def test_keep_by_numbers_that_double_does_not_tell_apart(textkin, less, greater):
    for values in ((less, greater), (greater, less)):
        textkin.jsonl("in.jsonl", [{"id": i, "text": "x y z", "s": value} for i, value in enumerate(values)])
        for rule, wanted in (("field:s", greater), ("field:s:min", less)):
            kept = textkin("dedup", "in.jsonl", "--keep", rule, "-q").json()
            assert values[kept["id"]] == wanted


@pytest.mark.parametrize("rule, field", [("field:nosuch", "nosuch"), ("field:s:MAX", "s:MAX"), ("field:m.s", "m.s"), ("field:nothing:min", "nothing")])
def test_a_field_that_no_record_has_is_said(textkin, rule, field):
    textkin.jsonl("in.jsonl", [{"id": i, "text": "x y z", "s": i, "m": {"s": i}, "nothing": None} for i in range(2)])
    run = textkin("dedup", "in.jsonl", "--keep", rule, "--quiet")
    assert run.json()["id"] == 0
    assert run.errors.startswith(f'textkin: --keep field:{field}: no document has a number or a string in a field "{field}" of its own')
    assert len(run.errors.splitlines()) == 1
    assert f'in a field "{field}"' in textkin("trim", "in.jsonl", "--unit", "line", "--keep", rule, "-q").errors


def test_a_field_that_one_record_has_is_enough(textkin):
    textkin.jsonl("in.jsonl", [{"id": "a", "text": "x y z"}, {"id": "b", "text": "x y z", "s": "2024"}])
    run = textkin("dedup", "in.jsonl", "--keep", "field:s", "-q")
    assert run.json()["id"] == "b" and run.errors == ""
    textkin.write("empty.jsonl", "")
    assert textkin("dedup", "empty.jsonl", "--keep", "field:s", "-q").errors == ""
    # What stays anyway is not asked.
    textkin.jsonl("new.jsonl", [{"id": "c", "text": "x y z"}])
    assert 'in a field "s"' in textkin("dedup", "new.jsonl", "--against", "in.jsonl", "--keep", "field:s", "-q").errors


class Sortable:
    def __init__(self, value, direction):
        self.value, self.direction = value, direction

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value > other.value if self.direction == "max" else self.value < other.value


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
def test_keep_preferred(textkin, method):
    texts = family_corpus(11, families=20, most=6)
    records = [{"id": ("gold/" if i % 3 == 2 else "web/") + str(i), "text": text} for i, text in enumerate(texts)]
    order = sorted(range(len(records)), key=lambda i: (not records[i]["id"].startswith("gold/"), i))
    check_rule(textkin, records, [*method, "--keep", "prefer:gold/*"], order)
    check_rule(textkin, records, [*method, "--keep", "prefer:gold"], order)


def test_preferred_source(textkin):
    text = prose("p")
    textkin.jsonl("web.jsonl", [{"id": "w", "text": text}])
    textkin.jsonl("good.jsonl", [{"id": "g", "text": text}])
    out = textkin("dedup", "web.jsonl", "good.jsonl", "--keep", "prefer:good.jsonl").stdout
    assert json.loads(out)["id"] == "g"


def test_unknown_policy(textkin):
    textkin.jsonl("x.jsonl", ["a"])
    errors = textkin("dedup", "x.jsonl", "--keep", "frist", exit=2).errors
    assert "first" in errors and "longest" in errors


def test_a_large_bucket_of_alike_documents(textkin):
    """20,000 variants of one text: next to no time, though all pairs would be 200 million."""
    words = prose("bucket", 300).split()
    texts = [" ".join(words[:i % 290] + [f"n{i}"] + words[i % 290 :]) for i in range(20_000)]
    textkin.jsonl("x.jsonl", texts)
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--method", "lsh", "--stats", "s.json", timeout=600)
    stats = textkin.stats("s.json")
    assert stats["kept"] == 1 and stats["verified"] < 100_000


def test_annotate_keeps_every_record(textkin):
    texts = family_corpus(12, families=15)
    textkin.jsonl("x.jsonl", texts)
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl")
    kept = {json.loads(line)["id"] for line in lines_of(textkin, "kept.jsonl")}
    removed = {row["id"]: row for row in map(json.loads, lines_of(textkin, "removed.jsonl"))}
    textkin("dedup", "x.jsonl", "-o", "all.jsonl", "--annotate")
    before = [json.loads(line) for line in lines_of(textkin, "x.jsonl")]
    after = [json.loads(line) for line in lines_of(textkin, "all.jsonl")]
    leaders = {row["kept"] for row in removed.values()}
    for old, new in zip(before, after, strict=True):
        note = new.pop("textkin")
        assert new == old
        assert note["kept"] == (old["id"] in kept)
        if old["id"] in removed:
            assert (note["cluster"], note["similarity"]) == (removed[old["id"]]["kept"], removed[old["id"]]["similarity"])
        elif old["id"] in leaders:
            assert note["cluster"] == old["id"]
        else:
            assert note["cluster"] is None and note["similarity"] is None


def test_annotate_keeps_the_bytes_before_the_field(textkin):
    textkin.write("x.jsonl", b"".join(odd_records()[:4]) + b'{}\n{"id": "e", "text": ""}\n')
    textkin("dedup", "x.jsonl", "-o", "all.jsonl", "--annotate")
    after = lines_of(textkin, "all.jsonl")
    for old, new in zip([*odd_records()[:4], b'{"id": "e", "text": ""}\n'], after, strict=True):
        head, tail = old.rstrip()[:-1], old[len(old.rstrip()) - 1 :]
        assert new.startswith(head) and new.endswith(tail)
        assert "textkin" in json.loads(new)


def test_check_writes_nothing(textkin):
    textkin.jsonl("same.jsonl", [prose(1), prose(1)])
    textkin.jsonl("distinct.jsonl", [prose(1), prose(2)])
    textkin("dedup", "same.jsonl", "--check", "-o", "kept.jsonl", exit=1)
    textkin("dedup", "same.jsonl", "--check", exit=1)
    textkin("dedup", "distinct.jsonl", "--check")
    assert sorted(path.name for path in textkin.folder.iterdir()) == ["distinct.jsonl", "same.jsonl"]


def folder_of_documents(textkin):
    textkin.write("d/a.txt", prose("a"))
    textkin.write("d/sub/b.txt", prose("b"))
    textkin.write("d/sub/copy of a.txt", prose("a"))
    textkin.write("d/z.txt", edited(prose("b"), [2]))


def test_documents_as_files_give_a_list_and_copies(textkin):
    folder_of_documents(textkin)
    os.chmod(textkin.path("d/a.txt"), 0o640)
    textkin("dedup", "d", "-o", "kept.txt", "--copy-to", "copies")
    assert textkin.path("kept.txt").read_text() == "a.txt\nsub/b.txt\n"
    copies = textkin.path("copies/x").parent
    assert sorted(str(path.relative_to(copies)) for path in copies.rglob("*") if path.is_file()) == ["a.txt", "sub/b.txt"]
    assert (copies / "a.txt").read_text() == prose("a")


def test_shards_stay_shards(textkin):
    packers = {".jsonl": bytes, ".jsonl.gz": gzip.compress, ".jsonl.xz": lzma.compress, ".jsonl.bz2": bz2.compress}
    record = lambda identifier, text: json.dumps({"id": identifier, "text": text}).encode() + b"\n"
    for number, (suffix, pack) in enumerate(packers.items()):
        own, common = record(f"own{number}", prose(number)), record(f"common{number}", prose("common"))
        textkin.write(f"d/part/{number}{suffix}", pack(own + common))
    textkin.write("zst.jsonl", record("own4", prose(4)) + record("common4", prose("common")))
    subprocess.run(["zstd", "-q", textkin.path("zst.jsonl"), "-o", textkin.path("d/4.jsonl.zst")], check=True)
    textkin("dedup", "d", "-o", "out/")
    out = textkin.path("out/x").parent
    names = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    assert names == ["4.jsonl.zst"] + [f"part/{number}{suffix}" for number, suffix in enumerate(packers)]
    unpack = {".jsonl": bytes, ".jsonl.gz": gzip.decompress, ".jsonl.xz": lzma.decompress, ".jsonl.bz2": bz2.decompress}
    for number, suffix in enumerate(packers):
        assert unpack[suffix]((out / f"part/{number}{suffix}").read_bytes()) == record(f"own{number}", prose(number))
    first = subprocess.run(["zstd", "-dcq", out / "4.jsonl.zst"], capture_output=True, check=True).stdout
    assert first == record("own4", prose(4)) + record("common4", prose("common"))


def test_an_existing_folder_takes_shards(textkin):
    textkin.jsonl("a.jsonl", [{"id": 1, "text": prose(1)}])
    textkin.jsonl("b.jsonl", [{"id": 2, "text": prose(1)}])
    textkin.path("out/x").parent.mkdir(exist_ok=True)
    textkin("dedup", "a.jsonl", "b.jsonl", "-o", "out")
    assert textkin.path("out/a.jsonl").read_bytes() == textkin.path("a.jsonl").read_bytes()
    assert textkin.path("out/b.jsonl").read_bytes() == b""


def test_output_compressed_by_suffix(textkin):
    textkin.jsonl("x.jsonl", family_corpus(13))
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl")
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl.gz")
    assert gzip.decompress(textkin.path("kept.jsonl.gz").read_bytes()) == textkin.path("kept.jsonl").read_bytes()


@pytest.mark.parametrize("source", ["-", "x.jsonl.gz"])
def test_streams_are_written_back(textkin, source):
    texts = family_corpus(14)
    textkin.jsonl("x.jsonl", texts)
    data = textkin.path("x.jsonl").read_bytes()
    textkin.write("x.jsonl.gz", gzip.compress(data))
    expected = textkin("dedup", "x.jsonl").stdout
    assert textkin("dedup", source, stdin=data).stdout == expected
    assert expected != data


def test_output_over_its_own_input(textkin):
    textkin.jsonl("x.jsonl", family_corpus(15))
    expected = textkin("dedup", "x.jsonl").stdout
    textkin("dedup", "x.jsonl", "-o", "x.jsonl")
    assert textkin.path("x.jsonl").read_bytes() == expected


def test_a_folder_over_its_own_inputs_is_refused(textkin):
    before = {}
    for name in ["shards/a.jsonl", "shards/b.jsonl"]:
        textkin.jsonl(name, [{"id": name + str(i), "text": "the same few words in both of the shards"} for i in range(2)])
        before[name] = (textkin.folder / name).read_bytes()
    answer = textkin("dedup", "shards", "-o", "shards/", exit=2)
    assert "would be replaced" in answer.errors
    assert before == {name: (textkin.folder / name).read_bytes() for name in before}
    assert sorted(path.name for path in (textkin.folder / "shards").iterdir()) == ["a.jsonl", "b.jsonl"]


def test_names_that_are_not_utf8_are_valid_json(textkin):
    folder = os.fsencode(textkin.folder) + b"/named"
    os.mkdir(folder)
    for name in [b"a.txt", b"\xff\xfe.txt"]:
        with open(folder + b"/" + name, "wb") as file:
            file.write(b"the same few words in both of the files")
    textkin("dedup", "named", "-o", "kept", "--removed", "removed.jsonl")
    row = json.loads((textkin.folder / "removed.jsonl").read_text("utf-8"))
    assert (row["id"], row["kept"]) == ("\ufffd\ufffd.txt", "a.txt")


def test_problem_lines_are_not_kept(textkin):
    good = [json.dumps({"id": i, "text": prose(i)}) + "\n" for i in range(3)]
    textkin.write("x.jsonl", good[0] + "{broken\n" + good[1] + good[2])
    textkin("dedup", "x.jsonl", "-o", "kept.jsonl")
    assert textkin.path("kept.jsonl").read_text() == "".join(good)


def test_empty_documents_stay(textkin):
    textkin.jsonl("x.jsonl", ["", "", "...", prose(1), prose(1)])
    out = textkin("dedup", "x.jsonl").stdout.splitlines()
    assert [json.loads(line)["id"] for line in out] == ["1", "2", "3", "4"]


def test_lines_between_records_are_not_copied(textkin):
    draw = random.Random(12)
    content, expected = b"", b""
    for i in range(3_000):
        line = json.dumps({"id": i, "text": f"{i} {draw.random()} one text that is like no other {i * 7}"}).encode()
        end = draw.choice([b"\n", b"\n", b"\r\n"])
        content += line + end
        expected += line + end
        content += draw.choice([b"", b"", b"\n", b"\r\n", b" \n", b"broken\n", b"{}\r\n", b"\n\n"])
    content += b'{"id": "last", "text": "the last line has no end"}'
    expected += b'{"id": "last", "text": "the last line has no end"}'
    textkin.write("in.jsonl", content)
    for method in ["exact", "lsh"]:
        textkin("dedup", "in.jsonl", "--method", method, "-o", "kept.jsonl", "--quiet")
        assert textkin.path("kept.jsonl").read_bytes() == expected
