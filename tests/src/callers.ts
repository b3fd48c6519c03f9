/** Programs that call the open model API again and again while something is changed. */
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "./ports/temporary-folder.js";

export const CALLERS = 8;
/** A caller makes about six calls a second, so that all stay below the limit of a model. */
const BETWEEN_CALLS_MS = 150;

/** Outcomes of the calls. */
interface Calls {
  answered: number;
  /** Failures of calls that were not repeated, or failed again. */
  failed: string[];
  repeated: number;
}

export interface Prediction {
  /** Address of the installation, with a slash at its end. */
  url: string;
  apiToken: string;
  row: object;
}

/** Calls until `change` is done, and a little longer. Each caller keeps a connection. */
export async function callsDuring(prediction: Prediction, change: () => Promise<void>, retries = 0): Promise<Calls> {
  const calls: Calls = { answered: 0, failed: [], repeated: 0 };
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      await attempt(() => predict(prediction, agent), calls, retries);
      await delay(BETWEEN_CALLS_MS);
    }
    agent.destroy();
  });
  try {
    await eventually(() => calls.answered >= CALLERS, 60);
    await change();
    const before = calls.answered;
    await eventually(() => calls.answered >= before + CALLERS, 60);
  } finally {
    isOver = true;
    await Promise.all(callers);
  }
  return calls;
}

async function attempt(call: () => Promise<void>, calls: Calls, retries: number): Promise<void> {
  try {
    await call();
    calls.answered++;
  } catch (error) {
    if (retries === 0) return void calls.failed.push(String(error));
    calls.repeated++;
    await attempt(call, calls, retries - 1);
  }
}

/** Rejects unless the call is answered. */
async function predict({ url, apiToken, row }: Prediction, agent: Agent): Promise<void> {
  const body = JSON.stringify({ api_token: apiToken, data: row });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL("tukey/api/", url), { method: "POST", agent, headers }, resolve).on("error", reject).end(body);
  });
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${answer}`);
}
