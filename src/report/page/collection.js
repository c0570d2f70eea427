// The first page: the sentence, the tables of pairs and documents, how it was computed.
// Hides pairs and documents whose longest passage is shorter than what was typed, and says how many.
function filter() {
  const least = Math.max(0, Number(at("least").value) || 0);
  const hide = (rows) => rows.reduce((hidden, {longest, line}) => {
    line.hidden = longest < least;
    return hidden + line.hidden;
  }, 0);
  const pairs = hide(pairLines), documents = hide(documentLines);
  at("hidden").textContent = pairs + documents === 0 ? "" : count(pairs, "pair") + " and " + count(documents, "document") + " are hidden.";
}
let pairLines = [], documentLines = [];

const idOf = (index) => data.documents[index].id;
function showCollection() {
  at("sentence").textContent = count(data.documents_read, "document") + ", " + count(data.compared, "pair") + "; " +
    (data.pairs_found === 0 ? "no pair shares a passage" : count(data.pairs_found, "pair") + (data.pairs_found === 1 ? " shares " : " share ") +
    count(data.passages_found, "passage")) + (data.problems > 0 ? "; " + (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") + " could not be used" + (data.pseudonyms ? "" : " (see below)") : "") + ".";
  const cut = [];
  const without = data.pairs.filter((pair) => !data.documents[pair.a].text || !data.documents[pair.b].text).length;
  if (data.pairs.length < data.pairs_found)
    cut.push("This page holds the " + count(data.pairs.length, "pair") + " with the longest passages and their documents; " +
      count(data.pairs_found - data.pairs.length, "pair") + " with shorter ones are not on it. `textkin passages` lists all.");
  if (without > 0) cut.push(count(without, "pair") + " stand here without their texts, which are too long for one page.");
  for (const line of cut) at("cut").append(make("li", line));
  at("cut").hidden = cut.length === 0;

  pairLines = fill(at("pairs"), data.pairs.map((pair, index) => ({pair, index})), [
    {title: "A and B", words: true, value: (r) => idOf(r.pair.a) + "\n" + idOf(r.pair.b), show: (r) => {
      const link = make("a", undefined, {href: "#pair=" + (r.index + 1)});
      link.append(named(idOf(r.pair.a)), " and ", named(idOf(r.pair.b)));
      return link;
    }},
    {title: "Longest passage", first: true, value: (r) => r.pair.longest, show: (r) => number(r.pair.longest)},
    {title: "Words matched", value: (r) => r.pair.a_matched, show: (r) => number(r.pair.a_matched)},
    {title: "Share of A in B", value: (r) => r.pair.a_matched / data.documents[r.pair.a].words,
      show: (r) => percent(r.pair.a_matched, data.documents[r.pair.a].words)},
    {title: "Share of B in A", value: (r) => r.pair.b_matched / data.documents[r.pair.b].words,
      show: (r) => percent(r.pair.b_matched, data.documents[r.pair.b].words)},
    {title: "Passages", value: (r) => r.pair.passages.length, show: (r) => number(r.pair.passages.length)},
  ]);
  documentLines = fill(at("documents"), data.documents, [
    {title: "Document", words: true, value: (d) => d.id, show: (d) => named(d.id)},
    {title: "Longest passage", first: true, value: (d) => d.longest, show: (d) => number(d.longest)},
    {title: "Words", value: (d) => d.words, show: (d) => number(d.words)},
    {title: "Words matched", value: (d) => d.matched, show: (d) => number(d.matched)},
    {title: "Share in others", value: (d) => d.matched / d.words, show: (d) => percent(d.matched, d.words)},
    {title: "Pairs", value: (d) => d.pairs, show: (d) => number(d.pairs)},
  ]);

  pairLines = pairLines.map(({row, line}) => ({longest: row.pair.longest, line}));
  documentLines = documentLines.map(({row, line}) => ({longest: row.longest, line}));
  at("least").addEventListener("input", filter);

  const how = [
    ["Guarantee", "any shared run of " + data.guarantee + " words or more is found" + (data.common_fingerprints === 0 ? "" :
      ", but for " + number(data.common_fingerprints) + " runs of " + data.fingerprint_words + " words that stand in more than " + number(data.common) + " documents")],
    ["Finding", "fingerprints of " + data.fingerprint_words + " words, one in each window of " + data.window + " kept; equal words at most " +
      data.max_gap + " characters apart belong to one passage; one without a run of " + data.guarantee + " equal words has " + data.min_length + " characters or more"],
    ["Shares", "words in passages, each counted once, of all words of the document"],
    ["Longest passage", "in words, on the side where it has fewer"],
    ["Limits", "text that was paraphrased or translated is not found"],
    ["Input", data.pseudonyms ? "not named; documents are numbered as they were read (--pseudonyms); texts are as they are" : data.inputs.join(", ") + (data.against.length > 0 ? ", against " + data.against.join(", ") : "")],
    ["Read", count(data.documents_read, "document") + (data.against_documents > 0 ? " (" + number(data.against_documents) + " of them to compare against)" : "") +
      ", " + count(data.words, "word") + "; " + number(data.empty) + " without a word"],
    ["Not read", data.problems === 0 ? "nothing" : (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") + (data.pseudonyms ? "" : ", below")],
    ["Program", "textkin " + data.version],
  ];
  for (const [term, text] of how) at("how").append(make("dt", term), make("dd", text));
  if (data.problems > 0 && !data.pseudonyms) {
    const list = at("problems").querySelector("ul");
    for (const line of data.problem_lines) list.appendChild(make("li")).append(named(line));
    const more = data.problems - data.problem_lines.length;
    if (more > 0) list.append(make("li", "and " + number(more) + " more"));
    at("problems").hidden = false;
  }
}
