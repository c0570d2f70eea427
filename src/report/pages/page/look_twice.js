// What speaks for and against: harmless reasons that the data lets us try, each with its outcome, and what they do not
// explain. Reasons to look, not findings.

// Of the words of a pair's pieces, counted or not, those in what one kind would leave out: {words: [of a, of b]; alone: of
// them, those whose like on the other side is in none; counted: how many count all the same}
function wordsInKind(index, name) {
  const pair = data.pairs[index];
  const documents = [data.documents[pair.a], data.documents[pair.b]];
  const kind = data.exclusions.findIndex((exclusion) => exclusion.kind === name);
  const found = {words: [0, 0], alone: [0, 0], counted: 0};
  if (kind < 0) return found;
  const left = documents.map(({excluded}) => new WordSet(excluded.filter((one) => one[0] === kind).map(range)));
  if (left.every(({size}) => size === 0)) return found;
  const excluded = documents.map(excludedWords);
  const has = (sets, run, i) => sets.map((set, side) => set.within(run[side] + i, run[side] + i + 1));
  for (const run of piecesOfPair(pair))
    for (let i = 0; i < run[2]; ++i) {
      const [a, b] = has(left, run, i);
      if (a + b === 0) continue;
      found.words[0] += a;
      found.words[1] += b;
      found.alone[0] += a > b;
      found.alone[1] += b > a;
      found.counted += Math.max(...has(excluded, run, i)) === 0;
    }
  return found;
}

// Who has in quotation marks with a reference what the other one, who handed it in too, has without: [words that b has so,
// words that a has so]. The quotation of one is no excuse of the other.
function quotedAlone(index) {
  const pair = data.pairs[index];
  const {alone} = wordsInKind(index, "quotations");
  return [isEarlier(pair.b) ? 0 : alone[0], isEarlier(pair.a) ? 0 : alone[1]];
}
function quotedAloneInWords(index, names) {
  const alone = quotedAlone(index);
  return [0, 1]
    .filter((side) => alone[side] > 0)
    .map(
      (side) =>
        `${count(alone[side], "shared word")} that ${names[side]} quotes with a reference ${alone[side] === 1 ? "stands" : "stand"} in ${names[1 - side]} without one`
    );
}

// Whether what one kind would leave out was looked for.
const isTried = (name) => data.exclusions.some(({kind, tried}) => kind === name && tried);
// "quoted, given out or listed as a source"
function triedKinds() {
  const kinds = {quotations: "quoted", template: "given out", references: "listed as a source"};
  const tried = Object.keys(kinds).filter(isTried).map((kind) => kinds[kind]);
  return [tried.slice(0, -1).join(", "), ...tried.slice(-1)].filter((part) => part !== "").join(" or ");
}

// [text, ...]: harmless reasons, tried.
function harmlessReasons(index, finding) {
  const said = [];
  const alone = quotedAlone(index);
  for (const [name, what] of [
    ["quotations", "stand in quotation marks with a reference"],
    ["unreferenced", "stand in quotation marks without a reference"],
    ["template", "stand in what everybody was given"],
    ["references", "stand in lists of references, or in notes that name a source"],
    ["common", "stand in a passage that very many have"],
  ]) {
    const {words: sides, counted: counting} = wordsInKind(index, name);
    const words = Math.max(...sides.map((here, side) => here - (name === "quotations" ? alone[side] : 0)));
    const left = counting === 0 ? "not counted" : counting >= words ? "counted" : `${number(counting)} of them counted`;
    if (words > 0) said.push(`${count(words, "shared word")} ${what} (${left})`);
  }
  const tried = triedKinds();
  if (said.length === 0 && Math.max(...alone) === 0 && tried !== "") said.push(tried + ": nothing of what is shared");
  finding.documents.forEach(({quoted, words}, side) => {
    const name = shortName(idOf(data.pairs[index][side === 0 ? "a" : "b"]));
    if (quoted * 10 >= words) said.push(`${percent(quoted, words)} of ${name} stand in quotation marks`);
  });
  const here = isCut ? " of this page" : "";
  const also = finding.blocks.map((block) => ({piece: block.number, ...elsewhereOf(index, block)})).filter(({words, alone}) => alone < words);
  for (const {piece, others, words, alone} of also.slice(0, 5))
    said.push(
      others > 0
        ? `piece ${number(piece)} also stands in ${othersInWords(others)}${here}: a common source?`
        : `${number(words - alone)} of the ${count(words, "word")} of piece ${number(piece)} also stand in ${someOthers}${here}: a common source of these?`
    );
  if (also.length > 5) said.push(`and so do ${number(also.length - 5)} more pieces, or words of them`);
  if (also.length === 0 && finding.blocks.length > 0) said.push(`a common source: none of these pieces stands in ${anyOther}${here}`);
  const longest = finding.blocks.reduce((most, {counting}) => Math.max(most, counting), 0);
  const anyLeft = finding.blocks.some(({words, counting}) => counting < words);
  if (longest > 0 && longest < 2 * data.guarantee)
    said.push(`chance: the longest piece has only ${count(longest, "word")}${anyLeft ? " that count" + (longest === 1 ? "s" : "") : ""}`);
  if (!isTried("template")) said.push("given out: not tried; no template was given");
  if (!isTried("quotations")) said.push("quoted or listed as a source: not tried in source code");
  const [a, b] = finding.documents;
  if (a.person !== undefined && a.person === b.person) said.push("both are of the same person");
  else said.push("group work: not tried; nothing in the input says who may hand in together");
  const earlier = finding.documents.filter(({against}) => against === true);
  if (earlier.length === 1) {
    const side = finding.documents.indexOf(earlier[0]) === 0 ? "a" : "b";
    said.push(`${shortName(idOf(data.pairs[index][side]))} was only compared against: an earlier text of the same person?`);
  }
  return said;
}
// [text, ...]: what these do not explain.
function unexplained(index, finding) {
  const names = ["a", "b"].map((side) => shortName(idOf(data.pairs[index][side])));
  const said = quotedAloneInWords(index, names);
  if (finding.swappedShared > 0) said.push(`${count(finding.swappedShared, "shared word")} with letters swapped or hidden: nobody types so`);
  const moved = finding.blocks.filter((block) => block.moved).length;
  if (moved > 0) said.push(`${count(moved, "piece")} in another place`);
  const long = finding.blocks.filter(({counting}) => counting >= 5 * data.guarantee).length;
  if (long > 0) said.push(`${count(long, "piece")} of ${number(5 * data.guarantee)} equal words or more`);
  return said;
}
// What the files tell of those who wrote them: [text, ...]. What a template says is told of nobody, and of what others say
// too, how many do: a form that was given out says it of all that were made of it.
function traceFindings({documents}) {
  const traces = documents.map((document_) => (namesHidden ? undefined : document_.traces) || {});
  const said = [];
  const others = (files, does, do_) => (files > 2 ? `, as ${files === 3 ? does : do_} ${count(files - 2, "other file")}` : "");
  for (const [field, what] of [
    ["author", "both name as author"],
    ["last_saved_by", "both were last saved by"],
  ]) {
    const [a, b] = traces.map((one) => one[field] || "");
    const files = traces[0][field + "_files"];
    if (a !== "" && a === b && files !== 0) said.push(`${what} \u201c${a}\u201d${others(files, "does", "do")}`);
    else if (a !== b && a !== "" && b !== "") said.push(`${field === "author" ? "authors" : "last saved by"}: \u201c${a}\u201d and \u201c${b}\u201d`);
  }
  if (traces[0].author && traces[0].author === traces[1].last_saved_by && traces[1].author !== traces[1].last_saved_by)
    said.push(`the author of the first saved the second: \u201c${traces[0].author}\u201d`);
  if (traces[1].author && traces[1].author === traces[0].last_saved_by && traces[0].author !== traces[0].last_saved_by)
    said.push(`the author of the second saved the first: \u201c${traces[1].author}\u201d`);
  const ofFirst = new Map((traces[0].revisions || []).map((id, i) => [id, (traces[0].revision_files || [])[i] || 2]));
  const files = Array.from(new Set(traces[1].revisions || []), (id) => ofFirst.get(id)).filter((number_) => number_ !== undefined);
  const alone = files.filter((number_) => number_ === 2).length;
  if (alone > 0) said.push(`${count(alone, "revision id")} in both: parts of them were one file once`);
  if (files.length > alone)
    said.push(`${count(files.length - alone, "revision id")} in both and in ${files.length - alone > 1 ? "up to " : ""}${count(Math.max(...files) - 2, "other file")}: parts of all were one file once, such as a form`);
  for (const field of ["created", "modified"]) {
    const [a, b] = traces.map((one) => one[field] || "");
    const same = traces[0][field + "_files"];
    if (a !== "" && a === b && same !== 0) said.push(`both ${field} ${a}${others(same, "was", "were")}`);
    else if (a !== "" && b !== "" && a !== b) said.push(`${field} ${a} and ${b}`);
  }
  return said;
}

function showLookTwice(index, finding) {
  for (const [id, lines] of [
    ["harmless", harmlessReasons(index, finding)],
    ["unexplained", unexplained(index, finding)],
    ["traces", traceFindings(finding)],
  ]) {
    const list = at(id);
    list.replaceChildren(...lines.map((line) => make("li", line)));
    list.previousElementSibling.hidden = list.hidden = lines.length === 0;
  }
}
