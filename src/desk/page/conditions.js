// Which documents of the archive are meant: conditions on the fields that it keeps. And how alike they must be.
let fields = []; // names

const conditionsIn = (list) =>
  Array.from(at(list).children, (item) => {
    const [field, kind] = item.querySelectorAll("select");
    return [kind.value, field.value + "=" + item.querySelector("input").value];
  });
const conditions = () => conditionsIn("conditions");
const threshold = () => at("threshold").value;

function addCondition(list, button) {
  const item = make("li");
  const field = make("select", undefined, {"aria-label": "Field"});
  field.append(...fields.map((name) => make("option", name, {value: name})));
  const kind = make("select", undefined, {"aria-label": "Condition"});
  kind.append(make("option", "is", {value: "where"}), make("option", "is not", {value: "not"}));
  const value = make("input", undefined, {type: "text", "aria-label": "Value", autocomplete: "off", spellcheck: "false", dir: "auto"});
  const out = make("button", "\u00d7", {type: "button", "aria-label": "Take the condition out"});
  out.addEventListener("click", () => {
    item.remove();
    at(button).focus();
  });
  item.append(field, kind, value, out);
  at(list).append(item);
  field.focus();
}

// What is kept beside each document that is added, as the person says it; fields that are left empty are not kept.
function showFieldValues() {
  at("field-values").replaceChildren(
    ...fields.map((name) => {
      const label = make("label");
      const value = make("input", undefined, {type: "text", autocomplete: "off", spellcheck: "false", dir: "auto"});
      value.dataset.field = name;
      label.append(make("bdi", name), " ", value);
      return label;
    })
  );
}
const fieldValues = () =>
  Object.fromEntries(Array.from(at("field-values").querySelectorAll("input"), (input) => [input.dataset.field, input.value.trim()]).filter(([, value]) => value !== ""));

function showFields(names) {
  fields = names;
  for (const list of ["conditions", "list-conditions"]) at(list).replaceChildren();
  at("fields-none").hidden = names.length > 0;
  for (const button of ["add-condition", "list-add-condition"]) at(button).hidden = names.length === 0;
  showFieldValues();
}
