/**
 * Measures the figures of the README. `npm run bench` runs all sections, `npm run bench -- peers` the named ones. Algorithms may
 * be named too: `npm run bench -- peers sizes KNN LOF`.
 */
import { ALGORITHM_NAMES, type AlgorithmName, isForecaster, isSeriesDetector } from "@agatha/contracts";
import { limitThreads } from "@agatha/trainer/numeric/threads/pool";
import { benchAutomaticGroups } from "./auto-groups.js";
import { benchAutomatic } from "./auto-models.js";
import { benchAutoMl } from "./automl.js";
import { benchChosen } from "./chosen.js";
import { benchConsole } from "./console.js";
import { benchGroups } from "./groups.js";
import { benchHostileBodies } from "./hostile-bodies.js";
import { benchIntervals } from "./intervals.js";
import { benchMadeSeries } from "./made-forecasts.js";
import { benchManySeries } from "./many-series.js";
import { benchMemory } from "./memory.js";
import { benchKmeans } from "./ml-kmeans.js";
import { benchOutliers } from "./outliers.js";
import { benchPeers } from "./peers.js";
import { benchPolling } from "./polling.js";
import { benchPredictionApi } from "./prediction-api.js";
import { benchPublicSeries } from "./public-series.js";
import { benchScores } from "./scores.js";
import { benchSeries } from "./series.js";
import { benchSizes } from "./sizes.js";
import { benchTables } from "./tables.js";
import { benchTracing } from "./tracing.js";
import { benchUpload } from "./upload.js";

/** Writes Markdown. A section that iterates over algorithms uses only these. */
type Section = (print: (line: string) => void, algorithms: readonly AlgorithmName[]) => Promise<void>;

const SECTIONS: Record<string, { title: string; run: Section }> = {
  peers: { title: "Algorithms beside their peers", run: benchPeers },
  scores: { title: "Scores on further data", run: benchScores },
  tables: { title: "Algorithms beside their peers on many tables", run: benchTables },
  groups: { title: "Figures for new groups", run: benchGroups },
  "auto-groups": { title: "Automatic training for new groups", run: benchAutomaticGroups },
  chosen: { title: "Figures of the best of several models", run: benchChosen },
  outliers: { title: "False alarms of outlier detectors", run: benchOutliers },
  intervals: { title: "Prediction intervals", run: benchIntervals },
  auto: { title: "Automatic training beside the best peer", run: benchAutomatic },
  automl: { title: "Automatic training beside other tools", run: benchAutoMl },
  series: { title: "Automatic training of time series beside statsforecast", run: benchSeries },
  "made-series": { title: "Forecasts of made series beside statsforecast", run: benchMadeSeries },
  "public-series": { title: "Forecasts of public series beside statsforecast", run: benchPublicSeries },
  "many-series": { title: "Many series beside statsforecast and mlforecast", run: benchManySeries },
  kmeans: { title: "k-means beside ml-kmeans", run: benchKmeans },
  sizes: { title: "As tables grow", run: benchSizes },
  memory: { title: "Memory", run: benchMemory },
  upload: { title: "Upload of a long table", run: benchUpload },
  console: { title: "The console in a browser", run: benchConsole },
  polling: { title: "Polling while trainings run", run: benchPolling },
  "open-api": { title: "Open model API", run: benchPredictionApi },
  tracing: { title: "Cost of traces", run: benchTracing },
  hostile: { title: "Small predictions among hostile bodies", run: benchHostileBodies },
};

/** The peers use as many. */
const THREADS = 2;

limitThreads(THREADS);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const isAlgorithm = (name: string): name is AlgorithmName => (ALGORITHM_NAMES as readonly string[]).includes(name);
const algorithms = process.argv.slice(2).filter(isAlgorithm);
const named = process.argv.slice(2).filter((name) => !isAlgorithm(name));
const unknown = named.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no section or algorithm ${unknown.join(", ")}; sections are ${Object.keys(SECTIONS).join(", ")}\n`);
  process.exit(2);
}
for (const [name, { title, run }] of Object.entries(SECTIONS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`## ${title}\n`);
  try {
    await run(print, algorithms.length > 0 ? algorithms : ALGORITHM_NAMES.filter((name) => !isForecaster(name) && !isSeriesDetector(name)));
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
  print("");
}
