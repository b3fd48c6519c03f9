import type { ModelWarning } from "@agatha/contracts";
import { WARNING_TEXTS } from "@agatha/contracts/model-warnings/index";
import type { Language } from "@agatha/contracts/wire";
import { utcToZonedTime } from "@agatha/trainer/serving";
import { escapeHtml } from "../http/html.js";
import { fillTemplate } from "./fill-template.js";
import { formatDate, formatNumber, formatPercent } from "./format.js";

/** Returns list items for the warnings of a training: in English its messages, which have more numbers. Times are of the time zone. */
export function warningLines(warnings: readonly ModelWarning[], language: Language, timezone: string): string[] {
  return warnings.map(({ code, message, column = "", values = {} }) => {
    if (language === "en") return `<li>${escapeHtml(messageInZone(message, values, timezone))}</li>`;
    const written = new Map([
      ["column", column],
      ...Object.entries(values).map(([name, value]) => [name, valueText(name, value, timezone)] as const),
    ]);
    return `<li>${escapeHtml(fillTemplate(WARNING_TEXTS[language][code], written))}</li>`;
  });
}

/** Returns the message with its time, which it has in UTC, by the clocks of the time zone. */
function messageInZone(message: string, { time }: NonNullable<ModelWarning["values"]>, timezone: string): string {
  return typeof time === "string" ? message.replace(time, valueText("time", time, timezone)) : message;
}

function valueText(name: string, value: number | string, timezone: string): string {
  if (name === "time" && typeof value === "string") return `${formatDate(utcToZonedTime(Date.parse(value), timezone))} (${timezone})`;
  if (typeof value === "string") return value;
  return name === "share" ? formatPercent(Math.round(100 * value) / 100) : formatNumber(value);
}
