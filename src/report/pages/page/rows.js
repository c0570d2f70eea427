// The pieces of a pair as rows of a table: what is the same stands side by side, a sentence or so in a row.
const leastInRow = 4,
  mostInRow = 60; // words
const sentenceEnd = /[.!?\u2026\u3002\uff01\uff1f][^\p{L}\p{N}]*\s|\n/u;

// [{block, number: in its block, from 1, a: [first word, behind the last], b: likewise}, ...]
function rowsOf(blocks, places) {
  const endsSentence = (side, word) => {
    const {text, begins, ends} = places[side];
    const next = word + 1 < begins.length ? begins[word + 1] : text.length;
    return sentenceEnd.test(text.slice(ends[word], next));
  };
  return blocks.flatMap((block) => {
    const rows = [];
    let from = [block.a[0], block.b[0]];
    const cut = (to) => {
      rows.push({block, number: rows.length + 1, a: [from[0], to[0]], b: [from[1], to[1]]});
      from = to;
    };
    for (const run of block.runs) {
      // Behind what differs, where a sentence ends with it.
      if (run[0] > from[0] && run[1] > from[1] && [0, 1].some((side) => endsSentence(side, run[side] - 1))) cut([run[0], run[1]]);
      for (let i = 0; i + 1 < run[2]; ++i) {
        const here = [run[0] + i, run[1] + i];
        const words = Math.max(here[0] - from[0], here[1] - from[1]) + 1;
        const ends = [0, 1].some((side) => endsSentence(side, here[side]));
        if (words >= mostInRow || (ends && words >= leastInRow)) cut([here[0] + 1, here[1] + 1]);
      }
    }
    cut([block.a[1], block.b[1]]);
    return rows;
  });
}

// The words [first, end) of a side as drawnSide() has it, with the marks that stand at them.
function rowCell({begins, ends}, drawn, [first, end]) {
  const cell = make("td", undefined, {dir: "auto", lang: ""});
  const {text} = drawn;
  let begin = begins[first],
    behind = end < begins.length ? begins[end] : text.length;
  const before = first > 0 ? ends[first - 1] : 0;
  while (begin > before && !/\s/.test(text[begin - 1])) --begin;
  const line = text.indexOf("\n", ends[end - 1]);
  if (line >= 0) behind = Math.min(behind, line);
  behind = ends[end - 1] + text.slice(ends[end - 1], behind).trimEnd().length;
  appendRange(cell, text, begin, behind, {...drawn, greyAt: 0});
  return cell;
}

// The head of a table of rows and its bodies, one of each piece. names: of the two columns; sides: as drawnSide() has
// them; say(block) is what is said above the rows of a piece.
function rowTable(blocks, places, sides, names, say) {
  const table = make("table", undefined, {class: "rows", "aria-label": "Pieces side by side"});
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  head.append(make("th", "#", {scope: "col"}));
  for (const name of names) head.appendChild(make("th", undefined, {scope: "col"})).append(named(name));
  let body = null;
  for (const row of rowsOf(blocks, places)) {
    if (row.number === 1) {
      body = table.appendChild(make("tbody"));
      body.style.setProperty("--hue", hue(row.block.number));
      const title = body.appendChild(make("tr", undefined, {class: "piece"}));
      title.append(make("th", say(row.block), {colspan: 3, scope: "rowgroup"}));
    }
    const line = body.appendChild(make("tr"));
    line.append(make("th", `${row.block.number}.${row.number}`, {scope: "row"}));
    line.append(rowCell(places[0], sides[0], row.a), rowCell(places[1], sides[1], row.b));
  }
  return table;
}
