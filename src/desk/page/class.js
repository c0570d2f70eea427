// A class: all that was handed in compared with each other and with the archive, ranked as `textkin report` does.
async function compareClass(signal, show) {
  const items = handedIn();
  if (items.length === 0) throw new Trouble("Drop a folder or files first.", 0);
  const title = className === "" ? "handed in" : className;
  show("Comparing " + count(items.length, "file") + " with each other and with the archive\u2026");
  const parameters = [["title", title], ...(at("persons").checked ? [["group_by", "folder"]] : []), ...conditions()];
  const answer = await askPatiently(ofIndex("/class", parameters), {method: "POST", signal, body: formOf(items)});
  await showReport({signal, html: await answer.text(), title, ask: {items, within: "yes"}});
  return "Compared " + count(items.length, "file") + ".";
}
at("compare").addEventListener("click", work(compareClass));
