import { modelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import { decodeArtifact } from "../../model/artifact/artifact.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { joinResults } from "../../model/serving/join-results.js";
import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { describeSeriesAnomalies } from "../report/describe-series-anomalies.js";

const DAY = 86_400_000;
const dayAt = (t: number) => new Date(Date.UTC(2023, 0, 1) + t * DAY);
const asked = modelRequest("OCC", "Residual", { timeSeries: { time: "day", lags: 1, horizon: 1 } });

/** Days of two machines in one table: the load has a week, the heat of machine B a spike and a change of level. */
function machines(count: number) {
  const random = createRandom(7);
  const rows = Array.from({ length: 2 * count }, (_, i) => ({ t: i >> 1, machine: i % 2 === 0 ? "A" : "B" }));
  const heat = ({ t, machine }: (typeof rows)[number]) => (machine === "B" ? (t === 60 ? 30 : 0) + (t >= 200 ? 20 : 0) : 0);
  return createTable({
    day: rows.map(({ t }) => dayAt(t)),
    machine: rows.map(({ machine }) => machine),
    load: rows.map(({ t }) => 50 + 8 * Math.sin((2 * Math.PI * t) / 7) + random.normal()),
    heat: rows.map((row) => 70 + heat(row) + random.normal()),
  });
}

test("outliers of several machines are told with machine, column, time and kind", async () => {
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const latestFirst = takeRows(
    machines(280),
    Int32Array.from({ length: 560 }, (_, i) => 559 - i),
  );
  const { info } = await trainOnTable(latestFirst, { ...asked, timeSeries });
  expect(modelInfo.parse(info)).toEqual(info);
  const { anomalies = [], lines = [] } = info.outlier?.series ?? {};
  const of = (column: string, kind: string) => anomalies.filter((each) => each.column === column && each.kind === kind);
  expect(of("heat", "level_shift")).toMatchObject([{ series: "B", time: dayAt(200).toISOString() }]);
  expect(of("heat", "spike")).toContainEqual(expect.objectContaining({ series: "B", time: dayAt(60).toISOString(), periods: 1 }));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatchObject({ series: "B", column: "heat" });
  expect(lines[0].points).toHaveLength(280);
  expect(info.validation.rows).toBe("time");
  expect(info.partial_dependence).toBeUndefined();
  const [spike, shift] = [60, 200].map((t) => 559 - (2 * t + 1));
  expect(info.outlier?.most_anomalous.map(({ row }) => row)).toEqual(expect.arrayContaining([spike, shift]));
});

test("rows after the training get a p-value and an alarm within the budget, from the rows before them in the request", async () => {
  const falseAlarms = { atMost: 1, outOf: 50, of: "rows" as const };
  const { artifact } = await trainOnTable(machines(280), { ...asked, columns: ["load"], falseAlarms });
  const model = loadServingModel(artifact);
  expect(model.rowsTogether).toBe(true);
  const load = (t: number) => 50 + 8 * Math.sin((2 * Math.PI * t) / 7);
  const rows = [280, 281, 282, 283].map((t) => ({ day: dayAt(t).toISOString(), load: load(t) + (t === 282 ? 25 : 0) }));
  const answer = model.predict(rows, { outside: true });
  expect(answer.alarm).toEqual([false, false, true, false]);
  expect(answer.p_value?.[2]).toBeLessThan(0.02);
  expect(answer.outside).toEqual([[], [], [], []]);
  expect(() => model.predict([{ load: 3 }])).toThrow(/no time/);
});

test("under a budget out of alarms, the outliers in time are the rows that the model raises an alarm for when it sees them together", async () => {
  const falseAlarms = { atMost: 1, outOf: 4, of: "alarms" as const };
  const random = createRandom(3);
  const days = Array.from({ length: 400 }, (_, t) => t);
  const table = createTable({
    day: days.map(dayAt),
    load: days.map((t) => 50 + random.normal() + (t % 10 === 5 && t < 300 ? 30 : 0)),
  });
  const { info, artifact } = await trainOnTable(table, { ...asked, falseAlarms });
  const { anomalies = [] } = info.outlier?.series ?? {};
  const { alarm = [], p_value = [] } = loadServingModel(artifact).predictTable(table);
  const listed = anomalies.reduce((sum, { periods }) => sum + periods, 0);
  expect(listed).toBe(alarm.filter(Boolean).length);
  expect(listed).toBeGreaterThanOrEqual(30);
  expect(listed).toBeLessThan(p_value.filter((p) => p !== null && p <= 0.25).length);
});

test("rows of a series of few periods do not count among those that are judged together", async () => {
  const falseAlarms = { atMost: 1, outOf: 4, of: "alarms" as const };
  const random = createRandom(3);
  const load = Array.from({ length: 400 }, (_, t) => 50 + random.normal() + (t % 10 === 5 && t < 300 ? 30 : 0));
  const daysOf = (short: number) =>
    createTable({
      day: [...load.map((_, t) => dayAt(t)), ...Array.from({ length: short }, (_, t) => dayAt(t))],
      machine: [...load.map(() => "long"), ...Array.from({ length: short }, () => "short")],
      load: [...load, ...Array.from({ length: short }, () => 50)],
    });
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const { artifact } = await trainOnTable(daysOf(4), { ...asked, timeSeries, falseAlarms });
  const [model, table] = [decodeArtifact(artifact), daysOf(8000)];
  const { anomalies = [] } = describeSeriesAnomalies(model, table, predictGraph(model.graph, table).scores!) ?? {};
  const raised = loadServingModel(artifact).predictTable(table).alarm?.filter(Boolean).length;
  expect(raised).toBeGreaterThanOrEqual(30);
  expect(anomalies.reduce((sum, { periods }) => sum + periods, 0)).toBe(raised);
});

test("rows of a series of few periods are no normal rows by which a budget counts, and not among the described scores", async () => {
  const falseAlarms = { atMost: 1, outOf: 4, of: "alarms" as const };
  const random = createRandom(3);
  const load = Array.from({ length: 400 }, () => 50 + random.normal());
  const short = Array.from({ length: 600 }, (_, i) => i);
  const table = createTable({
    day: [...load.map((_, t) => dayAt(t)), ...short.map((i) => dayAt(396 + (i % 4)))],
    machine: [...load.map(() => "long"), ...short.map((i) => `short${Math.floor(i / 4)}`)],
    load: [...load, ...short.map(() => 50)],
  });
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const { artifact, info } = await trainOnTable(table, { ...asked, timeSeries, falseAlarms });
  const { alarm = [] } = loadServingModel(artifact).predictTable(table);
  expect(alarm.slice(0, 400).filter(Boolean).length).toBeLessThan(40);
  expect(info.outlier?.scores.counts.reduce((sum, count) => sum + count)).toBe(400);
});

test("spikes of a series that begins as short series end have a low p-value, though few of its periods come before the held-out ones", async () => {
  const random = createRandom(2);
  const rows = [...Array<number>(30).fill(20), 300].flatMap((count, machine) => {
    let load = 50;
    return Array.from({ length: count }, (_, i) => {
      load += random.normal();
      const isSpike = count === 300 && (i === 120 || i === 270);
      return { t: count === 300 ? 12 + i : i, machine: `M${machine}`, load: load + (isSpike ? 30 : 0), isSpike };
    });
  });
  const table = createTable({
    day: rows.map(({ t }) => dayAt(t)),
    machine: rows.map(({ machine }) => machine),
    load: rows.map(({ load }) => load),
  });
  const { artifact } = await trainOnTable(table, { ...asked, timeSeries: { time: "day", lags: 1, horizon: 1, series: "machine" } });
  const { p_value = [] } = loadServingModel(artifact).predictTable(table);
  expect(Math.max(...p_value.filter((_, row) => rows[row].isSpike).map(Number))).toBeLessThan(0.02);
});

test("known anomalies that the model does not learn from are outliers in time too, those of periods that follow each other together", async () => {
  const days = Array.from({ length: 400 }, (_, t) => t);
  const random = createRandom(3);
  const isLeak = (t: number) => t % 40 === 20 || t % 40 === 21 || t === 399;
  const table = createTable({
    day: days.map(dayAt),
    load: days.map((t) => 50 + random.normal() + (isLeak(t) ? 30 : 0)),
    known: days.map((t) => (isLeak(t) ? "leak" : null)),
  });
  const { info } = await trainOnTable(table, { ...asked, columns: ["load"], semilabel: "known" });
  const { anomalies = [], lines = [] } = info.outlier?.series ?? {};
  expect(anomalies.filter(({ value }) => value > 70).map(({ time, periods, kind }) => [time, periods, kind])).toEqual([
    ...Array.from({ length: 10 }, (_, i) => [dayAt(40 * i + 20).toISOString(), 2, "spike"]),
    [dayAt(399).toISOString(), 1, "spike"],
  ]);
  expect(lines[0].points).toHaveLength(400);
});

test("rows before the training and of a series of few periods have no answer and no alarm, and say why", async () => {
  const random = createRandom(5);
  const days = [
    ...["A", "B"].flatMap((machine) => Array.from({ length: 120 }, (_, t) => ({ machine, t }))),
    ...[117, 118, 119].map((t) => ({ machine: "C", t })),
  ];
  const table = createTable({
    day: days.map(({ t }) => dayAt(t)),
    machine: days.map(({ machine }) => machine),
    load: days.map(() => 50 + random.normal()),
  });
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const falseAlarms = { atMost: 1, outOf: 2, of: "alarms" as const };
  const { artifact, info } = await trainOnTable(table, { ...asked, timeSeries, falseAlarms });
  expect(info.warnings).toContainEqual({
    code: "series_unjudged",
    values: { count: 1, names: "C" },
    message: "1 series has fewer than 5 periods, and its rows are not judged: C",
  });
  const row = (t: number, machine: string, load: number) => ({ day: dayAt(t).toISOString(), machine, load });
  const model = loadServingModel(artifact);
  const answer = model.predict([row(-1, "A", 500), row(120, "C", 500), row(120, "A", 500)]);
  expect(answer).toMatchObject({ value: [null, null, true], alarm: [null, null, true], score: [null, null, expect.any(Number)] });
  expect(answer.p_value).toEqual([null, null, expect.any(Number)]);
  expect(answer.warning).toEqual([
    "day lies before the first value of the training: the model answers later rows",
    "C had fewer than 5 periods in training: train the model again when it has more",
    null,
  ]);
  expect(joinResults([answer, answer]).value).toEqual([null, null, true, null, null, true]);
  expect(model.predict([row(120, "A", 500)])).not.toHaveProperty("warning");
});

test("a training where no series has enough periods to be judged is refused", async () => {
  const days = Array.from({ length: 40 }, (_, i) => i);
  const table = createTable({
    day: days.map((i) => dayAt(i % 4)),
    machine: days.map((i) => `M${Math.floor(i / 4)}`),
    load: days.map((i) => (i * 7919) % 13),
  });
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  await expect(trainOnTable(table, { ...asked, timeSeries })).rejects.toThrow("a time series needs 5 periods at the least, and has 4");
});

/** Days of machines, each with as many as it says, and those from the fifth on of the last `faulty` machines marked as known anomalies. */
function faultyMachines(counts: readonly number[], faulty: number) {
  const random = createRandom(3);
  const days = counts.flatMap((count, machine) => Array.from({ length: count }, (_, t) => ({ machine, t })));
  return createTable({
    day: days.map(({ t }) => dayAt(t)),
    machine: days.map(({ machine }) => `M${machine}`),
    load: days.map(() => 50 + random.normal()),
    fault: days.map(({ machine, t }) => (machine >= counts.length - faulty && t >= 4 ? "yes" : null)),
  });
}

test("a training where no series has enough periods besides known anomalies is refused", async () => {
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const training = trainOnTable(faultyMachines(new Array<number>(10).fill(10), 10), { ...asked, timeSeries, semilabel: "fault" });
  await expect(training).rejects.toThrow("a time series needs 5 periods at the least, and has 4 besides known anomalies");
});

test("a series with few periods besides known anomalies is not judged, and the training says so", async () => {
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const { info } = await trainOnTable(faultyMachines([60, 60, 9], 1), { ...asked, timeSeries, semilabel: "fault" });
  expect(info.warnings).toContainEqual({
    code: "series_unjudged",
    values: { count: 1, names: "M2" },
    message: "1 series has fewer than 5 periods besides known anomalies, and its rows are not judged: M2",
  });
});

test("a detector whose held-out periods raise no alarm is evaluated", async () => {
  const falseAlarms = { atMost: 1, outOf: 10, of: "alarms" as const };
  const { info } = await trainOnTable(machines(280), { ...asked, columns: ["load"], falseAlarms });
  expect(info.indicators.contamination).toBe(0);
  expect(info.warnings.map(({ code }) => code)).not.toContain("not_evaluated");
});

test("rows of each of more machines than an input describes are judged, and contributions are refused", async () => {
  const rows = Array.from({ length: 52 * 30 }, (_, i) => ({ t: Math.floor(i / 52), machine: i % 52 })).slice(0, -5);
  const data = createTable({
    day: rows.map(({ t }) => dayAt(t)),
    machine: rows.map(({ machine }) => `M${machine}`),
    load: rows.map(({ t, machine }) => machine + ((t * 7919 + machine) % 11)),
  });
  const { info, artifact } = await trainOnTable(data, { ...asked, timeSeries: { time: "day", lags: 1, horizon: 1, series: "machine" } });
  expect(info.inputs.find(({ name }) => name === "machine")?.levels).not.toContain("M51");
  const model = loadServingModel(artifact);
  const later = ["M0", "M51"].map((machine) => ({ day: dayAt(30).toISOString(), machine, load: 500 }));
  expect(model.predict(later).value).toEqual([true, true]);
  expect(() => model.predict([{ ...later[0], machine: "M60" }])).toThrow(/names a series that the model does not know/);
  expect(() => model.predict(later, { explain: true })).toThrow(/ask without contributions/);
});

test.each([
  ["the first row of their day", (row: number) => row],
  ["the last row of their day", (row: number) => row + 1],
])("known anomalies that mark %s mark the day", async (_what, marked) => {
  const days = machines(400);
  const rows = Array.from({ length: 20 }, (_, i) => marked(40 * i + 20));
  const known = Array.from({ length: days.nrow }, (_, row) => (rows.includes(row) ? "leak" : null));
  const table = { ...days, columns: [...days.columns, ...createTable({ known }).columns] };
  const { info, predictions } = await trainOnTable(table, { ...asked, columns: ["load"], semilabel: "known" });
  expect(info.outlier?.labels?.anomalies).toBe(rows.filter((row) => predictions.rows.includes(row)).length);
  expect(info.outlier?.labels?.anomalies).toBeGreaterThan(5);
});

test.each([
  ["another detector", { layers: [{ nodes: [{ algorithm: "LOF" }] }] }, /Residual alone/],
  ["two nodes", { layers: [{ nodes: [{ algorithm: "Residual" }, { algorithm: "Residual" }] }] }, /Residual alone/],
  ["no time", { timeSeries: undefined }, /choose a time column/],
  ["a column known ahead", { timeSeries: { time: "day", lags: 1, horizon: 1, knownAhead: ["load"] } }, /columns known ahead out/],
  ["a horizon column", { timeSeries: { time: "day", lags: 1, horizon: 1, horizonColumns: ["load"] } }, /columns known ahead out/],
  ["clusters", { type: "CLUSTERING" as const }, /Only REGRESSION and OCC/],
  ["no column of numbers", { columns: [] }, /no other column of numbers/],
])("refuses %s", async (_what, change, message) => {
  await expect(trainOnTable(machines(20), { ...asked, ...change })).rejects.toThrow(message);
});

/** Days of machines, each from one day to before another. */
function machinesBetween(spans: readonly (readonly [from: number, to: number])[]) {
  const random = createRandom(3);
  const days = spans.flatMap(([from, to], machine) => Array.from({ length: to - from }, (_, i) => ({ machine, t: from + i })));
  return createTable({
    day: days.map(({ t }) => dayAt(t)),
    machine: days.map(({ machine }) => `M${machine}`),
    load: days.map(() => 50 + random.normal()),
    fault: days.map(({ t }) => (t % 24 === 20 ? "yes" : null)),
  });
}

test("held-out rows of a series that begins after the training of their fold have no answer, and do not count in the figures", async () => {
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const { info, predictions } = await trainOnTable(
    machinesBetween([
      [0, 160],
      [0, 160],
      [130, 290],
    ]),
    { ...asked, timeSeries },
  );
  const { rows, prediction } = predictions;
  // 130 days come after the training of every fold.
  expect(rows.filter((row) => row >= 320).length).toBeLessThan(160);
  expect(prediction.score).not.toContain(0);
  expect(info.validation.heldOutRows).toBe(rows.length);
  const flagged = prediction.value.filter((value) => value === true).length;
  expect(info.indicators.contamination).toBeCloseTo(flagged / rows.length, 12);
});

test.each([
  ["without", undefined],
  ["with", "fault"],
])("a detector %s known anomalies has no figures where every held-out series begins after its training", async (_, semilabel) => {
  const timeSeries = { time: "day", lags: 1, horizon: 1, series: "machine" };
  const { info, predictions } = await trainOnTable(
    machinesBetween([
      [0, 72],
      [72, 96],
      [96, 120],
    ]),
    { ...asked, timeSeries, semilabel },
  );
  expect(modelInfo.parse(info)).toEqual(info);
  expect(info.warnings.map(({ code }) => code)).toContain("not_evaluated");
  expect(predictions.rows).toEqual([]);
  expect(info.indicators.contamination).toBeNull();
  expect(info.outlier?.threshold).toBe(4);
});
