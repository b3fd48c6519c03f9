import coordinateDescent from "../wasm/coordinate-descent.js";
import { instantiateWasm } from "../wasm/instantiate.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { activeSetStep, passesPerStep } from "./active-set-step.js";
import type { DescentState, Penalty } from "./descent-state.js";

/** Exports of assembly/coordinate-descent.ts, described there. */
interface WasmExports {
  setLayout(columns: number, gram: number, coefficients: number, negativeGradient: number): void;
  subtractProduct(): void;
  sweep(l1: number, l2: number, allColumns: number): number;
}

const DOUBLE = 8;
/** Numbers that the kernel reads and writes after the last one. */
const MARGIN = 3;

/** Returns the penalty of the elastic net (Zou and Hastie 2005): the share `mixing` of it on absolute values, the rest on squares. */
export function elasticNetPenalty(size: number, mixing: number): Penalty {
  return { l1: size * mixing, l2: size * (1 - mixing) };
}

interface DescentOptions {
  /** The descent has converged when no coefficient's step changes the loss by more than this. */
  tolerance: number;
  /** Most passes over the coefficients. */
  maxSweeps: number;
  yieldToEventLoop: YieldToEventLoop;
}

/** Cyclic coordinate descent (Friedman, Hastie and Tibshirani 2010). */
export interface CoordinateDescent {
  /** The matrix G, for the caller to set: width × width, both triangles, row by row. */
  gram: Float64Array;
  /** Minimises ½ b′Gb − m′b plus the penalty, in place from `b`. Returns whether all coefficients converged. */
  minimise(moment: Float64Array, penalty: Penalty, b: Float64Array, options: DescentOptions): Promise<boolean>;
}

export function createCoordinateDescent(width: number): CoordinateDescent {
  const lengths = [width * width, width, width];
  const { exports, buffer, addresses } = instantiateWasm<WasmExports>(
    coordinateDescent,
    lengths.map((length) => (length + MARGIN) * DOUBLE),
  );
  exports.setLayout(width, addresses[0], addresses[1], addresses[2]);
  const [gram, coefficients, negativeGradient] = lengths.map((length, k) => new Float64Array(buffer, addresses[k], length));
  return {
    gram,
    async minimise(moment, penalty, b, options) {
      const updateGradient = () => {
        negativeGradient.set(moment);
        exports.subtractProduct();
      };
      coefficients.set(b);
      updateGradient();
      const state = { gram, moment, penalty, b: coefficients, negativeGradient, updateGradient };
      const converged = await descend(state, (allColumns) => exports.sweep(penalty.l1, penalty.l2, Number(allColumns)), options);
      b.set(coefficients);
      return converged;
    },
  };
}

/**
 * After a pass over all coefficients, those that are 0 are skipped until the others converge. Where this takes many passes, a step
 * for all of them at once comes in between.
 */
async function descend(state: DescentState, sweep: (allColumns: boolean) => number, options: DescentOptions): Promise<boolean> {
  let allColumns = true;
  let passes = 0;
  for (let sweeps = 0; sweeps < options.maxSweeps; sweeps++) {
    const pending = options.yieldToEventLoop();
    if (pending) await pending;
    const converged: boolean = sweep(allColumns) <= options.tolerance;
    if (converged && allColumns) return true;
    allColumns = converged;
    passes++;
    if (converged || passes < passesPerStep(state.b)) continue;
    activeSetStep(state);
    passes = 0;
  }
  return false;
}
