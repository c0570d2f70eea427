"""A pytest plugin: what became of each test, and why, as JSON lines in the file that RIVALS_OUTCOMES names."""

import importlib
import json
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "asked_for"))  # behind what is installed


def _row(name, outcome, raised="", why=""):
    with open(os.environ["RIVALS_OUTCOMES"], "a", encoding="utf-8") as out:
        out.write(json.dumps([name, outcome, raised, why]) + "\n")


def pytest_sessionfinish():
    """It was the adapter that was tested, and not the package whose name it has."""
    tested = importlib.import_module(os.environ["RIVALS_NAME"])
    if HERE not in pathlib.Path(tested.__file__).resolve().parents:
        pytest.exit(f"{tested.__file__} was tested", returncode=3)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.skipped:
        _row(item.nodeid, "skipped", "", str(report.longrepr[2]).removeprefix("Skipped: "))
    elif report.failed:
        error = call.excinfo.value
        _row(item.nodeid, "failed", type(error).__name__, " ".join(str(error).split())[:200])
    elif call.when == "call":
        _row(item.nodeid, "passed")
    return report


def pytest_collectreport(report):
    if report.failed:
        _row(report.nodeid, "failed", "import", str(report.longrepr).splitlines()[-1])
