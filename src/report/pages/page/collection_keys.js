// The keys of the tables. The row that has the focus is the one that is decided.
const rowOfFocus = () => document.activeElement.closest("#pairs tbody tr");
function focusRow(line) {
  if (!line) return false;
  line.querySelector("a").focus();
  line.scrollIntoView({block: "nearest"});
}
function nextRow(by) {
  const line = rowOfFocus();
  if (line === null) return by > 0 ? focusRow(at("pairs").querySelector("tbody tr")) : false;
  const next = shownRows.indexOf(Number(line.dataset.pair)) + by;
  return focusRow(shownRows[next] === undefined ? null : pairTable.lineOf(shownRows[next]));
}
function decideRow(mark) {
  const line = rowOfFocus();
  if (line === null) return false;
  setMark(Number(line.dataset.pair), {mark});
  if (mark !== "") nextRow(1);
}
addKeys("collection", [
  ["j", "next pair", () => nextRow(1)],
  ["k", "previous pair", () => nextRow(-1)],
  ["ArrowDown", "next pair, from a pair", () => (rowOfFocus() === null ? false : nextRow(1))],
  ["ArrowUp", "previous pair, from a pair", () => (rowOfFocus() === null ? false : nextRow(-1))],
  ["Enter", "look at the pair", () => false],
  ["1", "cleared, and on to the next pair", () => decideRow("cleared")],
  ["2", "needs talk, and on", () => decideRow("talk")],
  ["3", "case, and on", () => decideRow("case")],
  ["0", "not marked", () => decideRow("")],
  ["/", "to the search", () => (at("name").hidden ? false : at("name").focus())],
]);
