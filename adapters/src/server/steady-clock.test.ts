import { createSteadyClock } from "./steady-clock.js";

const START = Date.parse("2024-05-01T08:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A machine whose clocks the test sets. */
function aMachine() {
  const machine = { wall: START, monotonic: 5_000, sinceBoot: 90_000 };
  const jumps: number[] = [];
  const clock = createSteadyClock({
    wall: () => machine.wall,
    monotonic: () => machine.monotonic,
    sinceBoot: () => machine.sinceBoot,
    onJump: (ms) => jumps.push(ms),
  });
  return {
    clock,
    jumps,
    set: (ms: number) => {
      machine.wall += ms;
    },
    pass(ms: number) {
      machine.wall += ms;
      machine.monotonic += ms;
      machine.sinceBoot += ms;
    },
    sleep(ms: number) {
      machine.wall += ms;
      machine.sinceBoot += ms;
    },
  };
}

test("the clock follows the machine's", () => {
  const { clock, pass, jumps } = aMachine();
  expect(clock.now()).toBe(START);
  pass(3 * DAY);
  expect(clock.now()).toBe(START + 3 * DAY);
  expect(jumps).toEqual([]);
});

test.each([
  ["a day forward", DAY],
  ["a day back", -DAY],
  ["two minutes forward", 120_000],
])("a machine's clock that is set %s does not change the time that passes", (_how, jump) => {
  const { clock, pass, set, jumps } = aMachine();
  pass(HOUR);
  clock.now();
  set(jump);
  expect(clock.now()).toBe(START + HOUR);
  pass(1_000);
  expect(clock.now()).toBe(START + HOUR + 1_000);
  expect(jumps).toEqual([jump]);
  set(-jump);
  expect(clock.now()).toBe(START + HOUR + 1_000);
});

test("hours of sleep have passed, although the monotonic clock stood still", () => {
  const { clock, sleep, jumps } = aMachine();
  sleep(8 * HOUR);
  expect(clock.now()).toBe(START + 8 * HOUR);
  expect(jumps).toEqual([]);
});

test("a jump after sleep is told from the sleep", () => {
  const { clock, sleep, set, jumps } = aMachine();
  sleep(8 * HOUR);
  set(DAY);
  expect(clock.now()).toBe(START + 8 * HOUR);
  expect(jumps).toEqual([DAY]);
});

test("small corrections by a time server are followed", () => {
  const { clock, set, pass } = aMachine();
  for (let i = 0; i < 10; i++) {
    set(500);
    pass(1_000);
    clock.now();
  }
  expect(clock.now()).toBe(START + 15_000);
});
