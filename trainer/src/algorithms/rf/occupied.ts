/** Which of a column's bins hold rows of a node: a bit for each, so that small nodes need not look at every bin. */
export class Occupied {
  /** The occupied bins, ascending; the first `count` of them. */
  readonly bins = new Int32Array(256);
  count = 0;
  private readonly bits = new Int32Array(8);

  /** Bit words to mark bins in: bin b is bit b & 31 of word b >> 5. */
  words(): Int32Array {
    return this.bits;
  }

  /** Lists the marked bins and forgets the marks. */
  list(): void {
    let count = 0;
    for (let word = 0; word < this.bits.length; word++) {
      let bits = this.bits[word];
      while (bits !== 0) {
        const lowest = bits & -bits;
        this.bins[count++] = (word << 5) + 31 - Math.clz32(lowest);
        bits ^= lowest;
      }
      this.bits[word] = 0;
    }
    this.count = count;
  }
}
