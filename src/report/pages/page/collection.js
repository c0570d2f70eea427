// The tables of pairs and documents, and what of them is shown.
const idOf = (index) => data.documents[index].id;
// Whether a pair has a passage that counts and is as long as the threshold says.
const links = (index) => counted.pairs[index].longest >= Math.max(1, least);

let pairLines = null,
  documentLines = null;
// Numbers of the pairs that the table shows, in its order.
const shownPairs = () => pairLines.filter(({line}) => !line.hidden).map(({row}) => row.index);

function startCollection() {
  const pairNow = (r) => counted.pairs[r.index],
    aNow = (r) => counted.documents[r.pair.a],
    bNow = (r) => counted.documents[r.pair.b];
  const share = (part, whole) => (part === 0 ? 0 : part / whole);
  pairLines = fill(
    at("pairs"),
    data.pairs.map((pair, index) => ({pair, index})),
    [
      {
        title: "A and B",
        words: true,
        value: (r) => idOf(r.pair.a) + "\n" + idOf(r.pair.b),
        show: (r) => {
          const link = make("a", undefined, {href: "#pair=" + (r.index + 1)});
          link.append(named(idOf(r.pair.a)), " and ", named(idOf(r.pair.b)));
          return link;
        },
      },
      {
        title: "Longest passage",
        first: true,
        live: true,
        value: (r) => pairNow(r).longest,
        show: (r) => number(pairNow(r).longest),
      },
      {
        title: "Words matched",
        live: true,
        value: (r) => pairNow(r).a_matched,
        show: (r) => number(pairNow(r).a_matched),
      },
      {
        title: "Share of A in B",
        live: true,
        value: (r) => share(pairNow(r).a_matched, aNow(r).words),
        show: (r) => percent(pairNow(r).a_matched, aNow(r).words),
      },
      {
        title: "Share of B in A",
        live: true,
        value: (r) => share(pairNow(r).b_matched, bNow(r).words),
        show: (r) => percent(pairNow(r).b_matched, bNow(r).words),
      },
      {title: "Passages", live: true, value: (r) => pairNow(r).passages, show: (r) => number(pairNow(r).passages)},
      {
        title: "Group",
        live: true,
        value: (r) => (links(r.index) ? groupValue(r.pair.a) : -Infinity),
        show: (r) => (links(r.index) ? groupCell(r.pair.a) : ""),
      },
      {
        title: "Flags",
        words: true,
        up: false,
        value: (r) => flagWeight(data.documents[r.pair.a]) + flagWeight(data.documents[r.pair.b]),
        show: (r) => shortFlags([data.documents[r.pair.a], data.documents[r.pair.b]]),
      },
      {
        title: "Mark",
        words: true,
        live: true,
        value: (r) => Object.keys(markNames).indexOf(markOf(r.index).mark),
        show: (r) => (isMarked(r.index) ? markNames[markOf(r.index).mark] : ""),
      },
    ]
  );
  const now = (r) => counted.documents[r.index];
  documentLines = fill(
    at("documents"),
    data.documents.map((document_, index) => ({document_, index})),
    [
      {title: "Document", words: true, value: (r) => r.document_.id, show: (r) => named(r.document_.id)},
      {
        title: "Longest passage",
        first: true,
        live: true,
        value: (r) => now(r).longest,
        show: (r) => number(now(r).longest),
      },
      {title: "Words", live: true, value: (r) => now(r).words, show: (r) => number(now(r).words)},
      {title: "Words matched", live: true, value: (r) => now(r).matched, show: (r) => number(now(r).matched)},
      {
        title: "Share in others",
        live: true,
        value: (r) => share(now(r).matched, now(r).words),
        show: (r) => percent(now(r).matched, now(r).words),
      },
      {title: "Pairs", live: true, value: (r) => now(r).pairs, show: (r) => number(now(r).pairs)},
      {title: "Group", live: true, value: (r) => groupValue(r.index), show: (r) => groupCell(r.index)},
      {
        title: "Flags",
        words: true,
        up: false,
        value: (r) => flagWeight(r.document_),
        show: (r) => showFlags(r.document_),
      },
    ]
  );
  at("which").addEventListener("change", showCounted);
  at("name").addEventListener("input", showCounted);
  at("marks-section").hidden = at("which-section").hidden = data.pairs.length === 0;
}

// Shows everything again that the threshold, a switch, a mark or a group decides.
function showCounted() {
  regroup(data.pairs.filter((_, index) => links(index)).map(({a, b}) => [a, b]));
  pairLines.update();
  documentLines.update();
  const wanted = at("which").value,
    name = at("name").value.toLowerCase();
  const isNamed = (...documents) => name === "" || documents.some((index) => idOf(index).toLowerCase().includes(name));
  const hide = (lines, longestOf, isShown) =>
    lines.reduce((hidden, {row, line}) => {
      line.hidden = !reaches(longestOf(row)) || !isShown(row);
      line.classList.toggle("uncounted", longestOf(row) === 0);
      return hidden + line.hidden;
    }, 0);
  const pairs = hide(
    pairLines,
    ({index}) => counted.pairs[index].longest,
    ({pair, index}) =>
      isChosen(pair.a) &&
      isNamed(pair.a, pair.b) &&
      (wanted === "all" || markOf(index).mark === (wanted === "none" ? "" : wanted))
  );
  const documents = hide(
    documentLines,
    ({index}) => counted.documents[index].longest,
    ({index}) => isChosen(index) && isNamed(index)
  );
  at("hidden").textContent =
    pairs + documents === 0 ? "" : count(pairs, "pair") + " and " + count(documents, "document") + " are hidden.";
  showGroups();
  showHistogram();
  showSentence();
  showProgress();
  if (shown !== null) showPairAgain();
}
