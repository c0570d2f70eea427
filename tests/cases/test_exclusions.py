"""What is shown but not counted: templates, quotations, lists of references, what very many documents share."""

import random

import pytest

from samples import edited, prose
from test_report import Page, report


def recount(data):
    """Every number of the page from its words, as html_report.h defines them: {id: ...}, [(a, b, ...)]."""
    on = [exclusion["on"] for exclusion in data["exclusions"]]
    counted = []
    for document in data["documents"]:
        words = set(range(document["words"]))
        for kind, first, length, *_ in document["excluded"]:
            if on[kind]:
                words -= set(range(first, first + length))
        counted.append(words)
    longest = [0] * len(counted)
    partners = [0] * len(counted)
    pairs = []
    for pair in data["pairs"]:
        in_a = [counted[pair["a"]] & set(range(p[7], p[7] + p[2])) for p in pair["passages"]]
        in_b = [counted[pair["b"]] & set(range(p[8], p[8] + p[5])) for p in pair["passages"]]
        sizes = [min(len(a), len(b)) for a, b in zip(in_a, in_b)]
        pairs.append((len(set().union(*in_a)), len(set().union(*in_b)), max(sizes), sum(size > 0 for size in sizes)))
        for side in (pair["a"], pair["b"]):
            longest[side] = max(longest[side], max(sizes))
            partners[side] += max(sizes) > 0
    documents = []
    for i, document in enumerate(data["documents"]):
        spans = set().union(*(range(first, first + length) for first, length in document["spans"]))
        documents.append((len(counted[i]), len(counted[i] & spans), longest[i], partners[i]))
    return documents, pairs


def check(data):
    """The page's numbers are those of its words; all pairs must be on it."""
    documents, pairs = recount(data)
    assert [(d["counted"], d["matched"], d["longest"], d["pairs"]) for d in data["documents"]] == documents
    assert [(p["a_matched"], p["b_matched"], p["longest"], p["counted"]) for p in data["pairs"]] == pairs
    assert sum(count for *_, count in data["all_documents"]) == data["documents_read"] - data["against_documents"]
    assert data["pairs_found"] == sum(longest > 0 for *_, longest, _ in pairs)
    assert data["excluded_pairs"] == sum(longest == 0 for *_, longest, _ in pairs)
    for document in data["documents"]:
        assert document["excluded"] == sorted(document["excluded"], key=lambda span: (span[1], span[0]))
    return data


def numbers(data):
    return [(p["a_matched"], p["b_matched"], p["longest"]) for p in data["pairs"]]


def test_quotations_leave_both_sides_of_every_share(textkin):
    quoted, own = prose("quoted", 30), prose("own", 40)
    textkin.jsonl("in.jsonl", [f"{prose(1, 10)} “{quoted}”¹ {own}", f"{own} « {quoted} »¹ {prose(2, 30)}", f"{quoted}. {prose(3)}"])
    data = check(Page(report(textkin, "in.jsonl")).data)
    assert [(d["words"], d["counted"]) for d in data["documents"]] == [(80, 50), (100, 70), (90, 90)]
    assert numbers(data)[0] == (40, 40, 40)
    assert [e["words"] for e in data["exclusions"]] == [0, 60, 0, 0, 0]
    assert (data["pairs_found"], data["excluded_pairs"]) == (1, 2)
    plain = check(Page(report(textkin, "in.jsonl", "--exclude", "none")).data)
    assert plain["pairs_found"] == 3 and sorted(numbers(plain))[-1] == (70, 70, 70)


QUESTIONS = [f"Question {i}: {prose(f'question {i}', 25)}?" for i in range(1, 6)]


def answered(seed, words=8, questions=QUESTIONS):
    return "\n\n".join(f"{question}\n{prose(f'{seed}/{i}', words)}." for i, question in enumerate(questions))


def table(textkin, *arguments):
    rows = textkin("report", *arguments, "--format", "tsv", "-o", "-").table()
    return {(row["a"], row["b"]): row for row in rows}


def test_a_template_alone_is_no_pair_and_identical_ones_share_all(textkin):
    textkin.write("template.txt", "\n\n".join(QUESTIONS))
    copied = prose("copied", 40)
    texts = {
        "anna": answered("a"),
        "ben": answered("b"),
        "anna again": answered("a"),
        "carl": f"{answered('c', 60)}\n{copied}",
        "dora": f"{copied}\n\n{answered('d', 60)}",
        "blank": "\n\n".join(QUESTIONS),
    }
    textkin.jsonl("in.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    assert len(table(textkin, "in.jsonl")) == 15
    rows = table(textkin, "in.jsonl", "--template", "template.txt")
    assert set(rows) == {("anna", "anna again"), ("carl", "dora")}
    anna, carl = rows.values()
    assert (anna["longest"], anna["words_a"], anna["share_a"], anna["share_b"]) == ("40", "40", "1.0", "1.0")
    assert (carl["longest"], carl["words_a"], carl["matched_a"], carl["matched_b"]) == ("40", "340", "40", "40")
    data = check(Page(report(textkin, "in.jsonl", "--template", "template.txt")).data)
    assert (data["pairs_found"], data["excluded_pairs"]) == (2, 13)
    assert [d["matched"] for d in data["documents"]] == [40, 0, 40, 40, 40, 0]
    blank = data["documents"][-1]
    assert (blank["words"], blank["counted"], blank["longest"]) == (135, 0, 0)
    assert "template.txt" in data["exclusions"][0]["text"] and data["exclusions"][0]["words"] == 6 * 135
    assert "template.txt" not in report(textkin, "in.jsonl", "--template", "template.txt", "--pseudonyms")


def test_a_template_that_was_edited_or_put_into_another_order(textkin):
    textkin.write("template.txt", "\n\n".join(QUESTIONS))
    edits = [edited(question, range(7 + i, 25, 9)) for i, question in enumerate(QUESTIONS)]
    textkin.jsonl("in.jsonl", [
        {"id": "as it was", "text": answered("a", 50)},
        {"id": "edited", "text": answered("b", 50, edits)},
        {"id": "turned", "text": answered("c", 50, QUESTIONS[::-1])},
    ])
    assert table(textkin, "in.jsonl", "--template", "template.txt") == {}
    data = check(Page(report(textkin, "in.jsonl", "--template", "template.txt")).data)
    assert [(d["counted"], d["matched"]) for d in data["documents"]] == [(250, 0)] * 3


def test_short_answers_between_the_lines_of_a_template(textkin):
    lines = ["Name", "Class and year", "Give your reasons", "What is the answer to the first one", "And to the second"]
    textkin.write("template.txt", "\n".join(lines))
    filled = {seed: "\n".join(f"{line}\n{prose(seed + line, 4)}" for line in lines) for seed in ("a", "b", "c")}
    filled["a again"] = filled["a"]
    textkin.jsonl("in.jsonl", [{"id": id, "text": text} for id, text in filled.items()])
    rows = table(textkin, "in.jsonl", "--template", "template.txt")
    assert set(rows) == {("a", "a again")}
    data = check(Page(report(textkin, "in.jsonl", "--template", "template.txt")).data)
    assert {d["counted"] for d in data["documents"]} == {21}, "20 words of answers, and the line of one word"
    # Others are on the page where a run that is not counted was found, which is luck: the lines are short.
    matched = {d["id"]: d["matched"] for d in data["documents"]}
    assert matched.items() >= {"a": 21, "a again": 21}.items() and sum(matched.values()) == 42


def test_templates_may_be_several_and_of_any_form(textkin):
    textkin.write("one.txt", QUESTIONS[0])
    textkin.jsonl("others.jsonl", QUESTIONS[1:])
    textkin.jsonl("in.jsonl", [answered("a", 30), answered("b", 30)])
    assert table(textkin, "in.jsonl", "--template", "one.txt", "--template", "others.jsonl") == {}
    (row,) = table(textkin, "in.jsonl", "--template", "one.txt").values()
    assert row["passages"] == "4"


def test_passages_leaves_out_what_is_only_template(textkin):
    textkin.write("template.txt", "\n\n".join(QUESTIONS))
    copied = prose("copied", 40)
    text = f"{answered('c', 60)}\n{copied}"
    textkin.jsonl("in.jsonl", [answered("a"), text, f"{answered('d', 60)}\n\n{copied}"])
    (row,) = textkin("passages", "in.jsonl", "--template", "template.txt", "--stats", "stats.json").table()
    offset, length = int(row["a_offset"]), int(row["a_length"])
    assert (row["a"], row["b"], text[offset:offset + length]) == ("2", "3", copied)
    assert textkin.stats()["excluded_words"] == {"template": 3 * 135} and textkin.stats()["passages"] == 1
    plain = textkin("passages", "in.jsonl").stdout
    assert textkin("passages", "in.jsonl", "--template", "template.txt", "--exclude", "none").stdout == plain


def test_lists_of_references(textkin):
    entries = [f"{prose(f'author {i}', 3)} ({1990 + i}). {prose(f'title {i}', 9)}." for i in range(12)]
    listed = "\n\n## References\n\n" + "\n".join(entries)
    prose_only = "\n\n## Sources\n\n" + prose("of the river", 150)
    textkin.jsonl("in.jsonl", [
        prose(1, 200) + listed,
        prose(2, 200) + listed + "\n\n## Appendix\n\n" + prose("appended", 30),
        prose(3, 200) + prose_only,
        prose(4, 200) + prose_only,
        prose("appended", 30),
    ])
    rows = table(textkin, "in.jsonl")
    assert set(rows) == {("2", "5"), ("3", "4")}
    data = check(Page(report(textkin, "in.jsonl")).data)
    assert [(d["words"], d["counted"]) for d in data["documents"]] == [(357, 200), (388, 231), (351, 351), (351, 351), (30, 30)]
    assert len(table(textkin, "in.jsonl", "--exclude", "quotations,template")) == 3


METHODS = (
    "Sediment cores were taken in three fjords of the northern coast between May and September 2019 with a gravity corer of nine centimetres diameter. "
    "Each core was split lengthwise in the laboratory, photographed under even light, and one half was sampled at intervals of two centimetres. "
    "Samples were dried at sixty degrees for forty eight hours, ground by hand in an agate mortar, and weighed to the nearest milligram.")
ARCHIVE = (
    "The account books of the priory begin in 1531 and break off in 1548, when the last steward left for Bergen with the keys of the archive. A second series, "
    "kept by the toll house from 1602 onwards, names every ship that paid in grain, and in 1611 the clerk began to note the origin of the crew as well.")
ENTRIES = [f"{name}, {name[0]}. ({year}). On {name.lower()} and water. Journal of Rivers, {year % 50}({year % 4}), 10-{year % 90 + 12}."
           for name, year in zip(["Haug", "Moe", "Lund", "Ek", "Holm", "Dahl", "Ruiz", "Lind"], range(1979, 2019, 5))]


@pytest.mark.parametrize("between", ["\n\n", "\n\nMethods\n\n", "\n\nThe samples\n\n", "\n\n5. The samples\n\n", "\n\nChapter 4\n\n"])
def test_prose_behind_a_list_of_references_counts(textkin, between):
    """As Nature orders its sections, and theses with a list behind each chapter."""
    parts = [f"{prose(i, 120)}.\n\nReferences\n\n" + "\n".join(ENTRIES) + f"{between}{METHODS}\n\nReferences\n\n{ENTRIES[0]}" for i in range(2)]
    textkin.jsonl("in.jsonl", parts)
    (row,) = table(textkin, "in.jsonl").values()
    methods = len(METHODS.split())
    assert methods <= int(row["longest"]) <= methods + 3


def test_a_section_of_prose_called_sources_is_no_list(textkin):
    textkin.jsonl("in.jsonl", [f"{prose(i, 200)}.\n\n5. Sources\n\n{ARCHIVE}\n\n6. Conclusion\n\n{METHODS}" for i in range(2)])
    (row,) = table(textkin, "in.jsonl").values()
    assert int(row["matched_a"]) == len(f"{ARCHIVE} {METHODS}".split()) + 4


@pytest.mark.parametrize("heading", ["References and Notes", "Notes and references", "Cited references", "Selected bibliography", "Further reading", "R EFERENCES",
                                     "\\section*{References}", "\\begin{thebibliography}{9}"])
def test_lists_of_references_by_other_names(textkin, heading):
    textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\n{heading}\n\n" + "\n".join(ENTRIES) for i in range(2)])
    assert table(textkin, "in.jsonl") == {} and len(table(textkin, "in.jsonl", "--exclude", "none")) == 1


def test_lists_of_references_behind_each_chapter(textkin):
    chapters = [[f"{prose(f'{who} {i}', 90)}.\n\nReferences\n\n" + "\n".join(ENTRIES[i:i + 4]) for i in range(4)] for who in "ab"]
    textkin.jsonl("in.jsonl", ["\n\n".join(one) for one in chapters])
    assert table(textkin, "in.jsonl") == {}


def test_what_more_than_n_others_share_is_common(textkin):
    six, seven = prose("in six", 30), prose("in seven", 30)
    texts = [f"{prose(i, 20)} {six if i < 6 else ''} {prose(f'x{i}', 20)} {seven if i < 7 else ''}" for i in range(7)]
    textkin.jsonl("in.jsonl", texts)
    assert len(table(textkin, "in.jsonl", "--shared-by", "6")) == 21
    rows = table(textkin, "in.jsonl", "--shared-by", "5")
    assert len(rows) == 15 and {row["longest"] for row in rows.values()} == {"30"}
    assert table(textkin, "in.jsonl", "--shared-by", "4") == {}
    data = check(Page(report(textkin, "in.jsonl", "--shared-by", "5")).data)
    assert [d["counted"] for d in data["documents"]] == [70] * 6 + [40]
    assert data["exclusions"][3]["words"] == 7 * 30 and data["excluded_pairs"] == 6
    plain = textkin("passages", "in.jsonl").table()
    left = textkin("passages", "in.jsonl", "--exclude", "common", "--shared-by", "5").table()
    assert (len(plain), len(left)) == (21, 15)


def test_a_switch_that_is_off_at_first(textkin):
    quoted = prose("quoted", 30)
    textkin.jsonl("in.jsonl", [f"{prose(i, 20)} “{quoted}”¹ {prose(f'x{i}', 20)}" for i in range(2)])
    data = check(Page(report(textkin, "in.jsonl", "--exclude", "template")).data)
    assert [e["on"] for e in data["exclusions"]] == [False] * 5 and numbers(data) == [(30, 30, 30)]
    assert [e["words"] for e in data["exclusions"]] == [0, 60, 0, 0, 0]
    data["exclusions"][1]["on"] = True
    assert recount(data)[1] == [(0, 0, 0, 0)]


def mixed(textkin, documents=30):
    """Documents with templates, quotations, lists, common and copied passages, in all mixtures."""
    chance = random.Random(3)
    textkin.write("template.txt", "\n\n".join(QUESTIONS))
    sources = [prose(f"source {i}", 200).split() for i in range(8)]
    texts = []
    for i in range(documents):
        parts = [answered(i, 15)] if chance.random() < 0.5 else [prose(f"d{i}", 100)]
        for _ in range(3):
            source = chance.choice(sources)
            begin = chance.randrange(150)
            piece = " ".join(source[begin:begin + chance.randint(10, 50)])
            parts.append(chance.choice(["{}", "“{}”¹", "{} “{}", "> {}\n"]).replace("{}", piece))
        chance.shuffle(parts)
        if chance.random() < 0.3:
            parts.append("References\n" + "\n".join(f"{prose(f'r{j}', 6)}, {2000 + j}." for j in range(8)))
        texts.append("\n\n".join(parts))
    return textkin.jsonl("in.jsonl", texts)


def test_numbers_are_those_of_the_words_and_the_same_on_every_run(textkin):
    name = mixed(textkin)
    options = ("--template", "template.txt", "--shared-by", "8", "--format", "html")
    expected = report(textkin, name, *options, "--threads", "1")
    data = check(Page(expected).data)
    assert all(exclusion["words"] > 0 for exclusion in data["exclusions"])
    assert data["excluded_pairs"] > 0 and 0 < data["pairs_found"] <= 500 - data["excluded_pairs"]
    for other in (("--threads", "4"), ("--block-size", "20KB"), ("--memory", "24MiB")):
        assert report(textkin, name, *options, *other) == expected, other
    rows = textkin("passages", name, "--exclude", "template,quotations,references,common", *options[:4]).table()
    assert {(row["a"], row["b"]) for row in rows} == set(table(textkin, name, *options[:4]))


def test_wrong_exclusions_are_refused(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 40)] * 2)
    textkin.write("empty.txt", " - \n")
    assert "--exclude jokes" in textkin("passages", "in.jsonl", "--exclude", "jokes", exit=2).errors
    assert "no word" in textkin("passages", "in.jsonl", "--template", "empty.txt", exit=2).errors
    assert "missing.txt" in textkin("passages", "in.jsonl", "--template", "missing.txt", exit=2).errors
    assert "--shared-by" in textkin("report", "in.jsonl", "-o", "r.html", "--shared-by", "0", exit=2).errors
    assert "--exclude does not name common" in textkin("passages", "in.jsonl", "--shared-by", "3", exit=2).errors
    given = textkin.write("given.txt", "what everybody was given")
    assert "--exclude does not name template" in textkin("passages", "in.jsonl", "--template", given, "--exclude", "common", exit=2).errors
    # A table has no switches either, whichever command makes it; on a page a template has a use there.
    page = ("report", "in.jsonl", "--template", given, "--exclude", "references", "-o")
    assert "none" not in textkin(*page, "r.html").errors
    assert "--exclude does not name template" in textkin(*page, "r.tsv", "--format", "tsv", exit=2).errors
    assert "--exclude does not name common" in textkin("report", "in.jsonl", "--shared-by", "3", "--exclude", "references", "--format", "jsonl", "-o", "t", exit=2).errors
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", "in.jsonl")
    assert "--exclude does not name template" in textkin("index", *page[:1], "idx", *page[1:], "r.tsv", "--format", "tsv", exit=2).errors
    assert "none contradicts references" in textkin("passages", "in.jsonl", "--exclude", "none", "references", exit=2).errors
    assert "none contradicts common" in textkin("report", "in.jsonl", "--exclude", "common,none", "-o", "r.html", exit=2).errors
