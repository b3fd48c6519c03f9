import { ERRORS, emptyRowMessage, InvalidInput, MAX_HORIZON, type Problem } from "@agatha/contracts";
import { type ColumnMatch, MAX_ALARM_WEIGHT, type RowColumns } from "@agatha/trainer/serving";
import { ApiError } from "../http/api-error.js";
import type { NamesInOrder } from "../json/names-in-order.js";
import { decodeText, type JsonHandler, JsonTokenizer, parseDecimal, type TextForm } from "../json/tokenizer.js";

/** Number of problems with which a request is refused; the remaining rows are not read. */
const MAX_PROBLEMS = 20;
/** Largest number of names in a row, more than a dataset has columns. */
const MAX_NAMES = 100_000;
/** Stands for a text that was too long to be kept: it is no number, no time and no level. */
const TOO_LONG = "\u0000";

/**
 * Place in the body. "token", "data", "periods", "stream" and "other" are before the value of a field; "after" follows the body's
 * value. What is "ignored" ends with its container.
 */
type Place = "before" | "fields" | "token" | "data" | "periods" | "stream" | "other" | "list" | "row" | "ignored" | "after";

/** Names of rows with their columns. */
export type RowNames = NamesInOrder<ColumnMatch>;

/**
 * Reads the body of a request, `{ api_token, data, periods, stream }`, into the columns of a model. `data` is one record or a list of
 * records; a record has a value by column name. Memory does not grow with the body: `write` pauses when the columns have to be
 * taken.
 */
export class PostedRows implements JsonHandler {
  /** Number of elements of `data` so far. */
  rows = 0;
  /** Number of next periods that are asked for. */
  periods: number | undefined;
  /** Weight of the alarms of the stream that the rows continue. */
  stream: number | undefined;
  /** Messages by path. */
  private readonly problems = new Map<string, string>();
  private readonly tokenizer = new JsonTokenizer(this);
  private place: Place = "before";
  private ignoredDepth = 0;
  private afterIgnored: Place = "fields";
  private isList = false;
  private hasData = false;
  private rowHasProblem = false;
  /** Position of the last name in its row, its column, and its bytes for messages. */
  private namePosition = -1;
  private column: ColumnMatch | undefined;
  private nameBytes: Buffer = Buffer.alloc(0);
  private nameStart = 0;
  private nameEnd = 0;
  private nameForm: TextForm = "plain";

  /**
   * `token` is that of the model. `pauseAt` is the number of rows in the columns at which `write` pauses. `mayAskNext`: the next
   * periods of the model's series may be asked for. `mayContinue`: the rows may continue a stream.
   */
  constructor(
    private readonly columns: RowColumns,
    private readonly names: RowNames,
    private readonly options: { token: string; pauseAt: number; mayAskNext?: boolean; mayContinue?: boolean },
  ) {}

  /**
   * Reads a chunk and returns the offset where it paused, or the chunk's length. Throws InvalidInput (badRequest) for invalid
   * JSON, InvalidInput (apiInputInvalid) at the last of MAX_PROBLEMS problems, and ApiError (apiTokenInvalid) for another token.
   */
  write(chunk: Buffer, from: number): number {
    return this.tokenizer.write(chunk, from);
  }

  /** Ends the body. Throws InvalidInput (badRequest, apiInputInvalid). */
  end(): void {
    this.tokenizer.end();
    if (this.rows === 0 && !this.options.mayAskNext)
      throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message: "Send one record or a list of records" });
    this.throwProblems();
  }

  /** Whether the body, which has ended, asks for the next periods of each series instead of for its rows. */
  asksNext(): boolean {
    return this.rows === 0 || this.periods !== undefined;
  }

  /** Throws InvalidInput (apiInputInvalid) if the rows so far have problems. */
  throwProblems(): void {
    if (this.problems.size === 0) return;
    throw new InvalidInput(
      ERRORS.apiInputInvalid,
      [...this.problems].map(([path, message]): Problem => ({ path, message })),
    );
  }

  hasProblems(): boolean {
    return this.problems.size > 0;
  }

  onBegin(isArray: boolean, depth: number): void {
    if (this.place === "ignored") return;
    if (this.place === "before" && !isArray) this.place = "fields";
    else if (this.place === "data" && isArray) {
      this.isList = true;
      this.place = "list";
    } else if ((this.place === "data" || this.place === "list") && !isArray) this.beginRow();
    else this.ignoreContainer(depth);
  }

  onEnd(_isArray: boolean, depth: number): boolean {
    switch (this.place) {
      case "ignored":
        if (depth === this.ignoredDepth) this.place = this.afterIgnored;
        return false;
      case "row":
        this.endRow();
        return this.columns.rows >= this.options.pauseAt;
      case "list":
        this.place = "fields";
        return false;
      default:
        this.place = "after";
        return false;
    }
  }

  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (this.place === "row") {
      this.namePosition++;
      if (this.namePosition === MAX_NAMES) this.addProblem(this.rowPath(), `has more than ${MAX_NAMES} values`, true);
      this.column = this.names.match(this.namePosition, bytes, start, end, form);
      this.nameBytes = bytes;
      this.nameStart = start;
      this.nameEnd = end;
      this.nameForm = form;
    } else if (this.place === "fields") this.place = this.placeOfField(decodeText(bytes, start, end, form));
  }

  onText(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (this.place === "row") {
      if (this.column !== undefined) this.setText(this.column, bytes, start, end, form);
    } else if (this.place === "token") this.requireToken(decodeText(bytes, start, end, form));
    else this.skipScalar();
  }

  onNumber(value: number): void {
    if (this.place === "periods") this.setPeriods(value);
    else if (this.place === "stream") this.setStream(value);
    else if (this.place !== "row") this.skipScalar();
    else if (this.column !== undefined) this.setCell(this.column, value);
  }

  onLiteral(value: boolean | null): void {
    if (this.place !== "row") this.skipScalar(value);
    else if (this.column !== undefined) this.setCell(this.column, value);
  }

  private placeOfField(name: string): Place {
    if (name === "api_token") return "token";
    if (name === "periods" || name === "stream") return name;
    if (name !== "data") return "other";
    if (this.hasData) throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message: "Send the rows once" });
    this.hasData = true;
    return "data";
  }

  private requireToken(token: string): void {
    if (token !== this.options.token) throw new ApiError(ERRORS.apiTokenInvalid);
    this.place = "fields";
  }

  private setPeriods(value: number): void {
    this.place = "fields";
    if (!this.options.mayAskNext) {
      const message = "Only a model of a time series answers with the next periods, and without explanations: leave this out";
      this.addProblem("periods", message);
    } else if (Number.isInteger(value) && value >= 1 && value <= MAX_HORIZON) this.periods = value;
    else this.addProblem("periods", `Must be a whole number from 1 to ${MAX_HORIZON}`);
  }

  private setStream(value: number): void {
    this.place = "fields";
    if (!this.options.mayContinue) {
      this.addProblem("stream", "Only a detector of outliers with a budget for false alarms out of alarms takes this: leave it out");
    } else if (value >= 0 && value <= MAX_ALARM_WEIGHT) this.stream = value;
    else this.addProblem("stream", "Must be 0 at the beginning of a stream, then the stream of the answer before");
  }

  private skipScalar(value?: boolean | null): void {
    if (this.place === "token") {
      if (value !== null) throw new ApiError(ERRORS.apiTokenInvalid);
      this.place = "fields";
    } else if (this.place === "data" || this.place === "list") {
      this.refuseElement();
      if (this.place === "data") this.place = "fields";
    } else if (this.place === "periods") this.setPeriods(Number.NaN);
    else if (this.place === "stream") this.setStream(Number.NaN);
    else if (this.place === "other") this.place = "fields";
    else if (this.place === "before") this.place = "after";
  }

  private ignoreContainer(depth: number): void {
    if (this.place === "token") throw new ApiError(ERRORS.apiTokenInvalid);
    if (this.place === "periods") this.setPeriods(Number.NaN);
    if (this.place === "stream") this.setStream(Number.NaN);
    if (this.place === "row") {
      const path = `${this.isList ? `data[${this.rows}]` : "data"}.${this.name()}`;
      this.addProblem(path, "Must be a number, text, true, false or null");
      this.afterIgnored = "row";
    } else if (this.place === "list") {
      this.refuseElement();
      this.afterIgnored = "list";
    } else this.afterIgnored = this.place === "before" ? "after" : "fields";
    this.ignoredDepth = depth;
    this.place = "ignored";
  }

  private refuseElement(): void {
    this.addProblem(this.isList ? this.rowPath() : "data", "Must be a record: an object with a value by column name");
    this.rows++;
  }

  private beginRow(): void {
    this.place = "row";
    this.namePosition = -1;
    this.rowHasProblem = false;
  }

  private endRow(): void {
    if (!this.columns.endRow() && !this.rowHasProblem) this.addProblem(this.rowPath(), emptyRowMessage(this.columns.inputs));
    this.rows++;
    this.place = this.isList ? "list" : "fields";
  }

  private setText(column: ColumnMatch, bytes: Buffer, start: number, end: number, form: TextForm): void {
    const isDecimal = form === "plain" && this.columns.pointIsDecimal(column.column);
    const number = isDecimal ? parseDecimal(bytes, start, end) : Number.NaN;
    if (!Number.isNaN(number)) this.setCell(column, number);
    else this.setCell(column, form === "tooLong" ? TOO_LONG : decodeText(bytes, start, end, form));
  }

  private setCell(column: ColumnMatch, cell: number | string | boolean | null): void {
    if (!this.columns.set(column, cell)) this.addProblem(this.cellPath(), `should be ${this.columns.expected(column.column)}`);
    else if (this.rowHasProblem) this.problems.delete(this.cellPath());
  }

  private addProblem(path: string, message: string, last = false): void {
    this.rowHasProblem = true;
    this.problems.set(path, message);
    if (last || this.problems.size === MAX_PROBLEMS) this.throwProblems();
  }

  private rowPath(): string {
    return `data[${this.rows}]`;
  }

  private cellPath(): string {
    return `${this.rowPath()}.${this.name()}`;
  }

  private name(): string {
    return decodeText(this.nameBytes, this.nameStart, this.nameEnd, this.nameForm);
  }
}
