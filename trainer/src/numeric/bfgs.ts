import type { YieldToEventLoop } from "./yield-to-event-loop.js";

const MAX_ITERATIONS = 200;
/** The search has converged when an iteration gains less than this share of the value. */
const TOLERANCE = 1e-8;
const SUFFICIENT_DECREASE = 1e-4;
const MIN_STEP = 1e-10;
/** Step of the forward differences, by the magnitude of a coordinate. */
const DIFFERENCE_STEP = 1e-6;

/**
 * Minimises a smooth function of a few variables by BFGS with forward differences (Nocedal and Wright 2006, algorithm 6.1).
 * The function may be infinite outside its domain; `start` lies inside.
 */
export async function minimizeBfgs(
  evaluate: (point: Float64Array) => number,
  start: Float64Array,
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ point: Float64Array; value: number }> {
  const size = start.length;
  let point = start;
  let value = evaluate(point);
  if (size === 0 || !Number.isFinite(value)) return { point, value };
  let gradient = forwardDifferences(evaluate, point, value);
  let inverseHessian = identity(size);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const pending = yieldToEventLoop();
    if (pending) await pending;
    let direction = descentDirection(inverseHessian, gradient);
    if (dot(direction, gradient) >= 0) {
      inverseHessian = identity(size);
      direction = gradient.map((slope) => -slope);
    }
    const next = searchLine(evaluate, { point, value, direction, slope: dot(direction, gradient) });
    if (!next) break;
    const nextGradient = forwardDifferences(evaluate, next.point, next.value);
    updateInverseHessian(
      inverseHessian,
      next.point.map((coordinate, i) => coordinate - point[i]),
      nextGradient.map((slope, i) => slope - gradient[i]),
    );
    const gain = value - next.value;
    ({ point, value } = next);
    gradient = nextGradient;
    if (gain <= TOLERANCE * (Math.abs(value) + TOLERANCE)) break;
  }
  return { point, value };
}

function forwardDifferences(evaluate: (point: Float64Array) => number, point: Float64Array, value: number): Float64Array {
  const moved = point.slice();
  return point.map((coordinate, i) => {
    const step = DIFFERENCE_STEP * Math.max(1, Math.abs(coordinate));
    moved[i] = coordinate + step;
    let slope = (evaluate(moved) - value) / step;
    if (!Number.isFinite(slope)) {
      moved[i] = coordinate - step;
      slope = (value - evaluate(moved)) / step;
    }
    moved[i] = coordinate;
    return Number.isFinite(slope) ? slope : 0;
  });
}

/** Halves the step until the value falls enough; undefined if no step does. */
function searchLine(
  evaluate: (point: Float64Array) => number,
  { point, value, direction, slope }: { point: Float64Array; value: number; direction: Float64Array; slope: number },
) {
  const longest = Math.max(...direction.map(Math.abs));
  for (let step = Math.min(1, 2 / longest); step * longest > MIN_STEP; step /= 2) {
    const tried = point.map((coordinate, i) => coordinate + step * direction[i]);
    const found = evaluate(tried);
    if (found <= value + SUFFICIENT_DECREASE * step * slope) return { point: tried, value: found };
  }
  return undefined;
}

function descentDirection(inverseHessian: readonly Float64Array[], gradient: Float64Array): Float64Array {
  return Float64Array.from(inverseHessian, (row) => -dot(row, gradient));
}

/** BFGS update. A step without positive curvature leaves the matrix as it is. */
function updateInverseHessian(inverse: Float64Array[], step: Float64Array, change: Float64Array): void {
  const curvature = dot(step, change);
  if (curvature <= 1e-12 * Math.sqrt(dot(step, step) * dot(change, change))) return;
  const product = Float64Array.from(inverse, (row) => dot(row, change));
  const scale = (1 + dot(change, product) / curvature) / curvature;
  for (let i = 0; i < step.length; i++) {
    for (let j = 0; j < step.length; j++) {
      inverse[i][j] += scale * step[i] * step[j] - (product[i] * step[j] + step[i] * product[j]) / curvature;
    }
  }
}

function identity(size: number): Float64Array[] {
  return Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (__, j) => (i === j ? 1 : 0)));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
