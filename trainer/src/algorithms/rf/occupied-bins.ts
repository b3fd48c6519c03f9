/** Which of a column's bins hold rows of a node: a bit for each, so that small nodes need not look at every bin. */
export class OccupiedBins {
  /** The occupied bins, ascending; the first `count` of them. */
  readonly bins: Int32Array;
  count = 0;
  /** Where bins are marked: bin b is bit b & 31 of word b >> 5. */
  readonly bitset: Int32Array;

  /** For columns of at most `most` bins. */
  constructor(most: number) {
    this.bins = new Int32Array(most);
    this.bitset = new Int32Array(Math.ceil(most / 32));
  }

  /** Lists the marked bins of a column that has `size` bins, and forgets the marks. */
  collect(size: number): void {
    const { bins, bitset: words } = this;
    let count = 0;
    for (let word = 0; word << 5 < size; word++) {
      let bits = words[word];
      if (bits === 0) continue;
      words[word] = 0;
      while (bits !== 0) {
        bins[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
      }
    }
    this.count = count;
  }
}
