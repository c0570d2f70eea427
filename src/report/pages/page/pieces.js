// Which words of a passage are the same on both sides: [[first word of a, of b, words], ...], ascending in a, each word at
// most once. Where they cross, words were moved.
const pieces = (passage) => passage[9];
