"""What a reviewer hands on of one pair: the evidence sheet and the copy for a hearing, as files and on paper; the other views of a pair."""

import hashlib
import html
import re
import subprocess

import pytest

from browsing import By, assert_quiet, browser, page_data, put, rewritten, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from samples import prose
from test_report import Page
from test_report_marks_browser import downloaded

OWN = {name: prose(name, 90) for name in ("x", "y", "z")}
SHARED = [prose(f"s{i}", 15).capitalize() + "." for i in range(6)]
QUOTE = f"“{prose('quote', 25)}”¹"
TEXTS = {
    "anna": f"{OWN['x']}\n" + "\n".join(SHARED) + f"\n{QUOTE}\n",
    "bert": f"{OWN['y']}\n" + "\n".join(SHARED[3:] + SHARED[:3]).replace(SHARED[1].split()[4], "otherwise") + f"\n{QUOTE}\n",
    "cleo": f"{OWN['z']}\n{SHARED[5]} {SHARED[4]}\n",
}


@pytest.fixture
def opened(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in TEXTS.items()])
    textkin("report", "in.jsonl", "--exclude", "quotations", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    data = page_data(browser)
    pair = next(i for i, p in enumerate(data["pairs"]) if {data["documents"][p[side]]["id"] for side in "ab"} == {"anna", "bert"})
    visit(browser, textkin.path("r.html"), f"#pair={pair + 1}")
    browser.pair = pair + 1
    yield browser
    browser.execute_script("localStorage.clear()")
    assert_quiet(browser)


def saved(browser, button, what=""):  # noqa: F811
    if not browser.find_element(By.ID, "sheet").is_displayed():
        browser.find_element(By.ID, "evidence").click()
    browser.find_element(By.ID, button).click()
    return downloaded(browser, f"r-pair-{browser.pair}{what}.html").decode()


def words_of(page):
    return html.unescape(re.sub(r"<[^>]*>", "", page.split("<body>")[1]))


def test_the_sheet_of_a_pair_is_whole_and_the_same_on_every_run(opened, textkin):
    opened.find_element(By.ID, "mark-case").find_element(By.XPATH, "..").click()
    put(opened, "note", "<b>invited</b> for 3 December")
    sheet = saved(opened, "save-sheet")
    page = Page(sheet)
    assert page.scripts == [] and "default-src 'none'" in sheet and not re.search(r"https?:|url\(|@import", sheet)
    says = words_of(sheet)
    for name in ("anna", "bert"):
        assert f"{name}, " in says and hashlib.sha256(TEXTS[name].encode()).hexdigest() in says
    assert "cleo" not in says and OWN["x"] not in says and OWN["y"] not in says and OWN["z"] not in says
    assert "case. “<b>invited</b> for 3 December”" in says
    assert "89 of the 180 words of anna (49.4 %) stand in bert, in another order: 2 pieces." in says
    assert "quotations (25 of anna, 25 of bert)" in says
    assert "any shared run of 12 words or more is found" in says and "Similarity is not proof; a person decides." in says
    assert "textkin report in.jsonl --exclude=quotations -o report.html" in says
    assert all(sentence in says for sentence in SHARED)
    boxed = re.findall(r'class="(?:replaced|only)"[^>]*>([^<]*)<', sheet)
    assert boxed == [SHARED[1].split()[4], "otherwise"]
    assert saved(opened, "save-sheet") == sheet
    textkin("report", "in.jsonl", "--exclude", "quotations", "--threads", "1", "-o", "r.html")
    visit(opened, textkin.path("r.html"), f"#pair={opened.pair}")
    assert saved(opened, "save-sheet") == sheet
    for field, value in (("heading", "FILM 204"), ("by", "a reviewer"), ("on", "22 November 2026")):
        put(opened, f"sheet-{field}", value)
    assert "FILM 204 · drawn up 22 November 2026 by a reviewer · confidential" in words_of(saved(opened, "save-sheet"))
    opened.find_element(By.ID, "sheet-today").click()
    assert re.search(r"drawn up \d{1,2} [A-Z][a-z]+ \d{4} by a reviewer", words_of(saved(opened, "save-sheet")))


def test_the_command_of_the_sheet_makes_the_page_again(opened, textkin):
    command = re.search(r"textkin (report .*?) -o report.html", words_of(saved(opened, "save-sheet"))).group(1)
    textkin(*command.split(), "-o", "again.html")
    assert textkin.path("again.html").read_bytes() == textkin.path("r.html").read_bytes()


def test_pseudonyms_tell_no_command(textkin):
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in TEXTS.items()])
    textkin("report", "in.jsonl", "--pseudonyms", "-o", "r.html")
    assert Page(textkin.path("r.html").read_text()).data["command"] == ""


@pytest.mark.parametrize("side, own, other", [("a", "anna", "bert"), ("b", "bert", "anna")])
def test_the_copy_for_a_hearing_has_one_text_whole_and_no_name_of_the_other(opened, side, own, other):
    put(opened, "note", f"{other} says so")
    copy = saved(opened, f"save-hearing-{side}", f"-hearing-{side}")
    says = words_of(copy)
    assert Page(copy).scripts == [] and TEXTS[own] in says and own in says
    assert other not in copy and "says so" not in copy and "in.jsonl" not in copy and "cleo" not in copy
    assert OWN["x" if other == "anna" else "y"] not in copy
    assert all(sentence.split()[0] in says for sentence in SHARED) and "the other text" in says
    assert f"89 of the 180 words of {own} (49.4 %) stand in the other text" in says


def test_paper_is_the_sheet_with_heads_on_every_page(opened, textkin):
    opened.execute_script("dispatchEvent(new Event('beforeprint'))")
    opened.media("print")
    shown = opened.execute_script("""return Array.from(document.getElementById("pair").children).filter((e) => e.checkVisibility()).map((e) => e.id)""")
    assert shown == ["paper"] and "Evidence sheet" in text(opened, "paper")
    assert opened.execute_script("return getComputedStyle(document.querySelector('#paper thead')).display") == "table-header-group"
    opened.media("")
    textkin.write("sheet.html", saved(opened, "save-sheet").encode())
    visit(opened, textkin.path("sheet.html"))
    textkin.path("sheet.pdf").write_bytes(opened.printed())
    printed = subprocess.run(["pdftotext", "-layout", textkin.path("sheet.pdf"), "-"], check=True, capture_output=True, text=True).stdout
    pages = [page for page in printed.split("\f") if page.strip()]
    with_rows = [page for page in pages if re.search(r"^\s*\d+\.\d+ ", page, re.MULTILINE)]
    assert with_rows and all(re.search(r"#\s+anna\s+bert", page) for page in with_rows)
    if opened.name == "chrome":  # Firefox writes numbers of its own around a page, which are not those of the sheet
        assert f"page 1 of {len(pages)}" in pages[0]
    # What is the same stands side by side, in one line.
    first = SHARED[0].split()
    assert re.search(rf"1\.\d+\s+{first[0]} .*\s{first[0]} ", printed)


def test_piece_by_piece_and_one_text_with_all_its_sources(opened):
    opened.find_element(By.ID, "view-rows").find_element(By.XPATH, "..").click()
    cells = opened.execute_script("return Array.from(document.querySelectorAll('#rows tbody tr:not(.piece)'), (row) => Array.from(row.cells, (cell) => cell.innerText))")
    assert [row[0] for row in cells[:3]] == ["1.1", "1.2", "1.3"]
    assert {row[1] for row in cells} >= {SHARED[0], SHARED[5]} and all(row[1] == row[2] for row in cells if "otherwise" not in row[2])
    opened.execute_script("document.activeElement.blur()")  # on the button of a view, an arrow goes to the next view
    opened.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert opened.execute_script("return document.querySelectorAll('#rows tbody.current').length") == 1
    opened.find_element(By.TAG_NAME, "body").send_keys("v")
    sources = [line.text for line in opened.find_elements(By.CSS_SELECTOR, "#source-list li")]
    assert sources == ["1 bert · 89 words (49.4 %)", "2 cleo · 30 words (16.7 %)"]
    assert text(opened, "sources-sentence").startswith("89 of 180 words (49.4 %) stand in 2 other texts")
    assert opened.execute_script("return document.getElementById('sources-text').textContent") == TEXTS["anna"]
    opened.find_elements(By.CSS_SELECTOR, "#source-list a")[1].click()
    assert "cleo" in text(opened, "pair-title") and opened.find_element(By.ID, "sides").is_displayed()


def test_what_speaks_for_and_against(opened, textkin):
    lines = {id: [line.text for line in opened.find_elements(By.CSS_SELECTOR, f"#{id} li")] for id in ("harmless", "unexplained", "traces")}
    assert "25 shared words stand in quotation marks with a reference (not counted)" in lines["harmless"]
    assert "12.2 % of anna stand in quotation marks" in lines["harmless"]
    assert "group work: not tried; nothing in the input says who may hand in together" in lines["harmless"]
    assert "30 of the 45 words of piece 2 also stand in other texts: a common source of these?" in lines["harmless"], lines
    assert lines["unexplained"] == ["1 piece in another place"] and lines["traces"] == []

    def traces(data):
        for document in data["documents"]:
            document["traces"] = {"author": document["id"], "last_saved_by": "user-1203", "revisions": ["r1", "r2", document["id"]]}
    rewritten(textkin.path("r.html"), traces)
    visit(opened, textkin.path("r.html"), f"#pair={opened.pair}")
    found = [line.text for line in opened.find_elements(By.CSS_SELECTOR, "#traces li")]
    assert "both were last saved by “user-1203”" in found and "2 revision ids in both: parts of them were one file once" in found
    says = words_of(saved(opened, "save-sheet"))
    assert "both were last saved by “user-1203”; 2 revision ids in both" in says and "(not counted); 12.2 % of anna stand" in says

    def form(data):  # that six were given, and two of its own
        for document in data["documents"]:
            document["traces"] = {"author": "Teacher", "author_files": 6, "created": "today", "created_files": 3, "revisions": ["own", "r1", "r2"], "revision_files": [2, 5, 6]}
    rewritten(textkin.path("r.html"), form)
    visit(opened, textkin.path("r.html"), f"#pair={opened.pair}")
    found = [line.text for line in opened.find_elements(By.CSS_SELECTOR, "#traces li")]
    assert found == ["both name as author “Teacher”, as do 4 other files", "1 revision id in both: parts of them were one file once",
                     "2 revision ids in both and in up to 4 other files: parts of all were one file once, such as a form", "both created today, as was 1 other file"]

    def template(data):
        for document in data["documents"]:
            document["traces"] = {"author": "Teacher", "author_files": 0, "created": "today", "created_files": 0, "revisions": [], "revision_files": []}
    rewritten(textkin.path("r.html"), template)
    visit(opened, textkin.path("r.html"), f"#pair={opened.pair}")
    assert opened.find_elements(By.CSS_SELECTOR, "#traces li") == []


def test_source_code_has_line_numbers_and_its_tokens(textkin, browser):  # noqa: F811
    statements = ["a = b + c;", "while (a > 3) a /= 2;", "for (int i = 0; i < n; i++) a += i;", "do { a++; } while (a < 9);", "b <<= 2;  // note",
                  "System.out.println(a + \"x\");", "switch (a) { case 1: b = 2; }", "c ^= a;", "throw new E(a, b);", "return a % b;"]
    program = "class A {\n\tint f(int a, int b) {\n" + "".join(f"\t\t{line}\n" for line in statements) + "\t}\n}\n"
    textkin.write("A.java", program)
    textkin.write("B.java", "// mine\n" + program.replace("a", "number").replace("return", "if (x) return").replace("clnumberss", "class"))
    textkin("report", "A.java", "B.java", "--normalize", "code:java", "--exclude", "none", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#pair=1")
    look = """
        const line = document.querySelector("#a-text .line:nth-child(2)"), style = getComputedStyle(line, "::before");
        return [style.content, getComputedStyle(line).fontFamily, document.getElementById("a-text").textContent];"""
    content, family, whole = browser.execute_script(look)
    assert content.startswith("counter(line)") and "mono" in family and whole == program
    # Tiles of tokens end where the programs differ, so that what was put between two of them is in neither.
    marked = browser.execute_script('return Array.from(document.querySelectorAll("#b-text mark"), (mark) => mark.textContent)')
    assert all("if (x)" not in piece for piece in marked) and any("number++" in piece for piece in marked), marked
    assert browser.find_elements(By.CSS_SELECTOR, "#a-text .only, #b-text .only") == []
    assert_quiet(browser)


def test_the_dialog_by_keyboard(opened):
    body = opened.find_element(By.TAG_NAME, "body")
    body.send_keys("e")
    assert opened.switch_to.active_element.get_attribute("id") == "sheet-heading"
    opened.switch_to.active_element.send_keys("n 3", *[Keys.TAB] * 4)
    assert opened.switch_to.active_element.get_attribute("id") == "save-sheet"
    opened.switch_to.active_element.send_keys("3")
    opened.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(opened, 5).until(lambda _: not opened.find_element(By.ID, "sheet").is_displayed())
    assert not opened.find_element(By.ID, "mark-case").is_selected() and opened.find_element(By.ID, "pair").is_displayed()
