// A table that its heads sort.
// columns: {title, value(row) to sort by, show(row) a text or an element, words: not a number, first: the one that is
// sorted by first, up: whether smallest first (as words are), live: update() shows it anew}. Returns the lines,
// [{row, line}], which stay in the order of the table, with update().
function fill(table, rows, columns) {
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  const body = table.appendChild(make("tbody"));
  const lines = rows.map((row, index) => {
    const line = make("tr");
    for (const column of columns) {
      const cell = make("td", undefined, column.words ? {} : {class: "number"});
      cell.append(column.show(row));
      line.append(cell);
    }
    return {row, line, index};
  });
  let sorted = null;
  let down = true;
  function order() {
    const values = new Map(lines.map((entry) => [entry, sorted.value(entry.row)]));
    const before = lines.slice();
    lines.sort((x, y) => {
      const a = values.get(x),
        b = values.get(y);
      return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1) || x.index - y.index;
    });
    if (body.childElementCount === 0 || lines.some((entry, i) => entry !== before[i]))
      body.append(...lines.map((entry) => entry.line));
  }
  function sort(column) {
    down = sorted === column ? !down : column.up === undefined ? !column.words : !column.up;
    sorted = column;
    order();
    columns.forEach((other, i) => {
      if (other === column) head.children[i].setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.children[i].removeAttribute("aria-sort");
    });
  }
  for (const column of columns) {
    const cell = make("th", undefined, column.words ? {scope: "col"} : {scope: "col", class: "number"});
    const button = cell.appendChild(make("button", column.title, {type: "button"}));
    button.addEventListener("click", () => sort(column));
    head.append(cell);
  }
  sort(columns.find((column) => column.first));

  lines.update = () => {
    for (const {row, line} of lines)
      columns.forEach((column, i) => {
        if (!column.live) return;
        const shown = column.show(row),
          cell = line.children[i];
        if (typeof shown !== "string") cell.replaceChildren(shown);
        else if (cell.textContent !== shown) cell.textContent = shown;
      });
    if (sorted.live) order();
  };
  return lines;
}
