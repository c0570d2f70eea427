// What speaks for and against: harmless reasons that the data lets us try, each with its outcome, and what they do not
// explain. Reasons to look, not findings.

// Words of a side's pieces, counted or not, in what one kind would leave out.
function wordsInKind(index, name) {
  const pair = data.pairs[index];
  const kind = data.exclusions.findIndex((exclusion) => exclusion.kind === name);
  if (kind < 0) return [0, false];
  const words = [0, 1].map((side) => {
    const document_ = data.documents[side === 0 ? pair.a : pair.b];
    const left = new WordSet(document_.excluded.filter((one) => one[0] === kind).map(range));
    return pair.passages
      .flatMap((passage) => pieces(passage))
      .reduce((sum, run) => sum + left.within(run[side], run[side] + run[2]), 0);
  });
  return [Math.max(...words), excludes[kind]];
}

// [text, ...]: harmless reasons, tried.
function harmlessReasons(index, finding) {
  const said = [];
  const left = (off) => (off ? "not counted" : "counted");
  for (const [name, what] of [
    ["quotations", "stand in quotation marks with a reference"],
    ["unreferenced", "stand in quotation marks without a reference"],
    ["template", "stand in what everybody was given"],
    ["references", "stand in lists of references"],
    ["common", "stand in a passage that very many have"],
  ]) {
    const [words, off] = wordsInKind(index, name);
    if (words > 0) said.push(`${count(words, "shared word")} ${what} (${left(off)})`);
  }
  if (said.length === 0) said.push("quoted, given out or listed as a source: nothing of what is shared");
  finding.documents.forEach(({quoted, words}, side) => {
    const name = shortName(idOf(data.pairs[index][side === 0 ? "a" : "b"]));
    if (quoted * 10 >= words) said.push(`${percent(quoted, words)} of ${name} stand in quotation marks`);
  });
  const here = isCut ? " of this page" : "";
  const also = finding.blocks.map((block) => ({piece: block.number, ...elsewhereOf(index, block)})).filter(({words, alone}) => alone < words);
  for (const {piece, others, words, alone} of also.slice(0, 5))
    said.push(
      others > 0
        ? `piece ${number(piece)} also stands in ${count(others, "other text")}${here}: a common source?`
        : `${number(words - alone)} of the ${count(words, "word")} of piece ${number(piece)} also stand in other texts${here}: a common source of these?`
    );
  if (also.length > 5) said.push(`and so do ${number(also.length - 5)} more pieces, or words of them`);
  if (also.length === 0 && finding.blocks.length > 0) said.push(`a common source: no other text${here} has any of these pieces`);
  const longest = finding.blocks.reduce((most, {words}) => Math.max(most, words), 0);
  if (longest > 0 && longest < 2 * data.guarantee)
    said.push(`chance: the longest piece has only ${count(longest, "word")}`);
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
  const said = [];
  const swapped = finding.swapped[0] + finding.swapped[1];
  if (swapped > 0) said.push(`${count(swapped, "shared word")} with letters swapped or hidden: nobody types so`);
  const moved = finding.blocks.filter((block) => block.moved).length;
  if (moved > 0) said.push(`${count(moved, "piece")} in another place`);
  const long = finding.blocks.filter(({words}) => words >= 5 * data.guarantee).length;
  if (long > 0) said.push(`${count(long, "piece")} of ${number(5 * data.guarantee)} equal words or more`);
  return said;
}
// What the files tell of those who wrote them: [text, ...].
function traceFindings({documents}) {
  const traces = documents.map((document_) => (namesHidden ? undefined : document_.traces) || {});
  const said = [];
  for (const [field, what] of [
    ["author", "both name as author"],
    ["last_saved_by", "both were last saved by"],
  ]) {
    const [a, b] = traces.map((one) => one[field] || "");
    if (a !== "" && a === b) said.push(`${what} \u201c${a}\u201d`);
    else if (a !== "" && b !== "") said.push(`${field === "author" ? "authors" : "last saved by"}: \u201c${a}\u201d and \u201c${b}\u201d`);
  }
  if (traces[0].author && traces[0].author === traces[1].last_saved_by && traces[1].author !== traces[1].last_saved_by)
    said.push(`the author of the first saved the second: \u201c${traces[0].author}\u201d`);
  if (traces[1].author && traces[1].author === traces[0].last_saved_by && traces[0].author !== traces[0].last_saved_by)
    said.push(`the author of the second saved the first: \u201c${traces[1].author}\u201d`);
  const revisions = new Set(traces[0].revisions || []);
  const both = new Set((traces[1].revisions || []).filter((id) => revisions.has(id))).size;
  if (both > 0) said.push(`${count(both, "revision id")} in both: parts of them were one file once`);
  for (const field of ["created", "modified"]) {
    const [a, b] = traces.map((one) => one[field] || "");
    if (a !== "" && b !== "") said.push(a === b ? `both ${field} ${a}` : `${field} ${a} and ${b}`);
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
