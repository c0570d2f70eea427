// What the marks come to: how many pairs are done, what was carried over from an earlier report, and how far two markers
// agree.
const markedOf = (mark) => Object.keys(markNames).indexOf(mark);
// Two or more markers say different things of a pair.
const differs = (index) => {
  const said = new Set(marksOf(index).map(({mark}) => mark).filter((mark) => mark !== ""));
  return said.size > 1;
};
// A mark of an earlier report whose pair has other figures now.
const isCarried = ({page, mark}) => mark !== "" && page !== undefined && page !== pageKey;
const hasChanged = (index) => {
  const mark = markOf(index);
  return isCarried(mark) && mark.words !== undefined && mark.words !== equalAsMade(data.pairs[index]);
};

// Cohen's kappa of pairs [mark of one, of the other]: agreement beyond what their habits alone would give.
function kappaOf(both) {
  const kinds = Object.keys(markNames);
  const same = both.filter(([x, y]) => x === y).length / both.length;
  const part = (side, kind) => both.filter((marks_) => marks_[side] === kind).length / both.length;
  const chance = kinds.reduce((sum, kind) => sum + part(0, kind) * part(1, kind), 0);
  return chance === 1 ? null : (same - chance) / (1 - chance);
}
const nameOfMarker = (by) => (by === "" ? "the marker without a name" : by);
function agreements() {
  const of = new Map(); // "who and who" -> [mark, mark] of the pairs that both marked
  for (const index of marks.keys()) {
    const said = marksOf(index).filter(({mark}) => mark !== "");
    said.forEach((one, i) =>
      said.slice(i + 1).forEach((other) => {
        const key = JSON.stringify([one.by, other.by].sort());
        if (!of.has(key)) of.set(key, []);
        of.get(key).push(one.by < other.by ? [one.mark, other.mark] : [other.mark, one.mark]);
      })
    );
  }
  return Array.from(of, ([key, both]) => {
    const [one, other] = JSON.parse(key).map(nameOfMarker);
    const same = both.filter(([x, y]) => x === y).length,
      kappa = kappaOf(both);
    return (
      one + " and " + other + " both marked " + count(both.length, "pair") + ", " + number(same) + " the same (" +
      percent(same, both.length) + (kappa === null ? "" : ", Cohen\u2019s kappa " + kappa.toFixed(2)) + ")"
    );
  });
}

function showProgress() {
  const pairs = data.pairs.map((_, index) => index).filter((index) => links(index) || isMarked(index));
  const done = pairs.filter(isMarked).length;
  const kinds = Object.keys(markNames)
    .filter((mark) => mark !== "")
    .map((mark) => [mark, pairs.filter((index) => markOf(index).mark === mark).length])
    .filter(([, n]) => n > 0)
    .map(([mark, n]) => number(n) + " " + markNames[mark]);
  at("progress").textContent =
    number(done) + " of " + count(pairs.length, "pair") + " looked at" + (done === 0 ? "" : ": " + kinds.join(", ")) + ".";
  const carried = pairs.filter((index) => isCarried(markOf(index))).length,
    changed = pairs.filter(hasChanged).length;
  const lines = agreements().map((line) => line + ".");
  if (carried > 0)
    lines.unshift(
      count(carried, "mark") + (carried === 1 ? " is" : " are") + " carried over from an earlier report" +
        (changed === 0 ? "; the figures of their pairs are the same." : "; " + count(changed, "pair") + " of them " + (changed === 1 ? "has" : "have") + " other figures now.")
    );
  lines.push(...loadedLines);
  at("marks-said").replaceChildren(
    ...lines.map((line) => {
      const item = make("li");
      item.append(named(line, true));
      return item;
    })
  );
  at("kept").textContent = host !== null && host.keeps
    ? "The archive keeps marks and notes for these texts, with who made them and when."
    : !wantsKept
    ? "This browser keeps nothing: save the marks to a file before you close the page."
    : keeps
      ? "This browser keeps marks and notes for these texts. Other pages opened from this computer\u2019s disk may read " +
        "them there; a file that you save is the safer place, and takes them to another computer."
      : "This browser keeps nothing for this file: save a copy before you close it.";
}
