"""The browser that the tests of pages drive: its commands wait for what they changed, so that no test depends on how fast a machine is."""

from browsing import By, browser, choose, open_pair, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys

from samples import prose


def test_a_page_that_hears_late_is_waited_for(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [f"{prose('same', 40)} {prose(i, 30)}" for i in range(3)])
    textkin("report", "in.jsonl", "-o", "r.html")
    browser.let_pages_hear(400)
    visit(browser, textkin.path("r.html"))
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
    browser.let_pages_hear(0)
