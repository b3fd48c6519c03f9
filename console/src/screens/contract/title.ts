import type { Messages } from "../../i18n/messages.js";

/** Loaded at the start; the other texts come with the screen. */
export const title = {
  namespace: "contract",
  en: { title: "Contract and limits" },
  tw: { title: "合約與限制" },
  cn: { title: "合同与限制" },
  ja: { title: "契約と上限" },
} satisfies Messages<{ title: string }>;
