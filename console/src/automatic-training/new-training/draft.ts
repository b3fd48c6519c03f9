/** Draft of an automatic training: the fields that it does not share with a manual model. Pure, so that the form only displays it. */
import type { AutoModelMode, EnablingMode, RankBy } from "@agatha/contracts";
import { maxClusterCount } from "@agatha/contracts/algorithms/clusters";
import { autoModelCandidates } from "@agatha/contracts/automatic-training/auto-model-candidates";
import { favoursLogResponse } from "@agatha/contracts/automatic-training/favours-log-response";
import { autoModelLimits, CLUSTER_COUNTS } from "@agatha/contracts/kinds/auto-model-limits";
import { type FalseAlarms, falseAlarmProblem, falseAlarms } from "@agatha/contracts/kinds/false-alarms";
import { defaultAnomalyValue, MIN_SEMILABELS, semilabelProblem, valueCounts } from "@agatha/contracts/model-rules/semilabel";
import { rankingChoices } from "@agatha/contracts/ranking/ranking";
import type { CreateAutoModelRequest } from "@agatha/contracts/wire";
import { numberBounds } from "../../fields/number-bounds.js";
import type { ColumnOption, LearningGoal } from "../../models/training-draft/column-options.js";
import {
  availableFeatures,
  errorCostsOf,
  isTimeSeries,
  modelTypeOf,
  needsColumns,
  selectedFeatures,
  type TrainingDraft,
  timeSeriesParamsOf,
} from "../../models/training-draft/draft.js";
import { type TrainingContext, toTrainingRequest } from "../../models/training-draft/request.js";
import { isIntegerWithin } from "../../models/training-draft/time-series.js";
import { type TrainingDraftProblems, validateTrainingDraft } from "../../models/training-draft/validate-draft.js";

export interface AutomaticTrainingDraft {
  /** `thorough` tries every method, then combines and tunes the best; `quick` tries a few fast methods. */
  effort: "thorough" | "quick";
  /** Columns to learn from: all that the server finds usable, without those that leak the target, or chosen ones. */
  columns: "usable" | "chosen";
  /** Time limit in minutes, as entered; 0.5 is 30 seconds. */
  minutes: string;
  /** Largest number of models, as entered. */
  models: string;
  /** Smallest and largest number of clusters to try, as entered. Until the largest is entered, it is null and goes by the rows. */
  minClusters: string;
  maxClusters: string | null;
  /** Column that marks known anomalies. */
  semilabel: string | null;
  /** Its value that marks an anomaly; null if every value does. */
  anomalyValue: string | null;
  /** Kind of the rows that it does not mark. */
  otherRows: NonNullable<CreateAutoModelRequest["other_rows"]>;
  /** Largest share of unmarked rows that may be flagged, in per cent, as entered. */
  maxFlaggedPercent: string;
  /** Budget for false alarms, as entered. */
  falseAlarms: { of: "none" | FalseAlarms["of"]; atMost: string; outOf: string };
  /** Rule that ranks the models; the recommended one where the goal does not offer the choice. */
  rankBy: RankBy;
  enabling: EnablingMode;
}

/** The server's own bounds and default, in seconds; the form begins at half a minute. */
const { seconds: SECONDS_SCHEMA, models: MODELS_SCHEMA } = autoModelLimits.unwrap().shape;
export const TIME_LIMIT_MINUTES = {
  default: SECONDS_SCHEMA.def.defaultValue / 60,
  min: 0.5,
  max: numberBounds(SECONDS_SCHEMA.unwrap()).max / 60,
};
export const MODEL_LIMIT = { default: MODELS_SCHEMA.def.defaultValue, ...numberBounds(MODELS_SCHEMA.unwrap()) };
const MODES: Record<LearningGoal, AutoModelMode> = { predict: "AUTO_REGRESSION", outliers: "AUTO_OCC", clusters: "AUTO_CLUSTER" };

/** Returns the form's defaults. */
export function newAutomaticTrainingDraft(enabling: EnablingMode): AutomaticTrainingDraft {
  return {
    effort: "thorough",
    columns: "usable",
    minutes: String(TIME_LIMIT_MINUTES.default),
    models: String(MODEL_LIMIT.default),
    minClusters: String(CLUSTER_COUNTS.min),
    maxClusters: null,
    semilabel: null,
    anomalyValue: null,
    otherRows: "unknown",
    maxFlaggedPercent: "100",
    falseAlarms: { of: "none", atMost: "1", outOf: "100" },
    rankBy: "recommended",
    enabling,
  };
}

/** Bounds of the number of clusters for a table of `rows` rows. The larger is below the smaller where they are too few to be clustered. */
export function clusterCountBounds(rows: number): { min: number; max: number } {
  return { min: CLUSTER_COUNTS.min, max: Math.min(CLUSTER_COUNTS.max, maxClusterCount(rows)) };
}

/** Returns the largest number of clusters to try: the one entered, or the default for `rows` rows. */
export function mostClusters({ maxClusters }: Pick<AutomaticTrainingDraft, "maxClusters">, rows: number): string {
  const { min, max } = clusterCountBounds(rows);
  return maxClusters ?? String(Math.max(min, Math.min(max, min + CLUSTER_COUNTS.maxTried - 1)));
}

function autoModelModeOf({ goal }: TrainingDraft, { effort }: AutomaticTrainingDraft): AutoModelMode {
  return effort === "quick" ? "AUTO_MINIMUM" : MODES[goal];
}

/** Returns the rules that can rank the models, the recommended one first, and the present choice among them. */
export function rankingOptions(draft: TrainingDraft, { semilabel, rankBy }: AutomaticTrainingDraft): { options: RankBy[]; chosen: RankBy } {
  const hasCosts = errorCostsOf(draft).error_costs !== undefined;
  const choices = rankingChoices(modelTypeOf(draft), {
    labelled: semilabel !== null,
    series: isTimeSeries(draft),
    costs: hasCosts,
  }).reverse();
  // The recommended rule goes by the accuracy, which costs are not about.
  const options = hasCosts ? choices.filter((choice) => choice !== "recommended") : choices;
  return { options, chosen: options.includes(rankBy) ? rankBy : hasCosts ? "cost" : "recommended" };
}

/** Columns that can mark known anomalies. Values that edit steps make are counted in the training. */
export function semilabelOptions(choices: readonly ColumnOption[]): ColumnOption[] {
  return choices.filter(
    ({ column: { type, stats }, edited }) => semilabelProblem(edited === "values" ? { type } : { type, stats }) === undefined,
  );
}

/** Sets the column that marks known anomalies, with the rarer of two values as the odd one. */
export function withSemilabel(automaticDraft: AutomaticTrainingDraft, choice: ColumnOption | null): AutomaticTrainingDraft {
  const anomalyValue = choice ? (defaultAnomalyValue(valueCounts(choice.column)) ?? null) : null;
  return { ...automaticDraft, semilabel: choice?.column.name ?? null, anomalyValue };
}

/** Values of a column that can mark an anomaly; null stands for every value. */
export function anomalyValueOptions({ column }: ColumnOption): (string | null)[] {
  const found = (valueCounts(column).values ?? []).filter(({ count }) => count >= MIN_SEMILABELS).map(({ value }) => value);
  const marking = found.filter((value) => semilabelProblem(column, value) === undefined);
  return [...(defaultAnomalyValue(valueCounts(column)) === undefined ? [null] : []), ...marking];
}

/** Columns to learn from: all except the one that marks anomalies. */
export function featureOptions(
  draft: TrainingDraft,
  { semilabel }: AutomaticTrainingDraft,
  choices: readonly ColumnOption[],
): ColumnOption[] {
  const marks = draft.goal === "outliers" ? semilabel : null;
  return availableFeatures(draft, choices).filter(({ column }) => column.name !== marks);
}

/** Returns true if columns were chosen, and not all that are offered. */
export function leavesOutColumns(draft: TrainingDraft, automaticDraft: AutomaticTrainingDraft, choices: readonly ColumnOption[]): boolean {
  const offered = featureOptions(draft, automaticDraft, choices);
  return automaticDraft.columns === "chosen" && offered.some(({ column }) => !draft.columns.includes(column.name));
}

export interface AutomaticTrainingProblems extends TrainingDraftProblems {
  minutes?: "minutesRule";
  models?: "modelsRule";
  minClusters?: "clusterCountRule" | "clusterCountRows";
  maxClusters?: "clusterCountRule" | "clusterCountOrder" | "clusterCountMany";
  maxFlaggedPercent?: "flaggedRule";
  falseAlarms?: "falseAlarmsRule";
}

/** Returns the problem of each field that keeps the form from being sent. None means that it can be. */
export function validateAutomaticTraining(
  draft: TrainingDraft,
  automaticDraft: AutomaticTrainingDraft,
  context: TrainingContext,
): AutomaticTrainingProblems {
  const { choices, rows } = context;
  const problems: AutomaticTrainingProblems = validateTrainingDraft(draft, context);
  const offered = featureOptions(draft, automaticDraft, choices);
  const learned = automaticDraft.columns === "usable" ? offered : selectedFeatures(draft, offered);
  if (learned.length === 0 && needsColumns(draft)) problems.columns = "columnsNeeded";
  if (!isTimeLimit(automaticDraft.minutes)) problems.minutes = "minutesRule";
  if (!isIntegerWithin(automaticDraft.models, MODEL_LIMIT)) problems.models = "modelsRule";
  if (draft.goal === "clusters") Object.assign(problems, validateClusterCounts(automaticDraft, rows));
  const share = Number(automaticDraft.maxFlaggedPercent);
  const badShare = automaticDraft.maxFlaggedPercent.trim() === "" || !(share >= 0 && share <= 100);
  if (draft.goal === "outliers" && limitsFlaggedRows(automaticDraft) && badShare) problems.maxFlaggedPercent = "flaggedRule";
  if (draft.goal === "outliers" && !isBudget(automaticDraft.falseAlarms)) problems.falseAlarms = "falseAlarmsRule";
  return problems;
}

function isTimeLimit(minutes: string): boolean {
  const { min, max } = TIME_LIMIT_MINUTES;
  return minutes.trim() !== "" && Number(minutes) >= min && Number(minutes) <= max;
}

/** Returns true if the share of flagged rows is limited: known anomalies are marked, and each row is judged by itself. */
export function limitsFlaggedRows({ semilabel, falseAlarms }: AutomaticTrainingDraft): boolean {
  return semilabel !== null && falseAlarms.of !== "alarms";
}

function isBudget({ of, atMost, outOf }: AutomaticTrainingDraft["falseAlarms"]): boolean {
  if (of === "none") return true;
  const { success, data } = falseAlarms.safeParse({ of, atMost: Number(atMost), outOf: Number(outOf) });
  return success && falseAlarmProblem(data, "OCC") === undefined;
}

function validateClusterCounts(automaticDraft: AutomaticTrainingDraft, rows: number): AutomaticTrainingProblems {
  const bounds = clusterCountBounds(rows);
  const { minClusters } = automaticDraft;
  const maxClusters = mostClusters(automaticDraft, rows);
  if (bounds.max < bounds.min) return { minClusters: "clusterCountRows" };
  if (!isIntegerWithin(minClusters, bounds)) return { minClusters: "clusterCountRule" };
  if (!isIntegerWithin(maxClusters, bounds)) return { maxClusters: "clusterCountRule" };
  if (Number(maxClusters) < Number(minClusters)) return { maxClusters: "clusterCountOrder" };
  return clusterCounts(automaticDraft, rows).length > CLUSTER_COUNTS.maxTried ? { maxClusters: "clusterCountMany" } : {};
}

/** Includes both ends. */
function clusterCounts(automaticDraft: AutomaticTrainingDraft, rows: number): number[] {
  const [from, to] = [Number(automaticDraft.minClusters), Number(mostClusters(automaticDraft, rows))];
  return Array.from({ length: Math.max(0, Math.min(CLUSTER_COUNTS.max, to) - from + 1) }, (_, i) => from + i);
}

/** Number of models that are tried before the best are combined and tuned. Returns 0 if the range of cluster counts is empty. */
export function candidateCount(
  draft: TrainingDraft,
  automaticDraft: AutomaticTrainingDraft,
  { rows, choices }: Pick<TrainingContext, "rows" | "choices">,
): number {
  const clusters =
    draft.goal === "clusters" && Object.keys(validateClusterCounts(automaticDraft, rows)).length === 0
      ? clusterCounts(automaticDraft, rows)
      : [];
  const timeSeries = timeSeriesParamsOf(draft).time_series_params;
  const mode = autoModelModeOf(draft, automaticDraft);
  const target = choices.find(({ column }) => column.name === draft.target)?.column;
  const logResponse = target?.type === "n" && favoursLogResponse(target.stats);
  return autoModelCandidates({ mode, clusters, timeSeries, logResponse }, modelTypeOf(draft), rows).length;
}

/** Requires a draft without problems. */
export function toAutoModelRequest(
  draft: TrainingDraft,
  automaticDraft: AutomaticTrainingDraft,
  context: TrainingContext,
): CreateAutoModelRequest {
  const { enabling } = automaticDraft;
  const isChosen = automaticDraft.columns === "chosen";
  const columns = isChosen ? selectedFeatures(draft, featureOptions(draft, automaticDraft, context.choices)) : undefined;
  return {
    mode: autoModelModeOf(draft, automaticDraft),
    ...toTrainingRequest(draft, context, { columns }),
    ...(draft.goal === "clusters" ? { clusters: clusterCounts(automaticDraft, context.rows) } : {}),
    ...(draft.goal === "outliers" ? { ...knownAnomalies(automaticDraft), ...falseAlarmBudget(automaticDraft) } : {}),
    rank_by: rankingOptions(draft, automaticDraft).chosen,
    limit: { seconds: Math.round(60 * Number(automaticDraft.minutes)), models: Number(automaticDraft.models) },
    enabling,
  };
}

function knownAnomalies(automaticDraft: AutomaticTrainingDraft): Partial<CreateAutoModelRequest> {
  const { semilabel, anomalyValue, otherRows, maxFlaggedPercent } = automaticDraft;
  if (semilabel === null) return {};
  const value = anomalyValue === null ? {} : { anomaly_value: anomalyValue };
  const limit = limitsFlaggedRows(automaticDraft) ? { max_fpr: Number(maxFlaggedPercent) / 100 } : {};
  return { semilabel, ...value, other_rows: otherRows, ...limit };
}

function falseAlarmBudget({ falseAlarms: { of, atMost, outOf } }: AutomaticTrainingDraft): Partial<CreateAutoModelRequest> {
  return of === "none" ? {} : { false_alarms: { atMost: Number(atMost), outOf: Number(outOf), of } };
}
