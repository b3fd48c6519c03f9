/** The limit on the share of unlabeled rows flagged that an address asks for; null for the comparison's own. */
export function parseFprLimit(value: string | null): number | null {
  const limit = value === null || value.trim() === "" ? Number.NaN : Number(value);
  return limit >= 0 && limit <= 1 ? limit : null;
}
