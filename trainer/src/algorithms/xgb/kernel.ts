import boosting from "../../numeric/wasm/boosting.js";
import { instantiate, type KernelNumber } from "../../numeric/wasm/instantiate.js";
import type { Groups } from "./groups.js";

/** What assembly/boosting.ts exports; see there. Histograms and lists are given by their addresses. */
interface Exports {
  layOut(nrow: number, ...addresses: number[]): void;
  addRows(histogram: number, groups: number, count: number, start: number, end: number): void;
  subtract(parent: number, child: number, bins: number): void;
  clear(histogram: number, bins: number): void;
  divide(start: number, end: number, group: number, on: number, bin: number, missingRight: number): number;
  findSplit(histogram: number, columns: number, count: number, ...sumsAndRule: number[]): void;
  unknownRows: KernelNumber;
  splitColumn: KernelNumber;
  splitBin: KernelNumber;
  splitMissingRight: KernelNumber;
  leftFirst: KernelNumber;
  leftSecond: KernelNumber;
}

/** The kernel over the data of one fit. */
export interface Kernel extends Exports {
  /** First and second derivative of row i at 2i and 2i + 1. */
  derivatives: Float64Array;
  /** Row numbers in the order of a tree's nodes. */
  rows: Int32Array;
  /** Lists that the caller fills for each tree. */
  groups: Int32Array;
  columns: Int32Array;
  /** Addresses of histograms. */
  histograms: number[];
}

/** A pair of sums, or of derivatives. */
const PAIR = 16;
const INTEGER = 4;

/** Lays out the data and `count` histograms in the kernel's memory. */
export function createKernel(data: Groups, count: number): Kernel {
  const { nrow, first } = data;
  const ncol = data.groupOf.length;
  const rows = INTEGER * nrow;
  const columns = INTEGER * ncol;
  const groups = INTEGER * (data.count + 1);
  const sizes = [PAIR * nrow, PAIR * nrow, data.codes.length, rows, rows, groups, groups, columns, columns, groups, columns];
  const histograms = new Array<number>(count).fill(PAIR * first[data.count]);
  const { exports, buffer, addresses } = instantiate<Exports>(boosting, [...sizes, ...histograms]);
  const [derivatives, gathered, codes, row, waiting, firstBin, valued, groupOf, indicator, groupList, columnList] = addresses;
  new Uint8Array(buffer, codes).set(data.codes);
  new Int32Array(buffer, firstBin).set(first);
  new Int32Array(buffer, valued).set(data.valued);
  new Int32Array(buffer, groupOf).set(data.groupOf);
  new Int32Array(buffer, indicator).set(data.indicator);
  exports.layOut(nrow, codes, row, waiting, derivatives, gathered, firstBin, valued, groupOf, indicator);
  return {
    ...exports,
    derivatives: new Float64Array(buffer, derivatives, 2 * nrow),
    rows: new Int32Array(buffer, row, nrow),
    groups: new Int32Array(buffer, groupList, data.count),
    columns: new Int32Array(buffer, columnList, ncol),
    histograms: addresses.slice(sizes.length),
  };
}
