"""Books that several test processes share."""

import os

import pytest

from tests.gate import tinybook


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory):
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def make_healthy(root):
    """Build, record the golden files, build again; keep what each run said."""
    tinybook.write_healthy(root)
    for name, command in (("first", "build"), ("golden", "golden"), ("second", "build")):
        result = tinybook.gate(root, command)
        (root / f"{name}.said").write_text(f"{result.code}\n{result.output}", "utf-8")


@pytest.fixture(scope="session")
def healthy(shared_folder):
    """The healthy book with its golden files and a filled execution cache."""
    return tinybook.once(shared_folder, "healthy-book", make_healthy)


@pytest.fixture
def book(healthy, tmp_path):
    """A copy of the healthy book, to be broken."""
    return tinybook.copy(healthy, tmp_path / "book")
