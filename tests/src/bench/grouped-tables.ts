/** Tables whose rows belong together, each fifth of their groups kept aside in turn. */
import { join } from "node:path";
import { groupCodes } from "@agatha/trainer/data/row-structure/group-codes";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { createRandom, randomPermutation } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { testDataFolder } from "../data.js";

const MIX = ["cement", "slag", "ash", "water", "superplasticizer", "coarseagg", "fineagg"];
export const GROUPED = [
  { file: "grouped/males.csv", target: "wage", groups: ["nr"] },
  { file: "grouped/produc.csv", target: "gsp", groups: ["state"] },
  { file: "grouped/ricefarms.csv", target: "goutput", groups: ["id"] },
  { file: "grouped/chickweight.csv", target: "weight", groups: ["Chick"] },
  { file: "grouped/milk.csv", target: "protein", groups: ["Cow"] },
  { file: "grouped/exam.csv", target: "normexam", groups: ["school"] },
  { file: "grouped/crime.csv", target: "crmrte", groups: ["county"] },
  { file: "grouped/soybean.csv", target: "weight", groups: ["Plot"] },
  { file: "concrete-strength.csv", target: "strength", groups: MIX },
];
const FIFTHS = 5;
/** Fifths of the groups that are asked about, of each table. */
const ASKED_FIFTHS = Number(process.env.BENCH_FIFTHS ?? FIFTHS);
const MAX_ROWS = 10_000;

/** Rows to learn from, and rows of other groups to ask about. */
export interface GroupedFold {
  train: Table;
  fresh: Table;
}

export interface GroupedFolds {
  name: string;
  target: string;
  folds: GroupedFold[];
}

export async function readGroupedFolds({ file, target, groups: names }: (typeof GROUPED)[number]): Promise<GroupedFolds> {
  const table = await readRows(file);
  const groups = groupCodes(table, names);
  const distinct = Int32Array.from(new Set(groups));
  const order = randomPermutation(distinct.length, createRandom(1));
  const rows = Int32Array.from(groups.keys());
  const folds = Array.from({ length: ASKED_FIFTHS }, (_, i): GroupedFold => {
    const asked = new Set(order.filter((_, at) => at % FIFTHS === FIFTHS - ASKED_FIFTHS + i).map((at) => distinct[at]!));
    const part = (isAsked: boolean) =>
      takeRows(
        table,
        rows.filter((row) => asked.has(groups[row]!) === isAsked),
      );
    return { train: part(false), fresh: part(true) };
  });
  return { name: file.replace(".csv", "").replace("grouped/", ""), target, folds };
}

/** Reads at most the first 10,000 rows. */
export async function readRows(file: string): Promise<Table> {
  const table = await readCsv(join(testDataFolder ?? "", file));
  return table.nrow <= MAX_ROWS ? table : takeRows(table, Int32Array.from(Array(MAX_ROWS).keys()));
}

export function numbersOf(table: Table, name: string): Float64Array {
  const column = findColumn(table, name);
  if (column?.type !== "n") throw new Error(`${name} has no numbers`);
  return column.values;
}

/** Returns the RMSE over all folds of the mean of the rows to learn from. */
export function trivialError({ target, folds }: GroupedFolds): number {
  const squares = folds.flatMap(({ train, fresh }) => {
    const known = numbersOf(train, target);
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return Array.from(numbersOf(fresh, target), (value) => (value - mean) ** 2);
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
