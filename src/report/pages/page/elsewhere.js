// How many documents besides the two of a pair have most of one of its pieces: of the whole collection where that is so of
// all of its passage, else of the pairs on this page.
const coversPiece = (range_, first, words) =>
  2 * (Math.min(range_[1], first + words) - Math.max(range_[0], first)) > range_[1] - range_[0];

const pairsOfDocument = new Map(); // number of a document -> [[index of a pair, its side there], ...]
data.pairs.forEach(({a, b}, index) =>
  [a, b].forEach((document_, side) => {
    if (!pairsOfDocument.has(document_)) pairsOfDocument.set(document_, []);
    pairsOfDocument.get(document_).push([index, side]);
  })
);

function othersWith(index, block) {
  const pair = data.pairs[index];
  const told = pair.passages[block.passage][10];
  if (told > 0) return told;
  const others = new Set();
  for (const [document_, range_] of [
    [pair.a, block.a],
    [pair.b, block.b],
  ])
    for (const [i, side] of pairsOfDocument.get(document_)) {
      const one = data.pairs[i];
      const other = side === 0 ? one.b : one.a;
      if (i === index || other === pair.a || other === pair.b || others.has(other)) continue;
      if (one.passages.some((passage) => coversPiece(range_, passage[7 + side], passage[3 * side + 2]))) others.add(other);
    }
  return others.size;
}
