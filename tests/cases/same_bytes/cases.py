"""The promise of the same bytes: command lines of commands.txt, what comes of them, and answers.tsv, which has it as hashes.

commands.txt names cases, each one or more command lines that are run one after the other in a folder of their own:

    [name]
    textkin pairs wire.jsonl -t 0.5 -o pairs.tsv
    textkin dedup - < wire.jsonl

Lines that begin with # are for people; words stand as a shell has them, and `< FILE` at the end is standard input. A word, or the
part of it before a /, that names a collection (inputs.py) has it made in the folder. Everything is relative to that folder,
so no answer holds a path of the machine.

The answer of a case is, for each line, the exit code, standard output and standard error, and then each file that was left behind.
What differs between two runs of one program is masked before it is hashed; MASKS says what and why."""

import hashlib
import os
import pathlib
import re
import shlex
import subprocess

import reference
from same_bytes import inputs

HERE = pathlib.Path(__file__).resolve().parent
# These read no documents, so they take none of the options that change no result.
WITHOUT_RUN_OPTIONS = {"extract", "law", "score", "sketches"}

# Which parts of an answer, what is replaced, by what. A part is "1 stdout", "1 stderr" or "file NAME".
MASKS = [
    # Clocks and memory, and what the run was told about the machine; stages and counts stay.
    (r"\d+ stderr", rb"[0-9.]+ m?s,( [0-9.]+ \w+/s,)? [0-9.]+ \w+ of memory, \d+ threads?, \w+", b"TIME AND MEMORY"),
    (r"\d+ stderr", rb"in [0-9.]+ m?s(, [0-9.]+ \w+/s)?, peak memory [0-9.]+ \w+", b"in TIME AND MEMORY"),
    (r"\d+ stdout", rb"(?<=; )[0-9.]+ s\n", b"SECONDS\n"),
    (r"\d+ stdout", rb'(?<=seconds": )[-+.e0-9]+', b"SECONDS"),
    (r"file .*stats\.json", rb'(?s)(?<="seconds": \{)[^}]*\}', lambda found: re.sub(rb": [-+.e0-9]+", b": SECONDS", found[0])),
    (r"file .*stats\.json", rb'(?<="peak_memory_bytes": )\d+', b"BYTES"),
    (r"file .*stats\.json", rb'(?<="threads": )\d+', b"THREADS"),
    (r"file .*stats\.json", rb'(?<="simd": )"\w+"', b"SIMD"),
    # The version of the program changes with each release.
    (r"file .*stats\.json", rb'(?<="version": )"[^"]+"', b"VERSION"),
    (r"file .*manifest\.json", rb'(?<="textkin":)"[^"]+"', b"VERSION"),
    (r"file .*manifest\.json", rb'(?<="checksum":)"[0-9a-f]{16}"\}\n\Z', b"OF A VERSION"),
]


class Case:
    def __init__(self, name, lines):
        self.name, self.lines = name, lines
        words = [word for line in lines for word in shlex.split(line)]
        named = {word.split("/")[0] for word in words if word.split("/")[0] in inputs.COLLECTIONS}
        self.collections = sorted(named)

    def missing(self):
        """Why it cannot be run here, or nothing."""
        shared = [name for name in self.collections if inputs.COLLECTIONS[name].shared]
        if shared and not reference.DATA.is_dir():
            return f"no shared data at {reference.DATA}, of which it reads {', '.join(shared)}; TEXTKIN_DATA names its folder"
        return ""


def read_cases(path=HERE / "commands.txt"):
    """{name: Case}, in the order of the file."""
    cases, name = {}, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if found := re.fullmatch(r"\[([a-z0-9-]+)\]", line):
            name = found[1]
            assert name not in cases, f"{path}:{number}: {name} stands there twice"
            cases[name] = []
        else:
            assert name and line.split()[0] == "textkin", f"{path}:{number}: neither a [name] nor a line of textkin"
            cases[name].append(line)
    return {name: Case(name, lines) for name, lines in cases.items()}


def read_answers(path=HERE / "answers.tsv"):
    """{name of a case: {part: what came}}."""
    answers = {}
    if not path.exists():
        return answers
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        name, part, came = line.split("\t")
        answers.setdefault(name, {})[part] = came
    return answers


def write_answers(answers, path=HERE / "answers.tsv"):
    rows = (f"{name}\t{part}\t{came}\n" for name, parts in answers.items() for part, came in parts.items())
    path.write_text("case\tpart\tbytes and sha256\n" + "".join(rows), encoding="utf-8")


class Came:
    """What came of a case: the bytes of its parts, masked, as they are hashed."""

    def __init__(self):
        self.parts = {}

    def add(self, part, data):
        for which, pattern, instead in MASKS:
            if re.fullmatch(which, part):
                data = re.sub(pattern, instead, data)
        self.parts[part] = data

    def answer(self):
        """{part: "exit CODE" or "BYTES SHA256"}; an empty output is no part."""
        return {part: data.decode() if part.endswith("exit") else f"{len(data)} {hashlib.sha256(data).hexdigest()}"
                for part, data in self.parts.items() if data or part.startswith("file")}


def words_of(line, program, options):
    """The words to be run, and the file of standard input or nothing."""
    words = shlex.split(line)[1:]
    standard_input = None
    if "<" in words:
        at = words.index("<")
        standard_input = words[at + 1]
        words = words[:at]
    if words and words[0] not in WITHOUT_RUN_OPTIONS and not words[0].startswith("-") and "--help" not in words:
        for name, value in options.items():
            words += [] if name in words else [name, value]
    return [str(program), *words], standard_input


def run(case, program, folder, options=None):
    """Runs a case in `folder`, which is empty, with further options such as {"--threads": "1"} where a line takes them."""
    came, given = Came(), set()
    for name in case.collections:
        given.update(inputs.write(name, folder))
    scratch = folder / ".scratch"
    scratch.mkdir()
    environment = {"PATH": os.environ["PATH"], "TMPDIR": str(scratch), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    for number, line in enumerate(case.lines, 1):
        words, standard_input = words_of(line, program, options or {})
        data = (folder / standard_input).read_bytes() if standard_input else b""
        done = subprocess.run(words, cwd=folder, input=data, capture_output=True, timeout=120, env=environment, check=False)
        came.add(f"{number} exit", str(done.returncode).encode())
        came.add(f"{number} stdout", done.stdout)
        came.add(f"{number} stderr", done.stderr)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not (name in given and path.stat().st_mtime == inputs.CHANGED_AT):
            came.add(f"file {name}", path.read_bytes())
    return came


def differences(came, wanted, most=400):
    """A line for each part that is not as it was, with the beginning of what came now; nothing where all is the same."""
    answer = came.answer()
    found = []
    for part in [*wanted, *(part for part in answer if part not in wanted)]:
        was, now = wanted.get(part, "nothing"), answer.get(part, "nothing")
        if was != now:
            found.append(f"{part}: was {was[:40]}, is {now[:40]}")
            begin = came.parts.get(part, b"")[:most].decode("utf-8", "backslashreplace")
            found += [f"    | {line}" for line in begin.splitlines()[:8]] if not part.endswith("exit") else []
    return found
