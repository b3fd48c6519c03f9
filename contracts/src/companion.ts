/** Handshake with a companion service, which opens the console in its own window and passes a model on (specification, section 4). */

export const COMPANION_FLOWS = ["calculation", "optimization", "detection"] as const;
export type CompanionFlow = (typeof COMPANION_FLOWS)[number];

/** States in the order of the handshake. `error` can follow any state. */
export const COMPANION_STATES = [
  "INIT",
  "NORMAL",
  "VALID_SERVICE",
  "TUKEY_MAIN_READY",
  "SERVICE_INIT_DATA",
  "TUKEY_MAIN_DONE",
  "serviceDone",
  "error",
] as const;

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns true if the console exchanges messages with the origin: a service on the same machine at any port, or one that the
 * server's configuration names.
 */
export function isCompanionOrigin(origin: string, named: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: parsed, protocol, hostname } = new URL(origin);
  if (parsed !== origin) return false;
  return named.includes(origin) || (/^https?:$/.test(protocol) && LOOPBACK.has(hostname));
}
