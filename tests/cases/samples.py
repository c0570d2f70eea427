"""Texts for tests: the same on every run."""

import random

WORDS = [f"{start}{middle}{end}" for start in "bdfghklmnprstvw" for middle in ("a", "e", "i", "o", "u", "ea", "ou")
         for end in ("n", "rd", "st", "ll", "mer", "ting", "ble")]


def prose(seed, length=60):
    """`length` words of its own; two seeds share next to no run of five words."""
    return " ".join(random.Random(seed).choices(WORDS, k=length))


def edited(text, places):
    """The text with the words at `places` replaced by words that occur nowhere else."""
    words = text.split()
    for place in places:
        words[place] = f"changed{place}"
    return " ".join(words)


def family_corpus(seed=1, families=30, most=6, length=60):
    """Texts in families: an original and copies with a few changed words; in shuffled order."""
    chance = random.Random(str(seed))
    texts = []
    for family in range(families):
        original = prose(f"{seed}/{family}", chance.randint(20, length))
        texts.append(original)
        for _ in range(chance.randrange(most)):
            count = len(original.split())
            texts.append(edited(original, sorted(chance.sample(range(count), chance.randrange(4)))))
    chance.shuffle(texts)
    return texts
