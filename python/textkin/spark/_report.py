"""What a job says to a person: what could not be used, and why a run failed, a line each."""

import json
import re
import sys
from collections.abc import Iterator

from ._leak_results import DecontaminateResult
from ._results import DedupResult, PairsResult

Result = DedupResult | PairsResult | DecontaminateResult

_SHOWN = 10


def problems(found: Result) -> Iterator[str]:
    """Every record that could not be used, as `--problems` of the command line; the first are named on the way."""
    count = found.stats["problems"]
    if not count:
        return
    for number, row in enumerate(found.problems.toLocalIterator()):
        if number < _SHOWN:
            print(f"textkin: {row.message}", file=sys.stderr)
        yield json.dumps(row.asDict(), ensure_ascii=False, separators=(",", ":")) + "\n"
    print(f"textkin: {count} document{'s' if count > 1 else ''} could not be used", file=sys.stderr)


def warn(found: Result) -> None:
    """Names the first of them."""
    count = found.stats["problems"]
    if not count:
        return
    for row in found.problems.limit(_SHOWN).collect():
        print(f"textkin: {row.message}", file=sys.stderr)
    if count > _SHOWN:
        print(f"textkin: ... and {count - _SHOWN} more; --problems FILE.jsonl lists them all", file=sys.stderr)
    print(f"textkin: {count} document{'s' if count > 1 else ''} could not be used", file=sys.stderr)


def cause(error: Exception) -> str:
    """What lies behind an error of Spark's, without the stacks of Java and of workers."""
    text = str(error)
    # A task that raised: the last line of its own traceback.
    raised = re.findall(r"^(?:[\w.]+\.)?(ValueError|MemoryError|OSError|FileNotFoundError): (.+)$", text, re.MULTILINE)
    if raised:
        return str(raised[0][1])
    missing = re.search(r"^(?:[\w.]+\.)?ModuleNotFoundError: No module named '([\w.]+)'", text, re.MULTILINE)
    if missing:
        return (
            f"the Python of Spark's workers lacks the package {missing[1].split('.')[0]}; send it along in an archive "
            "of an environment (--archives and PYSPARK_PYTHON, docs/recipes/spark.md), or install it there"
        )
    condition = re.search(r"^\[([A-Z_.]+)\] (.+)$", text, re.MULTILINE)
    causes = re.findall(r"^Caused by: (?:[\w.$]+: )?(.+)$", text, re.MULTILINE)
    if causes:
        first = f"{condition[2]}: " if condition else ""
        return f"{first}{causes[-1]}".split(" SQLSTATE")[0]
    if condition:
        return condition[2].split(" SQLSTATE")[0]
    found = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("at ")]
    return re.sub(r"^: (?:[\w.$]+: )?", "", found[1 if len(found) > 1 and found[1].startswith(": ") else 0])
