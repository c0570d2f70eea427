// columns: {title, value(row) to sort by, show(row) a text or an element, words: not a number}
function fill(table, rows, columns) {
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  const body = table.appendChild(make("tbody"));
  const lines = rows.map((row) => {
    const line = make("tr");
    for (const column of columns) {
      const cell = make("td", undefined, column.words ? {} : {class: "number"});
      cell.append(column.show(row));
      line.append(cell);
    }
    return {row, line};
  });
  let sorted = null;
  let down = true;
  function sort(column) {
    down = sorted === column ? !down : !column.words;
    sorted = column;
    lines.sort((x, y) => {
      const a = column.value(x.row), b = column.value(y.row);
      return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
    });
    columns.forEach((other, i) => head.children[i].setAttribute("aria-sort", other !== column ? "none" : down ? "descending" : "ascending"));
    body.append(...lines.map((entry) => entry.line));
  }
  for (const column of columns) {
    const cell = make("th", undefined, column.words ? {scope: "col"} : {scope: "col", class: "number"});
    const button = cell.appendChild(make("button", column.title, {type: "button"}));
    button.addEventListener("click", () => sort(column));
    head.append(cell);
  }
  sort(columns.find((column) => column.first));
  return lines;
}
