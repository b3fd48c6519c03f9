/**
 * Measures whether figures hold for the rows to come where rows belong together. Each table is trained on four fifths of its
 * groups and asked about the last fifth, each fifth in turn. Nothing tells the training what the groups are.
 */
import { join } from "node:path";
import { ALGORITHMS, type AlgorithmName, type ModelInfo } from "@agatha/contracts";
import { findRowStructure } from "@agatha/trainer/data/row-structure/find-row-structure";
import { groupCodes } from "@agatha/trainer/data/row-structure/group-codes";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { loadServingModel } from "@agatha/trainer/model/serving/serving-model";
import { createRandom } from "@agatha/trainer/numeric/random";
import { randomPermutation } from "@agatha/trainer/numeric/split";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { trainModel } from "@agatha/trainer/training/train-model";
import { testDataFolder } from "../data.js";
import { THREADS } from "./agatha-runner.js";
import { isSelected } from "./peers.js";

const MIX = ["cement", "slag", "ash", "water", "superplasticizer", "coarseagg", "fineagg"];
const GROUPED = [
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
const UNGROUPED = ["iris.csv", "banknote.csv", "wine-quality-red.csv", "abalone.csv", "adult-income-32k.csv"];
const FIFTHS = 5;
/** Fifths of the groups that are asked about, of each table. */
const ASKED_FIFTHS = Number(process.env.BENCH_FIFTHS ?? FIFTHS);
const MAX_ROWS = 10_000;

type GroupedTable = (typeof GROUPED)[number];

/** What a model promised, and what it achieved on the fifth of the groups that it did not have. */
interface Outcome {
  promised: number;
  squares: number;
  covered: number;
  answered: number;
}

/** Outcomes of an algorithm on a table, over its fifths. */
interface AlgorithmOutcome {
  algorithm: AlgorithmName;
  byRows: Record<"auto" | "random", Outcome[]>;
  trivial: number[];
}

/** Writes Markdown tables. Throws when the data are missing. */
export async function benchGroups(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files whose rows belong together");
  const named = algorithms.filter((name) => (ALGORITHMS[name].modelTypes as readonly string[]).includes("REGRESSION"));
  await printStructures(print);
  print("\n| data | algorithm | achieved ÷ promised | intervals hold | with random rows | intervals hold |");
  print("| --- | --- | --- | --- | --- | --- |");
  const all: AlgorithmOutcome[][] = [];
  for (const data of GROUPED.filter(isSelected)) {
    const outcomes = await measure(data, named);
    all.push(outcomes);
    for (const { algorithm, byRows } of outcomes) {
      const cells = (["auto", "random"] as const).flatMap((rows) => [ratioOf(byRows[rows]).toFixed(3), percent(coverageOf(byRows[rows]))]);
      print(`| ${[nameOf(data), algorithm, ...cells].join(" | ")} |`);
    }
  }
  printSummary(print, all.flat());
  printChoices(print, all);
}

async function printStructures(print: (line: string) => void): Promise<void> {
  print("| data | rows belong together by | as published |");
  print("| --- | --- | --- |");
  for (const { file, groups } of [...GROUPED, ...UNGROUPED.map((name) => ({ file: name, groups: [] as string[] }))].filter(isSelected)) {
    const found = findRowStructure(await readRows(file))?.groupColumns ?? [];
    const isRight = groups.length === found.length && groups.every((name) => found.includes(name));
    print(`| ${file.replace(".csv", "")} | ${found.join(", ") || "nothing"} | ${isRight ? "yes" : "**no**"} |`);
  }
}

async function readRows(file: string): Promise<Table> {
  const table = await readCsv(join(testDataFolder ?? "", file));
  return table.nrow <= MAX_ROWS ? table : takeRows(table, Int32Array.from(Array(MAX_ROWS).keys()));
}

async function measure({ file, target, groups: names }: GroupedTable, algorithms: readonly AlgorithmName[]): Promise<AlgorithmOutcome[]> {
  const table = await readRows(file);
  const groups = groupCodes(table, names);
  const distinct = Int32Array.from(new Set(groups));
  const order = randomPermutation(distinct.length, createRandom(1));
  const outcomes = algorithms.map((algorithm): AlgorithmOutcome => ({ algorithm, byRows: { auto: [], random: [] }, trivial: [] }));
  for (let fifth = FIFTHS - ASKED_FIFTHS; fifth < FIFTHS; fifth++) {
    const asked = new Set(order.filter((_, i) => i % FIFTHS === fifth).map((at) => distinct[at]!));
    const rows = Int32Array.from(groups.keys());
    const [train, fresh] = [rows.filter((row) => !asked.has(groups[row]!)), rows.filter((row) => asked.has(groups[row]!))].map((part) =>
      takeRows(table, part),
    ) as [Table, Table];
    for (const outcome of outcomes) {
      for (const validation of ["auto", "random"] as const)
        outcome.byRows[validation].push(await trainAndAsk({ train, fresh }, target, { algorithm: outcome.algorithm, validation }));
      outcome.trivial.push(trivialError(train, fresh, target));
    }
  }
  return outcomes;
}

async function trainAndAsk(
  { train, fresh }: { train: Table; fresh: Table },
  response: string,
  { algorithm, validation }: { algorithm: AlgorithmName; validation: "auto" | "random" },
): Promise<Outcome> {
  const request = {
    type: "REGRESSION" as const,
    response,
    layers: [{ nodes: [{ algorithm }] }],
    maxFpr: 1,
    seed: 1,
    validation: { rows: validation },
  };
  const context = { random: createRandom(1), threads: THREADS, timezone: "UTC", signal: new AbortController().signal, progress: () => {} };
  const { artifact, info } = await trainModel(request, train, context);
  const { value, interval = [] } = loadServingModel(artifact).predictTable(fresh);
  const actual = numbersOf(fresh, response);
  const covered = actual.filter((number, row) => {
    const bounds = interval[row];
    return bounds && number >= bounds.lower && number <= bounds.upper;
  }).length;
  const squares = actual.reduce((sum, number, row) => sum + (number - Number(value[row])) ** 2, 0);
  return { promised: promiseOf(info), squares, covered, answered: actual.length };
}

function promiseOf({ indicators }: ModelInfo): number {
  return indicators.RMSE ?? Number.NaN;
}

function numbersOf(table: Table, name: string): Float64Array {
  const column = findColumn(table, name);
  if (column?.type !== "n") throw new Error(`${name} has no numbers`);
  return column.values;
}

function trivialError(train: Table, fresh: Table, target: string): number {
  const known = numbersOf(train, target);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return numbersOf(fresh, target).reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

const nameOf = ({ file }: GroupedTable): string => file.replace(".csv", "").replace("grouped/", "");
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

function achievedOf(outcomes: readonly Outcome[]): number {
  return Math.sqrt(sum(outcomes, ({ squares }) => squares) / sum(outcomes, ({ answered }) => answered));
}

/** Returns the achieved error over all fifths ÷ the promised one, each promise weighted by the rows that it was asked about. */
function ratioOf(outcomes: readonly Outcome[]): number {
  const promised = sum(outcomes, ({ promised: error, answered }) => error ** 2 * answered) / sum(outcomes, ({ answered }) => answered);
  return achievedOf(outcomes) / Math.sqrt(promised);
}

function coverageOf(outcomes: readonly Outcome[]): number {
  return sum(outcomes, ({ covered }) => covered) / sum(outcomes, ({ answered }) => answered);
}

const geometricMean = (values: readonly number[]): number => Math.exp(sum(values, Math.log) / values.length);

function printSummary(print: (line: string) => void, outcomes: readonly AlgorithmOutcome[]): void {
  for (const rows of ["auto", "random"] as const) {
    const ratios = outcomes.map(({ byRows }) => ratioOf(byRows[rows]));
    const coverages = outcomes.map(({ byRows }) => coverageOf(byRows[rows]));
    print(
      `\nvalidation ${rows}: achieved ÷ promised ${geometricMean(ratios).toFixed(3)} (geometric mean; at worst ${Math.max(...ratios).toFixed(3)}). ` +
        `Intervals of 90 % hold ${percent(sum(coverages, (share) => share) / coverages.length)} (mean; at worst ${percent(Math.min(...coverages))}).`,
    );
  }
}

/** Prints what the choice of the algorithm with the best promise achieves, when the promise is for groups and when for random rows. */
function printChoices(print: (line: string) => void, all: readonly AlgorithmOutcome[][]): void {
  print("\n| data | chosen by groups | achieved | chosen by random rows | achieved | trivial guess |");
  print("| --- | --- | --- | --- | --- | --- |");
  const ratios: number[] = [];
  for (const [i, outcomes] of all.entries()) {
    const [byGroups, byRandom] = (["auto", "random"] as const).map((rows) => choose(outcomes, rows));
    const [first] = outcomes;
    if (!byGroups || !byRandom || !first) continue;
    const trivial = Math.sqrt(sum(first.trivial, (squares) => squares) / sum(first.byRows.auto, ({ answered }) => answered));
    ratios.push(byGroups.achieved / byRandom.achieved);
    const cells = [
      byGroups.names,
      byGroups.achieved.toPrecision(4),
      byRandom.names,
      byRandom.achieved.toPrecision(4),
      trivial.toPrecision(4),
    ];
    print(`| ${[nameOf(GROUPED.filter(isSelected)[i]!), ...cells].join(" | ")} |`);
  }
  print(`\nAchieved by the choice for groups ÷ by the choice for random rows: ${geometricMean(ratios).toFixed(3)} (geometric mean).`);
}

/** Returns what the algorithms with the best promise of each fifth achieve together. */
function choose(outcomes: readonly AlgorithmOutcome[], rows: "auto" | "random"): { names: string; achieved: number } {
  const chosen = (outcomes[0]?.byRows[rows] ?? []).map((_, fifth) =>
    outcomes.reduce((best, one) => ((one.byRows[rows][fifth]?.promised ?? 0) < (best.byRows[rows][fifth]?.promised ?? 0) ? one : best)),
  );
  const achieved = achievedOf(chosen.flatMap(({ byRows }, fifth) => byRows[rows][fifth] ?? []));
  return { names: [...new Set(chosen.map(({ algorithm }) => algorithm))].join(", "), achieved };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
