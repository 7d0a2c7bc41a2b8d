"""Find the browser for page tests, and turn off the features that tests do not need."""

from __future__ import annotations

import os
import shutil

CHROMIUM = os.environ.get("MOOT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
_OFF = (
    # The list under the address bar is two pages of the browser's own, half a second of work for every profile.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # What Playwright turns off: of a switch that is given twice, Chromium takes the last.
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
    # A process that waits for a page which may come, and one for each site, where all pages are of one.
    "SpareRendererForSitePerProcess", "site-per-process", "IsolateOrigins",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-site-isolation-trials", "--process-per-site",
    "--disable-extensions", "--disable-default-apps", "--disable-breakpad", "--disable-domain-reliability",
    f"--disable-features={','.join(_OFF)}",
)  # fmt: skip
