// A text of a pair, a line an element: its pieces tinted and numbered, what differs inside them boxed, what is not
// counted grey, flagged characters made visible, and where all that lies in the bar beside it.
const hues = [330, 205, 100, 38, 265, 172, 12];
const hue = (number_) => String(hues[(number_ - 1) % hues.length]);

// What is drawn of a text: {text, pieces: [{begin, end, number, counts}], grey: [{begin, end, kind}], points, changes:
// [{begin, end, kind}]}, ranges ascending and apart from each other.
//
// of a side of a pair, under what is not counted now.
function drawnSide(index, side) {
  const pair = data.pairs[index];
  const document_ = side === 0 ? pair.a : pair.b;
  const places = placesOf(document_);
  if (places === null) return {text: null};
  const blocks = blocksNow(index);
  const painted = paint(blocks, side, data.documents[document_].words);
  const counts = [false, ...blocks.map(countsNow)];
  const loose = looseWords(pair, blocks, side);
  return {
    text: places.text,
    pieces: stretches(places, painted).map((piece) => ({...piece, counts: counts[piece.number]})),
    grey: greyOf(document_, places),
    points: pointedOut(places.text),
    changes: differences(blocks, side, painted, loose).map((difference) => ({
      begin: places.begins[difference[0]],
      end: places.ends[difference[0] + difference[1] - 1],
      kind: kindOf(difference, places, placesOf(side === 0 ? pair.b : pair.a)),
    })),
  };
}
const kindOf = (difference, places, other) =>
  standsAgain(places, other, difference) >= 0 ? "again" : difference[2] ? "replaced" : "only";
function greyOf(document_, {text}) {
  const spans = data.documents[document_].excluded.filter(([kind]) => excludes[kind]);
  return placed(text, spans.map((span) => span.slice(3))).map(([begin, end], i) => ({begin, end, kind: spans[i][0]}));
}
// Words painted alike, as ranges of the text: with the marks that stand at them, up to a space or the next word; to the
// ends of a line where no other word stands.
function stretches(places, painted) {
  const {text, begins, ends} = places;
  const found = [];
  let done = 0;
  for (let i = 0; i < painted.length; ) {
    let behind = i + 1;
    while (behind < painted.length && painted[behind] === painted[i]) ++behind;
    let begin = begins[i],
      end = ends[behind - 1];
    const next = behind < begins.length ? begins[behind] : text.length;
    const lineEnd = text.indexOf("\n", end),
      lineBegin = text.lastIndexOf("\n", begin - 1) + 1;
    if (lineEnd >= 0 && lineEnd <= next) end = lineEnd;
    else if (next === text.length) end = next;
    else while (end < next && !/\s/.test(text[end])) ++end;
    if (lineBegin >= done) begin = lineBegin;
    else while (begin > done && !/\s/.test(text[begin - 1])) --begin;
    if (painted[i] > 0) found.push({begin, end, number: painted[i]});
    done = end;
    i = behind;
  }
  return found;
}

class Pane {
  // pick(number of a piece) is called for a click on one.
  constructor(pane, bar, pick) {
    this.pane = pane;
    this.bar = bar;
    this.marks = new Map(); // number -> elements, in order
    this.blocks = new Map();
    pane.addEventListener("click", (event) => {
      const mark = event.target.closest("mark");
      if (mark !== null) pick(Number(mark.dataset.piece));
    });
    bar.addEventListener("click", (event) => {
      const {piece} = event.target.dataset;
      if (piece !== undefined) pick(Number(piece));
    });
  }

  fill(drawn) {
    this.marks.clear();
    this.blocks.clear();
    if (drawn.text === null) {
      this.pane.replaceChildren(make("em", "This text is not on the page: the texts together are too long."));
      this.bar.replaceChildren();
      return;
    }
    this.pane.replaceChildren(drawLines(drawn, (mark, number_) => this.keep(this.marks, number_, mark)));
    this.fillBar(drawn);
  }
  keep(map, number_, element) {
    if (!map.has(number_)) map.set(number_, []);
    map.get(number_).push(element);
  }
  fillBar({text, pieces: parts, grey}) {
    const block = ({begin, end}, kind) => {
      const made = make("span", undefined, {class: kind});
      made.style.top = `${(100 * begin) / text.length}%`;
      made.style.height = `${(100 * (end - begin)) / text.length}%`;
      return made;
    };
    this.bar.replaceChildren(
      ...grey.map((part) => block(part, "excluded")),
      ...parts.map((part) => {
        const made = block(part, part.counts ? "block" : "block uncounted");
        made.style.setProperty("--hue", hue(part.number));
        made.dataset.piece = part.number;
        this.keep(this.blocks, part.number, made);
        return made;
      })
    );
  }

  // Points out one piece (0: none) instead of another.
  point(number_, before) {
    for (const [piece, is] of [
      [before, false],
      [number_, true],
    ])
      for (const element of [...(this.marks.get(piece) || []), ...(this.blocks.get(piece) || [])])
        element.classList.toggle("current", is);
  }
  // Where a piece begins and ends, in pixels of what is scrolled; null: it is not in this text.
  extent(number_) {
    const marks = this.marks.get(number_);
    if (marks === undefined) return null;
    const origin = this.pane.getBoundingClientRect().top - this.pane.scrollTop;
    const last = marks[marks.length - 1];
    return [marks[0].getBoundingClientRect().top - origin, last.getBoundingClientRect().bottom - origin];
  }
}

// keep(mark, number) is told each mark.
function drawLines({text, pieces: parts, grey, points, changes}, keep) {
  const whole = document.createDocumentFragment();
  const seen = new Set();
  let part = 0,
    greyAt = 0;
  for (let begin = 0; begin < text.length; ) {
    const end = text.indexOf("\n", begin) + 1 || text.length;
    while (part < parts.length && parts[part].end <= begin) ++part;
    while (greyAt < grey.length && grey[greyAt].end <= begin) ++greyAt;
    const line = make("div", undefined, {class: "line", dir: "auto"});
    let from = begin;
    for (let i = part; i < parts.length && parts[i].begin < end; ++i) {
      const piece = parts[i];
      const [first, last] = [Math.max(piece.begin, from), Math.min(piece.end, end)];
      const filled = text.slice(begin, first).trim() === "" && text.slice(last, end).trim() === "";
      const mark = make("mark", undefined, {"data-piece": piece.number});
      mark.style.setProperty("--hue", hue(piece.number));
      if (!piece.counts) mark.classList.add("uncounted");
      if (!seen.has(piece.number)) mark.dataset.number = piece.number;
      seen.add(piece.number);
      keep(mark, piece.number);
      const range_ = filled ? [begin, end] : [first, last];
      appendRange(line, text, from, range_[0], {grey, greyAt, points, changes});
      appendRange(mark, text, range_[0], range_[1], {grey, greyAt, points, changes});
      if (filled) line.classList.add("filled");
      line.append(mark);
      from = range_[1];
    }
    appendRange(line, text, from, end, {grey, greyAt, points, changes});
    whole.append(line);
    begin = end;
  }
  return whole;
}
// text[begin, end), grey where it is not counted.
function appendRange(parent, text, begin, end, {grey, greyAt, points, changes}) {
  const show = (from, to) => visible(text, points, from, to);
  for (let i = greyAt; begin < end; ) {
    while (i < grey.length && grey[i].end <= begin) ++i;
    const next = i < grey.length ? grey[i] : {begin: text.length, end: text.length};
    const inside = next.begin <= begin;
    const cut = Math.min(end, inside ? next.end : next.begin);
    if (inside) {
      const span = parent.appendChild(make("span", undefined, {class: "excluded"}));
      span.title = `${exclusionNames[data.exclusions[next.kind].kind]}: not counted`;
      appendPiece(span, text, begin, cut, [], show);
    } else appendPiece(parent, text, begin, cut, changes, show);
    begin = cut;
  }
}
