/** Compares k-means with scikit-learn's and with ml-kmeans, the usual package in Node.js: decision 8. */
import { join } from "node:path";
import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix } from "@agatha/trainer/numeric/matrix";
import { kmeans } from "ml-kmeans";
import { testDataFolder } from "../data.js";
import { type BenchmarkedAlgorithm, createAgathaRunner } from "./agatha-runner.js";
import { type RunResult, startPeers } from "./peer-process.js";
import { type BenchmarkDataset, concrete, formatScores, isSelected, machine, median, runAlternately, satimage, wine } from "./peers.js";

const DATA: BenchmarkDataset[] = [concrete, wine, machine, satimage].map((data) => ({ ...data, task: "CLUSTERING" }));
const { clusters: CLUSTERS, starts: STARTS } = ALGORITHMS["k-means"].params.parse({});

/** Writes a Markdown table. Throws and names the package to install or the variable to set when something is missing. */
export async function benchKmeans(print: (line: string) => void): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that k-means is compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  try {
    print(
      "| data | CH index: scikit-learn | ml-kmeans | Agatha | Agatha's fit time ÷ scikit-learn's | ÷ ml-kmeans' | predict time ÷ ml-kmeans' |",
    );
    print("| --- | --- | --- | --- | --- | --- | --- |");
    for (const data of DATA.filter(isSelected)) {
      const contest = { ...data, algorithm: "k-means" as const, file: join(testDataFolder, data.file) };
      const [ours, theirs] = [await createAgathaRunner(contest), await createAgathaRunner(contest, bestOfStarts)];
      const besideScikit = await runAlternately(ours.trainRows, (draw) => peers.run(contest, draw), ours.run);
      const besideMl = await runAlternately(ours.trainRows, theirs.run, ours.run);
      const ratio = ({ peer, ours: own }: typeof besideMl, of: (run: RunResult) => number) =>
        (median(own.map(of)) / median(peer.map(of))).toFixed(2);
      const cells = [
        ...[data.file.replace(".csv", ""), formatScores(besideScikit.peer), formatScores(besideMl.peer), formatScores(besideMl.ours)],
        ...[ratio(besideScikit, ({ fit }) => fit), ratio(besideMl, ({ fit }) => fit), ratio(besideMl, (run) => run.predict)],
      ];
      print(`| ${cells.join(" | ")} |`);
    }
    print(
      `\nCH index: mean ± standard deviation of 7 seeds, higher is better; ${CLUSTERS} clusters, the best of ${STARTS} starts by the sum of ` +
        "squares on all sides. Ratios are of medians of 7 runs by turns, below 1 is faster. ml-kmeans is given rows as arrays, as it takes them.",
    );
  } finally {
    peers.stop();
  }
}

/** Uses as many starts as ours and keeps the one with the least sum of squares. */
const bestOfStarts: BenchmarkedAlgorithm = {
  encoding: { missing: "impute", scale: "standard" },
  async fit(x, _target, _params, { random }) {
    const rows = rowsOf(x);
    const found = Array.from({ length: STARTS }, () =>
      kmeans(rows, CLUSTERS, { seed: Math.floor(random.next() * 2 ** 31), maxIterations: 300 }),
    );
    const squares = found.map((one) => one.computeInformation(rows).reduce((sum, { error, size }) => sum + error * size, 0));
    const best = found[squares.indexOf(Math.min(...squares))];
    if (!best) throw new Error("ml-kmeans found nothing");
    return { predict: (asked) => ({ clusters: Int32Array.from(best.nearest(rowsOf(asked))) }) };
  },
};

function rowsOf({ nrow, columns }: Matrix): number[][] {
  return Array.from({ length: nrow }, (_, i) => columns.map((column) => column[i] ?? Number.NaN));
}
