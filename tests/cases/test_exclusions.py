"""What is shown but not counted: templates, quotations, lists of references, what very many documents share."""

from samples import prose
from test_report import Page, report


def recount(data):
    """Every number of the page from its words, as html_report.h defines them: {id: ...}, [(a, b, ...)]."""
    on = [exclusion["on"] for exclusion in data["exclusions"]]
    counted = []
    for document in data["documents"]:
        words = set(range(document["words"]))
        for kind, first, length, *_ in document["excluded"]:
            if on[kind]:
                words -= set(range(first, first + length))
        counted.append(words)
    longest = [0] * len(counted)
    partners = [0] * len(counted)
    pairs = []
    for pair in data["pairs"]:
        in_a = [counted[pair["a"]] & set(range(p[7], p[7] + p[2])) for p in pair["passages"]]
        in_b = [counted[pair["b"]] & set(range(p[8], p[8] + p[5])) for p in pair["passages"]]
        sizes = [min(len(a), len(b)) for a, b in zip(in_a, in_b)]
        pairs.append((len(set().union(*in_a)), len(set().union(*in_b)), max(sizes), sum(size > 0 for size in sizes)))
        for side in (pair["a"], pair["b"]):
            longest[side] = max(longest[side], max(sizes))
            partners[side] += max(sizes) > 0
    documents = []
    for i, document in enumerate(data["documents"]):
        spans = set().union(*(range(first, first + length) for first, length in document["spans"]))
        documents.append((len(counted[i]), len(counted[i] & spans), longest[i], partners[i]))
    return documents, pairs


def check(data):
    """The page's numbers are those of its words; all pairs must be on it."""
    documents, pairs = recount(data)
    assert [(d["counted"], d["matched"], d["longest"], d["pairs"]) for d in data["documents"]] == documents
    assert [(p["a_matched"], p["b_matched"], p["longest"], p["counted"]) for p in data["pairs"]] == pairs
    assert sum(count for *_, count in data["all_documents"]) == data["documents_read"]
    assert data["pairs_found"] == sum(longest > 0 for *_, longest, _ in pairs)
    assert data["excluded_pairs"] == sum(longest == 0 for *_, longest, _ in pairs)
    for document in data["documents"]:
        assert document["excluded"] == sorted(document["excluded"], key=lambda span: (span[1], span[0]))
    return data


def numbers(data):
    return [(p["a_matched"], p["b_matched"], p["longest"]) for p in data["pairs"]]


def test_quotations_leave_both_sides_of_every_share(textkin):
    quoted, own = prose("quoted", 30), prose("own", 40)
    textkin.jsonl("in.jsonl", [f"{prose(1, 10)} “{quoted}” {own}", f"{own} « {quoted} » {prose(2, 30)}", f"{quoted}. {prose(3)}"])
    data = check(Page(report(textkin, "in.jsonl")).data)
    assert [(d["words"], d["counted"]) for d in data["documents"]] == [(80, 50), (100, 70), (90, 90)]
    assert numbers(data)[0] == (40, 40, 40)
    assert [e["words"] for e in data["exclusions"]] == [0, 60, 0, 0]
    assert (data["pairs_found"], data["excluded_pairs"]) == (1, 2)
    plain = check(Page(report(textkin, "in.jsonl", "--exclude", "none")).data)
    assert plain["pairs_found"] == 3 and sorted(numbers(plain))[-1] == (70, 70, 70)
