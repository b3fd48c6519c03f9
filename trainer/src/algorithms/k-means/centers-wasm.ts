import type { Points } from "../../numeric/points.js";
import { instantiateWasm } from "../../numeric/wasm/instantiate.js";
import code from "../../numeric/wasm/k-means.js";
import { PANEL_ROWS, panelLength, panelOffset } from "./panels.js";

/** Exports of assembly/k-means.ts, described there. */
interface WasmExports {
  setLayout(columns: number, points: number, panelsOfCenters: number, centers: number): void;
  setRowLayout(count: number, clusters: number, upper: number, lower: number): void;
  setCenterLayout(halfNearestDistance: number, sums: number, counts: number, moves: number): void;
  assign(from: number, to: number, furthest: number): void;
  moveRow(row: number, cluster: number): void;
  candidateDistances(panels: number, candidates: number, nearest: number, into: number, stride: number): void;
}

interface CentersShape {
  rows: number;
  width: number;
  /** Capacity in centers. */
  centers: number;
}

/** Rows and centers in WebAssembly memory, with their bounds and sums. */
export class CentersWasm {
  /** Rows, in panels. */
  readonly points: Float64Array;
  /** By row: its cluster, and bounds of its distances from its own center and from any other. */
  readonly clusters: Int32Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
  /**
   * By center: half its distance from the nearest other center, the sum of its rows for each column, their number, and how far it has
   * moved since the rows were assigned.
   */
  readonly halfNearestDistance: Float64Array;
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  readonly moves: Float64Array;
  /** By row: its squared distance from the nearest center chosen so far, and what it would be with each candidate added. */
  readonly squaredDistances: Float64Array;
  readonly candidateDistances: Float64Array[];
  private readonly exports: WasmExports;
  private readonly centers: Float64Array;

  constructor(readonly sizes: CentersShape) {
    const { rows, width, centers } = sizes;
    const [ofRows, ofCenters] = [panelLength(rows, 1), panelLength(centers, 1)];
    const numbers = [
      ofRows * width,
      ofRows,
      ofRows,
      ofRows,
      ofRows * (1 + ofCenters),
      ofCenters * width,
      ofCenters,
      ofCenters,
      ofCenters * width,
      ofCenters,
    ];
    const bytes = numbers.map((count) => count * Float64Array.BYTES_PER_ELEMENT);
    const { exports, buffer, addresses } = instantiateWasm<WasmExports>(code, bytes);
    const [points, clusters, upper, lower, distances, placed, halfNearestDistance, counts, sums, moves] = addresses;
    exports.setLayout(width, points, ofCenters / PANEL_ROWS, placed);
    exports.setRowLayout(rows, clusters, upper, lower);
    exports.setCenterLayout(halfNearestDistance, sums, counts, moves);
    const view = (address: number, count: number) => new Float64Array(buffer, address, count);
    this.exports = exports;
    this.points = view(points, ofRows * width);
    this.clusters = new Int32Array(buffer, clusters, rows);
    this.upper = view(upper, rows);
    this.lower = view(lower, rows);
    this.squaredDistances = view(distances, ofRows);
    this.candidateDistances = Array.from({ length: ofCenters }, (_, k) =>
      view(distances + (1 + k) * ofRows * Float64Array.BYTES_PER_ELEMENT, ofRows),
    );
    this.centers = view(placed, ofCenters * width);
    this.halfNearestDistance = view(halfNearestDistance, centers);
    this.counts = new Int32Array(buffer, counts, centers);
    this.sums = view(sums, centers * width);
    this.moves = view(moves, centers);
  }

  /** Sets the centers that rows are compared with. */
  setCenters({ count, width, values }: Points): void {
    this.centers.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < count; k++) {
      for (let j = 0, at = panelOffset(k, width); j < width; j++, at += PANEL_ROWS) this.centers[at] = values[k * width + j];
    }
  }

  /** Returns the numbers of a row. */
  rowOf(row: number): Float64Array {
    const first = panelOffset(row, this.sizes.width);
    return Float64Array.from({ length: this.sizes.width }, (_, j) => this.points[first + j * PANEL_ROWS]);
  }

  /**
   * Assigns each row to its nearest center and sets its bounds to the distances. Skips rows whose bounds, widened by `moves`, show that
   * nothing has changed.
   */
  assignRows(): void {
    this.exports.assign(0, this.panels, Math.max(...this.moves));
  }

  moveRow(row: number, cluster: number): void {
    this.exports.moveRow(row, cluster);
  }

  /** Fills the first `count` lists of `candidateDistances`, each for the center of the same number. */
  computeCandidateDistances(count: number): void {
    const bytes = Float64Array.BYTES_PER_ELEMENT;
    const [row, group] = [this.squaredDistances.length * bytes, PANEL_ROWS * this.sizes.width * bytes];
    for (let k = 0; k < count; k += PANEL_ROWS) {
      const centers = this.centers.byteOffset + (k / PANEL_ROWS) * group;
      this.exports.candidateDistances(this.panels, centers, this.squaredDistances.byteOffset, this.candidateDistances[k].byteOffset, row);
    }
  }

  private get panels(): number {
    return Math.ceil(this.sizes.rows / PANEL_ROWS);
  }
}
