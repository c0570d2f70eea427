"use strict";
// Everything shown goes through textContent: ids and texts are data, whatever they hold.
(function () {
  const at = (id) => document.getElementById(id);
  const data = JSON.parse(at("data").textContent);
  const texts = document.querySelectorAll("script.text");
  const number = (value) => value.toLocaleString("en");
  const count = (value, noun) => number(value) + " " + noun + (value === 1 ? "" : "s");
  // Identical is 100.0 %, and nothing less is; the same for 0.0 %.
  function percent(part, whole) {
    if (part === 0 || whole === 0) return "0.0 %";
    if (part === whole) return "100.0 %";
    return Math.min(99.9, Math.max(0.1, 100 * part / whole)).toFixed(1) + " %";
  }

  function make(name, text, attributes) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    for (const key in attributes || {}) element.setAttribute(key, attributes[key]);
    return element;
  }

  // An id on its own: it cannot turn the text around it, and characters that do not show are spelled out.
  function named(id) {
    const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
    return make("bdi", id.replace(hidden, (c) => "[U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "]"));
  }

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

  // Hides pairs and documents whose longest passage is shorter than what was typed, and says how many.
  function filter() {
    const least = Math.max(0, Number(at("least").value) || 0);
    const hide = (rows) => rows.reduce((hidden, {longest, line}) => {
      line.hidden = longest < least;
      return hidden + line.hidden;
    }, 0);
    const pairs = hide(pairLines), documents = hide(documentLines);
    at("hidden").textContent = pairs + documents === 0 ? "" : count(pairs, "pair") + " and " + count(documents, "document") + " are hidden.";
  }
  let pairLines = [], documentLines = [];

  const idOf = (index) => data.documents[index].id;
  function showCollection() {
    at("sentence").textContent = count(data.documents_read, "document") + ", " + count(data.compared, "pair") + "; " +
      (data.pairs_found === 0 ? "no pair shares a passage" : count(data.pairs_found, "pair") + (data.pairs_found === 1 ? " shares " : " share ") +
      count(data.passages_found, "passage")) + (data.problems > 0 ? "; " + (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") + " could not be used" + (data.pseudonyms ? "" : " (see below)") : "") + ".";
    const cut = [];
    const without = data.pairs.filter((pair) => !data.documents[pair.a].text || !data.documents[pair.b].text).length;
    if (data.pairs.length < data.pairs_found)
      cut.push("This page holds the " + count(data.pairs.length, "pair") + " with the longest passages and their documents; " +
        count(data.pairs_found - data.pairs.length, "pair") + " with shorter ones are not on it. `textkin passages` lists all.");
    if (without > 0) cut.push(count(without, "pair") + " stand here without their texts, which are too long for one page.");
    for (const line of cut) at("cut").append(make("li", line));
    at("cut").hidden = cut.length === 0;

    pairLines = fill(at("pairs"), data.pairs.map((pair, index) => ({pair, index})), [
      {title: "A and B", words: true, value: (r) => idOf(r.pair.a) + "\n" + idOf(r.pair.b), show: (r) => {
        const link = make("a", undefined, {href: "#pair=" + (r.index + 1)});
        link.append(named(idOf(r.pair.a)), " and ", named(idOf(r.pair.b)));
        return link;
      }},
      {title: "Longest passage", first: true, value: (r) => r.pair.longest, show: (r) => number(r.pair.longest)},
      {title: "Words matched", value: (r) => r.pair.a_matched, show: (r) => number(r.pair.a_matched)},
      {title: "Share of A in B", value: (r) => r.pair.a_matched / data.documents[r.pair.a].words,
        show: (r) => percent(r.pair.a_matched, data.documents[r.pair.a].words)},
      {title: "Share of B in A", value: (r) => r.pair.b_matched / data.documents[r.pair.b].words,
        show: (r) => percent(r.pair.b_matched, data.documents[r.pair.b].words)},
      {title: "Passages", value: (r) => r.pair.passages.length, show: (r) => number(r.pair.passages.length)},
    ]);
    documentLines = fill(at("documents"), data.documents, [
      {title: "Document", words: true, value: (d) => d.id, show: (d) => named(d.id)},
      {title: "Longest passage", first: true, value: (d) => d.longest, show: (d) => number(d.longest)},
      {title: "Words", value: (d) => d.words, show: (d) => number(d.words)},
      {title: "Words matched", value: (d) => d.matched, show: (d) => number(d.matched)},
      {title: "Share in others", value: (d) => d.matched / d.words, show: (d) => percent(d.matched, d.words)},
      {title: "Pairs", value: (d) => d.pairs, show: (d) => number(d.pairs)},
    ]);

    pairLines = pairLines.map(({row, line}) => ({longest: row.pair.longest, line}));
    documentLines = documentLines.map(({row, line}) => ({longest: row.longest, line}));
    at("least").addEventListener("input", filter);

    const how = [
      ["Guarantee", "any shared run of " + data.guarantee + " words or more is found" + (data.common_fingerprints === 0 ? "" :
        ", but for " + number(data.common_fingerprints) + " runs of " + data.fingerprint_words + " words that stand in more than " + number(data.common) + " documents")],
      ["Finding", "fingerprints of " + data.fingerprint_words + " words, one in each window of " + data.window + " kept; equal words at most " +
        data.max_gap + " characters apart belong to one passage; one without a run of " + data.guarantee + " equal words has " + data.min_length + " characters or more"],
      ["Shares", "words in passages, each counted once, of all words of the document"],
      ["Longest passage", "in words, on the side where it has fewer"],
      ["Limits", "text that was paraphrased or translated is not found"],
      ["Input", data.pseudonyms ? "not named; documents are numbered as they were read (--pseudonyms); texts are as they are" : data.inputs.join(", ") + (data.against.length > 0 ? ", against " + data.against.join(", ") : "")],
      ["Read", count(data.documents_read, "document") + (data.against_documents > 0 ? " (" + number(data.against_documents) + " of them to compare against)" : "") +
        ", " + count(data.words, "word") + "; " + number(data.empty) + " without a word"],
      ["Not read", data.problems === 0 ? "nothing" : (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") + (data.pseudonyms ? "" : ", below")],
      ["Program", "textkin " + data.version],
    ];
    for (const [term, text] of how) at("how").append(make("dt", term), make("dd", text));
    if (data.problems > 0 && !data.pseudonyms) {
      const list = at("problems").querySelector("ul");
      for (const line of data.problem_lines) list.appendChild(make("li")).append(named(line));
      const more = data.problems - data.problem_lines.length;
      if (more > 0) list.append(make("li", "and " + number(more) + " more"));
      at("problems").hidden = false;
    }
  }

  const hue = (passage) => String((passage * 137 + 60) % 360);

  // spans in code points, [offset, length] -> in the units of JavaScript's strings, [begin, end].
  function placed(text, spans) {
    const units = new Map();
    let unit = 0;
    let point = 0;
    for (const cut of Array.from(new Set(spans.flatMap(([offset, length]) => [offset, offset + length]))).sort((x, y) => x - y)) {
      for (; point < cut && unit < text.length; ++point) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
      units.set(cut, unit);
    }
    return spans.map(([offset, length]) => [units.get(offset), units.get(offset + length)]);
  }

  // As textkin cuts words, but that look-alike letters differ here: a reader should see them.
  const letter = "[\\p{L}\\p{M}\\p{N}\\u00ad\\u200b-\\u200d\\u2060\\ufeff]";
  const wordPattern = new RegExp("[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]|" +
    letter + "+(?:[-\\u2010]\\r?\\n\\s*" + letter + "+)*", "gu");
  function wordsOf(text, [begin, end]) {
    return Array.from(text.slice(begin, end).matchAll(wordPattern), (match) => ({
      key: match[0].replace(/[-\u2010]\r?\n\s*|[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").normalize("NFKC").toLowerCase(),
      begin: begin + match.index, end: begin + match.index + match[0].length,
    }));
  }

  // Marks the words of both sides that have no equal in order: `kind` is "replaced" where the other side has others
  // instead, else "only". By a longest common subsequence; null where that would take more than `budget.cells` steps.
  function changesOf(x, y, budget) {
    let first = 0;
    while (first < x.length && first < y.length && x[first].key === y[first].key) ++first;
    let last = 0;
    while (last < Math.min(x.length, y.length) - first && x[x.length - 1 - last].key === y[y.length - 1 - last].key) ++last;
    const n = x.length - first - last, m = y.length - first - last;
    budget.cells -= (n + 1) * (m + 1);
    if (budget.cells < 0) return null;
    const longest = new Uint32Array((n + 1) * (m + 1));
    const cell = (i, j) => i * (m + 1) + j;
    for (let i = n - 1; i >= 0; --i)
      for (let j = m - 1; j >= 0; --j)
        longest[cell(i, j)] = x[first + i].key === y[first + j].key ? longest[cell(i + 1, j + 1)] + 1 :
          Math.max(longest[cell(i + 1, j)], longest[cell(i, j + 1)]);
    const changes = [[], []];
    let inX = [], inY = [];
    const flush = () => {
      const kind = inX.length > 0 && inY.length > 0 ? "replaced" : "only";
      for (const word of inX) changes[0].push({begin: word.begin, end: word.end, kind});
      for (const word of inY) changes[1].push({begin: word.begin, end: word.end, kind});
      inX = [];
      inY = [];
    };
    for (let i = 0, j = 0; i < n || j < m;) {
      if (i < n && j < m && x[first + i].key === y[first + j].key) {
        flush();
        ++i;
        ++j;
      } else if (j === m || (i < n && longest[cell(i + 1, j)] >= longest[cell(i, j + 1)])) inX.push(x[first + i++]);
      else inY.push(y[first + j++]);
    }
    flush();
    return changes;
  }

  // Shows text[begin, end) with the changes that lie in it.
  function appendPiece(parent, text, begin, end, changes) {
    let done = begin;
    for (const change of changes) {
      if (change.begin < done || change.end > end) continue;
      parent.append(text.slice(done, change.begin), make("span", text.slice(change.begin, change.end), {class: change.kind}));
      done = change.end;
    }
    parent.append(text.slice(done, end));
  }

  // Shows `text` in `pane`, its passages marked and numbered from 1, and where they lie in the bar beside it.
  function fillPane(side, text, spans, changes) {
    const pane = at(side + "-text"), bar = at(side + "-map");
    pane.textContent = "";
    bar.textContent = "";
    if (text === null) {
      pane.append(make("em", "This text is not on the page: the texts together are too long."));
      return;
    }
    spans.forEach(([begin, end], i) => {
      const block = bar.appendChild(make("span"));
      block.style.setProperty("--hue", hue(i + 1));
      block.style.top = 100 * begin / text.length + "%";
      block.style.height = 100 * (end - begin) / text.length + "%";
      block.addEventListener("click", () => go(i + 1));
    });
    let from = 0;
    for (const cut of Array.from(new Set(spans.flat().concat(text.length))).sort((x, y) => x - y)) {
      const inside = [];
      spans.forEach(([begin, end], i) => { if (begin <= from && from < end) inside.push(i + 1); });
      if (inside.length === 0) {
        pane.append(text.slice(from, cut));
      } else if (cut > from) {
        const mark = make("mark", undefined, {"data-in": inside.join(" ")});
        appendPiece(mark, text, from, cut, changes[inside[0] - 1]);
        const starting = inside.filter((i) => spans[i - 1][0] === from);
        if (starting.length > 0) mark.setAttribute("data-number", starting.join(", "));
        mark.style.setProperty("--hue", hue(inside[0]));
        mark.addEventListener("click", () => go(inside[(inside.indexOf(current) + 1) % inside.length]));
        pane.append(mark);
      }
      from = cut;
    }
  }

  let shown = null;  // the pair
  let current = 0;   // its passage, from 1; 0: none
  function go(passage) {
    current = passage;
    for (const pane of [at("a-text"), at("b-text")]) {
      let first = null;
      for (const mark of pane.querySelectorAll("mark")) {
        const inside = mark.dataset.in.split(" ");
        const is = inside.includes(String(passage));
        mark.style.setProperty("--hue", hue(is ? passage : Number(inside[0])));
        mark.classList.toggle("current", is);
        if (is && first === null) first = mark;
      }
      if (first !== null) pane.scrollTop = first.offsetTop - pane.clientHeight / 4;
    }
    for (const bar of [at("a-map"), at("b-map")])
      Array.from(bar.children).forEach((block, i) => block.classList.toggle("current", i + 1 === passage));
    const total = shown.passages.length;
    const words = shown.passages[passage - 1];
    at("position").textContent = "Passage " + passage + " of " + total + ": " + count(words[2], "word") + " of A, " + number(words[5]) + " of B, " + number(words[6]) + " equal";
    at("previous").disabled = passage <= 1;
    at("next").disabled = passage >= total;
  }
  function step(by) {
    const to = current + by;
    if (shown !== null && to >= 1 && to <= shown.passages.length) go(to);
  }

  function showPair(pair) {
    shown = pair;
    const a = data.documents[pair.a], b = data.documents[pair.b];
    at("pair-title").textContent = "";
    at("pair-title").append(named(a.id), " and ", named(b.id));
    at("pair-sentence").textContent = number(pair.a_matched) + " of " + count(a.words, "word") + " of A (" + percent(pair.a_matched, a.words) +
      ") are in passages shared with B; " + count(pair.passages.length, "passage") + ", the longest of " + count(pair.longest, "word") + ".";
    for (const [side, document_, matched] of [["a", a, pair.a_matched], ["b", b, pair.b_matched]]) {
      at(side + "-title").textContent = side.toUpperCase() + ": ";
      at(side + "-title").append(named(document_.id));
      at(side + "-share").textContent = number(matched) + " of " + count(document_.words, "word") + " (" + percent(matched, document_.words) + ") in passages";
    }
    const textOf = (index) => JSON.parse(texts[index].textContent);
    const inA = textOf(pair.a), inB = textOf(pair.b);
    const spansA = inA === null ? [] : placed(inA, pair.passages.map((p) => [p[0], p[1]]));
    const spansB = inB === null ? [] : placed(inB, pair.passages.map((p) => [p[3], p[4]]));
    const budget = {cells: 2e7};
    const changes = pair.passages.map((_, i) => inA === null || inB === null ? null :
      changesOf(wordsOf(inA, spansA[i]), wordsOf(inB, spansB[i]), budget));
    at("uncompared").hidden = !changes.includes(null);
    fillPane("a", inA, spansA, changes.map((both) => both === null ? [] : both[0]));
    fillPane("b", inB, spansB, changes.map((both) => both === null ? [] : both[1]));
  }

  function route() {
    const match = /^#pair=(\d+)$/.exec(location.hash);
    const pair = match === null ? undefined : data.pairs[Number(match[1]) - 1];
    at("collection").hidden = pair !== undefined;
    at("pair").hidden = pair === undefined;
    if (pair === undefined) {
      if (shown !== null) document.querySelector('#pairs a[href="#pair=' + (data.pairs.indexOf(shown) + 1) + '"]').focus();
      shown = null;
      return;
    }
    showPair(pair);
    go(1);
    at("pair-title").focus();
  }

  at("previous").addEventListener("click", () => step(-1));
  at("next").addEventListener("click", () => step(1));
  addEventListener("keydown", (event) => {
    if (shown === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight") step(1);
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "Escape") location.hash = "";
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", route);
  showCollection();
  route();
})();
