// Adding what was handed in to the archive, a document each; what was acknowledged is there, whatever happens then.
let adding = []; // {name, file, fields: kept beside it, said: in words, state: "", "there", "missing", "unknown" or "refused"}

const addedStates = {"": "not yet sent", there: "in the archive", missing: "not in the archive", unknown: "not known: no answer came", refused: "refused"};
function showAdding() {
  const head = make("tr");
  head.append(make("th", "Document", {scope: "col"}), make("th", "What became of it", {scope: "col"}));
  const top = make("thead"), body = make("tbody");
  top.append(head);
  for (const one of adding) {
    const line = make("tr"), name = make("td", undefined, {class: "name"});
    name.append(named(one.name));
    const said = one.said === "" ? addedStates[one.state] : addedStates[one.state] + ": " + one.said;
    line.append(name, make("td", said, {class: one.state === "there" ? "good" : one.state === "refused" || one.state === "missing" || one.state === "unknown" ? "bad" : "dim"}));
    body.append(line);
  }
  at("added").replaceChildren(top, body);
  const there = adding.filter(({state}) => state === "there").length;
  const unknown = adding.filter(({state}) => state === "unknown").length;
  at("added-said").textContent =
    number(there) + " of " + count(adding.length, "document") + (there === 1 ? " is" : " are") + " in the archive" +
    (unknown === 0 ? "." : "; of " + number(unknown) + " it is not known, as the server did not answer.");
  at("added-look").hidden = unknown === 0;
  at("added-again").hidden = there === adding.length || unknown > 0;
  at("added-section").hidden = false;
}

const addedWords = {new: "new", replaced: "in place of an earlier text", unchanged: "was there already", kept: "an earlier text stays", seen: "one like it was there"};
// With what is kept beside it.
const lineOf = async ({name, file, fields: kept}, signal) => JSON.stringify({...kept, id: name, text: await textOf(file, signal)}) + "\n";
async function addOne(one, signal) {
  const how = await bodyOf(one.file);
  if (how === null) throw new Trouble("it is no document that can be read by itself; unpack an archive first", 415);
  const answer =
    Object.keys(one.fields).length === 0
      ? await askPatiently(ofIndex("/documents/" + encodeURIComponent(one.name)), {method: "PUT", signal, ...how})
      : await askPatiently(ofIndex("/documents"), {method: "POST", signal, type: "application/x-ndjson", body: await lineOf(one, signal)});
  const [row] = await rowsOf(answer);
  return row.status === undefined ? "" : addedWords[row.status] || row.status;
}
async function addAll(some, signal, show) {
  let done = 0;
  show("Adding " + count(some.length, "document") + "\u2026", 0, some.length);
  try {
    await forEach(some, atOnce, signal, async (one) => {
      one.state = "unknown"; // until the answer is here
      one.said = "";
      try {
        one.said = await addOne(one, signal);
        one.state = "there";
      } catch (error) {
        if (error.name === "AbortError" || error.status === 0) throw error;
        one.state = "refused";
        one.said = error.message;
        if (error.status === 401) throw error;
      } finally {
        showAdding();
      }
      show("Added " + number(++done) + " of " + count(some.length, "document") + "\u2026", done, some.length);
    });
  } finally {
    showAdding();
    at("added-title").focus();
    showState();
  }
  return "Added " + count(some.length, "document") + ".";
}
function addHandedIn(signal, show) {
  const items = handedIn();
  if (items.length === 0) throw new Trouble("Drop a file or paste a text first.", 0);
  const kept = fieldValues();
  adding = items.map(({name, file}) => ({name, file, fields: kept, said: "", state: ""}));
  showAdding();
  return addAll(adding, signal, show);
}

// After the server was gone: of each document whether it is there, as the server says now.
async function seeWhatIsThere(signal, show) {
  const some = adding.filter(({state}) => state !== "there" && state !== "refused");
  show("Asking for " + count(some.length, "document") + "\u2026", 0, some.length);
  let done = 0;
  await forEach(some, atOnce, signal, async (one) => {
    try {
      const kept = await (await askPatiently(ofIndex("/documents/" + encodeURIComponent(one.name)), {signal})).json();
      one.state = "there";
      one.said = kept.text === (await textOf(one.file, signal)) ? "" : "with another text";
    } catch (error) {
      if (error.status !== 404) throw error;
      one.state = "missing";
      one.said = "";
    }
    show("Asked for " + number(++done) + " of " + count(some.length, "document") + "\u2026", done, some.length);
  });
  showAdding();
  showState();
  return "Now it is known what is there.";
}
at("add").addEventListener("click", work(addHandedIn));
at("added-look").addEventListener("click", work(seeWhatIsThere));
at("added-again").addEventListener("click", work((signal, show) => addAll(adding.filter(({state}) => state !== "there"), signal, show)));
