// The evidence of one pair: a sheet for a file or for paper, and a copy for a hearing. No clock is in it: the same data
// gives the same bytes.
const styleOfPage = document.querySelector("style").textContent;
const styleOfSheet = styleOfPage.slice(styleOfPage.indexOf("/* The evidence sheet"));

// The settings, but for what is of the whole page.
const ofThePage = ["Marks", "Run time", "Groups", "Decision", "Not read", "Longest passage"];
const ofEveryone = ["Input", "Read"];

function addTerms(list, terms) {
  for (const [term, says] of terms) {
    if (says === "") continue;
    const value = make("dd");
    value.append(...(Array.isArray(says) ? says : [says]));
    list.append(make("dt", term), value);
  }
  return list;
}
const shaOf = (document_) => {
  const places = placesOf(document_);
  return places === null ? "not on the page" : sha256(places.text);
};
const workTerm = (document_, name) => [
  named(name),
  `, ${count(data.documents[document_].words, "word")}; SHA-256 of its text ${shaOf(document_)}`,
];

function saysOfBlock(names) {
  return (block) => {
    const words = ([begin, end]) => `${number(begin + 1)} to ${number(end)}`;
    const moved = block.moved ? "; moved" : "";
    return (
      `Piece ${number(block.number)}: ${equalInWords(block)}; words ${words(block.a)} of ${names[0]}, ` +
      `${words(block.b)} of ${names[1]}${moved}`
    );
  };
}

const howToRead = () => {
  const text = make("p");
  text.append(
    make("strong", "How to read it. "),
    "What is the same stands side by side; boxed words differ; dotted ones stand in the other text too, but less often. ",
    make("span", "Grey and striped", {class: "excluded"}),
    " text is not counted. ",
    make("span", "Red", {class: "look-alike"}),
    " letters look like others or do not show. Pieces are numbered in the order of the first text. ",
    make("strong", "What it does not say. "),
    "Which text was first; whether both have a common source. Similarity is not proof; a person decides."
  );
  return text;
};
const signLine = (text) => {
  const line = make("p", text + " ");
  line.append(make("span", "", {class: "sign"}));
  return line;
};
function methodTerms(own) {
  const left = own && !namesHidden ? ofThePage : ofThePage.concat(ofEveryone);
  const terms = howLines().filter(([term]) => !left.includes(term));
  if (own && !namesHidden && data.command) terms.push(["Made again by", [make("code", data.command)]]);
  return terms;
}

// The table of a pair's pieces that count. names: of the two columns.
function evidenceTable(index, finding, names) {
  const pair = data.pairs[index];
  const places = [placesOf(pair.a), placesOf(pair.b)];
  if (places.includes(null)) return make("p", "The texts are not on the page: they are too long together.");
  return rowTable(finding.blocks, places, [drawnSide(index, 0), drawnSide(index, 1)], names, saysOfBlock(names));
}

const sheetField = (id) => at(id).value.trim();
function sheetLine() {
  const [heading, by, on] = ["sheet-heading", "sheet-by", "sheet-on"].map(sheetField);
  const drawn = [on, by === "" ? "" : "by " + by].filter((part) => part !== "").join(" ");
  return [heading, drawn === "" ? "" : "drawn up " + drawn, "confidential: holds passages of two texts"]
    .filter((part) => part !== "")
    .join(" \u00b7 ");
}

const newSheet = ({a}) => make("div", undefined, {class: data.documents[a].places === undefined ? "sheet" : "sheet code"});

function evidenceSheet(index) {
  const pair = data.pairs[index];
  const finding = findingOf(index);
  const names = [idOf(pair.a), idOf(pair.b)];
  const short = names.map(shortName);
  const {mark, note} = markOf(index);
  const {first, more} = findingInWords(finding, short);
  const sheet = newSheet(pair);
  const decision = [make("strong", markNames[mark])];
  if (note !== "") decision.push(". ", make("bdi", `\u201c${note}\u201d`));
  sheet.append(
    make("h1", `Evidence sheet \u00b7 pair ${number(index + 1)} of ${number(pairsOfSheet(index))}`),
    make("p", sheetLine(), {class: "dim"}),
    addTerms(make("dl"), [
      ["First text", workTerm(pair.a, names[0])],
      ["Second text", workTerm(pair.b, names[1])],
      ["Finding", [make("strong", first), " " + more.join(" ")]],
      ["Letters", tricksInWords(finding, short).join(" ")],
      ["Not counted", uncountedInWords(finding, short).replace("Not counted: ", "") || "nothing of these texts"],
      ["Elsewhere", elsewhereInWords(index, finding)],
      ["Harmless reasons tried", harmlessReasons(index, finding).join("; ")],
      ["Not explained by them", unexplained(index, finding).join("; ")],
      ["Files", traceFindings(finding).join("; ")],
      ["Decision and note", decision],
    ]),
    evidenceTable(index, finding, short),
    howToRead(),
    make("h2", "Method"),
    addTerms(make("dl"), [
      ...methodTerms(true),
      ["Hashes", `XXH3 of the texts as compared: ${[pair.a, pair.b].map((one) => data.documents[one].hash).join(", ")}`],
    ]),
    signLine("Signature"),
    signLine("Statement of the student")
  );
  return sheet;
}

// For the student who wrote the text of a side: 0 or 1.
function hearingCopy(index, side) {
  const pair = data.pairs[index];
  const document_ = side === 0 ? pair.a : pair.b;
  const found = findingOf(index);
  const own = shortName(idOf(document_)),
    other = "the other text";
  const names = side === 0 ? [own, other] : [other, own];
  const finding = side === 0 ? found : {...found, total: found.total.slice().reverse(), equal: found.equal.slice().reverse()};
  const {first, more} = findingInWords(finding, [own, other]);
  const sheet = newSheet(pair);
  sheet.append(
    make("h1", "Copy for a hearing"),
    make("p", [sheetField("sheet-heading"), "one text whole, of the other only what is the same"].filter(Boolean).join(" \u00b7 "), {class: "dim"}),
    addTerms(make("dl"), [
      ["Your text", workTerm(document_, idOf(document_))],
      ["Finding", [make("strong", first), " " + more.join(" ")]],
    ]),
    evidenceTable(index, found, names),
    howToRead(),
    make("h2", "Method"),
    addTerms(make("dl"), methodTerms(false)),
    make("h2", "Your text, whole")
  );
  const drawn = drawnSide(index, side);
  const whole = sheet.appendChild(make("div", undefined, {class: "own", lang: ""}));
  if (drawn.text === null) whole.append("It is not on the page: the texts are too long together.");
  else whole.append(drawLines(drawn, () => {}));
  return sheet;
}

// A file without a script, of what is in it and the style of sheets.
function sheetFile(title, sheet) {
  const made = document.implementation.createHTMLDocument(title);
  made.documentElement.lang = "en";
  const meta = (attributes) => made.head.insertBefore(make("meta", undefined, attributes), made.head.lastChild);
  meta({charset: "utf-8"});
  meta({name: "viewport", content: "width=device-width, initial-scale=1"});
  meta({"http-equiv": "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'"});
  made.head.append(make("style", "body { margin: 0; }\n" + styleOfSheet));
  made.body.append(make("main"));
  made.body.firstChild.append(sheet);
  return "<!DOCTYPE html>\n" + made.documentElement.outerHTML + "\n";
}

// Of all that share something that counts, as the page is made; those that do not come last.
const pairsOfSheet = (index) => (index < data.pairs_found ? data.pairs_found : data.pairs_found + data.excluded_pairs);

function showSheetDialog() {
  const {a, b} = data.pairs[shown.index];
  for (const [side, document_] of [["a", a], ["b", b]])
    at("save-hearing-" + side).replaceChildren("Save the hearing copy for ", named(shortName(idOf(document_))));
  at("sheet").showModal();
}
const sheetName = (what) => `${fileName}-pair-${shown.index + 1}${what}.html`;
at("evidence").addEventListener("click", showSheetDialog);
at("sheet-close").addEventListener("click", () => at("sheet").close());
// Nothing but a person's hand puts a date on a sheet, so that it is the same on every run.
at("sheet-today").addEventListener("click", () => {
  at("sheet-on").value = new Date().toLocaleDateString("en-GB", {day: "numeric", month: "long", year: "numeric"});
});
at("save-sheet").addEventListener("click", () => {
  const title = "Evidence sheet: " + shownNames().map((name) => named(name).textContent).join(" and ");
  give([sheetFile(title, evidenceSheet(shown.index))], "text/html", sheetName(""));
});
["a", "b"].forEach((side, i) =>
  at("save-hearing-" + side).addEventListener("click", () =>
    give([sheetFile("Copy for a hearing", hearingCopy(shown.index, i))], "text/html", sheetName("-hearing-" + side))
  )
);

// On paper the page of a pair is its sheet.
addEventListener("beforeprint", () => {
  if (shown !== null) at("paper").replaceChildren(evidenceSheet(shown.index));
});
addEventListener("afterprint", () => at("paper").replaceChildren());
