#!/usr/bin/env bash
# Playwright 1.65 starts the Firefox of a distribution, but opens no page in it; 1.64 does.
#
# Versions: playwright 1.64.1 and 1.65.2 (Python), Debian's firefox-esr 153.8.0 (unpacked here, not installed; needs apt and GTK 3).
# Seen: `playwright.firefox.launch(channel="moz-firefox", executable_path=...)`, which speaks WebDriver BiDi with an unchanged
#   Firefox, works in both. `browser.new_page()` of 1.65.2 raises "Protocol error (emulation.setMediaFeaturesOverride): unknown
#   command", also if color_scheme, reduced_motion, forced_colors and contrast are all "null"; 1.64.1 shows the page.
# Expected: what is not asked for is not set; or launch says that this Firefox is too old.
# Whom it hurts: who tests in Firefox where Playwright's own build cannot be fetched, as on Debian's long-term release.
# How to avoid: playwright<1.65.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq firefox-esr
dpkg-deb -x firefox-esr_*.deb firefox
python3 -m venv venv
cat >open.py <<'PY'
from playwright.sync_api import Error, sync_playwright

with sync_playwright() as playwright:
    path = "firefox/usr/lib/firefox-esr/firefox-esr"
    with playwright.firefox.launch(channel="moz-firefox", executable_path=path) as browser:
        try:
            page = browser.new_page()
            page.goto("data:text/html,<h1>shown</h1>")
            print(page.inner_text("h1"))
        except Error as error:
            print(error.message.splitlines()[0])
PY
for version in 1.64.1 1.65.2; do
    venv/bin/pip install -q --disable-pip-version-check "playwright==$version"
    echo "playwright $version: $(venv/bin/python open.py)" | tee -a seen.txt
done
grep -q '1.64.1: shown$' seen.txt && grep -q '1.65.2: .*setMediaFeaturesOverride.*unknown command' seen.txt ||
    { echo "This has changed."; exit 1; }
