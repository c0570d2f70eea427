"""The page at / of `textkin serve` in real browsers: what a teacher does, by mouse and by keyboard, on a phone and in the dark."""

import json
import os
import pathlib
import time

import pytest

from browsing import By, browser, put, text  # noqa: F401
from hand_ins import docx
from samples import prose
from selenium.webdriver.support.ui import WebDriverWait
from serving import serving
from test_report_accessibility import AXE, CONTRAST, STRUCTURE

WRITER = "a-token-of-a-writer-0123456789"
READER = "a-token-of-a-reader-0123456789"
HOSTILE = ['<img src=x onerror="window.parent.hit=1;window.hit=1">', "</script><script>window.hit=1</script>", "a\u202eb.txt", "=1+1", "{{7*7}}", "javascript:hit=1"]


@pytest.fixture
def index(textkin):
    textkin("index", "create", "archive", "--field", "course")
    old = [{"id": f"film-2025/essay-{i:02}", "text": prose(f"old {i}", 300), "course": f"c{i % 2}"} for i in range(12)]
    textkin("index", "add", "archive", textkin.jsonl("old.jsonl", old))
    return textkin


def a_class(textkin, count=30):
    """Essays with an exercise; 3 and 17 share 120 words, 8 has 140 of the archive's. The paths, and that of the exercise."""
    paths = []
    for i in range(count):
        parts = [prose(f"own {i}", 250), prose("exercise", 40)]
        if i in (3, 17):
            parts.append(prose("stolen", 120))
        if i == 8:
            parts.append(" ".join(prose("old 4", 300).split()[20:160]))
        content = docx(*parts) if i % 3 == 0 else "\n\n".join(parts)
        paths.append(textkin.path(textkin.write(f"class/essay-{i:02}{'.docx' if i % 3 == 0 else '.txt'}", content)))
    return paths, textkin.path(textkin.write("exercise.txt", prose("exercise", 40)))


class Page:
    def __init__(self, browser, server):  # noqa: F811
        self.browser, self.home = browser, f"http://127.0.0.1:{server.port}/"
        browser.get("about:blank")
        browser.asked()
        browser.complaints()
        browser.get(self.home)

    def __getitem__(self, id):
        return self.browser.find_element(By.ID, id)

    def until(self, holds):
        WebDriverWait(self.browser, 30, ignored_exceptions=[Exception]).until(lambda _: holds())

    def ready(self):
        self.until(lambda: "document" in self["state"].text)

    def done(self, said):
        """The work that was begun has come to an end, and says so."""
        self.until(lambda: said in self["now"].text and not self["stop"].is_displayed())

    def hand_in(self, paths, template=None):
        self["files"].send_keys("\n".join(map(str, paths)))
        if template is not None:
            self["template"].send_keys(str(template))

    def report(self):
        """Goes into the frame of the report."""
        self.until(lambda: self["report"].is_displayed())
        self.browser.switch_to.frame(self.browser.find_element(By.CSS_SELECTOR, "#frame iframe"))
        self.until(lambda: self.browser.find_element(By.CSS_SELECTOR, "#collection, #pair").is_displayed() or self["pair"].is_displayed())

    def back(self):
        self.browser.switch_to.default_content()

    def rows(self, table):
        return self.browser.execute_script("""return Array.from(document.querySelectorAll("#" + arguments[0] + " tbody tr"))
            .filter((row) => !row.hidden).map((row) => Array.from(row.cells, (cell) => cell.innerText.trim()));""", table)

    def downloaded(self, name):
        path = self.browser.downloads / name
        self.until(lambda: path.exists() and path.stat().st_size > 0 and not list(self.browser.downloads.glob("*.crdownload")) and not list(self.browser.downloads.glob("*.part")))
        content = path.read_text()
        path.unlink()
        return content

    def quiet(self):
        """Nothing was asked of anything but this server, and the console is empty."""
        self.back()
        assert [address for address in self.browser.asked() if not address.startswith((self.home, "chrome:", "resource:"))] == []
        assert self.browser.complaints() == []


def test_a_class_is_compared_and_its_report_is_read_and_saved(index, browser):  # noqa: F811
    paths, exercise = a_class(index)
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths, exercise)
        assert page["handed-count"].text.startswith("30 files")
        page["compare"].click()
        page.report()
        found = page.rows("pairs")
        assert [row[0].split("\n")[:2] for row in found] == [["essay-08.txt", "film-2025/essay-04 archive"], ["essay-03.docx", "essay-17.txt"]]
        browser.find_element(By.CSS_SELECTOR, "#pairs tbody a").click()
        page.until(lambda: page["pair"].is_displayed() and len(page["b-text"].text) > 500)
        page.back()
        page["report-page"].click()
        saved = page.downloaded("handed-in.html")
        assert saved.startswith("<!DOCTYPE html>") and "Content-Security-Policy" in saved
        page["report-table"].click()
        assert page.downloaded("handed-in.tsv").count("\n") == 1 + 2
        page.quiet()


def test_a_text_is_looked_up_and_seen_beside_its_source(index, browser):  # noqa: F811
    stolen = " ".join(prose("old 4", 300).split()[20:160])
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        put(browser, "text", prose("before", 30) + " " + stolen + " " + prose("behind", 30))
        page["look-up"].click()
        page.done("Looked up 1 text.")
        (row,) = page.rows("found")
        assert row[:2] == ["pasted text.txt", "film-2025/essay-04"] and row[3] == "140" and row[4] == "70.0 %" and row[5] == "46.7 %"
        browser.find_element(By.CSS_SELECTOR, "#found summary").click()
        page.until(lambda: browser.find_elements(By.CSS_SELECTOR, "#found li"))
        begin = len(prose("before", 30)) + 2
        assert f"140 words from character {begin} of yours" in browser.find_element(By.CSS_SELECTOR, "#found li").text
        assert stolen[:60] in browser.find_element(By.CSS_SELECTOR, "#found li").text
        page["found-table"].click()
        assert "film-2025/essay-04" in page.downloaded("looked-up.tsv").splitlines()[1]
        browser.find_element(By.CSS_SELECTOR, "#found button").click()
        page.report()
        page.until(lambda: page["pair"].is_displayed() and stolen[:40] in page["a-text"].text and stolen[:40] in page["b-text"].text)
        page.back()
        # A condition on a field, and a template
        browser.get(page.home + "#desk")
        page.ready()
        page["filters"].find_element(By.TAG_NAME, "summary").click()
        page["add-condition"].click()
        condition = browser.find_element(By.CSS_SELECTOR, "#conditions input")
        condition.send_keys("c1")
        put(browser, "text", stolen)
        page["look-up"].click()
        page.done("Looked up 1 text.")
        assert page.rows("found") == [] and "none shares anything" in page["found-said"].text
        page.quiet()


def test_no_text_of_a_stranger_becomes_markup(index, browser):  # noqa: F811
    words = [f"{HOSTILE[i % 2]} {prose(f'h{i % 2}', 60)} {HOSTILE[1]}" for i in range(len(HOSTILE))]
    index("index", "add", "archive", index.jsonl("bad.jsonl", [{"id": id, "text": words[i], "course": HOSTILE[0]} for i, id in enumerate(HOSTILE)]))
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        put(browser, "text", words[0])
        browser.execute_script("""
            const transfer = new DataTransfer();
            for (const name of arguments[0]) transfer.items.add(new File([arguments[1]], name));
            const field = document.getElementById("files");
            field.files = transfer.files;
            field.dispatchEvent(new Event("change"));""", HOSTILE[:1] + HOSTILE[2:], words[0])
        page["look-up"].click()
        page.done("Looked up 6 texts.")
        assert len(page.rows("found")) >= 6
        browser.get(page.home + "#archive")
        for id in HOSTILE:
            put(browser, "find-id", id)
            browser.find_element(By.CSS_SELECTOR, "#find button").click()
            page.until(lambda: page["document"].is_displayed() and page["document-text"].text[:20] == words[HOSTILE.index(id)][:20])
        put(browser, "find-id", "<b>nobody</b>")
        browser.find_element(By.CSS_SELECTOR, "#find button").click()
        page.until(lambda: "<b>nobody</b>" in page["trouble"].text)
        assert browser.execute_script("return [window.hit, document.querySelectorAll('main img, main script, main b').length]") in ([None, 0], (None, 0))
        assert all("404" in str(line) for line in browser.complaints())
