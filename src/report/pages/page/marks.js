// What the reviewers say of pairs: a mark and a note each. They belong to the two texts, by their hashes: the same pair
// has them in the next report too. Kept by the browser where it can, and in a copy of this page.
//
// For the other files:
//   markNames: mark -> its name; "" is "not marked", then "cleared", "talk", "case"
//   markOf(index) -> {mark, note, at: when, in milliseconds} of a pair, by its number from 0; isMarked(index)
//   setMark(index, {mark, note}): either or both; kept at once, then whenMarked's functions are called
//   whenMarked(call): call(index) after a pair's mark changed by anything; index null: many changed
const markNames = {"": "not marked", cleared: "cleared", talk: "needs talk", case: "case"};
const noMark = {mark: "", note: "", at: 0};
const marks = new Map(); // number of a pair -> as markOf
const markCalls = [];
const whenMarked = (call) => markCalls.push(call);

const markOf = (index) => marks.get(index) || noMark;
const isMarked = (index) => markOf(index).mark !== "";

// Of which texts: the lesser hash first, as the order of input does not matter.
const textsOf = ({a, b}) => [data.documents[a].hash, data.documents[b].hash].sort().join(" ");
const pairsOf = new Map(); // of two texts -> numbers of pairs: identical texts are several documents
data.pairs.forEach((pair, index) => pairsOf.set(textsOf(pair), (pairsOf.get(textsOf(pair)) || []).concat(index)));
const idsOf = ({a, b}) => [data.documents[a].id, data.documents[b].id].sort();
// The pair that a kept mark is of, or undefined. Names decide only between the copies of one text.
function markedPair({texts, ids}) {
  const found = pairsOf.get(texts) || [];
  if (found.length < 2) return found[0];
  return found.find((index) => idsOf(data.pairs[index]).every((id, i) => id === (ids || [])[i]));
}

const markEntry = (index) => ({texts: textsOf(data.pairs[index]), ids: idsOf(data.pairs[index]), ...markOf(index)});
// The later of two marks of a pair stays.
function takeMark(entry) {
  const index = entry === null || typeof entry !== "object" ? undefined : markedPair(entry);
  if (index === undefined || !Object.hasOwn(markNames, entry.mark) || !(entry.at > markOf(index).at)) return;
  marks.set(index, {mark: entry.mark, note: String(entry.note), at: entry.at});
}
const marksAsJson = () =>
  JSON.stringify(
    Array.from(marks.keys())
      .sort((x, y) => x - y)
      .map(markEntry)
  );

let keeps = true; // the browser keeps marks
const storeKey = (texts) => "textkin mark " + texts;
function readKept(texts) {
  const kept = localStorage.getItem(storeKey(texts));
  if (kept !== null) JSON.parse(kept).forEach(takeMark);
}
function readMarks() {
  if (at("marks") !== null) JSON.parse(at("marks").textContent).forEach(takeMark);
  try {
    for (const texts of pairsOf.keys()) readKept(texts);
  } catch (error) {
    keeps = false;
  }
}
let unsaved = false;
function keepMark(index) {
  unsaved = true;
  const texts = textsOf(data.pairs[index]);
  try {
    readKept(texts); // from another window
    localStorage.setItem(
      storeKey(texts),
      JSON.stringify(
        pairsOf
          .get(texts)
          .filter((copy) => marks.has(copy))
          .map(markEntry)
      )
    );
    keeps = true;
  } catch (error) {
    keeps = false;
  }
}
addEventListener("beforeunload", (event) => {
  if (unsaved && !keeps) event.preventDefault();
});

function setMark(index, change) {
  marks.set(index, {...markOf(index), ...change, at: Math.max(Date.now(), markOf(index).at + 1)});
  keepMark(index);
  for (const call of markCalls) call(index);
}

function showProgress() {
  const pairs = data.pairs.map((_, index) => index).filter((index) => links(index) || isMarked(index));
  const all = pairs.length,
    done = pairs.filter(isMarked).length;
  const kinds = Object.keys(markNames)
    .filter((mark) => mark !== "")
    .map((mark) => [mark, pairs.filter((index) => markOf(index).mark === mark).length])
    .filter(([, n]) => n > 0)
    .map(([mark, n]) => number(n) + " " + markNames[mark]);
  at("progress").textContent =
    number(done) + " of " + count(all, "pair") + " looked at" + (done === 0 ? "" : ": " + kinds.join(", ")) + ".";
  at("kept").textContent = keeps
    ? "This browser keeps marks and notes for these texts; another computer sees them in a saved copy."
    : "This browser keeps nothing for this file: save a copy before you close it.";
}
whenMarked(showProgress);
