/** How a model is made. The address has it as `way`. */
export const CREATION_MODES = ["automatic", "hand"] as const;
type CreationMode = (typeof CREATION_MODES)[number];

/** Automatically where nothing else is said, and where the account may. */
export function creationModeOf(named: string | null, automaticEnabled: boolean): CreationMode {
  return CREATION_MODES.find((way) => way === named) ?? (automaticEnabled ? "automatic" : "hand");
}
