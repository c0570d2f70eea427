// What documents besides the two of a pair have of its pieces: as the pairs on this page tell, and where all that the two
// share stands elsewhere, as the whole collection does.

const byPersons = data.persons !== undefined;
const othersInWords = (others) => (byPersons ? `what ${count(others, "other person")} wrote` : count(others, "other text"));
const anyOther = byPersons ? "what anybody else wrote" : "any other text";
const noOther = byPersons ? "nothing that anybody else wrote" : "no other text";
const someOthers = byPersons ? "what others wrote" : "other texts";

const pairsOfDocument = new Map(); // number of a document -> [[index of a pair, its side there], ...]
data.pairs.forEach(({a, b}, index) =>
  [a, b].forEach((document_, side) => {
    if (!pairsOfDocument.has(document_)) pairsOfDocument.set(document_, []);
    pairsOfDocument.get(document_).push([index, side]);
  })
);

// Words of a piece that a set of words lacks, where more follow each other than edits do, or all: two who copied an answer
// between two printed questions have that alone, though everybody has the questions.
function lackedWords([begin, end], {begins, ends}) {
  let lacked = 0,
    from = begin;
  const lack = (to) => {
    if (to - from > mostBetween || (from === begin && to === end)) lacked += to - from;
  };
  begins.forEach((first, i) => {
    if (ends[i] <= from || first >= end) return;
    if (first > from) lack(first);
    from = Math.min(ends[i], end);
  });
  if (from < end) lack(end);
  return lacked;
}

// Map: others' documents than those of the two of a pair, a person's by the first of them -> [[first word, behind the
// last], ...] of a piece, on its side, that they have.
function othersWithWords(index, side, [begin, end]) {
  const pair = data.pairs[index];
  const own = [rowOf(pair.a), rowOf(pair.b)];
  const others = new Map();
  for (const [i, here] of pairsOfDocument.get(side === 0 ? pair.a : pair.b)) {
    const one = data.pairs[i];
    const whose = rowOf(here === 0 ? one.b : one.a);
    if (own.includes(whose)) continue;
    const ranges = one.passages
      .flatMap((passage) =>
        Array.isArray(pieces(passage))
          ? pieces(passage).map((run) => [run[here], run[here] + run[2]])
          : [[passage[7 + here], passage[7 + here] + passage[3 * here + 2]]]
      )
      .filter(([first, last]) => first < end && last > begin);
    if (ranges.length > 0) others.set(whose, (others.get(whose) || []).concat(ranges));
  }
  return others;
}

// {others: how many other documents have all of a piece, but for edits; words: of the piece; alone: of them, that no other
// document has}
function elsewhereOf(index, block) {
  const pair = data.pairs[index];
  const having = new Set();
  const sides = [block.a, block.b].map((range_, side) => {
    const others = othersWithWords(index, side, range_);
    for (const [other, ranges] of others) if (lackedWords(range_, new WordSet(ranges)) === 0) having.add(other);
    return {words: range_[1] - range_[0], alone: lackedWords(range_, new WordSet([...others.values()].flat()))};
  });
  const told = pair.rare_words === 0 ? pair.passages[block.passage][10] : 0;
  if (told > having.size) return {others: told, words: sides[0].words, alone: 0};
  return {others: having.size, ...sides.reduce((x, y) => (y.alone < x.alone ? y : x))};
}
