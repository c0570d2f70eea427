"""The page of `textkin report` in a real browser (Debian: chromium-driver, python3-selenium)."""

import shutil

import pytest

from samples import prose

webdriver = pytest.importorskip("selenium.webdriver", reason="python3-selenium is not installed: packaging/debian-12-browser.txt")
if shutil.which("chromedriver") is None:
    pytest.skip("chromium-driver is not installed: packaging/debian-12-browser.txt", allow_module_level=True)

from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

HOSTILE = "<img src=x onerror=alert(1)>\u202egnp.exe"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    profile = tmp_path_factory.mktemp("profile")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,800", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    yield started
    started.quit()


@pytest.fixture
def opened(textkin, browser):
    shared, again = prose("shared", 60), prose("again", 20)
    changed = shared.split()
    changed[30:31] = ["replacement"]
    changed.insert(40, "inserted")
    textkin.jsonl("in.jsonl", [
        {"id": "long", "text": f"{prose('x', 900)} 😀 {shared} {prose('y', 900)} {again} {prose('w', 900)}"},
        {"id": HOSTILE, "text": f"</script><b>{again}</b> {prose('z', 900)} {' '.join(changed)} {prose('v', 900)}"},
        {"id": "third", "text": again},
    ])
    textkin("report", "in.jsonl", "-o", "r.html")
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get(textkin.path("r.html").as_uri())
    yield browser
    assert browser.get_log("browser") == []
    requests = [entry for entry in browser.get_log("performance") if '"Network.requestWillBeSent"' in entry["message"]]
    assert all("file://" in entry["message"] for entry in requests) and len(requests) <= 1


def rows(browser, table):
    lines = browser.find_elements(By.CSS_SELECTOR, f"#{table} tbody tr")
    return [[cell.text for cell in line.find_elements(By.TAG_NAME, "td")] for line in lines]


def heads(browser, table):
    return browser.find_elements(By.CSS_SELECTOR, f"#{table} th button")


def state(browser):
    """The passage, and on each side the text that is marked and whether it is in view."""
    return browser.execute_script("""
        const seen = ["a-text", "b-text"].map((id) => {
          const pane = document.getElementById(id), mark = pane.querySelector("mark.current");
          const box = mark.getBoundingClientRect(), frame = pane.getBoundingClientRect();
          return [mark.textContent, getComputedStyle(mark).backgroundColor, box.top >= frame.top && box.top < frame.bottom];
        });
        return [document.getElementById("position").textContent, ...seen];""")


def test_tables_and_sorting(opened):
    assert [row[1:] for row in rows(opened, "pairs")] == [
        ["60", "80", "2.9 %", "4.3 %", "2"],
        ["20", "20", "0.7 %", "100.0 %", "1"],
        ["20", "20", "1.1 %", "100.0 %", "1"],
    ]
    assert rows(opened, "pairs")[0][0] == f"long and {HOSTILE.replace(chr(0x202E), '[U+202E]')}"
    assert opened.find_elements(By.CSS_SELECTOR, "img, b") == []
    heads(opened, "pairs")[3].click()
    assert [row[3] for row in rows(opened, "pairs")] == ["2.9 %", "1.1 %", "0.7 %"]
    heads(opened, "pairs")[3].click()
    assert [row[3] for row in rows(opened, "pairs")] == ["0.7 %", "1.1 %", "2.9 %"]
    sort = opened.find_elements(By.CSS_SELECTOR, "#pairs th")
    assert [head.get_attribute("aria-sort") for head in sort] == ["none"] * 3 + ["ascending"] + ["none"] * 2


def test_walking_keeps_both_panes_in_step(opened):
    opened.find_element(By.CSS_SELECTOR, "#pairs tbody a").click()
    at, a, b = state(opened)
    assert at == "Passage 1 of 2: 60 words of A, 61 of B, 59 equal"
    assert a[0] == prose("shared", 60) and a[1] == b[1] and a[2] and b[2]
    body = opened.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_RIGHT)
    at, a, b = state(opened)
    assert at.startswith("Passage 2 of 2") and a[0] == b[0] == prose("again", 20) and a[1] == b[1] and a[2] and b[2]
    body.send_keys(Keys.ARROW_RIGHT)
    assert state(opened)[0].startswith("Passage 2 of 2")
    opened.find_element(By.CSS_SELECTOR, "#a-map span").click()
    assert state(opened)[0].startswith("Passage 1 of 2")
    opened.find_elements(By.CSS_SELECTOR, "#a-text mark")[0].click()
    assert state(opened)[0].startswith("Passage 1 of 2")
    body.send_keys(Keys.ESCAPE)
    assert opened.find_element(By.ID, "collection").is_displayed() and not opened.find_element(By.ID, "pair").is_displayed()
    assert opened.switch_to.active_element.get_attribute("href").endswith("#pair=1")


def test_texts_are_whole_and_changed_words_are_marked(opened):
    opened.find_element(By.CSS_SELECTOR, "#pairs tbody a").click()
    for side in "ab":
        text = opened.execute_script(f"return document.getElementById('{side}-text').textContent")
        assert text.startswith(prose("x", 900) + " 😀" if side == "a" else "</script><b>")
        assert text.endswith(prose("w", 900) if side == "a" else prose("v", 900))
    marked = [(span.get_attribute("class"), span.get_attribute("textContent")) for span in
              opened.find_elements(By.CSS_SELECTOR, ".text mark span")]
    assert marked == [("replaced", prose("shared", 60).split()[30]), ("replaced", "replacement"), ("only", "inserted")]


def test_short_passages_can_be_hidden(opened):
    assert len(rows(opened, "pairs")) == 3
    field = opened.find_element(By.ID, "least")
    field.clear()
    field.send_keys("21")
    shown = [line.is_displayed() for line in opened.find_elements(By.CSS_SELECTOR, "#pairs tbody tr")]
    assert shown == [True, False, False]
    assert opened.find_element(By.ID, "hidden").text == "2 pairs and 1 document are hidden."
