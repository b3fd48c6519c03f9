import { preferredLanguage } from "./languages.js";

const cases: Record<string, { browser: string[]; language: string }> = {
  "Taiwan's Chinese": { browser: ["zh-TW", "zh"], language: "tw" },
  "traditional script by its name": { browser: ["zh-Hant-HK"], language: "tw" },
  "Hong Kong": { browser: ["zh-HK"], language: "tw" },
  "Mainland Chinese": { browser: ["zh-CN"], language: "cn" },
  "Chinese without a place": { browser: ["zh"], language: "cn" },
  Japanese: { browser: ["ja-JP"], language: "ja" },
  "British English": { browser: ["en-GB"], language: "en" },
  // @contract the-language-comes-from-the-browser-s
  "the first that is spoken": { browser: ["de-DE", "ja", "en"], language: "ja" },
  "none that is spoken": { browser: ["de-DE"], language: "en" },
  "nothing asked for": { browser: [], language: "en" },
};

test.each(Object.entries(cases))("preferred language: %s", (_sentence, { browser, language }) => {
  expect(preferredLanguage(browser)).toBe(language);
});
