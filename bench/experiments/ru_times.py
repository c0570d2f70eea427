"""Dembele and Lo 2017, section 2: the time of RUM against the size of the sets, beside the exact answer and sketches."""

import math

from lab import PRINTED, Page

TITLE = "The time of RUM against n, beside bottom-k and fss"
DOCUMENT = "Dembele and Lo 2017"
FUNCTIONS = 128
# A Gospel of 55,000 to 110,000 shingles: 8 to 51 minutes exactly, 20 seconds by RUM with five functions.
PRINTED_TIMES = [(55_000, 480), (110_000, 3080), (80_000, 20)]
LABELS = {"merge": "exact: a merge of sorted sets", "each with each": "exact: each member with each", "rum": "RUM",
          "kperm": "k permutations, both sketched", "bottomk": "bottom-k, both sketched", "fss": "fss, both sketched",
          "fss, kept": "fss, signatures kept"}


def run(lab):
    largest = 10**4 if lab.quick else 10**6
    rows = lab.helper("ru_times", largest, FUNCTIONS, 3 if lab.quick else 9)
    lab.table(["members", "way", "seconds", "estimate"], [[r["n"], r["way"], float(r["seconds"]), float(r["answer"])] for r in rows])
    curves = {}
    for row in rows:
        curves.setdefault(row["way"], []).append(row)
    with lab.figure("RUM costs more than merging the sorted sets, which is exact",
                    f"Processor seconds to compare one pair of sets of n members, J = 1/3, {FUNCTIONS} functions or cells; both axes "
                    "logarithmic. Circles: what the paper prints for its Gospels of 55,000 to 110,000 shingles, exactly at least "
                    "and at most, and by RUM with five functions (the lowest), at sizes of our choice within these.", height=5.8) as axes:
        for way, label in LABELS.items():
            axes.plot([p["n"] for p in curves[way]], [p["seconds"] for p in curves[way]], marker=".", label=label)
        axes.plot(*zip(*PRINTED_TIMES), label="the paper", **PRINTED)
        axes.set(xscale="log", yscale="log", xlabel="n, members of a set", ylabel="seconds of the processor")
        axes.legend(fontsize=8, ncol=2, loc="upper center", bbox_to_anchor=(0.5, -0.13))

    def at(way, n):
        return next(p["seconds"] for p in curves[way] if p["n"] == n)

    def slope(way):
        first, last = curves[way][0], curves[way][-1]
        return math.log(last["seconds"] / first["seconds"]) / math.log(last["n"] / first["n"])

    n = 10**5 if not lab.quick else 10**4
    slopes = {way: slope(way) for way in curves}
    lab.holds(at("merge", n) < at("rum", n) / 10, "the exact merge takes less than a tenth of RUM's time")
    lab.holds(at("fss", n) < at("rum", n) and at("bottomk", n) < at("rum", n), "sketches of both sets take less than RUM")
    lab.holds(0.8 < slopes["rum"] < 1.2 and 1.7 < slopes["each with each"] < 2.3, "RUM is linear, each with each is quadratic")
    lab.holds(at("fss, kept", n) < at("merge", n), "kept signatures are compared faster than sets")
    answers = {p["way"]: p["answer"] for p in rows if p["n"] == n}
    return Page(
        claim="\"The shortest time to compute the exact similarity between two gospels is around eight minutes\", the longest 51; by RUM "
              "with five functions estimations \"are obtained with a much smaller time, around 20 seconds\". No time is given against n.",
        setup=f"Sets of 1,000 to {largest:,} members that share half of them, {FUNCTIONS} functions or cells each, processor seconds, sets sorted in memory, the least "
              "of several turns. RUM as it is exact (both rows of a shared member in both columns), by the additions of its Markov form. "
              "A sketch is timed with the making of both signatures, and for signatures that are there.",
        finding=f"RUM's time grows as n^{slopes['rum']:.2f}, each with each as n^{slopes['each with each']:.2f}, the merge as "
                f"n^{slopes['merge']:.2f}. At n = {n:,}: merge {at('merge', n) * 1e3:.3g} ms, RUM {at('rum', n) * 1e3:.3g} ms, k permutations "
                f"{at('kperm', n) * 1e3:.3g} ms, bottom-k {at('bottomk', n) * 1e3:.3g} ms, fss {at('fss', n) * 1e3:.3g} ms, and "
                f"{at('fss, kept', n) * 1e6:.2g} us for two signatures that are kept. The estimates at that n for J = 0.3333: RUM "
                f"{answers['rum']:.3f}, rum-apart {answers['rum-apart']:.3f}, bottom-k {answers['bottomk']:.3f}, fss {answers['fss']:.3f}: n is even, so "
                "RUM's stands for its ties as well.",
        verdict=f"The minutes of the paper look like those of a slow program that compares each shingle with each, which takes {at('each with each', 10**4) * 100:.2g} "
                "s here at n = 100,000, by the growth as n^2. A merge of sorted sets is exact and takes about "
                "the time of a bottom-k or fss sketch of both, so RUM saves none on one pair, whatever n is; part of its time, though not "
                "that against the merge, is that of a plain loop where the sketches have vector instructions. On many pairs it cannot save "
                "any either, because its rows are numbered for two sets. Signatures of bottom-k and fss serve every later pair.")
