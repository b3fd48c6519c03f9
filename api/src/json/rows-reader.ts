import { ROW_LIMIT } from "@agatha/contracts";
import { MAX_MEMBERS } from "./body-limits.js";
import { NamesInOrder } from "./names-in-order.js";
import { decodeText, type JsonHandler, type TextForm } from "./tokenizer.js";
import { setMember, textTooLong, tooManyMembers } from "./value-reader.js";

/** Rows that are kept, one more than any route takes: the route refuses the list for its length. */
const MAX_ROWS = ROW_LIMIT + 1;
const NOWHERE = -1;

/**
 * Reads one record or a list of records. It keeps the cells of the wanted columns, and an empty container for a cell that is a
 * container, which the route refuses. Names that differ from row to row take no memory beyond these cells: a row with other columns
 * than the first one is an object without a prototype, for which V8 makes no hidden class.
 */
export class RowsReader implements JsonHandler {
  /** Undefined until the value is complete. */
  value: unknown;
  private readonly list: unknown[] = [];
  /** Containers around the next value, and how many are around the present row and around what is skipped. */
  private depth = 0;
  private rowDepth = NOWHERE;
  private skippedDepth = NOWHERE;
  private names = new NamesInOrder<string>((name) => name);
  private firstColumns: readonly string[] | undefined;
  /** The present row: its columns and cells, the number of its members, and the last member's column if it is wanted. */
  private columns: string[] = [];
  private cells: unknown[] = [];
  private members = 0;
  private column: string | undefined;
  /** Returns the last member's name. */
  private name: () => string = () => "";
  private hasUnwantedContainer = false;

  constructor(columns?: readonly string[]) {
    if (columns) this.keepColumns(columns);
  }

  /** Keeps only the cells of these columns from now on. */
  keepColumns(columns: readonly string[]): void {
    const wanted = new Map(columns.map((name) => [name, name]));
    this.names = new NamesInOrder((name) => wanted.get(name));
  }

  onBegin(isArray: boolean): void {
    if (this.skippedDepth === NOWHERE) {
      if (this.rowDepth !== NOWHERE) this.skipCell(isArray ? [] : {});
      else if (!isArray) this.rowDepth = this.depth;
      else if (this.depth > 0) this.skipElement();
    }
    this.depth++;
  }

  onEnd(isArray: boolean): boolean {
    this.depth--;
    if (this.depth === this.skippedDepth) this.skippedDepth = NOWHERE;
    else if (this.depth === this.rowDepth) this.endRow();
    else if (this.depth === 0 && isArray) this.value = this.list;
    return false;
  }

  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (this.skippedDepth !== NOWHERE) return;
    if (this.members === MAX_MEMBERS) throw tooManyMembers(MAX_MEMBERS);
    this.column = this.names.match(this.members++, bytes, start, end, form);
    this.name = () => decodeText(bytes, start, end, form);
  }

  onText(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (!this.isWanted()) return;
    if (form === "tooLong") throw textTooLong();
    this.addScalar(decodeText(bytes, start, end, form));
  }

  onNumber(value: number): void {
    if (this.isWanted()) this.addScalar(value);
  }

  onLiteral(value: boolean | null): void {
    if (this.isWanted()) this.addScalar(value);
  }

  private isWanted(): boolean {
    return this.skippedDepth === NOWHERE && (this.rowDepth === NOWHERE || this.column !== undefined);
  }

  private skipCell(empty: unknown): void {
    if (this.column !== undefined || !this.hasUnwantedContainer) this.addCell(this.column ?? this.name(), empty);
    this.hasUnwantedContainer ||= this.column === undefined;
    this.skippedDepth = this.depth;
  }

  private skipElement(): void {
    this.add([]);
    this.skippedDepth = this.depth;
  }

  private addScalar(value: unknown): void {
    if (this.column !== undefined && this.rowDepth !== NOWHERE) this.addCell(this.column, value);
    else this.add(value);
  }

  private addCell(column: string, value: unknown): void {
    this.columns.push(column);
    this.cells.push(value);
  }

  /** Adds an element, or the only value. */
  private add(value: unknown): void {
    if (this.depth === 0) this.value = value;
    else if (this.list.length < MAX_ROWS) this.list.push(value);
  }

  private endRow(): void {
    const { columns } = this;
    this.firstColumns ??= columns;
    const isLikeFirst = columns.length === this.firstColumns.length && columns.every((name, i) => name === this.firstColumns?.[i]);
    const row: Record<string, unknown> = isLikeFirst ? {} : Object.create(null);
    for (const [i, name] of columns.entries()) setMember(row, name, this.cells[i]);
    this.columns = [];
    this.cells = [];
    this.members = 0;
    this.hasUnwantedContainer = false;
    this.rowDepth = NOWHERE;
    this.add(row);
  }
}
