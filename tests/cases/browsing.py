"""Real browsers for the pages of reports: Chromium (Debian: chromium-driver) and Firefox (Debian: firefox-esr; geckodriver is had by `cargo install
geckodriver`), driven by python3-selenium. A test that asks for `browser` runs in each, and is skipped in one that is not here.

A page shows what its address says when the event of a changed fragment reaches it: on a busy machine that is some time after the click. So each
command that may change the address returns when every listener has heard of it. TEXTKIN_SLOW_PAGES=300 lets them hear 300 ms late.
"""

import json
import os
import re

import pytest

pytest.importorskip("selenium.webdriver", reason="python3-selenium is not installed: packaging/debian-browser.txt")

import chromium  # noqa: E402
import firefox  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

# Before any script of a page: notes which fragment its listeners have heard of.
HEARD = """
    (() => {
      const late = %d, listen = window.addEventListener, replace = history.replaceState;
      let heard = location.hash;
      window.addEventListener = function (type, listener, ...more) {
        const hear = (event) => { try { listener.call(window, event); } finally { heard = location.hash; } };
        const of_fragment = (event) => late > 0 ? setTimeout(hear, late, event) : hear(event);
        return listen.call(window, type, type === "hashchange" ? of_fragment : listener, ...more);
      };
      history.replaceState = function (...place) { replace.apply(history, place); heard = location.hash; };
      window.textkinHasHeard = () => heard === location.hash;
    })();"""


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request, tmp_path_factory):
    """Beside what WebDriver has: before_pages(), window(), media(), scheme(), asked(), complaints(), nameless(), printed() and downloads."""
    kind = {"chromium": chromium, "firefox": firefox}[request.param]
    if kind.MISSING:
        pytest.skip(kind.MISSING)
    started = kind.start(tmp_path_factory.mktemp("profile"), tmp_path_factory.mktemp("downloads"))
    let_pages_hear(started, int(os.environ.get("TEXTKIN_SLOW_PAGES", "0")))
    yield started
    started.quit()


def let_pages_hear(browser, late):
    """From the next page on, what its address says reaches it `late` milliseconds after it was changed."""
    browser.before_pages("hear", HEARD % late)


def visit(browser, path, fragment=""):
    """Opens a file anew."""
    browser.get("about:blank")
    browser.asked()
    browser.complaints()
    browser.get(path.as_uri() + fragment)


def unit(browser):
    """Milliseconds that this browser needs here and now for a piece of work of the page's kind: what its speed is measured beside. On a quiet
    machine some 350 for a page of 500 pairs."""
    return browser.execute_script("""
        const source = document.getElementById("data").textContent, start = performance.now();
        for (let i = 0; i < 10; ++i) JSON.parse(source);
        const box = document.body.appendChild(document.createElement("div"));
        for (let i = 0; i < 20000; ++i) box.appendChild(document.createElement("div")).textContent = "line " + i;
        box.getBoundingClientRect();
        const spent = performance.now() - start;
        box.remove();
        return spent;""")


def opening_time(browser):
    return browser.execute_script("return performance.getEntriesByType('navigation')[0].domComplete")


def assert_quiet(browser):
    """Nothing was asked of any network since visit(), and the console is empty."""
    assert browser.complaints() == []
    assert browser.asked() == []


def rows(browser, table):
    """The texts of a table's visible cells."""
    return browser.execute_script("""
        return Array.from(document.querySelectorAll("#" + arguments[0] + " tbody tr")).filter((row) => !row.hidden)
          .map((row) => Array.from(row.cells, (cell) => cell.innerText.trim()));""", table)


def heads(browser, table):
    return browser.find_elements(By.CSS_SELECTOR, f"#{table} th button")


def text(browser, id):
    return browser.find_element(By.ID, id).text


def put(browser, id, value):
    """Sets a field as a person's input does."""
    browser.execute_script("""
        const field = document.getElementById(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", {bubbles: true}));
        field.dispatchEvent(new Event("change", {bubbles: true}));""", id, value)


def rewritten(path, change):
    """The data of a page on disk, changed by change(data): what another collection would have given."""
    page = path.read_text()
    begin, end = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL).span(1)
    data = json.loads(page[begin:end])
    change(data)
    path.write_text(page[:begin] + json.dumps(data).replace("<", "\\u003c") + page[end:])


def page_data(browser):
    return browser.execute_script("return JSON.parse(document.getElementById('data').textContent)")


def choose(browser, word):
    """Presses the button of a view or of a filter that begins with the word."""
    (button,) = [b for b in browser.find_elements(By.CSS_SELECTOR, "#table-views button, #decisions button") if b.text.startswith(word)]
    button.click()


def decisions(browser):
    """What is decided of each pair in sight: the word of the button that is pressed."""
    return browser.execute_script("""return Array.from(document.querySelectorAll("#pairs tbody tr"), (row) =>
        Array.from(row.querySelectorAll(".decide [aria-pressed=true]"), (button) => button.innerText).join());""")


def open_pair(browser, selector="#pairs tbody a"):
    """Follows the first such link of the table of pairs."""
    browser.find_element(By.CSS_SELECTOR, selector).click()
    WebDriverWait(browser, 10).until(lambda _: browser.find_element(By.ID, "pair").is_displayed())
