// What was compared with what: who was not compared with another is not known to share nothing with it.

// What was not, in words; "" where all were compared with all.
const notCompared = [
  data.only_against && handedIn > 1 ? "hand-ins were not compared with each other" : "",
  data.pairs_of_one_person > 0
    ? `${count(data.pairs_of_one_person, "pair")} of documents of one person ${data.pairs_of_one_person === 1 ? "was" : "were"} not compared`
    : "",
].filter((words) => words !== "").join("; ");
// What so many documents share something with, or nothing.
const another = (documents) => (notCompared === "" ? "another" : `another that ${documents === 1 ? "it was" : "they were"} compared with`);
// A sentence of its own, behind one that it bounds.
const boundInWords = notCompared === "" ? "" : " " + notCompared[0].toUpperCase() + notCompared.slice(1) + ".";
