// Which documents of the archive are asked: conditions on the fields that it keeps. And how alike they must be.
let fields = []; // names

const conditions = () =>
  Array.from(at("conditions").children, (item) => {
    const [field, kind] = item.querySelectorAll("select");
    return [kind.value, field.value + "=" + item.querySelector("input").value];
  });
const threshold = () => at("threshold").value;

function addCondition() {
  const item = make("li");
  const field = make("select", undefined, {"aria-label": "Field"});
  field.append(...fields.map((name) => make("option", name, {value: name})));
  const kind = make("select", undefined, {"aria-label": "Condition"});
  kind.append(make("option", "is", {value: "where"}), make("option", "is not", {value: "not"}));
  const value = make("input", undefined, {type: "text", "aria-label": "Value", autocomplete: "off", spellcheck: "false"});
  const out = make("button", "\u00d7", {type: "button", "aria-label": "Take the condition out"});
  out.addEventListener("click", () => {
    item.remove();
    at("add-condition").focus();
  });
  item.append(field, kind, value, out);
  at("conditions").append(item);
  field.focus();
}
function showFields(names) {
  fields = names;
  at("conditions").replaceChildren();
  at("fields-none").hidden = names.length > 0;
  at("add-condition").hidden = names.length === 0;
}
