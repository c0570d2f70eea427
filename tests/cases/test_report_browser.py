"""The page of `textkin report` in a real browser: tables, sorting, threshold, groups, and walking through a pair."""

import csv
import re

import pytest

from browsing import By, assert_quiet, browser, choose, heads, open_pair, put, rewritten, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import hand_ins
import reference
from samples import prose
from test_report_marks_browser import downloaded

HOSTILE = "<img src=x onerror=alert(1)>\u202egnp.exe"


@pytest.fixture
def opened(textkin, browser):  # noqa: F811
    shared, again = prose("shared", 60), prose("again", 20)
    changed = shared.split()
    changed[30:31] = ["replacement"]
    changed.insert(40, "inserted")
    textkin.jsonl("in.jsonl", [
        {"id": "long", "text": f"{prose('x', 900)} 😀 {shared} {prose('y', 900)} {again} {prose('w', 900)}"},
        {"id": HOSTILE, "text": f"</script><b>{again}</b> {prose('z', 900)} {' '.join(changed)} {prose('v', 900)}"},
        {"id": "third", "text": again},
        {"id": "alone", "text": prose("alone", 40)},
    ])
    textkin("report", "in.jsonl", "-o", "r.html")
    browser.page = textkin.path("r.html")
    visit(browser, browser.page)
    yield browser
    assert_quiet(browser)



def test_tables_and_sorting(opened):
    assert text(opened, "sentence") == "4 documents, 6 pairs; 3 pairs and 1 group need a look."
    assert [row[2:5] for row in rows(opened, "pairs")] == [
        ["79", "2.8 %\n4.2 %", "2 words in 100 replaced\nsentences moved (1)"],
        ["20", "0.7 %\n100.0 %", "verbatim"],
        ["20", "1.1 %\n100.0 %", "verbatim"],
    ]
    where = opened.find_elements(By.CSS_SELECTOR, "#pairs .where")
    assert where[0].get_attribute("aria-label") == "2 passages, the longest of 60 words"
    assert rows(opened, "pairs")[0][0] == f"long\n{HOSTILE.replace(chr(0x202E), '[U+202E]')}"
    assert opened.find_elements(By.CSS_SELECTOR, "img, b") == []
    for down in (["79", "20", "20"], ["20", "20", "79"]):
        put(opened, "sort", "words") if down[0] == "79" else heads(opened, "pairs")[1].click()
        assert [row[2] for row in rows(opened, "pairs")] == down
    heads(opened, "pairs")[0].click()
    assert [row[0].split("\n")[0] for row in rows(opened, "pairs")] == [rows(opened, "pairs")[0][0].split("\n")[0], "long", "long"]
    heads(opened, "pairs")[0].click()
    sort = opened.find_elements(By.CSS_SELECTOR, "#pairs th")
    assert [head.get_attribute("aria-sort") for head in sort] == ["descending"] + [None] * 5


def test_a_reload_changes_nothing(opened):
    put(opened, "least", 25)
    put(opened, "name", "third")
    before = rows(opened, "pairs")
    opened.refresh()
    assert [opened.find_element(By.ID, id).get_attribute("value") for id in ("least", "name")] == ["25", "third"]
    assert rows(opened, "pairs") == before


def test_titles_say_of_what_a_page_is_and_what_is_shown(opened):
    titles = [opened.title]
    for pair in (1, 2):
        visit(opened, opened.page, f"#pair={pair}")
        titles.append(opened.title)
    assert len(set(titles)) == 3 and "long" in titles[1] and all("in.jsonl" in title for title in titles)


def test_everything_that_was_chosen_is_in_the_address(opened):
    heads(opened, "pairs")[1].click()
    put(opened, "least", 20)
    put(opened, "name", "third")
    choose(opened, "all")
    before = rows(opened, "pairs")
    assert len(before) == 2
    address = opened.current_url
    visit(opened, opened.page, "#" + address.split("#")[1])
    assert rows(opened, "pairs") == before and opened.find_element(By.ID, "least").get_attribute("value") == "20"
    assert opened.title == "Pairs \u00b7 in.jsonl"
    choose(opened, "Documents")
    assert opened.title == "Documents \u00b7 in.jsonl" and "view=documents" in opened.current_url
    visit(opened, opened.page, "#pair=1&piece=2")
    assert text(opened, "position").startswith("Piece 2 of 2")
    assert opened.title.startswith("long \u2014 ") and opened.title.endswith(" \u00b7 in.jsonl")
    opened.find_element(By.ID, "previous").click()
    assert opened.execute_script("return location.hash") == "#pair=1"
    opened.find_element(By.ID, "next").click()
    visit(opened, opened.page, opened.execute_script("return location.hash"))
    assert text(opened, "position").startswith("Piece 2 of 2")


def test_what_is_only_shared_by_what_is_not_counted_is_one_line(textkin, browser):  # noqa: F811
    sheet = prose("sheet", 60)
    textkin.write("sheet.txt", sheet)
    textkin.jsonl("in.jsonl", [f"{sheet} {prose(i, 80)}" for i in range(6)] + [f"{sheet} {prose('both', 80)} {prose(k, 30)}" for k in ("x", "y")])
    textkin("report", "in.jsonl", "--template", "sheet.txt", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert len(rows(browser, "pairs")) == 1
    (box,) = [b for b in browser.find_elements(By.CSS_SELECTOR, "#findings button") if "only what is not counted" in b.text]
    assert box.text.startswith("27")
    box.click()
    assert len(rows(browser, "pairs")) == 28
    open_pair(browser, '#pairs tr[data-pair="0"] a')
    assert text(browser, "pair-position") == "pair 1 of 28"
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert "pair 1 of 1" in browser.execute_script("return document.getElementById('paper').textContent")
    browser.execute_script("dispatchEvent(new Event('afterprint'))")
    assert_quiet(browser)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_pairs_are_in_the_first_screen(opened, width, height):
    opened.window(width, height)
    tops = opened.execute_script("return Array.from(document.querySelectorAll('#pairs tbody tr'), (row) => row.getBoundingClientRect().bottom)")
    assert max(tops) < height and min(tops) < 340
    opened.window()


def test_a_name_of_3000_letters_does_not_fill_the_page(textkin, browser):  # noqa: F811
    long = "n" * 1500 + "o" * 1500
    textkin.jsonl("in.jsonl", [{"id": long, "text": prose("same", 40)}, {"id": "b", "text": prose("same", 40)}])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert browser.execute_script("return document.querySelector('#pairs tbody tr').offsetHeight") < 120
    assert browser.execute_script("return document.querySelector('#pairs bdi').title") == long






def test_threshold_filters_tables_sentence_groups_and_histogram(opened):
    assert text(opened, "histogram-text") == "3 of 4 documents have a passage in common with another; 1 shares none."
    bars = "return Array.from(document.querySelectorAll('#histogram rect'), (bar) => [bar.getAttribute('class'), bar.textContent])"
    assert opened.execute_script(bars) == [["over", "1 document: 20 to 21 words"], ["over", "2 documents: 60 words"]]
    field = opened.find_element(By.ID, "least")
    field.clear()
    field.send_keys("22")
    assert [row[2] for row in rows(opened, "pairs")] == ["79"]
    choose(opened, "Documents")
    assert len(rows(opened, "documents")) == 2 and text(opened, "hidden") == "1 document is hidden."
    choose(opened, "Pairs")
    assert text(opened, "sentence") == "4 documents, 6 pairs; 1 pair needs a look, for a passage of 22 words or more."
    assert text(opened, "histogram-text") == "2 of 4 documents have one of 22 words or more; 1 shares none."
    assert [bar[0] for bar in opened.execute_script(bars)] == ["under", "over"]
    assert opened.find_elements(By.CSS_SELECTOR, "#groups li") == []

    slider = opened.find_element(By.ID, "threshold")
    assert slider.get_attribute("aria-valuetext") == "22 words or more"
    slider.send_keys(Keys.HOME)
    assert len(rows(opened, "pairs")) == 3
    slider.send_keys(Keys.ARROW_RIGHT)
    assert (slider.get_attribute("aria-valuetext"), field.get_attribute("value")) == ("20 words or more", "20")
    slider.send_keys(Keys.END)
    assert rows(opened, "pairs") == [] and text(opened, "sentence").endswith("no pair needs a look, for a passage of 61 words or more.")


def test_figures_of_the_class_leave_out_what_it_is_compared_with(textkin, browser):  # noqa: F811
    textkin.jsonl("class.jsonl", [{"id": id, "text": words} for id, words in (
        ("a", f"{prose('one', 30)} {prose('a', 50)}"), ("b", f"{prose('one', 30)} {prose('old', 45)}"), ("c", prose("c", 60)))])
    textkin.jsonl("archive.jsonl", [{"id": id, "text": words} for id, words in (
        ("old", f"{prose('old', 45)} {prose('z', 40)}"), ("older", f"{prose('one', 20)} {prose('q', 40)}"))])
    textkin("report", "class.jsonl", "--against", "archive.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence").startswith("3 documents, 9 pairs; 4 pairs ")
    assert text(browser, "about") == "compared with archive.jsonl (2 documents)."
    assert text(browser, "histogram-text") == "2 of 3 documents have a passage in common with another; 1 shares none."
    bars = "return Array.from(document.querySelectorAll('#histogram rect'), (bar) => bar.textContent)"
    assert browser.execute_script(bars) == ["1 document: 30 to 31 words", "1 document: 44 to 45 words"]
    put(browser, "least", 40)
    assert text(browser, "histogram-text") == "1 of 3 documents has one of 40 words or more; 1 shares none."
    choose(browser, "Documents")
    assert [row[0] for row in rows(browser, "documents")] == ["b", "old archive.jsonl"]
    assert_quiet(browser)


def test_names_filter_and_a_click_on_the_histogram_sets_the_threshold(opened):
    put(opened, "name", "THIRD")
    assert [row[0].split("\n")[-1] for row in rows(opened, "pairs")] == ["third", "third"]
    assert text(opened, "hidden") == "1 pair is hidden."
    put(opened, "name", " ".join(prose("shared", 60).split()[:5]))  # words of the texts
    assert [row[2] for row in rows(opened, "pairs")] == ["79"]
    put(opened, "name", "")
    opened.execute_script("document.querySelector('#histogram rect:last-of-type').dispatchEvent(new MouseEvent('click', "
                          "{bubbles: true, clientX: document.querySelector('#histogram rect:last-of-type').getBoundingClientRect().left + 3}))")
    assert opened.find_element(By.ID, "least").get_attribute("value") == "60" and len(rows(opened, "pairs")) == 1


def test_files_with_hidden_words_are_told_even_if_they_share_nothing(textkin, browser):  # noqa: F811
    for name, words in (("a", f"{prose('same', 40)} {prose('a', 40)}"), ("b", f"{prose('same', 40)} {prose('b', 40)}"), ("c", prose("c", 40))):
        textkin.write(f"in/{name}.docx", hand_ins.docx(words, hand_ins.run(prose(f"hidden {name}", 9), "<w:vanish/>") if name != "a" else ""))
    textkin("report", "in", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    (box,) = [b for b in browser.find_elements(By.CSS_SELECTOR, "#findings button") if "hidden words" in b.text]
    assert box.text.split() == "2 files with hidden words or swapped letters 1 in no pair".split()
    box.click()
    assert [row[0] for row in rows(browser, "documents")] == ["b.docx"]
    assert_quiet(browser)


def test_what_very_many_have_is_told_in_the_first_screen(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [f"{prose(f'a{i}', 50)} {prose('many', 60)} {prose(f'b{i}', 50)} {prose('some', 30) if i < 6 else ''}" for i in range(20)])
    textkin("report", "in.jsonl", "--common", "7", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence").endswith("; 2 passages stand in up to 20 documents or more; text that more than 7 documents have was not compared.")
    (box,) = [b for b in browser.find_elements(By.CSS_SELECTOR, "#findings button") if "in more than 7 documents, not compared" in b.text]
    box.click()
    assert "30 words in at least 6 documents" in text(browser, "shared")
    assert "of 5 words stand in more than 7 documents and were not compared" in text(browser, "shared-uncompared")
    assert_quiet(browser)


def test_no_pair_at_all(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [prose("one", 40)])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence") == "1 document, 0 pairs; no pair shares a passage."
    assert text(browser, "histogram-text") == "0 of 1 document have a passage in common with another; 1 shares none."
    browser.find_element(By.ID, "threshold").send_keys(Keys.END)
    assert not any(browser.find_element(By.ID, id).is_displayed() for id in ("marks-section", "group-section", "which-section", "exclusions", "decisions"))
    assert_quiet(browser)


def test_more_pairs_than_the_page_holds_are_counted_and_said(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [prose("same", 20) for _ in range(145)] + [prose("longer", 25)] * 2)
    textkin("report", "in.jsonl", "-o", "r.html", "--exclude", "quotations")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence") == "147 documents, 10,731 pairs; 10,441 pairs and 1 group need a look; 1 passage stands in 145 documents."
    assert "10,000 pairs" in text(browser, "cut") and "441 pairs with shorter ones are not on it" in text(browser, "cut")
    assert "10,000\npairs to decide on this page (0 done)" in text(browser, "findings")
    put(browser, "least", 20)
    assert "; at least 10,000 pairs and 1 group need a look, for a passage of 20 words or more" in text(browser, "sentence")
    put(browser, "least", 21)
    assert "; 1 pair needs a look, for" in text(browser, "sentence") and text(browser, "histogram-text").startswith("2 of 147 documents")
    assert_quiet(browser)


def test_groups_are_linked_documents_and_filter(textkin, browser):  # noqa: F811
    texts = {}
    for group, members in (("p", 3), ("q", 25), ("r", 2)):
        for i in range(members):
            texts[f"{group}{i}"] = f"{prose(group + str(i), 50)} {prose(group, 30 if group == 'q' else 40)}"
    texts["p2"] = f"{prose('p2', 50)} {prose('link', 15)}"
    texts["p1"] += " " + prose("link", 15)
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in texts.items()])
    textkin("report", "in.jsonl", "--shared-by", "24", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    choose(browser, "Groups")
    lines = [line.text.replace("\n", " ") for line in browser.find_elements(By.CSS_SELECTOR, "#groups li")]
    assert lines == ["Group 1: 3 documents clear 2 talk 2 case 2 p0 p1 p2", "Group 2: 25 documents clear 300 talk 300 case 300"]
    assert text(browser, "sentence") == "30 documents, 435 pairs; 303 pairs and 2 groups need a look; 1 passage stands in 25 documents."
    browser.find_element(By.CSS_SELECTOR, "#groups button").click()
    assert browser.switch_to.active_element.get_attribute("aria-pressed") == "true"
    choose(browser, "Pairs")
    assert [row[0] for row in rows(browser, "pairs")] == ["p0\np1", "p1\np2"]
    choose(browser, "Documents")
    assert sorted(row[0] for row in rows(browser, "documents")) == ["p0", "p1", "p2"]
    choose(browser, "Groups")
    browser.find_element(By.ID, "all-groups").click()
    choose(browser, "Documents")
    assert len(rows(browser, "documents")) == 30
    choose(browser, "Groups")
    put(browser, "least", 20)  # p2 is not linked any more, and two are no group
    assert [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#groups li")] == ["Group 1: 25 documents\nclear 300\ntalk 300\ncase 300"]
    browser.find_element(By.CSS_SELECTOR, "#groups button.group").click()
    choose(browser, "Pairs")
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")  # draws all
    assert len(rows(browser, "pairs")) == 300
    assert_quiet(browser)


def test_a_document_with_all_its_sources_each_in_its_colour(opened):
    choose(opened, "Documents")
    opened.find_element(By.XPATH, "//table[@id='documents']//a[.='long']").click()
    WebDriverWait(opened, 5).until(lambda _: opened.switch_to.active_element.text == "long")
    assert opened.title.startswith("long \u00b7 ")
    assert text(opened, "one-sentence").startswith("79 of 2,780 words (2.8 %) stand in 2 other texts.")
    assert [line.text.split("\n")[0].split(" ")[0] for line in opened.find_elements(By.CSS_SELECTOR, "#one-sources li")] == ["1", "2"]
    colours = opened.execute_script("return Array.from(document.querySelectorAll('.one-text .source'), (piece) => [piece.dataset.number, piece.textContent])")
    assert [number for number, _ in colours] == ["1", "1", "1"] and " ".join(words for _, words in colours).endswith(prose("again", 20))
    whole = opened.execute_script("return document.querySelector('.one-text').textContent")
    assert whole.startswith(prose("x", 900) + " 😀") and whole.endswith(prose("w", 900))
    opened.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    WebDriverWait(opened, 5).until(lambda _: opened.find_element(By.ID, "documents").is_displayed())
    assert opened.switch_to.active_element.text == "long"


def test_documents_of_one_person_are_shown_together(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in (
        ("p/1", f"{prose('x', 50)} {prose('one', 30)}"), ("p/2", f"{prose('y', 50)} {prose('two', 30)}"),
        ("q", prose("one", 30)), ("r", f"{prose('two', 30)} {prose('own', 30)}"))])
    textkin("report", "in.jsonl", "-o", "r.html")

    def change(data):
        for document in data["documents"]:
            if document["id"].startswith("p/"):
                document["person"] = "Petra"
    rewritten(textkin.path("r.html"), change)
    visit(browser, textkin.path("r.html"), "#view=documents")
    # A row of their own, in which the person's words, and others, are counted together.
    assert [[row[0], *row[2:7]] for row in rows(browser, "documents")] == [
        ["Petra 2 documents: p/1, p/2", "160", "60", "37.5 %", "30", "2"], ["q", "30", "30", "100.0 %", "30", "1"], ["r", "60", "30", "50.0 %", "30", "1"]]
    put(browser, "sort", "name")
    assert [row[0].split()[0] for row in rows(browser, "documents")] == ["Petra", "q", "r"]
    put(browser, "name", "p/2")
    assert len(rows(browser, "documents")) == 1 and text(browser, "hidden") == "2 documents are hidden."
    put(browser, "name", "")
    browser.find_element(By.ID, "hide-names").click()
    assert "Petra" not in browser.find_element(By.ID, "documents").text
    browser.find_element(By.CSS_SELECTOR, "#documents .name-switch").click()
    assert "p/1, p/2" in browser.find_element(By.ID, "documents").text
    browser.find_element(By.ID, "hide-names").click()
    browser.find_element(By.XPATH, "//table[@id='documents']//a[.='Petra']").click()
    assert text(browser, "one-title") == "Petra \u2014 2 documents"
    assert text(browser, "one-sentence").startswith("60 of 160 words (37.5 %) stand in 2 other texts.")
    assert len(browser.find_elements(By.CSS_SELECTOR, "#one-texts section")) == 2
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert browser.switch_to.active_element.text == "Petra"
    assert_quiet(browser)


def test_documents_that_share_nothing_are_listed_with_what_speaks_against_them(textkin, browser):  # noqa: F811
    texts = {"a": prose("same", 40), "b": prose("same", 40), "carl": prose("carl", 60), "dora": "too short", "emil": " ", "<b>x": prose("x", 30)}
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in texts.items()])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#view=documents")
    assert text(browser, "clean-title") == "4 documents share no passage with another"
    assert rows(browser, "clean") == [["carl", "60", ""], ["dora", "2", "shorter than the 12 words that are found for sure"],
                                      ["emil", "0", "no word was found in it; if it is a scan, have its text recognised"], ["<b>x", "30", ""]]
    put(browser, "name", "dor")
    assert [row[0] for row in rows(browser, "clean")] == ["dora"] and rows(browser, "documents") == []
    put(browser, "name", "nobody")
    assert not browser.find_element(By.ID, "clean-title").is_displayed()
    put(browser, "name", "")
    browser.find_element(By.ID, "hide-names").click()
    assert [row[0] for row in rows(browser, "clean")] == ["text 3", "text 4", "text 5", "text 6"]
    browser.find_element(By.ID, "save-key").click()
    key = list(csv.reader(downloaded(browser, "r-names.csv").decode("utf-8-sig").splitlines()))
    assert key[0] == ["text", "name", "hash"] and [line[:2] for line in key[1:4]] == [["text 1", "a"], ["text 2", "b"], ["text 3", "carl"]]
    choose(browser, "Pairs")
    assert not browser.find_element(By.ID, "clean-title").is_displayed()
    assert_quiet(browser)


def test_what_is_written_so_that_little_can_be_compared_is_told_in_the_first_screen(textkin, browser):  # noqa: F811
    words = prose("same", 60)
    textkin.jsonl("in.jsonl", [words, words, " ".join(words.replace(" ", ""))])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    (box,) = [b for b in browser.find_elements(By.CSS_SELECTOR, "#findings button") if "little can be compared" in b.text]
    assert box.text.split()[:2] == ["1", "file"]
    box.click()
    assert rows(browser, "documents") == [] and [row[0] for row in rows(browser, "clean")] == ["3"]
    assert "letters stand alone" in rows(browser, "clean")[0][2]
    assert not any("swapped letters" in b.text and not b.text.startswith("0") for b in browser.find_elements(By.CSS_SELECTOR, "#findings button"))
    assert_quiet(browser)


def test_in_the_row_of_a_document_what_is_not_counted_is_striped(textkin, browser):  # noqa: F811
    textkin.write("sheet.txt", prose("sheet", 40))
    textkin.jsonl("in.jsonl", [f"{prose('sheet', 40)} {prose('both', 60)}"] * 2)
    textkin("report", "in.jsonl", "--template", "sheet.txt", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#view=documents")
    parts = "return Array.from(document.querySelectorAll('#documents tr:nth-child(1) .strip span'), (part) => [part.className, Math.round(parseFloat(part.style.width))])"
    assert browser.execute_script(parts) == [["", 100], ["uncounted", 40]]
    browser.find_element(By.ID, "exclude-template").click()
    assert browser.execute_script(parts) == [["", 100]]


def test_names_are_hidden_on_the_page_and_shown_row_by_row(opened):
    opened.find_element(By.ID, "hide-names").click()
    assert rows(opened, "pairs")[0][0] == "text 1\ntext 2" and "gnp.exe" not in opened.find_element(By.TAG_NAME, "body").text
    assert opened.title == "Pairs \u00b7 Re-used passages" and "names=hidden" in opened.current_url
    choose(opened, "Documents")
    opened.find_elements(By.CSS_SELECTOR, "#documents .name-switch")[0].click()
    assert opened.switch_to.active_element.text == "hide name"
    shown = [row[0].split("\n")[0] for row in rows(opened, "documents")]
    assert len([name for name in shown if not name.startswith("text ")]) == 1
    assert opened.find_element(By.ID, "save-key").is_displayed()
    opened.find_element(By.ID, "hide-names").click()
    assert "long" in [row[0] for row in rows(opened, "documents")]


def test_flagged_characters_are_seen(textkin, browser):  # noqa: F811
    source = (reference.ROOT / "src/text/unicode/look_alikes.cc").read_text()
    letters = [(chr(int(code, 16)), latin) for code, latin in re.findall(r"\{0x([0-9A-F]{4}), '(.)'\}", source)]
    assert len(letters) > 50
    shared = prose("same", 40)
    odd = " ".join(f"zz{letter}z" for letter, _ in letters) + " wo\u200brd μm Δt α TNFα γH2AX naïve па\u200bра یه\u200cم 👩\u200d👧 \u202edneb\u202c"
    textkin.jsonl("in.jsonl", [{"id": "plain", "text": shared}, {"id": "odd", "text": f"{shared} {odd}"}])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#pair=1")
    found = browser.execute_script("""return ["look-alike", "unseen"].map((kind) =>
        Array.from(document.querySelectorAll("#b-text ." + kind), (span) => [span.textContent, span.title]))""")
    assert found[0] == [[letter, f"U+{ord(letter):04X}, looks like {latin}"] for letter, latin in letters]
    assert [title[:6] for _, title in found[1]] == ["U+200B", "U+200B", "U+202E", "U+202C"]
    flags = [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#b-flags li")]
    assert flags[0].startswith(f"{len(letters)} look-alike letters (") and flags[1].startswith("4 characters that do not show (U+200B: 2")
    assert browser.execute_script("return document.getElementById('b-text').textContent") == f"{shared} {odd}"
    assert browser.find_elements(By.CSS_SELECTOR, "#a-flags li") == []
    browser.find_element(By.ID, "back").click()
    assert [chip.text for chip in browser.find_elements(By.CSS_SELECTOR, "#pairs .chip.odd")] == [
        f"{len(letters)} words with swapped letters in odd", "2 words hidden in odd"]
    choose(browser, "Documents")
    assert {row[0]: row[7] for row in rows(browser, "documents")}["odd"].startswith(f"{len(letters)} words with look-alike letters")
    assert_quiet(browser)


def test_notes_of_reading_stand_in_tables_and_panes(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": "a", "text": prose("same", 40)}, {"id": "b", "text": prose("same", 40)}])
    textkin("report", "in.jsonl", "-o", "r.html")
    note = "hidden text: 12 <b>words</b>\u202e"
    rewritten(textkin.path("r.html"), lambda data: data["documents"][1]["notes"].append(note))
    visit(browser, textkin.path("r.html"))
    assert rows(browser, "pairs")[0][4] == "verbatim\n12 words hidden in b"
    choose(browser, "Documents")
    assert {row[0]: row[7] for row in rows(browser, "documents")} == {"a": "", "b": "hidden text: 12 <b>words</b>[U+202E]"}
    choose(browser, "Pairs")
    open_pair(browser)
    assert [text(browser, f"{side}-flags") for side in "ab"] == ["", "hidden text: 12 <b>words</b>[U+202E]"]
    assert_quiet(browser)
