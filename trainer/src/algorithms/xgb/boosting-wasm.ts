import boosting from "../../numeric/wasm/boosting.js";
import { instantiateWasm, type WasmGlobal } from "../../numeric/wasm/instantiate.js";
import type { FeatureBundles } from "./feature-bundles.js";

/** Exports of assembly/boosting.ts, described there. Histograms and lists are given by their addresses. */
interface WasmExports {
  setLayout(nrow: number, ...addresses: number[]): void;
  buildHistogram(histogram: number, groups: number, count: number, start: number, end: number): void;
  subtract(parent: number, child: number, bins: number): void;
  clear(histogram: number, bins: number): void;
  partitionRows(start: number, end: number, group: number, on: number, bin: number, missingRight: number): number;
  findSplit(histogram: number, columns: number, count: number, ...sumsAndRule: number[]): void;
  missingRows: WasmGlobal;
  splitColumn: WasmGlobal;
  splitBin: WasmGlobal;
  splitMissingRight: WasmGlobal;
  leftGradient: WasmGlobal;
  leftHessian: WasmGlobal;
}

/** Kernel with the data of one fit. */
export interface BoostingWasm extends WasmExports {
  /** First and second derivative of row i at 2i and 2i + 1. */
  derivatives: Float64Array;
  /** Row numbers in the order of a tree's nodes. */
  rows: Int32Array;
  /** Lists that the caller fills for each tree. */
  groups: Int32Array;
  columns: Int32Array;
  /** Addresses of the histograms. */
  histograms: number[];
}

/** Bytes of a pair of sums, or of derivatives. */
const PAIR_BYTES = 16;
const INTEGER_BYTES = 4;

/** Lays out the data and `count` histograms in the kernel's memory. */
export function createBoostingWasm(data: FeatureBundles, count: number): BoostingWasm {
  const { nrow, binOffsets } = data;
  const ncol = data.groupOf.length;
  const rows = INTEGER_BYTES * nrow;
  const columns = INTEGER_BYTES * ncol;
  const groups = INTEGER_BYTES * (data.count + 1);
  const sizes = [PAIR_BYTES * nrow, PAIR_BYTES * nrow, data.codes.length, rows, rows, groups, groups, columns, columns, groups, columns];
  const histograms = new Array<number>(count).fill(PAIR_BYTES * binOffsets[data.count]);
  const { exports, buffer, addresses } = instantiateWasm<WasmExports>(boosting, [...sizes, ...histograms]);
  const [derivatives, gathered, codes, row, rowBuffer, binOffsetsAt, valueBinCounts, groupOf, indicator, groupList, columnList] = addresses;
  new Uint8Array(buffer, codes).set(data.codes);
  new Int32Array(buffer, binOffsetsAt).set(binOffsets);
  new Int32Array(buffer, valueBinCounts).set(data.valueBinCounts);
  new Int32Array(buffer, groupOf).set(data.groupOf);
  new Int32Array(buffer, indicator).set(data.indicatorBin);
  exports.setLayout(nrow, codes, row, rowBuffer, derivatives, gathered, binOffsetsAt, valueBinCounts, groupOf, indicator);
  return {
    ...exports,
    derivatives: new Float64Array(buffer, derivatives, 2 * nrow),
    rows: new Int32Array(buffer, row, nrow),
    groups: new Int32Array(buffer, groupList, data.count),
    columns: new Int32Array(buffer, columnList, ncol),
    histograms: addresses.slice(sizes.length),
  };
}
