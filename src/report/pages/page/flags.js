// What a reader does not see in a text, or takes for something else. Flags are reasons to look, not findings.
// Greek, Cyrillic and Armenian letters (hexadecimal) that are drawn as a Latin one; look_alikes.cc has the same.
const lookAlikes = new Map(
  (
    "A:391,410 B:392,412 C:421 E:395,415 H:397,41D,4BA I:399,406,4C0 J:408 K:39A,41A M:39C,41C N:39D " +
    "O:39F,41E,555 P:3A1,420 Q:51A S:405,54F T:3A4,422 U:54D W:51C X:3A7,425 Y:3A5,423,4AE Z:396 a:3B1,430 " +
    "c:3F2,441 d:501 e:435 f:584 g:581 h:4BB,570 i:3B9,456 j:3F3,458 l:4CF n:578,57C o:3BF,43E,585 p:3C1,440 " +
    "q:51B,563,566 s:455 u:3C5,57D v:3BD w:51D x:445 y:3B3,443,4AF"
  )
    .split(" ")
    .flatMap((entry) =>
      entry
        .slice(2)
        .split(",")
        .map((code) => [String.fromCodePoint(parseInt(code, 16)), entry[0]])
    )
);
const hasLatin = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const greekSymbol = /[\u03b1-\u03be\u03c0-\u03c9]/;
const hasForeign = /[\u0370-\u058f]/;
// Joiners are how some scripts are written; in a word of Latin, Greek or Cyrillic they have no business. The others
// turn the text around them or carry text that nobody sees.
const turners = /[\u202a-\u202e\u2061-\u206f\u{e0000}-\u{e007f}]/gu;
const joiners = new RegExp(`(?:(?!${turners.source})${unseenInWords})+`, "gu");
const softHyphen = "\u00ad"; // that programs put where a word may be parted
const joined = /^[\p{L}\p{M}\p{N}]$/u;
const flagKinds = {
  "look-alike": ["look-alike letter", "look-alike letters"],
  unseen: ["character that does not show", "characters that do not show"],
};

// Words all of whose letters look like Latin ones and that stand among Latin ones; swapped_words.h says which.
const unseenThere = new RegExp(unseenInWords, "gu");
const mayBeDisguised = (word) =>
  Array.from(word.replace(unseenThere, "")).every((letter) => lookAlikes.has(letter) && !greekSymbol.test(letter));
function disguisedAmong(words) {
  const found = new Set();
  let open = [],
    before = null,
    foreign = 0;
  const settle = () => {
    for (const i of open) found.add(i);
    open = [];
  };
  words.forEach(([word], i) => {
    if (hasLatin.test(word)) {
      before = "latin";
      settle();
    } else if (mayBeDisguised(word)) {
      if (before !== "other") open.push(i);
    } else if (!/^[0-9]+$/.test(word)) {
      before = "other";
      open = [];
      if (hasForeign.test(word)) ++foreign;
    }
  });
  if (before === "latin") settle();
  return foreign < Math.floor(words.length / 10) + 1 ? found : new Set();
}

// Whether the letter at `index` of the word is a symbol before or behind all its Latin ones: TNFα, γH2AX.
const isSymbolAtEdge = (word, index) =>
  greekSymbol.test(word[index]) && hasLatin.test(word) && !(hasLatin.test(word.slice(0, index)) && hasLatin.test(word.slice(index)));

// Characters of `text` to point out, in order: {begin, end, kind, code, like: the Latin letter}.
function pointedOut(text) {
  const found = [];
  const unseen = (begin, c) => found.push({begin, end: begin + c.length, kind: "unseen", code: codePoint(c)});
  for (const match of text.matchAll(joiners)) {
    const next = text.slice(match.index + match[0].length, match.index + match[0].length + 1);
    if (match.index > 0 && joined.test(text[match.index - 1]) && next < "\u0530" && joined.test(next))
      Array.from(match[0]).forEach((c, i) => c !== softHyphen && unseen(match.index + i, c));
  }
  for (const match of text.matchAll(turners)) unseen(match.index, match[0]);
  if (hasForeign.test(text)) {
    const words = Array.from(text.matchAll(wordPattern));
    const disguised = disguisedAmong(words);
    words.forEach((word, i) => {
      if (!hasForeign.test(word[0]) || !(hasLatin.test(word[0]) || disguised.has(i))) return;
      for (const letter of word[0].matchAll(/[\u0370-\u058f]/g))
        if (lookAlikes.has(letter[0]) && !isSymbolAtEdge(word[0], letter.index))
          found.push({
            begin: word.index + letter.index,
            end: word.index + letter.index + 1,
            kind: "look-alike",
            code: codePoint(letter[0]),
            like: lookAlikes.get(letter[0]),
          });
    });
  }
  if (dressedLetter.test(text)) found.push(...dressed(text));
  return found.sort((x, y) => x.begin - y.begin);
}

// Letters in another dress, in words of which textkin says so (dressed_words.h, formulas.h).
const wideLetter = /[\uff21-\uff3a\uff41-\uff5a]/gu;
const styledLetter =
  /[\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c\u212d\u212f-\u2134\u2139\u2145-\u2149\u{1d400}-\u{1d7cb}]/gu;
const dressedLetter = /[\u0131\u2102-\u2149\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7cb}]/u;
const ofFormula = `(?:${styledLetter.source}|[^\\p{L}\\n]){0,20}`;
const calculating = "(?![|~])[\\p{Sm}^_]";
const behindSign = new RegExp(`[\\p{L}\\p{M}\\p{N})\\]}][^\\S\\n]{0,8}${calculating}${ofFormula}$`, "u");
const beforeSign = new RegExp(`^${ofFormula}${calculating}`, "u");
const raisedOrLowered = /[\u00b2\u00b3\u00b9\u2070-\u209c\u1d2c-\u1d6a\u2c7c]/;
const styledRuns = new RegExp(`${styledLetter.source}+`, "gu");
const bareDotless = /(?<![\u00b4`\u00a8\u02c6\u02dc^])\u0131(?![\u00b4`\u00a8\u02c6\u02dc^\u0300-\u0304\u0308\u030c])/g;

// Of the words of a text those with styled letters that are no formula's.
function styledWords(text, words) {
  const runs = new Set();
  const odd = words.filter((word) => {
    const letters = word[0].match(styledLetter);
    if (letters === null) return false;
    const [begin, end] = [word.index, word.index + word[0].length];
    const plain = /[A-Za-z]/.test(word[0]);
    const touched = !plain && raisedOrLowered.test(text.slice(Math.max(0, begin - 1), end + 1));
    if (!touched && !behindSign.test(text.slice(Math.max(0, begin - 100), begin)) && !beforeSign.test(text.slice(end, end + 100)))
      return plain || letters.length >= 3;
    for (const run of word[0].match(styledRuns)) runs.add(run);
    return false;
  });
  return odd.filter((word) => /[A-Za-z]/.test(word[0]) || word[0].match(styledRuns).some((run) => !runs.has(run)));
}
// Places of letters of a text that are a dotless i for an i.
function dotlessPlaces(text, words) {
  const places = new Set(Array.from(text.matchAll(bareDotless), ({index}) => index));
  if (/[\u011e\u011f\u0130\u015e\u015f\u0259\u018f]/.test(text)) return new Set();
  const isSmall = (word) => !/^[\p{Lu}\p{Lt}]/u.test(word);
  const dotted = (word) => keyOf(word.replace(/\u0131/g, "i"));
  const bare = words.filter((word) => Array.from(word[0].matchAll(/\u0131/g)).some(({index}) => places.has(word.index + index)));
  const all = new Set(bare.map((word) => dotted(word[0])));
  const begunSmall = bare.filter((word) => isSmall(word[0]));
  const twice = new Set(words.filter(([word]) => !word.includes("\u0131") && isSmall(word)).map(([word]) => keyOf(word)).filter((key) => all.has(key)));
  const different = new Set(begunSmall.map((word) => dotted(word[0]))).size + twice.size;
  return different >= 3 || begunSmall.length >= Math.floor(words.length / 10) + 1 ? places : new Set();
}
function dressed(text) {
  const words = Array.from(text.matchAll(wordPattern));
  const solo = new RegExp(`^${withoutSpaces}`, "u");
  const wideIsUsual = words.filter((word) => solo.test(word[0])).length >= Math.floor(words.length / 10) + 1;
  const dotless = dotlessPlaces(text, words);
  const styled = new Set(styledWords(text, words));
  const out = [];
  for (const word of words) {
    const wide = wideIsUsual ? [] : Array.from(word[0].matchAll(wideLetter));
    const letters = [
      ...(styled.has(word) ? word[0].matchAll(styledLetter) : []),
      ...(wide.length >= 3 || /[A-Za-z]/.test(word[0]) ? wide : []),
      ...Array.from(word[0].matchAll(/\u0131/g)).filter(({index}) => dotless.has(word.index + index)),
    ];
    for (const letter of letters) {
      const begin = word.index + letter.index;
      const like = letter[0] === "\u0131" ? "i" : letter[0].normalize("NFKC");
      out.push({begin, end: begin + letter[0].length, kind: "look-alike", code: codePoint(letter[0]), like});
    }
  }
  return out;
}
const titleOf = ({code, like}) => code + (like === undefined ? ", does not show" : ", looks like " + like);

// "3 look-alike letters (U+0430: 2, U+03BF: 1)", for those who cannot point at them.
function describe(found) {
  return Object.keys(flagKinds).flatMap((kind) => {
    const codes = new Map();
    for (const one of found) if (one.kind === kind) codes.set(one.code, (codes.get(one.code) || 0) + 1);
    const total = Array.from(codes.values()).reduce((sum, times) => sum + times, 0);
    if (total === 0) return [];
    const most = Array.from(codes)
      .sort((x, y) => y[1] - x[1])
      .slice(0, 5)
      .map(([code, times]) => code + ": " + number(times));
    return [
      number(total) +
        " " +
        flagKinds[kind][total === 1 ? 0 : 1] +
        " (" +
        most.join(", ") +
        (codes.size > 5 ? ", and others" : "") +
        ")",
    ];
  });
}

// For the tables, which have what was counted and noted when the text was read.
const flagWeight = ({flags, notes}) => flags.look_alike + flags.hidden + notes.length;
function showFlags({flags, notes}) {
  const list = make("ul", undefined, {class: "flags"});
  for (const [words, what] of [
    [flags.look_alike, "look-alike letters"],
    [flags.hidden, "hidden characters"],
  ])
    if (words > 0) list.append(make("li", count(words, "word") + " with " + what));
  for (const note of notes) list.appendChild(make("li")).append(named(note, true));
  return list.childElementCount > 0 ? list : "";
}
const shortFlags = (documents) =>
  [
    ["look-alike letters", ({flags}) => flags.look_alike > 0],
    ["hidden characters", ({flags}) => flags.hidden > 0],
    ["notes", ({notes}) => notes.length > 0],
  ]
    .filter(([, has]) => documents.some(has))
    .map(([what]) => what)
    .join(", ");

// text[begin, end) with the characters of `points` that lie in it made visible. What turns text ends where it stands.
function visible(text, points, begin, end) {
  const parts = [];
  let done = begin;
  for (let i = firstFrom(points, begin); i < points.length && points[i].end <= end; ++i) {
    const point = points[i];
    parts.push(
      text.slice(done, point.begin),
      make("span", text.slice(point.begin, point.end), {class: point.kind, title: titleOf(point)})
    );
    done = point.end;
  }
  parts.push(text.slice(done, end));
  return parts.filter((part) => part !== "");
}
