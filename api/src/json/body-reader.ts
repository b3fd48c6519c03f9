import { BODY_LIMITS, MAX_MEMBERS } from "./body-limits.js";
import { RowsReader } from "./rows-reader.js";
import { decodeText, type JsonHandler, JsonTokenizer, type TextForm } from "./tokenizer.js";
import { ValueReader } from "./value-reader.js";

/** Member with the rows, in a body that has rows. */
const ROWS = "data";

/**
 * Reads a JSON body as it arrives into the value that JSON.parse returns; of rows it keeps what RowsReader keeps. Throws InvalidInput
 * (badRequest) for what is not JSON, and beyond the limits of body-limits.ts.
 */
export class BodyReader implements JsonHandler {
  private readonly tokenizer = new JsonTokenizer(this);
  private readonly whole = new ValueReader({ members: MAX_MEMBERS, bytes: BODY_LIMITS.list });
  private rows: RowsReader | undefined;
  private isRowsNext = false;
  private columns: readonly string[] | undefined;

  constructor(private readonly options: { hasRows: boolean }) {}

  write(chunk: Buffer): void {
    this.tokenizer.write(chunk);
  }

  /** Returns the complete members of the outermost object. */
  members(): Record<string, unknown> {
    return this.whole.members();
  }

  /** Keeps of the rows only the cells of these columns from now on. */
  keepColumns(columns: readonly string[]): void {
    this.columns = columns;
    this.rows?.keepColumns(columns);
  }

  end(): unknown {
    this.tokenizer.end();
    return this.whole.value;
  }

  onBegin(isArray: boolean): void {
    this.reader().onBegin(isArray);
  }

  onEnd(isArray: boolean): boolean {
    this.reader().onEnd(isArray);
    this.endRows();
    return false;
  }

  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void {
    this.reader().onKey(bytes, start, end, form);
    const isMember = this.rows === undefined && this.whole.depth === 1;
    if (isMember) this.isRowsNext = this.options.hasRows && decodeText(bytes, start, end, form) === ROWS;
  }

  onText(bytes: Buffer, start: number, end: number, form: TextForm): void {
    this.reader().onText(bytes, start, end, form);
    this.endRows();
  }

  onNumber(value: number): void {
    this.reader().onNumber(value);
    this.endRows();
  }

  onLiteral(value: boolean | null): void {
    this.reader().onLiteral(value);
    this.endRows();
  }

  private reader(): RowsReader | ValueReader {
    if (this.isRowsNext) this.rows = new RowsReader(this.columns);
    this.isRowsNext = false;
    return this.rows ?? this.whole;
  }

  private endRows(): void {
    if (this.rows?.value === undefined) return;
    this.whole.add(this.rows.value);
    this.rows = undefined;
  }
}
