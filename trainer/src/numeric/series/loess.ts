/** Local linear regression of an evenly spaced series (Cleveland and others 1990, "STL", section 2). */

/**
 * Returns the value at `place` of a line through `values`, weighted by the tricube of the distance among the `window` nearest places.
 * `from` and `to` are the first and the last of them; `place` may lie outside.
 */
function loessAt(values: Float64Array, place: number, { from, to, window }: { from: number; to: number; window: number }): number {
  const n = values.length;
  const reach = Math.max(place - from, to - place) + (window > n ? (window - n) >> 1 : 0);
  let sum = 0;
  let moment = 0;
  const weights = new Float64Array(to - from + 1);
  for (let j = from; j <= to; j++) {
    const distance = Math.abs(j - place);
    if (distance > 0.999 * reach) continue;
    const weight = distance <= 0.001 * reach ? 1 : (1 - (distance / reach) ** 3) ** 3;
    weights[j - from] = weight;
    sum += weight;
    moment += weight * j;
  }
  if (sum <= 0) return values[Math.min(n - 1, Math.max(0, place))];
  const center = moment / sum;
  let spread = 0;
  for (let j = from; j <= to; j++) spread += (weights[j - from] / sum) * (j - center) ** 2;
  const slope = Math.sqrt(spread) > 0.001 * (n - 1) ? (place - center) / spread : 0;
  let value = 0;
  for (let j = from; j <= to; j++) value += (weights[j - from] / sum) * (1 + slope * (j - center)) * values[j];
  return value;
}

/** Smooths the values at their places, and with `margin` also at as many places before and after them. `window` is odd. */
export function loess(values: Float64Array, window: number, margin = 0): Float64Array {
  return Float64Array.from({ length: values.length + 2 * margin }, (_, i) => loessNear(values, i - margin, window));
}

/** Smooths at every tenth of the window, and at the last place; the places between lie on lines (STL, section 3.5). */
export function loessWithJumps(values: Float64Array, window: number): Float64Array {
  const jump = Math.ceil(window / 10);
  const last = values.length - 1;
  const smoothed = new Float64Array(values.length);
  smoothed[0] = loessNear(values, 0, window);
  for (let from = 0; from < last; from += jump) {
    const to = Math.min(last, from + jump);
    smoothed[to] = loessNear(values, to, window);
    const step = (smoothed[to] - smoothed[from]) / (to - from);
    for (let t = from + 1; t < to; t++) smoothed[t] = smoothed[from] + step * (t - from);
  }
  return smoothed;
}

function loessNear(values: Float64Array, place: number, window: number): number {
  const from = Math.max(0, Math.min(values.length - window, place - ((window - 1) >> 1)));
  return loessAt(values, place, { from, to: Math.min(values.length, from + window) - 1, window });
}
