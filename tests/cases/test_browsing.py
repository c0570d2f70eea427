"""The browser that the tests of pages drive: its commands wait for what they changed, so that no test depends on how fast a machine is."""

from browsing import By, WebDriverWait, assert_quiet, browser, choose, let_pages_hear, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys

from samples import prose


def test_a_page_that_hears_late_is_waited_for(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [f"{prose('same', 40)} {prose(i, 30)}" for i in range(3)])
    textkin("report", "in.jsonl", "-o", "r.html")
    let_pages_hear(browser, 400)
    visit(browser, textkin.path("r.html"))
    assert browser.execute_script("return typeof textkinHasHeard") == "function"
    browser.find_element(By.CSS_SELECTOR, "#pairs tbody a").click()
    assert browser.find_element(By.ID, "pair").is_displayed()
    browser.find_element(By.TAG_NAME, "body").send_keys("n")
    assert text(browser, "pair-position") == "pair 2 of 3"
    browser.execute_script("location.hash = '#pair=3'")
    assert text(browser, "pair-position") == "pair 3 of 3"
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert browser.find_element(By.ID, "collection").is_displayed()
    choose(browser, "Documents")
    assert len(rows(browser, "documents")) == 3
    let_pages_hear(browser, 0)


def test_a_page_that_is_not_quiet_is_heard(textkin, browser):  # noqa: F811
    quiet = textkin.write("quiet.html", "<!DOCTYPE html><meta charset=utf-8><title>a</title><p>words")
    visit(browser, textkin.path(quiet))
    assert_quiet(browser)
    textkin.write("loud.html", "<!DOCTYPE html><meta charset=utf-8><title>a</title><script>no();</script>")
    visit(browser, textkin.path("loud.html"))
    assert len(browser.complaints()) == 1
    textkin.write("asks.html", "<!DOCTYPE html><meta charset=utf-8><title>a</title><p>words<img src='http://127.0.0.1:8009/x'>")
    visit(browser, textkin.path("asks.html"))
    WebDriverWait(browser, 5).until(lambda _: any("127.0.0.1:8009" in asked for asked in browser.asked()))


def test_what_a_browser_is_told_to_be(textkin, browser):  # noqa: F811
    textkin.write("a.html", "<!DOCTYPE html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>a</title><p>words")
    visit(browser, textkin.path("a.html"))
    now = """return [matchMedia("print").matches, matchMedia("(prefers-color-scheme: dark)").matches, innerWidth]"""
    _, _, usual = browser.execute_script(now)
    browser.media("print")
    assert browser.execute_script(now)[0] and browser.find_element(By.TAG_NAME, "p").is_displayed()
    browser.media("")
    for scheme in ("dark", "light"):
        browser.scheme(scheme)
        assert browser.execute_script(now) == [False, scheme == "dark", usual]
    browser.scheme("")
    browser.window(320, 640, phone=True)
    assert browser.execute_script(now)[2] == 320
    browser.window()
    assert browser.execute_script(now)[2] == usual
    assert browser.printed().startswith(b"%PDF")
