import { loadServingModel } from "../../model/serving/serving-model.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { DAY } from "./testing/made-series.js";

interface Line {
  when: Date;
  part: string;
  y: number;
}

/** Order lines of two spare parts: on some days none, on others several. Returns them, and their sum of each day. */
function orders(from: number, to: number): { lines: Line[]; sums: Line[] } {
  const lines: Line[] = [];
  const sums: Line[] = [];
  for (const [number, part] of ["bolt", "gear"].entries()) {
    for (let day = from; day < to; day++) {
      const random = createRandom(1000 * number + day);
      const isFirst = day === 0;
      const count = isFirst || random.next() < 0.25 ? 1 + Math.floor(3 * random.next()) : 0;
      const own = Array.from({ length: count }, () => ({ when: new Date(day * DAY), part, y: 1 + Math.floor(5 * random.next()) }));
      lines.push(...own);
      sums.push({ when: new Date(day * DAY), part, y: own.reduce((sum, { y }) => sum + y, 0) });
    }
  }
  return { lines, sums };
}

const tableOf = (rows: readonly Line[]) =>
  createTable({ when: rows.map(({ when }) => when), part: rows.map(({ part }) => part), y: rows.map(({ y }) => y) });

const COUNT = 150;
const { lines, sums } = orders(0, COUNT);
/** The last day of all has an order, as every file of orders ends with one. */
const last = { when: new Date(COUNT * DAY), part: "bolt", y: 2 };

async function trainBoth(algorithm: string) {
  const train = (rows: readonly Line[], emptyPeriods: "unknown" | "zero") =>
    trainOnTable(
      tableOf(rows),
      modelRequest("REGRESSION", algorithm, {
        response: "y",
        timeSeries: { time: "when", series: "part", lags: 3, horizon: 5, emptyPeriods },
      }),
    );
  const whole = [...sums, last, { when: last.when, part: "gear", y: 0 }];
  return { events: await train([...lines, last], "zero"), whole: await train(whole, "unknown") };
}

/** The methods, with the version of a file without events: a model of lags has limits, which earlier programs would leave out too. */
const METHODS = [
  ["Croston", "1"],
  ["ETS", "1"],
  ["GLM", "3"],
] as const;

describe.each(METHODS)("%s", (algorithm, versionOfWhole) => {
  const trained = trainBoth(algorithm);

  test("forecasts from order lines what it forecasts from the sums of all days", async () => {
    const { events, whole } = await trained;
    expect(events.info.forecast).toEqual(whole.info.forecast);
    expect(events.info.warnings.map(({ code }) => code)).toContain("periods_zero");
    expect(events.info.warnings.map(({ code }) => code)).not.toContain("series_sparse");
  });

  test("is stored as a file that older programs refuse", async () => {
    const { events, whole } = await trained;
    const versionOf = (bytes: Uint8Array) => /"version":(\d)/.exec(Buffer.from(bytes).toString("latin1"))?.[1];
    expect([versionOf(events.artifact), versionOf(whole.artifact)]).toEqual(["3", versionOfWhole]);
  });
});

test("order lines since the training continue their series by their sums, with 0 on days without any", async () => {
  const { events, whole } = await trainBoth("Croston");
  const later = orders(COUNT + 1, COUNT + 20);
  const end = later.lines.reduce((latest, { when }) => Math.max(latest, when.getTime()), 0);
  const asked = ["bolt", "gear"].map((part) => ({ when: new Date(end + DAY), part, y: null }));
  const predict = (artifact: Uint8Array, rows: readonly Line[]) => {
    const records = [...rows, ...asked].map((row) => ({ ...row, when: row.when.toISOString() }));
    return loadServingModel(artifact).predict(records).value.slice(-2);
  };
  const unknownPart = { when: new Date(end), part: "nut", y: 9 };
  expect(predict(events.artifact, [unknownPart, ...later.lines])).toEqual(predict(events.artifact, later.lines));
  const upToEnd = later.sums.filter(({ when }) => when.getTime() <= end);
  expect(predict(events.artifact, later.lines)).toEqual(predict(whole.artifact, upToEnd));
});
