"""The page at / of `textkin serve` in real browsers: what a teacher does, by mouse and by keyboard, on a phone and in the dark."""

import pathlib

import pytest

from browsing import By, browser, put, text  # noqa: F401
from samples import prose
from selenium.webdriver.common.keys import Keys
from serve_page import READER, WRITER, Page, a_class, index, key, tab_to, tokens  # noqa: F401
from serving import Server, serving
from test_report_accessibility import AXE, CONTRAST, STRUCTURE

HOSTILE = ['<img src=x onerror="window.parent.hit=1;window.hit=1">', "</script><script>window.hit=1</script>", "a\u202eb.txt", "=1+1", "{{7*7}}", "javascript:hit=1"]


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
        # What he left out is not what he changed.
        put(browser, "text", " ".join(word for i, word in enumerate(stolen.split()) if i % 10 != 9))
        page["look-up"].click()
        page.until(lambda: len(page.rows("found")) == 1 and page.rows("found")[0][3] == "126")
        browser.find_element(By.CSS_SELECTOR, "#found summary").click()
        page.until(lambda: browser.find_elements(By.CSS_SELECTOR, "#found li"))
        assert ", 100.0 % the same" in browser.find_element(By.CSS_SELECTOR, "#found li").text
        put(browser, "text", prose("before", 30) + " " + stolen + " " + prose("behind", 30))
        page["look-up"].click()
        page.until(lambda: page.rows("found")[0][3] == "140")
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
        assert page.rows("found") == [] and "none shares a passage that counts" in page["found-said"].text
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


def test_marks_are_kept_in_the_archive_and_saved_with_the_report(index, browser):  # noqa: F811
    """By keyboard alone, from the token to the marks; then again in a new report, beside a late essay."""
    paths, exercise = a_class(index, 18)
    with serving(index, "archive", "--tokens", tokens(index)) as server:
        page = Page(browser, server)
        page.until(lambda: page["sign-in"].is_displayed())
        key(browser, "a-token-that-nobody-knows", Keys.ENTER)
        page.until(lambda: "not known" in page["trouble"].text)
        key(browser, WRITER, Keys.ENTER)
        page.ready()
        assert page["role"].text == "anna, writer" and browser.execute_script("return [localStorage.length, sessionStorage.length]") == [0, 1]
        page.hand_in(paths[:-1], exercise)
        tab_to(browser, "compare")
        key(browser, Keys.ENTER)
        page.report()
        page.until(lambda: len(page.rows("pairs")) == 1)
        browser.find_element(By.CSS_SELECTOR, "#pairs tbody a").send_keys(Keys.ENTER)
        page.until(lambda: page["pair"].is_displayed())
        key(browser, "3")
        page.back()
        page.until(lambda: "1 mark is kept in the archive." in page["report-said"].text)
        (kept,) = server("GET", "/v1/indexes/archive/marks", token=READER).rows()
        assert kept["mark"] == "case" and kept["by"] == "anna" and kept["ids"] == ["essay-08.txt", "film-2025/essay-04"]
        page["report-page"].click()
        saved = page.downloaded("handed-in.html")
        assert '"mark\\":\\"case\\"' in saved and 'class="given-marks"' in saved and 'id="host"' not in saved
    with serving(index, "archive", "--tokens", "tokens") as server:
        page = Page(browser, server)
        page.until(lambda: page["sign-in"].is_displayed())
        key(browser, READER, Keys.ENTER)
        page.ready()
        assert not page["add"].is_displayed() and "you may read it" in page["state"].text
        page.hand_in(paths, exercise)
        page["compare"].click()
        page.report()
        page.until(lambda: len(page.rows("pairs")) == 1)  # 3 and 17 are still to decide, the other pair is not
        assert "1 of 2 pairs looked at: 1 case" in text(browser, "progress")
        page.back()
        page["forget"].click()
        page.until(lambda: page["sign-in"].is_displayed() and browser.execute_script("return sessionStorage.length") == 0)


def test_what_is_added_when_the_server_is_killed_is_known_afterwards(index, browser):  # noqa: F811
    """kill -9 while 30 essays are being added: some are acknowledged, of two the answer is lost on its way, two come to a dead server, the others are not
    sent. After the restart the page says of each what is so, and adds the others."""
    paths, _ = a_class(index)
    server = Server(index, "archive")
    page = Page(browser, server)
    page.ready()
    page.hand_in(paths)
    browser.execute_script("""
        Object.assign(window, {answers: 0, sent: 0, arrived: 0, waits: []});
        const before = window.fetch, later = () => new Promise((go) => window.waits.push(go));
        window.fetch = async (...how) => {
          if (!how[1] || how[1].method !== "PUT" || window.over) return before(...how);
          if (window.answers < 5) {
            const answer = await before(...how);
            ++window.answers;
            return answer;
          }
          if (++window.sent <= 2) {
            await before(...how);
            ++window.arrived;
            await later();
            throw new TypeError("the connection is gone");
          }
          await later();
          return before(...how);
        };""")
    page["add"].click()
    page.until(lambda: browser.execute_script("return window.arrived === 2 && window.waits.length === 4"))
    acknowledged = browser.execute_script("return window.answers")
    server.process.kill()
    server.process.wait()
    browser.execute_script("window.over = true; for (const go of window.waits) go();")
    page.until(lambda: "does not answer" in page["trouble"].text and page["added-look"].is_displayed())
    assert f"{acknowledged} of 30 documents are in the archive; of 4 it is not known" in page["added-said"].text
    again = Server(index, "archive", listen=f"127.0.0.1:{server.port}")
    try:
        there = {row["id"] for row in again("GET", "/v1/indexes/archive/documents").rows()} - {f"film-2025/essay-{i:02}" for i in range(12)}
        assert len(there) == acknowledged + 2, "what was acknowledged is there, and what only its answer was missing of"
        browser.execute_script("document.getElementById('added-look').focus()")
        key(browser, Keys.ENTER)
        page.done("Now it is known")
        said = {name: text for name, text in page.rows("added")}
        assert len(said) == 30 and {name for name, text in said.items() if text.startswith("in the archive")} == there
        assert all(text == "not in the archive" for name, text in said.items() if name not in there)
        page["added-again"].click()
        page.done("Added")
        page.until(lambda: "30 of 30 documents are in the archive." in page["added-said"].text)
        assert again("GET", "/v1/indexes/archive").json()["documents"] == 12 + 30
    finally:
        again.end()


def test_the_archive_is_listed_searched_and_documents_are_removed(index, browser):  # noqa: F811
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        browser.get(page.home + "#archive")
        put(browser, "prefix", "film-2025/essay-0")
        browser.find_element(By.CSS_SELECTOR, "#list-form button").click()
        page.until(lambda: len(page.rows("list")) == 10)
        for box in browser.find_elements(By.CSS_SELECTOR, "#list tbody input")[:2]:
            box.click()
        assert page["list-remove"].text == "Remove 2 documents"
        page["list-remove"].click()
        page.until(lambda: page["sure"].is_displayed())
        browser.find_element(By.CSS_SELECTOR, "#sure button[value=no]").click()
        assert server("GET", "/v1/indexes/archive").json()["documents"] == 12
        page["list-remove"].click()
        browser.find_element(By.CSS_SELECTOR, "#sure button[value=yes]").click()
        page.until(lambda: "2 documents were removed" in page["list-said"].text and len(page.rows("list")) == 8)
        browser.find_element(By.CSS_SELECTOR, "#list tbody button").click()
        page.until(lambda: page["document"].is_displayed() and page["document-text"].text.startswith(prose("old 2", 300)[:40]))
        page["remove"].click()
        browser.find_element(By.CSS_SELECTOR, "#sure button[value=yes]").click()
        page.until(lambda: not page["document"].is_displayed())
        assert server("GET", "/v1/indexes/archive").json()["documents"] == 9
        assert "Documents\n9" in page["stats"].text or "9" in page["stats"].text
        page.quiet()


def test_many_texts_are_stopped(index, browser):  # noqa: F811
    paths, _ = a_class(index)
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths)
        browser.execute_script("""
            const before = window.fetch;
            window.asked = 0;
            window.fetch = (path, how) => path.includes("/class") && ++window.asked > 6
              ? new Promise((_, failed) => how.signal.addEventListener("abort", () => failed(new DOMException("", "AbortError")))) : before(path, how);""")
        page["look-up"].click()
        page.until(lambda: browser.execute_script("return window.asked > 6") and page["stop"].is_displayed() and page["progress"].is_displayed())
        page["stop"].click()
        page.until(lambda: page["now"].text == "Stopped." and "of 30 texts looked up" in page["found-said"].text)
        assert page["look-up"].is_enabled() and not page["trouble"].is_displayed()


@pytest.fixture(params=["light", "dark"])
def themed(request, browser):  # noqa: F811
    browser.scheme(request.param)
    yield browser
    browser.scheme("")
    browser.window()


def test_contrast_structure_and_names_on_any_screen(index, themed):
    """Each view, in both themes, on a desk's and on a phone's screen; axe's rules too, where axe is here."""
    browser = themed  # noqa: F811
    paths, exercise = a_class(index, 9)
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths, exercise)
        page["filters"].find_element(By.TAG_NAME, "summary").click()
        page["add-condition"].click()
        put(browser, "text", "עברית قال 日本語 some words")
        page["look-up"].click()
        page.done("Looked up 10 texts.")
        browser.execute_script("document.querySelector('#conditions button').click()")
        for phone in (False, True):
            browser.window(390 if phone else 1280, 844 if phone else 800, phone)
            for view in ("desk", "archive"):
                browser.get(page.home + "#" + view)
                page.until(lambda view=view: page[view].is_displayed())
                assert browser.execute_script(CONTRAST) == [], (view, phone)
                found = browser.execute_script(STRUCTURE)
                assert found["outside"] == [] and found["small"] == [] and found["jumps"] == 0 and found["mains"] == 1 and found["h1"] == 1 and found["heads"] == 0 and found["ids"] == [], (view, found)
                assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), (view, "wider than the screen")
                controls, nameless = browser.nameless()
                assert controls > 5 and nameless == [], view
                if AXE:
                    browser.execute_script(pathlib.Path(AXE).read_text())
                    wrong = browser.execute_async_script("axe.run().then((r) => arguments[0](r.violations.map((v) => [v.id, v.nodes[0].html, v.nodes[0].failureSummary])))")
                    assert wrong == [], (view, phone)
