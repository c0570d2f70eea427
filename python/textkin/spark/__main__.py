"""The job over paths: `python -m textkin.spark dedup IN.jsonl -o OUT`, or this file under spark-submit."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

try:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from textkin import _options, _wording
    from textkin.spark import _components, _job, _paths, _report
    from textkin.spark._results import DedupResult, PairsResult
except ModuleNotFoundError as _missing:
    print(
        f"textkin: this Python ({sys.executable}) lacks the package {_missing.name}, which the driver needs; "
        "install it with pip install 'textkin[spark]', or name another with PYSPARK_DRIVER_PYTHON",
        file=sys.stderr,
    )
    sys.exit(2)

_FOOT = """\
OUT is a folder of parts that must not be there yet, complete where it holds _SUCCESS. dedup keeps the records of JSON
lines byte for byte (part-*.jsonl) and all columns of Parquet; of texts their names (part-*.txt). Exit codes: 0 done, 2 wrong usage, or input or
output that failed.
"""

# Options that tasks set, or that are said in another way here.
_OWN = {"memory", "exact", "method", "problems", "on_error"}
_METAVAR = {
    "normalize": "LIST",
    "tokens": "NAME",
    "shingle": "word:K|char:K|kmer:K",
    "weights": "suffix",
    "weight_unit": "U",
    "stop_words": "LANGUAGE|FILE",
    "stem": "LANGUAGE",
    "fingerprint": "NAME",
    "key": "FILE",
    "prefer": "accuracy|speed",
    "sketch": "NAME",
    "hashes": "K",
    "seed": "N",
    "bands": "B",
    "rows": "R",
    "audit": "N",
    "invalid_utf8": "replace|skip|fail",
    "block_size": "SIZE",
    "simd": "NAME",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m textkin.spark",
        description="Alike documents of files, found on Spark: what `textkin dedup` and `textkin pairs` do.",
        epilog=_FOOT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("command", choices=("dedup", "pairs"), help="remove copies, or list alike pairs")
    parser.add_argument(
        "input", nargs="+", metavar="INPUT", help="what Spark reads: files, folders, patterns; local, hdfs://, s3a://"
    )
    files = parser.add_argument_group("Files")
    files.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="for the kept records, or for the pairs (Parquet)"
    )
    files.add_argument("--removed", metavar="OUT", help="dedup: a row a removed document (Parquet)")
    files.add_argument(
        "--candidates",
        metavar="OUT",
        help="pairs: every pair that meets in a bucket of a band, alike or not, with both values (Parquet)",
    )
    files.add_argument(
        "--estimates", action="store_true", help="pairs: also what the sketches say, beside the exact similarity"
    )
    files.add_argument("--stats", metavar="FILE.json", help="what the run did, as JSON; else it is printed")
    files.add_argument("--problems", metavar="FILE.jsonl", help="every record that could not be used")
    files.add_argument("--format", choices=_paths.FORMATS, help="of INPUT; default: by its name, or its files'")
    files.add_argument(
        "--text-field",
        "--text",
        action="append",
        metavar="NAME",
        help="field or column of the text; text. Given several times: fields of JSON lines, joined",
    )
    files.add_argument(
        "--id-field",
        "--id",
        metavar="NAME",
        help="field or column of the id; default: id, or FILE:LINE where it is missing",
    )
    files.add_argument("--on-error", choices=("skip", "fail"), default="skip", help="a record that cannot be used")
    finding = parser.add_argument_group("Finding")
    finding.add_argument("-t", "--threshold", type=float, default=0.8, metavar="T", help="least similarity; 0.8")
    finding.add_argument("--recall", type=float, metavar="P", help="least probability that a pair at T is found; 0.95")
    finding.add_argument(
        "--keep",
        default="first",
        metavar="RULE",
        help="dedup: first, last, longest, shortest, field:NAME[:max|min] or prefer:PATTERN",
    )
    running = parser.add_argument_group("Running; never changes a result")
    running.add_argument("--partitions", type=int, metavar="N", help="of what is shuffled; default: twice the cores")
    running.add_argument(
        "--components", default="driver", choices=_components.WAYS, help="who unites what is connected"
    )
    running.add_argument("--memory", default="512MiB", metavar="SIZE", help="a task, for the engine; 512MiB")
    same = parser.add_argument_group("As for `textkin dedup`, whose --help says more")
    for name, kind in _options.Options.__annotations__.items():
        if name in _job.NOT_HERE or name in _OWN:
            continue
        option = "--" + name.replace("_", "-")
        if kind is bool:
            same.add_argument(option, action="store_true", default=None)
        else:
            same.add_argument(option, metavar=_METAVAR.get(name, "VALUE"), type=int if name == "audit" else str)
    return parser


def _check_outputs(spark: SparkSession, given: dict[str, Any], paths: Sequence[str]) -> None:
    """What would fail in the end fails before the work."""
    folders = [given[name] for name in ("output", "removed", "candidates") if given[name]]
    for folder in folders:
        if _paths.exists(spark, folder):
            raise FileExistsError(f"{folder}: is there already; name another folder, or remove it")
    for folder in folders:
        if folders.count(folder) > 1:
            raise ValueError(f"{folder}: named for two outputs")
    files = [given[name] for name in ("stats", "problems") if given[name]]
    for file in files:
        if not os.path.isdir(os.path.dirname(file) or "."):
            raise FileNotFoundError(f"{file}: its folder does not exist; make it")
        # Where the job runs on this machine alone, what it reads may be local too.
        if any(os.path.exists(path) and _lies_in(file, path) for path in paths):
            raise ValueError(f"{file}: is an input, or lies in one; name another")
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise ValueError(f"{files[0]}: named for two outputs")


def _lies_in(file: str, path: str) -> bool:
    return os.path.commonpath([os.path.realpath(file), os.path.realpath(path)]) == os.path.realpath(path)


def _write(file: str, lines: Any) -> None:
    """Under its name only when it is complete."""
    handle, path = tempfile.mkstemp(prefix=".textkin-", dir=os.path.dirname(file) or ".")
    try:
        with open(handle, "w", encoding="utf-8") as out:
            out.writelines(lines)
        os.chmod(path, 0o666 & ~_umask())
        os.replace(path, file)
    except BaseException:
        os.unlink(path)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _run(given: dict[str, Any]) -> None:
    command, output, removed, keep = (given.pop(name) for name in ("command", "output", "removed", "keep"))
    stats, problems, partitions = given.pop("stats"), given.pop("problems"), given.pop("partitions")
    paths, format = given.pop("input"), given.pop("format")
    text, id = given.pop("text_field") or ["text"], given.pop("id_field")
    threshold, recall, memory = (given.pop(name) for name in ("threshold", "recall", "memory"))
    components, estimates, candidates = (given.pop(name) for name in ("components", "estimates", "candidates"))
    options = {name: value for name, value in given.items() if value is not None}
    settings = _job.settings_of(threshold, recall, memory, options)._replace(
        components=components, estimates=estimates, candidates=candidates is not None
    )
    field = _job.field_of(keep) if command == "dedup" else ""
    spark = _session()
    format = format or _paths.format_of(spark, paths)
    outputs = {"output": output, "removed": removed, "candidates": candidates, "stats": stats, "problems": problems}
    _check_outputs(spark, outputs, paths)
    rows = _paths.read(spark, paths, format, text, id, settings, field)
    settings = _job.with_parts(settings, rows, partitions)
    found: DedupResult | PairsResult
    if command == "dedup":
        found = _job.dedup_rows(rows, settings, keep)
        _paths.write(found.kept, rows.output, format, output)
        if removed:
            found.removed.write.parquet(removed)
    else:
        found = _job.pairs_rows(rows, settings)
        found.pairs.write.parquet(output)
        if candidates:
            found.candidates.write.parquet(candidates)
    if problems:
        _write(problems, _report.problems(found))
    else:
        _report.warn(found)
    line = json.dumps(found.stats) + "\n"
    if stats:
        _write(stats, [line])
    else:
        print(line, end="")


def _session() -> SparkSession:
    spark = SparkSession.builder.appName("textkin").getOrCreate()
    # Files are cut alike whenever they are read in this job, though executors come and go.
    if spark.conf.get("spark.sql.files.minPartitionNum", None) is None:
        spark.conf.set("spark.sql.files.minPartitionNum", str(spark.sparkContext.defaultParallelism))
    return spark


def main() -> int:
    parser = _parser()
    given = vars(parser.parse_args())
    if given["command"] == "pairs" and (given["removed"] or given["keep"] != "first"):
        parser.error("--removed and --keep are for dedup")
    if given["command"] == "dedup" and (given["candidates"] or given["estimates"]):
        parser.error("--candidates and --estimates are for pairs")
    try:
        _run(given)
    except (ValueError, OSError, MemoryError) as error:
        return _fail(str(error))
    except PySparkException as error:
        return _fail(_report.cause(error))
    except Exception as error:
        if type(error).__module__.split(".")[0] != "py4j":
            raise
        return _fail(_report.cause(error))
    return 0


def _fail(message: str) -> int:
    print(f"textkin: {_wording.as_typed(message)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
