// Where two whole texts differ, by words and other characters that show.
// A piece is a word as words.js cuts it, or any other character that is not space. `key` is a number: equal for words
// that are equal but for case and the like.
const isWord = /[\p{L}\p{N}]/u;
function piecesOf(text, keys) {
  const pattern = new RegExp(wordPattern.source + "|\\S", "gu");
  return Array.from(text.matchAll(pattern), (match) => {
    const word =
        match[0].replace(/[-\u2010]\r?\n\s*|[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").normalize("NFKC").toLowerCase();
    if (!keys.has(word)) keys.set(word, keys.size);
    return {
      key: keys.get(word),
      word: isWord.test(word),
      surface: match[0],
      begin: match.index,
      end: match.index + match[0].length
    };
  });
}

// [i, j] for runs of `length` (a power of two) pieces that stand once in x[from, to) and once in y[fromY, toY), in an
// order that both have: the longest such list.
function anchors(x, [from, to], y, [fromY, toY], length) {
  const ids = new Map();
  const runs = (pieces, begin, end) => {
    let row = pieces.slice(begin, end).map((piece) => piece.key);
    for (let step = 1; step < length; step *= 2) {
      row = row.slice(0, Math.max(0, row.length - step)).map((id, i) => {
        const both = step + ":" + id + "," + row[i + step];
        if (!ids.has(both)) ids.set(both, ids.size);
        return ids.get(both);
      });
    }
    return row;
  };
  const once = (row) => {
    const places = new Map();
    row.forEach((id, i) => places.set(id, places.has(id) ? -1 : i));
    return places;
  };
  const rowX = runs(x, from, to), inX = once(rowX), inY = once(runs(y, fromY, toY));
  const tails = [];
  rowX.forEach((id, i) => {
    const j = inY.has(id) ? inY.get(id) : -1;
    if (j < 0 || inX.get(id) !== i) return;
    let low = 0, high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tails[middle].j < j)
        low = middle + 1;
      else
        high = middle;
    }
    tails[low] = {i, j, before: low > 0 ? tails[low - 1] : null};
  });
  const chain = [];
  for (let last = tails.length > 0 ? tails[tails.length - 1] : null; last !== null; last = last.before)
    chain.push([from + last.i, fromY + last.j]);
  return chain.reverse();
}

// Puts the pieces without an equal in order into `changed`. True where all of a stretch was put there because it was
// too long to compare, or `budget.cells` steps were not enough. `depth`: how often a stretch may be cut at anchors.
function findChanged(x, rangeX, y, rangeY, changed, budget, depth) {
  let [from, to] = rangeX, [fromY, toY] = rangeY;
  while (from < to && fromY < toY && x[from].key === y[fromY].key) ++from, ++fromY;
  while (from < to && fromY < toY && x[to - 1].key === y[toY - 1].key) --to, --toY;
  const all = () => {
    for (let i = from; i < to; ++i) changed[0].add(i);
    for (let j = fromY; j < toY; ++j) changed[1].add(j);
  };
  if (from === to || fromY === toY) {
    all();
    return false;
  }
  if ((to - from + 1) * (toY - fromY + 1) <= Math.min(1e6, budget.cells)) {
    const [inX, inY] = changesOf(x.slice(from, to), y.slice(fromY, toY), budget);
    const places = (changes) => new Set(changes.map((change) => change.begin));
    const startsX = places(inX), startsY = places(inY);
    for (let i = from; i < to; ++i)
      if (startsX.has(x[i].begin)) changed[0].add(i);
    for (let j = fromY; j < toY; ++j)
      if (startsY.has(y[j].begin)) changed[1].add(j);
    return false;
  }
  let chain = depth === 0 ? [] : anchors(x, [from, to], y, [fromY, toY], 4);
  if (chain.length === 0 && depth > 0) chain = anchors(x, [from, to], y, [fromY, toY], 1);
  if (chain.length === 0) {
    all();
    return true;
  }
  let coarse = false;
  for (const [i, j] of chain.concat([[to, toY]])) {
    if (i < from || j < fromY) continue;
    coarse = findChanged(x, [from, i], y, [fromY, j], changed, budget, depth - 1) || coarse;
    from = i + 1;
    fromY = j + 1;
  }
  return coarse;
}

// A comma that happens to be equal between two differences tells nothing: equal stretches without a word that have
// differences before and behind them are put into `changed`.
function joinAcrossPunctuation(x, y, changed) {
  let held = null;  // since the last difference, without a word
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    const isChanged = changed[0].has(i) || changed[1].has(j);
    if (isChanged && held !== null)
      for (const [p, q] of held) {
        changed[0].add(p);
        changed[1].add(q);
      }
    if (isChanged) {
      held = [];
      while (changed[0].has(i)) ++i;
      while (changed[1].has(j)) ++j;
      continue;
    }
    if (held !== null) {
      if (x[i].word)
        held = null;
      else
        held.push([i, j]);
    }
    ++i;
    ++j;
  }
}

// {list, coarse}: the differences in order, {a: [begin, end], b: [begin, end], kind}, in the units of JavaScript's
// strings. kind: "only" where one side is empty, "replaced" where both have something else, "spelled" where the words
// are the same.
function differencesOf(a, b) {
  const keys = new Map();
  const x = piecesOf(a, keys), y = piecesOf(b, keys);
  const changed = [new Set(), new Set()];
  const coarse = findChanged(x, [0, x.length], y, [0, y.length], changed, {cells: 4e7}, 5);
  joinAcrossPunctuation(x, y, changed);
  const list = [];
  const span = (pieces, from, to) => from === to ?
      (from === 0 ? [0, 0] : [pieces[from - 1].end, pieces[from - 1].end]) :
      [pieces[from].begin, pieces[to - 1].end];
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    const [fromX, fromY] = [i, j];
    while (changed[0].has(i)) ++i;
    while (changed[1].has(j)) ++j;
    if (i > fromX || j > fromY) {
      list.push({a: span(x, fromX, i), b: span(y, fromY, j), kind: i > fromX && j > fromY ? "replaced" : "only"});
      continue;
    }
    while (i < x.length && j < y.length && !changed[0].has(i) && !changed[1].has(j) && x[i].surface !== y[j].surface)
      ++i, ++j;
    if (i > fromX)
      list.push({a: span(x, fromX, i), b: span(y, fromY, j), kind: "spelled"});
    else
      ++i, ++j;
  }
  return {list, coarse};
}
