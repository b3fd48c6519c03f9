/** The handshake with a companion service, which opens the console in a window of its own and hands a model over (specification, section 4). */

export const COMPANION_FLOWS = ["calculation", "optimization", "detection"] as const;
export type CompanionFlow = (typeof COMPANION_FLOWS)[number];

/** In the order in which they follow each other; `error` can follow each. */
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

/** Messages go to and come from these only: services on the same machine, at any port, and those that whoever runs the server named. */
export function isCompanionOrigin(origin: string, named: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: parsed, protocol, hostname } = new URL(origin);
  if (parsed !== origin) return false;
  return named.includes(origin) || (/^https?:$/.test(protocol) && LOOPBACK.has(hostname));
}
