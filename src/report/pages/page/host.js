// Where this page stands in the page of a server, which then says so: marks go there as they are made, and the archive
// keeps them.
const host = at("host") === null ? null : JSON.parse(at("host").textContent); // {name: of this report, marker, keeps}
const sentMarks = new Map(); // of texts and marker -> when the mark was made that was sent, or came from there
const keyOfMark = ({texts, by}) => texts + " " + by;
function sendMarks(indexes) {
  const fresh = indexes.flatMap(entriesOf).filter((entry) => entry.by === marker && sentMarks.get(keyOfMark(entry)) !== entry.at);
  for (const entry of fresh) sentMarks.set(keyOfMark(entry), entry.at);
  if (fresh.length > 0) parent.postMessage({marks: fresh}, location.origin);
}
// After marks that were given are read.
function startHost() {
  if (host === null) return;
  addEventListener("message", (event) => {
    if (event.source === parent && event.origin === location.origin && event.data === "print") print();
  });
  if (!host.keeps) return;
  if (host.marker !== "") {
    nameMarker(host.marker);
    at("marker").value = host.marker;
    at("marker").disabled = true;
  }
  for (const entry of Array.from(marks.keys()).flatMap(entriesOf)) sentMarks.set(keyOfMark(entry), entry.at);
  whenMarked((index) => sendMarks(index === null ? Array.from(marks.keys()) : [index]));
  showProgress();
}
