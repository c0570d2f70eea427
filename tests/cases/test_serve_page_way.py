"""A teacher's whole way at the page of `textkin serve`, by the keyboard alone and on a phone: files dropped and chosen, the ranking, a pair, a mark, what is
saved; and that long work says how far it is and can be stopped."""

import csv
import io
import json
import pathlib

import pytest

from browsing import By, browser, put  # noqa: F401
from samples import prose
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from serve_page import WRITER, Page, a_class, focused, index, key, tab_to, tokens  # noqa: F401
from serving import serving
from test_report_accessibility import AXE


def choose_by_keyboard(browser, page, field, paths):  # noqa: F811
    """The key opens the chooser of files, whose answer is given for the person. Firefox has no hook there: files are given to the field that has the focus."""
    tab_to(browser, field)
    if browser.capabilities["browserName"] == "firefox":
        page[field].send_keys("\n".join(map(str, paths)))
        return
    browser.execute_cdp_cmd("Page.enable", {})
    browser.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": True})
    opened = []

    def is_open():
        events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
        opened.extend(event["params"]["backendNodeId"] for event in events if event["method"] == "Page.fileChooserOpened")
        return opened

    key(browser, Keys.ENTER)
    page.until(is_open)
    browser.execute_cdp_cmd("DOM.setFileInputFiles", {"files": list(map(str, paths)), "backendNodeId": opened[0]})
    browser.execute_cdp_cmd("Page.setInterceptFileChooserDialog", {"enabled": False})


def back_to(browser, page, name, most=80):  # noqa: F811
    """Out of the frame and on to a button in front of it, by the keyboard."""
    for _ in range(most):
        ActionChains(browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        page.back()
        if focused(browser) == name:
            return
        if focused(browser) == "IFRAME":
            browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, "#frame iframe"))
    raise AssertionError(f"{name} is not reached backwards by the tab key; {focused(browser)} is")


@pytest.fixture(params=["desk", "phone"])
def screen(request, browser):  # noqa: F811
    browser.window(*((390, 844, True) if request.param == "phone" else (1280, 800, False)))
    yield browser
    browser.switch_to.default_content()
    browser.window()


def test_a_teachers_whole_way_by_keyboard(index, screen):  # noqa: F811
    browser = screen  # noqa: F811
    paths, exercise = a_class(index)
    with serving(index, "archive", "--tokens", tokens(index)) as server:
        page = Page(browser, server)
        page.until(lambda: page["sign-in"].is_displayed())
        key(browser, WRITER, Keys.ENTER)
        page.ready()
        assert all("401" in str(line) for line in browser.complaints())
        choose_by_keyboard(browser, page, "files", paths)
        page.until(lambda: page["handed-count"].text.startswith("30 files"))
        choose_by_keyboard(browser, page, "template", [exercise])
        page.until(lambda: "exercise.txt" in page["template-list"].text)
        tab_to(browser, "compare", 200)
        key(browser, Keys.ENTER)
        page.report()
        page.until(lambda: len(page.rows("pairs")) == 2)
        assert [row[0].split("\n")[:2] for row in page.rows("pairs")] == [["essay-08.txt", "film-2025/essay-04 archive"], ["essay-03.docx", "essay-17.txt"]]
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
        tab_to(browser, "#pair=1", 80)
        key(browser, Keys.ENTER)
        page.until(lambda: page["pair"].is_displayed() and len(page["b-text"].text) > 500)
        key(browser, "3")
        page.back()
        page.until(lambda: "1 mark is kept in the archive." in page["report-said"].text)
        browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, "#frame iframe"))
        back_to(browser, page, "report-page")
        key(browser, Keys.ENTER)
        assert '"mark\\":\\"case\\"' in page.downloaded("handed-in.html")
        page.until(lambda: "Saved" in page["report-said"].text)
        tab_to(browser, "report-table")
        key(browser, Keys.ENTER)
        rows = list(csv.DictReader(io.StringIO(page.downloaded("handed-in.tsv")), delimiter="\t"))
        assert {(row["a"], row["b"]) for row in rows} == {("essay-08.txt", "film-2025/essay-04"), ("essay-03.docx", "essay-17.txt")}
        (kept,) = server("GET", "/v1/indexes/archive/marks", token=WRITER).rows()
        assert kept["mark"] == "case" and kept["by"] == "anna" and kept["ids"] == ["essay-08.txt", "film-2025/essay-04"]
        page.quiet()


def drop(browser, page, zone, paths):  # noqa: F811
    """Files, or folders, are dropped. Firefox takes no such thing from outside: there the event is made, with files of the same names and bytes."""
    if browser.capabilities["browserName"] != "firefox":
        box = browser.execute_script("const r = document.getElementById(arguments[0]).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];", zone)
        data = {"items": [], "files": list(map(str, paths)), "dragOperationsMask": 1}
        for type in ("dragEnter", "dragOver"):
            browser.execute_cdp_cmd("Input.dispatchDragEvent", {"type": type, "x": box[0], "y": box[1], "data": data})
        page.until(lambda: "over" in page[zone].get_attribute("class").split())
        browser.execute_cdp_cmd("Input.dispatchDragEvent", {"type": "drop", "x": box[0], "y": box[1], "data": data})
    else:
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
        browser.execute_script("""
            const transfer = new DataTransfer();
            for (const [name, bytes] of arguments[1]) transfer.items.add(new File([new Uint8Array(bytes)], name));
            const zone = document.getElementById(arguments[0]);
            for (const type of ["dragover", "drop"]) zone.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: transfer}));""",
                               zone, [[file.name, list(file.read_bytes())] for file in files])
    page.until(lambda: "over" not in page[zone].get_attribute("class").split())


def test_a_folder_and_a_template_are_dropped(index, browser):  # noqa: F811
    paths, exercise = a_class(index, 18)
    (paths[0].parent / ".hidden").write_text("left by a system")
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        drop(browser, page, "drop", [paths[0].parent])
        page.until(lambda: page["handed-count"].text.startswith("18 files"))
        assert "1 hidden file was left out." in page["trouble"].text
        browser.execute_script("document.getElementById('drop-template').scrollIntoView({block: 'center'})")
        drop(browser, page, "drop-template", [exercise])
        page.until(lambda: "exercise.txt" in page["template-list"].text)
        page["compare"].click()
        page.report()
        page.until(lambda: len(page.rows("pairs")) == 2)
        page.back()
        if browser.capabilities["browserName"] != "firefox":
            assert page["report-title"].text == "class", "the folder's name"
        page.quiet()


def test_a_class_says_how_far_it_is_and_is_stopped(index, browser, monkeypatch):  # noqa: F811
    """Of work that takes minutes the server keeps nothing when the person has stopped it: neither files nor a thread."""
    scratch = index.folder / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    same = prose("same", 30000)
    paths = [index.path(index.write(f"long/{i:02}.txt", prose(f"own {i}", 50) + " " + same)) for i in range(60)]
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths)
        browser.execute_script("""
            window.said = [];
            new MutationObserver(() => window.said.push(document.getElementById("now").textContent)).observe(document.getElementById("now"), {childList: true});""")
        page["compare"].click()
        page.until(lambda: "Laying alike texts side by side: " in page["now"].text and page["progress"].get_attribute("value"))
        assert list(scratch.iterdir())
        page["stop"].click()
        page.until(lambda: page["now"].text == "Stopped." and not page["stop"].is_displayed())
        said = browser.execute_script("return window.said")
        assert any(line.startswith("60 files. Reading: ") and " of " in line for line in said), said
        assert page["compare"].is_enabled() and not page["trouble"].is_displayed()
        page.until(lambda: not list(scratch.iterdir()))
        # Both threads are free again.
        answers = [server("POST", "/v1/indexes/archive/query?threshold=0.5", prose("old 4", 300), "text/plain") for _ in range(2)]
        assert all(answer.rows()[0]["b"] == "film-2025/essay-04" for answer in answers)
        page["clear"].click()
        page.hand_in(paths[:2])
        page["compare"].click()
        page.report()
        page.until(lambda: len(page.rows("pairs")) == 1)


def test_no_rule_of_accessibility_is_broken_in_the_report(index, browser):  # noqa: F811
    if not AXE:
        pytest.skip("axe is not here: npm pack axe-core, unpacked, and TEXTKIN_AXE=package/axe.min.js")
    rules = pathlib.Path(AXE).read_text()
    paths, exercise = a_class(index, 18)
    with serving(index, "archive") as server:
        try:
            for scheme in ("light", "dark"):
                browser.switch_to.default_content()
                browser.scheme(scheme)
                for width, height, phone in ((1280, 800, False), (390, 844, True)):
                    browser.window(width, height, phone)
                    page = Page(browser, server)
                    page.ready()
                    page.hand_in(paths, exercise)
                    page["compare"].click()
                    page.report()

                    def wrong():
                        browser.execute_script(rules)
                        return browser.execute_async_script("axe.run().then((r) => arguments[0](r.violations.map((v) => [v.id, v.nodes[0].html, v.nodes[0].failureSummary])))")

                    assert wrong() == [], ("ranking", scheme, phone)
                    browser.find_element(By.CSS_SELECTOR, "#pairs tbody a").click()
                    page.until(lambda page=page: page["pair"].is_displayed() and len(page["b-text"].text) > 500)
                    assert wrong() == [], ("pair", scheme, phone)
                    page.back()
                    assert wrong() == [], ("around", scheme, phone)  # back outside the frame
        finally:
            browser.switch_to.default_content()
            browser.scheme("")
            browser.window()


def test_the_last_column_is_in_sight_at_any_width(index, browser):  # noqa: F811
    """Of the ranking, with long names and long words about them, beside the settings, above them, and as cards."""
    base = prose("stolen", 200).split()
    names = ["Anna-Katharina_Müller-Hohenstein_Essay_final_v2.txt", "Bjørn Østergaard - Hjemmeopgave 3 (rettet).txt", "Christopher Featherstonehaugh essay.txt", "Xaverine Dora-Featherstonehaugh essay.txt"]
    paths = []
    for i, name in enumerate(names):
        words = [f"other{k}" if i and k % 9 == i else word for k, word in enumerate(base)]
        words = words[100:] + words[:100] if i == 2 else [word.replace("a", "\u0430") if i == 3 and k % 3 == 0 else word for k, word in enumerate(words)]
        paths.append(index.path(index.write("long/" + name, prose(f"own {i}", 150) + " " + " ".join(words) + " " + " ".join(prose("old 4", 300).split()[20:160]))))
    with serving(index, "archive") as server:
        page = Page(browser, server)
        page.ready()
        page.hand_in(paths)
        page["compare"].click()
        page.report()
        cut = []
        try:
            for width in (360, 390, 600, 719, 740, 780, 830, 900, 1000, 1110, 1150, 1200, 1250, 1290, 1330, 1400, 1600):
                page.back()
                browser.window(width, 800, width < 700)
                browser.switch_to.frame(browser.find_element(By.CSS_SELECTOR, "#frame iframe"))
                sizes = browser.execute_script("""
                    const wide = document.getElementById("pairs").parentElement;
                    return [wide.scrollWidth, wide.clientWidth, document.documentElement.scrollWidth, innerWidth,
                      Math.max(...Array.from(document.querySelectorAll("#pairs .decide"), (one) => one.getBoundingClientRect().right))];""")
                if sizes[0] > sizes[1] or sizes[2] > sizes[3] or sizes[4] > sizes[3]:
                    cut.append((width, sizes))
        finally:
            page.back()
            browser.window()
        assert cut == []
