"""The promise of the same bytes: command lines of commands.txt, what comes of them, and its hashes in answers.tsv.

commands.txt names cases, each one or more command lines that are run one after the other in a folder of their own:

    [name]
    textkin pairs wire.jsonl -t 0.5 -o pairs.tsv
    textkin dedup - < wire.jsonl
    rm pairs.tsv

Lines that begin with # are for people. Words stand as a shell has them, NAME=VALUE before the program is of its environment,
`< FILE` at the end is standard input; cp, rm and truncate do what they are for. A word, or the part of it before a /, that
names a collection (inputs.py) has it made in the folder. Everything is relative to that folder, so that no answer holds a path
of the machine.

The answer of a case is, for each line, the exit code, standard output and standard error, and each file that was left behind.
What differs between two runs of one program is masked before it is hashed; MASKS says what and why. What is another version
of Unicode's, zstd's or libdeflate's is compared by what it means (versions.py)."""

import hashlib
import os
import pathlib
import re
import shlex
import subprocess

import reference
from same_bytes import inputs, versions

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("textkin", "cp", "rm", "truncate")
ASSIGNMENT = re.compile(r"([A-Z_]+)=(.*)")
# These read no documents, so they take none of the options that change no result.
WITHOUT_RUN_OPTIONS = {"extract", "law", "score", "sketches"}


def without_numbers(found):
    return re.sub(rb": [-+.e0-9]+", b": SECONDS", found[0])


# Which parts of an answer, what is replaced, by what. A part is "1 stdout", "1 stderr" or "file NAME".
MASKS = [
    # Clocks and memory, and what the run was told about the machine; stages and counts stay.
    (r"\d+ stderr", rb"[0-9.]+ m?s,( [0-9.]+ \w+/s,)? [0-9.]+ \w+ of memory, \d+ threads?, \w+", b"TIME AND MEMORY"),
    (r"\d+ stderr", rb"textkin: [a-z]+( \d+ MB( \(\d+ %\))?| \(\d+ %\))\n", b""),  # said where a step takes long
    (r"\d+ stderr", rb"textkin: this kernel lacks [^\n]*\n", b""),  # as of containers and emulation
    (r"\d+ stderr", rb"in [0-9.]+ m?s(, [0-9.]+ \w+/s)?, peak memory [0-9.]+ \w+", b"in TIME AND MEMORY"),
    (r"\d+ stdout", rb"(?<=; )[0-9.]+ s\n", b"SECONDS\n"),
    (r"file .*stats\.json|\d+ stdout", rb'(?s)(?<="seconds": \{)[^}]*\}', without_numbers),
    (r"file .*stats\.json", rb'(?<="peak_memory_bytes": )\d+', b"BYTES"),
    (r"file .*stats\.json", rb'(?<="threads": )\d+', b"THREADS"),
    (r"file .*stats\.json", rb'(?<="simd": )"\w+"', b"SIMD"),
    # The version of the program changes with each release.
    (r"file .*stats\.json", rb'(?<="version": )"[^"]+"', b"VERSION"),
    (r"file .*manifest\.json", rb'(?<="textkin":)"[^"]+"', b"VERSION"),
    # That of Unicode is the system's: 15.0 of Debian 12, with which answers were recorded, 16.0 of Debian 13.
    # Values of the Python package are parts that are no files.
    (r"(?!file ).*|file .*\.(json|html|txt)", rb"unicode-1\d\.\d", b"unicode-15.0"),
    (r"file .*manifest\.json", rb'(?<="checksum":)"[0-9a-f]{16}"\}\n\Z', b"OF A VERSION"),
]
# Parts that are left out, by case.
LEFT_OUT = [
    # Blocks of what is packed or piped reach the spool in the order in which threads are done; segments say where.
    ("run-dir-of-packed-inputs", r"file (run|piped)/(spool|segment-\d+|manifest\.json)"),
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
            return f"no shared data at {reference.DATA} (it reads {', '.join(shared)}); TEXTKIN_DATA names its folder"
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
            program = [word for word in line.split() if not ASSIGNMENT.match(word)][0]
            assert name and program in PROGRAMS, f"{path}:{number}: neither a [name] nor a line of {PROGRAMS}"
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


def digest(data):
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"


class Came:
    """What came of a case: the bytes of its parts, masked, as they are hashed."""

    def __init__(self, name):
        self.name, self.parts = name, {}
        self.meanings = {}  # {part: (the library whose version its bytes are of, its row, what they mean)}
        self.unicode = versions.RECORDED_WITH["Unicode"]

    def add(self, part, data):
        if found := versions.UNICODE.search(data):
            self.unicode = found[1].decode()
        if any(name == self.name and re.fullmatch(which, part) for name, which in LEFT_OUT):
            return
        if found := versions.meaning(part, data):
            library, meant = found
            self.meanings[part] = library, f"{part}, with any {library}", meant
        for which, pattern, instead in MASKS:
            if re.fullmatch(which, part):
                data = re.sub(pattern, instead, data)
        self.parts[part] = data

    def answer(self):
        """{part: "exit CODE" or "BYTES SHA256"}; an empty output is no part. What is of a version has a second row."""
        answer = {}
        for part, data in self.parts.items():
            if data or part.startswith("file"):
                answer[part] = data.decode() if part.endswith("exit") else digest(data)
            if part in self.meanings:
                _, row, meant = self.meanings[part]
                answer[row] = digest(meant)
        return answer

    def of_other_versions(self):
        """The parts whose bytes are of another version than the recorded ones."""
        here = {"Unicode": self.unicode, **versions.here()}
        return {part for part, (library, _, _) in self.meanings.items() if here[library] != versions.RECORDED_WITH[library]}


def words_of(line, program, options):
    """Of a line: the words to be run, what is added to the environment, and the file of standard input or nothing."""
    words = shlex.split(line)
    added = {}
    while found := ASSIGNMENT.fullmatch(words[0]):
        added[found[1]] = found[2]
        del words[0]
    standard_input = None
    if words[-2:-1] == ["<"]:
        standard_input = words.pop()
        words.pop()
    if words[0] != "textkin":
        return words, added, standard_input
    if len(words) > 1 and words[1] not in WITHOUT_RUN_OPTIONS and not {"-h", "--help"} & set(words):
        for name, value in options.items():
            words += [] if name in words else [name, value]
    return [str(program), *words[1:]], added, standard_input


def run(case, program, folder, options=None, environment=None):
    """What comes of a case in `folder`, which is empty.

    `options`, as {"--threads": "1"}, go to every line that takes them and does not say so itself; `environment` to all."""
    came, given = Came(case.name), set()
    for name in case.collections:
        given.update(inputs.write(name, folder))
    scratch = folder / ".scratch"
    scratch.mkdir()
    fixed = {"PATH": os.environ["PATH"], "TMPDIR": str(scratch), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    for number, line in enumerate(case.lines, 1):
        words, added, standard_input = words_of(line, program, options or {})
        data = (folder / standard_input).read_bytes() if standard_input else b""
        variables = fixed | (environment or {}) | added
        done = subprocess.run(words, cwd=folder, input=data, capture_output=True, timeout=1800, env=variables, check=False)
        came.add(f"{number} exit", str(done.returncode).encode())
        came.add(f"{number} stdout", done.stdout)
        came.add(f"{number} stderr", done.stderr)
    add_files(came, folder, given)
    return came


def add_files(came, folder, given):
    """The files below the folder, without those of `given` that are as they were made."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not (name in given and path.stat().st_mtime == inputs.CHANGED_AT):
            came.add(f"file {name}", path.read_bytes())


def differences(lines, came, wanted, most=400):
    """For each part that is not as it was its command line, of `lines`, and the beginning of what came; else nothing."""
    answer, found, other = came.answer(), [], came.of_other_versions()
    for part in [*wanted, *(part for part in answer if part not in wanted)]:
        was, now = wanted.get(part, "nothing"), answer.get(part, "nothing")
        if was == now or (part in other and part in wanted):
            continue
        number = part.split()[0]
        found += [lines[int(number) - 1]] if number.isdecimal() and int(number) <= len(lines) else []
        found.append(f"  {part}: was {was}, is {now}")
        begin = came.parts.get(part, b"")[:most].decode("utf-8", "backslashreplace")
        found += [f"    | {line}" for line in begin.splitlines()[:8]] if not part.endswith("exit") else []
    return found
