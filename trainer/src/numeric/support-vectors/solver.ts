import { instantiate, type KernelNumber } from "../wasm/instantiate.js";
import code from "../wasm/support-vectors.js";
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
  memory: { readonly buffer: ArrayBuffer };
  SOLVED: KernelNumber;
  WORKING: KernelNumber;
}

/** Memory for kernel rows: 2,500 of them at 10,000 rows. */
const CACHE = 100_000_000;
/** At least the two rows of a step. There are as many tile places as this even for one row. */
const LEAST_SLOTS = 4;
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
  private readonly addresses: number[];
  private length = 0;

  /** Has memory for problems of up to `mostRows` rows. */
  constructor(
    private readonly rows: Rows,
    private readonly similarity: Similarity,
    mostRows: number,
  ) {
    const stride = wholeTiles(mostRows);
    const numbers = new Array<number>(6).fill(8 * stride);
    const lists = new Array<number>(4).fill(4 * stride);
    const blocks = [4 * stride * rows.width, 4 * rows.width, ...numbers, ...lists, LEAST_SLOTS * 4 * stride];
    const { exports, addresses } = instantiate<Exports>(code, blocks);
    this.kernel = exports;
    this.addresses = addresses;
  }

  /** By row of those chosen; a view of the kernel's memory that holds until the next call of `add`, `balance` or `solve`. */
  get beta(): Float64Array {
    return this.numbers(2);
  }

  get least(): Float64Array {
    return this.numbers(3);
  }

  get most(): Float64Array {
    return this.numbers(4);
  }

  /** Derivative of all but the ε term. */
  get slope(): Float64Array {
    return this.numbers(5);
  }

  private numbers(block: number): Float64Array {
    return new Float64Array(this.kernel.memory.buffer, this.addresses[block], wholeTiles(this.length));
  }

  /** Takes up a problem on these rows, all of its numbers 0. Call `start` when they are set. */
  choose(chosen: Int32Array, epsilon = 0): void {
    const { rows, similarity, kernel } = this;
    const [tiles, query, beta, least, most, slope, ups, downs, diagonal, slotOf, rowIn, usedAt, cache] = this.addresses;
    const stride = wholeTiles(chosen.length);
    this.length = chosen.length;
    const { buffer } = kernel.memory;
    fillTiles(rows, chosen, new Float32Array(buffer, tiles, stride * rows.width));
    for (const view of [this.beta, this.least, this.most, this.slope]) view.fill(0);
    fillDiagonal(rows, chosen, similarity, new Float32Array(buffer, diagonal, stride));
    kernel.layOutRows(stride, rows.width, tiles, query, similarity.linear ? 1 : 0, similarity.gamma);
    kernel.layOutSolver(beta, least, most, slope, ups, downs, diagonal, epsilon);
    const slots = Math.max(LEAST_SLOTS, Math.min(stride, Math.floor(CACHE / (4 * stride))));
    kernel.layOutCache(cache, slots, slotOf, rowIn, usedAt);
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
    const [slope, ups, downs] = [5, 6, 7].map((block) => this.numbers(block));
    let sum = 0;
    let free = 0;
    for (let i = 0; i < this.length; i++) {
      if (ups[i] !== downs[i]) continue;
      sum += ups[i] - slope[i];
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

function fillDiagonal({ width, values }: Rows, chosen: Int32Array, { linear }: Similarity, into: Float32Array): void {
  into.fill(0);
  for (let at = 0; at < chosen.length; at++) {
    if (!linear) into[at] = 1;
    else for (let j = 0; j < width; j++) into[at] += values[chosen[at] * width + j] ** 2;
  }
}
