"""The job over paths: `python -m textkin.spark dedup IN.jsonl -o OUT`, or this file under spark-submit."""

import argparse
import json
import sys

from pyspark.sql import SparkSession
from textkin import _options
from textkin.spark import _components, _job, _paths


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m textkin.spark", description="Alike documents of files, found on Spark."
    )
    parser.add_argument("command", choices=("dedup", "pairs"))
    parser.add_argument(
        "input", nargs="+", help="paths that Spark reads: files, folders, patterns; local, hdfs://, s3a://"
    )
    parser.add_argument(
        "-o", "--output", required=True, help="a folder for the kept records, or for the pairs (Parquet)"
    )
    parser.add_argument("--removed", help="dedup: a folder for a row of each removed document (Parquet)")
    parser.add_argument("--stats", help="a file for what was done, as JSON; else it is printed")
    parser.add_argument("--format", choices=_paths.FORMATS, help="of the input; else by its name")
    parser.add_argument("--text", default="text", help="field or column of the text")
    parser.add_argument("--id", default="id", help="field or column of the id")
    parser.add_argument("-t", "--threshold", type=float, default=0.8)
    parser.add_argument("--recall", type=float)
    parser.add_argument(
        "--keep", default="first", help="first, last, longest, shortest; of Parquet also field:NAME[:min]"
    )
    parser.add_argument("--partitions", type=int, help="of what is shuffled")
    parser.add_argument("--components", default="driver", choices=_components.WAYS, help="who unites what is connected")
    parser.add_argument("--memory", type=int, default=512, help="MiB a task for the engine")
    for name, kind in _options.Options.__annotations__.items():
        if name in _job.NOT_HERE or name in ("memory", "exact", "method"):
            continue
        option = "--" + name.replace("_", "-")
        if kind is bool:
            parser.add_argument(option, action="store_true", default=None, help="as for `textkin dedup`")
        else:
            parser.add_argument(option, help="as for `textkin dedup`")
    return parser


def main() -> int:
    given = vars(_parser().parse_args())
    command, paths, output, removed, stats = (
        given.pop(name) for name in ("command", "input", "output", "removed", "stats")
    )
    format = given.pop("format") or _paths.format_of(paths)
    memory = given.pop("memory") << 20
    keep, text, id = given.pop("keep"), given.pop("text"), given.pop("id")
    options = {name: value for name, value in given.items() if value is not None}
    spark = SparkSession.builder.appName("textkin").getOrCreate()
    files = _paths.read(spark, paths, format, text, id)
    shared = {"text": files.text, "id": files.id, "order": files.order, "memory": memory, **options}
    if command == "dedup":
        found = _job.dedup(files.data, keep=keep, **shared)
        _paths.write(found.kept, files.columns, format, output)
        if removed:
            found.removed.write.parquet(removed)
    else:
        found = _job.pairs(files.data, **shared)
        found.pairs.write.parquet(output)
    line = json.dumps(found.stats)
    if stats:
        with open(stats, "w", encoding="utf-8") as out:
            out.write(line + "\n")
    else:
        print(line)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:
        sys.exit(f"textkin: {error}")
