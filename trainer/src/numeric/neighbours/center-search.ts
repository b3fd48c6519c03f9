import type { Matrix } from "../matrix.js";
import type { Points } from "../points.js";
import { roundUp } from "../round-up.js";
import code from "../wasm/nearest-center.js";
import { columnBytes, predictionRows, RowBlock, type RowBlockShape } from "../wasm/row-block.js";
import { createSharedKernel, type SharedKernel } from "../wasm/shared-kernel.js";

/** Exports of assembly/nearest-center.ts, described there. */
interface WasmExports {
  findNearest(part: number, partRows: number, from: number, to: number, stride: number): void;
}

/** Centres of a panel, the same as in assembly/nearest-center.ts. */
const PANEL_CENTERS = 4;
const DOUBLE_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Search for the centre nearest to each row, the first one on a tie. */
export class CenterSearch {
  /** Number of the nearest centre of each row loaded. */
  readonly nearest: Int32Array;
  private readonly kernel: SharedKernel<WasmExports>;
  private readonly centers: Float64Array;
  private readonly block: RowBlock;

  /** There is room for `count` centres. */
  constructor(shape: RowBlockShape, count: number) {
    const { rows, width } = shape;
    const places = roundUp(count, PANEL_CENTERS);
    const common = [columnBytes(rows) * width, DOUBLE_BYTES * places * width, columnBytes(rows)];
    this.kernel = createSharedKernel<WasmExports>(code, { common, own: [] }, ([rowsAt, centersAt, nearestAt]) => [
      { name: "setRowLayout", args: [width, rowsAt] },
      { name: "setCentreLayout", args: [places / PANEL_CENTERS, centersAt, nearestAt] },
    ]);
    const { buffer, addresses } = this.kernel;
    this.block = new RowBlock(buffer, addresses[0], shape, count);
    this.centers = new Float64Array(buffer, addresses[1], places * width);
    this.nearest = new Int32Array(buffer, addresses[2], rows);
  }

  setCenters({ count, width, values }: Points): void {
    this.centers.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < count; k++) {
      const first = (k - (k % PANEL_CENTERS)) * width + (k % PANEL_CENTERS);
      for (let j = 0; j < width; j++) this.centers[first + j * PANEL_CENTERS] = values[k * width + j];
    }
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

/** Returns a function that finds the centre nearest to each row, the first one on a tie. */
export function nearestCenters(centers: Points): (x: Matrix) => Int32Array {
  const blockRows = predictionRows(centers.width, centers.count);
  let search: CenterSearch | undefined;
  return (x) => {
    search ??= createSearch(centers, blockRows);
    const nearest = new Int32Array(x.nrow);
    for (let from = 0; from < x.nrow; from += blockRows) {
      const to = Math.min(from + blockRows, x.nrow);
      search.loadRows(x, from, to);
      search.find(0, to - from);
      nearest.set(search.nearest.subarray(0, to - from), from);
    }
    return nearest;
  };
}

function createSearch(centers: Points, rows: number): CenterSearch {
  const search = new CenterSearch({ rows, width: centers.width }, centers.count);
  search.setCenters(centers);
  return search;
}
