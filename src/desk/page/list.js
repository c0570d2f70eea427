// The documents of the archive, some at a time, of those whose ids begin as a person says; and removing those that are
// chosen.
const rowsAtOnce = 200;
let listNext = null; // what the list goes on with; null: there are no more
let listSequence = "";
let listed = []; // its rows

function listHead() {
  const head = make("tr");
  head.append(...["", "Id", "Words in runs", "Text"].map((text, i) => make(i === 0 ? "td" : "th", text, i === 0 ? {} : {scope: "col", class: i > 1 ? "number" : ""})));
  const top = make("thead");
  top.append(head);
  return top;
}
function listLine({id, size, bytes}) {
  const line = make("tr"), choose = make("td"), name = make("td", undefined, {class: "name"});
  if (mayWrite()) {
    const box = make("input", undefined, {type: "checkbox", "aria-label": "Choose " + named(id).textContent, autocomplete: "off"});
    box.dataset.id = id;
    box.addEventListener("change", showChosen);
    choose.append(box);
  }
  const show = make("button", undefined, {type: "button", class: "link"});
  show.append(named(id));
  show.addEventListener("click", telling(() => findDocument(id)));
  name.append(show);
  line.append(choose, name, make("td", number(size), {class: "number"}), make("td", bytesText(bytes), {class: "number"}));
  return line;
}
const chosenIds = () => Array.from(at("list").querySelectorAll("input:checked"), (box) => box.dataset.id);
function showChosen() {
  const chosen = chosenIds().length;
  at("list-remove").hidden = chosen === 0;
  at("list-remove").textContent = "Remove " + count(chosen, "document");
}
async function listSome(more) {
  const parameters = [["limit", rowsAtOnce]];
  if (at("prefix").value !== "") parameters.push(["prefix", at("prefix").value]);
  parameters.push(...conditionsIn("list-conditions"));
  if (more) parameters.push(["after", listNext], ["as_of", listSequence]);
  const answer = await askPatiently(ofIndex("/documents", parameters));
  const rows = await rowsOf(answer);
  if (!more) {
    at("list").replaceChildren(listHead(), make("tbody"));
    listed = [];
  }
  listed.push(...rows);
  at("list").tBodies[0].append(...rows.map(listLine));
  listNext = answer.headers.get("Textkin-Next");
  listSequence = answer.headers.get("Textkin-Sequence");
  at("list-more").hidden = listNext === null;
  at("list-table").hidden = listed.length === 0;
  at("list-said").textContent = count(at("list").tBodies[0].rows.length, "document") + (listNext === null ? "." : ", and there are more.");
  showChosen();
}
async function removeChosen() {
  const ids = chosenIds();
  if (ids.some((id) => /[\r\n]/.test(id))) throw new Trouble("an id with a line break is removed by itself: show it, and remove it there", 0);
  if (!(await sure(count(ids.length, "document") + " will no longer be found, nor compared with."))) return;
  await askPatiently(ofIndex("/remove"), {method: "POST", body: ids.map((id) => id + "\n").join(""), type: "text/plain"});
  await listSome(false);
  at("list-said").textContent = count(ids.length, "document") + (ids.length === 1 ? " was" : " were") + " removed.";
  at("prefix").focus();
  await showState();
}
at("list-form").addEventListener("submit", telling(() => listSome(false)));
at("list-table").addEventListener("click", () =>
  give([tsv([["id", "words in runs", "bytes of text"], ...listed.map(({id, size, bytes}) => [id, size, bytes])])], "text/tab-separated-values", "documents.tsv")
);
at("list-more").addEventListener("click", telling(() => listSome(true)));
at("list-remove").addEventListener("click", telling(removeChosen));
