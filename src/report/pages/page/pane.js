// A text of a pair: its passages marked and numbered from 1, what is not counted grey, flagged characters made visible,
// and where all that lies in the bar beside it.
const hue = (passage) => String((passage * 137 + 60) % 360);

// Which of some ranges {begin, end, number} lie at a place, for places in ascending order.
class Sweep {
  constructor(ranges) {
    this.coming = ranges.sort((x, y) => y.begin - x.begin);
    this.open = [];
  }
  at(place) {
    while (this.coming.length > 0 && this.coming[this.coming.length - 1].begin <= place)
      this.open.push(this.coming.pop());
    this.open = this.open.filter(({end}) => end > place);
    return this.open.sort((x, y) => x.number - y.number);
  }
}

class Pane {
  // pick(numbers of passages) is called for a click on what lies in all of them.
  constructor(pane, bar, pick) {
    this.pane = pane;
    this.bar = bar;
    this.marks = []; // of each passage, from 1
    this.blocks = [];
    pane.addEventListener("click", (event) => {
      const mark = event.target.closest("mark");
      if (mark !== null) pick(mark.dataset.in.split(" ").map(Number));
    });
    bar.addEventListener("click", (event) => {
      const passage = this.blocks.indexOf(event.target);
      if (passage > 0) pick([passage]);
    });
  }

  // side: {text, spans, excluded: [{begin, end, kind}], points, changes}; words: as in counted.pairs.
  fill({text, spans, excluded, points, changes}, words) {
    this.marks = spans.map(() => []);
    this.marks.unshift([]);
    this.blocks = [null];
    if (text === null) {
      this.pane.replaceChildren(make("em", "This text is not on the page: the texts together are too long."));
      this.bar.replaceChildren();
      return;
    }
    const counts = words.map((both) => Math.min(...both) > 0);
    const passages = spans.map(([begin, end], i) => ({begin, end, number: i + 1}));
    const grey = excluded.filter(({kind}) => excludes[kind]).map(({begin, end, kind}) => ({begin, end, number: kind}));
    const block = ({begin, end}, kind) => {
      const made = make("span", undefined, {class: kind});
      made.style.top = `${(100 * begin) / text.length}%`;
      made.style.height = `${(100 * (end - begin)) / text.length}%`;
      return made;
    };
    for (const passage of passages) {
      const made = block(passage, counts[passage.number - 1] ? "block" : "block uncounted");
      made.style.setProperty("--hue", hue(passage.number));
      this.blocks.push(made);
    }
    this.bar.replaceChildren(...grey.map((range) => block(range, "excluded")), ...this.blocks.slice(1));

    const whole = document.createDocumentFragment();
    const show = (begin, end) => visible(text, points, begin, end);
    const cuts = new Set([...passages, ...grey].flatMap(({begin, end}) => [begin, end]).concat(text.length));
    const inPassages = new Sweep(passages.slice()),
      inGrey = new Sweep(grey);
    let from = 0;
    for (const cut of Array.from(cuts).sort((x, y) => x - y)) {
      if (cut === from) continue;
      const inside = inPassages.at(from).map(({number}) => number);
      const kinds = inGrey.at(from).map(({number}) => number);
      let piece = whole;
      if (inside.length > 0)
        piece = this.mark(
          inside,
          inside.filter((i) => spans[i - 1][0] === from),
          counts
        );
      else if (kinds.length > 0) piece = make("span");
      if (kinds.length > 0) {
        piece.classList.add("excluded");
        const names = new Set(kinds.map((kind) => exclusionNames[data.exclusions[kind].kind]));
        piece.title = `${Array.from(names).join(", ")}: not counted`;
      }
      appendPiece(piece, text, from, cut, inside.length > 0 ? changes[inside[0] - 1] : [], show);
      if (piece !== whole) whole.append(piece);
      from = cut;
    }
    this.pane.replaceChildren(whole);
  }
  mark(inside, starting, counts) {
    const made = make("mark", undefined, {"data-in": inside.join(" ")});
    if (starting.length > 0) made.dataset.number = starting.join(", ");
    if (!inside.some((i) => counts[i - 1])) made.classList.add("uncounted");
    made.style.setProperty("--hue", hue(inside[0]));
    for (const i of inside) this.marks[i].push(made);
    return made;
  }

  // Points out one passage (0: none) instead of another.
  point(passage, before) {
    for (const [number, is] of [
      [before, false],
      [passage, true],
    ]) {
      for (const mark of this.marks[number] || []) {
        mark.style.setProperty("--hue", hue(is ? number : Number(mark.dataset.in.split(" ")[0])));
        mark.classList.toggle("current", is);
      }
      if (this.blocks[number]) this.blocks[number].classList.toggle("current", is);
    }
  }
  scrollTo(passage) {
    const [first] = this.marks[passage];
    if (first !== undefined) this.pane.scrollTop = first.offsetTop - this.pane.clientHeight / 4;
  }
}
