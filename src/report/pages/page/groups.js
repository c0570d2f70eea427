// Documents that shared passages link, directly or through others: three or more of them are a group; of persons, those
// of three or more.
const mostInSet = 20,
  mostSets = 20;
let groups = []; // {number, documents: numbers of documents}, by the pair that is ranked first
let groupOf = new Map(); // number of a document -> its group
let chosenGroup = null; // a document of the group that alone is shown; null: all are

// linked: [a, b] of the pairs that link.
function regroup(linked) {
  const parent = data.documents.map((_, i) => i);
  const root = (i) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const [a, b] of linked) parent[root(a)] = root(b);
  const members = new Map();
  for (const document_ of new Set(linked.flat())) {
    if (!members.has(root(document_))) members.set(root(document_), []);
    members.get(root(document_)).push(document_);
  }
  groups = Array.from(members.values())
    .filter((documents) => new Set(documents.map(rowOf)).size > 2)
    .map((documents, i) => ({number: i + 1, documents: documents.sort((x, y) => x - y)}));
  groupOf = new Map(groups.flatMap((group) => group.documents.map((document_) => [document_, group])));
  if (chosenGroup !== null && !groupOf.has(chosenGroup)) chosenGroup = null;
}
const isChosen = (document_) => chosenGroup === null || groupOf.get(document_) === groupOf.get(chosenGroup);

function chooseGroup(group) {
  chosenGroup = groupOf.get(chosenGroup) === group ? null : group.documents[0];
  showCounted();
}
function groupButton(group, text) {
  const button = make("button", text, {
    type: "button",
    class: "group",
    "data-group": group.number,
    "aria-pressed": String(chosenGroup !== null && groupOf.get(chosenGroup) === group),
  });
  button.style.setProperty("--hue", hue(group.number));
  return button;
}

// One decision for all pairs of a group that have none yet.
function groupDecision({documents}) {
  const open = data.pairs.flatMap(({a}, index) => (links(index) && documents.includes(a) && !isMarked(index) ? [index] : []));
  const cell = make("span", undefined, {class: "choice", role: "group", "aria-label": "Decide all open pairs of the group"});
  if (open.length === 0) return make("span", " all decided", {class: "dim"});
  for (const mark in decisionWords) {
    const button = cell.appendChild(make("button", decisionWords[mark] + " " + number(open.length), {type: "button"}));
    button.addEventListener("click", () => {
      setMarks(open, {mark});
      showGroups();
      at("group-title").focus();
    });
  }
  return cell;
}
function showGroups() {
  const lines = groups.slice(0, mostSets).map((group) => {
    const line = make("li");
    line.append(groupButton(group, "Group " + group.number + ": " + count(group.documents.length, "document")));
    line.append(groupDecision(group));
    if (group.documents.length <= mostInSet) {
      const set = line.appendChild(make("span", undefined, {class: "set"}));
      for (const document_ of group.documents) {
        const member = set.appendChild(make("span", undefined, {class: "member"}));
        member.style.setProperty("--hue", hue(group.number));
        member.append(named(idOf(document_)));
      }
    }
    return line;
  });
  if (groups.length > mostSets)
    lines.push(make("li", "and " + count(groups.length - mostSets, "group") + " more, in the tables"));
  at("groups-said").textContent = byPersons
    ? "Documents of three or more persons, linked by shared passages, directly or through others."
    : "Three or more documents linked by shared passages, directly or through others.";
  at("groups").replaceChildren(...lines);
  at("groups-none").hidden = groups.length > 0;
  at("all-groups").hidden = chosenGroup === null;
}

// Buttons of groups come and go with what they do: one listener, and the focus finds its button again.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.group");
  if (button === null) return;
  const {group} = button.dataset;
  chooseGroup(groups[group - 1]);
  noteAddress();
  const again = at("groups").querySelector('button.group[data-group="' + group + '"]');
  if (again !== null) again.focus();
});
at("all-groups").addEventListener("click", () => {
  chosenGroup = null;
  showCounted();
  noteAddress();
  at("group-title").focus();
});
