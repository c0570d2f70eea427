// The first view: the tables, what of them is shown, and in which order.
// Whether a pair has a passage that counts and is as long as the threshold says.
const links = (index) => counted.pairs[index].longest >= Math.max(1, least);
const share = (part, whole) => (part === 0 ? 0 : part / whole);

// What is shown, as the address has it.
const firstState = {view: "pairs", decision: "open", sort: "", up: false, uncounted: false, odd: false, q: ""};
const state = {...firstState};

// How pairs can be sorted: key -> [its name, value of a pair's number, whether the least comes first].
const pairOrders = {
  words: ["same words", (index) => counted.pairs[index].same],
  longest: ["longest passage", (index) => counted.pairs[index].longest],
  share: ["larger share", (index) => Math.max(...sharesOf(index))],
  name: ["name", (index) => idOf(data.pairs[index].a) + "\n" + idOf(data.pairs[index].b), true],
  done: ["hidden and swapped letters", (index) => oddWords(data.pairs[index].a) + oddWords(data.pairs[index].b)],
  decision: ["decision", (index) => Object.keys(markNames).indexOf(markOf(index).mark)],
};
if (data.pairs.some(({passages}) => passages.some((p) => p[10] !== undefined)))
  pairOrders.rare = ["shared words that nobody else has", (index) => counted.pairs[index].rare];
const documentOrders = {
  words: ["words in others", (index) => figuresOf(index).matched],
  longest: ["longest passage", (index) => figuresOf(index).longest],
  share: ["share in others", (index) => share(figuresOf(index).matched, figuresOf(index).words)],
  name: ["name", (index) => nameOf(index), true],
  pairs: ["others", (index) => figuresOf(index).pairs],
  done: ["hidden and swapped letters", (index) => oddWordsOf(index)],
};
const oddWords = (index) => hiddenWords(data.documents[index]) + data.documents[index].flags.look_alike;
const sharesOf = (index) => {
  const pair = data.pairs[index],
    now = counted.pairs[index];
  return [share(now.a_equal, counted.documents[pair.a].words), share(now.b_equal, counted.documents[pair.b].words)];
};
const ordersNow = () => (state.view === "documents" ? documentOrders : pairOrders);
const firstOrder = () => (state.view === "pairs" && pairOrders.rare !== undefined ? "rare" : "words");
const orderNow = () => {
  const key = Object.hasOwn(ordersNow(), state.sort) ? state.sort : firstOrder();
  return {key, down: (ordersNow()[key][2] !== true) !== state.up};
};

// Two lines, one for each text of a pair.
function twoLines(first, second) {
  const both = make("span", undefined, {class: "two"});
  both.append(make("span"), make("span"));
  both.children[0].append(...[first].flat());
  both.children[1].append(...[second].flat());
  return both;
}
const nameLine = (index) => [named(idOf(index)), ...(isEarlier(index) ? [make("span", " " + earlierName(), {class: "dim"})] : [])];
function pairLink(index) {
  const {a, b} = data.pairs[index];
  const link = make("a", undefined, {href: address({pair: index + 1})});
  link.append(twoLines(nameLine(a), nameLine(b)));
  return link;
}

let pairTable = null,
  documentTable = null;
function startCollection() {
  pairTable = new LongTable(
    at("pairs"),
    [
      {title: "Pair", key: "name", show: pairLink},
      {title: "Where", show: wherePicture},
      {title: "Same words", key: "words", number: true, show: (index) => number(counted.pairs[index].same)},
      {
        title: "of each",
        key: "share",
        number: true,
        show: (index) => {
          const {a, b} = data.pairs[index],
            now = counted.pairs[index];
          return twoLines(
            percent(now.a_equal, counted.documents[a].words),
            percent(now.b_equal, counted.documents[b].words)
          );
        },
      },
      {title: "What was done", key: "done", show: doneChips},
      {title: "Decision", key: "decision", show: decisionCell},
    ],
    sortBy,
    (line, index) => {
      line.dataset.pair = index;
      line.classList.toggle("uncounted", counted.pairs[index].longest === 0);
    }
  );
  const now = figuresOf;
  documentTable = new LongTable(
    at("documents"),
    [
      {title: "Document", key: "name", show: documentLink},
      {title: "Where", show: documentPicture},
      {title: "Words", number: true, show: (index) => number(now(index).words)},
      {title: "In others", key: "words", number: true, show: (index) => number(now(index).matched)},
      {title: "Share", key: "share", number: true, show: (index) => percent(now(index).matched, now(index).words)},
      {title: "Longest passage", key: "longest", number: true, show: (index) => number(now(index).longest)},
      {title: "Others", key: "pairs", number: true, show: (index) => number(now(index).pairs)},
      {title: "Flags", key: "done", show: (index) => showFlags(flagsOf(index))},
    ],
    sortBy,
    (line, index) => {
      line.dataset.document = index;
      line.classList.toggle("uncounted", figuresOf(index).longest === 0);
    }
  );
  at("name").addEventListener("input", () => change({q: at("name").value}));
  at("sort").addEventListener("change", () => change({sort: at("sort").value, up: false}));
  at("marks-section").hidden = at("which-section").hidden = data.pairs.length === 0;
  whenMarked((index) => {
    if (index === null) showRows();
    else pairTable.fill(index, "decision");
    showDecisions();
    showFindings();
    showProgress();
  });
}
function documentLink(index) {
  const cell = make("span");
  const link = cell.appendChild(make("a", undefined, {href: address({document: index + 1})}));
  link.append(named(nameOf(index)));
  const {person} = data.documents[index];
  if (isEarlier(index)) cell.append(" ", make("span", earlierName(), {class: "dim"}));
  if (isPerson(index)) cell.append(" ", worksLine(index));
  else if (person !== undefined && person !== null && !namesHidden) cell.append(" ", make("span", plain(String(person)), {class: "dim"}));
  if (!namesHidden) return cell;
  const button = make("button", namesShown.has(index) ? "hide name" : "show name", {type: "button", class: "name-switch"});
  button.addEventListener("click", () => {
    const hide = namesShown.has(index);
    for (const work of worksOf(index)) hide ? namesShown.delete(work) : namesShown.add(work);
    showCounted();
    const again = documentTable.lineOf(index);
    if (again !== undefined) again.querySelector(".name-switch").focus();
  });
  cell.append(" ", button);
  return cell;
}
function documentPicture(index) {
  const picture = make("span", undefined, {class: "where", "aria-hidden": "true"});
  picture.append(picturedWorks(worksOf(index)));
  return picture;
}

function sortBy(key) {
  const now = orderNow();
  change({sort: key, up: now.key === key ? !state.up : false});
}
// Shows what was changed in the state, and has it in the address.
function change(more) {
  Object.assign(state, more);
  noteAddress();
  showRows();
}
function setView(view, more = {}) {
  change({...more, view});
  at({pairs: "pairs-title", documents: "documents-title", passages: "shared-title", groups: "group-title"}[view]).focus();
}

// Which pairs of a decision there are: "open" those without one.
const isOf = (index, decision) =>
  decision === "all" ||
  (decision === "open" ? !isMarked(index) : decision === "differ" ? differs(index) : markOf(index).mark === decision);
let shownRows = []; // numbers of pairs in the table's order
const shownPairs = () => shownRows;

let wordsAsked = {text: "", documents: null}; // numbers of the documents whose texts have what was asked for
function holdsWords(index) {
  const asked = state.q.toLowerCase();
  if (wordsAsked.text !== asked)
    wordsAsked = {
      text: asked,
      documents: new Set(
        asked.length < 3
          ? []
          : data.documents.flatMap((_, i) => {
              const text = JSON.parse(texts[i].textContent);
              return text !== null && text.toLowerCase().includes(asked) ? [i] : [];
            })
      ),
    };
  return wordsAsked.documents.has(index);
}
const isAsked = (...documents) =>
  state.q === "" ||
  documents.some((index) => [idOf(index), nameOf(index)].some((name) => name.toLowerCase().includes(state.q.toLowerCase()))) ||
  documents.every(holdsWords);

function showRows() {
  const all = data.pairs.map((_, index) => index);
  const isHere = (index) =>
    (links(index) || (state.uncounted && least === 0 && counted.pairs[index].longest === 0)) &&
    isChosen(data.pairs[index].a);
  const order = orderNow();
  if (state.view === "pairs") {
    shownRows = ordered(
      all.filter(
        (index) => isHere(index) && isOf(index, state.decision) && isAsked(data.pairs[index].a, data.pairs[index].b)
      ),
      pairOrders[order.key][1],
      order.down
    );
    pairTable.show(shownRows, order);
  }
  const documents = data.documents.map((_, index) => index);
  const isShown = (index) =>
    reaches(counted.documents[index].longest) && isChosen(index) && isAsked(index) && (!state.odd || isOdd(index));
  const rowsOfDocuments = documents.filter((index) => rowOf(index) === index);
  const shownDocuments = rowsOfDocuments.filter((index) => worksOf(index).some(isShown));
  if (state.view === "documents")
    documentTable.show(ordered(shownDocuments, documentOrders[order.key][1], order.down), order);
  const inView = {pairs: "pairs-section", documents: "documents-section", passages: "shared-section", groups: "group-section"};
  for (const view in inView) at(inView[view]).hidden = view !== state.view;
  if (state.view === "passages") showShared();
  if (state.view === "documents") showClean();
  at("decisions").hidden = state.view !== "pairs" || data.pairs.length === 0;
  at("sort-label").hidden = at("name").hidden = !["pairs", "documents"].includes(state.view);
  const left = state.view === "pairs" ? all.filter(isHere).length - shownRows.length : rowsOfDocuments.length - shownDocuments.length;
  const shownHere = state.view === "pairs" ? state.q !== "" || chosenGroup !== null : state.view === "documents";
  at("hidden").textContent = !shownHere || left === 0 ? "" : count(left, state.view === "pairs" ? "pair" : "document") + (left === 1 ? " is hidden." : " are hidden.");
  showSorts(order);
  showViews();
  showDecisions();
}
function showSorts({key}) {
  at("sort").replaceChildren(
    ...Object.entries(ordersNow()).map(([name, [says]]) => {
      const option = make("option", says, {value: name});
      option.selected = name === key;
      return option;
    })
  );
  if (at("name").value !== state.q) at("name").value = state.q;
}

// One of some words, as buttons: [[value, its word], ...].
function showChoice(id, choices, chosen, choose) {
  if (at(id).childElementCount === 0)
    for (const [value] of choices) {
      const button = at(id).appendChild(make("button", "", {type: "button"}));
      button.dataset.value = value;
      button.addEventListener("click", () => choose(value));
    }
  choices.forEach(([value, word], i) => {
    const button = at(id).children[i];
    button.textContent = word;
    button.setAttribute("aria-pressed", String(value === chosen));
  });
}
const viewNames = {pairs: "Pairs", documents: "Documents", passages: "Passages", groups: "Groups"};
const showViews = () =>
  showChoice("table-views", Object.entries(viewNames), state.view, (view) => change({view, sort: "", up: false, odd: false}));
function showDecisions() {
  const counts = {};
  data.pairs.forEach((_, index) => {
    if (links(index)) counts[markOf(index).mark] = (counts[markOf(index).mark] || 0) + 1;
  });
  const word = (name, mark) => [name, counts[mark] ? name + " " + number(counts[mark]) : name];
  showChoice(
    "decisions",
    [
      ["open", "to decide " + number(counts[""] || 0)],
      word("cleared", "cleared"),
      word("talk", "talk"),
      word("case", "case"),
      ["differ", "markers differ " + number(data.pairs.filter((_, index) => links(index) && differs(index)).length)],
      ["all", "all"],
    ],
    state.decision,
    (decision) => change({decision})
  );
  at("decisions").querySelector('[data-value="differ"]').hidden =
    state.decision !== "differ" && !data.pairs.some((_, index) => links(index) && differs(index));
}

// Shows everything again that the threshold, a switch or a group decides.
function showCounted() {
  regroup(data.pairs.filter((_, index) => links(index)).map(({a, b}) => [a, b]));
  showRows();
  showFindings();
  showGroups();
  showHistogram();
  showSentence();
  showProgress();
  if (shown !== null) showPairAgain();
}
