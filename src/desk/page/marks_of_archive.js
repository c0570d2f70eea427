// What reviewers said of pairs: kept in the archive, with who and when; a report begins with those of its texts, gives
// new ones back, and takes them along when it is saved.
let sending = Promise.resolve(); // marks go one after the other, so that the last one counts

const scriptText = (value) => JSON.stringify(value).replace(/</g, "\\u003c");
const dataOpening = '<script type="application/json" id="data">';
// Before the data of a report, behind its texts, in which no "<" stands as it is.
function withElement(html, opening, value) {
  const place = html.lastIndexOf(dataOpening);
  return html.slice(0, place) + opening + scriptText(value) + "</script>\n" + html.slice(place);
}

// Those of the report's pairs.
async function marksOfArchive(html, signal) {
  const {documents, pairs} = dataOfReport(html);
  const here = new Set(pairs.map(({a, b}) => [documents[a].hash, documents[b].hash].sort().join(" ")));
  return (await rowsOf(await askPatiently(ofIndex("/marks"), {signal}))).filter(({texts}) => here.has(texts));
}
const withMarks = (html, marks) =>
  marks.length === 0
    ? html
    : withElement(html, '<script type="application/json" class="given-marks">', {name: "the archive", text: JSON.stringify(marks)});

function sendMarks(marks) {
  const body = marks.map((mark) => JSON.stringify(mark) + "\n").join("");
  at("report-said").textContent = "Keeping " + count(marks.length, "mark") + "\u2026";
  sending = sending.then(telling(async () => {
    try {
      await askPatiently(report.marksPath, {method: "POST", body, type: "application/x-ndjson"});
      at("report-said").textContent = count(marks.length, "mark") + (marks.length === 1 ? " is" : " are") + " kept in the archive.";
    } catch (error) {
      at("report-said").textContent = "The mark is not kept in the archive.";
      throw error;
    }
  }));
}
