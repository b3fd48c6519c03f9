/**
 * Limit on wrong passwords and codes. Each counts against budgets that refill at a constant rate (generic cell rate algorithm,
 * ITU-T I.371): the address over all accounts, and the account together with the address. Nobody's guesses delay a login to the
 * same account from another address. Budgets are documents, so all replicas share them.
 */
import { COLLECTIONS, ERRORS } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { createMutex } from "@agatha/contracts/mutex";
import { ipKeyGenerator } from "express-rate-limit";
import { recordSecurityEvent } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { ApiError } from "../http/api-error.js";
import { upsertDocument } from "../resources/retry-on-conflict.js";

/** Secret that a request claims to know. */
export interface Guess {
  kind: "password" | "code";
  /** Name of the account, whether there is one or not. */
  account: string;
  address: string | undefined;
}

/** The audit trail records a wrong guess for the account, if there is one. */
type GuessResult<T> = { right: T } | { wrong: string; userId: string };

interface Budget {
  key: string[];
  /** Wrong guesses that are allowed at once. Those of a day are at most these and a day's refill. */
  burst: number;
  /** Time after which one more is allowed. */
  intervalMs: number;
}

const MINUTE_MS = 60_000;
/** At most 820 a day. */
const ADDRESS_LIMIT = { burst: 100, intervalMs: 2 * MINUTE_MS };
/** At most 116 a day. */
const ACCOUNT_LIMIT = { burst: 20, intervalMs: 15 * MINUTE_MS };

/**
 * Returns the budgets of a guess. An IPv6 address counts by its /64 network, which one subscriber has. Codes of an account count
 * over all addresses: six digits would not withstand many of them, and only who knows the password can use this budget up.
 */
function budgetsOf({ kind, account, address = "" }: Guess): Budget[] {
  const network = ipKeyGenerator(address, 64);
  return [
    { key: ["address", network], ...ADDRESS_LIMIT },
    { key: kind === "code" ? ["code", account] : ["password", account, network], ...ACCOUNT_LIMIT },
  ];
}

/** Processes of one replica take one after another, since parallel guesses would otherwise conflict on the same document. */
const oneAtATime = createMutex();

/**
 * Verifies a guess within the budgets, and returns what it gives access to, or undefined for a wrong one. The guess is paid for
 * before it is verified, so that parallel guesses gain nothing; a right one is given back. Throws ApiError (tooManyRequests).
 */
export async function limitGuesses<T>(deps: ApiDeps, guess: Guess, verify: () => Promise<GuessResult<T>>): Promise<T | undefined> {
  const budgets = budgetsOf(guess);
  const exhausted = await oneAtATime(() => payAll(deps, budgets));
  const giveBack = () => oneAtATime(() => Promise.all(budgets.map((budget) => pay(deps, budget, -1))));
  const result = await verify().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if ("right" in result) {
    await giveBack();
    return result.right;
  }
  const { wrong: reason, userId } = result;
  const { address } = guess;
  await recordSecurityEvent(deps, userId, { action: "login.failure", target: userId, detail: { address, reason } });
  for (const budget of exhausted) {
    const detail = { address, limit: budget.key[0] };
    await recordSecurityEvent(deps, userId, { action: "login.lockout", target: userId, detail });
  }
  return undefined;
}

/** Takes one guess from each budget, or from none. Returns those that allow no further guess. */
async function payAll(deps: ApiDeps, budgets: Budget[]): Promise<Budget[]> {
  const paid: Budget[] = [];
  const exhausted: Budget[] = [];
  for (const budget of budgets) {
    const { waitMs, nextWaitMs } = await pay(deps, budget, 1);
    if (waitMs > 0) {
      for (const before of paid) await pay(deps, before, -1);
      throw new ApiError(ERRORS.tooManyRequests, undefined, { "Retry-After": String(Math.ceil(waitMs / 1000)) });
    }
    paid.push(budget);
    if (nextWaitMs > 0) exhausted.push(budget);
  }
  return exhausted;
}

/**
 * Takes guesses from a budget, or gives them back if `count` is negative. The document expires when the budget is full. Returns the
 * time until that many are allowed, which is 0 if they were taken, and the time until the next one is.
 */
async function pay({ documents, clock }: ApiDeps, budget: Budget, count: number): Promise<{ waitMs: number; nextWaitMs: number }> {
  const { key, burst, intervalMs } = budget;
  const id = sha256Hex(JSON.stringify(key));
  let outcome = { waitMs: 0, nextWaitMs: 0 };
  await upsertDocument(documents.collection(COLLECTIONS.guesses), id, async (present) => {
    const now = clock.now();
    const stored = Date.parse(present?.expiresAt ?? isoOf(now));
    // More than all guesses cannot be owed: the machine's clock was set back before this program began.
    const before = stored - now > burst * intervalMs ? now : Math.max(now, stored);
    const after = Math.max(now, before + count * intervalMs);
    const waitMs = count > 0 ? Math.max(0, after - now - burst * intervalMs) : 0;
    const full = waitMs > 0 ? before : after;
    outcome = { waitMs, nextWaitMs: Math.max(0, full + intervalMs - now - burst * intervalMs) };
    return { id, expiresAt: isoOf(full) };
  });
  return outcome;
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
