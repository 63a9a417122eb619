"""Where the browser comes from, on machines that have one and on machines that have none."""

import os
import subprocess

import pytest

from tests.browser import find


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with nothing on PATH; `machine("chromium")` puts an executable there."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(find, "own_browser", lambda: None)
    ran = []

    def put(name):
        path = tmp_path / name
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return str(path)

    def run(command, **options):
        ran.append(command)
        return subprocess.CompletedProcess(command, put.status(command))

    put.status = lambda command: 1
    put.ran = ran
    monkeypatch.setattr(find.subprocess, "run", run)
    return put


@pytest.mark.parametrize("name", find.NAMES)
def test_browser_on_path_is_found(machine, name):
    path = machine(name)
    assert find.browser_path() == path
    find.main()
    assert machine.ran == [], "nothing is installed"


def test_named_browser_comes_first(machine, monkeypatch):
    machine("chromium")
    named = machine("my-browser")
    monkeypatch.setenv("CHROMIUM", named)
    assert find.browser_path() == named


def test_wrong_name_is_said_and_nothing_installed(machine, monkeypatch):
    machine("chromium")
    monkeypatch.setenv("CHROMIUM", "/nowhere/chrome")
    with pytest.raises(SystemExit, match="CHROMIUM이 가리키는 /nowhere/chrome"):
        find.main()
    assert machine.ran == []


def test_own_browser_of_playwright_is_the_last_resort(machine, monkeypatch):
    monkeypatch.setattr(find, "own_browser", lambda: "/own/chrome")
    assert find.browser_path() == "/own/chrome"
    path = machine("chrome")
    assert find.browser_path() == path


def test_missing_browser_is_said_in_one_line(machine):
    with pytest.raises(SystemExit) as stopped:
        find.main()
    assert stopped.value.code == find.ADVICE and "\n" not in find.ADVICE
    assert "playwright" in machine.ran[0]


def test_system_installs_what_playwright_cannot(machine, monkeypatch):
    machine("apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    def status(command):
        if command[:2] == ["apt-get", "install"]:
            machine("chromium")
        return 1 if "playwright" in command else 0

    machine.status = status
    find.main()
    assert [command[0] for command in machine.ran][1:] == ["apt-get", "apt-get"]


def test_installation_ends_with_the_first_success(machine, monkeypatch):
    machine("apt-get")
    machine.status = lambda command: 0
    monkeypatch.setattr(find, "own_browser", lambda: "/own/chrome" if machine.ran else None)
    find.main()
    assert len(machine.ran) == 1
