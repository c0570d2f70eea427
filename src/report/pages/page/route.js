// Which page is shown, the keys, and the start.
let routed = null;  // location.hash as it is shown
function route() {
  if (location.hash === routed) return;
  routed = location.hash;
  const match = /^#pair=(\d+)(?:&piece=(\d+))?$/.exec(location.hash);
  const pair =
    match === null || Number(match[1]) < 1 || Number(match[1]) > data.pairs.length ? null : Number(match[1]) - 1;
  at("collection").hidden = pair !== null;
  at("pair").hidden = pair === null;
  at(pair === null ? "collection-switches" : "pair-switches").append(at("exclusions"));
  if (pair === null) {
    document.title = "Re-used passages";
    if (shown === null) return;
    const link = document.querySelector('#pairs a[href="#pair=' + (shown.index + 1) + '"]');
    shown = null;
    showCounted();
    (link.closest("tr").hidden ? at("pairs-title") : link).focus();
    return;
  }
  showPair(pair, Number(match[2] || 0));
  document.title = at("pair-title").textContent + ": re-used passages";
  at("pair-title").focus();
}

for (const [id, act] of [
  ["previous", () => step(-1)],
  ["next", () => step(1)],
  ["previous-pair", () => toPair(-1)],
  ["next-pair", () => toPair(1)],
  ["save-copy", saveCopy],
  ["save-table", saveTable],
])
  at(id).addEventListener("click", act);
addEventListener("hashchange", route);
// At once: the next key is for the next page.
function to(hash) {
  location.hash = hash;
  route();
}
// In a pane of another width the lines break elsewhere, and the passage is not where it was.
let paneWidth = 0;
new ResizeObserver(() => {
  const width = at("a-text").clientWidth;
  if (shown !== null && paneWidth > 0 && width !== paneWidth) go(current);
  paneWidth = width;
}).observe(at("a-text"));

readMarks();
recount();
showExclusions();
startCollection();
showCut();
startThreshold();
showHow();
showCounted();
startKeys(() => (shown === null ? "collection" : "pair"));
route();
