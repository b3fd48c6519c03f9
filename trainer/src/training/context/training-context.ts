import type { ReadColumn } from "../../data/findings/find-findings.js";
import type { TextFormats } from "../../data/ingest/cells/text-formats.js";
import type { FitContext } from "../../numeric/fit-context.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import type { Random } from "../../numeric/random.js";
import { TRAINING_PROGRESS } from "./progress-shares.js";
import { TRAINING_STREAMS } from "./random-streams.js";

/** The context of a training, besides its request and its rows. */
export interface TrainingContext extends Omit<FitContext, "progress"> {
  progress(fraction: number, step: string): void;
  /** IANA time zone of times without an offset; the model stores it for its predictions. */
  timezone: string;
  /** How the file writes its columns; the model stores it for its predictions. */
  formats?: TextFormats;
  /** Rows of the file from which the table is sampled; left out, the table's own. */
  totalRows?: number;
  /** Rows that the table is a random sample of; left out, the table's own. */
  population?: number;
  /** How the columns of the file were read. */
  readColumns?: readonly ReadColumn[];
}

/** Contexts of the parts of one training. Each part has random numbers and a share of the progress of its own. */
export interface PartContexts {
  /** Context of a part that is shown as `step`. */
  of(part: keyof typeof TRAINING_PROGRESS, step: string): FitContext;
  random(part: keyof typeof TRAINING_STREAMS): Random;
  /** Messages of the fits that did not converge so far, each once. */
  notConverged: ReadonlySet<string>;
}

/** Creates the contexts of the parts of a training. */
export function createPartContexts(context: TrainingContext): PartContexts {
  const notConverged = new Set<string>();
  const random = (part: keyof typeof TRAINING_STREAMS) => context.random.fork(TRAINING_STREAMS[part]);
  return {
    notConverged,
    random,
    of: (part, step) => ({
      ...context,
      random: random(part),
      progress: (done) => context.progress(wholeProgress(TRAINING_PROGRESS[part], done), step),
      warnNotConverged: (message) => notConverged.add(message),
    }),
  };
}
