"""What each page costs its reader: `make bench-site`. The table goes to the screen, the numbers to `_build/bench-site.json`.

Every page is opened anew, with an empty cache, from a server that compresses, over 10 Mbit/s and with the processor
slowed down four times; nothing is scrolled. The times hold for a machine that does nothing else.
"""

import json
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from gate.book import Book
from tests.browser import checks, chrome

BYTES_PER_SECOND, LATENCY, SLOWER = 10e6 / 8, 40, 4
CHAPTER = "transformers/attention"
AT_MOST = {"kB": 300, "largest paint": 1500, "shift": 0.02}
OBSERVE = """
window.seen = { lcp: 0, shift: 0, long: 0 };
const watch = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true });
watch('largest-contentful-paint', entry => { seen.lcp = entry.startTime; });
watch('layout-shift', entry => { if (!entry.hadRecentInput) seen.shift += entry.value; });
watch('longtask', entry => { seen.long += entry.duration; });
"""
PAINTED = "() => ({ ...seen, fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime })"


def measure(browser, origin, name):
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="ko-KR")
    page = context.new_page()
    page.add_init_script(OBSERVE)
    session = context.new_cdp_session(page)
    wire, hosts, faults = {}, set(), []
    session.on("Network.requestWillBeSent", lambda event: hosts.add(urlsplit(event["request"]["url"]).netloc))
    session.on("Network.loadingFinished", lambda event: wire.update({event["requestId"]: event["encodedDataLength"]}))
    page.on("pageerror", lambda error: faults.append(str(error)))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": LATENCY, "downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND,
    })  # fmt: skip
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{origin}{name}.html", wait_until="networkidle")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length && seen.lcp")
    seen = page.evaluate(PAINTED)
    wide = page.evaluate(checks.SIDEWAYS)
    context.close()
    return {
        "page": name, "kB": sum(wire.values()) / 1000, "requests": len(wire), "hosts": len(hosts - {""}), "first paint": seen["fcp"],
        "largest paint": seen["lcp"], "shift": seen["shift"], "long tasks": seen["long"], "sideways": len(wide), "errors": len(faults),
    }  # fmt: skip


def test_pages(capsys):
    with chrome.serve(chrome.SITE, compress=True) as origin, sync_playwright() as playwright:
        browser = chrome.launch(playwright)
        rows = [measure(browser, origin, name) for name in Book(chrome.ROOT).pages]
        browser.close()
    (chrome.SITE.parent / "bench-site.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1), "utf-8")
    with capsys.disabled():
        print()
        print(f"{'page':<42}" + "".join(f"{key:>14}" for key in list(rows[0])[1:]))
        for row in rows:
            print(f"{row['page']:<42}" + "".join(f"{row[key]:>14.3g}" for key in list(row)[1:]))
    chapter = next(row for row in rows if row["page"] == CHAPTER)
    assert {key: chapter[key] for key, most in AT_MOST.items() if chapter[key] > most} == {}
    assert [row["page"] for row in rows if row["kB"] > chapter["kB"] or row["shift"] > AT_MOST["shift"]] == []
    assert [row["page"] for row in rows if row["hosts"] > 1 or row["errors"] or row["sideways"]] == []
