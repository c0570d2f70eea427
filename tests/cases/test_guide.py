"""docs/guide.md has every option of every command, with its value and default, and none that is not there."""

import functools
import re
import subprocess

import pytest

import examples
import reference
from conftest import BINARY

GUIDE = (reference.ROOT / "docs" / "guide.md").read_text()
PAGES = [reference.ROOT / "README.md", *sorted((reference.ROOT / "docs").glob("*.md")),
         *sorted((reference.ROOT / "docs" / "recipes").glob("*.md"))]


@functools.cache
def help_of(*command):
    if not BINARY.exists():
        return ""
    return subprocess.run([BINARY, *command, "--help"], capture_output=True, text=True, check=True).stdout


def subcommands(*command):
    listed = help_of(*command).partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


FORMS = [name for name in subcommands() if subcommands(name)]  # commands with words below them
COMMANDS = [(name,) for name in subcommands() if name not in FORMS] + [(name, form) for name in FORMS for form in subcommands(name)]


def options_of(*command):
    """{names: (value, default)} as the program lists them; the default of what must be given is "required"."""
    listed = {}
    for line in help_of(*command).splitlines():
        found = re.match(r"  ((?:-\w,)?--[\w-]+(?:,--[\w-]+)*)(?: ([^ =[]+)(?:(?:=| (?=\[))(\S+))?)?(.*)", line)  # CLI11 2.4 has VALUE [DEFAULT]
        if found and found[1] != "-h,--help":
            names, value, default, rest = found.groups()
            listed[names] = (value or "", "required" if rest.startswith(" REQUIRED") else (default or "").strip("[]"))
    return listed


def sections():
    """{heading: what stands below it, up to the next one}."""
    parts = re.split(r"^#+ (.*)\n", GUIDE, flags=re.MULTILINE)
    return {heading.replace("`", ""): body for heading, body in zip(parts[1::2], parts[2::2], strict=True)}


def documented(section):
    """{names: (value, default)} of the tables of options below a heading."""
    rows = {}
    for line in section.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[0].startswith("`-"):
            names, _, value = cells[0].strip("`").replace(", -", ",-").partition(" ")
            rows[names] = (value, cells[1].strip("`"))
    return rows


def documented_of(*command):
    """The same for a command: its own options, and the shared ones that its section points to."""
    parts = sections()
    by_anchor = {heading.lower().replace(" ", "-"): body for heading, body in parts.items()}
    body = parts[" ".join(["textkin", *command])]
    shared = re.search(r"^Shared: (.*?)\.$", body, re.MULTILINE | re.DOTALL)
    pointed, _, without = (shared[1] if shared else "").partition("without")
    rows = {}
    for anchor in re.findall(r"\(#([a-z-]+)\)", pointed):
        rows |= documented(by_anchor[anchor])
    left_out = re.findall(r"`(--[a-z-]+)`", without)
    rows = {names: row for names, row in rows.items() if not set(names.split(",")) & set(left_out)}
    return rows | documented(body) | (documented(parts[f"textkin {command[0]}"]) if len(command) > 1 else {})


def test_there_are_commands_to_look_at():
    assert len(COMMANDS) > 20


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_option_of_a_command_and_no_other(command):
    assert documented_of(*command) == options_of(*command)


def test_every_command_is_in_the_first_table():
    table = sections()["Which command"]
    assert [name for name in subcommands() if not re.search(rf"textkin {name}\b|`{name}`", table)] == []


def names_in_help(option, before=""):
    """What the help of `pairs` lists behind an option: "a, b, c"."""
    words = " ".join(help_of("pairs").split())
    listed = re.search(rf" {option} \S+ (?:\[\S*\] )?{before}((?:[a-z][a-z0-9:-]*, )+[a-z][a-z0-9:-]*)", words)[1]
    return listed.split(", ")


def test_choices_are_those_of_the_help():
    text = sections()["What a document is compared by"]
    rows = re.findall(r"^\| (`[a-z].*?) \| [^|]*\|$", text, re.MULTILINE)
    in_tables = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert in_tables == names_in_help("--normalize", "comma-separated, left to right: ") + names_in_help("--tokens")
    stems = re.search(r"^Stems: (.*?)\.$", text, re.MULTILINE | re.DOTALL)[1]
    assert re.split(r",\s+", stems) == names_in_help("--stem", "words by their stems, with Snowball: ")


def test_the_examples(textkin):
    assert examples.run(textkin, GUIDE) >= 20


def typed_lines(page):
    """Lines of code blocks that call the program."""
    for block in re.findall(r"```\n(.*?)```", page.read_text(), re.DOTALL):
        for line in re.findall(r"^(?:\$ )?textkin ([a-z].*)$", block, re.MULTILINE):
            yield re.split(r" [|#>] ?| {2,}#", line)[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_pages_type_are_options_of_that_command(page):
    for line in typed_lines(page):
        words = line.split()
        command = words[:2] if words[0] in FORMS else words[:1]
        known = {name for names in options_of(*command) for name in names.split(",")}
        typed = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert typed <= known, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_that_pages_name_are_there(page):
    spark = (reference.ROOT / "python/textkin/spark/__main__.py").read_text()
    known = {name for command in [*COMMANDS, ()] for names in options_of(*command) for name in names.split(",")}
    known |= {"--help"} | set(re.findall(r'"(--[a-z-]+)"', spark))
    named = set(re.findall(r"`(?:textkin [^`]*)?(--[a-z][a-z0-9-]*)", page.read_text()))
    assert named <= known, named - known


def test_the_options_of_the_job_on_spark_are_in_its_table():
    """Those that are its own; the others it takes from the package's list of options."""
    source = (reference.ROOT / "python/textkin/spark/__main__.py").read_text()
    own = re.findall(r'add_argument\(\s*((?:"--?[a-z-]+",\s*)+)', source)
    spelled = {", ".join(re.findall(r'"(.*?)"', names)) for names in own}
    table = (reference.ROOT / "docs/python.md").read_text().partition("### Over paths")[2]
    rows = [re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", line.split(" | ")[0]) for line in table.splitlines() if line.startswith("| `-")]
    assert {", ".join(names) for names in rows} == spelled
