"""ZIPs of learning platforms are read as folders; hostile ones cost themselves, and write nothing anywhere."""

import io
import json
import os
import random
import stat
import struct
import zipfile
import zlib

import pytest

import hand_ins
from samples import prose

SHARED = prose("shared", 60)


def essay(number):
    return f"{prose(number)} {SHARED} {prose(number + 100)}"


def archive(files, method=zipfile.ZIP_DEFLATED):
    """A ZIP of (name or ZipInfo, bytes)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in files:
            made.writestr(name, content)
    return out.getvalue()


def raw_zip(*files, comment=b""):
    """A ZIP, byte by byte: each file a dict of name, data (as it stands in the archive), and what its headers say."""
    out, directory = b"", b""
    for file in files:
        data = file.get("data", b"")
        plain = file.get("plain", data)
        flags, method = file.get("flags", 0), file.get("method", 0)
        sizes = struct.pack("<III", file.get("crc", zlib.crc32(plain)), file.get("packed", len(data)), file.get("size", len(plain)))
        head = struct.pack("<HHHHH", 20, flags, method, 0, 0) + sizes
        place = file.get("place", len(out))
        out += b"PK\3\4" + head + struct.pack("<HH", len(file["name"]), 0) + file["name"] + data
        extra = file.get("extra", b"")
        directory += (b"PK\1\2" + struct.pack("<H", file.get("by", 20)) + head + struct.pack("<HHHHHII", len(file["name"]), len(extra), 0, 0, 0,
                      file.get("mode", 0) << 16, place) + file["name"] + extra)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(directory), len(out), len(comment)) + comment
    return out + directory + end


def texts(*numbers):
    return [{"name": b"%d.txt" % number, "data": essay(number).encode()} for number in numbers]


def read(textkin, *arguments):
    """The problems and the ids that share something."""
    answer = textkin("passages", *arguments, "--problems", "problems.jsonl")
    problems = {row["file"]: row["message"] for row in map(json.loads, textkin.path("problems.jsonl").read_text().splitlines())}
    return problems, {id for row in answer.table() for id in (row["a"], row["b"])}


@pytest.mark.parametrize("names", [
    ["Müller Anna_12345_assignsubmission_file_/essay.docx", "Öz Can_12346_assignsubmission_file_/my essay.docx"],  # Moodle
    ["mulleranna_LATE_1234_5678_essay.docx", "ozcan_1235_5679_my essay-1.docx"],  # Canvas
    ["exc_1/multi_feedback/mueller_anna_17/20261101_essay.docx", "exc_1/multi_feedback/oez_can_18/20261101_essay.docx"],  # ILIAS
])
@pytest.mark.parametrize("called", ["class.zip", "class", "class.txt"])
def test_what_platforms_give_is_read_as_a_folder(textkin, names, called):
    textkin.write(called, archive([(name, hand_ins.docx(essay(i))) for i, name in enumerate(names)]))
    problems, ids = read(textkin, called)
    assert problems == {} and ids == {f"{called}/{name}" for name in names}


def test_a_page_holds_texts_from_an_archive_as_from_a_folder(textkin):
    files = {"a.docx": hand_ins.docx(essay(1)), "b/c.txt": essay(2).encode(), "d.html": hand_ins.html(essay(3)).encode(), "e.md": essay(4).encode()}
    textkin.write("class.zip", archive(files.items()))
    for name, content in files.items():
        textkin.write(f"class/{name}", content)
    answers = []
    for given in ("class.zip", "class"):
        rows = textkin("passages", given).table()
        answers.append([{**row, "a": row["a"].removeprefix("class.zip/"), "b": row["b"].removeprefix("class.zip/")} for row in rows])
    assert answers[0] == answers[1] and len(answers[0]) == 6
    textkin("report", "class.zip", "-o", "r.html")
    assert "class.zip/b/c.txt" in textkin.path("r.html").read_text()


def test_archives_stand_in_folders_beside_files_and_against(textkin):
    textkin.write("in/a.zip", archive([("one.txt", essay(1))]))
    textkin.write("in/b.txt", essay(2))
    textkin.write("old.zip", archive([("one.txt", essay(3))]))
    assert read(textkin, "in") == ({}, {"a.zip/one.txt", "b.txt"})
    pairs = {(row["a"], row["b"]) for row in textkin("passages", "in", "--against", "old.zip").table()}
    assert ("a.zip/one.txt", "old.zip/one.txt") in pairs and ("b.txt", "old.zip/one.txt") in pairs


def test_an_archive_within_is_a_folder_too_and_one_in_that_is_refused(textkin):
    inner = archive([("essay.txt", essay(1)), ("deeper.zip", archive([("x.txt", essay(2))]))])
    textkin.write("class.zip", archive([("Anna_1_/work.zip", inner), ("Can_2_/essay.txt", essay(3))]))
    problems, ids = read(textkin, "class.zip")
    assert ids == {"class.zip/Anna_1_/work.zip/essay.txt", "class.zip/Can_2_/essay.txt"}
    assert list(problems) == ["class.zip/Anna_1_/work.zip/deeper.zip"]


def test_hidden_files_and_folders_are_left_out_as_in_folders(textkin):
    textkin.write("class.zip", archive([("__MACOSX/._1.txt", b"x"), (".DS_Store", b"x"), ("a/.hidden/b.txt", essay(9)), ("a/", b""), ("1.txt", essay(1)),
                                        ("2.txt", essay(2))]))
    assert read(textkin, "class.zip") == ({}, {"class.zip/1.txt", "class.zip/2.txt"})


def test_names_in_any_encoding(textkin):
    name = "Müller/Größe.txt"
    for number, (raw, flags) in enumerate([(name.encode(), 0x800), (name.encode(), 0), (name.encode("cp437"), 0), (name.replace("/", "\\").encode("cp437"), 0)]):
        textkin.write(f"{number}.zip", raw_zip({"name": raw, "flags": flags, "data": essay(1).encode()}, *texts(2)))
        assert read(textkin, f"{number}.zip") == ({}, {f"{number}.zip/{name}", f"{number}.zip/2.txt"})
    # Said to be UTF-8, and is none: shown as well as can be.
    textkin.write("4.zip", raw_zip({"name": b"M\xfcller.txt", "flags": 0x800, "data": essay(1).encode()}, *texts(2)))
    assert read(textkin, "4.zip") == ({}, {"4.zip/M\ufffdller.txt", "4.zip/2.txt"})


@pytest.mark.parametrize("name, why", [
    (b"../up.txt", "leads out"), (b"a/../../up.txt", "leads out"), (b"/etc/up.txt", "leads out"), (b"C:\\up.txt", "leads out"),
    (b"..\\up.txt", "leads out"), (b"a\0b.txt", "control characters"), (b"a\x1b[31mb.txt", "control characters"), (b"", "no name"),
    (b"x" * 3000 + b".txt", "too long"), (b"2.txt", "another file of that name"), (b"./2.txt", "another file of that name"),
])
def test_names_that_are_refused_cost_that_file(textkin, name, why):
    before = sorted(os.listdir(textkin.folder.parent))
    textkin.write("c.zip", raw_zip(*texts(2, 3), {"name": name, "data": essay(1).encode()}))
    problems, ids = read(textkin, "c.zip")
    assert ids == {"c.zip/2.txt", "c.zip/3.txt"} and why in "".join(problems.values()) and len(problems) == 1
    assert all("\x1b" not in line and "\0" not in line for line in problems.values())
    assert sorted(os.listdir(textkin.folder)) == ["c.zip", "problems.jsonl"] and sorted(os.listdir(textkin.folder.parent)) == before


@pytest.mark.parametrize("how, why", [
    ({"flags": 1}, "encrypted"), ({"method": 99, "flags": 1}, "encrypted"), ({"method": 9}, "not read here (9)"),
    ({"by": 3 << 8 | 20, "mode": stat.S_IFLNK | 0o777}, "a link"), ({"crc": 1}, "damaged"), ({"size": 5}, "damaged"), ({"size": 50_000}, "damaged"),
    ({"method": 8}, "damaged"),
])
def test_files_that_cannot_be_had_cost_themselves(textkin, how, why):
    textkin.write("c.zip", raw_zip(*texts(2, 3), {"name": b"bad.txt", "data": essay(1).encode(), **how}))
    problems, ids = read(textkin, "c.zip")
    assert ids == {"c.zip/2.txt", "c.zip/3.txt"}
    assert list(problems) == ["c.zip/bad.txt"] and why in problems["c.zip/bad.txt"]


def bomb(megabytes):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()
    return {"name": b"bomb.txt", "data": packed, "method": 8, "size": megabytes << 20, "crc": 0}


def whole(name):
    good = raw_zip(*texts(1, 2))
    place = good.index(b"PK\1\2")
    return {
        "cut off": good[:place + 10],
        "cut in the middle": good[:len(good) // 2],
        "without its end": good[:-22],
        "an end that points nowhere": good[:-6] + b"\xff\xff\xff\x7f" + good[-2:],
        "more files than it says": good[:-14] + struct.pack("<HH", 1, 1) + good[-10:],
        "fewer files than it says": good[:-14] + struct.pack("<HH", 3, 3) + good[-10:],
        "one of several parts": good[:-18] + struct.pack("<H", 3) + good[-16:],
        "files in one another": raw_zip(*texts(1), {**texts(2)[0], "place": 10}),
        "one file twice": raw_zip(*texts(1), {"name": b"again.txt", "data": essay(1).encode(), "place": 0}),
        "zeros": raw_zip(*texts(1, 2), bomb(200)),
        "very many files": raw_zip(*({"name": b"%d" % i} for i in range(20_001))),
        "a directory that is not there": good[:place] + b"XX" + good[place + 2:],
        "too much of a size": raw_zip(*texts(1), {"name": b"x", "size": 0xFFFFFFFF, "packed": 0, "extra": struct.pack("<HHQ", 1, 8, 1 << 60)}),
        "a zip64 field that is cut": raw_zip(*texts(1), {"name": b"x", "size": 0xFFFFFFFF, "extra": struct.pack("<HHI", 1, 4, 1)}),
        "no file": raw_zip(),
    }[name]


@pytest.mark.parametrize("name, why", [
    ("cut off", "damaged ZIP"), ("cut in the middle", "damaged ZIP"), ("without its end", "damaged ZIP"), ("an end that points nowhere", "damaged ZIP"),
    ("more files than it says", "damaged ZIP"), ("fewer files than it says", "damaged ZIP"), ("one of several parts", "several parts"),
    ("files in one another", "in one another"), ("one file twice", "in one another"), ("zeros", "times its size"), ("very many files", "more than 20000 files"),
    ("a directory that is not there", "damaged ZIP"), ("too much of a size", "more than 8 GiB"), ("a zip64 field that is cut", "damaged ZIP"), ("no file", "no file"),
])
def test_archives_that_are_refused_as_a_whole(textkin, name, why):
    textkin.write("c.zip", whole(name))
    textkin.write("a.txt", essay(7))
    textkin.write("b.txt", essay(8))
    problems, ids = read(textkin, "c.zip", "a.txt", "b.txt")
    assert ids == {"a.txt", "b.txt"} and list(problems) == ["c.zip"] and why in problems["c.zip"]
    assert why in textkin("report", "c.zip", "-o", "r.html", exit=2).errors and not textkin.path("r.html").exists()


def test_stored_zip64_and_streamed_files_are_read(textkin):
    long = struct.pack("<HHQQ", 1, 16, len(essay(1)), len(essay(1)))
    textkin.write("a.zip", raw_zip({**texts(1)[0], "extra": long, "size": 0xFFFFFFFF, "packed": 0xFFFFFFFF}, *texts(2), comment=b"of a class"))
    assert read(textkin, "a.zip") == ({}, {"a.zip/1.txt", "a.zip/2.txt"})
    out = io.BytesIO()

    class Stream(io.RawIOBase):
        """Cannot be sought in, so that sizes stand behind each file."""

        def writable(self):
            return True

        def write(self, data):
            return out.write(data)

    with zipfile.ZipFile(Stream(), "w", zipfile.ZIP_DEFLATED) as made:
        for number in (1, 2):
            with made.open(f"{number}.txt", "w", force_zip64=True) as file:
                file.write(essay(number).encode())
    textkin.write("b.zip", out.getvalue())
    assert read(textkin, "b.zip") == ({}, {"b.zip/1.txt", "b.zip/2.txt"})


def test_documents_that_are_packed_as_archives_are_none(textkin):
    textkin.write("a.docx", hand_ins.docx(essay(1)))
    textkin.write("b.odt", hand_ins.odt(essay(2)))
    assert read(textkin, "a.docx", "b.odt") == ({}, {"a.docx", "b.odt"})


def test_other_commands_and_extract_none_read_no_archives(textkin):
    textkin.write("c.zip", archive([("1.txt", essay(1)), ("2.txt", essay(2))]))
    assert textkin("passages", "c.zip", "--extract", "none").table() == []
    assert "zip" in textkin("extract", "c.zip", exit=2).errors.lower()


def test_any_damage_costs_at_most_what_is_damaged(textkin):
    draws = random.Random(1)
    good = archive([(f"{i}.txt", essay(i)) for i in range(4)])
    textkin.write("a.txt", essay(7))
    for _ in range(25):
        bytes_ = bytearray(good)
        for _ in range(draws.choice([1, 1, 2, 5])):
            bytes_[draws.randrange(len(bytes_))] = draws.randrange(256)
        textkin.write("c.zip", bytes(bytes_[:draws.choice([len(bytes_), draws.randrange(30, len(bytes_))])]))
        answer = textkin("passages", "c.zip", "a.txt", "--repeated-ids", "number")
        assert "stopped by signal" not in answer.errors


def test_memory_and_scratch(textkin):
    """Megabytes from an archive go to the disk, to files without names, and not to memory."""
    files = [(f"{i}.bin", random.Random(i).randbytes(4 << 20)) for i in range(50)]
    textkin.write("c.zip", archive([*files, ("1.txt", essay(1)), ("2.txt", essay(2))], zipfile.ZIP_STORED))
    textkin.path("scratch").mkdir()
    answer = textkin("passages", "c.zip", "--memory", "64MiB", "-o", "out.tsv", "--stats", "stats.json", env={**os.environ, "TMPDIR": "scratch"})
    assert "50 documents could not be used" in answer.errors and textkin.stats()["peak_memory_bytes"] < (71 + 64) << 20
    assert os.listdir(textkin.path("scratch")) == []
