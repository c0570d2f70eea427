// The first page: the sentence, the figures, the tables, how it was computed.
const gone = {
  removed: "removed",
  checked: "would be removed",
  annotated: "would be removed"
}[data.fate];
const idOf = (number) => data.documents[number].id;
// Digits that neither round an almost identical document up to 100 % nor one at the threshold below it.
const similarityOf = (removal) => percent(removal.identical ? 1 : removal.similarity, 1);
function inBytes(value) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  let scaled = value;
  for (; scaled >= 1000 && unit + 1 < units.length; ++unit) scaled /= 1000;
  return (unit === 0 ? number(scaled) : scaled.toFixed(1)) + " " + (value === 1 ? "byte" : units[unit]);
}
const was = (n) => data.fate === "removed" ? (n === 1 ? "was removed" : "were removed") : "would be removed";

let lines = [];  // of the table of removed documents, in its order
function applyFilter() {
  const from = Number(at("from").value), to = at("to").value === "" ? 100 : Number(at("to").value);
  let hidden = 0;
  for (const {row, line} of lines) {
    const similarity = 100 * (row.identical ? 1 : row.similarity);
    line.hidden = similarity < from || similarity > to;
    hidden += line.hidden;
  }
  at("hidden").textContent =
      hidden === 0 ? "" : count(hidden, "document") + (hidden === 1 ? " is hidden." : " are hidden.");
}
function setFilter(from, to) {
  at("from").value = from;
  at("to").value = to;
  applyFilter();
}

function documentLink(removal) {
  const link = make("a", undefined, {href: "#document=" + (data.shown.indexOf(removal) + 1)});
  link.append(named(idOf(removal.document)));
  return link;
}

function showFigures() {
  const tile = (term, value, note) => {
    const box = at("figures").appendChild(make("div"));
    box.append(make("dt", term), make("dd", value));
    if (note) box.lastChild.append(make("small", note));
  };
  tile("Documents", number(data.documents_read),
      data.problems === 0 ?
          undefined :
          count(data.problems, "file or line").replace("file or lines", "files or lines") + " could not be used");
  tile(data.fate === "removed" ? "Stay" : "Would stay", number(data.documents_read - data.removed),
      percent(data.documents_read - data.removed, data.documents_read));
  tile(gone.charAt(0).toUpperCase() + gone.slice(1), number(data.removed), percent(data.removed, data.documents_read));
  tile("Of them identical", number(data.identical), percent(data.identical, data.removed));
  tile("Clusters", number(data.clusters),
      data.largest.length === 0 ? undefined : "the largest of " + count(data.largest[0].removed + 1, "document"));
  tile(data.fate === "removed" ? "Bytes saved" : "Bytes that this saves", inBytes(data.removed_bytes),
      percent(data.removed_bytes, data.bytes) + " of " + inBytes(data.bytes));
}

function showClusters() {
  const members = new Map(data.largest.map((cluster) => [cluster.kept, []]));
  for (const removal of data.shown)
    if (members.has(removal.kept)) members.get(removal.kept).push(removal);
  at("clusters-text").textContent = data.clusters === 0 ?
      "There is none." :
      (data.largest.length < data.clusters ?
              "The " + number(data.largest.length) + " largest of " + number(data.clusters) + ". " :
              "") +
          "A cluster is a document that stays and those that go for it; each with its own similarity to that document.";
  if (data.clusters === 0) return;
  fill(at("clusters"), data.largest, [
    {title: "Stays", words: true, value: (c) => idOf(c.kept), show: (c) => named(idOf(c.kept))},
    {title: "Documents", first: true, value: (c) => c.removed, show: (c) => number(c.removed + 1)},
    {title: "Least similar", value: (c) => c.least, show: (c) => percent(c.least, 1)},
    {title: "Bytes saved", value: (c) => c.removed_bytes, show: (c) => inBytes(c.removed_bytes)},
    {
      title: "Removed",
      words: true,
      value: (c) => c.removed,
      show: (c) => {
        const shown = members.get(c.kept);
        const box = make("details");
        const list = make("ul");
        for (const removal of shown) {
          const item = list.appendChild(make("li"));
          item.append(documentLink(removal), " " + similarityOf(removal));
        }
        if (c.removed > shown.length) list.append(make("li", "and " + number(c.removed - shown.length) + " more"));
        box.append(make("summary",
                       c.removed > shown.length ? number(shown.length) + " of " + count(c.removed, "document") :
                                                  count(c.removed, "document")),
            list);
        return box;
      }
    },
  ]);
}

function showCut() {
  const cut = [];
  const left = data.removed - data.shown.length;
  const lists = [
    data.removed_list && data.removed_list + " (--removed)", data.clusters_list && data.clusters_list + " (--clusters)"
  ].filter(Boolean);
  const all = lists.length > 0 ? "All are in " + lists.join(" and ") + "." :
      data.fate === "checked"  ? "A run without --check lists all: --removed FILE.jsonl, --clusters FILE.tsv." :
                                 "--removed FILE.jsonl and --clusters FILE.tsv list all.";
  if (left > 0)
    cut.push("This page holds " + number(data.shown.length) +
        " of them: the least similar, some of each similarity, drawn at random, and the least similar of the " +
        "largest clusters. " +
        all);
  else if (lists.length > 0)
    cut.push("The same as lists: " + lists.join(" and ") + ".");
  const without =
      data.shown.filter((removal) => !data.documents[removal.document].text || !data.documents[removal.kept].text)
          .length;
  if (without > 0)
    cut.push(count(without, "document") + (without === 1 ? " stands" : " stand") +
        " here without text, because the texts are too long for one page.");
  if (data.fate === "annotated")
    cut.push("With --annotate every record was kept, and says in a field of its own whether it would go.");
  for (const line of cut) at("cut").appendChild(make("li")).append(named(line));
  at("cut").hidden = cut.length === 0;
}

// Whether all that is alike was found for certain.
const everyPair = () => data.method === "exact" && !(data.against_recall < 1);

function showOverview() {
  at("sentence").textContent = data.removed === 0 ?
      "Of " + count(data.documents_read, "document") + " none " + (everyPair() ? "is" : "was found to be") + " at least " + data.threshold + " similar to another that stays; nothing " + was(1) + "." :
      "Of " + count(data.documents_read, "document") + " " + number(data.removed) + " " + was(data.removed) + " in " +
          count(data.clusters, "cluster") + ": " + number(data.identical) + " identical to one that stays, " +
          number(data.removed - data.identical) + " similar to it at " + data.threshold + " or more.";
  showFigures();
  showCut();
  const logarithmic = histogram(at("histogram"), setFilter);
  at("histogram-text").textContent = "Number of documents that " + was(2) +
      ", by similarity to the one that stays; the scale is " + (logarithmic ? "logarithmic" : "linear") +
      ". Identical: the same shingles, however spelled. A click on a bar shows its documents in the table below.";
  showRecall();
  at("shown-title").textContent = "Documents that " + was(2) +
      (data.shown.length < data.removed ? " (" + number(data.shown.length) + " of " + number(data.removed) + ")" : "");
  lines = fill(at("shown"), data.shown, [
    {
      title: data.fate === "removed" ? "Removed" : "Would be removed",
      words: true,
      value: (r) => idOf(r.document),
      show: documentLink
    },
    {title: "Stays", words: true, value: (r) => idOf(r.kept), show: (r) => named(idOf(r.kept))},
    {title: "Similarity", first: true, up: true, value: (r) => r.identical ? 1 : r.similarity, show: similarityOf},
    {
      title: "Reason",
      words: true,
      value: (r) => r.identical ? "identical" : "similar",
      show: (r) => r.identical ? "identical" : "similar"
    },
    {
      title: "Bytes",
      value: (r) => data.documents[r.document].bytes,
      show: (r) => number(data.documents[r.document].bytes)
    },
  ]);
  for (const field of [at("from"), at("to")]) field.addEventListener("input", applyFilter);
  at("all").addEventListener("click", () => setFilter(0, 100));
  showClusters();
  showHow();
}
