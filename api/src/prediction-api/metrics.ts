import { ERRORS } from "@agatha/contracts";
import { Counter, Histogram, type Registry } from "prom-client";
import { errorReply } from "../http/error-handler.js";

/** Models with series of their own, the first that are asked. Others share one, so that the number of series has a bound. */
const MAX_MODELS = 200;
const OTHER_MODELS = "other";

interface PredictionMetrics {
  /** Returns a function that counts the request as answered for this model. */
  begin(): (model: string) => void;
  /** Counts rows that were predicted. */
  predicted(model: string, rows: number): void;
  /** Counts a request that was answered by this error. */
  refused(error: unknown): void;
}

/** Call it once per registry. */
export function createPredictionMetrics(registry: Registry): PredictionMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: "agatha_prediction_duration_seconds",
    help: "Time from a prediction request's token to its stored result, by model; its count is the number of requests answered.",
    labelNames: ["model"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const rows = new Counter({ name: "agatha_predicted_rows_total", help: "Rows predicted, by model.", labelNames: ["model"], registers });
  const refusals = new Counter({
    name: "agatha_prediction_refusals_total",
    help: "Prediction requests that were refused or failed, by code of the error catalogue.",
    labelNames: ["code"],
    registers,
  });
  const known = new Set<string>();
  function labelOf(model: string): string {
    if (known.size < MAX_MODELS) known.add(model);
    return known.has(model) ? model : OTHER_MODELS;
  }
  return {
    begin() {
      const end = seconds.startTimer();
      return (model) => void end({ model: labelOf(model) });
    },
    predicted: (model, count) => rows.inc({ model: labelOf(model) }, count),
    refused: (error) => refusals.inc({ code: errorReply(error)?.body.tukey_error ?? ERRORS.unknown }),
  };
}
