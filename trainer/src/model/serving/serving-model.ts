import { ERRORS, InvalidInput, type ModelInput, type ModelType, type PredictionResult, type Problem } from "@agatha/contracts";
import { type CellReader, createCellReader } from "../../data/ingest/cell-reader.js";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import { decodeArtifact } from "../artifact/artifact.js";
import { predictGraph } from "../artifact/graph.js";
import { predictForecast } from "../artifact/predict-forecast.js";
import { toResultWithUncertainty } from "../artifact/prediction-result.js";
import { type ExplainedRows, explainRows } from "../explain/explain-rows.js";
import { createTrainingDistance } from "./training-distance.js";

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
   * outside what the model learned from, and how far the record is from it; with `explain`, also what each input
   * contributed, which may take a second a record. Throws InvalidInput (apiInputInvalid) that names each cell that cannot be read (at most
   * MOST_PROBLEMS), and each record in which every column is missing.
   */
  predict(records: readonly Record<string, unknown>[], options?: PredictOptions): PredictionResult;
}

/** Also answers for tables: what runs beside it in the trainer has those. */
export interface TableModel extends ServingModel {
  /** The same for the rows of a table that has the model's inputs as columns, each of its type, in any order. */
  predictTable(table: Table, options?: PredictOptions): PredictionResult;
}

export interface PredictOptions {
  outside?: boolean;
  explain?: boolean;
  /** Time series: also the periods after the next one, when they are no more than FORECAST_LIMIT values. */
  forecast?: boolean;
}

const MAX_PROBLEMS = 20;

/** Throws an Error that says what is wrong when the bytes are not a whole model of a version that is understood. */
export function loadServingModel(bytes: Uint8Array): TableModel {
  const model = decodeArtifact(bytes);
  const { graph, inputs, type, response, timezone } = model;
  const fields = inputs.map((input) => createInputField(input, timezone));
  let neighbourhood: ReturnType<typeof createTrainingDistance> | undefined;
  return {
    type,
    response,
    inputs,
    algorithms: [...new Set(graph.layers.flat().map(({ algorithm }) => algorithm))],
    predict: (records, options) => predictTable(recordsToTable(records, fields), options),
    predictTable,
  };

  function predictTable(table: Table, { outside = false, explain = false, forecast = false }: PredictOptions = {}): PredictionResult {
    const answer = predictGraph(graph, table);
    const result: PredictionResult = { ...toResultWithUncertainty(model, answer), ...(forecast && predictForecast(model, table)) };
    if (outside) {
      neighbourhood ??= createTrainingDistance(model.trainingSample);
      result.outside = columnsOutsideTrainingRange(fields, table);
      result.distance = neighbourhood(table);
    }
    return explain ? { ...result, ...toExplanationFields(explainRows(model, table, answer), inputs) } : result;
  }
}

/** Each row's contributions by the names of the inputs. */
function toExplanationFields({ explanation, contributions }: ExplainedRows, inputs: readonly ModelInput[]): Partial<PredictionResult> {
  const varimp = explanation.base.map((_, i) =>
    // fromEntries makes an own property even of a column that is called __proto__.
    Object.fromEntries(inputs.map(({ name }, j) => [name, contributions[i * inputs.length + j]])),
  );
  return { varimp, explanation };
}

interface InputField {
  input: ModelInput;
  reader: CellReader;
  /** Whether every object has something of this name, so that a record's own has to be told from it. */
  isInheritedName: boolean;
  /** Of a text column, with a last one that stands for all others. */
  levels: readonly string[];
}

function createInputField(input: ModelInput, timezone: string): InputField {
  return {
    input,
    reader: createCellReader(input, timezone),
    isInheritedName: input.name in Object.prototype,
    levels: [...input.levels, "\u0000unseen"],
  };
}

function recordsToTable(records: readonly Record<string, unknown>[], fields: readonly InputField[]): Table {
  const problems: Problem[] = [];
  const missing = new Uint32Array(records.length);
  const columns = fields.map((field) => readColumn(records, field, missing, problems));
  missing.forEach((count, i) => {
    if (count === fields.length) problems.push({ path: `data[${i}]`, message: "has no value for any column of the model" });
  });
  if (problems.length > 0) throw new InvalidInput(ERRORS.apiInputInvalid, problems.slice(0, MAX_PROBLEMS));
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
      if (problems.length < MAX_PROBLEMS) problems.push({ path: `data[${i}].${name}`, message: `should be ${reader.expected}` });
    } else if (type === "s" ? value < 0 : Number.isNaN(value)) missing[i]++;
    values[i] = value ?? 0;
  }
  if (values instanceof Int32Array) return { name, type: "s", codes: values, levels };
  return { name, type: type === "d" ? "d" : "n", values };
}

/** By row, the columns whose value lies beyond the smallest or largest in training, or was no level there. */
function columnsOutsideTrainingRange(fields: readonly InputField[], table: Table): string[][] {
  const tests = fields.map(({ input }) => ({ name: input.name, isOutside: createRangeCheck(input, findColumn(table, input.name)) }));
  return Array.from({ length: table.nrow }, (_, row) => tests.flatMap(({ name, isOutside }) => (isOutside(row) ? [name] : [])));
}

function createRangeCheck({ min, max, levels }: ModelInput, column: Column | undefined): (row: number) => boolean {
  if (!column) return () => false;
  if (column.type === "s") {
    const known = new Set(levels);
    const isNew = column.levels.map((level) => !known.has(level));
    return (row) => isNew[column.codes[row]] ?? false;
  }
  return (row) => (min !== null && column.values[row] < min) || (max !== null && column.values[row] > max);
}
