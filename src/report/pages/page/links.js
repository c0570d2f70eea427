// Lines between the two panes, for pieces that are in sight on both sides, and for the one that is walked to.
class Links {
  constructor(svg, panes) {
    this.svg = svg;
    this.panes = panes;
    this.asked = false;
  }
  // Once a frame, however often it is asked for.
  draw(current) {
    this.current = current;
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.drawNow();
    });
  }
  drawNow() {
    const box = this.svg.getBoundingClientRect();
    if (box.width === 0) return;
    const frames = this.panes.map(({pane}) => pane.getBoundingClientRect());
    const middle = (side, number_) => {
      const {pane} = this.panes[side];
      const [top, bottom] = this.panes[side].extent(number_).map((place) => place - pane.scrollTop);
      const [first, last] = [Math.max(0, top), Math.min(pane.clientHeight, bottom)];
      const seen = first < last;
      const at_ = seen ? (first + last) / 2 : top < 0 ? 0 : pane.clientHeight;
      return {seen, y: at_ + frames[side].top - box.top};
    };
    const lines = [];
    for (const number_ of this.inSight()) {
      if (!this.panes[0].marks.has(number_) || !this.panes[1].marks.has(number_)) continue;
      const [from, to] = [middle(0, number_), middle(1, number_)];
      if (number_ !== this.current && !(from.seen && to.seen)) continue;
      const w = box.width;
      const line = document.createElementNS(this.svg.namespaceURI, "path");
      line.setAttribute("d", `M0 ${from.y}C${w / 2} ${from.y} ${w / 2} ${to.y} ${w} ${to.y}`);
      line.style.setProperty("--hue", hue(number_));
      if (number_ === this.current) line.classList.add("current");
      lines.push(line);
    }
    this.svg.replaceChildren(...lines);
  }
  // Numbers of pieces that have a mark between the top and the bottom of either pane. Marks stand in order.
  inSight() {
    const found = new Set();
    for (const {pane} of this.panes) {
      const {top, bottom} = pane.getBoundingClientRect();
      const all = pane.querySelectorAll("mark");
      let low = 0,
        high = all.length;
      while (low < high) {
        const half = (low + high) >> 1;
        if (all[half].getBoundingClientRect().bottom < top) low = half + 1;
        else high = half;
      }
      for (let i = low; i < all.length && all[i].getBoundingClientRect().top < bottom; ++i)
        found.add(Number(all[i].dataset.piece));
    }
    return found;
  }
}
