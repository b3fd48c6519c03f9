/** Draft of a time series: the periods that a model sees and those that it forecasts. Pure. */
import { defaultHorizon, type SeriesDescription } from "@agatha/contracts";
import { type EmptyPeriods, type LagInputs, timeSeriesParams } from "@agatha/contracts/kinds/time-series";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { numberBounds } from "../../fields/number-bounds.js";
import { type ColumnOption, timeColumnOptions } from "./column-options.js";

type Hierarchy = NonNullable<NonNullable<CreateModelRequest["time_series_params"]>["hierarchy"]>;

export interface SumsDraft {
  /** Columns that name a series together, the largest groups first. */
  columns: readonly string[];
  /** Columns of each level of sums; an empty list is the total. */
  levels: readonly (readonly string[])[];
  reconciliation: NonNullable<Hierarchy["reconciliation"]>;
}

/** Returns the draft of sums over the columns, with the usual levels; null without columns. */
export function draftOfSums(columns: readonly string[], reconciliation: SumsDraft["reconciliation"] = "auto"): SumsDraft | null {
  return columns.length === 0 ? null : { columns, levels: columns.map((_, i) => columns.slice(0, i)), reconciliation };
}

/** Returns the levels to choose from: the total, the first columns, and each further column alone. */
export function levelChoices(columns: readonly string[]): (readonly string[])[] {
  return columns.length < 2 ? [[]] : [...columns.map((_, i) => columns.slice(0, i)), ...columns.slice(1).map((name) => [name])];
}

/** Returns true if both levels sum over the same columns in the same order. */
export const isSameLevel = (a: readonly string[], b: readonly string[]) => a.join("\u0000") === b.join("\u0000");

export interface TimeSeriesDraft {
  /** Whether the rows are consecutive periods. */
  enabled: boolean;
  time: string | null;
  /** Column that names the series; null where the table has one. */
  seriesColumn: string | null;
  /** Sums that forecasts add up to; null where sums do not matter. */
  sums: SumsDraft | null;
  /** Columns whose values are known for future periods. */
  knownAhead: readonly string[];
  /** Number of prior periods that the model sees, as entered. */
  lags: string;
  /** Inputs of models of lags; absent until the user chooses. */
  lagInputs?: LagInputs;
  /** What periods without rows mean; absent until the user chooses. */
  emptyPeriods?: EmptyPeriods;
  /** Number of future periods that it forecasts, as entered; until then as the data suggest, and empty until they do. */
  horizon: string;
  isHorizonEntered?: true;
  /** Number of times that the backtest forecasts from, as entered; empty for as many as there is time for. */
  cutoffs: string;
}

const SCHEMAS = timeSeriesParams.shape;
/** Bounds of the server. */
export const TIME_SERIES_BOUNDS = {
  lags: numberBounds(SCHEMAS.lags.unwrap()),
  horizon: numberBounds(SCHEMAS.horizon.unwrap()),
  cutoffs: numberBounds(SCHEMAS.cutoffs.unwrap()),
};
const DEFAULT_LAGS = SCHEMAS.lags.def.defaultValue;

/** Selects the time column if there is only one. */
export function newTimeSeriesDraft(choices: readonly ColumnOption[], on: boolean): TimeSeriesDraft {
  const times = timeColumnOptions(choices);
  const only = times.length === 1 ? (times[0]?.column.name ?? null) : null;
  return {
    enabled: on && times.length > 0,
    time: only,
    seriesColumn: null,
    sums: null,
    knownAhead: [],
    lags: String(DEFAULT_LAGS),
    horizon: "",
    cutoffs: "",
  };
}

/**
 * Returns the draft with the horizon that a description suggests, unless one was entered. With columns known ahead it is left to the
 * training, which forecasts as far as they have values.
 */
export function withProposedHorizon(draft: TimeSeriesDraft, description: HorizonEvidence): TimeSeriesDraft {
  if (draft.isHorizonEntered) return draft;
  return { ...draft, horizon: draft.knownAhead.length > 0 ? "" : String(defaultHorizon(description)) };
}

/** Returns the draft with these columns known ahead, without a horizon unless one was entered. */
export function withKnownAhead(draft: TimeSeriesDraft, knownAhead: readonly string[]): TimeSeriesDraft {
  return { ...draft, knownAhead, ...(draft.isHorizonEntered ? {} : { horizon: "" }) };
}

type HorizonEvidence = Pick<SeriesDescription, "period" | "periods">;

export interface TimeSeriesProblems {
  time?: "timeNeeded";
  lags?: "periods";
  horizon?: "periods";
  cutoffs?: "periods";
}

/** Undefined if there are no problems. Forecasters have no lags. */
export function validateTimeSeries({ time, lags, horizon, cutoffs }: TimeSeriesDraft, hasLags = true): TimeSeriesProblems | undefined {
  const problems: TimeSeriesProblems = {
    ...(time === null ? { time: "timeNeeded" } : {}),
    ...(!hasLags || isIntegerWithin(lags, TIME_SERIES_BOUNDS.lags) ? {} : { lags: "periods" }),
    ...(horizon.trim() === "" || isIntegerWithin(horizon, TIME_SERIES_BOUNDS.horizon) ? {} : { horizon: "periods" }),
    ...(cutoffs.trim() === "" || isIntegerWithin(cutoffs, TIME_SERIES_BOUNDS.cutoffs) ? {} : { cutoffs: "periods" }),
  };
  return Object.keys(problems).length === 0 ? undefined : problems;
}

/** Returns true if the text is a whole number between the bounds, which are allowed too. */
export function isIntegerWithin(entered: string, { min, max }: { min: number; max: number }): boolean {
  const value = Number(entered);
  return entered.trim() !== "" && Number.isInteger(value) && value >= min && value <= max;
}

/** Requires a draft without problems. Forecasters have no lags. */
export function toTimeSeriesParams(
  { time, seriesColumn, sums, knownAhead, lags, lagInputs, emptyPeriods, horizon, cutoffs }: TimeSeriesDraft,
  hasLags = true,
): NonNullable<CreateModelRequest["time_series_params"]> {
  const seen = hasLags ? Number(lags) : DEFAULT_LAGS;
  return {
    ...(time !== null && { time }),
    lags: seen,
    ...(hasLags && lagInputs && { lagInputs }),
    ...(emptyPeriods === "zero" && { emptyPeriods }),
    ...(horizon.trim() !== "" && { horizon: Number(horizon) }),
    ...(sums
      ? { hierarchy: { columns: [...sums.columns], levels: sums.levels.map((level) => [...level]), reconciliation: sums.reconciliation } }
      : seriesColumn !== null && { series: seriesColumn }),
    ...(cutoffs.trim() !== "" && { cutoffs: Number(cutoffs) }),
    ...(!sums && knownAhead.length > 0 && { knownAhead: [...knownAhead] }),
  };
}

/** Columns of numbers whose name is that of something that is planned. */
const PLANNED = /price|plan|promo|holiday|discount|campaign|budget|價|价|假|促銷|促销|価格|祝日|休日|計画|計劃|计划/i;

/** Returns the columns that are likely to be known ahead and not chosen yet. */
export function proposedKnownAhead({ knownAhead }: TimeSeriesDraft, choices: readonly ColumnOption[], target: string | null): string[] {
  const names = choices.filter(({ column }) => column.type === "n").map(({ column }) => column.name);
  return names.filter((name) => name !== target && !knownAhead.includes(name) && PLANNED.test(name));
}
