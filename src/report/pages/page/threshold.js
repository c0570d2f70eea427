// How long a passage must be to be worth a look: a number, a slider, and how many documents have which best match.
let least = 0; // words; 0: any passage, and pairs with none that counts
const reaches = (longest) => longest >= least;

// Values that the slider takes: any, and from the shortest best match to past the longest, by steps of some 8 %.
const edges = [0];
// longest -> documents of the collection, without those on the page
const elsewhere = new Map();
for (const [longest, , documents] of data.all_documents)
  elsewhere.set(longest, (elsewhere.get(longest) || 0) + documents);
asMade.forEach(({longest}, index) => {
  if (!isEarlier(index)) elsewhere.set(longest, elsewhere.get(longest) - 1);
});
{
  const found = data.all_documents.map(([longest]) => longest).filter((longest) => longest > 0);
  const most = found.reduce((x, y) => Math.max(x, y), 1);
  for (
    let edge = found.reduce((x, y) => Math.min(x, y), most);
    edge <= most;
    edge = Math.max(edge + 1, Math.round(edge * 1.08))
  )
    edges.push(edge);
  edges.push(most + 1);
}
const edgeBelow = (words) => edges.findLastIndex((edge) => edge <= words);

function setLeast(words) {
  least = words;
  at("least").value = least;
  showThreshold();
  showCounted();
  noteAddress();
}
function showThreshold() {
  at("threshold").value = edgeBelow(least);
  at("threshold").setAttribute("aria-valuetext", least === 0 ? "any passage" : count(least, "word") + " or more");
}

const inSvg = (name, attributes) => {
  const element = document.createElementNS(at("histogram").namespaceURI, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
};
function showHistogram() {
  const bars = new Array(edges.length - 1).fill(0);
  let without = 0,
    over = 0;
  const add = (longest, documents) => {
    if (longest === 0) without += documents;
    else bars[Math.min(bars.length - 1, edgeBelow(longest))] += documents;
    if (longest > 0 && reaches(longest)) over += documents;
  };
  for (const [longest, documents] of elsewhere) add(longest, documents);
  counted.documents.forEach(({longest}, index) => {
    if (!isEarlier(index)) add(longest, 1);
  });
  const most = Math.max(1, ...bars);
  at("histogram").setAttribute("viewBox", "0 0 " + bars.length + " 100");
  at("histogram").replaceChildren(
    ...bars.flatMap((documents, i) => {
      if (documents === 0) return [];
      const height = Math.max(3, (100 * documents) / most);
      const bar = inSvg("rect", {
        x: i + 0.08,
        y: 100 - height,
        width: 0.84,
        height,
        class: edges[i + 1] <= least ? "under" : "over",
      });
      const last = edges[i + 1] - 1;
      bar.appendChild(inSvg("title", {})).textContent =
        count(documents, "document") +
        ": " +
        (i === 0
          ? "fewer than " + count(edges[1], "word")
          : edges[i] === last
            ? count(last, "word")
            : number(edges[i]) + " to " + count(last, "word"));
      return [bar];
    }),
    inSvg("line", {x1: edgeBelow(least), x2: edgeBelow(least), y1: 0, y2: 100})
  );
  at("histogram-most").textContent = most === 1 ? "1 document" : number(most) + " documents";
  at("histogram-text").textContent =
    number(over) +
    " of " +
    count(handedIn, "document") +
    (over === 1 ? " has" : " have") +
    (least <= 1 ? " a passage in common with " + another(over) + (uncountedPairs() > 0 ? " that counts" : "") : " one of " + count(least, "word") + " or more") +
    "; " +
    number(without) +
    " share" +
    (without === 1 ? "s" : "") +
    " none.";
}

function startThreshold() {
  at("threshold").max = edges.length - 1;
  for (const tick of [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000]) {
    if (tick < edges[1] || tick > edges[edges.length - 1]) continue;
    const below = edgeBelow(tick),
      width = (edges[below + 1] || tick) - edges[below];
    const label = at("ticks").appendChild(make("span", number(tick)));
    label.style.left = (100 * (below + (width > 0 ? (tick - edges[below]) / width : 0))) / (edges.length - 1) + "%";
  }
  at("threshold").addEventListener("input", () => setLeast(edges[at("threshold").value]));
  at("histogram").addEventListener("click", (event) => {
    const box = at("histogram").getBoundingClientRect();
    setLeast(edges[Math.floor(((event.clientX - box.left) / box.width) * (edges.length - 1))]);
  });
  at("least").addEventListener("input", () => {
    least = Math.max(0, Math.floor(Number(at("least").value)) || 0);
    showThreshold();
    showCounted();
    noteAddress();
  });
  showThreshold();
}
