"""What cannot be served is said in one line: before there is a site, and where the port is taken."""

import socket

import pytest

from gate.__main__ import free
from tests.gate.tinybook import gate, write


@pytest.fixture
def site(tmp_path):
    write(tmp_path, {"_config.yml": "title: 책\n", "_build/html/index.html": "글\n"})
    return tmp_path


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("command", ["serve", "watch"])
def test_taken_port_is_named(site, taken, command):
    result = gate(site, command, "--port", str(taken))
    assert result.code == 1 and result.output.count("\n") == 1, result.output
    assert result.output.startswith(f"port {taken}: ") and f"make {command} PORT=" in result.output


def test_port_that_is_none_is_named(site):
    result = gate(site, "serve", "--port", "65536")
    assert result.code == 1 and result.output.startswith("port 65536: ") and result.output.count("\n") == 1, result.output


def test_free_port_stays_free():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    free(port, "serve")
    free(port, "serve")


def test_site_that_is_not_there_is_not_served(tmp_path):
    write(tmp_path, {"_config.yml": "title: 책\n"})
    result = gate(tmp_path, "serve", "--port", "0")
    assert result.code == 1 and result.output.startswith("먼저 make book으로") and result.output.count("\n") == 1
