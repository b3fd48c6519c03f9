import type { Messages } from "../i18n/messages.js";

/** Texts of the choice of language and theme. They are loaded at the start; the layout's other texts come with it. */
export const preferences = {
  namespace: "layout",
  en: { language: "Language", theme: { dark: "Use the dark theme", light: "Use the light theme" } },
  tw: { language: "語言", theme: { dark: "使用深色主題", light: "使用淺色主題" } },
  cn: { language: "语言", theme: { dark: "使用深色主题", light: "使用浅色主题" } },
  ja: { language: "言語", theme: { dark: "ダークテーマにする", light: "ライトテーマにする" } },
} satisfies Messages<{ language: string; theme: { dark: string; light: string } }>;
