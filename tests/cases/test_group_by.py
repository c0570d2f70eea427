"""A folder is a person: what one person handed in is not compared with itself, and that is said."""

import io
import json
import re
import zipfile

import pytest

from samples import prose

SHARED = prose("shared", 60)


def essay(number):
    return f"{prose(number)} {SHARED} {prose(number + 100)}"


def pairs(textkin, *arguments):
    answer = textkin("passages", *arguments)
    return {(row["a"], row["b"]) for row in answer.table()}, answer.errors


def zipped(names):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for i, name in enumerate(names):
            made.writestr(name, essay(i))
    return out.getvalue()


def test_files_of_one_folder_are_not_compared(textkin):
    for i, name in enumerate(["Anna/1.txt", "Anna/parts/2.txt", "Can/1.txt", "loose.txt", "other.txt"]):
        textkin.write(f"in/{name}", essay(i))
    assert len(pairs(textkin, "in")[0]) == 10
    found, errors = pairs(textkin, "in", "--group-by", "folder")
    assert len(found) == 9 and ("Anna/1.txt", "Anna/parts/2.txt") not in found
    assert ("loose.txt", "other.txt") in found  # in no folder: by nobody who is known
    assert "2 persons (--group-by folder); 1 pair of documents of one person was not compared" in errors


def test_what_a_person_wrote_twice_is_nobody_elses(textkin):
    """A draft is no common source: it must not clear who copied from it."""
    textkin.write("in/anna/draft.txt", essay(1))
    textkin.write("in/anna/final.txt", essay(2))
    textkin.write("in/ben/essay.txt", essay(3))
    rare = [row["rare_words"] for row in textkin("report", "in", "--group-by", "folder", "--format", "tsv", "-o", "-").table()]
    assert rare == ["60", "60"]
    assert {row["rare_words"] for row in textkin("report", "in", "--format", "tsv", "-o", "-").table()} == {"0"}
    textkin.write("in/can/essay.txt", essay(4))
    assert {row["rare_words"] for row in textkin("report", "in", "--group-by", "folder", "--format", "tsv", "-o", "-").table()} == {"0"}


@pytest.mark.parametrize("names, left_out", [
    (["Anna_1_assignsubmission_file_/a.txt", "Anna_1_assignsubmission_file_/b.txt", "Can_2_assignsubmission_file_/a.txt"], 1),  # Moodle
    (["exc_1/multi_feedback/anna_17/a.txt", "exc_1/multi_feedback/anna_17/b.txt", "exc_1/multi_feedback/can_18/a.txt"], 1),  # ILIAS
    (["anna_LATE_1_2_a.txt", "anna_1_3_b.txt", "can_4_5_a.txt"], 0),  # Canvas has no folders
])
@pytest.mark.parametrize("packed", [True, False])
def test_folders_of_platforms(textkin, names, left_out, packed):
    if packed:
        textkin.write("class.zip", zipped(names))
    else:
        for i, name in enumerate(names):
            textkin.write(f"class.zip/{name}", essay(i))
    found, errors = pairs(textkin, "class.zip", "--group-by", "folder")
    assert len(found) == 3 - left_out
    assert ("no document lies in a folder" in errors) == (left_out == 0)


def test_an_archive_in_a_folder_is_a_person(textkin):
    textkin.write("in/anna.zip", zipped(["a.txt", "b/c.txt"]))
    textkin.write("in/can.zip", zipped(["d.txt"]).replace(b"d.txt", b"e.txt"))
    assert pairs(textkin, "in", "--group-by", "folder")[0] == {("anna.zip/a.txt", "can.zip/e.txt"), ("anna.zip/b/c.txt", "can.zip/e.txt")}


def test_one_person_in_two_inputs_and_another_of_that_name_in_an_archive(textkin):
    for i, name in enumerate(["first/Anna/a.txt", "first/Can/a.txt", "second/Anna/b.txt", "second/Can/b.txt", "old/Anna/a.txt", "old/Eva/a.txt"]):
        textkin.write(name, essay(i))
    found, _ = pairs(textkin, "first", "second", "--group-by", "folder")
    assert found == {("first/Anna/a.txt", "first/Can/a.txt"), ("first/Anna/a.txt", "second/Can/b.txt"), ("first/Can/a.txt", "second/Anna/b.txt"),
                     ("second/Anna/b.txt", "second/Can/b.txt")}
    found, _ = pairs(textkin, "first", "--against", "old", "--group-by", "folder")
    assert ("first/Anna/a.txt", "old/Anna/a.txt") in found or ("Anna/a.txt", "Anna/a.txt") in found


def data(textkin, *arguments):
    textkin("report", *arguments, "-o", "r.html", "--stats", "stats.json", "--exclude", "none")
    return json.loads(re.search(r'id="data">(.*?)</script>', textkin.path("r.html").read_text(), re.S).group(1))


def test_the_page_names_persons(textkin):
    for i, name in enumerate(["Anna/1.txt", "Anna/2.txt", "Can/1.txt", "loose.txt"]):
        textkin.write(f"in/{name}", essay(i))
    page = data(textkin, "in", "--group-by", "folder")
    assert {d["id"]: d.get("person") for d in page["documents"]} == {"Anna/1.txt": "Anna", "Anna/2.txt": "Anna", "Can/1.txt": "Can", "loose.txt": None}
    assert (page["persons"], page["pairs_of_one_person"], page["compared"]) == (2, 1, 5)
    assert textkin.stats()["pairs_of_one_person"] == 1
    hidden = data(textkin, "in", "--group-by", "folder", "--pseudonyms")
    assert [d.get("person") for d in hidden["documents"]] == ["person 1", "person 1", "person 2", None]
    assert "Anna" not in textkin.path("r.html").read_text()
    plain = data(textkin, "in")
    assert "persons" not in plain and not any("person" in d for d in plain["documents"]) and plain["compared"] == 6


def test_records_of_one_file_lie_in_its_folder(textkin):
    for person in ("Anna", "Can"):
        textkin.jsonl(f"{person}.jsonl", [{"id": f"{person}{i}", "text": essay(i)} for i in range(2)])
        textkin.path(f"in/{person}").mkdir(parents=True)
        textkin.path(f"{person}.jsonl").rename(textkin.path(f"in/{person}/x.jsonl"))
    assert len(pairs(textkin, "in", "--group-by", "folder")[0]) == 4
