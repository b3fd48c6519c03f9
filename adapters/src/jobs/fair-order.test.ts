import { type FairJob, inTurn, nextTurn } from "./fair-order.js";

const PLACES = 4;
const WEIGHTS: Record<string, number> = { large: 1, small: 1, favoured: 3 };

/** Jobs by account that arrive before the start of this number. */
type Arrivals = { before: number; account: string; jobs: number }[];

/** Returns the accounts of the jobs in the order of their starts. A place becomes free when the job that has it longest ends. */
function simulate(arrivals: Arrivals): string[] {
  const waiting = new Set<FairJob>();
  const running: FairJob[] = [];
  const started: string[] = [];
  for (;;) {
    for (const { account, jobs } of arrivals.filter(({ before }) => before === started.length)) {
      for (let i = 0; i < jobs; i++) waiting.add({ account, turn: nextTurn(account, WEIGHTS[account]!, running, waiting) });
    }
    const [next] = inTurn(waiting);
    if (!next) return started;
    waiting.delete(next);
    if (running.length === PLACES) running.shift();
    running.push(next);
    started.push(next.account);
  }
}

const count = (started: string[], account: string) => started.filter((one) => one === account).length;

test("an account with 900 waiting jobs lets another one's 100 through in turns", () => {
  const started = simulate([
    { before: 0, account: "large", jobs: 900 },
    { before: 10, account: "small", jobs: 100 },
  ]);
  expect(started).toHaveLength(1000);
  for (let after = 20; after <= 200; after += 10)
    expect(count(started.slice(10, 10 + after), "small")).toBeGreaterThanOrEqual(after / 2 - 1);
  expect(count(started.slice(0, 215), "small")).toBe(100);
});

test("accounts share the places in proportion to their weights while all have jobs waiting", () => {
  const started = simulate([
    { before: 0, account: "large", jobs: 500 },
    { before: 0, account: "favoured", jobs: 300 },
    { before: 0, account: "small", jobs: 200 },
  ]);
  expect(started).toHaveLength(1000);
  for (const window of [started.slice(0, 200), started.slice(200, 400)]) {
    expect(Math.abs(count(window, "favoured") - 120)).toBeLessThanOrEqual(3);
    expect(Math.abs(count(window, "large") - 40)).toBeLessThanOrEqual(3);
    expect(Math.abs(count(window, "small") - 40)).toBeLessThanOrEqual(3);
  }
});

test("an account that comes late waits for one job of the others, and has saved no turns", () => {
  const started = simulate([
    { before: 0, account: "large", jobs: 800 },
    { before: 600, account: "small", jobs: 200 },
  ]);
  expect(started.slice(600, 602)).toContain("small");
  for (let from = 600; from < 990; from += 10) expect(count(started.slice(from, from + 10), "large")).toBeGreaterThanOrEqual(4);
});

test("one account's jobs start in the order in which they came", () => {
  const jobs = [3, 1, 2].map((turn) => ({ account: "large", turn, name: `of-${turn}` }));
  expect(inTurn(jobs).map(({ name }) => name)).toEqual(["of-1", "of-2", "of-3"]);
  const waiting: FairJob[] = [];
  for (let i = 0; i < 3; i++) waiting.push({ account: "large", turn: nextTurn("large", 1, [], waiting) });
  expect(inTurn(waiting)).toEqual(waiting);
});
