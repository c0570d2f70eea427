"""--memory is obeyed: by every command and both methods, without changing a result."""

import json
import random
import re

import pytest

import test_hostile_memory as hostile

MEBIBYTE = 1 << 20


def allowed(mebibytes):
    return mebibytes * MEBIBYTE * 1.1 + 64 * MEBIBYTE


def corpus(count, seed, low=8, high=30):
    draw = random.Random(seed)
    words = [f"w{i}" for i in range(3000)]
    base = []
    for i in range(count):
        if base and draw.random() < 0.25:
            text = list(draw.choice(base))
            for _ in range(draw.randrange(3)):
                text[draw.randrange(len(text))] = draw.choice(words)
        else:
            text = draw.choices(words, k=draw.randrange(low, high))
            base.append(text)
        yield {"id": f"d{i}", "text": " ".join(text)}


def written(textkin, name, records):
    return textkin.write(name, "".join(json.dumps(record) + "\n" for record in records))


LARGE = ("--memory", "8GiB")


def test_dedup_spills_and_stays_the_same(textkin):
    name = written(textkin, "in.jsonl", corpus(150_000, 1))
    outputs = ("-o", "kept.jsonl", "--removed", "why.jsonl", "--clusters", "c.tsv", "--stats", "stats.json")
    files = ("kept.jsonl", "why.jsonl", "c.tsv")
    answers = []
    for options in [LARGE, ("--memory", "48MiB", "--threads", "2"), ("--memory", "40MiB", "--threads", "1")]:
        textkin("dedup", name, "--method", "lsh", "-t", "0.7", *outputs, *options)
        stats = textkin.stats()
        assert (stats["spilled_bytes"] > 0) == (options != LARGE)
        if options != LARGE:
            assert stats["peak_memory_bytes"] <= allowed(int(options[1][:2]))
        answers.append([textkin.path(file).read_bytes() for file in files])
        answers[-1].append([stats[key] for key in ("candidates", "verified", "pairs", "removed", "recall_predicted")])
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("options", [("--shingle", "kmer:9"), ("--shingle", "char:9")])
def test_what_repeats_itself_is_compared_as_it_is(textkin, options):
    """To make a set of repeats takes more room than the set: k-mers that had been read ahead were moved, and compared with what came to stand there."""
    draw = random.Random(1)
    with open(textkin.path("in.fasta"), "w") as file:
        for i in range(12_000):
            often, once = ("".join(draw.choices("ACGT", k=k)) for k in (80, 60))
            sequence = often + often + once + often
            at = draw.randrange(len(sequence))
            file.write(f">a{i}\n{sequence}\n>b{i}\n{sequence[:at]}{draw.choice('ACGT')}{sequence[at + 1 :]}\n")
    answers = []
    for memory in ["8GiB", "48MiB", "40MiB"]:
        textkin("dedup", "in.fasta", "--records", *options, "-t", "0.6", "--method", "lsh", "-o", "kept.fasta", "--memory", memory)
        answers.append(textkin.path("kept.fasta").read_bytes())
    assert answers[0] == answers[1] == answers[2]
    assert answers[0].count(b">") == 12_000


@pytest.mark.parametrize("count, low", [(20_000, 12), (90_000, 6), (90_000, 30), (60_000, 16)])
def test_the_choice_of_the_method_does_not_depend_on_memory(textkin, count, low):
    name = written(textkin, "in.jsonl", corpus(count, 13, low=low, high=low + 3))
    answers = []
    for memory in ["8GiB", "64MiB", "31MiB"]:
        textkin("dedup", name, "-o", "kept.jsonl", "--stats", "stats.json", "--memory", memory, "--threads", "2")
        stats = textkin.stats()
        answers.append((stats["method"], textkin.path("kept.jsonl").read_bytes()))
        if memory != "8GiB":
            assert stats["peak_memory_bytes"] <= allowed(int(memory[:-3]))
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("keep", ["last", "longest", "field:rank", "prefer:d1*"])
def test_keep_rules_under_little_memory(textkin, keep):
    records = ({**record, "rank": i * 7919 % 1000} for i, record in enumerate(corpus(40_000, 2)))
    name = written(textkin, "in.jsonl", records)
    answers = []
    for options in [LARGE, ("--memory", "40MiB")]:
        textkin("dedup", name, "--method", "lsh", "--keep", keep, "-o", "kept.jsonl", "--removed", "why.jsonl", *options)
        answers.append([textkin.path(file).read_bytes() for file in ("kept.jsonl", "why.jsonl")])
    assert answers[0] == answers[1]


def test_pairs_under_little_memory(textkin):
    # Hundreds of texts of each kind: far more pairs than the share of the memory holds.
    draw = random.Random(3)
    words = [f"w{i}" for i in range(500)]
    kinds = [draw.choices(words, k=40) for _ in range(30)]
    records = []
    for i in range(9_000):
        text = list(kinds[i % len(kinds)])
        text[draw.randrange(40)] = draw.choice(words)
        records.append({"id": f"d{i}", "text": " ".join(text)})
    name = written(textkin, "in.jsonl", records)
    answers = []
    for options in [LARGE, ("--memory", "40MiB")]:
        textkin("pairs", name, "--method", "lsh", "-t", "0.6", "-o", "pairs.tsv", "--stats", "stats.json", *options)
        stats = textkin.stats()
        if options != LARGE:
            assert stats["peak_memory_bytes"] <= allowed(40)
        answers.append(textkin.path("pairs.tsv").read_bytes())
    assert stats["pairs"] > 500_000
    assert answers[0] == answers[1]


def test_a_clean_up_against_old_documents_under_little_memory(textkin):
    old = written(textkin, "old.jsonl", corpus(40_000, 4))
    new = written(textkin, "new.jsonl", ({**r, "id": "n" + r["id"]} for r in corpus(40_000, 4, low=9)))
    answers = []
    for options in [LARGE, ("--memory", "40MiB"), ("--memory", "40MiB", "--run-dir", "work")]:
        textkin("dedup", new, "--against", old, "--method", "lsh", "-o", "kept.jsonl", "--removed", "removed.jsonl", "--stats", "stats.json", *options)
        stats = textkin.stats()
        if options != LARGE:
            assert stats["peak_memory_bytes"] <= allowed(40)
        answers.append((textkin.path("kept.jsonl").read_bytes(), textkin.path("removed.jsonl").read_bytes()))
    assert stats["removed_for_against"] > 1000
    assert answers[0] == answers[1] == answers[2]


def test_against_under_little_memory(textkin):
    old = written(textkin, "old.jsonl", corpus(40_000, 4))
    new = written(textkin, "new.jsonl", ({**r, "id": "n" + r["id"]} for r in corpus(40_000, 4, low=9)))
    answers = []
    for options in [LARGE, ("--memory", "40MiB")]:
        textkin("pairs", new, "--against", old, "--method", "lsh", "-o", "pairs.tsv", *options)
        answers.append(textkin.path("pairs.tsv").read_bytes())
    assert answers[0] == answers[1]


def least(errors):
    told = re.search(r"(\d+) MiB would do", errors)
    assert told, errors
    return f"{told[1]}MiB"


def test_too_little_is_refused_with_what_would_do(textkin):
    name = written(textkin, "in.jsonl", corpus(3_000, 5))
    refused = textkin("dedup", name, "--memory", "1MiB", "-o", "kept.jsonl", exit=2)
    assert not textkin.path("kept.jsonl").exists()
    textkin("dedup", name, "--memory", least(refused.errors), "-o", "kept.jsonl", "--stats", "stats.json")
    assert textkin.stats()["documents"] == 3_000


def test_too_little_for_one_component(textkin):
    draw = random.Random(14)
    words = [f"w{i}" for i in range(500)]
    text = draw.choices(words, k=60)
    records = []
    for i in range(40_000):
        variant = list(text)
        variant[draw.randrange(60)] = f"v{i}"
        records.append({"id": f"d{i}", "text": " ".join(variant)})
    name = written(textkin, "in.jsonl", records)
    options = ("dedup", name, "--method", "lsh", "-o", "kept.jsonl", "--stats", "stats.json")
    refused = textkin(*options, "--memory", "32MiB", exit=2)
    memory = least(refused.errors)
    textkin(*options, "--memory", memory)
    assert textkin.stats()["peak_memory_bytes"] <= allowed(int(memory[:-3]))


def test_the_exact_method_is_refused_at_once(textkin):
    name = written(textkin, "in.jsonl", corpus(30_000, 6, low=200, high=300))
    refused = textkin("pairs", name, "--exact", "--memory", "40MiB", "-o", "pairs.tsv", "--stats", "stats.json", exit=2)
    textkin("pairs", name, "--exact", "--memory", least(refused.errors), "-o", "pairs.tsv", "--stats", "stats.json")
    assert textkin.stats()["peak_memory_bytes"] <= allowed(int(least(refused.errors)[:-3]))


@pytest.mark.parametrize("threshold", ["0.3", "0.8"])
def test_the_exact_method_stays_within(textkin, threshold):
    name = written(textkin, "in.jsonl", corpus(20_000, 7, low=100, high=140))
    refused = textkin("pairs", name, "--exact", "-t", threshold, "--memory", "33MiB", "-o", "pairs.tsv", exit=2)
    memory = least(refused.errors)
    textkin("pairs", name, "--exact", "-t", threshold, "--memory", memory, "-o", "pairs.tsv", "--stats", "stats.json")
    assert textkin.stats()["peak_memory_bytes"] <= allowed(int(memory[:-3]))


def sets_of_words(textkin, name, step):
    """30,000 lines of 200 words, of which each shares 200 - step with the next."""
    lines = (" ".join(map(str, range(step * i, step * i + 200))) for i in range(30_000))
    return textkin.write(name, "".join(f"{line}\n" for line in lines))


BY_OVERLAP = ("--lines", "--shingle", "word:1", "--tokens", "whitespace", "--measure", "overlap", "--threads", "2",
              "--stats", "stats.json", "-o", "pairs.tsv")


# Half of the features that one set alone has share a counter with another and are taken for common ones.
def test_by_overlap_little_is_asked_for_what_one_set_alone_has(textkin):
    name = sets_of_words(textkin, "in.txt", 199)
    early = int(least(textkin("pairs", name, *BY_OVERLAP, "-t", "1", "--memory", "40MiB", exit=2).errors)[:-3])
    late = int(least(textkin("pairs", name, *BY_OVERLAP, "-t", "1", "--memory", "128MiB", exit=2).errors)[:-3])
    assert late <= 270 and late < .7 * early, "before all is read only what is enough for the worst can be told"
    textkin("pairs", name, *BY_OVERLAP, "-t", "1", "--memory", f"{late}MiB")
    stats = textkin.stats()
    assert stats["pairs"] == 29_999
    assert stats["peak_memory_bytes"] <= allowed(late)


@pytest.mark.parametrize("threshold, at_most", [(1, 400), (100, 255)])
def test_by_overlap_as_much_is_asked_for_as_is_needed(textkin, threshold, at_most):
    name = sets_of_words(textkin, "in.txt", 100)
    textkin("pairs", name, *BY_OVERLAP, "-t", threshold, *LARGE)
    answer = textkin.path("pairs.tsv").read_bytes()
    # Early, from what was read by then, and late, when all is counted.
    early = least(textkin("pairs", name, *BY_OVERLAP, "-t", threshold, "--memory", "40MiB", exit=2).errors)
    late = least(textkin("pairs", name, *BY_OVERLAP, "-t", threshold, "--memory", "128MiB", exit=2).errors)
    assert int(late[:-3]) <= min(at_most, int(early[:-3])) and int(early[:-3]) < 1.5 * at_most
    textkin("pairs", name, *BY_OVERLAP, "-t", threshold, "--memory", late)
    stats = textkin.stats()
    assert stats["pairs"] == 29_999 and textkin.path("pairs.tsv").read_bytes() == answer
    assert .6 * int(late[:-3]) * MEBIBYTE < stats["peak_memory_bytes"] <= allowed(int(late[:-3]))


def test_repeated_ids_are_found_in_what_lies_on_disk(textkin):
    records = list(corpus(80_000, 8))
    records[70_000]["id"] = records[100]["id"]
    name = written(textkin, "in.jsonl", records)
    refused = textkin("dedup", name, "--method", "lsh", "--memory", "40MiB", "-o", "kept.jsonl", exit=2)
    assert "in.jsonl:101" in refused.errors and "in.jsonl:70001" in refused.errors
    options = ("--method", "lsh", "--repeated-ids", "number", "--removed", "why.jsonl", "--clusters", "c.tsv")
    answers = []
    for memory in ["8GiB", "40MiB"]:
        textkin("dedup", name, *options, "--memory", memory, "-o", "kept.jsonl")
        answers.append([textkin.path(file).read_bytes() for file in ("why.jsonl", "c.tsv")])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", ["in.jsonl", "long.txt"])
def test_a_huge_document(textkin, name):
    draw = random.Random(10)
    text = " ".join(str(draw.randrange(10**6)) for _ in range(4_000_000))
    content = text if name == "long.txt" else "".join(json.dumps(r) + "\n" for r in [*corpus(50, 11), {"id": "long", "text": text}])
    textkin.write(name, content)
    options = ("dedup", name, "--method", "lsh", "-o", "kept", "--stats", "stats.json")
    refused = textkin(*options, "--memory", "64MiB", exit=2)
    assert name in refused.errors and not textkin.path("kept").exists()
    textkin(*options, "--memory", least(refused.errors))
    assert textkin.stats()["documents"] == (1 if name == "long.txt" else 51)
    assert textkin.stats()["peak_memory_bytes"] <= allowed(int(least(refused.errors)[:-3]))


def test_compare_and_plan_obey(textkin):
    textkin.write("a.txt", " ".join(str(i) for i in range(200_000)))
    textkin.write("b.txt", " ".join(str(i) for i in range(100, 200_100)))
    textkin("compare", "a.txt", "b.txt", "--memory", "64MiB")
    name = written(textkin, "in.jsonl", corpus(5_000, 9))
    textkin("plan", "--background", name, "--memory", "64MiB")


def test_many_threads_share_the_heap(textkin):
    """Each arena of the heap keeps what was freed: with one a thread that was more than the limit on a machine of many processors."""
    textkin.write("in.jsonl", "".join('{"id":%d,"text":"w%d x y z"}\n' % (i, i) for i in range(500_000)))
    textkin("index", "create", "index")
    done = hostile.measured(textkin.folder, "index", "add", "index", "in.jsonl", "--memory", "64MiB", "--threads", "32")
    assert done.code == 0 and done.peak <= 64 * MEBIBYTE * 1.1 + 52 * MEBIBYTE


def test_words_are_told_with_what_is_chosen_of_them(tmp_path):
    """Of one word again and again every run is chosen, which took more than the words that were told."""
    hostile.SHAPES["one_word"](tmp_path, 8 * MEBIBYTE, random.Random(259644170))
    assert hostile.measured(tmp_path, "index", "create", "run").code == 0
    refused = hostile.measured(tmp_path, "index", "add", "run", "a.txt", "--memory", "110MiB")
    assert refused.code == 2 and "more words than" in refused.errors, refused.errors
    done = hostile.measured(tmp_path, "index", "add", "run", "a.txt", "--memory", f"{refused.amount}MiB")
    assert done.code == 0 and done.peak <= hostile.allowed(refused.amount), (refused.amount, done.peak >> 20, done.errors)


def test_explain_is_told_at_once_what_its_rows_take(tmp_path):
    """It named what spelling one text takes, then thrice the rows that it had made by then, as if they were all."""
    inputs = hostile.SHAPES["one_distinct_text"](tmp_path, MEBIBYTE, random.Random(257720960))
    assert len(hostile.refusals(tmp_path, "explain", *inputs, mebibytes=132)) == 1
