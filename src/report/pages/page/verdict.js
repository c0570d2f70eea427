// The mark and the note of the pair that is shown.
function showMark(index) {
  const {mark, note} = markOf(index);
  at("mark-" + (mark || "none")).checked = true;
  at("note").value = note;
}

for (const mark in markNames)
  at("mark-" + (mark || "none")).addEventListener("change", () => {
    setMark(shown.index, {mark});
  });
at("note").addEventListener("input", () => {
  setMark(shown.index, {note: at("note").value});
});
// By a key, which says what it means: whoever walks the marks with the arrow keys stays.
function decide(mark) {
  at("mark-" + (mark || "none")).click();
  if (mark !== "" && at("go-on").checked) toOpenPair();
}
