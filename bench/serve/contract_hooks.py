"""What schemathesis must know of a server of textkin: lines of JSON, forms with files, and names of what is there."""

import json
import pathlib

import jsonschema_rs
import schemathesis
import yaml

LINES = "application/x-ndjson"
CONTRACT = yaml.safe_load((pathlib.Path(__file__).resolve().parents[2] / "docs/openapi.yaml").read_text())
NAMES = ("idx", "idx", "idx", "idx", "made", "nothing")
IDS = ("d1", "d2", "d3", "a/ü %", None)
# What a parameter may be where words of any kind would hardly ever be one; most of the time one of these is taken.
MEANT = {"where": (["course=c1"], ["course=c1", "course=c2"]), "not": (["course=c2"],), "measure": ("jaccard", "containment", "dice"), "exclude": ("none", "quotations,references"), "checkpoint": (["a=b"],),
         "as_of": (0, 1), "added_at": ("2026-01-02",), "templates": (0, 0, 1), "shared_by": (2, 1000), "common": (5, 100000), "max_gap": (0, 200), "min_length": (0, 300), "after": (0, 50),
         "if_sequence": (1, 2, 5), "store": ("text", "sets"), "normalize": ("nfc", "lower"), "tokens": ("words",), "shingle": ("5", "3"), "stem": ("english",), "passages": ("12", "none"), "top": (0, 3, 100),
         "prefix": ("d", "d1"), "field": (["course"],), "contained": ("input", "stored"), "older_than": ("365d", "2020-01-01"), "stop_words": ("english",), "fingerprint": ("bytes", "rabin")}


@schemathesis.serializer(LINES)
def lines_of(context, value):
    """A value is a line; a list, several. What is no value of JSON goes as it is."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    rows = value if isinstance(value, list) else [value]
    return "".join(json.dumps(one, default=str) + "\n" for one in rows).encode()


@schemathesis.serializer("application/pdf", "application/rtf", "text/rtf", "text/html", "text/markdown", "application/vnd.oasis.opendocument.text",
                         "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
def bytes_of(context, value):
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value, default=str)).encode("utf-8", "surrogatepass")


def draw(case, values):
    """One of some, the same for the same case."""
    return values[sum(map(ord, f"{case.path_parameters}{case.query}")) % len(values)]


def mean_it(case):
    """Some of the parameters, most of them with values that are meant: with all of them and any words, all answers would be 400."""
    if not isinstance(case.query, dict) or draw(case, range(4)) == 0:
        return
    kept = list(case.query)[draw(case, range(3)) :: 3] + (["confirm"] if "confirm" in case.query else [])
    case.query = {name: draw(case, MEANT[name]) if name in MEANT else value for name, value in case.query.items() if name in kept}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Names and ids that are there, most of the time: else all answers would be 404."""
    mean_it(case)
    found = case.path_parameters or {}
    if "name" in found:
        makes = case.path == "/v1/indexes/{name}" and case.method.upper() in ("PUT", "DELETE")
        found["name"] = draw(case, ("made", "made", "other", "no name")) if makes else draw(case, NAMES)
        if makes and case.method.upper() == "DELETE" and isinstance(case.query, dict) and "confirm" in case.query:
            case.query["confirm"] = found["name"]
    if "id" in found and (id := draw(case, IDS)):
        found["id"] = id


def resolved(node):
    while isinstance(node, dict) and "$ref" in node:
        at = CONTRACT
        for part in node["$ref"].removeprefix("#/").split("/"):
            at = at[part]
        node = at
    return node


def row_schema(operation, status):
    answer = resolved(operation["responses"].get(str(status), {}))
    schema = resolved(answer.get("content", {}).get(LINES, {}).get("schema"))
    return None if schema is None or schema.get("type") == "string" else schema


@schemathesis.check
def each_line_is_a_row(context, response, case):
    """Each line of an answer in lines is what the contract calls a row of it."""
    types = response.headers.get("content-type") or [""]
    if LINES not in types[0]:
        return
    schema = row_schema(CONTRACT["paths"][case.path][case.method.lower()], response.status_code)
    if schema is None:
        return
    rows = jsonschema_rs.validator_for({**schema, "components": CONTRACT["components"]})
    for line in response.content.splitlines():
        wrong = next(iter(rows.iter_errors(json.loads(line))), None)
        assert wrong is None, f"{line[:200]!r}: {wrong}"


@schemathesis.check
def one_line_says_what_is_wrong(context, response, case):
    """An answer of 400 or more is a problem with one line for a person, and what has a number of seconds says it."""
    if response.status_code < 400:
        return
    said = json.loads(response.content)
    assert said["status"] == response.status_code and said["detail"] and "\n" not in said["detail"], said
    assert (response.status_code in (429, 503)) == bool(response.headers.get("retry-after")), said
