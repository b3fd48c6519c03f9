import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A model on the rows of a file. */
export interface BenchmarkCase<A extends string = string> {
  /** Path of a CSV file. */
  file: string;
  target: string;
  /** Columns to leave out. */
  drop: readonly string[];
  task: "REGRESSION" | "CLASSIFICATION" | "OCC" | "CLUSTERING";
  algorithm: A;
  /** Number of training rows to use, from the first; all when left out. */
  trainingRows?: number;
}

/** Options that differ between runs. */
export interface RunOptions {
  seed: number;
  /** Training rows to leave out, counted among the training rows from 0. */
  without: number[];
  /** Row i is a test row when i % 5 equals this; 0 when left out. */
  fold?: number;
}

/** One fit and prediction: milliseconds, and the score of the test rows. */
export interface RunResult {
  fit: number;
  predict: number;
  score: number;
}

export interface PeerProcess {
  /** Versions of the libraries, for the record. */
  versions: string;
  /** Same interface as tests/bench/peers.py. */
  run(contest: BenchmarkCase, draw: RunOptions): Promise<RunResult>;
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL("../../bench/peers.py", import.meta.url));
const PACKAGES = ["numpy", "pandas", "scikit-learn", "xgboost", "pygam", "minisom"];
const MODULES = ["numpy", "pandas", "sklearn", "xgboost", "pygam", "minisom"];

/** Starts the peers' libraries in one Python process. Throws and names the package to install when it cannot. */
export async function startPeers(python: string): Promise<PeerProcess> {
  if (spawnSync(python, ["-c", `import ${MODULES.join(", ")}`]).status !== 0) {
    throw new Error(
      `${python} cannot import the peers: get Python 3.10 or newer, then run \`${python} -m pip install ${PACKAGES.join(" ")}\` ` +
        "(or name another interpreter in BENCH_PYTHON)",
    );
  }
  const child = spawn(python, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(`The peers' process ended with ${child.exitCode ?? (await once(child, "exit"))[0]}; see above`);
    return JSON.parse(value) as Record<string, number | string>;
  };
  const versions = Object.entries(await read())
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
  return {
    versions,
    run: async (contest, draw) => {
      child.stdin.write(`${JSON.stringify({ ...contest, ...draw })}\n`);
      const { fit_ms, predict_ms, score } = await read();
      return { fit: Number(fit_ms), predict: Number(predict_ms), score: Number(score) };
    },
    stop: () => void child.stdin.end(),
  };
}
