// Passages that stand in very many documents: findings of their own, whether or not they are counted in pairs.
const mostNames = 40;
function showShared() {
  const fragment = sharedPassages.map(({words, documents, places}) => {
    const line = make("li");
    line.append(make("strong", count(words, "word") + " in " + count(documents, "document")));
    const [first] = places;
    if (first !== undefined) {
      const text = JSON.parse(texts[first[0]].textContent);
      if (text !== null) {
        const [[begin, end]] = placed(text, [[first[3], first[4]]]);
        line.append(make("blockquote", text.slice(begin, end), {dir: "auto", lang: ""}));
      }
    }
    const names = line.appendChild(make("p", undefined, {class: "names"}));
    places.slice(0, mostNames).forEach(([index], i) => names.append(i === 0 ? "" : ", ", named(idOf(index))));
    const more = documents - Math.min(mostNames, places.length);
    if (more > 0) names.append(" and " + number(more) + " more");
    return line;
  });
  at("shared").replaceChildren(...fragment);
  at("shared-none").hidden = fragment.length > 0;
}
