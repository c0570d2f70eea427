// Which words of a passage are the same on both sides: [[first word of a, of b, words], ...], ascending in a, each word at
// most once. Where they cross, words were moved.
function pieces(pair, passage) {
  const [, , aWords, , , bWords, , aFirst, bFirst, given] = passage;
  if (given !== undefined) return given;
  const [a, b] = [placesOf(pair.a), placesOf(pair.b)];
  if (a === null || b === null) return (passage[9] = [[aFirst, bFirst, Math.min(aWords, bWords)]]);
  const keys = (places, first, words) => Array.from({length: words}, (_, i) => folded(wordAt(places, first + i)));
  passage[9] = tiled(keys(a, aFirst, aWords), keys(b, bFirst, bWords)).map(([x, y, words]) => [aFirst + x, bFirst + y, words]);
  return passage[9];
}

// The longest equal runs first, down to single words.
function tiled(x, y) {
  const usedX = new Uint8Array(x.length),
    usedY = new Uint8Array(y.length);
  const found = [];
  for (const length of [16, 8, 4, 2, 1]) {
    const gram = (words, i) => words.slice(i, i + length).join(" ");
    const where = new Map();
    for (let j = 0; j + length <= y.length; ++j) {
      const key = gram(y, j);
      if (!where.has(key)) where.set(key, []);
      where.get(key).push(j);
    }
    for (let i = 0; i + length <= x.length; ++i) {
      let best = [0, 0];
      for (const j of (where.get(gram(x, i)) || []).slice(0, 50)) {
        let n = 0;
        while (i + n < x.length && j + n < y.length && !usedX[i + n] && !usedY[j + n] && x[i + n] === y[j + n]) ++n;
        if (n > best[1]) best = [j, n];
      }
      const [j, n] = best;
      if (n < length) continue;
      usedX.fill(1, i, i + n);
      usedY.fill(1, j, j + n);
      found.push([i, j, n]);
      i += n - 1;
    }
  }
  return found.sort((p, q) => p[0] - q[0]);
}
const folded = (word) => {
  const key = keyOf(word);
  return hasLatin.test(key) ? key.replace(/[\u0370-\u052f]/g, (letter) => (lookAlikes.get(letter) || letter).toLowerCase()) : key;
};
