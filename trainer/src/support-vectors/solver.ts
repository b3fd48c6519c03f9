import { instantiate, type KernelNumber } from "../kernels/instantiate.js";
import code from "../kernels/support-vectors.js";
import type { Rows, Similarity } from "./similarity.js";
import { fillTiles, wholeTiles } from "./tiles.js";

/** What assembly/support-vectors.ts exports for the solver; see there. */
interface Exports {
  layOutRows(rows: number, columns: number, tiles: number, query: number, linear: number, gamma: number): void;
  layOutSolver(...addressesAndEpsilon: number[]): void;
  layOutCache(cache: number, slots: number, ...addresses: number[]): void;
  refresh(): void;
  add(row: number, amount: number): void;
  balance(amount: number): void;
  findUp(): void;
  findDown(): void;
  run(tolerance: number, budget: number, limit: number): number;
  upGain: KernelNumber;
  downGain: KernelNumber;
  violation: KernelNumber;
  iterations: KernelNumber;
  SOLVED: KernelNumber;
  WORKING: KernelNumber;
}

/** Memory for kernel rows: 2,500 of them at 10,000 rows. */
const CACHE = 100_000_000;
/** Multiplications, about, between two looks at the clock: a few milliseconds. */
const SLICE = 4_000_000;

export interface Stop {
  /** Violation of the optimum's conditions at which to end. */
  tolerance: number;
  /** Steps at the most, those of earlier calls on the same rows among them. */
  limit: number;
}

/**
 * Finds the β with the least ½ βᵀKβ + slope(0)ᵀβ + ε Σ|β| within their bounds, Σβ unchanged, K being the kernel of chosen
 * rows (LIBSVM's method: Fan, Chen and Lin 2005). Kernel rows are kept for what is solved next on the same rows.
 */
export class Solver {
  private readonly kernel: Exports;
  private readonly buffer: ArrayBuffer;
  private readonly addresses: number[];
  private readonly cacheBytes: number;
  private length = 0;
  private ups = new Float64Array(0);
  private downs = new Float64Array(0);
  /** By row of those chosen, as views of the kernel's memory. */
  beta = new Float64Array(0);
  least = new Float64Array(0);
  most = new Float64Array(0);
  /** Derivative of all but the ε term. */
  slope = new Float64Array(0);

  /** Has memory for problems of up to `mostRows` rows. */
  constructor(
    private readonly rows: Rows,
    private readonly similarity: Similarity,
    mostRows: number,
  ) {
    const stride = wholeTiles(mostRows);
    this.cacheBytes = Math.min(stride, Math.floor(CACHE / (4 * stride))) * 4 * stride;
    const numbers = new Array<number>(7).fill(8 * stride);
    const lists = new Array<number>(3).fill(4 * stride);
    const blocks = [4 * stride * rows.width, 4 * rows.width, ...numbers, this.cacheBytes, ...lists];
    const { exports, buffer, addresses } = instantiate<Exports>(code, blocks);
    this.kernel = exports;
    this.buffer = buffer;
    this.addresses = addresses;
  }

  /** Takes up a problem on these rows, all of its numbers 0. Call `start` when they are set. */
  choose(chosen: Int32Array, epsilon = 0): void {
    const { addresses, buffer, rows, similarity } = this;
    const [tiles, query, beta, least, most, slope, ups, downs, diagonal, cache, ...lists] = addresses;
    const stride = wholeTiles(chosen.length);
    const numbers = (address: number) => new Float64Array(buffer, address, stride).fill(0);
    this.length = chosen.length;
    fillTiles(rows, chosen, new Float32Array(buffer, tiles, stride * rows.width));
    [this.beta, this.least, this.most, this.slope] = [beta, least, most, slope].map(numbers);
    [this.ups, this.downs] = [ups, downs].map(numbers);
    fillDiagonal(rows, chosen, similarity, numbers(diagonal));
    this.kernel.layOutRows(stride, rows.width, tiles, query, similarity.linear ? 1 : 0, similarity.gamma);
    this.kernel.layOutSolver(beta, least, most, slope, ups, downs, diagonal, epsilon);
    this.kernel.layOutCache(cache, Math.min(stride, Math.floor(this.cacheBytes / (4 * stride))), ...lists);
  }

  /** To be called when β or its bounds were set. */
  start(): void {
    this.kernel.refresh();
  }

  /** Adds to the β of a row, and what that makes of the slopes. */
  add(row: number, amount: number): void {
    this.kernel.add(row, amount);
  }

  /** Adds to Σβ, step by step where it costs least. */
  balance(amount: number): void {
    this.kernel.balance(amount);
  }

  /** Yields the share that is done, every few milliseconds; returns whether it came to the end before its steps did. */
  *solve({ tolerance, limit }: Stop): Generator<number, boolean> {
    const { kernel } = this;
    let first = 0;
    for (;;) {
      const state = kernel.run(tolerance, SLICE, limit);
      if (state !== kernel.WORKING.value) return state === kernel.SOLVED.value;
      first ||= kernel.violation.value;
      yield Math.max(0, Math.min(1, Math.log(kernel.violation.value / first) / Math.log(tolerance / first))) || 0;
    }
  }

  /** What is added to Σ β · kernel: the mean over the rows that could go either way, else the middle of what is possible. */
  intercept(): number {
    let sum = 0;
    let free = 0;
    for (let i = 0; i < this.length; i++) {
      if (this.ups[i] !== this.downs[i]) continue;
      sum += this.ups[i] - this.slope[i];
      free++;
    }
    if (free > 0) return sum / free;
    this.kernel.findUp();
    this.kernel.findDown();
    const [up, down] = [this.kernel.upGain.value, this.kernel.downGain.value];
    if (!Number.isFinite(up)) return down;
    return Number.isFinite(down) ? (up + down) / 2 : up;
  }
}

function fillDiagonal({ width, values }: Rows, chosen: Int32Array, { linear }: Similarity, into: Float64Array): void {
  for (let at = 0; at < chosen.length; at++) {
    if (!linear) into[at] = 1;
    else for (let j = 0; j < width; j++) into[at] += values[chosen[at] * width + j] ** 2;
  }
}
