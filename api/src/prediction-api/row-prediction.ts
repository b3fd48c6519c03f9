import { ERRORS, InvalidInput, type PredictionResult } from "@agatha/contracts";
import { joinResults, type RowColumns } from "@agatha/trainer/serving";
import { turn } from "../event-loop/turns.js";
import type { ThreadedModel } from "../serving/model-threads.js";
import { ensureSeenTogether } from "../serving/predict.js";
import type { PostedRows } from "./posted-rows.js";
import type { RequestPredictor } from "./predict-table.js";

/** Largest number of rows that are in columns at once, whatever the request's length, if the model predicts each row alone. */
export const PART_ROWS = 500;

/**
 * Prediction of a request whose rows are predicted while others are still being read, or after all of them where the model sees them
 * together.
 */
export class RowPrediction {
  private readonly parts: PredictionResult[] = [];
  private partRows = 0;

  constructor(
    private readonly columns: RowColumns,
    private readonly posted: PostedRows,
    private readonly predictor: RequestPredictor,
    private readonly served: { model: ThreadedModel; explain: boolean },
  ) {}

  /** Number of rows read so far. */
  get rows(): number {
    return this.posted.rows;
  }

  /** Number of predicted rows that `take` would return. */
  get predicted(): number {
    return this.partRows;
  }

  /**
   * Reads and predicts rows until the body ends, or until `stop` after a part. Returns the bytes of the last chunk that are unread,
   * or undefined at the end of the body. Does not close `chunks`. Throws as PostedRows, RequestPredictor
   * and ensureSeenTogether do.
   */
  async read(chunks: AsyncIterator<Buffer>, stop: () => boolean | Promise<boolean>): Promise<Buffer | undefined> {
    const { model } = this.served;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      await turn();
      const chunk = next.value;
      for (let from = 0; from < chunk.length; ) {
        from = this.posted.write(chunk, from);
        ensureSeenTogether(model, this.rows, this.served);
        if (model.rowsTogether || this.columns.rows < PART_ROWS) continue;
        await this.predictPart({ isWhole: false });
        if (await stop()) return chunk.subarray(from);
        await turn();
      }
    }
    this.posted.end();
    if (this.posted.asksNext()) await this.predictNext();
    else if (this.columns.rows > 0) await this.predictPart({ isWhole: this.partRows === 0 && this.rows === this.columns.rows });
    return undefined;
  }

  /** Returns the predictions of the rows since the last call. */
  take(): PredictionResult {
    const result = joinResults(this.parts);
    this.parts.length = 0;
    this.partRows = 0;
    return result;
  }

  private async predictNext(): Promise<void> {
    if (this.rows >= PART_ROWS) {
      const message = `Send at most ${PART_ROWS - 1} recent rows with periods: these are ${this.rows}`;
      throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message });
    }
    const result = await this.predictor.predictNext(this.columns.take(), { periods: this.posted.periods });
    this.parts.push(result);
    this.partRows += result.value.length;
  }

  private async predictPart({ isWhole }: { isWhole: boolean }): Promise<void> {
    const table = this.columns.take();
    if (this.posted.hasProblems()) return;
    this.parts.push(await this.predictor.predict(table, { isWhole, rows: this.rows }));
    this.partRows += table.nrow;
  }
}
