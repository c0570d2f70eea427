// The first page: the sentence, the groups, the tables of pairs and documents.
const idOf = (index) => data.documents[index].id;
const isCut = data.pairs.length < data.pairs_found + data.excluded_pairs;
const unreadText = data.problems === 0 ? "" : "; " + (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") +
  " could not be used" + (data.pseudonyms ? "" : " (see below)");

let pairLines = null, documentLines = null;
// Numbers of the pairs that the table shows, in its order.
const shownPairs = () => pairLines.filter(({line}) => !line.hidden).map(({row}) => row.index);

// Whether a pair has a passage that counts and is as long as the threshold says.
const links = (index) => counted.pairs[index].longest >= Math.max(1, least);

// The pairs that need a look: all of the collection at first, those of the page once a threshold or a switch is moved.
function needALook() {
  if (least <= 1 && switchedAsMade()) return {pairs: data.pairs_found, least: ""};
  const pairs = data.pairs.filter((_, index) => links(index)).length;
  return {pairs, least: isCut && (!switchedAsMade() || reaches(asMadeLast)) ? "at least " : ""};
}
const asMadeLast = data.pairs.length === 0 ? 0 : data.pairs[data.pairs.length - 1].longest;

function showSentence() {
  const {pairs, least: atLeast} = needALook();
  const what = least <= 1 ? "" : ", for a passage of " + count(least, "word") + " or more";
  at("sentence").textContent = count(data.documents_read, "document") + ", " + count(data.compared, "pair") + "; " +
    (pairs === 0 ? (least <= 1 ? "no pair shares a passage" : "no pair needs a look" + what) :
      atLeast + count(pairs, "pair") + (groups.length > 0 ? " and " + count(groups.length, "group") : "") +
      (pairs === 1 && groups.length === 0 ? " needs" : " need") + " a look" + what) + unreadText + ".";
}

// Shows everything again that the threshold, a switch, a mark or a group decides.
function showCounted() {
  regroup(data.pairs.filter((_, index) => links(index)).map(({a, b}) => [a, b]));
  pairLines.update();
  documentLines.update();
  const wanted = at("which").value;
  const hide = (lines, longestOf, isShown) => lines.reduce((hidden, {row, line}) => {
    line.hidden = !reaches(longestOf(row)) || !isShown(row);
    line.classList.toggle("uncounted", longestOf(row) === 0);
    return hidden + line.hidden;
  }, 0);
  const pairs = hide(pairLines, ({index}) => counted.pairs[index].longest, ({pair, index}) => isChosen(pair.a) &&
    (wanted === "all" || markOf(index).mark === (wanted === "none" ? "" : wanted)));
  const documents = hide(documentLines, ({index}) => counted.documents[index].longest, ({index}) => isChosen(index));
  at("hidden").textContent = pairs + documents === 0 ? "" : count(pairs, "pair") + " and " + count(documents, "document") + " are hidden.";
  showGroups();
  showHistogram();
  showSentence();
  showProgress();
  if (shown !== null) {
    showPairCounted();
    go(current, false);
  }
}

function showCut() {
  const cut = [];
  const without = data.pairs.filter((pair) => !data.documents[pair.a].text || !data.documents[pair.b].text).length;
  if (isCut)
    cut.push("This page holds the " + count(data.pairs.length, "pair") + " with the longest passages and their documents; " +
      count(data.pairs_found + data.excluded_pairs - data.pairs.length, "pair") + " with shorter ones are not on it. `textkin passages` lists all. Groups, and all numbers after a switch is moved, are of the pairs on this page.");
  if (without > 0) cut.push(count(without, "pair") + " stand here without their texts, which are too long for one page.");
  for (const line of cut) at("cut").append(make("li", line));
  at("cut").hidden = cut.length === 0;
}

function startCollection() {
  const pairNow = (r) => counted.pairs[r.index], aNow = (r) => counted.documents[r.pair.a], bNow = (r) => counted.documents[r.pair.b];
  const share = (part, whole) => part === 0 ? 0 : part / whole;
  pairLines = fill(at("pairs"), data.pairs.map((pair, index) => ({pair, index})), [
    {title: "A and B", words: true, value: (r) => idOf(r.pair.a) + "\n" + idOf(r.pair.b), show: (r) => {
      const link = make("a", undefined, {href: "#pair=" + (r.index + 1)});
      link.append(named(idOf(r.pair.a)), " and ", named(idOf(r.pair.b)));
      return link;
    }},
    {title: "Longest passage", first: true, live: true, value: (r) => pairNow(r).longest, show: (r) => number(pairNow(r).longest)},
    {title: "Words matched", live: true, value: (r) => pairNow(r).a_matched, show: (r) => number(pairNow(r).a_matched)},
    {title: "Share of A in B", live: true, value: (r) => share(pairNow(r).a_matched, aNow(r).words), show: (r) => percent(pairNow(r).a_matched, aNow(r).words)},
    {title: "Share of B in A", live: true, value: (r) => share(pairNow(r).b_matched, bNow(r).words), show: (r) => percent(pairNow(r).b_matched, bNow(r).words)},
    {title: "Passages", live: true, value: (r) => pairNow(r).passages, show: (r) => number(pairNow(r).passages)},
    {title: "Group", live: true, value: (r) => links(r.index) ? groupValue(r.pair.a) : -Infinity, show: (r) => links(r.index) ? groupCell(r.pair.a) : ""},
    {title: "Flags", words: true, up: false, value: (r) => flagWeight(data.documents[r.pair.a]) + flagWeight(data.documents[r.pair.b]),
      show: (r) => shortFlags([data.documents[r.pair.a], data.documents[r.pair.b]])},
    {title: "Mark", words: true, live: true, value: (r) => Object.keys(markNames).indexOf(markOf(r.index).mark), show: (r) => isMarked(r.index) ? markNames[markOf(r.index).mark] : ""},
  ]);
  const now = (r) => counted.documents[r.index];
  documentLines = fill(at("documents"), data.documents.map((document_, index) => ({document_, index})), [
    {title: "Document", words: true, value: (r) => r.document_.id, show: (r) => named(r.document_.id)},
    {title: "Longest passage", first: true, live: true, value: (r) => now(r).longest, show: (r) => number(now(r).longest)},
    {title: "Words", live: true, value: (r) => now(r).words, show: (r) => number(now(r).words)},
    {title: "Words matched", live: true, value: (r) => now(r).matched, show: (r) => number(now(r).matched)},
    {title: "Share in others", live: true, value: (r) => share(now(r).matched, now(r).words), show: (r) => percent(now(r).matched, now(r).words)},
    {title: "Pairs", live: true, value: (r) => now(r).pairs, show: (r) => number(now(r).pairs)},
    {title: "Group", live: true, value: (r) => groupValue(r.index), show: (r) => groupCell(r.index)},
    {title: "Flags", words: true, up: false, value: (r) => flagWeight(r.document_), show: (r) => showFlags(r.document_)},
  ]);
  at("which").addEventListener("change", showCounted);
  at("marks-section").hidden = at("which-section").hidden = data.pairs.length === 0;
  showCut();
}
