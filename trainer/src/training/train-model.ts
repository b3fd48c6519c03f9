import type { DataFinding, FigureResamples, HeldOutPredictions, ModelGraph, ModelInfo, ModelWarning } from "@agatha/contracts";
import { findFindings, type ReadColumn } from "../data/findings/find-findings.js";
import { type Table, takeRows } from "../data/tables/table.js";
import { conformalThresholds } from "../evaluation/conformal-p-values.js";
import { thresholdAt } from "../evaluation/thresholds.js";
import { encodeArtifact } from "../model/artifact/artifact.js";
import type { Graph } from "../model/artifact/graph.js";
import { drawTrainingSample } from "../model/artifact/training-sample.js";
import type { FitContext } from "../numeric/fit-context.js";
import { wholeProgress } from "../numeric/progress-range.js";
import { withBottomUp } from "./fit/reconciliation.js";
import { crossValidate, fitWithThreshold, predictHeldOut } from "./hold-out/cross-validate.js";
import { figureResamples, heldOutUncertainty } from "./hold-out/figure-uncertainty.js";
import { expectedErrorRatio } from "./hold-out/learning-curve.js";
import { otherRowsMetrics } from "./hold-out/other-rows.js";
import { heldOutNormalScores, withHeldOutThresholds } from "./hold-out/outlier-thresholds.js";
import { estimateUncertainty } from "./hold-out/uncertainty.js";
import { baselineMetrics } from "./hold-out/validation-metrics.js";
import { packKnownRows } from "./known-rows.js";
import { type ModelRequest, plannedColumns } from "./plan/plan.js";
import type { TrainingSet } from "./plan/training-set.js";
import { droppedWarnings } from "./plan/training-warnings.js";
import { prepareTrainingSet } from "./prepare-training-set.js";
import { TRAINING_PROGRESS } from "./progress-shares.js";
import { TRAINING_STREAMS } from "./random-streams.js";
import { describeGraph } from "./report/describe-graph.js";
import { describeInputs, responseRange } from "./report/describe-inputs.js";
import { heldOutPredictions } from "./report/held-out-predictions.js";
import { describeModel } from "./report/model-info.js";
import type { TrainingOutcome } from "./report/training-outcome.js";
import { toArtifactSeries } from "./series/artifact-series.js";
import { measureForecastErrors } from "./series/backtest/measure-forecast-errors.js";
import { describeForecast } from "./series/describe-forecast.js";
import { createTuner, tuningWarnings } from "./tuning/tuner.js";

interface TrainContext extends Omit<FitContext, "progress"> {
  progress(fraction: number, step: string): void;
  /** IANA time zone of times without an offset; the model stores it for its predictions. */
  timezone: string;
  /** Rows of the file from which the table is sampled; left out, the table's own. */
  totalRows?: number;
  /** How the columns of the file were read. */
  readColumns?: readonly ReadColumn[];
}

export interface TrainingResult {
  artifact: Uint8Array;
  info: ModelInfo;
  graph: ModelGraph;
  predictions: HeldOutPredictions;
  /** Digests of the rows that the model learned from. */
  knownRows: Uint8Array;
  /** Of models with a response. */
  resamples?: FigureResamples;
}

/**
 * Trains a model on the table's rows: cross-validation for the metrics, then the final model on all rows. The same table, request
 * and seed give the same bytes. Throws InvalidInput when the request or the data are at fault.
 */
export async function trainModel(request: ModelRequest, table: Table, context: TrainContext): Promise<TrainingResult> {
  const { trainingSet, warnings } = prepareTrainingSet(request, table, context.totalRows, context.timezone);
  const notConverged = new Set<string>();
  const contextOf = (part: keyof typeof TRAINING_PROGRESS, step: string): FitContext => ({
    ...context,
    random: context.random.fork(TRAINING_STREAMS[part]),
    progress: (done) => context.progress(wholeProgress(TRAINING_PROGRESS[part], done), step),
    warnNotConverged: (message) => notConverged.add(message),
  });

  const tuner = createTuner(request, trainingSet);
  const crossValidated = await crossValidate(trainingSet, contextOf("crossValidation", "trials"), tuner?.searchForFold);
  const allRows = Int32Array.from(trainingSet.datasetRows.keys());
  const tuned = await tuner?.searchForFinalModel(crossValidated, contextOf("finalSearch", "trials"));
  const { graph: fitted, ...final } = await fitWithThreshold(
    { ...trainingSet, plan: tuned?.plan ?? trainingSet.plan },
    allRows,
    contextOf("finalFit", "fit"),
  );
  const { series } = trainingSet;
  const backtest =
    series && (await measureForecastErrors({ table: trainingSet.table, series }, crossValidated, contextOf("forecastErrors", "figures")));
  const reconciled = backtest?.hierarchy?.method === "bottomUp" ? withBottomUp : (graph: Graph) => graph;
  const graph = reconciled(fitted);
  const folds = crossValidated.folds.map((fold) => ({ ...fold, graph: reconciled(fold.graph) }));
  const crossValidation = withHeldOutThresholds(trainingSet, { ...crossValidated, folds }, graph);
  const allWarnings: ModelWarning[] = [
    ...warnings,
    ...tuningWarnings(request, trainingSet.table.nrow),
    ...droppedWarnings(final.dropped),
    ...[...notConverged].map((message) => ({ code: "not_converged" as const, message })),
  ];
  const heldOut = predictHeldOut(crossValidation, takeRows(trainingSet.table, crossValidation.heldOutRows));
  const normalScores =
    request.type === "OCC"
      ? heldOutNormalScores(trainingSet, crossValidation, graph, context.random.fork(TRAINING_STREAMS.normalScores))
      : undefined;
  const thresholdSteps =
    normalScores && request.falseAlarms ? conformalThresholds(normalScores) : (crossValidation.thresholdSteps ?? final.thresholdSteps);
  const otherRows = await otherRowsMetrics(trainingSet, crossValidation, {
    ...contextOf("learningCurve", "figures"),
    random: context.random.fork(TRAINING_STREAMS.otherRows),
    warnNotConverged: undefined,
  });
  const errorRatio = await expectedErrorRatio(trainingSet, crossValidation, {
    ...contextOf("learningCurve", "figures"),
    warnNotConverged: undefined,
  });
  const uncertainty = estimateUncertainty(
    trainingSet,
    crossValidation,
    { ...heldOut, errorRatio },
    context.random.fork(TRAINING_STREAMS.uncertainty),
  );
  const figures = heldOutUncertainty(trainingSet, crossValidation, { ...heldOut, probabilities: uncertainty.probabilities });
  const inputs = describeInputs(graph, trainingSet.table);
  const model = {
    type: request.type,
    response: request.response ?? null,
    timezone: context.timezone,
    threshold: thresholdSteps && thresholdAt(thresholdSteps, trainingSet.maxFpr ?? 1),
    falseAlarms: request.falseAlarms,
    normalScores,
    inputs,
    responseRange: responseRange(trainingSet.target),
    interval: uncertainty.interval,
    calibration: uncertainty.calibration,
    errorCosts: trainingSet.target.kind === "class" ? trainingSet.target.decision?.costs : undefined,
    ...(series && backtest && { series: toArtifactSeries(series, backtest) }),
    graph,
    trainingSample: drawTrainingSample(trainingSet.table, inputs, context.random.fork(TRAINING_STREAMS.trainingSample)),
  };
  const forecast =
    series &&
    backtest &&
    describeForecast(
      series,
      graph,
      backtest,
      baselineMetrics(trainingSet, crossValidation, context.random.fork(TRAINING_STREAMS.forecastBaseline)),
    );
  const outcome: TrainingOutcome = {
    trainingSet,
    model,
    crossValidation,
    thresholdSteps,
    heldOut,
    otherRows,
    uncertainty,
    figures,
    warnings: allWarnings,
  };
  const info = await describeModel(outcome, contextOf("report", "figures"));
  const { findings } = findFindings(table, context.totalRows ?? table.nrow, context.readColumns);
  return {
    artifact: encodeArtifact(model),
    info: {
      ...info,
      indicators: { ...info.indicators, ...backtest?.indicators },
      tuning: tuned?.report,
      forecast,
      findings: findingsOf(trainingSet, { response: request.response, info }, findings),
    },
    graph: describeGraph(model),
    predictions: heldOutPredictions(outcome),
    knownRows: packKnownRows(trainingSet, inputs),
    resamples: figures && figureResamples(figures, trainingSet, crossValidation),
  };
}

/**
 * Returns the findings about rows, and about the columns that the model was asked to learn from or to predict. What training does
 * about gaps is said of inputs alone: rows without a response, and columns that were left out, have warnings. Drift needs no
 * remark where the latest rows were held out.
 */
function findingsOf(
  { plan, series }: TrainingSet,
  { response, info: { inputs, validation } }: { response: string | undefined; info: Pick<ModelInfo, "inputs" | "validation"> },
  findings: readonly DataFinding[],
): DataFinding[] {
  const learned = [...inputs.map(({ name }) => name), ...(series?.columns ?? [])];
  const used = [response, ...plannedColumns(plan), ...learned];
  const heldOutLatest = validation.method === "latest" || validation.method === "rolling_origin";
  return findings
    .filter(({ code }) => !(code === "drift" && heldOutLatest))
    .filter(({ code, column }) => column === undefined || (code === "missing_values" ? learned : used).includes(column));
}
