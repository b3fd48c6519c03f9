/** Sample of the training rows in the model: background for explanations and reference for distances. */
import type { ModelInput } from "@agatha/contracts";
import { type Column, requireColumn, type Table, takeRows } from "../../data/tables/table.js";
import { type Random, randomPermutation } from "../../numeric/random.js";
import type { Section } from "../../numeric/sections.js";

/** Enough rows for distances. A number takes four or eight bytes per row. */
const MAX_SAMPLE_ROWS = 500;
const MISSING_CODE = 255;

/** Draws up to MAX_SAMPLE_ROWS rows in random order. Columns are the inputs in their order, with the inputs' levels. */
export function drawTrainingSample(table: Table, inputs: readonly ModelInput[], random: Random): Table {
  const chosen = takeRows(table, randomPermutation(table.nrow, random).subarray(0, MAX_SAMPLE_ROWS));
  return { nrow: chosen.nrow, columns: inputs.map((input) => toSampleColumn(input, requireColumn(chosen, input.name))) };
}

function toSampleColumn({ name, levels }: ModelInput, column: Column): Column {
  if (column.type !== "s") return column;
  const position = Int32Array.from(column.levels, (level) => levels.indexOf(level));
  return { name, type: "s", levels, codes: column.codes.map((code) => (code < 0 ? -1 : position[code])) };
}

/** Returns the numbers as float32 if this does not change them. If numbers were rounded, a known row would not equal itself. */
function toFloat32IfExact(values: Float64Array): Float32Array | Float64Array {
  return values.every((value) => Object.is(Math.fround(value), value)) ? Float32Array.from(values) : values;
}

/** Returns the sample of the training data as sections of an artifact, one a column. */
export function sampleSections(sample: Table): Record<string, Section> {
  return Object.fromEntries(sample.columns.map((column, j) => [sectionName(j), toSection(column)]));
}

function toSection(column: Column): Section {
  if (column.type === "s") return Uint8Array.from(column.codes, (code) => (code < 0 ? MISSING_CODE : code));
  return column.type === "d" ? column.values : toFloat32IfExact(column.values);
}

/** Restores a sample. Throws an Error when a column is missing. */
export function sampleFromSections(sections: Record<string, Section>, inputs: readonly ModelInput[]): Table {
  const columns = inputs.map(({ name, type, levels }, j): Column => {
    const section = sections[sectionName(j)];
    if (!section) throw new Error(`The model file is damaged: it lacks the sample of column ${name}`);
    if (type === "s") return { name, type, levels, codes: Int32Array.from(section, (code) => (code === MISSING_CODE ? -1 : code)) };
    return { name, type, values: Float64Array.from(section) };
  });
  const [first] = columns;
  return { nrow: first.type === "s" ? first.codes.length : first.values.length, columns };
}

const sectionName = (column: number): string => `sample ${column}`;
