// The page of one removed document: its text beside the text that stays.
let shown = null;      // the removal
let differences = [];  // of its two texts, in order
let current = 0;       // from 1; 0: none
const kContext = 200;  // characters left around a difference where only those are shown

function textOf(number) {
  const script = at("text-" + number);
  return script === null ? null : JSON.parse(script.textContent);
}

// A stretch without a difference, whole or only its ends.
function appendEqual(pane, text, begin, end, first, last) {
  const before = first ? 0 : kContext, after = last ? 0 : kContext;
  if (!at("fold").checked || end - begin <= before + after + 2 * kContext) {
    pane.append(text.slice(begin, end));
    return;
  }
  // At a space where there is one near, and not between the two halves of a character.
  const cut = (place) => {
    const space = text.slice(place, place + 40).search(/\s/);
    return space >= 0 ? place + space : /[\udc00-\udfff]/.test(text.charAt(place)) ? place + 1 : place;
  };
  const from = cut(begin + before), to = cut(end - after);
  pane.append(text.slice(begin, from), make("em", count(to - from, "character") + " without a difference"),
      text.slice(to, end));
}

function fillPane(side, text) {
  const pane = at(side + "-text");
  pane.textContent = "";
  if (text === null) {
    pane.append(make("em", "This text is not on the page: the texts together are too long."));
    return;
  }
  let done = 0;
  differences.forEach((difference, i) => {
    const [begin, end] = difference[side];
    appendEqual(pane, text, done, begin, i === 0, false);
    const mark = pane.appendChild(
        make("span", text.slice(begin, end), {class: begin === end ? "gap" : difference.kind, "data-number": i + 1}));
    mark.addEventListener("click", () => go(i + 1));
    done = end;
  });
  appendEqual(pane, text, done, text.length, differences.length === 0, true);
}

// Scrolls a pane without its leading the other one.
const placedAt = new Map();
function moveTo(pane, top) {
  pane.scrollTop = top;
  placedAt.set(pane, pane.scrollTop);
}

function go(number_) {
  current = number_;
  for (const pane of [at("a-text"), at("b-text")]) {
    const old = pane.querySelector("span.current");
    if (old !== null) old.classList.remove("current");
    const mark = number_ === 0 ? null : pane.querySelector('span[data-number="' + number_ + '"]');
    moveTo(pane, mark === null ? 0 : mark.offsetTop - pane.clientHeight / 4);
    if (mark !== null) mark.classList.add("current");
  }
  at("difference").textContent =
      differences.length === 0 ? "" : "Difference " + number(number_) + " of " + number(differences.length);
  at("previous-difference").disabled = number_ <= 1;
  at("next-difference").disabled = number_ >= differences.length;
}
function stepDifference(by) {
  if (shown !== null && current + by >= 1 && current + by <= differences.length) go(current + by);
}

// Scrolls one text along with the other: the last difference above a quarter of the pane is in both at one height.
function lead(from, to) {
  if (placedAt.get(from) === from.scrollTop) return;
  placedAt.delete(from);
  const marks = from.querySelectorAll("span[data-number]");
  const line = from.scrollTop + from.clientHeight / 4;
  let low = 0, high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle].offsetTop <= line)
      low = middle + 1;
    else
      high = middle;
  }
  let target = from.scrollTop;
  if (low > 0) {
    const mark = marks[low - 1], other = to.querySelectorAll("span[data-number]")[low - 1];
    const inside = line - mark.offsetTop;
    target = other.offsetTop - to.clientHeight / 4 +
        (inside < mark.offsetHeight ? inside / mark.offsetHeight * other.offsetHeight :
                                      inside - mark.offsetHeight + other.offsetHeight);
  }
  moveTo(to, target);
}

// The removals as they stand in the table, without those that are hidden.
const walk = () => lines.filter(({line}) => !line.hidden).map(({row}) => row);
function step(by) {
  const order = walk();
  const place = order.indexOf(shown);
  const to = place < 0 ? (by > 0 ? 0 : order.length - 1) : place + by;
  if (to < 0 || to >= order.length) return;
  history.replaceState(null, "", "#document=" + (data.shown.indexOf(order[to]) + 1));  // going back leads to the table
  route();
}

function showTexts() {
  const a = textOf(shown.document), b = textOf(shown.kept);
  const found = a === null || b === null ? {list: [], coarse: false} : differencesOf(a, b);
  differences = found.list;
  at("coarse").hidden = !found.coarse;
  fillPane("a", a);
  fillPane("b", b);
  go(differences.length === 0 ? 0 : 1);
  if (a === null || b === null) return;
  if (a === b)
    at("difference").textContent = "The two texts are the same, character by character.";
  else if (differences.length === 0)
    at("difference").textContent = "The two texts differ only in white space.";
}

function showDocument(removal) {
  shown = removal;
  at("pair-title").textContent = "";
  at("pair-title")
      .append(named(idOf(removal.document)), " " + was(1) + ", ", named(idOf(removal.kept)),
          data.fate === "checked" ? " would stay" : " stays");
  const all = removal.size + removal.size_kept - removal.shared;
  at("pair-sentence").textContent = "Similarity " + similarityOf(removal) + ": " +
      (removal.identical ?
              "the same " + count(removal.shared, "shingle") :
              number(removal.shared) + " of the " + count(all, "shingle") + " that either has are in both") +
      ".";
  for (const [side, word, number_] of [
           ["a", data.fate === "removed" ? "Removed" : "Would be removed", removal.document],
           ["b", "Stays", removal.kept]]) {
    at(side + "-title").textContent = word + ": ";
    at(side + "-title").append(named(idOf(number_)));
    const {bytes, hash} = data.documents[number_];
    at(side + "-facts").textContent = inBytes(bytes) + (hash === undefined ? "" : "; XXH3 of the text " + hash);
  }
  showTexts();
  const order = walk();
  const place = order.indexOf(removal);
  at("position").textContent = place < 0 ?
      "Not in the table as it is filtered" :
      "Document " + number(place + 1) + " of " + number(order.length) + " in the table";
  at("previous").disabled = place === 0 || order.length === 0;
  at("next").disabled = place === order.length - 1;
}

function route() {
  const match = /^#document=(\d+)$/.exec(location.hash);
  const removal = match === null ? undefined : data.shown[Number(match[1]) - 1];
  at("overview").hidden = removal !== undefined;
  at("pair").hidden = removal === undefined;
  if (removal === undefined) {
    document.title = "Clean-up";
    const link = shown === null ?
        null :
        document.querySelector('#shown a[href="#document=' + (data.shown.indexOf(shown) + 1) + '"]');
    shown = null;
    if (link !== null) (link.closest("tr").hidden ? at("shown-title") : link).focus();
    return;
  }
  showDocument(removal);
  document.title = at("pair-title").textContent + ": clean-up";
  at("pair-title").focus();
}

at("previous").addEventListener("click", () => step(-1));
at("next").addEventListener("click", () => step(1));
at("previous-difference").addEventListener("click", () => stepDifference(-1));
at("next-difference").addEventListener("click", () => stepDifference(1));
at("a-text").addEventListener("scroll", () => lead(at("a-text"), at("b-text")));
at("b-text").addEventListener("scroll", () => lead(at("b-text"), at("a-text")));
at("fold").addEventListener("change", () => {
  if (shown !== null) showTexts();
});
addKeys("pair", [
  ["ArrowRight", "next difference", () => stepDifference(1)],
  ["ArrowLeft", "previous difference", () => stepDifference(-1)],
  ["n", "next document", () => step(1)],
  ["p", "previous document", () => step(-1)],
  ["Escape", "overview", () => {
    location.hash = "";
  }],
]);
addKeys("overview", [["Enter", "look at a document", () => false]]);
startKeys(() => (shown === null ? "overview" : "pair"));
addEventListener("hashchange", route);
showOverview();
route();
