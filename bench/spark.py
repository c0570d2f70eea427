"""textkin on Spark beside the command line, and beside MinHashLSH of Spark's own library; prints Markdown.

    python bench/spark.py --textkin build/textkin IN.jsonl                      # local[2] against two threads
    python bench/spark.py --textkin build/textkin IN.jsonl --mllib --turns 1    # pairs, with recall and precision
    python bench/spark.py IN.jsonl --stages                                     # CPU and bytes by stage, without Spark

Run it with the Python that has pyspark and textkin. Beside the command line whole programs are timed, their start
included; CPU seconds are those of all their processes. Turns alternate; medians are printed.
"""

import argparse
import ctypes
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

MASTER = ("--conf", "spark.master=local[2]", "--conf", "spark.driver.memory=6g", "--conf", "spark.ui.enabled=false")


def timed(words, folder, environment=None):
    """Wall seconds, CPU seconds of the process and all that it started, and the object of stats.json."""
    before = os.times()
    began = time.monotonic()
    environment = {**os.environ, **(environment or {})}
    subprocess.run(list(map(str, words)), check=True, cwd=folder, env=environment, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - began
    try:
        while True:
            os.wait()  # for the Java machine, which outlives the program that started it
    except ChildProcessError:
        pass
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu, json.loads((folder / "stats.json").read_text())


def beside_the_command_line(arguments, folder):
    environment = {
        "PYSPARK_SUBMIT_ARGS": " ".join([*MASTER, "pyspark-shell"]),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    line = [
        arguments.textkin,
        "dedup",
        arguments.input,
        "--method",
        "lsh",
        "--threads",
        "2",
        "-o",
        "cli.jsonl",
        "--stats",
        "stats.json",
        "--quiet",
    ]
    spark = [sys.executable, "-m", "textkin.spark", "dedup", arguments.input, "-o", "spark", "--stats", "stats.json"]
    runs = {"command line": [], "Spark": []}
    for _ in range(arguments.turns):
        runs["command line"].append(timed(line, folder))
        shutil.rmtree(folder / "spark", ignore_errors=True)
        runs["Spark"].append(timed(spark, folder, environment))
    print("| | documents | removed | seconds | CPU seconds | by stage |\n|---|---|---|---|---|---|")
    for name, turns in runs.items():
        wall, cpu = (statistics.median(turn[i] for turn in turns) for i in (0, 1))
        stats = turns[0][2]
        stages = {stage: statistics.median(turn[2]["seconds"][stage] for turn in turns) for stage in stats["seconds"]}
        shown = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in stages.items())
        print(f"| {name} | {stats['documents']:,} | {stats['removed']:,} | {wall:.1f} | {cpu:.1f} | {shown} |")
    ratios = [[b[i] / a[i] for a, b in zip(runs["command line"], runs["Spark"], strict=True)] for i in (0, 1)]
    seconds, cpu = (statistics.median(ratio) for ratio in ratios)
    print(f"\nSpark / command line: {seconds:.1f} times the seconds, {cpu:.1f} times the CPU seconds")
    stats = runs["Spark"][0][2]
    each = stats["record_bytes"] / max(1, stats["documents"])
    print(f"records {each:.0f} bytes a document; {stats['connected']:,} connected nodes")
    lines = [(folder / "cli.jsonl").read_text().splitlines()]
    lines.append([row for part in (folder / "spark").glob("part-*") for row in part.read_text().splitlines()])
    print("kept records equal:", sorted(lines[0]) == sorted(lines[1]))


def mllib_pairs(frame, tables):
    """Pairs at or above 0.8 by MinHashLSH, over sets of five words as textkin has them, hashed into 2^20 places."""
    from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
    from pyspark.sql import functions as F

    words = RegexTokenizer(inputCol="text", outputCol="words", pattern=r"[^\p{L}\p{N}]+").transform(frame)
    shingles = NGram(n=5, inputCol="words", outputCol="shingles").transform(words)
    sets = HashingTF(inputCol="shingles", outputCol="features", numFeatures=1 << 20, binary=True).transform(shingles)
    sets = sets.where(F.size("shingles") > 0).select("id", "features")
    model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=tables, seed=1).fit(sets)
    joined = model.approxSimilarityJoin(sets, sets, 0.2 + 1e-9, distCol="distance").where("datasetA.id < datasetB.id")
    return {(row.a, row.b) for row in joined.selectExpr("datasetA.id as a", "datasetB.id as b").collect()}


def textkin_pairs(frame, recall):
    import textkin.spark

    result = textkin.spark.pairs(frame, recall=recall)
    found = {(row.a, row.b) for row in result.pairs.select("a", "b").collect()}
    result.unpersist()
    return found


def cpu_seconds():
    """Of this process and all that live below it: Spark's Java machine and its Python workers."""
    parents, ticks = {}, {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = pathlib.Path("/proc", process, "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(process)], ticks[int(process)] = int(fields[1]), int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(process, 0) for process in ours) / os.sysconf("SC_CLK_TCK")


def shown(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def beside_mllib(arguments, folder):
    from pyspark.sql import SparkSession

    exact = [
        arguments.textkin,
        "pairs",
        arguments.input,
        "--exact",
        "-o",
        "exact.jsonl",
        "--format",
        "jsonl",
        "--quiet",
    ]
    subprocess.run(list(map(str, exact)), check=True, cwd=folder)
    rows = [json.loads(row) for row in (folder / "exact.jsonl").read_text().splitlines()]
    truth = {tuple(sorted((row["a"], row["b"]))) for row in rows}
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = (
        SparkSession.builder.master("local[2]").config("spark.driver.memory", "6g").config("spark.ui.enabled", "false")
    )
    session = builder.config("spark.sql.shuffle.partitions", "8").config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    frame = session.read.schema("id string, text string").json(str(arguments.input)).repartition(8).cache()
    count = frame.count()
    ways = {
        f"textkin.spark.pairs, recall {arguments.recall}": lambda frame: textkin_pairs(frame, arguments.recall),
        f"MinHashLSH, {arguments.tables} tables": lambda frame: mllib_pairs(frame, arguments.tables),
    }
    few = frame.sample(min(1.0, 2000 / count), seed=1).cache()
    for _ in range(3):  # workers are started, and code is compiled, for both alike
        for way in ways.values():
            way(few)
    wall, cpu, found = {name: [] for name in ways}, {name: [] for name in ways}, {}
    for _ in range(arguments.turns):
        for name, way in ways.items():
            spent, began = cpu_seconds(), time.monotonic()
            found[name] = way(frame)
            wall[name].append(time.monotonic() - began)
            cpu[name].append(cpu_seconds() - spent)
    print(f"{count:,} documents, {len(truth):,} true pairs, load {os.getloadavg()[0]:.1f}\n")
    print("| | seconds | CPU seconds | recall | precision |\n|---|---|---|---|---|")
    for name in ways:
        right = len(found[name] & truth)
        recall, precision = right / max(1, len(truth)), right / max(1, len(found[name]))
        print(f"| {name} | {shown(wall[name])} | {shown(cpu[name])} | {recall:.4f} | {precision:.4f} |")
    ratios = [[b / a for a, b in zip(*times.values(), strict=True)] for times in (wall, cpu)]
    print(f"\nMinHashLSH / textkin: {shown(ratios[0])} times the seconds, {shown(ratios[1])} times the CPU seconds")


def by_stage(arguments):
    """The tasks of a job one after the other in this process: what the engine itself needs, and what would be moved."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.json
    from textkin.spark import _packets, _tasks

    read = pyarrow.json.ReadOptions(block_size=16 << 20)
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    parse = pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    table = pyarrow.json.read_json(arguments.input, read, parse)
    table = pa.table({_tasks.ID: table["id"], _tasks.TEXT: table["text"]})
    rows = table.append_column(_tasks.ID_HASH, pa.array(np.random.default_rng(1).integers(0, 1 << 62, len(table))))
    memory = 512 << 20
    words = ["--method=lsh", "--threads=1", "--threshold=0.8", f"--memory={memory}"]
    settings = _tasks.Settings(words, {"threshold": 0.8, "recall": None}, 16, memory)
    spent, moved = {}, {}

    def timed_stage(name, batches):
        began = time.process_time()
        out = list(batches)
        spent[name] = time.process_time() - began
        moved[name] = sum(batch.nbytes for batch in out)
        return out

    packets = pa.Table.from_batches(timed_stage("sketch", _tasks.sketch(settings)(iter(rows.to_batches()))))
    parts = [packets.filter(pa.compute.equal(packets["part"], part)).to_batches() for part in range(settings.parts)]
    linked = timed_stage("link", (batch for part in parts for batch in _tasks.link(iter(part))))
    received = _packets.Received()
    for batch in linked:
        received.add(batch.column("kind").to_pylist(), batch.column("payload").to_pylist())
    began = time.process_time()
    _, forest = _tasks._textkin.connect(np.zeros((0, 2), dtype=np.uint64), received.take(_packets.LINKS))
    spent["components"], moved["components"] = time.process_time() - began, forest.nbytes

    class Shared:
        value = forest

    assigned = pa.Table.from_batches(timed_stage("assign", _tasks.assign(settings, Shared)(iter(table.to_batches()))))
    began = time.process_time()
    together = assigned.sort_by([(_tasks.COMPONENT, "ascending"), (_tasks.ID, "ascending")]).to_batches()
    spent["(sort)"], moved["(sort)"] = time.process_time() - began, 0
    timed_stage("resolve", _tasks.remove(settings, "first")(iter(together)))
    count = len(table)
    share = len(assigned) / count
    print(
        f"{count:,} documents of {table.nbytes / count:.0f} bytes; {share:.1%} in components, {len(forest):,} nodes\n"
    )
    print("| stage | CPU us a document | bytes a document that leave it |\n|---|---|---|")
    for stage, seconds in spent.items():
        print(f"| {stage} | {1e6 * seconds / count:.2f} | {moved[stage] / count:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--textkin", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--mllib", action="store_true")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--tables", type=int, default=4, help="of MinHashLSH")
    parser.add_argument("--recall", type=float, default=0.999, help="asked of textkin beside it")
    arguments = parser.parse_args()
    if arguments.stages:
        by_stage(arguments)
        return
    PR_SET_CHILD_SUBREAPER = 36  # orphans become children of this process, so that their seconds are counted
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        (beside_mllib if arguments.mllib else beside_the_command_line)(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    main()
