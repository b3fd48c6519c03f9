import type { HeldOutPredictions, ModelGraph, ModelInfo, ModelWarning } from "@agatha/contracts";
import { type Table, takeRows } from "../data/tables/table.js";
import { thresholdAt } from "../evaluation/thresholds.js";
import { encodeArtifact } from "../model/artifact/artifact.js";
import { sampleOf } from "../model/artifact/sample.js";
import type { FitContext } from "../numeric/fit-context.js";
import { improvementOf } from "./improvement.js";
import { inputsOf } from "./inputs.js";
import { describeGraph } from "./model-graph.js";
import { describeModel, heldOutPredictions, type Outcome } from "./model-info.js";
import { withLabelledThresholds } from "./outlier-thresholds.js";
import type { ModelRequest } from "./plan.js";
import { prepareLesson } from "./prepare-lesson.js";
import { forecastErrors } from "./series/series-errors.js";
import { describeForecast, servedSeries } from "./series/series-forecast.js";
import { answerHeldOut, baselineFigures, fitWithThreshold, runTrials } from "./trials.js";
import { trustOf } from "./trust.js";
import { createTuner, tuningWarnings } from "./tuning/tuner.js";
import { droppedWarnings } from "./warnings.js";

export interface TrainContext extends Omit<FitContext, "progress"> {
  progress(fraction: number, step: string): void;
  /** IANA zone of times without an offset, kept for what the model will be asked. */
  timezone: string;
  /** Rows of the file of which the table's are a sample; the table's own when left out. */
  totalRows?: number;
}

export interface TrainedResult {
  artifact: Uint8Array;
  info: ModelInfo;
  graph: ModelGraph;
  predictions: HeldOutPredictions;
}

/**
 * Trains a model on the table's rows: trials on held-out rows for the figures, then the model itself on all rows. The
 * same table, request and seed give the same bytes. Throws InvalidInput when request or data are at fault.
 */
export async function trainModel(request: ModelRequest, table: Table, context: TrainContext): Promise<TrainedResult> {
  const { lesson, warnings } = prepareLesson(request, table, context.totalRows, context.timezone);
  const notConverged = new Set<string>();
  const part = (index: number, from: number, to: number, step: string): FitContext => ({
    ...context,
    random: context.random.fork(index),
    progress: (done) => context.progress(from + (to - from) * done, step),
    notConverged: (message) => notConverged.add(message),
  });

  const tuner = createTuner(request, lesson);
  const run = withLabelledThresholds(lesson, await runTrials(lesson, part(0, 0, 0.6, "trials"), tuner?.planner));
  const every = Int32Array.from(lesson.rows.keys());
  const tuned = await tuner?.settle(run, part(5, 0.6, 0.6, "trials"));
  const final = await fitWithThreshold({ ...lesson, plan: tuned?.plan ?? lesson.plan }, every, part(1, 0.6, 0.75, "fit"));
  const all: ModelWarning[] = [
    ...warnings,
    ...tuningWarnings(request, lesson.table.nrow),
    ...droppedWarnings(final.dropped),
    ...[...notConverged].map((message) => ({ code: "not_converged" as const, message })),
  ];
  const steps = final.steps ?? run.steps;
  const heldOut = answerHeldOut(run, takeRows(lesson.table, run.rows));
  const improvement = await improvementOf(lesson, run, { ...part(8, 0.75, 0.8, "figures"), notConverged: undefined });
  const trust = trustOf(lesson, run, { ...heldOut, improvement }, context.random.fork(3));
  const inputs = inputsOf(final.graph, lesson.table);
  const { series } = lesson;
  const errors = series && (await forecastErrors({ table: lesson.table, series }, run, part(6, 0.8, 0.85, "figures")));
  const model = {
    type: request.type,
    response: request.response ?? null,
    timezone: context.timezone,
    threshold: steps && thresholdAt(steps, request.maxFpr),
    inputs,
    ...trust,
    ...(series && errors && { series: servedSeries(series, errors) }),
    graph: final.graph,
    sample: sampleOf(lesson.table, inputs, context.random.fork(4)),
  };
  const forecast = series && errors && describeForecast(series, final.graph, errors, baselineFigures(lesson, run, context.random.fork(7)));
  const outcome: Outcome = { lesson, model, run, steps, heldOut, trust, warnings: all };
  return {
    artifact: encodeArtifact(model),
    info: { ...(await describeModel(outcome, part(2, 0.85, 1, "figures"))), tuning: tuned?.report, forecast },
    graph: describeGraph(model),
    predictions: heldOutPredictions(outcome),
  };
}
