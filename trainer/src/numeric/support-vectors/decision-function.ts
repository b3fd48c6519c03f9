import { clip } from "../clip.js";
import type { Matrix } from "../matrix.js";
import { roundUp } from "../round-up.js";
import { packSections, readSections, type Sections, type SectionTypes, type TypedSections } from "../sections.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import code from "../wasm/support-vectors.js";
import { type KernelFunction, MAX_MAGNITUDE, type RowMajorRows } from "./kernel-function.js";
import { fillTiles, padToTiles, TILE_ROWS } from "./tiles.js";

/** Support vectors in groups, with their coefficients in several sums. */
export interface SupportVectors {
  kernelFunction: KernelFunction;
  width: number;
  /** Support vectors in tiles. Groups begin at multiples of GROUP_ALIGNMENT. */
  tiles: Float32Array;
  /** Start of each group, and end of the last one. */
  starts: Int32Array;
  /** Coefficients, sum by sum, a number for each place of the tiles. */
  coefficients: Float32Array;
}

/** Exports of assembly/support-vectors.ts for predictions, described there. */
interface WasmExports {
  setRowLayout(rows: number, columns: number, tiles: number, query: number, linear: number, gamma: number): void;
  kernelRow(into: number, first: number, last: number): void;
  dot(a: number, b: number, from: number, to: number): number;
}

const GROUP_ALIGNMENT = 4;

/** Copies the support vectors of each group, and gives each of them a coefficient of 0 in `sums` sums. */
export function createSupportVectors(
  rows: RowMajorRows,
  kernelFunction: KernelFunction,
  groups: readonly Int32Array[],
  sums: number,
): SupportVectors {
  const starts = new Int32Array(groups.length + 1);
  groups.forEach((group, g) => {
    starts[g + 1] = starts[g] + roundUp(group.length, GROUP_ALIGNMENT);
  });
  const places = new Int32Array(starts[groups.length]).fill(-1);
  groups.forEach((group, g) => void places.set(group, starts[g]));
  const stride = padToTiles(places.length);
  const tiles = new Float32Array(stride * rows.width);
  fillTiles(rows, places, tiles);
  return { kernelFunction, width: rows.width, tiles, starts, coefficients: new Float32Array(sums * stride) };
}

/** Copies the rows whose coefficient is not 0 into one group with one sum. */
export function createSingleGroup(rows: RowMajorRows, kernelFunction: KernelFunction, beta: Float64Array): SupportVectors {
  const used = Int32Array.from({ length: rows.count }, (_, i) => i).filter((row) => beta[row] !== 0);
  const supportVectors = createSupportVectors(rows, kernelFunction, [used], 1);
  supportVectors.coefficients.set(Float32Array.from(used, (row) => beta[row]));
  return supportVectors;
}

/** Sums of coefficient · kernel over the support vectors. It has WebAssembly memory of its own. */
export class DecisionFunction {
  private readonly exports: WasmExports;
  private readonly query: Float32Array;
  private readonly stride: number;
  private readonly kernelValuesAddress: number;
  private readonly coefficientsAddress: number;

  constructor(private readonly supportVectors: SupportVectors) {
    const { tiles, width, coefficients, kernelFunction } = supportVectors;
    this.stride = tiles.length / width;
    const { exports, buffer, addresses } = instantiateWasm<WasmExports>(code, [
      tiles.byteLength,
      4 * width,
      4 * this.stride,
      coefficients.byteLength,
    ]);
    this.exports = exports;
    [, , this.kernelValuesAddress, this.coefficientsAddress] = addresses;
    new Float32Array(buffer, addresses[0]).set(tiles);
    new Float32Array(buffer, this.coefficientsAddress).set(coefficients);
    this.query = new Float32Array(buffer, addresses[1], width);
    exports.setRowLayout(this.stride, width, addresses[0], addresses[1], kernelFunction.linear ? 1 : 0, kernelFunction.gamma);
  }

  /** Sets the row of the following sums. */
  setRow({ columns }: Matrix, row: number): void {
    for (let j = 0; j < columns.length; j++) this.query[j] = clip(columns[j][row], MAX_MAGNITUDE);
    this.exports.kernelRow(this.kernelValuesAddress, 0, this.stride / TILE_ROWS);
  }

  /** Returns the sum over a group with its coefficients of index `which`. */
  decisionSum(which: number, group: number): number {
    const { starts } = this.supportVectors;
    return this.exports.dot(this.kernelValuesAddress, this.coefficientsAddress + 4 * which * this.stride, starts[group], starts[group + 1]);
  }
}

/** Returns the bytes of a machine and the model's other contents. */
export function serializeSupportVectors(
  { kernelFunction, width, tiles, starts, coefficients }: SupportVectors,
  { settings, arrays }: Sections,
): Uint8Array {
  return packSections({ settings: { ...settings, ...kernelFunction, width }, arrays: { ...arrays, tiles, starts, coefficients } });
}

const MACHINE_TYPES = { tiles: Float32Array, starts: Int32Array, coefficients: Float32Array };

/** Throws when the bytes are not a complete machine of that algorithm with further arrays of these types. */
export function deserializeSupportVectors<T extends SectionTypes>(
  bytes: Uint8Array,
  algorithm: string,
  types = {} as T,
): TypedSections<T> & { machine: SupportVectors } {
  const { settings, arrays } = readSections(bytes, algorithm, { ...types, ...MACHINE_TYPES });
  const { tiles, starts, coefficients } = arrays;
  const [width, gamma] = [Number(settings.width), Number(settings.gamma)];
  const stride = padToTiles(starts[starts.length - 1]);
  if (!(width > 0) || tiles.length !== stride * width || coefficients.length % Math.max(1, stride) !== 0) {
    throw new Error(`not a whole ${algorithm} model`);
  }
  return { machine: { kernelFunction: { linear: settings.linear === true, gamma }, width, tiles, starts, coefficients }, settings, arrays };
}
