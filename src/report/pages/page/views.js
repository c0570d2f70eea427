// The views of a pair: side by side; its pieces as rows of a table; one of its texts with all its sources.
let pairView = "sides";
const pairViews = ["sides", "rows", "a", "b"];

function setPairView(view) {
  pairView = view;
  at("view-" + view).checked = true;
  if (shown !== null) showPairView();
}
function showPairView() {
  const pair = data.pairs[shown.index];
  const ofOne = pairView === "a" || pairView === "b";
  at("sides").hidden = pairView !== "sides";
  at("rows").hidden = pairView !== "rows";
  at("desk").hidden = ofOne;
  at("sources").hidden = !ofOne;
  for (const side of ["a", "b"]) {
    const label = at("view-" + side).nextElementSibling;
    label.replaceChildren("only ", named(idOf(pair[side])));
    label.title = "with all its sources";
  }
  at("rows").replaceChildren();
  if (pairView === "sides") {
    level.clear();
    go(current);
  } else if (pairView === "rows") showPieceRows();
  else showSources(pair[pairView]);
}
function showPieceRows() {
  const names = shownNames();
  const places = ["a", "b"].map((side) => placesOf(data.pairs[shown.index][side]));
  if (places.includes(null)) return at("rows").append(make("em", "The texts are not on the page: they are too long together."));
  const sides = [0, 1].map((side) => drawnSide(shown.index, side));
  at("rows").append(rowTable(shown.blocks, places, sides, names, saysOfBlock(names.map(shortName))));
  return go(current);
}
// In the table the piece that is walked to is scrolled to.
function pointRow(number_) {
  const bodies = at("rows").querySelectorAll("tbody");
  bodies.forEach((body, i) => body.classList.toggle("current", i + 1 === number_));
  if (bodies[number_ - 1] !== undefined) bodies[number_ - 1].scrollIntoView({block: "start"});
}
for (const view of pairViews) at("view-" + view).addEventListener("change", () => setPairView(view));
