// The numbered pieces of a pair as the page shows them: equal words that follow each other on both sides, with what
// differs between them. Texts are not needed: the numbers of words are enough.
//
// A chain of runs of equal words, of one passage, at most mostBetween words apart on either side. Chains of fewer than
// leastEqual equal words are none, unless a passage has no other. A word that several claim belongs to the longest run:
// a sentence copied inside another passage is a piece of its own.
const mostBetween = 10;
const leastEqual = 4;

// [{number: from 1, in the order of a; passage: its number, from 0; words: equal ones; runs: [[a, b, words], ...];
// a: [first word, behind the last], b: likewise; place: its number in the order of b; moved: not in the order of the
// others}, ...]
const blocksMade = new Map();
function blocksOf(index) {
  if (!blocksMade.has(index)) {
    if (blocksMade.size > 20) blocksMade.delete(blocksMade.keys().next().value);
    blocksMade.set(index, makeBlocks(data.pairs[index]));
  }
  return blocksMade.get(index);
}

function makeBlocks(pair) {
  const blocks = pair.passages.flatMap((passage, number_) => {
    const chained = chains(pieces(passage));
    const long = chained.filter((runs) => equalIn(runs) >= leastEqual);
    return (long.length > 0 ? long : chained.slice(0, 1)).map((runs) => ({passage: number_, runs, words: equalIn(runs)}));
  });
  const kept = blocks.sort((x, y) => y.words - x.words).filter(ownWords());
  for (const block of kept) {
    const last = block.runs[block.runs.length - 1];
    block.a = [block.runs[0][0], last[0] + last[2]];
    block.b = [block.runs[0][1], last[1] + last[2]];
  }
  kept.sort((x, y) => x.b[0] - y.b[0] || x.b[1] - y.b[1]).forEach((block, i) => {
    block.place = i + 1;
  });
  kept.sort((x, y) => x.a[0] - y.a[0] || x.a[1] - y.a[1] || x.b[0] - y.b[0]).forEach((block, i) => {
    block.number = i + 1;
  });
  markMoved(kept);
  return kept;
}
const equalIn = (runs) => runs.reduce((sum, [, , words]) => sum + words, 0);

// Runs in chains, those of most words first.
function chains(runs) {
  const best = runs.map(([, , words]) => words),
    before = runs.map(() => -1);
  runs.forEach(([a, b, words], i) => {
    for (let j = i - 1; j >= 0 && runs[j][0] + runs[j][2] + mostBetween >= a; --j) {
      const between = b - runs[j][1] - runs[j][2];
      if (between < 0 || between > mostBetween || best[j] + words <= best[i]) continue;
      best[i] = best[j] + words;
      before[i] = j;
    }
  });
  const used = new Uint8Array(runs.length);
  const order = runs.map((_, i) => i).sort((x, y) => best[y] - best[x] || x - y);
  return order
    .map((end) => {
      const chain = [];
      for (let i = end; i >= 0 && !used[i]; i = before[i]) {
        used[i] = 1;
        chain.unshift(runs[i]);
      }
      return chain;
    })
    .filter((chain) => chain.length > 0)
    .sort((x, y) => equalIn(y) - equalIn(x));
}

// For filter: whether a block, of those given before, has words that no block before it has on that side.
function ownWords() {
  const taken = [new Set(), new Set()];
  return ({runs}) => {
    let own = 0;
    for (const run of runs)
      for (const side of [0, 1])
        for (let i = 0; i < run[2]; ++i) {
          const word = run[side] + i;
          if (taken[side].has(word)) continue;
          taken[side].add(word);
          ++own;
        }
    return own > 0;
  };
}

// Those that keep their order are as many words as can be; the others were moved.
function markMoved(blocks) {
  const most = new Array(blocks.length + 1).fill(null); // a tree: the best chain that ends at a place of b or before
  const better = (x, y) => (y === null || (x !== null && x.sum >= y.sum) ? x : y);
  for (const block of blocks) {
    let ending = null;
    for (let i = block.place - 1; i > 0; i -= i & -i) ending = better(ending, most[i]);
    const chain = {block, before: ending, sum: block.words + (ending === null ? 0 : ending.sum)};
    for (let i = block.place; i <= blocks.length; i += i & -i) most[i] = better(most[i], chain);
    block.moved = true;
  }
  let kept = null;
  for (let i = blocks.length; i > 0; i -= i & -i) kept = better(kept, most[i]);
  for (; kept !== null; kept = kept.before) kept.block.moved = false;
}

// Which block each word of a side belongs to, by its number; 0: none. Equal words to the longest run that has them;
// words between runs to the shortest block around them.
function paint(blocks, side, words) {
  const painted = new Uint32Array(words);
  const range = ({a, b}) => (side === 0 ? a : b);
  const size = (block) => range(block)[1] - range(block)[0];
  for (const block of blocks.slice().sort((x, y) => size(y) - size(x))) painted.fill(block.number, ...range(block));
  const runs = blocks.flatMap((block) => block.runs.map((run) => [run, block.number]));
  for (const [run, number_] of runs.sort((x, y) => x[0][2] - y[0][2])) painted.fill(number_, run[side], run[side] + run[2]);
  return painted;
}

// What differs inside the blocks of a side: [[first word, words, whether the other side has others instead], ...], those
// that no piece explains. loose: words that are equal to some of the other side, out of order: Set of their numbers.
function differences(blocks, side, painted, loose) {
  const found = [];
  for (const block of blocks)
    for (let k = 1; k < block.runs.length; ++k) {
      const before = block.runs[k - 1],
        next = block.runs[k];
      const replaced = next[1 - side] > before[1 - side] + before[2];
      let from = null;
      for (let word = before[side] + before[2]; word <= next[side]; ++word) {
        const differs = word < next[side] && painted[word] === block.number && !loose.has(word);
        if (differs && from === null) from = word;
        if (!differs && from !== null) {
          found.push([from, word - from, replaced]);
          from = null;
        }
      }
    }
  return found.sort((x, y) => x[0] - y[0]);
}
// Words of a side in runs that are in no block.
function looseWords(pair, blocks, side) {
  const inBlocks = new Set(blocks.flatMap(({runs}) => runs));
  const loose = new Set();
  for (const passage of pair.passages)
    for (const run of pieces(passage))
      if (!inBlocks.has(run)) for (let i = 0; i < run[2]; ++i) loose.add(run[side] + i);
  return loose;
}
