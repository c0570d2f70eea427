// Where the words of a document stand in its text, by the numbers that the data counts them with.
// placesOf(document): {text, begins, ends} in units of JavaScript's strings; null without a text on the page.
const texts = document.querySelectorAll("script.text");
const lastPlaces = new Map(); // of the documents looked at last: a class of long texts would fill the memory

function placesOf(index) {
  if (!lastPlaces.has(index)) {
    if (lastPlaces.size > 7) lastPlaces.delete(lastPlaces.keys().next().value);
    lastPlaces.set(index, findPlaces(index));
  }
  return lastPlaces.get(index);
}
function findPlaces(index) {
  const text = JSON.parse(texts[index].textContent);
  if (text === null) return null;
  const {words, places} = data.documents[index];
  const begins = new Uint32Array(words),
    ends = new Uint32Array(words);
  if (places !== undefined) placeTokens(text, places, begins, ends);
  else {
    let i = 0;
    for (const match of text.matchAll(wordPattern)) {
      begins[i] = match.index;
      ends[i++] = match.index + match[0].length;
    }
    if (i !== words) spread(index, text, begins, ends);
  }
  return {text, begins, ends};
}
// places: [characters since the last token's end, characters of it, ...]: tokens of source code.
function placeTokens(text, places, begins, ends) {
  const spans = [];
  for (let i = 0, offset = 0; i < places.length; i += 2) {
    spans.push([offset + places[i], places[i + 1]]);
    offset += places[i] + places[i + 1];
  }
  placed(text, spans).forEach(([begin, end], i) => {
    begins[i] = begin;
    ends[i] = end;
  });
}
// A browser that cuts other words than textkin (an older Unicode): the ends of passages are known, and between them
// words are taken to be of one length.
function spread(index, text, begins, ends) {
  const spans = data.pairs.flatMap((pair) =>
    [pair.a, pair.b].flatMap((side, i) =>
      side === index ? pair.passages.map((p) => [p[3 * i], p[3 * i + 1], p[7 + i], p[3 * i + 2]]) : []
    )
  );
  const fixed = placed(text, spans).flatMap(([begin, end], i) => [
    [spans[i][2], begin],
    [spans[i][2] + spans[i][3], end],
  ]);
  fixed.push([0, 0], [begins.length, text.length]);
  fixed.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  for (let k = 1; k < fixed.length; ++k) {
    const [from, begin] = fixed[k - 1],
      [to, end] = fixed[k];
    for (let i = from; i < to; ++i) {
      begins[i] = begin + Math.round(((end - begin) * (i - from)) / (to - from));
      ends[i] = begin + Math.round(((end - begin) * (i + 1 - from)) / (to - from));
    }
  }
}
const wordAt = ({text, begins, ends}, word) => text.slice(begins[word], ends[word]);
// The first word that begins at a place or behind it.
function wordFrom({begins}, place) {
  let low = 0,
    high = begins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
