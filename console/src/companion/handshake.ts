/** The window's part of the handshake with the companion service that opened it (specification, section 4). Pure; Companion acts on it. */
import type { CompanionFlow } from "@agatha/contracts";

/** What a service hands over, in the names that windows use among each other. */
export interface CompanionTask {
  datasetID: string;
  modelID: string;
  flow: CompanionFlow;
}

export type Handshake =
  /** Whether a service has opened the window is being found out; or none has. */
  | { state: "INIT" | "NORMAL" }
  /** One has, at an origin that is allowed; then it has been told that the window is ready. */
  | { state: "VALID_SERVICE" | "TUKEY_MAIN_READY"; origin: string }
  /** It has handed a model over; then it has been told what came out. */
  | { state: "SERVICE_INIT_DATA" | "TUKEY_MAIN_DONE"; origin: string; task: CompanionTask }
  /** What it has handed over cannot be used; it may hand over something else. */
  | { state: "error"; origin: string; error: unknown }
  /** Nothing is heard from it or told to it any more. */
  | { state: "serviceDone" };

export type HandshakeEvent =
  /** The origin of who opened the window, null where that is nobody or may not be. */
  | { type: "opener"; origin: string | null }
  | { type: "readySent" }
  | { type: "taskReceived"; task: CompanionTask }
  | { type: "taskRejected"; error: unknown }
  | { type: "resultSent" }
  | { type: "serviceDone" };

export const INITIAL_HANDSHAKE: Handshake = { state: "INIT" };

/** Events that do not belong where the handshake is leave it is. */
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

/** Whether something may be handed over now. */
function acceptsTask({ state }: Handshake): boolean {
  return state === "TUKEY_MAIN_READY" || state === "SERVICE_INIT_DATA" || state === "error";
}
