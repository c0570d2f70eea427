"""One genome against 90,000 references whose sequences are gone: the family is found, first by first, within a second of the
processor; what each number of bits costs and says."""

import json
import math
import os
import random
import time

import pytest

import reference
from test_genomes import canonical
from test_hostile_memory import measured

REFERENCES, FAMILY, LENGTH = 90_000, 10, 1500
LETTERS = bytes(b"ACGT"[i % 4] for i in range(256))
OTHER = bytes.maketrans(b"ACGT", b"CGTA")


def mutated(chance, bases, count):
    out = bytearray(bases)
    for at in chance.sample(range(len(out)), count):
        out[at] = OTHER[out[at]]
    return bytes(out)


@pytest.fixture(scope="module")
def references(textkin_once):
    """Families of an original and copies with 1 to 9 % of other letters; a question near the original of one of them."""
    chance = random.Random(7)
    with open(textkin_once.path("references.fa"), "wb") as out:
        for family in range(REFERENCES // FAMILY):
            original = chance.randbytes(LENGTH).translate(LETTERS)
            for member in range(FAMILY):
                out.write(b">g%d.%d\n%s\n" % (family, member, mutated(chance, original, LENGTH * member // 100)))
            if family == 4321:
                sample = mutated(chance, original, LENGTH // 200)
                textkin_once.write("sample.fa", b">sample\n%s\n" % sample)
                sets = [canonical(bases.decode(), 21) for bases in (original, sample)]
    textkin_once.exact = len(sets[0] & sets[1]) / len(sets[0] | sets[1])
    return textkin_once


@pytest.mark.long
@pytest.mark.parametrize("how", [("bottomk", 1000, 64), *[("fss", 256, bits) for bits in (32, 16, 8, 4, 2, 1)]], ids=str)
def test_one_genome_against_90000(references, how):
    sketch, hashes, bits = how
    told = [] if sketch == "bottomk" else ["--bits", bits]
    name = f"{sketch}-{bits}.sig"
    began = time.monotonic()
    references("signatures", "create", "references.fa", "--records", "--shingle", "kmer:21", "--sketch", sketch, "--hashes", hashes, *told, "-o", name, timeout=300)
    made = time.monotonic() - began
    size = references.path(name).stat().st_size
    assert abs(size - REFERENCES * (hashes * bits // 8 + 4)) < REFERENCES * 14  # ids, in pages
    assert references("signatures", "info", name, "--format", "json").json()["signatures"] == REFERENCES
    os.rename(references.path("references.fa"), references.path("gone"))
    try:
        words = ("signatures", "nearest", "sample.fa", "--records", "--in", name, "--top", "5", "-o", "found.tsv")
        done = min((measured(references.folder, *words) for _ in range(3)), key=lambda done: done.seconds)
        assert done.code == 0, done.errors
    finally:
        os.rename(references.path("gone"), references.path("references.fa"))
    names, *rows = [line.split("\t") for line in references.path("found.tsv").read_text().splitlines()]
    rows = [dict(zip(names, row, strict=True)) for row in rows]
    print(json.dumps({"sketch": sketch, "bits": bits, "bytes": size, "made": round(made, 1), "asked": round(done.seconds, 3), "first": rows[0]["similarity"]}))
    assert done.seconds < 1
    assert [row["b"] for row in rows][:2] == ["g4321.0", "g4321.1"]
    assert {row["b"].split(".")[0] for row in rows[:3]} == {"g4321"}
    assert float(rows[0]["lower"]) < references.exact < float(rows[0]["upper"])


def error_of(textkin, sketch, bits, truth, count):
    """Root mean square of the estimates of pairs a.sets and b.sets, their mean error, and how many intervals hold the truth."""
    for name in ("a", "b"):
        textkin("signatures", "create", f"{name}.sets", "-o", f"{name}.sig", "--sketch", sketch, "--hashes", 256, "--bits", bits)
    rows = textkin("signatures", "pairs", "a.sig", "b.sig", "-t", "0.15", "-q").table()
    rows = [row for row in rows if row["a"].split(":")[-1] == row["b"].split(":")[-1]]
    assert len(rows) == count
    errors = [float(row["similarity"]) - truth for row in rows]
    held = sum(float(row["lower"]) <= truth <= float(row["upper"]) for row in rows) / count
    return math.sqrt(sum(error * error for error in errors) / count), sum(errors) / count, held


@pytest.mark.long
@pytest.mark.parametrize("shared, own", [(50, 25), (80, 10)])
def test_the_error_of_few_bits_beside_its_law(textkin, shared, own):
    """The table of docs/recipes/signatures.md."""
    count, chance = 2000, random.Random(f"{shared}")
    pairs = [chance.sample(range(1 << 60), shared + 2 * own) for _ in range(count)]
    for name, members in (("a", lambda pair: pair[: shared + own]), ("b", lambda pair: pair[:shared] + pair[shared + own :])):
        textkin.write(f"{name}.sets", "".join(" ".join(map(str, members(pair))) + "\n" for pair in pairs))
    truth = shared / (shared + 2 * own)
    page = (reference.ROOT / "docs" / "recipes" / "signatures.md").read_text()
    for bits in (32, 8, 4, 2, 1):
        by_chance = 0 if bits == 32 else 2.0**-bits
        agree = by_chance + (1 - by_chance) * truth
        law = math.sqrt(agree * (1 - agree) / 256) / (1 - by_chance)
        error, bias, held = error_of(textkin, "kperm", bits, truth, count)
        of_fss, bias_of_fss, held_of_fss = error_of(textkin, "fss", bits, truth, count)
        assert 0.95 < error / law < 1.05 and of_fss < error
        assert max(abs(bias), abs(bias_of_fss)) < 4 * law / math.sqrt(count)
        assert min(held, held_of_fss) > 0.94
        assert f"| {truth} | {bits} | {law:.4f} | {error:.4f} | {100 * held:.1f} % | {of_fss:.4f} | {100 * held_of_fss:.1f} % |" in page
