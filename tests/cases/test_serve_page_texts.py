"""The page of `textkin serve`: fields of what is added, lists by fields, texts of every script and direction, and paper."""

import pytest

from browsing import By, browser, put  # noqa: F401
from samples import prose
from selenium.webdriver.common.keys import Keys
from serve_page import READER, Page, a_class, index, key, tokens  # noqa: F401
from serving import serving

# The same words twice over, so that a run of five and more is there.
SCRIPTS = {
    "عربي.txt": "ارتفع النهر مترين في ليلة واحدة وكان الجسر القديم مغلقا أمام المارة حتى الصباح ثم عاد الناس إلى بيوتهم وهم يحملون الخبز والماء",
    "עברית.txt": "הנהר עלה שני מטרים בלילה אחד והגשר הישן היה סגור עד הבוקר ואחר כך חזרו האנשים לבתיהם עם לחם ומים ואור קטן ביד",
    "日本語.txt": "川は一晩で二メートル上がり古い橋は朝まで閉ざされていたその後人々はパンと水を持って家に帰り小さな明かりを手にしていた",
    "ไทย.txt": "แม่น้ำสูงขึ้นสองเมตรในคืนเดียวและสะพานเก่าถูกปิดจนถึงเช้าแล้วผู้คนก็กลับบ้านพร้อมขนมปังและน้ำ",
    "हिन्दी.txt": "नदी एक रात में दो मीटर बढ़ गई और पुराना पुल सुबह तक बंद रहा फिर लोग रोटी और पानी लेकर अपने घर लौट आए और दीपक जलाया",
}


def test_what_is_added_has_fields_and_is_listed_by_them(index, browser):  # noqa: F811
    paths, _ = a_class(index, 4)
    with serving(index, "archive", "--tokens", tokens(index)) as server:
        page = Page(browser, server)
        page.until(lambda: page["sign-in"].is_displayed())
        key(browser, READER, Keys.ENTER)
        page.ready()
        assert not page["adding-fields"].is_displayed()
    with serving(index, "archive") as server:
        page = Page(browser, server)
        browser.execute_script("sessionStorage.clear()")
        browser.get(page.home)
        page.ready()
        page.hand_in(paths)
        page["adding-fields"].find_element(By.TAG_NAME, "summary").click()
        page["field-values"].find_element(By.TAG_NAME, "input").send_keys("c 2026 & דור")
        page["add"].click()
        page.done("Added 4 documents.")
        assert all(text.startswith("in the archive: new") for _, text in page.rows("added"))
        kept = {row["id"]: server("GET", "/v1/indexes/archive/documents/" + row["id"]).json() for row in server("GET", "/v1/indexes/archive/documents?prefix=essay-").rows()}
        assert set(kept) == {path.name for path in paths} and all(one["course"] == "c 2026 & דור" for one in kept.values())
        assert kept["essay-01.txt"]["text"] == paths[1].read_text()
        page["add"].click()
        page.until(lambda: all("was there already" in text for _, text in page.rows("added")))
        # Listed by that field, and by another; the table on the screen is the one that is saved.
        browser.get(page.home + "#archive")
        page.until(lambda: page["list-add-condition"].is_displayed())
        page["list-add-condition"].click()
        condition = browser.find_element(By.CSS_SELECTOR, "#list-conditions input")
        condition.send_keys("c 2026 & דור", Keys.ENTER)
        page.until(lambda: len(page.rows("list")) == 4)
        page["list-table"].click()
        assert {line.split("\t")[0] for line in page.downloaded("documents.tsv").splitlines()} == {"id", *(path.name for path in paths)}
        browser.execute_script("const kind = document.querySelectorAll('#list-conditions select')[1]; kind.value = 'not';")
        browser.find_element(By.CSS_SELECTOR, "#list-form button").click()
        page.until(lambda: len(page.rows("list")) == 12)
        browser.find_element(By.CSS_SELECTOR, "#list tbody button").click()
        page.until(lambda: page["document-fields"].text == "course: c0")
        page.quiet()


def test_texts_of_every_script_and_direction(index, browser):  # noqa: F811
    index("index", "add", "archive", index.jsonl("scripts.jsonl", [{"id": "old " + name, "text": words, "course": "c"} for name, words in SCRIPTS.items()]))
    paths = [index.path(index.write("scripts/" + name, prose("before", 5) + " " + words)) for name, words in SCRIPTS.items()]
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths)
        assert set(page["handed-list"].text.split("\n")) - {"×"} == set(SCRIPTS)
        put(browser, "text", SCRIPTS["עברית.txt"])
        assert browser.execute_script("return getComputedStyle(document.getElementById('text')).direction") == "rtl"
        page["look-up"].click()
        page.done("Looked up 6 texts.")
        found = {(row[0], row[1]) for row in page.rows("found")}
        assert found >= {(name, "old " + name) for name in SCRIPTS}
        for line in browser.find_elements(By.CSS_SELECTOR, "#found tbody tr"):
            name = line.find_element(By.CSS_SELECTOR, "td").text
            if not line.find_elements(By.TAG_NAME, "summary") or name not in SCRIPTS:
                continue
            line.find_element(By.TAG_NAME, "summary").click()
            page.until(lambda line=line: line.find_elements(By.CSS_SELECTOR, "li bdi"))
            quoted = line.find_element(By.CSS_SELECTOR, "li bdi")
            assert SCRIPTS[name].startswith(quoted.text.strip("“”…")[:30])
            assert quoted.value_of_css_property("direction") == ("rtl" if name[0] in "عע" else "ltr")
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        page["compare"].click()
        page.report()
        page.back()
        page.quiet()


@pytest.mark.parametrize("name", ["עברית.txt", "日本語.txt"])
def test_a_source_of_any_script_is_seen_beside(index, browser, name):  # noqa: F811
    index("index", "add", "archive", index.jsonl("scripts.jsonl", [{"id": "old " + name, "text": SCRIPTS[name], "course": "c"}]))
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        put(browser, "text", SCRIPTS[name])
        page["look-up"].click()
        page.done("Looked up 1 text.")
        browser.find_element(By.CSS_SELECTOR, "#found button").click()
        page.report()
        page.until(lambda: page["pair"].is_displayed() and SCRIPTS[name][:20] in page["a-text"].text and SCRIPTS[name][:20] in page["b-text"].text)
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_what_is_found_is_printed_and_a_report_prints_itself(index, browser):  # noqa: F811
    paths, exercise = a_class(index, 9)
    try:
        with serving(index, "archive") as server:
            page = Page(browser, server)
            page.ready()
            page.hand_in(paths, exercise)
            page["look-up"].click()
            page.done("Looked up 9 texts.")
            browser.media("print")
            assert page["found"].is_displayed() and "film-2025/essay-04" in page["found"].text
            assert not any(page[id].is_displayed() for id in ("drop", "look-up", "found-page", "index", "now", "stop"))
            assert len(browser.printed()) > 5000
            browser.media("")
            page["compare"].click()
            page.report()
            browser.execute_script("window.print = () => { document.documentElement.dataset.printed = 'yes'; };")
            page.back()
            page["report-print"].click()
            browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, "#frame iframe"))
            page.until(lambda: browser.execute_script("return document.documentElement.dataset.printed") == "yes")
            page.back()
            browser.media("print")
            assert "prints the report" in page["report"].text and not page["frame"].is_displayed()
            browser.media("")
            page.quiet()
    finally:
        browser.media("")


def test_who_asks_too_often_waits_and_what_takes_too_long_is_told(index, browser):  # noqa: F811
    """By the server's own answers: a rate, and a deadline that nothing keeps, whose answer the page gets from the test."""
    paths, _ = a_class(index, 3)
    (index.folder / "tokens").write_text(f"writer {READER} rate=0.5\n")
    (index.folder / "tokens").chmod(0o600)
    with serving(index, "archive", "--tokens", "tokens") as server:
        page = Page(browser, server)
        page.until(lambda: page["sign-in"].is_displayed())
        key(browser, READER, Keys.ENTER)
        page.until(lambda: "goes on by itself in" in page["trouble"].text and page["trouble"].is_displayed())
        page.ready()
        page.until(lambda: not page["trouble"].is_displayed())
    with serving(index, "archive", "--deadline", "0.000001") as server:
        late = server("PUT", "/v1/indexes/archive/documents/x", "y z", "text/plain").body.decode()
    with serving(index, "archive") as server:
        page = Page(browser, server)
        browser.execute_script("sessionStorage.clear()")
        browser.get(page.home)
        page.ready()
        page.hand_in(paths)
        for answer, said in ((late, "longer than the server lets anything take, and nothing was changed"), ("<html>", "whether anything was changed is not known")):
            browser.execute_script("const own = window.ownFetch || (window.ownFetch = fetch); window.fetch = (path, how) => how.method === 'POST' || how.method === 'PUT' ? "
                                   "Promise.resolve(new Response(arguments[0], {status: 504})) : own(path, how);", answer)
            page["add"].click()
            page.until(lambda said=said: any(said in text for _, text in page.rows("added")))
            assert all("longer --deadline" in text for _, text in page.rows("added"))
