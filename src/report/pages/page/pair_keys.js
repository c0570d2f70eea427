// The keys of the page of one pair.
addKeys("pair", [
  ["ArrowRight", "next piece", () => step(1)],
  ["ArrowLeft", "previous piece", () => step(-1)],
  ["n", "next pair", () => toPair(1)],
  ["p", "previous pair", () => toPair(-1)],
  ["1", "cleared", () => decide("cleared")],
  ["2", "needs talk", () => decide("talk")],
  ["3", "case", () => decide("case")],
  ["0", "not marked", () => decide("")],
  ["v", "next view of the pair", () => setPairView(pairViews[(pairViews.indexOf(pairView) + 1) % pairViews.length])],
  ["e", "evidence of the pair", () => showSheetDialog()],
  ["Escape", "all pairs", () => leavePair()],
]);
