// Scrolls two panes together: the piece under the eye stands at one height on both sides.
const eyeAt = 0.25; // of a pane's height, from above

class Level {
  // scrolled() is called after either pane has moved.
  constructor(panes, scrolled) {
    this.panes = panes;
    this.linked = true;
    this.expected = [-1, -1]; // where this has scrolled a pane itself
    panes.forEach(({pane}, side) =>
      pane.addEventListener("scroll", () => {
        // What lies at the place where it was put is no person's scrolling: a browser that keeps a pane's first line in
        // its place tells of that later, when lines were broken elsewhere.
        if (Math.abs(pane.scrollTop - this.expected[side]) > 1.5) {
          this.expected[side] = -1;
          if (this.linked) this.follow(side);
        }
        scrolled();
      })
    );
    this.clear();
  }
  clear() {
    this.extents = null;
  }
  // Measured when they are needed: a window of another size breaks lines elsewhere.
  measured() {
    if (this.extents === null) {
      const numbers_ = [...this.panes[0].marks.keys()].filter((number_) => this.panes[1].marks.has(number_));
      this.extents = numbers_.map((number_) => this.panes.map((pane) => pane.extent(number_)));
    }
    return this.extents;
  }
  move(side, top) {
    const {pane} = this.panes[side];
    pane.scrollTop = top;
    this.expected[side] = pane.scrollTop;
  }
  // The other side goes where the piece nearest to the eye is.
  follow(side) {
    const {pane} = this.panes[side];
    const eye = pane.scrollTop + pane.clientHeight * eyeAt;
    let nearest = null,
      distance = Infinity;
    for (const both of this.measured()) {
      const [top, bottom] = both[side];
      const far = Math.max(top - eye, eye - bottom, 0);
      if (far < distance || (far === distance && nearest !== null && bottom - top < nearest[side][1] - nearest[side][0])) {
        nearest = both;
        distance = far;
      }
    }
    if (nearest === null) return;
    const [top, bottom] = nearest[side],
      [otherTop, otherBottom] = nearest[1 - side];
    // Inside a piece the same part of it; outside, as far from it.
    const inside = eye <= top ? eye - top : eye >= bottom ? otherBottom - otherTop + eye - bottom : ((eye - top) / (bottom - top)) * (otherBottom - otherTop);
    this.move(1 - side, otherTop + inside - this.panes[1 - side].pane.clientHeight * eyeAt);
  }
  // Shows a piece on both sides at one height: where the eye is, or as high as the side allows that begins with it.
  show(number_) {
    const extents = this.panes.map((pane) => pane.extent(number_));
    if (extents.includes(null)) return;
    const height = Math.min(...extents.map(([top]) => top), this.panes[0].pane.clientHeight * eyeAt);
    extents.forEach(([top], side) => this.move(side, top - height));
  }
}
