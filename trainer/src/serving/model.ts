import { InvalidInput, type ModelInput, type ModelType, type PredictionResult, type Problem } from "@agatha/contracts";
import { decodeArtifact } from "../artifact/artifact.js";
import { answerOf } from "../artifact/graph.js";
import { resultOf } from "../artifact/result.js";
import type { Column, Table } from "../tables/table.js";
import { type CellReader, createCellReader } from "./cells.js";

/** A trained model in memory, ready to answer. */
export interface ServingModel {
  readonly type: ModelType;
  readonly response: string | null;
  /** Names of the algorithms in it. */
  readonly algorithms: string[];
  /** What it asks for, with the ranges that it learned from. */
  readonly inputs: ModelInput[];
  /**
   * Answers for records as clients send them, in their order: numbers may be text ("12.5", with a decimal point), other
   * columns are ignored, and one that a record lacks is missing. With `outside`, also which columns of each record lie
   * outside what the model learned from. Throws InvalidInput (010602) that names each cell that cannot be read (at most
   * MOST_PROBLEMS), and each record in which every column is missing.
   */
  predict(records: readonly Record<string, unknown>[], options?: { outside?: boolean }): PredictionResult;
}

const MOST_PROBLEMS = 20;

/** Throws an Error that says what is wrong when the bytes are not a whole model of a version that is understood. */
export function loadServingModel(bytes: Uint8Array): ServingModel {
  const { graph, inputs, type, response, threshold, timezone } = decodeArtifact(bytes);
  const fields = inputs.map((input) => createField(input, timezone));
  return {
    type,
    response,
    inputs,
    algorithms: [...new Set(graph.layers.flat().map(({ algorithm }) => algorithm))],
    predict(records, { outside = false } = {}) {
      const table = readRecords(records, fields);
      const result = resultOf(type, answerOf(graph, table), graph.labels, threshold);
      return outside ? { ...result, outside: records.map((_, i) => columnsOutside(fields, table, i)) } : result;
    },
  };
}

interface Field {
  input: ModelInput;
  reader: CellReader;
  /** Whether every object has something of this name, so that a record's own has to be told from it. */
  inherited: boolean;
  /** Of a text column, with a last one that stands for all others. */
  levels: readonly string[];
}

function createField(input: ModelInput, timezone: string): Field {
  return {
    input,
    reader: createCellReader(input, timezone),
    inherited: input.name in Object.prototype,
    levels: [...input.levels, "\u0000unseen"],
  };
}

function readRecords(records: readonly Record<string, unknown>[], fields: readonly Field[]): Table {
  const problems: Problem[] = [];
  const missing = new Uint32Array(records.length);
  const columns = fields.map((field) => readColumn(records, field, missing, problems));
  missing.forEach((count, i) => {
    if (count === fields.length) problems.push({ path: `data[${i}]`, message: "has no value for any column of the model" });
  });
  if (problems.length > 0) throw new InvalidInput("010602", problems.slice(0, MOST_PROBLEMS));
  return { nrow: records.length, columns };
}

function readColumn(records: readonly Record<string, unknown>[], field: Field, missing: Uint32Array, problems: Problem[]): Column {
  const { input, reader, inherited, levels } = field;
  const { name, type } = input;
  const values = type === "s" ? new Int32Array(records.length) : new Float64Array(records.length);
  for (let i = 0; i < records.length; i++) {
    const cell = inherited && !Object.hasOwn(records[i], name) ? undefined : records[i][name];
    const value = reader.read(cell);
    if (value === undefined) {
      if (problems.length < MOST_PROBLEMS) problems.push({ path: `data[${i}].${name}`, message: `should be ${reader.expected}` });
    } else if (type === "s" ? value < 0 : Number.isNaN(value)) missing[i]++;
    values[i] = value ?? 0;
  }
  if (values instanceof Int32Array) return { name, type: "s", codes: values, levels };
  return { name, type: type === "d" ? "d" : "n", values };
}

/** Columns whose value lies beyond the smallest or largest in training, or that was no level there. */
function columnsOutside(fields: readonly Field[], table: Table, row: number): string[] {
  return fields.flatMap(({ input }, j) => {
    const column = table.columns[j];
    const { name, min, max, levels } = input;
    if (column.type === "s") return column.codes[row] === levels.length ? [name] : [];
    const value = column.values[row];
    return (min !== null && value < min) || (max !== null && value > max) ? [name] : [];
  });
}
