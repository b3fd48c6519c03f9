import type {
  DataFinding,
  ForecastErrorUnits,
  HeldOutPredictions,
  MetricResamples,
  ModelGraph,
  ModelInfo,
  ModelWarning,
} from "@agatha/contracts";
import { findFindings } from "../data/findings/find-findings.js";
import type { Table } from "../data/tables/table.js";
import { zeroLevelWarnings } from "../data/time-series/zero-levels.js";
import { thresholdAt } from "../evaluation/thresholds.js";
import { encodeArtifact, type TrainedModel } from "../model/artifact/artifact.js";
import { drawTrainingSample } from "../model/artifact/training-sample.js";
import { createYielder } from "../numeric/yield-to-event-loop.js";
import { createPartContexts, type TrainingContext } from "./context/training-context.js";
import { fitAndValidate } from "./fit-and-validate.js";
import { assessHeldOut } from "./hold-out/assess-held-out.js";
import { budgetWarnings } from "./hold-out/budget-warnings.js";
import { metricResamples } from "./hold-out/metric-uncertainty.js";
import { baselineMetrics } from "./hold-out/validation-metrics.js";
import { packKnownRows } from "./known-rows.js";
import { type HiddenColumns, withoutHidden } from "./plan/hidden-columns.js";
import { type ModelRequest, plannedColumns } from "./plan/plan.js";
import type { TrainingSet } from "./plan/training-set.js";
import { droppedWarnings } from "./plan/training-warnings.js";
import { prepareTrainingSet } from "./preparation/prepare-training-set.js";
import { withMeasuredBlocks } from "./quick-model/block-errors.js";
import { describeGraph } from "./report/describe-graph.js";
import { describeInputs, responseRange } from "./report/describe-inputs.js";
import { heldOutPredictions } from "./report/held-out-predictions.js";
import { describeModel } from "./report/model-info.js";
import type { TrainingOutcome } from "./report/training-outcome.js";
import { toArtifactSeries } from "./series/artifact-series.js";
import { backtestWarnings } from "./series/backtest-warnings.js";
import { describeForecast } from "./series/describe-forecast.js";
import { withInputFormats } from "./series/input-formats.js";
import { areZerosKnownAhead, zeroLevelsOf } from "./series/learned-range.js";
import { unusualEndWarnings } from "./series/unusual-end-warnings.js";
import { tuningWarnings } from "./tuning/tuner.js";
import { withDefaultValidation } from "./validation/default-validation.js";
import { withRowsInTime } from "./validation/rows-in-time.js";

export interface TrainingResult {
  artifact: Uint8Array;
  info: ModelInfo;
  graph: ModelGraph;
  predictions: HeldOutPredictions;
  /** Digests of the rows that the model learned from. */
  knownRows: Uint8Array;
  /** Absent for outlier detectors without known anomalies. */
  resamples?: MetricResamples;
  /** Forecasts only. */
  forecastErrors?: ForecastErrorUnits;
}

/**
 * Trains a model on the table's rows: cross-validation for the metrics, then the final model on all rows. The same table, request
 * and seed give the same bytes. Throws InvalidInput when the request or the data are at fault.
 */
export async function trainModel(requested: ModelRequest & HiddenColumns, table: Table, context: TrainingContext): Promise<TrainingResult> {
  const request = await withMeasuredBlocks(withRowsInTime(withDefaultValidation(requested), table), table, context);
  const { trainingSet, warnings } = prepareTrainingSet(request, table, context.population, context.timezone);
  const contexts = createPartContexts(context);
  const validated = await fitAndValidate(request, trainingSet, contexts);
  const assessment = await assessHeldOut(trainingSet, validated, contexts);
  const { graph, backtest } = validated;
  const { crossValidation, thresholdSteps, uncertainty, figures } = assessment;
  const { series, target } = trainingSet;
  const inputs = describeInputs(graph, trainingSet.table);
  const model: TrainedModel = {
    type: request.type,
    response: request.response ?? null,
    timezone: context.timezone,
    formats: context.formats && withInputFormats(context.formats, { request, table, inputs }),
    threshold: thresholdSteps && thresholdAt(thresholdSteps, trainingSet.maxFpr ?? 1),
    falseAlarms: request.falseAlarms,
    normalScores: assessment.normalScores,
    inputs,
    responseRange: responseRange(target),
    interval: uncertainty.interval,
    calibration: uncertainty.calibration,
    errorCosts: target.kind === "class" ? target.decision?.costs : undefined,
    ...(series && backtest && { series: toArtifactSeries(series, backtest) }),
    graph,
    trainingSample: drawTrainingSample(trainingSet.table, inputs, contexts.random("trainingSample")),
  };
  const forecast = series && backtest && describeForecast(series, graph, backtest, baselineMetrics(trainingSet, crossValidation));
  const allWarnings: ModelWarning[] = [
    ...warnings,
    ...budgetWarnings(trainingSet, assessment.normalScores),
    ...tuningWarnings(request, trainingSet.table.nrow),
    ...droppedWarnings(validated.dropped),
    ...(series && backtest ? backtestWarnings(series, backtest) : []),
    ...(series ? await unusualEndWarnings(series, createYielder(contexts.of("learningCurve", "figures"))) : []),
    ...(series ? zeroLevelWarnings(zeroLevelsOf(series), series.response) : []),
    ...[...contexts.notConverged].map((message) => ({ code: "not_converged" as const, message })),
  ];
  const outcome: TrainingOutcome = { trainingSet, model, ...assessment, warnings: allWarnings };
  const info = await describeModel(outcome, contexts.of("report", "figures"));
  const { findings } = findFindings(withoutHidden(table, request), context, context.readColumns);
  return {
    artifact: encodeArtifact(model),
    info: {
      ...info,
      indicators: { ...info.indicators, ...backtest?.indicators },
      ...(backtest && {
        intervals: { ...info.intervals, ...backtest.intervals },
        baseline: { ...info.baseline, ...backtest.baseline },
        baseline_intervals: { ...info.baseline_intervals, ...backtest.baselineIntervals },
        baseline_differences: { ...info.baseline_differences, ...backtest.baselineDifferences },
      }),
      tuning: validated.tuning,
      forecast,
      findings: findingsOf(trainingSet, { response: request.response, info }, findings),
    },
    graph: describeGraph(model),
    predictions: heldOutPredictions(outcome),
    knownRows: packKnownRows(trainingSet, inputs),
    // Without known anomalies, no figure says which detector is better.
    resamples: request.type === "OCC" && !trainingSet.semilabel ? undefined : metricResamples(figures, trainingSet, crossValidation),
    forecastErrors: backtest?.forecastErrors,
  };
}

/**
 * Returns the findings about rows, and about the columns that the model was asked to learn from or to predict. What training does
 * about gaps is said only for inputs: rows without a response, and columns that were left out, have warnings. Drift needs no remark if
 * the latest rows were held out, nor do copies if they were held out together, nor zeros of the response that columns known ahead tell of.
 */
function findingsOf(
  { plan, series }: TrainingSet,
  { response, info: { inputs, validation } }: { response: string | undefined; info: Pick<ModelInfo, "inputs" | "validation"> },
  findings: readonly DataFinding[],
): DataFinding[] {
  const learned = [...inputs.map(({ name }) => name), ...(series?.columns ?? [])];
  const leftOut = plan.leftOut?.map(({ column }) => column) ?? [];
  const used = [response, ...plannedColumns(plan), ...leftOut, ...learned];
  const heldOutLatest = validation.method === "latest" || validation.method === "rolling_origin";
  return findings
    .filter(({ code }) => !(code === "drift" && heldOutLatest))
    .filter(({ code, column }) => !(code === "near_unique_text" && column === response))
    .filter(({ code, column }) => !(code === "zeros_for_missing" && column === response && series && areZerosKnownAhead(series)))
    .filter(({ code }) => !((code === "near_copies" || code === "copied_rows") && validation.groupedBy === "copies"))
    .filter(({ code, column }) => column === undefined || (code === "missing_values" ? learned : used).includes(column));
}
