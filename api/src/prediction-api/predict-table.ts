import { setImmediate } from "node:timers/promises";
import type { PredictionResult } from "@agatha/contracts";
import {
  type AskedPeriods,
  joinResults,
  judgedInStream,
  type ServingModel,
  sliceRows,
  type Table,
  warnOfUnknownClasses,
} from "@agatha/trainer/serving";
import { turn } from "../event-loop/turns.js";
import { mayHoldEventLoop, type ThreadedModel } from "../serving/model-threads.js";
import { ensureExplainTime } from "../serving/predict.js";

/** Time that one turn of predicting should take, and the rows of the first turn of a model whose speed is not known. */
const TURN_MS = 4;
const FIRST_ROWS = 16;
/** Longest request for which a time series predicts the periods further ahead. */
const FORECAST_ROWS = 500;

/** Milliseconds that a row of a model takes, by whether it is explained. */
const speeds = { plain: new WeakMap<ServingModel, number>(), explained: new WeakMap<ServingModel, number>() };

/** Predicts the rows of one request, table by table, in turns with others. */
export interface RequestPredictor {
  /**
   * `isWhole`: the table has all rows of the request, so that a forecast may be added. `rows`: number of the request's rows that
   * are known. Throws InvalidInput (apiInputInvalid) if they cannot be explained in time.
   */
  predict(table: Table, request: { isWhole: boolean; rows: number }): Promise<PredictionResult>;
  /** Predicts the next periods of each series of a model that has them; see ServingModel.nextPeriods. */
  predictNext(recent: Table, asked: AskedPeriods): Promise<PredictionResult>;
}

/** Returns the prediction of a request's rows. If there is a `weight`, the rows continue a stream and have its alarms. */
export function continueStream({ stream }: ServingModel, result: PredictionResult, weight: number | undefined): PredictionResult {
  return stream && weight !== undefined ? judgedInStream(result, stream, weight) : result;
}

/** `isShort`: the rows came in short bodies, so they are predicted between the turns of long ones. */
export function createRequestPredictor(
  model: ThreadedModel,
  { explain, isShort }: { explain: boolean; isShort: boolean },
): RequestPredictor {
  const pause = isShort ? setImmediate : turn;
  const speed = explain ? speeds.explained : speeds.plain;
  const done = { rows: 0, ms: 0 };

  async function predictTable(table: Table, { forecast }: { forecast: boolean }): Promise<{ result: PredictionResult; ms: number }> {
    if (model.predictInThread && mayHoldEventLoop(model, table.nrow, { explain })) {
      return await model.predictInThread(table, { explain, forecast });
    }
    const begun = performance.now();
    const result = model.predictTable(table, { explain, forecast });
    return { result, ms: performance.now() - begun };
  }

  async function predictMeasured(slice: Table, asked: { forecast: boolean }): Promise<PredictionResult> {
    const { result, ms } = await predictTable(slice, asked);
    const known = speed.get(model);
    const measured = ms / slice.nrow;
    // Code that is not compiled yet, and other programs, make some turns slow.
    speed.set(model, known === undefined ? measured : 0.8 * known + 0.2 * measured);
    done.rows += slice.nrow;
    done.ms += ms;
    return warnOfUnknownClasses(result, slice);
  }

  return {
    async predictNext(recent, asked) {
      const parts: PredictionResult[] = [];
      for (const part of model.nextPeriods?.(recent, asked) ?? []) {
        parts.push(part);
        await pause();
      }
      return joinResults(parts);
    },
    async predict(table, { isWhole, rows }) {
      const forecast = isWhole && model.hasForecast && table.nrow <= (explain ? 1 : FORECAST_ROWS);
      // Rows of a forecast belong together: some have values since the training, or values known ahead.
      if (forecast || model.rowsTogether) return await predictMeasured(table, { forecast });
      const parts: PredictionResult[] = [];
      for (let start = 0; start < table.nrow; ) {
        if (start > 0) await pause();
        if (explain && done.rows > 0) ensureExplainTime(done.ms, done.rows, rows);
        const perRow = speed.get(model);
        const count = Math.min(table.nrow - start, perRow === undefined ? FIRST_ROWS : Math.max(1, Math.floor(TURN_MS / perRow)));
        parts.push(await predictMeasured(partOf(table, start, count), { forecast: false }));
        start += count;
      }
      return parts.length === 1 ? (parts[0] as PredictionResult) : joinResults(parts);
    },
  };
}

const partOf = (table: Table, start: number, count: number): Table =>
  count === table.nrow ? table : sliceRows(table, start, start + count);
