// How it was computed, from what, and what was not read.
const problemCount = data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines";

function howLines() {
  const cut =
    ", but for " + number(data.common_fingerprints) + " runs of " + data.fingerprint_words +
    " words that stand in more than " + number(data.common) + " documents";
  const input =
    data.inputs.join(", ") + (data.against.length > 0 ? ", against " + data.against.join(", ") : "");
  const against =
    data.against_documents > 0 ? " (" + number(data.against_documents) + " of them to compare against)" : "";
  return [
    [
      "Guarantee",
      "any shared run of " + data.guarantee + " words or more is found" + (data.common_fingerprints === 0 ? "" : cut) +
        (notCompared === "" ? "" : "; " + notCompared),
    ],
    [
      "Finding",
      "fingerprints of " + data.fingerprint_words + " words, one in each window of " + data.window + " kept; " +
        "equal words at most " + data.max_gap + " characters apart belong to one passage, and what two passages have between them that is about as long in both; " +
        "one without a run of " + data.guarantee + " equal words has " + data.min_length + " characters or more",
    ],
    ...(data.sensitivity ? [["Sensitivity", data.sensitivity.name + ": " + data.sensitivity.text]] : []),
    ["Shares", "words that are the same in both, each counted once, of all words of the document that are counted"],
    ["Longest passage", "in words that are counted, on the side where it has fewer"],
    [
      "Groups",
      "documents that pairs of this page link, directly or through others, by passages as long as the threshold " +
        "says; members of one need not share anything with each other",
    ],
    ...data.exclusions
      .filter(({on, words}) => on || words > 0)
      .map(({on, text}) => ["Not counted", text + (on ? "" : " (counted at first; see the switches)")]),
    [
      "Limits",
      "text that was paraphrased, by people or by language models, or translated is not found; " +
        "which of two documents was first cannot be told from them, and this page does not guess",
    ],
    [
      "Input",
      data.pseudonyms || namesHidden
        ? "not named; texts are as they are"
        : input,
    ],
    [
      "Read",
      count(data.documents_read, "document") + against + ", " + count(data.words, "word") + "; " +
        number(data.empty) + " without a word",
    ],
    ["Not read", data.problems === 0 ? "nothing" : problemCount + (data.pseudonyms ? "" : ", below")],
    ["Marks", "are the reviewer's, kept apart from what was computed"],
    ["Run time", "is in the run's --stats; this file has the same bytes on every run"],
    ["Program", "textkin " + data.version],
    ["Decision", "similarity is not proof; a person decides"],
  ];
}

// Lines with names of files, none of which are there under --pseudonyms, nor while names are hidden.
function showLines(id, lines, all) {
  const list = at(id).querySelector("ul");
  list.replaceChildren();
  for (const line of namesHidden ? [] : lines) list.appendChild(make("li")).append(named(line, true));
  if (all > list.childElementCount) list.append(make("li", number(all - list.childElementCount) + (list.childElementCount > 0 ? " more" : " with names")));
  at(id).hidden = lines.length === 0;
}

function showHow() {
  at("how").replaceChildren();
  for (const [term, text] of howLines()) {
    at("how").append(make("dt", term));
    at("how").appendChild(make("dd")).append(named(text, true));
  }
  showLines("problems", data.problem_lines, data.problems);
  showLines("notes", data.note_lines, data.notes);
  at("hashes").querySelector("tbody").replaceChildren();
  showHashes();
}
// Filled when it is opened: a thousand lines that few read.
function showHashes() {
  const body = at("hashes").querySelector("tbody");
  if (!at("hashes").open || body.childElementCount > 0) return;
  data.documents.forEach((document_, index) => {
    const line = body.appendChild(make("tr"));
    line.appendChild(make("td")).append(named(idOf(index)));
    line.appendChild(make("td")).append(make("code", document_.hash));
  });
}
function startHow() {
  at("hashes").addEventListener("toggle", showHashes);
  at("hashes").hidden = data.documents.length === 0;
  at("sensitivity").textContent =
    (data.sensitivity ? data.sensitivity.name + ": e" : "E") + "very run of " + number(data.guarantee) + " equal words is found" +
    (data.common_fingerprints === 0 ? "." : ", but for some that very many documents have (see below).") + boundInWords;
  if (data.sensitivity) at("sensitivity").title = data.sensitivity.text;
}
