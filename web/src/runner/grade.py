"""Grade an exercise with the very files that pytest runs locally. Runs inside Pyodide."""

import json
import sys
from pathlib import Path

import pytest
from session import redirected

FOLDER = Path("/exercise")


class Ladder:
    """Tells of each rung: its name and title at first, then whether it holds and what the grader says."""

    def __init__(self, tell):
        self.tell = tell

    def pytest_collection_finish(self, session):
        titles = [[item.name, (item.function.__doc__ or item.name).strip().splitlines()[0]] for item in session.items]
        self.tell({"ladder": titles})

    def pytest_collectreport(self, report):
        if report.failed:
            self.tell({"broken": str(report.longrepr)[-2000:]})

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.failed:
            self.tell({"rung": report.nodeid.rpartition("::")[2], "passed": report.passed, "says": words(report)})


def words(report):
    """The grader's message; for an error inside the grader, its last words."""
    if report.passed:
        return ""
    crash = getattr(report.longrepr, "reprcrash", None)
    return (crash.message if crash else str(report.longrepr)).removeprefix("Failed: ")


def grade(code, grader, files, send):
    """Returns whether every rung holds. `send(kind, text)` hears the rungs and what the reader's code prints."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in {**files, "exercise.py": code}.items():
        (FOLDER / name).write_bytes(text.encode("utf-8", "surrogatepass"))  # half a pair: the grader tells of it
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(f"{FOLDER}/"):
            del sys.modules[name]  # one grading knows nothing of another
    path = list(sys.path)
    options = [str(FOLDER / grader), f"--rootdir={FOLDER}", "--assert=plain", "--capture=no", "-p", "no:terminal", "-p", "no:cacheprovider"]
    with redirected(lambda text: send("text", text)):
        status = pytest.main(options, plugins=[Ladder(lambda event: send("event", json.dumps(event)))])
    sys.path[:] = path
    return status == pytest.ExitCode.OK
