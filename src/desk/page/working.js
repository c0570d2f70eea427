// Work that takes a while: what is being done, how far it is, and a button that stops it. One work at a time.
let working = null; // an AbortController

const workButtons = ["look-up", "compare", "add", "added-again", "found-page", "report-table"];
function showNow(text, done, all) {
  at("now").textContent = text;
  at("progress").hidden = working === null;
  if (all === undefined) at("progress").removeAttribute("value");
  else {
    at("progress").max = all;
    at("progress").value = done;
  }
  at("stop").hidden = working === null;
  at("now-section").classList.toggle("working", working !== null);
}
// act(signal, show): show(text, done, all) tells how far it is; without numbers it is not known. What `act` gives is what
// it came to, in words.
const work = (act) =>
  telling(async () => {
    if (working !== null) return;
    working = new AbortController();
    for (const id of workButtons) at(id).disabled = true;
    try {
      const said = await act(working.signal, showNow);
      working = null;
      showNow(said || "Done.");
    } catch (error) {
      working = null;
      showNow(error.name === "AbortError" ? "Stopped." : "It was not done.");
      throw error;
    } finally {
      for (const id of workButtons) at(id).disabled = false;
    }
  });

// act(item) for each, some at once, in their order of beginning.
async function forEach(items, atOnce, signal, act) {
  let next = 0;
  const line = async () => {
    while (next < items.length) {
      signal.throwIfAborted();
      await act(items[next++]);
    }
  };
  await Promise.all(Array.from({length: Math.min(atOnce, items.length)}, line));
}
at("stop").addEventListener("click", () => {
  if (working !== null) working.abort();
});

// A file for the person.
function give(parts, type, name) {
  const link = make("a", undefined, {download: name, href: URL.createObjectURL(new Blob(parts, {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
// Tab-separated: what parts cells and lines is a space in them, and no cell is a formula.
const tsvCell = (value) => String(value).replace(/[\t\r\n]+/g, " ").replace(/^(?=[=+\-@])/, (sign) => (typeof value === "number" ? sign : "'"));
const tsv = (rows) => rows.map((row) => row.map(tsvCell).join("\t") + "\n").join("");
