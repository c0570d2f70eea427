// What was found in one sentence, and what is not on the page.
const isCut = data.pairs.length < data.pairs_found + data.excluded_pairs;
const shortestHere = data.pairs.length === 0 ? 0 : data.pairs[data.pairs.length - 1].longest;

// The pairs that need a look: of the whole collection at first, of the page once a threshold or a switch is moved.
function needsALook() {
  const all = least <= 1 && switchedAsMade();
  const pairs = all ? data.pairs_found : data.pairs.filter((_, index) => links(index)).length;
  const long = least <= 1 ? "" : ", for a passage of " + count(least, "word") + " or more";
  // Pairs that are not on the page may have what those on it have not.
  const beyond = !all && isCut && (!switchedAsMade() || reaches(shortestHere));
  const none = "no pair" + (beyond ? " on this page" : "");
  if (pairs === 0 && long !== "") return none + " needs a look" + long;
  if (pairs === 0 && uncountedPairs() > 0)
    return none + " shares a passage that counts; " + count(uncountedPairs(), "pair") + (uncountedPairs() === 1 ? " shares" : " share") + " only what is not counted";
  if (pairs === 0) return none + " shares a passage";
  const more = beyond ? "at least " : "";
  const inGroups = groups.length === 0 ? "" : " and " + count(groups.length, "group");
  const need = pairs === 1 && inGroups === "" ? " needs" : " need";
  return more + count(pairs, "pair") + inGroups + need + " a look" + long;
}

function showSentence() {
  const parts = [count(handedIn, "document") + ", " + count(data.compared, "pair"), needsALook()];
  const most = Math.max(0, ...sharedPassages.map(({whole}) => whole));
  if (most > 0)
    parts.push(
      sharedPassages.length === 1
        ? "1 passage stands in " + inDocuments(sharedPassages[0])
        : count(sharedPassages.length, "passage") + " stand in up to " + count(most, "document") + (atLeast === "" ? "" : " or more")
    );
  if (data.common_fingerprints > 0) parts.push("text that more than " + count(data.common, "document") + " have was not compared");
  if (notCompared !== "") parts.push(notCompared);
  at("sentence").textContent = parts.join("; ") + ".";
  at("about").textContent = namesHidden || data.against.length === 0 ? "" : "compared with " + data.against.map(lastPart).map(plain).join(", ") + " (" + count(data.against_documents, "document") + ").";
}

function showCut() {
  const cut = [];
  const without = data.pairs.filter((pair) => !data.documents[pair.a].text || !data.documents[pair.b].text).length;
  if (isCut) {
    const left = count(data.pairs_found + data.excluded_pairs - data.pairs.length, "pair");
    cut.push(
      "This page holds the " + count(data.pairs.length, "pair") + " with the longest passages and their documents; " +
        left + " with shorter ones are not on it. `textkin passages` lists all. " +
        "Groups, and all numbers after a switch is moved, are of the pairs on this page."
    );
  }
  if (without > 0)
    cut.push(count(without, "pair") + " stand here without their texts, which are too long for one page.");
  for (const line of cut) at("cut").append(make("li", line));
  at("cut").hidden = cut.length === 0;
}
