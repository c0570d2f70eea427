// Documents that share nothing with any other, by name: whoever handed one in was read, and nothing was found.
const cleanId = (index) => (namesHidden ? "text " + (data.documents.length + index + 1) : data.clean[index].id);

// What a person must know before "nothing was found" is believed.
function cleanFlags(index) {
  const {words, notes} = data.clean[index];
  const short = words > 0 && words < data.guarantee ? ["shorter than the " + count(data.guarantee, "word") + " that are found for sure"] : [];
  const none = words === 0 ? ["no word was found in it; if it is a scan, have its text recognised"] : [];
  return [...none, ...short, ...notes];
}

let cleanTable = null;
function showClean() {
  if (cleanTable === null)
    cleanTable = new LongTable(
      at("clean"),
      [
        {
          title: "Document",
          show: (index) => {
            const cell = make("span");
            const {person} = data.clean[index];
            cell.append(named(cleanId(index)));
            if (person !== undefined && !namesHidden) cell.append(" ", make("span", plain(person), {class: "dim"}));
            return cell;
          },
        },
        {title: "Words", number: true, show: (index) => number(data.clean[index].words)},
        {title: "Flags", show: (index) => showFlags({flags: {look_alike: 0, hidden: 0}, notes: cleanFlags(index)})},
      ],
      () => {}
    );
  const asked = state.q.toLowerCase();
  const isAskedFor = (index) => cleanId(index).toLowerCase().includes(asked) && (!state.odd || data.clean[index].notes.length > 0);
  const rows = data.clean.map((_, index) => index).filter(isAskedFor);
  at("clean-section").hidden = data.clean_documents === 0 || chosenGroup !== null || (rows.length === 0 && (asked !== "" || state.odd));
  at("clean-title").textContent = count(data.clean_documents, "document") + (data.clean_documents === 1 ? " shares" : " share") + " no passage with " + another(data.clean_documents);
  const left = data.clean_documents - data.clean.length;
  at("clean-left").textContent = left === 0 ? "" : count(left, "more document") + " without a name here.";
  cleanTable.show(rows, {});
}
