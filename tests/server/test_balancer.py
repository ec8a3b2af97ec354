"""The balancer of `deploy/Caddyfile` in front of two nodes: whoever plays through it goes on when a node dies."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from support.clusters import read_tables
from support.databases import DATABASES, POSTGRESQL
from support.folders import ROOT
from support.histories import complaints
from support.postgres import free_port
from support.serving import Client, Serving
from support.waiting import wait_for
from support.wanderers import Wanderer, wanderers_at, wandering

pytestmark = [
    pytest.mark.usefixtures("engine"),
    pytest.mark.parametrize("engine", [POSTGRESQL], indirect=True, scope="module"),
    pytest.mark.skipif(not shutil.which("caddy"), reason="LEFT OUT: nodes behind a balancer. It needs caddy."),
]


@contextmanager
def caddy(folder: Path, port: int, nodes: list[Serving]) -> Iterator[None]:
    """Run Caddy with our file, without https."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + re.sub(r"^{\$DOMAIN} {", f"http://127.0.0.1:{port} {{", text, flags=re.MULTILINE))
    addresses = " ".join(node.url.removeprefix("http://") for node in nodes)
    environment = {"DOMAIN": f"127.0.0.1:{port}", "NODES": addresses, "HOME": str(folder), "PATH": os.environ["PATH"]}
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], env=environment, stdout=log, stderr=log
        )
    try:
        yield
    finally:
        process.kill()
        process.wait()


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def goes_on(everyone: list[Wanderer]) -> None:
    """Wait until everyone has made three more decisions."""
    before = [wanderer.number for wanderer in everyone]
    wait_for(lambda: all(wanderer.number > number + 2 for wanderer, number in zip(everyone, before, strict=True)))


def test_whoever_plays_through_a_balancer_goes_on_when_a_node_dies(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        arguments = ("--workers", "1", "--trust-proxy", "--database-url", str(DATABASES.url_of(tmp_path)))
        nodes = [Serving(tmp_path / f"node{number}", *arguments) for number in (0, 1)]
        for node in nodes:
            stack.callback(node.kill)
        stack.enter_context(caddy(tmp_path, port, nodes))
        wait_for(lambda: answers(url))
        client = Client(url)
        stack.callback(client.close)
        kinds = ("me", "pip"), ("me", "open")
        everyone = [one for seed, kind in enumerate(kinds) for one in wanderers_at(kind, "card", client, [lambda: url], seed)]
        with wandering(everyone):
            goes_on(everyone)
            nodes[0].kill()
            codes = {client.http.get("/api/me").status_code for _ in range(40)}
            goes_on(everyone)
        assert codes == {200}
        assert client.http.get("/metrics").status_code == 404
        assert complaints([one.history for one in everyone], read_tables(tmp_path)) == []
