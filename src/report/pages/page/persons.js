// A person's documents are one row of the table of documents, and one page.
const worksOfPersons = new Map(); // person -> numbers of the documents
data.documents.forEach(({person}, index) => {
  if (person === undefined || person === null) return;
  if (!worksOfPersons.has(person)) worksOfPersons.set(person, []);
  worksOfPersons.get(person).push(index);
});
// The documents of the same person, or the document alone.
const worksOf = (index) => worksOfPersons.get(data.documents[index].person) || [index];
// The document whose number stands for its person's row.
const rowOf = (index) => worksOf(index)[0];
const isPerson = (index) => worksOf(index).length > 1;

// What is counted of a row: {words, matched, longest, pairs: other documents}.
function figuresOf(index) {
  const works = worksOf(index),
    counts = works.map((work) => counted.documents[work]);
  if (works.length === 1) return counts[0];
  const sum = (value) => counts.reduce((all, one) => all + one[value], 0);
  const longest = Math.max(...counts.map((one) => one.longest));
  return {words: sum("words"), matched: sum("matched"), longest, pairs: new Set(othersOf(works, (pair) => counted.pairs[pair].longest > 0).map(({other}) => other)).size};
}
const nameOf = (index) => (isPerson(index) && !namesHidden ? String(data.documents[index].person) : idOf(index));
const oddWordsOf = (index) => worksOf(index).reduce((sum, work) => sum + oddWords(work), 0);

// Of several documents one behind the other: what is in passages, and over it what of these does not count.
function picturedWorks(works) {
  let before = 0;
  const spans = works.flatMap((work) => {
    const first = before,
      {words, spans, excluded} = data.documents[work];
    before += words;
    const out = excluded.filter(([kind]) => excludes[kind]).map(range);
    return spans.flatMap(([begin, length]) => [
      [first + begin, length, 1],
      ...out.flatMap(([from, to]) => {
        const [left, right] = [Math.max(from, begin), Math.min(to, begin + length)];
        return left < right ? [[first + left, right - left, null]] : [];
      }),
    ]);
  });
  return bar(before, spans);
}
function flagsOf(index) {
  const documents = worksOf(index).map((work) => data.documents[work]);
  const sum = (kind) => documents.reduce((all, {flags}) => all + flags[kind], 0);
  return {flags: {look_alike: sum("look_alike"), hidden: sum("hidden")}, notes: documents.flatMap(({notes}) => notes)};
}
// The names of a person's documents, below the person's own.
function worksLine(index) {
  const works = worksOf(index),
    line = make("span", count(works.length, "document") + ": ", {class: "dim works"});
  works.forEach((work, i) => line.append(i === 0 ? "" : ", ", named(idOf(work))));
  return line;
}
