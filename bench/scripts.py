"""English-like texts in letters of other scripts, for what a script costs: the words and their order stay.

Greek and Arabic have another letter for each; Thai besides no spaces between words, and a tone over every vowel; Chinese
two characters a word and no spaces. It is no language; how often a letter comes is that of the pseudo-words.
"""

import re
import zlib

LATIN = "abcdefghijklmnopqrstuvwxyz"
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωά"
ARABIC = "ابةتثجحخدذرزسشصضطظعغفقكلمن"
THAI = "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบ"
THAI_TONE = "่"
HAN, COMMON_HAN = 0x4E00, 3000


def table(small, capital=None):
    return str.maketrans(LATIN + LATIN.upper(), small + (capital or small))


def without_spaces(text):
    return re.sub(r"(?<=\w) (?=\w)", "", text)


def thai(text):
    toned = re.sub("[aeo]", lambda vowel: vowel[0] + THAI_TONE, without_spaces(text))
    return toned.translate(table(THAI))


def han(word):
    number = zlib.crc32(word[0].lower().encode())
    return chr(HAN + number % COMMON_HAN) + chr(HAN + (number >> 16) % COMMON_HAN)


SCRIPTS = {
    "Greek": lambda text: text.translate(table(GREEK, GREEK.upper())),
    "Arabic": lambda text: text.translate(table(ARABIC)),
    "Thai": thai,
    "Chinese": lambda text: re.sub(r"\w+", han, text).replace(" ", ""),
}
