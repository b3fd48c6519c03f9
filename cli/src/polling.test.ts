import type { CommandContext } from "./command-context.js";
import { pollUntil } from "./polling.js";

test("each further tenth of the progress is told once, in words", async () => {
  const lines: string[] = [];
  const context = {
    log: (line: string) => void lines.push(line),
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const answers = [0, 0.04, 0.31, 0.38, 1].map((progress) => ({ status: progress < 1 ? "fitting_processing" : "success", progress }));
  const asked = answers.values();
  const last = await pollUntil(
    context,
    "Training",
    () => Promise.resolve(asked.next().value!),
    ({ status }) => status === "success",
  );
  expect(last.progress).toBe(1);
  expect(lines).toEqual(["Training: 0 %", "Training: 30 %"]);
});
