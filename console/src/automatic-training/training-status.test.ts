import { elapsedFraction, trainingStatus } from "./training-status.js";

const begin = "2026-01-01T00:00:00.000Z";
const after = (seconds: number) => Date.parse(begin) + 1000 * seconds;

test.each<[string, string | null, number, number]>([
  ["0 before the start", null, 100, 0],
  ["a half after half of the limit", begin, 30, 0.5],
  ["1 while the last models end", begin, 65, 1],
  ["0 where the clock of this computer is behind", begin, -5, 0],
])("elapsed share of the time: %s", (_sentence, started_at, seconds, share) => {
  expect(elapsedFraction({ started_at, limits: { models: 20, seconds: 60 } }, after(seconds))).toBe(share);
});

test.each([
  ["fitting_processing", false, null, "running"],
  ["fitting_processing", true, null, "running"],
  ["fitting_finished", false, null, "finished"],
  ["fitting_finished", true, null, "cancelled"],
  ["fitting_fail", false, "010802", "failed"],
  ["fitting_fail", false, "TimeLimitReached", "stopped"],
  ["fitting_fail", false, "ModelsCancelled", "cancelled"],
  ["fitting_fail", true, "Cancelled", "cancelled"],
] as const)("a training with status %s, cancelled = %s and reason %s is shown as %s", (status, cancelled, reason, state) => {
  expect(trainingStatus({ status, cancelled, reason })).toBe(state);
});
