// What was done to a text, in a few words each: how much was changed, what was moved, what only a program sees. Where
// letters or words were made to mislead, the chip is red and names the text.
const hiddenWords = ({flags, notes}) =>
  notes.reduce((sum, note) => sum + Number((/^hidden text: (\d+)/.exec(note) || [0, 0])[1]), 0) + flags.hidden;
const isOdd = (index) =>
  hiddenWords(data.documents[index]) > 0 || data.documents[index].flags.look_alike > 0 || isOddlyWritten(data.documents[index]);

function oddChips(index) {
  const document_ = data.documents[index];
  return [
    [document_.flags.look_alike, "with swapped letters"],
    [hiddenWords(document_), "hidden"],
  ]
    .filter(([words]) => words > 0)
    .map(([words, what]) => {
      const chip = make("span", count(words, "word") + " " + what + " in ", {class: "chip odd"});
      chip.append(named(idOf(index)));
      return chip;
    });
}

// How much of what both have is the same: the words that are not, of a hundred.
function changedChip(index) {
  const now = counted.pairs[index];
  if (now.passages === 0) return [];
  const others = [now.a_matched - now.a_equal, now.b_matched - now.b_equal];
  const other = Math.max(0, ...others);
  if (other === 0) return [make("span", "verbatim", {class: "chip"})];
  const share = Math.round((100 * other) / Math.max(now.a_matched, now.b_matched));
  const replaced = Math.abs(others[0] - others[1]) <= other / 2;
  const words = share < 1 ? "fewer than 1 word" : share === 1 ? "1 word" : share + " words";
  return [make("span", words + " in 100 " + (replaced ? "replaced" : "edited"), {class: "chip"})];
}

function doneChips(index) {
  const pair = data.pairs[index];
  const chips = changedChip(index);
  const moved = blocksNow(index).filter((block) => block.moved && countsNow(block)).length;
  if (moved > 0) chips.push(make("span", "sentences moved (" + number(moved) + ")", {class: "chip"}));
  chips.push(...oddChips(pair.a), ...oddChips(pair.b));
  const alone = quotedAlone(index).findIndex((words) => words > 0);
  if (alone >= 0) {
    const [own, other] = alone === 0 ? [pair.a, pair.b] : [pair.b, pair.a];
    const chip = make("span", "quoted with a reference in ", {class: "chip"});
    chip.append(named(idOf(own)), ", not in ", named(idOf(other)));
    chips.push(chip);
  }
  const all = make("span", undefined, {class: "chips"});
  all.append(...chips);
  return all;
}
