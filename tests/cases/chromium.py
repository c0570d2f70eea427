"""Chromium, driven by chromedriver and the protocol of its developer tools."""

import base64
import json
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from waiting import Patient

MISSING = "" if shutil.which("chromedriver") else "chromium-driver is not installed: packaging/debian-browser.txt"
# Roles of what a person uses or reads as a whole, which have to have a name.
ROLES = ("button", "link", "checkbox", "radio", "slider", "spinbutton", "combobox", "textbox", "region", "table")


class Chromium(Patient, webdriver.Chrome):
    def before_pages(self, name, source):
        """Runs a script before those of every page from the next one on, in place of an earlier one of the same name; none if it is empty."""
        if name in self.scripts:
            self.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", self.scripts.pop(name))
        if source:
            self.scripts[name] = self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})

    def window(self, width=None, height=None, phone=False):
        """A page of so many pixels; of the usual size without numbers."""
        if width is None:
            self.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        else:
            self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1 + phone, "mobile": phone})

    def media(self, kind):
        """As on "print", or on the screen: ""."""
        self.emulated["media"] = kind
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", self.emulated)

    def scheme(self, kind):
        """What the person prefers: light, dark, or nothing: ""."""
        self.emulated["features"] = [{"name": "prefers-color-scheme", "value": kind}] if kind else []
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", self.emulated)

    def complaints(self):
        """What the console was told since the last call."""
        return self.get_log("browser")

    def asked(self):
        """What was asked of anything but this disk since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.get_log("performance")]
        asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [address for address in asked if not address.startswith(("file:", "about:", "blob:", "data:"))]

    def nameless(self):
        """How many controls have a name for those who hear the page, and those that have none."""
        self.execute_cdp_cmd("Accessibility.enable", {})
        tree = self.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        controls = [node for node in tree if not node["ignored"] and node["role"]["value"] in ROLES]
        return len(controls), [node for node in controls if not node["name"]["value"].strip()]

    def printed(self):
        """The page as a PDF, without what a browser writes around it."""
        return base64.b64decode(self.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})["data"])


def start(profile, downloads):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,800", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = Chromium(service=Service(shutil.which("chromedriver")), options=options)
    started.scripts, started.emulated, started.downloads = {}, {}, downloads
    return started
