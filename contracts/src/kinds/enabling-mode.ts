/** Models of an automatic training that are enabled automatically. */
export const ENABLING_MODES = ["all", "first", "manual"] as const;
export type EnablingMode = (typeof ENABLING_MODES)[number];
