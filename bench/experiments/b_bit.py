"""b-bit minwise hashing: what storage buys (Gakhov 2016, after Li and Koenig 2010)."""

from lab import COLOURS, INK, PRINTED, Page

TITLE = "b-bit signatures: storage at equal variance"
DOCUMENT = "Gakhov 2016"
BITS = (1, 2, 4, 8, 16)


def variance_factor(bits, jaccard):
    """Variance of a b-bit cell's estimate over that of a full cell, for different cells that agree by chance alone."""
    return (jaccard + 1 / (2**bits - 1)) / jaccard


def run(lab):
    trials = 400 if lab.quick else 4000
    rows = lab.helper("b_bit", trials)
    lab.table(["bits", "cells", "jaccard", "bias", "rmse", "rmse_error", "law", "full_cells_law"],
              [[r["bits"], r["cells"], r["jaccard"], *(float(r[key]) for key in ("bias", "rmse", "rmse_error", "law", "full_law"))]
               for r in rows])
    grid = [i / 100 for i in range(10, 100)]
    gain = {b: [64 / (b * variance_factor(b, j)) for j in grid] for b in BITS}
    lab.table(["jaccard", *(f"storage_factor_b{b}" for b in BITS)], [[j, *(gain[b][i] for b in BITS)] for i, j in enumerate(grid)], "factor")

    with lab.figure("One bit a cell stores least where texts are alike",
                    "Left: by what factor b bits a cell shrink the storage against 64 bits at equal variance; the circle is the figure "
                    f"that the slides print. Right: root mean square error with 2,048 bits a document in {trials:,} random pairs a point "
                    "(bars: standard error), the law (lines), and 32 cells of 64 bits (dashed).", width=9.5, columns=2) as (left, right):
        for place, b in enumerate(BITS):
            left.plot(grid, gain[b], color=COLOURS[place], label=f"b = {b}")
            points = [r for r in rows if r["bits"] == b]
            right.plot([r["jaccard"] for r in points], [r["law"] for r in points], color=COLOURS[place], label=f"b = {b}")
            right.errorbar([r["jaccard"] for r in points], [r["rmse"] for r in points], yerr=[r["rmse_error"] for r in points],
                           color=COLOURS[place], linestyle="none", marker=".", capsize=2)
        full = [r for r in rows if r["bits"] == 1]
        right.plot([r["jaccard"] for r in full], [r["full_law"] for r in full], color=INK, linestyle="--", label="64 bits")
        left.plot(0.5, 21.3, label="printed", **PRINTED)
        left.set(xlabel="Jaccard similarity", ylabel="times less storage", ylim=(0, None))
        left.legend()
        right.set(xlabel="Jaccard similarity", ylabel="root mean square error", ylim=(0, 0.13))
        right.legend(ncols=2, fontsize=8)

    lab.holds(abs(variance_factor(1, 0.5) - 3) < 1e-12 and abs(64 / 3 - 21.3) < 0.05, "x 3 and 21.3")
    lab.holds(all(abs(r["rmse"] / r["law"] - 1) < 0.07 for r in rows), "the law holds")
    lab.holds(all(abs(r["bias"]) < 4.5 * r["rmse"] / trials**0.5 for r in rows), "unbiased")

    def best(jaccard):
        """Several where they store the same to a hundredth."""
        costs = {b: b * variance_factor(b, jaccard) for b in BITS}
        return " or ".join(str(b) for b in BITS if costs[b] < 1.01 * min(costs.values()))

    def at(bits, jaccard):
        return min((r for r in rows if r["bits"] == bits), key=lambda r: abs(r["jaccard"] - jaccard))

    return Page(
        claim="Storing the lowest b bits of each minimum: with b = 1 and a resemblance of 0.5 the variance grows by 3 at most, so that "
              "three times the functions are needed, and the storage shrinks by 64/3 = 21.3 against 64-bit values.",
        setup=f"The law of Li and Koenig for bits of mixed cells, and {trials:,} random pairs of sets of 500 features for each point, with "
              "2,048 bits a document however many bits a cell has.",
        finding=f"The factors are 3 and 21.3. In simulation 2,048 cells of one bit err by {at(1, 0.5)['rmse']:.4f} at J = 0.5 (law "
                f"{at(1, 0.5)['law']:.4f}), 256 cells of 8 bits by {at(8, 0.5)['rmse']:.4f}, 32 cells of 64 bits by "
                f"{at(1, 0.5)['full_law']:.4f}. At J = 0.2 the best of these is b = {best(0.2)}, at 0.5 b = {best(0.5)}, at 0.9 b = {best(0.9)}. "
                "None is biased.",
        verdict="Right. It is a form for storage and comparison: one bit costs three times the hash functions when documents are "
                "sketched, and no bands can be cut from what is left out. Against 32-bit cells, which textkin uses, the factor is 10.7.")
