"""Gakhov 2016 after Manku, Jain and Das Sarma 2007: tables of permuted fingerprints, storage against look-ups."""

import math

import numpy

from lab import COLOURS, PRINTED, Page

TITLE = "SimHash tables: storage against look-ups"
DOCUMENT = "Gakhov 2016"
DOCUMENTS, DISTANCE, BITS = 2**34, 3, 64
SMALL = 2**22  # fingerprints that are really drawn
MOST_BLOCKS = 8


def cut(blocks):
    """Sizes of the blocks of a fingerprint, the larger ones first."""
    return [BITS // blocks + (place < BITS % blocks) for place in range(blocks)]


def retrieved(fingerprints, probes, bits):
    """Fingerprints a probe that agree in the leading bits: mean and its standard error."""
    shift = numpy.uint64(BITS - bits)
    keys, asked = numpy.sort(fingerprints >> shift), probes >> shift
    found = numpy.searchsorted(keys, asked, "right") - numpy.searchsorted(keys, asked, "left")
    return float(found.mean()), float(found.std() / math.sqrt(len(found)))


def run(lab):
    plans = {documents: {int(row["blocks"]): row for row in lab.rows("simhash", "--plan", "--documents", documents, "--distance", DISTANCE)}
             for documents in (DOCUMENTS, SMALL)}
    draw = numpy.random.default_rng(16)
    drawn = 2**18 if lab.quick else SMALL
    fingerprints = draw.integers(0, 2**64, drawn, dtype=numpy.uint64)
    probes = draw.integers(0, 2**64, 200_000, dtype=numpy.uint64)
    rows, measured = [], {}
    for blocks in range(DISTANCE + 1, MOST_BLOCKS + 1):
        plan = plans[DOCUMENTS][blocks]
        bits = sum(sorted(cut(blocks))[: blocks - DISTANCE])
        mean, error = retrieved(fingerprints, probes, bits)
        measured[blocks] = (drawn / 2**bits, mean, error)
        rows.append([blocks, int(plan["tables"]), bits, float(plan["matches_a_probe"]), float(plan["storage_bytes"]), drawn / 2**bits, mean, error])
        lab.holds(bits == int(plan["least_key_bits"]) and int(plan["tables"]) == math.comb(blocks, DISTANCE), "the plan is the paper's")
    lab.table(["blocks", "tables", "key_bits", "matches_a_probe", "storage_bytes", "law_of_drawn", "measured", "standard_error"], rows)
    with lab.figure("More tables, fewer look-ups, more storage",
                    f"For 2^34 fingerprints of 64 bits and a distance of {DISTANCE}: fingerprints that all tables together retrieve for one query, "
                    f"against the bytes of the tables; the number beside a dot is that of tables. Circles: what the slides print, 512 a probe "
                    "with ten tables. Both axes logarithmic.") as axes:
        terabytes = [row[4] / 1e12 for row in rows]
        all_probes = [row[1] * row[3] for row in rows]
        axes.plot(terabytes, all_probes, marker="o", color=COLOURS[0], label="all tables, a query")
        axes.plot(terabytes, [row[3] for row in rows], marker=".", color=COLOURS[1], label="one table, a probe")
        axes.plot(terabytes[1], 512, label="printed", **PRINTED)
        for row, x, y in zip(rows, terabytes, all_probes):
            axes.annotate(str(row[1]), (x, y), xytext=(6, 4), textcoords="offset points", fontsize=9)
        axes.set(xscale="log", yscale="log", xlabel="terabytes of tables", ylabel="fingerprints retrieved")
        ticks = [0.5, 1, 2, 5]
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xticks([], minor=True)
        axes.legend()

    lab.holds(all(abs(mean - law) < 4.5 * max(error, 1e-4) for law, mean, error in measured.values()), "a probe retrieves 2^(d - p)")
    chosen = next(blocks for blocks, row in plans[DOCUMENTS].items() if row["chosen"] == "yes")
    law, mean, error = measured[DISTANCE + 1]
    return Page(
        claim="Ten tables, made of five blocks of 13, 13, 13, 13 and 12 bits of which two lead, serve 2^34 pages: 25 or 26 leading bits, at most "
              "2^(34 - 25) = 512 fingerprints a probe, where probing all fingerprints within 3 bits would take C(64, 3) = 41,664 probes. More "
              "tables make queries faster and storage larger.",
        setup=f"`textkin simhash --plan --documents {DOCUMENTS}`, and {drawn:,} random fingerprints asked 200,000 times at the same cuts.",
        finding=f"Five blocks make {rows[1][1]} tables and {rows[1][3]:.0f} a probe, {rows[1][1] * rows[1][3]:,.0f} a query, in "
                f"{terabytes[1]:.2f} TB; four make {rows[0][1]} and {rows[0][3]:,.0f} a probe; six {rows[2][1]} and {rows[2][3]:.0f}, in "
                f"{terabytes[2]:.2f} TB. Of the fingerprints drawn, a probe of {rows[0][2]} bits retrieves {mean:.2f} ± {2 * error:.2f} (law "
                f"{law:.2f}). textkin would take {chosen} blocks.",
        verdict=f"Right; \"3 bits\" is exactly 3: within 3 there are {sum(math.comb(BITS, bits) for bits in range(1, DISTANCE + 1)):,} probes besides the "
                "fingerprint itself. And 512 is for each of ten tables, so that a query looks at 5,120. Fingerprints of real texts are not "
                "uniform: templates share them, and then a probe retrieves the template's copies.")
