import type { Association, TableProfile } from "@agatha/contracts";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { sampleRowNumbers } from "../tables/sampling.js";
import type { Column, NumberColumn, TextColumn } from "../tables/table.js";
import { takeColumnRows } from "../tables/table.js";
import { correlationRatio, cramersV, pearson, ranks } from "./association-measures.js";

/** Rows that the measures use: enough for a coefficient exact to a hundredth. */
const MAX_ROWS = 10_000;
const MAX_COLUMNS = { numbers: 60, texts: 40, levels: 30 };
/** Largest number of columns in the correlation matrix and of pairs in the list. */
const MAX_LISTED = { columns: 20, pairs: 30 };
/** Least number of rows for a pair. With fewer rows, any pair looks associated. */
const MIN_ROWS = 5;
/** Least value of a listed pair; weaker associations carry no information. */
const MIN_LISTED_VALUE = 0.1;

type ComparedColumns = Pick<TableProfile, "correlations" | "associations" | "associatedRows" | "uncomparedColumns">;

interface Associations {
  /** Adds a column, if its type and number of levels allow associations. */
  addColumn(column: Column, distinct: number): void;
  /** Computes all pairs. It awaits `pause` once per column, so that the caller can report progress or stop. */
  compute(pause: (fraction: number) => Promise<void>): Promise<ComparedColumns>;
}

interface RankedColumn extends NumberColumn {
  complete: boolean;
  ranks: Float64Array;
}

/**
 * Returns a collector of columns, of `nrow` rows each, that measures how they depend on each other, on at most MAX_ROWS rows drawn
 * at random: rows at equal distances may all be of one hour of the day, or of one machine.
 */
export function createAssociations(nrow: number): Associations {
  const rows = sampleRowNumbers(MAX_ROWS, nrow);
  const numbers: RankedColumn[] = [];
  const texts: TextColumn[] = [];
  let uncomparedColumns = 0;
  return {
    addColumn(column, distinct) {
      if (distinct < 2 || column.type === "d" || (column.type === "s" && distinct > MAX_COLUMNS.levels)) return;
      const isTooMany = column.type === "s" ? texts.length >= MAX_COLUMNS.texts : numbers.length >= MAX_COLUMNS.numbers;
      if (isTooMany) {
        uncomparedColumns++;
        return;
      }
      const sample = takeColumnRows(column, rows);
      if (sample.type === "s") texts.push(sample);
      else numbers.push(rankedColumn(sample));
    },
    async compute(pause) {
      const found: Association[] = [];
      const matrix = numbers.map(() => new Array<number | null>(numbers.length).fill(null));
      const columns = [...numbers, ...texts];
      for (const [i, a] of columns.entries()) {
        await pause(i / columns.length);
        for (let j = i + 1; j < columns.length; j++) {
          const pair = associate(a, columns[j]);
          if (!pair) continue;
          if (j < numbers.length) matrix[i][j] = matrix[j][i] = pair.pearson;
          if (Math.abs(pair.value) >= MIN_LISTED_VALUE) found.push(pair);
        }
      }
      found.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
      return {
        correlations: correlationMatrix(numbers, matrix),
        associations: found.slice(0, MAX_LISTED.pairs),
        associatedRows: rows.length,
        uncomparedColumns,
      };
    },
  };
}

function rankedColumn(column: NumberColumn): RankedColumn {
  const complete = column.values.every(Number.isFinite);
  return { ...column, complete, ranks: complete ? ranks(column.values) : column.values };
}

/**
 * Returns the correlation matrix in the table's column order. Of too many columns, it keeps those with the strongest correlation
 * to any other.
 */
function correlationMatrix(numbers: readonly RankedColumn[], matrix: (number | null)[][]): TableProfile["correlations"] {
  const strongest = matrix.map((line) => line.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0));
  const chosen = numbers
    .map((_, i) => i)
    .sort((a, b) => strongest[b] - strongest[a])
    .slice(0, MAX_LISTED.columns)
    .sort((a, b) => a - b);
  return {
    columns: chosen.map((i) => numbers[i].name),
    matrix: chosen.map((i) => chosen.map((j) => (i === j ? 1 : matrix[i][j]))),
  };
}

function associate(a: RankedColumn | TextColumn, b: RankedColumn | TextColumn): Association | undefined {
  if (a.type === "s") return b.type === "s" ? associateTexts(a, b) : associateGroups(a, b);
  return b.type === "s" ? associateGroups(b, a) : associateNumbers(a, b);
}

function associateNumbers(a: RankedColumn, b: RankedColumn): Association | undefined {
  if (a.complete && b.complete) {
    return toAssociation(a, b, {
      measure: "spearman",
      value: pearson(a.ranks, b.ranks),
      pearson: pearson(a.values, b.values),
      rows: a.ranks.length,
    });
  }
  const rows = pairwiseCompleteRows(a, b);
  const [x, y] = [rows.map((row) => a.values[row]), rows.map((row) => b.values[row])].map((values) => Float64Array.from(values));
  return toAssociation(a, b, { measure: "spearman", value: pearson(ranks(x), ranks(y)), pearson: pearson(x, y), rows: rows.length });
}

function associateTexts(a: TextColumn, b: TextColumn): Association | undefined {
  const rows = pairwiseCompleteRows(a, b);
  const [x, y] = [a, b].map(({ codes }) => Int32Array.from(rows, (row) => codes[row]));
  return toAssociation(a, b, { measure: "cramers_v", value: cramersV(x, y), pearson: null, rows: rows.length });
}

function associateGroups(groups: TextColumn, numbers: RankedColumn): Association | undefined {
  const rows = pairwiseCompleteRows(groups, numbers);
  const codes = Int32Array.from(rows, (row) => groups.codes[row]);
  const values = takeNumbers(numbers.values, rows);
  return toAssociation(groups, numbers, { measure: "eta", value: correlationRatio(codes, values), pearson: null, rows: rows.length });
}

function toAssociation(
  a: Column,
  b: Column,
  found: Omit<Association, "a" | "b" | "value"> & { value: number | null },
): Association | undefined {
  const { value } = found;
  return value === null || found.rows < MIN_ROWS ? undefined : { a: a.name, b: b.name, ...found, value };
}

function pairwiseCompleteRows(a: Column, b: Column): number[] {
  const rows: number[] = [];
  const length = a.type === "s" ? a.codes.length : a.values.length;
  for (let i = 0; i < length; i++) if (isPresent(a, i) && isPresent(b, i)) rows.push(i);
  return rows;
}

const isPresent = (column: Column, row: number): boolean =>
  column.type === "s" ? column.codes[row] >= 0 : Number.isFinite(column.values[row]);
