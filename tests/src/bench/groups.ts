/**
 * Measures whether figures hold for new rows if rows belong together. Each table is trained on four fifths of its groups and asked
 * about the last fifth, each fifth in turn. Nothing tells the training what the groups are.
 */
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { findRowStructure } from "@agatha/trainer/data/row-structure/find-row-structure";
import { loadServingModel } from "@agatha/trainer/model/serving/serving-model";
import { createRandom } from "@agatha/trainer/numeric/random";
import { trainModel } from "@agatha/trainer/training/train-model";
import { testDataFolder } from "../data.js";
import { GROUPED, type GroupedFold, type GroupedFolds, readGroupedFolds, readRows, trivialError } from "./grouped-tables.js";
import { isSelected } from "./peers.js";
import { achievedOf, coverageOf, geometricMean, type Outcome, outcomeOf, percent, ratioOf, sum } from "./promises.js";

const UNGROUPED = ["iris.csv", "banknote.csv", "wine-quality-red.csv", "abalone.csv", "adult-income-32k.csv"];

/** Outcomes of an algorithm on a table, over its fifths. */
interface AlgorithmOutcome {
  algorithm: AlgorithmName;
  byRows: Record<"auto" | "random", Outcome[]>;
}

interface TableOutcome {
  name: string;
  trivial: number;
  outcomes: AlgorithmOutcome[];
}

/** Writes Markdown tables. Throws when the data are missing. */
export async function benchGroups(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files whose rows belong together");
  const named = algorithms.filter((name) => (ALGORITHMS[name].modelTypes as readonly string[]).includes("REGRESSION"));
  await printStructures(print);
  print("\n| data | algorithm | achieved ÷ promised | intervals hold | with random rows | intervals hold |");
  print("| --- | --- | --- | --- | --- | --- |");
  const all: TableOutcome[] = [];
  for (const data of GROUPED.filter(isSelected)) {
    const table = await readGroupedFolds(data);
    const outcomes: AlgorithmOutcome[] = [];
    for (const algorithm of named) {
      const outcome = await measure(table, algorithm);
      outcomes.push(outcome);
      const cells = (["auto", "random"] as const).flatMap((rows) => [
        ratioOf(outcome.byRows[rows]).toFixed(3),
        percent(coverageOf(outcome.byRows[rows])),
      ]);
      print(`| ${[table.name, algorithm, ...cells].join(" | ")} |`);
    }
    all.push({ name: table.name, trivial: trivialError(table), outcomes });
  }
  printSummary(
    print,
    all.flatMap(({ outcomes }) => outcomes),
  );
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

async function measure({ target, folds }: GroupedFolds, algorithm: AlgorithmName): Promise<AlgorithmOutcome> {
  const outcome: AlgorithmOutcome = { algorithm, byRows: { auto: [], random: [] } };
  for (const fold of folds) {
    for (const validation of ["auto", "random"] as const)
      outcome.byRows[validation].push(await trainAndAsk(fold, target, { algorithm, validation }));
  }
  return outcome;
}

async function trainAndAsk(
  fold: GroupedFold,
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
  const context = { random: createRandom(1), timezone: "UTC", signal: new AbortController().signal, progress: () => {} };
  const { artifact, info } = await trainModel(request, fold.train, context);
  return outcomeOf(fold, response, {
    promised: info.indicators.RMSE ?? Number.NaN,
    answer: loadServingModel(artifact).predictTable(fold.fresh),
  });
}

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
function printChoices(print: (line: string) => void, all: readonly TableOutcome[]): void {
  print("\n| data | chosen by groups | achieved | chosen by random rows | achieved | trivial guess |");
  print("| --- | --- | --- | --- | --- | --- |");
  const ratios: number[] = [];
  for (const { name, trivial, outcomes } of all) {
    const [byGroups, byRandom] = (["auto", "random"] as const).map((rows) => choose(outcomes, rows));
    if (!byGroups || !byRandom) continue;
    ratios.push(byGroups.achieved / byRandom.achieved);
    const cells = [
      byGroups.names,
      byGroups.achieved.toPrecision(4),
      byRandom.names,
      byRandom.achieved.toPrecision(4),
      trivial.toPrecision(4),
    ];
    print(`| ${[name, ...cells].join(" | ")} |`);
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
