// What was found, in boxes above the table; each leads to what it counts.
// What everybody was given is no finding.
const isGiven = ({places: [place]}) => {
  const template = data.exclusions.findIndex(({kind}) => kind === "template");
  if (place === undefined || !data.exclusions[template].on) return false;
  const given = data.documents[place[0]].excluded.filter(([kind]) => kind === template);
  return 2 * new WordSet(given.map(range)).within(place[1], place[1] + place[2]) > place[2];
};
const sharedPassages = (data.shared_passages || []).filter((shared) => !isGiven(shared));

// figure, text: what the box says; kind: "need" what has to be looked at, "odd" what is to be known; act: for a press.
function findingBox({figure, text, kind, more, act}) {
  const line = make("li", undefined, {class: "finding " + (kind || "")});
  const box = line.appendChild(make(act === undefined ? "div" : "button", undefined, act === undefined ? {} : {type: "button"}));
  const says = make("span", text);
  if (more !== undefined) says.append(" ", make("span", more, {class: act === undefined ? "dim" : "more"}));
  box.append(make("strong", number(figure)), " ", says);
  if (act !== undefined) box.addEventListener("click", act);
  return line;
}

// Files with hidden words or letters in disguise that share nothing: somebody hid words in them all the same. Those that
// the page does not name are known by what was noted of them.
const isOddlyWritten = ({notes}) => notes.some((note) => note.startsWith("written oddly:"));
const oddlyWritten = [...data.documents, ...data.clean].filter(isOddlyWritten).length;
const hiddenElsewhere = (() => {
  const here = new Set([...data.documents, ...data.clean].map(({id}) => id));
  const named = (data.note_lines || []).flatMap((note) => (/^(.*): hidden text: \d/.exec(note) || []).slice(1));
  const clean = data.clean.filter(({notes}) => notes.some((note) => !note.startsWith("written oddly:")));
  return new Set(named.filter((name) => !here.has(name))).size + clean.length;
})();

function showFindings() {
  const pairs = data.pairs.map((_, index) => index).filter(links),
    done = pairs.filter(isMarked).length;
  const odd = data.documents.filter((_, index) => oddWords(index) > 0).length;
  const [largest] = sharedPassages;
  const quoted = quotedByOneInWords();
  const boxes = [
    {
      figure: pairs.length - done,
      text: (pairs.length - done === 1 ? "pair" : "pairs") + " to decide" + (isCut ? " on this page" : "") + " (" + number(done) + " done)",
      kind: pairs.length > done ? "need" : "",
      act: () => setView("pairs", {decision: "open", odd: false, uncounted: false}),
    },
    largest && {
      figure: sharedPassages.length,
      text:
        (sharedPassages.length === 1 ? "passage" : "passages, the largest") +
        " in " + inDocuments(largest) + ", " + count(largest.words, "word"),
      kind: "need",
      act: () => setView("passages"),
    },
    data.common_fingerprints > 0 && {
      figure: data.common_fingerprints,
      text: (data.common_fingerprints === 1 ? "run of words" : "runs of words") + " in more than " + count(data.common, "document") + ", not compared",
      kind: "odd",
      act: () => setView("passages"),
    },
    {figure: groups.length, text: groups.length === 1 ? "group" : "groups", act: () => setView("groups")},
    {
      figure: odd + hiddenElsewhere,
      text: (odd + hiddenElsewhere === 1 ? "file" : "files") + " with hidden words or swapped letters",
      kind: odd + hiddenElsewhere > 0 ? "odd" : "",
      more: odd > 0 && hiddenElsewhere > 0 ? number(hiddenElsewhere) + " in no pair" : undefined,
      act: odd + hiddenElsewhere > 0 ? () => setView("documents", {odd: true}) : undefined,
    },
    oddlyWritten > 0 && {
      figure: oddlyWritten,
      text: (oddlyWritten === 1 ? "file" : "files") + " written so that little can be compared",
      kind: "odd",
      act: () => setView("documents", {odd: true}),
    },
    data.problems > 0 && {
      figure: data.problems,
      text: (data.problems === 1 ? "file or line" : "files or lines") + " not read",
      kind: "odd",
      more: data.pseudonyms ? undefined : "what to do",
      act: data.pseudonyms ? undefined : () => goTo("problems-title"),
    },
    uncountedPairs() > 0 && {
      figure: uncountedPairs(),
      text: (uncountedPairs() === 1 ? "pair shares" : "pairs share") + " only what is not counted" + quoted,
      kind: quoted === "" ? "" : "odd",
      more: state.uncounted ? "hide" : "show",
      act: () => setView("pairs", {decision: "all", uncounted: !state.uncounted}),
    },
  ].filter(Boolean);
  at("findings").replaceChildren(...boxes.map(findingBox));
}
const uncountedPairs = () =>
  switchedAsMade() ? data.excluded_pairs : counted.pairs.filter(({longest}) => longest === 0).length;
// Of those on the page: an honest quotation must not hide who copied it.
function quotedByOneInWords() {
  const pairs = counted.pairs.filter(({longest}, index) => longest === 0 && Math.max(...quotedAlone(index)) > 0).length;
  return pairs === 0 ? "" : "; " + number(pairs) + " with a reference in one text alone";
}
function goTo(id) {
  at(id).scrollIntoView();
  at(id).focus();
}
