// Words that one side has more often than the other: a sentence copied twice differs from nothing, though a word of the
// other side is the equal of one alone.
const leastAgain = 6; // words
const gramsOf = new WeakMap(); // places of a text -> Map of runs of so many words, to the first that begins there

function gramKey(places, word) {
  const keys = [];
  for (let i = 0; i < leastAgain; ++i) keys.push(keyOf(wordAt(places, word + i)));
  return keys.join(" ");
}
function gramsIn(places) {
  if (!gramsOf.has(places)) {
    const grams = new Map();
    for (let word = places.begins.length - leastAgain; word >= 0; --word) grams.set(gramKey(places, word), word);
    gramsOf.set(places, grams);
  }
  return gramsOf.get(places);
}
// The first word of the other text from which it has all of these words in order; -1: it has not.
function standsAgain(places, other, [first, words]) {
  if (other === null || words < leastAgain) return -1;
  const found = gramsIn(other).get(gramKey(places, first));
  if (found === undefined || found + words > other.begins.length) return -1;
  for (let i = leastAgain; i < words; ++i)
    if (keyOf(wordAt(places, first + i)) !== keyOf(wordAt(other, found + i))) return -1;
  return found;
}
