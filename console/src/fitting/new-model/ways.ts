/** How a model is made. The address has it as `way`. */
export const WAYS = ["automatic", "hand"] as const;
export type Way = (typeof WAYS)[number];

/** Automatically where nothing else is said, and where the account may. */
export function wayOf(named: string | null, automaticEnabled: boolean): Way {
  return WAYS.find((way) => way === named) ?? (automaticEnabled ? "automatic" : "hand");
}
