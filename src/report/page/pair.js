// The page of one pair: its two texts side by side, passage by passage.
const texts = document.querySelectorAll("script.text");
const hue = (passage) => String((passage * 137 + 60) % 360);

// Shows `text` in `pane`, its passages marked and numbered from 1, and where they lie in the bar beside it.
function fillPane(side, text, spans, changes) {
  const pane = at(side + "-text"), bar = at(side + "-map");
  pane.textContent = "";
  bar.textContent = "";
  if (text === null) {
    pane.append(make("em", "This text is not on the page: the texts together are too long."));
    return;
  }
  spans.forEach(([begin, end], i) => {
    const block = bar.appendChild(make("span"));
    block.style.setProperty("--hue", hue(i + 1));
    block.style.top = 100 * begin / text.length + "%";
    block.style.height = 100 * (end - begin) / text.length + "%";
    block.addEventListener("click", () => go(i + 1));
  });
  let from = 0;
  for (const cut of Array.from(new Set(spans.flat().concat(text.length))).sort((x, y) => x - y)) {
    const inside = [];
    spans.forEach(([begin, end], i) => { if (begin <= from && from < end) inside.push(i + 1); });
    if (inside.length === 0) {
      pane.append(text.slice(from, cut));
    } else if (cut > from) {
      const mark = make("mark", undefined, {"data-in": inside.join(" ")});
      appendPiece(mark, text, from, cut, changes[inside[0] - 1]);
      const starting = inside.filter((i) => spans[i - 1][0] === from);
      if (starting.length > 0) mark.setAttribute("data-number", starting.join(", "));
      mark.style.setProperty("--hue", hue(inside[0]));
      mark.addEventListener("click", () => go(inside[(inside.indexOf(current) + 1) % inside.length]));
      pane.append(mark);
    }
    from = cut;
  }
}

let shown = null;  // the pair
let current = 0;   // its passage, from 1; 0: none
function go(passage) {
  current = passage;
  for (const pane of [at("a-text"), at("b-text")]) {
    let first = null;
    for (const mark of pane.querySelectorAll("mark")) {
      const inside = mark.dataset.in.split(" ");
      const is = inside.includes(String(passage));
      mark.style.setProperty("--hue", hue(is ? passage : Number(inside[0])));
      mark.classList.toggle("current", is);
      if (is && first === null) first = mark;
    }
    if (first !== null) pane.scrollTop = first.offsetTop - pane.clientHeight / 4;
  }
  for (const bar of [at("a-map"), at("b-map")])
    Array.from(bar.children).forEach((block, i) => block.classList.toggle("current", i + 1 === passage));
  const total = shown.passages.length;
  const words = shown.passages[passage - 1];
  at("position").textContent = "Passage " + passage + " of " + total + ": " + count(words[2], "word") + " of A, " + number(words[5]) + " of B, " + number(words[6]) + " equal";
  at("previous").disabled = passage <= 1;
  at("next").disabled = passage >= total;
}
function step(by) {
  const to = current + by;
  if (shown !== null && to >= 1 && to <= shown.passages.length) go(to);
}

function showPair(pair) {
  shown = pair;
  const a = data.documents[pair.a], b = data.documents[pair.b];
  at("pair-title").textContent = "";
  at("pair-title").append(named(a.id), " and ", named(b.id));
  at("pair-sentence").textContent = number(pair.a_matched) + " of " + count(a.words, "word") + " of A (" + percent(pair.a_matched, a.words) +
    ") are in passages shared with B; " + count(pair.passages.length, "passage") + ", the longest of " + count(pair.longest, "word") + ".";
  for (const [side, document_, matched] of [["a", a, pair.a_matched], ["b", b, pair.b_matched]]) {
    at(side + "-title").textContent = side.toUpperCase() + ": ";
    at(side + "-title").append(named(document_.id));
    at(side + "-share").textContent = number(matched) + " of " + count(document_.words, "word") + " (" + percent(matched, document_.words) + ") in passages";
  }
  const textOf = (index) => JSON.parse(texts[index].textContent);
  const inA = textOf(pair.a), inB = textOf(pair.b);
  const spansA = inA === null ? [] : placed(inA, pair.passages.map((p) => [p[0], p[1]]));
  const spansB = inB === null ? [] : placed(inB, pair.passages.map((p) => [p[3], p[4]]));
  const budget = {cells: 2e7};
  const changes = pair.passages.map((_, i) => inA === null || inB === null ? null :
    changesOf(wordsOf(inA, spansA[i]), wordsOf(inB, spansB[i]), budget));
  at("uncompared").hidden = !changes.includes(null);
  fillPane("a", inA, spansA, changes.map((both) => both === null ? [] : both[0]));
  fillPane("b", inB, spansB, changes.map((both) => both === null ? [] : both[1]));
}

function route() {
  const match = /^#pair=(\d+)$/.exec(location.hash);
  const pair = match === null ? undefined : data.pairs[Number(match[1]) - 1];
  at("collection").hidden = pair !== undefined;
  at("pair").hidden = pair === undefined;
  if (pair === undefined) {
    if (shown !== null) document.querySelector('#pairs a[href="#pair=' + (data.pairs.indexOf(shown) + 1) + '"]').focus();
    shown = null;
    return;
  }
  showPair(pair);
  go(1);
  at("pair-title").focus();
}

at("previous").addEventListener("click", () => step(-1));
at("next").addEventListener("click", () => step(1));
addEventListener("keydown", (event) => {
  if (shown === null || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
  else if (event.key === "Escape") location.hash = "";
  else return;
  event.preventDefault();
});
addEventListener("hashchange", route);
showCollection();
route();
