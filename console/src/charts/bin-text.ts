import type { Format } from "../i18n/format.js";

const MIN_DIGITS = 4;
/** A double has no more. */
const MAX_DIGITS = 15;

/** Returns the limits of a bin of numbers, with as many digits as show a tenth of its width. Example: "1,013.02 – 1,013.07". */
export function binText(from: number, to: number, format: Pick<Format, "number">): string {
  if (from === to) return format.number(from);
  const size = Math.max(Math.abs(from), Math.abs(to));
  const needed = Math.ceil(Math.log10(size / (to - from))) + 2;
  const digits = Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, needed));
  return `${format.number(from, digits)} – ${format.number(to, digits)}`;
}
