/** Fewest and most significant digits of a number in a field. A 64-bit number needs no more than 17. */
const DIGITS = { min: 7, max: 17 };

/**
 * Writes a number into a field: to seven significant digits, so that the noise of 0.1 + 0.2 does not show. More digits are kept
 * where fewer would leave the range.
 */
export function numberText(value: number, { min, max }: { min: number | null; max: number | null } = { min: null, max: null }): string {
  if (Number.isInteger(value)) return String(value);
  for (let digits = DIGITS.min; digits < DIGITS.max; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if ((min === null || value < min || rounded >= min) && (max === null || value > max || rounded <= max)) return String(rounded);
  }
  return String(value);
}
