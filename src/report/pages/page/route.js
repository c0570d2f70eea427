// The address: which view is shown, and how. All of it is behind "#", so that a reload, a bookmark and a link show the
// same. Then the start.
let place = {}; // {pair: from 1, piece: from 1}, or nothing: the tables
let routed = null; // location.hash as it is shown

const kindsOn = () => data.exclusions.filter((_, kind) => excludes[kind]).map(({kind}) => kind);
// The address of a place, with what is filtered, sorted and counted as it is now; what is as at first is left out.
function address(to) {
  const parts = new URLSearchParams(to);
  for (const key in firstState)
    if (state[key] !== firstState[key]) parts.set(key, state[key] === true ? "yes" : state[key]);
  if (least > 0) parts.set("least", least);
  if (chosenGroup !== null) parts.set("group", chosenGroup + 1);
  if (!switchedAsMade()) parts.set("not", kindsOn().join(","));
  if (namesHidden) parts.set("names", "hidden");
  return "#" + parts;
}
function noteAddress() {
  at("back").href = address({});
  if (address(place) === (location.hash || "#")) return;
  history.replaceState(null, "", address(place));
  routed = location.hash;
  nameWindow();
}
// For the page of a pair: which of its pieces is pointed out; null: the one that is so at first.
function notePiece(piece) {
  place = {pair: shown.index + 1};
  if (piece !== null) place.piece = piece;
  noteAddress();
}
// Goes to "#pair=2", or to the tables for "". At once: the next key is for the next page.
function to(hash) {
  location.hash = address(new URLSearchParams(hash.slice(1)));
  route();
}

// A whole number from 1 to `most`, or null.
const numberIn = (text, most) => (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null);
function readState(parts) {
  for (const key in firstState) {
    const is = parts.get(key);
    state[key] = typeof firstState[key] === "boolean" ? is === "yes" : is === null ? firstState[key] : is;
  }
  if (!Object.hasOwn(viewNames, state.view)) state.view = firstState.view;
  if (!["open", "all", "differ"].includes(state.decision) && !decisionWords[state.decision])
    state.decision = firstState.decision;
  least = numberIn(parts.get("least") || "", 1e9) || 0;
  at("least").value = least;
  showThreshold();
  const group = numberIn(parts.get("group") || "", data.documents.length);
  chosenGroup = group === null ? null : group - 1;
  const not = parts.get("not");
  data.exclusions.forEach((exclusion, kind) => {
    excludes[kind] = not === null ? exclusion.on : not.split(",").includes(exclusion.kind);
  });
  showSwitched();
  hideNames(parts.get("names") === "hidden");
  recount();
}

function nameWindow() {
  const of = plain(titleOfPage());
  const here = shown !== null ? "pair-title" : one !== null ? "one-title" : null;
  document.title = (here === null ? viewNames[state.view] : at(here).textContent) + " \u00b7 " + of;
  at("title").replaceChildren(named(titleOfPage()));
}

let stateRead = null; // what of the address is not the place
function route() {
  if (location.hash === routed) return;
  routed = location.hash;
  const parts = new URLSearchParams(location.hash.slice(1));
  const pair = numberIn(parts.get("pair") || "", data.pairs.length);
  const document_ = pair === null ? numberIn(parts.get("document") || "", data.documents.length) : null;
  const piece = numberIn(parts.get("piece") || "", 1e9) || 0;
  place = pair !== null ? {pair} : document_ !== null ? {document: document_} : {};
  const before = shown;
  shown = null;
  parts.delete("pair");
  parts.delete("piece");
  parts.delete("document");
  if (stateRead === null || address({}) !== "#" + parts) {
    readState(parts);
    showCounted();
    stateRead = parts;
  }
  const beforeOne = one;
  one = null;
  at("collection").hidden = pair !== null || document_ !== null;
  at("one").hidden = document_ === null;
  at("pair").hidden = pair === null;
  at(pair === null ? "collection-switches" : "pair-switches").append(at("exclusions"));
  at("back").href = at("one-back").href = address({});
  if (document_ !== null) {
    showOne(document_ - 1);
    nameWindow();
    at("one-title").focus();
    return;
  }
  if (pair === null) {
    nameWindow();
    if (beforeOne !== null) {
      const line = state.view === "documents" ? documentTable.lineOf(rowOf(beforeOne)) : undefined;
      (line === undefined ? at("title") : line.querySelector("a")).focus();
      return;
    }
    if (before === null) return;
    const line = state.view === "pairs" ? pairTable.lineOf(before.index) : undefined;
    (line === undefined ? at("title") : line.querySelector("a")).focus();
    return;
  }
  showPair(pair - 1, piece);
  nameWindow();
  at("pair-title").focus();
}

for (const [id, act] of [
  ["previous", () => step(-1)],
  ["next", () => step(1)],
  ["previous-pair", () => toPair(-1)],
  ["next-pair", () => toPair(1)],
  ["save-copy", saveCopy],
  ["save-table", saveTable],
  ["save-key", saveKey],
  ["to-how", () => goTo("how-title")],
  ["to-export", () => goTo("marks-title")],
  [
    "hide-names",
    () => {
      hideNames(!namesHidden);
      showCounted();
      noteAddress();
      nameWindow();
    },
  ],
])
  at(id).addEventListener("click", act);
addEventListener("hashchange", route);
// In a pane of another width the lines break elsewhere, and the passage is not where it was.
let paneWidth = 0;
new ResizeObserver(() => {
  const width = at("a-text").clientWidth;
  if (shown !== null && paneWidth > 0 && width !== paneWidth) go(current);
  paneWidth = width;
}).observe(at("a-text"));

readMarks();
showExclusions();
recount();
startCollection();
showCut();
startThreshold();
startHow();
startLoading();
startKeys(() => (shown !== null ? "pair" : one !== null ? "one" : "collection"));
route();
takeGiven();
startHost();
