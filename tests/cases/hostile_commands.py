"""The commands that hostile inputs are tried with, as a user types them."""

# Command -> its steps, each a list of arguments; INPUT stands for what the shape wrote. Each leaves `out`.
def _one(*arguments):
    return lambda inputs, memory: [[arguments[0], *inputs, *arguments[1:], "--memory", memory, "-o", "out"]]


def _compare(inputs, memory):
    files, options = _files_and_options(inputs)
    return [["compare", files[0], files[-1], *options, "--memory", memory, "-o", "out"]]


def _stages(inputs, memory):
    return [
        ["sketch", *inputs, "--run-dir", "run", "--memory", memory],
        ["join", "--run-dir", "run", "--memory", memory],
        ["cluster", "--run-dir", "run", "--memory", memory, "-o", "out"],
    ]


# What is left of records is written as they stand, and its name must say so.
def _left(inputs):
    return "left.txt" if "--lines" in inputs else "left.sets" if "sets" in inputs else "left.jsonl"


def _trim(inputs, memory):
    return [["trim", *inputs, "--memory", memory, "-o", _left(inputs), "--removed", "out"]]


def _files_and_options(inputs):
    files = [x for x in inputs if not x.startswith("--") and x != "sets"]
    return files, inputs[len(files) :]


# Test sets are held against their own copy, which run() makes: a file on both sides is refused.
COPIES = "copies"


def _decontaminate(kept_by, *arguments):
    def steps(inputs, memory):
        files, options = _files_and_options(inputs)
        tests = [part for name in files for part in ("--against", f"{COPIES}/{name}")]
        return [["decontaminate", *files, *options, *tests, *arguments, "--memory", memory, "-o", kept_by(inputs), "--removed", "out"]]

    return steps


def _passages_of_tests(inputs, memory):
    return [["decontaminate", inputs[0], "--against", inputs[1], "--by", "passages", "--memory", memory, "-o", "kept", "--removed", "out"]]


def _index(verb):
    def steps(inputs, memory):
        return [
            ["index", "create", "run"],
            ["index", "add", "run", *inputs, "--memory", memory],
            ["index", verb, "run", *inputs, "--memory", memory, "-o", "out"],
        ]

    return steps


def _signatures(inputs, memory):
    return [
        ["signatures", "create", *inputs, "--memory", memory, "-o", "run"],
        ["signatures", "pairs", "run", "--memory", memory, "-o", "out"],
    ]


COMMANDS = {
    "dedup": _one("dedup"),
    "dedup lsh": _one("dedup", "--method", "lsh"),
    "dedup by field": _one("dedup", "--keep", "field:q"),
    "dedup characters": _one("dedup", "--shingle", "char:9"),
    "pairs": _one("pairs"),
    "pairs exact": _one("pairs", "--exact"),
    "passages": _one("passages"),
    "passages of code": _one("passages", "--normalize", "code:java"),
    "plan": _one("plan"),
    "report": _one("report"),
    "report table": _one("report", "--format", "tsv"),
    "dedup page": _one("dedup", "--report", "page.html"),
    "simhash": _one("simhash"),
    "distance": _one("distance"),
    "signatures": lambda inputs, memory: [["signatures", "create", *inputs, "--memory", memory, "-o", "out"]],
    "rules": _one("rules", "--confidence", "0.8"),
    "trim": _trim,
    "trim lines": lambda inputs, memory: _trim([*inputs, "--unit", "line"], memory),
    "decontaminate": _decontaminate(lambda inputs: "kept"),
    "decontaminate cut": _decontaminate(_left, "--action", "cut"),
    "decontaminate passages": _passages_of_tests,
    "index": _index("query"),
    "index passages": _index("passages"),
    "signatures pairs": _signatures,
    "explain": _one("explain"),
    "compare": _compare,
    "stages": _stages,
}
