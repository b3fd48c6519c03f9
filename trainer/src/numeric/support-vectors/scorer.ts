import type { Matrix } from "../matrix.js";
import { packSections, type Sections, unpackSections } from "../sections.js";
import { instantiate } from "../wasm/instantiate.js";
import code from "../wasm/support-vectors.js";
import { bounded, type Rows, type Similarity } from "./similarity.js";
import { fillTiles, TILE, wholeTiles } from "./tiles.js";

/** Support vectors in groups, and their coefficients in each of several sums. */
export interface Machine {
  similarity: Similarity;
  width: number;
  /** The vectors in tiles; groups begin at multiples of GROUP. */
  tiles: Float32Array;
  /** Where each group begins, and where the last one ends. */
  starts: Int32Array;
  /** Sum after sum, a number for each place of the tiles. */
  coefficients: Float32Array;
}

/** What assembly/support-vectors.ts exports for answers; see there. */
interface Exports {
  layOutRows(rows: number, columns: number, tiles: number, query: number, linear: number, gamma: number): void;
  kernelRow(into: number, first: number, last: number): void;
  weigh(a: number, b: number, from: number, to: number): number;
}

const GROUP = 4;

/** Picks the vectors of each group, and gives them `sums` coefficients each, all 0. */
export function createMachine(rows: Rows, similarity: Similarity, groups: readonly Int32Array[], sums: number): Machine {
  const starts = new Int32Array(groups.length + 1);
  groups.forEach((group, g) => {
    starts[g + 1] = starts[g] + Math.ceil(group.length / GROUP) * GROUP;
  });
  const places = new Int32Array(starts[groups.length]).fill(-1);
  groups.forEach((group, g) => void places.set(group, starts[g]));
  const stride = wholeTiles(places.length);
  const tiles = new Float32Array(stride * rows.width);
  fillTiles(rows, places, tiles);
  return { similarity, width: rows.width, tiles, starts, coefficients: new Float32Array(sums * stride) };
}

/** Sums of coefficient · kernel with the vectors. Holds WebAssembly memory of its own. */
export class Scorer {
  private readonly exports: Exports;
  private readonly query: Float32Array;
  private readonly stride: number;
  private readonly kernels: number;
  private readonly coefficients: number;

  constructor(private readonly machine: Machine) {
    const { tiles, width, coefficients, similarity } = machine;
    this.stride = tiles.length / width;
    const { exports, buffer, addresses } = instantiate<Exports>(code, [
      tiles.byteLength,
      4 * width,
      4 * this.stride,
      coefficients.byteLength,
    ]);
    this.exports = exports;
    [, , this.kernels, this.coefficients] = addresses;
    new Float32Array(buffer, addresses[0]).set(tiles);
    new Float32Array(buffer, this.coefficients).set(coefficients);
    this.query = new Float32Array(buffer, addresses[1], width);
    exports.layOutRows(this.stride, width, addresses[0], addresses[1], similarity.linear ? 1 : 0, similarity.gamma);
  }

  /** Takes up a row, of which sums are asked next. */
  look({ columns }: Matrix, row: number): void {
    for (let j = 0; j < columns.length; j++) this.query[j] = bounded(columns[j][row]);
    this.exports.kernelRow(this.kernels, 0, this.stride / TILE);
  }

  /** The sum over a group with its coefficients number `which`. */
  sum(which: number, group: number): number {
    const { starts } = this.machine;
    return this.exports.weigh(this.kernels, this.coefficients + 4 * which * this.stride, starts[group], starts[group + 1]);
  }
}

/** Bytes of a machine together with what else a model has. */
export function packMachine({ similarity, width, tiles, starts, coefficients }: Machine, { settings, arrays }: Sections): Uint8Array {
  return packSections({ settings: { ...settings, ...similarity, width }, arrays: { ...arrays, tiles, starts, coefficients } });
}

/** Throws when the bytes are not those of a whole machine that says it is of that algorithm. */
export function unpackMachine(bytes: Uint8Array, algorithm: string): { machine: Machine; sections: Sections } {
  const sections = unpackSections(bytes);
  const { settings, arrays } = sections;
  const { tiles, starts, coefficients } = arrays;
  if (
    settings.algorithm !== algorithm ||
    !(tiles instanceof Float32Array && starts instanceof Int32Array && coefficients instanceof Float32Array)
  ) {
    throw new Error(`not a saved ${algorithm} model`);
  }
  const [width, gamma] = [Number(settings.width), Number(settings.gamma)];
  const stride = wholeTiles(starts[starts.length - 1]);
  if (!(width > 0) || tiles.length !== stride * width || coefficients.length % Math.max(1, stride) !== 0) {
    throw new Error(`not a whole ${algorithm} model`);
  }
  return { machine: { similarity: { linear: settings.linear === true, gamma }, width, tiles, starts, coefficients }, sections };
}
