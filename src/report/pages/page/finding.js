// What is so of a pair, in numbers and in words, under what is not counted now. The page and its evidence sheet say it.

// The blocks of a pair, each with `counting`: its equal words that count now, on the side where they are fewer.
function blocksNow(index) {
  const pair = data.pairs[index];
  const excluded = [pair.a, pair.b].map((document_) => excludedWords(data.documents[document_]));
  const left = (runs, side) => new WordSet(runs.map((run) => [run[side], run[side] + run[2]])).without(excluded[side]);
  return blocksOf(index).map((block) => ({...block, counting: Math.min(left(block.runs, 0), left(block.runs, 1))}));
}
const countsNow = ({counting}) => counting > 0;
// "114 equal words, 14 of them counted"
const equalInWords = ({words, counting}) =>
  count(words, "equal word") + (counting === words ? "" : counting === 0 ? ", not counted" : `, ${number(counting)} of them counted`);

// {documents: [a, b] of data.documents; total: [a, b] counted words; equal: [a, b] of them in pieces; blocks: those that
// count, as blocksNow() has them; swapped: [a, b] words that are equal but for swapped or hidden letters, swappedShared: those of either side as shared words; identical: the texts are, sameWords: all
// words are, in order, signs: those that differ between them, as signsBetween() has them; left: words that both have and that do not count, of the side that has more; uncounted: [[kind, words of a, words of b], ...]}
function findingOf(index) {
  const pair = data.pairs[index];
  const documents = [data.documents[pair.a], data.documents[pair.b]];
  const excluded = documents.map(excludedWords);
  const passageCounts = counted.pairs[index].words.map((both) => Math.min(...both) > 0);
  const runs = pair.passages.flatMap((passage, i) => (passageCounts[i] ? pieces(passage) : []));
  const equal = [0, 1].map((side) => new WordSet(runs.map((run) => [run[side], run[side] + run[2]])).without(excluded[side]));
  const total = [pair.a, pair.b].map((document_) => counted.documents[document_].words);
  const counts = blocksNow(index).filter(countsNow);
  const places = [placesOf(pair.a), placesOf(pair.b)];
  const same = [0, 1].every((side) => equal[side] === documents[side].words) && !counts.some(({moved}) => moved);
  return {
    documents,
    total,
    equal,
    blocks: counts,
    moved: counts.some(({moved}) => moved),
    ...swappedWords(runs, places),
    left: leftWords(pair, excluded),
    identical: places[0] !== null && places[1] !== null && places[0].text === places[1].text,
    sameWords: same && documents[0].words === documents[1].words,
    signs: same && documents[0].words === documents[1].words ? signsBetween(places) : null,
    uncounted: data.exclusions
      .map((_, kind) => [kind, ...documents.map((document_) => wordsOfKind(document_, kind))])
      .filter(([kind, a, b]) => excludes[kind] && a + b > 0),
  };
}
const leftWords = (pair, excluded) => {
  const runs = piecesOfPair(pair);
  const left = [0, 1].map((side) => {
    const all = new WordSet(runs.map((run) => [run[side], run[side] + run[2]]));
    return all.size - all.without(excluded[side]);
  });
  return Math.max(...left);
};
const wordsOfKind = (document_, kind) => new WordSet(document_.excluded.filter((one) => one[0] === kind).map(range)).size;

// Words of runs that have other letters on the two sides, though they are taken for equal: {swapped: [in a, in b], on the
// side that has letters to point out; swappedShared: how many shared words these are}.
function swappedWords(runs, places) {
  if (places.includes(null)) return {swapped: [0, 0], swappedShared: 0};
  const odd = places.map((one) => {
    const words = new Set();
    for (const {begin} of pointedOut(one.text)) {
      const word = wordFrom(one, begin + 1) - 1;
      if (word >= 0 && begin < one.ends[word]) words.add(word);
    }
    return words;
  });
  const found = [new Set(), new Set()];
  const alone = new Set(); // words of b whose like in a has none
  if (odd[0].size + odd[1].size > 0)
    for (const run of runs)
      for (let i = 0; i < run[2]; ++i) {
        const is = [0, 1].map((side) => odd[side].has(run[side] + i));
        for (const side of [0, 1]) if (is[side]) found[side].add(run[side] + i);
        if (is[1] && !is[0]) alone.add(run[1] + i);
      }
  return {swapped: found.map(({size}) => size), swappedShared: found[0].size + alone.size};
}

// Signs that are no words and may be all that is said, between words that are equal in order: boxes that are ticked, stars,
// operators, currencies, digits above the line. Those of either side where the other has others; null where a text is not on
// the page. What draws tables, quotes and accents is none.
const sign = /(?![|~`\u00b4\u00a8])[\p{So}\p{Sm}\p{Sc}\p{Sk}\p{No}]/gu;
function signsBetween(places) {
  if (places.includes(null)) return null;
  const signsBefore = ({text, begins, ends}, i) => {
    const between = (i === 0 ? "\n" : "") + text.slice(i === 0 ? 0 : ends[i - 1], i === begins.length ? text.length : begins[i]);
    return between.replace(/(?<=\n)[ \t]*(?:>[ \t]*)+/g, "").match(sign) || []; // no block quotes
  };
  const found = new Set();
  for (let i = 0; i <= places[0].begins.length; ++i) {
    const [a, b] = places.map((one) => signsBefore(one, i));
    if (a.join("") !== b.join("")) for (const one of [...a, ...b]) found.add(one);
  }
  return Array.from(found);
}
// "letters, signs (☐ ☒), case, punctuation or layout differ"
function sameWordsInWords({signs, swapped}) {
  const most = 6;
  const some = signs === null ? "signs, " : signs.length === 0 ? "" : `signs (${signs.slice(0, most).join(" ")}${signs.length > most ? " and others" : ""}), `;
  return `${swapped[0] + swapped[1] > 0 ? "letters, " : ""}${some}case, punctuation or layout ${signs === null ? "may " : ""}differ`;
}

// The finding in sentences: {first: what matters most, more: [the others]}. names: of a and b as they are shown.
function findingInWords(finding, [a, b]) {
  const {total, equal, blocks, moved} = finding;
  const more = [];
  if (finding.identical) return {first: `The two texts are identical, character for character: ${identicalInWords(finding)}.`, more};
  if (finding.sameWords)
    return {first: `The two texts have the same ${count(total[0], "word")} in the same order; ${sameWordsInWords(finding)}.`, more};
  if (equal[0] === 0) {
    if (finding.left > 0) more.push(`${count(finding.left, "word")} that both have ${finding.left === 1 ? "is" : "are"} not counted.`);
    return {first: `Nothing that counts is shared by ${a} and ${b}.`, more};
  }
  const order = moved ? `, in another order: ${count(blocks.length, "piece")}` : blocks.length > 1 ? `, in the same order: ${count(blocks.length, "piece")}` : ", in one piece";
  const share = (side) => (equal[side] === total[side] ? "" : ` (${percent(equal[side], total[side])})`);
  const all = (side) => (equal[side] === total[side] ? `All ${count(total[side], "word")} of ` : `${number(equal[side])} of the ${count(total[side], "word")} of `);
  const first = `${all(0)}${a}${share(0)} stand in ${b}${order}.`;
  more.push(`That is ${equal[1] === total[1] ? `all ${count(total[1], "word")}` : `${percent(equal[1], total[1])} of the ${count(total[1], "word")}`} of ${b}.`);
  const left = [0, 1].map((side) => total[side] - equal[side]);
  if (left[0] + left[1] > 0)
    more.push(`${capital(left[0] === 0 ? "no word" : count(left[0], "word"))} of ${a} and ${left[1] === 0 ? "none" : number(left[1])} of ${b} ${left[0] + left[1] === 1 ? "is" : "are"} not among the equal words.`);
  return {first, more};
}
// "100 words, of which 40 count"
function identicalInWords({documents: [{words}], total}) {
  const counting = Array.from(new Set(total)).map((left) => (left === 0 ? "none" : number(left)));
  const all = total.every((left) => left === words);
  return count(words, "word") + (all ? "" : `, of which ${counting.join(" and ")} ${Math.max(...total) > 1 ? "count" : "counts"}`);
}
const capital = (words) => words[0].toUpperCase() + words.slice(1);

// "Not counted: ..."; "" where nothing is left out. A word of two kinds is left out once.
function uncountedInWords({uncounted, documents, total}, [a, b]) {
  if (uncounted.length === 0) return "";
  const ofBoth = ([inA, inB]) => `${number(inA)} of ${a}, ${number(inB)} of ${b}`;
  const kinds = uncounted.map(([kind, ...words]) => `${exclusionNames[data.exclusions[kind].kind] || data.exclusions[kind].kind} (${ofBoth(words)})`);
  const left = documents.map(({words}, side) => words - total[side]);
  const some = left.some((words, side) => words < uncounted.reduce((sum, one) => sum + one[1 + side], 0));
  return `Not counted: ${kinds.join("; ")}${some ? `; some words are of several kinds: in all ${ofBoth(left)}` : ""}.`;
}
// Which pieces of the pair stand in other documents too, and of which only some words do.
function elsewhereInWords(index, {blocks}) {
  if (blocks.length === 0) return "";
  const here = isCut ? " of this page" : "";
  const found = blocks.map((block) => elsewhereOf(index, block));
  const alone = found.filter((one) => one.alone === one.words).length;
  const partly = found.filter((one) => one.alone > 0).length - alone;
  if (blocks.length === 1 && partly === 1)
    return `${number(found[0].alone)} of the ${count(found[0].words, "word")} of the piece stand in ${noOther}${here}.`;
  if (blocks.length === 1) return `The piece stands in ${alone === 1 ? `${noOther}${here}` : `${someOthers}, too`}.`;
  if (alone === blocks.length) return `None of these pieces stands in ${anyOther}${here}.`;
  if (alone + partly === 0) return `All of these pieces stand in ${someOthers}, too.`;
  const stand = (pieces_) => `${number(pieces_)} ${pieces_ === 1 ? "stands" : "stand"}`;
  const said = [];
  if (alone > 0) said.push(`${stand(alone)} in ${noOther}${here}`);
  if (partly > 0) said.push(`${stand(partly)} in ${someOthers}${here} only in part`);
  return `Of these pieces ${said.join(", ")}.`;
}
// Letters swapped and characters hidden, by side: ["207 words of essay-18 have swapped or hidden letters", ...].
function tricksInWords({swapped, documents}, names) {
  return names.flatMap((name, side) => {
    const {look_alike: alike} = documents[side].flags;
    const hidden = hiddenWords(documents[side]);
    if (alike + hidden === 0) return [];
    const parts = [
      [alike, "with letters swapped for look-alikes"],
      [hidden, "hidden or with characters that do not show"],
    ].filter(([words]) => words > 0);
    const inPieces = swapped[side] === 0 ? "" : `; ${number(swapped[side])} of them in these pieces`;
    return [`${name} has ${parts.map(([words, what]) => `${count(words, "word")} ${what}`).join(", ")}${inPieces}.`];
  });
}
