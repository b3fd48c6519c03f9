/**
 * Measures whether the figure of the best of several models holds for new rows. Few rows of a table are drawn to learn from, all
 * candidates of an automatic training are trained on them, and the best is asked about the other rows. Repeated for several draws.
 */
import { join } from "node:path";
import { type AlgorithmName, autoModelCandidates, choiceAmongModels, type ModelType, rankModels } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { loadServingModel } from "@agatha/trainer/model/serving/serving-model";
import { createRandom, randomPermutation } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { type TrainingResult, trainModel } from "@agatha/trainer/training/train-model";
import { testDataFolder } from "../data.js";
import { isSelected } from "./peers.js";

const DATA = [
  { file: "adult-income-32k.csv", response: "income" },
  { file: "horse-colic-missing-values.csv", response: "outcome", classes: true },
  { file: "abalone.csv", response: "sex" },
  { file: "wine-quality-red.csv", response: "quality", classes: true },
  { file: "concrete-strength.csv", response: "strength" },
  { file: "abalone.csv", response: "rings" },
];
const TRAINING_ROWS = 200;
const MAX_TEST_ROWS = 5_000;
const DRAWS = Number(process.env.BENCH_DRAWS ?? 10);

/** Figures of the chosen model: as held out, corrected for the choice, and on the rows that it did not have. */
interface Outcome {
  promised: number;
  expected: number;
  achieved: number;
  /** 1 if the achieved figure is in the interval of the expected one, else 0. */
  within: number;
}

/** Writes a Markdown table. Throws when the data are missing. */
export async function benchChosen(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that models are chosen on");
  print("| data | response | figure | promised | corrected | achieved | achieved ÷ promised | achieved ÷ corrected | in the interval |");
  print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const data of DATA.filter(isSelected)) {
    const table = await readTable(data);
    const type = findColumn(table, data.response)?.type === "s" ? "CLASSIFICATION" : "REGRESSION";
    const outcomes: Outcome[] = [];
    for (let draw = 1; draw <= DRAWS; draw++) outcomes.push(await chooseAndAsk(table, { type, response: data.response, draw, algorithms }));
    const [promised, expected, achieved, within] = (["promised", "expected", "achieved", "within"] as const).map(
      (name) => outcomes.reduce((sum, outcome) => sum + outcome[name], 0) / outcomes.length,
    ) as [number, number, number, number];
    const figures = [promised, expected, achieved, achieved / promised, achieved / expected].map((figure) => figure.toFixed(3));
    print(
      `| ${[data.file.replace(".csv", ""), data.response, type === "CLASSIFICATION" ? "Accuracy" : "RMSE", ...figures, `${(100 * within).toFixed(0)} %`].join(" | ")} |`,
    );
  }
  print(`\nMeans of ${DRAWS} draws of ${TRAINING_ROWS} rows; the best of all candidates by the default ranking.`);
}

async function readTable({ file, response, classes }: (typeof DATA)[number]): Promise<Table> {
  const table = await readCsv(join(testDataFolder!, file));
  return { ...table, columns: table.columns.map((column) => (classes && column.name === response ? asText(column) : column)) };
}

function asText(column: Table["columns"][number]): Table["columns"][number] {
  if (column.type === "s") return column;
  const levels = [...new Set(column.values)].map(String);
  return { name: column.name, type: "s", levels, codes: Int32Array.from(column.values, (value) => levels.indexOf(String(value))) };
}

interface Question {
  type: Extract<ModelType, "REGRESSION" | "CLASSIFICATION">;
  response: string;
  draw: number;
  algorithms: readonly AlgorithmName[];
}

async function chooseAndAsk(table: Table, { type, response, draw, algorithms }: Question): Promise<Outcome> {
  const order = randomPermutation(table.nrow, createRandom(draw));
  const train = takeRows(table, order.slice(0, TRAINING_ROWS).sort());
  const fresh = takeRows(table, order.slice(TRAINING_ROWS, TRAINING_ROWS + MAX_TEST_ROWS));
  const candidates = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [] }, type, train.nrow).filter(({ layers }) =>
    layers.every(({ nodes }) => nodes.every(({ algorithm }) => (algorithms as readonly string[]).includes(algorithm))),
  );
  const trained: { name: string; result: TrainingResult }[] = [];
  for (const { label, layers } of candidates) {
    const context = {
      random: createRandom(1),
      timezone: "UTC",
      signal: new AbortController().signal,
      progress: () => {},
    };
    trained.push({ name: label, result: await trainModel({ type, response, layers, maxFpr: 1, seed: 1 }, train, context) });
  }
  const [best] = rankModels(type, trained, ({ result: { info } }) => ({
    indicators: info.indicators,
    heldOutRows: info.validation.heldOutRows,
  }));
  const choice = choiceAmongModels(type, {
    best: best!.name,
    candidates: trained.flatMap(({ name, result: { info, resamples } }) =>
      resamples
        ? [{ name, heldOutRows: info.validation.heldOutRows, indicators: info.indicators, intervals: info.intervals, resamples }]
        : [],
    ),
  });
  const { artifact, info } = best!.result;
  const achieved = achievedFigure(fresh, response, loadServingModel(artifact).predictTable(fresh).value);
  const { lower = Number.NaN, upper = Number.NaN } = choice?.interval ?? {};
  return {
    promised: (type === "REGRESSION" ? info.indicators.RMSE : info.indicators.Accuracy) ?? Number.NaN,
    expected: choice?.expected ?? Number.NaN,
    achieved,
    within: lower <= achieved && achieved <= upper ? 1 : 0,
  };
}

/** Returns the RMSE of numbers, and the accuracy of classes; rows without a response do not count. */
function achievedFigure(fresh: Table, response: string, predicted: readonly unknown[]): number {
  const column = findColumn(fresh, response)!;
  const losses = predicted.flatMap((value, row) => {
    if (column.type === "s") return column.codes[row]! < 0 ? [] : [value === column.levels[column.codes[row]!] ? 1 : 0];
    return Number.isNaN(column.values[row]) ? [] : [(column.values[row]! - Number(value)) ** 2];
  });
  const mean = losses.reduce<number>((sum, loss) => sum + loss, 0) / losses.length;
  return column.type === "s" ? mean : Math.sqrt(mean);
}
