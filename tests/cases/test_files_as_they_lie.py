"""Files as people have them: JSON records under any name, arrays of them, what lies beside them; and names of outputs."""

import gzip
import json
import os
from email.message import EmailMessage

import hand_ins
import pytest
from samples import prose

TEXT = "the quick brown fox jumps over the lazy dog and runs away number {0} into wood {0}"
ROWS = [{"id": f"d{i}", "text": TEXT.format(i // 2)} for i in range(10)]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


def kept(out):
    return [json.loads(line)["id"] for line in out.splitlines()]


FORMS = {
    "lines.json": LINES,
    "lines.data": LINES,
    "no_suffix": LINES,
    "array.json": json.dumps(ROWS),
    "pretty.json": json.dumps(ROWS, indent=2),
    "one_by_one.json": "\n".join(json.dumps(row, indent=1) for row in ROWS),
    "marked.json": "\ufeff" + LINES,
}


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("name", FORMS)
def test_json_records_are_records_under_any_name(textkin, name, packed):
    data = FORMS[name].encode()
    textkin.write(name + packed, gzip.compress(data) if packed else data)
    run = textkin("dedup", name + packed)
    assert kept(run.stdout) == ["d0", "d2", "d4", "d6", "d8"]
    assert "read as JSON records" in run.errors
    # Whoever wants one text says so.
    one = textkin("dedup", name + packed, "--as", "document")
    assert "1 document;" in one.errors


def test_a_run_directory_takes_an_array_up_again(textkin):
    textkin.write("a.json", json.dumps(ROWS, indent=1))
    first = textkin("dedup", "a.json", "--run-dir", "work")
    textkin.path("a.json").touch()
    again = textkin("dedup", "a.json", "--run-dir", "work")
    assert first.stdout == again.stdout != b""
    textkin.write("a.json", json.dumps(ROWS, indent=1).replace("fox", "cat"))
    textkin("dedup", "a.json", "--run-dir", "work", exit=2)


def test_an_array_that_was_cut_is_refused(textkin):
    textkin.write("a.json", json.dumps(ROWS)[:-1])
    run = textkin("dedup", "a.json", "-o", "out.jsonl", exit=2)
    assert "a.json: its JSON ends too early" in run.errors
    assert not textkin.path("out.jsonl").exists()


def test_a_name_alone_makes_no_table_of_a_text_in_a_folder(textkin):
    """As bash's inputrc.arrows, among thousands of texts that nobody looked at: it is a text as they are."""
    textkin.path("d").mkdir()
    names = ["a.txt", "b.arrows", "c.parquet", "d.feather"]
    for name in names:
        textkin.write(f"d/{name}", TEXT)
    assert len(textkin("pairs", "d").stdout.splitlines()) == 1 + 6
    # One that may be a table is left to who reads tables, and so is one that was named.
    for name, data in (("e.arrow", b"ARROW1\0\0"), ("e.arrow", b"")):
        textkin.write(f"d/{name}", data)
        assert "e.arrow" in textkin("pairs", "d", exit=2).errors
    assert "c.parquet" in textkin("pairs", "d/a.txt", "d/c.parquet", exit=2).errors


def test_texts_that_are_json_stay_texts(textkin):
    textkin.write("a.json", '{\n  "name": "one",\n  "words": ["a", "b"]\n}\n')
    textkin.write("b.json", '{"name": "two"}')
    textkin.write("c.json", "[1, 2, 3]")
    run = textkin("pairs", "a.json", "b.json", "c.json")
    assert "3 documents" in run.errors
    assert "read as JSON" not in run.errors


@pytest.mark.parametrize("name", ["lines.json", "array.json"])
def test_records_without_the_text_field_are_no_text(textkin, name):
    textkin.write(name, FORMS[name].replace('"text"', '"body"'))
    run = textkin("dedup", name, "-o", "out.jsonl", exit=2)
    assert '"text"' in run.errors
    assert not textkin.path("out.jsonl").exists()
    assert kept(textkin("dedup", name, "--text-field", "body").stdout) == ["d0", "d2", "d4", "d6", "d8"]


@pytest.mark.parametrize(
    "words",
    [
        ["dedup", "a.jsonl", "-o", "out.jsonl"],
        ["pairs", "a.jsonl", "-o", "out.jsonl"],
        ["pairs", "good.jsonl", "--against", "a.jsonl", "-o", "out.jsonl"],
        ["pairs", "a.jsonl", "--against", "good.jsonl", "-o", "out.jsonl"],
        ["simhash", "a.jsonl", "-o", "out.jsonl"],
        ["distance", "a.jsonl", "-o", "out.jsonl"],
        ["signatures", "create", "a.jsonl", "-o", "out.sig"],
        ["passages", "good.jsonl", "--against", "a.jsonl", "-o", "out.jsonl"],
    ],
    ids=" ".join,
)
def test_an_answer_about_nothing_is_none(textkin, words):
    """A field that is misspelled would else empty the output, or find nobody."""
    textkin.write("a.jsonl", LINES.replace('"text"', '"body"'))
    textkin.write("good.jsonl", LINES)
    run = textkin(*words, exit=2)
    assert 'a.jsonl:1: no field "text"' in run.errors.splitlines()[-1]
    assert not textkin.path(words[-1]).exists()


def test_nothing_at_all_is_no_error(textkin):
    textkin.write("empty.jsonl", "")
    textkin.write("good.jsonl", LINES)
    textkin("dedup", "empty.jsonl", "-o", "out.jsonl")
    assert textkin.path("out.jsonl").read_text() == ""
    textkin("pairs", "good.jsonl", "--against", "empty.jsonl")


def test_an_index_adds_nothing_where_nothing_can_be_read(textkin):
    textkin.write("a.jsonl", LINES)
    textkin("index", "create", "index")
    run = textkin("index", "add", "index", "a.jsonl", "--text-field", "body", exit=2)
    assert 'a.jsonl:1: no field "body"' in run.errors


def test_what_lies_beside_records_is_left_out_with_a_word(textkin):
    textkin.write("data/part-00000.txt", LINES)
    textkin.write("data/_SUCCESS", "")
    textkin.write("data/README.md", "# A dataset\n")
    textkin.write("data/.part-00000.txt.crc", "crc")
    textkin.write("data/essay.txt", "an essay that is a text of its own")
    run = textkin("pairs", "data")
    assert "11 documents" in run.errors
    assert "README.md, _SUCCESS: left out" in run.errors
    # Of texts it is one.
    textkin.path("data/part-00000.txt").unlink()
    assert "3 documents" in textkin("pairs", "data").errors


@pytest.mark.parametrize("words", [["dedup", "-o", "kept.tsv"], ["pairs"], ["passages"], ["report", "-o", "page.html"], ["index", "add", "index"]])
def test_what_is_no_file_to_be_read_is_left_out_with_a_word(textkin, words):
    """A hand-in that is a link would else be compared with nobody, and nobody would know."""
    textkin("index", "create", "index")
    for name in ("a.txt", "b.txt"):
        textkin.write(f"in/{name}", "an essay that is a text of its own, and that goes on for a while")
    textkin.path("in/c.txt").symlink_to("a.txt")
    for name in (".hidden", ".git/config", "below/.x", ".y"):
        textkin.write(f"in/{name}", "hidden")
    os.mkfifo(textkin.path("in/pipe"))
    said = "left out of folders: 4 hidden (.git, .hidden, .y and 1 more), 1 link (c.txt), 1 that is no file (pipe); what is named itself is read"
    assert said in textkin(*words, "in").errors
    assert "left out" not in textkin("pairs", "in/a.txt", "in/c.txt", "in/.hidden").errors


def test_a_clone_of_a_hub_has_its_readme_above_the_data(textkin):
    textkin.write("hub/data/train/part-00000.jsonl", LINES)
    textkin.write("hub/README.md", "# A dataset\n")
    textkin.write("hub/data/dataset_infos.json", '{"a": {"text": "b"}}')
    textkin.write("hub/notes/README.md", "a text of its own, in a folder without records")
    run = textkin("pairs", "hub")
    assert "11 documents" in run.errors
    assert "README.md, data/dataset_infos.json: left out" in run.errors


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.tsv", "out.arrow", "out.sets", "out.csv.gz"])
def test_kept_records_have_no_name_of_another_format(textkin, name):
    textkin.write("a.jsonl", LINES)
    run = textkin("dedup", "a.jsonl", "-o", name, exit=2)
    assert f"-o {name}: the kept records stay as they stand in a.jsonl" in run.errors
    assert not textkin.path(name).exists()


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.sets", "out.arrow.gz"])
@pytest.mark.parametrize("words", [["trim"], ["trim", "--unit", "line"], ["decontaminate", "--against", "b.jsonl"], ["decontaminate", "--against", "b.jsonl", "--action", "flag"], ["decontaminate", "--against", "b.jsonl", "--action", "cut"]], ids=" ".join)
def test_nor_have_records_that_something_is_taken_from(textkin, words, name):
    textkin.write("a.jsonl", LINES)
    textkin.write("b.jsonl", LINES)
    run = textkin(words[0], "a.jsonl", *words[1:], "-o", name, exit=2)
    assert f"-o {name}: the " in run.errors and "in a.jsonl; name a file with that suffix" in run.errors
    assert not textkin.path(name).exists()


@pytest.mark.parametrize("begin", [b"PAR1", b"ARROW1\0\0"])
def test_a_table_under_another_name_is_no_text(textkin, begin):
    textkin.path("in").mkdir()
    for name in ("data", "in/part-0", "in/part-1.bin"):
        textkin.path(name).write_bytes(begin + b"\x15\x04\x15" * 30)
    for words in (["data"], ["in"]):
        run = textkin("dedup", *words, "-o", "out.txt", exit=2)
        assert "holds a table of Parquet or Arrow under a name that does not say so" in run.errors
    assert "1 document;" in textkin("dedup", "data", "--as", "document", "-o", "out.txt").errors
    textkin.write("text", "PART one and ARROW1 are words of this text")
    textkin("dedup", "text", "-o", "out.txt")


OURS = [
    ("pairs", "docs.jsonl", "--against"), ("passages", "docs.jsonl", "--against"), ("dedup",), ("trim",), ("pairs",),
    ("decontaminate", "docs.jsonl", "--against"), ("signatures", "create", "-o", "more.sig"),
]  # fmt: skip


@pytest.mark.parametrize("words", OURS, ids=" ".join)
def test_what_textkin_keeps_is_no_text(textkin, words):
    textkin.write("docs.jsonl", LINES)
    textkin("index", "create", "index")
    textkin("index", "add", "index", "docs.jsonl")
    run = textkin(*words, "index", exit=2)
    assert "index is an index, which is asked: `textkin index query index NEW` tells what of NEW is there" in run.errors
    textkin("signatures", "create", "docs.jsonl", "-o", "docs.sig")
    textkin("sketch", "docs.jsonl", "--run-dir", "work")
    # Where texts are extracted, a file of a folder that is none is left out with a word, of whatever kind.
    for ours in ("docs.sig",) if words[0] == "passages" else ("docs.sig", "work"):
        run = textkin(*words, ours, exit=2)
        assert "is a file that textkin keeps (signatures, or of a run directory or an index) and no text" in run.errors
    assert "1 document;" in textkin("dedup", "docs.sig", "--as", "document", "-o", "out.txt").errors


def test_lines_are_no_json_and_a_list_of_ids_neither(textkin):
    textkin.write("a.txt", "one line\nanother line\n")
    textkin("dedup", "a.txt", "--lines", "-o", "out.jsonl", exit=2)
    textkin("dedup", "a.txt", "-o", "out.jsonl", exit=2)
    for name in ("out.txt", "out.tsv", "out"):
        textkin("dedup", "a.txt", "-o", name)
        assert textkin.path(name).read_text() == "a.txt\n"


def test_an_array_is_not_replaced_by_lines(textkin):
    array = json.dumps(ROWS)
    textkin.write("a.json", array)
    textkin("dedup", "a.json", "-o", "a.json", exit=2)
    assert textkin.path("a.json").read_text() == array
    # Lines are lines, whatever they are called.
    textkin.write("b.json", LINES)
    textkin("dedup", "b.json", "-o", "b.json")
    assert len(kept(textkin.path("b.json").read_text())) == 5


WRAPPED = {
    "data.json": json.dumps({"data": ROWS, "total": 10, "next": None}),
    "pretty.json": json.dumps({"status": {"code": [200, {"text": "ok"}]}, "result": ROWS, "words": ["a", "b"]}, indent=2),
    "late.json": json.dumps({"about": "x" * 100_000, "empty": [], "rows": ROWS}) + "\n",
    "download": "\ufeff" + json.dumps({"data": ROWS}),
}


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("name", WRAPPED)
def test_an_array_of_records_in_an_object_is_its_records(textkin, name, packed):
    data = WRAPPED[name].encode()
    textkin.write(name + packed, gzip.compress(data) if packed else data)
    run = textkin("dedup", name + packed, "-o", "kept.jsonl", "--run-dir", "work")
    assert kept(textkin.path("kept.jsonl").read_text()) == ["d0", "d2", "d4", "d6", "d8"]
    assert "read as JSON records" in run.errors
    assert "1 document;" in textkin("dedup", name + packed, "--as", "document").errors
    again = textkin("dedup", name + packed, "--run-dir", "work")
    assert kept(again.stdout) == ["d0", "d2", "d4", "d6", "d8"]


@pytest.mark.parametrize("name", ["data.json", "data"])
def test_of_two_arrays_nobody_knows_which_is_meant(textkin, name):
    textkin.write(name, json.dumps({"features": [{"name": "text", "type": {"text": "string"}}], "rows": ROWS}))
    run = textkin("dedup", name, "-o", "out.jsonl", exit=2)
    (line,) = run.errors.splitlines()
    assert f"{name}: holds records under \"features\" and \"rows\"; take out those that are meant" in line and "jq -c '.rows[]'" in line
    assert not textkin.path("out.jsonl").exists()
    # Seen at the end of a file whose begin said otherwise: the same.
    textkin.write(name, json.dumps({"rows": [{"id": str(i), "text": "x" * 1_000_000} for i in range(6)], "more": ROWS}))
    run = textkin("dedup", name, "-o", "out.jsonl", exit=2)
    assert 'holds records under "rows" and "more"' in run.errors.splitlines()[-1]
    assert not textkin.path("out.jsonl").exists()


def test_an_object_that_was_cut_or_goes_on_is_refused(textkin):
    whole = json.dumps({"data": ROWS})
    textkin.write("cut.json", whole[:-1])
    assert "cut.json: its JSON ends too early" in textkin("dedup", "cut.json", "-o", "out.jsonl", exit=2).errors
    textkin.write("more.json", json.dumps({"data": [{"id": str(i), "text": "x" * 1_000_000} for i in range(6)]}) + whole)
    assert 'those of "data" in an object, and something stands behind that' in textkin("dedup", "more.json", "-o", "out.jsonl", exit=2).errors
    assert not textkin.path("out.jsonl").exists()


def test_records_in_an_object_without_the_text_field(textkin):
    textkin.write("a.json", json.dumps({"data": [{"doc": {"text": row["text"]}} for row in ROWS]}))
    run = textkin("dedup", "a.json", "-o", "out.jsonl", exit=2)
    assert 'a.json: holds JSON records without a field "text" ("doc.text" is there); name it (--text-field)' in run.errors
    # One text with a list in it stays one.
    textkin.write("b.json", json.dumps({"text": "of its own", "notes": ROWS}))
    textkin.write("c.json", json.dumps({"name": "a package", "people": [{"name": "one"}]}, indent=1))
    assert "2 documents" in textkin("pairs", "b.json", "c.json").errors


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "part.json"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_json_in_wide_units_is_named(textkin, name, encoding):
    textkin.write(name, LINES.encode(encoding))
    run = textkin("dedup", name, "-o", "out.jsonl", exit=2)
    said = encoding.upper()[:6]
    assert f"it is {said}, and JSON is read as UTF-8; convert the file (iconv -f {said} -t UTF-8)" in run.errors or f"{name}: is {said}, and JSON is read as UTF-8; convert it (iconv -f {said} -t UTF-8)" in run.errors
    assert not textkin.path("out.jsonl").exists()


@pytest.mark.parametrize(
    "record, field, said",
    [
        ({"doc": {"text": "a b c"}}, "text", 'no field "text"; "doc.text" is there (--text-field doc.text)'),
        ({"doc": {"text": "a b c"}}, "doc.title", 'no field "doc.title" (see --text-field); the line was skipped'),
        ({"messages": [{"role": "user", "content": "a b c"}]}, "content", '"messages[].content" is there (--text-field \'messages[].content\')'),
        ({"text": "a b c"}, "doc.text", 'no field "doc.text"; "text" is there (--text-field text)'),
        ({"text": "a b c"}, "body", 'no field "body" (see --text-field); the line was skipped'),
    ],
)
def test_a_field_that_is_somewhere_else_is_named(textkin, record, field, said):
    textkin.write("a.jsonl", json.dumps(record) + "\n")
    run = textkin("dedup", "a.jsonl", "--text-field", field, "-o", "out.jsonl", exit=2)
    assert said in run.errors.splitlines()[-1]


def test_files_whose_bytes_are_not_their_text_are_told_of(textkin):
    """A folder of essays as Word's files: that none is alike was no answer, and nobody was told."""
    for number, more in enumerate(["", " today", " tomorrow"]):
        textkin.write(f"essays/{number}.docx", hand_ins.docx(TEXT * 3 + more, f"by person {number}"))
        textkin.write(f"essays/{number}.txt", TEXT + more)
    textkin.write("essays/3.pdf", hand_ins.pdf(TEXT))
    textkin.write("essays/4.txt", ("größe " + TEXT).encode("latin-1"))
    textkin.write("essays/5.txt", TEXT.encode("utf-16"))
    textkin.write("tests.txt", "what nobody wrote")
    told = ("0.docx, 1.docx, 2.docx and 3 more: compared as the bytes that they are, not by their text; "
            "--extract auto takes that out\n")
    for command in (["pairs"], ["dedup", "-o", "kept.txt"], ["decontaminate", "--against", "tests.txt", "-o", "left.txt"]):
        errors = textkin(command[0], "essays", *command[1:]).errors
        assert told in errors and errors.count("bytes that") == 1
    # Who said so is not told, and who has the text taken out neither.
    assert "--extract" not in textkin("pairs", "essays", "--extract", "none").errors
    assert b"0.docx\t2.docx" in textkin("pairs", "essays", "--extract", "auto", "-t", "0.5").stdout
    textkin.write("page.html", "<p>größe".encode("latin-1"))
    assert "--extract" not in textkin("pairs", "page.html", "--tokens", "html").errors  # which would refuse it
    alone = textkin("compare", "essays/0.txt", "essays/5.txt")
    assert "essays/5.txt: compared as the bytes that it is, not by its text; --extract auto" in alone.errors
    assert "bytes" not in textkin("compare", "essays/0.txt", "essays/1.txt").errors


def test_bytes_of_documents_do_not_stay_in_an_index(textkin):
    """Questions are taken out of files: what was added as the bytes of one was never found again, and nobody was told."""
    copied = textkin.write("copied.txt", TEXT * 3)
    textkin.write("essays/0.docx", hand_ins.docx(TEXT * 3, "by a person"))
    textkin.write("essays/1.pdf", hand_ins.pdf(TEXT * 3))
    textkin.write("essays/2.rtf", "{\\rtf1 " + TEXT * 3 + "}")
    textkin.write("essays/3.txt", ("größe " + TEXT).encode("latin-1"))
    textkin("index", "create", "idx")
    errors = textkin("index", "add", "idx", "essays", "--problems", "problems.jsonl").errors
    assert "1 added" in errors and "3.txt: compared as the bytes that it is" in errors
    refused = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    assert [(row["file"], row["reason"]) for row in refused] == [(name, "not-extracted") for name in ("0.docx", "1.pdf", "2.rtf")]
    assert all("--extract auto" in row["message"] for row in refused)
    assert "no document could be read" in textkin("index", "add", "idx", "essays/0.docx", exit=2).errors
    # Who says so has them kept.
    assert "3 added" in textkin("index", "add", "idx", "essays", "--extract", "none").errors
    assert "4 replaced" in textkin("index", "add", "idx", "essays", "--extract", "auto").errors
    assert textkin("index", "passages", "idx", copied).stdout.count(b"\n") > 3


@pytest.mark.parametrize("row", [b'{"id": "%d", "text": "gr\xf6\xdfe of the river"}\n', b'{"id": "%d", "text": "half \\ud800 of a pair"}\n'])
def test_how_many_texts_are_no_unicode_is_told(textkin, row):
    textkin.write("rows.jsonl", b"".join(row % i for i in range(3)) + b'{"id": 9, "text": "sound"}\n')
    told = "3 documents hold what is no Unicode, compared as if U+FFFD stood there (--invalid-utf8)\n"
    for command in ("pairs", "passages", "dedup"):
        assert told in textkin(command, "rows.jsonl").errors
    assert "no Unicode" not in textkin("pairs", "rows.jsonl", "--invalid-utf8", "skip").errors


@pytest.mark.parametrize("name", ["eml", "mbox", "mht"])
def test_mails_are_told_of_and_not_compared_by_their_headers(textkin, name):
    """Of two mails the headers were a passage, and words in base64 were nobody's."""
    for i in range(3):
        mail = EmailMessage()
        mail["From"], mail["Subject"] = f"p{i}@example.org", "essay"
        mail.set_content(prose(i), cte="base64")
        textkin.write(f"in/{i}.{name}", bytes(mail))
    textkin.write("in/a.txt", prose(7))
    run = textkin("passages", "in")
    assert run.table() == [] and f"0.{name}: not extracted: no reader for this kind of file" in run.errors
    assert "3 documents could not be used" in run.errors
    textkin.write(f"in/0.{name}", TEXT * 2)
    assert f"named .{name}, and read as the text that it is" in textkin("passages", "in").errors
