"""Sentences of the page that weigh for or against a person: each is held to what is so of the texts."""

import pytest

from browsing import By, assert_quiet, browser, choose, put, rows, text, visit  # noqa: F401

from samples import prose


def made(textkin, browser, texts, *options, at=""):  # noqa: F811
    """Opens the page of texts by their names, where its address says."""
    textkin.jsonl("in.jsonl", [{"id": name, "text": words} for name, words in texts.items()])
    textkin("report", "in.jsonl", *options, "-o", "r.html")
    visit(browser, textkin.path("r.html"), at)


def lines(browser, id):  # noqa: F811
    return [line.get_attribute("textContent") for line in browser.find_elements(By.CSS_SELECTOR, f"#{id} li")]


def sheet(browser):  # noqa: F811
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    return browser.find_element(By.ID, "paper").get_attribute("textContent")


def test_what_was_given_out_is_not_called_unexplained(textkin, browser):  # noqa: F811
    """An exercise of 100 words and 14 words that both have are one piece."""
    exercise, shared = prose("exercise", 100), prose("shared", 14)
    textkin.write("exercise.txt", exercise)
    made(textkin, browser, {name: f"{exercise} {shared} {prose(name, 30)}" for name in ("anna", "ben")}, "--template", "exercise.txt", at="#pair=1")
    assert text(browser, "pair-sentence").startswith("14 of the 44 words of anna")
    assert lines(browser, "unexplained") == []
    assert "chance: the longest piece has only 14 words that count" in lines(browser, "harmless")
    assert text(browser, "position") == "Piece 1 of 1: 114 equal words, 14 of them counted, in 114 and 114 words"
    assert [line.strip() for line in lines(browser, "pieces")] == ["1 · 114 words 14 counted"]
    on_paper = sheet(browser)
    assert "114 equal words, 14 of them counted; words 1 to 114" in on_paper and "Not explained" not in on_paper
    browser.find_element(By.CSS_SELECTOR, "#legend summary").click()
    browser.find_element(By.ID, "exclude-template").click()
    assert lines(browser, "unexplained") == ["1 piece of 60 equal words or more"] and "chance" not in " ".join(lines(browser, "harmless"))
    assert text(browser, "position") == "Piece 1 of 1: 114 equal words, in 114 and 114 words"
    assert_quiet(browser)
