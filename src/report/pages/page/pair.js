// The page of one pair: its two texts side by side, piece by piece.
let shown = null; // {index: of the pair, from 0; blocks: its pieces, as blocksNow() has them}
let current = 0; // its piece, from 1; 0: none
const panes = ["a", "b"].map((side) => new Pane(at(side + "-text"), at(side + "-map"), (number_) => go(number_)));
const links_ = new Links(at("links"), panes);
const level = new Level(panes, () => links_.draw(current));
at("back").addEventListener("click", () => {
  way = [];
});
at("linked").addEventListener("change", () => {
  level.linked = at("linked").checked;
  if (level.linked && shown !== null) go(current);
});

const shownNames = () => {
  const {a, b} = data.pairs[shown.index];
  return [idOf(a), idOf(b)];
};
const ordinal = (n) => {
  const end = n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th";
  return number(n) + end;
};

function go(number_, scroll = true) {
  const {blocks} = shown;
  for (const pane of panes) pane.point(blocks.length > 1 ? number_ : 0, current);
  const rows_ = at("pieces").children;
  for (const [piece, is] of [
    [current, false],
    [number_, true],
  ])
    if (piece > 0 && rows_[piece - 1] !== undefined) {
      if (is) rows_[piece - 1].firstElementChild.setAttribute("aria-current", "true");
      else rows_[piece - 1].firstElementChild.removeAttribute("aria-current");
    }
  current = number_;
  notePiece(number_ === firstToShow() ? null : number_);
  at("previous").disabled = number_ <= 1;
  at("next").disabled = number_ >= blocks.length;
  links_.draw(current);
  at("position").textContent = positionInWords(blocks[number_ - 1]);
  if (number_ === 0 || !scroll) return;
  if (pairView === "rows") pointRow(number_);
  else level.show(number_);
  const row = rows_[number_ - 1];
  const list = at("pieces");
  if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = row.offsetTop - list.clientHeight / 3;
}
function positionInWords(block) {
  if (block === undefined) return "No piece of equal words.";
  const moved = block.moved ? `; moved: ${ordinal(block.place)} in the other text` : "";
  const between = [block.a, block.b].map(([begin, end]) => end - begin);
  return (
    `Piece ${number(block.number)} of ${number(shown.blocks.length)}: ${equalInWords(block)}, ` +
    `in ${number(between[0])} and ${count(between[1], "word")}${moved}`
  );
}
// The first of the pair's pieces that counts, or the first.
function firstToShow() {
  const first = shown.blocks.find(countsNow);
  return first === undefined ? Math.min(1, shown.blocks.length) : first.number;
}
function step(by) {
  const to = current + by;
  if (to >= 1 && to <= shown.blocks.length) go(to);
}

function showPairCounted() {
  const finding = findingOf(shown.index);
  const names = shownNames().map(shortName);
  shown.blocks = blocksNow(shown.index);
  const {first, more} = findingInWords(finding, names);
  const rest = [elsewhereInWords(shown.index, finding), uncountedInWords(finding, names)];
  at("pair-sentence").replaceChildren(
    make("strong", first),
    " " + more.join(" ") + " ",
    make("span", rest.filter((words) => words !== "").join(" "), {class: "dim"})
  );
  at("pair-tricks").replaceChildren(...tricksInWords(finding, names).map((words) => make("li", words, {class: "trick"})));
  panes.forEach((pane, side) => pane.fill(drawnSide(shown.index, side)));
  showPieces();
  showLookTwice(shown.index, finding);
}
function showPieces() {
  const anyMoved = shown.blocks.some(({moved}) => moved);
  at("pieces").replaceChildren(
    ...shown.blocks.map((block) => {
      const line = make("li");
      const button = line.appendChild(make("button", undefined, {type: "button"}));
      button.style.setProperty("--hue", hue(block.number));
      button.append(`${number(block.number)} \u00b7 ${count(block.words, "word")} `);
      const {counting, words} = block;
      if (counting === 0) button.classList.add("uncounted");
      const left = counting === 0 ? "not counted" : counting < words ? `(${number(counting)} counted) ` : "";
      button.append(make("span", left + (counting > 0 && anyMoved ? `\u2192 ${ordinal(block.place)}` : ""), {class: "dim"}));
      button.addEventListener("click", () => go(block.number));
      return line;
    })
  );
}
// After a switch was moved: the same piece at the same place.
function showPairAgain() {
  const tops = panes.map(({pane}) => pane.scrollTop);
  showPairCounted();
  showPairView();
  go(current, false);
  panes.forEach((_, side) => level.move(side, tops[side]));
}

// piece: the one to show; 0: the first that counts.
function showPair(index, piece = 0) {
  const pair = data.pairs[index];
  const documents = [data.documents[pair.a], data.documents[pair.b]];
  shown = {index, blocks: blocksNow(index)};
  if (!way.includes(index)) way = shownPairs().slice();
  current = 0;
  at("pair-title").replaceChildren(named(idOf(pair.a)), " \u2014 ", named(idOf(pair.b)));
  at("pieces-title").replaceChildren("Pieces, in ", named(shortName(idOf(pair.a))), "\u2019s order");
  ["a", "b"].forEach((side, i) => {
    at(side + "-title").replaceChildren(named(idOf(i === 0 ? pair.a : pair.b)));
    const places = placesOf(i === 0 ? pair.a : pair.b);
    const line = (kind) => (flag) => {
      const made = make("li", undefined, {class: kind});
      made.append(named(flag));
      return made;
    };
    at(side + "-flags").replaceChildren(
      ...(places === null ? [] : describe(pointedOut(places.text))).map(line("odd")),
      ...documents[i].notes.map(line("odd")),
      ...(documents[i].reading || []).map(line("dim"))
    );
    at(side + "-text").scrollTop = 0;
  });
  // Lines of source code have numbers and letters of one width.
  at("pair").classList.toggle("code", documents.some(({places}) => places !== undefined));
  showPairCounted();
  showMark(index);
  at("previous-pair").disabled = nextPair(-1) === null;
  at("next-pair").disabled = nextPair(1) === null;
  at("pair-position").textContent = way.includes(index)
    ? `pair ${number(way.indexOf(index) + 1)} of ${number(way.length)}`
    : "";
  current = piece >= 1 && piece <= shown.blocks.length ? piece : firstToShow();
  showPairView();
}
// A name in a sentence: a file of a learning platform has one of a hundred letters.
const shortName = (name) => (Array.from(name).length > 40 ? Array.from(name).slice(0, 38).join("") + "\u2026" : name);

// The pairs as they stood in the table when the first of them was opened: a decision may take a pair out of the table,
// and who walks on does not lose the way.
let way = [];
function leavePair() {
  way = [];
  to("");
}
// The pair above or below the one shown; null: there is none.
function nextPair(by) {
  const here = way.indexOf(shown.index);
  const to = way[here < 0 ? (by > 0 ? 0 : -1) : here + by];
  return to === undefined ? null : to;
}
function toPair(by) {
  const next = nextPair(by);
  if (next !== null) to("#pair=" + (next + 1));
}
// The next pair that has no mark yet; behind the last comes the first.
function toOpenPair() {
  const here = way.indexOf(shown.index);
  const open = [...way.slice(here + 1), ...way.slice(0, Math.max(0, here))].find((index) => !isMarked(index));
  if (open !== undefined) to("#pair=" + (open + 1));
}
