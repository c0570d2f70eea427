// The table of what looking up found: a row for each text and each document of the archive that shares something with it.
//   {a, b, pair: row of `query` or null, ranking: row of `class` or null, item: of handedIn()}
let found = [];
let unlike = []; // names of texts that share nothing, and why where that is said

const foundHeads = ["Yours", "In the archive", "Alike", "Same words", "Of yours", "Of that", "Longest passage", ""];
const twoPlaces = (value) => value.toFixed(2);
// Only what is the same is 1.00.
const similarityText = (value) => (value === 1 ? "1.00" : twoPlaces(Math.min(0.99, value)));

function alikeCell({pair}) {
  const cell = make("td");
  if (pair === null) {
    cell.append(make("span", "under " + threshold(), {class: "dim"}));
    return cell;
  }
  cell.append(make("strong", similarityText(pair.similarity)));
  if (pair.lower < pair.upper) cell.append(" (" + similarityText(pair.lower) + " to " + similarityText(pair.upper) + ")");
  const runs =
    count(pair.shared, "run") + " of words in both: " + percent(pair.shared, pair.size_a) + " of yours, " +
    percent(pair.shared, pair.size_b) + " of that";
  cell.append(make("br"), make("span", runs, {class: "dim"}));
  return cell;
}
const numberCell = (text) => make("td", text, {class: "number"});

// Which passages, and where: asked for when a person opens the list.
function passagesCell(row) {
  const cell = make("td");
  const {ranking} = row;
  if (ranking === null || ranking.longest === 0) {
    cell.append(make("span", "none", {class: "dim"}));
    return cell;
  }
  const list = make("details");
  list.append(make("summary", count(ranking.longest, "word") + ", of " + count(ranking.passages, "passage")));
  list.addEventListener("toggle", telling(async () => {
    if (!list.open || list.children.length > 1) return;
    const places = list.appendChild(make("ol"));
    for (const {said, words} of await passagesOf(row)) {
      const place = places.appendChild(make("li", said + ": "));
      place.append(make("bdi", "\u201c" + words + "\u201d", {dir: "auto"}));
    }
    if (places.children.length === 0) places.replaceWith(make("p", "Look at them side by side."));
  }));
  cell.append(list);
  return cell;
}
async function passagesOf({a, b, item}) {
  const how = await bodyOf(item.file);
  if (how === null) return [];
  const rows = await rowsOf(await askPatiently(ofIndex("/passages", [["id", a], ...conditions()]), {method: "POST", ...how}));
  const letters = Array.from(await textOf(item.file));
  return rows
    .filter((row) => row.b === b)
    .map((row) => {
      // identity is of the longer side's words.
      const equal = Math.round(row.identity * Math.max(row.a_words, row.b_words));
      const said =
        count(row.a_words, "word") + " from character " + number(row.a_offset + 1) + " of yours and " +
        number(row.b_offset + 1) + " of that, " + percent(equal, row.a_words) + " the same";
      const words = letters.slice(row.a_offset, row.a_offset + Math.min(row.a_length, 120)).join("");
      return {said, words: words + (row.a_length > 120 ? "\u2026" : "")};
    });
}

function foundLine(row) {
  const line = make("tr");
  const {ranking} = row;
  const names = [row.a, row.b].map((id) => {
    const cell = make("td", undefined, {class: "name"});
    cell.append(named(id));
    return cell;
  });
  const beside = make("button", "Side by side", {type: "button", "aria-label": "Side by side: " + named(row.a).textContent + " and " + named(row.b).textContent});
  beside.addEventListener("click", work((signal, show) => showSideBySide(row, signal, show)));
  const last = make("td");
  if (ranking !== null) last.append(beside);
  const cells = [
    ...names, alikeCell(row),
    numberCell(ranking === null ? "" : number(ranking.equal_a)),
    numberCell(ranking === null ? "" : percent(ranking.equal_a, ranking.words_a)),
    numberCell(ranking === null ? "" : percent(ranking.equal_b, ranking.words_b)),
    passagesCell(row), last,
  ];
  // On a narrow screen the heads stand in the cells.
  cells.forEach((cell, i) => {
    if (foundHeads[i] !== "") cell.dataset.head = foundHeads[i];
  });
  line.append(...cells);
  return line;
}

function showFound(said) {
  found.sort((x, y) => weightOf(y) - weightOf(x) || (x.a < y.a ? -1 : 1));
  const head = make("tr");
  head.append(...foundHeads.map((text, i) => make(text === "" ? "td" : "th", text, text === "" ? {} : {scope: "col", class: i >= 3 && i <= 5 ? "number" : ""})));
  const body = make("tbody");
  body.append(...found.map(foundLine));
  const top = make("thead");
  top.append(head);
  at("found").replaceChildren(top, body);
  at("found").hidden = found.length === 0;
  for (const id of ["found-page", "found-table"]) at(id).hidden = found.length === 0;
  at("found-said").textContent = said;
  const failed = unlike.filter(({why}) => why !== ""), alone = unlike.filter(({why}) => why === "");
  at("failed").replaceChildren(
    ...failed.map(({name, why}) => {
      const item = make("li");
      item.append(named(name), ": " + why);
      return item;
    })
  );
  at("alone").hidden = alone.length === 0;
  at("alone-said").textContent = count(alone.length, "text") + (alone.length === 1 ? " shares" : " share") + " no passage with it that counts";
  at("alone-list").replaceChildren(
    ...alone.map(({name}) => {
      const item = make("li");
      item.append(named(name));
      return item;
    })
  );
  at("found-section").hidden = false;
}
const weightOf = ({pair, ranking}) => Math.max(pair === null ? 0 : pair.similarity, ranking === null ? 0 : ranking.share_a, ranking === null ? 0 : ranking.share_b);

const foundTable = () =>
  tsv([
    ["yours", "in the archive", "similarity", "lower", "upper", "shared", "size of yours", "size of that", "same words of yours",
      "words of yours", "same words of that", "words of that", "longest passage", "passages"],
    ...found.map(({a, b, pair, ranking}) => [
      a, b,
      ...(pair === null ? ["", "", "", "", "", ""] : [pair.similarity, pair.lower, pair.upper, pair.shared, pair.size_a, pair.size_b]),
      ...(ranking === null ? ["", "", "", "", "", ""] : [ranking.equal_a, ranking.words_a, ranking.equal_b, ranking.words_b, ranking.longest, ranking.passages]),
    ]),
  ]);
