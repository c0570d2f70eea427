"""A set of items as a text, whose shingles are those items."""

from urllib.parse import quote

OF_SETS = {"shingle": "word:1", "tokens": "whitespace", "normalize": "none"}


def text_of(items):
    return " ".join(sorted(quote(item) for item in items))
