// How documents and the page are called. Names can be hidden, and shown again row by row; a file tells which is which.
let namesHidden = false;
const namesShown = new Set(); // numbers of documents that are named all the same
const isHidden = (index) => namesHidden && !namesShown.has(index);
const idOf = (index) => (isHidden(index) ? "text " + (index + 1) : data.documents[index].id);

const lastPart = (path) => path.replace(/\/+$/, "").split("/").pop() || path;
// What was compared, by the names of its inputs.
function titleOfPage() {
  if (namesHidden || data.pseudonyms || data.inputs.length === 0) return "Re-used passages";
  const names = data.inputs.slice(0, 2).map(lastPart);
  if (data.inputs.length > 2) names.push("and " + number(data.inputs.length - 2) + " more");
  return names.join(", ");
}
const plain = (text) => named(text).textContent;

// Documents that are compared, but for those that they are compared with.
const handedIn = data.documents_read - (data.against_documents || 0);
// Of a document that only others are compared with.
const isEarlier = (index) => data.documents[index].against === true;
const earlierName = () => (data.against.length === 1 ? lastPart(data.against[0]) : "compared against");

function hideNames(hidden) {
  if (namesHidden !== hidden) namesShown.clear();
  namesHidden = hidden;
  at("hide-names").setAttribute("aria-pressed", String(hidden));
  at("save-key").hidden = !hidden;
  showHow();
}
