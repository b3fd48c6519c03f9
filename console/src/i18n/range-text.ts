/** Writes the ends of a range on one line: blanks that do not break, and a word joiner, as lines may break after a dash (UAX #14). */
export const rangeText = (lower: string, upper: string): string => `${lower}\u00a0–\u2060\u00a0${upper}`;
