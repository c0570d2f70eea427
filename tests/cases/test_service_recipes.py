"""The files of docs/recipes/service do what the page says: each is run with its own tool, or looked at by it; where the tool is
not there the test says so and is skipped."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request

import pytest

import reference
from conftest import BINARY
from samples import family_corpus, prose
from serving import serving
from tls_front import certificate

FILES = reference.ROOT / "docs" / "recipes" / "service"
TOKEN = "a-token-of-a-writer-0123456789"
TEXTS = family_corpus(1, families=20)[:60]


def tool(name, package):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not here; apt install {package}")
    return found


@pytest.fixture
def index(textkin):
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("docs.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(TEXTS)]))
    textkin.write("tokens", f"writer {TOKEN}\n")
    (textkin.folder / "tokens").chmod(0o600)
    textkin.write("essay.txt", TEXTS[7])
    return textkin


def run(*command, cwd=None, ok=True, **env):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, cwd=cwd, env={**os.environ, "TEXTKIN_TOKEN": TOKEN, **env})
    assert not ok or done.returncode == 0, done.stderr
    return done


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def asked_through_proxy(index, proxy, log, port, server):
    """A question through a proxy that is about to be there."""
    pair = {"SSL_CERT_FILE": str(index.folder / "localhost.pem")}
    expected = index("index", "query", "idx", "essay.txt", "-q").stdout
    try:
        for _ in range(600):
            assert proxy.poll() is None, log.read_bytes()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                if proxy.poll() is None:
                    import time
                    time.sleep(0.05)
        found = index("index", "query", f"https://localhost:{port}/idx", "essay.txt", "-q", env={**pair, "TEXTKIN_TOKEN": TOKEN}).stdout
        assert found == expected and found.count(b"\n") > 1
        assert "send a token" in index("index", "query", f"https://localhost:{port}/idx", "essay.txt", exit=2, env=pair).errors
        many = index.jsonl("many.jsonl", [{"id": f"new{i}", "text": prose(i, 4000)} for i in range(200)])
        assert "200 added" in index("index", "add", f"https://localhost:{port}/idx", many, env={**pair, "TEXTKIN_TOKEN": TOKEN}).errors
    finally:
        proxy.terminate()
        proxy.wait(timeout=600)


def test_nginx_stands_in_front(index):
    nginx = tool("nginx", "nginx")
    certificate(index.folder)
    port = free_port()
    with serving(index, "idx", "--tokens", "tokens", token=TOKEN) as server:
        site = (FILES / "nginx.conf").read_text()
        for given, here in (("127.0.0.1:7070", f"127.0.0.1:{server.port}"), ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("texts.example.org;", "localhost;"),
                            ("/etc/ssl/texts.example.org.pem", str(index.folder / "localhost.pem")), ("/etc/ssl/private/texts.example.org.key", str(index.folder / "localhost.key"))):
            assert given in site
            site = site.replace(given, here)
        places = "".join(f"{name}_temp_path {index.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        index.write("nginx.conf", f"pid {index.folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{site}\n}}\n")
        command = [nginx, "-e", "stderr", "-p", index.folder, "-c", index.folder / "nginx.conf", "-g", "daemon off;" + ("user root;" if os.getuid() == 0 else "")]
        run(*command, "-t")
        with open(index.folder / "nginx.log", "wb") as log:
            asked_through_proxy(index, subprocess.Popen(command, stderr=log, stdout=log), index.folder / "nginx.log", port, server)


def test_caddy_stands_in_front(index):
    caddy = tool("caddy", "caddy")
    own = {"HOME": str(index.folder), "XDG_DATA_HOME": str(index.folder / "data"), "XDG_CONFIG_HOME": str(index.folder / "config")}
    run(caddy, "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile", **own)
    pair = certificate(index.folder)
    port = free_port()
    with serving(index, "idx", "--tokens", "tokens", token=TOKEN) as server:
        site = (FILES / "Caddyfile").read_text()
        site = site.replace("127.0.0.1:7070", f"127.0.0.1:{server.port}").replace("texts.example.org {", f"https://localhost:{port} {{\n\ttls {pair[0]} {pair[1]}")
        index.write("Caddyfile", "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site)
        with open(index.folder / "caddy.log", "wb") as log:
            proxy = subprocess.Popen([caddy, "run", "--adapter", "caddyfile", "--config", index.folder / "Caddyfile"], stderr=log, stdout=log, env={**os.environ, **own})
            asked_through_proxy(index, proxy, index.folder / "caddy.log", port, server)


def test_the_unit_is_understood_and_hardened(textkin):
    analyze = tool("systemd-analyze", "systemd")
    unit = (FILES / "textkin.service").read_text().replace("/usr/bin/textkin ", f"{BINARY} ")
    textkin.write("textkin.service", unit)
    said = run(analyze, "verify", "--man=no", textkin.folder / "textkin.service", ok=False)
    assert "textkin.service" not in said.stderr, said.stderr
    exposure = run(analyze, "security", "--offline=yes", "--threshold=20", textkin.folder / "textkin.service", ok=False)
    level = float(re.search(r"exposure level for textkin.service: ([\d.]+)", exposure.stdout)[1])
    assert level <= 2.0, exposure.stdout
    words = re.search(r"^ExecStart=\S+ (.*)$", unit, re.M)[1].replace("${CREDENTIALS_DIRECTORY}", ".").replace("/var/lib/textkin/", "").split()
    textkin("index", "create", "archive")
    textkin.write("tokens", f"writer {TOKEN}\n")
    (textkin.folder / "tokens").chmod(0o600)
    assert "could be served" in textkin(*words, "--try").errors


def test_the_container_has_what_the_program_needs():
    """Every library that the program is linked with, and RocksDB, is of a package that the image installs."""
    tool("dpkg-query", "dpkg")
    listed = set(re.search(r"install -y (.*?)&& rm", (FILES / "Containerfile").read_text(), re.S)[1].split())
    linked = re.findall(r"=> (/\S+)", run("ldd", BINARY).stdout)
    direct = set(re.findall(r"NEEDED\s+(\S+)", run(tool("objdump", "binutils"), "-p", BINARY).stdout))
    needed = set()
    for path in linked:
        if os.path.basename(path) in direct:
            for place in (path, os.path.realpath(path), "/usr" + path):
                owner = run("dpkg-query", "-S", place, ok=False)
                if owner.returncode == 0:
                    needed.add(owner.stdout.split(":")[0])
                    break
    if "libhwy1" not in needed:
        pytest.skip(f"this is no Debian 12, of which the image is: {sorted(needed)}")
    base = {"libc6", "libstdc++6", "libgcc-s1"}
    assert not needed - base - listed, "not in the Containerfile"
    assert {"librocksdb7.8"} <= listed


@pytest.mark.parametrize("command", [(sys.executable, "ask.py"), ("node", "ask.mjs")], ids=["python", "javascript"])
def test_clients_of_ten_lines(index, command):
    program = tool(command[0], "nodejs")
    code = (FILES / command[1]).read_text().splitlines()
    assert len([line for line in code if line and not line.startswith(("import ", "\"\"\"", "//"))]) <= 10
    with serving(index, "idx", "--tokens", "tokens", token=TOKEN) as server:
        at = f"http://127.0.0.1:{server.port}/v1/indexes/idx"
        found = run(program, FILES / command[1], at, index.folder / "essay.txt").stdout
        rows = index("index", "query", "idx", "essay.txt", "-t", "0.5", "-q").table()
        assert found == "".join(f"{float(row['similarity']):.3f}\t{row['b']}\n" for row in rows) and len(rows) > 1
        refused = run(program, FILES / command[1], at, index.folder / "essay.txt", ok=False, TEXTKIN_TOKEN="another-token-0123456789")
        assert refused.returncode != 0 and TOKEN not in refused.stderr


def test_a_new_document_that_is_a_copy_is_refused(index):
    index.write("new.txt", prose("new", 80))
    path = f"{BINARY.parent}:{os.environ['PATH']}"
    with serving(index, "idx", "--tokens", "tokens", token=TOKEN) as server:
        copy = index("index", "snapshot", "idx", "copy", exit=None)
        assert copy.code in (0, 2)
        at = f"http://127.0.0.1:{server.port}/idx"
        assert run(FILES / "no-copies", at, "new.txt", cwd=index.folder, PATH=path).stdout == ""
        refused = run(FILES / "no-copies", at, "new.txt", "essay.txt", cwd=index.folder, ok=False, PATH=path)
        assert refused.returncode == 1 and '"b":"d7"' in refused.stderr and "new.txt" not in refused.stderr
        assert run(FILES / "no-copies", at, "essay.txt", cwd=index.folder, ok=False, PATH=path, TEXTKIN_TOKEN="another-token-0123456789").returncode == 2


def test_hand_ins_by_curl(index):
    tool("curl", "curl")
    index("index", "create", "class")
    texts = {f"Ünal, Ay'şe_{i}_file/my \"essay\" {i}?.txt": text for i, text in enumerate(TEXTS[:6])}
    for name, text in texts.items():
        index.write(f"hand-ins/{name}", text)
    index.write("hand-ins/Zoë_9_file/page.html", f"<html><body><p>{TEXTS[2]}</p></body></html>")
    index("index", "add", "class", index.jsonl("old.jsonl", [{"id": "old", "text": TEXTS[2]}]))
    with serving(index, "class", "--tokens", "tokens", token=TOKEN) as server:
        at = f"http://127.0.0.1:{server.port}/v1/indexes/class"
        rows = [json.loads(line) for line in run(FILES / "hand-ins", at, "hand-ins", cwd=index.folder).stdout.splitlines()]
        assert {row["b"] for row in rows} == {"old"}, "a text of this batch was met"
        assert {[*texts][2], "Zoë_9_file/page.html"} <= {row["a"] for row in rows}
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/v1/indexes/class", headers={"Authorization": f"Bearer {TOKEN}"})
        assert json.loads(urllib.request.urlopen(request).read())["documents"] == 8
        again = run(FILES / "hand-ins", at, "hand-ins", cwd=index.folder, ok=False, TEXTKIN_TOKEN="another-token-0123456789")
        assert again.returncode != 0
