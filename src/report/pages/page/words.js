// A text's words on the page: where passages lie in it, and which words of two passages differ.
// spans in code points, [offset, length] -> in the units of JavaScript's strings, [begin, end].
function placed(text, spans) {
  const units = new Map();
  let unit = 0;
  let point = 0;
  for (const cut of Array.from(new Set(spans.flatMap(([offset, length]) => [offset, offset + length]))).sort((x, y) => x - y)) {
    for (; point < cut && unit < text.length; ++point) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
    units.set(cut, unit);
  }
  return spans.map(([offset, length]) => [units.get(offset), units.get(offset + length)]);
}

// As textkin cuts words (located_words.h, cluster_end.h and char_class.h say how): runs of letters, marks and digits; a
// character of a script without spaces alone, with what extends it; what does not show is no end of a word, nor is a
// hyphen that ends a line.
const ofWords = "(?![\\u02bb\\u02bc])[\\p{L}\\p{M}\\p{Nd}\\p{Nl}]";
const extending = "[\\p{M}\\uff9e\\uff9f\\u0e33\\u0eb3]";
const ringed = "(?:(?<=\\u0e4d)\\u0e32|(?<=\\u0ecd)\\u0eb2)";
const stacking = "[\\u1039\\u17d2\\u1a60\\u1b44\\ua9c0]";
const unseenInWords = "[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]";
const withoutSpaces = (() => {
  const all = (property, names) => `[${names.split(" ").map((name) => `\\p{${property}=${name}}`).join("")}]`;
  const complex = all("Script", "Thai Lao Khmer Myanmar Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Ahom");
  const listed = "Han Hiragana Katakana Bopomofo Yi Tangut Nushu Khitan_Small_Script Javanese Balinese";
  return `(?:(?!\\p{Nd})${complex}|${all("Script", listed)}|(?=${all("Script", "Common Inherited")})${all("scx", listed)})`;
})();
const wordPattern = (() => {
  const letter = `(?!${unseenInWords}|(?!${extending})${withoutSpaces})${ofWords}`;
  const alone = `(?!${unseenInWords}|${extending})(?=${ofWords})${withoutSpaces}`;
  const space = "[ \\t\\r\\u00a0]*";
  const within = `(?:${unseenInWords}|[-\\u2010\\u00ad]${space}\\n${space}(?=${letter}))*`;
  const spaced = `(?<!${ofWords}|${unseenInWords})(?:[A-Za-z] ){3,}[A-Za-z](?!${ofWords}|${unseenInWords})`;
  return new RegExp(`${spaced}|${alone}(?:${unseenInWords}*${extending}|(?<=${stacking})${alone}|${ringed})*|(?!${extending})${letter}(?:${within}${letter})*`, "gu");
})();
const cutByHyphen = new RegExp(`[-\\u2010]\\s*\\n\\s*|${unseenInWords}\\s*`, "gu");
// What folded_spelling.h leaves out or takes for one.
const unwritten = /\u0640|[\u0591-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed](?<=\p{Mn})|(?<=i)\u0307/gu;
const foldedSpelling = (word) =>
  word
    .replace(unwritten, "")
    .replace(/[\u0649\u06cc]/g, "\u064a")
    .replace(/\u06a9/g, "\u0643")
    .replace(/[\u0370-\u03ff\u1f00-\u1fff]\p{Mn}*/gu, (letter) => letter.normalize("NFD").replace(/\p{Mn}/gu, ""));
const keyOf = (word) =>
  foldedSpelling(word.replace(/ (?=[A-Za-z])/g, "").replace(cutByHyphen, "").normalize("NFKC").toLowerCase()) || word;
// Look-alike letters differ here: a reader should see them.
function wordsOf(text, [begin, end]) {
  return Array.from(text.slice(begin, end).matchAll(wordPattern), (match) => ({
    key: keyOf(match[0]), begin: begin + match.index, end: begin + match.index + match[0].length,
  }));
}

// Marks the words of both sides that have no equal in order: `kind` is "replaced" where the other side has others
// instead, else "only". By a longest common subsequence; null where that would take more than `budget.cells` steps.
function changesOf(x, y, budget) {
  let first = 0;
  while (first < x.length && first < y.length && x[first].key === y[first].key) ++first;
  let last = 0;
  while (last < Math.min(x.length, y.length) - first && x[x.length - 1 - last].key === y[y.length - 1 - last].key) ++last;
  const n = x.length - first - last, m = y.length - first - last;
  budget.cells -= (n + 1) * (m + 1);
  if (budget.cells < 0) return null;
  const longest = new Uint32Array((n + 1) * (m + 1));
  const cell = (i, j) => i * (m + 1) + j;
  for (let i = n - 1; i >= 0; --i)
    for (let j = m - 1; j >= 0; --j)
      longest[cell(i, j)] = x[first + i].key === y[first + j].key ? longest[cell(i + 1, j + 1)] + 1 :
        Math.max(longest[cell(i + 1, j)], longest[cell(i, j + 1)]);
  const changes = [[], []];
  let inX = [], inY = [];
  const flush = () => {
    const kind = inX.length > 0 && inY.length > 0 ? "replaced" : "only";
    for (const word of inX) changes[0].push({begin: word.begin, end: word.end, kind});
    for (const word of inY) changes[1].push({begin: word.begin, end: word.end, kind});
    inX = [];
    inY = [];
  };
  for (let i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && x[first + i].key === y[first + j].key) {
      flush();
      ++i;
      ++j;
    } else if (j === m || (i < n && longest[cell(i + 1, j)] >= longest[cell(i, j + 1)])) inX.push(x[first + i++]);
    else inY.push(y[first + j++]);
  }
  flush();
  return changes;
}

// The place of the first of `items`, which ascend, whose begin is `begin` or more.
function firstFrom(items, begin) {
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].begin < begin) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Shows text[begin, end) with the changes that lie in it; show(begin, end) gives what stands for a part.
function appendPiece(parent, text, begin, end, changes, show = (from, to) => [text.slice(from, to)]) {
  let done = begin;
  for (let i = firstFrom(changes, begin); i < changes.length && changes[i].begin < end; ++i) {
    const change = changes[i];
    if (change.begin < done || change.end > end) continue;
    const word = make("span", undefined, {class: change.kind});
    word.append(...show(change.begin, change.end));
    parent.append(...show(done, change.begin), word);
    done = change.end;
  }
  parent.append(...show(done, end));
}
