"""Foot- and endnotes that are citations do not count, others do; headings of lists of sources and of notes; reviews of the literature."""

import pytest

import hand_ins
from hand_ins import escaped, run
from samples import prose
from test_exclusions import ENTRIES, METHODS, table

CITATIONS = [
    "John Miller, The Long Harvest: Agriculture and Patience in the Northern Valleys (Oxford: Oxford University Press, 2004), 112–15.",
    "Anna Schmidt, “Waiting for Rain: Notes on Rural Communities,” Journal of Rural History 12, no. 3 (2011): 45–67.",
    "Hiroshi Tanaka, Winter Work in Mountain Villages and the Making of Modern Rural Japan (Tokyo: Kodansha, 1998), 9.",
    "BGH, Urteil vom 12.3.2004 – VIII ZR 123/03, NJW 2004, 1301 (1302); Palandt/Weidenkaff, BGB, 83. Aufl. 2024, § 433 Rn. 12.",
    "BGHZ 123, 45 (47); MüKoBGB/Westermann, § 433 Rn. 12; Staudinger/Beckmann, § 433 Rn. 45; Palandt/Weidenkaff, § 433 Rn. 3.",
    "Vgl. Müller, Hans: Die Entwicklung der deutschen Sprache im Jahrhundert der Aufklärung. Berlin 1998, S. 12.",
    "Chen, L. (2011). Laser diffraction and the size of grains in lakes with a comparison of methods for the determination of organic carbon. Earth Surface Reports, 36(2), 88-104.",
    "Le Monde, « Les forêts du nord », lemonde.fr, consulté le 3 mai 2019, https://www.lemonde.fr/forets",
]
PROSE = [
    "The account books of the priory begin in 1531 and break off in 1548, when the last steward left for Bergen with the keys of the archive.",
    "It should be said that nobody at the time had counted the farms, and that what the clerk wrote down was no more than what he had been told in the inn.",
    "As Bauer (1998) noted, ignition overestimates carbon in clay, so that samples from the inner fjord were dried for longer than those from the coast.",
]


def noted(kind, who, notes):
    """A text of a kind with a note behind each paragraph."""
    own = [f"{prose(f'{who} {i}', 50).capitalize()}." for i in range(len(notes))]
    if kind == "docx":
        body = "".join(f'<w:p>{run(text)}<w:r><w:footnoteReference w:id="{i}"/></w:r></w:p>' for i, text in enumerate(own))
        inside = "".join(f'<w:footnote w:id="{i}"><w:p>{run(note)}</w:p></w:footnote>' for i, note in enumerate(notes))
        return hand_ins.docx(body=body, footnotes=f"<w:footnotes {hand_ins.W}>{inside}</w:footnotes>")
    if kind == "odt":
        note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>{}</text:p></text:note-body></text:note>"
        return hand_ins.odt(*(f"<text:span>{text}</text:span>{note.format(escaped(one))}" for text, one in zip(own, notes)))
    if kind == "md":
        return "\n\n".join(f"{text}[^{i}]" for i, text in enumerate(own)) + "\n\n" + "\n".join(f"[^{i}]: {note}" for i, note in enumerate(notes)) + "\n"
    if kind == "html":
        items = "".join(f'<li>{escaped(note)} <a href="#r{i}">↩</a></li>' for i, note in enumerate(notes))
        return f"<!DOCTYPE html><html><body>{''.join(f'<p>{text}</p>' for text in own)}<hr><ol>{items}</ol></body></html>"
    numbered = "".join(f"{i + 1}. {note}\n" for i, note in enumerate(notes))
    return "\n\n".join(own) + f"\n\n{kind}\n\n{numbered}"


KINDS = ["docx", "odt", "md", "html", "Notes", "Anmerkungen", "Сноски"]


def matched(textkin, kind, notes, name="in"):
    for who in "ab":
        suffix = kind if kind in ("docx", "odt", "md", "html") else "txt"
        textkin.write(f"{name}/{who}.{suffix}", noted(kind, who, [note.replace("OWN", prose(f"own of {who}", 20)) for note in notes]))
    rows = textkin("report", name, "--format", "tsv", "-o", "-").table()
    return int(rows[0]["matched_a"]) if rows else 0


@pytest.mark.parametrize("kind", KINDS)
def test_notes_that_are_citations_do_not_count(textkin, kind):
    assert matched(textkin, kind, CITATIONS) == 0
    # Without a year it is known behind a sign of notes, or below another one.
    known = CITATIONS if kind in KINDS[:4] else CITATIONS[:4] + CITATIONS[5:]
    assert [note for i, note in enumerate(known) if matched(textkin, kind, [note, "OWN."], f"in {i}")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_notes_that_are_prose_count(textkin, kind):
    """Alone, and each beside a citation, above it or below it."""
    for i, note in enumerate(PROSE):
        for k, notes in enumerate(([note], [CITATIONS[0], note, CITATIONS[1]], [note, CITATIONS[0]])):
            assert len(note.split()) <= matched(textkin, kind, notes, f"in {i} {k}") + 2, note


def test_the_students_own_prose_below_notes_counts(textkin):
    own = f"{METHODS} {PROSE[0]}\n\n{PROSE[1]} {PROSE[2]}"
    for heading in ("Notes", "Anmerkungen", "## Notes", "Endnotes"):
        textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\n{heading}\n\n{own}" for i in range(2)])
        (row,) = table(textkin, "in.jsonl").values()
        assert int(row["matched_a"]) >= len(own.split()), heading


def test_notes_that_are_wrapped(textkin):
    """As plain text has them: a line that begins with no number goes on with its note."""
    lines = []
    for i, note in enumerate(CITATIONS[:3]):
        words = f"{i + 1} {note}".split()
        lines += [" ".join(words[:10]), " ".join(words[10:])]
    textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\nNotes\n\n" + "\n".join(lines) for i in range(2)])
    assert table(textkin, "in.jsonl") == {}


HEADINGS = """Reference|Reading list|Sources used|Works cited and consulted|Literaturhinweise|Quellenangabe|Quelle|Quellen:|Literaturnachweise|Weblinks|Verwendete Quellen
Liste der verwendeten Literatur|Internetquellen|Quellen und Weblinks|Endnotes|Anmerkungen|Fußnoten|Bibliographie et sitographie|Sources utilisées|Sitografia|Fonti e sitografia
Bronnenlijst|Gebruikte bronnen|Список источников|Список используемой литературы|Використані джерела|บรรณานุกรม|เอกสารอ้างอิง|参考书目|資料来源|قائمة المصادر|Bibliografia i źródła|Seznam použitých zdrojů
""".replace("資料来源|", "").replace("\n", "|").strip("|").split("|")


def test_headings_of_lists_of_sources(textkin):
    counted = []
    for heading in HEADINGS:
        textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\n{heading}\n\n" + "\n".join(ENTRIES) for i in range(2)])
        counted += [heading] if table(textkin, "in.jsonl") else []
    assert counted == []


@pytest.mark.parametrize("heading", ["Sources of error", "Literature of the north", "Reference frames", "Works", "Used books", "Note", "List of the used"])
def test_headings_that_are_of_no_list(textkin, heading):
    textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\n{heading}\n\n" + "\n".join(ENTRIES) for i in range(2)])
    assert len(table(textkin, "in.jsonl")) == 1


REVIEW = (
    "The relation between railways and grain prices has been studied for a long time (Brown, 2004; Smith & Jones, 2010; Lee et al., 2015). Early work took the fall of prices as "
    "given (Fogel, 1964; Fishlow, 1965), whereas later studies asked who gained (O'Brien, 1977; Hawke, 1970; Metzer, 1974). Donaldson (2018) estimates trade costs for India; Atack et "
    "al. (2010) and Haines (2007) do so for the Midwest. In Europe, evidence is mixed: Herranz-Loncán (2006) finds small effects for Spain, Leunig (2006) large ones for England.")


@pytest.mark.parametrize("heading", ["2. Literature", "Sources", "Literatur", "## Literature", "2. Literature Review"])
def test_a_review_of_the_literature_counts(textkin, heading):
    """Whose sentences have as many signs as entries have."""
    textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\n{heading}\n\n{REVIEW}\n\nMethod\n\n{prose(f'method {i}', 150)}." for i in range(2)])
    (row,) = table(textkin, "in.jsonl").values()
    assert int(row["matched_a"]) >= len(REVIEW.split())


def test_a_list_in_one_paragraph_is_no_review(textkin):
    """All entries on one line, in three styles."""
    british = ["Mazower, M., The Dark Continent: a short history of Europe since 1945 (London: Penguin, 1998)", "Judt, T., Postwar: a history of Europe (London: Heinemann, 2005)",
               "Hobsbawm, E., The Age of Extremes: the short twentieth century (London: Abacus, 1994)", "Tooze, A., The Wages of Destruction (London: Allen Lane, 2006)"]
    for entries in (ENTRIES, [one + "." for one in british], CITATIONS[:3]):
        textkin.jsonl("in.jsonl", [f"{prose(i, 120)}.\n\nReferences\n\n" + " ".join(entries) for i in range(2)])
        assert table(textkin, "in.jsonl") == {}, entries
