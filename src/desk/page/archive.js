// The archive: its state, its documents by their ids, and removing one.
let shownId = null;

function terms(pairs) {
  return pairs.flatMap(([term, text]) => {
    const said = make("dd");
    said.append(named(String(text), true));
    return [make("dt", term), said];
  });
}
async function showState() {
  if (at("index").value === "") return;
  const stats = await (await askPatiently(ofIndex(""))).json();
  at("state").replaceChildren(
    named(at("index").value), " has " + count(stats.documents, "document") + ", " + bytesText(stats.text_bytes) + " of text" +
      (mayWrite() ? "." : "; you may read it.")
  );
  at("stats").replaceChildren(
    ...terms([
      ["Documents", number(stats.documents)],
      ["Removed", number(stats.removed)],
      ["Changes so far", number(stats.sequence)],
      ["Text", bytesText(stats.text_bytes)],
      ["On the disk", bytesText(stats.file_bytes)],
    ])
  );
  at("made").replaceChildren(...terms(stats.options));
  const names = stats.options.filter(([name]) => name === "--field").flatMap(([, value]) => value.split(","));
  if (names.join() !== fields.join()) showFields(names);
  at("adding-fields").hidden = fields.length === 0 || !mayWrite();
}

function showDocument(id, kept) {
  shownId = id;
  at("document-title").replaceChildren(named(id, true));
  const others = Object.entries(kept).filter(([name]) => name !== "id" && name !== "text");
  at("document-fields").textContent = others.map(([name, value]) => name + ": " + value).join(", ");
  at("document-text").textContent = kept.text;
  at("remove").hidden = !mayWrite();
  at("document").hidden = false;
  at("document-title").focus();
}
async function findDocument(id) {
  at("document").hidden = true;
  showDocument(id, await (await askPatiently(ofIndex("/documents/" + encodeURIComponent(id)))).json());
}

// Whether the person says yes.
function sure(text) {
  at("sure-said").textContent = text;
  at("sure").returnValue = "no";
  at("sure").showModal();
  return new Promise((done) => at("sure").addEventListener("close", () => done(at("sure").returnValue === "yes"), {once: true}));
}
async function removeShown() {
  if (!(await sure("“" + named(shownId).textContent + "” will no longer be found, nor compared with."))) return;
  await askPatiently(ofIndex("/documents/" + encodeURIComponent(shownId)), {method: "DELETE"});
  at("document").hidden = true;
  at("find-id").value = "";
  at("find-id").focus();
  await showState();
}
at("find").addEventListener("submit", telling(() => findDocument(at("find-id").value)));
at("remove").addEventListener("click", telling(removeShown));
