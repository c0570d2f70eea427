// Files that the page gives out: itself with its marks inside, and the marks as a table.
const ownScript = document.currentScript;
// As the file has them, before anything is shown in them.
const skeleton = [document.head, ...document.querySelectorAll("body > noscript, body > main, body > dialog")].map((element) =>
  element.cloneNode(true)
);

function give(parts, type, name) {
  const link = make("a", undefined, {download: name, href: URL.createObjectURL(new Blob(parts, {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
const fileName = (() => {
  if (at("host") !== null) return JSON.parse(at("host").textContent).name;
  const last = location.pathname.split("/").pop();
  try {
    return decodeURIComponent(last).replace(/(-marked)?\.html?$/i, "") || "report";
  } catch (error) {
    return "report";
  }
})();

function saveCopy() {
  const [head, ...body] = skeleton.map((element) => element.outerHTML);
  const scripts = Array.from(document.querySelectorAll("script.text, #data"), (script) => script.outerHTML + "\n");
  const kept = make("script", marksAsJson().replace(/</g, "\\u003c"), {type: "application/json", id: "marks"});
  give(
    [
      '<!DOCTYPE html>\n<html lang="en">\n',
      head,
      "\n<body>\n",
      ...body.map((part) => part + "\n"),
      ...scripts,
      kept.outerHTML,
      "\n",
      ownScript.outerHTML,
      "\n</body>\n</html>\n",
    ],
    "text/html",
    fileName + "-marked.html"
  );
  unsaved = false;
}

// Tables for spreadsheets: quoted, with the mark by which they know UTF-8, parted as they are where the reader lives.
const listSign = (1.5).toLocaleString().includes(",") ? ";" : ",";
// A cell must not become a formula where a spreadsheet opens the table.
const cellText = (text) => '"' + String(text).replace(/^(?=[=+\-@\t\r])/, "'").replace(/"/g, '""') + '"';
const tableText = (rows) => "\ufeff" + rows.map((row) => row.map(cellText).join(listSign) + "\r\n").join("");
function saveTable() {
  const rows = data.pairs.flatMap((pair, index) => {
    const now = counted.pairs[index];
    const said = marksOf(index).length > 0 ? marksOf(index) : [noMark];
    return said.map(({mark, note, at: when, by, words, page}) => [
      idOf(pair.a), idOf(pair.b), now.same,
      percent(now.a_equal, counted.documents[pair.a].words), percent(now.b_equal, counted.documents[pair.b].words),
      now.longest, markNames[mark], note, by, when === 0 ? "" : new Date(when).toISOString(),
      "xxh3:" + data.documents[pair.a].hash, "xxh3:" + data.documents[pair.b].hash, words === undefined ? "" : words, page || "",
    ]);
  });
  const heads = ["first", "second", "same words", "of first", "of second", "longest passage", "mark", "note", "marker",
    "marked at", "hash of first", "hash of second", "words when marked", "report"];
  give([tableText([heads, ...rows])], "text/csv", fileName + "-marks.csv");
  unsaved = false;
}
// Which hidden name is whose.
function saveKey() {
  const rows = [...data.documents, ...data.clean].map(({id, hash = ""}, index) => ["text " + (index + 1), id, hash]);
  give([tableText([["text", "name", "hash"], ...rows])], "text/csv", fileName + "-names.csv");
}
