// Support vector machines, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/numeric/support-vectors/ calls them. Pointers are byte addresses in memory that the caller lays out.
import { kernelRow, query, stride, TILE, tiles, width } from "./kernel-function";
import { upperHalf } from "./vector-reductions";

export { dot, kernelRow, setRowLayout } from "./kernel-function";

/** Least curvature along a step, as in LIBSVM. It keeps steps between nearly equal rows finite. */
const LEAST_CURVATURE: f32 = 1e-12;

// The solver minimises ½ βᵀKβ + linear term + ε Σ|β| with low ≤ β ≤ high and Σβ constant. Each step moves one row up and another
// down (Fan, Chen and Lin 2005). With ε above 0 it is regression, with β = α − α*.

/** By row (f64): β, its bounds, and the derivative of the objective without the ε term. */
let beta: usize = 0;
let lowerBounds: usize = 0;
let upperBounds: usize = 0;
let gradient: usize = 0;
/** By row (f64): gain of moving up and loss of moving down, before the derivative is subtracted. A row that cannot move has −∞ or ∞. */
let upperGains: usize = 0;
let lowerGains: usize = 0;
/** By row (f32): its kernel with itself. */
let diagonal: usize = 0;
let epsilon: f64 = 0;

/** Cached kernel rows (f32, `stride` each), by slot. */
let cache: usize = 0;
let slots: i32 = 0;
/** By row (i32): its slot, or -1. By slot: its row, and the time of its last use. */
let slotOf: usize = 0;
let rowIn: usize = 0;
let usedAt: usize = 0;
let filled: i32 = 0;
/** Number of memory pages added at once for further kernel rows. */
const GROWTH: i32 = 32;
let useCounter: i32 = 0;
let work: f64 = 0;

export function setSolverLayout(
  betaAt: usize,
  lowerBoundsAt: usize,
  upperBoundsAt: usize,
  gradientAt: usize,
  upperGainsAt: usize,
  lowerGainsAt: usize,
  diagonalAt: usize,
  epsilonIs: f64,
): void {
  beta = betaAt;
  lowerBounds = lowerBoundsAt;
  upperBounds = upperBoundsAt;
  gradient = gradientAt;
  upperGains = upperGainsAt;
  lowerGains = lowerGainsAt;
  diagonal = diagonalAt;
  epsilon = epsilonIs;
  iterations = 0;
}

/** Sets the addresses of the cache and empties it. */
export function setCacheLayout(cacheAt: usize, slotCount: i32, slotOfAt: usize, rowInAt: usize, usedAtAt: usize): void {
  cache = cacheAt;
  slots = slotCount;
  slotOf = slotOfAt;
  rowIn = rowInAt;
  usedAt = usedAtAt;
  filled = 0;
  useCounter = 0;
  memory.fill(slotOf, 0xff, (<usize>stride) << 2);
}

/** Returns the address of a row's kernel row. It stays valid until two other rows are requested. */
function kernelOf(row: i32): usize {
  let slot = load<i32>(slotOf + ((<usize>row) << 2));
  if (slot < 0) {
    if (filled < slots) growCache();
    slot = filled < slots ? filled++ : evict();
    store<i32>(slotOf + ((<usize>row) << 2), slot);
    store<i32>(rowIn + ((<usize>slot) << 2), row);
    const from = tiles + (<usize>(row / TILE) * (TILE * width) + (row % TILE)) * 4;
    for (let j = 0; j < width; j++) store<f32>(query + ((<usize>j) << 2), load<f32>(from + <usize>(j * TILE) * 4));
    kernelRow(cache + ((<usize>slot * stride) << 2), 0, stride / TILE);
    work += <f64>stride * (width + 8);
  }
  store<i32>(usedAt + ((<usize>slot) << 2), ++useCounter);
  return cache + ((<usize>slot * stride) << 2);
}

/** Grows the memory for one more kernel row. The cache is the last thing in memory. */
function growCache(): void {
  const missing = <i32>(cache + ((<usize>(filled + 1) * stride) << 2)) - (memory.size() << 16);
  if (missing > 0 && memory.grow(max(GROWTH, (missing + 0xffff) >> 16)) < 0) slots = filled;
}

/** Frees the least recently used slot and returns it. */
function evict(): i32 {
  let oldest = 0;
  for (let slot = 1; slot < slots; slot++) {
    if (load<i32>(usedAt + ((<usize>slot) << 2)) < load<i32>(usedAt + ((<usize>oldest) << 2))) oldest = slot;
  }
  store<i32>(slotOf + ((<usize>load<i32>(rowIn + ((<usize>oldest) << 2))) << 2), -1);
  return oldest;
}

/** Row that gains most by moving up (-1 if none can) and its gain; row that loses least by moving down and its loss. */
export let upViolator: i32 = -1;
export let upGradient: f64 = 0;
export let downViolator: i32 = -1;
export let downGradient: f64 = 0;
/** Violation of the optimality conditions. */
export let violation: f64 = Infinity;
export let iterations: i32 = 0;

/** Recomputes `upperGains` and `lowerGains` after a change of β or its bounds. */
export function refreshWorkingSet(): void {
  for (let row = 0; row < stride; row++) refreshRow(row);
}

function refreshRow(row: i32): void {
  const at = (<usize>row) << 3;
  const value = load<f64>(beta + at);
  store<f64>(upperGains + at, value < load<f64>(upperBounds + at) ? (value < 0 ? epsilon : -epsilon) : -Infinity);
  store<f64>(lowerGains + at, value > load<f64>(lowerBounds + at) ? (value > 0 ? -epsilon : epsilon) : Infinity);
}

/** Adds `amount` to the β of a row. */
export function addToBeta(row: i32, amount: f64): void {
  const kernel = kernelOf(row);
  const at = beta + ((<usize>row) << 3);
  store<f64>(at, load<f64>(at) + amount);
  refreshRow(row);
  updateGradient(kernel, kernel, amount, 0);
}

/** Moves rows until Σβ has grown by `amount`. Each row moves as far as it can. */
export function redistribute(amount: f64): void {
  while (amount !== 0) {
    if (amount > 0) selectUp();
    else selectDown();
    const row = amount > 0 ? upViolator : downViolator;
    if (row < 0) return;
    const at = (<usize>row) << 3;
    const room = load<f64>((amount > 0 ? upperBounds : lowerBounds) + at) - load<f64>(beta + at);
    const step = abs(room) < abs(amount) ? room : amount;
    addToBeta(row, step);
    if (step === room) {
      store<f64>(beta + at, load<f64>((amount > 0 ? upperBounds : lowerBounds) + at));
      refreshRow(row);
    }
    amount = step === amount ? 0 : amount - step;
  }
}

/** Adds up · one kernel row + down · another to the gradient. */
function updateGradient(one: usize, other: usize, up: f64, down: f64): void {
  const a = f64x2.splat(up);
  const b = f64x2.splat(down);
  const end = gradient + ((<usize>stride) << 3);
  for (let at = gradient; at < end; at += 32) {
    const k = v128.load(one);
    const l = v128.load(other);
    const low = f64x2.add(f64x2.mul(a, f64x2.promote_low_f32x4(k)), f64x2.mul(b, f64x2.promote_low_f32x4(l)));
    const high = f64x2.add(f64x2.mul(a, f64x2.promote_low_f32x4(upperHalf(k))), f64x2.mul(b, f64x2.promote_low_f32x4(upperHalf(l))));
    v128.store(at, f64x2.add(v128.load(at), low));
    v128.store(at, f64x2.add(v128.load(at, 16), high), 16);
    one += 16;
    other += 16;
  }
}

export function selectUp(): void {
  upViolator = -1;
  upGradient = -Infinity;
  for (let row = 0; row < stride; row++) {
    const at = (<usize>row) << 3;
    const gain = load<f64>(upperGains + at) - load<f64>(gradient + at);
    if (gain > upGradient) {
      upGradient = gain;
      upViolator = row;
    }
  }
}

export function selectDown(): void {
  downViolator = -1;
  downGradient = Infinity;
  for (let row = 0; row < stride; row++) {
    const at = (<usize>row) << 3;
    const gain = load<f64>(lowerGains + at) - load<f64>(gradient + at);
    if (gain < downGradient) {
      downGradient = gain;
      downViolator = row;
    }
  }
}

/** Results of `run`. */
export const RUNNING: i32 = 0;
export const CONVERGED: i32 = 1;
export const ITERATION_LIMIT: i32 = 2;

/**
 * Takes steps until the violation is below `tolerance`, until about `budget` multiplications are done, or until `limit` steps are
 * done since the start.
 */
export function run(tolerance: f64, budget: f64, limit: i32): i32 {
  work = 0;
  selectUp();
  while (work < budget) {
    if (upViolator < 0) {
      violation = 0;
      return CONVERGED;
    }
    const one = kernelOf(upViolator);
    const partner = selectSecondOrder(one);
    if (!(violation >= tolerance) || partner < 0) return CONVERGED;
    if (iterations >= limit) return ITERATION_LIMIT;
    iterations++;
    const other = kernelOf(partner);
    const step = takeStep(partner, other);
    updateGradientAndSelectUp(one, other, step);
    work += <f64>stride * 4;
  }
  return RUNNING;
}

/**
 * Returns the row that gains most by the second-order estimate if it moves down as far as `upViolator` moves up; -1 if none gains. The
 * estimate is so rough that f32 suffices.
 */
function selectSecondOrder(kernel: usize): i32 {
  const two = f32x4.splat(2);
  const floor = f32x4.splat(LEAST_CURVATURE);
  const own = f32x4.splat(load<f32>(diagonal + ((<usize>upViolator) << 2)));
  const gain = f64x2.splat(upGradient);
  const next = i32x4.splat(4);
  const zero = f32x4.splat(0);
  let best = zero;
  let places = i32x4.splat(-1);
  let widest = f32x4.splat(-Infinity);
  let index = i32x4(0, 1, 2, 3);
  const end = gradient + ((<usize>stride) << 3);
  let down = lowerGains;
  let diagonals = diagonal;
  for (let at = gradient; at < end; at += 32) {
    const low = f32x4.demote_f64x2_zero(f64x2.add(gain, f64x2.sub(v128.load(at), v128.load(down))));
    const high = f32x4.demote_f64x2_zero(f64x2.add(gain, f64x2.sub(v128.load(at, 16), v128.load(down, 16))));
    const difference = i64x2.shuffle(low, high, 0, 2);
    widest = f32x4.pmax(widest, difference);
    const positive = f32x4.pmax(zero, difference);
    const curvature = f32x4.sub(f32x4.add(own, v128.load(diagonals)), f32x4.mul(two, v128.load(kernel)));
    const value = f32x4.div(f32x4.mul(positive, positive), f32x4.pmax(floor, curvature));
    const better = f32x4.gt(value, best);
    best = v128.bitselect(value, best, better);
    places = v128.bitselect(index, places, better);
    index = i32x4.add(index, next);
    down += 32;
    diagonals += 16;
    kernel += 16;
  }
  violation = max(
    max(f32x4.extract_lane(widest, 0), f32x4.extract_lane(widest, 1)),
    max(f32x4.extract_lane(widest, 2), f32x4.extract_lane(widest, 3)),
  );
  let partner = -1;
  let greatest: f32 = 0;
  for (let lane = 0; lane < 4; lane++) {
    const value = f32x4.extract_lane(best, 0);
    const place = i32x4.extract_lane(places, 0);
    if (value > greatest || (value === greatest && place >= 0 && place < partner)) {
      greatest = value;
      partner = place;
    }
    best = i32x4.shuffle(best, best, 1, 2, 3, 0);
    places = i32x4.shuffle(places, places, 1, 2, 3, 0);
  }
  return partner;
}

/** Returns the place of the lane with the greater number; of equals, the first place. */
function greaterOf(values: v128, places: v128): i32 {
  const a = f64x2.extract_lane(values, 0);
  const b = f64x2.extract_lane(values, 1);
  const p = f64x2.extract_lane(places, 0);
  const q = f64x2.extract_lane(places, 1);
  if (a === b) return <i32>(p < 0 ? q : q < 0 ? p : min(p, q));
  return <i32>(a > b ? p : q);
}

/**
 * Moves β of `upViolator` up and β of the partner down by the same step. The step ends at the minimum along that line or at a bound.
 * Returns the step.
 */
function takeStep(partner: i32, kernelOfPartner: usize): f64 {
  const at = (<usize>upViolator) << 3;
  const to = (<usize>partner) << 3;
  const up = load<f64>(beta + at);
  const down = load<f64>(beta + to);
  // The ε term has a kink at 0; a step stops there.
  const ceiling = epsilon > 0 && up < 0 ? 0 : load<f64>(upperBounds + at);
  const floor = epsilon > 0 && down > 0 ? 0 : load<f64>(lowerBounds + to);
  const k = load<f32>(kernelOfPartner + ((<usize>upViolator) << 2));
  const curvature = max(load<f32>(diagonal + (at >> 1)) + load<f32>(diagonal + (to >> 1)) - 2 * k, LEAST_CURVATURE);
  const gain = upGradient - (load<f64>(lowerGains + to) - load<f64>(gradient + to));
  const step = min(gain / <f64>curvature, min(ceiling - up, down - floor));
  store<f64>(beta + at, step >= ceiling - up ? ceiling : up + step);
  store<f64>(beta + to, step >= down - floor ? floor : down - step);
  refreshRow(upViolator);
  refreshRow(partner);
  return step;
}

/** Adds step · (one − other) to the gradient and runs `selectUp` in the same pass. */
function updateGradientAndSelectUp(one: usize, other: usize, step: f64): void {
  const factor = f64x2.splat(step);
  const next = f64x2.splat(4);
  let best = f64x2.splat(-Infinity);
  let best2 = best;
  let places = f64x2.splat(-1);
  let places2 = places;
  let index = f64x2.replace_lane(f64x2.splat(0), 1, 1);
  let index2 = f64x2.add(index, f64x2.splat(2));
  const bytes = (<usize>stride) << 3;
  for (let at: usize = 0; at < bytes; at += 32) {
    const k = v128.load(one + (at >> 1));
    const l = v128.load(other + (at >> 1));
    const low = f64x2.sub(f64x2.promote_low_f32x4(k), f64x2.promote_low_f32x4(l));
    const high = f64x2.sub(f64x2.promote_low_f32x4(upperHalf(k)), f64x2.promote_low_f32x4(upperHalf(l)));
    const a = f64x2.add(v128.load(gradient + at), f64x2.mul(factor, low));
    const b = f64x2.add(v128.load(gradient + at, 16), f64x2.mul(factor, high));
    v128.store(gradient + at, a);
    v128.store(gradient + at, b, 16);
    const gain = f64x2.sub(v128.load(upperGains + at), a);
    const gain2 = f64x2.sub(v128.load(upperGains + at, 16), b);
    const better = f64x2.gt(gain, best);
    const better2 = f64x2.gt(gain2, best2);
    best = v128.bitselect(gain, best, better);
    places = v128.bitselect(index, places, better);
    best2 = v128.bitselect(gain2, best2, better2);
    places2 = v128.bitselect(index2, places2, better2);
    index = f64x2.add(index, next);
    index2 = f64x2.add(index2, next);
  }
  // The first of equal gains wins, however many rows one pass handles at once.
  const first = greaterOf(best, places);
  const second = greaterOf(best2, places2);
  const gainOf = max(f64x2.extract_lane(best, 0), f64x2.extract_lane(best, 1));
  const gainOf2 = max(f64x2.extract_lane(best2, 0), f64x2.extract_lane(best2, 1));
  const takeSecond = second >= 0 && (first < 0 || gainOf2 > gainOf || (gainOf2 === gainOf && second < first));
  upViolator = takeSecond ? second : first;
  upGradient = takeSecond ? gainOf2 : gainOf;
}
