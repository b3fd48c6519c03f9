import type { Language } from "../i18n/languages.js";

/**
 * Pages of the user's guide, in its order. Each is a file in docs/guide, and in a folder there for each further language. The page of
 * news has what people with a table see. The changelog has the rest, for people who program, install and develop.
 */
export const GUIDE_PAGES = [
  "first-model",
  "datasets",
  "dataset",
  "times",
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

/** Returns the folder of the guide in a language, below the base path, with a slash at its end. */
export const guideFolder = (language: Language): string => (language === "en" ? "guide/" : `guide/${language}/`);

/** Returns the file of a page in a language, below the base path. */
export const guideFile = (page: GuidePage, language: Language): string => `${guideFolder(language)}${page}.md`;

/** Returns the path of a page of the guide, below the base path. */
export const guidePath = (page: GuidePage): string => `/guide/${page}`;
