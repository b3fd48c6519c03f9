import type { ModelInput } from "@agatha/contracts";
import type { CellFormats } from "../../data/ingest/cells/cell-reader.js";
import type { Column, Table } from "../../data/tables/table.js";
import { createInputField, type InputField } from "./records-to-table.js";

/** Column that a name in a row means. */
export interface ColumnMatch {
  readonly column: number;
  /** False if the name is the column's only without whitespace. */
  readonly isExact: boolean;
}

/** Number of rows for which columns have room at first. */
const INITIAL_ROWS = 32;

/**
 * Columns of a model's inputs, filled cell by cell. The last row is open until `endRow`; cells that it lacks are missing. Of a
 * cell that is set several times, the last value counts, and one by the column's exact name comes first.
 */
export interface RowColumns {
  /** Number of complete rows. */
  readonly rows: number;
  readonly inputs: readonly ModelInput[];
  /** Returns the column, or undefined if the model has none of this name, with or without whitespace. */
  find(name: string): ColumnMatch | undefined;
  /** Sets a cell of the open row to what a client sent. Returns false if it is unreadable. */
  set(to: ColumnMatch, cell: number | string | boolean | null): boolean;
  /** Whether text of a column that is digits with a point, such as 1.037, is a number with a decimal point. */
  pointIsDecimal(column: number): boolean;
  /** Description of valid cells of a column, for messages. */
  expected(column: number): string;
  /** Ends the row. Returns false if every cell is missing. */
  endRow(): boolean;
  /** Drops the open row and all complete rows from this one on. */
  truncate(rows: number): void;
  /** Returns the complete rows, and begins again without any. */
  take(): Table;
}

/** Creates empty columns; calls of the function that it returns share what depends on the inputs only. */
export function rowColumnsOf(inputs: readonly ModelInput[], formats: CellFormats): () => RowColumns {
  const fields = inputs.map((input) => createInputField(input, formats));
  const names = columnsByName(inputs.map(({ name }) => name));
  return () => new GrowingColumns(inputs, fields, names);
}

/** Returns the columns by name, and by name without whitespace where that is no column's name and only one column's. */
function columnsByName(names: readonly string[]): (name: string) => ColumnMatch | undefined {
  const exact = new Map(names.map((name, column): [string, ColumnMatch] => [name, { column, isExact: true }]));
  const loose = new Map<string, ColumnMatch | undefined>();
  names.forEach((name, column) => {
    const stripped = withoutWhitespace(name);
    loose.set(stripped, loose.has(stripped) ? undefined : { column, isExact: false });
  });
  return (name) => exact.get(name) ?? loose.get(withoutWhitespace(name));
}

const withoutWhitespace = (name: string): string => name.replace(/\s+/g, "");

class GrowingColumns implements RowColumns {
  rows = 0;
  private capacity = INITIAL_ROWS;
  private values: (Float64Array | Int32Array)[];
  /** Row in which a column was set last, and whether by its exact name. */
  private readonly setIn: Int32Array;
  private readonly setExactly: Uint8Array;
  private hasValue = false;
  private hasRepeated = false;

  constructor(
    readonly inputs: readonly ModelInput[],
    private readonly fields: readonly InputField[],
    readonly find: (name: string) => ColumnMatch | undefined,
  ) {
    this.values = this.emptyValues(INITIAL_ROWS);
    this.setIn = new Int32Array(fields.length).fill(-1);
    this.setExactly = new Uint8Array(fields.length);
  }

  expected(column: number): string {
    return this.field(column).reader.expected;
  }

  pointIsDecimal(column: number): boolean {
    return this.field(column).reader.pointIsDecimal;
  }

  set({ column, isExact }: ColumnMatch, cell: number | string | boolean | null): boolean {
    const { input, reader } = this.field(column);
    if (this.setIn[column] === this.rows) {
      if (!isExact && this.setExactly[column]) return true;
      this.hasRepeated = true;
    }
    this.setIn[column] = this.rows;
    this.setExactly[column] = isExact ? 1 : 0;
    const value = input.type === "n" && typeof cell === "number" && Number.isFinite(cell) ? cell : reader.read(cell);
    if (value === undefined || (input.type === "s" ? value >= 0 : !Number.isNaN(value))) this.hasValue = true;
    (this.values[column] as Float64Array)[this.rows] = value ?? 0;
    return value !== undefined;
  }

  endRow(): boolean {
    const hasValue = this.hasRepeated ? this.lastRowHasValue() : this.hasValue;
    this.hasValue = false;
    this.hasRepeated = false;
    this.rows++;
    if (this.rows === this.capacity) this.grow();
    return hasValue;
  }

  truncate(rows: number): void {
    for (const [column, values] of this.values.entries()) values.fill(this.missing(column), rows, this.rows + 1);
    this.rows = rows;
    this.setIn.fill(-1);
    this.hasValue = false;
    this.hasRepeated = false;
  }

  take(): Table {
    const nrow = this.rows;
    const columns = this.fields.map(({ input: { name, type }, levels }, column): Column => {
      const values = (this.values[column] as Float64Array | Int32Array).subarray(0, nrow);
      if (values instanceof Int32Array) return { name, type: "s", codes: values, levels };
      return { name, type: type === "d" ? "d" : "n", values };
    });
    this.capacity = INITIAL_ROWS;
    this.values = this.emptyValues(INITIAL_ROWS);
    this.rows = 0;
    this.setIn.fill(-1);
    return { nrow, columns };
  }

  private field(column: number): InputField {
    return this.fields[column] as InputField;
  }

  private missing(column: number): number {
    return this.field(column).input.type === "s" ? -1 : Number.NaN;
  }

  private lastRowHasValue(): boolean {
    return this.values.some((values, column) => !Object.is(values[this.rows], this.missing(column)));
  }

  private emptyValues(capacity: number): (Float64Array | Int32Array)[] {
    return this.fields.map(({ input }) =>
      input.type === "s" ? new Int32Array(capacity).fill(-1) : new Float64Array(capacity).fill(Number.NaN),
    );
  }

  private grow(): void {
    const before = this.values;
    this.capacity *= 2;
    this.values = this.emptyValues(this.capacity);
    this.values.forEach((values, column) => {
      values.set(before[column] as Float64Array);
    });
  }
}
