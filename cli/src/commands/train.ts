import { MAX_NUMERIC_CLASSES } from "@agatha/contracts/auto-model-candidates";
import type { ApiClient } from "@agatha/contracts/client";
import { rankBy } from "@agatha/contracts/kinds/auto-model";
import type { ErrorCosts } from "@agatha/contracts/kinds/error-costs";
import { type FalseAlarms, falseAlarms } from "@agatha/contracts/kinds/false-alarms";
import { modelSpec, modelType, RECONCILIATION_METHODS, timeSeriesParams, tuningMeasure, tuningParams } from "@agatha/contracts/kinds/model";
import { type RowValidation, validationRows } from "@agatha/contracts/kinds/row-validation";
import type { CreateModelRequest, ModelAnswer } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../command.js";
import { type CommandContext, CommandFailed, UsageError } from "../command-context.js";
import { parseChoice } from "../parse-arguments.js";
import { failureMessage, pollUntil, waitForModel } from "../polling.js";
import { openSession } from "../session-file.js";
import { findDataset } from "./find-by-id-or-name.js";
import { printJson } from "./output.js";
import { RESOURCE_OPTIONS, resourceFields } from "./training-resources.js";

const COUNTED = falseAlarms.shape.of.unwrap().options;
const otherRows = modelSpec.shape.otherRows.unwrap().options;
const MODES = { REGRESSION: "AUTO_REGRESSION", CLASSIFICATION: "AUTO_REGRESSION", OCC: "AUTO_OCC", CLUSTERING: "AUTO_CLUSTER" } as const;

export const train: Command = {
  operands: ["DATASET"],
  description: "Trains a model on a dataset (its id, name or title), waits for it, and prints its figures on rows that it has not seen",
  options: {
    response: { valueName: "COLUMN", description: "Prediction target; needed for REGRESSION and CLASSIFICATION" },
    type: { valueName: "TYPE", description: `One of ${modelType.options.join(", ")}; told by the target's type when left out` },
    auto: { description: "Tries, combines and tunes several methods, and prints the best model" },
    "rank-by": {
      valueName: "FIGURE",
      description: `With --auto: what the models are ranked by, one of ${rankBy.options.join(", ")}; accuracy (cost with --class-weights), RMSE, true_positive, silhouette_score or CH_index when left out`,
    },
    seconds: { valueName: "N", description: "With --auto: the time that may be spent" },
    tune: { valueName: "N", description: "Searches for better settings of the method, for at most N seconds" },
    "tune-by": {
      valueName: "FIGURE",
      description: `With --tune: the figure that the search follows, one of ${tuningMeasure.options.join(", ")}; RMSE, accuracy, or cost with --class-weights when left out`,
    },
    algorithm: { valueName: "NAME", description: "Method such as XGB, RF or GLM; a sensible one when left out" },
    columns: { valueName: "A,B,C", description: "Columns to learn from; all usable ones when left out" },
    name: { valueName: "NAME", description: "Name of the model: letters and digits, a letter first" },
    title: { valueName: "TEXT", description: "Title of the model in any script, shown instead of the name" },
    semilabel: { valueName: "COLUMN", description: "With --type OCC: the column that marks known anomalies; never learned from" },
    "anomaly-value": {
      valueName: "VALUE",
      description: "Value of that column that marks an anomaly; the rarer of two, or else every value, when left out",
    },
    "other-rows": {
      valueName: "WHAT",
      description: `What the rows are that it does not mark: ${otherRows.join(", ")} (meant when left out)`,
    },
    "false-alarms": {
      valueName: "N/M",
      description: "With --type OCC: at most N false alarms out of M normal rows, such as 2/5000 for 2 a week of 5000 rows",
    },
    "false-alarms-of": { valueName: "WHAT", description: "What M counts: rows, or alarms (false discovery rate); rows when left out" },
    rows: {
      valueName: "ROWS",
      description: `Which rows are held out: ${validationRows.options.join(", ")} (of known groups, of new groups, later ones); auto with --auto, else random`,
    },
    "group-columns": { valueName: "A,B", description: "Columns that together name the group of a row; found in the data when left out" },
    "time-column": {
      valueName: "COLUMN",
      description: "With --rows time: the column that orders the rows. Of a time series: its times; the only such column when left out",
    },
    horizon: { valueName: "N", description: "Trains a time series: the periods ahead that it forecasts" },
    lags: { valueName: "N", description: "Trains a time series: the prior periods that models of lags see, 1 to 5" },
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
    folds: { valueName: "N", description: "Parts that are held out in turn" },
    "class-weights": {
      valueName: "A=N,B=M",
      description:
        "With --type CLASSIFICATION: what a wrong answer costs for a row of each class, 1 for others; or balanced, by which all classes weigh alike",
    },
    seed: { valueName: "N", description: "For the same model again" },
    ...RESOURCE_OPTIONS,
    "no-wait": { description: "Ends as soon as the training is on its way" },
  },
  async run({ operands: [wanted = ""], options, flags }, context) {
    const { api } = await openSession(context);
    const { id: datasetId } = await findDataset(api, wanted);
    const type = await modelTypeOf(api, datasetId, options, context);
    if (flags.has("auto")) return await trainAutomatically({ api, datasetId, type }, options, flags, context);
    const tuning = tuningFields(options);
    const { id } = await api.createModel(datasetId, {
      name: options.name ?? `Model${Date.now()}`,
      title: options.title,
      model_type: type,
      ...commonFields(options),
      ...(await resourceFields(options)),
      ...(tuning && { tuning }),
      ...(options.algorithm !== undefined && { layers: [{ nodes: [{ algorithm: options.algorithm }] }] }),
    });
    if (flags.has("no-wait")) return printJson(context, { id, dataset_id: datasetId });
    printModel(context, await waitForModel(context, api, datasetId, id));
  },
};

interface TrainingTarget {
  api: ApiClient;
  datasetId: string;
  type: keyof typeof MODES;
}

async function trainAutomatically(
  { api, datasetId, type }: TrainingTarget,
  options: ParsedArguments["options"],
  flags: ParsedArguments["flags"],
  context: CommandContext,
): Promise<void> {
  if ([options.algorithm, options.name, options.title, options.tune].some((option) => option !== undefined)) {
    throw new UsageError("--auto chooses methods, settings, names and titles itself: leave out --algorithm, --tune, --name and --title");
  }
  const seconds = parseWholeNumber("seconds", options.seconds);
  const { id } = await api.createAutoModel(datasetId, {
    mode: MODES[type],
    model_type: type,
    ...commonFields(options),
    ...(await resourceFields(options)),
    ...(options["rank-by"] !== undefined && { rank_by: parseChoice("rank-by", options["rank-by"], rankBy.options) }),
    ...(seconds !== undefined && { limit: { seconds } }),
  });
  if (flags.has("no-wait")) return printJson(context, { auto_model_id: id, dataset_id: datasetId });
  const autoModel = await pollUntil(
    context,
    () => api.autoModel(datasetId, id, context.signal),
    ({ status }) => status !== "fitting_processing",
  );
  if (autoModel.model_id === null) throw new CommandFailed(failureMessage("No model of the automatic training was trained", autoModel));
  printModel(context, await api.model(datasetId, autoModel.model_id));
}

function commonFields({ response, columns, seed, semilabel, ...options }: ParsedArguments["options"]) {
  const { "anomaly-value": anomalyValue, "other-rows": others } = options;
  const budget = falseAlarmFields(options);
  const costs = errorCostFields(options);
  const wanted = parseWholeNumber("seed", seed);
  const timeSeries = timeSeriesFields(options);
  const validation = validationFields(options, timeSeries?.time);
  return {
    ...(validation && { validation }),
    ...(timeSeries && { time_series_params: timeSeries }),
    ...(response !== undefined && { response }),
    ...(columns !== undefined && { columns: columns.split(",") }),
    ...(wanted !== undefined && { seed: wanted }),
    ...(budget && { false_alarms: budget }),
    ...(costs && { error_costs: costs }),
    ...(semilabel !== undefined && { semilabel }),
    ...(anomalyValue !== undefined && { anomaly_value: anomalyValue }),
    ...(others !== undefined && { other_rows: parseChoice("other-rows", others, otherRows) }),
  };
}

/** Returns how settings are searched; undefined without a search. */
function tuningFields({ tune, "tune-by": measure }: ParsedArguments["options"]): CreateModelRequest["tuning"] {
  if (tune === undefined && measure !== undefined) throw new UsageError("--tune-by needs --tune");
  const seconds = parseWholeNumber("tune", tune);
  if (seconds === undefined) return undefined;
  return {
    ...tuningParams.parse({ seconds }),
    ...(measure !== undefined && { measure: parseChoice("tune-by", measure, tuningMeasure.options) }),
  };
}

/** Returns the costs of wrong answers that the options ask for; undefined without any. */
function errorCostFields({ "class-weights": weights }: ParsedArguments["options"]): ErrorCosts | undefined {
  if (weights === undefined) return undefined;
  if (weights === "balanced") return {};
  const pairs = weights.split(",").map((pair) => /^(.+)=(\d+(?:\.\d+)?)$/.exec(pair) ?? []);
  if (pairs.some(([, label]) => label === undefined)) throw new UsageError("--class-weights are like ok=1,nok=50, or balanced");
  return { weights: Object.fromEntries(pairs.map(([, label = "", weight]) => [label, Number(weight)])) };
}

/** Returns the budget for false alarms that the options ask for; undefined without one. */
function falseAlarmFields({ "false-alarms": counts, "false-alarms-of": of }: ParsedArguments["options"]): FalseAlarms | undefined {
  if (counts === undefined && of !== undefined) throw new UsageError("--false-alarms-of needs --false-alarms");
  if (counts === undefined) return undefined;
  const [, atMost, outOf] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(counts) ?? [];
  const parsed = falseAlarms.safeParse({
    atMost: Number(atMost),
    outOf: Number(outOf),
    of: of && parseChoice("false-alarms-of", of, COUNTED),
  });
  if (!parsed.success) throw new UsageError("--false-alarms is a number and a whole number, such as 2/5000");
  return parsed.data;
}

/** Returns how a time series is learned, if one of its options is given. The time column may be that of the rows held out instead. */
function timeSeriesFields(options: ParsedArguments["options"]): CreateModelRequest["time_series_params"] {
  const { rows, "time-column": time, "series-column": series, "known-ahead": knownAhead } = options;
  const [horizon, lags] = [parseWholeNumber("horizon", options.horizon), parseWholeNumber("lags", options.lags)];
  const cutoffs = parseWholeNumber("cutoffs", options.cutoffs);
  const hierarchy = hierarchyFields(options);
  if ([horizon, lags, series, knownAhead, cutoffs, hierarchy].every((option) => option === undefined)) return undefined;
  return {
    horizon: horizon ?? timeSeriesParams.shape.horizon.parse(undefined),
    lags: lags ?? timeSeriesParams.shape.lags.parse(undefined),
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

/** Returns the validation that the options ask for; undefined without any of them. `seriesTime` is the time column of a time series. */
function validationFields(options: ParsedArguments["options"], seriesTime: string | undefined): RowValidation | undefined {
  const { rows, folds, "group-columns": groupColumns } = options;
  const timeColumn = seriesTime === undefined ? options["time-column"] : undefined;
  const count = parseWholeNumber("folds", folds);
  if (rows === undefined && groupColumns === undefined && timeColumn === undefined && count === undefined) return undefined;
  const implied = timeColumn !== undefined ? "time" : groupColumns !== undefined ? "groups" : "auto";
  return {
    rows: rows === undefined ? implied : parseChoice("rows", rows, validationRows.options),
    ...(groupColumns !== undefined && { groupColumns: groupColumns.split(",") }),
    ...(timeColumn !== undefined && { timeColumn }),
    ...(count !== undefined && { folds: count }),
  };
}

/** Returns the type that the options name, or that the response's column tells. It says what it takes a column of few numbers for. */
async function modelTypeOf(
  api: ApiClient,
  datasetId: string,
  { type, response }: ParsedArguments["options"],
  { log }: CommandContext,
): Promise<keyof typeof MODES> {
  if (type !== undefined) return parseChoice("type", type, modelType.options);
  if (response === undefined) throw new UsageError("--response is missing: the column to predict. Without one, name a --type");
  const { columns } = await api.dataset(datasetId);
  const column = columns.find(({ name }) => name === response);
  if (!column) throw new UsageError(`The dataset has no column "${response}". It has: ${columns.map(({ name }) => name).join(", ")}`);
  if (column.type === "n" && column.stats.unique <= MAX_NUMERIC_CLASSES)
    log(`${response} has ${column.stats.unique} different numbers, taken as amounts. If they are classes: --type CLASSIFICATION`);
  return column.type === "n" ? "REGRESSION" : "CLASSIFICATION";
}

function parseWholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} is a whole number`);
  return Number(text);
}

function printModel(
  context: CommandContext,
  { id, name, title, dataset_id, algorithms, validation, indicators, intervals, baseline, baseline_differences }: ModelAnswer,
): void {
  printJson(context, { id, name, title, dataset_id, algorithms, validation, indicators, intervals, baseline, baseline_differences });
}
