"""What scripts/emulated and scripts/arm64 say where they cannot go on; `make arm64` and `make wheel-check` use them for what they are."""

import subprocess

import pytest

from reference import ROOT


def told(*words):
    done = subprocess.run([str(ROOT / words[0]), *words[1:]], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("words", "says"), [
    (["scripts/emulated"], "emulated: which command?"),
    (["scripts/arm64", "1", "wheel"], "arm64: wheel is none of root, build and test"),
])
def test_one_line_says_what_is_asked_for(words, says):
    code, out, err = told(*words)
    assert (code, out) == (2, "")
    assert err.startswith(says) and err.count("\n") == 1


def test_a_command_runs_with_its_words_and_code_or_one_line_says_what_it_lacks():
    code, out, err = told("scripts/emulated", "sh", "-c", 'printf "%s|" "$@"; exit 7', "sh", "two words", "$HOME")
    if code == 2:
        assert err.startswith("emulated: ") and err.count("\n") == 1 and ("install-deps" in err or "systemctl" in err)
        pytest.skip(err.strip())
    assert (code, out, err) == (7, "two words|$HOME|", "")
