// Marks from a file: a copy of this or of an earlier page, or a table that was saved here and went through a spreadsheet.
let loadedLines = []; // what the last loading came to, for the reader

// Rows of a table, whatever parts its cells; quoted cells may hold anything.
function rowsOfTable(text) {
  const body = text.replace(/^\ufeff/, "");
  const head = body.split(/\r?\n/, 1)[0];
  const sign = [",", ";", "\t"].sort((x, y) => head.split(y).length - head.split(x).length)[0];
  const out = [[]];
  let cell = "",
    quoted = false;
  for (let i = 0; i < body.length; ++i) {
    const c = body[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (body[i + 1] === '"') cell += body[++i];
      else quoted = false;
    } else if (c === '"' && cell === "") quoted = true;
    else if (c === sign) {
      out[out.length - 1].push(cell);
      cell = "";
    } else if (c === "\n" || (c === "\r" && body[i + 1] !== "\n")) {
      out[out.length - 1].push(cell);
      cell = "";
      out.push([]);
    } else if (c !== "\r") cell += c;
  }
  out[out.length - 1].push(cell);
  return out.filter((row) => row.some((value) => value !== ""));
}
const cellValue = (cell) => cell.replace(/^'(?=[=+\-@\t\r])/, "");

const marksByName = new Map(Object.entries(markNames).map(([mark, name]) => [name, mark]));
for (const mark in markNames) marksByName.set(mark, mark);
// Throws a text for a person where it is no table of marks.
function marksOfTable(text, when) {
  const [heads, ...rows] = rowsOfTable(text);
  const place = (head) => (heads || []).indexOf(head);
  const needed = ["first", "second", "mark", "note", "hash of first", "hash of second"];
  const missing = needed.filter((head) => place(head) < 0);
  if (missing.length > 0) throw new Error("it has no column " + missing.map((head) => "\u201c" + head + "\u201d").join(", "));
  return rows.map((row, i) => {
    const cell = (head) => (place(head) < 0 ? "" : cellValue(row[place(head)] || ""));
    const mark = marksByName.get(cell("mark").trim().toLowerCase());
    if (mark === undefined) throw new Error("row " + (i + 2) + " has the mark \u201c" + cell("mark") + "\u201d");
    const hashes = [cell("hash of first"), cell("hash of second")].map((hash) => hash.replace(/^xxh3:/, ""));
    return {
      texts: hashes.sort().join(" "),
      ids: [cell("first"), cell("second")].sort(),
      mark,
      note: cell("note"),
      at: Date.parse(cell("marked at")) || (mark === "" && cell("note") === "" ? 0 : when),
      by: cell("marker"),
      words: Number(cell("words when marked")) || undefined,
      page: cell("report") || undefined,
    };
  });
}

// {entries, texts: of the pairs that the page had, or null}. The page's scripts do not run.
function marksOfPage(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const kept = page.getElementById("marks"),
    had = page.getElementById("data");
  if (had === null) throw new Error("it is no page of this kind");
  const {documents, pairs} = JSON.parse(had.textContent);
  const texts = new Set(pairs.map(({a, b}) => [documents[a].hash, documents[b].hash].sort().join(" ")));
  return {entries: kept === null ? [] : JSON.parse(kept.textContent), texts};
}

function takeLoaded({entries, texts}, name, asOther) {
  const said = entries.filter(({mark, note}) => mark !== "" || note !== "");
  if (said.length === 0 && texts === null) throw new Error("it holds no marks");
  const given = said.map((entry) => ({...entry, by: entry.by || (asOther ? name : marker)}));
  const away = given.filter((entry) => !takeMark(entry));
  loadedLines = [name + ": " + count(given.length - away.length, "mark") + " read."];
  if (given.length === 0) loadedLines = [name + " holds no marks; save a copy with marks, or the table, from that page."];
  if (texts !== null) {
    const fresh = data.pairs.filter((pair, index) => links(index) && !texts.has(textsOf(pair))).length;
    loadedLines.push(count(fresh, "pair") + (fresh === 1 ? " is" : " are") + " new since that report.");
  }
  if (away.length > 0) {
    const names = away.slice(0, 20).map(({ids, mark}) => (ids || ["?", "?"]).join(" and ") + " (" + markNames[mark] + ")");
    loadedLines.push(
      count(away.length, "mark") + (away.length === 1 ? " is of a pair" : " are of pairs") +
        " that this report does not have, or whose texts were changed: " + names.join("; ") + (away.length > 20 ? "; and others" : "") + "."
    );
  }
  manyMarked();
}
// Tables that a spreadsheet saved may be in the charset of its country.
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch (error) {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
async function loadMarks(file, asOther) {
  const name = file.name.replace(/\.[^.]*$/, "");
  try {
    const text = decoded(await file.arrayBuffer());
    const isPage = /^\s*<!doctype html/i.test(text);
    takeLoaded(isPage ? marksOfPage(text) : {entries: marksOfTable(text, file.lastModified), texts: null}, name, asOther);
  } catch (error) {
    loadedLines = [file.name + " was not read: " + error.message + "."];
    showProgress();
  }
}

function startLoading() {
  at("marker").value = marker;
  at("marker").addEventListener("change", () => nameMarker(at("marker").value.trim()));
  at("keep").checked = wantsKept;
  at("keep").addEventListener("change", () => {
    wantKept(at("keep").checked);
    showProgress();
  });
  at("load").addEventListener("change", () => {
    const [file] = at("load").files;
    if (file !== undefined) loadMarks(file, at("load-other").checked);
    at("load").value = "";
  });
}
// Marks that the program was given (--marks), each file as one text.
function takeGiven() {
  const lines = [];
  for (const given of document.querySelectorAll("script.given-marks")) {
    const {name, text} = JSON.parse(given.textContent);
    try {
      takeLoaded({entries: text.startsWith("[") ? JSON.parse(text) : marksOfTable(text, 1), texts: null}, name, false);
    } catch (error) {
      loadedLines = [name + " was not read: " + error.message + "."];
    }
    lines.push(...loadedLines);
  }
  loadedLines = lines;
  showProgress();
}
