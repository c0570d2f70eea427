// The page of one document, or of one person's documents: the text with every source in its colour.
let one = null; // number of the document that is shown, or null

// Who else has text of these documents, by the pairs that `shares` takes: [{other, pair: its number, work, same, side}],
// the most equal words first.
function othersOf(works, shares) {
  const found = [];
  for (const work of works)
    for (const [pair, side] of pairsOfDocument.get(work) || []) {
      const other = side === 0 ? data.pairs[pair].b : data.pairs[pair].a;
      if (shares(pair) && !works.includes(other)) found.push({pair, side, work, other, same: counted.pairs[pair].same});
    }
  return found.sort((x, y) => y.same - x.same || x.pair - y.pair);
}
// The number of the source, from 1, that each word of a document stands in: of several that with the most words.
function paintedBy(index, sources) {
  const painted = new Uint32Array(data.documents[index].words);
  for (let i = sources.length - 1; i >= 0; --i) {
    const {pair, side, work} = sources[i];
    if (work !== index) continue;
    const {passages} = data.pairs[pair];
    passages.forEach((passage, k) => {
      if (Math.min(...counted.pairs[pair].words[k]) === 0) return;
      for (const run of pieces(passage)) painted.fill(i + 1, run[side], run[side] + run[2]);
    });
  }
  return painted;
}
function workWithSources(index, sources) {
  const part = make("section");
  part.appendChild(make("h2")).append(named(idOf(index)));
  const places = placesOf(index);
  if (places === null) {
    part.append(make("p", "This text is not on the page: the texts together are too long."));
    return part;
  }
  const painted = paintedBy(index, sources);
  const {text, begins, ends} = places;
  const whole = part.appendChild(make("div", undefined, {class: "one-text", dir: "auto", lang: ""}));
  let done = 0;
  for (let word = 0; word < painted.length; ) {
    let behind = word + 1;
    while (behind < painted.length && painted[behind] === painted[word]) ++behind;
    if (painted[word] > 0) {
      const {other} = sources[painted[word] - 1];
      const piece = make("span", text.slice(begins[word], ends[behind - 1]), {class: "source", title: plain(idOf(other))});
      piece.style.setProperty("--hue", hue(painted[word]));
      piece.dataset.number = painted[word];
      whole.append(text.slice(done, begins[word]), piece);
      done = ends[behind - 1];
    }
    word = behind;
  }
  whole.append(text.slice(done));
  return part;
}
function sourceLine({pair, other, same, work}, i, works) {
  const line = make("li");
  line.style.setProperty("--hue", hue(i + 1));
  const link = line.appendChild(make("a", undefined, {href: address({pair: pair + 1})}));
  link.append(make("span", number(i + 1), {class: "source"}), " ", named(idOf(other)));
  const of = works.length > 1 ? " of " + plain(idOf(work)) : "";
  line.append(" ", make("span", count(same, "word") + of + (isEarlier(other) ? ", " + earlierName() : ""), {class: "dim"}));
  if (isMarked(pair)) line.append(" ", make("span", markNames[markOf(pair).mark], {class: "chip"}));
  return line;
}
function showOne(index) {
  one = index;
  const works = worksOf(index),
    sources = othersOf(works, links);
  const person = data.documents[index].person;
  at("one-title").replaceChildren(
    named(works.length > 1 && !namesHidden ? String(person) : idOf(index)),
    works.length > 1 ? " \u2014 " + count(works.length, "document") : ""
  );
  const words = works.reduce((sum, work) => sum + counted.documents[work].words, 0);
  const painted = works.reduce((sum, work) => {
    const set = paintedBy(work, sources);
    return sum + set.reduce((n, value) => n + (value > 0), 0) - excludedIn(work, set);
  }, 0);
  at("one-sentence").textContent =
    sources.length === 0
      ? "Nothing that counts" + (least > 1 ? ", of " + count(least, "word") + " or more," : "") + " stands in another text of this page." + boundInWords
      : number(painted) + " of " + count(words, "word") + " (" + percent(painted, words) + ") stand in " +
        count(new Set(sources.map(({other}) => other)).size, "other text") +
        (least > 1 ? ", in passages of " + count(least, "word") + " or more" : "") + "." + (isCut ? " Only pairs that are on this page count." : "");
  at("one-sources").replaceChildren(...sources.map((source, i) => sourceLine(source, i, works)));
  at("one-texts").replaceChildren(...works.map((work) => workWithSources(work, sources)));
}
const excludedIn = (index, painted) => {
  const excluded = excludedWords(data.documents[index]);
  let inside = 0;
  painted.forEach((value, word) => {
    inside += value > 0 && excluded.within(word, word + 1) > 0;
  });
  return inside;
};
addKeys("one", [["Escape", "back to the tables", () => to("")]]);
