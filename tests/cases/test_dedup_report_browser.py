"""The page of `textkin dedup --report` in a real browser (Debian: chromium-driver, python3-selenium)."""

import pathlib
import random

import pytest

from browsing import By, assert_quiet, browser, heads, opening_time, put, rows, text, unit, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from samples import edited, prose
from test_report_accessibility import AXE, CONTRAST, STRUCTURE, themed  # noqa: F401

HOSTILE = "<img src=x onerror=alert(1)>\u202egnp.exe"


def opened(textkin, browser, *options, exit=1):  # noqa: F811
    textkin("dedup", "x.jsonl", "--report", "r.html", *options, exit=exit)
    visit(browser, textkin.path("r.html"))


@pytest.fixture
def page(textkin, browser):  # noqa: F811
    base = prose("base", 200)
    words = base.split()
    words[100:101] = ["replacement"]
    words.insert(150, "inserted")
    del words[20]
    respelled = base.replace(" ", ", ", 1)
    respelled = " ".join([*respelled.split()[:50], *respelled.upper().split()[50:]])
    textkin.jsonl("x.jsonl", [
        {"id": HOSTILE, "text": base},
        {"id": "changed", "text": f"{' '.join(words)} </script><b>😀"},
        {"id": "respelled", "text": respelled},
        {"id": "copy", "text": base},
        {"id": "spaces", "text": base.replace(" ", "\n")},
        {"id": "other", "text": prose("other", 200)},
        {"id": "other too", "text": edited(prose("other", 200), range(60, 80))},
    ])
    opened(textkin, browser, "-t", "0.6", "--check", "--exact")
    yield browser
    assert_quiet(browser)


def on(page, part):
    WebDriverWait(page, 20).until(lambda page: page.find_element(By.ID, part).is_displayed())


def follow(page, link):
    link.click()
    on(page, "pair")


def show(page, id):
    follow(page, page.find_element(By.XPATH, f"//table[@id='shown']//a[.='{id}']"))


def marked(page, side):
    return [(span.get_attribute("class").replace(" current", ""), span.get_attribute("textContent"))
            for span in page.find_elements(By.CSS_SELECTOR, f"#{side}-text span")]


def test_the_overview(page):
    assert text(page, "sentence") == (
        "Of 7 documents 5 would be removed in 2 clusters: 3 identical to one that stays, 2 similar to it at 0.6 or more.")
    hostile = HOSTILE.replace("\u202e", "[U+202E]")
    table = rows(page, "shown")
    assert [row[0] for row in table][:2] == ["other too", "changed"]
    assert [row[1] for row in table] == ["other", hostile, hostile, hostile, hostile]
    assert [row[3] for row in table] == ["similar"] * 2 + ["identical"] * 3
    assert [row[2] for row in table][2:] == ["100.0 %"] * 3
    assert [row[:2] for row in rows(page, "clusters")] == [[hostile, "5"], ["other", "2"]]
    assert page.find_elements(By.CSS_SELECTOR, "img, b") == []
    bars = page.execute_script("return [...document.querySelectorAll('#histogram .bar')].filter((bar) => bar.getAttribute('height') > 0).length")
    assert bars == 3
    assert "linear" in text(page, "histogram-text")
    assert "every pair" in text(page, "curve-text") and not page.find_element(By.ID, "curve").is_displayed()


def test_differences_are_marked(page):
    show(page, "changed")
    words = prose("base", 200).split()
    assert marked(page, "a") == [("gap", ""), ("replaced", "replacement"), ("only", "inserted"), ("only", "</script><b>😀")]
    assert marked(page, "b") == [("only", words[20]), ("replaced", words[100]), ("gap", ""), ("gap", "")]
    assert page.execute_script("return document.getElementById('a-text').textContent").endswith(" </script><b>😀")
    assert page.execute_script("return document.getElementById('b-text').textContent") == prose("base", 200)
    assert text(page, "difference") == "Difference 1 of 4"
    body = page.find_element(By.TAG_NAME, "body")
    for _ in range(2):
        body.send_keys(Keys.ARROW_RIGHT)
    assert text(page, "difference") == "Difference 3 of 4"
    assert [span.text for span in page.find_elements(By.CSS_SELECTOR, ".text span.current")] == ["inserted", ""]
    body.send_keys(Keys.ARROW_LEFT)
    assert text(page, "difference") == "Difference 2 of 4"


def test_identical_documents_show_how_they_are_spelled(page):
    show(page, "respelled")
    assert "100.0 %: the same 196 shingles" in text(page, "pair-sentence")
    inserted, respelled = marked(page, "a")
    assert inserted == ("only", ",") and respelled[0] == "spelled" and respelled[1].isupper()
    assert marked(page, "b")[1] == ("spelled", respelled[1].lower())
    body = page.find_element(By.TAG_NAME, "body")
    said = []
    for _ in range(2):
        body.send_keys("n")
        said.append((text(page, "pair-title").split()[0], text(page, "difference")))
    assert said == [("copy", "The two texts are the same, character by character."), ("spaces", "The two texts differ only in white space.")]


def test_walking_the_documents(page):
    show(page, "other too")
    body = page.find_element(By.TAG_NAME, "body")
    seen = []
    for _ in range(6):
        seen.append(text(page, "position"))
        body.send_keys("n")
    assert seen == [f"Document {i} of 5 in the table" for i in (1, 2, 3, 4, 5, 5)]
    body.send_keys("p")
    assert text(page, "position") == "Document 4 of 5 in the table"
    body.send_keys(Keys.ESCAPE)
    on(page, "overview")
    assert not page.find_element(By.ID, "pair").is_displayed()
    assert page.switch_to.active_element.text == "copy"


def test_filter_and_order_are_those_of_the_walk(page):
    put(page, "to", 99)
    assert text(page, "hidden") == "3 documents are hidden."
    heads(page, "shown")[2].click()
    shown = [row[0] for row in rows(page, "shown")]
    assert shown == ["changed", "other too"]
    show(page, "changed")
    page.find_element(By.TAG_NAME, "body").send_keys("n")
    assert text(page, "pair-title").startswith("other too")
    assert text(page, "position") == "Document 2 of 2 in the table"


def test_a_bar_shows_its_documents(page):
    hits = page.find_elements(By.CSS_SELECTOR, "#histogram .hit")
    page.execute_script("arguments[0].dispatchEvent(new MouseEvent('click'))", hits[-1])
    assert [row[0] for row in rows(page, "shown")] == ["respelled", "copy", "spaces"]
    page.find_element(By.ID, "all").click()
    assert len(rows(page, "shown")) == 5


def test_only_what_differs(page):
    show(page, "other too")
    length = page.execute_script("return document.getElementById('a-text').textContent.length")
    page.find_element(By.ID, "fold").click()
    assert page.execute_script("return document.getElementById('a-text').textContent.length") < length / 2 + 500
    assert "characters without a difference" in text(page, "a-text")
    page.find_element(By.ID, "fold").click()
    assert page.execute_script("return document.getElementById('a-text').textContent.length") == length


def test_signs_between_changed_words_belong_to_them(textkin, browser):  # noqa: F811
    before, after = prose("before", 40), prose("after", 40)
    textkin.jsonl("x.jsonl", [f"{before} one two. Three, four. {after}", f"{before} five six. Seven, eight. {after}"])
    opened(textkin, browser, "--check", "-t", "0.5")
    follow(browser, browser.find_element(By.CSS_SELECTOR, "#shown a"))
    assert (marked(browser, "a"), marked(browser, "b")) == ([("replaced", "five six. Seven, eight")], [("replaced", "one two. Three, four")])


def test_one_text_scrolls_with_the_other(textkin, browser):  # noqa: F811
    lines = prose("lines", 2000).replace(" ", "\n").split("\n")
    textkin.jsonl("x.jsonl", ["\n".join(lines), "\n".join(lines[:500] + prose("more", 200).split() + lines[500:])])
    opened(textkin, browser, "--check", "-t", "0.6")
    follow(browser, browser.find_element(By.CSS_SELECTOR, "#shown a"))
    places = """const [from, to, line] = arguments, done = arguments[3], pane = (side) => document.getElementById(side + "-text");
        const height = parseFloat(getComputedStyle(pane("a")).lineHeight);
        pane(from).scrollTop = line * height;
        setTimeout(() => done([pane(from).scrollTop / height, pane(to).scrollTop / height]), 200);"""
    # a is the later document, with 200 lines more; lines are compared a quarter of a pane below its upper edge.
    for side, other, line, expected in [("a", "b", 300, 300), ("a", "b", 1000, 800), ("b", "a", 900, 1100), ("a", "b", 590, 495), ("b", "a", 0, 0)]:
        seen, followed = browser.execute_async_script(places, side, other, line)
        assert abs(seen - line) < 1 and abs(followed - expected) < 12, (side, line, followed)


def test_clusters_list_their_documents(page):
    page.find_element(By.CSS_SELECTOR, "#clusters summary").click()
    items = [item.text for item in page.find_elements(By.CSS_SELECTOR, "#clusters tr:first-child li")]
    assert sorted(item.split()[0] for item in items) == ["changed", "copy", "respelled", "spaces"]
    follow(page, page.find_element(By.XPATH, "//table[@id='clusters']//a[.='copy']"))
    assert text(page, "pair-title").startswith("copy would be removed")


def test_what_was_not_found_is_not_said_to_be_missing(textkin, browser):  # noqa: F811
    textkin.jsonl("x.jsonl", [prose("a"), edited(prose("a"), [3])])
    opened(textkin, browser, "--check", "--bands", "1", "--rows", "200", exit=0)
    assert text(browser, "sentence").startswith("Of 2 documents none was found to be at least 0.8 similar")
    lines = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#recall li")]
    assert lines[1] == "nothing was found, by which the recall here could be told"
    assert browser.find_elements(By.CSS_SELECTOR, "#scale .expected, #curve .expected") == []
    assert browser.find_element(By.CSS_SELECTOR, "#curve .probability").is_displayed()
    assert_quiet(browser)
    opened(textkin, browser, "--check", "--exact", "-t", "1", exit=0)
    assert text(browser, "sentence").startswith("Of 2 documents none is at least 1 similar")


def test_curve_and_recall_of_lsh(textkin, browser):  # noqa: F811
    base = [prose(str(i)) for i in range(30)]
    textkin.jsonl("x.jsonl", base + [edited(text, [30]) for text in base])
    opened(textkin, browser, "-o", "kept.jsonl", "--method", "lsh", "--audit", "10", "--stats", "s.json", exit=0)
    stats = textkin.stats("s.json")
    assert text(browser, "sentence").startswith(f"Of 60 documents {stats['removed']} were removed in {stats['removed']} clusters: 0 identical")
    lines = [item.text for item in browser.find_elements(By.CSS_SELECTOR, "#recall li")]
    assert f"probability {stats['recall_at_threshold']:.3f}" in lines[0]
    assert f"{stats['recall_predicted']:.4f}" in lines[1]
    assert f"{stats['audit']['recall']:.4f}" in lines[2] and f"{stats['audit']['lower']:.4f}" in lines[2]
    scale = [label.text for label in browser.find_elements(By.CSS_SELECTOR, "#scale text[text-anchor='middle']")]
    shares = [float(label.removesuffix(" %")) for label in scale]
    assert len(shares) == 5 and shares == sorted(shares) and shares[-1] == 100
    assert shares[0] <= 100 * stats["audit"]["lower"] and shares[0] <= 95
    for part in ("#curve .probability", "#curve .audited", "#scale .expected", "#scale .interval"):
        assert browser.find_element(By.CSS_SELECTOR, part).is_displayed()
    assert_quiet(browser)


def test_differences_of_long_texts_are_exact(textkin, browser):  # noqa: F811
    # Far more pieces than can be compared all with all: places that occur once hold the parts together.
    text = prose("long", 30_000)
    places = [10, 9000, 15_000, 29_990]
    textkin.jsonl("x.jsonl", [text, edited(text, places)])
    opened(textkin, browser, "--check")
    follow(browser, browser.find_element(By.CSS_SELECTOR, "#shown a"))
    assert marked(browser, "a") == [("replaced", f"changed{place}") for place in places]
    assert marked(browser, "b") == [("replaced", text.split()[place]) for place in places]
    assert not browser.find_element(By.ID, "coarse").is_displayed()


def views(browser, textkin):  # noqa: F811
    """The overview with everything open, and each removed document."""
    textkin.jsonl("x.jsonl", [
        {"id": "a/long/name/of/a/file/" + "x" * 80, "text": prose("a")}, {"id": "b" * 100, "text": prose("a").upper() + " more"},
        *({"id": f"c{i}", "text": edited(prose("c", 300), [i, 100 + i]) + ", end" * (i == 2)} for i in range(5))])
    opened(textkin, browser, "--check", "--method", "lsh", "--audit", "3")
    on(browser, "overview")
    browser.execute_script("for (const details of document.querySelectorAll('details')) details.open = true")
    yield "overview"
    for number in range(len(rows(browser, "shown"))):
        browser.execute_script(f"location.hash = '#document={number + 1}'")
        on(browser, "pair")
        yield f"document {number + 1}"
    assert_quiet(browser)


def test_contrast_structure_and_names(textkin, themed):  # noqa: F811
    seen = 0
    for view in views(themed, textkin):
        seen += 1
        assert themed.execute_script(CONTRAST) == [], view
        assert themed.execute_script(STRUCTURE) == {"mains": 1, "lang": "en", "title": True, "first": 1, "h1": 1, "jumps": 0, "tabindex": 0,
                                                    "small": [], "heads": 0, "outside": [], "ids": []}, view
    assert seen > 4


@pytest.mark.skipif(not AXE, reason="TEXTKIN_AXE does not name axe.min.js of the package axe-core: CONTRIBUTING.md")
def test_axe_has_no_finding(textkin, themed):  # noqa: F811
    for view in views(themed, textkin):
        themed.execute_script(pathlib.Path(AXE).read_text())
        found = themed.execute_async_script("axe.run().then((r) => arguments[0](r.violations.map((v) => [v.id, v.impact, v.nodes[0].html, v.nodes[0].failureSummary])))")
        assert found == [], view


def test_on_a_phone_nothing_is_wider_than_the_screen(textkin, browser):  # noqa: F811
    browser.window(360, 740, phone=True)
    try:
        for view in views(browser, textkin):
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360, view
    finally:
        browser.window()


def test_two_thousand_documents_open_at_once(textkin, browser):  # noqa: F811
    textkin.jsonl("x.jsonl", [text for i in range(2000) for text in (prose(str(i), 200), edited(prose(str(i), 200), [i % 200]))])
    opened(textkin, browser, "--check", "--method", "lsh")
    assert len(rows(browser, "shown")) == 2000
    times = []
    for _ in range(3):
        visit(browser, textkin.path("r.html"))
        times.append((opening_time(browser), unit(browser)))
    opens, of_unit = map(min, zip(*times))
    assert opens < 6 * of_unit, times


def test_on_paper_stand_whole_texts(page):
    show(page, "changed")
    page.media("print")
    try:
        whole = "return ['a-text', 'b-text'].map((id) => { const e = document.getElementById(id); return e.scrollHeight <= e.clientHeight + 1; })"
        assert page.execute_script(whole) == [True, True], "a text on paper cannot be scrolled"
        assert not any(page.find_element(By.ID, id).is_displayed() for id in ("back", "next", "next-difference", "fold"))
    finally:
        page.media("")


def test_long_texts_without_a_space(textkin, browser):  # noqa: F811
    long = "x" * 1_000_000
    chinese = "".join(random.Random(3).choices([chr(0x4E10 + i) for i in range(3000)], k=300_000))
    textkin.jsonl("x.jsonl", [f"{prose('a')} {long}", f"{prose('a')} {long} more", f"{chinese}一", f"二{chinese}"])
    opened(textkin, browser, "--check", "-t", "0.3")
    seen = []
    for link in browser.find_elements(By.CSS_SELECTOR, "#shown a"):
        browser.execute_script("location.hash = arguments[0]", link.get_attribute("href").split("#")[1])
        on(browser, "pair")
        seen += marked(browser, "a") + marked(browser, "b")
        assert not browser.find_element(By.ID, "coarse").is_displayed()
    assert sorted(mark for mark in seen if mark[0] != "gap") == [("only", "more"), ("only", "一"), ("only", "二")]
    assert_quiet(browser)


def test_what_is_too_long_to_compare_is_marked_as_a_whole(textkin, browser):  # noqa: F811
    # Nothing stands once, so no place holds the parts together.
    textkin.jsonl("x.jsonl", ["中文" * 5000 + "一", "二" + "中文" * 5000])
    opened(textkin, browser, "--check", "-t", "0.3")
    follow(browser, browser.find_element(By.CSS_SELECTOR, "#shown a"))
    assert [kind for kind, _ in marked(browser, "a")] == ["replaced"]
    assert browser.find_element(By.ID, "coarse").is_displayed()
    assert_quiet(browser)
