import { toSignificantDigits } from "@agatha/contracts/significant-digits";

/** Fewest and most significant digits of a number in a field. A 64-bit number needs no more than 17. */
const DIGITS = { min: 7, max: 17 };

/**
 * Writes a number into a field: to seven significant digits, and a whole number with all of its digits. More digits are kept where
 * fewer would leave the range.
 */
export function numberText(value: number, { min, max }: { min: number | null; max: number | null } = { min: null, max: null }): string {
  for (let digits = DIGITS.min; digits < DIGITS.max; digits++) {
    const rounded = toSignificantDigits(value, digits);
    if ((min === null || value < min || rounded >= min) && (max === null || value > max || rounded <= max)) return String(rounded);
  }
  return String(value);
}
