#!/usr/bin/env python3
"""docs/openapi.yaml against the server that gives it, by schemathesis: requests that the contract allows and others that it does not.

    bench/serve/contract.py --textkin build/textkin [--cases 10000] [--seed 1]

Fails where an answer is 500, or has a status, a type, a head or a field that the contract does not know, or where a route answers
who has no token. Schemathesis is installed into an environment of its own. What it drew is told by its seed.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parents[2] / "tests/cases"))

SCHEMATHESIS = "schemathesis==4.32.5"
TOKEN = "a-token-of-an-admin-0123456789"
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance", "response_schema_conformance", "allow_header_conformance",
          "unsupported_method", "ignored_auth", "each_line_is_a_row", "one_line_says_what_is_wrong")


def start(textkin, folder):
    """A server with an index of some documents, a folder where indexes are made, and a token."""
    from samples import family_corpus

    (folder / "shelf").mkdir()
    (folder / "tokens").write_text(f"admin {TOKEN}\n")
    (folder / "tokens").chmod(0o600)
    subprocess.run([textkin, "index", "create", "idx", "--field", "course"], cwd=folder, check=True)
    from serving import lines_of

    (folder / "docs.jsonl").write_text(lines_of({"id": f"d{i}", "text": text, "course": f"c{i % 3}"} for i, text in enumerate(family_corpus(1, families=20))))
    subprocess.run([textkin, "index", "add", "idx", "docs.jsonl", "-q"], cwd=folder, check=True)
    log = folder / "serve.log"
    process = subprocess.Popen([textkin, "serve", "idx", "--indexes", "shelf", "--tokens", "tokens", "--listen", "127.0.0.1:0", "--memory", "512MiB"], cwd=folder, stderr=open(log, "wb"))
    until = time.monotonic() + 60
    while not (known := re.search(rb"http://[^ ]*:(\d+)", log.read_bytes())):
        if process.poll() is not None or time.monotonic() > until:
            raise SystemExit(f"contract: the server does not start: {log.read_text()}")
        time.sleep(0.05)
    return process, int(known[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--textkin", required=True)
    parser.add_argument("--cases", type=int, default=10_000, help="at least so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--environment", type=pathlib.Path, help="a folder for what is installed, which stays for the next run")
    wanted = parser.parse_args()
    os.environ.setdefault("TEXTKIN", os.path.abspath(wanted.textkin))
    from rivals import install
    from rivals.rival import Package

    contract = HERE.parents[2] / "docs/openapi.yaml"
    operations = len(re.findall(r"^    (?:get|put|post|delete):$", contract.read_text(), re.M))
    with tempfile.TemporaryDirectory(prefix="textkin-contract-") as name:
        folder = pathlib.Path(name)
        place = (wanted.environment or folder).absolute()
        place.mkdir(parents=True, exist_ok=True)
        python = install.install("contract", [Package("schemathesis", SCHEMATHESIS, "contract")], place)
        process, port = start(os.path.abspath(wanted.textkin), folder)
        try:
            ran = subprocess.run([python.parent / "schemathesis", "run", contract, "--url", f"http://127.0.0.1:{port}", "-H", f"Authorization: Bearer {TOKEN}", "--checks", ",".join(CHECKS),
                                  "-n", str(-(-2 * wanted.cases // operations)), "--seed", str(wanted.seed), "--phases", "examples,coverage,fuzzing", "--generation-database", "none", "--suppress-health-check", "all", "--continue-on-failure", "--no-color"],
                                 env=os.environ | {"SCHEMATHESIS_HOOKS": str(HERE.parent / "contract_hooks.py"), "PYTHONPATH": str(HERE.parent)}, cwd=folder, stdout=subprocess.PIPE, text=True)
        finally:
            process.terminate()
            ended = process.wait(60)
        answers = collections.Counter((one["method"], one["route"], one["status"]) for one in map(json.loads, re.findall(r"^\{.*\}$", (folder / "serve.log").read_text(), re.M)))
    print(ran.stdout)
    well = {route: sum(count for (*one, status), count in answers.items() if tuple(one) == route and status < 300) for route in {key[:2] for key in answers if key[1]}}
    for (method, route), count in sorted(well.items(), key=lambda item: item[0][::-1]):
        print(f"{method:7}{route:40}{count:7} of {sum(answers[key] for key in answers if key[:2] == (method, route))} answered well")
    described = [(method.upper(), path) for path, body in re.findall(r"^  (/[^\n]*):\n(.*?)(?=^  /|\Z)", contract.read_text().partition("\npaths:\n")[2], re.M | re.S)
                 for method in re.findall(r"^    (get|put|post|delete):$", body, re.M)]
    never = [f"{method} {route}" for method, route in described if not well.get((method, route))]
    made = re.search(r"(\d[\d,]*) generated", ran.stdout)
    cases = int(made[1].replace(",", "")) if made else 0
    print(f"contract: {cases} cases of {operations} operations, seed {wanted.seed}; schemathesis ended with {ran.returncode}, the server with {ended}")
    if ran.returncode != 0 or ended != 0 or cases < wanted.cases or never:
        raise SystemExit(f"contract: not kept, or fewer than {wanted.cases} cases; never answered well: {', '.join(never) or 'none'}")


if __name__ == "__main__":
    main()
