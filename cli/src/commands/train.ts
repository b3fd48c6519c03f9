import type { ApiClient } from "@agatha/contracts/client";
import { rankBy } from "@agatha/contracts/kinds/auto-model";
import { modelType } from "@agatha/contracts/kinds/model-type";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../command.js";
import { type CommandContext, CommandFailed, UsageError } from "../command-context.js";
import { parseChoice, parseWholeNumber } from "../parse-arguments.js";
import { failureMessage, pollUntil, waitForModel } from "../polling.js";
import { openSession } from "../session-file.js";
import { findDataset } from "./find-by-id-or-name.js";
import { printJson } from "./output.js";
import { ERROR_COST_OPTIONS, errorCostFields } from "./training/error-costs.js";
import { modelTypeOf } from "./training/model-type.js";
import { OUTLIER_OPTIONS, outlierFields } from "./training/outlier-detection.js";
import { RESOURCE_OPTIONS, resourceFields } from "./training/resources.js";
import { RESPONSE_LIMIT_OPTIONS, responseLimitFields } from "./training/response-limits.js";
import { figuresByRows, VALIDATION_OPTIONS, validationFields } from "./training/row-validation.js";
import { TIME_SERIES_OPTIONS, timeSeriesFields } from "./training/time-series.js";
import { TUNING_OPTIONS, tuningFields } from "./training/tuning.js";

const MODES = { REGRESSION: "AUTO_REGRESSION", CLASSIFICATION: "AUTO_REGRESSION", OCC: "AUTO_OCC", CLUSTERING: "AUTO_CLUSTER" } as const;

const CHOSEN_BY_AUTO = ["algorithm", "tune", "tune-by", "name", "title"];
const ONLY_WITH_AUTO = ["rank-by", "seconds"];

export const train: Command = {
  operands: ["DATASET"],
  description: "Trains a model on a dataset (its id, name or title), waits for it, and prints its figures on rows that it has not seen",
  options: {
    response: { valueName: "COLUMN", description: "Prediction target; needed for REGRESSION and CLASSIFICATION" },
    type: { valueName: "TYPE", description: `One of ${modelType.options.join(", ")}; told by the target's type when left out` },
    auto: { description: "Tries, combines and tunes several methods, and prints the best model" },
    "rank-by": {
      valueName: "FIGURE",
      description: `With --auto: what the models are ranked by, one of ${rankBy.options.join(", ")}; accuracy (cost with --class-weights), RMSE (MASE of a time series), true_positive, silhouette_score or CH_index when left out`,
    },
    seconds: { valueName: "N", description: "With --auto: the time that may be spent" },
    ...TUNING_OPTIONS,
    algorithm: { valueName: "NAME", description: "Method such as XGB, RF or GLM; a sensible one when left out" },
    columns: { valueName: "A,B,C", description: "Columns to learn from; all usable ones when left out" },
    "use-extraction": { description: "Learns from the rows as the enabled edit steps of the dataset leave them" },
    name: { valueName: "NAME", description: "Name of the model: letters and digits, a letter first" },
    title: { valueName: "TEXT", description: "Title of the model in any script, shown instead of the name" },
    ...OUTLIER_OPTIONS,
    ...VALIDATION_OPTIONS,
    ...TIME_SERIES_OPTIONS,
    ...ERROR_COST_OPTIONS,
    ...RESPONSE_LIMIT_OPTIONS,
    seed: { valueName: "N", description: "For the same model again" },
    ...RESOURCE_OPTIONS,
    "no-wait": { description: "Ends as soon as the training is on its way" },
  },
  async run({ operands: [wanted = ""], options, flags }, context) {
    refuseUnusedOptions(options, flags);
    const { api } = await openSession(context);
    const { id: datasetId } = await findDataset(api, wanted);
    const type = await modelTypeOf(api, datasetId, options, context);
    if (flags.has("auto")) return await trainAutomatically({ api, datasetId, type }, options, flags, context);
    const tuning = tuningFields(options);
    const { id } = await api.createModel(datasetId, {
      name: options.name ?? `Model${Date.now()}`,
      title: options.title,
      model_type: type,
      ...commonFields(options, flags),
      ...(await resourceFields(options)),
      ...(tuning && { tuning }),
      ...(options.algorithm !== undefined && { layers: [{ nodes: [{ algorithm: options.algorithm }] }] }),
    });
    if (flags.has("no-wait")) return printJson(context, { id, dataset_id: datasetId });
    await printModel(context, api, await waitForModel(context, api, datasetId, id));
  },
};

/** Throws UsageError for options that this training would not use. */
function refuseUnusedOptions(options: ParsedArguments["options"], flags: ParsedArguments["flags"]): void {
  const givenOf = (names: readonly string[]) => names.filter((name) => options[name] !== undefined).map((name) => `--${name}`);
  const unused = givenOf(flags.has("auto") ? CHOSEN_BY_AUTO : ONLY_WITH_AUTO);
  if (unused.length === 0) return;
  throw new UsageError(
    flags.has("auto")
      ? `--auto chooses methods, settings, names and titles itself: leave out ${unused.join(", ")}`
      : `Only automatic training takes ${unused.join(", ")}: add --auto`,
  );
}

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
  const seconds = parseWholeNumber("seconds", options.seconds);
  const { id } = await api.createAutoModel(datasetId, {
    mode: MODES[type],
    model_type: type,
    ...commonFields(options, flags),
    ...(await resourceFields(options)),
    ...(options["rank-by"] !== undefined && { rank_by: parseChoice("rank-by", options["rank-by"], rankBy.options) }),
    ...(seconds !== undefined && { limit: { seconds } }),
  });
  if (flags.has("no-wait")) return printJson(context, { auto_model_id: id, dataset_id: datasetId });
  const autoModel = await pollUntil(
    context,
    { label: "Training", id },
    () => api.autoModel(datasetId, id, context.signal),
    ({ status }) => status !== "fitting_processing",
  );
  if (autoModel.model_id === null) throw new CommandFailed(failureMessage("No model of the automatic training was trained", autoModel));
  await printModel(context, api, await api.model(datasetId, autoModel.model_id), autoModel.expected);
}

/** Returns what automatic trainings and trainings of one model take alike. */
function commonFields({ response, columns, seed, ...options }: ParsedArguments["options"], flags: ParsedArguments["flags"]) {
  const costs = errorCostFields(options);
  const limits = responseLimitFields(options);
  const wanted = parseWholeNumber("seed", seed);
  const timeSeries = timeSeriesFields(options);
  const validation = validationFields(options, timeSeries?.time);
  return {
    ...(validation && { validation }),
    ...(timeSeries && { time_series_params: timeSeries }),
    ...(response !== undefined && { response }),
    ...(columns !== undefined && { columns: columns.split(",") }),
    ...(wanted !== undefined && { seed: wanted }),
    ...(costs && { error_costs: costs }),
    ...(limits && { response_limits: limits }),
    ...(flags.has("use-extraction") && { use_extraction: true }),
    ...outlierFields(options),
  };
}

/**
 * Prints the model with its held-out figures, and those for the other rows where it has both. `expected` is its figure as
 * corrected for the choice among several.
 */
async function printModel(
  context: CommandContext,
  api: ApiClient,
  {
    id,
    name,
    title,
    dataset_id,
    algorithms,
    validation,
    indicators,
    intervals,
    baseline,
    baseline_intervals,
    baseline_differences,
  }: ModelAnswer,
  expected: AutoModelAnswer["expected"] = null,
): Promise<void> {
  const { validation: heldOut } = await api.modelInfo(dataset_id, id, context.signal);
  const figures = { indicators, intervals, baseline, baseline_intervals, baseline_differences };
  printJson(context, {
    id,
    name,
    title,
    dataset_id,
    algorithms,
    validation,
    ...figures,
    ...figuresByRows(heldOut),
    ...(expected && { expected }),
  });
}
