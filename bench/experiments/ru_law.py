"""Dembele and Lo 2017, theorem 3: the exact law of the RU and RUM estimates, against simulation."""

from lab import Page

TITLE = "The exact law of RU and RUM"
DOCUMENT = "Dembele and Lo 2017"


def run(lab):
    trials = 2000 if lab.quick else 40000
    rows = lab.helper("ru", trials)
    cases = {}
    for row in rows:
        cases.setdefault(row["case"], []).append(row)
    lab.table(["case", "functions", "p", "matches", "frequency", "standard_error", "law"],
              [[r["case"], r["cells"], float(r["p"]), r["matches"], float(r["frequency"]),
                (r["law"] * (1 - r["law"]) / trials) ** 0.5, float(r["law"])] for r in rows])

    shown = ["fixed order, n = 31", "any order, n = 31", "fixed order, n = 30", "any order, n = 30", "RUM", "RUM, rows apart"]
    with lab.figure("Matches of RU and RUM follow a binomial law",
                    f"Number of matching functions of 20 in {trials:,} simulated runs (bars: two standard errors) and the "
                    "binomial law with the exact probability of a match (lines). Left and middle: rows 1 to 6 against 4 to 9, J = "
                    "1/3, for n prime and not; right: 12 and 11 elements, 4 of them shared, by RUM.",
                    width=11, height=5.6, rows=2, columns=3, sharex=True) as axes:
        for case, axis in zip(shown, axes.T.flat):
            points = cases[case]
            matches = [r["matches"] for r in points]
            axis.errorbar(matches, [r["frequency"] for r in points],
                          yerr=[2 * (r["law"] * (1 - r["law"]) / trials) ** 0.5 for r in points], linestyle="none", marker=".",
                          capsize=2, label="simulated")
            axis.plot(matches, [r["law"] for r in points], linewidth=1, label="binomial")
            axis.set_title(f"{case}: p = {points[0]['p']:.4f}", fontsize=10)
            axis.set(ylabel="probability")
        axes[1][2].legend()  # where the curve leaves room for it
        for axis in axes[1]:
            axis.set(xlabel="functions that match, of 20", xticks=range(0, 21, 5))

    p = {case: points[0]["p"] for case, points in cases.items()}
    worst = max(abs(r["frequency"] - r["law"]) / max((r["law"] * (1 - r["law"]) / trials) ** 0.5, 1 / trials)
                for r in rows)
    third = 1 / 3
    lab.holds(worst < 4.5, "simulation and law agree")
    lab.holds(abs(p["any order, n = 31"] - (third + (1 - third) / 31)) < 1e-8, "J + (1 - J) / n")
    lab.holds(p["fixed order, n = 31"] < 0.32, "a fixed order is biased")
    lab.holds(abs(p["RUM"] - (8 / 23 + (1 - 8 / 23) / 23)) < 1e-8, "simM + (1 - simM) / n")
    lab.holds(abs(p["RUM, rows apart"] - 1 / 23) < 1e-8, "rows apart: 1 / n")
    return Page(
        claim="With z(i) = x i + y mod n and random x and y the number of matches of k functions is Binomial(k, p) (equation "
              "16), p the probability (equation 15) that one function matches, averaged over the orders of the rows; in the "
              "ideal case p is the similarity. RUM lists the shared elements twice, does not seek the intersection, and "
              "estimates simM = 2J/(1 + J), which is converted by J = simM/(2 - simM).",
        setup=f"Six cases of 20 functions, {trials:,} runs each, beside the law of `src/stats/ru/ru_law.h`, which equals the "
              "enumeration of every x, y and order for small n (a unit test). x and y are uniform on 1..n.",
        finding=f"Law and simulation agree (the largest of {len(rows)} deviations is {worst:.1f} standard errors). Over all "
                f"orders and for n = 31, a prime, p = J + (1 - J)/n = {p['any order, n = 31']:.4f}: a little above J, because x "
                f"= n gives every row the same value. For n = 30 it is {p['any order, n = 30']:.4f}: multipliers that share a "
                f"factor with n let rows fall together. In the fixed order of the first picture (rows 1 to 6 against 4 to 9) p "
                f"is {p['fixed order, n = 31']:.4f} for n = 31, at every k. RUM has p = {p['RUM']:.4f}, simM + (1 - simM)/n. "
                f"Where each row of the doubled list belongs only to the column of its own list p is "
                f"{p['RUM, rows apart']:.4f} = 1/n, whatever J is.",
        verdict="Equation 16 is right for independent functions given the order of the rows; \"in the ideal case\" needs the "
                "order to be random as well, else the family is biased. RUM as the paper words it cannot work: if the "
                "intersection is not sought, no row is known to belong to both columns, and what is estimated is the chance "
                "of a tie. Formula 6 holds only where both rows of a shared element are marked in both columns, which takes "
                "the comparison that RUM was to save. Misprints that we correct: the interval needs sqrt(p(1 - p)/k), not "
                "sqrt(p(1 - p))/k; C_m^n is C(n, m).")
