"""Sentences of the page that weigh for or against a person: each is held to what is so of the texts."""

from browsing import By, assert_quiet, browser, rewritten, rows, text, visit  # noqa: F401

from samples import prose


def made(textkin, browser, texts, *options, at=""):  # noqa: F811
    """Opens the page of texts by their names, where its address says."""
    textkin.jsonl("in.jsonl", [{"id": name, "text": words} for name, words in texts.items()])
    textkin("report", "in.jsonl", *options, "-o", "r.html")
    visit(browser, textkin.path("r.html"), at)


def lines(browser, id):  # noqa: F811
    return [line.get_attribute("textContent") for line in browser.find_elements(By.CSS_SELECTOR, f"#{id} li")]


def sheet(browser):  # noqa: F811
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    return browser.find_element(By.ID, "paper").get_attribute("textContent")


def test_what_was_given_out_is_not_called_unexplained(textkin, browser):  # noqa: F811
    """An exercise of 100 words and 14 words that both have are one piece."""
    exercise, shared = prose("exercise", 100), prose("shared", 14)
    textkin.write("exercise.txt", exercise)
    made(textkin, browser, {name: f"{exercise} {shared} {prose(name, 30)}" for name in ("anna", "ben")}, "--template", "exercise.txt", at="#pair=1")
    assert text(browser, "pair-sentence").startswith("14 of the 44 words of anna")
    assert lines(browser, "unexplained") == []
    assert "chance: the longest piece has only 14 words that count" in lines(browser, "harmless")
    assert text(browser, "position") == "Piece 1 of 1: 114 equal words, 14 of them counted, in 114 and 114 words"
    assert [line.strip() for line in lines(browser, "pieces")] == ["1 · 114 words (14 counted)"]
    on_paper = sheet(browser)
    assert "114 equal words, 14 of them counted; words 1 to 114" in on_paper and "Not explained" not in on_paper
    browser.find_element(By.CSS_SELECTOR, "#legend summary").click()
    browser.find_element(By.ID, "exclude-template").click()
    assert lines(browser, "unexplained") == ["1 piece of 60 equal words or more"] and "chance" not in " ".join(lines(browser, "harmless"))
    assert text(browser, "position") == "Piece 1 of 1: 114 equal words, in 114 and 114 words"
    assert_quiet(browser)


def test_identical_texts_have_all_their_words_and_some_count(textkin, browser):  # noqa: F811
    exercise = prose("exercise", 60)
    textkin.write("exercise.txt", exercise)
    answers = {name: f"{exercise} {prose('answer', 40)}" for name in ("anna", "ben")}
    made(textkin, browser, answers, "--template", "exercise.txt", at="#pair=1")
    assert text(browser, "pair-sentence").startswith("The two texts are identical, character for character: 100 words, of which 40 count. ")
    made(textkin, browser, dict.fromkeys(answers, exercise), "--template", "exercise.txt", at="#pair=1")
    assert text(browser, "pair-sentence").startswith("The two texts are identical, character for character: 60 words, of which none counts. ")


def test_words_that_differ_within_a_piece_are_not_outside_it(textkin, browser):  # noqa: F811
    words = prose("same", 40).split()
    edited = [f"other{i}" if i in (13, 27) else word for i, word in enumerate(words)]
    made(textkin, browser, {"anna": " ".join(words), "ben": " ".join(edited)}, at="#pair=1")
    assert text(browser, "position") == "Piece 1 of 1: 38 equal words, in 40 and 40 words"
    assert "2 words of anna and 2 of ben are not among the equal words." in text(browser, "pair-sentence")


def test_words_that_are_left_out_for_two_reasons_are_left_out_once(textkin, browser):  # noqa: F811
    quote = f"“{prose('quote', 30)}” (Smith 2003, p. 12)"
    exercise = f"{prose('exercise', 30)} {quote}"
    textkin.write("exercise.txt", exercise)
    texts = {name: f"{exercise} {prose('shared', 30)} {prose(name, 30)}" for name in ("anna", "ben")}
    made(textkin, browser, texts, "--template", "exercise.txt", at="#pair=1")
    in_all = len(exercise.replace("“", "").replace("”", "").split())
    said = text(browser, "pair-sentence")
    assert f"template text ({in_all} of anna, {in_all} of ben); quotations (30 of anna, 30 of ben)" in said
    assert f"; some words are of several kinds: in all {in_all} of anna, {in_all} of ben." in said
    errors = textkin("report", "in.jsonl", "--template", "exercise.txt", "-o", "r.html").errors
    assert f"template {2 * in_all}, quotations 60, references 0, common 0; a word may be of several kinds\n" in errors


def test_verbatim_is_said_where_no_word_was_changed(textkin, browser):  # noqa: F811
    words = prose("same", 400).split()
    edited = [*words[:200], "otherwise", *words[201:]]
    made(textkin, browser, {"anna": " ".join(words), "ben": " ".join(edited), "cleo": prose("c", 40), "dora": prose("c", 40)})
    assert [row[4] for row in rows(browser, "pairs")] == ["fewer than 1 word in 100 replaced", "verbatim"]


def test_a_harmless_reason_that_was_not_tried_is_not_called_tried(textkin, browser):  # noqa: F811
    texts = {name: f"{prose('shared', 40)} {prose(name, 30)}" for name in ("anna", "ben")}
    not_tried = "given out: not tried; no template was given"
    made(textkin, browser, texts, at="#pair=1")
    assert lines(browser, "harmless")[0] == "quoted or listed as a source: nothing of what is shared" and not_tried in lines(browser, "harmless")
    assert not_tried in sheet(browser)
    textkin.write("exercise.txt", prose("exercise", 30))
    made(textkin, browser, texts, "--template", "exercise.txt", at="#pair=1")
    assert lines(browser, "harmless")[0] == "quoted, given out or listed as a source: nothing of what is shared"
    assert not_tried not in lines(browser, "harmless")
    program = "".join(f"def f{i}(x):\n    return x * {i} + len('{i}')\n" for i in range(20))
    made(textkin, browser, {"anna": program, "ben": program + "print(f1(2))\n"}, "--normalize", "code:python", at="#pair=1")
    said = lines(browser, "harmless")
    assert said[said.index(not_tried) + 1] == "quoted or listed as a source: not tried in source code" and "nothing of what" not in " ".join(said)


def test_who_was_not_compared_is_not_said_to_share_nothing(textkin, browser):  # noqa: F811
    """Two hand-ins are one text, but for their only comparison with an old one."""
    textkin.jsonl("old.jsonl", [{"id": "old", "text": prose("old", 60)}])
    texts = {"anna": prose("same", 60), "ben": prose("same", 60)}
    bound = "hand-ins were not compared with each other"
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", "old.jsonl")
    textkin.jsonl("in.jsonl", [{"id": name, "text": words} for name, words in texts.items()])
    for command in (["report", "in.jsonl", "--against", "old.jsonl", "--only-against"], ["index", "report", "idx", "in.jsonl"]):
        textkin(*command, "-o", "r.html")
        visit(browser, textkin.path("r.html"), "#view=documents")
        assert text(browser, "sentence") == f"2 documents, 2 pairs; no pair shares a passage; {bound}."
        assert text(browser, "clean-title") == "2 documents share no passage with another that they were compared with"
        assert text(browser, "histogram-text") == "0 of 2 documents have a passage in common with another that they were compared with; 2 share none."
        assert text(browser, "sensitivity").endswith(f"every run of 12 equal words is found. {bound.capitalize()}.")
        assert f"any shared run of 12 words or more is found; {bound}" in text(browser, "how")
    textkin("report", "in.jsonl", "--against", "old.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert "compared with each other" not in browser.find_element(By.TAG_NAME, "body").text
    # One alone is compared with all there is.
    made(textkin, browser, {"anna": texts["anna"]}, "--against", "old.jsonl", "--only-against", at="#view=documents")
    assert text(browser, "clean-title") == "1 document shares no passage with another"


def test_drafts_of_one_person_were_not_compared(textkin, browser):  # noqa: F811
    for name, words in {"anna/x": "same", "anna/y": "same", "ben/x": "ben", "cleo/x": "pair", "dora/x": "pair"}.items():
        textkin.write(f"class/{name}.txt", prose(words, 60))
    textkin("report", "class", "--group-by", "folder", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#view=documents")
    assert text(browser, "sentence").endswith("; 1 pair needs a look; 1 pair of documents of one person was not compared.")
    assert text(browser, "clean-title") == "3 documents share no passage with another that they were compared with"


def test_the_page_of_a_document_says_what_it_leaves_out(textkin, browser):  # noqa: F811
    exercise = prose("exercise", 60)
    textkin.write("exercise.txt", exercise)
    made(textkin, browser, {"anna": f"{exercise} {prose('a', 40)}", "ben": exercise}, "--template", "exercise.txt", at="#document=1")
    assert text(browser, "one-sentence") == "Nothing that counts stands in another text of this page."
    twenty, forty = prose("twenty", 20), prose("forty", 40)
    texts = {"a/1": f"{twenty} {prose('own', 30)} {forty}", "b/1": twenty, "c/1": forty}
    for name, words in texts.items():
        textkin.write(f"class/{name}.txt", words)
    for second, words, shared in (("", 90, 60), (f"{twenty} {prose('second', 10)}", 120, 80)):
        if second:
            textkin.write("class/a/2.txt", second)
        textkin("report", "class", "--group-by", "folder", "-o", "r.html")
        bound = " 1 pair of documents of one person was not compared." if second else ""
        for least, row, says in ((0, [str(shared), "2"], f"{shared} of {words} words (66.7 %) stand in 2 other texts."),
                                 (30, [str(shared), "2"], f"40 of {words} words ({4000 / words:.1f} %) stand in 1 other text, in passages of 30 words or more."),
                                 (50, None, f"Nothing that counts, of 50 words or more, stands in another text of this page.{bound}")):
            visit(browser, textkin.path("r.html"), f"#view=documents&least={least}")
            of_anna = [[cells[3], cells[6]] for cells in rows(browser, "documents") if cells[0].startswith("a")]
            assert of_anna == ([] if row is None else [row]), "the table is of all passages, whatever its rows are chosen by"
            visit(browser, textkin.path("r.html"), f"#document=1&least={least}")
            assert text(browser, "one-sentence") == says


def test_who_has_half_of_a_passage_is_named_with_that(textkin, browser):  # noqa: F811
    words = prose("the passage", 100).split()
    texts = {f"s{i}": f"{prose(f'a{i}', 50)} {' '.join(words[:100 if i < 8 else 51])} {prose(f'b{i}', 50)}" for i in range(10)}
    made(textkin, browser, texts, at="#view=passages")
    assert text(browser, "sentence").endswith("; 1 passage stands in 8 documents (part of it in 2 more).")
    assert "1\npassage in 8 documents (part of it in 2 more), 100 words" in text(browser, "findings")
    (line,) = browser.find_elements(By.CSS_SELECTOR, "#shared li")
    assert line.text.startswith("100 words in 8 documents (part of it in 2 more)\n")
    assert line.text.endswith("\ns0, s1, s2, s3, s4, s5, s6, s7, s8 (51 words), s9 (51 words)")
    made(textkin, browser, {name: words for name, words in texts.items() if name < "s8"}, at="#view=passages")
    assert browser.find_element(By.CSS_SELECTOR, "#shared strong").text == "100 words in 8 documents"


def test_two_persons_are_no_group(textkin, browser):  # noqa: F811
    for name, words in {"anna/1": "first", "anna/2": "second", "ben/1": "first", "cleo/1": "third"}.items():
        textkin.write(f"class/{name}.txt", f"{prose(words, 40)} {prose(name, 30)}")
    textkin.write("class/ben/1.txt", f"{prose('first', 40)} {prose('second', 40)}")
    textkin("report", "class", "--group-by", "folder", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#view=groups")
    assert "; 2 pairs need a look;" in text(browser, "sentence") and text(browser, "groups-none") == "There is none."
    assert text(browser, "groups-said").startswith("Documents of three or more persons, linked")
    textkin.write("class/cleo/1.txt", f"{prose('second', 40)} {prose('cleo', 30)}")
    textkin("report", "class", "--group-by", "folder", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#view=groups")
    assert "and 1 group need a look" in text(browser, "sentence")


def test_no_pair_on_a_page_is_not_no_pair(textkin, browser):  # noqa: F811
    """A page with more pairs than it holds, of which a switch takes those that it has."""
    exercise = prose("exercise", 25)
    textkin.write("exercise.txt", exercise)
    texts = {name: exercise if name in "ab" else prose("shared", 20) for name in "abcd"}
    made(textkin, browser, texts, "--template", "exercise.txt", "--exclude", "none")
    rewritten(textkin.path("r.html"), lambda data: data.update(pairs=data["pairs"][:1]))
    visit(browser, textkin.path("r.html"), "#least=30")
    assert text(browser, "sentence").endswith("; no pair needs a look, for a passage of 30 words or more.")
    visit(browser, textkin.path("r.html"))
    browser.find_element(By.ID, "exclude-template").click()
    assert text(browser, "sentence") == "4 documents, 6 pairs; no pair on this page shares a passage that counts; 1 pair shares only what is not counted."
