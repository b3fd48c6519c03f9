import type { ModelInput } from "@agatha/contracts";
import { sourceColumns } from "../../data/encoding/encoder-state.js";
import { type Column, findColumn, missingColumn, requireColumn, type Table, type TextColumn, takeRows } from "../../data/tables/table.js";
import type { TrainedModel } from "../artifact/artifact.js";
import { calendarOf } from "../artifact/graph.js";

/** Number of background rows per explained row. More rows represent the training data better and cost more. */
const BACKGROUND_ROWS = 32;

/**
 * Returns the first rows of a model's sample, which is in random order, aligned to its inputs. The sample lacks the names of series
 * beyond those that the inputs describe: such a row gets the name of a described one, where the model needs names.
 */
export function backgroundRows(model: TrainedModel): Table {
  const { inputs, trainingSample } = model;
  const nrow = Math.min(BACKGROUND_ROWS, trainingSample.nrow);
  const rows = takeRows(
    trainingSample,
    Int32Array.from({ length: nrow }, (_, i) => i),
  );
  const names = namesOfSeries(model, rows);
  const isNamed = (row: number) => names.every(({ codes }) => codes[row] >= 0);
  const series = seriesToName(model, names);
  const columns = alignToInputs(inputs, rows).columns.map((column): Column => {
    const place = names.findIndex(({ name }) => name === column.name);
    if (column.type !== "s" || place < 0) return column;
    const given = (row: number) => column.levels.indexOf(series[row % series.length][place]);
    return { ...column, codes: column.codes.map((code, row) => (isNamed(row) ? code : given(row))) };
  });
  return { nrow, columns };
}

/** Returns the columns that name the series whose periods the model counts. */
function namesOfSeries({ graph }: TrainedModel, rows: Table): TextColumn[] {
  const calendar = calendarOf(graph);
  const names = calendar ? sourceColumns(calendar).slice(1) : [];
  return names.map((name) => requireColumn(rows, name)).filter((column) => column.type === "s");
}

/** Returns the values of the columns that name each described series; of each series without sums where none has all its names described. */
function seriesToName({ series }: TrainedModel, names: readonly TextColumn[]): string[][] {
  const known = series?.several?.hierarchy?.series ?? names[0]?.levels.map((level) => [level]) ?? [];
  const lowest = known.filter((values): values is string[] => values.every((value) => value !== null));
  const described = lowest.filter((values) => names.every(({ levels }, i) => levels.includes(values[i])));
  return described.length > 0 ? described : lowest;
}

/** Returns the model's inputs in their order. Text has the inputs' levels and one more for all others, as in a sample. */
export function alignToInputs(inputs: readonly ModelInput[], table: Table): Table {
  return { nrow: table.nrow, columns: inputs.map((input) => alignColumn(input, findColumn(table, input.name), table.nrow)) };
}

function alignColumn({ name, type, levels }: ModelInput, column: Column | undefined, nrow: number): Column {
  const found = column ?? missingColumn(name, type, nrow);
  if (found.type !== "s") return found;
  const known = new Map(levels.map((level, code) => [level, code]));
  const position = found.levels.map((level) => known.get(level) ?? levels.length);
  return { name, type: "s", levels: [...levels, "\u0000unseen"], codes: found.codes.map((code) => (code < 0 ? -1 : position[code])) };
}

/**
 * Returns `count` mixtures of one row with a background row. Mixture m has column j of the first row if `takes(m, j)`, else of
 * the background row. Both tables are aligned to the same inputs.
 */
export function mixWithBackground(
  first: { table: Table; row: number },
  background: { table: Table; row: number },
  count: number,
  takes: (mixture: number, column: number) => boolean,
): Table {
  const columns = first.table.columns.map((column, j): Column => {
    const other = background.table.columns[j];
    if (column.type === "s" && other.type === "s") {
      const [own, others] = [column.codes[first.row], other.codes[background.row]];
      return { ...column, codes: Int32Array.from({ length: count }, (_, m) => (takes(m, j) ? own : others)) };
    }
    if (column.type === "s" || other.type === "s") throw new Error(`column ${column.name} is text in one table only`);
    const [own, others] = [column.values[first.row], other.values[background.row]];
    const values = new Float64Array(count);
    for (let m = 0; m < count; m++) values[m] = takes(m, j) ? own : others;
    return { ...column, values };
  });
  return { nrow: count, columns };
}
