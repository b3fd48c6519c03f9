/** Rounds to significant digits, so that the noise of 0.1 + 0.2 does not show. A whole number keeps its digits: it may be one of a lot. */
export function toSignificantDigits(value: number, digits: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits));
}
