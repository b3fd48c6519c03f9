import { clip } from "../../numeric/clip.js";
import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { roundUp } from "../../numeric/round-up.js";
import mixture from "../../numeric/wasm/gaussian-mixture.js";
import { instantiateWasm } from "../../numeric/wasm/instantiate.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

/** Exports of assembly/gaussian-mixture.ts, described there. */
interface WasmExports {
  setLayout(columns: number, paddedColumns: number, centred: number, weighted: number): void;
  mahalanobis(points: number, panels: number, mean: number, factor: number, out: number): void;
  accumulateSums(points: number, panels: number, weights: number, out: number): void;
  accumulateScatter(points: number, panels: number, weights: number, mean: number, out: number): void;
}

interface MixtureShape {
  /** Capacity in rows. */
  rows: number;
  width: number;
  components: number;
}

const PANEL_ROWS = 4;
const DOUBLE_BYTES = 8;
/** The same as GROUP in assembly/gaussian-mixture.ts. */
const PANELS_PER_GROUP = 32;
/** Most products of one call, so that a fit can yield between two calls. */
const MAX_PRODUCTS_PER_CALL = 4e6;

/** Components of a mixture and a block of rows in WebAssembly memory. */
export class MixtureWasm {
  /** Length of a matrix row: the width, padded with 0s to a multiple of 4. */
  readonly padded: number;
  /**
   * For each component a number for each row: first a squared Mahalanobis distance, then a responsibility. Each list has room for
   * `rows` rows.
   */
  readonly responsibilities: Float64Array[];
  readonly means: Float64Array[];
  /** Upper triangular, row by row. Fᵀ(x − mean) has independent standard normal coordinates. */
  readonly factors: Float64Array[];
  /** Results of `computeWeightedSums` (two numbers a column, which add up to its sum) and `computeScatter` (upper triangle). */
  readonly sums: Float64Array;
  readonly scatter: Float64Array;
  private readonly exports: WasmExports;
  private readonly points: Float64Array;
  private count = 0;
  private panels = 0;

  constructor(private readonly sizes: MixtureShape) {
    const { width, components } = sizes;
    const panels = Math.ceil(sizes.rows / PANEL_ROWS);
    const rows = panels * PANEL_ROWS;
    this.padded = roundUp(width, PANEL_ROWS);
    const scratch = DOUBLE_BYTES * PANEL_ROWS * PANELS_PER_GROUP * this.padded;
    const matrix = DOUBLE_BYTES * this.padded * this.padded;
    const one = [DOUBLE_BYTES * rows * width, scratch, scratch, DOUBLE_BYTES * 2 * width, matrix];
    const each = [DOUBLE_BYTES * rows, DOUBLE_BYTES * width, matrix];
    const blocks = [...one, ...each.flatMap((size) => new Array<number>(components).fill(size))];
    const { exports, buffer, addresses } = instantiateWasm<WasmExports>(mixture, blocks);
    const view = (block: number) => new Float64Array(buffer, addresses[block], blocks[block] / DOUBLE_BYTES);
    const views = (from: number) => Array.from({ length: components }, (_, k) => view(from + k));
    exports.setLayout(width, this.padded, addresses[1], addresses[2]);
    this.exports = exports;
    this.points = view(0);
    this.sums = view(3);
    this.scatter = view(4);
    this.responsibilities = views(one.length);
    this.means = views(one.length + components);
    this.factors = views(one.length + 2 * components);
  }

  /** Loads `count` rows from row `from` on. Numbers are clipped to MAX_MAGNITUDE. */
  loadRows(x: Matrix, from: number, count: number): void {
    const { width } = this.sizes;
    this.count = count;
    this.panels = Math.ceil(count / PANEL_ROWS);
    this.points.fill(0, 0, this.panels * PANEL_ROWS * width);
    for (let j = 0; j < width; j++) {
      const column = x.columns[j];
      for (let i = 0; i < count; i++) {
        const at = ((i >> 2) * width + j) * PANEL_ROWS + (i & 3);
        this.points[at] = clip(column[from + i], MAX_MAGNITUDE);
      }
    }
  }

  /** Fills a component's list with the squared length of Fᵀ(x − mean) of each row. It calls `yieldToEventLoop` now and then. */
  async computeMahalanobis(component: number, yieldToEventLoop: YieldToEventLoop): Promise<void> {
    for (let panel = 0; panel < this.panels; panel += this.panelsPerCall) {
      this.mahalanobisOfPanels(component, panel, this.panelCountFrom(panel));
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }

  /** Does the same in one go, for few rows. */
  computeMahalanobisSync(component: number): void {
    this.mahalanobisOfPanels(component, 0, this.panels);
  }

  /** Fills `sums` with the sums of the columns. The component's responsibilities weight the rows. */
  computeWeightedSums(component: number): void {
    this.sums.fill(0);
    this.clearPadding(component);
    this.exports.accumulateSums(this.points.byteOffset, this.panels, this.responsibilities[component].byteOffset, this.sums.byteOffset);
  }

  /** Fills `scatter` with the weighted sum of (x − mean)(x − mean)ᵀ for the component. */
  async computeScatter(component: number, yieldToEventLoop: YieldToEventLoop): Promise<void> {
    this.scatter.fill(0);
    this.clearPadding(component);
    const [table, mean] = [this.responsibilities[component].byteOffset, this.means[component].byteOffset];
    for (let panel = 0; panel < this.panels; panel += this.panelsPerCall) {
      const weights = table + panel * PANEL_ROWS * DOUBLE_BYTES;
      this.exports.accumulateScatter(this.addressOf(panel), this.panelCountFrom(panel), weights, mean, this.scatter.byteOffset);
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }

  /** Sets the weights of the last panel's padding rows to 0. */
  private clearPadding(component: number): void {
    this.responsibilities[component].fill(0, this.count);
  }

  private mahalanobisOfPanels(component: number, panel: number, count: number): void {
    const [mean, factor] = [this.means[component].byteOffset, this.factors[component].byteOffset];
    this.exports.mahalanobis(
      this.addressOf(panel),
      count,
      mean,
      factor,
      this.responsibilities[component].byteOffset + panel * PANEL_ROWS * DOUBLE_BYTES,
    );
  }

  private addressOf(panel: number): number {
    return this.points.byteOffset + panel * PANEL_ROWS * this.sizes.width * DOUBLE_BYTES;
  }

  private panelCountFrom(panel: number): number {
    return Math.min(this.panelsPerCall, this.panels - panel);
  }

  private get panelsPerCall(): number {
    return Math.max(1, Math.floor(MAX_PRODUCTS_PER_CALL / (PANEL_ROWS * this.padded * this.padded)));
  }
}
