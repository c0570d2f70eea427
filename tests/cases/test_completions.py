"""Completions of shells and the manual page: every command and option is in them, and real shells complete by them."""

import re
import shutil
import subprocess

import pytest

from test_guide import COMMANDS, options_of, subcommands


@pytest.fixture(scope="module")
def scripts(textkin_once):
    return {kind: textkin_once("completions", kind).stdout.decode() for kind in ("bash", "zsh", "fish", "man")}


def of_shell(name):
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def bash(scripts, folder, line):
    """What bash offers at the end of a line: its words as readline cuts them, "=" by itself."""
    words = re.findall(r"=|[^\s=]+", line) + ([""] if line.endswith((" ", "=")) and not line.endswith("=") else [])
    script = folder / "textkin.bash"
    script.write_text(scripts["bash"])
    quoted = " ".join(f"'{word}'" for word in words)
    command = f"compopt() {{ :; }}; . '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _textkin; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "--norc", "-c", command], capture_output=True, cwd=folder, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish", "man"])
def test_every_command_and_option_is_there(scripts, kind):
    text = scripts[kind].replace("\\-", "-")
    missing = []
    for command in COMMANDS:
        words = " ".join(command)
        if not re.search(rf"(textkin |'){words}\b", text):
            missing.append(words)
        for names in options_of(*command):
            missing += [f"{words} {name}" for name in names.split(",") if (f"-l {name[2:]} " if kind == "fish" and name[1] == "-" else name if kind != "fish" else f"-s {name[1:]} ") not in text]
    assert missing == []


CASES = [
    ("textkin ded", ["dedup"]),
    ("textkin index sn", ["snapshot"]),
    ("textkin law err", ["error"]),
    ("textkin pairs --meth", ["--method"]),
    ("textkin pairs --method ", ["auto", "exact", "lsh"]),
    ("textkin pairs --method=e", ["exact"]),
    ("textkin pairs --threshold ", []),
    ("textkin dedup in.jsonl -o ", ["essays", "in.jsonl"]),
    ("textkin pairs in", ["in.jsonl"]),
    ("textkin index add archive in", ["in.jsonl"]),
    ("textkin index --he", ["--help"]),
    ("textkin pairs dedup --annot", []),  # of another command
]


@pytest.mark.parametrize(("line", "offered"), CASES, ids=[line for line, _ in CASES])
def test_bash_completes(scripts, tmp_path, line, offered):
    (tmp_path / "in.jsonl").touch()
    (tmp_path / "essays").mkdir()
    of_shell("bash")
    found = [word for word in bash(scripts, tmp_path, line) if word != "textkin.bash"]
    assert sorted(found) == offered


def test_bash_offers_all_commands(scripts, tmp_path):
    assert sorted(bash(scripts, tmp_path, "textkin ")) == sorted(subcommands())


@pytest.mark.parametrize(("line", "offered"), [case for case in CASES if "=" not in case[0]], ids=lambda case: str(case))
def test_fish_completes(scripts, tmp_path, line, offered):
    (tmp_path / "in.jsonl").touch()
    (tmp_path / "essays").mkdir()
    (tmp_path / "textkin.fish").write_text(scripts["fish"])
    done = subprocess.run([of_shell("fish"), "--no-config", "-c", f"source textkin.fish; complete -C '{line}'"], capture_output=True, cwd=tmp_path, text=True, check=True)
    found = [row.partition("\t")[0].rstrip("/") for row in done.stdout.splitlines()]
    assert sorted(set(found) - {"textkin.fish"}) == offered


def test_zsh_reads_it_and_asks_for_the_right_command(scripts, tmp_path):
    """Its own functions, which need a terminal, are replaced by ones that say what they are given."""
    (tmp_path / "_textkin").write_text(scripts["zsh"])
    stand_ins = "_arguments() { print -rl -- $CURRENT \"$words[*]\" \"$@\"; }; _describe() { print -rl -- $below; }"
    for line, number, wanted in [("textkin ded", 2, "dedup:a copy"), ("textkin index add arch", 4, "*--checkpoint="), ("textkin pairs --meth", 3, "auto exact lsh")]:
        command = f"{stand_ins}; words=({line}); CURRENT={number}; . ./_textkin"
        done = subprocess.run([of_shell("zsh"), "-f", "-c", command], capture_output=True, cwd=tmp_path, text=True, check=True)
        assert done.stderr == ""
        assert wanted in done.stdout


def test_man_has_nothing_to_complain_about(scripts, tmp_path):
    (tmp_path / "textkin.1").write_text(scripts["man"])
    done = subprocess.run([of_shell("man"), "--warnings", "-l", "textkin.1"], capture_output=True, cwd=tmp_path, text=True, env={"LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PATH": "/usr/bin:/bin"})
    assert done.stderr == ""
    assert "textkin dedup wire.jsonl -o clean.jsonl --removed why.jsonl" in done.stdout


def test_another_shell_is_refused(textkin):
    assert "SHELL: tcsh not in {bash,zsh,fish,man}" in textkin("completions", "tcsh", exit=2).errors
