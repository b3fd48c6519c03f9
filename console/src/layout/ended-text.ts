import type { EndedWork } from "../api/work-log.js";

type EndedTextKey =
  | `ended.done.${EndedWork["kind"]}`
  | `ended.failed.${Exclude<EndedWork["kind"], "share" | "shareEnd">}`
  | `ended.stopped.${"model" | "automodel"}`;

/** Returns the text on how work ended, with its value. A time limit stops trainings only. */
export function endedText({ kind, end, name }: Pick<EndedWork, "kind" | "end" | "name">): [EndedTextKey, { name: string }] {
  if (end === "done" || kind === "share" || kind === "shareEnd") return [`ended.done.${kind}`, { name }];
  if (end === "stopped" && (kind === "model" || kind === "automodel")) return [`ended.stopped.${kind}`, { name }];
  return [`ended.failed.${kind}`, { name }];
}
