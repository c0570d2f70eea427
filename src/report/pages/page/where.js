// Where in two texts, or in one, the shared passages lie: a bar of each text, and what is the same in the same colour.
// stretches: [[first word, words, number of its colour, or null: not counted], ...]
function bar(words, stretches) {
  const whole = make("span", undefined, {class: "strip"});
  for (const [first, length, colour] of stretches) {
    const part = whole.appendChild(make("span"));
    part.style.left = (100 * first) / words + "%";
    part.style.width = Math.max(0.8, (100 * length) / words) + "%";
    if (colour === null) part.className = "uncounted";
    else part.style.setProperty("--hue", hue(colour));
  }
  return whole;
}

function wherePicture(index) {
  const pair = data.pairs[index],
    now = counted.pairs[index];
  const blocks = blocksNow(index);
  const colour = (block) => (countsNow(block) ? block.number : null);
  const says =
    now.passages === 0
      ? "nothing that is counted"
      : count(now.passages, "passage") + ", the longest of " + count(now.longest, "word");
  const picture = make("span", undefined, {class: "where", role: "img", "aria-label": says, title: says});
  for (const [document_, side] of [
    [pair.a, "a"],
    [pair.b, "b"],
  ])
    picture.append(
      bar(
        data.documents[document_].words,
        blocks.map((block) => [block[side][0], block[side][1] - block[side][0], colour(block)])
      )
    );
  return picture;
}
