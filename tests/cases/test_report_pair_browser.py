"""The page of one pair: what is so in words, numbered pieces on both sides at one height, moved pieces as moved, differences as they are."""

import random
import re

import pytest

from browsing import By, assert_quiet, browser, open_pair, page_data, put, rewritten, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import reference
from samples import prose
from test_report_browser import HOSTILE, opened  # noqa: F401


def pair_of(textkin, browser, a, b, *options):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": "first", "text": a}, {"id": "second", "text": b}])
    textkin("report", "in.jsonl", *options, "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#pair=1")


def state(browser):  # noqa: F811
    """The piece, and on each side its text, the height at which it begins, and whether that is in sight."""
    return browser.execute_script("""
        const now = document.querySelector("#pieces [aria-current]");
        const piece = now === null ? 0 : Array.from(document.querySelectorAll("#pieces button")).indexOf(now) + 1;
        const seen = ["a-text", "b-text"].map((id) => {
          const pane = document.getElementById(id), marks = Array.from(pane.querySelectorAll(`mark[data-piece="${piece}"]`));
          const top = marks[0].getBoundingClientRect().top, frame = pane.getBoundingClientRect();
          return {text: marks.map((mark) => mark.textContent).join(""), top, seen: top >= frame.top - 1 && top < frame.bottom};
        });
        return {piece, a: seen[0], b: seen[1], says: document.getElementById("position").textContent};""")


def level(browser):  # noqa: F811
    now = state(browser)
    return now["a"]["seen"] and now["b"]["seen"] and abs(now["a"]["top"] - now["b"]["top"]) < 2


def boxed(browser, side):  # noqa: F811
    return [span.get_attribute("textContent") for span in browser.find_elements(By.CSS_SELECTOR, f"#{side}-text mark .replaced, #{side}-text mark .only")]


def sentence(browser):  # noqa: F811
    return text(browser, "pair-sentence")


def test_walking_keeps_both_panes_in_step(opened):  # noqa: F811
    open_pair(opened)
    now = state(opened)
    assert now["says"] == "Piece 1 of 2: 59 equal words, in 60 and 61 words" and now["a"]["text"].strip() == prose("shared", 60) and level(opened)
    body = opened.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_RIGHT)
    now = state(opened)
    assert now["says"].startswith("Piece 2 of 2: 20 equal words") and now["a"]["text"].strip() == prose("again", 20) and level(opened)
    body.send_keys(Keys.ARROW_RIGHT)
    assert state(opened)["piece"] == 2
    opened.find_element(By.CSS_SELECTOR, "#a-map .block").click()
    assert state(opened)["piece"] == 1
    opened.find_elements(By.CSS_SELECTOR, "#pieces button")[1].click()
    assert state(opened)["piece"] == 2 and level(opened)
    opened.find_elements(By.CSS_SELECTOR, "#b-text mark")[0].click()
    body.send_keys(Keys.ESCAPE)
    assert opened.find_element(By.ID, "collection").is_displayed() and not opened.find_element(By.ID, "pair").is_displayed()
    assert opened.switch_to.active_element.get_attribute("href").endswith("#pair=1")


def test_a_window_of_another_size_still_shows_the_piece(opened):  # noqa: F811
    open_pair(opened)
    opened.find_element(By.ID, "next").click()
    opened.set_window_size(800, 700)
    WebDriverWait(opened, 5).until(lambda _: level(opened))
    opened.set_window_size(1200, 800)


def test_both_sides_move_when_one_is_scrolled(opened):  # noqa: F811
    open_pair(opened)
    places = "return ['a-text', 'b-text'].map((id) => document.getElementById(id).scrollTop)"
    before = opened.execute_script(places)
    opened.execute_script("document.getElementById('a-text').scrollTop += 150")
    WebDriverWait(opened, 5).until(lambda _: all(now != old for now, old in zip(opened.execute_script(places), before)))


def test_scrolling_one_side_takes_the_other_along(opened):  # noqa: F811
    open_pair(opened)
    eye = """
        const pane = document.getElementById("a-text");
        pane.scrollTop += arguments[0];
        return [pane.scrollTop, document.getElementById("b-text").scrollTop];"""
    opened.execute_script(eye, 40)
    WebDriverWait(opened, 5).until(lambda _: level(opened))
    opened.find_element(By.ID, "linked").click()
    _, before = opened.execute_script(eye, 0)
    opened.execute_script(eye, 120)
    opened.execute_async_script("setTimeout(arguments[0], 100)")
    assert opened.execute_script(eye, 0)[1] == before and not level(opened)
    opened.find_element(By.ID, "linked").click()
    WebDriverWait(opened, 5).until(lambda _: level(opened))


def test_pairs_are_walked_in_the_order_of_the_table(opened):  # noqa: F811
    put(opened, "sort", "name")
    order = opened.execute_script("return Array.from(document.querySelectorAll('#pairs tbody tr'), (row) => Number(row.dataset.pair) + 1)")
    assert sorted(order) == [1, 2, 3] and order != [1, 2, 3]
    open_pair(opened)
    body = opened.find_element(By.TAG_NAME, "body")
    assert not opened.find_element(By.ID, "previous-pair").is_enabled()
    seen = []
    for key in "nnnp":
        body.send_keys(key)
        seen.append(opened.execute_script("return location.hash"))
    assert seen == [f"#pair={order[i]}&sort=name" for i in (1, 2, 2, 1)]
    assert text(opened, "pair-position") == "pair 2 of 3"
    opened.find_element(By.ID, "next-pair").click()
    assert not opened.find_element(By.ID, "next-pair").is_enabled()


def test_texts_are_whole_and_changed_words_are_boxed(opened):  # noqa: F811
    open_pair(opened)
    for side in "ab":
        shown = opened.execute_script(f"return document.getElementById('{side}-text').textContent")
        assert shown.startswith(prose("x", 900) + " 😀" if side == "a" else "</script><b>")
        assert shown.endswith(prose("w", 900) if side == "a" else prose("v", 900))
    assert boxed(opened, "a") == [prose("shared", 60).split()[30]] and boxed(opened, "b") == ["replacement", "inserted"]


def test_a_link_to_a_piece_and_its_keys(opened, textkin):  # noqa: F811
    visit(opened, textkin.path("r.html"), "#pair=1&piece=2")
    assert state(opened)["piece"] == 2 and level(opened)


def test_sentences_in_another_order_are_moved_and_not_different(textkin, browser):  # noqa: F811
    sentences = [prose(f"s{i}", 15 + i % 7).capitalize() + "." for i in range(20)]
    moved = sentences.copy()
    random.Random(5).shuffle(moved)
    a, b = "\n".join(sentences), "\n".join(moved)
    pair_of(textkin, browser, a, b)
    words = len(re.findall(r"\w+", a))
    assert sentence(browser).startswith(f"All {words} words of first stand in second, in another order: ")
    assert "100.0 %" not in sentence(browser) and "dentical" not in sentence(browser)
    assert boxed(browser, "a") == boxed(browser, "b") == []
    pieces = browser.execute_script("""return ["a", "b"].map((side) => Array.from(document.querySelectorAll(`#${side}-text mark`),
        (mark) => [Number(mark.dataset.piece), mark.textContent.trim()]))""")
    assert sorted(pieces[0]) == sorted(pieces[1]) and len(pieces[0]) == 20
    assert [number for number, _ in pieces[0]] == sorted(number for number, _ in pieces[0])
    assert [line for _, line in pieces[1]] == moved
    assert all("→" in button.text for button in browser.find_elements(By.CSS_SELECTOR, "#pieces button"))
    assert_quiet(browser)


def test_own_words_between_copied_ones_are_not_equal_words(textkin, browser):  # noqa: F811
    copied, own = prose("copied", 120).split(), prose("own", 120).split()
    mixed = [word for i, both in enumerate(zip(copied, own)) for word in (both if i % 5 == 4 else both[:1])]
    a, b = " ".join(copied), " ".join(mixed)
    pair_of(textkin, browser, a, b)
    assert sentence(browser).startswith("All 120 words of first stand in second, in one piece.")
    assert f"83.3 % of the {len(mixed)} words of second" in sentence(browser) and "100.0 %" not in sentence(browser)
    assert boxed(browser, "a") == [] and boxed(browser, "b") == [own[i] for i in range(4, 119, 5)] and len(boxed(browser, "b")) == 23


@pytest.mark.parametrize("b, says", [
    ("{}", "The two texts are identical, character for character: 100 words."),
    ("{} ", "The two texts have the same 100 words in the same order; case, punctuation or layout differ."),
    ("{} more", "All 100 words of first stand in second, in one piece. That is 99.0 % of the 101 words of second. No word of first and 1 of second is not among the equal words."),
])
def test_identical_is_said_of_identical_texts_alone(textkin, browser, b, says):  # noqa: F811
    pair_of(textkin, browser, prose("same", 100), b.format(prose("same", 100)))
    assert sentence(browser) == f"{says} The piece stands in no other text."


def test_a_copied_answer_between_printed_questions_is_theirs_alone(textkin, browser):  # noqa: F811
    """Everybody has the questions: that is no common source of the words between them."""
    before, behind = prose("question 1", 20), prose("question 2", 20)
    between = [prose("copied", 30)] * 2 + [prose(f"own {i}", 300) for i in range(6)]
    textkin.jsonl("in.jsonl", [f"{before} {words} {behind} {prose(f'end {i}', 30)}" for i, words in enumerate(between)])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#pair=1")
    assert "30 of the 70 words of the piece stand in no other text." in sentence(browser)
    harmless = [line.get_attribute("textContent") for line in browser.find_elements(By.CSS_SELECTOR, "#harmless li")]
    assert "40 of the 70 words of piece 1 also stand in other texts: a common source of these?" in harmless
    visit(browser, textkin.path("r.html"), "#pair=2")
    assert "All of these pieces stand in other texts, too." in sentence(browser)


def test_swapped_letters_are_red_on_the_side_that_has_them_and_no_difference(textkin, browser):  # noqa: F811
    a = prose("same", 60)
    b = re.sub("a", "\u0430", a)
    odd = sum("\u0430" in word and re.search("[a-z]", word) is not None for word in b.split())
    assert odd > 10
    pair_of(textkin, browser, a, b)
    assert text(browser, "pair-tricks") == f"second has {odd} words with letters swapped for look-alikes; {odd} of them in these pieces."
    assert boxed(browser, "a") == boxed(browser, "b") == []
    assert sentence(browser).startswith("The two texts have the same 60 words in the same order; letters, case, punctuation or layout differ.")
    red = browser.find_elements(By.CSS_SELECTOR, "#b-text .look-alike")
    assert {letter.text for letter in red} == {"\u0430"} and browser.find_elements(By.CSS_SELECTOR, "#a-text .look-alike") == []
    assert "from the text" not in text(browser, "a-flags")
    colour = browser.execute_script("return getComputedStyle(arguments[0]).color", red[0])
    red_part, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    assert red_part > 100 > green + blue


def test_a_long_piece_has_its_differences_boxed_without_a_wait(textkin, browser):  # noqa: F811
    words = prose("long", 100_000).split()
    changed = words.copy()
    for i in range(500, 100_000, 500):
        changed[i] = f"otherwise{i}x"
    a, b = (".\n".join(" ".join(part[i:i + 40]) for i in range(0, len(part), 40)) for part in (words, changed))
    pair_of(textkin, browser, a, b)
    assert len(boxed(browser, "a")) == len(boxed(browser, "b")) == 199
    assert sentence(browser).startswith("99,801 of the 100,000 words of first (99.8 %) stand in second, in one piece.")
    # Beside the time that the browser needs for the texts alone.
    spent, plain = browser.execute_async_script("""
        const done = arguments[0], clock = () => performance.now();
        location.hash = "";
        setTimeout(() => {
          const start = clock();
          location.hash = "#pair=1";
          setTimeout(() => {
            document.body.getBoundingClientRect();
            const spent = clock() - start, again = clock();
            const texts = ["a-text", "b-text"].map((id) => document.getElementById(id));
            for (const pane of texts)
              pane.replaceChildren(...pane.textContent.split("\\n").map((line) => Object.assign(document.createElement("div"), {textContent: line})));
            document.body.getBoundingClientRect();
            done([spent, clock() - again]);
          }, 0);
        }, 50);""")
    assert spent < 8 * plain, (spent, plain)
    assert_quiet(browser)


def test_lines_have_directions_of_their_own(textkin, browser):  # noqa: F811
    arabic = "هذا نص عربي طويل عن التاريخ والثقافة في المدينة القديمة التي زرناها في الصيف الماضي"
    pair_of(textkin, browser, f"{prose('x', 40)}\n{arabic}\n{prose('y', 30)}", f"{prose('x', 40)}\n{arabic}\n{prose('z', 30)}")
    directions = browser.execute_script("return Array.from(document.querySelectorAll('#a-text .line'), (line) => getComputedStyle(line).direction)")
    assert directions == ["ltr", "rtl", "ltr"]


def test_a_sentence_copied_inside_another_passage_is_a_piece_of_its_own(textkin, browser):  # noqa: F811
    parts = [prose(f"p{i}", 30) for i in range(8)]
    inner = prose("inner", 20)
    half = len(parts[2]) // 2
    pair_of(textkin, browser, "\n".join(parts[:6] + [inner] + parts[6:]),
            "\n".join(parts[:2] + [parts[2][:half], inner, parts[2][half:]] + parts[3:]))
    assert boxed(browser, "a") == [] and inner.split()[10] not in " ".join(boxed(browser, "b"))
    numbers = [{mark.get_attribute("data-piece") for mark in browser.find_elements(By.CSS_SELECTOR, f"#{side}-text mark")
                if inner in mark.text} for side in "ab"]
    assert numbers[0] == numbers[1] and len(numbers[0]) == 1
    assert "in another order" in sentence(browser)


def test_a_sentence_that_stands_once_more_is_not_different(textkin, browser):  # noqa: F811
    parts = [prose(f"p{i}", 30) for i in range(6)]
    twice = " ".join(parts[4].split()[:9])
    pair_of(textkin, browser, "\n".join(parts), "\n".join(parts[:2] + [twice] + parts[2:]))
    assert boxed(browser, "b") == []
    assert [span.text for span in browser.find_elements(By.CSS_SELECTOR, "#b-text .again")] == [twice]


def test_a_word_of_swapped_letters_alone_is_red(textkin, browser):  # noqa: F811
    a = f"{prose('x', 20)} made a film of {prose('y', 20)}"
    pair_of(textkin, browser, a, a.replace(" a film", " \u0430 film"))
    assert [span.text for span in browser.find_elements(By.CSS_SELECTOR, "#b-text .look-alike")] == ["\u0430"]
    assert sentence(browser).startswith("The two texts have the same 44 words in the same order; letters, case, punctuation or layout differ.")
    assert text(browser, "pair-tricks") == "second has 1 word with letters swapped for look-alikes; 1 of them in these pieces."
    assert boxed(browser, "a") == boxed(browser, "b") == []
    pair_of(textkin, browser, "Я был в кино и видел а потом фильм о том как " * 3, "Я был в кино и видел а потом фильм о том как " * 3)
    assert browser.find_elements(By.CSS_SELECTOR, ".text .look-alike") == []


def test_a_decision_that_takes_the_pair_out_of_the_table_keeps_the_way(opened):  # noqa: F811
    open_pair(opened)
    body = opened.find_element(By.TAG_NAME, "body")
    seen = []
    for key in ["1", "n", "2", "n", "p", "p"]:
        body.send_keys(key)
        seen.append(opened.execute_script("return location.hash") + " " + text(opened, "pair-position"))
    pairs = [entry.split()[0] for entry in seen]
    assert pairs[0] != pairs[1] == pairs[2] != pairs[3] and pairs[4] == pairs[2] and pairs[5] == pairs[0]
    assert seen[3].endswith("pair 3 of 3") and seen[5].endswith("pair 1 of 3")
    opened.execute_script("localStorage.clear()")


def test_decisions_by_keys_go_on_to_the_next_open_pair(opened):  # noqa: F811
    open_pair(opened)
    opened.find_element(By.ID, "go-on").click()
    body = opened.find_element(By.TAG_NAME, "body")
    body.send_keys("3")
    assert opened.execute_script("return location.hash") == "#pair=2"
    body.send_keys("1")
    assert opened.execute_script("return location.hash") == "#pair=3"
    note = opened.find_element(By.ID, "note")
    note.send_keys("3 np")
    note.send_keys(Keys.ESCAPE)
    assert opened.execute_script("return location.hash") == "#pair=3" and opened.switch_to.active_element.get_attribute("id") == "pair-title"
    opened.switch_to.active_element.send_keys("p")
    assert opened.execute_script("return location.hash") == "#pair=2" and opened.find_element(By.ID, "mark-cleared").is_selected()
    opened.execute_script("localStorage.clear()")


def test_no_two_files_of_the_page_have_one_name_for_two_functions():
    """They are one script, in which the later one wins without a word."""
    cmake = (reference.ROOT / "CMakeLists.txt").read_text()
    files = re.search(r"textkin_page_part\(PASSAGES_JS ([^)]*)\)", cmake).group(1).split()
    names = [name for file in files for name in
             re.findall(r"^function (\w+)", (reference.ROOT / "src/report/pages/page" / file).read_text(), re.MULTILINE)]
    assert len(names) > 100 and sorted(names) == sorted(set(names))


STYLED = str.maketrans({chr(97 + i): chr(0x1d5ee + i) for i in range(26)})
# What stands in both texts, and how many of its words are written so that nobody types them.
DRESSED = [
    ("We estimate 𝑤𝑎𝑔𝑒 = 𝛽₀ + 𝛽₁𝑒𝑑𝑢𝑐 + 𝑢, where 𝑒𝑑𝑢𝑐 is school and 𝑎𝑔𝑒² is not.", 0),
    ("∫ 𝑓(𝑥) d𝑥 = 1 and log(𝑤𝑎𝑔𝑒) < 3 and (𝑎𝑔𝑒, 𝑝𝑎𝑦) ∈ ℝ", 0),
    ("crosses from Kadıköy to Topkapı, where the guide from Diyarbakır drank rakı, and raki of all kinds", 0),
    ("see Garc´ıa, Mart´ınez, Rodr´ıguez and Garcı\u0301a, mı\u0301a, dı\u0301a", 0),
    ("one " + "styled".translate(STYLED) + " word and th" + "e".translate(STYLED) + " next", 2),
    ("> " + "quoted words".translate(STYLED) + " and a | " + "word".translate(STYLED), 3),
    ("3 + " + "wind".translate(STYLED) + " and the w" + "ind".translate(STYLED) + " as " + "wind".translate(STYLED), 1),
    ("and thıs ıs what whıch of them sees", 3),
    ("this is what is of all of them the one that thıs ıs seen to be", 2),
    ("Thıs ıs what the wıng of the mınd sees", 4),
]


def test_letters_in_another_dress_are_red_where_they_are_counted(textkin, browser):  # noqa: F811
    textkin.jsonl("in.jsonl", [{"id": f"{i}{side}", "text": f"{prose(f'p{i}', 30)}\n{words} {prose(f'q{i}', 20)}"} for i, (words, _) in enumerate(DRESSED) for side in "ab"])
    textkin("report", "in.jsonl", "-o", "r.html")
    visit(browser, textkin.path("r.html"))
    data = page_data(browser)
    flags = {document["id"]: document["flags"]["look_alike"] for document in data["documents"]}
    assert [flags[f"{i}a"] for i in range(len(DRESSED))] == [number for _, number in DRESSED]
    for at, pair in enumerate(data["pairs"]):
        number = flags[data["documents"][pair["a"]]["id"]]
        visit(browser, textkin.path("r.html"), f"#pair={at + 1}")
        red = browser.execute_script("""
            const words = new Set(Array.from(document.querySelectorAll("#a-text .look-alike"), (letter) => {
              const range = document.createRange();
              range.setStart(document.getElementById("a-text"), 0);
              range.setEnd(letter, 0);
              return range.toString().split(/\\s+/).length;
            }));
            return words.size;""")
        assert red == number, (at, red, number)
        said = [line.text for line in browser.find_elements(By.CSS_SELECTOR, "#unexplained li") if "swapped" in line.text]
        assert said == ([f"{number} shared word{'s' * (number > 1)} with letters swapped or hidden: nobody types so"] if number else [])


@pytest.mark.parametrize("a, b, signs", [
    ("Statement is true: ☒ yes ☐ no", "Statement is true: ☐ yes ☒ no", "signs (☒ ☐), "), ("it was good: ★★★★★", "it was good: ★☆☆☆☆", "signs (★ ☆), "),
    ("for all x < 3 it holds", "for all x > 3 it holds", "signs (< >), "), ("a force of 10⁵ Pa", "a force of 10⁶ Pa", "signs (⁵ ⁶), "), ("it costs €5 now", "it costs $5 now", "signs (€ $), "),
    ("I say 👍 to it", "I say 👎 to it", "signs (👍 👎), "), ("it is, as said, “so”", "It is - as said - `so´", ""), ("a cell | and another", "a cell and another", ""),
    ("a line\nand one more", "> a line\n> and one more", ""), ("x > 3 and more", "x 3 and more", "signs (>), ")])
def test_signs_that_differ_between_equal_words_are_said(textkin, browser, a, b, signs):  # noqa: F811
    around = prose("x", 30), prose("y", 20)
    pair_of(textkin, browser, f"{around[0]}.\n\n{a}\n\n{around[1]}", f"{around[0]}.\n\n{b}\n\n{around[1]}")
    assert f"words in the same order; {signs}case, punctuation or layout differ." in sentence(browser)
