"""What the contenders of `make bench-kernels` get: the same files for all, made anew from a fixed seed.

A file of sets begins with how many they are and how large each is, then has their members, 64 bits each; all have one
size. Set 2i and 2i + 1 belong together.
"""

import array
import math
import random

PAIRS, IDS, SHARED = 66, 500, 333
LONG_PAIRS, LONG = 2, 30_000
WEIGHTED = 256  # features of a weighted set
WORDS, VOCABULARY = 65_536, 255  # so many that a word is also a byte above 0
TEXT, TEXT_PAIRS, PASSAGE = 1_000, 32, 300
CHANGED = 0.1  # of the words of an edited text


def items(kernel):
    """Of one round: features, words, members of either set; of `read` eight bytes."""
    texts = 2 * TEXT_PAIRS * TEXT
    others = {
        "read": 1 << 25,
        "dartminhash": 2 * PAIRS * WEIGHTED,
        "overlap": 2 * (2 * PAIRS - 1) * IDS,
        "overlap-long": 2 * (2 * LONG_PAIRS - 1) * LONG,
        "winnow": WORDS,
        "common-words": texts,
        "align": texts,
    }
    return others.get(kernel, 2 * PAIRS * IDS)


def make(folder):
    """All files, into that folder."""
    source = random.Random(1)
    write_sets(folder / "ids", alike(source, PAIRS, IDS, SHARED))
    write_sets(folder / "sorted", map(sorted, alike(source, PAIRS, IDS, SHARED)))
    write_sets(folder / "long", map(sorted, alike(source, LONG_PAIRS, LONG, LONG * 2 // 3)))
    write(folder / "truth-jaccard", "d", [SHARED / (2 * IDS - SHARED)] * PAIRS)
    write(folder / "truth-cosine", "d", [SHARED / IDS] * PAIRS)
    weighted(source, folder)
    words = [whole(source) for _ in range(VOCABULARY)]
    text = [source.randrange(VOCABULARY) for _ in range(WORDS)]
    write_texts(folder, "words", [text], words)
    write_texts(folder, "edited", edited(source), words)
    planted(source, folder, words)


def alike(source, pairs, size, shared):
    """Sets of random features, two and two of which share so many."""
    for _ in range(pairs):
        both = [source.getrandbits(64) for _ in range(shared)]
        for _ in range(2):
            members = both + [source.getrandbits(64) for _ in range(size - shared)]
            source.shuffle(members)
            yield members


def whole(source):
    """A random word; one that begins with twelve ones would weigh less than others (textkin/word_weight.h)."""
    return source.getrandbits(63)


def weighted(source, folder):
    """Two sets have the same features; a third of the weights are others. Weights of a set sum to some 1."""
    draw = lambda: source.expovariate(1) / WEIGHTED  # noqa: E731
    sets, weights, truths = [], [], []
    for _ in range(PAIRS):
        features = sorted(source.getrandbits(64) for _ in range(WEIGHTED))
        first = [draw() for _ in features]
        second = [weight if source.random() < 2 / 3 else draw() for weight in first]
        sets += [features, features]
        weights += first + second
        truths.append(math.fsum(map(min, first, second)) / math.fsum(map(max, first, second)))
    write_sets(folder / "weighted", sets)
    write(folder / "weights", "d", weights)
    write(folder / "truth-weighted", "d", truths)


def edited(source):
    """Texts, and each once more with a tenth of its words changed."""
    for _ in range(TEXT_PAIRS):
        text = [source.randrange(VOCABULARY) for _ in range(TEXT)]
        yield text
        yield changed(source, text)


def changed(source, text):
    return [source.randrange(VOCABULARY) if source.random() < CHANGED else word for word in text]


def planted(source, folder, words):
    """Texts of random words that have one passage in common, a tenth of whose words are changed."""
    texts, places = [], []
    for _ in range(TEXT_PAIRS):
        pair = [[source.randrange(VOCABULARY) for _ in range(TEXT)] for _ in range(2)]
        a, b = (source.randrange(TEXT - PASSAGE) for _ in range(2))
        pair[1][b : b + PASSAGE] = changed(source, pair[0][a : a + PASSAGE])
        texts += pair
        places += [a, b, PASSAGE]
    write_texts(folder, "texts", texts, words)
    write(folder / "planted", "Q", places)


def write_texts(folder, name, texts, words):
    """Once as hashes of words, once as bytes."""
    texts = list(texts)
    write_sets(folder / name, [[words[word] for word in text] for text in texts])
    (folder / f"{name}.bytes").write_bytes(bytes(word + 1 for text in texts for word in text))


def write_sets(path, sets):
    sets = list(sets)
    write(path, "Q", [len(sets), len(sets[0]), *(member for members in sets for member in members)])


def write(path, kind, values):
    path.write_bytes(array.array(kind, values).tobytes())
