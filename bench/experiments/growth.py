"""Kalampokis 2016, chapter 1: all pairs against "in O(n)", from a thousand to ten million documents."""

import json
import math
import os
import statistics
import subprocess
import time

from lab import COLOURS, Page, jsonl_texts

TITLE = "A thousand to ten million documents"
DOCUMENT = "Kalampokis 2016"
BYTES, THRESHOLD = 300, 0.8
PRINTED_DAYS, PRINTED_DOCUMENTS = 365, 11_000_000
# Sizes of the slope: half a power of ten apart.
SIZES = [1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000]
QUANTILE = {3: 4.303, 4: 3.182, 5: 2.776, 8: 2.306, 13: 2.160, 23: 2.069}  # of Student's law, 97.5 %, by degrees of freedom


class Collection:
    """Texts of some 300 bytes of which a fifth are copies, with the similarity of every planted pair."""

    def __init__(self, lab, documents):
        self.documents = documents
        self.path, truth = lab.scratch / f"{documents}.jsonl", lab.scratch / f"{documents}.tsv"
        subprocess.run([lab.build / "bench_generate", "--documents", str(documents), "--bytes", str(BYTES), "--seed", "11",
                        "-o", self.path, "--truth", truth], check=True)
        with open(truth) as rows:
            next(rows)
            planted = (row.rstrip("\n").split("\t") for row in rows)
            self.pairs = [(a, b) for a, b, value in planted if float(value) >= THRESHOLD]
        truth.unlink()
        os.sync()

    def recall(self, removed):
        return sum(a in removed or b in removed for a, b in self.pairs) / max(len(self.pairs), 1)


def dedup(lab, collection, method):
    """One run as a user makes it: processor seconds of the process, those of the kernel in them, of the clock, peak, recall."""
    settle(lab)
    removed, stats = lab.scratch / "removed.jsonl", lab.scratch / "stats.json"
    command = [lab.textkin, "dedup", collection.path, "-t", str(THRESHOLD), "--method", method, "--threads", "2", "-o",
               lab.scratch / "kept.jsonl", "--removed", removed, "--stats", stats, "--quiet"]
    used = timed(command)
    told = json.loads(stats.read_text())
    with open(removed) as rows:
        gone = {json.loads(row)["id"] for row in rows}
    return used.ru_utime + used.ru_stime, used.ru_stime, told["seconds"]["total"], told["peak_memory_bytes"], collection.recall(gone)


def copy(lab, collection):
    """The file copied through a buffer, as the least that reads and writes it: processor seconds, of the kernel, of the clock."""
    settle(lab)
    began = time.monotonic()
    used = timed(["dd", f"if={collection.path}", f"of={lab.scratch / 'kept.jsonl'}", "bs=256K", "status=none"])
    return used.ru_utime + used.ru_stime, used.ru_stime, time.monotonic() - began


def timed(command):
    process = subprocess.Popen([str(part) for part in command])
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {status}")
    return used


def settle(lab):
    """What the run before left is gone and on the disk, so that no run pays for another."""
    for name in ["kept.jsonl", "removed.jsonl"]:
        (lab.scratch / name).unlink(missing_ok=True)
    os.sync()
    time.sleep(0.5)


def slope(points):
    """Of log seconds against log documents by least squares, with the half width of its 95 % interval."""
    x, y = [math.log(n) for n, _ in points], [math.log(seconds) for _, seconds in points]
    line = statistics.linear_regression(x, y)
    rest = [b - line.intercept - line.slope * a for a, b in zip(x, y)]
    spread = sum((a - statistics.mean(x)) ** 2 for a in x)
    freedom = len(points) - 2
    error = math.sqrt(sum(r * r for r in rest) / freedom / spread)
    return line.slope, QUANTILE[max(f for f in QUANTILE if f <= freedom)] * error


def run(lab):
    sizes = SIZES[:5] if lab.quick else SIZES
    turns = 2 if lab.quick else 5
    small = Collection(lab, 1_000 if lab.quick else 10_000)
    (lab.scratch / "texts").write_text("\n".join(jsonl_texts(small.path)) + "\n")
    counts = [250, 500, 1_000] if lab.quick else [1_000, 2_000, 5_000, 10_000]
    ways = {"exact": [], "signatures": []}
    for row in lab.helper("three_ways", "texts", 1, *counts):
        if row["way"] in ways:
            ways[row["way"]].append((row["documents"], row["seconds"]))
    rows = [[way, n, turn, seconds, "", seconds, "", ""] for way, points in ways.items() for turn, (n, seconds) in enumerate(points)]
    # The exact join finds every pair, as all pairs would; it compares those alone whose rarest features meet.
    ours, kernel, clock, peaks, recalls = {"auto": [], "exact": []}, {}, {}, {}, {}
    copies = []
    collections = [Collection(lab, documents) for documents in sizes]
    # Sizes take turns, so that what the machine does meanwhile falls on all of them; the turn before the first is not counted.
    for turn in range(-1, turns):
        for collection in collections:
            documents = collection.documents
            for method in ours:
                if method == "exact" and (documents > 1_000_000 or turn < 0):
                    continue
                seconds, in_kernel, taken, peak, recall = dedup(lab, collection, method)
                if turn < 0:
                    continue
                rows.append([f"textkin, {method}", documents, turn, seconds, in_kernel, taken, peak, recall])
                ours[method].append((documents, seconds))
                clock.setdefault((method, documents), []).append(taken)
                kernel.setdefault((method, documents), []).append(in_kernel)
                peaks[method, documents], recalls[method, documents] = peak, recall
            if turn >= 0:
                seconds, in_kernel, taken = copy(lab, collection)
                rows.append(["copy of the file", documents, turn, seconds, in_kernel, taken, "", ""])
                copies.append((documents, seconds))
    sizes_in_bytes = {collection.documents: collection.path.stat().st_size for collection in collections}
    for collection in collections:
        collection.path.unlink()
    settle(lab)
    lab.table(["way", "documents", "turn", "processor_seconds", "kernel_seconds", "seconds", "peak_bytes", "recall"], rows)

    def median(method, documents):
        return statistics.median(seconds for n, seconds in ours[method] if n == documents)

    largest = sizes[-1]
    one_pair = ways["exact"][-1][1] / (ways["exact"][-1][0] * (ways["exact"][-1][0] - 1) / 2)
    days = one_pair * PRINTED_DOCUMENTS**2 / 2 / 86400
    upper = [point for point in ours["auto"] if point[0] >= (1_000 if lab.quick else 100_000)]
    grows, half = slope(upper)
    most, most_half = slope([point for point in upper if point[0] < largest])

    def in_kernel(documents):
        """Microseconds a document."""
        return 1e6 * statistics.median(kernel["auto", documents]) / documents

    by_clock, by_clock_half = slope([(n, seconds) for n in sorted({n for n, _ in upper}) for seconds in clock["auto", n]])
    least = upper[0][0]
    copied, copied_half = slope([(n, seconds) for n, seconds in copies if n >= least])

    def gigabyte(documents):
        """Processor seconds that a copy takes."""
        return statistics.median(seconds for n, seconds in copies if n == documents) / (sizes_in_bytes[documents] / 1e9)

    own = [(n, seconds - statistics.median(kernel["auto", n])) for n, seconds in upper]
    own_grows, own_half = slope(own)
    with lab.figure("All pairs grow as the square; textkin grows as the documents",
                    f"Processor seconds for texts of some {BYTES} bytes of which a fifth are copies, both axes logarithmic. All pairs "
                    f"by merging sets or comparing signatures of 200 cells, measured to {counts[-1]:,} documents and drawn on (dashed) by "
                    f"their square; `textkin dedup` with its defaults and with --method exact, {turns} turns each. The circle is the "
                    "thesis's year for 11 million documents.", height=5.2) as axes:
        for place, (way, label) in enumerate({"exact": "all pairs, sets", "signatures": "all pairs, signatures"}.items()):
            points = ways[way]
            axes.plot(*zip(*points), marker=".", color=COLOURS[1 + 3 * place], label=label)
            n, seconds = points[-1]
            far = [n, PRINTED_DOCUMENTS]
            axes.plot(far, [seconds * (size / n) ** 2 for size in far], linestyle="--", color=COLOURS[1 + 3 * place])
        for place, (method, label) in enumerate({"exact": "textkin, every pair found", "auto": "textkin, its defaults"}.items()):
            measured = sorted({n for n, _ in ours[method]})
            axes.plot(measured, [median(method, n) for n in measured], marker=".", color=COLOURS[2 - 2 * place], label=label)
        axes.plot(PRINTED_DOCUMENTS, PRINTED_DAYS * 86400, marker="o", linestyle="none", color=COLOURS[-1],
                  markerfacecolor="none", label="the thesis: all pairs")
        axes.set(xscale="log", yscale="log", xlabel="documents", ylabel="seconds of the processor")
        axes.legend(fontsize=9)

    lab.holds(grows < 1.15, "our default grows nearly as the documents")
    lab.holds(all(recall >= 0.95 for recall in recalls.values()), "the recall is what was promised")
    speedup = days * 86400 / median("auto", largest) * (largest / PRINTED_DOCUMENTS) ** 2
    return Page(
        claim="A million documents are 5 x 10^11 pairs and take most of a week on common hardware, 11 million take more than 365 days; with "
              "shingles, MinHash and bands \"this can be done in O(n)\".",
        setup=f"Texts of some {BYTES} bytes, a fifth of them copies of others with a few words changed, from a thousand to {largest:,}. All "
              f"pairs by the fastest code that we have for it, on one thread, up to {counts[-1]:,} documents; `textkin dedup` from the file to "
              "the file of what is kept, on two threads. Processor seconds of the whole process. The files were written and synced before; the "
              f"sizes take turns, {turns} times after one that is not counted, each run when the one before is on the disk. Beside it the "
              "same files copied by `dd bs=256K`, as the least that any program which reads and writes them costs this machine.",
        finding=f"All pairs by sets cost {1e9 * one_pair:.0f} ns a pair, which makes {days:.0f} days of 11 million documents; nobody waited for "
                f"them. textkin takes {statistics.median(clock['auto', largest]):.1f} s of the clock for {largest:,} documents "
                f"({median('auto', largest):.1f} s of the processor, {1e6 * median('auto', largest) / largest:.1f} us a document; "
                f"{1e6 * median('auto', sizes[-3]) / sizes[-3]:.1f} us at {sizes[-3]:,}), with {peaks['auto', largest] / 2**20:,.0f} MiB of "
                f"memory, and finds {recalls['auto', largest]:.4f} of the planted pairs. Its slope in logarithms, from {upper[0][0]:,} to "
                f"{largest:,}, is {grows:.3f} ± {half:.3f} (95 %); without the last size {most:.3f} ± {most_half:.3f}; "
                f"by the clock {by_clock:.3f} ± {by_clock_half:.3f}; that "
                f"of its own code, without the kernel's seconds, {own_grows:.3f} ± {own_half:.3f}. A bare copy of the same files has "
                f"{copied:.3f} ± {copied_half:.3f}: {gigabyte(least):.2f} s of the processor a gigabyte at {least:,}, {gigabyte(largest):.2f} at "
                f"{largest:,}. Of each document's microseconds the "
                f"kernel takes {in_kernel(largest):.1f}, and {in_kernel(sizes[-3]):.1f} at {sizes[-3]:,}. That is {speedup:,.0f} times less than all pairs "
                "would take there. "
                f"The exact method finds all of them: {median('exact', min(largest, 1_000_000)):.1f} s of the processor at "
                f"{min(largest, 1_000_000):,}.",
        verdict=f"Right: it can be done in O(n), as long as alike documents come in small groups; a template that half of a collection "
                "shares makes pairs grow as their square whatever the method, and then the answer itself does. The year is of its time and "
                f"its code: one core today needs {days:.0f} days for those pairs. Why each of "
                f"{largest:,} documents costs ours more than each of a million was looked for and mended where it was ours: "
                "[decision 66](../decisions/0066-why-ten-million-cost-more.md), [decision 68](../decisions/0068-texts-are-read-again-in-order.md). "
                "What is left of that is the kernel's, for memory and pages of files that it had not lent yet.")
