// The page of one pair: its two texts side by side, passage by passage.
const texts = document.querySelectorAll("script.text");

let shown = null; // {index: of the pair, from 0; sides: [of a, of b] as Pane.fill takes them}
let current = 0; // its passage, from 1; 0: none
// The next of the passages that lie where it was clicked.
const pick = (inside) => go(inside[(inside.indexOf(current) + 1) % inside.length]);
const panes = ["a", "b"].map((side) => new Pane(at(side + "-text"), at(side + "-map"), pick));

function go(passage, scroll = true) {
  for (const pane of panes) pane.point(passage, current);
  current = passage;
  if (scroll) for (const pane of panes) pane.scrollTo(passage);
  const {passages} = data.pairs[shown.index];
  const [, , ofA, , , ofB, equal] = passages[passage - 1];
  const [leftA, leftB] = counted.pairs[shown.index].words[passage - 1];
  let left = "";
  if (Math.min(leftA, leftB) === 0) left = "; not counted";
  else if (leftA < ofA || leftB < ofB) left = `; counted: ${number(leftA)} of A, ${number(leftB)} of B`;
  at("position").textContent =
    `Passage ${passage} of ${passages.length}: ` +
    `${count(ofA, "word")} of A, ${number(ofB)} of B, ${number(equal)} equal${left}`;
  at("previous").disabled = passage <= 1;
  at("next").disabled = passage >= passages.length;
}
// The first of the pair's passages that counts, or the first.
function firstToShow() {
  const {words} = counted.pairs[shown.index];
  return 1 + Math.max(0, words.findIndex(([inA, inB]) => Math.min(inA, inB) > 0));
}
function step(by) {
  const to = current + by;
  if (to >= 1 && to <= data.pairs[shown.index].passages.length) go(to);
}
function showPairCounted() {
  const pair = data.pairs[shown.index];
  const now = counted.pairs[shown.index];
  const [a, b] = [counted.documents[pair.a], counted.documents[pair.b]];
  const longest = now.passages === 0 ? "" : `, the longest of ${count(now.longest, "word")}`;
  const left = pair.passages.length - now.passages;
  at("pair-sentence").textContent =
    `${number(now.a_matched)} of ${count(a.words, "word")} of A (${percent(now.a_matched, a.words)}) are in passages ` +
    `shared with B; ${count(now.passages, "passage")}${longest}${left === 0 ? "" : `; ${number(left)} not counted`}.`;
  const shares = [
    [a, now.a_matched],
    [b, now.b_matched],
  ];
  ["a", "b"].forEach((side, i) => {
    const [{words}, matched] = shares[i];
    at(side + "-share").textContent =
      `${number(matched)} of ${count(words, "word")} (${percent(matched, words)}) in passages`;
  });
  panes.forEach((pane, i) => pane.fill(shown.sides[i], now.words));
}
// After a switch was moved: the same passage at the same place.
function showPairAgain() {
  const tops = panes.map(({pane}) => pane.scrollTop);
  showPairCounted();
  go(current, false);
  panes.forEach(({pane}, i) => {
    pane.scrollTop = tops[i];
  });
}

function showPair(index) {
  const pair = data.pairs[index];
  const documents = [data.documents[pair.a], data.documents[pair.b]];
  at("pair-title").replaceChildren(named(idOf(pair.a)), " and ", named(idOf(pair.b)));
  const sides = [pair.a, pair.b].map((number_, i) => {
    const text = JSON.parse(texts[number_].textContent);
    if (text === null) return {text, spans: [], excluded: [], points: []};
    const {excluded} = documents[i];
    const places = placed(text, [
      ...pair.passages.map((p) => p.slice(3 * i, 3 * i + 2)),
      ...excluded.map((e) => e.slice(3)),
    ]);
    return {
      text,
      spans: places.slice(0, pair.passages.length),
      points: pointedOut(text),
      excluded: places.slice(pair.passages.length).map(([begin, end], e) => ({begin, end, kind: excluded[e][0]})),
    };
  });
  const budget = {cells: 2e7};
  const changes = pair.passages.map((_, i) =>
    sides.some(({text}) => text === null)
      ? null
      : changesOf(wordsOf(sides[0].text, sides[0].spans[i]), wordsOf(sides[1].text, sides[1].spans[i]), budget)
  );
  at("uncompared").hidden = !changes.includes(null);
  sides.forEach((side, i) => {
    side.changes = changes.map((both) => (both === null ? [] : both[i]));
  });
  shown = {index, sides};
  ["a", "b"].forEach((side, i) => {
    at(side + "-title").replaceChildren(side.toUpperCase() + ": ", named(idOf(i === 0 ? pair.a : pair.b)));
    const flags = [...describe(sides[i].points), ...documents[i].notes];
    at(side + "-flags").replaceChildren(
      ...flags.map((flag) => {
        const line = make("li");
        line.append(named(flag));
        return line;
      })
    );
    at(side + "-text").scrollTop = 0;
  });
  showPairCounted();
  showMark(index);
  at("previous-pair").disabled = nextPair(-1) === null;
  at("next-pair").disabled = nextPair(1) === null;
  const order = shownPairs();
  at("pair-position").textContent = order.includes(index)
    ? "Pair " + number(order.indexOf(index) + 1) + " of " + number(order.length) + " in the table"
    : "";
}

// The pair above or below the one shown in the table as it is sorted and filtered; null: there is none.
function nextPair(by) {
  const order = shownPairs();
  const here = order.indexOf(shown.index);
  const to = order[here < 0 ? (by > 0 ? 0 : -1) : here + by];
  return to === undefined ? null : to;
}
function toPair(by) {
  const next = nextPair(by);
  if (next !== null) to("#pair=" + (next + 1));
}
