"""What the page of `textkin report` does not count: its switches against sets of words in Python, and how it shows."""

import itertools
import random
import re

from browsing import By, assert_quiet, browser, choose, open_pair, page_data, put, rewritten, rows, text, visit  # noqa: F401
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from samples import prose

# All pairs, those that share only what is not counted, too.
ALL = "#decision=all&uncounted=yes"

def percent(part, whole):
    if part == 0 or whole == 0:
        return "0.0 %"
    return "100.0 %" if part == whole else f"{min(99.9, max(0.1, 100 * part / whole)):.1f} %"


def expected(data, on):
    """The rows of both tables by id when the kinds in `on` are not counted, from sets of word numbers."""
    def words(ranges):
        return {word for first, count in ranges for word in range(first, first + count)}

    names = [d["id"] for d in data["documents"]]
    out = [words((first, count) for kind, first, count, *_ in d["excluded"] if kind in on) for d in data["documents"]]
    total = [d["words"] - len(gone) for d, gone in zip(data["documents"], out)]
    longest, partners, pairs = [0] * len(names), [0] * len(names), {}
    for pair in data["pairs"]:
        a, b = pair["a"], pair["b"]
        in_a = [words([(p[7], p[2])]) - out[a] for p in pair["passages"]]
        in_b = [words([(p[8], p[5])]) - out[b] for p in pair["passages"]]
        counts = [min(len(x), len(y)) for x, y in zip(in_a, in_b)]
        most = max(counts)
        kept = [i for i, some in enumerate(counts) if some]
        matched = [len(set().union(*(words((piece[at], piece[2]) for piece in pair["passages"][i][9]) for i in kept)) - gone) if kept else 0
                   for at, gone in ((0, out[a]), (1, out[b]))]
        for document in (a, b):
            longest[document] = max(longest[document], most)
            partners[document] += most > 0
        where = "nothing that is counted" if most == 0 else f"{len(kept)} passage{'s' * (len(kept) > 1)}, the longest of {most} word{'s' * (most > 1)}"
        pairs[f"{names[a]}\n{names[b]}"] = [where, f"{min(matched):,}", f"{percent(matched[0], total[a])}\n{percent(matched[1], total[b])}"]
    matched = [len(words(d["spans"]) - gone) for d, gone in zip(data["documents"], out)]
    documents = {name: [
        f"{total[i]:,}", f"{matched[i]:,}", percent(matched[i], total[i]), f"{longest[i]:,}", str(partners[i])] for i, name in enumerate(names)}
    return pairs, documents, sum(value > 0 for value in longest)


def test_the_quotation_of_one_is_no_excuse_of_the_other(textkin, browser):  # noqa: F811
    words = prose("said", 27)
    textkin.write("in/anna.txt", f"{prose('a', 30)} Smith (2003, p. 12) writes: “{words}.” {prose('b', 30)}")
    textkin.write("in/ben.txt", f"{prose('c', 30)} {words}. {prose('d', 30)}")
    assert "every shared run of 12 words or more that counts is among them" in textkin("report", "in", "-o", "r.html").errors
    visit(browser, textkin.path("r.html"))
    assert text(browser, "sentence") == "2 documents, 1 pair; no pair shares a passage that counts; 1 pair shares only what is not counted."
    assert "1 with a reference in one text alone" in text(browser, "findings")
    visit(browser, textkin.path("r.html"), ALL)
    assert "quoted with a reference in anna.txt, not in ben.txt" in rows(browser, "pairs")[0][4]
    visit(browser, textkin.path("r.html"), "#pair=1")
    assert text(browser, "unexplained") == "27 shared words that anna.txt quotes with a reference stand in ben.txt without one"
    assert "quotation marks with a reference" not in text(browser, "harmless")
    # Of what was only compared against it is the way of a source.
    textkin("report", "in/anna.txt", "--against", "in/ben.txt", "-o", "r.html")
    visit(browser, textkin.path("r.html"), "#pair=1")
    assert text(browser, "unexplained") == "" and "27 shared words stand in quotation marks with a reference (not counted)" in text(browser, "harmless")
    assert_quiet(browser)


def collection(textkin):
    """Quotations inside passages, beside them, and passages of nothing else."""
    quote = f"“{prose('quote', 25)}”¹"
    mixed = f"{prose('m', 20)} {quote} {prose('n', 20)}"
    texts = {
        "a": f"{prose('a', 300)}\n\n{mixed}\n\n{prose('a2', 200)} {prose('end', 40)}",
        "b": f"{prose('b', 250)}\n\n{mixed} {prose('shared', 30)}\n\n{prose('b2', 200)} {prose('end', 40)}",
        "c": f"{prose('c', 250)}\n\nAs they say, {quote} it is so.\n\n{prose('c2', 200)}",
        "d": f"{prose('d', 200)} {prose('shared', 30)} {prose('d2', 200)} {prose('end', 40)}",
        "e": mixed,
        "f": mixed,
    }
    textkin.jsonl("in.jsonl", [{"id": id, "text": words} for id, words in texts.items()])
    textkin("report", "in.jsonl", "-o", "r.html", "--exclude", "quotations")
    return texts


def with_pieces(data):
    """Where passages are verbatim, each is one piece."""
    for pair in data["pairs"]:
        for p in pair["passages"]:
            if len(p) < 10:
                assert p[2] == p[5] == p[6]
                p.append([[p[7], p[8], p[2]]])


def exclude_more(texts):
    """For a page's data: stretches of the other kinds, counted at first: some at random, the last 40 words as references."""
    def change(data):
        draw = random.Random(7)
        with_pieces(data)
        for document in data["documents"]:
            words = [match.span() for match in re.finditer(r"[^\W¹]+", texts[document["id"]])]
            assert len(words) == document["words"]
            more = [(2, len(words) - 40, 40)] if texts[document["id"]].endswith(prose("end", 40)) else []
            for kind in (0, 0, 0, 3, 3):
                first = draw.randrange(len(words))
                more.append((kind, first, min(draw.randint(1, 60), len(words) - first)))
            for kind, first, count in more:
                start = words[first][0]
                document["excluded"].append([kind, first, count, start, words[first + count - 1][1] - start])
            document["excluded"].sort(key=lambda span: (span[1], span[0]))
        for kind, exclusion in enumerate(data["exclusions"]):
            exclusion["words"] = sum(span[2] for document in data["documents"] for span in document["excluded"] if span[0] == kind)
            assert exclusion["on"] == (kind == 1)
    return change


def shown(browser):  # noqa: F811
    choose(browser, "Pairs")
    where = [picture.get_attribute("aria-label") for picture in browser.find_elements(By.CSS_SELECTOR, "#pairs .where")]
    pairs = {row[0]: [says, *row[2:4]] for says, row in zip(where, rows(browser, "pairs"))}
    choose(browser, "Documents")
    documents = {row[0]: row[2:7] for row in rows(browser, "documents")}
    choose(browser, "Pairs")
    return pairs, documents


def test_every_combination_of_switches_counts_as_python_does(textkin, browser):  # noqa: F811
    rewritten(textkin.path("r.html"), exclude_more(collection(textkin)))
    visit(browser, textkin.path("r.html"), ALL)
    data = page_data(browser)
    kinds = [number for number, kind in enumerate(data["exclusions"]) if kind["words"] > 0]
    assert kinds == [0, 1, 2, 3]
    boxes = {kind: browser.find_element(By.ID, f"exclude-{data['exclusions'][kind]['kind']}") for kind in kinds}
    assert [boxes[kind].is_selected() for kind in kinds] == [False, True, False, False]
    answers = {}
    for on in itertools.chain.from_iterable(itertools.combinations(kinds, n) for n in range(len(kinds) + 1)):
        for kind in kinds:
            if boxes[kind].is_selected() != (kind in on):
                boxes[kind].click()
        pairs, documents, matched = expected(data, on)
        assert shown(browser) == (pairs, documents)
        found = sum(row[1] != "0" for row in pairs.values())
        assert text(browser, "sentence").startswith(f"6 documents, 15 pairs; {found} pairs and ")
        assert text(browser, "histogram-text").startswith(f"{matched} of 6 documents")
        answers[on] = pairs
    assert all(x != y for x, y in itertools.combinations(answers.values(), 2))
    # As at first: the numbers that the program wrote.
    for p in data["pairs"]:
        row = answers[(1,)][f"{data['documents'][p['a']]['id']}\n{data['documents'][p['b']]['id']}"]
        assert row[1] == str(min(p.get("a_equal", p["a_matched"]), p.get("b_equal", p["b_matched"])))
        assert row[0].endswith(f"the longest of {p['longest']} words") or p["longest"] == 0
    put(browser, "least", 1)
    assert all(row[2] != "0" for row in rows(browser, "pairs"))
    assert_quiet(browser)


def test_identical_is_100_and_nothing_left_is_0(textkin, browser):  # noqa: F811
    collection(textkin)
    visit(browser, textkin.path("r.html"), ALL)
    pairs, _ = shown(browser)
    assert pairs["e\nf"] == ["1 passage, the longest of 40 words", "40", "100.0 %\n100.0 %"]
    assert pairs["a\nc"] == ["nothing that is counted", "0", "0.0 %\n0.0 %"]


def test_what_is_not_counted_is_grey_and_visible_in_both_panes_and_bars(textkin, browser):  # noqa: F811
    texts = collection(textkin)
    rewritten(textkin.path("r.html"), exclude_more(texts))
    visit(browser, textkin.path("r.html"))
    browser.find_element(By.ID, "exclude-references").click()
    names = [row[0].split() for row in rows(browser, "pairs")]
    open_pair(browser, f"#pairs tbody tr:nth-child({names.index(['a', 'b']) + 1}) a")
    look = """
        return ["a", "b"].map((side) => {
          const grey = Array.from(document.querySelectorAll(`#${side}-text .excluded`));
          return {text: grey.map((piece) => piece.textContent).join("|"), titles: new Set(grey.map((piece) => piece.title)).size,
            striped: grey.every((piece) => getComputedStyle(piece).backgroundImage.includes("gradient")),
            bars: document.querySelectorAll(`#${side}-map .excluded`).length, whole: document.getElementById(side + "-text").textContent};
        });"""
    for side, name in zip(browser.execute_script(look), "ab"):
        assert prose("quote", 25) in side["text"] and prose("end", 40) in side["text"] and prose("m", 20) not in side["text"]
        assert side["titles"] == 2 and side["striped"] and side["bars"] == 2 and side["whole"] == texts[name]
    before = text(browser, "pair-sentence")
    assert before.startswith("40 of the ") and "Not counted: quotations (25 of a, 25 of b); reference lists (40 of a, 40 of b)" in before
    browser.find_element(By.CSS_SELECTOR, "#legend summary").click()
    browser.find_element(By.ID, "exclude-quotations").send_keys(Keys.SPACE)
    assert text(browser, "pair-sentence").startswith("65 of the ") and "Not counted: reference lists" in text(browser, "pair-sentence")
    for side in browser.execute_script(look):
        assert prose("quote", 25) not in side["text"] and prose("end", 40) in side["text"] and side["bars"] == 1
    browser.find_element(By.ID, "back").click()
    WebDriverWait(browser, 5).until(lambda _: browser.find_element(By.ID, "collection").is_displayed())
    assert not browser.find_element(By.ID, "exclude-quotations").is_selected()
    assert shown(browser)[0]["a\nc"][1] == "25"
    assert_quiet(browser)


def test_a_pair_opens_at_the_first_passage_that_counts(browser, textkin, tmp_path):
    handed_out, copied = prose(1), prose(2)
    (tmp_path / "template.txt").write_text(handed_out)
    for name, seed in (("a", 3), ("b", 4)):
        (tmp_path / f"{name}.txt").write_text("\n\n".join([handed_out, prose(seed, 80), copied]))
    textkin("report", tmp_path / "a.txt", tmp_path / "b.txt", "--template", tmp_path / "template.txt", "-o", tmp_path / "r.html")
    visit(browser, tmp_path / "r.html", "#pair=1")
    assert text(browser, "position").startswith("Piece 2 of 2: 60 equal words")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
    assert text(browser, "position").startswith("Piece 1 of 2: 60 equal words, not counted, in 60 and 60 words")
