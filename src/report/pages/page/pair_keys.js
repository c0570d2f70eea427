// The keys of the page of one pair.
addKeys("pair", [
  ["ArrowRight", "next passage", () => step(1)],
  ["ArrowLeft", "previous passage", () => step(-1)],
  ["n", "next pair", () => toPair(1)],
  ["p", "previous pair", () => toPair(-1)],
  ["1", "cleared", () => at("mark-cleared").click()],
  ["2", "needs talk", () => at("mark-talk").click()],
  ["3", "case", () => at("mark-case").click()],
  ["0", "not marked", () => at("mark-none").click()],
  ["Escape", "all pairs", () => to("")],
]);
