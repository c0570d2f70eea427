"""`report` of a class that solves one task in a programming language: copies first, programs written alone behind them."""

import json
import random
import re
from collections import defaultdict

import pytest

import reference
from test_code import FOLDER, LEVELS, average_precision, by_level, similarities
from test_report import Page, report

CODE = ("--normalize", "code:java")


def program(seed):
    """A program for the one task: reads marks, prints their mean, best, and how many passed; each author in their own way."""
    r = random.Random(f"program {seed}")
    reads = r.choice([
        "int n = in.nextInt(); int[] m = new int[n]; for (int i = 0; i < n; i++) { m[i] = in.nextInt(); }",
        "int n = in.nextInt(); int[] m = new int[n]; int i = 0; while (i < n) { m[i++] = in.nextInt(); }",
        "List<Integer> m = new ArrayList<>(); while (in.hasNextInt()) { m.add(in.nextInt()); } int n = m.size();",
        "String[] p = in.nextLine().split(\" \"); int n = p.length; int[] m = new int[n]; for (int k = 0; k < p.length; ++k) m[k] = Integer.parseInt(p[k]);",
    ])
    get = "m.get({})" if "List<" in reads else "m[{}]"
    each = lambda body: r.choice([  # noqa: E731
        f"for (int i = 0; i < n; i++) {{ {body.format(get.format('i'))} }}",
        f"for (int x : m) {{ {body.format('x')} }}",
        f"int j = 0; while (j < n) {{ {body.format(get.format('j'))} j++; }}",
        f"for (int i = n - 1; i >= 0; i--) {{ int y = {get.format('i')}; {body.format('y')} }}",
    ])
    mean = ["double sum = 0;", each("sum += {};"), r.choice([
        "System.out.println(\"mean \" + sum / n);", "System.out.printf(\"%.2f\", sum / (double) n);",
        "if (n > 0) { double mean = sum / n; System.out.println(mean); } else { System.out.println(0); }"])]
    best = [r.choice(["int best = 0;", "int best = Integer.MIN_VALUE;", f"int best = {get.format('0')};"]),
            each(r.choice(["if ({0} > best) best = {0};", "best = Math.max(best, {});", "best = {0} > best ? {0} : best;"])),
            "System.out.println(\"best \" + best);"]
    passed = ["int passed = 0;", each(r.choice(["if ({} >= 50) {{ passed++; }}", "passed += {} >= 50 ? 1 : 0;",
                                                  "if ({} < 50) {{ continue; }} passed = passed + 1;".replace("{{ continue; }}", "{{ }} else")])),
              r.choice(["System.out.println(passed);", "System.out.println(passed + \" of \" + n + \" passed\");"])]
    parts = [mean, best, passed]
    r.shuffle(parts)
    extra = r.sample(["if (n == 0) { System.err.println(\"no marks\"); return; }", "long start = System.nanoTime();",
                      "boolean any = n > 0; assert any;", "final int limit = 50;", "StringBuilder out = new StringBuilder(); out.append(n).append('x');",
                      "Arrays.sort(args);", "int[] count = new int[101]; count[0]--;", "do { n = n; } while (false);"], r.randint(1, 4))
    lines = [reads, *(line for part in parts for line in part)]
    for line in extra:
        lines.insert(r.randint(1, len(lines)), line)
    return "import java.util.*;\nclass Marks {\n  public static void main(String[] args) {\n    Scanner in = new Scanner(System.in);\n    " + \
        "\n    ".join(lines) + "\n  }\n}\n"


def copied(seed, text):
    """With other names, numbers, comments and layout, a statement put in and two parts that change places."""
    r = random.Random(f"copy {seed}")
    for name in ("best", "sum", "passed", "m", "n", "Marks"):
        text = re.sub(rf"\b{name}\b", f"{name}{r.randint(2, 99)}", text)
    lines = text.split("\n")
    lines.insert(r.randint(5, len(lines) - 3), f"    int unused{seed} = {seed};")
    lines.insert(r.randint(5, len(lines) - 3), f"    // {seed} of mine")
    return "\n".join(lines)


def programs(textkin, alone=53, copies=13):
    source = program("source")
    texts = [(f"alone-{i:02}", program(i)) for i in range(alone)] + [("copy-00", source)]
    texts += [(f"copy-{i:02}", copied(i, source)) for i in range(1, copies + 1)]
    random.Random(7).shuffle(texts)
    return textkin.jsonl("class.jsonl", [{"id": id, "text": text} for id, text in texts])


def is_copy(row):
    return row["a"].startswith("copy") and row["b"].startswith("copy")


def test_copies_stand_before_programs_written_alone(textkin):
    """91 copied pairs of 2,211, in the order of the table and by its similarity: as `pairs` ranks them, and all of them."""
    name = programs(textkin)
    rows = textkin("report", name, *CODE, "--format", "tsv", "-o", "-").table()
    assert sum(map(is_copy, rows)) == 91
    assert all(map(is_copy, rows[:91])), [(row["a"], row["b"], row["similarity"]) for row in rows[:91] if not is_copy(row)]
    likeness = [float(row["similarity"]) for row in rows if row["longest"] != "0"]
    assert likeness == sorted(likeness, reverse=True)
    near = textkin.pairs(name, "--exact", "-t", "0.001", "--shingle", "word:4", "--multiset", *CODE, "--tokens", "whitespace")
    assert all(abs(float(row["similarity"]) - float(near[row["a"], row["b"]]["similarity"])) < 1e-12 for row in rows)
    data = Page(report(textkin, name, *CODE)).data
    ranked = [pair["similarity"] for pair in data["pairs"] if pair["longest"] > 0]
    assert ranked == likeness[:len(ranked)] and len(ranked) >= 91


def test_tiles_are_tokens_in_a_row(textkin):
    name = programs(textkin)
    data = Page(report(textkin, name, *CODE)).data
    for pair in data["pairs"]:
        for passage in pair["passages"]:
            counts = passage[2] >= 9
            assert passage[6] >= 9 or not counts or pair["longest"] == 0
            assert passage[6] / max(passage[2], passage[5]) > 0.6
    alone = [pair for pair in data["pairs"] if not all(data["documents"][pair[side]]["id"].startswith("copy") for side in "ab")]
    copies = [pair for pair in data["pairs"] if pair not in alone]
    share = lambda pair: min(pair["a_equal"] / data["documents"][pair["a"]]["counted"], pair["b_equal"] / data["documents"][pair["b"]]["counted"])  # noqa: E731
    assert min(map(share, copies)) > 0.8 > 0.75 > sum(map(share, alone)) / max(1, len(alone))


def test_all_of_one_program_counts_in_an_identical_one(textkin):
    textkin.jsonl("in.jsonl", [program(1), program(1), program(2)])
    rows = textkin("report", "in.jsonl", *CODE, "--format", "tsv", "-o", "-").table()
    assert (rows[0]["a"], rows[0]["b"], rows[0]["similarity"], rows[0]["share_a"], rows[0]["share_b"]) == ("1", "2", "1.0", "1.0", "1.0")


def test_moved_parts_are_passages_of_their_own(textkin):
    parts = re.findall(r"    .*;\n|    .*}\n", program(3))[1:-1]
    half = len(parts) // 2
    textkin.jsonl("in.jsonl", ["class A {\n" + "".join(parts) + "}", "class B {\n" + "".join(parts[half:] + parts[:half]) + "}"])
    (pair,) = Page(report(textkin, "in.jsonl", *CODE)).data["pairs"]
    assert len(pair["passages"]) >= 2 and pair["similarity"] > 0.9
    assert pair["a_equal"] == pair["b_equal"] > 0.9 * max(p[2] for p in pair["passages"])


def test_texts_have_no_similarity_of_programs(textkin):
    textkin.jsonl("in.jsonl", ["one two three four five six seven eight nine ten eleven twelve thirteen"] * 2)
    (row,) = textkin("report", "in.jsonl", "--format", "tsv", "-o", "-").table()
    assert row["similarity"] == ""
    assert "similarity" not in Page(report(textkin, "in.jsonl")).data["pairs"][0]


def test_a_template_is_no_similarity(textkin):
    skeleton = program("skeleton")
    bodies = ["int z = q(x, y) * 2; while (z > 3) { z -= f(z); }", "String s = t.trim(); for (char c : s.toCharArray()) { put(c); }"]
    textkin.write("skeleton.java", skeleton)
    textkin.jsonl("in.jsonl", [skeleton + body for body in bodies])
    (pair,) = Page(report(textkin, "in.jsonl", *CODE, "--template", "skeleton.java")).data["pairs"]
    assert pair["longest"] == 0 and pair["similarity"] < 0.2
    (pair,) = Page(report(textkin, "in.jsonl", *CODE)).data["pairs"]
    assert pair["longest"] > 0 and pair["similarity"] > 0.7


def test_average_precision_by_level_is_that_of_pairs(textkin):
    """At the default settings, all tasks in one run; and the page of the recipe says so."""
    if not FOLDER.is_dir():
        pytest.skip(f"{FOLDER} is not here; set TEXTKIN_DATA to the folder with the collections")
    rows = textkin("report", FOLDER / "programs.jsonl", *CODE, "--format", "jsonl", "-o", "-", timeout=300).stdout.decode().splitlines()
    found = defaultdict(float)
    found.update((frozenset((row["a"], row["b"])), row["similarity"]) for row in map(json.loads, rows))
    ours = by_level(found)
    whole = by_level(similarities(textkin, *CODE, "--tokens", "whitespace"))
    for level in LEVELS:
        assert ours[level] >= whole[level] - 1e-9, (level, ours, whole)
    page = (reference.ROOT / "docs" / "recipes" / "source-code.md").read_text()
    assert ", ".join(f"{ours[level]:.3f}" for level in LEVELS) in " ".join(page.split()), ours
    assert average_precision([(1, True), (0, False)]) == 1
