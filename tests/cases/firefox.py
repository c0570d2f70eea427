"""Firefox, driven by geckodriver and scripts in the browser itself, since WebDriver alone can not print on paper, be dark, or tell what was asked."""

import base64
import json
import shutil
import time

from selenium import webdriver
from selenium.webdriver.common.print_page_options import PrintOptions
from selenium.webdriver.firefox.service import Service

from waiting import Patient

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
MISSING = ("firefox-esr is not installed: packaging/debian-browser.txt" if not PROGRAM else
           "" if shutil.which("geckodriver") else "geckodriver is not in PATH: cargo install geckodriver")

# In each tab: runs the scripts of before_pages() in the page itself, before its own.
EACH_TAB = """
    addEventListener("DOMWindowCreated", (event) => {
      const view = event.target.defaultView;
      const box = new Cu.Sandbox(view, {sandboxPrototype: view, wantXrays: false});
      for (const source of Object.values(JSON.parse(Services.cpmm.sharedData.get("textkin") || "{}"))) Cu.evalInSandbox(source, box);
    });"""

# Once: notes what pages ask of a network.
NOTE = """
    window.textkinAsked = [];
    Services.obs.addObserver({observe(channel) {
      channel.QueryInterface(Ci.nsIChannel);
      if (channel.loadInfo.browsingContextID) window.textkinAsked.push(channel.URI.spec);
    }}, "http-on-opening-request");
    Services.mm.loadFrameScript("data:," + encodeURIComponent(arguments[0]), true);"""

SIZE = """
    const style = gBrowser.selectedBrowser.style;
    for (const [name, size] of [["width", arguments[0]], ["height", arguments[1]]])
      for (const bound of ["min-", "max-"])
        if (size === null) style.removeProperty(bound + name); else style.setProperty(bound + name, size + "px");
    const box = gBrowser.selectedBrowser.getBoundingClientRect();
    return [Math.round(box.width), Math.round(box.height)];"""

# Elements that have to have a name for those who hear the page.
CONTROLS = "button, a[href], input, select, textarea, table, section[aria-labelledby], [role=region]"


class Firefox(Patient, webdriver.Firefox):
    def inside(self, script, *arguments):
        """Runs a script in the browser, not in a page."""
        self.of_pages = False
        try:
            with self.context(self.CONTEXT_CHROME):
                return self.execute_script(script, *arguments)
        finally:
            self.of_pages = True

    def before_pages(self, name, source):
        self.scripts[name] = source
        self.inside("Services.ppmm.sharedData.set('textkin', arguments[0]); Services.ppmm.sharedData.flush();", json.dumps(self.scripts))

    def window(self, width=None, height=None, phone=False):
        width, height = self.inside(SIZE, width, height)
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def until(self, condition):
        """Waits for what the browser tells the page a little later."""
        for _ in range(300):
            if self.execute_script(f"return {condition}"):
                return
            time.sleep(0.01)
        raise AssertionError(f"{condition} does not hold")

    def media(self, kind):
        self.inside("gBrowser.selectedBrowser.browsingContext.mediumOverride = arguments[0];", kind)
        self.until(f"matchMedia('print').matches === {str(kind == 'print').lower()}")

    def scheme(self, kind):
        self.inside("Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0]);", {"dark": 0, "light": 1}.get(kind, 2))
        self.until(f"matchMedia('(prefers-color-scheme: dark)').matches === {str(kind == 'dark').lower()}")

    def complaints(self):
        return self.inside("""
            const found = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError && /^(file|blob|http):/.test(message.sourceName));
            Services.console.reset();
            return found.map((message) => message.message);""")

    def asked(self):
        return self.inside("return window.textkinAsked.splice(0);")

    def nameless(self):
        controls = self.execute_script("return Array.from(document.querySelectorAll(arguments[0])).filter((element) => element.checkVisibility());", CONTROLS)
        return len(controls), [element.get_attribute("outerHTML")[:200] for element in controls if not element.accessible_name.strip()]

    def printed(self):
        options = PrintOptions()
        options.background = True
        return base64.b64decode(self.print_page(options))


def start(profile, downloads):
    options = webdriver.FirefoxOptions()
    options.binary_location = PROGRAM
    for argument in ("-headless", "--width=1200", "--height=800"):
        options.add_argument(argument)
    for name, value in {"browser.download.folderList": 2, "browser.download.dir": str(downloads), "browser.download.useDownloadDir": True,
                        "browser.download.manager.showWhenStarting": False, "browser.download.alwaysOpenPanel": False, "accessibility.tabfocus": 7}.items():
        options.set_preference(name, value)
    started = Firefox(service=Service(shutil.which("geckodriver"), service_args=["--allow-system-access"], log_path=str(profile / "geckodriver.log")), options=options)
    started.scripts, started.downloads = {}, downloads
    started.inside(NOTE, EACH_TAB)
    return started
