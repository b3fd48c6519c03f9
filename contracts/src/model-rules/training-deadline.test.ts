import { modelSpec, tuningParams } from "../kinds/index.js";
import { resourcesForTime, searchWithinDeadline, secondsWithSearch } from "./training-deadline.js";

const tuned = (seconds: number, deadlineSeconds: number) => ({
  tuning: tuningParams.parse({ seconds }),
  resources: modelSpec.shape.resources.parse({ deadlineSeconds }),
});

test.each<[string, { deadlineSeconds?: number; cpus?: number } | undefined, number, number]>([
  ["the default, where that is enough", undefined, 600, 3600],
  ["as long as the work", { cpus: 4 }, 7200, 7200],
  ["no longer than a day", undefined, 100_000, 86_400],
  ["what was asked for", { deadlineSeconds: 900 }, 7200, 900],
])("the longest time of a training is %s", (_what, asked, seconds, expected) => {
  expect(resourcesForTime(asked, seconds)).toMatchObject({ ...asked, deadlineSeconds: expected });
});

test.each([
  ["all of its time", 60, 3600, 60],
  ["what the longest time of its training leaves", 34_560, 3600, 2880],
  ["a second at the least", 60, 1, 1],
])("a search for settings has %s", (_what, seconds, deadlineSeconds, expected) => {
  expect(searchWithinDeadline({ ...tuned(seconds, 3600), resources: { ...tuned(1, 3600).resources, deadlineSeconds } })?.seconds).toBe(
    expected,
  );
});

test("the time of a training with a search leaves the search its time", () => {
  const { deadlineSeconds } = resourcesForTime(undefined, secondsWithSearch(tuned(7200, 3600)));
  expect(searchWithinDeadline(tuned(7200, deadlineSeconds))?.seconds).toBe(7200);
});
