import type { ModelInput } from "@agatha/contracts";
import { LEVEL_LIMIT, sourceColumns } from "../../data/encoding/encoder-state.js";
import { countLevels, sortByFrequency } from "../../data/tables/count-levels.js";
import type { Column, NumberColumn, Table, TextColumn } from "../../data/tables/table.js";
import type { Graph } from "../../model/artifact/graph.js";
import { finiteValues } from "../../numeric/finite-values.js";
import type { Target } from "../../numeric/matrix.js";
import { medianOfSorted } from "../../numeric/statistics.js";

/** Returns the model's inputs: the columns of the table that at least one node uses, with their training ranges. */
export function describeInputs(graph: Graph, table: Table): ModelInput[] {
  const encoded = graph.layers.flat().flatMap(({ encoder }) => encoder.state.columns.flatMap(sourceColumns));
  const used = new Set([...encoded, ...(graph.level ? [graph.level.mean, graph.level.deviation] : [])]);
  return table.columns.filter(({ name }) => used.has(name)).map(describeColumn);
}

function describeColumn(column: Column): ModelInput {
  return column.type === "s" ? describeText(column) : describeNumbers(column);
}

function describeNumbers({ name, type, values }: NumberColumn): ModelInput {
  const sorted = finiteValues(values).sort();
  const some = sorted.length > 0;
  const integer = some && sorted.every(Number.isInteger);
  const unique = integer ? [...new Set(sorted)] : [];
  return {
    name,
    type,
    min: some ? sorted[0] : null,
    max: some ? sorted[sorted.length - 1] : null,
    typical: some ? typicalNumber(sorted, integer) : null,
    integer,
    ...(type === "n" && integer && unique.length <= LEVEL_LIMIT && { values: unique }),
    levels: [],
  };
}

/** The median; of whole numbers the lower one of the two in the middle, for a number that occurs. */
function typicalNumber(sorted: Float64Array, integer: boolean): number {
  return integer ? (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) : medianOfSorted(sorted);
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
  return target.values.reduce(({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }), {
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
  });
}
