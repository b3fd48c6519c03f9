import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { roundUp } from "../../numeric/round-up.js";
import { threadLimit } from "../../numeric/threads/pool.js";
import code from "../../numeric/wasm/gaussian-mixture.js";
import { createSharedKernel, type SharedKernel } from "../../numeric/wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import { PANEL_ROWS, writePanels } from "../k-means/panels.js";

/** Exports of assembly/gaussian-mixture.ts, described there. */
interface WasmExports {
  responsibilities(part: number, partPanels: number, points: number, from: number, to: number): void;
  accumulateSums(points: number, panels: number, weights: number, out: number): void;
  accumulateScatter(part: number, partRows: number, points: number, panels: number, weights: number, mean: number, out: number): void;
}

interface MixtureShape {
  /** Capacity in rows. */
  rows: number;
  width: number;
  components: number;
}

const DOUBLE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** The same as GROUP in assembly/gaussian-mixture.ts. */
const PANELS_PER_GROUP = 32;
/** Most products of one call, so that a fit can yield between two calls. Groups of panels are the same with any number of threads. */
const MAX_PRODUCTS_PER_CALL = 3e7;
/** Products of a part of the panels, which take about 0.1 ms. */
const PART_PRODUCTS = 2 ** 18;
/** Rows of the scatter matrix in a part: so many that centering the panels again for each part takes little. */
const SCATTER_PART_ROWS = 32;

/** Components of a mixture and a block of rows in WebAssembly memory. */
export class MixtureWasm {
  /** Length of a matrix row: the width, padded with 0s to a multiple of 4. */
  readonly padded: number;
  /** For each component a number for each row. Each list has room for `rows` rows. */
  readonly responsibilities: Float64Array[];
  /** Log density of the mixture at each row. The list has room for `rows` rows. */
  readonly logDensities: Float64Array;
  /** For each component the log of its density times its share, at its mean. */
  readonly constants: Float64Array;
  readonly means: Float64Array[];
  /** Upper triangular, row by row. Fᵀ(x − mean) has independent standard normal coordinates. */
  readonly factors: Float64Array[];
  /** Results of `computeWeightedSums` (two numbers a column, which add up to its sum) and `computeScatter` (upper triangle). */
  readonly sums: Float64Array;
  readonly scatter: Float64Array;
  private readonly kernel: SharedKernel<WasmExports>;
  private readonly points: Float64Array;
  private count = 0;
  private panels = 0;

  constructor(private readonly sizes: MixtureShape) {
    const { width, components } = sizes;
    const rows = roundUp(sizes.rows, PANEL_ROWS);
    const padded = roundUp(width, PANEL_ROWS);
    const scratch = DOUBLE_BYTES * PANEL_ROWS * PANELS_PER_GROUP * padded;
    const lengths = { points: rows * width, sums: 2 * width, matrix: padded * padded, table: rows, mean: padded };
    const numbers = [
      lengths.points,
      lengths.sums,
      lengths.matrix,
      lengths.table * components,
      lengths.mean * components,
      lengths.matrix * components,
      components,
      lengths.table,
    ];
    const common = numbers.map((length) => DOUBLE_BYTES * length);
    this.kernel = createSharedKernel<WasmExports>(code, { common, own: [scratch, scratch] }, (addresses, ownAddresses) => {
      const [tableAt, meansAt, factorsAt, constantsAt, densitiesAt] = addresses.slice(3);
      const [table, mean, matrix] = [lengths.table, lengths.mean, lengths.matrix].map((length) => DOUBLE_BYTES * length);
      return [
        { name: "setLayout", args: [width, padded, ...ownAddresses, MAX_MAGNITUDE] },
        { name: "setComponentLayout", args: [components, meansAt, mean, factorsAt, matrix, tableAt, table] },
        { name: "setDensityLayout", args: [constantsAt, densitiesAt] },
      ];
    });
    const { buffer, addresses } = this.kernel;
    const views = (block: number, each: number, length = each) =>
      Array.from({ length: components }, (_, k) => new Float64Array(buffer, addresses[block] + k * each * DOUBLE_BYTES, length));
    this.padded = padded;
    this.points = new Float64Array(buffer, addresses[0], lengths.points);
    this.sums = new Float64Array(buffer, addresses[1], lengths.sums);
    this.scatter = new Float64Array(buffer, addresses[2], lengths.matrix);
    this.responsibilities = views(3, lengths.table);
    this.means = views(4, lengths.mean, width);
    this.factors = views(5, lengths.matrix);
    this.constants = new Float64Array(buffer, addresses[6], components);
    this.logDensities = new Float64Array(buffer, addresses[7], lengths.table);
  }

  /** Loads `count` rows from row `from` on. `computeResponsibilities` clips their numbers to MAX_MAGNITUDE. */
  loadRows(x: Matrix, from: number, count: number): void {
    this.count = count;
    this.panels = Math.ceil(count / PANEL_ROWS);
    const end = this.panels * PANEL_ROWS * this.sizes.width;
    this.points.fill(0, Math.max(0, end - PANEL_ROWS * this.sizes.width), end);
    writePanels(x, this.points, from, from + count);
  }

  /** Computes the responsibilities and log densities. It calls `yieldToEventLoop` now and then. */
  async computeResponsibilities(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    const panelsPerCall = Math.max(1, Math.floor(MAX_PRODUCTS_PER_CALL / this.productsPerPanel));
    for (let panel = 0; panel < this.panels; panel += panelsPerCall) {
      this.responsibilitiesOfPanels(panel, Math.min(panel + panelsPerCall, this.panels));
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }

  /** Does the same in one go, for few rows. */
  computeResponsibilitiesSync(): void {
    this.responsibilitiesOfPanels(0, this.panels);
  }

  /** Fills `sums` with the sums of the columns. The component's responsibilities weight the rows. */
  computeWeightedSums(component: number): void {
    this.sums.fill(0);
    this.clearPadding(component);
    const weights = this.responsibilities[component].byteOffset;
    this.kernel.exports.accumulateSums(this.points.byteOffset, this.panels, weights, this.sums.byteOffset);
  }

  /** Fills `scatter` with the weighted sum of (x − mean)(x − mean)ᵀ for the component. */
  async computeScatter(component: number, yieldToEventLoop: YieldToEventLoop): Promise<void> {
    const { scatter, sizes, padded, points, panels } = this;
    scatter.fill(0);
    this.clearPadding(component);
    const [table, mean] = [this.responsibilities[component].byteOffset, this.means[component].byteOffset];
    const groups = Math.floor(MAX_PRODUCTS_PER_CALL / (PANELS_PER_GROUP * PANEL_ROWS * padded * padded));
    const panelsPerCall = PANELS_PER_GROUP * Math.max(1, groups);
    const partRows = threadLimit() === 1 ? padded : SCATTER_PART_ROWS;
    const parts = Math.ceil(sizes.width / partRows);
    for (let panel = 0; panel < panels; panel += panelsPerCall) {
      const first = panel * PANEL_ROWS * DOUBLE_BYTES;
      const from = points.byteOffset + first * sizes.width;
      const count = Math.min(panelsPerCall, panels - panel);
      this.kernel.callParts("accumulateScatter", parts, partRows, from, count, table + first, mean, scatter.byteOffset);
      const pending = yieldToEventLoop();
      if (pending) await pending;
    }
  }

  /** Sets the weights of the last panel's padding rows to 0. */
  private clearPadding(component: number): void {
    this.responsibilities[component].fill(0, this.count);
  }

  private responsibilitiesOfPanels(from: number, to: number): void {
    const partPanels = Math.max(1, Math.ceil(PART_PRODUCTS / this.productsPerPanel));
    const parts = Math.ceil((to - from) / partPanels);
    this.kernel.callParts("responsibilities", parts, partPanels, this.points.byteOffset, from, to);
  }

  /** Products for all components. */
  private get productsPerPanel(): number {
    return (PANEL_ROWS * this.padded * this.padded * this.sizes.components) / 2;
  }
}
