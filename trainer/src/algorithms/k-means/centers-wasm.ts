import type { Points } from "../../numeric/points.js";
import code from "../../numeric/wasm/centres.js";
import { instantiateWasm } from "../../numeric/wasm/instantiate.js";
import { PANEL_ROWS, panelLength, panelOffset } from "./panels.js";

/** What assembly/centres.ts exports; see there. */
interface WasmExports {
  layOut(columns: number, points: number, panelsOfCentres: number, centres: number): void;
  layOutRows(count: number, clusters: number, upper: number, lower: number): void;
  layOutCentres(near: number, sums: number, counts: number): void;
  findNearest(panels: number): void;
  assign(from: number, to: number): void;
  moveTo(row: number, cluster: number): void;
  approach(panels: number, candidates: number, nearest: number, into: number, stride: number): void;
}

export interface CentersShape {
  rows: number;
  width: number;
  /** That rows are compared with, at the most. */
  centers: number;
}

/** Rows and centres in WebAssembly memory, and what is known of each. */
export class CentersWasm {
  /** The rows, in panels. */
  readonly points: Float64Array;
  /** Of each row: its cluster, and bounds for its distances from its own and from any other centre. */
  readonly clusters: Int32Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
  /** Of each centre: half its distance from the next one, the sum of its rows, one column after the other, and their number. */
  readonly halfNearestDistance: Float64Array;
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  /** Of each row: its squared distance from the nearest of some centres, and what it would be with one more of them. */
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
    ];
    const bytes = numbers.map((count) => count * Float64Array.BYTES_PER_ELEMENT);
    const { exports, buffer, addresses } = instantiateWasm<WasmExports>(code, bytes);
    const [points, clusters, upper, lower, distances, placed, near, counts, sums] = addresses;
    exports.layOut(width, points, ofCenters / PANEL_ROWS, placed);
    exports.layOutRows(rows, clusters, upper, lower);
    exports.layOutCentres(near, sums, counts);
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
    this.halfNearestDistance = view(near, centers);
    this.counts = new Int32Array(buffer, counts, centers);
    this.sums = view(sums, centers * width);
  }

  /** Has rows compared with these centres from now on. */
  setCenters({ count, width, values }: Points): void {
    this.centers.fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < count; k++) {
      for (let j = 0, at = panelOffset(k, width); j < width; j++, at += PANEL_ROWS) this.centers[at] = values[k * width + j];
    }
  }

  /** A row's numbers. */
  rowOf(row: number): Float64Array {
    const first = panelOffset(row, this.sizes.width);
    return Float64Array.from({ length: this.sizes.width }, (_, j) => this.points[first + j * PANEL_ROWS]);
  }

  /** Fills `clusters` with the number of each one's nearest centre, the first one on a tie, for the first `rows` rows. */
  findNearest(rows: number): void {
    this.exports.findNearest(Math.ceil(rows / PANEL_ROWS));
  }

  /** Puts each row to its nearest centre, and its bounds to the distances, but for rows whose bounds say that nothing has changed. */
  assignRows(): void {
    this.exports.assign(0, this.panels);
  }

  moveRow(row: number, cluster: number): void {
    this.exports.moveTo(row, cluster);
  }

  /** Fills the first `count` of `tried` by the centres of the same numbers. */
  computeCandidateDistances(count: number): void {
    const bytes = Float64Array.BYTES_PER_ELEMENT;
    const [row, group] = [this.squaredDistances.length * bytes, PANEL_ROWS * this.sizes.width * bytes];
    for (let k = 0; k < count; k += PANEL_ROWS) {
      const centers = this.centers.byteOffset + (k / PANEL_ROWS) * group;
      this.exports.approach(this.panels, centers, this.squaredDistances.byteOffset, this.candidateDistances[k].byteOffset, row);
    }
  }

  private get panels(): number {
    return Math.ceil(this.sizes.rows / PANEL_ROWS);
  }
}
