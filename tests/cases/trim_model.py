"""What `textkin trim` leaves of texts, as plainly as it can be said; and what each of its rows must be true of."""

import re
import unicodedata

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
SOLO = re.compile("[\u0e00-\u0e7f\u3005\u3007\u3040-\u309f\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")

EXTENDING = "\uff9e\uff9f\u0e33\u0eb3"


def normal(word):
    shown = "".join(character for character in word if character not in INVISIBLE)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())


def words_of(text):
    """Each word as (begin, end, spelling), in characters."""
    found, begin = [], None
    for at, character in enumerate(text + " "):
        of_word = at < len(text) and unicodedata.category(character) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl"}
        extends = of_word and (unicodedata.category(character) in {"Mn", "Mc", "Me"} or character in EXTENDING)
        if extends and begin is None:  # of the character before it, or of none
            if found and found[-1][1] == at:
                found[-1] = (found[-1][0], at + 1)
            continue
        alone = of_word and not extends and SOLO.match(character)
        if begin is not None and re.match(f"[{INVISIBLE}]+[^\\W_]", text[at:]) and not SOLO.match(text[at:].lstrip(INVISIBLE)):
            continue
        if begin is not None and (not of_word or alone):
            found.append((begin, at))
            begin = None
        if alone:
            found.append((at, at + 1))
        elif of_word and begin is None:
            begin = at
    return [(begin, end, normal(text[begin:end])) for begin, end in found]


def units_of(text, unit):
    """Where each line or paragraph begins, and the end of the text."""
    begins, at, blank, any_ = [0], 0, False, False
    for line in text.splitlines(keepends=True) if unit is None else re.findall(r"[^\n]*\n|[^\n]+$", text):
        if unit == "line":
            begins.append(at + len(line))
        elif not line.strip():
            blank = any_
        else:
            if blank:
                begins.append(at)
            any_, blank = True, False
        at += len(line)
    if unit == "paragraph" and text:
        begins.append(len(text))
    return begins


def windows_of(words, least, in_bytes):
    """The shortest passage that is long enough from each word on, while there is one: (first word, behind the last)."""
    for begin in range(len(words)):
        size = 0
        for end in range(begin, len(words)):
            size += len(words[end][2].encode()) + (end > begin) if in_bytes else 1
            if size >= least:
                yield begin, end + 1
                break


def left_of(text, words, gone, cuts):
    """`gone`: a word each; `cuts`: stretches of characters."""
    if words and all(gone):
        return ""
    return "".join(character for at, character in enumerate(text) if not any(begin <= at < end for begin, end in cuts))


def trim_passages(texts, least, order=None, in_bytes=False):
    """What is left of each text: a passage goes if its words stand whole in what stays before it."""
    left, stays = list(texts), set()
    for number in order or range(len(texts)):
        text = texts[number]
        words = words_of(text)
        gone = [False] * len(words)
        waiting = []
        for begin, end in windows_of(words, least, in_bytes):
            key = tuple(word for _, _, word in words[begin:end])
            for first, behind, known in waiting:
                if behind <= begin and not any(gone[first:behind]):
                    stays.add(known)
            waiting = [passage for passage in waiting if passage[1] > begin]
            if key in stays:
                gone[begin:end] = [True] * (end - begin)
            waiting.append((begin, end, key))
        stays |= {known for first, behind, known in waiting if not any(gone[first:behind])}
        begins = [begin for begin, _, _ in words] + [len(text)]
        left[number] = left_of(text, words, gone, [(begins[i], begins[i + 1]) for i in range(len(words)) if gone[i]])
    return left


def trim_units(texts, unit, least=8, order=None):
    left, stays = list(texts), set()
    for number in order or range(len(texts)):
        text = texts[number]
        words = words_of(text)
        begins = units_of(text, unit)
        gone, cuts = [False] * len(words), []
        for begin, end in zip(begins, begins[1:], strict=False):
            inside = [i for i, word in enumerate(words) if begin <= word[0] < end]
            key = tuple(words[i][2] for i in inside)
            if len(inside) < max(least, 1):
                continue
            if key in stays:
                cuts.append((begin, end))
                for i in inside:
                    gone[i] = True
            stays.add(key)
        left[number] = left_of(text, words, gone, cuts)
    return left


def check_rows(texts, left, rows, ids):
    """Each row: what went has the words of what it names, which stays; and all that went is told."""
    number = {name: i for i, name in enumerate(ids)}
    gone = [set() for _ in texts]
    for row in rows:
        gone[number[row["id"]]] |= set(range(row["offset"], row["offset"] + row["length"]))
    for row in rows:
        text, other = texts[number[row["id"]]], texts[number[row["kept"]]]
        went = [word for _, _, word in words_of(text[row["offset"] : row["offset"] + row["length"]])]
        assert len(went) == row["words"], row
        stay = [word for word in words_of(other) if word[0] >= row["kept_offset"]][: len(went)]
        assert [word for _, _, word in stay] == went, row
        of_kept = gone[number[row["kept"]]]
        assert not any(at in of_kept for begin, end, _ in stay for at in range(begin, end)), row
    for text, rest, went in zip(texts, left, gone, strict=True):
        if any(words_of(rest)) or not went:
            assert "".join(character for at, character in enumerate(text) if at not in went) == rest
