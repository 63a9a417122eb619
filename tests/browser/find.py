"""`python -m tests.browser.find`: find a browser for the tests, or install one, or say plainly what is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ADVICE = (
    "실패 [browser] Chromium을 찾지 못했고 설치도 되지 않았다. chromium을 설치하거나(데비안 계열: apt-get install chromium) "
    "이미 있으면 그 경로를 알려 준다: CHROMIUM=/path/to/chrome make test"
)
APT = [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]]


class NoBrowser(Exception):
    pass


def browser_path():
    """The browser's executable. Installs nothing."""
    if named := os.environ.get("CHROMIUM"):
        if found := shutil.which(named):
            return found
        raise NoBrowser(f"실패 [browser] CHROMIUM이 가리키는 {named}을 실행할 수 없다. 경로를 고치거나 변수를 지운다.")
    found = next(filter(None, map(shutil.which, NAMES)), None) or own_browser()
    if found is None:
        raise NoBrowser(ADVICE)
    return found


def own_browser():
    """The one that Playwright installed for itself."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install():
    """Ask Playwright, then the system. Each may be out of reach: the search afterwards decides."""
    commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        commands += APT
    for command in commands:
        print(f"browser를 설치해 본다: {' '.join(command[-3:])}", flush=True)
        try:
            failed = subprocess.run(command, timeout=600).returncode
        except subprocess.TimeoutExpired:
            failed = True
        if not failed and command not in APT[:1]:
            return


def main():
    try:
        path = browser_path()
    except NoBrowser as missing:
        if os.environ.get("CHROMIUM"):
            sys.exit(str(missing))
        install()
        try:
            path = browser_path()
        except NoBrowser as still_missing:
            sys.exit(str(still_missing))
    print(f"browser: {path}")


if __name__ == "__main__":
    main()
