"""Kalampokis 2016, figures 5.3 and 5.4 and section 7.2: the S-curve and the search for bands and rows."""

from lab import COLOURS, INK, PRINTED, Page

TITLE = "The S-curve, and the choice of bands and rows"
DOCUMENT = "Kalampokis 2016"

# Figure 5.4, b = 20 and r = 5.
PRINTED_CURVE = {0.2: 0.006, 0.3: 0.047, 0.4: 0.186, 0.5: 0.470, 0.6: 0.802, 0.7: 0.975, 0.8: 0.9996}
# The trace of section 7.2.2 for n = 225 and s = 0.53: rows of a band, and (1/b)^(1/r).
PRINTED_TRACE = {225: 1.0, 75: 0.9854585985762907, 45: 0.9648667337285327, 25: 0.9158625473064724, 5: 0.46704367745113423}
HASHES, THRESHOLD = 225, 0.53
SEEDS = 12


def curve(lab, bands, rows, hashes):
    plan = lab.json("plan", "--bands", bands, "--rows", rows, "--hashes", hashes, "--sketch", "kperm", "-t", THRESHOLD)
    return {round(point["similarity"], 2): point["probability"] for point in plan["curve"]}


def simulated(lab, bands, rows, hashes):
    """Share of pairs of stated similarity that `explain` makes candidates: 60 pairs each similarity."""
    united = 100
    shares = {}
    for tenth in range(2, 10):
        shared = united * tenth // 10
        by_seed = []
        for seed in range(2 if lab.quick else SEEDS):
            # 5 pairs of their own elements; ids are scattered by the hash of their spelling.
            with open(lab.scratch / "pairs.sets", "w") as out:
                for pair in range(5):
                    name = [f"{seed}-{pair}-{i}" for i in range(united)]
                    alone = (united - shared) // 2
                    out.write(" ".join(name[: shared + alone]) + "\n" + " ".join(name[:shared] + name[shared + alone :]) + "\n")
            answer = lab.json("explain", "pairs.sets", "--bands", bands, "--rows", rows, "--hashes", hashes, "--seed", seed + 1,
                              "--rows-order", "hash", "-t", "0.5", "--no-filter")
            candidates = {(p["a"], p["b"]) for p in answer["pairs"] if p["bands"]}
            by_seed.append(sum((2 * pair, 2 * pair + 1) in candidates for pair in range(5)) / 5)
        share = sum(by_seed) / len(by_seed)
        count = 5 * len(by_seed)
        shares[tenth / 10] = (share, (share * (1 - share) / count) ** 0.5)
    return shares


def run(lab):
    ours = curve(lab, 20, 5, 100)
    found = simulated(lab, 20, 5, 100)
    accuracy, speed = curve(lab, 45, 5, HASHES), curve(lab, 25, 9, HASHES)
    recall = lab.json("plan", "-t", THRESHOLD, "--recall", "0.95", "--hashes", HASHES, "--sketch", "kperm")
    ours_recall = {round(p["similarity"], 2): p["probability"] for p in recall["curve"]}
    lab.table(["similarity", "b20_r5", "printed", "simulated", "standard_error", "accuracy_b45_r5", "speed_b25_r9",
               f"recall95_b{recall['bands']}_r{recall['rows']}"],
              [[s, ours[s], PRINTED_CURVE.get(s, ""), *found.get(s, ("", "")), accuracy[s], speed[s], ours_recall[s]]
               for s in sorted(ours)])

    with lab.figure("The printed S-curve is right; a choice by speed loses what was asked for",
                    "Left: probability of becoming a candidate with 20 bands of 5 rows; circles are the table that the thesis "
                    "prints, crosses pairs of that similarity through `textkin explain` (bars: one standard error). Right: "
                    "225 functions and a threshold of 0.53, by the thesis's two preferences and by a recall of 0.95.",
                    width=9.5, columns=2) as (left, right):
        left.plot(list(ours), list(ours.values()), label="1 - (1 - s^5)^20")
        left.errorbar(list(found), [f[0] for f in found.values()], yerr=[f[1] for f in found.values()], color=COLOURS[1],
                      linestyle="none", marker="x", capsize=2, label="simulated")
        left.plot(list(PRINTED_CURVE), list(PRINTED_CURVE.values()), label="printed", **PRINTED)
        left.set(xlabel="Jaccard similarity s", ylabel="P(candidate)")
        left.legend()
        for values, label in ((accuracy, "accuracy: 45 x 5"), (speed, "speed: 25 x 9"),
                              (ours_recall, f"recall 0.95: {recall['bands']} x {recall['rows']}")):
            right.plot(list(values), list(values.values()), label=label)
        right.axvline(THRESHOLD, color=INK, linestyle=":")
        right.annotate("threshold", (THRESHOLD, 0.02), xytext=(4, 0), textcoords="offset points", fontsize=9)
        right.set(xlabel="Jaccard similarity s", ylabel="P(candidate)")
        right.legend()

    (lab.scratch / "a").write_text("x")
    trials = {}
    chosen = {}
    for preference in ("accuracy", "speed"):
        plan = lab.json("explain", "a", "-t", THRESHOLD, "--hashes", HASHES, "--prefer", preference)["plan"]
        chosen[preference] = (plan["bands"], plan["rows"])
        trials = {trial["rows"]: (trial["bands"], trial["rises_at"]) for trial in plan["trials"]}
    lab.table(["rows", "bands", "rises_at", "printed"],
              [[rows, bands, f"{at:.16f}", PRINTED_TRACE.get(rows, "")] for rows, (bands, at) in trials.items()], "tuning")

    lab.holds(all(abs(ours[s] - p) < 0.0006 for s, p in PRINTED_CURVE.items()), "figure 5.4 is right to its digits")
    lab.holds(chosen == {"accuracy": (45, 5), "speed": (25, 9)}, "both choices are the thesis's")
    lab.holds(all(abs(trials[r][1] - p) < 1e-15 for r, p in PRINTED_TRACE.items()), "the trace is right")
    lab.holds(all(abs(share - ours[s]) < 4 * max(error, 0.03) for s, (share, error) in found.items()), "simulation agrees")
    return Page(
        claim="With b bands of r rows a pair of similarity s is a candidate with probability 1 - (1 - s^r)^b; figure 5.4 "
              "tabulates it for b = 20, r = 5. The curve rises near (1/b)^(1/r), and bands and rows are chosen so that "
              "this is slightly below the threshold (\"accuracy\") or above it (\"speed\"): for n = 225 and s = 0.53, "
              "45 x 5 and 25 x 9.",
        setup="`textkin plan` computes the curves, `textkin explain` runs pairs of stated similarity through the pipeline, and "
              "prints the search for bands and rows.",
        finding=f"The printed table, both choices and the trace come out, to the last digit. At the threshold itself 45 x 5 finds "
                f"{accuracy[THRESHOLD]:.2f} of the pairs, 25 x 9 {speed[THRESHOLD]:.3f}: \"speed\" loses "
                f"{1 - speed[THRESHOLD]:.0%} of what the user asked for. Asking for a recall of 0.95 gives "
                f"{recall['bands']} x {recall['rows']} of the same 225 functions, which finds "
                f"{ours_recall[THRESHOLD]:.3f}.",
        verdict="The formulas are right. That the curve rises \"at\" (1/b)^(1/r) is a rule of thumb, and a costly one: at that "
                "point a pair is found with probability 1 - (1 - 1/b)^b, about 0.64 for any b and r. Choose by recall "
                "(`--recall`), and take `--prefer` to follow the thesis.")
