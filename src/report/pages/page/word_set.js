// Words of a document as ranges of their numbers.
class WordSet {
  // ranges: [first, behind the last] in any order; they may overlap.
  constructor(ranges) {
    this.begins = [];
    this.ends = [];
    this.before = [0]; // words in the ranges before each, and in all
    for (const [begin, end] of ranges.slice().sort((x, y) => x[0] - y[0])) {
      const last = this.ends.length - 1;
      if (end <= begin) continue;
      if (last >= 0 && begin <= this.ends[last]) this.ends[last] = Math.max(this.ends[last], end);
      else {
        this.begins.push(begin);
        this.ends.push(end);
      }
    }
    this.begins.forEach((begin, i) => this.before.push(this.before[i] + this.ends[i] - begin));
    this.size = this.before[this.begins.length];
  }
  // Words of the set that come before word `end`.
  below(end) {
    let low = 0,
      high = this.begins.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.begins[middle] < end) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.before[low] - Math.max(0, this.ends[low - 1] - end);
  }
  within(begin, end) {
    return this.below(end) - this.below(begin);
  }
  // Words of this set that are not in `other`.
  without(other) {
    return this.begins.reduce((sum, begin, i) => sum + this.ends[i] - begin - other.within(begin, this.ends[i]), 0);
  }
}
