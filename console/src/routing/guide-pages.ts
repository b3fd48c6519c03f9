/** Pages of the user's guide, in its order. Each is a file in docs/guide; what is new is the changelog. */
export const GUIDE_PAGES = [
  "first-model",
  "datasets",
  "dataset",
  "exploration",
  "models",
  "calculations",
  "comparison",
  "publishing",
  "management",
  "account",
  "words",
  "whats-new",
] as const;
export type GuidePage = (typeof GUIDE_PAGES)[number];

export function isGuidePage(name: string): name is GuidePage {
  return (GUIDE_PAGES as readonly string[]).includes(name);
}

/** Returns the path of a page of the guide, below the base path. */
export const guidePath = (page: GuidePage): string => `/guide/${page}`;
