"""What a person sees while a run goes on: in a terminal, and in a notebook's kernel."""

import os
import pty
import re
import subprocess
import sys

import pytest
from test_process import PACKAGE

import textkin

RUN = """
import textkin
texts = [" ".join(str((i * 7919 + j * j) % 50021) for j in range(60)) for i in range(60000)]
"""
DEDUP = "print(textkin.dedup(texts, method='lsh'))"


def environment():
    return {**os.environ, "PYTHONPATH": str(PACKAGE)}


def test_a_terminal_has_one_line_that_moves_and_goes():
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal can be made here: {error}")
    child = subprocess.Popen(
        [sys.executable, "-c", RUN + DEDUP], stderr=theirs, stdout=subprocess.PIPE, env=environment()
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            seen += os.read(ours, 1 << 16)
        except OSError:  # the child has closed it
            break
    assert child.wait(60) == 0
    assert child.stdout.read().startswith(b"DedupResult(")
    assert re.search(rb"textkin: \w+ \d+ MB \(\d+ %\)", seen)
    assert b"\n" not in seen
    assert seen.endswith(b"\r\033[K")


@pytest.fixture(scope="module")
def kernel():
    client_of = pytest.importorskip("jupyter_client", reason="jupyter_client is not there")
    pytest.importorskip("ipykernel", reason="ipykernel is not there")
    manager, client = client_of.manager.start_new_kernel(env=environment(), startup_timeout=120)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_modules_of_kernels_make_no_notebook(capsys):
    pytest.importorskip("ipykernel.ipkernel", reason="ipykernel is not there")
    texts = [" ".join(str((i * 7919 + j * j) % 50021) for j in range(60)) for i in range(20000)] * 3
    textkin.dedup(texts, method="lsh", threads=1, progress=True)
    seen = capsys.readouterr().err
    assert "textkin: " in seen
    assert seen.endswith("\r\033[K")


def outputs(client, code, shown_first=lambda: None):
    """The cell's outputs as a notebook has them at its end: those with an id are replaced."""
    identifier = client.execute(code)
    cell, shown = [], {}
    while True:
        message = client.get_iopub_msg(timeout=120)
        if message["parent_header"].get("msg_id") != identifier:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "status" and content["execution_state"] == "idle":
            return cell
        if kind == "update_display_data":
            shown[content["transient"]["display_id"]]["data"] = content["data"]
        elif kind in ("display_data", "execute_result", "stream", "error"):
            cell.append(content)
            if len(cell) == 1:
                shown_first()
            if "display_id" in content.get("transient", {}):
                shown[content["transient"]["display_id"]] = content


def test_a_notebook_keeps_no_trail(kernel):
    _, client = kernel
    assert outputs(client, RUN) == []
    line, answer = outputs(client, DEDUP.removeprefix("print(").removesuffix(")"))
    assert line["data"] == {"text/plain": "", "text/html": ""}
    assert answer["data"]["text/plain"].startswith("DedupResult(")


def test_interrupting_a_kernel_ends_the_run(kernel):
    """The line of progress says that the run is at work, on a machine of any speed; whole it would write 40 million pairs."""
    manager, client = kernel
    *_, error = outputs(client, "textkin.pairs(texts * 32, exact=True)", manager.interrupt_kernel)
    assert error["ename"] == "KeyboardInterrupt"
    (answer,) = outputs(client, "len(textkin.pairs(['a b c', 'a b c']))")
    assert answer["data"]["text/plain"] == "1"
