// Passages that stand in very many documents: findings of their own, whether or not they are counted in pairs.
const mostNames = 40;
// What more than `common` documents have was not compared, so that more of them may have it than are told.
const atLeast = data.common_fingerprints > 0 ? "at least " : "";
// "8 documents (part of it in 2 more)": who has a half of it and no more is not said to have it.
const inDocuments = ({documents, whole}) =>
  atLeast + count(whole, "document") + (whole < documents ? " (part of it in " + number(documents - whole) + " more)" : "");
function showShared() {
  const fragment = sharedPassages.map((shared) => {
    const {words, documents, places} = shared;
    const line = make("li");
    line.append(make("strong", count(words, "word") + " in " + inDocuments(shared)));
    // As most have it: one has words of its own, or running heads, in between.
    const first = places.find((place) => place[2] === words) || places[0];
    if (first !== undefined) {
      const text = JSON.parse(texts[first[0]].textContent);
      if (text !== null) {
        const [[begin, end]] = placed(text, [[first[3], first[4]]]);
        line.append(make("blockquote", text.slice(begin, end), {dir: "auto", lang: ""}));
      }
    }
    const names = line.appendChild(make("p", undefined, {class: "names"}));
    places.slice(0, mostNames).forEach(([index, , here], i) =>
      names.append(i === 0 ? "" : ", ", named(idOf(index)), here < words ? " (" + count(here, "word") + ")" : "")
    );
    const more = documents - Math.min(mostNames, places.length);
    if (more > 0) names.append(" and " + number(more) + " more");
    return line;
  });
  at("shared").replaceChildren(...fragment);
  at("shared-uncompared").hidden = data.common_fingerprints === 0;
  at("shared-uncompared").textContent =
    count(data.common_fingerprints, "run") + " of " + count(data.fingerprint_words, "word") + " " +
    (data.common_fingerprints === 1 ? "stands" : "stand") + " in more than " + count(data.common, "document") +
    " and were not compared: an exercise, a form, a book that all quote. --common with a larger number compares them, too.";
  at("shared-none").hidden = fragment.length > 0;
}
