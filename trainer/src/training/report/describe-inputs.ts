import type { ModelInput } from "@agatha/contracts";
import { LEVEL_LIMIT, sourceColumns } from "../../data/encoding/encoder-state.js";
import { countLevels, sortByFrequency } from "../../data/tables/count-levels.js";
import type { Column, NumberColumn, Table, TextColumn } from "../../data/tables/table.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { Graph } from "../../model/artifact/graph.js";
import { finiteValues } from "../../numeric/finite-values.js";
import type { Target } from "../../numeric/matrix.js";
import { median, middleValues, rangeOf } from "../../numeric/statistics.js";

/** Returns the model's inputs: the columns of the table that at least one node uses, with their training ranges. */
export function describeInputs(graph: Graph, table: Table): ModelInput[] {
  const encoded = graph.layers.flat().flatMap(({ encoder }) => encoder.state.columns.flatMap(sourceColumns));
  const used = new Set([...encoded, ...(graph.level ? [graph.level.mean, graph.level.deviation] : [])]);
  return table.columns.filter(({ name }) => used.has(name)).map(describeColumn);
}

/** Returns the inputs of a model, those of a model of lags with their values in the period after the training. */
export function inputsWithNext({ inputs, series }: TrainedModel): ModelInput[] {
  const { next, several } = series ?? {};
  const typical = inputs.find(({ name }) => name === several?.column)?.typical;
  const code = several ? Math.max(0, several.names.indexOf(String(typical))) : 0;
  return inputs.map((input) => {
    const lag = next?.lags.find(({ name }) => name === input.name);
    return lag ? { ...input, next: lag.values[code] ?? null } : input;
  });
}

function describeColumn(column: Column): ModelInput {
  return column.type === "s" ? describeText(column) : describeNumbers(column);
}

function describeNumbers({ name, type, values }: NumberColumn): ModelInput {
  const present = finiteValues(values);
  const some = present.length > 0;
  const integer = some && present.every(Number.isInteger);
  const unique = type === "n" && integer ? fewLevels(present) : undefined;
  const { min, max } = rangeOf(present);
  return {
    name,
    type,
    min: some ? min : null,
    max: some ? max : null,
    typical: some ? typicalNumber(present, integer) : null,
    integer,
    ...(unique && { values: unique }),
    levels: [],
  };
}

/** Returns the values that occur, ascending; undefined if there are more than LEVEL_LIMIT. */
function fewLevels(values: Float64Array): number[] | undefined {
  const unique = new Set<number>();
  for (const value of values) if (unique.add(value).size > LEVEL_LIMIT) return undefined;
  return [...unique].sort((a, b) => a - b);
}

/** The median; of whole numbers the lower one of the two in the middle, for a number that occurs. */
function typicalNumber(values: Float64Array, integer: boolean): number {
  return integer ? middleValues(values)[0] : median(values);
}

function describeText(column: TextColumn): ModelInput {
  const levels = sortByFrequency(countLevels(column)).map(({ value }) => value);
  return {
    name: column.name,
    type: "s",
    min: null,
    max: null,
    typical: levels[0] ?? null,
    integer: false,
    levels: levels.slice(0, LEVEL_LIMIT),
  };
}

/** Returns the least and the greatest value of a response that is a number. */
export function responseRange(target: Target): { min: number; max: number } | undefined {
  if (target.kind !== "number") return undefined;
  return rangeOf(target.values);
}
