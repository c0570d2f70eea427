// What the reviewers say of pairs: a mark and a note each. They belong to the two texts, by their hashes: the same pair
// has them in the next report too. Kept by the browser where it can, in a copy of this page, and in a table.
//
// For the other files:
//   markNames: mark -> its name; "" is "not marked", then "cleared", "talk", "case"
//   markOf(index) -> {mark, note, at: when, in milliseconds, by: who} of a pair, by its number from 0: that of this
//     page's marker, or the last of another's; isMarked(index)
//   marksOf(index) -> those of all markers, this page's first
//   setMark(index, {mark, note}): either or both; kept at once, then whenMarked's functions are called
//   setMarks(indexes, {mark, note}): of several pairs
//   whenMarked(call): call(index) after a pair's mark changed by anything; index null: many changed
const markNames = {"": "not marked", cleared: "cleared", talk: "needs talk", case: "case"};
const noMark = {mark: "", note: "", at: 0, by: ""};
const marks = new Map(); // number of a pair -> {who -> {mark, note, at, words: equal ones when it was made, page}}
let marker = ""; // who marks on this page
const markCalls = [];
const whenMarked = (call) => markCalls.push(call);

const marksOf = (index) =>
  Array.from(marks.get(index) || [], ([by, mark]) => ({...mark, by})).sort(
    (x, y) => (y.by === marker) - (x.by === marker) || y.at - x.at || (x.by < y.by ? -1 : 1)
  );
function markOf(index) {
  const all = marks.get(index);
  if (all === undefined) return noMark;
  if (all.has(marker)) return {...all.get(marker), by: marker};
  return marksOf(index)[0] || noMark;
}
const isMarked = (index) => markOf(index).mark !== "";

// Of which texts: the lesser hash first, as the order of input does not matter.
const textsOf = ({a, b}) => [data.documents[a].hash, data.documents[b].hash].sort().join(" ");
const pairsOf = new Map(); // of two texts -> numbers of pairs: identical texts are several documents
data.pairs.forEach((pair, index) => {
  const texts = textsOf(pair);
  if (pairsOf.has(texts)) pairsOf.get(texts).push(index);
  else pairsOf.set(texts, [index]);
});
const idsOf = ({a, b}) => [data.documents[a].id, data.documents[b].id].sort();
// The pair that a kept mark is of, or undefined. Names decide only between the copies of one text.
function markedPair({texts, ids}) {
  const found = pairsOf.get(texts) || [];
  if (found.length < 2) return found[0];
  return found.find((index) => idsOf(data.pairs[index]).every((id, i) => id === (ids || [])[i]));
}
// Which report this is, for what is carried over into another: its texts and what they were compared by.
const pageKey = (() => {
  let low = 0x811c9dc5,
    high = 0x050c5d1f;
  const text = data.documents.map(({hash}) => hash).sort().join(" ") + " " + [data.guarantee, data.max_gap, data.min_length];
  for (let i = 0; i < text.length; ++i) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i) ^ (low >>> 16), 0x01000193);
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
})();
const equalAsMade = ({a_equal, b_equal}) => Math.min(a_equal, b_equal);

const entriesOf = (index) =>
  marksOf(index).map((mark) => ({texts: textsOf(data.pairs[index]), ids: idsOf(data.pairs[index]), ...mark}));
// The later of two marks of one marker stays. Whether the pair is on this page.
function takeMark(entry) {
  const index = entry === null || typeof entry !== "object" ? undefined : markedPair(entry);
  if (index === undefined || !Object.hasOwn(markNames, entry.mark)) return false;
  const by = typeof entry.by === "string" ? entry.by : "";
  if (!marks.has(index)) marks.set(index, new Map());
  const before = marks.get(index).get(by) || noMark;
  if (entry.at > before.at)
    marks.get(index).set(by, {
      mark: entry.mark,
      note: String(entry.note),
      at: Number(entry.at),
      words: entry.words,
      page: entry.page,
    });
  return true;
}
const marksAsJson = () =>
  JSON.stringify(
    Array.from(marks.keys())
      .sort((x, y) => x - y)
      .flatMap(entriesOf)
  );

let keeps = true; // the browser keeps marks
let wantsKept = true; // and is to
const storeKey = (texts) => "textkin mark " + texts;
function readKept(texts) {
  const kept = localStorage.getItem(storeKey(texts));
  if (kept !== null) JSON.parse(kept).forEach(takeMark);
}
function readMarks() {
  if (at("marks") !== null) JSON.parse(at("marks").textContent).forEach(takeMark);
  try {
    marker = localStorage.getItem("textkin marker") || "";
    wantsKept = localStorage.getItem("textkin keeps no marks") === null;
    if (wantsKept) for (const texts of pairsOf.keys()) readKept(texts);
    ownUnnamed(marker);
  } catch (error) {
    keeps = false;
  }
}
let unsaved = false;
function keepMarks(ofTexts) {
  unsaved = true;
  if (!wantsKept) return;
  try {
    for (const texts of ofTexts) {
      readKept(texts); // from another window
      const entries = pairsOf.get(texts).flatMap(entriesOf);
      if (entries.length > 0) localStorage.setItem(storeKey(texts), JSON.stringify(entries));
    }
    keeps = true;
  } catch (error) {
    keeps = false;
  }
}
// What the browser has of this page's texts goes, or comes.
function wantKept(wanted) {
  wantsKept = wanted;
  try {
    if (wanted) localStorage.removeItem("textkin keeps no marks");
    else {
      localStorage.setItem("textkin keeps no marks", "yes");
      for (const texts of pairsOf.keys()) localStorage.removeItem(storeKey(texts));
    }
  } catch (error) {
    keeps = false;
  }
  if (wanted) keepMarks(pairsOf.keys());
}
addEventListener("beforeunload", (event) => {
  if (unsaved && !(keeps && wantsKept)) event.preventDefault();
});

function putMark(index, change) {
  if (!marks.has(index)) marks.set(index, new Map());
  const {mark, note, at: before} = marks.get(index).get(marker) || markOf(index);
  const when = Math.max(Date.now(), before + 1);
  marks.get(index).set(marker, {mark, note, ...change, at: when, words: equalAsMade(data.pairs[index]), page: pageKey});
}
function setMark(index, change) {
  putMark(index, change);
  keepMarks([textsOf(data.pairs[index])]);
  for (const call of markCalls) call(index);
}
function setMarks(indexes, change) {
  for (const index of indexes) putMark(index, change);
  keepMarks(new Set(indexes.map((index) => textsOf(data.pairs[index]))));
  for (const call of markCalls) call(null);
}
function manyMarked() {
  keepMarks(pairsOf.keys());
  for (const call of markCalls) call(null);
}
// Marks without a name are this page's marker's.
function ownUnnamed(name) {
  if (name === "") return;
  for (const all of marks.values()) {
    const mine = all.get("");
    if (mine === undefined) continue;
    all.delete("");
    if (!all.has(name) || all.get(name).at < mine.at) all.set(name, mine);
  }
}
function nameMarker(name) {
  ownUnnamed(name);
  marker = name;
  try {
    localStorage.setItem("textkin marker", name);
  } catch (error) {
    keeps = false;
  }
  manyMarked();
}
