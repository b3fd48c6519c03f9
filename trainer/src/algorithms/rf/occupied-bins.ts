/** Bins of a column that hold rows of a node, as a bit set: small nodes need not look at every bin. */
export class OccupiedBins {
  /** Occupied bins in ascending order; the first `count` entries. */
  readonly bins: Int32Array;
  count = 0;
  /** Marks of the bins: bin b is bit b & 31 of word b >> 5. */
  readonly bitset: Int32Array;

  /** `maxBins` is the greatest number of bins of a column. */
  constructor(maxBins: number) {
    this.bins = new Int32Array(maxBins);
    this.bitset = new Int32Array(Math.ceil(maxBins / 32));
  }

  /** Lists the marked bins of a column with `size` bins and clears the marks. */
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
