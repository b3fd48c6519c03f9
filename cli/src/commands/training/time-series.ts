/** Options of a time series. */
import { isForecaster } from "@agatha/contracts/algorithms/index";
import { EMPTY_PERIODS, LAG_INPUTS, RECONCILIATION_METHODS, timeSeriesParams } from "@agatha/contracts/kinds/time-series";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";
import { parseChoice, parseWholeNumber } from "../../parse-arguments.js";

export const TIME_SERIES_OPTIONS: Command["options"] = {
  horizon: {
    valueName: "N",
    description: "Trains a time series: the periods ahead that it forecasts; one season of the data when left out",
  },
  lags: { valueName: "N", description: "Trains a time series: the prior periods that models of lags see, 1 to 5" },
  "lag-inputs": {
    valueName: "INPUTS",
    description: `Trains a time series: what models of lags see, one of ${LAG_INPUTS.join(" (the prior periods alone), ")} (also seasonal lags, figures of the past and the calendar)`,
  },
  "empty-periods": {
    valueName: "MEANING",
    description: `Trains a time series: what a period without rows means, one of ${EMPTY_PERIODS.join(" or ")}; with zero, rows are events such as orders, and their values add up`,
  },
  cutoffs: { valueName: "N", description: "Trains a time series: from how many earlier times its backtest forecasts, 1 to 200" },
  "series-column": {
    valueName: "COLUMN",
    description: "Trains a time series: the column of text or whole numbers that names the series of each row",
  },
  "known-ahead": { valueName: "COLUMNS", description: "Trains a time series: columns known for future periods, such as price,holiday" },
  sums: {
    valueName: "A,B,C",
    description: "Trains a time series whose forecasts add up: the columns that name a series together, the largest groups first",
  },
  reconciliation: {
    valueName: "METHOD",
    description: `With --sums: how forecasts are made to add up, one of auto (by the smaller error), ${RECONCILIATION_METHODS.join(", ")}`,
  },
};

/**
 * Returns how a time series is learned, if one of its options or a forecaster is given. The time column may be that of the rows held
 * out instead.
 */
export function timeSeriesFields(options: ParsedArguments["options"]): CreateModelRequest["time_series_params"] {
  const { algorithm = "", rows, "time-column": time, "series-column": series, "known-ahead": knownAhead } = options;
  const [horizon, lags] = [parseWholeNumber("horizon", options.horizon), parseWholeNumber("lags", options.lags)];
  const lagInputs = options["lag-inputs"] === undefined ? undefined : parseChoice("lag-inputs", options["lag-inputs"], LAG_INPUTS);
  const empty = options["empty-periods"];
  const emptyPeriods = empty === undefined ? undefined : parseChoice("empty-periods", empty, EMPTY_PERIODS);
  const cutoffs = parseWholeNumber("cutoffs", options.cutoffs);
  const hierarchy = hierarchyFields(options);
  const given = [horizon, lags, lagInputs, emptyPeriods, series, knownAhead, cutoffs, hierarchy].some((option) => option !== undefined);
  if (!given && !isForecaster(algorithm)) return undefined;
  return {
    ...(horizon !== undefined && { horizon }),
    lags: lags ?? timeSeriesParams.shape.lags.parse(undefined),
    ...(lagInputs && { lagInputs }),
    ...(emptyPeriods && { emptyPeriods }),
    ...(rows === undefined && time !== undefined && { time }),
    ...(series !== undefined && { series }),
    ...(hierarchy && { hierarchy }),
    ...(knownAhead !== undefined && { knownAhead: knownAhead.split(",") }),
    ...(cutoffs !== undefined && { cutoffs }),
  };
}

/** Returns the sums that the options ask for; undefined without any. */
function hierarchyFields({ sums, reconciliation = "auto" }: ParsedArguments["options"]) {
  if (sums === undefined && reconciliation !== "auto") throw new UsageError("--reconciliation needs --sums");
  if (sums === undefined) return undefined;
  return {
    columns: sums.split(","),
    reconciliation: parseChoice("reconciliation", reconciliation, ["auto", ...RECONCILIATION_METHODS] as const),
  };
}
