// A report of the server, as it is, in a frame without an origin, which reaches nothing of this page and no network: of
// scripts only that of `textkin report` runs there.
let report = null; // {html, shown: html with what is kept of it, title, asked: of classQuestion(), marksPath}

const nameOfFile = (title) => title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "") || "report";
// The page's own data; nothing of it is run.
function dataOfReport(html) {
  const begin = html.lastIndexOf(dataOpening);
  return JSON.parse(html.slice(begin + dataOpening.length, html.indexOf("</script>", begin)));
}
// "#pair=3" of two ids; "" where there is no such pair.
function fragmentOf(html, [a, b]) {
  const {documents, pairs} = dataOfReport(html);
  const place = pairs.findIndex((pair) => documents[pair.a].id === a && documents[pair.b].id === b);
  return place < 0 ? "" : "#pair=" + (place + 1);
}

async function showReport({html, title, asked, pair, signal}) {
  const kept = await marksOfArchive(html, signal);
  const host = {name: nameOfFile(title), marker: who.name, keeps: mayWrite()};
  const shown = withElement(withMarks(html, kept), '<script type="application/json" id="host">', host);
  report = {html, shown, title, asked, marksPath: ofIndex("/marks")};
  const frame = make("iframe", undefined, {sandbox: "allow-scripts allow-downloads allow-modals", title: "Report: " + named(title).textContent});
  frame.src = "frame.html" + (pair === undefined ? "" : fragmentOf(html, pair));
  at("frame").replaceChildren(frame);
  at("report-title").replaceChildren(named(title));
  at("report-said").textContent = mayWrite() ? "" : "You may read: what you mark here is not kept.";
  at("to-report").hidden = false;
  location.hash = "#report";
}
// The frame has no origin that could be named; what it is given is its own report.
addEventListener("message", (event) => {
  const frame = at("frame").firstElementChild;
  if (frame === null || event.source !== frame.contentWindow) return;
  if (event.data === "ready") frame.contentWindow.postMessage(report.shown, "*");
  else if (Array.isArray(event.data.marks)) sendMarks(event.data.marks);
});
function saidOfReport(text) {
  at("report-said").textContent = text;
  return text;
}
async function saveReportPage(signal, show) {
  show("Saving\u2026");
  await sending;
  give([withMarks(report.html, await marksOfArchive(report.html, signal))], "text/html", nameOfFile(report.title) + ".html");
  return saidOfReport("Saved, with the marks that the archive has.");
}
async function saveReportTable(signal, show) {
  const rows = rowsIn(await askClass(report.asked, [["format", "jsonl"]], signal, show));
  const heads = rows.length === 0 ? [] : Object.keys(rows[0]);
  give([tsv([heads, ...rows.map((row) => heads.map((head) => (row[head] === null ? "" : row[head])))])], "text/tab-separated-values", nameOfFile(report.title) + ".tsv");
  return saidOfReport("The table is saved.");
}
// What is open in it, by the report's own rules for paper.
at("report-print").addEventListener("click", () => at("frame").firstElementChild.contentWindow.postMessage("print", "*"));
at("report-page").addEventListener("click", work(saveReportPage));
at("report-table").addEventListener("click", work(saveReportTable));
