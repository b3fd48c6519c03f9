import { RECONCILIATION_METHODS } from "@agatha/contracts";
import { hierarchyLevel } from "../../../data/time-series/hierarchy.js";
import { finiteOrNull } from "../../../numeric/finite-or-null.js";
import type { ForecastEvaluation } from "../forecast-evaluation.js";
import { evaluateForecasts, keptForecasts, pooledMetrics, seasonalNaiveForecasts, withIntervals } from "./evaluation.js";
import { reconciledForecasts } from "./forecasts.js";
import { choosePeriods, periodCount, periodOfRow, rowsOfPeriods } from "./origins.js";
import { compareForecasts, type ForecastComparison, type Measured, newTrial, type Trial } from "./trial.js";

/** Ways to make forecasts add up, and the forecasts as they are. */
const RECONCILIATIONS = ["unreconciled", ...RECONCILIATION_METHODS] as const;

/** Measures the forecasts of all series of a hierarchy together, by each way to make them add up. */
export async function measureHierarchy({
  folds,
  series,
  actualAt,
  scales,
  spreadAt,
  zeroPeriods,
  source,
  yieldToEventLoop,
}: Measured): Promise<ForecastEvaluation> {
  const trials = RECONCILIATIONS.map(() => newTrial(series));
  const origins = choosePeriods(folds, series);
  for (const [t, fold] of folds.entries()) {
    const starts = rowsOfPeriods(fold, origins, series);
    for (const [i, rows] of starts.entries()) {
      reconciledForecasts(fold, rows, source).forEach((steps, k) => {
        compareForecasts(trials[k], { rows, steps, series, actualAt, scales, spreadAt, zeroPeriods });
      });
      const pending = yieldToEventLoop((t + i / starts.length) / folds.length);
      if (pending) await pending;
    }
  }
  return evaluateHierarchy(trials, { series, scales, actualAt });
}

/**
 * Chooses the way to make forecasts add up that has the smallest error, unless one is asked for. The error is the mean of the MASE of
 * the levels, so that the total counts as much as the many series below it. The errors of a level are the usual ones of its series.
 */
function evaluateHierarchy(
  trials: readonly Trial[],
  { series, scales, actualAt }: Pick<Measured, "series" | "scales" | "actualAt">,
): ForecastEvaluation {
  const { hierarchy = { columns: [], series: [], nonNegative: [] } } = series.periods;
  const names = hierarchy.series.map((values) => hierarchyLevel(hierarchy, values).join("\u0000"));
  const levelNames = [...new Set(names)];
  const errorOf = (compared: readonly ForecastComparison[], name: string) => pooledMetrics(compared, (code) => names[code] === name).MASE;
  const levels = levelNames.map((name) => ({
    name,
    series: names.filter((each) => each === name).length,
    errors: trials.map(({ compared }) => errorOf(compared, name)),
  }));
  const meanOf = (k: number) => meanError(levels.map(({ errors }) => errors[k]));
  const [, byParts, byTrace] = trials.keys();
  const best = meanOf(byTrace) < meanOf(byParts) ? byTrace : byParts;
  const chosen = series.reconciliation === undefined ? best : RECONCILIATIONS.indexOf(series.reconciliation);
  const errorOfLevel = (code: number) => levels.find(({ name }) => name === names[code])?.errors[chosen] || 1;
  const { compared, made } = trials[chosen];
  const evaluation = evaluateForecasts(compared, scales, errorOfLevel);
  const sizes = new Map<string, number>();
  for (const code of compared.flatMap(({ codes }) => codes)) sizes.set(names[code], (sizes.get(names[code]) ?? 0) + 1);
  const weightOf = (code: number) => 1 / (sizes.get(names[code]) ?? 1);
  const figures = {
    ...evaluation,
    indicators: { ...evaluation.indicators, MASE: finiteOrNull(meanOf(chosen)) },
    baseline: {
      ...evaluation.baseline,
      MASE: finiteOrNull(meanError(levelNames.map((name) => errorOf(seasonalNaiveForecasts(compared), name)))),
    },
  };
  return {
    ...withIntervals(figures, compared, {
      startOf: (row) => periodOfRow(row, series),
      weightOf,
      periods: periodCount(series),
    }),
    backtest: keptForecasts(made, series, actualAt),
    hierarchy: {
      columns: [...hierarchy.columns],
      method: chosen === byTrace ? "minT" : "bottomUp",
      levels: levels.map(({ name, series: count, errors: [unreconciled, bottomUp, minT] }) => ({
        columns: name === "" ? [] : name.split("\u0000"),
        series: count,
        MASE: { unreconciled, bottomUp, minT },
      })),
    },
  };
}

function meanError(errors: readonly (number | null)[]): number {
  return errors.reduce<number>((sum, error) => sum + (error ?? Number.NaN), 0) / errors.length;
}
