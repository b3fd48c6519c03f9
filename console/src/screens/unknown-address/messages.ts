import type { Messages } from "../../i18n/messages.js";

export const messages = {
  namespace: "unknownAddress",
  en: {
    title: "There is no page at this address",
    hint: "The link may be incomplete or out of date. Everything is reached from the home page.",
    toHome: "Go to the home page",
  },
  tw: { title: "此網址沒有頁面", hint: "連結可能不完整或已過時。您可以從首頁前往所有功能。", toHome: "前往首頁" },
  cn: { title: "此网址没有页面", hint: "链接可能不完整或已过期。您可以从首页前往所有功能。", toHome: "前往首页" },
  ja: {
    title: "このアドレスにページはありません",
    hint: "リンクが不完全か、古い可能性があります。ホームからすべての画面に移動できます。",
    toHome: "ホームに移動",
  },
} satisfies Messages<{ title: string; hint: string; toHome: string }>;
