/** Ways to create a model. The address names one as `way`. */
export const CREATION_MODES = ["automatic", "hand"] as const;
type CreationMode = (typeof CREATION_MODES)[number];

/** The mode named in the address. The default is automatic if the account may use it. */
export function creationModeOf(named: string | null, automaticEnabled: boolean): CreationMode {
  return CREATION_MODES.find((way) => way === named) ?? (automaticEnabled ? "automatic" : "hand");
}
