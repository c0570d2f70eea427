"""`make bench-check` says who lost, with programs of which one has far more to do than the other."""

import os
import pathlib
import stat
import subprocess
import sys

CHECK = pathlib.Path(__file__).resolve().parents[2] / "bench" / "check.py"

# It wants what bench_generate wants.
GENERATOR = f"""#!{sys.executable}
import sys
assert sys.argv[1] == "-o" and sys.argv[3] == "--truth", sys.argv
open(sys.argv[2], "w").write("{{}}\\n")
"""


def program(path, rounds):
    path.write_text(f"#!{sys.executable}\nimport sys\nassert sys.argv[1] == 'dedup', sys.argv\nsum(range({rounds}))\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def check(tmp_path, older, newer):
    generator = tmp_path / "generate"
    generator.write_text(GENERATOR)
    generator.chmod(generator.stat().st_mode | stat.S_IXUSR)
    return subprocess.run([sys.executable, CHECK, "--textkin", newer, "--older", older, "--generate", generator, "--build",
                           tmp_path, "--turns", "1"], capture_output=True, text=True, env=dict(os.environ))


def test_a_program_that_lost_is_told(tmp_path):
    quick, slow = program(tmp_path / "quick", 1), program(tmp_path / "slow", 4_000_000)
    done = check(tmp_path, quick, slow)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.count("LOST") == 6
    done = check(tmp_path, slow, quick)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "LOST" not in done.stdout


def test_a_program_that_fails_is_no_result(tmp_path):
    broken = program(tmp_path / "broken", 1)
    broken.write_text(f"#!{sys.executable}\nraise SystemExit(3)\n")
    done = check(tmp_path, broken, program(tmp_path / "quick", 1))
    assert done.returncode == 1
    assert "bench-check" in done.stderr and "exit 3" in done.stderr
