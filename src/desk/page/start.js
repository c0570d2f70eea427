// What the address says, who asks, and the start.
const views = ["desk", "archive", "report"];
function showView() {
  const wanted = location.hash.slice(1);
  const view = views.includes(wanted) && (wanted !== "report" || report !== null) ? wanted : "desk";
  for (const name of views) at(name).hidden = name !== view || !at("sign-in").hidden;
  for (const link of document.querySelectorAll("nav a"))
    if (link.getAttribute("href") === "#" + view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.querySelector("main").classList.toggle("wide-view", view === "report");
  document.title = {desk: "Desk", archive: "Archive", report: "Report"}[view] + " \u00b7 textkin";
  if (view === "report") at("frame").firstElementChild.focus();
}

function showSignIn(why) {
  sessionStorage.removeItem(tokenKey);
  at("sign-in").hidden = false;
  at("forget").hidden = true;
  showView();
  at("token").focus();
  if (why !== "") tell(why);
}
async function findRole() {
  const {role, by_token, name} = await (await askPatiently("v1/me")).json();
  Object.assign(who, {role, name});
  at("role").textContent = by_token ? (name === "" ? role : name + ", " + role) : "";
}
async function showIndexes() {
  const {indexes} = await (await askPatiently("v1/indexes")).json();
  const before = at("index").value;
  at("index").replaceChildren(...indexes.map(({name}) => make("option", name, {value: name})));
  if (indexes.some(({name}) => name === before)) at("index").value = before;
  for (const one of indexes) if (one.name === at("index").value && one.read_only) who.role = "reader";
  at("add").hidden = !mayWrite();
}
async function begin() {
  await findRole();
  await showIndexes();
  at("sign-in").hidden = true;
  at("forget").hidden = sessionStorage.getItem(tokenKey) === null;
  showView();
  await showState();
}

at("where").textContent = "at " + location.host + "; nothing goes elsewhere";
at("sign-in").addEventListener("submit", telling(async () => {
  sessionStorage.setItem(tokenKey, at("token").value.trim());
  at("token").value = "";
  await begin();
  at("title").focus();
}));
at("forget").addEventListener("click", () => {
  sessionStorage.removeItem(tokenKey);
  location.reload();
});
at("index").addEventListener("change", telling(begin));
at("add-condition").addEventListener("click", () => addCondition("conditions", "add-condition"));
at("list-add-condition").addEventListener("click", () => addCondition("list-conditions", "list-add-condition"));
addEventListener("hashchange", showView);
startHandedIn();
showView();
telling(begin)();
