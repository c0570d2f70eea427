"""A proxy that speaks TLS in front of a server under test, and certificates that openssl makes for it."""

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading

import pytest


def certificate(folder, name="localhost", san="DNS:localhost,IP:127.0.0.1"):
    """(certificate, key) of a name, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not here to make a certificate; apt install openssl")
    pair = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                    "-addext", f"subjectAltName={san}", "-out", pair[0], "-keyout", pair[1]], check=True, capture_output=True)
    return pair


def pump(source, target):
    with contextlib.suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    for one in (source, target):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def tls_front(port, pair, **limits):
    """The port at which what is said by TLS goes to `port`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*pair)
    for name, value in limits.items():
        setattr(context, name, value)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(plain):
        with contextlib.suppress(OSError, ssl.SSLError):
            client = context.wrap_socket(plain, server_side=True)
            behind = socket.create_connection(("127.0.0.1", port))
            threading.Thread(target=pump, args=(behind, client), daemon=True).start()
            pump(client, behind)

    def accept():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()
