/** Figures of forecasts that compare series of any unit. */

export interface ForecastMetrics {
  /** Mean of absolute error ÷ the scale of its series (Hyndman and Koehler 2006). */
  MASE: number | null;
  /** Mean of |error| ÷ the mean of |actual| and |predicted|, from 0 to 2. */
  sMAPE: number | null;
  /** Mean of predicted − actual. */
  bias: number | null;
}

/** Returns the figures; null without values, or where a value is too large for a number. `scales` are those of each value's series. */
export function forecastMetrics(actual: readonly number[], predicted: readonly number[], scales: readonly number[]): ForecastMetrics {
  let absolute = 0;
  let shares = 0;
  let sum = 0;
  actual.forEach((value, i) => {
    const error = forecastError(value, predicted[i], scales[i]);
    absolute += error.scaled;
    shares += error.share;
    sum += predicted[i] - value;
  });
  const mean = (total: number): number | null => (Number.isFinite(total / actual.length) ? total / actual.length : null);
  return { MASE: mean(absolute), sMAPE: mean(shares), bias: mean(sum) };
}

/** Returns the absolute error ÷ the scale, and ÷ the mean of |actual| and |predicted|: the terms of MASE and sMAPE. */
export function forecastError(actual: number, predicted: number, scale: number): { scaled: number; share: number } {
  const error = Math.abs(predicted - actual);
  return { scaled: error / scale, share: error === 0 ? 0 : (2 * error) / (Math.abs(actual) + Math.abs(predicted)) };
}

/** Returns the mean absolute change over one season, or over one period where there is no whole season: the unit of MASE. */
export function seasonalDifference(values: Float64Array, season: number): number {
  const lag = values.length > season ? season : 1;
  let sum = 0;
  let count = 0;
  for (let t = lag; t < values.length; t++) {
    const change = Math.abs(values[t] - values[t - lag]);
    if (!Number.isFinite(change)) continue;
    sum += change;
    count++;
  }
  return sum / count;
}

/**
 * Returns half widths that do not narrow with the periods ahead: the means of neighbours that do (isotonic regression, weighed by
 * rows). A step with too few rows of its own has the width of the step before, widened as a random walk widens.
 */
export function monotoneHalfWidths(steps: readonly { rows: number; width: number | null }[]): (number | null)[] {
  const blocks: { width: number; rows: number; steps: number }[] = [];
  const measured = steps.findIndex(({ width }) => width === null);
  const known = measured < 0 ? steps : steps.slice(0, measured);
  for (const { rows, width } of known) {
    blocks.push({ width: width as number, rows, steps: 1 });
    while (blocks.length > 1 && blocks[blocks.length - 2].width > blocks[blocks.length - 1].width) {
      const [a, b] = blocks.splice(-2);
      blocks.push({ width: (a.width * a.rows + b.width * b.rows) / (a.rows + b.rows), rows: a.rows + b.rows, steps: a.steps + b.steps });
    }
  }
  const widths = blocks.flatMap((block) => new Array<number>(block.steps).fill(block.width));
  const last = widths.at(-1);
  return steps.map((_, i) => widths[i] ?? (last === undefined ? null : last * Math.sqrt((i + 1) / widths.length)));
}
