// Which words of a passage are the same on both sides: [[first word of a, of b, words], ...], ascending in a, each word at
// most once. Where they cross, words were moved.
const pieces = (passage) => passage[9];
// Of all passages of a pair; of one whose pieces are not on the page, none.
const piecesOfPair = (pair) => pair.passages.flatMap((passage) => (Array.isArray(pieces(passage)) ? pieces(passage) : []));
