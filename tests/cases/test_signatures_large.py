"""One genome against 90,000 references whose sequences are gone: the family is found, first by first, within a second of the
processor; what each number of bits costs and says."""

import json
import os
import random
import time

import pytest

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
