"""Quotations that say where they are from are left out of every number; others count, and the page says how much is quoted."""

import json
import shutil
import textwrap

import pytest

import hand_ins
from samples import prose
from test_exclusions import check, table
from test_report import Page, report

OF_KIND = {1: "quotations", 4: "unreferenced"}

# What stands before and behind a quotation that says where it is from.
REFERENCED = [
    ("The point is clear. “{}” (Miller 2004).", "a name and a year"),
    ("The point is clear. “{}” (Miller, 2004, p. 12).", "and a page"),
    ("It was so: “{}” (12–14).", "pages alone, as MLA has it"),
    ("It was so: “{}” (Orwell 112), which we doubt.", "a name and a page"),
    ("It was so. “{}” [12].", "a number in brackets"),
    ("It was so. “{}” [Mil04, p. 3].", "a key in brackets"),
    ("It was so. “{}”¹² And more.", "a note"),
    ("It was so. “{}” [@miller].", "a key of Markdown"),
    ("It was so. “{}” (https://doi.org/10.1000/182).", "an address"),
    ("It was so. “{}” Ibid., p. 18. And more.", "ibid. behind it"),
    ("It was so. ``{}''~\\cite{miller}.", "LaTeX"),
    ("It was so. ``{}'' \\citep[p.~17]{miller}.", "LaTeX, a page"),
    ("It was so. ``{}.''\\footnote{Miller 2004, 17.} And more.", "LaTeX, a note"),
    ("\\textcite{miller} is clear: ``{}''.", "LaTeX, before"),
    ("It was so. “{}”[^3] And more.", "a note of Markdown"),
    ("It was so. “{}.”† And more.", "a note of a document"),
    ('It was so. "{}"† And more.', "a note behind a straight mark"),
    ('It was so: "[T]he {}" (Miller 2004, p. 3).', "a letter in brackets"),
    ('It was so: "... {}" (Miller 2004, p. 3).', "what was left out before"),
    ('It was so: "(1) {}" (Miller 2004, p. 3).', "a number in brackets"),
    ("It was so.\n\n“{}”\n\n(Miller 2004, p. 3)\n\nAnd more.", "brackets in a paragraph of their own"),
    ("It was so. “{}.”7 And more.", "a note without its raising"),
    ("Miller (2004) is clear. He says: “{}”.", "a year before a colon"),
    ("As Miller (2004: 12) argues, “{}”.", "a year before"),
    ("In 1946, Orwell put it so: “{}”.", "a name with a year"),
    ("Miller writes: “{}”.", "a name that writes"),
    ("“{}”, said Barbara Miller on Monday.", "a name that said it"),
    ("According to Miller, “{}”.", "according to"),
    ("In Miller’s words, “{}”, and so on.", "a name’s words"),
    ("“{}”\n— Barbara Miller\n", "signed"),
    ("(ebd.) Dazu heißt es: „{}“ (ebd.).", "ebd."),
    ("Müller schreibt: „{}“ Das ist so.", "German"),
    ("Laut Müller gilt: „{}“.", "German, laut"),
    ("Das ist so: „{}“, so Müller.", "German, so"),
    ("Yılmaz şöyle der: “{}”.", "Turkish, der"),
    ("Ola Nordmann sa: «{}».", "Norwegian, sa"),
    ("Das ist so („{}“, Müller 2004, S. 12).", "within brackets of its own"),
    ("Comme l’écrit Dupont : « {} ».", "French"),
    ("Selon Dupont, « {} » est faux.", "French, selon"),
    ("García afirma: «{}».", "Spanish"),
    ("Secondo Rossi «{}».", "Italian"),
    ("Как пишет Иванов, «{}».", "Russian"),
    ("«{}» (Иванов, 2004, с. 12).", "Russian, a page"),
    ("Jak pisze Kowalski: „{}”.", "Polish"),
    ("张三写道：「{}」。", "Chinese"),
    ("田中によれば「{}」とある。", "Japanese"),
    ("این درست است. «{}» (احمدی، ۱۳۸۵، ص. ۱۲)", "Persian digits"),
    ("هذا صحيح. ”{}“ (أحمد، ١٩٩٨)", "Arabic digits"),
    ("هذا صحيح. «{}» [٥]", "an Arabic number in brackets"),
    ("यह सच है। “{}” (शर्मा, १९९८, पृ. ५)", "Devanagari digits"),
    ("এটা সত্য। “{}” (রহমান, ১৯৯৮)", "Bengali digits"),
    ("เป็นความจริง “{}” (สมชาย, ๒๕๔๑, น. ๕)", "Thai digits"),
    ("这是真的。“{}”（王，１９９８）", "digits of full width"),
    ("这是真的。“{}”（一九九八年）", "a year in Chinese numerals"),
    ("这是真的。“{}”①", "a number in a circle"),
    ("احمدی گفت: «{}».", "Persian, said"),
    ("احمدی در کتاب خود می‌نویسد: «{}».", "Persian, writes"),
    ("يقول أحمد: «{}».", "Arabic, says"),
    ("Nguyễn Du viết: “{}”.", "Vietnamese"),
    ("王教授说：“{}”", "Chinese, says"),
    ("王教授指出，“{}”", "Chinese, points out"),
    ("我国学者王教授认为：“{}”", "Chinese, somebody of ours"),
    ("王教授对我说：“{}”", "Chinese, to the writer"),
    ("王教授想了一想，说：“{}”", "Chinese, who says it a clause before"),
    ("王教授说过这样一句话：“{}”", "Chinese, what was said is named"),
    ("这一点很清楚：“{}”，王教授写道。", "Chinese, behind"),
    ("根据王教授的研究，“{}”", "Chinese, according to"),
    ("Nach § 433 BGB gilt: „{}“.", "a law before"),
    ("Under 17 U.S.C. § 107, “{}”.", "a law of the United States"),
    ("Art. 5 GG lautet: „{}“.", "an article of a law"),
    ("Article 12 reads “{}”.", "an article"),
    ("Das gilt: „{}“, § 433 BGB.", "a law behind"),
    ("It is so: “{}” 17 U.S.C. § 107.", "a law behind, a sentence of its own"),
    ("《民法典》第十条规定：“{}”", "an article of a Chinese law"),
    ("הוא אמר. \"{}\" (כהן, 1998)", "Hebrew"),
    ("זה נכון. ״צה״ל {}״ (כהן, 1998)", "Hebrew, its own marks and an acronym"),
    ('זה נכון. "ארה"ב {} צה"ל {}" (כהן, 1998)', "Hebrew, straight marks and acronyms"),
    ("Niin on. »{}» (Virtanen 2004).", "Finnish"),
    ("هذا صحيح. ”{}“ (Ahmad 2004).", "Arabic marks"),
    ("It is so. ``{}'' (Miller 2004).", "LaTeX"),
    ("It is so: '{}' (Miller 2004, p. 3).", "straight single marks"),
    ("Das ist so: ,,{}'' (Müller 2004, S. 3).", "two commas"),
    (',,{}" (Müller 2004, S. 3).', "two commas and a straight mark"),
    ("> {}\n> (Miller 2004)\n\nAnd more.", "a block quote, within"),
    ("Miller (2004) puts it so:\n\n> {}\n\nAnd more.", "a block quote, before"),
    ("> {}\n> - Barbara Miller\n\nAnd more.", "a block quote, signed within"),
    ("“{}” - Barbara Miller\n", "signed, a hyphen"),
    ("“{}”\n- Barbara Miller\n\nAnd more.", "signed, a hyphen on a line of its own"),
    ("“{}”\n\n- Barbara Miller\n\n---\n\nAnd more.", "signed, and a rule"),
    ("Das ist so: „{}“ (ebd.).", "ebd., alone"),
    ("Das ist so: „{}“ (a. a. O.).", "a. a. O."),
    ("Das ist so: „{}“ (ders.).", "ders."),
    ("It is so: “{}” (ibid.).", "ibid."),
    ("It is so: “{}” (op. cit.).", "op. cit."),
    ("Это так: «{}» (там же).", "Russian, ibid."),
    ("It is so: “{}” (p. xii).", "a page in Roman numerals"),
    ("It is so: “{}” (qtd. in Miller).", "quoted in"),
    ("Das ist so: „{}“ (zit. nach Müller).", "German, quoted in"),
    ("It is so: “{}” (Miller, n.d.).", "no year"),
    ("It is so: “{}” (Miller, in press).", "in press"),
    ("It is so: “{}” (Miller & Ray, forthcoming).", "forthcoming"),
    ("Das ist so: „{}“ (Müller, o. J.).", "German, no year"),
    ("Das ist so: „{}“ (Müller, im Druck).", "German, in press"),
    ("C’est ainsi : « {} » (Dupont, s. d.).", "French, no year"),
    ("Miller holds a view (n.d.): “{}”.", "no year in brackets of its own"),
    *((f"Miller and Ray {verb} “{{}}”.", f"two who {verb}") for verb in ("write", "say:", "argue that", "both state:", "point out:")),
    ("Miller et al. write: “{}”.", "many who write"),
    ("Miller & Ray write: “{}”.", "two who write, &"),
    ("“{}”, write Miller and Ray.", "two, behind"),
    *((f"Miller {verb} that “{{}}”.", f"who {verb}") for verb in ("emphasizes", "asserts", "contends", "believes", "thinks", "notes", "points out", "states")),
    ("As she notes in her book on Berlin: “{}”.", "a verb that is a noun elsewhere, behind a pronoun"),
    ("The remarks of Barbara Miller are clear: “{}”.", "a noun that is a verb elsewhere, with whose it is"),
    ("Müller und Maier schreiben: „{}“.", "German, two who write"),
    ("Dazu sagen Müller und Maier: „{}“.", "German, two behind the verb"),
    ("So formulierte Kant: „{}“.", "German, past"),
    ("Müller schreibt in Das Kapital: „{}“.", "German nouns"),
    ("Dupont et Durand écrivent : « {} ».", "French, two who write"),
    ("García y Pérez afirman: «{}».", "Spanish, two who claim"),
    ("Rossi e Bianchi scrivono: «{}».", "Italian, two who write"),
    ("Иванов и Петров пишут: «{}».", "Russian, two who write"),
    ("Как подчеркивает Иванов, «{}».", "Russian, е for ё"),
    ("Kowalski i Nowak piszą: „{}”.", "Polish, two who write"),
    *((f"Es heißt: „{{}}“ {place}.", f"a place: {place}") for place in (
        "(V. 34)", "(Z. 12–15)", "(M1, Z. 5)", "(l. 3)", "(l. 3 f.)", "(ll. 3–4)", "(lines 3-5)", "(v. 12)", "(vv. 1–3)", "(verse 12)", "(para. 4)", "(fol. 12r)",
        "(12r)", "(64a–b)", "(sc. 3)", "(act ii, sc. i)", "(act I, scene 2)", "(pos. 431)", "(slide 7)", "(3. strophe)", "(sura 2:255)", "(v. xii)", "(гл. 1)",
        "(гл. I, строфа II)", "(строка 5)", "(στ. 5)", "(verset 3)")),
    ('Müller schreibt: „{}" (2004, S. 12).', "a low mark and a straight one"),
    ('Smith writes: “{}" (2004, p. 12).', "a high mark and a straight one"),
    ('It is so: "{}” (Smith 2004, p. 12).', "a straight mark and a high one"),
    ('It is so: „{}" (Smith 2004). And “more” follows.', "a low mark and a straight one, another quotation behind"),
    ("C’est ainsi : << {} >> (Dupont 2004, p. 12).", "angles"),
    ("Das ist so: ''{}'' (Müller 2004, S. 3).", "two straight single marks"),
    ("قال تعالى: ﴿{}﴾ [البقرة: 255].", "the Quran"),
    ("قال تعالى: ﴾{}﴿ [البقرة: 255].", "the Quran, marks the other way round"),
    ("«{}» [رواه مسلم]", "a hadith"),
    ("«{}» (متفق عليه)", "a hadith, of two"),
    ('ככתוב: "{}" (בראשית א, א-ב).', "Hebrew, chapter and verse"),
    ('ככתוב: "{}" (ברכות ב ע"א).', "Hebrew, a leaf"),
    ("古人有言：“{}”（《论语·学而》）。", "Chinese, a title"),
    ("“{}”（鲁迅《故乡》）", "Chinese, a name and a title"),
    ("《论语》云：“{}”。", "Chinese, a title before"),
    ("《史记》载：“{}”。", "Chinese, a title before, records"),
    ("「{}」（夏目漱石『坊っちゃん』第一章）", "Japanese, a name and a title"),
    ("漱石は「{}」と書く。", "Japanese, writes"),
    ("“{}”(김소월, 「진달래꽃」)", "Korean, a name and a title"),
]
UNREFERENCED = [
    ("“{}”", "nothing"),
    ("My essay on rivers: “{}”.", "a colon"),
    ("It is well known that “{}”, and nobody doubts it.", "well known"),
    ("He said: “{}”.", "nobody by name"),
    ("The book says (and rightly): “{}”.", "brackets without a source"),
    ("“{}” (my italics). And more.", "brackets behind, without a source"),
    ("In my opinion this is so. “{}” The river was 5 metres deep.", "a number that is none"),
    ("Miller wrote a book in 2004. I liked it a lot. And I think so too. “{}”", "a source of another sentence"),
    ("“{}” We were there in summer. Miller (2004) says the same.", "a source behind, of another sentence"),
    ("Ich finde: „{}“ Das ist meine Meinung.", "German"),
    ("Je pense : « {} » Voilà.", "French"),
    ("Я думаю: «{}» Вот.", "Russian"),
    ("Der Artikel hat fünf Seiten: „{}“.", "a German article that is a Turkish verb"),
    ("Dans sa maison, Marie dort : « {} »", "a French word that is a Norwegian verb"),
    ("So Miller went home: “{}”.", "an English word that names a source in German"),
    ("俗话说：“{}”", "Chinese, a proverb"),
    ("小说里有“{}”", "Chinese, a word that ends like a verb"),
    ("机器的说明书里有“{}”", "Chinese, a word that begins like a verb"),
    ("总的来说“{}”", "Chinese, all in all"),
    ("我认为“{}”", "Chinese, the writer"),
    ("我们都认为：“{}”", "Chinese, the writer and others"),
    ("我在这里说：“{}”", "Chinese, the writer, here"),
    ("我想了一想，说：“{}”", "Chinese, the writer a clause before"),
    ("传说：“{}”", "Chinese, a legend"),
    ("این درست است: «{}».", "Persian"),
    ("In the article I wrote 5 pages of it: “{}”.", "an article that is none of a law"),
    ("It is so. “{}” We read in § 5 that all is well.", "a law of another sentence"),
    ("> {}\n\nI think so too.", "a block quote"),
    ("> {}\n\nMiller (2004) has another theory.", "a source of the paragraph behind a block quote"),
    ("“{}”\n\nMiller (2004) has another theory.", "a source of the paragraph behind"),
    ("“{}”\r\n\r\nMiller (2004) has another theory.", "lines that end as on Windows"),
    ("Miller 2004\n \t\n“{}”", "a line of spaces"),
    ("I think this. “{}”\n\n- Apples are cheap\n- Pears are not", "a list behind"),
    ("I think this. “{}”\n\n- Apples are cheap\n\n- Pears are not", "a list with empty lines"),
    ("I think this:\n\n- Apples are cheap\n- “{}”\n- Pears are not\n\nThat is all.", "an item of a list"),
    ("I think this. “{}”\n\n- Apples are cheap and " + 20 * "so very " + "good", "a long item alone"),
    ("I think this. “{}”\n\n— Nobody knows, he said.\n— Nobody?", "a dialogue behind"),
    ("> {}\n> - Apples\n> - Pears", "a block quote that ends with a list"),
    ("In the United States people love one thing: “{}”", "a name that is a verb elsewhere"),
    ("My three points about Berlin are “{}”", "a noun that is a verb elsewhere"),
    ("“{}” are my three points about Berlin.", "the same behind"),
    ("The main claims about Berlin are “{}”", "a noun before any name"),
    ("I would write about Berlin and Paris: “{}”", "the writer, of two cities"),
    ("Ich will über Berlin und Paris schreiben: „{}“", "German, the writer"),
    ("People say in Berlin: “{}”", "what people say"),
    ("“{}” (see the next page). And more.", "brackets with a page and no number"),
    ("“{}” (dies ist meine Meinung). And more.", "German, a word that is an abbreviation elsewhere"),
    ("“{}” (it’s Anna’s a-game). And more.", "letters that are an abbreviation elsewhere"),
    ("“{}” (S. A. Miller). And more.", "initials that are an abbreviation elsewhere"),
    ("“{}” Dies ist meine Meinung.", "German, a word that is an abbreviation elsewhere, behind"),
    ("It was so. \\nocite{miller} ``{}''", "LaTeX that prints nothing"),
    ("It was\\footnote{So it was.} so. ``{}''", "LaTeX, a note of another sentence"),
    ("It was so: ``{}'' \\emph{and more}.", "LaTeX that cites nothing"),
    ("“{}” (press in hand). And more.", "words of a year that is to come, in another order"),
    ("“{}” We read on there. It was said before (v. 12).", "a verse of another sentence"),
    ("“{}” (the line i like). And more.", "a line without a number"),
    ("“{}” (in line with 3 others). And more.", "a number that is of no line"),
    ("“{}” (in 12 lines). And more.", "a number of lines"),
    ("“{}” (since v12.20). And more.", "a version"),
    ("“{}” (a–b). And more.", "letters without a number"),
    ('Ich finde: „{}" Das ist meine Meinung.', "a low mark and a straight one"),
    ('“{}" We were there in summer.', "a high mark and a straight one"),
    ("“{}”（我喜欢《故乡》）", "Chinese, the writer likes a title"),
    ("天上有白云：“{}”", "Chinese, a cloud"),
    ('אמרתי: "{}" (אני לא).', "Hebrew, two words"),
    ("«{}» (رأيي أنا)", "Arabic, the writer"),
]


@pytest.fixture
def kinds(textkin):
    """The kinds of the quotations in texts, each of which shares what it quotes with another document."""

    def kinds(forms):
        texts = []
        for i, (form, _) in enumerate(forms):
            quoted = prose(f"quoted {i}", 40)
            texts.append({"id": f"{i}", "text": f"{prose(f'begin {i}', 30)}.\n\n{form.replace('{}', quoted)}\n\n{prose(f'end {i}', 30)}"})
            texts.append({"id": f"source {i}", "text": f"{prose(f'x {i}', 30)} {quoted} {prose(f'y {i}', 30)}"})
        textkin.jsonl("in.jsonl", texts)
        data = check(Page(report(textkin, "in.jsonl")).data)
        found = {}
        for document in data["documents"]:
            found[document["id"]] = {OF_KIND[kind] for kind, *_ in document["excluded"] if kind in OF_KIND}
        return [(why, found.get(str(i), set())) for i, (_, why) in enumerate(forms)]

    return kinds


def test_those_that_say_where_they_are_from(kinds):
    # What stands within the brackets of its reference alone is not recognised; it counts, and is shown.
    missed = [why for why, found in kinds(REFERENCED) if found != {"quotations"}]
    assert missed == ["within brackets of its own"]


def test_those_that_do_not(kinds):
    assert [(why, found) for why, found in kinds(UNREFERENCED) if found != {"unreferenced"}] == []


SPEECHES = {
    "en": ("“{}” said Anna. “{}” Tom replied. “{}” Anna said. “{}” Tom said. “{}” said Anna. “{}” Tom answered.", "Anna", "Tom"),
    "de": ("„{}“, sagte Anna. „{}“, meinte Tom. „{}“, sagte Anna. „{}“, erklärte Tom. „{}“, sagte Anna. „{}“, meinte Tom.", "Anna", "Tom"),
    "fr": ("« {} », dit Anna. « {} », dit Tom. « {} », dit Anna. « {} », dit Tom. « {} », dit Anna.", "Anna", "Tom"),
}


def filled(form, seed, words=9):
    return form.format(*(prose(f"{seed} {i}", words).capitalize() for i in range(form.count("{}"))))


@pytest.mark.parametrize("language", SPEECHES)
def test_a_story_is_no_quotation(textkin, language):
    """Whose speeches others have, with other names: they count, as if no reference stood there."""
    form, *names = SPEECHES[language]
    story = filled(form, "story")
    textkin.jsonl("in.jsonl", [f"{prose('a', 60)}\n\n{story}", f"{prose('b', 60)}\n\n{story.replace(names[0], 'Lisa').replace(names[1], 'Ben')}"])
    (row,) = table(textkin, "in.jsonl").values()
    assert int(row["matched_a"]) >= 9 * form.count("{}")


@pytest.mark.parametrize("form", [
    "Kant writes: “{}” That is one side. As Kant says, “{}” " + prose("between", 30) + ". Kant adds: “{}”",
    "“{}” says Miller. " + prose("one", 30) + ". “{}” says Miller. " + prose("two", 30) + ". “{}” says Miller. " + prose("three", 30) + ". “{}” says Miller. "
    + prose("four", 30) + ". “{}” says Miller.",
    "“{}” (Miller 2004). Ray says: “{}” Miller says: “{}” (p. 3). Ray says: “{}” Miller says: “{}” (p. 4). Ray says: “{}”",
    "Miller says: “{}” Ray says: “{}” Miller says: “{}” Ray says: “{}” Miller says: “{}” Ray says: “{}”\n\nWorks cited\n\nMiller, A. 2004. On rivers.\n",
])
def test_an_essay_that_quotes_persons_is_no_story(textkin, form):
    """Few of them, far apart, with pages between, or with a list of sources."""
    quoted = filled(form, "essay", 14)
    textkin.jsonl("in.jsonl", [f"{prose(who, 90)}.\n\n{quoted}" if i == 0 else f"{prose(who, 90)}.\n\n" + quoted.replace(" says", " says, too,") for i, who in enumerate("ab")])
    data = check(Page(report(textkin, "in.jsonl")).data)
    kinds = {OF_KIND[kind] for kind, *_ in data["documents"][0]["excluded"] if kind in OF_KIND}
    assert kinds == {"quotations"}


def test_marks_of_two_keyboards_leave_out_no_more_than_they_hold(textkin):
    """Own words between two such quotations count, and so do those behind a mark that nothing closes."""
    first, own, second = prose("first", 20), prose("own", 40), prose("second", 20)
    for text in (f'„{first}" (Miller 2004). {own} „{second}" (Ray 2004, S. 3).', f'„{first}" (Miller 2004). {own} „{second}“ (Ray 2004, S. 3).',
                 f'„{first}" (Miller 2004). {own} "{second}" (Ray 2004, S. 3).', f'“{first}" (Miller 2004). {own} "{second}” (Ray 2004, p. 3).',
                 f'"{first}” (Miller 2004). {own} "{second}” (Ray 2004, p. 3).', f'„{first}" (Miller 2004). {own} „and so on'):
        textkin.jsonl("in.jsonl", [f"{prose(1, 60)}.\n\n{text}", f"{prose(2, 60)}.\n\n{text}"])
        (row,) = table(textkin, "in.jsonl").values()
        assert 40 <= int(row["matched_a"]) <= 48, text


def test_a_whole_source_between_quotation_marks(textkin):
    """Without a reference it counts; with one it does not. The page says how much of the text it is."""
    source = ". ".join(prose(f"sentence {i}", 14).capitalize() for i in range(12)) + "."
    own = prose("own", 190)
    for reference, pairs in (("", 1), (" (Miller 2004)", 0)):
        textkin.jsonl("in.jsonl", [{"id": "essay", "text": f"{own}.\n\n“{source}”{reference}"}, {"id": "source", "text": source}])
        data = check(Page(report(textkin, "in.jsonl")).data)
        assert (data["pairs_found"], data["excluded_pairs"]) == (pairs, 1 - pairs)
        essay = data["documents"][0]
        assert (essay["quoted"], essay["words"]) == (168, 358 + 2 * (pairs == 0))
        assert [exclusion["kind"] for exclusion in data["exclusions"]] == ["template", "quotations", "references", "common", "unreferenced"]
        assert [exclusion["on"] for exclusion in data["exclusions"]] == [False, True, True, True, False]
        assert [exclusion["words"] for exclusion in data["exclusions"]][1::3] == [168 * (pairs == 0), 168 * (pairs == 1)]


def test_a_quotation_may_be_of_any_length(textkin):
    quoted = prose("quoted", 2000)
    textkin.jsonl("in.jsonl", [f"{prose(1, 90)}. “{quoted}” (Miller 2004, p. 3).", f"{prose(2, 90)} {quoted}"])
    assert table(textkin, "in.jsonl") == {}
    assert len(table(textkin, "in.jsonl", "--exclude", "none")) == 1


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not there (package poppler-utils)")
def test_a_quotation_goes_on_over_the_end_of_a_page(textkin):
    quoted = textwrap.wrap(prose("quoted", 60), 70)
    own = textwrap.wrap(f"{prose('own', 60)}. Holm has it so:", 70)
    for feet in ([], ["", "", "17"]):
        pages = [[*own, "“" + quoted[0], *quoted[1:4], *feet], [*quoted[4:], "that is all.” (Holm 2004, p. 17). And more."]]
        textkin.write("a.pdf", hand_ins.pdf_of_pages(*[[line.replace("“", "\x93").replace("”", "\x94") for line in page] for page in pages]))
        textkin.write("b.txt", f"{prose('other', 60)}\n\n{' '.join(quoted)}".encode())
        assert table(textkin, "a.pdf", "b.txt") == {}
        assert len(table(textkin, "a.pdf", "b.txt", "--exclude", "none")) == 1


def test_both_kinds_can_be_left_out(textkin):
    quoted = prose("quoted", 30)
    textkin.jsonl("in.jsonl", [f"{prose(i, 40)}. “{quoted}” {prose(f'x{i}', 40)}" for i in range(2)])
    assert len(table(textkin, "in.jsonl")) == 1
    assert table(textkin, "in.jsonl", "--exclude", "unreferenced") == {}
    assert len(textkin("passages", "in.jsonl", "--exclude", "quotations").table()) == 1
    assert textkin("passages", "in.jsonl", "--exclude", "quotations", "unreferenced").table() == []
    textkin("passages", "in.jsonl", "--exclude", "unreferenced", "--stats", "s.json")
    assert json.loads(textkin.path("s.json").read_text())["excluded_words"] == {"unreferenced": 60}
