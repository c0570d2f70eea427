// What is not counted, and all numbers of documents and pairs without it. A switch counts anew.
const exclusionNames = {
  template: "template text",
  quotations: "quotations",
  references: "reference lists",
  unreferenced: "quotations without a reference",
  common: "passages shared with more than " + number(data.shared_by) + " other documents",
};
const excludes = data.exclusions.map((exclusion) => exclusion.on);
const range = ([, first, words]) => [first, first + words];
const excludedWords = (document_) => new WordSet(document_.excluded.filter(([kind]) => excludes[kind]).map(range));
const switchedAsMade = () => data.exclusions.every((exclusion, kind) => excludes[kind] === exclusion.on);

const spanned = data.documents.map(
  (document_) => new WordSet(document_.spans.map(([first, words]) => [first, first + words]))
);
const asMade = data.documents.map(({longest, pairs}) => ({longest, pairs}));

// documents: {words, matched, longest, pairs}; pairs: {a_matched, b_matched, longest, passages: how many count,
// words: [of a, of b] in each of its passages; a_equal, b_equal: words that the other has the same, same: the lesser of
// them, rare: of it in passages that no other document has}.
let counted = null;
function recount() {
  const excluded = data.documents.map(excludedWords);
  const documents = data.documents.map((_, i) => ({
    words: data.documents[i].words - excluded[i].size,
    matched: spanned[i].without(excluded[i]),
    longest: 0,
    pairs: 0,
  }));
  const pairs = data.pairs.map((pair) => {
    const inA = pair.passages.map((p) => [p[7], p[7] + p[2]]),
      inB = pair.passages.map((p) => [p[8], p[8] + p[5]]);
    const left = (ranges, set) => ranges.map(([begin, end]) => end - begin - set.within(begin, end));
    const a = left(inA, excluded[pair.a]),
      b = left(inB, excluded[pair.b]);
    const words = a.map((value, i) => [value, b[i]]);
    const longest = words.reduce((most, both) => Math.max(most, Math.min(...both)), 0);
    for (const document_ of [documents[pair.a], documents[pair.b]]) {
      document_.longest = Math.max(document_.longest, longest);
      document_.pairs += longest > 0;
    }
    return {
      ...sameIn(pair, words, excluded),
      a_matched: new WordSet(inA).without(excluded[pair.a]),
      b_matched: new WordSet(inB).without(excluded[pair.b]),
      longest,
      passages: words.filter((both) => Math.min(...both) > 0).length,
      words,
    };
  });
  // Pairs that are not on the page count, too, as long as it is known how.
  if (switchedAsMade()) documents.forEach((document_, i) => Object.assign(document_, asMade[i]));
  counted = {documents, pairs};
}

// Without its pieces of a pair it is known only how many words each passage has the same.
function sameIn(pair, words, excluded) {
  const inPieces = pair.passages.every((p) => Array.isArray(p[9]));
  const here = pair.passages.filter((_, i) => Math.min(...words[i]) > 0);
  const few = pair.passages.map((p, i) => Math.min(p[6], ...words[i]));
  const sum = (numbers) => numbers.reduce((x, y) => x + y, 0);
  const rare =
    switchedAsMade() && pair.rare_words !== undefined
      ? pair.rare_words
      : sum(few.filter((_, i) => pair.passages[i][10] === 0));
  if (!inPieces) {
    const all = sum(few);
    const most = (side, at) =>
      new WordSet(here.map((p) => [p[at], p[at] + p[at === 7 ? 2 : 5]])).without(excluded[pair[side]]);
    const a_equal = Math.min(all, most("a", 7)),
      b_equal = Math.min(all, most("b", 8));
    return {a_equal, b_equal, same: Math.min(a_equal, b_equal), rare};
  }
  const of = (side, at) =>
    new WordSet(here.flatMap((p) => p[9].map((piece) => [piece[at], piece[at] + piece[2]]))).without(excluded[pair[side]]);
  const a_equal = of("a", 0),
    b_equal = of("b", 1);
  return {a_equal, b_equal, same: Math.min(a_equal, b_equal), rare};
}

function showSwitched() {
  data.exclusions.forEach(({kind, words}, i) => {
    if (words > 0) at("exclude-" + kind).checked = excludes[i];
  });
}
function showExclusions() {
  data.exclusions.forEach((exclusion, kind) => {
    if (exclusion.words === 0) return;
    const line = at("switches").appendChild(make("li"));
    const label = line.appendChild(make("label"));
    const box = label.appendChild(
      make("input", undefined, {type: "checkbox", id: "exclude-" + exclusion.kind, autocomplete: "off"})
    );
    box.checked = exclusion.on;
    label.append(" " + (exclusionNames[exclusion.kind] || exclusion.kind));
    line.append(" ", make("span", "(" + count(exclusion.words, "word") + ")", {class: "dim"}));
    box.addEventListener("change", () => {
      excludes[kind] = box.checked;
      recount();
      showCounted();
      noteAddress();
    });
  });
  at("exclusions").hidden = data.exclusions.every(({words}) => words === 0);
}
