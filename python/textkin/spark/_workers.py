"""Whether Spark's Python workers can do the work: asked once a session, before any job, so that what is missing is said in
one line and not by sixty of Java."""

import sys
from typing import Any

from pyspark.sql import SparkSession

# As source, since a function of this module would be looked for in the package that is perhaps not there.
_PROBE = """
def probe(_):
    import sys
    try:
        import textkin
        import pyarrow
        return sys.executable, None, textkin.__version__
    except ImportError as missing:
        return sys.executable, str(missing), None
"""
_asked: set[str] = set()  # applications


def check_frame(data: Any, name: str = "data") -> None:
    """TypeError for what is no DataFrame of Spark."""
    if not hasattr(data, "sparkSession"):
        raise TypeError(f"{name} is of type {type(data).__name__}, no DataFrame of Spark; textkin.dedup() and textkin.pairs() take it")


def check_workers(spark: SparkSession) -> None:
    """ImportError where a worker has no textkin, or another one. Costs a task with one row."""
    context = getattr(spark, "sparkContext", None)
    if context is None or context.applicationId in _asked:
        return
    from .. import __version__

    names: dict[str, Any] = {"__name__": "asked_by_textkin"}
    exec(_PROBE, names)
    python, missing, version = context.parallelize([0], 1).map(names["probe"]).first()
    if missing is not None:
        raise ImportError(
            f"the workers' Python is {python}, which cannot import textkin ({missing}); install it there, or set PYSPARK_PYTHON"
            f" before the session is made, as to {sys.executable}"
        )
    if version != __version__:
        raise ImportError(f"the workers' Python {python} has textkin {version}, and this is {__version__}; install the same")
    _asked.add(context.applicationId)
