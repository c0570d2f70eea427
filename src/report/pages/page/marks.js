// What the reviewer says of a pair: a mark and a note, kept by the browser where it can, and in a copy of this page.
const markNames = {"": "not marked", cleared: "cleared", talk: "needs talk", case: "case"};
const noMark = {mark: "", note: "", at: 0};
const marks = new Map(); // number of a pair -> {mark, note, at: when, in milliseconds}

// Whose marks these are: a hash of the data (FNV-1a over its UTF-16 units, two lanes).
const marksKey = (() => {
  let low = 0x811c9dc5,
    high = 0x050c5d1f;
  const text = at("data").textContent;
  for (let i = 0; i < text.length; ++i) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 16), 0x01000193);
  }
  return "textkin marks " + [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
})();

const markOf = (index) => marks.get(index) || noMark;
const isMarked = (index) => markOf(index).mark !== "";
// The later of two marks of a pair stays.
function takeMarks(json) {
  for (const [index, mark] of JSON.parse(json))
    if (Object.hasOwn(data.pairs, index) && Object.hasOwn(markNames, mark.mark) && mark.at > markOf(index).at)
      marks.set(index, {mark: mark.mark, note: String(mark.note), at: mark.at});
}
const marksAsJson = () => JSON.stringify(Array.from(marks).sort((x, y) => x[0] - y[0]));

let keeps = true; // the browser keeps marks
function readMarks() {
  if (at("marks") !== null) takeMarks(at("marks").textContent);
  try {
    const kept = localStorage.getItem(marksKey);
    if (kept !== null) takeMarks(kept);
  } catch (error) {
    keeps = false;
  }
}
let unsaved = false;
function keepMarks() {
  unsaved = true;
  try {
    const kept = localStorage.getItem(marksKey);
    if (kept !== null) takeMarks(kept); // from another window
    localStorage.setItem(marksKey, marksAsJson());
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
  keepMarks();
  showProgress();
}

function showMark(index) {
  const {mark, note} = markOf(index);
  at("mark-" + (mark || "none")).checked = true;
  at("note").value = note;
  showMarkInPrint(index);
}
function showMarkInPrint(index) {
  const {mark, note} = markOf(index);
  at("printed-mark").textContent = "Mark: " + markNames[mark] + "." + (note === "" ? "" : " Note: " + note);
}

function showProgress() {
  const all = data.pairs.length,
    done = data.pairs.filter((_, index) => isMarked(index)).length;
  const kinds = Object.keys(markNames)
    .filter((mark) => mark !== "")
    .map((mark) => [mark, data.pairs.filter((_, index) => markOf(index).mark === mark).length]);
  at("progress").textContent =
    number(done) +
    " of " +
    count(all, "pair") +
    " looked at" +
    (done === 0
      ? ""
      : ": " +
        kinds
          .filter(([, n]) => n > 0)
          .map(([mark, n]) => number(n) + " " + markNames[mark])
          .join(", ")) +
    ".";
  at("kept").textContent = keeps
    ? "This browser keeps marks and notes for this file; another computer sees them in a saved copy."
    : "This browser keeps nothing for this file: save a copy before you close it.";
}

for (const mark in markNames)
  at("mark-" + (mark || "none")).addEventListener("change", () => {
    setMark(shown.index, {mark});
    showMarkInPrint(shown.index);
  });
at("note").addEventListener("input", () => {
  setMark(shown.index, {note: at("note").value});
  showMarkInPrint(shown.index);
});
