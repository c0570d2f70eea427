"""`textkin cluster --at`: an earlier run decided at a higher threshold, from the pairs in its run directory."""

import json
import random
import subprocess

import pytest

from conftest import BINARY


def textkin(*words, cwd):
    return subprocess.run([str(BINARY), *map(str, words), "--quiet"], cwd=cwd, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path):
    draw = random.Random(5)
    texts = [[f"w{draw.randint(0, 30)}" for _ in range(12)] for _ in range(40)]
    for _ in range(80):
        text = list(draw.choice(texts))
        for _ in range(draw.randint(0, 3)):
            text[draw.randrange(len(text))] = "x"
        texts.append(text)
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"id": f"d{i}", "text": " ".join(text)}) + "\n" for i, text in enumerate(texts)))
    return tmp_path


@pytest.mark.parametrize("way", ["stages", "dedup"])
def test_it_writes_what_another_run_would(folder, way):
    options = ("--exact", "--shingle", "word:2", "--threshold", "0.2", "--run-dir", "work")
    if way == "stages":
        assert textkin("sketch", "in.jsonl", *options, cwd=folder).returncode == 0
        assert textkin("join", "--for", "pairs", "--run-dir", "work", cwd=folder).returncode == 0
    else:
        assert textkin("dedup", "in.jsonl", "--all-pairs", "-o", "first.jsonl", *options, cwd=folder).returncode == 0
    sizes = set()
    for at in ("0.2", "0.5", "0.8", "1"):
        for keep in ("first", "longest"):
            done = textkin("cluster", "--run-dir", "work", "--at", at, "--keep", keep, "-o", "again.jsonl", "--removed", "again.removed", "--stats", "again.json", cwd=folder)
            assert done.returncode == 0, done.stderr
            anew = ("--exact", "--shingle", "word:2", "--threshold", at, "--keep", keep, "-o", "anew.jsonl", "--removed", "anew.removed")
            assert textkin("dedup", "in.jsonl", *anew, cwd=folder).returncode == 0
            for name in ("jsonl", "removed"):
                assert (folder / f"again.{name}").read_bytes() == (folder / f"anew.{name}").read_bytes()
            stats = json.loads((folder / "again.json").read_text())
            assert textkin("dedup", "in.jsonl", *anew, "--all-pairs", "--stats", "anew.json", cwd=folder).returncode == 0
            assert (stats["threshold"], stats["pairs"]) == (float(at), json.loads((folder / "anew.json").read_text())["pairs"])
            sizes.add((folder / "again.jsonl").stat().st_size)
    assert len(sizes) > 2


def test_what_is_not_known_is_refused_in_one_line(folder):
    assert textkin("dedup", "in.jsonl", "--threshold", "0.5", "-o", "a.jsonl", "--run-dir", "few", cwd=folder).returncode == 0
    assert textkin("dedup", "in.jsonl", "--threshold", "0.5", "-o", "a.jsonl", "--run-dir", "all", "--all-pairs", cwd=folder).returncode == 0
    for work, at, said in [("few", "0.9", "join --for pairs"), ("all", "0.4", "knows pairs from 0.5 on; make another with --threshold 0.4"), ("all", "1.5", "at most 1")]:
        done = textkin("cluster", "--run-dir", work, "--at", at, "-o", "b.jsonl", cwd=folder)
        assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done.stderr
        assert not (folder / "b.jsonl").exists()
