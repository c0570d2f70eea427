// The two drawings of the overview. Both are drawn for the width that there is, so that their letters stay readable.
function draw(svg, paint) {
  const again = () => {
    const width = Math.max(280, svg.clientWidth), height = Math.max(100, svg.clientHeight);
    svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    svg.textContent = "";
    const add = (name, attributes, text) => {
      const element = document.createElementNS(svg.namespaceURI, name);
      for (const key in attributes) element.setAttribute(key, attributes[key]);
      if (text !== undefined) element.textContent = text;
      svg.append(element);
      return element;
    };
    paint(add, {left: 52, right: width - 12, top: 18, bottom: height - 34});
  };
  new ResizeObserver(again).observe(svg);
}

function axes(add, box, levels) {
  for (const [y, label] of levels) {
    add("path", {class: "axis", d: "M" + box.left + " " + y + "H" + box.right});
    add("text", {x: box.left - 6, y: y + 4, "text-anchor": "end"}, label);
  }
}

// Counts of removed documents by similarity, one bar a hundredth from the threshold on, and one for identical ones.
// Logarithmic where the largest is more than fifty times the smallest.
function histogram(svg, choose) {
  const first = Math.min(99, Math.floor(data.threshold * 100 + 1e-9));
  const bars = data.similarities.slice(first).map((n, i) => ({n, from: first + i, to: first + i + 1}));
  bars.push({n: data.identical, from: 100, to: 100});
  const filled = bars.map((bar) => bar.n).filter((n) => n > 0);
  const most = Math.max(1, ...filled);
  const logarithmic = filled.length > 0 && most > 50 * Math.min(...filled);
  draw(svg, (add, box) => {
    const top = logarithmic ? Math.ceil(Math.log10(most + 1)) : most;
    const share = (n) => n === 0 ? 0 : logarithmic ? Math.log10(n + 1) / top : n / top;
    const y = (part) => box.bottom - part * (box.bottom - box.top);
    const steps = logarithmic ?
        Array.from({length: top + 1}, (_, i) => [y(share(i === 0 ? 0 : 10 ** i)), i === 0 ? "0" : number(10 ** i)]) :
        most < 4 ? Array.from({length: most + 1}, (_, i) => [y(i / most), number(i)]) :
                   [0, .25, .5, .75, 1].map((part) => [y(part), number(Math.round(part * most))]);
    axes(add, box, steps);
    const width = (box.right - box.left - 20) / bars.length;
    const x = (place) => box.left + place * width + (place >= bars.length - 1 ? 14 : 0);
    bars.forEach((bar, i) => {
      const height = Math.max(share(bar.n) * (box.bottom - box.top), bar.n > 0 ? 2 : 0);
      add("rect", {
        class: i === bars.length - 1 ? "bar identical" : "bar",
        x: x(i) + Math.min(1, width / 8),
        y: box.bottom - height,
        width: Math.max(1, width - Math.min(2, width / 4)),
        height
      });
    });
    const every = [1, 2, 5, 10, 20, 50].find((step) => step * width >= 44) || 50;
    for (let at_ = first; at_ < 100; ++at_)
      if (at_ % every === 0 && x(at_ - first) < x(bars.length - 1) + width - 75)
        add("text", {x: x(at_ - first), y: box.bottom + 15, "text-anchor": "middle"}, at_ + " %");
    add("text", {x: box.right, y: box.bottom + 15, "text-anchor": "end"}, "identical");
    const line = box.left + (data.threshold * 100 - first) * width;
    add("path", {class: "threshold", d: "M" + line + " " + (box.top - 8) + "V" + box.bottom});
    add("text", {x: line + 4, y: box.bottom + 29}, "threshold " + data.threshold);
    bars.forEach((bar, i) => {
      const hit = add("rect", {class: "hit", x: x(i), y: box.top, width, height: box.bottom - box.top});
      hit.append(document.createElementNS(svg.namespaceURI, "title"));
      hit.firstChild.textContent =
          (i === bars.length - 1 ? "identical" : bar.from + " to " + bar.to + " %") + ": " + count(bar.n, "document");
      hit.addEventListener("click", () => choose(bar.from, bar.to));
    });
  });
  fill(at("histogram-table"), bars.filter((bar) => bar.n > 0), [
    {
      title: "Similarity",
      first: true,
      up: true,
      value: (bar) => bar.from,
      show: (bar) => bar.from === 100 ? "identical" : bar.from + " to " + bar.to + " %"
    },
    {title: "Documents", value: (bar) => bar.n, show: (bar) => number(bar.n)},
  ]);
  return logarithmic;
}

// The probability that bands find a pair, over its similarity; the recall of this run beside it.
function sCurve(svg) {
  draw(svg, (add, box) => {
    const x = (similarity) => box.left + similarity * (box.right - box.left);
    const y = (part) => box.bottom - part * (box.bottom - box.top);
    axes(add, box, [0, .25, .5, .75, 1].map((part) => [y(part), Math.round(100 * part) + " %"]));
    for (const similarity of box.right - box.left > 400 ? [0, .2, .4, .6, .8, 1] : [0, .5, 1])
      add("text", {x: x(similarity), y: box.bottom + 15, "text-anchor": similarity === 1 ? "end" : "middle"},
          Math.round(100 * similarity) + " %");
    if (data.audit && data.audit.recall !== undefined) {
      add("rect", {
        class: "interval",
        x: x(data.threshold),
        y: y(data.audit.upper),
        width: x(1) - x(data.threshold),
        height: y(data.audit.lower) - y(data.audit.upper)
      });
      add("path", {class: "audited", d: "M" + x(data.threshold) + " " + y(data.audit.recall) + "H" + x(1)});
    }
    if (data.recall_predicted !== undefined)
      add("path", {class: "expected", d: "M" + x(data.threshold) + " " + y(data.recall_predicted) + "H" + x(1)});
    add("path",
        {class: "probability", d: "M" + data.curve.map(([s, p]) => x(s).toFixed(2) + " " + y(p).toFixed(2)).join("L")});
    add("path", {class: "threshold", d: "M" + x(data.threshold) + " " + (box.top - 8) + "V" + box.bottom});
    add("text", {x: x(data.threshold) - 4, y: box.bottom + 29, "text-anchor": data.threshold > .3 ? "end" : "start"},
        "threshold " + data.threshold);
  });
}

// The recall of this run close by: what was asked for, what is promised at the threshold, expected, and measured.
function recallScale(svg) {
  const audit = data.audit && data.audit.recall !== undefined ? data.audit : null;
  const rows_ = [
    data.recall_target > 0 && ["asked for", "threshold", data.recall_target],
    ["at the threshold", "probability", data.recall_at_threshold],
    data.recall_predicted !== undefined && ["expected here", "expected", data.recall_predicted],
    audit && ["measured", "audited", audit.recall, audit.lower, audit.upper]
  ].filter(Boolean);
  const least = Math.max(0, Math.floor(20 * Math.min(...rows_.flatMap((row) => row.slice(2))) - .2) / 20);
  draw(svg, (add, box) => {
    const left = box.left + 68, bottom = box.bottom + 14, top = box.top - 14;
    const x = (share) => left + (share - least) / (1 - least) * (box.right - 22 - left);
    for (let part = 0; part <= 4; ++part) {
      const share = least + part * (1 - least) / 4;
      add("path", {class: "axis", d: "M" + x(share) + " " + top + "V" + bottom});
      add("text", {x: x(share), y: bottom + 15, "text-anchor": "middle"}, Number((100 * share).toFixed(2)) + " %");
    }
    rows_.forEach(([label, kind, value, lower, upper], i) => {
      const y = top + (i + .5) * (bottom - top) / rows_.length;
      add("text", {x: left - 10, y: y + 4, "text-anchor": "end"}, label);
      if (lower !== undefined)
        add("rect", {class: "interval", x: x(lower), y: y - 6, width: Math.max(1, x(upper) - x(lower)), height: 12});
      add("path", {class: kind, d: "M" + x(value) + " " + (y - 9) + "V" + (y + 9)});
    });
  });
}

// A line of a legend, with a piece of what it speaks of.
function legend(kind, text) {
  const item = make("li");
  const svg = document.createElementNS(at("curve").namespaceURI, "svg");
  svg.setAttribute("viewBox", "0 0 32 12");
  svg.setAttribute("aria-hidden", "true");
  for (const name of kind === "audited" ? ["interval", "audited"] : [kind]) {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("class", name);
    path.setAttribute("d", name === "interval" ? "M0 1H32V11H0Z" : "M0 6H32");
    svg.append(path);
  }
  item.append(svg, text);
  return item;
}
