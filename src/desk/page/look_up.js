// Looking up: of each text by itself, which documents of the archive are alike, and what they share.
const atOnce = 4; // requests

// What a file is as the body of one document: {body, type, text: where it is known here}; null: it can be read only with
// others, in a form.
const documentTypes = {
  txt: "text/plain", text: "text/plain", md: "text/markdown", markdown: "text/markdown", html: "text/html", htm: "text/html",
  ipynb: "application/x-ipynb+json", pdf: "application/pdf", rtf: "application/rtf", odt: "application/vnd.oasis.opendocument.text",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};
async function bodyOf(file) {
  const dot = file.name.lastIndexOf(".");
  const type = documentTypes[dot < 0 ? "txt" : file.name.slice(dot + 1).toLowerCase()];
  if (type === undefined) return null;
  if (type !== "text/plain") return {body: file, type};
  try {
    const text = new TextDecoder("utf-8", {fatal: true}).decode(await file.arrayBuffer());
    return {body: text, type, text};
  } catch (error) {
    return {body: file, type: "text/markdown"}; // in another charset: what takes texts out of files finds it
  }
}
// The text of such a file, as the server compares it.
async function textOf(file, signal) {
  const how = await bodyOf(file);
  if (how === null) throw new Trouble("it is no document that can be read by itself", 415);
  return how.text !== undefined ? how.text : (await askPatiently("v1/text", {method: "POST", signal, ...how})).text();
}

async function lookUpOne(item, signal) {
  const how = await bodyOf(item.file);
  const pairs =
    how === null || item.file.size === 0
      ? []
      : await rowsOf(await askPatiently(ofIndex("/query", [["id", item.name], ["threshold", threshold()], ...conditions()]), {method: "POST", signal, ...how}));
  const rankings = await rowsOf(
    await askPatiently(ofIndex("/class", [["within", "no"], ["format", "jsonl"], ...conditions()]), {method: "POST", signal, body: formOf([item])})
  );
  const rows = new Map();
  for (const pair of pairs) rows.set(JSON.stringify([pair.a, pair.b]), {a: pair.a, b: pair.b, pair, ranking: null, item});
  for (const ranking of rankings) {
    const key = JSON.stringify([ranking.a, ranking.b]);
    if (rows.has(key)) rows.get(key).ranking = ranking;
    else if (ranking.longest > 0) rows.set(key, {a: ranking.a, b: ranking.b, pair: null, ranking, item});
  }
  return Array.from(rows.values());
}

async function lookUp(signal, show) {
  const items = handedIn();
  if (items.length === 0) throw new Trouble("Drop a file or paste a text first.", 0);
  found = [];
  unlike = [];
  let done = 0;
  const all = items.length;
  show("Looking up " + count(all, "text") + "\u2026", 0, all);
  const say = () => {
    const alike = new Set(found.map(({item}) => item.name)).size;
    showFound(
      number(done) + " of " + count(all, "text") + " looked up: " + (alike === 0 ? "none shares" : number(alike) + (alike === 1 ? " shares" : " share")) +
        (alike === 0 ? " a passage that counts" : " something") + " with the archive."
    );
  };
  try {
    await forEach(items, atOnce, signal, async (item) => {
      try {
        const rows = await lookUpOne(item, signal);
        if (rows.length === 0) unlike.push({name: item.name, why: ""});
        found.push(...rows);
      } catch (error) {
        if (error.name === "AbortError" || error.status === 0 || error.status === 401 || error.status === 503) throw error;
        unlike.push({name: item.name, why: error.message});
      }
      show("Looked up " + number(++done) + " of " + count(all, "text") + "\u2026", done, all);
    });
  } finally {
    say();
    at("found-title").focus();
  }
  return "Looked up " + count(all, "text") + ".";
}

// Both texts, with the view of `textkin report`.
async function showSideBySide({a, b, item}, signal, show) {
  const asked = classQuestion([item], [["within", "no"]]);
  const html = await askClass(asked, [["title", item.name]], signal, show);
  await showReport({signal, html, title: item.name, asked, pair: [a, b]});
  return "Side by side.";
}
async function saveFoundPage(signal, show) {
  const items = Array.from(new Set(found.map(({item}) => item)));
  const html = await askClass(classQuestion(items, [["within", "no"]]), [["title", "looked up"]], signal, show);
  give([withMarks(html, await marksOfArchive(html, signal))], "text/html", "looked-up.html");
  return "Saved.";
}
at("look-up").addEventListener("click", work(lookUp));
at("found-page").addEventListener("click", work(saveFoundPage));
at("found-table").addEventListener("click", () => give([foundTable()], "text/tab-separated-values", "looked-up.tsv"));
