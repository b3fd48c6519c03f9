import type { Matrix } from "../matrix.js";
import type { Points } from "../points.js";
import { roundUp } from "../round-up.js";
import code from "../wasm/nearest-center.js";
import { columnBytes, predictionRows, predictsAlone, RowBlock, type RowBlockShape } from "../wasm/row-block.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";

/** Exports of assembly/nearest-center.ts, described there. */
interface WasmExports {
  setRowLayout(columns: number, rows: number): void;
  setCenterLayout(panels: number, centers: number, nearest: number): void;
  findNearest(part: number, partRows: number, from: number, to: number, stride: number): void;
}

/** Centers of a panel, the same as in assembly/nearest-center.ts. */
const PANEL_CENTERS = 4;
const DOUBLE_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Search for the center nearest to each row, the first one on a tie. */
export class CenterSearch {
  /** Number of the nearest center of each row loaded. */
  readonly nearest: Int32Array;
  private readonly kernel: SharedKernel<WasmExports>;
  private readonly centers: Float64Array;
  private readonly block: RowBlock;

  /** There is room for `count` centers. */
  constructor(shape: RowBlockShape, count: number) {
    const { rows, width } = shape;
    const places = roundUp(count, PANEL_CENTERS);
    const common = [columnBytes(rows) * width, DOUBLE_BYTES * places * width, columnBytes(rows)];
    this.kernel = createSharedKernel<WasmExports>(code, { common, own: [] }, ([rowsAt, centersAt, nearestAt]) => [
      { name: "setRowLayout", args: [width, rowsAt] },
      { name: "setCenterLayout", args: [places / PANEL_CENTERS, centersAt, nearestAt] },
    ]);
    const { buffer, addresses } = this.kernel;
    this.block = new RowBlock(buffer, addresses[0], shape, count);
    this.centers = new Float64Array(buffer, addresses[1], places * width);
    this.nearest = new Int32Array(buffer, addresses[2], rows);
  }

  setCenters(centers: Points): void {
    writeCenters(centers, this.centers);
  }

  /** Loads the rows from `from` to before `to`, which become rows 0 to `to − from`. */
  loadRows(x: Matrix, from: number, to: number): void {
    this.block.load(x, from, to);
  }

  /** Fills `nearest` for the loaded rows from `from`, a multiple of 8, to before `to`. */
  find(from: number, to: number): void {
    this.kernel.callParts("findNearest", ...this.block.parts(from, to));
  }
}

/** Writes centers in panels of four. */
function writeCenters({ count, width, values }: Points, into: Float64Array): void {
  into.fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < count; k++) {
    const first = (k - (k % PANEL_CENTERS)) * width + (k % PANEL_CENTERS);
    for (let j = 0; j < width; j++) into[first + j * PANEL_CENTERS] = values[k * width + j];
  }
}

/** Returns a function that finds the center nearest to each row, the first one on a tie. */
export function nearestCenters(centers: Points): (x: Matrix) => Int32Array {
  const blockRows = predictionRows(centers.width, centers.count);
  const alone = predictsAlone(centers.count);
  let own: RowSearch | undefined;
  return (x) => {
    if (!alone) own ??= threadedSearch(centers, blockRows);
    const search = own ?? loneSearchFor(centers, blockRows);
    const nearest = new Int32Array(x.nrow);
    for (let from = 0; from < x.nrow; from += blockRows) {
      const to = Math.min(from + blockRows, x.nrow);
      nearest.set(search(x, from, to).subarray(0, to - from), from);
    }
    return nearest;
  };
}

/** Returns the nearest centers of the rows from `from` to before `to`. The next call overwrites them. */
type RowSearch = (x: Matrix, from: number, to: number) => Int32Array;

function threadedSearch(centers: Points, rows: number): RowSearch {
  const search = new CenterSearch({ rows, width: centers.width }, centers.count);
  search.setCenters(centers);
  return (x, from, to) => {
    search.loadRows(x, from, to);
    search.find(0, to - from);
    return search.nearest;
  };
}

/** The kernel of all searches of one thread, since creating one takes longer than a prediction of few rows. */
let loneKernel: SharedKernel<WasmExports> | undefined;
/** The search that it is set up for. */
let lone: { centers: Points; search: RowSearch } | undefined;

function loneSearchFor(centers: Points, rows: number): RowSearch {
  if (lone?.centers !== centers) lone = { centers, search: loneSearch(centers, rows) };
  return lone.search;
}

function loneSearch(centers: Points, rows: number): RowSearch {
  const { width, count } = centers;
  const places = roundUp(count, PANEL_CENTERS);
  const blocks = [columnBytes(rows) * width, DOUBLE_BYTES * places * width, columnBytes(rows)];
  const bytes = blocks.reduce((sum, size) => sum + size, 0);
  if (!loneKernel || loneKernel.buffer.byteLength - loneKernel.addresses[0] < bytes) {
    loneKernel = createSharedKernel<WasmExports>(code, { common: [bytes], own: [] }, () => []);
  }
  const { exports, buffer, addresses } = loneKernel;
  const [rowsAt, centersAt, nearestAt] = [addresses[0], addresses[0] + blocks[0], addresses[0] + blocks[0] + blocks[1]];
  exports.setRowLayout(width, rowsAt);
  exports.setCenterLayout(places / PANEL_CENTERS, centersAt, nearestAt);
  writeCenters(centers, new Float64Array(buffer, centersAt, places * width));
  const block = new RowBlock(buffer, rowsAt, { rows, width }, count);
  const nearest = new Int32Array(buffer, nearestAt, rows);
  return (x, from, to) => {
    const [parts, ...args] = block.load(x, from, to);
    for (let part = 0; part < parts; part++) exports.findNearest(part, ...args);
    return nearest;
  };
}
