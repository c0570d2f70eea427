"""Runs one rival inside its own Python and writes its answer: python -m rivals.answer MODULE ROW JOB.json ANSWER.json"""

import importlib
import json
import pathlib
import sys

from rivals.rival import Job


def main(module, row, job, answer):
    fields = json.loads(pathlib.Path(job).read_text())
    fields.update(path=pathlib.Path(fields["path"]), scratch=pathlib.Path(fields["scratch"]))
    rival = next(rival for rival in importlib.import_module(f"rivals.{module}").RIVALS if rival.name == row)
    pathlib.Path(answer).write_text(json.dumps(rival.work(Job(**fields))))


if __name__ == "__main__":
    main(*sys.argv[1:])
