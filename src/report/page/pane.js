// A text of a pair: its passages marked and numbered from 1, what is not counted grey, flagged characters made visible,
// and where all that lies in the bar beside it.
const hue = (passage) => String((passage * 137 + 60) % 360);

// side: {text, spans, excluded: [{begin, end, kind}], points, changes}; words: as in counted.pairs. pick(numbers of
// passages) is called for a click on what lies in all of them.
function fillPane(pane, bar, side, words, pick) {
  const {text, spans, points, changes} = side;
  pane.textContent = "";
  bar.textContent = "";
  if (text === null) {
    pane.append(make("em", "This text is not on the page: the texts together are too long."));
    return;
  }
  const excluded = side.excluded.filter(({kind}) => excludes[kind]);
  const block = (begin, end, kind) => {
    const made = bar.appendChild(make("span", undefined, {class: kind}));
    made.style.top = (100 * begin) / text.length + "%";
    made.style.height = (100 * (end - begin)) / text.length + "%";
    return made;
  };
  for (const {begin, end} of excluded) block(begin, end, "excluded");
  const counts = words.map((both) => Math.min(...both) > 0);
  spans.forEach(([begin, end], i) => {
    const made = block(begin, end, counts[i] ? "block" : "block uncounted");
    made.style.setProperty("--hue", hue(i + 1));
    made.addEventListener("click", () => pick([i + 1]));
  });
  const cuts = new Set([...spans.flat(), ...excluded.flatMap(({begin, end}) => [begin, end]), text.length]);
  const show = (begin, end) => visible(text, points, begin, end);
  let from = 0;
  for (const cut of Array.from(cuts).sort((x, y) => x - y)) {
    if (cut === from) continue;
    const inside = [];
    spans.forEach(([begin, end], i) => {
      if (begin <= from && from < end) inside.push(i + 1);
    });
    const grey = excluded.filter(({begin, end}) => begin <= from && from < end);
    const piece =
      inside.length > 0
        ? make("mark", undefined, {"data-in": inside.join(" ")})
        : grey.length > 0
          ? make("span")
          : pane;
    if (grey.length > 0) {
      piece.classList.add("excluded");
      piece.title =
        Array.from(new Set(grey.map(({kind}) => exclusionNames[data.exclusions[kind].kind]))).join(", ") +
        ": not counted";
    }
    appendPiece(piece, text, from, cut, inside.length > 0 ? changes[inside[0] - 1] : [], show);
    if (inside.length > 0) {
      const starting = inside.filter((i) => spans[i - 1][0] === from);
      if (starting.length > 0) piece.setAttribute("data-number", starting.join(", "));
      piece.classList.toggle(
        "uncounted",
        inside.every((i) => !counts[i - 1])
      );
      piece.style.setProperty("--hue", hue(inside[0]));
      piece.addEventListener("click", () => pick(inside));
    }
    if (piece !== pane) pane.append(piece);
    from = cut;
  }
}
