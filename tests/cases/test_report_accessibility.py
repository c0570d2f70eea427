"""The page of `textkin report` for everyone: accessibility in both themes, by keyboard alone, on a phone, on paper, and at once."""

import os
import pathlib

import pytest

from browsing import By, assert_quiet, browser, choose, opening_time, page_data, put, rows, text, unit, visit  # noqa: F401
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from samples import prose
from test_report import HOSTILE

AXE = os.environ.get("TEXTKIN_AXE", "")

# Every visible text, with the contrast to what is painted behind it; stripes behind it count as worst they can.
CONTRAST = """
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return Array.from(canvas.getImageData(0, 0, 1, 1).data); };
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; }
    return [255, 255, 255, 255];
  };
  const stripes = (element) => {
    const found = element.closest(".excluded");
    return found === null ? [] : Array.from(getComputedStyle(found).backgroundImage.matchAll(/rgb\\([^)]*\\)/g), (m) => rgba(m[0]));
  };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || element.closest("script, :disabled")) continue;
    const fore = light(rgba(getComputedStyle(element).color));
    for (const back of [behind(element), ...stripes(element)]) {
      const [x, y] = [fore, light(back)].sort((a, b) => b - a), contrast = (x + 0.05) / (y + 0.05);
      if (contrast < 4.5) low.push([element.tagName, element.className, node.data.slice(0, 30), contrast]);
    }
  }
  return low;"""

STRUCTURE = """
  const seen = (selector) => Array.from(document.querySelectorAll(selector)).filter((e) => e.checkVisibility());
  const levels = seen("h1, h2, h3, h4").map((h) => Number(h.tagName[1]));
  const small = seen("button, input, select, textarea, summary").filter((e) => {
    const box = (e.closest("label") || e).getBoundingClientRect();
    return Math.max(box.height, e.getBoundingClientRect().height) < 23.5 || box.width < 23.5;
  });
  return {mains: seen("main").length, lang: document.documentElement.lang, title: document.title.length > 0, first: levels[0],
    h1: levels.filter((level) => level === 1).length, jumps: levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1).length,
    tabindex: seen("[tabindex]").filter((e) => e.tabIndex > 0).length, small: small.map((e) => e.outerHTML.slice(0, 80)),
    heads: seen("th").filter((head) => !head.scope).length, outside: seen("body > *").filter((e) => e.tagName !== "MAIN").map((e) => e.tagName),
    ids: Array.from(document.querySelectorAll("[id]"), (e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)};"""


@pytest.fixture
def page(textkin):
    quote, shared = f"“{prose('quote', 25)}”¹", prose("shared", 30)
    texts = {
        "plain": f"{prose('x', 300)}\n\n{shared} {quote}\n\n{prose('y', 300)}",
        "odd": f"{prose('u', 300)} {shared.replace('a', chr(0x430), 4)} {quote} so wo\u200brd {prose('w', 100)}",
        "third": f"{prose('p', 100)} {shared} {prose('again', 20)} {prose('q', 100)}",
        "fourth": f"{prose('again', 20)} {prose('r', 100)}",
    }
    texts |= {f"many{i}": f"{prose(f'm{i}', 60)} {' '.join(prose(f'p{k}', 14) + ' ' + prose(f'{i}{k}', 20) for k in range(25))}" for i in range(2)}
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in texts.items()])
    textkin.write("broken.jsonl", "{\n")
    textkin("report", "in.jsonl", "broken.jsonl", "-o", "r.html")
    return textkin.path("r.html")


@pytest.fixture(params=["light", "dark"])
def themed(request, browser):  # noqa: F811
    browser.scheme(request.param)
    yield browser
    browser.scheme("")


def views(browser, page):  # noqa: F811
    """The collection, and each pair with its legend open."""
    visit(browser, page)
    yield "collection"
    browser.execute_script("document.getElementById('hashes').open = true")
    put(browser, "least", 25)
    yield "filtered"
    for word in ("Documents", "Passages", "Groups"):
        choose(browser, word)
        yield word
    for pair in range(len(page_data(browser)["pairs"])):
        visit(browser, page, f"#pair={pair + 1}")
        browser.execute_script("document.getElementById('legend').open = true")
        yield f"pair {pair + 1}"
        for other in ("rows", "a") if pair in (0, 4) else ():
            browser.execute_script(f"document.getElementById('view-{other}').click()")
            yield f"pair {pair + 1}, {other}"


def test_contrast_structure_and_names(themed, page):
    for view in views(themed, page):
        assert themed.execute_script(CONTRAST) == [], view
        assert themed.execute_script(STRUCTURE) == {"mains": 1, "lang": "en", "title": True, "first": 1, "h1": 1, "jumps": 0, "tabindex": 0,
                                                    "small": [], "heads": 0, "outside": [], "ids": []}, view
        controls, nameless = themed.nameless()
        assert controls > 10 and nameless == [], view


@pytest.mark.skipif(not AXE, reason="TEXTKIN_AXE does not name axe.min.js of the package axe-core: CONTRIBUTING.md")
def test_axe_has_no_finding(themed, page):
    library = pathlib.Path(AXE).read_text()
    for view in views(themed, page):
        themed.execute_script(library)
        found = themed.execute_async_script("axe.run().then((r) => arguments[0](r.violations.map((v) => [v.id, v.impact, v.nodes[0].html, v.nodes[0].failureSummary])))")
        assert found == [], view


def focused(browser):  # noqa: F811
    return browser.execute_script("""
        const e = document.activeElement, style = getComputedStyle(e);
        return [e.id || e.name || (e.closest("table, #pieces") || e).id || e.className || e.tagName, e.matches("h1, h2, body") || !document.hasFocus() || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)];""")


def tabbed(browser, presses):  # noqa: F811
    seen = []
    for _ in range(presses):
        ActionChains(browser).send_keys(Keys.TAB).perform()  # a field of files takes keys for names
        name, visible = focused(browser)
        assert visible, f"the focus on {name} is not to be seen"
        if name not in seen:
            seen.append(name)
    return seen


@pytest.mark.parametrize("width, height, phone", [(1366, 768, False), (1920, 1080, False), (360, 740, True)])
def test_everything_by_keyboard_alone(browser, page, width, height, phone):  # noqa: F811
    visit(browser, page)
    browser.window(width, height, phone)
    seen = tabbed(browser, 60)
    expected = ["hide-names", "to-export", "to-how", "all-keys", "name", "sort", "pairs", "threshold", "least", "exclude-quotations", "save-table", "save-copy"]
    assert [name for name in seen if name in expected] == expected
    browser.find_element(By.CSS_SELECTOR, "#pairs tbody a").send_keys(Keys.ENTER)
    WebDriverWait(browser, 5).until(lambda _: focused(browser)[0] == "pair-title")
    expected = ["next-pair", "view-sides", "evidence", "linked", "pieces", "SUMMARY", "a-text", "b-text", "mark-none", "note", "go-on", "all-keys", "BODY", "back"]
    if phone:  # where one text stands above the other
        expected = [name for name in expected if name not in ("linked", "all-keys")]
    assert [name for name in tabbed(browser, 45) if name != "next"][:len(expected)] == expected
    visit(browser, page, browser.execute_script("return location.hash"))  # Firefox's own buttons have the focus behind the last one of a page
    browser.find_element(By.ID, "mark-none").send_keys(Keys.ARROW_RIGHT)
    assert browser.find_element(By.ID, "mark-cleared").is_selected() and text(browser, "position").startswith("Piece 1 of")
    before = browser.execute_script("return location.hash")
    browser.find_element(By.ID, "next-pair").send_keys(Keys.SPACE)
    assert focused(browser)[0] == "pair-title" and browser.execute_script("return location.hash") != before
    browser.window()
    assert_quiet(browser)


def test_on_a_phone_nothing_is_wider_than_the_screen(browser, page):  # noqa: F811
    browser.window(320, 640, phone=True)
    for view in views(browser, page):
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 320, view
    browser.execute_script("document.getElementById('view-sides').click()")
    assert browser.execute_script("return ['a', 'b'].map((side) => document.getElementById(side + '-text').clientHeight > 150)") == [True, True]
    browser.window()


def test_on_paper_stand_texts_marks_and_notes(browser, page):  # noqa: F811
    visit(browser, page, "#pair=1")
    browser.find_element(By.ID, "mark-talk").click()
    put(browser, "note", "ask for the draft")
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    browser.media("print")
    assert "needs talk. “ask for the draft”" in text(browser, "paper")
    assert not any(browser.find_element(By.ID, id).is_displayed() for id in ("note", "next", "next-pair", "a-map", "legend", "mark-talk", "a-text"))
    assert len(browser.printed()) > 8000
    browser.media("")
    browser.find_element(By.ID, "back").click()
    choose(browser, "all")
    browser.media("print")
    assert browser.find_element(By.ID, "how").is_displayed() and not browser.find_element(By.ID, "save-copy").is_displayed()
    assert "talk\nask for the draft" in [row[5] for row in rows(browser, "pairs")]
    browser.media("")


def test_hostile_ids_and_texts_and_a_line_of_a_megabyte(textkin, browser):  # noqa: F811
    line = prose("long", 180_000)
    records = [{"id": word, "text": f"{word} {prose('same', 40)} {word}"} for word in HOSTILE]
    records += [{"id": "line", "text": line + " " + prose("same", 40)}, {"id": "__proto__", "text": prose("same", 40)}]
    textkin.jsonl("in.jsonl", records)
    textkin.write("<b>x&amp;\u202e.jsonl", "{\n")
    textkin("report", "in.jsonl", "<b>x&amp;\u202e.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    assert len(line) > 900_000
    data = page_data(browser)
    unseen = set(range(len(records)))
    for number in range(len(data["pairs"])):
        both = {data["pairs"][number]["a"], data["pairs"][number]["b"]}
        if not both & unseen:
            continue
        unseen -= both
        browser.execute_script("location.hash = arguments[0]", f"pair={number + 1}")
        browser.execute_async_script("setTimeout(arguments[0], 0)")
        for side, index in zip("ab", (data["pairs"][number]["a"], data["pairs"][number]["b"])):
            text_of = {record["id"]: record["text"] for record in records}[data["documents"][index]["id"]]
            assert browser.execute_script(f"return document.getElementById('{side}-text').textContent") == text_of
            assert browser.execute_script(f"return document.getElementById('{side}-text').querySelectorAll(':not(mark, span, .line)').length") == 0
    assert unseen == set()
    assert browser.find_elements(By.CSS_SELECTOR, "b, img") == [] and "\u202e" not in browser.title
    assert_quiet(browser)


def test_a_thousand_documents_and_500_pairs_open_at_once(textkin, browser):  # noqa: F811
    texts = []
    for i in range(500):
        shared = prose(f"s{i}", 20 + i % 80)
        texts += [f"{prose(f'{side}{i}', 400)} {shared}\n“{prose(f't{i}', 15)}”¹ {prose(f'{side}y{i}', 400)}" for side in "ab"]
    textkin.jsonl("in.jsonl", texts)
    textkin("report", "in.jsonl", "-o", "r.html")
    times = []
    for _ in range(3):
        visit(browser, textkin.path("r.html"))
        assert text(browser, "decisions").startswith("to decide 500") and len(rows(browser, "pairs")) > 20
        switched = browser.execute_script("""
            const start = performance.now();
            document.getElementById("exclude-quotations").click();
            document.body.getBoundingClientRect();
            return performance.now() - start;""")
        times.append((opening_time(browser), switched, unit(browser)))
    opened, switched, of_unit = map(min, zip(*times))
    assert opened < 4 * of_unit and switched < of_unit, times
    assert_quiet(browser)
