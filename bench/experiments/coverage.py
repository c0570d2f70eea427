"""Do the intervals hold what they promise? Coverage of the 95 % intervals of every sketch."""

from lab import INK, Page

TITLE = "Coverage of the intervals"
DOCUMENT = "All documents"
CELLS = 128


def wald(rows_of):
    """Exact coverage of estimate +- 1.96 sqrt(p (1 - p) / k), the paper's interval corrected, under the binomial law."""
    from math import comb

    curve = []
    for percent in range(1, 100):
        p = percent / 100
        covered = 0.0
        for matches in range(rows_of + 1):
            estimate = matches / rows_of
            half = 1.959964 * (estimate * (1 - estimate) / rows_of) ** 0.5
            if estimate - half <= p <= estimate + half:
                covered += comb(rows_of, matches) * p**matches * (1 - p) ** (rows_of - matches)
        curve.append((p, covered))
    return curve


def run(lab):
    trials = 400 if lab.quick else 4000
    rows = lab.helper("sketches", trials, 0, CELLS)
    lab.table(["sketch", "cells", "n", "jaccard", "trials", "coverage", "standard_error", "width"],
              [[r["sketch"], r["cells"], r["n"], r["jaccard"], r["trials"], r["coverage"],
                (r["coverage"] * (1 - r["coverage"]) / r["trials"]) ** 0.5, r["width"]] for r in rows])
    gauss = wald(CELLS)
    lab.table(["jaccard", "coverage_gaussian"], gauss, "gaussian")
    names = list(dict.fromkeys(r["sketch"] for r in rows))
    with lab.figure("Guaranteed intervals hold what they say; the Gaussian one does not",
                    f"Left: how often the guaranteed 95 % interval of each sketch with {CELLS} cells held the truth, a mark for each n and "
                    "J = 0.3 (v), 0.5 (o) and 0.8 (^). Dotted: 95 %. Right: exact coverage of the Gaussian interval (Dembele and Lo's, with its misprint "
                    "corrected) for independent cells.", width=9.5, columns=2, sharey=True) as (left, right):
        for place, name in enumerate(names):
            points = [r for r in rows if r["sketch"] == name]
            for jaccard, marker in ((0.3, "v"), (0.5, "o"), (0.8, "^")):
                some = [r for r in points if abs(r["jaccard"] - jaccard) < 0.05]
                left.plot([r["n"] * (1 + 0.06 * place) for r in some], [r["coverage"] for r in some], marker=marker, linestyle="none",
                          markersize=5, color=f"C{place}", label=name if jaccard == 0.5 else None)
        left.axhline(0.95, color=INK, linestyle=":")
        left.set(xscale="log", xlabel="n, features of each set", ylabel="coverage", ylim=(0.7, 1.01))
        left.legend(loc="lower right")
        left.set_title(f"guaranteed, {CELLS} cells", fontsize=10)
        right.plot([p for p, _ in gauss], [c for _, c in gauss])
        right.set_title(f"Gaussian, {CELLS} independent cells", fontsize=10)
        right.axhline(0.95, color=INK, linestyle=":")
        right.set(xlabel="Jaccard similarity")
    fewest, largest = min((r["trials"], r["n"]) for r in rows)
    worst = min(rows, key=lambda r: r["coverage"])
    error = (0.95 * 0.05 / worst["trials"]) ** 0.5
    lowest = min(gauss, key=lambda point: point[1])
    lab.holds(worst["coverage"] > 0.95 - 4 * error, "guaranteed intervals hold 95 %")
    lab.holds(lowest[1] < 0.9, "the Gaussian interval does not")
    return Page(
        claim="The similarity lies with 95 % in simrum +- 1.96 sqrt(simrum(1 - simrum))/k (Dembele and Lo 2017).",
        setup=f"The printed interval has a misprint (the root must hold the k as well); corrected, its exact coverage follows from the "
              f"binomial law. Beside it the guaranteed intervals that textkin reports, by {trials:,} random pairs a point, {fewest:,} where sets have {largest:,} features.",
        finding=f"The lowest of {len(rows)} coverages of the guaranteed intervals is {worst['coverage']:.3f} ({worst['sketch']}, n = "
                f"{worst['n']}, J = {worst['jaccard']:.2f}; a standard error is {error:.4f}). The Gaussian interval covers "
                f"{lowest[1]:.2f} at J = {lowest[0]:.2f}, and most often less than it says.",
        verdict="Report Clopper-Pearson intervals (`textkin compare`); the Gaussian one fails just where near-duplicates are, close to "
                "J = 1, and has no width at all where every cell agrees.")
