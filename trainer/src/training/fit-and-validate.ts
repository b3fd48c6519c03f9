import type { ModelTuning } from "@agatha/contracts";
import type { DroppedColumn } from "../data/encoding/fit-encoder.js";
import type { Graph } from "../model/artifact/graph.js";
import type { PartContexts } from "./context/training-context.js";
import { fitRows } from "./fit/fit-rows.js";
import { withBottomUp } from "./fit/reconciliation.js";
import type { CrossValidatedModel } from "./hold-out/assess-held-out.js";
import { crossValidate } from "./hold-out/cross-validate.js";
import { inUnitOf } from "./hold-out/outlier-thresholds.js";
import { withoutUnjudged } from "./hold-out/without-unjudged.js";
import type { ModelRequest } from "./plan/plan.js";
import type { TrainingSet } from "./plan/training-set.js";
import { measureForecastErrors } from "./series/backtest/measure-forecast-errors.js";
import type { ForecastEvaluation } from "./series/forecast-evaluation.js";
import { createTuner } from "./tuning/tuner.js";

/** A cross-validated model, and what its training found. */
export interface ValidatedModel extends CrossValidatedModel {
  /** Errors of forecasts from earlier origins. Time series only. */
  backtest?: ForecastEvaluation;
  /** Columns that the final model could not use. */
  dropped: DroppedColumn[];
  /** Result of the search for parameters. */
  tuning?: ModelTuning;
}

/** Cross-validates the request, searches for parameters where it asks for them, and fits the final model on all rows. */
export async function fitAndValidate(request: ModelRequest, trainingSet: TrainingSet, contexts: PartContexts): Promise<ValidatedModel> {
  const { table, series } = trainingSet;
  const tuner = createTuner(request, trainingSet);
  const crossValidated = await crossValidate(trainingSet, contexts.of("crossValidation", "trials"), tuner?.searchForFold);
  const tuned = await tuner?.searchForFinalModel(crossValidated, contexts.of("finalSearch", "trials"));
  const final = await fitRows(
    { ...trainingSet, plan: tuned?.plan ?? trainingSet.plan },
    Int32Array.from(trainingSet.datasetRows.keys()),
    contexts.of("finalFit", "fit"),
    crossValidated.outOfFold,
  );
  const backtest = series && (await measureForecastErrors({ table, series }, crossValidated, contexts.of("forecastErrors", "figures")));
  const reconciled = backtest?.hierarchy?.method === "bottomUp" ? withBottomUp : (graph: Graph) => graph;
  const graph = reconciled(final.graph);
  const folds = crossValidated.folds.map((fold) => ({ ...fold, graph: reconciled(fold.graph) }));
  const crossValidation = inUnitOf(graph, withoutUnjudged({ ...crossValidated, folds }, table));
  return {
    graph,
    crossValidation,
    backtest,
    dropped: final.dropped,
    tuning: tuned?.report,
  };
}
