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

// A cell must not become two, nor a formula where a spreadsheet opens the table.
const cellText = (text) =>
  String(text)
    .replace(/[\t\r\n]+/g, " ")
    .replace(/^(?=[=+\-@])/, "'");
function saveTable() {
  const rows = data.pairs.map((pair, index) => [
    idOf(pair.a),
    idOf(pair.b),
    counted.pairs[index].longest,
    counted.pairs[index].a_matched,
    counted.pairs[index].b_matched,
    markNames[markOf(index).mark],
    markOf(index).note,
  ]);
  give(
    [
      [["a", "b", "longest", "matched_a", "matched_b", "mark", "note"], ...rows]
        .map((row) => row.map(cellText).join("\t") + "\n")
        .join(""),
    ],
    "text/tab-separated-values",
    fileName + "-marks.tsv"
  );
}
