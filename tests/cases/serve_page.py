"""The page of a server in a browser, for tests: an archive, a class that is handed in, and what a person does."""

import pytest

from browsing import By
from hand_ins import docx
from samples import prose
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WRITER = "a-token-of-a-writer-0123456789"
READER = "a-token-of-a-reader-0123456789"


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
    def __init__(self, browser, server):
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


def key(browser, *keys):
    ActionChains(browser).send_keys(*keys).perform()


def focused(browser):
    return browser.execute_script("const e = document.activeElement; return e.id || e.getAttribute('href') || e.tagName")


def tab_to(browser, name, most=60):
    for _ in range(most):
        if focused(browser) == name:
            return
        key(browser, Keys.TAB)
    raise AssertionError(f"{name} is not reached by the tab key; {focused(browser)} is")


def tokens(textkin):
    textkin.write("tokens", f"reader {READER} as=carl\nwriter {WRITER} as=anna\n")
    (textkin.folder / "tokens").chmod(0o600)
    return "tokens"
