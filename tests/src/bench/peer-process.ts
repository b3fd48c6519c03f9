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
  /** Most seconds of a peer's fit and prediction; no limit when left out. */
  seconds?: number;
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
  /** Same interface as tests/bench/peers.py. Throws with the library's message where its fit fails. */
  run(contest: BenchmarkCase, draw: RunOptions): Promise<RunResult>;
  stop(): void;
}

/** Python program that answers each line of JSON with one. */
interface PythonProcess<Answer> {
  /** What the program printed first: versions of its libraries. */
  versions: string;
  ask(question: object): Promise<Answer>;
  stop(): void;
}

/** A program in tests/bench, what it imports, and the packages that have this. */
interface PythonProgram {
  file: string;
  modules: readonly string[];
  packages: readonly string[];
}

const PEERS: PythonProgram = {
  file: "peers.py",
  modules: ["numpy", "pandas", "sklearn", "xgboost", "pygam", "minisom"],
  packages: ["numpy", "pandas", "scikit-learn", "xgboost", "pygam", "minisom"],
};

/** Starts a program. Throws and names the packages to install when it cannot. */
export async function startPython<Answer>(python: string, { file, modules, packages }: PythonProgram): Promise<PythonProcess<Answer>> {
  if (spawnSync(python, ["-c", `import ${modules.join(", ")}`]).status !== 0) {
    throw new Error(
      `${python} cannot import ${modules.join(", ")}: get Python 3.12 or newer, then run \`${python} -m pip install ${packages.join(" ")}\` ` +
        "(or name another interpreter in BENCH_PYTHON)",
    );
  }
  const program = fileURLToPath(new URL(`../../bench/${file}`, import.meta.url));
  const child = spawn(python, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(`${file} ended with ${child.exitCode ?? (await once(child, "exit"))[0]}; see above`);
    return JSON.parse(value) as unknown;
  };
  const versions = Object.entries((await read()) as Record<string, string>).map(([name, version]) => `${name} ${version}`);
  return {
    versions: versions.join(", "),
    ask: async (question) => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return (await read()) as Answer;
    },
    stop: () => void child.stdin.end(),
  };
}

/** Starts the peers' libraries in one process. */
export async function startPeers(python: string): Promise<PeerProcess> {
  const { ask, ...peers } = await startPython<{ fit_ms: number; predict_ms: number; score: number } | { error: string }>(python, PEERS);
  return {
    ...peers,
    run: async (contest, draw) => {
      const answer = await ask({ ...contest, ...draw });
      if ("error" in answer) throw new Error(`The peer of ${contest.algorithm} fails: ${answer.error}`);
      const { fit_ms, predict_ms, score } = answer;
      return { fit: fit_ms, predict: predict_ms, score };
    },
  };
}
