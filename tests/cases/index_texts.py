"""Texts for the tests of indexes: drawn, and some of them changed copies of others."""

WORDS = [f"w{i}" for i in range(1500)]


def text(draw, length=None):
    return " ".join(draw.choices(WORDS, k=length or draw.choice((3, 12, 40, 90, 300))))


def changed(draw, base, changes):
    words = base.split()
    for _ in range(changes):
        words[draw.randrange(len(words))] = draw.choice(WORDS)
    return " ".join(words)


def family(draw, count):
    texts = []
    for _ in range(count):
        texts.append(changed(draw, draw.choice(texts), draw.randrange(5)) if texts and draw.random() < 0.6 else text(draw))
    return texts
