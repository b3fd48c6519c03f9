/** Automatic training as a user with a file meets it: over HTTP, with the training rows alone and within a time limit. */
import { basename, resolve } from "node:path";
import { isSupervised, type PredictionResult } from "@agatha/contracts";
import type { AutoModelAnswer, CreateAutoModelRequest } from "@agatha/contracts/wire";
import { fitEncoder } from "@agatha/trainer/data/encoding/fit-encoder";
import { type Column, findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { calinskiHarabaszScore } from "@agatha/trainer/evaluation/metrics/clustering-metrics";
import { createRandom } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { testDataFolder } from "../data.js";
import { removeFolder, startAgatha, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import type { BenchmarkDataset } from "./peers.js";

/** Time limit of the product's promise for two idle processors. */
export const TIME_LIMIT_SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
/** Longest wait for a search to end after its time limit. */
const GRACE_SECONDS = 300;
const MAX_ROWS = 10_000;
const SEMILABEL = "known";
/** Label of an anomaly. */
const ANOMALY = "true";
const MODES = { REGRESSION: "AUTO_REGRESSION", CLASSIFICATION: "AUTO_REGRESSION", OCC: "AUTO_OCC", CLUSTERING: "AUTO_CLUSTER" } as const;

/** Results of automatic training and the scores of its best model. */
export interface AutoModelRun {
  /** Algorithms of the model. */
  name: string;
  score: number;
  tried: number;
  seconds: number;
  leftOut: string[];
}

/** Starts the product in a folder of its own, and stops it after the work. */
export async function withProduct(work: (client: TestClient) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const product = await startAgatha(folder);
  try {
    const client = new TestClient(product.url);
    await client.login();
    await work(client);
  } finally {
    await product.stop();
    await removeFolder(folder);
  }
}

/**
 * With a target, row i is a test row when i % 5 equals the seed less 1. Without one, the seed draws the half of the anomalies
 * that is known.
 */
export async function runAutoModel(client: TestClient, data: BenchmarkDataset, seed: number): Promise<AutoModelRun> {
  const rows = await usedRows(data);
  const supervised = isSupervised(data.task);
  const [train, test] = supervised ? [fold(rows, seed, false), fold(rows, seed, true)] : [rows, rows];
  const learned = supervised ? train : data.task === "OCC" ? semilabelled(train, data.target, seed) : withoutColumn(train, data.target);
  const { batch, prediction, seconds } = await searchAndPredict(client, requestOf(data, seed), {
    name: basename(data.file),
    learned,
    asked: withoutColumn(test, data.target),
  });
  return {
    name: nameOfBest(batch),
    score: scoreOf(data, prediction, test),
    tried: batch.models.length,
    seconds,
    leftOut: batch.left_out.map(({ column }) => column),
  };
}

type AutoModelRequest = Pick<CreateAutoModelRequest, "mode"> & Partial<CreateAutoModelRequest>;

function requestOf({ task, target }: BenchmarkDataset, seed: number): AutoModelRequest {
  return {
    mode: MODES[task],
    // The test rows are random ones.
    ...(isSupervised(task) && { response: target, model_type: task, validation: { rows: "random" as const } }),
    ...(task === "OCC" && { semilabel: SEMILABEL }),
    seed,
  };
}

/** Algorithms of the best model. */
export function nameOfBest({ models: [best] }: AutoModelAnswer): string {
  return `${best?.algorithms.join(" + ")}${best?.name.endsWith("Tuned") ? ", tuned" : ""}`;
}

interface AutoModelTables {
  name: string;
  learned: Table;
  asked: Table;
}

/** Uploads the rows to learn from, trains automatically and asks the best model about the others. */
export async function searchAndPredict(
  client: TestClient,
  request: AutoModelRequest,
  { name, learned, asked }: AutoModelTables,
): Promise<{ batch: AutoModelAnswer; prediction: PredictionResult; seconds: number }> {
  const { id: datasetId } = await client.uploadDataset(name, csvOf(learned));
  const begun = Date.now();
  const { id } = await client.api.createAutoModel(datasetId, {
    rank_by: "recommended",
    limit: { models: 30, seconds: TIME_LIMIT_SECONDS },
    ...request,
  });
  const batch = await client.waitForAutoModel(datasetId, id, TIME_LIMIT_SECONDS + GRACE_SECONDS);
  const seconds = (Date.now() - begun) / 1000;
  if (batch.model_id === null) throw new Error(`${name}: ${batch.reason} ${batch.message}`);
  const prediction = await predict(client, { dataset: datasetId, model: batch.model_id }, asked);
  await client.api.deleteDataset(datasetId);
  return { batch, prediction, seconds };
}

async function predict(
  client: TestClient,
  { dataset, model }: { dataset: string; model: string },
  table: Table,
): Promise<PredictionResult> {
  const columns = table.columns.map((column): [string, (row: number) => string] => [column.name, cellOf(column)]);
  const data = Array.from({ length: table.nrow }, (_, row) => Object.fromEntries(columns.map(([name, cell]) => [name, cell(row)])));
  return (await client.api.whatIf(dataset, model, data)).result!;
}

function scoreOf({ task, target, drop }: BenchmarkDataset, { value, score = [] }: PredictionResult, rows: Table): number {
  const column = findColumn(rows, target);
  if (!column) throw new Error(`There is no column ${target}`);
  const actual = Array.from({ length: rows.nrow }, (_, row) => cellOf(column)(row));
  if (task === "REGRESSION") {
    return Math.sqrt(actual.reduce((sum, cell, row) => sum + (Number(cell) - Number(value[row])) ** 2, 0) / actual.length);
  }
  if (task === "CLASSIFICATION") return actual.filter((cell, row) => cell === String(value[row])).length / actual.length;
  if (task === "OCC") return rocAuc(score.map(Number), (row) => actual[row] === ANOMALY);
  const names = rows.columns.map(({ name }) => name).filter((name) => name !== target && !drop.includes(name));
  const space = fitEncoder(rows, names, { missing: "impute", scale: "standard" }).encoder.encode(rows);
  return calinskiHarabaszScore(space, Int32Array.from(value, Number)) ?? Number.NaN;
}

/** Area under the ROC curve by the sum of the anomalies' ranks. Equal scores share their ranks. */
function rocAuc(scores: readonly number[], odd: (row: number) => boolean): number {
  const order = [...scores.keys()].sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let [sum, count] = [0, 0];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++;
    const found = order.slice(from, to).filter(odd).length;
    sum += found * ((from + 1 + to) / 2);
    count += found;
    from = to;
  }
  return (sum - (count * (count + 1)) / 2) / (count * (order.length - count));
}

/** Returns the rows that the peers use: the first rows that have a target. */
async function usedRows({ file, target }: BenchmarkDataset): Promise<Table> {
  const table = await readCsv(resolve(testDataFolder ?? "", file));
  const column = findColumn(table, target);
  if (!column) throw new Error(`There is no column ${target} in ${file}`);
  const cell = cellOf(column);
  const rows = Array.from(Array(table.nrow).keys()).filter((row) => cell(row) !== "");
  return takeRows(table, rows.slice(0, MAX_ROWS));
}

function fold(table: Table, seed: number, isTest: boolean): Table {
  return takeRows(
    table,
    Array.from(Array(table.nrow).keys()).filter((row) => (row % 5 === seed - 1) === isTest),
  );
}

function withoutColumn(table: Table, name: string): Table {
  return { ...table, columns: table.columns.filter((column) => column.name !== name) };
}

/** Labels one of every two anomalies as known, drawn by the seed. */
function semilabelled(table: Table, name: string, seed: number): Table {
  const column = findColumn(table, name);
  if (column?.type !== "s") throw new Error(`${name} is no text`);
  const yes = column.levels.indexOf(ANOMALY);
  const anomalies = [...column.codes.keys()].filter((row) => column.codes[row] === yes);
  const random = createRandom(seed);
  const known = new Set(
    anomalies.filter((_, i) => i % 2 === 0).map((row, i) => (random.next() < 0.5 ? row : (anomalies[2 * i + 1] ?? row))),
  );
  const codes = column.codes.map((_, row) => (known.has(row) ? 0 : -1));
  return { ...table, columns: [...withoutColumn(table, name).columns, { name: SEMILABEL, type: "s", codes, levels: ["yes"] }] };
}

function csvOf(table: Table): string {
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const cells = table.columns.map(cellOf);
  const lines = Array.from({ length: table.nrow }, (_, row) => cells.map((cell) => quote(cell(row))).join(","));
  return [table.columns.map(({ name }) => quote(name)).join(","), ...lines].join("\n");
}

/** Returns the text of a cell, empty where there is no value. */
function cellOf(column: Column): (row: number) => string {
  if (column.type === "s") return (row) => column.levels[column.codes[row] ?? -1] ?? "";
  return (row) => {
    const value = column.values[row] ?? Number.NaN;
    if (Number.isNaN(value)) return "";
    return column.type === "d" ? new Date(value).toISOString() : String(value);
  };
}
