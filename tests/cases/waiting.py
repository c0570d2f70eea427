"""What a driver of any browser does after a command that may change the address of a page: it waits until the page has heard of it (browsing.py)."""

from selenium.webdriver.remote.command import Command

# Calls back when it has; a page without listeners never does, so the wait ends.
WAIT = """
    const done = arguments[0], until = performance.now() + 10000;
    const look = () => !window.textkinHasHeard || textkinHasHeard() || performance.now() > until ? done() : setTimeout(look, 2);
    look();"""

ACTS = {Command.CLICK_ELEMENT, Command.SEND_KEYS_TO_ELEMENT, Command.W3C_ACTIONS, Command.W3C_EXECUTE_SCRIPT}


class Patient:
    of_pages = True  # False while scripts are run in the browser itself

    def execute(self, command, params=None):
        answer = super().execute(command, params)
        if command in ACTS and self.of_pages:
            super().execute(Command.W3C_EXECUTE_SCRIPT_ASYNC, {"script": WAIT, "args": []})
        return answer
