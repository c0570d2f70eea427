// A table of any length: it draws its first rows, and more as they are scrolled to, so that ten thousand are there at
// once. Its heads sort.
const rowsAtOnce = 60;
class LongTable {
  // columns: {title, key: its name as an order, show(row) a text or an element, number: whether it is one}; a column
  // without a key does not sort. sort(key) is called for a click on a head; mark(line, row) may add to a line.
  constructor(table, columns, sort, mark = () => {}) {
    this.table = table;
    this.columns = columns;
    this.mark = mark;
    this.rows = [];
    this.lines = new Map(); // row -> its line, of those that are drawn
    this.head = table.appendChild(make("thead")).appendChild(make("tr"));
    this.body = table.appendChild(make("tbody"));
    for (const column of columns) {
      const cell = this.head.appendChild(
        make("th", undefined, column.number ? {scope: "col", class: "number"} : {scope: "col"})
      );
      if (column.key === undefined) cell.textContent = column.title;
      else
        cell.appendChild(make("button", column.title, {type: "button"})).addEventListener("click", () => sort(column.key));
    }
    // Behind the last line that is drawn; near the window it asks for more.
    this.end = make("p", undefined, {class: "end"});
    table.after(this.end);
    new IntersectionObserver(
      (entries) => {
        if (entries.some(({isIntersecting}) => isIntersecting)) this.more();
      },
      {rootMargin: "800px"}
    ).observe(this.end);
    addEventListener("beforeprint", () => this.drawTo(this.rows.length));
  }
  // Shows these rows (any values, each once), sorted as `order` {key, down} says.
  show(rows, {key, down}) {
    this.rows = rows;
    this.lines.clear();
    this.body.replaceChildren();
    this.columns.forEach((column, i) => {
      if (column.key === key) this.head.children[i].setAttribute("aria-sort", down ? "descending" : "ascending");
      else this.head.children[i].removeAttribute("aria-sort");
    });
    this.more();
  }
  more() {
    this.drawTo(this.lines.size + rowsAtOnce);
  }
  drawTo(end) {
    if (this.lines.size >= this.rows.length) return;
    const part = document.createDocumentFragment();
    for (const row of this.rows.slice(this.lines.size, end)) {
      const line = part.appendChild(make("tr"));
      for (const column of this.columns) line.append(make("td", undefined, column.number ? {class: "number"} : {}));
      this.lines.set(row, line);
      this.fill(row);
    }
    this.body.append(part);
  }
  // Shows a row anew, or only its cell of one column.
  fill(row, key) {
    const line = this.lines.get(row);
    if (line === undefined) return;
    this.columns.forEach((column, i) => {
      if (key === undefined || column.key === key) line.children[i].replaceChildren(column.show(row));
    });
    this.mark(line, row);
  }
  // The line of a row, drawn if it was not; undefined where the table does not have it.
  lineOf(row) {
    const place = this.lines.has(row) ? 0 : this.rows.indexOf(row);
    if (place >= this.lines.size) this.drawTo(place + 1);
    return this.lines.get(row);
  }
}

// rows as `value` orders them, the greatest first where `down`; what is equal stays as it was.
function ordered(rows, value, down) {
  const keyed = rows.map((row, place) => ({row, place, key: value(row)}));
  keyed.sort((x, y) => (x.key < y.key ? -1 : x.key > y.key ? 1 : 0) * (down ? -1 : 1) || x.place - y.place);
  return keyed.map(({row}) => row);
}
