import type { ProgressRange } from "../../numeric/progress-range.js";

/** Progress of each kind of task by its parts. A part that reports no progress of its own has only the place where it begins. */
export const TASK_PROGRESS = {
  ingest: {
    download: 0,
    prepare: 0.05,
    read: { from: 0.2, to: 0.7 },
    describe: { from: 0.7, to: 0.85 },
    check: { from: 0.85, to: 0.95 },
    done: 1,
  },
  check: { download: 0, columns: { from: 0.1, to: 0.95 }, done: 1 },
  profile: { download: 0, columns: { from: 0.1, to: 0.95 }, done: 1 },
  train: { read: 0, training: { from: 0.05, to: 0.95 }, save: 0.95 },
  evaluate: { read: 0, models: { from: 0.05, to: 0.95 } },
  predict: { read: 0, rows: { from: 0.1, to: 0.95 }, save: 0.95 },
  optimize: { read: 0, search: { from: 0.05, to: 0.95 } },
} as const satisfies Record<string, Record<string, number | ProgressRange>>;
