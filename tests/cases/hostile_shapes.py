"""Inputs that somebody made to break --memory: small on disk where they can be, and each with a harmless one of its size.

A shape is a function that writes files into a folder, about `size` bytes of them once they are unpacked, and returns the
arguments that name them and say how they are read. Nothing here is random but by the seed of `draw`.
"""

import bz2
import gzip
import json
import lzma
import subprocess

MEBIBYTE = 1 << 20
LINES = "--lines"


def _record(number, text, **fields):
    return json.dumps({"id": f"d{number}", "text": text, **fields}, ensure_ascii=False).encode() + b"\n"


def _records(size, text, **fields):
    """JSONL of about `size` bytes, each text made by its number."""
    done = number = 0
    while done < size:
        line = _record(number, text(number), **fields)
        done += len(line)
        number += 1
        yield line


def _lines_of_2_kb(size):
    return _records(size, lambda i: f"w{i} " * 3 + "ab cd ef gh " * 160)


def write_zst(path, parts, *options):
    """Packed as it comes, so that nothing but the option says how far back it refers."""
    zstd = subprocess.Popen(["zstd", "-q", "-f", "-1", *options, "-o", str(path)], stdin=subprocess.PIPE)
    for part in parts:
        zstd.stdin.write(part)
    zstd.stdin.close()
    assert zstd.wait() == 0


def write_xz(path, parts, dictionary):
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": dictionary}]
    packer = lzma.LZMACompressor(filters=filters)
    with open(path, "wb") as file:
        for part in parts:
            file.write(packer.compress(part))
        file.write(packer.flush())


def _write(path, parts):
    with open(path, "wb") as file:
        for part in parts:
            file.write(part)


def zst_lines(folder, size, draw):
    write_zst(folder / "in.jsonl.zst", _lines_of_2_kb(size), "--long=31")
    return ["in.jsonl.zst"]


def zst_line(folder, size, draw):
    write_zst(folder / "in.txt.zst", (b"x" * MEBIBYTE for _ in range(size // MEBIBYTE)), "--long=31")
    return ["in.txt.zst", LINES]


def zst_second_frame(folder, size, draw):
    """The first frame says nothing of what the second one needs."""
    write_zst(folder / "first", [_record("first", "a harmless line")])
    write_zst(folder / "second", _lines_of_2_kb(size), "--long=27")
    (folder / "in.jsonl.zst").write_bytes((folder / "first").read_bytes() + (folder / "second").read_bytes())
    return ["in.jsonl.zst"]


def xz_lines(folder, size, draw):
    write_xz(folder / "in.jsonl.xz", _lines_of_2_kb(size), 1 << 30)
    return ["in.jsonl.xz"]


def gz_bomb(folder, size, draw):
    with gzip.open(folder / "in.txt.gz", "wb", compresslevel=1) as file:
        for _ in range(size // MEBIBYTE):
            file.write(b"\0" * MEBIBYTE)
    return ["in.txt.gz"]


def bz2_bomb(folder, size, draw):
    packer = bz2.BZ2Compressor(9)
    with open(folder / "in.txt.bz2", "wb") as file:
        for _ in range(size // MEBIBYTE):
            file.write(packer.compress(b"a " * (MEBIBYTE // 2)))
        file.write(packer.flush())
    return ["in.txt.bz2"]


def one_word(folder, size, draw):
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(b"na " * (size // 6))
    return ["a.txt", "b.txt"]


def a_letter_a_word(folder, size, draw):
    """Three times as many words as text of its size has."""
    (folder / "a.txt").write_bytes(b"a b " * (size // 4))
    return ["a.txt"]


def many_of_one_character(folder, size, draw):
    """U+FDFA, three bytes, stands for four words of 33 bytes."""
    (folder / "a.txt").write_text("\ufdfa" * (size // 12), encoding="utf-8")
    return ["a.txt"]


def one_letter(folder, size, draw):
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(b"a " * (size // 4))
    return ["a.txt", "b.txt"]


def one_text_again_and_again(folder, size, draw):
    """Each run of words stands sixteen times in both: as many pairs of places as there may be."""
    words = b" ".join(b"w%d" % draw.randrange(10**6) for _ in range(size // 2 // 16 // 8))
    (folder / "a.txt").write_bytes(b" ".join([words] * 16))
    (folder / "b.txt").write_bytes(b" ".join([words] * 16) + b" end")
    return ["a.txt", "b.txt"]


def repeated_phrases(folder, size, draw):
    """Each phrase stands sixteen times in both, among words of their own, and no two neighbours are the same: as many passages as there may be."""
    phrases = [b" ".join(b"w%d" % draw.randrange(10**7) for _ in range(14)) for _ in range(size // 2 // 16 // 300)] * 16
    for name in ("a.txt", "b.txt"):
        draw.shuffle(phrases)
        own = (b" ".join(b"w%d" % draw.randrange(10**7) for _ in range(20)) for _ in phrases)
        (folder / name).write_bytes(b"\n".join(phrase + b" " + words for phrase, words in zip(phrases, own)))
    return ["a.txt", "b.txt"]


def half_alike(folder, size, draw):
    """Words of both among words of their own, in three ways: three and eight of their own, as chance puts them; three and then every
    other one; fourteen and twelve. To grow from each run, to drop loose ones at the ends, to count what is equal between, and to join
    what belongs together is the square of the length where each step looks at all that there is."""
    a, b = [], []

    def word():
        return b"%06x" % draw.randrange(1 << 24)

    def shared(words):
        same = [word() for _ in range(words)]
        a.extend(same)
        b.extend(same)

    def own(words):
        a.extend(word() for _ in range(words))
        b.extend(word() for _ in range(words))

    words = size // 2 // 7
    for way in range(3):
        while len(a) < words * (way + 1) // 3:
            if len(a) % 20_000 < 30:
                shared(14)
            if way == 0:
                shared(3)
                own(8)
            elif way == 1:
                shared(3)
                for _ in range(5):
                    own(1)
                    shared(1)
            else:
                shared(14)
                own(12)
    (folder / "a.txt").write_bytes(b" ".join(a))
    (folder / "b.txt").write_bytes(b" ".join(b))
    return ["a.txt", "b.txt"]


def headings(folder, size, draw):
    """Each may begin a list of references that goes on to the end."""
    (folder / "a.txt").write_bytes(b"References\n" * (size // 11))
    return ["a.txt"]


def fillers(folder, size, draw):
    """Blanks of Hangul, each of which may be a space or nothing."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    (folder / "a.txt").write_text("".join(f"{draw.choice(letters)}{draw.choice(letters)}\u3164" for _ in range(size // 5)))
    return ["a.txt"]


def many_of_one_word(folder, size, draw):
    _write(folder / "in.jsonl", _records(size, lambda i: "na " * 400))
    return ["in.jsonl"]


def tiny_and_alike(folder, size, draw):
    _write(folder / "in.jsonl", _records(size, lambda i: "a " * 28))
    return ["in.jsonl"]


def long_ids(folder, size, draw):
    _write(folder / "in.jsonl", (json.dumps({"id": f"{i:06}" * 10_000, "text": f"some words {i}"}).encode() + b"\n" for i in range(size // 60_000)))
    return ["in.jsonl"]


def kilobyte_ids(folder, size, draw):
    _write(folder / "in.jsonl", (json.dumps({"id": f"{i:06}" * 170, "text": f"some words {i}"}).encode() + b"\n" for i in range(size // 1_050)))
    return ["in.jsonl"]


def long_ids_of_pairs(folder, size, draw):
    """Two documents each share a passage, so that all are on the page."""
    words = [f"w{i}" for i in range(20_000)]
    texts = (" ".join(draw.choices(words, k=30)) for _ in range(size // 120_000 + 1))
    _write(folder / "in.jsonl", (json.dumps({"id": f"{i:05}{side}" * 10_000, "text": text}).encode() + b"\n" for i, text in enumerate(texts) for side in "ab"))
    return ["in.jsonl"]


def less_than(folder, size, draw):
    """Each character is six on a page."""
    words = " ".join(f"w{draw.randrange(20_000)}" for _ in range(30))
    _write(folder / "in.jsonl", [_record(side, f"{'<' * (size // 2)} {words}") for side in "ab"])
    return ["in.jsonl"]


def boilerplate(folder, size, draw):
    """Hundreds of documents have the same passage, in each of many passages: pairs of pairs."""
    words = [f"w{i}" for i in range(20_000)]
    shared = [" ".join(draw.choices(words, k=20)) for _ in range(max(size // 40_000, 1))]
    _write(folder / "in.jsonl", _records(size, lambda i: shared[i % len(shared)] + " " + " ".join(draw.choices(words, k=40))))
    return ["in.jsonl"]


def one_huge_id(folder, size, draw):
    _write(folder / "in.jsonl", [_record("x" * (size // 2), "some words"), _record("y", "some other words")])
    return ["in.jsonl"]


def long_fields(folder, size, draw):
    _write(folder / "in.jsonl", (_record(i, f"some words {i}", q=f"{i:06}" * 10_000) for i in range(size // 60_000)))
    return ["in.jsonl"]


def many_fields(folder, size, draw):
    def line(i):
        return _record(i, "some words", **{f"f{k}": k for k in range(2_000)})

    _write(folder / "in.jsonl", (line(i) for i in range(size // len(line(0)))))
    return ["in.jsonl"]


def without_a_text(folder, size, draw):
    """The text is looked for below other names, to say where it may be: a path for each of many fields below a long name."""
    def line(name, fields):
        return b'{"' + b"n" * name + b'":{' + b",".join(b'"f%d":{"text":"some words"}' % k for k in range(fields)) + b"}}\n"

    # Nothing is looked for in a line of more than 64 KiB.
    lines = [line(60_000, 2_000), line(30_000, 1_000), line(100, 2_000)]
    _write(folder / "in.jsonl", (lines[i % 3] for i in range(size // 80_000)))
    return ["in.jsonl"]


def deep_json(folder, size, draw):
    deep = b"[" * (size // 4) + b"]" * (size // 4)
    _write(folder / "in.jsonl", [b'{"id":"deep","x":' + deep + b',"text":"a"}\n', _record(1, "some words that are long enough")])
    return ["in.jsonl"]


def escapes(folder, size, draw):
    _write(folder / "in.jsonl", [b'{"id":"e","text":"' + b"\\u0061 " * (size // 7) + b'"}\n'])
    return ["in.jsonl"]


def huge_line(folder, size, draw):
    _write(folder / "in.txt", (b"x" * MEBIBYTE for _ in range(size // MEBIBYTE)))
    return ["in.txt", LINES]


def tiny_files(folder, size, draw):
    (folder / "in").mkdir()
    for i in range(min(size // 16, 3_000)):
        (folder / "in" / f"{i}.txt").write_bytes(b"some words %d\n" % i)
    return ["in"]


def empty_lines(folder, size, draw):
    (folder / "in.txt").write_bytes(b"\n" * (size // 16))
    return ["in.txt", LINES]


def tiny_records(folder, size, draw):
    _write(folder / "in.jsonl", (b'{"id":%d,"text":"w%d x y z"}\n' % (i, i) for i in range(size // 34)))
    return ["in.jsonl"]


def distinct_words(folder, size, draw):
    """As many distinct shingles as there can be."""
    number = iter(range(1 << 40))
    _write(folder / "in.jsonl", _records(size, lambda i: " ".join(f"{next(number):x}" for _ in range(300))))
    return ["in.jsonl"]


def one_distinct_text(folder, size, draw):
    (folder / "in.txt").write_bytes(b" ".join(b"%x" % i for i in range(size // 7)))
    (folder / "other.txt").write_bytes(b" ".join(b"%x" % i for i in range(7, size // 7)))
    return ["in.txt", "other.txt"]


def ideographs(folder, size, draw):
    """A word a character."""
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("".join(chr(0x4E00 + i * 7919 % 20_000) for i in range(size // 6)))
    return ["a.txt", "b.txt"]


def huge_items(folder, size, draw):
    _write(folder / "in.sets", (b"%s%d a b c\n" % (b"x" * 200_000, i) for i in range(size // 200_000)))
    return ["in.sets", "--as", "sets"]


def all_alike(folder, size, draw):
    """One component of everything, all pairs of it."""
    words = [f"w{draw.randrange(500)}" for _ in range(60)]

    def text(i):
        mine = list(words)
        mine[i % 60] = f"v{i}"
        return " ".join(mine)

    _write(folder / "in.jsonl", _records(min(size, 2 * MEBIBYTE), text))
    return ["in.jsonl"]


def harmless(folder, size, draw):
    words = [f"w{i}" for i in range(20_000)]
    _write(folder / "in.jsonl", _records(size, lambda i: " ".join(draw.choices(words, k=150))))
    return ["in.jsonl"]


SHAPES = {
    shape.__name__: shape
    for shape in (
        zst_lines,
        zst_line,
        zst_second_frame,
        xz_lines,
        gz_bomb,
        bz2_bomb,
        one_word,
        a_letter_a_word,
        many_of_one_character,
        one_letter,
        one_text_again_and_again,
        repeated_phrases,
        half_alike,
        headings,
        fillers,
        many_of_one_word,
        tiny_and_alike,
        long_ids,
        kilobyte_ids,
        long_ids_of_pairs,
        less_than,
        boilerplate,
        one_huge_id,
        long_fields,
        many_fields,
        without_a_text,
        deep_json,
        escapes,
        huge_line,
        tiny_files,
        empty_lines,
        tiny_records,
        distinct_words,
        one_distinct_text,
        ideographs,
        huge_items,
        all_alike,
    )
}
