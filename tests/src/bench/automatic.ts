/**
 * What automatic training finds beside the best of the peers: it gets the training rows alone, over HTTP and with a minute of
 * time, leaks and all; its best model then predicts the test rows (row i with i % 5 = 0), on which each peer is scored too.
 * Outlier detection and clustering have no test rows: all rows are learned from, and scored.
 */
import { join } from "node:path";
import { isSupervised, type PredictionResult } from "@agatha/contracts";
import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { fitEncoder } from "@agatha/trainer/encoding/fit";
import { calinskiHarabasz } from "@agatha/trainer/evaluation/clustering";
import { type Column, findColumn, type Table, takeRows } from "@agatha/trainer/tables/table";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { testData } from "../data.js";
import { Client } from "../end-to-end/client.js";
import { removeFolder, startProduct, temporaryFolder, waitFor } from "../end-to-end/product.js";
import { type PeerProcess, startPeers } from "./peer-process.js";
import { CONTESTS, type Data, isChosen, SCORES } from "./peers.js";

const FAILURE_LEAKS = ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"];

/** `drop` is kept from the peers; automatic training has to find out by itself. */
const DATA: Data[] = [
  { file: "concrete-strength.csv", target: "strength", task: "REGRESSION", drop: [] },
  { file: "abalone.csv", target: "rings", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "CLASSIFICATION", drop: [] },
  { file: "machine-failure-ai4i.csv", target: "Machine failure", task: "CLASSIFICATION", drop: FAILURE_LEAKS },
  { file: "iris.csv", target: "species", task: "CLASSIFICATION", drop: [] },
  { file: "banknote.csv", target: "genuine", task: "CLASSIFICATION", drop: [] },
  { file: "horse-colic-missing-values.csv", target: "outcome", task: "CLASSIFICATION", drop: [] },
  { file: "adult-income-32k.csv", target: "income", task: "CLASSIFICATION", drop: [] },
  { file: "anomaly-cardio.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "anomaly-thyroid.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "anomaly-satimage2.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "iris.csv", target: "species", task: "CLUSTERING", drop: [] },
  { file: "concrete-strength.csv", target: "strength", task: "CLUSTERING", drop: [] },
];

/** As the product promises it for two processors that nothing else uses. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const MOST_ROWS = 10_000;
const SEMILABEL = "known";
/** What is read for the yes of an anomaly. */
const ANOMALY = "true";
const MODES = { REGRESSION: "AUTO_REGRESSION", CLASSIFICATION: "AUTO_REGRESSION", OCC: "AUTO_OCC", CLUSTERING: "AUTO_CLUSTER" };

/** Writes a Markdown table. BENCH_SECONDS may give another time limit. */
export async function benchAutomatic(print: (line: string) => void): Promise<void> {
  if (!testData) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  const folder = await temporaryFolder();
  const product = await startProduct(folder);
  try {
    const client = new Client(product.url);
    await client.login();
    print("| data | score | best peer | automatic | its best model | models tried | seconds | left out |");
    print("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (const data of DATA.filter(isChosen)) {
      const ours = await automatic(client, data);
      print(rowOf(data, await bestPeer(peers, data), ours));
    }
  } finally {
    await product.stop();
    await removeFolder(folder);
    peers.stop();
  }
}

interface Scored {
  name: string;
  score: number;
}

async function bestPeer(peers: PeerProcess, data: Data): Promise<Scored> {
  const names = CONTESTS.filter(([, contests]) => contests.some(({ task }) => task === data.task)).map(([algorithm]) => algorithm);
  let best: Scored | undefined;
  for (const algorithm of names) {
    const { score } = await peers.run({ ...data, algorithm, file: join(testData ?? "", data.file) }, { seed: 1, without: [] });
    const better = !best || (data.task === "REGRESSION" ? score < best.score : score > best.score);
    if (better) best = { name: algorithm, score };
  }
  if (!best) throw new Error(`There is no peer for ${data.task}`);
  return best;
}

interface Automatic extends Scored {
  tried: number;
  seconds: number;
  leftOut: string[];
}

async function automatic(client: Client, data: Data): Promise<Automatic> {
  const rows = await usedRows(data);
  const supervised = isSupervised(data.task);
  const [train, test] = supervised ? [everyFifth(rows, false), everyFifth(rows, true)] : [rows, rows];
  const learned = supervised ? train : data.task === "OCC" ? semilabelled(train, data.target) : without(train, data.target);
  const dataset = await client.readyDataset(data.file, csvOf(learned));
  const begun = Date.now();
  const batch = await search(client, dataset.id, data, supervised);
  const seconds = (Date.now() - begun) / 1000;
  const prediction = await predict(client, { dataset: dataset.id, model: batch.model_id ?? "" }, without(test, data.target));
  const score = scoreOf(data, prediction, test);
  await client.json("DELETE", `agatha/datasets/${dataset.id}/`);
  const [best] = batch.models;
  const name = `${best?.algorithms.join(" + ")}${best?.name.endsWith("Tuned") ? ", tuned" : ""}`;
  return { name, score, tried: batch.models.length, seconds, leftOut: batch.left_out.map(({ column }) => column) };
}

async function search(client: Client, datasetId: string, { task, target }: Data, supervised: boolean): Promise<AutoModelAnswer> {
  const batches = `agatha/datasets/${datasetId}/automodels/`;
  const { status, body } = await client.json<{ id: string }>("POST", batches, {
    mode: MODES[task],
    ...(supervised && { response: target, model_type: task }),
    ...(task === "OCC" && { semilabel: SEMILABEL }),
    limit: { models: 30, seconds: SECONDS },
    seed: 1,
  });
  if (status !== 201) throw new Error(`${target} was refused: ${JSON.stringify(body)}`);
  const read = async () => (await client.json<AutoModelAnswer>("GET", `${batches}${body.id}/`)).body;
  const ended = async () => ((batch) => batch.status !== "fitting_processing" && batch)(await read());
  const batch = await waitFor(`the models of ${target}`, ended, 3 * SECONDS);
  if (batch.model_id === null) throw new Error(`${target}: ${batch.reason} ${batch.message}`);
  return batch;
}

async function predict(client: Client, { dataset, model }: { dataset: string; model: string }, table: Table): Promise<PredictionResult> {
  const columns = table.columns.map((column): [string, (row: number) => string] => [column.name, cellOf(column)]);
  const data = Array.from({ length: table.nrow }, (_, row) => Object.fromEntries(columns.map(([name, cell]) => [name, cell(row)])));
  const { status, body } = await client.json<{ result: PredictionResult }>("POST", `agatha/datasets/${dataset}/models/${model}/calcs/`, {
    type: "whatif",
    data,
  });
  if (status !== 201) throw new Error(`the test rows were refused: ${JSON.stringify(body)}`);
  return body.result;
}

function scoreOf({ task, target, drop }: Data, { value, score = [] }: PredictionResult, rows: Table): number {
  const column = findColumn(rows, target);
  if (!column) throw new Error(`There is no column ${target}`);
  const actual = Array.from({ length: rows.nrow }, (_, row) => cellOf(column)(row));
  if (task === "REGRESSION") {
    return Math.sqrt(actual.reduce((sum, cell, row) => sum + (Number(cell) - Number(value[row])) ** 2, 0) / actual.length);
  }
  if (task === "CLASSIFICATION") return actual.filter((cell, row) => cell === String(value[row])).length / actual.length;
  if (task === "OCC") return rocAuc(score, (row) => actual[row] === ANOMALY);
  const names = rows.columns.map(({ name }) => name).filter((name) => name !== target && !drop.includes(name));
  const space = fitEncoder(rows, names, { missing: "impute", scale: "standard" }).encoder.encode(rows);
  return calinskiHarabasz(space, Int32Array.from(value, Number)) ?? Number.NaN;
}

/** By the sum of the ranks of what is odd; equal scores share their ranks. */
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

/** As the peers read them: the first rows that have a target. */
async function usedRows({ file, target }: Data): Promise<Table> {
  const table = await readCsv(join(testData ?? "", file));
  const column = findColumn(table, target);
  if (!column) throw new Error(`There is no column ${target} in ${file}`);
  const cell = cellOf(column);
  const rows = Array.from(Array(table.nrow).keys()).filter((row) => cell(row) !== "");
  return takeRows(table, rows.slice(0, MOST_ROWS));
}

function everyFifth(table: Table, wanted: boolean): Table {
  return takeRows(
    table,
    Array.from(Array(table.nrow).keys()).filter((row) => (row % 5 === 0) === wanted),
  );
}

function without(table: Table, name: string): Table {
  return { ...table, columns: table.columns.filter((column) => column.name !== name) };
}

/** Every second anomaly is known, the others are not. */
function semilabelled(table: Table, name: string): Table {
  const column = findColumn(table, name);
  if (column?.type !== "s") throw new Error(`${name} is no text`);
  const yes = column.levels.indexOf(ANOMALY);
  let anomalies = 0;
  const codes = column.codes.map((code) => (code === yes && anomalies++ % 2 === 0 ? 0 : -1));
  return { ...table, columns: [...without(table, name).columns, { name: SEMILABEL, type: "s", codes, levels: ["yes"] }] };
}

function csvOf(table: Table): string {
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const cells = table.columns.map(cellOf);
  const lines = Array.from({ length: table.nrow }, (_, row) => cells.map((cell) => quote(cell(row))).join(","));
  return [table.columns.map(({ name }) => quote(name)).join(","), ...lines].join("\n");
}

/** Empty where there is no value. */
function cellOf(column: Column): (row: number) => string {
  if (column.type === "s") return (row) => column.levels[column.codes[row] ?? -1] ?? "";
  return (row) => {
    const value = column.values[row] ?? Number.NaN;
    if (Number.isNaN(value)) return "";
    return column.type === "d" ? new Date(value).toISOString() : String(value);
  };
}

function rowOf({ file, task, target }: Data, peer: Scored, { name, score, tried, seconds, leftOut }: Automatic): string {
  const figure = (value: number) => value.toPrecision(4);
  const better = task === "REGRESSION" ? score <= peer.score : score >= peer.score;
  const cells = [
    `${file.replace(".csv", "")}, ${target}`,
    SCORES[task],
    `${figure(peer.score)} (${peer.name})`,
    better ? `**${figure(score)}**` : figure(score),
    name,
    tried,
    seconds.toFixed(0),
    leftOut.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
