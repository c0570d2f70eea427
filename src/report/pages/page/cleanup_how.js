// How it was computed, and how much of what is there is found.
// Of a share: never 1.0000 for less than all, nor 0.0000 for more than none.
const fourDigits = (share) => (share > 0 && share < 1 ? Math.min(.9999, Math.max(.0001, share)) : share).toFixed(4);

function showRecall() {
  if (data.method === "exact") {
    at("curve-text").textContent =
        data.against_recall === undefined ?
        "The exact method finds every pair at or above the threshold, so there is no curve: recall is 100 %." :
        "The exact method finds every pair of INPUT at or above the threshold, so there is no curve.";
  } else {
    at("curve-figure").hidden = false;
    at("curve-text").textContent = "The probability that two documents are compared at all, over their similarity (" +
        data.bands + " bands of " + data.rows +
        " rows). What is compared is then verified, so nothing below the threshold goes.";
    sCurve(at("curve"));
    at("scale-figure").hidden = false;
    recallScale(at("scale"));
    at("recall").append(
        legend("probability",
            "a pair exactly at the threshold is found with probability " + data.recall_at_threshold.toFixed(3) +
                (data.recall_target > 0 ? "; asked for were " + data.recall_target : "")),
        data.recall_predicted === undefined ?
            make("li", "nothing was found, by which the recall here could be told") :
            legend("expected",
                "recall expected here: " + fourDigits(data.recall_predicted) +
                    " of all pairs at or above the threshold, by the similarities that were found"));
  }
  if (data.against_recall !== undefined)
    at("recall").append(make(
        "li", "what the index has at the threshold is found with probability at least " +
            data.against_recall.toFixed(3) + "; --exact reads all of it"));
  const audit = data.audit;
  if (!audit) {
    if (data.method !== "exact" && data.against_recall === undefined)
      at("recall").append(make(
          "li", "recall was not measured; --audit N does it, by an exact search for the neighbours of N documents"));
    return;
  }
  const drawn = count(audit.documents, "document") + " drawn at random";
  if (audit.recall === undefined)
    at("recall").append(
        make("li", "audit: none of " + drawn + " is alike to another, so they say nothing about the recall"));
  else
    at("recall").append(legend("audited",
        "recall measured: " + fourDigits(audit.recall) +
            (audit.lower === audit.upper ? " (all documents were audited)" :
                                           ", " + Math.round(100 * audit.confidence) + " % interval " +
                        audit.lower.toFixed(4) + " to " + audit.upper.toFixed(4)) +
            "; of " + count(audit.neighbours, "pair") + " of alike documents with one of " + drawn +
            ", not both stay in " + number(audit.found)));
}

function showHow() {
  const how = [
    ["Similarity", "Jaccard: shingles that both documents have, of those that either has; exact, on the whole texts"],
    ["Shingles", data.text],
    ["Threshold", String(data.threshold)],
    ["Which one stays", data.keep],
    ["Method", data.method + " (" + data.reason + ")"],
    data.method === "lsh" &&
        [
          "Search",
          data.bands + " bands of " + data.rows + " rows, " + data.hashes + " values a sketch (" + data.sketch + ")"
        ],
    ["Seed", data.seed],
    ["Input", data.inputs.join(", ")],
    [
      "Read",
      count(data.documents_read, "document") + ", " + inBytes(data.bytes) + "; " + number(data.empty) +
          " without a shingle, like nothing, and so they stay"
    ],
    [
      "Not read",
      data.problems === 0 ? "nothing" :
                            (data.problems === 1 ? "1 file or line" : number(data.problems) + " files or lines") +
              "; --problems FILE.jsonl lists them"
    ],
    ["Bytes", "of the records as they stand in the input, unpacked, without line ends"],
    ["Run time", "is in the run's --stats; this file has the same bytes on every run"],
    ["Limits", "texts that say the same in other words are not found"],
    ["Program", "textkin " + data.version],
  ];
  for (const entry of how) {
    if (!entry) continue;
    at("how").append(make("dt", entry[0]));
    at("how").appendChild(make("dd")).append(named(entry[1]));
  }
}
