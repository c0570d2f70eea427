"""A reviewer's marks and notes on the page of `textkin report`: set by hand and keys, kept, saved inside a copy and as a table."""

import csv
import io
import json
import time

import pytest

from browsing import By, assert_quiet, browser, choose, decisions, open_pair, put, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from samples import prose
from test_report import Page

NOTE = "</script><script>alert(1)</script>\n<!-- é \u202e"


@pytest.fixture
def opened(textkin, browser):  # noqa: F811
    """A file of its own: nothing is kept for it."""
    path = str(textkin.folder)
    textkin.jsonl("in.jsonl", [{"id": f"{name}", "text": f"{prose(path, 40 - i)} {prose(path + name, 50)}"} for i, name in enumerate(["=a", "b", "c\td"])])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    yield browser
    assert_quiet(browser)


def marks(browser):  # noqa: F811
    """Of all pairs, decided or not."""
    choose(browser, "all")
    return decisions(browser)


def downloaded(browser, name):  # noqa: F811
    """The file that the page gave out; taken out of the folder of downloads."""
    path = browser.downloads / name
    for _ in range(100):
        if path.exists() and not any(other.suffix in (".crdownload", ".part") for other in browser.downloads.iterdir()):
            break
        time.sleep(0.1)
    content = path.read_bytes()
    path.unlink()
    return content


def press(browser, keys):  # noqa: F811
    for key in keys:
        browser.switch_to.active_element.send_keys(key)


def leave(browser):  # noqa: F811
    if browser.switch_to.active_element.get_attribute("id") == "note":
        press(browser, [Keys.ESCAPE])  # leaves the note, not the pair
        assert browser.find_element(By.ID, "pair").is_displayed()
    press(browser, [Keys.ESCAPE])
    WebDriverWait(browser, 5).until(lambda _: browser.find_element(By.ID, "collection").is_displayed())


def test_keys_mark_and_never_while_typing(opened):
    assert text(opened, "progress") == "0 of 3 pairs looked at." and marks(opened) == ["", "", ""]
    open_pair(opened)
    press(opened, "1n3n2")
    note = opened.find_element(By.ID, "note")
    note.send_keys("10 of 3 np")
    note.send_keys(Keys.ARROW_LEFT)
    assert note.get_attribute("value") == "10 of 3 np" and opened.find_element(By.ID, "mark-talk").is_selected()
    leave(opened)
    assert marks(opened) == ["clear", "case", "talk"]
    assert text(opened, "progress") == "3 of 3 pairs looked at: 1 cleared, 1 needs talk, 1 case."
    open_pair(opened)
    press(opened, "0")
    leave(opened)
    assert marks(opened) == ["", "case", "talk"]
    choose(opened, "talk 1")
    assert decisions(opened) == ["talk"]
    choose(opened, "to decide 1")
    assert decisions(opened) == [""]


def test_decisions_in_the_row_by_hand_and_by_keys(opened):
    opened.find_elements(By.CSS_SELECTOR, "#pairs .decide button")[2].click()
    assert decisions(opened) == ["case", "", ""]  # what was decided stays in sight
    assert opened.switch_to.active_element.text == "case"
    assert "2\npairs to decide (1 done)" in opened.find_element(By.CSS_SELECTOR, "#findings button").text
    press(opened, "j1")
    assert decisions(opened) == ["case", "clear", ""]
    press(opened, "2k0")
    assert decisions(opened) == ["case", "", "talk"]
    choose(opened, "to decide 1")
    assert decisions(opened) == [""]
    press(opened, "/")
    assert opened.switch_to.active_element.get_attribute("id") == "name"


def test_single_keys_can_be_turned_off(opened):
    open_pair(opened)
    press(opened, "?")
    assert "next pair" in text(opened, "key-list")
    opened.find_element(By.ID, "letters").click()
    opened.find_element(By.ID, "keys-close").click()
    press(opened, "1n?")
    assert not opened.find_element(By.ID, "keys").is_displayed()
    assert opened.execute_script("return location.hash") == "#pair=1" and opened.find_element(By.ID, "mark-none").is_selected()


def test_marks_outlast_the_window(opened, textkin):
    open_pair(opened)
    press(opened, "3")
    put(opened, "note", NOTE)
    visit(opened, textkin.path("r.html"), "#pair=1")
    assert opened.find_element(By.ID, "mark-case").is_selected()
    assert opened.find_element(By.ID, "note").get_attribute("value") == NOTE


def test_a_late_hand_in_keeps_the_marks_of_the_others(opened, textkin):
    open_pair(opened)
    press(opened, "3")
    put(opened, "note", "seen")
    records = [json.loads(line) for line in textkin.path("in.jsonl").read_text().splitlines()]
    late = {"id": "late", "text": f"{records[0]['text']} {prose('late', 30)}"}
    textkin.jsonl("in.jsonl", [late, *records])
    textkin("report", "in.jsonl", "-o", "again.html")
    visit(opened, textkin.path("again.html"))
    assert sorted(filter(None, marks(opened))) == ["case"]
    # A text that was changed is another text: its pairs are to decide again.
    textkin.jsonl("in.jsonl", [{**record, "text": record["text"] + " changed"} for record in records])
    textkin("report", "in.jsonl", "-o", "changed.html")
    visit(opened, textkin.path("changed.html"))
    assert marks(opened) == ["", "", ""]


def test_a_saved_copy_holds_the_marks_and_is_else_the_same(opened, textkin):
    open_pair(opened)
    press(opened, "2")
    put(opened, "note", NOTE)
    leave(opened)
    put(opened, "least", 38)
    opened.find_element(By.ID, "save-copy").click()
    copy = downloaded(opened, "r-marked.html")
    opened.execute_script("localStorage.clear()")
    textkin.write("copy.html", copy)
    visit(opened, textkin.path("copy.html"), "#pair=1")
    assert opened.find_element(By.ID, "mark-talk").is_selected()
    assert opened.find_element(By.ID, "note").get_attribute("value") == NOTE
    assert opened.execute_script("return document.getElementById('a-text').textContent").startswith(prose(str(textkin.folder), 30))
    leave(opened)
    assert marks(opened) == ["talk", "", ""] and text(opened, "hidden") == ""
    # A copy of the copy has the same bytes: nothing grows.
    opened.find_element(By.ID, "save-copy").click()
    assert downloaded(opened, "copy-marked.html") == copy
    was, now = Page(textkin.path("r.html").read_text()), Page(copy.decode())
    kept = ("script", {"type": "application/json", "id": "marks"})
    assert [(tag, {key: value or "" for key, value in attributes.items()}) for tag, attributes in was.elements] == [e for e in now.elements if e != kept]
    assert was.scripts == [script for script in now.scripts if script[0] != kept[1]]


def test_marks_as_a_table_for_a_spreadsheet(opened):
    open_pair(opened)
    press(opened, "1")
    put(opened, "note", "=1+1\nand\tmore")
    leave(opened)
    opened.find_element(By.ID, "save-table").click()
    content = downloaded(opened, "r-marks.csv")
    assert content.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert table[0][:8] == ["first", "second", "same words", "of first", "of second", "longest passage", "mark", "note"]
    assert table[1][:8] == ["'=a", "b", "39", "43.3 %", "43.8 %", "39", "cleared", "'=1+1\nand\tmore"] and len(table) == 4
    assert table[2][:2] == ["'=a", "c\td"] and table[2][6:9] == ["not marked", "", ""]


def test_a_note_that_begins_with_a_quotation_mark_swallows_no_row(opened):
    open_pair(opened)
    put(opened, "note", '"Quoted, not closed\n=2+2')
    leave(opened)
    opened.find_element(By.ID, "save-table").click()
    table = list(csv.reader(io.StringIO(downloaded(opened, "r-marks.csv").decode("utf-8-sig"), newline="")))
    assert len(table) == 4 and table[1][7] == '"Quoted, not closed\n=2+2'


def test_one_decision_for_a_group(opened):
    choose(opened, "Groups")
    opened.find_element(By.CSS_SELECTOR, "#groups .choice button").click()
    assert "all decided" in text(opened, "groups")
    choose(opened, "Pairs")
    assert marks(opened) == ["clear"] * 3
    opened.execute_script("localStorage.clear()")


def load(browser, path, other=False):  # noqa: F811
    if browser.find_element(By.ID, "load-other").is_selected() != other:
        browser.find_element(By.ID, "load-other").click()
    browser.find_element(By.ID, "load").send_keys(str(path))
    WebDriverWait(browser, 5).until(lambda _: path.stem in text(browser, "marks-said"))
    return text(browser, "marks-said")


@pytest.mark.parametrize("sign", [",", ";"])
def test_marks_come_back_from_a_spreadsheet(opened, textkin, sign):
    note = '"=1+1;\n2, \u00e9'
    open_pair(opened)
    press(opened, "3")
    put(opened, "note", note)
    leave(opened)
    press(opened, "j1")
    opened.find_element(By.ID, "save-table").click()
    table = list(csv.reader(io.StringIO(downloaded(opened, "r-marks.csv").decode("utf-8-sig"), newline="")))
    out = io.StringIO()
    csv.writer(out, delimiter=sign).writerows(table[:1] + table[:0:-1])
    textkin.write("from-a-spreadsheet.csv", out.getvalue())
    before = marks(opened)
    opened.execute_script("localStorage.clear()")
    visit(opened, textkin.path("r.html"))
    assert marks(opened) == ["", "", ""]
    assert "2 marks read." in load(opened, textkin.path("from-a-spreadsheet.csv"))
    assert marks(opened) == before and sorted(before) == ["", "case", "clear"]
    open_pair(opened)
    assert opened.find_element(By.ID, "note").get_attribute("value") == note
    leave(opened)
    textkin.write("no.csv", "a,b\n1,2\n")
    assert "no.csv was not read: it has no column" in load(opened, textkin.path("no.csv"))
    assert marks(opened) == before


def test_marks_of_an_earlier_page_are_carried_over_and_what_changed_is_said(opened, textkin):
    open_pair(opened)
    press(opened, "3")
    leave(opened)
    opened.find_element(By.ID, "save-copy").click()
    textkin.write("old.html", downloaded(opened, "r-marked.html"))
    assert "carried over" not in text(opened, "marks-said")
    records = [json.loads(line) for line in textkin.path("in.jsonl").read_text().splitlines()]
    textkin.jsonl("in.jsonl", [*records[:2], {"id": "late", "text": f"{prose(str(textkin.folder), 40)} {prose('late', 30)}"}])
    textkin("report", "in.jsonl", "-o", "again.html")
    opened.execute_script("localStorage.clear()")
    visit(opened, textkin.path("again.html"))
    said = load(opened, textkin.path("old.html"))
    assert "1 mark is carried over from an earlier report" in said and "2 pairs are new since that report." in said
    textkin("report", "in.jsonl", "--marks", "old.html", "-o", "given.html")
    opened.execute_script("localStorage.clear()")
    visit(opened, textkin.path("given.html"))
    assert sorted(marks(opened)) == ["", "", "case"] and "old.html: 1 mark read." in text(opened, "marks-said")
    textkin("report", "in.jsonl", "--marks", "in.jsonl", "-o", "given.html")
    visit(opened, textkin.path("given.html"))
    assert "in.jsonl was not read: it has no column" in text(opened, "marks-said")
    assert "holds no marks" in textkin("report", "in.jsonl", "--marks", "again.html", "-o", "given.html", exit=2).errors


def test_two_markers_are_merged_and_their_agreement_is_said(opened, textkin):
    put(opened, "marker", "Ann")
    press(opened, "j1j")
    for key in ("1", "2", "3"):
        opened.find_elements(By.CSS_SELECTOR, "#pairs tbody a")[int(key) - 1].send_keys(key)
    opened.find_element(By.ID, "save-table").click()
    textkin.write("ann.csv", downloaded(opened, "r-marks.csv"))
    opened.execute_script("localStorage.clear()")
    visit(opened, textkin.path("r.html"))
    put(opened, "marker", "Ben")
    for row, key in enumerate("12"):
        opened.find_elements(By.CSS_SELECTOR, "#pairs tbody a")[row].send_keys(key)
    opened.find_elements(By.CSS_SELECTOR, "#pairs tbody a")[1].send_keys("3")
    said = load(opened, textkin.path("ann.csv"))
    assert "Ann and Ben both marked 2 pairs, 1 the same (50.0 %, Cohen\u2019s kappa 0.33)." in said
    assert marks(opened) == ["clear", "case", "case"]  # Ben's own, and Ann's where he has none
    choose(opened, "markers differ 1")
    assert decisions(opened) == ["case"] and "Ann: needs talk" in rows(opened, "pairs")[0][5]
    opened.execute_script("localStorage.clear()")


def test_escape_leaves_the_note_and_not_the_pair(opened):
    open_pair(opened)
    opened.find_element(By.ID, "note").send_keys("a word", Keys.ESCAPE)
    assert opened.find_element(By.ID, "pair").is_displayed() and opened.switch_to.active_element.get_attribute("id") != "note"


def test_the_browser_keeps_nothing_where_that_is_not_wanted(opened, textkin):
    opened.execute_script("localStorage.clear()")  # what other tests have left of other texts
    visit(opened, textkin.path("r.html"))
    press(opened, "j1")
    assert "may read them" in text(opened, "kept")
    opened.find_element(By.ID, "keep").click()
    assert "keeps nothing" in text(opened, "kept")
    assert opened.execute_script("return Object.keys(localStorage).filter((key) => key.startsWith('textkin mark '))") == []
    opened.find_element(By.ID, "keep").click()
    assert len(opened.execute_script("return Object.keys(localStorage).filter((key) => key.startsWith('textkin mark '))")) == 1


def test_where_the_browser_keeps_nothing_it_says_so(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [prose("same", 40), prose("same", 40)])
    textkin("report", "in.jsonl", "-o", "r.html")
    browser.before_pages("refuse", "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "kept").startswith("This browser keeps nothing")
    open_pair(browser)
    press(browser, "1")
    leave(browser)
    assert marks(browser) == ["clear"]
    browser.find_element(By.ID, "save-copy").click()
    assert b'id="marks"' in downloaded(browser, "r-marked.html")
    browser.before_pages("refuse", "")
    assert_quiet(browser)
