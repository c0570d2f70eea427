"""What the experiments share: the program, the helpers in C++, tables, pictures and pages.

An experiment is a file with TITLE, DOCUMENT (author and year) and `run(lab)`, which returns its Page. Numbers in the
text of a page are formatted from what was measured, and `lab.holds` stops the run where a sentence of the page would
no longer be true, so that a page cannot outlive its findings.
"""

import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("TEXTKIN_DATA", ROOT.parent / "shared" / "data"))

INK, PAPER, GRID, SHADE = "#1b1f24", "#ffffff", "#dddddd", "#999999"
# Okabe and Ito's colours, which differ for all kinds of sight.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK]
# What a colour becomes where the reader's pages are dark; one that is not here stays.
DARK = {INK: "#e6e8eb", PAPER: "#0d1117", GRID: "#30363d", SHADE: "#8b949e", "#0072b2": "#3a9ee0", "#009e73": "#1fbf92"}
PRINTED = dict(color=INK, linestyle="none", marker="o", markerfacecolor=PAPER, markersize=6, zorder=5)
STYLE = {"font.size": 10, "axes.grid": True, "grid.color": GRID, "axes.spines.top": False, "axes.spines.right": False,
         "axes.axisbelow": True, "axes.prop_cycle": plt.cycler(color=COLOURS), "legend.frameon": False,
         "figure.facecolor": PAPER, "savefig.facecolor": PAPER, "axes.facecolor": PAPER, "text.color": INK,
         "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
         # Text that can be searched, read aloud and shown in the reader's own letters, not its outlines.
         "svg.fonttype": "none", "font.family": "sans-serif"}


class Missing(Exception):
    """Data that this machine does not have: the experiment is left out, and its page stays as it is."""


@dataclasses.dataclass
class Page:
    claim: str  # what the document says
    setup: str  # what is run here
    finding: str  # what comes out
    verdict: str  # where the document is right, and where it is wrong


class Lab:
    def __init__(self, name, textkin, build, out, scratch, quick, png=None):
        self.name, self.textkin, self.build, self.out, self.quick, self.png = name, textkin, build, out, quick, png
        self.scratch = scratch / name
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        self.pictures, self.tables = [], []

    def run(self, *arguments):
        """What the program writes on standard output."""
        return self._call([self.textkin, *arguments])

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--format", "json"))

    def rows(self, *arguments):
        """A table that the program writes, as dicts of text."""
        return _rows(self.run(*arguments))

    def helper(self, name, *arguments):
        """A table that a program of bench/experiments writes; numbers are read."""
        text = self._call([self.build / f"experiment_{name}", *arguments])
        return [{key: _number(value) for key, value in row.items()} for row in _rows(text)]

    def _call(self, command):
        done = subprocess.run([str(part) for part in command], capture_output=True, cwd=self.scratch)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode()

    def data(self, name):
        path = DATA / name
        if not path.exists():
            raise Missing(f"{name} is not in {DATA}; TEXTKIN_DATA names another folder")
        return path

    def holds(self, condition, sentence):
        if not condition and not self.quick:
            raise AssertionError(f"{self.name}: no longer true, write the page anew: {sentence}")

    def table(self, header, rows, suffix=""):
        """Writes NAME[-suffix].tsv; floats with six digits."""
        name = self.name + (f"-{suffix}" if suffix else "") + ".tsv"
        text = "\t".join(header) + "\n"
        for row in rows:
            text += "\t".join(f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in row) + "\n"
        (self.out / name).write_text(text)
        self.tables.append(name)

    @contextlib.contextmanager
    def figure(self, title, caption, suffix="", width=7.0, height=4.3, rows=1, columns=1, **how):
        """Axes to draw on; the picture is written where the block ends. `title` stands in the picture and says what is to
        be seen to those who cannot see it; `caption` stands below and says how it was measured."""
        name = self.name + (f"-{suffix}" if suffix else "") + ".svg"
        with plt.rc_context({"svg.hashsalt": name, **STYLE}):
            figure, axes = plt.subplots(rows, columns, figsize=(width, height), **how)
            yield axes
            figure.suptitle(title, x=0.01, horizontalalignment="left", fontsize=11, fontweight="bold")
            figure.tight_layout()
            path = self.out / name
            figure.savefig(path, metadata={"Date": None, "Title": title, "Creator": "textkin make experiments"})
            path.write_text(_in_both_lights(path.read_text()))
            if self.png:
                figure.savefig(self.png / name.replace(".svg", ".png"), dpi=110)
            plt.close(figure)
        self.pictures.append((name, title, caption))

    def page(self, title, document, page):
        """Writes NAME.md."""
        text = f"# {title}\n\n{document}.\n\n**The document says:** {page.claim}\n\n**Here:** {page.setup}\n\n"
        for name, picture, caption in self.pictures:
            text += f"![{picture}]({name})\n\n{caption}\n\n"
        text += f"**What we find:** {page.finding}\n\n**Verdict:** {page.verdict}\n\n"
        text += "Numbers: " + ", ".join(f"[{name}]({name})" for name in self.tables) + ".\n"
        text += f"Made by `make experiments` from [bench/experiments/{self.name}.py](../../bench/experiments/{self.name}.py).\n"
        (self.out / f"{self.name}.md").write_text(text)


def _in_both_lights(svg):
    """The picture with its colours as variables that follow the reader's light: the same bytes on every run."""
    for colour in DARK:
        svg = svg.replace(colour, f"var(--c{colour[1:]})")

    def values(colours):
        return "".join(f"--c{name[1:]}:{value};" for name, value in colours.items())

    style = (f"<style>:root{{{values({name: name for name in DARK})}}}"
             f"@media(prefers-color-scheme:dark){{:root{{{values(DARK)}}}}}</style>")
    head, rest = svg.split("<metadata>", 1)
    return f"{head}{style}<metadata>{rest}"


def _rows(text):
    header, *lines = text.rstrip("\n").split("\n")
    return [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def mean_and_error(values):
    """Mean, and its standard error."""
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / max(count - 1, 1)
    return mean, (variance / count) ** 0.5


def jsonl_texts(path):
    with open(path) as lines:
        return [json.loads(line)["text"] for line in lines]


def jaccard(row):
    """Of a row of an exact_*.tsv of the test data, or of `pairs`."""
    return int(row["shared"]) / (int(row["size_a"]) + int(row["size_b"]) - int(row["shared"]))
