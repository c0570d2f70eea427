// The keys of every view, and the list of them behind "?". A view's file adds its own with addKeys; a page starts with
// startKeys. No key acts while a person types; Escape there leaves the field and not the view. The list has a switch
// that turns single letters and digits off, for those who speak what they type.
const keyRows = []; // {view, keys: as KeyboardEvent.key has them, with "Shift+" before, says, act(event)}
const keySigns = {
  ArrowRight: "\u2192",
  ArrowLeft: "\u2190",
  ArrowUp: "\u2191",
  ArrowDown: "\u2193",
  Escape: "Esc",
  " ": "Space",
};
// view: its name; rows: [keys, parted by spaces; what they do, in words; act(event)].
function addKeys(view, rows) {
  for (const [keys, says, act] of rows) keyRows.push({view, keys: keys.split(" "), says, act});
}

const typedIn = (element) =>
  element.closest('textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])');
const ofArrows = (element) => element.closest('input[type="radio"], input[type="range"]');

function showKeys() {
  at("key-list").replaceChildren(
    ...keyRows
      .filter(({view, says}) => says !== "" && view === keyView())
      .flatMap(({keys, says}) => {
        const term = make("dt");
        keys.forEach((key, i) => {
          if (i > 0) term.append(" ");
          const parts = key.split("+");
          for (const part of parts) term.append(make("kbd", keySigns[part] || part));
        });
        return [term, make("dd", says)];
      })
  );
  at("keys").showModal();
}

let keyView = () => "";
// viewNow() names the view that is shown.
function startKeys(viewNow) {
  keyView = viewNow;
  for (const view of new Set(keyRows.map((row) => row.view))) addKeys(view, [["?", "these keys", showKeys]]);
  for (const button of document.querySelectorAll("button.all-keys")) button.addEventListener("click", showKeys);
  at("keys-close").addEventListener("click", () => at("keys").close());
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]") !== null) return;
    const field = typedIn(event.target);
    if (field !== null) {
      if (event.key !== "Escape") return;
      field.blur();
      const head = document.querySelector("main:not([hidden]) h1");
      if (head !== null) head.focus();
      event.preventDefault();
      return;
    }
    if (event.key.startsWith("Arrow") && ofArrows(event.target) !== null) return;
    if (event.key.length === 1 && !at("letters").checked) return;
    const key = (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key;
    const row = keyRows.find(({view, keys}) => view === keyView() && keys.includes(key));
    if (row === undefined || row.act(event) === false) return;
    event.preventDefault();
  });
}
