import { ERRORS, emptyRowMessage, InvalidInput, type ModelInput, type Problem } from "@agatha/contracts";
import { type CellFormats, type CellReader, createCellReader, MAX_CELL_PROBLEMS } from "../../data/ingest/cells/cell-reader.js";
import type { Column, Table } from "../../data/tables/table.js";

/** Input of a model, with the reader of its cells. */
export interface InputField {
  input: ModelInput;
  reader: CellReader;
  /** Whether every object inherits a property of this name, so that a record's own property must be told apart. */
  isInheritedName: boolean;
  /** Levels of a text column; the last one stands for all others. */
  levels: readonly string[];
}

/** Returns what reads an input's cells from records, with a level for values that training has not seen. */
export function createInputField(input: ModelInput, formats: CellFormats): InputField {
  return {
    input,
    reader: createCellReader(input, formats),
    isInheritedName: input.name in Object.prototype,
    levels: [...input.levels, "\u0000unseen"],
  };
}

/**
 * Turns records into a table with the model's inputs as columns. Throws InvalidInput (apiInputInvalid) for unreadable cells and
 * for records without any value.
 */
export function recordsToTable(records: readonly Record<string, unknown>[], fields: readonly InputField[]): Table {
  const problems: Problem[] = [];
  const missing = new Uint32Array(records.length);
  const columns = fields.map((field) => readColumn(records, field, missing, problems));
  missing.forEach((count, i) => {
    if (count === fields.length) problems.push({ path: `data[${i}]`, message: emptyRowMessage(fields.map(({ input }) => input)) });
  });
  if (problems.length > 0) throw new InvalidInput(ERRORS.apiInputInvalid, problems.slice(0, MAX_CELL_PROBLEMS));
  return { nrow: records.length, columns };
}

function readColumn(records: readonly Record<string, unknown>[], field: InputField, missing: Uint32Array, problems: Problem[]): Column {
  const { input, reader, isInheritedName, levels } = field;
  const { name, type } = input;
  const values = type === "s" ? new Int32Array(records.length) : new Float64Array(records.length);
  for (let i = 0; i < records.length; i++) {
    const cell = isInheritedName && !Object.hasOwn(records[i], name) ? undefined : records[i][name];
    const value = reader.read(cell);
    if (value === undefined) {
      if (problems.length < MAX_CELL_PROBLEMS) problems.push({ path: `data[${i}].${name}`, message: `should be ${reader.expected}` });
    } else if (type === "s" ? value < 0 : Number.isNaN(value)) missing[i]++;
    values[i] = value ?? 0;
  }
  if (values instanceof Int32Array) return { name, type: "s", codes: values, levels };
  return { name, type: type === "d" ? "d" : "n", values };
}
