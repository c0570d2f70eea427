// What a person handed in, and what everybody was given: files that are dropped, chosen or pasted.
//   handedIn() -> [{name, file}], the pasted text too; templates() -> the same
//   whenHandedIn(call): after either changed
const given = {files: new Map(), template: new Map()}; // name -> File
let className = ""; // of the folder that was dropped
const handedCalls = [];
const whenHandedIn = (call) => handedCalls.push(call);
const pastedName = "pasted text.txt";

const pasted = () => at("text").value.trim();
const handedIn = () => {
  const files = Array.from(given.files, ([name, file]) => ({name, file}));
  if (pasted() === "") return files;
  return [{name: pastedName, file: new File([at("text").value], pastedName, {type: "text/plain"})}, ...files];
};
const templates = () => Array.from(given.template, ([name, file]) => ({name, file}));

// What systems leave beside a person's files.
const isHidden = (path) => path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX" || part === "Thumbs.db");

// The files below what was dropped: {path, file}.
async function filesOf(entry, path, out) {
  if (entry.isFile) {
    out.push({path, file: await new Promise((done, failed) => entry.file(done, failed))});
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const inside of some) await filesOf(inside, path + "/" + inside.name, out);
  }
}
async function filesOfDrop(transfer) {
  const entries = Array.from(transfer.items || [], (item) => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
  if (entries.length === 0) return Array.from(transfer.files, (file) => ({path: file.name, file}));
  const out = [];
  for (const entry of entries) await filesOf(entry, entry.name, out);
  return out;
}

// The folder that all lie in is the class's name, and not a part of each file's.
function withoutOuterFolder(found) {
  const outer = found.length > 0 && found[0].path.includes("/") ? found[0].path.slice(0, found[0].path.indexOf("/") + 1) : "";
  if (outer === "" || !found.every(({path}) => path.startsWith(outer))) return {name: "", files: found};
  return {name: outer.slice(0, -1), files: found.map(({path, file}) => ({path: path.slice(outer.length), file}))};
}

function take(found, kind) {
  const {name, files} = withoutOuterFolder(found.filter(({path}) => !isHidden(path)));
  const left = found.length - files.length;
  if (kind === "files" && name !== "") className = name;
  for (const {path, file} of files) given[kind].set(path, file);
  showHandedIn();
  if (left > 0) tell(count(left, "hidden file") + (left === 1 ? " was" : " were") + " left out.");
}

function chip(kind, name) {
  const item = make("li");
  const out = make("button", "\u00d7", {type: "button", "aria-label": "Take out " + named(name).textContent});
  out.addEventListener("click", () => {
    const next = item.nextElementSibling || item.previousElementSibling;
    given[kind].delete(name);
    showHandedIn();
    const names = Array.from(given[kind].keys());
    const list = at(kind === "files" ? "handed-list" : "template-list");
    if (next !== null && names.length > 0) list.querySelector("button").focus();
    else at(kind).focus();
  });
  item.append(named(name), out);
  return item;
}
const bytesText = (bytes) => (bytes < 1048576 ? number(Math.ceil(bytes / 1024)) + " KiB" : number(Math.round(bytes / 104857.6) / 10) + " MiB");
const sizeOf = (files) => files.reduce((sum, {file}) => sum + file.size, 0);
function showHandedIn() {
  for (const [kind, list] of [["files", "handed-list"], ["template", "template-list"]])
    at(list).replaceChildren(...Array.from(given[kind].keys(), (name) => chip(kind, name)));
  const files = Array.from(given.files, ([name, file]) => ({name, file}));
  at("handed").hidden = files.length === 0;
  at("handed-count").textContent =
    count(files.length, "file") + ", " + bytesText(sizeOf(files)) + (className === "" ? "" : ", of \u201c" + className + "\u201d");
  for (const call of handedCalls) call();
}

function startDrop(zone, kind) {
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener(
    "drop",
    telling(async (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      take(await filesOfDrop(event.dataTransfer), kind);
    })
  );
}
function startHandedIn() {
  startDrop(at("drop"), "files");
  startDrop(at("drop-template"), "template");
  // A file that falls beside is not opened in place of this page.
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
  for (const [field, kind] of [["files", "files"], ["folder", "files"], ["template", "template"]])
    at(field).addEventListener("change", () => {
      take(Array.from(at(field).files, (file) => ({path: file.webkitRelativePath || file.name, file})), kind);
      at(field).value = "";
    });
  at("text").addEventListener("input", showHandedIn);
  at("clear").addEventListener("click", () => {
    given.files.clear();
    className = "";
    showHandedIn();
    at("files").focus();
  });
  showHandedIn();
}

// Of several files, and templates, a form as `POST .../class` takes it.
function formOf(files, given = templates()) {
  const form = new FormData();
  for (const {name, file} of files) form.append("file", file, name);
  for (const {name, file} of given) form.append("template", file, name);
  return form;
}
