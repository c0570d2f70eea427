#!/usr/bin/env python3
"""`make experiments`: the figures and tables of the five documents made again, into docs/experiments.

Finds the experiments beside this file, runs each (or those that are named), writes its table, picture and page, and the
index. Nothing is drawn at random without a fixed seed: but for seconds, the same program gives the same bytes.
"""

import argparse
import importlib
import pathlib
import sys
import tempfile
import time
import traceback

import lab as laboratory

HERE = pathlib.Path(__file__).resolve().parent
NO_EXPERIMENTS = {"run", "lab"}


def experiments():
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in NO_EXPERIMENTS)


def index(out, names):
    """README.md of the pages, in the order of the documents."""
    modules = [importlib.import_module(name) for name in names if (out / f"{name}.md").exists()]
    lines = ["# Experiments", "", "Each page says what a document claims, what textkin finds, and where the document is "
             "wrong. All of it is made by `make experiments`.", ""]
    for document in sorted({module.DOCUMENT for module in modules}):
        lines += [f"## {document}", ""]
        lines += [f"- [{module.TITLE}]({module.__name__}.md)" for module in modules if module.DOCUMENT == document]
        lines.append("")
    (out / "README.md").write_text("\n".join(lines[:-1]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="experiments; default: all")
    parser.add_argument("--textkin", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder of the helpers")
    parser.add_argument("--out", type=pathlib.Path, default=laboratory.ROOT / "docs" / "experiments")
    parser.add_argument("--quick", action="store_true", help="few trials, and findings are not held to: to try the code")
    parser.add_argument("--png", type=pathlib.Path, help="a folder for the pictures as PNG, to look at")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(experiments()))
        return 0
    unknown = set(arguments.names) - set(experiments())
    if unknown:
        parser.error(f"no experiment {', '.join(sorted(unknown))}; there are {', '.join(experiments())}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory(prefix="textkin-experiments-") as scratch:
        for name in arguments.names or experiments():
            module = importlib.import_module(name)
            lab = laboratory.Lab(name, arguments.textkin.resolve(), arguments.build.resolve(), arguments.out.resolve(),
                                 pathlib.Path(scratch), arguments.quick, arguments.png)
            begin = time.monotonic()
            try:
                lab.page(module.TITLE, module.DOCUMENT, module.run(lab))
                print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)
            except laboratory.Missing as missing:
                print(f"{name}: SKIPPED, {missing}", flush=True)
            except Exception:
                traceback.print_exc()
                failed.append(name)
    index(arguments.out, experiments())
    if failed:
        print(f"experiments: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
