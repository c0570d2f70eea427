"""The page of `textkin report` in a real browser: tables, sorting, threshold, groups, and walking through a pair."""

import re

import pytest

from browsing import By, assert_quiet, browser, heads, open_pair, put, rewritten, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import reference
from samples import prose

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
    visit(browser, textkin.path("r.html"))
    yield browser
    assert_quiet(browser)



def test_tables_and_sorting(opened):
    assert text(opened, "sentence") == "4 documents, 6 pairs; 3 pairs and 1 group need a look."
    assert [row[1:] for row in rows(opened, "pairs")] == [
        ["60", "80", "2.9 %", "4.3 %", "2", "1", "", ""],
        ["20", "20", "0.7 %", "100.0 %", "1", "1", "", ""],
        ["20", "20", "1.1 %", "100.0 %", "1", "1", "", ""],
    ]
    assert rows(opened, "pairs")[0][0] == f"long and {HOSTILE.replace(chr(0x202E), '[U+202E]')}"
    assert opened.find_elements(By.CSS_SELECTOR, "img, b") == []
    heads(opened, "pairs")[3].click()
    assert [row[3] for row in rows(opened, "pairs")] == ["2.9 %", "1.1 %", "0.7 %"]
    heads(opened, "pairs")[3].click()
    assert [row[3] for row in rows(opened, "pairs")] == ["0.7 %", "1.1 %", "2.9 %"]
    sort = opened.find_elements(By.CSS_SELECTOR, "#pairs th")
    assert [head.get_attribute("aria-sort") for head in sort] == [None] * 3 + ["ascending"] + [None] * 5






def test_threshold_filters_tables_sentence_groups_and_histogram(opened):
    assert text(opened, "histogram-text") == "3 of 4 documents have a passage in common with another; 1 shares none."
    bars = "return Array.from(document.querySelectorAll('#histogram rect'), (bar) => [bar.getAttribute('class'), bar.textContent])"
    assert opened.execute_script(bars) == [["over", "1 document: 20 to 21 words"], ["over", "2 documents: 60 words"]]
    field = opened.find_element(By.ID, "least")
    field.clear()
    field.send_keys("22")
    assert [row[1] for row in rows(opened, "pairs")] == ["60"] and len(rows(opened, "documents")) == 2
    assert text(opened, "hidden") == "2 pairs and 1 document are hidden."
    assert text(opened, "sentence") == "4 documents, 6 pairs; 1 pair needs a look, for a passage of 22 words or more."
    assert text(opened, "histogram-text") == "2 of 4 documents have one of 22 words or more; 1 shares none."
    assert [bar[0] for bar in opened.execute_script(bars)] == ["under", "over"]
    assert not opened.find_element(By.ID, "group-section").is_displayed()

    slider = opened.find_element(By.ID, "threshold")
    assert slider.get_attribute("aria-valuetext") == "22 words or more"
    slider.send_keys(Keys.HOME)
    assert len(rows(opened, "pairs")) == 3 and text(opened, "hidden") == ""
    slider.send_keys(Keys.ARROW_RIGHT)
    assert (slider.get_attribute("aria-valuetext"), field.get_attribute("value")) == ("20 words or more", "20")
    slider.send_keys(Keys.END)
    assert rows(opened, "pairs") == [] and text(opened, "sentence").endswith("no pair needs a look, for a passage of 61 words or more.")


def test_names_filter_and_a_click_on_the_histogram_sets_the_threshold(opened):
    put(opened, "name", "THIRD")
    assert [row[0].split(" and ")[-1] for row in rows(opened, "pairs")] == ["third", "third"] and len(rows(opened, "documents")) == 1
    assert text(opened, "hidden") == "1 pair and 2 documents are hidden."
    put(opened, "name", "")
    opened.execute_script("document.querySelector('#histogram rect:last-of-type').dispatchEvent(new MouseEvent('click', "
                          "{bubbles: true, clientX: document.querySelector('#histogram rect:last-of-type').getBoundingClientRect().left + 3}))")
    assert opened.find_element(By.ID, "least").get_attribute("value") == "60" and len(rows(opened, "pairs")) == 1


def test_no_pair_at_all(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [prose("one", 40)])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence") == "1 document, 0 pairs; no pair shares a passage."
    assert text(browser, "histogram-text") == "0 of 1 document have a passage in common with another; 1 shares none."
    browser.find_element(By.ID, "threshold").send_keys(Keys.END)
    assert not any(browser.find_element(By.ID, id).is_displayed() for id in ("marks-section", "group-section", "which-section", "exclusions"))
    assert_quiet(browser)


def test_more_pairs_than_the_page_holds_are_counted_and_said(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [prose("same", 20) for _ in range(34)] + [prose("longer", 25)] * 2)
    textkin("report", "in.jsonl", "-o", "r.html", "--exclude", "quotations")
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence") == "36 documents, 630 pairs; 562 pairs and 1 group need a look."
    assert "500 pairs" in text(browser, "cut") and "62 pairs with shorter ones are not on it" in text(browser, "cut")
    put(browser, "least", 20)
    assert "; at least 500 pairs and 1 group need a look, for a passage of 20 words or more" in text(browser, "sentence")
    put(browser, "least", 21)
    assert "; 1 pair needs a look, for" in text(browser, "sentence") and text(browser, "histogram-text").startswith("2 of 36 documents")
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
    lines = [line.text.replace("\n", " ") for line in browser.find_elements(By.CSS_SELECTOR, "#groups li")]
    assert lines == ["Group 1: 3 documents p0 p1 p2", "Group 2: 25 documents"]
    assert text(browser, "sentence") == "30 documents, 435 pairs; 303 pairs and 2 groups need a look."
    browser.find_element(By.CSS_SELECTOR, "#groups button").click()
    assert [row[0] for row in rows(browser, "pairs")] == ["p0 and p1", "p1 and p2"]
    assert [row[0] for row in rows(browser, "documents")] == ["p0", "p1", "p2"]
    assert browser.switch_to.active_element.get_attribute("aria-pressed") == "true"
    browser.find_element(By.ID, "all-groups").click()
    assert len(rows(browser, "documents")) == 30
    put(browser, "least", 20)  # p2 is not linked any more, and two are no group
    assert [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#groups li")] == ["Group 1: 25 documents"]
    browser.find_element(By.CSS_SELECTOR, '#documents button.group').click()
    assert len(rows(browser, "documents")) == 25 and len(rows(browser, "pairs")) == 300
    assert_quiet(browser)


def test_flagged_characters_are_seen(textkin, browser):  # noqa: F811
    source = (reference.ROOT / "src/text/unicode/look_alikes.cc").read_text()
    letters = [(chr(int(code, 16)), latin) for code, latin in re.findall(r"\{0x([0-9A-F]{4}), '(.)'\}", source)]
    assert len(letters) > 50
    shared = prose("same", 40)
    odd = " ".join(f"zz{letter}z" for letter, _ in letters) + " wo\u200brd μm Δt α naïve па\u200bра یه\u200cم 👩\u200d👧 \u202edneb\u202c"
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
    assert rows(browser, "pairs")[0][7] == "look-alike letters, hidden characters"
    assert {row[0]: row[7] for row in rows(browser, "documents")}["odd"].startswith(f"{len(letters)} words with look-alike letters")
    assert_quiet(browser)


def test_notes_of_reading_stand_in_tables_and_panes(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": "a", "text": prose("same", 40)}, {"id": "b", "text": prose("same", 40)}])
    textkin("report", "in.jsonl", "-o", "r.html")
    note = "hidden text: <b>12 words</b>\u202e"
    rewritten(textkin.path("r.html"), lambda data: data["documents"][1]["notes"].append(note))
    visit(browser, textkin.path("r.html"))
    assert rows(browser, "pairs")[0][7] == "notes"
    assert {row[0]: row[7] for row in rows(browser, "documents")} == {"a": "", "b": "hidden text: <b>12 words</b>[U+202E]"}
    open_pair(browser)
    assert [text(browser, f"{side}-flags") for side in "ab"] == ["", "hidden text: <b>12 words</b>[U+202E]"]
    assert_quiet(browser)
