/** Writes the ends of a range. The blanks keep it on one line. */
export const rangeText = (lower: string, upper: string): string => `${lower}\u00a0–\u00a0${upper}`;
