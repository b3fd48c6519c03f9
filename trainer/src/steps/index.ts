import type { TaskKind } from "@agatha/contracts";
import { check } from "./check.js";
import { evaluate } from "./evaluate.js";
import { ingest } from "./ingest.js";
import { optimize } from "./optimize.js";
import { predict } from "./predict.js";
import { profile } from "./profile.js";
import type { Step } from "./step.js";
import { train } from "./train.js";

/** What each kind of task does. */
export const STEPS = { ingest, check, profile, train, evaluate, predict, optimize } satisfies { [K in TaskKind]: Step<K> };
