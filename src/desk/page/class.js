// A class: all that was handed in compared with each other and with the archive, ranked as `textkin report` does.

// How far it is, in words.
const classSteps = {
  read: (done, all) => "Reading: " + bytesText(done) + " of " + bytesText(all),
  compare: (done, all) => "Comparing with the archive: " + number(done) + " of " + count(all, "document"),
  align: (done, all) => "Laying alike texts side by side: " + percent(done, all),
};
// A question as it stands now: whatever is taken out or added later, its table is that of its page.
const classQuestion = (items, parameters) => ({items, given: templates(), parameters: [...parameters, ...conditions()], path: ofIndex("/class")});
// What `POST .../class` answers, as text; `question` gets the sequence that it was answered as of.
async function askClass(question, more, signal, show) {
  const files = count(question.items.length, "file");
  show("Sending " + files + "\u2026");
  const parameters = [...question.parameters, ...more, ["progress", "yes"]];
  const answer = await askPatiently(question.path + query(parameters), {method: "POST", signal, body: formOf(question.items, question.given)});
  if (!question.parameters.some(([name]) => name === "as_of")) question.parameters.push(["as_of", answer.headers.get("Textkin-Sequence")]);
  return lastOfWork(answer, ({stage, done, total}) => {
    const said = classSteps[stage] === undefined ? stage : classSteps[stage](done, total);
    show(files + ". " + said + "\u2026", done, total);
  });
}

async function compareClass(signal, show) {
  const items = handedIn();
  if (items.length === 0) throw new Trouble("Drop a folder or files first.", 0);
  const title = className === "" ? "handed in" : className;
  const asked = classQuestion(items, at("persons").checked ? [["group_by", "folder"]] : []);
  const html = await askClass(asked, [["title", title]], signal, show);
  await showReport({signal, html, title, asked});
  return "Compared " + count(items.length, "file") + ".";
}
at("compare").addEventListener("click", work(compareClass));
