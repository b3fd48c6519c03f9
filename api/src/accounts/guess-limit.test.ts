import { ERRORS } from "@agatha/contracts";
import { ApiError } from "../http/api-error.js";
import { type TestDeps, testDeps } from "../testing/deps.js";
import { type Guess, limitGuesses } from "./guess-limit.js";

let deps: TestDeps;

beforeEach(() => {
  deps = testDeps();
});
afterEach(() => deps.cleanUp());

/** Makes a wrong guess. Returns the seconds to wait if it is refused, else 0. */
async function guessWrongly(guess: Partial<Guess>): Promise<number> {
  try {
    const full = { kind: "password" as const, account: "someone", address: "203.0.113.1", ...guess };
    await limitGuesses(deps, full, async () => ({ wrong: "wrong password", userId: "u" }));
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== ERRORS.tooManyRequests) throw error;
    return Number(error.headers["Retry-After"]);
  }
}

/** Guesses for a day, each as soon as it is allowed. Returns how many were answered. */
async function guessAllDay(guess: (i: number) => Partial<Guess>): Promise<number> {
  const end = deps.clock.now() + 86_400_000;
  let answered = 0;
  while (deps.clock.now() < end) {
    const wait = await guessWrongly(guess(answered));
    if (wait === 0) answered++;
    deps.advance(wait * 1000);
  }
  return answered;
}

test("an address gets under 1,000 guesses a day over all accounts", async () => {
  const answered = await guessAllDay((i) => ({ account: `account ${i}` }));
  expect(answered).toBeGreaterThan(100);
  expect(answered).toBeLessThan(1000);
});

// @contract clock-jumps-change-nothing
test("after the machine's clock was set back over a restart, wrong guesses of before lock nobody out", async () => {
  for (let i = 0; i < 20; i++) expect(await guessWrongly({})).toBe(0);
  expect(await guessWrongly({})).toBeGreaterThan(0);
  deps.advance(-86_400_000);
  expect(await guessWrongly({})).toBe(0);
});

test("a network of IPv6 addresses counts as one address", async () => {
  const inOneNetwork = await guessAllDay((i) => ({ account: `account ${i}`, address: `2001:db8:0:1::${i.toString(16)}` }));
  expect(inOneNetwork).toBeLessThan(1000);
  expect(await guessWrongly({ address: "2001:db8:0:2::1" })).toBe(0);
});

test("an IPv4 address counts the same when it is written as IPv6, and apart from its neighbours", async () => {
  for (let i = 0; i < 20; i++) await guessWrongly({});
  expect(await guessWrongly({ address: "::ffff:203.0.113.1" })).toBeGreaterThan(0);
  expect(await guessWrongly({ address: "::ffff:203.0.113.2" })).toBe(0);
});

test("codes of an account are limited over all addresses, apart from its passwords", async () => {
  const answered = await guessAllDay((i) => ({ kind: "code", address: `203.0.113.${i}` }));
  expect(answered).toBeLessThan(120);
  expect(await guessWrongly({ kind: "password", address: "198.51.100.1" })).toBe(0);
});

test("a verification that fails for another reason does not count", async () => {
  const guess = { kind: "password", account: "someone", address: "203.0.113.1" } as const;
  for (let i = 0; i < 30; i++) {
    await expect(limitGuesses(deps, guess, () => Promise.reject(new Error("the store is away")))).rejects.toThrow("the store is away");
  }
  expect(await limitGuesses(deps, guess, async () => ({ right: "in" }))).toBe("in");
});

test("replicas share the count", async () => {
  const elsewhere = { ...testDeps(), documents: deps.documents, clock: deps.clock };
  for (let i = 0; i < 20; i++) {
    const guess = { kind: "password", account: "someone", address: "203.0.113.1" } as const;
    await limitGuesses(i % 2 === 0 ? deps : elsewhere, guess, async () => ({ wrong: "wrong password", userId: "u" }));
  }
  expect(await guessWrongly({})).toBeGreaterThan(0);
  elsewhere.cleanUp();
});
