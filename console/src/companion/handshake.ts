/**
 * The window's side of the handshake with the companion service that opened it (specification, section 4). Pure;
 * CompanionProvider performs the effects.
 */
import type { CompanionFlow } from "@agatha/contracts";

/** Task from a service, with the field names of the window messages. */
export interface CompanionTask {
  datasetID: string;
  modelID: string;
  flow: CompanionFlow;
}

export type Handshake =
  /** INIT: not known yet whether a service opened the window. NORMAL: no service did. */
  | { state: "INIT" | "NORMAL" }
  /** VALID_SERVICE: a service at an allowed origin opened the window. TUKEY_MAIN_READY: it was told that the window is ready. */
  | { state: "VALID_SERVICE" | "TUKEY_MAIN_READY"; origin: string }
  /** SERVICE_INIT_DATA: it has handed over a task. TUKEY_MAIN_DONE: it was told the outcome. */
  | { state: "SERVICE_INIT_DATA" | "TUKEY_MAIN_DONE"; origin: string; task: CompanionTask }
  /** The task that it handed over cannot be used; it may hand over another. */
  | { state: "error"; origin: string; error: unknown }
  /** Messages are no longer exchanged with it. */
  | { state: "serviceDone" };

export type HandshakeEvent =
  /** Origin of the opener; null if there is no opener or it is not allowed. */
  | { type: "opener"; origin: string | null }
  | { type: "readySent" }
  | { type: "taskReceived"; task: CompanionTask }
  | { type: "taskRejected"; error: unknown }
  | { type: "resultSent" }
  | { type: "serviceDone" };

export const INITIAL_HANDSHAKE: Handshake = { state: "INIT" };

/** Returns the next state. Events that do not fit the current state leave it unchanged. */
export function handshakeReducer(now: Handshake, event: HandshakeEvent): Handshake {
  if (now.state === "INIT") return event.type === "opener" ? afterOpener(event.origin) : now;
  if (!("origin" in now)) return now;
  const { origin } = now;
  switch (event.type) {
    case "readySent":
      return now.state === "VALID_SERVICE" ? { state: "TUKEY_MAIN_READY", origin } : now;
    case "taskReceived":
      return acceptsTask(now) ? { state: "SERVICE_INIT_DATA", origin, task: event.task } : now;
    case "taskRejected":
      return acceptsTask(now) ? { state: "error", origin, error: event.error } : now;
    case "resultSent":
      return now.state === "SERVICE_INIT_DATA" ? { ...now, state: "TUKEY_MAIN_DONE" } : now;
    case "serviceDone":
      return { state: "serviceDone" };
    default:
      return now;
  }
}

function afterOpener(origin: string | null): Handshake {
  return origin === null ? { state: "NORMAL" } : { state: "VALID_SERVICE", origin };
}

/** Returns true if the service may hand over a task now. */
function acceptsTask({ state }: Handshake): boolean {
  return state === "TUKEY_MAIN_READY" || state === "SERVICE_INIT_DATA" || state === "error";
}
