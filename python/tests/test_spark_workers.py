"""What Spark's workers lack is said in one line before a job; and what is no DataFrame of Spark."""

import os
import pathlib
import subprocess
import sys

import pytest

import textkin

on_spark = pytest.importorskip("on_spark")

JOB = """
import sys
sys.path[:0] = {path!r}
import pyspark.sql
import textkin.spark
session = pyspark.sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
try:
    textkin.spark.dedup(session.createDataFrame([("a", "x y z")], "id string, text string"))
except ImportError as error:
    print("said:", error)
"""


def without_textkin():
    """An interpreter that has none."""
    other = getattr(sys, "_base_executable", sys.executable)
    tried = subprocess.run([other, "-c", "import pyarrow"], capture_output=True, env={"PATH": os.environ["PATH"]}, check=False)
    if tried.returncode == 0:
        pytest.skip(f"{other} has pyarrow too")
    return other


def test_workers_without_textkin():
    other = without_textkin()
    path = [str(pathlib.Path(textkin.__file__).parents[1]), *(one for one in sys.path if "site-packages" in one)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PYSPARK_PYTHON": other, "PYSPARK_DRIVER_PYTHON": sys.executable}
    done = subprocess.run(
        [sys.executable, "-c", JOB.format(path=path)], capture_output=True, text=True, env=environment, timeout=300, check=True
    )
    assert f"said: the workers' Python is {other}, which cannot import textkin (No module named" in done.stdout
    assert f"set PYSPARK_PYTHON before the session is made, as to {sys.executable}" in done.stdout


def test_other_frames(spark):
    for function in (textkin.spark.dedup, textkin.spark.pairs):
        with pytest.raises(TypeError, match="list, no DataFrame of Spark; textkin.dedup"):
            function(["a text"])


def test_without_pyspark():
    body = "import sys; sys.modules['pyspark'] = None; import textkin.spark"
    done = subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: textkin.spark needs PySpark, which is not here: pip install 'textkin[spark]'"
