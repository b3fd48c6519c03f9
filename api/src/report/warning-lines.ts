import type { ModelWarning } from "@agatha/contracts";
import { WARNING_TEXTS } from "@agatha/contracts/model-warnings/index";
import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../http/html.js";
import { fillTemplate } from "./fill-template.js";
import { formatDate, formatNumber, formatPercent } from "./format.js";

/** Returns list items for the warnings of a training: in English its messages, which have more numbers. Times are in UTC. */
export function warningLines(warnings: readonly ModelWarning[], language: Language): string[] {
  return warnings.map(({ code, message, column = "", values = {} }) => {
    if (language === "en") return `<li>${escapeHtml(message)}</li>`;
    const written = new Map([
      ["column", column],
      ...Object.entries(values).map(([name, value]) => [name, valueText(name, value)] as const),
    ]);
    return `<li>${escapeHtml(fillTemplate(WARNING_TEXTS[language][code], written))}</li>`;
  });
}

function valueText(name: string, value: number | string): string {
  if (name === "time" && typeof value === "string") return `${formatDate(Date.parse(value))} UTC`;
  if (typeof value === "string") return value;
  return name === "share" ? formatPercent(Math.round(100 * value) / 100) : formatNumber(value);
}
