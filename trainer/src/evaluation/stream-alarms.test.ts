import fc from "fast-check";
import { createRandom } from "../numeric/random.js";
import { MAX_ALARM_WEIGHT, streamAlarms, streamBudget } from "./stream-alarms.js";

/** Returns the level of each row: the largest p-value that would have raised an alarm, by trial. */
function levelsOf(pValues: readonly number[], budget: { fdr: number; memory: number }): number[] {
  return pValues.map((_, row) => {
    const { weight } = streamAlarms(pValues.slice(0, row), budget, 0);
    let [low, high] = [0, 1];
    for (let step = 0; step < 40; step++) {
      const middle = (low + high) / 2;
      if (streamAlarms([middle], budget, weight).alarm[0]) low = middle;
      else high = middle;
    }
    return high;
  });
}

test("whatever alarms a stream has, the levels of its rows stay within the budget for them", async () => {
  const rows = fc.array(fc.oneof(fc.constant(0.001), fc.double({ min: 0.002, max: 1, noNaN: true })), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 100 }), (pValues, memory) => {
      const budget = { fdr: 0.2, memory };
      const { alarm } = streamAlarms(pValues, budget, 0);
      const levels = levelsOf(pValues, budget);
      const decay = 1 - 1 / memory;
      let [spent, alarms] = [0, 0];
      levels.forEach((level, row) => {
        spent = decay * spent + level;
        alarms = decay * alarms + Number(alarm[row]);
        expect(spent).toBeLessThanOrEqual(budget.fdr * (alarms + 1) + 1e-9);
      });
    }),
    { seed: 3, numRuns: 40 },
  );
});

test("the rows of a stream raise the same alarms one by one as together", () => {
  const random = createRandom(2);
  const pValues = Array.from({ length: 300 }, () => random.next() ** 3);
  const budget = { fdr: 0.1, memory: 50 };
  const whole = streamAlarms(pValues, budget, 0);
  let weight = 0;
  const single = pValues.map((p) => {
    const next = streamAlarms([p], budget, weight);
    ({ weight } = next);
    return next.alarm[0];
  });
  expect(single).toEqual(whole.alarm);
  expect(weight).toBe(whole.weight);
  expect(whole.alarm).toContain(true);
});

test("a row with the least p-value raises an alarm at any time, also where few rows were held out", () => {
  for (const least of [1 / 10_001, 1 / 301, 1 / 20]) {
    const budget = streamBudget(0.1, least);
    expect(budget.memory).toBeLessThanOrEqual(100);
    expect(streamAlarms([...new Array(500).fill(1), least], budget, 0).alarm.at(-1)).toBe(true);
  }
});

test("an alarm makes alarms of the next rows likelier, and their weight has a bound", () => {
  const budget = { fdr: 0.1, memory: 100 };
  expect(streamAlarms([0.005, 0.001, 0.005], budget, 0).alarm).toEqual([false, true, true]);
  const { weight } = streamAlarms(new Array(1_000).fill(0), budget, 0);
  expect(weight).toBeGreaterThan(8);
  expect(weight).toBeLessThanOrEqual(MAX_ALARM_WEIGHT);
});

test("a tenth of the alarms of a long stream are false at the most, where a twentieth of its rows are anomalies", () => {
  const random = createRandom(11);
  const odd = Array.from({ length: 40_000 }, () => random.next() < 0.05);
  const { alarm } = streamAlarms(
    odd.map((isOdd) => (isOdd && random.next() < 0.9 ? 0.0005 : random.next())),
    streamBudget(0.1, 1 / 2_001),
    0,
  );
  const alarms = alarm.filter(Boolean).length;
  const falseAlarms = alarm.filter((isAlarm, row) => isAlarm && !odd[row]).length;
  expect(alarms).toBeGreaterThan(1_500);
  expect(falseAlarms / alarms).toBeLessThan(0.1);
});
