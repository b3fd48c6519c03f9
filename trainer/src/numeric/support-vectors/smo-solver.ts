import { instantiateWasm, type WasmGlobal } from "../wasm/instantiate.js";
import code from "../wasm/support-vectors.js";
import type { KernelFunction, RowMajorRows } from "./kernel-function.js";
import { fillTiles, padToTiles } from "./tiles.js";

/** Exports of assembly/support-vectors.ts for the solver, described there. */
interface WasmExports {
  setRowLayout(rows: number, columns: number, tiles: number, query: number, linear: number, gamma: number): void;
  setSolverLayout(...addressesAndEpsilon: number[]): void;
  setCacheLayout(cache: number, slots: number, ...addresses: number[]): void;
  refreshWorkingSet(): void;
  addToBeta(row: number, amount: number): void;
  redistribute(amount: number): void;
  selectUp(): void;
  selectDown(): void;
  run(tolerance: number, budget: number, limit: number): number;
  upGradient: WasmGlobal;
  downGradient: WasmGlobal;
  violation: WasmGlobal;
  iterations: WasmGlobal;
  memory: { readonly buffer: ArrayBuffer };
  CONVERGED: WasmGlobal;
  RUNNING: WasmGlobal;
}

/** Memory of the kernel cache: 2,500 kernel rows for 10,000 rows. */
const CACHE_BYTES = 100_000_000;
/** Least number of cache slots: more than the two rows of a step. Even a single row has as many tile places. */
const MIN_CACHE_SLOTS = 4;
/** Multiplications, approximately, between two checks of the clock: a few milliseconds. */
const WORK_PER_YIELD = 4_000_000;

export interface StoppingCriteria {
  /** Violation of the optimality conditions at which to stop. */
  tolerance: number;
  /** Most steps, with those of earlier calls on the same rows. */
  maxIterations: number;
}

/**
 * Minimises ½ βᵀKβ + gradient(0)ᵀβ + ε Σ|β| over β within its bounds, with Σβ unchanged. K is the kernel matrix of the selected
 * rows (LIBSVM's method: Fan, Chen and Lin 2005). Kernel rows stay cached for the next problem on the same rows.
 */
export class SmoSolver {
  private readonly wasm: WasmExports;
  private readonly addresses: number[];
  private length = 0;

  /** Allocates memory for problems of up to `maxRows` rows. The kernel cache grows to `cacheBytes` on demand. */
  constructor(
    private readonly rows: RowMajorRows,
    private readonly kernelFunction: KernelFunction,
    maxRows: number,
    private readonly cacheBytes = CACHE_BYTES,
  ) {
    const stride = padToTiles(maxRows);
    const blockView = new Array<number>(6).fill(8 * stride);
    const lists = new Array<number>(4).fill(4 * stride);
    const blocks = [4 * stride * rows.width, 4 * rows.width, ...blockView, ...lists, MIN_CACHE_SLOTS * 4 * stride];
    const { exports, addresses } = instantiateWasm<WasmExports>(code, blocks);
    this.wasm = exports;
    this.addresses = addresses;
  }

  /**
   * Coefficient of each selected row. The view into the kernel's memory is valid until the next call of `addToBeta`,
   * `redistribute` or `solve`.
   */
  get beta(): Float64Array {
    return this.numbers(2);
  }

  get lowerBounds(): Float64Array {
    return this.numbers(3);
  }

  get upperBounds(): Float64Array {
    return this.numbers(4);
  }

  /** Derivative of the objective without the ε term. */
  get gradient(): Float64Array {
    return this.numbers(5);
  }

  private numbers(block: number): Float64Array {
    return new Float64Array(this.wasm.memory.buffer, this.addresses[block], padToTiles(this.length));
  }

  /** Starts a problem on these rows, with all numbers 0. Call `refreshWorkingSet` after setting them. */
  selectRows(chosen: Int32Array, epsilon = 0): void {
    const { rows, kernelFunction: similarity, wasm } = this;
    const [tiles, query, beta, lowerBounds, upperBounds, gradient, upperGains, lowerGains, diagonal, slotOf, rowIn, usedAt, cache] =
      this.addresses;
    const stride = padToTiles(chosen.length);
    this.length = chosen.length;
    const { buffer } = wasm.memory;
    fillTiles(rows, chosen, new Float32Array(buffer, tiles, stride * rows.width));
    for (const view of [this.beta, this.lowerBounds, this.upperBounds, this.gradient]) view.fill(0);
    fillDiagonal(rows, chosen, similarity, new Float32Array(buffer, diagonal, stride));
    wasm.setRowLayout(stride, rows.width, tiles, query, similarity.linear ? 1 : 0, similarity.gamma);
    wasm.setSolverLayout(beta, lowerBounds, upperBounds, gradient, upperGains, lowerGains, diagonal, epsilon);
    const slots = Math.max(MIN_CACHE_SLOTS, Math.min(stride, Math.floor(this.cacheBytes / (4 * stride))));
    wasm.setCacheLayout(cache, slots, slotOf, rowIn, usedAt);
  }

  /** Call this after setting β or its bounds. */
  refreshWorkingSet(): void {
    this.wasm.refreshWorkingSet();
  }

  /** Adds to the β of a row and updates the gradient. */
  addToBeta(row: number, amount: number): void {
    this.wasm.addToBeta(row, amount);
  }

  /** Adds to Σβ, step by step where it costs least. */
  redistribute(amount: number): void {
    this.wasm.redistribute(amount);
  }

  /** Yields the share that is done every few milliseconds. Returns whether it reached the tolerance before the limit of steps. */
  *solve({ tolerance, maxIterations }: StoppingCriteria): Generator<number, boolean> {
    const { wasm } = this;
    let first = 0;
    for (;;) {
      const state = wasm.run(tolerance, WORK_PER_YIELD, maxIterations);
      if (state !== wasm.RUNNING.value) return state === wasm.CONVERGED.value;
      first ||= wasm.violation.value;
      yield Math.max(0, Math.min(1, Math.log(wasm.violation.value / first) / Math.log(tolerance / first))) || 0;
    }
  }

  /** Returns the constant added to Σ β · kernel: the mean over the rows between their bounds, else the middle of the possible range. */
  intercept(): number {
    const [gradient, upperGains, lowerGains] = [5, 6, 7].map((block) => this.numbers(block));
    let sum = 0;
    let free = 0;
    for (let i = 0; i < this.length; i++) {
      if (upperGains[i] !== lowerGains[i]) continue;
      sum += upperGains[i] - gradient[i];
      free++;
    }
    if (free > 0) return sum / free;
    this.wasm.selectUp();
    this.wasm.selectDown();
    const [up, down] = [this.wasm.upGradient.value, this.wasm.downGradient.value];
    if (!Number.isFinite(up)) return down;
    return Number.isFinite(down) ? (up + down) / 2 : up;
  }
}

function fillDiagonal({ width, values }: RowMajorRows, chosen: Int32Array, { linear }: KernelFunction, into: Float32Array): void {
  into.fill(0);
  for (let at = 0; at < chosen.length; at++) {
    if (!linear) into[at] = 1;
    else for (let j = 0; j < width; j++) into[at] += values[chosen[at] * width + j] ** 2;
  }
}
