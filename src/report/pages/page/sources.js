// One text of a pair with all texts that it shares words with, each in its colour with its number.

// Sources of a document, those of most words first: [{number, document, pair: its number, words: of this document that
// stand there and count, ranges: [[first word, behind the last], ...]}, ...]
function sourcesOf(document_) {
  const excluded = excludedWords(data.documents[document_]);
  const found = data.pairs.flatMap((pair, index) => {
    if (pair.a !== document_ && pair.b !== document_) return [];
    const side = pair.a === document_ ? 0 : 1;
    const {words} = counted.pairs[index];
    const blocks = blocksOf(index).filter(({passage}) => Math.min(...words[passage]) > 0);
    const runs = blocks.flatMap((block) => block.runs.map((run) => [run[side], run[side] + run[2]]));
    const equal = new WordSet(runs).without(excluded);
    if (equal === 0) return [];
    const ranges = blocks.map((block) => (side === 0 ? block.a : block.b));
    return [{document: side === 0 ? pair.b : pair.a, pair: index, words: equal, ranges, runs}];
  });
  found.sort((x, y) => y.words - x.words || x.pair - y.pair).forEach((source, i) => {
    source.number = i + 1;
  });
  return found;
}

function drawnSources(document_, sources) {
  const places = placesOf(document_);
  if (places === null) return {text: null};
  const painted = new Uint32Array(data.documents[document_].words);
  for (const source of sources.slice().reverse())
    for (const range_ of source.ranges) painted.fill(source.number, ...range_);
  return {
    text: places.text,
    pieces: stretches(places, painted).map((piece) => ({...piece, counts: true})),
    grey: greyOf(document_, places),
    points: pointedOut(places.text),
    changes: [],
  };
}

function showSources(document_) {
  const sources = sourcesOf(document_);
  const {words} = counted.documents[document_];
  const excluded = excludedWords(data.documents[document_]);
  const all = new WordSet(sources.flatMap(({runs}) => runs)).without(excluded);
  at("sources-title").replaceChildren(named(idOf(document_)));
  at("sources-sentence").textContent =
    sources.length === 0
      ? "Nothing that counts stands in another text of this page."
      : `${number(all)} of ${count(words, "word")}${all === words ? "" : ` (${percent(all, words)})`} stand in ` +
        `${sources.length === 1 ? "one other text" : number(sources.length) + " other texts"} of this page. Where several have the same words, the first has the colour.`;
  at("source-list").replaceChildren(
    ...sources.map((source) => {
      const line = make("li");
      const link = line.appendChild(make("a", undefined, {href: "#pair=" + (source.pair + 1)}));
      link.style.setProperty("--hue", hue(source.number));
      link.append(
        make("strong", number(source.number) + " "),
        named(shortName(idOf(source.document))),
        ` \u00b7 ${count(source.words, "word")}${source.words === words ? "" : ` (${percent(source.words, words)})`}`
      );
      return line;
    })
  );
  const drawn = drawnSources(document_, sources);
  if (drawn.text === null) at("sources-text").replaceChildren(make("em", "This text is not on the page."));
  else at("sources-text").replaceChildren(drawLines(drawn, (mark) => mark.setAttribute("title", "source " + mark.dataset.piece), true));
}
at("source-list").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link === null) return;
  setPairView("sides");
  event.preventDefault();
  to(link.getAttribute("href"));
});
