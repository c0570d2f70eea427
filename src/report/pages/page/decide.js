// The decision in the row of a pair.
const decisionWords = {cleared: "clear", talk: "talk", case: "case"};
function decisionCell(index) {
  const cell = make("span", undefined, {class: "choice decide", role: "group", "aria-label": "Decision"});
  const {mark, note} = markOf(index);
  for (const name in decisionWords) {
    const button = make("button", decisionWords[name], {type: "button", "aria-pressed": String(mark === name)});
    button.dataset.mark = name;
    cell.append(button);
  }
  const lines = marksOf(index)
    .filter((said) => said.by !== marker && said.mark !== "")
    .map((said) => nameOfMarker(said.by) + ": " + markNames[said.mark]);
  if (note !== "") lines.push(note);
  if (hasChanged(index)) lines.push(number(markOf(index).words) + " words when it was marked");
  if (lines.length === 0) return cell;
  const all = make("span");
  all.append(cell);
  for (const line of lines)
    all.appendChild(make("span", undefined, {class: "dim noted", title: line})).append(named(line));
  return all;
}
// A press on what is chosen takes it back.
const decideIn = (index, mark) => setMark(index, {mark: markOf(index).mark === mark ? "" : mark});
at("pairs").addEventListener("click", (event) => {
  const button = event.target.closest(".decide button");
  if (button === null) return;
  const line = button.closest("tr");
  decideIn(Number(line.dataset.pair), button.dataset.mark);
  line.querySelector('.decide [data-mark="' + button.dataset.mark + '"]').focus();
});
