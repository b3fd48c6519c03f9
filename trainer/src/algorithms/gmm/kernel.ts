import { FURTHEST } from "../../numeric/linear-algebra/finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { instantiate } from "../../numeric/wasm/instantiate.js";
import mixture from "../../numeric/wasm/mixture.js";

/** What assembly/mixture.ts exports; see there. */
interface Exports {
  layOut(columns: number, paddedColumns: number, centred: number, weighted: number): void;
  lengths(points: number, panels: number, mean: number, factor: number, out: number): void;
  addSums(points: number, panels: number, weights: number, out: number): void;
  addScatter(points: number, panels: number, weights: number, mean: number, out: number): void;
}

export interface Sizes {
  /** Rows that there is room for. */
  rows: number;
  width: number;
  components: number;
}

const PANEL = 4;
const NUMBER = 8;
/** As in assembly/mixture.ts. */
const GROUP = 32;
/** Products that one call computes at the most, so that a fit may rest between two calls. */
const MOST_PRODUCTS = 4e6;

/** A mixture's components and the rows that they are fitted to or asked about, in WebAssembly memory. */
export class MixtureKernel {
  /** Numbers in a row of a matrix: the width, and 0s up to a multiple of 4. */
  readonly padded: number;
  /** Each component's number for each row: `rows` numbers a component, of which the first are those of its rows. */
  readonly table: Float64Array[];
  readonly means: Float64Array[];
  /** Upper triangular, row by row: Fᵀ(x − mean) has as many independent standard normal numbers. */
  readonly factors: Float64Array[];
  /** What `sumsOf` and `scatterOf` have found: pairs whose sum counts, and the upper triangle of a matrix. */
  readonly sums: Float64Array;
  readonly scatter: Float64Array;
  private readonly exports: Exports;
  private readonly points: Float64Array;
  private count = 0;
  private panels = 0;

  constructor(private readonly sizes: Sizes) {
    const { width, components } = sizes;
    const panels = Math.ceil(sizes.rows / PANEL);
    const rows = panels * PANEL;
    this.padded = PANEL * Math.ceil(width / PANEL);
    const scratch = NUMBER * PANEL * GROUP * this.padded;
    const matrix = NUMBER * this.padded * this.padded;
    const one = [NUMBER * rows * width, scratch, scratch, NUMBER * 2 * width, matrix];
    const each = [NUMBER * rows, NUMBER * width, matrix];
    const blocks = [...one, ...each.flatMap((size) => new Array<number>(components).fill(size))];
    const { exports, buffer, addresses } = instantiate<Exports>(mixture, blocks);
    const view = (block: number) => new Float64Array(buffer, addresses[block], blocks[block] / NUMBER);
    const views = (from: number) => Array.from({ length: components }, (_, k) => view(from + k));
    exports.layOut(width, this.padded, addresses[1], addresses[2]);
    this.exports = exports;
    this.points = view(0);
    this.sums = view(3);
    this.scatter = view(4);
    this.table = views(one.length);
    this.means = views(one.length + components);
    this.factors = views(one.length + 2 * components);
  }

  /** Takes up `count` rows from number `from` on. Infinite and huge numbers count as the furthest that can be learned from. */
  load(x: Matrix, from: number, count: number): void {
    const { width } = this.sizes;
    this.count = count;
    this.panels = Math.ceil(count / PANEL);
    this.points.fill(0, 0, this.panels * PANEL * width);
    for (let j = 0; j < width; j++) {
      const column = x.columns[j];
      for (let i = 0; i < count; i++) {
        const at = ((i >> 2) * width + j) * PANEL + (i & 3);
        this.points[at] = Math.max(-FURTHEST, Math.min(FURTHEST, column[from + i]));
      }
    }
  }

  /** Fills a component's table with the squared length of Fᵀ(x − mean) of each row. `rest` is called now and then. */
  async lengthsOf(component: number, rest: () => Promise<void> | undefined): Promise<void> {
    for (let panel = 0; panel < this.panels; panel += this.stretch) {
      this.findLengths(component, panel, this.countFrom(panel));
      const resting = rest();
      if (resting) await resting;
    }
  }

  /** The same at once: for few rows. */
  lengthsAtOnce(component: number): void {
    this.findLengths(component, 0, this.panels);
  }

  /** Fills `sums` with the sums of the columns, each row weighing what the component's table says. */
  sumsOf(component: number): void {
    this.sums.fill(0);
    this.dropPadding(component);
    this.exports.addSums(this.points.byteOffset, this.panels, this.table[component].byteOffset, this.sums.byteOffset);
  }

  /** Fills `scatter` with the weighted sum of the products of columns less the component's mean. */
  async scatterOf(component: number, rest: () => Promise<void> | undefined): Promise<void> {
    this.scatter.fill(0);
    this.dropPadding(component);
    const [table, mean] = [this.table[component].byteOffset, this.means[component].byteOffset];
    for (let panel = 0; panel < this.panels; panel += this.stretch) {
      const weights = table + panel * PANEL * NUMBER;
      this.exports.addScatter(this.addressOf(panel), this.countFrom(panel), weights, mean, this.scatter.byteOffset);
      const resting = rest();
      if (resting) await resting;
    }
  }

  /** The last panel may have fewer rows than four: what the table says of the others has no weight. */
  private dropPadding(component: number): void {
    this.table[component].fill(0, this.count);
  }

  private findLengths(component: number, panel: number, count: number): void {
    const [mean, factor] = [this.means[component].byteOffset, this.factors[component].byteOffset];
    this.exports.lengths(this.addressOf(panel), count, mean, factor, this.table[component].byteOffset + panel * PANEL * NUMBER);
  }

  private addressOf(panel: number): number {
    return this.points.byteOffset + panel * PANEL * this.sizes.width * NUMBER;
  }

  private countFrom(panel: number): number {
    return Math.min(this.stretch, this.panels - panel);
  }

  private get stretch(): number {
    return Math.max(1, Math.floor(MOST_PRODUCTS / (PANEL * this.padded * this.padded)));
  }
}
