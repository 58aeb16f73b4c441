#!/usr/bin/env python3
"""Opens reports in headless Chromium and fails where one writes to the console, asks for anything,
runs over its width, or does not read whole without scripts.

    tests/report/check.py r.html [more.html ...] [--screenshots FOLDER]

It needs Chromium (`apt-get install chromium`; CHROMIUM names another path) and `pip install playwright`.
"""

import argparse
import os
import pathlib
import shutil
import sys

WIDTHS = (400, 1400)
THEMES = ("light", "dark")


def browser(playwright):
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        sys.exit("check.py: no chromium: apt-get install chromium, or set CHROMIUM")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


def look(chromium, page, width, theme, screenshot):
    """Opens a page, and returns what is wrong with it."""
    wrong = []
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    tab = context.new_page()
    tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("request", lambda request: wrong.append(f"request: {request.url}") if request.url != page else None)
    tab.goto(page)
    tab.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    if tab.evaluate("document.documentElement.scrollWidth") > width:
        wrong.append("runs over its width")
    paper, ink = tab.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    if (sum(numbers(paper)[:3]) < sum(numbers(ink)[:3])) != (theme == "dark"):
        wrong.append(f"is {ink} on {paper}")
    broken = tab.evaluate("[...document.querySelectorAll('svg *')].filter(mark => !mark.getBoundingClientRect).length")
    if broken or not tab.query_selector("svg text"):
        wrong.append("has no plot")
    tab.evaluate("document.querySelectorAll('details').forEach(part => part.open = false)")
    if screenshot:
        tab.screenshot(path=screenshot, full_page=True)
    context.close()
    return wrong


def numbers(colour):
    return [float(number) for number in colour[colour.index("(") + 1 : -1].split(",")]


def text(chromium, page, scripts):
    """The text of all sections but the one that needs scripts."""
    context = chromium.new_context(java_script_enabled=scripts)
    tab = context.new_page()
    tab.goto(page)
    sections = tab.locator("main > section:not(#try)").all_inner_texts()
    context.close()
    return sections


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("reports", nargs="+", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("check.py: no playwright: pip install playwright")
    failures = 0
    with sync_playwright() as playwright:
        chromium = browser(playwright)
        for report in arguments.reports:
            page, size = report.resolve().as_uri(), report.stat().st_size
            for width in WIDTHS:
                for theme in THEMES:
                    name = f"{report.stem}-{width}-{theme}.png"
                    shot = arguments.screenshots / name if arguments.screenshots else None
                    wrong = look(chromium, page, width, theme, shot)
                    failures += len(wrong)
                    print(f"{report.name}, {width} pixels, {theme}: {'; '.join(wrong) or 'fine'}")
            sections = text(chromium, page, False)
            if sections != text(chromium, page, True) or len(sections) < 6:
                failures += 1
                print(f"{report.name}: reads otherwise without scripts")
            if size > 2_000_000:
                failures += 1
                print(f"{report.name}: {size} bytes")
        chromium.close()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
