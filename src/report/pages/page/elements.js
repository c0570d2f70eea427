// What every page is made of. Everything shown goes through textContent: ids and texts are data, whatever they hold.
const at = (id) => document.getElementById(id);
const numbers = new Intl.NumberFormat("en");
const number = (value) => numbers.format(value);
const count = (value, noun) => number(value) + " " + noun + (value === 1 ? "" : "s");
// Identical is 100.0 %, and nothing less is; the same for 0.0 %.
function percent(part, whole) {
  if (part === 0 || whole === 0) return "0.0 %";
  if (part === whole) return "100.0 %";
  return Math.min(99.9, Math.max(0.1, 100 * part / whole)).toFixed(1) + " %";
}

function make(name, text, attributes) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  for (const key in attributes || {}) element.setAttribute(key, attributes[key]);
  return element;
}

const codePoint = (c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
// An id on its own: it cannot turn the text around it, and characters that do not show are spelled out. A long one is
// shortened in its middle, for the eye, unless it is wanted whole.
const longName = 90;
function named(id, whole = false) {
  const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
  const spelled = id.replace(hidden, (c) => "[" + codePoint(c) + "]");
  const letters = whole || spelled.length <= longName ? null : Array.from(spelled);
  if (letters === null || letters.length <= longName) return make("bdi", spelled);
  return make("bdi", letters.slice(0, 50).join("") + "\u2026" + letters.slice(-35).join(""), {title: spelled});
}
