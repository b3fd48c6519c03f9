/** Marks rows and predictions that are unlike the training data. */
import type { BeyondKnown, ModelInput, PredictionResult } from "@agatha/contracts";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import type { TrainedModel } from "../artifact/artifact.js";
import type { TrainingSpace } from "./training-space.js";

type Marks = Pick<PredictionResult, "outside" | "unseen" | "beyond" | "distance">;

/**
 * Returns by row the columns outside their training range, those of whole numbers with a value that never occurs, the distance from
 * the training rows, and whether the predicted number is beyond all values of the response.
 */
export function extrapolationMarks(
  { inputs, responseRange }: Pick<TrainedModel, "inputs" | "responseRange">,
  space: TrainingSpace,
  table: Table,
  predictions: PredictionResult["value"],
): Marks {
  return {
    outside: columnsOutside(inputs, table),
    unseen: columnsWhere(inputs, table, isUnseen),
    ...(responseRange && { beyond: predictions.map((value) => beyondRange(value, responseRange)) }),
    distance: space.distances(table),
  };
}

/** Returns by row the columns outside their training range. */
export const columnsOutside = (inputs: readonly ModelInput[], table: Table): string[][] => columnsWhere(inputs, table, isOutsideRange);

type RowTest = (input: ModelInput, column: Column) => ((row: number) => boolean) | undefined;

function columnsWhere(inputs: readonly ModelInput[], table: Table, test: RowTest): string[][] {
  const tests = inputs.flatMap((input) => {
    const column = findColumn(table, input.name);
    const holds = column && test(input, column);
    return holds ? [{ name: input.name, holds }] : [];
  });
  return Array.from({ length: table.nrow }, (_, row) => tests.flatMap(({ name, holds }) => (holds(row) ? [name] : [])));
}

/** Tests for numbers and dates beyond the training range, and for unseen levels. */
function isOutsideRange({ min, max, levels }: ModelInput, column: Column): (row: number) => boolean {
  if (column.type === "s") {
    const known = new Set(levels);
    const isNew = column.levels.map((level) => !known.has(level));
    return (row) => isNew[column.codes[row]] ?? false;
  }
  return (row) => (min !== null && column.values[row] < min) || (max !== null && column.values[row] > max);
}

/** Tests for numbers within the range of a column of whole numbers that are no whole numbers, or never occur. */
function isUnseen({ type, integer, min, max, values }: ModelInput, column: Column): ((row: number) => boolean) | undefined {
  if (type !== "n" || !integer || column.type === "s") return undefined;
  const known = values && new Set(values);
  return (row) => {
    const value = column.values[row];
    if (Number.isNaN(value) || value < (min ?? value) || value > (max ?? value)) return false;
    return known ? !known.has(value) : !Number.isInteger(value);
  };
}

function beyondRange(value: PredictionResult["value"][number], { min, max }: { min: number; max: number }): BeyondKnown | null {
  if (typeof value !== "number") return null;
  if (value > max) return "above";
  return value < min ? "below" : null;
}
